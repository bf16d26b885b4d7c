"""The books with bidding: every option and table is played to the end, and every position can be told and shown."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

from allfours_edu import cases
from allfours_edu.analysis.players import chance_key, player
from allfours_edu.engine import Position, deal, new_table, next_table
from allfours_edu.record import Record
from allfours_edu.sources import Rulebook, find_clause, load_rulebook, rulebooks
from allfours_edu.teach.context import Context
from allfours_edu.teach.explain import call_consequence, call_label, title_line
from allfours_edu.widgets.cites import Cites
from allfours_edu.widgets.rulebook import rulebook_state
from allfours_edu.widgets.state import calls, frames, scene
from allfours_edu.widgets.stepper import stepper_state

AUCTIONS = tuple(id for id in rulebooks() if load_rulebook(id).rules.auction is not None)
NINE = {
    "foster-sell", "foster-board", "foster-smudge", "commercial-pitch-10", "auction-pitch-modern", "bicycle-smudge",
    "foster-sancho", "foster-snoozer", "cinch",
}  # fmt: skip
CHOSEN = [(id, option) for id in AUCTIONS for option in ("", *load_rulebook(id).options)]


def played_out(position: Position) -> Position:
    """The deal as the computer players play it."""
    key, bot = chance_key(position.table), player("foster")
    while position.to_act is not None:
        position = position.apply(bot.choose(position.seen_by(position.to_act), key).action)
    return position


def random_positions(book: Rulebook, size: int, seed: int) -> Iterator[Position]:
    rng = random.Random(f"{book.id} {size} {seed}")
    at = deal(new_table(book.rules, size, seed=seed))
    yield at
    while at.to_act is not None:
        at = at.apply(rng.choice(at.legal_actions()))
        yield at


def test_the_books_are_there() -> None:
    assert set(AUCTIONS) >= NINE


@pytest.mark.parametrize(("id", "option"), CHOSEN)
def test_matches_come_to_their_end(id: str, option: str) -> None:
    """Computer players play on until somebody has won or, where the last one pays, is left to pay."""
    book = load_rulebook(id).with_options(option or ())
    for size in book.rules.players if not option else (book.players_default,):
        table = new_table(book.rules, size, seed=7)
        for _ in range(150):
            end = played_out(deal(table))
            following = next_table(end)
            if following is None:
                break
            assert set(following.players) <= set(table.players)
            table = following
        assert end.result is not None
        last_pays = book.rules.match_ends == "last_pays"
        assert (end.result.loser if last_pays else end.winner) is not None, "nobody has won"


@pytest.mark.parametrize("id", AUCTIONS)
def test_every_position_can_be_told_and_shown(id: str) -> None:
    book = load_rulebook(id)
    sizes = {book.rules.players[0], book.rules.players[-1]}
    phases = set()
    for size in sizes:
        for at in random_positions(book, size, 3):
            phases.add(at.phase)
            if at.to_act is None:
                continue
            assert title_line(Context(at, at.to_act, book))
            cites = Cites()
            assert scene(at, at.to_act, book, cites) and frames(at.previous, at, at.to_act, book, cites)
            shown = calls(at, at.to_act, book, cites)
            for action in at.legal_actions() if at.phase in ("bid", "sale", "name") else ():
                label = call_label(action, book)
                assert label and call_consequence(action, at, book, at.to_act)
                assert label in json.dumps(shown, ensure_ascii=False)
    assert {"bid", "play", "over"} <= phases or id == "cinch"


@pytest.mark.parametrize("id", AUCTIONS)
def test_a_deal_is_stepped_and_recorded(id: str) -> None:
    book = load_rulebook(id)
    for size in (book.rules.players[0], book.rules.players[-1]):
        end = played_out(deal(new_table(book.rules, size, seed=5)))
        steps = stepper_state(end, book)["frames"]
        assert all(step["text"] and step["phase"] for step in steps)
        record = Record.of(end, book)
        for again in (Record.from_json(record.to_json()), Record.from_text(record.to_text())):
            assert again.position().actions() == end.actions() and again.position().scores == end.scores


@pytest.mark.parametrize("id", AUCTIONS)
def test_the_page_of_the_book_shows_every_reason(id: str) -> None:
    book = load_rulebook(id)
    assert rulebook_state(id)
    for field, _ in book.rules.values():
        why = book.why(field)
        assert why.reason or why.clause is not None, field


def test_a_bid_that_would_put_the_seller_out_has_two_readings() -> None:
    readings = find_clause("foster-1897#pitch-put-out").readings
    assert [(r.register, r.sets["put_out_seller"], r.preferred) for r in readings] == [
        ("R31", "barred", True), ("R31", "full_value", False),
    ]  # fmt: skip
    book = load_rulebook("foster-sell")
    assert book.why("put_out_seller").reading is readings[0]
    assert book.with_options("bid_full_value").why("put_out_seller").reading is readings[1]


def test_cases_of_the_auction() -> None:
    """The hand made for a smudge, as the two books judge it."""
    given = {
        "question": "settle", "players": ["A", "B", "C", "D"], "dealer": "D", "pitcher": "B", "bid": 4,
        "scores": {"A": 6, "B": 0, "C": 6, "D": 3}, "made": {"high": "B", "low": "B", "jack": "B", "game": "B"},
    }  # fmt: skip
    for book, expect in (("foster-smudge", {"winner": "B", "out_by": "smudge"}), ("foster-board", {"winner": None})):
        case = {"id": "x", "form": "question", "rulebook": book, "options": [], "given": given, "expect": expect}
        assert cases.judge(case) == []


def test_the_joker_is_never_pitched_unasked() -> None:
    for seed in range(40):
        at = deal(new_table(load_rulebook("foster-snoozer").rules, 4, seed=seed))
        unasked = {card.text for card in at.rights(at.table.players[0]) if not hasattr(card, "verb")}
        assert unasked == {card.text for card in at.hand(at.table.players[0])} - {"JOKER"}
