"""Loo before the play: who plays for the pool, who takes the widow, who changes cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..cards import from_bits
from . import cardplay, pool
from .calls import DECLARE_IN, DECLARE_OUT, TAKE_WIDOW, Action, Call, Verb, discard
from .frame import Frame

if TYPE_CHECKING:
    from .position import Position


def opening(start: Position) -> Position:
    """The eldest hand declares first; in a simple everybody plays."""
    if start.table.simple:
        frame = start.frame.but(phase="exchange")
        return _exchange_next(start, frame, None, -1)
    return start.then(None, start.frame.but(phase="declare", active=()), 0)


def declare_choices(position: Position) -> tuple[Action, ...]:
    """Play one's own cards, take the widow if it is still there, or pass.

    Where everybody has passed but one, the dealer must play, to defend the pool.
    """
    frame, table = position.frame, position.table
    playing = [p for p, verb in frame.declared if verb != Verb.DECLARE_OUT]
    widow = (TAKE_WIDOW,) if frame.widow else ()
    last = position.seat == table.size - 1
    if last and len(playing) == 1 and table.rules.one_stands == "dealer_defends" and not _took_widow(frame, playing[0]):
        return (DECLARE_IN, *widow)
    return (DECLARE_IN, *widow, DECLARE_OUT)


def _took_widow(frame: Frame, place: int) -> bool:
    return (place, Verb.TAKE_WIDOW) in frame.declared


def declare(position: Position, call: Call) -> Position:
    """One player stands, takes the widow or passes; after the last one cards are changed, or the deal is over."""
    table, frame, seat = position.table, position.frame, position.seat
    rules = table.rules
    declared = (*frame.declared, (seat, call.verb))
    frame = frame.but(declared=declared)
    if call.verb == Verb.TAKE_WIDOW:
        hands, dealt = list(frame.hands), list(frame.dealt)
        hands[seat] = dealt[seat] = frame.widow
        frame = frame.but(hands=tuple(hands), dealt=tuple(dealt), widow=0)
    if seat + 1 < table.size:
        return position.then(call, frame, seat + 1)
    playing = tuple(p for p, verb in declared if verb != Verb.DECLARE_OUT)
    if len(playing) < 2:
        return pool.ended(position, frame, call)
    frame = frame.but(active=playing, defending=pool.defender(rules, frame, table.size))
    return _exchange_next(position, frame, call, -1)


# -- exchanging ---------------------------------------------------------------------------------------


def exchange_choices(position: Position) -> tuple[Action, ...]:
    """How many cards to change; then the cards to throw away, one at a time."""
    frame, rules = position.frame, position.table.rules
    if frame.exchanged:
        return tuple(discard(c) for c in from_bits(frame.hands[position.seat]))
    most = min(rules.exchange_most, len(frame.stock))
    return tuple(Call(Verb.EXCHANGE, n=n) for n in range(most + 1))


def ask(position: Position, call: Call) -> Position:
    """The number asked for is final."""
    frame = position.frame
    if not call.n:
        return _exchange_next(position, frame, call, position.seat)
    return position.then(call, frame.but(exchanged=(call.n, call.n)), position.seat)


def throw(position: Position, call: Call) -> Position:
    """One card thrown away; the fresh cards come when all have been."""
    frame, seat = position.frame, position.seat
    assert call.card is not None
    asked, left = frame.exchanged
    hands, dealt = list(frame.hands), list(frame.dealt)
    hands[seat] ^= call.card.bit
    if left > 1:
        return position.then(call, frame.but(hands=tuple(hands), exchanged=(asked, left - 1)), seat)
    for c in frame.stock[:asked]:
        hands[seat] |= c.bit
        dealt[seat] |= c.bit
    frame = frame.but(hands=tuple(hands), dealt=tuple(dealt), stock=frame.stock[asked:], exchanged=())
    return _exchange_next(position, frame, call, seat)


def _exchange_next(position: Position, frame: Frame, call: Action | None, seat: int) -> Position:
    rules = position.table.rules
    waiting = [p for p in frame.active if p > seat]
    if rules.exchange is not None and rules.exchange_by == "players" and waiting:
        return position.then(call, frame.but(phase="exchange"), waiting[0])
    if pool.flush(position.table, frame) is not None:
        return pool.ended(position, frame, call)
    return cardplay.begin(position, frame, call)


def forbids(position: Position, action: Any) -> tuple[str, str | None]:
    """Why a call is not lawful: (reason, field)."""
    if position.frame.phase == "declare" and action == DECLARE_OUT:
        return "dealer_must_defend", "one_stands"
    if isinstance(action, Call) and action.verb == Verb.TAKE_WIDOW and position.frame.phase == "declare":
        return "widow_gone", "widow"
    if isinstance(action, Call) and position.frame.phase == "exchange":
        asked = bool(position.frame.exchanged)
        if action.verb == Verb.EXCHANGE and not asked:
            return "exchange_most", "exchange_most"
        if action.verb == Verb.EXCHANGE:
            return "number_is_final", "exchange_most"
        if action.verb == Verb.DISCARD:
            return ("not_held", None) if asked else ("say_how_many", "exchange_most")
    return f"not_in_{position.frame.phase}", None
