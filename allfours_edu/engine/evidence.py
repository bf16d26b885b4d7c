"""Evidence: what the table has seen that proves a card was played unlawfully.

A player who does not follow is not known for an offender until he shows, later on, a card that he must have held at the
time. Nothing here looks into a hand: only plays, and cards drawn for all to see, are asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from ..cards import Card, from_bits
from ..rules import Rules
from .cardplay import lawful, may_lead
from .layout import ANY, Layout, trick_layout

if TYPE_CHECKING:
    from .position import Position

Laid = Sequence[tuple[int, Card]]


class Proof(NamedTuple):
    """A card played unlawfully, and the later one that shows it. Tricks count from 1."""

    place: int
    card: Card
    trick: int
    later: Card
    later_trick: int


def proofs(
    rules: Rules, trump: str, laid: Laid, size: int, came: Mapping[Card, int] | None = None, turned: Card | None = None
) -> Iterator[Proof]:
    """Every play that a later card of the same player shows to have been unlawful.

    ``came`` says of a card drawn from the stock how many cards had been played when it came into the hand.
    """
    layout = trick_layout(rules, trump)
    led, best = 0, -9
    for n, (place, card) in enumerate(laid):
        if n % size == 0:
            led, best = 0, -9
        for m in range(n + 1, len(laid)):
            who, later = laid[m]
            if who != place or (came is not None and came.get(later, 0) > n):
                continue
            hand = card.bit | later.bit
            if not led:
                may = may_lead(rules, layout, hand, n == 0, size, turned)
            else:
                may = lawful(rules, layout, hand, led, best)
            if not card.bit & may:
                yield Proof(place, card, n // size + 1, later, m // size + 1)
                break
        led, best = _on(layout, card, led, best)


def _on(layout: Layout, card: Card, led: int, best: int) -> tuple[int, int]:
    """Suit led and strength of the best card once ``card`` lies there too."""
    power = layout.power[card.index]
    if not led:
        return layout.suit_of[card.index], power
    return led, power if power > best and card.bit & (led | layout.wide) else best


def came_in(position: Position) -> dict[Card, int]:
    """For each card drawn from the stock: how many cards had been played when it came into a hand, for all to see.

    Where cards are drawn unseen, any may have come with the last draw, until the deal is over.
    """
    if position.rules.draw is None:
        return {}
    found: dict[Card, int] = {}
    path = position.path()
    last = 0
    for before, at in pairwise(path):
        if at.frame.dealt is before.frame.dealt:
            continue
        last = len(at.laid())
        for new, old in zip(at.frame.dealt, before.frame.dealt, strict=True):
            found.update(dict.fromkeys(from_bits(new & ~old), last))
    if position.rules.draw_seen == "open" or position.over:
        return found
    return dict.fromkeys((card for _, card in position.laid()), last)


def shown(position: Position) -> list[Proof]:
    """The proofs that lie before everybody at the table."""
    frame = position.frame
    if frame.layout is None or not frame.trump:
        return []
    turned = frame.turn_ups[-1] if frame.turn_ups else None
    size = len(frame.active)
    return list(proofs(position.rules, frame.trump, position.laid(), size, came_in(position), turned))


def lawful_anyhow(position: Position, card: Card) -> bool:
    """Could the player of ``card`` lay it whatever else he held (he followed suit, say)?"""
    frame, laid = position.frame, position.laid()
    n = next(n for n, (_, c) in enumerate(laid) if c is card)
    start = n - n % len(frame.active)
    if n == start or frame.layout is None:
        return n == start
    led, best = 0, -9
    for _, c in laid[start:n]:
        led, best = _on(frame.layout, c, led, best)
    return bool(card.bit & lawful(position.rules, frame.layout, ANY, led, best))
