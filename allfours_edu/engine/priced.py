"""Faults at a referee's table that all see at once: a look at one's hand before the book allows it, a misdeal, a card
seen in dealing, a point taken down that was not made. Nobody has to claim them: the price is paid at once, and where
the book lets somebody ask for a new deal, he may until the next one acts.

What each comes to is in :mod:`.verdicts`; here it happens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..cards import Card
from ..rules import Rules
from .calls import Call, Verb
from .frame import Frame
from .scoring import add
from .table import Table, places

if TYPE_CHECKING:
    from .position import Position
    from .verdicts import Verdict


def happens(position: Position, verb: str, place: int) -> bool:
    """Can ``place`` commit this fault now? Games for a pool are settled in counters and left out."""
    frame, table = position.frame, position.table
    if not table.referee or table.rules.pool is not None:
        return False
    if verb == Verb.LOOK:
        from .view import may_look

        return not position.over and not may_look(position, place)
    if verb in (Verb.MISDEAL, Verb.FACE):  # before anybody has done anything
        fresh = position.previous is None and position.action is None and not position.over
        asks_who_deals = verb == Verb.MISDEAL and verdict(table.rules, table, verb, place).choosers  # not done here
        return fresh and place == table.size - 1 and not asks_who_deals
    goes_on = frame.settled is not None and position.result is not None and not _decided(position)
    return verb == Verb.MARK_WRONG and goes_on and table.side_of[place] not in frame.mismarked


def _decided(position: Position) -> bool:
    result = position.result
    return result is None or result.winner is not None or result.loser is not None


def verdict(rules: Rules, table: Table, verb: str, place: int) -> Verdict:
    """What the book makes of it."""
    from . import verdicts

    if verb == Verb.LOOK:
        return verdicts.looked(rules, table.side_of, place)
    if verb == Verb.MISDEAL:
        return verdicts.misdeal(rules, table.side_of)
    if verb == Verb.FACE:
        return verdicts.exposed_in_deal(rules, table.side_of, 0)
    return verdicts.wrong_score(rules, table.side_of, table.side_of[place])


def commit(position: Position, call: Call, place: int) -> Position:
    """The position after the fault, its price paid."""
    table, frame = position.table, position.frame
    found = verdict(table.rules, table, call.verb, place)
    if call.verb == Verb.LOOK:
        frame = frame.but(looked=frame.looked | 1 << place)
    elif call.verb == Verb.MISDEAL:  # a card turned by a misdeal does not stand, nor what it brought
        frame = _void(table, frame, "next_dealer" if found.next_dealer == 0 else "same_dealer")
    elif call.verb == Verb.FACE:
        frame = frame.but(faced=faced_card(table).bit)
    else:
        frame = frame.but(mismarked=(*frame.mismarked, table.side_of[place]))
    frame = _paid(table.rules, frame, found.points)
    if frame.winner is not None:
        frame = frame.but(redeal="")
    new = position.resume(call, position, by=place)
    new.frame = frame
    if frame.phase == "over":
        new.seat, new.legal = -1, 0
    return new


def _void(table: Table, frame: Frame, redeal: str) -> Frame:
    return frame.but(scores=table.scores, phase="over", redeal=redeal)


def faced_card(table: Table) -> Card:
    """The card seen in dealing: the first that the eldest hand gets."""
    return next(table.pack[at] for at, seat in places(table.rules, table.size)[0] if seat == 0)


def may_ask(position: Position, place: int) -> bool:
    """A card has just been seen in dealing: may ``place`` have the cards dealt again?"""
    action, table = position.action, position.table
    if not isinstance(action, Call) or action.verb != Verb.FACE:
        return False
    return place in verdict(table.rules, table, Verb.FACE, table.size - 1).choosers


def new_deal(position: Position, call: Call, place: int) -> Position:
    """The cards are thrown together, and the same player deals."""
    new = position.then(call, _void(position.table, position.frame, "same_dealer"), -1, by=place)
    new.legal = 0
    return new


def _paid(rules: Rules, frame: Frame, points: tuple[tuple[int, int], ...]) -> Frame:
    for side, n in points:
        if frame.winner is None:
            frame = add(rules, frame, side, n, "penalty")
    return frame


def paid_again(table: Table, frame: Frame) -> Frame:
    """The prices of wrong scores, after a deal has been settled anew."""
    for side in frame.mismarked:
        place = table.side_of.index(side)
        frame = _paid(table.rules, frame, verdict(table.rules, table, Verb.MARK_WRONG, place).points)
    return frame
