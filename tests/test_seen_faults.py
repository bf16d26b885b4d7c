"""Faults at a referee's table that all see at once: a look too soon, a slip in dealing, a point too many, overbids."""

from __future__ import annotations

import json
from typing import Any

import pytest

import allfours_edu as af
from allfours_edu.engine import new_table
from allfours_edu.record import Record
from allfours_edu.session import Session
from allfours_edu.sources import load_rulebook
from allfours_edu.widgets.table import RefusedError, TableWidget


def table(book: Any, dealer: str = "South", seed: int = 3, faults: float = 0.0, **more: Any) -> TableWidget:
    """Four at a referee's table; nobody errs but you (South)."""
    book = load_rulebook(book)
    laid = new_table(book.rules, 4, seed=seed, referee=True, dealer=dealer, **more)
    return TableWidget(Session(book, laid, you="South", faults=faults), code=False)


def verdict(widget: TableWidget) -> dict[str, Any]:
    return next(p for p in widget.state["panels"] if p["id"] == "verdict")


def buttons(widget: TableWidget) -> dict[str, Any]:
    """The culprit's buttons that can be pressed."""
    widget._do("court")
    shown = next(p for p in widget.state["panels"] if p["id"] == "court")["actions"]
    return {b["id"]: b for b in shown if not b.get("disabled")}


def same_when_read(at: Session) -> None:
    """The story ends where the score does, and a record and a save tell it again."""
    told = at.position.events()
    assert told[-1].scores == tuple(at.position.scores.values())
    for text in (at.record.to_json(), at.record.to_text()):
        assert Record.read(text, at.book).position().events() == told
    again = Session.from_data(at.book, json.loads(json.dumps(at.to_data())))
    assert (again.position.actions(), again.position.scores) == (at.position.actions(), at.position.scores)


def play_out(at: Session) -> Session:
    while not at.over:
        at.go_on() if at.pause else at.act(at.advice()[0].action)
    return at


@pytest.mark.parametrize(
    ("book", "dealer", "price", "clause"),
    [("foster-1897", "South", 1, "foster-1897#early-look"), ("west-yorkshire", "West", 4, "pagat-fr#yorkshire-look"),
     ("trinidad", "East", 0, "no text")],
)  # fmt: skip
def test_a_look_too_soon_shows_you_your_cards_and_costs_what_the_book_says(
    book: str, dealer: str, price: int, clause: str
) -> None:
    widget = table(book, dealer)
    at = widget.session
    assert at.waits_for == "dealt" and widget.state["hand"] == [] and at.position.seen_by("South").hand is None
    assert "fault_look" in buttons(widget)
    start = at.position
    widget._do("fault_look")
    looked = next(p for p in at.position.path() if p.previous is start)
    assert looked.seen_by("South").hand == start.hand("South")
    assert looked.seen_by("North").hand == start.seen_by("North").hand
    theirs = next(s.name for s in at.table.sides if "South" not in s.seats)
    assert looked.scores[theirs] - start.scores[theirs] == price
    said = " ".join(verdict(widget)["body"])
    assert clause in said and ("no price" in said) == (price == 0)
    same_when_read(at)
    assert "fault_look" not in buttons(widget)
    widget.undo()
    assert at.waits_for == "dealt" and at.position.seen_by("South").hand is None and at.position.scores == start.scores


@pytest.mark.parametrize(
    ("book", "scores", "next_dealer", "attempt"),
    [("trinidad", (1, 0), "South", 1), ("foster-1897", (0, 0), "East", 0), ("cinch", (0, 0), "South", 1)],
)
def test_a_misdeal_voids_the_cards_and_what_was_turned(
    book: str, scores: tuple[int, ...], next_dealer: str, attempt: int
) -> None:
    widget = table(book)  # at Trinidad a six was turned, and two marked for it
    at, eldest = widget.session, widget.session.table.eldest
    if book == "trinidad":
        assert sum(at.position.scores.values()) == 2
    assert "fault_misdeal" in buttons(widget)
    widget._do("fault_misdeal")
    assert at.over and tuple(at.position.scores.values()) == scores
    assert "#" in " ".join(verdict(widget)["body"])
    rows = next(p for p in widget.state["panels"] if p["id"] == "deal_end")["rows"]
    assert [(r["n"], r["text"]) for r in rows] == [(1, "for the misdeal")] * (scores[0] > 0)
    same_when_read(at)
    widget.next_deal()
    assert (at.table.dealer, at.table.attempt) == (eldest if next_dealer == "East" else next_dealer, attempt)
    with pytest.raises(RefusedError, match="choose who deals"):
        table("wiki-laws", "West")._do("fault_misdeal")


def test_a_card_seen_in_dealing_is_for_the_other_side_to_judge() -> None:
    ends = set()
    for seed in (1, 3):  # the Three is let lie; with the Ten seen, the eldest hand will have another deal
        widget = table("foster-1897", seed=seed)
        widget._do("fault_face")
        at = widget.session
        eldest = at.table.eldest
        (faced,) = at.position.seen_by("North").faced
        assert faced in at.position.dealt(eldest) and f"{{{faced.text}}}" in " ".join(verdict(widget)["body"])
        assert at.over or (eldest, (faced,)) in at.position.seen_by("South").known
        ends.add((faced.rank, at.over))
        same_when_read(at)
    assert ends == {("3", False), ("T", True)}


def test_adversaries_slip_in_dealing_and_you_may_have_it_dealt_again() -> None:
    widget = table("foster-1897", "West", seed=1, faults=0.8)  # your partner is eldest, and you may not look yet
    at = widget.session
    assert [str(a) for _, a in at.position.actions()] == ["face"]
    assert at.waits_for == "right" and at.position.seen_by("South").hand is None
    assert [c["id"] for c in widget.state["calls"]] == ["new_deal", "go_on"]
    assert verdict(widget)["tone"] == "note"
    widget.act("new_deal")
    assert at.over and at.position.result is not None and at.position.result.next_dealer == "West"
    same_when_read(at)
    widget.undo()
    widget.go_on()
    assert not any(str(a) == "new_deal" for a in at.position.rights("South"))
    other = table("trinidad", "East", seed=4, faults=0.8)  # a wrong number: your side marks, East deals again
    assert [str(a) for _, a in other.session.position.actions()] == ["misdeal"]
    assert other.session.position.scores["North/South"] == 1
    partner = [table("trinidad", "North", n, faults=1.0).session.position.actions()[:1] for n in range(9)]
    assert not any(str(a) in ("face", "misdeal") for done in partner for _, a in done)  # never your partner
    match = Session.new(load_rulebook("cassell-1881"), seed=0, players=4, referee=True, faults=1.0)
    dealers = []
    while not match.match_over:
        same_when_read(play_out(match))
        dealers += [who for who, a in match.position.actions() if str(a) == "face"]
        if not match.match_over:
            match.next_deal()
    assert set(dealers) == {"East", "West"}


def test_a_view_after_a_slip_in_dealing_holds_no_more_than_the_card() -> None:
    hands = {"West": "KS 4S JD 4D JC KC", "North": "3S 9S KD TD 8C 9C", "East": "AS 8S AD 2D TC QC"}
    views = []
    for swapped in (False, True):
        held = hands | {"North": hands["East"], "East": hands["North"]} if swapped else hands
        start = af.new_deal("foster-1897", hands=held, dealer="South", turned="7H", referee=True, seed=4)
        views.append([start.apply(verb, by="South").seen_by("West") for verb in ("face", "look")])
        assert start.apply("look", by="South").seen_by("North") == start.apply("look", by="South").seen_by("North")
    assert views[0][0].faced and views[0] == views[1]


def test_a_point_too_many_comes_off_and_its_price_outlasts_a_later_claim() -> None:
    book = load_rulebook("trinidad").replace(wrong_score="four")
    widget, honest = (TableWidget(play_out(Session.new(book, seed=2, referee=True)), code=False) for _ in range(2))
    at, before = widget.session, widget.session.position.scores
    assert "fault_mark_wrong" in buttons(widget) and at.unclaimed()
    widget._do("fault_mark_wrong")
    assert at.position.scores == before | {"East/West": before["East/West"] + 4}
    assert "taken down again" in " ".join(verdict(widget)["body"])
    with pytest.raises(RefusedError, match="once a deal"):
        widget._do("fault_mark_wrong")
    for each in (widget, honest):  # the deal is settled anew
        each.claim(1)
    claimed = honest.session.position.scores
    assert claimed != before and at.position.scores == claimed | {"East/West": claimed["East/West"] + 4}
    same_when_read(at)


def test_an_overbid_is_shown_when_it_is_made() -> None:
    book = load_rulebook("foster-sell")
    widget = table(book, seed=1, scores=[book.rules.target - 2] * 4)
    widget.go_on()
    call = next(c for c in widget.state["calls"] if c["id"] == "bid 4")
    assert "disabled" not in call and "put the seller out" in call["text"]
    widget.handle({"kind": "act", "action": "bid 4"})
    said = " ".join(verdict(widget)["body"])
    assert "bid no more in this deal" in said and "foster-1897#pitch-put-out" in said
    honest = TableWidget(Session.new(book, seed=7), code=False)
    for command in ("fault_look", "fault_misdeal", "fault_face", "fault_mark_wrong"):
        with pytest.raises(RefusedError):
            honest._do(command)


def test_the_joker_cannot_be_pitched_and_the_table_says_so() -> None:
    hands = {"South": "JOKER 2C 3C QS TS 5H"}
    start = af.new_deal("foster-snoozer", players=4, hands=hands, dealer="East", plays="pass, pass, pass")
    widget = TableWidget(Session(load_rulebook("foster-snoozer"), start, you="South"), code=False)
    held = {entry["id"]: entry for entry in widget.state["hand"]}
    assert held["2C"]["legal"] and "no suit" in held["JOKER"]["why"]
