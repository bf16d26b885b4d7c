"""Deal codes: the same code names the same pack for ever, and a slip of the pen is always caught."""

from __future__ import annotations

import contextlib
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from allfours_edu.engine import pack_for
from allfours_edu.record import CodeError, CodeFacts, deal_code, read_code
from allfours_edu.record.codes import LETTERS, option_tag
from allfours_edu.sources import load_rulebook, rulebooks

# Never change a line of these: they stand in books and on blackboards.
GOLDEN = {
    "1TT4-79": (CodeFacts("trinidad", 4, 7, 1, 0, ()), "QD 2C 3D 4C 7D KH 3S 9H JH 7C KS 4D"),
    "1FS2-1J": (CodeFacts("foster-1897", 2, 1, 1, 0, ()), "3D 9D AD QC TH 2C 4C 4S 6C QS KH 6H"),
    "1TT4-3RJ0-M": (CodeFacts("trinidad", 4, 123456, 1, 0, ()), "5D 7S JH 9D 2S 2H 4H 8S 3H QH 5C TH"),
    "1TTM-12RV-CC5S-Q6B9-S3": (CodeFacts("trinidad", 4, "class-9", 1, 0, ()), "4D 3D 9S 4C JC 6D KH QH 5H JS 7C TH"),
    "1TTM-22X4-YS3E": (CodeFacts("trinidad", 4, 3, 1, 0, ("hang_six", "game_two")),
                       "TH 6S KH QS 5S KD 8S 4S 4D 7C AS JD"),
    "1TTM-4H12-07": (CodeFacts("trinidad", 4, 0, 17, 2, ()), "KS 5H KD TH AC 6C JH 4H 2D 9S 2C 2S"),
}  # fmt: skip


def first_cards(facts: CodeFacts, n: int = 12) -> str:
    pack, _ = pack_for(facts.book().rules, facts.players, facts.seed, facts.deal, facts.attempt)
    return " ".join(c.text for c in pack[:n])


@pytest.mark.parametrize("code", GOLDEN)
def test_same_code_same_deal_for_ever(code: str) -> None:
    facts, pack = GOLDEN[code]
    assert read_code(code) == facts
    assert deal_code(
        facts.rulebook, seed=facts.seed, players=facts.players, deal=facts.deal, attempt=facts.attempt,
        options=facts.options,
    ) == code  # fmt: skip
    assert first_cards(facts) == pack


def test_the_position_of_a_code_is_dealt_from_its_pack() -> None:
    position = read_code("1TT4-79").position()
    assert position.table.players[-1] == "West"
    assert " ".join(c.text for c in position.table.pack[:6]) == "QD 2C 3D 4C 7D KH"


codes = st.builds(
    lambda book, seed, deal, attempt, pick: deal_code(
        book, seed=seed, deal=deal, attempt=attempt, options=[n for n in load_rulebook(book).options if n in pick]
    ),
    st.sampled_from(rulebooks()),
    st.one_of(st.integers(0, 10**12), st.text(max_size=6)),
    st.sampled_from([1, 1, 2, 300]),
    st.sampled_from([0, 0, 1]),
    st.sampled_from([(), (), ("hang_six", "keep_nine"), ("game_two", "ones", "jack_besides")]),
)


@settings(deadline=None)
@given(codes)
def test_every_wrong_character_is_caught(code: str) -> None:
    plain = code.replace("-", "")
    for n, right in enumerate(plain):
        for letter in LETTERS:
            if letter != right:
                with pytest.raises(CodeError):
                    read_code(plain[:n] + letter + plain[n + 1 :])


@settings(deadline=None)
@given(codes)
def test_every_swap_of_neighbours_is_caught(code: str) -> None:
    plain = code.replace("-", "")
    for n, (a, b) in enumerate(pairwise(plain)):
        if a != b:
            with pytest.raises(CodeError, match="does not check"):
                read_code(plain[:n] + b + a + plain[n + 2 :])


@given(st.integers(0, 10**30), st.integers(1, 10**5), st.integers(0, 50))
def test_there_and_back(seed: int, deal: int, attempt: int) -> None:
    code = deal_code("hoyle-ten", seed=seed, players=2, deal=deal, attempt=attempt)
    assert read_code(code) == ("hoyle-ten", 2, seed, deal, attempt, (), None)


@given(st.text(max_size=6))
def test_seeds_that_are_words(seed: str) -> None:
    facts = read_code(deal_code("trinidad", seed=seed))
    assert str(facts.seed) == seed
    assert first_cards(facts) == first_cards(facts._replace(seed=seed))


@given(st.text(max_size=40))
def test_no_text_breaks_the_reader(text: str) -> None:
    with contextlib.suppress(CodeError):
        read_code(text)


@pytest.mark.parametrize("written", ["1tt4-79", " 1TT4 79 ", "ITT4-79", "lTT4\u201379", "1tt479"])
def test_ways_of_writing(written: str) -> None:
    assert read_code(written).seed == 7


def test_letters_that_look_alike() -> None:
    code = deal_code("trinidad", seed=0)
    assert "0" in code
    assert read_code(code.replace("0", "O")) == read_code(code)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("1TT4-78", "one character is wrong"),
        ("1TT4-97", "does not check"),
        ("1TT4-U9", "no U"),
        ("1TT4-7!", "does not occur"),
        ("1TT4-791TT4-79", "copied twice"),
        ("1TT4-79\n1TT4-79", "copied twice"),
        ("1TT", "too short"),
        ("", "too short"),
        ("1" * 500, "short word"),
    ],
)
def test_a_wrong_code_says_what_is_wrong(code: str, words: str) -> None:
    with pytest.raises(CodeError, match=words):
        read_code(code)


def test_what_has_no_code() -> None:
    book = load_rulebook("foster-1897")
    with pytest.raises(CodeError, match="house rules"):
        deal_code(book.replace(target=11), seed=1)
    with pytest.raises(CodeError, match="is for 2, 3, 4 players"):
        deal_code(book, seed=1, players=6)
    with pytest.raises(CodeError, match="too long"):
        deal_code(book, seed="x" * 60)


def test_no_two_options_of_a_book_share_a_tag() -> None:
    """A new option that collides needs another name: tags are made from names, so that no code ever changes."""
    for id in rulebooks():
        names = load_rulebook(id).options
        assert len({option_tag(name) for name in names}) == len(names)


def test_books_have_tags_of_their_own() -> None:
    tags = [load_rulebook(id).code for id in rulebooks()]
    assert len(set(tags)) == len(tags)
