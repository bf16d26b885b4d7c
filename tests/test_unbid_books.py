"""The books without an auction: pitched trump, drawing from a stock, and the early English ones.

Written down from the comparison of the texts, not from the files: value and mark (Explicit, Implied, Supplied,
Contradictory) of the fields that make each of them another game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from allfours_edu.cards import Card, card, cards
from allfours_edu.engine import Position, deal, new_table, pack_for
from allfours_edu.engine.table import draw_layout
from allfours_edu.record import Record
from allfours_edu.rules import FIELDS, RulesError
from allfours_edu.sources import Rulebook, find_clause, load_rulebook, load_witness, rulebooks, witnesses
from allfours_edu.teach.compare import CompareError, compare
from allfours_edu.teach.context import Context
from allfours_edu.teach.explain import sentence
from allfours_edu.teach.moments import moments

MARKS = {"E": "explicit", "I": "implied", "S": "supplied", "C": "contradictory"}
ONES = (1,) * 6
VALUES: dict[str, dict[str, tuple[object, str]]] = {
    "foster-pitch": {
        "players": ((2, 3, 4), "I"), "sides": ("partners_at_four", "I"), "target": (7, "I"),
        "cut_wins": ("highest", "I"), "packets": ((3, 3), "I"), "look": ("all", "S"), "trump_from": ("pitch", "E"),
        "first_lead": ("eldest", "E"), "follow": ("follow_or_trump", "I"), "low_to": ("holder", "I"),
        "tie": ("nobody", "E"), "stripped": ("none", "I"), "pips": ("usual", "I"), "misdeal": ("same_dealer", "E"),
    },
    "cassell-blind": {
        "players": ((2,), "E"), "target": (9, "C"), "cut_wins": ("highest", "S"), "packets": ((3, 3), "S"),
        "look": ("all", "S"), "trump_from": ("pitch", "E"), "first_lead": ("eldest", "E"),
        "follow": ("follow_or_trump", "S"), "low_to": ("holder", "I"), "tie": ("eldest_of_tied", "I"),
        "stripped": ("none", "E"), "revoke_points": ("one", "S"),
    },
    "west-yorkshire": {
        "players": ((4,), "E"), "sides": ("partners_at_four", "E"), "target": (11, "E"),
        "cut_wins": ("first_jack", "E"),
        "packets": ((2, 2, 2), "S"), "look": ("pitcher_side_waits", "E"), "trump_from": ("pitch", "E"),
        "first_lead": ("eldest", "E"), "follow": ("follow_or_trump", "E"), "low_to": ("holder", "E"),
        "tie": ("nobody", "E"), "early_look": (4, "E"),
    },
    "lancashire": {
        "players": ((4,), "S"), "sides": ("partners_at_four", "S"), "target": (11, "E"),
        "cut_wins": ("first_jack", "S"),
        "packets": ((3, 3), "S"), "look": ("all", "S"), "trump_from": ("pitch", "E"), "first_lead": ("eldest", "E"),
        "follow": ("follow_or_trump", "S"), "low_to": ("taker", "E"), "tie": ("nobody", "S"),
    },
    "cotton-1674": {
        "players": ((2,), "E"), "sides": ("each", "E"), "target": (11, "E"), "cut_rank": ("put", "E"),
        "cut_wins": ("highest", "E"), "cut_tie": ("tied_only", "S"), "packets": ((3, 3), "E"), "look": ("all", "S"),
        "turn_points": ((("J", 1),), "E"), "refused_suit": ("nothing", "S"), "earlier_turns": ("kept", "S"),
        "begs": ("once", "S"), "gift_may_put_out": (True, "S"), "bunch": ("never", "S"), "after_run": ("six", "S"),
        "exhausted": ("same_dealer", "S"), "follow": ("follow_or_trump", "E"), "void": ("free", "S"),
        "first_lead": ("eldest", "S"), "low_to": ("holder", "I"), "tie": ("non_dealer", "S"),
        "discarded": ("out_of_play", "S"), "revoke_points": ("one", "S"), "misdeal": ("new_deal_if_claimed", "S"),
    },
    "running-all-fours-1674": {
        "players": ((2,), "I"), "target": (31, "E"), "cut_rank": ("put", "I"),
        "turn_points": ((("A", 4), ("K", 3), ("Q", 2), ("J", 1)), "E"),
        "peg_values": ((("A", 4), ("K", 3), ("Q", 2), ("J", 1)), "C"), "peg_to": ("winner", "C"),
        "jack_besides": (False, "S"), "follow": ("follow_or_trump", "I"), "tie": ("non_dealer", "S"),
    },
    "hoffmann-1909": {
        "players": ((2, 4), "E"), "sides": ("partners_at_four", "E"), "target": (7, "E"), "cut_wins": ("highest", "E"),
        "cut_tie": ("tied_only", "S"), "direction": ("left", "S"), "hand_size": (6, "E"), "packets": ((3, 3), "S"),
        "look": ("eldest_and_dealer", "E"), "turn_points": ((("J", 1),), "E"), "refused_suit": ("scores", "C"),
        "earlier_turns": ("kept", "E"), "begs": ("once", "S"), "after_run": ("six", "I"),
        "follow": ("follow_or_trump", "E"), "void": ("free", "I"), "first_lead": ("eldest", "E"),
        "low_to": ("holder", "E"), "tie": ("non_dealer", "E"), "revoke_points": ("one", "S"),
    },
    "foster-california-jack": {
        "players": ((2,), "E"), "target": (7, "E"), "hand_size": (6, "I"), "packets": ((3, 3), "I"),
        "trump_from": ("cut", "E"), "remainder": ("none", "I"), "stock": ("face_up", "E"), "draw_seen": ("open", "I"),
        "first_lead": ("eldest", "I"), "follow": ("follow_or_trump", "I"), "void": ("free", "I"),
        "low_to": ("taker", "E"), "point_to": ("taker", "E"), "tie": ("nobody", "C"),
    },
    "foster-shasta-sam": {
        "players": ((2,), "I"), "target": (7, "I"), "trump_from": ("cut", "I"), "stock": ("face_down", "E"),
        "draw_seen": ("closed", "I"), "low_to": ("taker", "I"), "tie": ("nobody", "C"),
    },
    "group-california-jack": {
        "players": ((2,), "E"), "sides": ("each", "S"), "target": (7, "C"), "hand_size": (6, "E"),
        "packets": (ONES, "E"),
        "trump_from": ("stock_top", "E"), "remainder": ("removed", "E"), "stock": ("face_up", "E"),
        "draw_seen": ("open", "E"), "first_lead": ("eldest", "E"), "low_to": ("taker", "E"), "point_to": ("taker", "I"),
        "tie": ("nobody", "I"), "out_order": (("high", "low", "jack", "game"), "E"), "discarded": ("out_of_play", "S"),
    },
    "french-fours": {
        "players": ((2, 3, 4, 5, 6, 7, 8), "E"), "sides": ("either_at_four", "E"), "target": (7, "S"),
        "hand_size": (3, "E"), "packets": ((3,), "S"), "trump_from": ("stock_top", "E"), "remainder": ("removed", "C"),
        "stock": ("face_up", "E"), "draw_seen": ("open", "E"), "first_lead": ("eldest", "E"),
        "follow": ("follow_else_any", "C"), "void": ("free", "S"), "low_to": ("taker", "E"), "point_to": ("taker", "E"),
        "tie": ("eldest_of_tied", "I"),
    },
}  # fmt: skip
BOOKS = tuple(VALUES)
DRAWN = ("foster-california-jack", "foster-shasta-sam", "group-california-jack", "french-fours")
OPTIONS: dict[str, dict[str, dict[str, object]]] = {
    "cassell-blind": {
        "seven": {"target": 7}, "stripped": {"stripped": "sixes_sevens", "pips": "all_cards"},
        "tie_nobody": {"tie": "nobody"},
    },
    "west-yorkshire": {
        "two_hands": {"players": (2,), "target": 9}, "league": {"target": 15},
        "no_cutting_in": {"follow": "follow_else_any"},
    },
    "cotton-1674": {"seven": {"target": 7}, "fifteen": {"target": 15}, "set_of_four": {"target": 4}},
    "hoffmann-1909": {
        "lowest_deals": {"cut_wins": "lowest"}, "refused_jack_nothing": {"refused_suit": "nothing"},
        "keep_all": {"after_run": "all"}, "count_blind": {"wrong_score": "one"},
    },
    "foster-california-jack": {"tie_non_dealer": {"tie": "non_dealer"}},
    "group-california-jack": {
        "ten": {"target": 10}, "cut": {"trump_from": "cut"}, "three_or_four": {"players": (2, 3, 4)},
    },
    "french-fours": {"follow_or_trump": {"follow": "follow_or_trump"}},
}  # fmt: skip
VARIANTS = [(book, option) for book in BOOKS for option in ("", *load_rulebook(book).options)]


# --- the books --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", BOOKS)
def test_values_and_marks_are_those_of_the_comparison(id: str) -> None:
    book = load_rulebook(id)
    found = {field: (getattr(book.rules, field), book.why(field).status) for field in VALUES[id]}
    assert found == {field: (value, MARKS[mark]) for field, (value, mark) in VALUES[id].items()}


@pytest.mark.parametrize("id", BOOKS)
def test_every_field_is_explained(id: str) -> None:
    book = load_rulebook(id)
    for field, _ in book.rules.values():
        why = book.why(field)
        assert why.status in MARKS.values() and (why.clause is not None or why.reason), field
        assert why.status not in ("supplied", "contradictory") or why.reason, field
        if why.status == "contradictory" and why.clause is not None and why.clause.readings:
            assert why.reading is not None and why.reading.preferred, field
        if why.status == "explicit" and why.clause is not None:
            says = {why.clause.topic, *why.clause.also, *why.clause.sets, *(why.reading.sets if why.reading else ())}
            assert field in says or FIELDS[field] in ("pack", "play", "game"), (field, why.clause.ref)


@pytest.mark.parametrize(("book", "option"), [(b, o) for b in OPTIONS for o in OPTIONS[b]])
def test_options_set_what_they_say(book: str, option: str) -> None:
    chosen = load_rulebook(book).with_options(option)
    assert {field: getattr(chosen.rules, field) for field in OPTIONS[book][option]} == OPTIONS[book][option]


def test_no_two_books_have_one_code() -> None:
    codes = [load_rulebook(id).code for id in rulebooks()]
    assert len(set(codes)) == len(codes)


@pytest.mark.parametrize("number", [26, 27, 28, 29, 30])
def test_a_disputed_place_shows_every_reading(number: int) -> None:
    found = [r for w in witnesses() for c in load_witness(w).clauses.values() for r in c.readings]
    found = [reading for reading in found if reading.register == f"R{number}"]
    assert len({reading.id for reading in found}) >= 2 and sum(reading.preferred for reading in found) == 1


def test_what_is_known_at_third_hand_says_so() -> None:
    book = load_rulebook("west-yorkshire")
    assert book.kind == "reported" and book.why("look").chip == "translated"
    for topic in ("trick", "next_dealer", "settle", "high", "call"):  # never a clause about another island's game
        clause = book.establishes(topic)
        assert clause is not None and (clause.witness != "pagat-fr" or clause.of == "yorkshire")


def test_a_book_of_a_name_that_could_begin_a_code() -> None:
    import allfours_edu as af

    assert af.new_deal("lancashire", seed=3).rules == load_rulebook("lancashire").rules
    with pytest.raises(ValueError, match="lancashire"):
        af.new_deal("lancashir", seed=3)
    assert af.new_deal("lTT4-79").rules == load_rulebook("trinidad").rules


# --- play -------------------------------------------------------------------------------------------------------------


def played(book: Rulebook, size: int, seed: object) -> Position:
    rng = random.Random(f"{book.id}{book.active}{size}{seed}")
    position = deal(new_table(book.rules, size, seed=str(seed)))
    while position.to_act is not None:
        position = position.apply(rng.choice(position.legal_actions()))
    return position


@pytest.mark.parametrize(("id", "option"), VARIANTS)
def test_a_deal_is_told_and_recorded_under_every_option(id: str, option: str) -> None:
    """A sentence for every event, a reason at every step, and a record that gives the same deal back."""
    book = load_rulebook(id).with_options(option or ())
    for size in book.rules.players:
        end = played(book, size, 1)
        ctx = Context.of(end, None, book)
        assert all(sentence(event, ctx) for event in end.events())
        for moment in moments(end):
            text, _ = moment.why(ctx, book)
            assert moment.text(ctx) and isinstance(text, str)
        record = Record.of(end, book)
        for again in (Record.read(record.to_json()), Record.read(record.to_text())):
            assert again.position().actions() == end.actions() and again.position().scores == end.scores


def test_a_pitched_trump_is_nobody_s_to_refuse() -> None:
    for id in ("foster-pitch", "cassell-blind", "west-yorkshire", "lancashire"):
        start = deal(new_table(load_rulebook(id).rules, seed=2))
        assert start.phase == "play" and start.trump is None and not start.turn_ups
        first = start.legal_actions()[0]
        assert isinstance(first, Card) and start.apply(first).trump == first.suit


def test_the_partner_of_the_pitcher_waits() -> None:
    start = deal(new_table(load_rulebook("west-yorkshire").rules, seed=2))
    eldest, second, partner, _ = start.table.players
    assert start.seen_by(partner).hand is None
    assert start.seen_by(eldest).hand and start.seen_by(second).hand
    led = start.apply(start.legal_actions()[0])
    assert led.seen_by(partner).hand


def drawing(end: Position) -> Iterator[Position]:
    return (at for at in end.path() if at.stock_left)


@pytest.mark.parametrize("id", DRAWN)
def test_hands_are_kept_up_from_the_stock(id: str) -> None:
    book = load_rulebook(id)
    for size in book.rules.players:
        end = played(book, size, 3)
        layout = draw_layout(book.rules, size)
        assert len(end.tricks) == layout.tricks and not end.stock_left
        assert len(end.table.pack) + len(end.table.removed) == 52 and len(end.table.pack) % size == 0
        for at in drawing(end):
            if not at.trick:
                assert {len(at.hand(seat)) for seat in at.table.players} == {book.rules.hand_size}
        draws = [event for event in end.events() if event.kind == "draw"]
        assert len(draws) == layout.stock
        for n, trick in enumerate(end.tricks[: layout.tricks_while_drawing]):
            assert draws[n * size].seat == trick.winner  # the winner draws first
            assert [event.cards[0] for event in draws[n * size : (n + 1) * size]] == list(
                end.path()[0].frame.stock[n * size : (n + 1) * size]
            )


@pytest.mark.parametrize(("size", "removed"), [(2, 0), (3, 1), (4, 0), (5, 2), (6, 4), (7, 3), (8, 4)])
def test_as_many_deuces_go_as_would_be_over(size: int, removed: int) -> None:
    table = new_table(load_rulebook("french-fours").rules, size)
    assert len(table.removed) == removed and {c.rank for c in table.removed} <= {"2"}
    assert new_table(table.rules, size, pack=table.pack).removed == table.removed


def test_the_trump_is_told_where_nobody_has_a_say_in_it() -> None:
    top = deal(new_table(load_rulebook("french-fours").rules, 2, seed=5))
    told = next(event for event in top.events() if event.kind == "settled_trump")
    assert told.cards == top.frame.stock[:1] and told.cards[0].suit == top.trump and told.because == ("trump_from",)
    cut = deal(new_table(load_rulebook("foster-california-jack").rules, trump="H", seed=5))
    told = next(event for event in cut.events() if event.kind == "settled_trump")
    assert told.cards == () and cut.trump == told.data["suit"] == "H"
    assert not any(e.kind == "settled_trump" for e in deal(new_table(load_rulebook("foster-1897").rules, 2)).events())


def test_an_open_stock_shows_its_top_and_what_is_drawn_a_closed_one_neither() -> None:
    for id, shown in (("foster-california-jack", True), ("foster-shasta-sam", False)):
        at = deal(new_table(load_rulebook(id).rules, seed=4))
        for _ in range(2):
            at = at.apply(at.legal_actions()[0])
        me, other = at.table.players
        drawn = set(at.dealt(other)) - set(at.path()[0].dealt(other))
        view = at.seen_by(me)
        assert len(drawn) == 1 and view.stock_open == (at.frame.stock[:1] if shown else ())
        assert {c for _, known in view.known for c in known} == (drawn if shown else set())


def test_a_shortened_pack_counts_every_spot() -> None:
    rules = load_rulebook("cassell-blind").with_options("stripped").rules
    pack, _ = pack_for(rules, 2, 1)
    assert len(pack) == 44 and not {c.rank for c in pack} & {"6", "7"}


def test_running_all_fours_marks_turned_and_won_honours() -> None:
    rules = load_rulebook("running-all-fours-1674").rules
    hands = {"South": "AH 2S 3S 4S 5S 6S", "North": "JH 2C 3C 4C 5C 6C"}
    at = deal(new_table(rules, hands=hands, turn_ups=cards("KH"), dealer="North"))
    assert at.scores == {"South": 0, "North": 3}
    at = at.apply("stand").apply(card("AH")).apply(card("JH"))
    assert at.scores == {"South": 5, "North": 3}
    ten = deal(new_table(rules, turn_ups=cards("TD"), dealer="North"))
    assert ten.scores == {"South": 0, "North": 0}


# --- side by side -----------------------------------------------------------------------------------------------------


def test_best_play_is_not_had_where_cards_are_drawn() -> None:
    found = compare("foster-1897", "french-fours", seed=2)
    assert found.modes == ("same", "players")
    with pytest.raises(CompareError, match="stock"):
        found.table("best")


def test_a_book_with_other_cards_has_another_deal() -> None:
    stripped = load_rulebook("cassell-blind").with_options("stripped")
    for first, second in (("foster-pitch", stripped), (stripped, "foster-pitch")):
        found = compare(first, second, seed=6)
        for mode in found.modes:
            assert all(len(row.cells) == 2 for row in found.table(mode).rows)
        seam = found.table("players").columns[1].seam
        assert seam is not None and seam.fields == ("stripped",) and "other cards" in seam.text


def test_how_the_trump_is_made_is_told_as_it_is() -> None:
    for book, words in (("foster-california-jack", "cuts for"), ("group-california-jack", "top card"),
                        ("foster-pitch", "turns no card")):  # fmt: skip
        found = compare("foster-1897", book, seed=6)
        assert words in found.table("same").note
        seam = found.table("players").columns[1].seam
        assert seam is not None and words in seam.text and seam.fields == ("trump_from",)
    assert "turns a card" in compare("foster-pitch", "foster-1897", seed=6).table("same").note


def test_three_draw_evenly_only_without_a_deuce() -> None:
    rules = load_rulebook("group-california-jack").rules
    with pytest.raises(RulesError, match="draw evenly"):
        rules.replace(players=(2, 3), remainder="none")
    assert find_clause("seed-group#california-more").sets["remainder"] == "removed"
