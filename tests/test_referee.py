"""A match under a referee: faults of either side, claims with evidence, pauses, undo, saves, what the table shows."""

from __future__ import annotations

import json
from typing import Any

import pytest

import allfours_edu as af
from allfours_edu.cards import card
from allfours_edu.engine.court import faults
from allfours_edu.errors import PlainValueError
from allfours_edu.record import Record
from allfours_edu.session import Session, SessionError
from allfours_edu.sources import load_rulebook
from allfours_edu.widgets.table import RefusedError, TableWidget

HANDS = {
    "South": "2C 3C QS TS 5H 9D", "West": "KS 4S JD 4D JC KC",
    "North": "3S 9S KD TD 8C 9C", "East": "AS 8S AD 2D TC QC",
}  # fmt: skip
VOID_WEST = HANDS | {"West": "KS 4S JD 4D 7D 6D"}


def session(book: str = "trinidad", hands: Any = HANDS, dealer: str = "East", **how: Any) -> Session:
    """A prepared deal; nobody errs but you (South)."""
    start = af.new_deal(book, hands=hands, dealer=dealer, turned="7H", referee=True).apply("stand")
    return Session(load_rulebook(book), start, you="South", **({"faults": 0.0} | how))


def table(at: Session) -> TableWidget:
    return TableWidget(at, code=False)


def panel(widget: TableWidget, id: str) -> dict[str, Any]:
    return next(p for p in widget.state["panels"] if p["id"] == id)


# -- the session --------------------------------------------------------------------------------------


def test_your_own_fault_can_be_mended_at_once_and_is_claimed_when_a_later_card_shows_it() -> None:
    at = session()  # North leads the Eight of clubs, West plays the Jack; you hold two clubs
    assert [c.text for _, c in at.position.trick] == ["8C", "JC"]
    at.act("QS")
    assert (at.waits_for, at.position.to_act) == ("correct", "East")
    assert [str(a) for a in at.rights if str(a).startswith("correct")] == ["correct 5H", "correct 2C", "correct 3C"]
    mended = session()
    mended.act("QS")
    mended.act("correct 3C")
    assert ("South", card("3C")) in mended.position.plays and not faults(mended.position)
    at.go_on()
    assert at.waits_for == "trick"  # not yet led: here it can still be mended
    assert any(str(a) == "correct 3C" for a in at.rights)
    while not at.over and not at.position.frame.penalties:
        at.go_on() if at.pause else at.act(at.position.legal_actions()[0])
    assert at.position.scores == {"North/South": 0, "West/East": 1}
    claim = next((who, str(a)) for who, a in at.position.actions() if str(a).startswith("claim_penalty"))
    assert claim[0] in ("West", "East") and claim[1] == "claim_penalty QS"
    assert at.position.plays[2] == ("South", card("QS"))


def test_between_two_tricks_you_may_lead_out_of_turn_and_a_card_shown_is_called_for() -> None:
    at = session("foster-1897")
    while at.waits_for != "trick":
        at.go_on() if at.pause else at.act(at.position.legal_actions()[-1])
    at.act("QS")
    slip = next(e for e in at.position.events() if e.kind == "slip")
    assert (slip.seat, slip.cards, slip.data["effect"]) == ("South", (card("QS"),), "open")
    assert at.position.seen_by("West").open == (("South", (card("QS"),)),)
    at.undo()
    assert at.waits_for == "trick" and at.position.seen_by("West").open == ()


def test_adversaries_err_by_seed_never_your_partner_and_the_record_and_the_save_say_the_same() -> None:
    book, count = load_rulebook("trinidad"), 0
    for seed in (2, 3, 18):
        ends = []
        for _ in range(2):
            at = Session.new(book, seed=seed, referee=True, faults=0.25)
            while not at.over:
                at.go_on() if at.pause else at.act(at.advice()[0].action)
            ends.append(at)
        assert ends[0].position.actions() == ends[1].position.actions()
        at = ends[0]
        wrong = {at.table.players[f.place] for f in faults(at.position)}
        assert wrong <= {"East", "West"}
        count += len(at.unclaimed())
        assert not at.position.frame.penalties  # the others leave it to you
        for text in (at.record.to_json(), at.record.to_text()):
            assert Record.read(text, book).position().events() == at.position.events()
        again = Session.from_data(book, json.loads(json.dumps(at.to_data())))
        assert (again.faults, again.referee, again.position.actions()) == (0.25, True, at.position.actions())
    assert count > 2
    honest = Session.new(book, seed=2, referee=True, faults=0.0)
    while not honest.over:
        honest.go_on() if honest.pause else honest.act(honest.advice()[0].action)
    assert not faults(honest.position)


def test_a_claim_is_yours_to_make_until_the_next_deal_and_then_it_is_told() -> None:
    book = load_rulebook("trinidad")
    widget = TableWidget(Session.new(book, seed=2, referee=True), code=False)
    at = widget.session
    while not at.over:
        at.go_on() if at.pause else at.act(at.advice()[0].action)
    gone = at.unclaimed()
    assert [(f.card.text, f.trick) for f in gone] == [("8C", 0), ("4C", 1)]
    widget._draw(at.position)
    assert "anything may still be claimed" in panel(widget, "deal_end")["match"]
    before = at.position.scores["South/North"]
    widget.claim(1)
    assert at.position.scores["South/North"] == before + 1
    widget.next_deal()
    notes = panel(widget, "notice")["body"]
    assert len(notes) == 1 and "{4C}" in notes[0] and "too late" in notes[0]
    with pytest.raises(SessionError):
        at.next_deal()


# -- the table ----------------------------------------------------------------------------------------


def test_the_claim_step_by_step_and_what_the_court_says() -> None:
    widget = table(session())
    widget._do("court")
    assert "first trick" in panel(widget, "court")["body"][0]
    # West throws the King of spades on a club, and a round later a club on a spade
    plays = "stand, 2C, KS, 8C, QC, AS, QS, KC, 3S"
    start = af.new_deal("foster-1897", hands=HANDS, dealer="East", turned="7H", referee=True, plays=plays)
    widget = table(Session(load_rulebook("foster-1897"), start, you="South", faults=0.0))
    at = widget.session
    assert at.waits_for == "trick"
    widget._do("court")
    ask = panel(widget, "court_trick")
    assert [o["id"] for o in ask["options"]] == ["1", "2"]
    widget.handle({"kind": "answer", "question": "court_trick", "value": "1"})
    assert [o["id"] for o in panel(widget, "court_card")["options"]] == ["KS", "QC"]
    widget.handle({"kind": "answer", "question": "court_card", "value": "KS"})
    assert panel(widget, "court_how")["options"][1]["id"] == "off"
    widget.handle({"kind": "answer", "question": "court_how", "value": "add"})
    found = panel(widget, "verdict")
    assert (found["tone"], found["points"], found["word"]) == ("good", "+1", "Proved")
    said = " ".join(found["body"])
    assert "{KS}" in said and "{KC}" in said and "could have followed" in said and "foster-1897#" in said
    assert "Game" in said and "stop at 6" in said
    assert "Proved" in widget.state["live"] and "Proved" in widget.state["text"]
    assert found["actions"][0]["arg"] == 1 and found["why"]["cites"]
    widget.undo()
    assert at.position.scores == {"South/North": 0, "West/East": 0}


def test_a_claim_in_vain_is_told_kindly_and_says_the_same_of_the_guilty_and_the_innocent() -> None:
    said = []
    for hands in (HANDS, VOID_WEST):
        start = af.new_deal("foster-1897", hands=hands, dealer="East", turned="7H", referee=True)
        at = start.apply("stand").apply("2C").apply("4S").apply("8C").apply("TC")
        widget = table(Session(load_rulebook("foster-1897"), at, you="South", faults=0.0))
        assert widget.session.waits_for == "trick"
        states = [json.dumps(widget.state)]
        widget.claim(1, "4S")
        found = panel(widget, "verdict")
        assert (found["word"], found["tone"]) == ("Not proved", "note")
        assert widget.session.position.scores == {"South/North": 0, "West/East": 0}
        states.append(json.dumps(widget.state))
        said.append(states)
    for guilty, innocent in zip(*said, strict=True):
        assert guilty == innocent
    widget.claim(1, "TC")
    assert "following suit" in " ".join(panel(widget, "verdict")["body"])


def test_nothing_stops_you_but_the_slip_has_to_be_meant() -> None:
    widget = table(session())
    assert all(entry["legal"] for entry in widget.state["hand"])
    widget._do("court")
    widget._do("arm_expose")
    assert (widget.state["hand_mode"], widget.state["choose"]["verb"]) == ("choose", "expose")
    widget._do("arm_off")
    assert widget.state["hand_mode"] == "play"
    widget.act("expose 9D")
    assert next(e for e in widget.state["hand"] if e["id"] == "9D")["mark"] == "open"
    with pytest.raises(RefusedError, match="another is to lead"):
        widget._do("arm_lead")
    plain = TableWidget(Session.new(load_rulebook("trinidad"), seed=7), code=False)
    for command in ("court", "arm_expose"):
        with pytest.raises(RefusedError):
            plain._do(command)
    assert "court" not in [tool["id"] for tool in plain.state["tools"]]


def test_two_cards_to_one_trick_and_the_others_choose() -> None:
    start = af.new_deal(
        "foster-1897", hands=HANDS, dealer="East", turned="7H", referee=True, plays="stand, 2C, 4S, 8C, TC"
    )
    widget = table(Session(load_rulebook("foster-1897"), start.apply("AS"), you="South", faults=0.0))
    widget._do("arm_two")
    assert (widget.state["choose"]["verb"], widget.state["choose"]["min"]) == ("second_card", 2)
    widget.handle({"kind": "acts", "actions": ["second_card QS", "second_card TS"]})
    at = widget.session.position
    assert ("West", "choose_card TS") in [
        (who, str(a)) for who, a in at.actions()
    ]  # the weaker of the two, and it counts
    assert ("South", card("TS")) in at.plays and at.seen_by("West").open == (("South", (card("QS"),)),)
    widget.undo()
    assert widget.session.position.to_act == "South" and len(widget.session.position.hand("South")) == 5


def test_what_may_be_asked_for() -> None:
    with pytest.raises(PlainValueError, match="from 0 to 1"):
        af.play("trinidad", referee=True, faults=2, save=False)
    with pytest.raises(PlainValueError, match="one person"):
        af.play("trinidad", referee=True, hot_seat=2)
    with pytest.raises(PlainValueError, match="from the beginning"):
        af.play(af.new_deal("trinidad"), referee=True, save=False)
    laid = af.play("foster-1897", seed=3, referee=True, faults=0.5, save=False)
    assert laid.session.referee and laid.session.faults == 0.5 and laid.session.table.referee
    laid.new_deal()
    assert laid.session.table.referee
