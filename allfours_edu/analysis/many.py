"""One position, many ways the cards may lie: each solved with open cards. For sampling hands that are not seen.

>>> from allfours_edu.cards import cards, to_bits
>>> from allfours_edu.engine import new_table, set_up
>>> from allfours_edu.sources import load_rulebook
>>> table = new_table(load_rulebook("foster-1897").rules, ("elder", "dealer"))
>>> at = set_up(table, {"elder": "AH 5C 2D", "dealer": "JH KC QC"}, "H")
>>> mine = to_bits(at.hand("elder"))
>>> found = solve_many(at, [(mine, to_bits(cards(hand))) for hand in ("JH KC QC", "JH 3H KC", "KD QC 7S")])
>>> found.values, [card.text for card in found.cards]
([2, 0, 3], ['AH', '2D', '5C'])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from typing import NamedTuple

from ..cards import BY_INDEX, Card, from_bits, to_bits
from ..engine import Position, Table, scoring
from ..engine.layout import trick_layout
from ..errors import PlainValueError
from .opencards import game_of, numbering, signed, weights
from .solver import has_numba, search_of


class Many(NamedTuple):
    """What perfect play brings in each of the samples."""

    values: list[int]
    cards: Mapping[Card, list[int | None]]
    """The value after each card of the player to act; None in a sample where it is not lawful."""


class Law(NamedTuple):
    """What the samples of a position have in common. Lists go by ``Card.index``; bit sets are those of the engine."""

    order: tuple[int, ...]
    """The cards as the search numbers them: suit by suit, weakest first, trumps last."""
    suits: tuple[int, ...]
    trumps: int
    ruff: int
    pips: tuple[int, ...]
    pegs: tuple[int, ...]
    """What the winner of a card marks."""
    marks: tuple[int, ...]
    """What the player of a card marks."""
    points: tuple[tuple[int, int, tuple[int, int, int, int]], ...]
    """(0 the highest trump, 1 the lowest, 2 a card of its own; the card; worth if we hold and take, we hold and they
    take, they hold and we take, they hold and take)."""
    game: tuple[int, int, int]

    @property
    def swing(self) -> int:
        """No more than so many points can be won or lost."""
        return sum(map(abs, self.pegs)) + sum(max(map(abs, worth)) for _, _, worth in self.points)


def solve_many(
    position: Position, samples: Sequence[Sequence[int]], side: str | None = None, *, most: int | None = None,
    fast: bool | None = None,
) -> Many:  # fmt: skip
    """Solve a position as if the players still held other cards.

    ``samples``: for each the bit sets of the cards still in hand, by place in the order of play (a list, or an array of
    64-bit numbers). ``side``, ``most`` and ``fast`` as in :func:`.solver.solve`. With numba some ten thousand samples a
    second for two hands of six cards, a thousand or two for four.

    Raises :class:`ValueError` where a card stands in two hands, or a sample does not have as many as are held.
    """
    if position.phase != "play" or position.frame.layout is None:
        raise PlainValueError("open-card values need a trump and cards to play; this position has not come so far")
    us = [s.name for s in position.table.sides].index(side) if side is not None else 0
    _check(position, samples)
    quick = has_numba() if fast is None else fast
    law = law_of(position.table, position.trump or "", us, position.frame.ruff) if _plain(position) else None
    if quick and has_numba() and law is not None and law.swing < 64:
        found: Many = import_module(".many_fast", __package__).solve_many(law, position, samples, us, most)
        return found
    values: list[int] = []
    cards: dict[Card, list[int | None]] = {}
    for n, sample in enumerate(samples):
        value, by_card = search_of(with_hands(position, sample), us, most=most, fast=fast).solve()
        values.append(value)
        for c, v in by_card.items():
            cards.setdefault(c, [None] * len(samples))[n] = v
    return Many(values, {c: cards[c] for c in sorted(cards)})


def with_hands(position: Position, sample: Sequence[int]) -> Position:
    """The position with other cards in the hands; what was played stays played."""
    laid = [0] * position.table.size
    for place, c in position.laid():
        laid[place] |= c.bit
    held = tuple(int(mask) | gone for mask, gone in zip(sample, laid, strict=True))
    return Position(
        position.table, position.frame.but(hands=held, dealt=held), position.previous, position.action, position.by,
        position.seat, sum(int(mask) for mask in sample), 0, position.leader, position.led, position.best,
        position.taker,
    )  # fmt: skip


def _check(position: Position, samples: Sequence[Sequence[int]]) -> None:
    """The first sample is looked at closely; the others come from the same hand."""
    frame = position.frame
    size = [(mask & position.left).bit_count() for mask in frame.hands]
    gone = to_bits(c for _, c in position.laid())
    for sample in samples[:1]:
        whole = 0
        for mask in sample:
            if whole & int(mask) or gone & int(mask):
                raise PlainValueError("a card stands in two hands, or has been played")
            whole |= int(mask)
        if [int(mask).bit_count() for mask in sample] != size:
            raise PlainValueError(f"expected samples of {size} cards, by place")


def _plain(position: Position) -> bool:
    """Is it a matter of two sides and plain laws, and have all cards dealt come into play?"""
    frame, layout, rules = position.frame, position.frame.layout, position.table.rules
    return (
        layout is not None and len(position.table.sides) == 2 and frame.plain and frame.free_lead and not frame.draws
        and layout.wide == layout.trumps and (frame.hands == frame.dealt or rules.discarded != "counts_as_dealt")
        and "sweep" not in scoring.points_of(rules) and sum(map(int.bit_count, frame.hands)) <= 52
        and max(map(int.bit_count, frame.hands)) <= 16
    )  # fmt: skip


@lru_cache(maxsize=256)
def law_of(table: Table, trump: str, us: int, ruff: int) -> Law:
    """The law, asked of the engine's scoring: a deal with one trump, held by one side and taken by another."""
    rules, side_of = table.rules, table.side_of
    layout = trick_layout(rules, trump)
    everything = sum(c.bit for c in BY_INDEX)
    seats = [side_of.index(side) for side in (us, 1 - us)]
    king = next(c for c in from_bits(layout.trumps) if c.rank == "K")
    points = []
    for point in scoring.points_of(rules):
        if point == "game" and rules.game_by == "pips":
            continue
        kind = ("high", "low").index(point) if point in ("high", "low") else 2
        worths = []
        card = king
        for holder in seats:
            for taker in (us, 1 - us):
                if kind == 2:
                    whole = tuple(everything if p == holder else 0 for p in range(table.size))
                else:
                    whole = tuple(king.bit if p == holder else 0 for p in range(table.size))
                won = tuple(everything if side == taker else 0 for side in range(2))
                deal = scoring.Deal(trump, side_of, table.dealer_side, whole, whole, (), table.size, won)
                award = scoring.AWARDS[point](rules, deal)
                worths.append(signed(award, us))
                card = award.card or card
        points.append((kind, card.index, (worths[0], worths[1], worths[2], worths[3])))
    game = any(point == "game" for point in scoring.points_of(rules)) and rules.game_by == "pips"
    pips, marks = weights(rules, trump, game)
    pegs = tuple(scoring.pegs_when_won(rules, trump, [c]) for c in BY_INDEX)
    suits = sorted(set(layout.suit_of))
    return Law(
        numbering(layout), tuple(suits.index(s) for s in layout.suit_of), layout.trumps, ruff, pips, pegs, marks,
        tuple(points), game_of(table, us) if game else (0, 0, 0),
    )  # fmt: skip
