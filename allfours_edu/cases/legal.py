"""The form ``legal``: what may this player do now?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..cards import Card
from ..engine import BEG, PAM_CIVIL, Position, Verb, deal, scoring, set_up
from .compare import shown
from .given import Answers, CaseError, Given, any_size, fill, lay_trump, read_action, turn_ups, written


def legal(given: Given) -> Answers:
    phase, seat = given.get("phase", str), given.get("seat", str)
    given.place("seat", seat)
    if phase == "play":
        position = playing(given, seat)
    elif phase in ("beg", "answer", "bid", "sale", "declare"):
        position = calling(given, phase, seat)
    else:
        raise CaseError(f"phase {phase!r} is not known; expected beg, answer, bid, sale, declare or play")
    if position.to_act != seat or position.phase != phase:
        doing = f"{position.to_act} is to act ({position.phase})" if position.to_act else "the deal is over"
        raise CaseError(f"it is not for {seat} to {phase}: {doing}")
    may = [written(a) for a in position.legal_actions()]
    return {"legal": lambda: may, "includes": lambda: may}


def calling(given: Given, phase: str, seat: str) -> Position:
    """The position before a call: dealt, and the calls so far made."""
    hands = given.hands()
    if given.has("hand"):
        hands[seat] = given.cards("hand")
    laid: dict[str, Any] = {"hands": hands, "turn_ups": turn_ups(given)}
    if given.trump is not None:
        laid.update(lay_trump(given, laid))
    position = deal(given.table(**laid, less_for_dealer=_turn_marked(given, laid["turn_ups"])))
    calls = given.get("calls", list, [])
    for said in calls:
        if not isinstance(said, list) or len(said) < 2:
            raise CaseError(f"a call is [seat, verb] or [seat, verb, number], found {shown(said)}")
        position = position.apply(read_action(said[1:]), by=said[0])
    if phase == "answer" and position.phase == "beg" and not calls:
        position = position.apply(BEG)
    return position


def _turn_marked(given: Given, ups: Sequence[Card]) -> int:
    """What the turned card brought: the scores of a position have it already."""
    kept = given.rules.earlier_turns == "kept"
    return sum(scoring.turn_worth(given.rules, c, None) for c in ups[:1]) if kept else 0


def playing(given: Given, seat: str) -> Position:
    """The play at any point: the named hand, what lies on the table, and free cards for the others."""
    players = given.players
    trick = given.plays(given.get("trick", list, []))
    hands = given.hands()
    if given.has("hand"):
        hands[seat] = given.cards("hand")
    if seat not in hands:
        raise CaseError(f"the hand of {seat} is missing")
    held = len(hands[seat])
    ups = turn_ups(given)
    done = [name for name, _ in trick]
    sizes = {name: held - (name in done) for name in players}
    filled = fill(given, hands, sizes, used=[*ups, *(c for _, c in trick)])
    won = given.get("tricks_won", dict, {})
    begun = any(won.values())
    called = given.get("called", str, None)
    if called not in (None, Verb.PAM_CIVIL):
        raise CaseError(f"called {called!r} is not known; expected {Verb.PAM_CIVIL}")
    table, first = any_size(given), done[0] if done else seat
    asked = len(trick) if called is None else 0  # Pam is asked before the ace is led
    position = set_up(
        table, {name: (*filled[name], *(c for who, c in trick[asked:] if who == name)) for name in players},
        given.trump, trick=trick[:asked], turn_ups=ups, leader=first, begun=begun,
    )  # fmt: skip
    if called is not None:
        position = position.apply(PAM_CIVIL)
        for name, c in trick:
            position = position.apply(c, by=name)
    return position
