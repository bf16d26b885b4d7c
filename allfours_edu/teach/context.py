"""Who is who in a sentence: names and sides from the place of one reader, and what he may be told."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ..cards import Card
from ..engine import Event, Position, Trick
from ..engine.layout import layout_for
from ..rules import Rules
from ..sources import Rulebook, load_rulebook
from .strings import YOU, Who, listed, phrase


@dataclass(frozen=True)
class Context:
    """A deal as it is told to ``seat``; with no seat, to somebody who sees all hands.

    ``position`` is any moment at or after what is told.
    """

    position: Position
    seat: str | None = None
    book: Rulebook | None = None

    @classmethod
    def of(cls, position: Position, seat: str | None = None, book: Rulebook | str | None = None) -> Context:
        return cls(position, seat, load_rulebook(book) if book is not None else None)

    @property
    def rules(self) -> Rules:
        return self.position.rules

    @cached_property
    def mine(self) -> str | None:
        """Name of the reader's side."""
        return self.side_of(self.seat) if self.seat is not None and self.seat in self.position.table.place else None

    def who(self, seat: str | None) -> Who:
        """A player in a sentence: "you" or the name."""
        if seat is None:
            return Who(phrase("who.nobody"))
        return YOU if seat == self.seat else Who(seat)

    def side(self, name: str | None) -> Who:
        """A side in a sentence: "you and North", "West and East", "North"."""
        if name is None:
            return Who(phrase("who.nobody"))
        seats = self.seats(name)
        others = [s for s in seats if s != self.seat]
        if len(others) < len(seats):
            return Who(phrase("who.your_side", partner=listed(others)), many=True) if others else YOU
        return Who(listed(seats), many=len(seats) > 1)

    def seats(self, side: str) -> tuple[str, ...]:
        return next((s.seats for s in self.position.table.sides if s.name == side), (side,))

    def side_of(self, seat: str) -> str:
        table = self.position.table
        return table.sides[table.side_of[table.place[seat]]].name

    def for_me(self, side: str | None) -> bool | None:
        """Is it the reader's side? None where there is no reader, or nobody has it."""
        return None if self.mine is None or side is None else side == self.mine

    def sees(self, seat: str | None) -> bool:
        """May the reader see what ``seat`` holds, throws away or draws?"""
        return self.seat is None or seat == self.seat

    # -- the plays -------------------------------------------------------------------------------

    @cached_property
    def plays(self) -> tuple[tuple[str, Card], ...]:
        return self.position.plays

    @cached_property
    def tricks(self) -> tuple[Trick, ...]:
        return self.position.tricks

    @cached_property
    def player_of(self) -> dict[Card, str]:
        """Who laid each card."""
        return {c: seat for seat, c in self.plays}

    @property
    def size(self) -> int:
        """Cards in a trick."""
        return max(len(self.position.frame.active), 1)

    def before_in_trick(self, event: Event) -> tuple[tuple[str, Card], ...] | None:
        """What lay on the table when a card was played; None for a card that was taken back."""
        at = next((n for n, (_, c) in enumerate(self.plays) if c is event.cards[0]), None)
        if at is None or at // self.size + 1 != event.trick:  # it may have been played again, in a later trick
            return None
        return self.plays[at - at % self.size : at]

    def taker_of(self, card: Card) -> str | None:
        """Who took a card, where its trick is finished."""
        return next((t.winner for t in self.tricks if any(c is card for _, c in t.plays)), None)

    def is_trump(self, card: Card) -> bool:
        layout = self.position.frame.layout
        if layout is None and self.position.trump and self.rules.left_pedro:
            layout = layout_for(self.rules, self.position.trump)  # named, but no card is played yet
        return layout.is_trump(card) if layout is not None else card.suit == self.position.trump
