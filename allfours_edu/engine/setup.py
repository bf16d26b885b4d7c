"""Positions made up rather than dealt: a case, a puzzle, a deal from a book."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from ..cards import Card, card, cards, to_bits
from . import cardplay
from .frame import Contract, Frame
from .table import Table, TableError

if TYPE_CHECKING:
    from .position import Position

Hands = Mapping[str, "str | Iterable[str | Card]"]


def set_up(
    table: Table,
    hands: Hands,
    trump: str | None,
    *,
    trick: Sequence[tuple[str, str | Card]] = (),
    turn_ups: Sequence[Card] = (),
    dealt: Hands | None = None,
    stock: Sequence[Card] = (),
    leader: str | None = None,
    contract: Contract | None = None,
    begun: bool = False,
) -> Position:
    """The play at any point: what every player holds, what lies on the table, who led.

    ``hands`` are the cards still in hand, those of ``trick`` not among them. ``dealt`` are all cards a player had
    (default: the same and what he laid to the trick). ``begun`` says that tricks have been played before. Raises
    :class:`TableError` where a card stands twice.
    """
    from .position import Position

    held = [to_bits(cards(hands.get(name, ()))) for name in table.players]
    on_table = [(table.place[seat], card(c)) for seat, c in trick]
    seen = 0
    for mask in [*held, *(c.bit for _, c in on_table), *(c.bit for c in turn_ups), *(c.bit for c in stock)]:
        if seen & mask:
            raise TableError("a card stands in two places")
        seen |= mask
    had = list(held)
    for place, c in on_table:
        had[place] |= c.bit
    whole = [
        to_bits(cards(dealt[name])) if dealt and name in dealt else h
        for name, h in zip(table.players, had, strict=True)
    ]
    active = tuple(n for n in range(table.size) if had[n])
    frame = Frame().but(
        hands=tuple(had), dealt=tuple(whole), turn_ups=tuple(turn_ups), stock=tuple(stock), trump=trump,
        scores=table.scores, active=active, contract=contract,
    )  # fmt: skip
    first = table.place[leader] if leader is not None else on_table[0][0] if on_table else active[0]
    at = cardplay.begin(Position(table, frame, None, None, -1, first), frame, None)
    at.previous, at.by, at.seat, at.leader = None, -1, first, first
    at.legal = _lead(at, had[first], begun)
    for place, c in on_table:
        if place != at.seat:
            raise TableError(f"{table.players[place]} cannot have played to this trick out of turn")
        at = cardplay.play(at, c)
    return at


def _lead(at: Position, hand: int, begun: bool) -> int:
    layout, rules = at.frame.layout, at.table.rules
    if layout is None:
        return at.legal if hand == at.frame.hands[at.seat] else hand
    turned = at.frame.turn_ups[-1] if at.frame.turn_ups else None
    return cardplay.may_lead(rules, layout, hand, not begun, len(at.frame.active), turned)
