"""The texts and the books: complete, explained, in our own words, and refused with a helpful message if not."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import get_args

import pytest

from allfours_edu import sources
from allfours_edu.rules import FIELDS, GROUPS, RulesError, choices
from allfours_edu.sources import (
    MOST_WORDS,
    Rulebook,
    RulebookError,
    SourceError,
    find_clause,
    folder,
    load_rulebook,
    load_witness,
    rulebooks,
    texts_on,
    topics,
    witnesses,
)

BOOKS = (
    "cassell-1881", "cassell-all-fives", "enquire-1894", "foster-1897", "foster-all-fives", "group-seven-up",
    "hoyle-ten", "trinidad", "wiki-laws",
)  # fmt: skip
HLJG = ("high", "low", "jack", "game")
ONE_EACH = tuple((point, 1) for point in HLJG)
PEGS = (("A", 4), ("K", 3), ("Q", 2), ("J", 1), ("T", 10), ("5", 5))
ONES = (1,) * 6

# Written out from the comparison of the texts, book by book, and not from the files under test.
VALUES: dict[str, dict[str, object]] = {
    "foster-1897": {
        "players": (2, 3, 4), "sides": "partners_at_four", "target": 7, "out_order": HLJG, "cut_wins": "highest",
        "partners": "cut", "direction": "left", "packets": (3, 3), "look": "eldest_then_dealer", "trump_from": "turn",
        "turn_points": (("J", 1),), "refused_suit": "nothing", "earlier_turns": "kept", "begs": "once",
        "gift_to": "all_adversaries", "gift_may_put_out": False, "gift_needs_trump": False, "bunch": "two_handed",
        "run_cards": 3, "after_run": "six", "exhausted": "same_dealer", "follow": "follow_or_trump", "void": "free",
        "undertrump": "allowed", "jack_free": False, "points": ONE_EACH, "low_to": "holder", "hang_jack": 1,
        "trump_five": 0, "tie": "non_dealer", "discarded": "out_of_play", "peg_values": None, "misdeal": "passes",
        "turned_jack_stands": "unless_announced", "exposed_in_deal": "adversaries",
        "exposed_in_play": "called_at_four", "out_of_turn": "exposed", "two_cards": "adversaries_choose",
        "early_look": 1, "wrong_score": "off", "claim_until": "next_deal", "revoke_set": "quitted_or_next_card",
        "revoke_points": "one_two_jack_out", "revoke_to": "opponents_side", "revoke_bars": ("jack", "game"),
        "revoke_caps": True, "revoke_choice": "add_or_deduct", "undertrump_penalty": "none",
    },
    "hoyle-ten": {
        "players": (2, 4), "sides": "partners_at_four", "target": 10, "out_order": HLJG, "cut_wins": "highest",
        "partners": "cut", "direction": "left", "packets": (3, 3), "look": "eldest_and_dealer", "trump_from": "turn",
        "turn_points": (("J", 1),), "refused_suit": "nothing", "earlier_turns": "kept", "begs": "by_consent",
        "gift_to": "all_adversaries", "gift_may_put_out": True, "gift_needs_trump": False, "bunch": "never",
        "run_cards": 3, "after_run": "six", "exhausted": "same_dealer", "follow": "follow_or_trump", "void": "free",
        "undertrump": "allowed", "jack_free": True, "points": ONE_EACH, "low_to": "holder", "hang_jack": 1,
        "trump_five": 0, "tie": "non_dealer", "discarded": "out_of_play", "peg_values": None,
        "misdeal": "new_deal_if_claimed", "turned_jack_stands": "unless_before_turn",
        "exposed_in_deal": "opponents_card", "exposed_in_play": "nothing", "out_of_turn": "nothing",
        "two_cards": "nothing", "early_look": 0, "wrong_score": "one", "claim_until": "next_deal",
        "revoke_set": "next_lead", "revoke_points": "one", "revoke_to": "opponents_side", "revoke_bars": (),
        "revoke_caps": False, "revoke_choice": "add", "undertrump_penalty": "none",
    },
    "trinidad": {
        "players": (2, 4), "sides": "partners_at_four", "target": 14, "out_order": HLJG, "cut_wins": "highest",
        "partners": "agreed", "direction": "right", "packets": (3, 3), "look": "eldest_and_dealer",
        "trump_from": "turn", "turn_points": (("A", 1), ("6", 2), ("J", 3)), "refused_suit": "scores",
        "earlier_turns": "kept", "begs": "once", "gift_to": "all_adversaries", "gift_may_put_out": True,
        "gift_needs_trump": False, "bunch": "never", "run_cards": 3, "after_run": "all", "exhausted": "same_dealer",
        "follow": "follow_or_trump", "void": "free", "undertrump": "allowed", "jack_free": False, "points": ONE_EACH,
        "low_to": "holder", "hang_jack": 3, "trump_five": 0, "tie": "nobody", "discarded": "out_of_play",
        "peg_values": None, "misdeal": "opponents_one", "turned_jack_stands": "unless_before_turn",
        "exposed_in_deal": "owner", "exposed_in_play": "called", "out_of_turn": "stands", "two_cards": "nothing",
        "early_look": 0, "wrong_score": "off", "claim_until": "next_cut", "revoke_set": "next_lead",
        "revoke_points": "game_if_top_trump", "revoke_to": "opponents_side", "revoke_bars": ("game",),
        "revoke_caps": False, "revoke_choice": "add", "undertrump_penalty": "none",
    },
    "foster-all-fives": {
        "players": (2, 3, 4), "sides": "partners_at_four", "target": 61, "out_order": HLJG, "direction": "left",
        "look": "eldest_then_dealer", "trump_from": "turn", "turn_points": (("J", 1),), "refused_suit": "nothing",
        "earlier_turns": "kept", "begs": "once", "gift_may_put_out": False, "bunch": "two_handed", "after_run": "six",
        "follow": "follow_or_trump", "points": ONE_EACH, "low_to": "holder", "hang_jack": 1, "trump_five": 5,
        "tie": "non_dealer", "peg_values": PEGS, "peg_to": "winner", "jack_besides": False, "misdeal": "passes",
        "early_look": 1, "revoke_points": "one_two_jack_out", "revoke_caps": True, "revoke_choice": "add_or_deduct",
    },
    "cassell-all-fives": {
        "players": (2,), "sides": "either_at_four", "target": 61, "out_order": HLJG, "cut_wins": "highest",
        "partners": "agreed", "direction": "left", "packets": (3, 3), "look": "all", "trump_from": "pitch",
        "turn_points": None, "begs": None, "follow": "follow_or_trump", "void": "free", "jack_free": False,
        "trick_by": "suit", "first_lead": "eldest", "after_trick": "free", "points": ONE_EACH, "low_to": "holder",
        "hang_jack": 1, "trump_five": 5, "tie": "eldest_of_tied", "discarded": "out_of_play", "peg_values": PEGS,
        "peg_to": "player_AKQ", "jack_besides": False, "misdeal": "new_deal_if_claimed", "turned_jack_stands": None,
        "exposed_in_deal": "any_card", "early_look": 0, "wrong_score": "off", "revoke_points": "one",
        "revoke_bars": (), "revoke_caps": False,
    },
}  # fmt: skip

OPTIONS: dict[str, dict[str, dict[str, object]]] = {
    "foster-1897": {
        "keep_nine": {"after_run": "nine_once"}, "final_jack_only": {"earlier_turns": "final_only"},
        "strict_look": {"early_look": 1}, "bunch_any_table": {"bunch": "any_table"},
        "low_to_taker": {"low_to": "taker"}, "one_at_a_time": {"packets": ONES},
    },
    "hoyle-ten": {
        "jack_only": {"follow": "follow_else_any", "jack_free": True}, "ones": {"packets": ONES},
        "low_cut_deals": {"cut_wins": "lowest"}, "keep_all": {"after_run": "all"},
        "trumps_only": {"pips": "trumps_only"},
    },
    "trinidad": {
        "tobago": {"turn_points": (("A", 1), ("2", 2), ("J", 3))}, "no_undertrump": {"undertrump": "barred_if_choice"},
        "undertrump_loses": {"undertrump": "barred_if_choice", "undertrump_penalty": "game"},
        "game_two": {"points": (*ONE_EACH[:3], ("game", 2))}, "hang_six": {"hang_jack": 6},
        "gift_needs_trump": {"gift_needs_trump": True}, "ones": {"packets": ONES},
        "trump_and_play_anything": {"follow": "free"}, "any_renege_loses": {"revoke_points": "game"},
        "misdeal_passes": {"misdeal": "opponents_one_passes"}, "seven": {"target": 7},
        "stag": {"points": (*ONE_EACH[:3], ("game", 2)), "hang_jack": 6},
        "tournament": {
            "points": (*ONE_EACH[:3], ("game", 2)), "undertrump": "barred_if_choice", "undertrump_penalty": "game",
            "gift_needs_trump": True, "revoke_points": "game", "misdeal": "opponents_one_passes",
        },
    },
    "foster-all-fives": {
        "keep_nine": {"after_run": "nine_once"}, "final_jack_only": {"earlier_turns": "final_only"},
        "jack_besides": {"jack_besides": True, "hang_jack": 1}, "five_blank": {"trump_five": 0},
    },
    "cassell-all-fives": {
        "jack_besides": {"jack_besides": True, "hang_jack": 1}, "trump_after_trick": {"after_trick": "trump"},
        "four": {"players": (2, 4)}, "tie_nobody": {"tie": "nobody"},
    },
}  # fmt: skip

STATUS = {
    ("foster-1897", "tie"): "explicit",
    ("foster-1897", "earlier_turns"): "contradictory",
    ("foster-1897", "wrong_score"): "supplied",
    ("foster-1897", "undertrump"): "implied",
    ("hoyle-ten", "tie"): "supplied",
    ("hoyle-ten", "follow"): "contradictory",
    ("hoyle-ten", "jack_free"): "explicit",
    ("hoyle-ten", "target"): "explicit",
    ("trinidad", "tie"): "explicit",
    ("trinidad", "packets"): "contradictory",
    ("trinidad", "look"): "supplied",
    ("foster-all-fives", "peg_to"): "explicit",
    ("foster-all-fives", "low_to"): "implied",
    ("foster-all-fives", "look"): "implied",
    ("foster-all-fives", "wrong_score"): "supplied",
    ("foster-all-fives", "earlier_turns"): "contradictory",
    ("cassell-all-fives", "peg_to"): "explicit",
    ("cassell-all-fives", "tie"): "implied",
    ("cassell-all-fives", "follow"): "supplied",
    ("cassell-all-fives", "turn_points"): "absent",
}

# --- the books --------------------------------------------------------------------------------------------------------


def test_the_nine_books_are_there() -> None:
    assert set(BOOKS) <= set(rulebooks())
    codes = [load_rulebook(id).code for id in rulebooks()]
    assert len(set(codes)) == len(codes)


@pytest.mark.parametrize("id", VALUES)
def test_values_are_those_of_the_comparison(id: str) -> None:
    rules = load_rulebook(id).rules
    assert {name: getattr(rules, name) for name in VALUES[id]} == VALUES[id]


@pytest.mark.parametrize(("id", "name"), STATUS)
def test_statuses_are_those_of_the_comparison(id: str, name: str) -> None:
    assert load_rulebook(id).why(name).status == STATUS[id, name]


@pytest.mark.parametrize("id", BOOKS)
def test_every_field_is_explained(id: str) -> None:
    book = load_rulebook(id)
    for name, value in book.rules.values():
        why = book.why(name)
        assert why.field == name and why.value == value
        assert why.status in ("explicit", "implied", "supplied", "contradictory")
        assert why.clause is not None or why.reason, name
        assert why.status != "supplied" or why.reason, f"{name} is supplied without a reason"
        if why.clause is not None:
            assert why.digest and why.locator and why.siglum and why.seen


@pytest.mark.parametrize("id", BOOKS)
def test_a_clause_called_explicit_speaks_to_its_field(id: str) -> None:
    book = load_rulebook(id)
    for name in dict(book.rules.values()):
        why = book.why(name)
        if why.status == "explicit" and why.clause is not None:
            clause = why.clause
            said = [clause.sets, *(r.sets for r in clause.readings)]
            assert name in (clause.topic, *clause.also) or any(name in sets for sets in said), (name, clause.ref)


@pytest.mark.parametrize("id", OPTIONS)
def test_options_apply_and_keep_their_authority(id: str) -> None:
    book = load_rulebook(id)
    assert set(book.options) == set(OPTIONS[id])
    for name, sets in OPTIONS[id].items():
        chosen = book.with_options(name)
        assert {key: getattr(chosen.rules, key) for key in sets} == sets
        rest = {k: v for k, v in book.rules.values() if k not in sets}
        assert {k: v for k, v in chosen.rules.values() if k not in sets} == rest
        option = book.options[name]
        assert option.says and (option.authority or option.reason)
        assert chosen.active == (name,)
        assert all(chosen.why(key).option for key in option.sets)
    assert book.with_options([]) == book


def test_a_bundle_keeps_the_authority_of_each_part() -> None:
    stag = load_rulebook("trinidad").with_options("stag")
    assert (stag.why("points").witness, stag.why("hang_jack").witness) == ("uwi-tournament", "stag-beer-jack")


def test_explicit_is_kept_for_words_that_were_seen() -> None:
    trinidad = load_rulebook("trinidad")
    assert (trinidad.why("tie").status, trinidad.why("tie").chip) == ("explicit", "reported")
    assert trinidad.why("follow").chip == "translated"
    assert load_rulebook("foster-1897").why("follow").chip == "explicit"
    assert trinidad.why("claim_until").chip == "explicit", "a club sheet that was read in its own words"
    reasons = [trinidad.why(name) for name, _ in trinidad.rules.values()]
    assert all(why.seen == "words" for why in reasons if why.chip == "explicit")


def test_the_supplied_tie_of_the_old_hoyle_is_marked() -> None:
    book = load_rulebook("hoyle-ten")
    assert book.eclectic and book.why("tie").caution
    assert not load_rulebook("foster-1897").eclectic


def test_house_rules_are_marked_and_only_they() -> None:
    book = load_rulebook("foster-1897")
    house = book.replace(low_to="taker", target=7)
    assert house.house == ("low_to",) and house.why("low_to").status == "house"
    assert house.why("target").status == "explicit"
    assert house.hash != book.hash and house != book
    no_beg = book.replace(beg=None)
    assert no_beg.why("begs").status == "absent" and no_beg.house == ("beg",)
    assert book.with_options({"target": 10}).rules.target == 10


def test_the_hash_is_of_the_rules_alone() -> None:
    book = load_rulebook("foster-1897")
    assert re.fullmatch("[0-9a-f]{12}", book.hash)
    assert book.with_options("keep_nine").hash == book.replace(after_run="nine_once").hash
    assert len({load_rulebook(id).hash for id in BOOKS}) == len(BOOKS)


def test_an_inherited_rule_is_implied_and_says_by_what() -> None:
    why = load_rulebook("foster-all-fives").why("low_to")
    assert (why.status, why.via, why.witness) == ("implied", "foster-1897", "foster-1897")
    assert "Seven-Up" in why.reason


@pytest.mark.parametrize(
    ("id", "topic", "ref"),
    [
        ("foster-1897", "high", "foster-1897#high"),
        ("foster-1897", "trump", "foster-1897#turn-up"),
        ("foster-1897", "low_to", "foster-1897#low"),
        ("foster-1897", "peg", None),
        ("foster-all-fives", "peg", "foster-1897#fives-pegs"),
        ("foster-all-fives", "game", "foster-1897#fives-game"),
        ("hoyle-ten", "low", "wiki-rules#low"),
        ("hoyle-ten", "high", "enquire-1894#high"),
        ("trinidad", "jack", "bga-help#jack"),
        ("cassell-all-fives", "trump", "cassell-1881#fives-trump"),
        ("cassell-all-fives", "beg", "cassell-1881#fives-trump"),
        ("trinidad", "no such topic", None),
    ],
)
def test_what_establishes_a_point(id: str, topic: str, ref: str | None) -> None:
    clause = load_rulebook(id).establishes(topic)
    assert (clause and clause.ref) == ref


@pytest.mark.parametrize("id", BOOKS)
def test_everything_that_can_happen_in_a_deal_is_established(id: str) -> None:
    book = load_rulebook(id)
    needed = {"deal", "trump", "play", "trick", "high", "low", "jack", "game", "out", "end", "revoke", "penalty"}
    if book.rules.beg is not None:
        needed |= {"turned", "turn", "call", "beg", "gift", "run", "run_again", "bunch"}
    if book.rules.peg is not None:
        needed |= {"peg", "five"}
    assert [topic for topic in sorted(needed) if book.establishes(topic) is None] == []


@pytest.mark.parametrize("id", BOOKS)
def test_whatever_happens_in_a_deal_can_be_cited(id: str) -> None:
    from allfours_edu.engine import deal, new_table

    book = load_rulebook(id)
    for seed in range(12):
        rng = random.Random(seed)
        position = deal(new_table(book.rules, rng.choice(book.rules.players), seed=seed))
        while position.to_act is not None:
            position = position.apply(rng.choice(position.legal_actions()))
        for event in position.events():
            assert book.establishes(event.topic) is not None, event.topic
            assert all(book.why(name).status != "absent" for name in event.because)


# --- topics -----------------------------------------------------------------------------------------------------------


def test_every_field_has_exactly_one_topic() -> None:
    mapped = [topic.field for topic in topics().values() if topic.field]
    assert sorted(mapped) == sorted(FIELDS)


def test_every_possible_value_has_its_words() -> None:
    for name in FIELDS:
        topic = topics()[name]
        assert topic.title.endswith("?")
        for value in choices(name):
            assert sources._key(value) in topic.values, (name, value)
        if not choices(name):
            assert "*" in topic.values, name


@pytest.mark.parametrize("id", BOOKS)
def test_every_value_of_a_book_can_be_said(id: str) -> None:
    for name, value in load_rulebook(id).rules.values():
        said = topics()[name].says(value)
        assert said.endswith(".") and "{" not in said and "_" not in said, (name, said)


def test_topics_of_events_exist() -> None:
    wanted = """deal turned call gift run bunch trump discard draw play trick peg high low jack game three five nine
                snoozer penalty out end turn misdeal revoke""".split()
    assert [topic for topic in wanted if topic not in topics()] == []
    assert all(topic.group is None or topic.group in GROUPS for topic in topics().values())


# --- witnesses --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", witnesses())
def test_a_witness_holds_together(id: str) -> None:
    witness = load_witness(id)
    known = topics()
    assert witness.clauses and witness.versions
    assert not re.search(r"\d{4}", witness.siglum), "a siglum bears no year"
    assert witness.carrier is None or witness.carrier in witnesses()
    for topic in (*witness.silent, *witness.not_seen):
        assert topic in known, topic
        assert not any(not clause.of for clause in witness.on(topic)), f"silent on {topic} and yet speaks"
    for clause in witness.clauses.values():
        assert clause.topic in known and set(clause.also) <= set(known), clause.ref
        assert clause.kind in get_args(sources.ClauseKind) and clause.status in get_args(sources.ClauseStatus)
        assert 3 <= len(clause.digest.split()) <= MOST_WORDS, clause.ref
        assert clause.status != "ambiguous" or clause.readings, f"{clause.ref} is ambiguous without readings"
        assert sum(reading.preferred for reading in clause.readings) <= 1
        for reading in clause.readings:
            assert re.fullmatch(r"R\d{1,2}", reading.register) and reading.argument


def test_sigla_are_unique() -> None:
    sigla = [load_witness(id).siglum for id in witnesses()]
    assert len(set(sigla)) == len(sigla)


def test_silence_and_lacuna_are_two_things() -> None:
    assert load_witness("enquire-1894").status("tie") == "silent"
    assert load_witness("hoyle-1807").status("after_run") == "not_seen"
    assert load_witness("cassell-1881").status("tie") == "explicit"
    assert load_witness("bga-help").status("look") is None
    assert load_witness("cassell-1881").status("misdeal") == "silent", "what it says of Loo does not count"
    assert load_witness("wiki-fives").status("trump_from") == "explicit"


def test_all_texts_on_a_topic() -> None:
    stand = {witness.id: (status, len(clauses)) for witness, status, clauses in texts_on("tie")}
    assert set(stand) == set(witnesses())
    assert stand["foster-1897"][1] >= 4 and stand["wiki-rules"] == ("silent", 0)
    with pytest.raises(RulebookError, match="Did you mean 'beg'"):
        texts_on("begg")


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", unicodedata.normalize("NFKC", text).casefold())


def test_no_digest_repeats_eight_words_of_a_text() -> None:
    texts = folder().parents[1] / "shared" / "texts"
    if not texts.is_dir():
        pytest.skip("the texts are not here")
    known: set[tuple[str, ...]] = set()
    for path in texts.iterdir():
        words = _words(re.sub(r"<[^>]+>", " ", path.read_text("utf-8", "replace")))
        known.update(zip(*(words[i:] for i in range(8)), strict=False))
    for id in witnesses():
        for clause in load_witness(id).clauses.values():
            for said in (clause.digest, *(r.says + " " + r.argument for r in clause.readings)):
                words = _words(said)
                assert not known.intersection(zip(*(words[i:] for i in range(8)), strict=False)), clause.ref


# --- refusals ---------------------------------------------------------------------------------------------------------


def test_a_misspelt_book_is_guessed() -> None:
    with pytest.raises(RulebookError, match=r"There is no rule book 'trinidda'\. Did you mean 'trinidad'\?"):
        load_rulebook("trinidda")
    with pytest.raises(RulebookError, match=r"There are: .*cassell-1881, cassell-all-fives, "):
        load_rulebook("whist")


def test_misspelt_options_fields_and_clauses_are_guessed() -> None:
    book = load_rulebook("foster-1897")
    with pytest.raises(RulebookError, match="Did you mean 'keep_nine'"):
        book.with_options("keep_nien")
    with pytest.raises(RulebookError, match="Did you mean 'low_to'"):
        book.why("low_ot")
    with pytest.raises(RulebookError, match="Did you mean 'high'"):
        find_clause("foster-1897#hihg")
    with pytest.raises(RulebookError, match="There is no witness 'fostre-1897'"):
        find_clause("fostre-1897#high")
    with pytest.raises(RulesError, match="low_to"):
        book.replace(low_to="finder")


SHIPPED = (folder() / "rulebooks" / "foster-1897.toml").read_text("utf-8")
LOW = 'low_to = { value = "holder", status = "explicit", clause = "foster-1897#low" }'


def _own(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_book_of_ones_own_loads(tmp_path: Path) -> None:
    text = SHIPPED.replace(LOW, 'low_to = { value = "taker", status = "supplied", reason = "My grandmother." }')
    path = _own(tmp_path, text.replace('id = "foster-1897"', 'id = "mine"'))
    for given in (path, str(path)):
        book = load_rulebook(given)
        assert (book.id, book.rules.low_to, book.why("low_to").reason) == ("mine", "taker", "My grandmother.")
    assert load_rulebook(book) is book


def test_a_small_book_may_extend_another(tmp_path: Path) -> None:
    path = _own(
        tmp_path,
        """
        id = "pub"
        title = "Our pub"
        short = "Pub"
        code = "PB"
        kind = "reported"
        date = "now"
        base = "foster-1897"
        extends = "foster-1897"
        players_default = 4
        absent = ["auction", "draw", "exchange", "peg", "pool"]
        inherits = { reason = "We play Seven-Up." }
        fields.target = { value = 11, status = "supplied", reason = "Custom of the house." }
        """,
    )
    book = load_rulebook(path)
    assert book.rules.target == 11 and book.why("tie").via == "foster-1897"


@pytest.mark.parametrize(
    ("old", "new", "key", "expected"),
    [
        (LOW, 'low_to = { value = "holder", status = "implied" }', "fields.low_to", "no clause and no reason"),
        (LOW, "", "fields.low_to", "is missing; expected a value with a status and a clause or a reason"),
        (LOW, LOW.replace('"holder"', '"finder"'), "fields.low_to.value", "expected 'holder' or 'taker'"),
        (LOW, LOW.replace('"holder"', '"taker"'), "fields.low_to", "sets 'holder'"),
        (LOW, LOW.replace('"explicit"', '"certain"'), "fields.low_to.status", "certain"),
        (LOW, LOW.replace("#low", "#lwo"), "fields.low_to.clause", "did you mean 'low'?"),
        (LOW, LOW.replace("foster-1897#", "forster-1897#"), "fields.low_to.clause", "did you mean 'foster-1897'?"),
        (LOW, LOW.replace("foster-1897#low", "page 12"), "fields.low_to.clause", "expected 'witness#clause'"),
        (LOW, LOW.replace("clause =", "source ="), "fields.low_to.source", "expected one of status, value"),
        (LOW, LOW.replace('value = "holder", ', ""), "fields.low_to", "needs a value"),
        (LOW, LOW.replace("low_to =", "low_ot ="), "fields.low_ot", "did you mean 'low_to'?"),
        (LOW, 'low_to = "holder"', "fields.low_to", "expected a table"),
        ("value = 7,", 'value = "seven",', "fields.target.value", "expected a whole number"),
        ("value = 7,", "value = true,", "fields.target.value", "expected a whole number"),
        ("value = [3, 3]", "value = [3, 4]", "fields", "sets (3, 3)"),
        ('title = "', "title = 7 # ", "title", "expected text"),
        ('date = "', 'dates = "', "date", "is missing"),
        ('code = "FS"', 'code = "FOO"', "code", "two of 0-9 A-Z"),
        ('base = "foster-1897"', 'base = "forster"', "base", "there is no witness 'forster'"),
        ('"peg", "pool"]', '"peg"]', "fields.deal_stake", "is missing"),
        ('"peg", "pool"]', '"peg", "pol"]', "absent", "did you mean 'pool'?"),
        ('"peg", "pool"]', '"peg", "pool", "beg"]', "fields.begs", "absent"),
        ('after_run = "nine_once"', 'after_run = "ten"', "options.keep_nine.sets.after_run", "expected 'six'"),
        ('after_run = "nine_once"', 'after_rnu = "six"', "options.keep_nine.sets.after_rnu", "did you mean"),
        ("players_default = 2", 'players_default = "two"', "players_default", "expected a whole number"),
    ],
)  # fmt: skip
def test_a_broken_book_names_file_key_and_expectation(
    tmp_path: Path, old: str, new: str, key: str, expected: str
) -> None:
    assert old in SHIPPED
    path = _own(tmp_path, SHIPPED.replace(old, new, 1))
    with pytest.raises(SourceError) as caught:
        load_rulebook(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: {key}"), message
    assert expected in message, message
    assert "expected" in message and caught.value.file == str(path) and caught.value.key.startswith(key)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"id = ", "is not TOML"),
        (b"\xff\xfe", "is not UTF-8"),
        (b"# " + b"x" * 1_000_001, "is larger than 1,000,000 bytes"),
        (b"a = " + b"[" * 20_000, "is not TOML"),
        (b"a = " + b"9" * 5_000, "is not TOML"),
        (b"options = 3", "options: is 3; expected a table"),
    ],
)
def test_a_file_that_is_no_book(tmp_path: Path, data: bytes, problem: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(data)
    with pytest.raises(SourceError, match=problem):
        load_rulebook(path)
    with pytest.raises(SourceError, match="No such file"):
        load_rulebook(tmp_path / "nowhere.toml")
    with pytest.raises(SourceError, match="is no file"):
        load_rulebook(tmp_path)
    with pytest.raises(RulebookError, match="not by 7"):
        load_rulebook(7)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("old", "new", "key", "expected"),
    [
        ('"Best trump out, one to its holder."', f'"{"word " * 41}"', "clauses.high.digest", "at most 40"),
        ('kind = "definition"', 'kind = "opinion"', "clauses.high.kind", "opinion"),
        ('status = "explicit"', 'status = "sure"', "clauses.players.status", "sure"),
        ('low_to = "holder"', 'low_to = "finder"', "clauses.low.sets.low_to", "'holder' or 'taker'"),
        ('low_to = "holder"', 'low_ot = "holder"', "clauses.low.sets.low_ot", "did you mean 'low_to'"),
        ('siglum = "Ca"', "", "siglum", "is missing"),
        ('seen = "words"', 'seen = "dream"', "seen", "dream"),
    ],
)  # fmt: skip
def test_a_broken_witness_names_file_key_and_expectation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, key: str, expected: str
) -> None:
    text = (folder() / "witnesses" / "cassell-1881.toml").read_text("utf-8")
    if key == "clauses.players.status":
        start = text.index("[clauses.players]")
        text = text[:start] + text[start:].replace(old, new, 1)
    else:
        assert old in text
        text = text.replace(old, new, 1)
    for kind in ("witnesses", "rulebooks"):
        (tmp_path / kind).mkdir()
    (tmp_path / "witnesses" / "cassell-1881.toml").write_text(text, "utf-8")
    monkeypatch.setattr(sources, "folder", lambda: tmp_path)
    monkeypatch.setattr(sources, "witnesses", lambda: ("cassell-1881",))
    with pytest.raises(SourceError) as caught:
        load_witness.__wrapped__("cassell-1881")
    message = str(caught.value)
    assert message.startswith(f"sources/witnesses/cassell-1881.toml: {key}"), message
    assert expected in message, message


# --- lightness --------------------------------------------------------------------------------------------------------


def test_importing_is_light() -> None:
    code = "import allfours_edu.sources, sys; print([m for m in ('cattrs', 'numpy', 'pandas') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_one_book_does_not_read_all_texts() -> None:
    code = (
        "from allfours_edu import sources; sources.load_rulebook('foster-1897').why('tie');"
        "print(sources.load_witness.cache_info().currsize)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) <= 2


def test_books_compare_by_what_they_say() -> None:
    book = load_rulebook("trinidad")
    assert isinstance(book, Rulebook)
    assert book.with_options("tobago") == load_rulebook("trinidad").with_options(["tobago"])
    assert len({book, load_rulebook("trinidad")}) == 1


def test_a_book_saved_with_a_mark_in_front_is_read(tmp_path: Path) -> None:
    plain = (Path(__file__).parents[1] / "sources" / "rulebooks" / "trinidad.toml").read_bytes()
    (tmp_path / "trinidad.toml").write_bytes(b"\xef\xbb\xbf" + plain)
    assert load_rulebook(str(tmp_path / "trinidad.toml")).rules == load_rulebook("trinidad").rules
