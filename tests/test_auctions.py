"""The books with bidding: every option and table is played to the end, and every position can be told and shown."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

from allfours_edu import cases
from allfours_edu.analysis.players import chance_key, player
from allfours_edu.engine import Call, Position, deal, new_table, next_table
from allfours_edu.record import Record
from allfours_edu.session import Session
from allfours_edu.sources import Rulebook, find_clause, load_rulebook, rulebooks
from allfours_edu.teach import bargain
from allfours_edu.teach.context import Context
from allfours_edu.teach.explain import call_consequence, call_label, title_line
from allfours_edu.teach.scenario import load_scenario
from allfours_edu.widgets.cites import Cites
from allfours_edu.widgets.panels import deal_end, score
from allfours_edu.widgets.rulebook import rulebook_state
from allfours_edu.widgets.state import calls, frames, hand, scene, table_state
from allfours_edu.widgets.stepper import stepper_state
from allfours_edu.widgets.table import TableWidget

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


# -- Cinch: throwing away, filling up, robbing the pack -----------------------------------------------------------


def test_as_many_are_thrown_as_one_likes_and_the_hand_is_filled_up() -> None:
    book = load_rulebook("cinch")
    at = deal(new_table(book.rules, 4, seed=3))
    for call in ("bid 5", "pass", "pass", "pass", "name S"):
        at = at.apply(call)
    first, stock = at.table.players[0], at.frame.stock
    assert [a.n for a in at.legal_actions() if isinstance(a, Call)] == [3, 4, 5, 6, 7, 8, 9]
    refused = at.why_not(f"discard {at.hand(first)[0].text}")
    assert refused is not None and refused.field == "exchange_most"
    at = at.apply("exchange 5")
    kept = at.hand(first)[5:]
    for c in at.hand(first)[:5]:
        at = at.apply(f"discard {c.text}")
    assert set(at.hand(first)) == {*kept, *stock[:2]} and len(at.hand(first)) == 6
    for _ in range(2):
        at = at.apply("exchange 3")
        for c in at.hand(str(at.to_act))[:3]:
            at = at.apply(f"discard {c.text}")
    dealer = at.table.dealer
    assert at.to_act == dealer and len(at.hand(dealer)) == 9 + len(stock) - 2 and not at.frame.stock
    assert at.seen_by(first).hand == at.hand(first)
    end = played_out(at)
    filled = [(e.seat, e.n, e.data["robs"]) for e in end.events() if e.kind == "fill"]
    assert filled == [(first, 2, False), (dealer, len(stock) - 2, True)]
    assert all(mask.bit_count() == 6 for mask in end.frame.hands)


def test_cards_chosen_at_the_table_say_how_many() -> None:
    widget = TableWidget(Session(load_rulebook("cinch"), deal(new_table(load_rulebook("cinch").rules, 4, seed=9))))
    widget.act("bid 9")
    widget.act("name S")
    wanted = widget.state["choose"]
    assert (wanted["min"], wanted["max"]) == (3, 9) and all(c["legal"] for c in widget.state["hand"])
    chosen = [c["id"] for c in widget.state["hand"][-4:]]
    widget.act(*(f"discard {c}" for c in chosen))
    assert len(widget.state["hand"]) == 6 and widget.position.phase == "play"
    widget.undo()
    assert widget.state["choose"]["max"] == 9  # how many and which are one decision
    hint = widget.session.advice()
    assert hint[0].action.n == len(hint) - 1 and all(c.action.verb == "discard" for c in hint[1:])


def test_the_left_pedro_stands_among_the_trumps() -> None:
    made = load_scenario("ex-31")
    shown = hand(made.begun(), "B", made.book, Cites())
    assert next((c["id"], c["trump"], c.get("mark")) for c in shown) == ("5S", True, "Left Pedro")


# -- what a learner is told of the bargain ----------------------------------------------------------------------------


@pytest.mark.parametrize(("id", "you", "stands", "came_of_it"), [
    ("ex-08", "C", "B has to make 2", "B bid 2 and made 2."),
    ("ex-09", "A", "You have to make 3", "You bid 3 and made only 2: nothing of it counts, and 3 come off."),
    ("ex-20", "A", "You pitch, bound to nothing", None),
])  # fmt: skip
def test_the_bargain_is_always_in_sight(id: str, you: str, stands: str, came_of_it: str | None) -> None:
    made = load_scenario(id)
    begun, end = made.begun(), made.played(made.outcomes[0])
    assert scene(begun, you, made.book)["contract"] == stands
    told = bargain.outcome(Context(end, you, made.book))
    assert (told[0] if told else None) == came_of_it
    rows = {row["id"]: row for row in deal_end(Context(end, you, made.book), made.book, Cites())["rows"]}
    if came_of_it and "only" in came_of_it:
        assert rows["bid"]["n"] == -3 and "n" not in rows["high"] and "does not count" in rows["high"]["text"]


def test_in_the_hole_and_red_counters() -> None:
    made = load_scenario("ex-14")
    end = made.played(made.outcomes[0], made.book.with_options("red_counter"))
    panel = score(Context(end, "A", made.book), made.book)
    assert panel["style"] == "leaving" and panel["sides"][0]["hole"] == 2
    assert panel["reds"] == 1 and "1 red counter," in panel["note"]
    following = next_table(end)
    assert following is not None and following.pool == 1


def test_the_seller_hears_the_bids_or_pitches_unasked() -> None:
    book = load_rulebook("foster-sell")
    widget = TableWidget(Session(book, deal(new_table(book.rules, 4, seed=5)), you="South"))
    assert "You sell the pitch" in widget.state["title"] and [c["id"] for c in widget.state["calls"]] == ["go_on"]
    assert all(c["legal"] for c in widget.state["hand"])
    widget.act(widget.state["hand"][0]["id"])
    assert widget.position.frame.contract is not None and widget.position.frame.contract.n == 4


def test_a_bid_that_is_barred_says_why() -> None:
    book = load_rulebook("foster-sell")
    table = new_table(book.rules, ["A", "South", "C", "D"], scores={"A": 5}, seed=4)
    shown = calls(deal(table), "South", book, Cites())
    assert [(c["id"], bool(c.get("disabled"))) for c in shown] == [
        ("pass", False), ("bid 1", False), ("bid 2", True), ("bid 3", True), ("bid 4", True),
    ]  # fmt: skip
    assert "put the seller out" in shown[2]["why"] and shown[2]["cites"]


def test_many_numbers_are_small_buttons() -> None:
    book = load_rulebook("foster-snoozer")
    at = deal(new_table(book.rules, 4, seed=1))
    state = table_state(at, str(at.to_act), book, Cites(), rev=1)
    assert [c["short"] for c in state["calls"] if "short" in c] == [str(n) for n in range(1, 37)]
    assert "Choose a number" in state["numbers"]


def test_who_retires_and_who_pays() -> None:
    made = load_scenario("ex-22")
    end = made.played(made.outcomes[0])
    sheet = deal_end(Context(end, "C", made.book), made.book, Cites())
    assert sheet["match"].endswith("A and B retire. You are the last, and pay.")
    assert "You are the last one left" in title_line(Context(end, "C", made.book))
