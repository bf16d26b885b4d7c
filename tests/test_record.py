"""Records lose nothing, show everything, and are believed only where the cards and plays say the same."""

from __future__ import annotations

import contextlib
import json
import random
import re
import textwrap
import warnings
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from allfours_edu.engine import STAND, Position, deal, new_table, next_table, pack_for, set_up
from allfours_edu.record import Record, RecordError, RecordWarning, read_match, write_match
from allfours_edu.rules import RulesError
from allfours_edu.sources import Rulebook, load_rulebook, rulebooks

BOOKS = [load_rulebook(id) for id in rulebooks()]


def played(book: Rulebook, seed: object, choices: random.Random, stop: int = 10_000, **laid: Any) -> Position:
    """A deal of random lawful actions, perhaps broken off; now and then somebody acts out of turn."""
    position = deal(new_table(book.rules, seed=seed, **laid))
    while position.to_act is not None and stop > 0:
        rights = [(seat, a) for seat in position.table.players for a in position.rights(seat)]
        if rights and choices.random() < 0.3:
            seat, action = choices.choice(rights)
            if position.why_not(action, by=seat) is None:
                try:
                    position = position.apply(action, by=seat)
                except ValueError:  # a claim where there is no fault
                    position = position.apply(choices.choice(position.legal_actions()))
        else:
            position = position.apply(choices.choice(position.legal_actions()))
        stop -= 1
    return position


NAMES = st.text(min_size=1, max_size=12).filter(lambda s: "/" not in s)
SEEDS = st.one_of(st.integers(-5, 10**15), st.text(max_size=8))


@st.composite
def records(draw: st.DrawFn) -> Record:
    book = draw(st.sampled_from(BOOKS))
    for name in [name for name in book.options if draw(st.integers(0, 4)) == 0]:
        with contextlib.suppress(RulesError):  # some options exclude each other
            book = book.with_options(name)
    if book.rules.score is not None and draw(st.integers(0, 3)) == 0:
        more = [[point, n + (point == "game")] for point, n in book.rules.points]
        book = book.replace(target=draw(st.integers(3, 30)), points=more)
    n = draw(st.sampled_from(book.rules.players))
    players = draw(st.lists(NAMES, min_size=n, max_size=n, unique=True)) if draw(st.booleans()) else n
    laid: dict[str, Any] = {"players": players, "referee": draw(st.booleans())}
    if draw(st.integers(0, 3)) == 0:
        laid["pack"] = draw(st.permutations(pack_for(book.rules, n, 0)[0]))
    stop = draw(st.sampled_from([0, 3, 9, 10_000, 10_000]))
    end = played(book, draw(SEEDS), random.Random(draw(st.integers(0, 999))), stop, **laid)
    seats = draw(st.lists(st.sampled_from(end.table.players), unique=True))
    return Record.of(end, book, dict.fromkeys(seats, draw(st.sampled_from(["foster/1", "novice/2 b"]))))


many = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@many
@given(records())
def test_json_there_and_back(record: Record) -> None:
    again = Record.read(record.to_json())
    assert again == record
    assert again.to_json() == record.to_json()
    assert again.position().actions() == record.position().actions()
    assert again.position().scores == record.scores_after
    assert Record.read(record.to_dict()) == Record.read(record.to_json(indent=2)) == record


@many
@given(records())
def test_text_there_and_back(record: Record) -> None:
    text = record.to_text()
    assert Record.read(text) == record
    assert Record.read(text).to_text() == text


@many
@given(records(), st.sampled_from(["> ", ">> ", "  > > ", "\t"]), st.integers(30, 200))
def test_text_as_it_comes_out_of_a_mail(record: Record, mark: str, width: int) -> None:
    text = record.to_text()
    lines = [textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False) for line in text.splitlines()]
    quoted = "\r\n".join(mark + line for wrapped in lines for line in wrapped)
    assert Record.read(f"Have a look at this:\n\n{quoted}\n") == record
    assert Record.read("```\n" + text + "```\n") == record


def test_smart_quotes_and_spread_spaces() -> None:
    book = load_rulebook("trinidad")
    record = Record.of(deal(new_table(book.rules, ["Ann B.", "Ben", "Cy", "Di"], seed="class-9")).apply(STAND), book)
    text = re.sub(r'"([^"]*)"', "“\\1”", record.to_text())
    assert '"' not in text
    assert Record.read(text) == record
    assert Record.read(record.to_text().replace(" ", " \u00a0 ").replace("Ann \u00a0 B.", "Ann B.")) == record


# -- what a record shows -----------------------------------------------------------------------------------------------


def a_deal(**laid: Any) -> tuple[Position, Rulebook]:
    book = load_rulebook("foster-1897")
    table = new_table(
        book.rules, ["elder", "dealer"], hands={"elder": "AH 3H KS TS 9D 6C", "dealer": "JH 7H QS 8D TD 2C"},
        turn_ups=["4H"], scores={"elder": 4, "dealer": 5}, **laid,
    )  # fmt: skip
    position = deal(table)
    for action in "stand AH 7H KS JH TD 3H TS QS 8D 9D 6C 2C".split():
        position = position.apply(action)
    return position, book


def test_what_json_shows() -> None:
    position, book = a_deal()
    shown = json.loads(Record.of(position, book, {"dealer": "foster/1"}).to_json())
    assert shown["version"] == 1
    assert (shown["rulebook"], shown["rulebook_hash"], shown["options"]) == ("foster-1897", book.hash, [])
    assert shown["players"] == ["elder", "dealer"]
    assert shown["sides"] == [["elder"], ["dealer"]]
    assert (shown["dealer"], shown["seed"]) == ("dealer", 0)
    assert (shown["turn_ups"], shown["calls"], shown["trump"]) == (["4H"], [["elder", "stand"]], "H")
    assert sorted(shown["hands"]["elder"]) == sorted("AH 3H KS TS 9D 6C".split())
    assert shown["plays"][:2] == [["elder", "AH"], ["dealer", "7H"]]
    assert shown["tricks"] == ["elder", "dealer", "elder", "dealer", "elder", "elder"]
    assert shown["points"] == {
        "high": {"side": "elder", "n": 1, "card": "AH"},
        "low": {"side": "elder", "n": 1, "card": "3H"},
        "jack": {"side": "dealer", "n": 1, "card": "JH"},
        "game": {"side": "dealer", "n": 1, "count": {"elder": 14, "dealer": 16}},
        "turn": None,
        "gift": None,
        "pegs": None,
    }
    assert shown["scores_before"] == {"elder": 4, "dealer": 5}
    assert (shown["scores_after"], shown["winner"]) == ({"elder": 6, "dealer": 7}, "dealer")
    assert shown["events"][-1]["kind"] == "end"
    assert len(shown["pack"]) == 52  # the cards were laid by hand, so they stand in the record
    assert shown["bots"] == {"dealer": "foster/1"}


def test_pegs_turned_cards_and_gifts() -> None:
    book = load_rulebook("foster-all-fives")
    table = new_table(
        book.rules, ["elder", "dealer"], hands={"elder": "AH TH 4H KS 9D 3C", "dealer": "KH 5H QS JD TC 6C"},
        turn_ups=["8H"],
    )  # fmt: skip
    position = deal(table)
    for action in "stand AH KH KS 5H".split():
        position = position.apply(action)
    assert Record.of(position, book).points["pegs"] == [
        {"side": "elder", "n": 7, "trick": 1}, {"side": "dealer", "n": 5, "trick": 2}
    ]  # fmt: skip
    book = load_rulebook("foster-1897")
    position = deal(new_table(book.rules, 3, turn_ups=["JH"])).apply("beg").apply("give")
    points = Record.of(position, book).points
    assert points["turn"] == {"side": position.table.dealer, "n": 1}
    assert [one["n"] for one in points["gift"]] == [1, 1]
    position = deal(new_table(book.rules, 2, turn_ups=["9H"])).apply("beg").apply("give")
    assert Record.of(position, book).points["gift"] == {"side": "South", "n": 1}


def test_text_reads_well() -> None:
    position, book = a_deal()
    text = Record.of(position, book).to_text()
    assert text.startswith("All Fours record 1.\nBook: foster-1897 ")
    assert "Calls: elder stand.\nTrick 1: elder AH, dealer 7H; elder wins.\n" in text
    assert text.endswith("Scores after: elder 6, dealer 7.\nWinner: dealer.\n")
    assert all(len(line) <= 110 for line in text.splitlines())


def test_code_of_a_record() -> None:
    book = load_rulebook("trinidad").with_options("hang_six")
    record = Record.of(deal(new_table(book.rules, seed=7)), book)
    assert record.code is not None
    assert Record.read(record.to_text()).code == record.code
    house = book.replace(target=10)
    assert Record.of(deal(new_table(house.rules, seed=7)), house).code is None


# -- what is not believed ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("scores_after", {"elder": 7, "dealer": 7}, "scores_after.elder"),
        ("winner", "elder", "winner"),
        ("trump", "S", "trump"),
        ("tricks", ["elder"] * 6, "tricks"),
        ("dealer", "elder", "dealer"),
        ("turn_ups", ["JH"], "turn_ups"),
        ("hands", {}, "hands"),
        ("plays", [], "plays"),
        ("calls", [["elder", "beg"]], "calls"),
    ],
)
def test_shown_results_are_checked(key: str, value: Any, words: str) -> None:
    data = Record.of(*a_deal()).to_dict()
    with pytest.raises(RecordError, match=rf"{words}.*the record shows.*but the cards and plays give"):
        Record.read({**data, key: value})
    del data[key]
    Record.read(data)  # what is not shown need not agree


def test_a_point_moved_by_hand_is_named() -> None:
    record = Record.of(*a_deal())
    data = record.to_dict()
    data["points"]["jack"]["side"] = "elder"
    with pytest.raises(RecordError, match=r'points\.jack\.side: the record shows "elder".* give "dealer"'):
        Record.read(data)
    for before, after in [
        ("jack dealer 1", "jack elder 1"), ("Trick 3: elder 3H, dealer", "Trick 3: elder 3H, dealer"),
        ("Winner: dealer", "Winner: elder"), ("; elder wins", "; dealer wins"), ("Trump: H", "Trump: S"),
        ("Turned: 4H", "Turned: 5H"), ("Scores after: elder 6", "Scores after: elder 9"),
        ("Dealer: dealer", "Dealer: elder"),
    ]:  # fmt: skip
        text = record.to_text().replace(before, after, 1)
        if before != after:
            assert text != record.to_text()
            with pytest.raises(RecordError, match="the record shows"):
                Record.read(text)


def test_a_card_changed_by_hand_is_found() -> None:
    text = Record.of(*a_deal()).to_text()
    with pytest.raises(RecordError, match="action 4 of the record is not possible"):
        Record.read(text.replace("elder KS", "elder KC"))
    with pytest.raises(RecordError, match="each of the 52 cards"):
        Record.read(text.replace("Pack: AH", "Pack: AS"))


def test_a_record_of_another_version_of_the_book_says_so() -> None:
    data = Record.of(*a_deal()).to_dict()
    with pytest.warns(RecordWarning, match="another version of foster-1897"):
        old = Record.read({**data, "rulebook_hash": "0123456789ab"})
    assert "another version" in old.notes[0]
    with pytest.raises(RecordError, match="another version of foster-1897"):
        Record.read({**data, "rulebook_hash": "0123456789ab", "winner": "elder"})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Record.read(data)


def test_the_book_must_be_the_one_that_was_played() -> None:
    position, book = a_deal()
    with pytest.raises(RecordError, match="low_to is 'holder' at the table and 'taker' in the book"):
        Record.of(position, book.replace(low_to="taker"))


def test_a_position_set_up_in_mid_deal_has_no_record() -> None:
    book = load_rulebook("foster-1897")
    table = new_table(book.rules, 2)
    with pytest.raises(RecordError, match="set up in mid-deal"):
        Record.of(set_up(table, {"South": "AH 3H", "North": "KH 2C"}, "H"), book)


# -- what cannot be read -----------------------------------------------------------------------------------------------

GOOD = Record.of(*a_deal()).to_dict()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"version": 2}, "reads version 1"),
        ({"version": True}, "version"),
        ({"rulebook": "foster-1898"}, "Did you mean 'foster-1897'"),
        ({"rulebook": "/etc/x.toml"}, "no rule book"),
        ({"rulebook": 5}, "rulebook: expected a text"),
        ({"options": ["keep_nyne"]}, "keep_nine"),
        ({"options": "keep_nine"}, "options: expected a list"),
        ({"house": {"low_too": 1}}, "no rule field 'low_too'"),
        ({"house": {"low_to": "nobody"}}, "low_to"),
        ({"house": {"beg": 3}}, "'beg' is a group"),
        ({"players": ["elder"]}, "players: expected two or more"),
        ({"players": ["elder", "elder"]}, "players: expected two or more"),
        ({"players": ["elder", "x" * 99]}, "is no name"),
        ({"sides": [["elder"]]}, "sides: expected every player once"),
        ({"sides": [["elder"], [["dealer"]]]}, "is no name"),
        ({"side_names": ["a", "a"]}, "all different"),
        ({"scores_before": {"elder": 4}}, "scores_before: expected a number"),
        ({"scores_before": {"elder": 4, "dealer": "five"}}, "whole number"),
        ({"seed": 1.5}, "seed: expected"),
        ({"pack": ["AH", "AH"]}, "stands twice"),
        ({"pack": ["AH"]}, "each of the 52 cards"),
        ({"deal": 0}, "deal: expected"),
        ({"actions": [["elder", "stnad"]]}, "action 1: .*is not a card"),
        ({"actions": [["elder"]]}, "action 1: expected"),
        ({"actions": [["pone", "stand"]]}, "action 1 of the record is not possible"),
        ({"actions": [["elder", "stand"]] * 3000}, "at most 2000"),
        ({"bots": {"dealer": 7}}, "is no name"),
        ({"referee": "yes"}, "true or false"),
        ({"moon": "full"}, "'moon' is not part of a record"),
        ({"cut_trump": "X"}, "cut_trump"),
    ],
)
def test_json_that_is_no_record(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(RecordError, match=words):
        Record.read({**GOOD, **changes})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is not a record"),
        ("Dear Ann, how are you?", "should begin with"),
        ("All Fours record 9.", "version 9"),
        ("All Fours record 1.", "“Book:” is missing"),
        ("{", "not a whole JSON text"),
        ("[1]", "is not a record"),
        ('{"version": NaN}', "not JSON"),
        ('{"a": ' * 5000, "JSON"),
        ("x" * 500_000, "too long"),
    ],
)
def test_text_that_is_no_record(text: str, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        Record.read(text)


@many
@given(records(), st.data())
def test_nothing_but_a_sentence_comes_of_a_broken_text(record: Record, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([record.to_text(), record.to_json()]))
    start = data.draw(st.integers(0, len(text)))
    end = min(len(text), start + data.draw(st.integers(0, 12)))
    broken = text[:start] + data.draw(st.text(max_size=6)) + text[end:]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RecordWarning)
            read = Record.read(broken)
    except RecordError:
        return
    assert Record.read(read.to_json()) == read


def test_two_records_in_one_are_named_as_such() -> None:
    with pytest.raises(RecordError, match="several records"):
        Record.read(json.dumps(GOOD) + "\n" + json.dumps(GOOD))


# -- house rules and books of one's own --------------------------------------------------------------------------------


def test_house_rules_of_every_kind() -> None:
    base = load_rulebook("foster-1897").with_options("keep_nine")
    for book in (
        base.replace(target=11, low_to="taker"),
        base.replace(beg=None),
        base.replace(peg=load_rulebook("foster-all-fives").rules.peg, target=61),
        base.replace(turn_points=[["J", 2], ["A", 1]]),
    ):
        end = played(book, 3, random.Random(3))
        record = Record.of(end, book)
        assert record.house
        for again in (Record.read(record.to_text()), Record.read(record.to_json())):
            assert again == record
            assert again.book.rules == book.rules
            assert again.notes == ()


# -- a match -----------------------------------------------------------------------------------------------------------


def a_match(seed: int) -> list[Record]:
    book = load_rulebook("trinidad")
    choices = random.Random(seed)
    table = new_table(book.rules, seed=seed)
    found = []
    while table is not None:
        position = deal(table)
        while position.to_act is not None:
            position = position.apply(choices.choice(position.legal_actions()))
        found.append(Record.of(position, book))
        table = next_table(position)
    return found


def test_a_match_there_and_back() -> None:
    match = a_match(1)
    text = write_match(match)
    assert len(text.splitlines()) == len(match) > 1
    assert list(read_match(text)) == match
    lines = text.splitlines()
    with pytest.raises(RecordError, match=r"deal 2: expected"):
        read_match("\n".join([lines[0], lines[0]]))
    with pytest.raises(RecordError, match=r"deal 2: .*whole JSON"):
        read_match(lines[0] + "\n" + lines[1][:50])
    with pytest.raises(RecordError, match="won in the deal before"):
        read_match(lines[-1] + "\n" + lines[0])


def test_a_text_with_odd_digits_or_a_very_long_line_is_refused_in_one_sentence() -> None:
    book = load_rulebook("foster-1897")
    text = Record.of(played(book, 3, random.Random(1), players=2), book).to_text()
    with pytest.raises(RecordError, match="has no number"):
        Record.from_text(text.replace("Trick 2:", "Trick ²:"))
    with pytest.raises(RecordError) as told:
        Record.from_text(text.replace("Scores after: ", "Scores after: " + "x" * 5000 + " "))
    assert len(str(told.value)) < 700
