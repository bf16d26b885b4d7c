"""Loo before the play: who plays for the pool, who takes the widow, who changes cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..cards import from_bits
from . import cardplay, pool
from .calls import DECLARE_IN, DECLARE_OUT, DEFEND, PASS, TAKE_WIDOW, Action, Call, Verb, discard
from .frame import Frame
from .table import Table

if TYPE_CHECKING:
    from .position import Position


def opening(start: Position) -> Position:
    """The eldest hand declares first; where everybody must play there is no widow and nothing to declare."""
    table, frame = start.table, start.frame
    if not pool.all_must_play(table, frame):
        return start.then(None, frame.but(phase="declare", active=()), 0)
    frame = frame.but(widow=0, stock=(*frame.stock, *from_bits(frame.widow)))
    if pool.is_single(table, table.rules):
        return pool.ended(start, pool.one_card_each(table, frame), None)
    if not table.simple:  # by club law there is no drawing either
        return _begin(start, frame, None)
    return _exchange_next(start, frame, None, -1)


# -- declaring ----------------------------------------------------------------------------------------


def declare_choices(position: Position) -> tuple[Action, ...]:
    """Play one's own cards, take the widow if it is still there, or pass.

    Where one player stands alone, the dealer may have to play, for himself or to defend the pool.
    """
    frame, table = position.frame, position.table
    if frame.drawn:
        return (DECLARE_IN, DECLARE_OUT)
    widow = (TAKE_WIDOW,) if frame.widow else ()
    if _must_defend(position):
        says = table.rules.one_stands == "dealer_says" or not widow
        return (DECLARE_IN, *widow, DEFEND) if says else (DECLARE_IN, *widow)
    waits = table.rules.declare == "eldest_may_wait" and not position.seat and not frame.waited
    return (DECLARE_IN, *widow, PASS if waits else DECLARE_OUT)


def _must_defend(position: Position) -> bool:
    """Is it the dealer, against one player alone? Whoever took the widow alone has the pool, if the book says so."""
    frame, table = position.frame, position.table
    playing = pool.standing(frame)
    if position.seat != table.size - 1 or len(playing) != 1 or _left_to_speak(table, frame) != [position.seat]:
        return False
    if (playing[0], Verb.TAKE_WIDOW) in frame.declared and table.rules.widow_only == "takes_pool":
        return False
    return bool(table.rules.one_stands != "dealer_may")


def _left_to_speak(table: Table, frame: Frame) -> list[int]:
    """The places still to declare, in order; an eldest hand who has waited comes last."""
    order = (*range(1, table.size), 0) if frame.waited else range(table.size)
    spoken = {place for place, _ in frame.declared}
    return [place for place in order if place not in spoken]


def has_looked(position: Position, place: int) -> bool:
    """Where nobody may look before his turn to declare: has it come for this place?"""
    frame, table = position.frame, position.table
    if frame.phase not in ("declare", "exchange") or pool.all_must_play(table, frame):
        return True
    first_word = frame.waited and place == 0
    return first_word or place == position.seat or any(p == place for p, _ in frame.declared)


def declare(position: Position, call: Call) -> Position:
    """One player stands, takes the widow, waits or passes."""
    frame, seat = position.frame, position.seat
    rules = position.table.rules
    if frame.drawn:
        return _kept(position, call)
    if call.verb == Verb.PASS:
        return _next_speaker(position, frame.but(waited=True), call)
    frame = frame.but(declared=(*frame.declared, (seat, call.verb)))
    if call.verb in (Verb.TAKE_WIDOW, Verb.DEFEND) and frame.widow:
        hands, dealt = list(frame.hands), list(frame.dealt)
        hands[seat] = dealt[seat] = frame.widow
        frame = frame.but(hands=tuple(hands), dealt=tuple(dealt), widow=0)
    elif call.verb == Verb.DECLARE_IN and rules.exchange is not None and rules.exchange_by == "at_declaring":
        return position.then(call, frame.but(phase="exchange"), seat)
    return _next_speaker(position, frame, call)


def _next_speaker(position: Position, frame: Frame, call: Action) -> Position:
    """The next player declares. Where all others have passed, the last has the pool and need not speak."""
    table = position.table
    left = _left_to_speak(table, frame)
    playing = pool.standing(frame)
    if left and (playing or len(left) > 1):
        return position.then(call, frame.but(phase="declare"), left[0])
    active = tuple(sorted(playing)) or (left[0],)
    frame = frame.but(active=active, defending=pool.defender(table.rules, frame, table.size))
    if len(active) == 1:
        return pool.ended(position, frame, call)
    return _exchange_next(position, frame, call, -1)


def _kept(position: Position, call: Call) -> Position:
    """Having changed cards, a player keeps to it or throws them up after all."""
    frame, seat = position.frame.but(drawn=False), position.seat
    if call.verb == Verb.DECLARE_OUT:
        frame = frame.but(
            declared=tuple((place, call.verb if place == seat else verb) for place, verb in frame.declared),
            active=tuple(place for place in frame.active if place != seat),
        )
    return _after_exchange(position, frame, call)


# -- exchanging ---------------------------------------------------------------------------------------


def exchange_choices(position: Position) -> tuple[Action, ...]:
    """How many cards to change; then the cards to throw away, one at a time."""
    frame, rules = position.frame, position.table.rules
    if frame.exchanged:
        return tuple(discard(c) for c in from_bits(frame.hands[position.seat]))
    most = min(rules.exchange_most, len(frame.stock), rules.hand_size)
    return tuple(Call(Verb.EXCHANGE, n=n) for n in range(most + 1))


def ask(position: Position, call: Call) -> Position:
    """The number asked for is final."""
    frame = position.frame
    if not call.n:
        return _after_exchange(position, frame, call)
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
    if not position.table.rules.must_then_play and not position.table.simple:
        return position.then(call, frame.but(phase="declare", drawn=True), seat)
    return _after_exchange(position, frame, call)


def _after_exchange(position: Position, frame: Frame, call: Action) -> Position:
    """Where cards are changed on declaring, the next player declares; else the next of those who stand changes his."""
    if position.table.rules.exchange_by == "at_declaring" and not position.table.simple:
        return _next_speaker(position, frame, call)
    return _exchange_next(position, frame, call, position.seat)


def _exchange_next(position: Position, frame: Frame, call: Action | None, seat: int) -> Position:
    rules = position.table.rules
    waiting = [p for p in frame.active if p > seat]
    later = rules.exchange_by == "players" or (rules.exchange_by == "at_declaring" and position.table.simple)
    if later and waiting:
        return position.then(call, frame.but(phase="exchange"), waiting[0])
    if len(frame.active) < 2:
        return pool.ended(position, frame, call)
    return _begin(position, frame, call)


def _begin(position: Position, frame: Frame, call: Action | None) -> Position:
    """A flush takes the pool before a card is played; else the play begins."""
    if pool.flush(position.table, frame) is not None:
        return pool.ended(position, frame, call)
    return cardplay.begin(position, frame, call)


def forbids(position: Position, action: Any) -> tuple[str, str | None]:
    """Why a call is not lawful: (reason, field)."""
    frame = position.frame
    if not isinstance(action, Call):
        return f"not_in_{frame.phase}", None
    if frame.phase == "declare":
        if action == DECLARE_OUT and _must_defend(position):
            return "dealer_must_defend", "one_stands"
        if action == DECLARE_OUT:
            return "may_wait", "declare"
        if action.verb == Verb.TAKE_WIDOW:
            return "widow_gone", "widow"
        return "not_in_declare", None
    asked = bool(frame.exchanged)
    if action.verb == Verb.EXCHANGE:
        return ("number_is_final" if asked else "exchange_most"), "exchange_most"
    if action.verb == Verb.DISCARD:
        return ("not_held", None) if asked else ("say_how_many", "exchange_most")
    return "not_in_exchange", None
