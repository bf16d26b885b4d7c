"""Slips at a referee's table that are no card played in one's turn: a card shown, a card laid before one's turn, a
second card to a trick, a bid that may not be made; and what the others may then demand. Faults without a card are in
:mod:`.priced`.

What each comes to is a pure function of the book: :func:`effect`.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

from ..cards import Card, from_bits
from ..rules import Rules
from . import auction, cardplay, priced
from .calls import DEMANDS, PRICED, TAKES_BACK, Action, Call, Verb
from .frame import Frame

if TYPE_CHECKING:
    from .position import Position

TAKEN_BACK, OPEN, FORCED, OWED, STANDS, CHOSEN, BARRED = (
    "taken_back", "open", "forced", "owed", "stands", "chosen", "barred",
)  # fmt: skip
"""Effects: the card goes back into the hand; it lies open and may be called; it must be played as soon as it may; the
pitcher may say what is played in its place; it stands as it was laid; the adversaries choose which card stands; the
bidder has lost his voice in this deal."""


# -- what the book makes of it ------------------------------------------------------------------------


def shown_effect(rules: Rules, size: int) -> str:
    """What becomes of a card shown in play."""
    rule = rules.exposed_in_play
    if rule == "called" or (rule == "called_at_four" and size == 4):
        return OPEN
    return FORCED if rule == "stands" else TAKEN_BACK


def effect(rules: Rules, size: int, verb: str, *, leads: bool = False, against_pitcher: bool = True) -> str:
    """What a slip comes to. ``leads``: nothing lay on the table yet; ``against_pitcher``: an adversary of his erred."""
    if verb == Verb.EXPOSE:
        return shown_effect(rules, size)
    if verb == Verb.SECOND_CARD:
        return CHOSEN if rules.two_cards == "adversaries_choose" else TAKEN_BACK
    if verb == Verb.BID:
        return BARRED
    rule = rules.out_of_turn
    if rule == "exposed":
        return shown_effect(rules, size)
    if rule == "called_high_low" and against_pitcher:
        return OWED
    if rule == "stands":
        return STANDS if leads else FORCED
    return TAKEN_BACK


# -- making a slip ------------------------------------------------------------------------------------


def meant(position: Position, action: Action, place: int) -> Call | None:
    """The slip that ``action`` would be, or None where it cannot even happen."""
    if _overbids(position, action, place):
        return action  # type: ignore[return-value]
    if isinstance(action, Call) and action.verb in PRICED:
        return Call(action.verb) if priced.happens(position, action.verb, place) else None
    if isinstance(action, Card):
        verb, card = Verb.SECOND_CARD if _played_already(position, place) else Verb.OUT_OF_TURN, action
    elif isinstance(action, Call) and action.verb in SLIP_VERBS and action.card is not None:
        verb, card = action.verb, action.card
    else:
        return None
    frame = position.frame
    if frame.phase != "play" or frame.layout is None or place not in frame.active:
        return None
    if not card.bit & position._held(place) or card.bit & (frame.open | frame.forced):
        return None
    twice = _played_already(position, place)
    fits = {
        Verb.EXPOSE: True, Verb.SECOND_CARD: twice, Verb.OUT_OF_TURN: place != position.seat and not twice,
    }  # fmt: skip
    return Call(verb, card=card) if fits[verb] else None


SLIP_VERBS = (Verb.EXPOSE, Verb.OUT_OF_TURN, Verb.SECOND_CARD)


def _overbids(position: Position, action: Action, place: int) -> bool:
    if not isinstance(action, Call) or action.verb != Verb.BID or position.frame.phase != "bid":
        return False
    barred = auction.bid_barred(position, position.frame, place, action.n or 0)
    return place == position.seat and barred == "put_out_seller"


def _played_already(position: Position, place: int) -> bool:
    """Has ``place`` a card in the trick on the table?"""
    laid = position.laid()
    return any(who == place for who, _ in laid[len(laid) - len(laid) % max(len(position.frame.active), 1) :])


def pitcher(frame: Frame) -> int:
    """The place of the player who pitches, or would."""
    return frame.contract.bidder if frame.contract is not None else frame.active[0]


def effect_at(rules: Rules, position: Position, verb: str, place: int) -> str:
    """What a slip at this position comes to under ``rules``."""
    table = position.table
    against = verb == Verb.OUT_OF_TURN and table.side_of[place] != table.side_of[pitcher(position.frame)]
    return effect(rules, table.size, verb, leads=not position.led, against_pitcher=against)


def commit(position: Position, slip: Call, place: int) -> Position:
    """The position after a slip."""
    table, frame = position.table, position.frame
    if slip.verb == Verb.BID:
        return auction.silenced(position, slip)
    if slip.verb in PRICED:
        return priced.commit(position, slip, place)
    assert slip.card is not None
    came_to = effect_at(table.rules, position, slip.verb, place)
    bit = slip.card.bit
    if came_to == STANDS:
        led = cardplay.play(_leading(position, place), slip.card)
        led.previous = position
        return led
    if came_to == CHOSEN:
        came_to = shown_effect(table.rules, table.size)  # unless they choose it, it is a card shown
    new = position.resume(slip, position, by=place)
    if came_to == OPEN:
        new.frame = frame.but(open=frame.open | bit)
    elif came_to == FORCED:
        new.frame = frame.but(forced=frame.forced | bit, plain=False, free_lead=False)
        if place == position.seat and position.legal & bit:
            new.legal = bit
    elif came_to == OWED:
        new.frame = frame.but(owed=(place, _trick(position)))
    return new


def _trick(position: Position) -> int:
    """Number of tricks finished."""
    return len(position.laid()) // len(position.frame.active)


def _leading(position: Position, place: int) -> Position:
    """The same moment, as if ``place`` were to lead."""
    at = copy(position)
    at.seat = at.leader = at.taker = place
    return at


# -- what the others may demand -----------------------------------------------------------------------


def demands(position: Position, place: int) -> list[Action]:
    """What ``place`` may call for: a card that lies open, the highest or lowest, the card of two that stands."""
    found: list[Action] = list(_choice(position, place))
    seat, frame, table = position.seat, position.frame, position.table
    if seat < 0 or frame.phase != "play" or table.side_of[place] == table.side_of[seat] or _told(position):
        return found
    found += [Call(Verb.CALL_EXPOSED, card=c) for c in from_bits(frame.open & position.legal)]
    if frame.owed == (seat, _trick(position)) and place == pitcher(frame):
        found += [Call(verb) for verb in DEMANDS[1:] if demanded(position, Call(verb))]
    return found


def _told(position: Position) -> bool:
    return isinstance(position.action, Call) and position.action.verb in DEMANDS


def _choice(position: Position, place: int) -> list[Action]:
    """Right after a second card: the adversaries may let it stand instead of the first."""
    slip, table = position.action, position.table
    if not isinstance(slip, Call) or slip.verb != Verb.SECOND_CARD or table.rules.two_cards != "adversaries_choose":
        return []
    if table.side_of[place] == table.side_of[position.by] or position.laid()[-1][0] != position.by:
        return []
    return [Call(Verb.CHOOSE_CARD, card=slip.card)]


def demanded(position: Position, call: Call) -> int:
    """The cards (bit set) among the lawful ones that a demand leaves."""
    legal, layout = position.legal, position.frame.layout
    assert layout is not None
    if call.verb == Verb.CALL_EXPOSED:
        return legal & call.card.bit if call.card is not None else 0
    if call.verb == Verb.CALL_TRUMP:
        return legal & layout.trumps
    if call.verb == Verb.CALL_NOT_TRUMP:
        return legal & ~layout.trumps
    among = legal & position.led or legal  # of the suit led, where he can follow
    best = max if call.verb == Verb.CALL_HIGHEST else min
    return best(from_bits(among), key=lambda c: layout.power[c.index]).bit if among else 0


def demand(position: Position, call: Call, place: int) -> Position:
    """The player to act is told what to play."""
    new = position.resume(call, position, by=place)
    new.legal = demanded(position, call)
    return new


def choose(position: Position, call: Call, place: int) -> Position:
    """Of two cards to a trick the second stands; the first is the card shown."""
    from .court import as_before

    assert call.card is not None
    before, first = last_play(position)
    frame = as_before(position, before)
    lies_open = shown_effect(position.table.rules, position.table.size) == OPEN
    frame = frame.but(open=frame.open & ~call.card.bit | (first.bit if lies_open else 0))
    again = copy(before)
    again.frame = frame
    return position.resume(call, cardplay.play(again, call.card), by=place, resumed=before)


def last_play(position: Position) -> tuple[Position, Card]:
    """The last card on the table, and the position it was played from."""
    at: Any = position
    while not (isinstance(at.action, Card) or at.action.verb in TAKES_BACK):
        at = at.previous
    if isinstance(at.action, Card):
        return at.previous, at.action
    return at.frame.resumed, at.action.card
