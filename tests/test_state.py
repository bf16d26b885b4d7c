"""The data the browser is sent: complete, true to the position, and without a card the reader may not see."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from shelf import tables

from allfours_edu.cards import BY_TEXT
from allfours_edu.engine import BEG, GIVE, RUN, STAND, Call, Position, Verb, deal, new_table, parse_action
from allfours_edu.sources import Rulebook, load_rulebook, rulebooks
from allfours_edu.widgets import base
from allfours_edu.widgets.base import AllFoursWidget, BadMessageError, checked
from allfours_edu.widgets.state import Cites, calls, frames, hand, scene, table_state

State = dict[str, Any]
SIZES = {id: load_rulebook(id).rules.players for id in rulebooks()}
BOOKS = tables()
NAMES = {c.name: c.text for c in BY_TEXT.values()} | {
    c.name.replace("jack", "knave"): c.text for c in BY_TEXT.values() if c.rank == "J"
}
ANY_CARD = re.compile(r"(?<![A-Za-z0-9])(?:JOKER|[2-9TJQKA][SHDC])(?![A-Za-z0-9])")


def positions(book: Rulebook, players: int, seed: int) -> Iterator[tuple[Position | None, Position]]:
    """A random deal, each position with the one shown before it."""
    rng = random.Random(f"state/{book.id}/{players}/{seed}")
    before: Position | None = None
    at = deal(new_table(book.rules, players, seed=seed))
    yield before, at
    while at.to_act is not None:
        before = at
        for _ in range(rng.randint(1, 4)):
            if at.to_act is not None:
                at = at.apply(rng.choice(at.legal_actions()))
        yield before, at


def cards_in(state: State) -> set[str]:
    """Every card that stands anywhere in a state: as a value, in rich text, in spoken words."""
    text = json.dumps(state)
    found = set(ANY_CARD.findall(text))
    return found | {card for name, card in NAMES.items() if name in text.lower()}


def may_see(position: Position, viewer: str) -> set[str]:
    view = position.seen_by(viewer)
    seen = {c.text for c in view.hand or ()} | {c.text for _, c in view.plays} | {c.text for c in view.turn_ups}
    seen |= {c.text for c in view.stock_open} | {c.text for _, many in view.known for c in many}
    return seen | {a.card.text for who, a in position.actions() if isinstance(a, Call) and a.card and who == viewer}


# -- nothing hidden is sent ------------------------------------------------------------------------------


@pytest.mark.parametrize(("id", "players"), BOOKS)
def test_no_hidden_card_is_anywhere_in_the_state(id: str, players: int) -> None:
    book = load_rulebook(id)
    for seed in range(2):
        for before, at in positions(book, players, seed):
            if at.over:
                continue
            for viewer in at.table.players:
                cites = Cites()
                state = table_state(at, viewer, book, cites, rev=1, before=before)
                assert cards_in(state) <= may_see(at, viewer), (seed, viewer)


@pytest.mark.parametrize("id", ["trinidad", "foster-1897"])
def test_states_that_look_the_same_are_the_same(id: str) -> None:
    """Other cards in the hands of others, the same state for the reader."""
    book = load_rulebook(id)
    first = deal(new_table(book.rules, 4, seed=3))
    me = first.to_act
    assert me is not None
    others = [p for p in first.table.players if p != me]
    hands = {p: [c.text for c in first.hand(p)] for p in others}
    swapped = {others[0]: hands[others[1]], others[1]: hands[others[0]], me: [c.text for c in first.hand(me)]}
    again = deal(new_table(book.rules, 4, seed=3, hands=swapped, turn_ups=[first.turn_ups[0].text]))
    assert first.hand(others[0]) != again.hand(others[0])
    for action in (None, STAND):
        one, two = (p if action is None else p.apply(action) for p in (first, again))
        assert table_state(one, me, book, Cites(), rev=1) == table_state(two, me, book, Cites(), rev=1)


def test_who_may_not_look_yet_sees_nothing() -> None:
    book = load_rulebook("foster-1897")
    at = deal(new_table(book.rules, 4, seed=3))
    assert at.seen_by(at.table.players[1]).hand is None
    state = table_state(at, at.table.players[1], book, Cites(), rev=1)
    assert state["hand"] == [] and state["scene"]["counts"][at.table.players[1]] == 6
    assert "not look" in state["text"]


# -- it is what the position says ---------------------------------------------------------------------------


@pytest.mark.parametrize(("id", "players"), BOOKS)
def test_states_are_whole(id: str, players: int) -> None:
    book = load_rulebook(id)
    for before, at in positions(book, players, 1):
        viewer = at.table.players[0]
        cites = Cites()
        state = table_state(at, viewer, book, cites, rev=4, before=before)
        json.dumps(state, allow_nan=False)
        assert state["rev"] == 4 and state["title"] and state["scene"]["seats"][0]["id"] == viewer
        assert _ids(state) <= set(cites.all)
        assert len({p["id"] for p in state["panels"]}) == len(state["panels"])
        lawful = {c["id"] for c in state["hand"] if c["legal"]}
        may = at.legal_actions() if at.to_act == viewer else at.rights(viewer)  # the eldest may pitch unasked
        plays = {c.text for c in may if not isinstance(c, Call)}
        if state["hand_mode"] == "play":
            assert lawful == plays
        for c in state["hand"]:
            assert c["legal"] or c["why"]
        offered = {b["id"] for b in state["calls"] if not b.get("disabled")}
        for a in at.legal_actions() if at.to_act == viewer else ():
            if isinstance(a, Call) and a.verb != Verb.DISCARD:
                assert str(a) in offered
        for text in offered:
            parse_action(text)
        assert sum(state["scene"]["counts"].values()) == sum(len(at.hand(p)) for p in at.table.players)
        assert table_state(at, viewer, book, Cites(), rev=4, before=before) == state  # the same, every time


def _ids(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = set(value.get("cites") or ())
        return own.union(*(_ids(v) for v in value.values()))
    return set().union(*(_ids(v) for v in value)) if isinstance(value, list) else set()


@pytest.mark.parametrize(("id", "players"), BOOKS)
def test_frames_lead_from_what_was_shown_to_what_is(id: str, players: int) -> None:
    book = load_rulebook(id)
    for before, at in positions(book, players, 2):
        viewer = at.table.players[-1]
        shown = scene(before, viewer, book) if before is not None else {}
        for frame in frames(before, at, viewer, book):
            assert frame["say"]
            trick = frame["scene"].get("trick")
            assert frame["hold"] == bool(trick and trick["done"])
            shown = {**shown, **frame["scene"]}
        now = scene(at, viewer, book)
        differing = {k for k in now if shown.get(k) != now[k]}
        assert differing <= {"trick", "turn"}, differing  # a finished trick stays until it is taken in


def test_undo_and_the_next_deal() -> None:
    book = load_rulebook("trinidad")
    first = deal(new_table(book.rules, seed=7))
    later = first.apply(STAND)
    assert frames(later, first, "South", book) == []
    other = deal(new_table(book.rules, seed=8))
    assert "West deals" in frames(first, other, "South", book)[0]["say"]


def test_a_finished_trick_is_held_with_its_winner() -> None:
    book = load_rulebook("trinidad")
    at = start = deal(new_table(book.rules, seed=7)).apply(STAND)
    while not at.tricks:
        at = at.apply(at.legal_actions()[0])
    last = frames(start, at, "South", book)[-1]
    assert last["hold"] and len(last["scene"]["trick"]["plays"]) == 4
    assert last["scene"]["trick"]["best"] == at.tricks[0].winner
    state = table_state(at, "South", book, Cites(), rev=2)
    assert state["scene"]["trick"] is None and state["tricks"][0]["winner"] == at.tricks[0].winner


def test_running_the_cards_is_shown_in_two_steps() -> None:
    book = load_rulebook("trinidad")
    before = deal(new_table(book.rules, seed=5)).apply(BEG)
    after = before.apply(RUN)
    found = frames(before, after, "South", book)
    assert found[0]["scene"]["bubbles"]["West"] == "runs the cards" and "counts" not in found[0]["scene"]
    assert found[1]["scene"]["counts"]["South"] == 9 and found[1]["scene"]["aside"]


def test_a_gift_that_may_not_be_given_stays_visible_with_its_reason() -> None:
    book = load_rulebook("foster-1897").replace(gift_may_put_out=False)
    at = deal(new_table(book.rules, 2, seed=7, scores=[6, 0])).apply(BEG)
    found = calls(at, "North", book, Cites())
    assert found[0]["id"] == "give" and found[0]["disabled"] and "put South out" in found[0]["why"]
    assert found[1]["id"] == "run"


def test_discarding_is_a_choice() -> None:
    book = load_rulebook("foster-1897")
    at = deal(new_table(book.rules, 2, seed=7)).apply(BEG).apply(RUN)
    state = table_state(at, "South", book, Cites(), rev=1)
    assert state["hand_mode"] == "choose" and state["choose"]["min"] == state["choose"]["max"] == 3
    assert state["choose"]["label"] == "Discard {n} cards" and all(c["legal"] for c in state["hand"])


def test_an_unlawful_card_names_the_clause() -> None:
    book = load_rulebook("trinidad")
    hands = {"South": "KH 3H AC 2C 5D 4S", "East": "QH 4H 2D 3D 6D 7C"}
    at = deal(new_table(book.rules, hands=hands, turn_ups="9S")).apply(STAND).apply("KH")
    cites = Cites()
    refused = next(c for c in hand(at, "East", book, cites) if c["id"] == "2D")
    assert refused["why"] == "You hold a heart: follow hearts, or trump."
    assert cites.all[refused["cites"][0]]["rule"] == "follow"


def test_the_sheet_at_the_end() -> None:
    for id, players in BOOKS:
        book = load_rulebook(id)
        *_, (_, at) = positions(book, players, 3)
        viewer = at.table.players[0]
        sheet = table_state(at, viewer, book, Cites(), rev=1)["panels"][0]
        assert sheet["kind"] == "rows" and sheet["where"] == "felt"
        made = sum(r.get("n", 0) for r in sheet["rows"])
        counted = at.winner is None and book.rules.pool is None  # counters are told in words
        assert not counted or made == sum(at.frame.scores) - sum(at.table.scores)
        tricks = range(1, len(at.tricks) + 1)
        assert all(r["text"] and r["cites"] and ("trick" not in r or r["trick"] in tricks) for r in sheet["rows"])


def test_each_book_keeps_its_score_in_its_way() -> None:
    for id, style in (("trinidad", "counters"), ("foster-all-fives", "board"), ("foster-1897", "leaving")):
        book = load_rulebook(id)
        state = table_state(deal(new_table(book.rules, seed=1)), "South", book, Cites(), rev=1)
        assert next(p for p in state["panels"] if p["id"] == "score")["style"] == style
    leaving = [id for id in rulebooks() if load_rulebook(id).rules.count_from == "target"]
    for id in leaving:
        book = load_rulebook(id)
        state = table_state(deal(new_table(book.rules, seed=1)), "South", book, Cites(), rev=1)
        assert next(p for p in state["panels"] if p["id"] == "score")["style"] == "leaving"


def test_citations_keep_their_ids() -> None:
    book = load_rulebook("trinidad")
    cites = Cites()
    one = cites.field("low_to", book)
    cites.topic("high", book)
    assert cites.field("low_to", book) == one == "TT.low_to"
    house = book.replace(low_to="taker")
    assert cites.field("low_to", house) != one and len(cites.all) == 3


# -- the widget behind it ------------------------------------------------------------------------------------


class Plain(AllFoursWidget):
    """A widget that does what a message says, for the tests."""

    answer: Callable[[State], bool | None]

    def handle(self, message: State) -> bool | None:
        return self.answer(message)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[State]:
    """What widgets send to the browser by ``send``."""
    found: list[State] = []
    monkeypatch.setattr(AllFoursWidget, "send", lambda self, content, buffers=None: found.append(content))
    return found


def plain_widget(answer: Callable[[State], bool | None]) -> Plain:
    widget = Plain("table", load_rulebook("trinidad"))
    widget.answer = answer
    widget.show({"title": "Your turn. {QS} is led."})
    return widget


def click(widget: AllFoursWidget, content: Any) -> None:
    widget._handle_custom_msg(content, [])


def test_an_error_is_shown_and_nothing_changes(sent: list[State]) -> None:
    def broken(message: State) -> bool | None:
        raise ZeroDivisionError("one over nought")

    widget = plain_widget(broken)
    before = widget.state
    click(widget, {"kind": "act", "action": "QS", "rev": widget.rev})
    assert sent[-1]["kind"] == "refused" and "ZeroDivisionError" in sent[-1]["why"]
    assert widget.state == before


@pytest.mark.parametrize(
    "content",
    [
        None,
        "act",
        {},
        {"kind": "eval", "code": "1"},
        {"kind": "act"},
        {"kind": "act", "action": 7},
        {"kind": "act", "action": "Q" * 400},
        {"kind": "acts", "actions": ["2S", 7]},
        {"kind": "acts", "actions": "2S"},
        {"kind": "act", "action": "QS", "rev": "1"},
        {"kind": "answer", "question": "q", "value": {"a": 1}},
        {"kind": "command", "name": "undo", "arg": "x" * 30_000},
        {"kind": "command", "name": "undo", "arg": {"a": {1, 2}}},
    ],
)
def test_a_forged_message_changes_nothing(sent: list[State], content: Any) -> None:
    heard: list[State] = []
    widget = plain_widget(lambda m: heard.append(m) or True)  # type: ignore[func-returns-value]
    before = widget.state
    click(widget, content)
    assert heard == [] and sent[-1]["kind"] == "refused" and widget.state == before
    with pytest.raises(BadMessageError):
        checked(content)


def test_a_message_about_an_old_state_is_not_obeyed(sent: list[State]) -> None:
    heard: list[State] = []
    widget = plain_widget(lambda m: heard.append(m) or True)  # type: ignore[func-returns-value]
    click(widget, {"kind": "act", "action": "QS", "rev": widget.rev - 1})
    assert heard == [] and sent == [{"kind": "again"}]


def test_nothing_changed_unlocks_the_table(sent: list[State]) -> None:
    widget = plain_widget(lambda m: False)
    click(widget, {"kind": "command", "name": "hint", "arg": None, "rev": widget.rev})
    assert sent == [{"kind": "again"}]


def test_picture_and_twin() -> None:
    book = load_rulebook("trinidad")
    at = deal(new_table(book.rules, seed=7)).apply(BEG).apply(GIVE)
    widget = plain_widget(lambda m: None)
    widget.show(table_state(at, "South", book, widget.known, rev=1))
    data, _ = widget._repr_mimebundle_()
    assert data["text/plain"] == widget.as_text() == repr(widget)
    assert data["text/plain"].startswith("Your lead.")
    assert data["text/html"].startswith("<img ") and "<svg" not in data["text/html"]
    assert "A picture. Run the line above (Shift+Enter) to play." in widget.picture()
    assert data == widget._repr_mimebundle_()[0]
    hidden = {c.text for p in at.table.players if p != "South" for c in at.hand(p)}
    names = {BY_TEXT[c].name for c in hidden}
    assert not any(name in widget.picture() for name in names)


def test_a_cell_run_again_holds_one_widget(monkeypatch: pytest.MonkeyPatch) -> None:
    run = ["cell-1", 0]
    monkeypatch.setattr(base, "_cell", lambda: (run[0], run[1]))
    shut: list[AllFoursWidget] = []
    monkeypatch.setattr(AllFoursWidget, "shut", lambda self: shut.append(self))
    made = []
    for n in range(3):
        run[1] = n
        for _ in range(2):  # the same line twice in a cell: two widgets that live side by side
            made.append(plain_widget(lambda m: None))
            base.replace_older(made[-1], "play trinidad")
    assert shut == made[:4]
    run[0] = "cell-2"
    base.replace_older(plain_widget(lambda m: None), "play trinidad")
    assert len(shut) == 4
