"""Dealing, and what comes before the first decision: the turned card, or straight to a pitch, an auction, a pool."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..cards import Card
from . import auction, begging, cardplay, declaring, pool
from .frame import Frame
from .table import Table, places

if TYPE_CHECKING:
    from .position import Position


def give_out(table: Table) -> tuple[tuple[int, ...], int, tuple[Card, ...]]:
    """The hands by place, the widow, and what is left of the pack."""
    dealt, at = places(table.rules, table.size)
    hands = [0] * (table.size + 1)
    for place, seat in dealt:
        hands[seat] |= table.pack[place].bit
    return tuple(hands[: table.size]), hands[table.size], table.pack[at:]


def first_position(table: Table) -> Position:
    """Deal the cards of ``table``."""
    from .position import Position

    hands, widow, stock = give_out(table)
    rules = table.rules
    scores = table.scores if rules.pool is None else pool.staked(table)
    frame = Frame().but(
        hands=hands, dealt=hands, stock=stock, widow=widow, scores=scores, active=tuple(range(table.size))
    )
    if rules.trump_from == "stock_top":
        frame = frame.but(trump=stock[0].suit)
    elif table.trump is not None:
        frame = frame.but(trump=table.trump)
    start = Position(table, frame, None, None, -1, 0)
    if rules.trump_from == "turn" and not pool.trump_waits(table):
        start.frame = begging.turn(table, frame)
        if rules.beg is None:  # nobody can refuse it
            start.frame = begging.settle_turn(table, start.frame)
    return _go_on(start)


def _go_on(start: Position) -> Position:
    """Set the first decision of a freshly dealt position, before anybody has seen it."""
    table, frame = start.table, start.frame
    rules = table.rules
    if frame.phase == "over":  # a turned card put the dealer out
        start.seat = -1
        return start
    if rules.beg is not None:
        start.frame = frame.but(phase="beg")
        return start
    if rules.auction is not None:
        first = auction.opening(start)
    elif rules.pool is not None:
        first = declaring.opening(start)
    else:
        first = cardplay.begin(start, frame, None)
    first.previous = None
    first.by = -1
    return first
