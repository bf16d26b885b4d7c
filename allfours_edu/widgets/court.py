"""The court at the table: what the drawer holds, the verdict, and a table at which unlawful cards may be played.

The state of a deal comes from :mod:`.state`; :func:`dress` adds what a referee changes. Nothing here looks into a hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..engine import Action, Call, Position, Verb
from ..engine.calls import PRICED
from ..engine.priced import happens
from ..session import Session
from ..teach.context import Context
from ..teach.strings import plain, show, t
from ..teach.verdict import Verdict
from .cites import Cites
from .state import tricks

State = dict[str, Any]
TRICK, CARD, HOW = "court_trick", "court_card", "court_how"
ARMS = (Verb.EXPOSE, Verb.OUT_OF_TURN, Verb.SECOND_CARD)


@dataclass
class Desk:
    """Where a reader stands with the court: the drawer open, what is claimed, which slip is meant, the verdict."""

    open: bool = False
    trick: int | None = None
    card: str | None = None
    arm: str | None = None
    verdict: Verdict | None = None

    def shut(self) -> None:
        """Everything put away but the verdict."""
        self.open, self.trick, self.card, self.arm = False, None, None, None


# -- what may be claimed ------------------------------------------------------------------------------------


def accusable(position: Position, you: str) -> dict[int, list[str]]:
    """By number of the finished trick: the cards your adversaries played to it."""
    ctx = Context(position, you)
    found: dict[int, list[str]] = {}
    for n, trick in enumerate(ctx.tricks, 1):
        theirs = [c.text for seat, c in trick.plays if ctx.side_of(seat) != ctx.mine]
        if theirs:
            found[n] = theirs
    return found


def asks_how(position: Position) -> bool:
    """Does the book let the claimant choose between a point for himself and one off?"""
    return bool(position.rules.revoke_choice == "add_or_deduct")


# -- the table under a referee ------------------------------------------------------------------------------


def dress(state: State, session: Session, desk: Desk, known: Cites) -> None:
    """Make the state of a table that of a referee's table."""
    position, you, book = session.position, session.you, session.book
    if position.to_act == you and position.phase == "play" and position.may_err:
        for entry in state["hand"]:  # nobody stops you
            entry["legal"] = True
            entry.pop("why", None)
            entry.pop("cites", None)
        state["hand_mode"] = "play"
    for call in state["calls"] if position.to_act == you and position.phase == "bid" else ():  # nobody stops you
        call.pop("disabled", None)
    waits = session.waits_for
    if waits in ("trick", "correct", "call", "dealt"):
        _show_waiting(state, session, str(waits))
    _show_open(state, position, you)
    if desk.arm is not None:
        _show_arm(state, desk.arm)
    if desk.open:
        state["calls"], state["calls_label"] = [], ""
    found = [_verdict_panel(desk.verdict, book, known)] if desk.verdict is not None else []
    if desk.open:
        found += _drawer(session, desk)
    elif session.over:
        sheet = next((p for p in state["panels"] if p["id"] == "deal_end"), None)
        if sheet is not None and not session.match_over:
            sheet["match"] = f"{sheet['match']} {t('courtroom.until_next')}"
    state["panels"][:0] = found
    said = [_spoken(panel) for panel in found]
    state["live"] = " ".join([*said, state["live"]])
    state["text"] = "\n".join([state["text"], *said])


def tool(desk: Desk) -> State:
    """The button that opens the drawer and closes it."""
    return {"id": "court", "label": t("courtroom.tool"), "pressed": desk.open}


def _spoken(panel: State) -> str:
    body = panel.get("body", [])
    words = [panel.get("word", ""), *([body] if isinstance(body, str) else body), panel.get("ask", "")]
    return plain(" ".join(w if w[-1] in ".?!" else f"{w}." for w in words if w))


def _show_waiting(state: State, session: Session, waits: str) -> None:
    """The others wait: a trick lies on the table, a card may be mended or called for."""
    position, ctx = session.position, Context(session.position, session.you, session.book)
    to_act = ctx.who(position.to_act)
    if waits == "trick":
        state["title"] = t("courtroom.waits_trick", who=to_act)
        last = tricks(position, session.you)[-1:]
        if last and not session.over:
            state["scene"]["trick"] = last[0]
        state["enter"] = "go_on"
        for frame in state["frames"][-1:]:
            frame["hold"] = False  # the table waits by itself
    elif waits == "dealt":
        key = "waits_dealt_play" if position.phase == "play" else "waits_dealt"
        state["title"] = t(f"courtroom.{key}", who=to_act)
    elif waits == "correct":
        mine = next(c for seat, c in reversed(position.plays) if seat == session.you)
        state["title"] = t("courtroom.waits_correct", card=show(mine))
    else:
        called = {a.verb: a.card for a in session.rights if isinstance(a, Call)}.get(Verb.CALL_EXPOSED)
        key = "waits_call_card" if called is not None else "waits_call"
        state["title"] = t(f"courtroom.{key}", who=to_act, card=show(called) if called is not None else "")
    state["lead"] = ""
    state["calls_label"] = plain(state["title"])
    text = plain(t(f"courtroom.go_on_{waits}_text", who=to_act))
    state["calls"] = [*state["calls"], {"id": "go_on", "label": t(f"courtroom.go_on_{waits}"), "text": text}]
    state["live"] = f"{state['live']} {plain(state['title'])}"


def _show_open(state: State, position: Position, you: str) -> None:
    """Cards that lie open: yours are marked in your hand, the others' are named beside their seats."""
    for seat, cards in position.seen_by(you).open:
        if seat == you:
            for entry in state["hand"]:
                if entry["id"] in {c.text for c in cards}:
                    entry["mark"] = t("courtroom.lies_open").lower()
        else:
            text = plain(t("courtroom.open_cards", cards=" ".join(str(c) for c in cards)))
            state["scene"]["bubbles"] = {**state["scene"]["bubbles"], seat: text}


def _show_arm(state: State, verb: str) -> None:
    """The next card clicked is shown, or led out of turn."""
    text = t(
        {Verb.EXPOSE: "courtroom.which_shown", Verb.OUT_OF_TURN: "courtroom.which_led"}.get(verb, "courtroom.which_two")
    )
    n = 2 if verb == Verb.SECOND_CARD else 1
    state["hand_mode"] = "choose"
    state["choose"] = {
        "verb": verb, "min": n, "max": n, "label": t("courtroom.play_both"), "text": text, "each": n == 1,
    }  # fmt: skip
    for entry in state["hand"]:
        entry["legal"] = True
        entry.pop("why", None)
    state["title"], state["lead"], state["calls"], state["calls_label"] = (
        text.split("? ")[0].rstrip("?") + "?",
        "",
        [],
        "",
    )
    state["live"] = plain(text)
    off = {"id": "arm_off", "label": t("courtroom.arm_off"), "text": t("courtroom.arm_off_text")}
    state["panels"].insert(0, {
        "id": "court", "kind": "text", "where": "main", "level": "first", "title": "", "body": "", "actions": [off],
    })  # fmt: skip


# -- panels -------------------------------------------------------------------------------------------------


def _verdict_panel(verdict: Verdict, book: Any, known: Cites) -> State:
    panel: State = {
        "id": "verdict", "kind": "feedback", "where": "main", "level": "first", "title": "", "tone": verdict.tone,
        "word": verdict.word, "body": list(verdict.lines),
    }  # fmt: skip
    if verdict.points:
        panel["points"] = verdict.points
    if verdict.cites:
        panel["why"] = {"body": verdict.why, "cites": known.add(list(verdict.cites), book)}
    if verdict.trick:
        panel["actions"] = [{"id": "look", "label": t("courtroom.look", n=verdict.trick), "arg": verdict.trick}]
    return panel


def _drawer(session: Session, desk: Desk) -> list[State]:
    position, you, book = session.position, session.you, session.book
    ctx = Context(position, you, book)
    theirs = accusable(position, you)
    may_claim = any(isinstance(a, Call) and a.verb == Verb.CLAIM_PENALTY for a in session.rights)
    common: State = {"kind": "question", "where": "main", "level": "first", "title": t("courtroom.title")}
    found: list[State] = []
    if desk.card is not None:
        found.append({
            **common, "id": HOW, "form": "choice", "ask": t("courtroom.ask_how"),
            "options": [{"id": how, "label": t(f"courtroom.how_{how}")} for how in ("add", "off")],
        })  # fmt: skip
    elif desk.trick is not None:
        options = [
            {"id": c, "label": t("courtroom.whose", who=str(ctx.who(seat)), card=show(c))}
            for seat, c in ((ctx.player_of[card], card.text) for card in _cards(position, desk.trick))
            if c in theirs.get(desk.trick, ())
        ]
        ask = t("courtroom.ask_card", n=desk.trick)
        found.append({**common, "id": CARD, "form": "choice", "ask": ask, "options": options})
    elif may_claim and theirs:
        options = [
            {"id": str(n), "label": t("courtroom.trick", n=n), "best": trick.winner,
             "plays": [{"seat": seat, "card": c.text} for seat, c in trick.plays]}
            for n, trick in enumerate(ctx.tricks, 1) if n in theirs
        ]  # fmt: skip
        found.append({**common, "id": TRICK, "form": "choice", "ask": t("courtroom.ask_trick"), "options": options})
    body = [t("courtroom.body")] if may_claim and theirs else [t("courtroom.no_tricks")]
    title = "" if found else t("courtroom.title")
    found.append({
        "id": "court", "kind": "text", "where": "main", "level": "first", "title": title,
        "body": [*body, t("courtroom.culprit_text")], "actions": _slips(session),
    })  # fmt: skip
    return found


def _cards(position: Position, number: int) -> list[Any]:
    return [c for _, c in position.tricks[number - 1].plays]


def _slips(session: Session) -> list[State]:
    """The buttons of the culprit, and the one that closes the drawer."""
    position = session.position
    playing = position.phase == "play" and position.frame.layout is not None and bool(position.hand(session.you))
    shows: State = {"id": "arm_expose", "label": t("courtroom.show_card"), "text": t("courtroom.show_card_text")}
    leads: State = {"id": "arm_lead", "label": t("courtroom.lead"), "text": t("courtroom.lead_text")}
    if not playing:
        shows |= {"disabled": True, "why": t("courtroom.not_now")}
    if not playing or session.waits_for != "trick":
        leads |= {"disabled": True, "why": t("courtroom.lead_not_now")}
    both: State = {"id": "arm_two", "label": t("courtroom.two"), "text": t("courtroom.two_text")}
    if not may_play_two(session):
        both |= {"disabled": True, "why": t("courtroom.two_not_now")}
    faults = [_fault(session, verb) for verb in PRICED]
    return [shows, leads, both, *faults, {"id": "court", "label": t("courtroom.close")}]


def _fault(session: Session, verb: str) -> State:
    """The button of a fault without a card."""
    button: State = {
        "id": f"fault_{verb}", "label": t(f"courtroom.fault_{verb}"), "text": t(f"courtroom.fault_{verb}_text"),
    }  # fmt: skip
    return button if may_commit(session, verb) else button | {"disabled": True, "why": why_not(session, verb)}


def may_commit(session: Session, verb: str) -> bool:
    """Can you commit this fault without a card now?"""
    position = session.position
    return session.you in position.table.place and happens(position, verb, position.table.place[session.you])


def why_not(session: Session, verb: str) -> str:
    """Why the fault cannot be committed now."""
    elsewhere = verb == Verb.MISDEAL and session.book.rules.misdeal == "dealer_again_or_pone"
    return t(f"courtroom.fault_{verb}_{'not_here' if elsewhere else 'not_now'}")


def may_play_two(session: Session) -> bool:
    """Is it your turn, with two cards in hand and somebody still to play after you?"""
    position = session.position
    mine = position.to_act == session.you and position.phase == "play" and position.frame.layout is not None
    return mine and len(position.hand(session.you)) > 1 and len(position.trick) < len(position.frame.active) - 1


def together(actions: Sequence[Action]) -> list[Action]:
    """Two cards clicked as one slip: the first is played, the second comes with it."""
    if len(actions) != 2:
        return list(actions)
    first, *rest = actions
    return [first.card if isinstance(first, Call) and first.card is not None else first, *rest]


def claims(position: Position, you: str, trick: int, off: bool) -> Sequence[Call]:
    """The claims that can be made about one trick: one for each card of your adversaries."""
    cards = [c for c in _cards(position, trick) if c.text in accusable(position, you).get(trick, ())]
    return [Call(Verb.CLAIM_PENALTY, card=c, n=1 if off else None) for c in cards]
