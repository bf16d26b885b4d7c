"""What changes only between the phases of a deal, and the small records that go with it."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..cards import Card
from .layout import Layout


class Trick(NamedTuple):
    """One trick: who led, who played what in order, and who won it."""

    leader: str
    plays: tuple[tuple[str, Card], ...]
    winner: str


class Contract(NamedTuple):
    """Who pitches for how much. ``bidder`` and ``seller`` are places; ``n`` is 0 where nothing was bid."""

    bidder: int
    n: int = 0
    seller: int | None = None
    sold: bool = False
    unasked: bool = False


class Result(NamedTuple):
    """How a deal ended. ``scores`` by side name; ``winner`` is the side that has won the match, or None."""

    scores: dict[str, int]
    winner: str | None
    out_by: str | None
    next_dealer: str
    redeal: bool
    bunched: bool
    loser: str | None = None
    """Where the last one pays: the side left when all others are out."""


class Frame:
    """What changes only between the phases of a deal. Frozen; :meth:`but` makes the next one."""

    phase: str = "deal"
    hands: tuple[int, ...] = ()
    """Bit sets: the cards each place holds, or held when the play began (see Position.left)."""
    dealt: tuple[int, ...] = ()
    """Bit sets: all cards each place was dealt or drew in this deal."""
    stock: tuple[Card, ...] = ()
    turn_ups: tuple[Card, ...] = ()
    runs: int = 0
    begs: int = 0
    trump: str | None = None
    layout: Layout | None = None
    scores: tuple[int, ...] = ()
    winner: int | None = None
    out_by: str | None = None
    redeal: str = ""
    """"same_dealer" or "next_dealer" where the cards are thrown together."""
    proposed: int = 0
    """Bit set of places that have proposed to bunch the cards since the last turn-up."""
    bids: tuple[tuple[int, int], ...] = ()
    """(place, number) in order; 0 for a pass."""
    contract: Contract | None = None
    active: tuple[int, ...] = ()
    """Places that take part in the play."""
    after: tuple[int, ...] = ()
    """For each place, the next one in the play."""
    declared: tuple[tuple[int, str], ...] = ()
    waited: bool = False
    """Loo: the eldest hand has passed and speaks last."""
    drawn: bool = False
    """Loo: the player to act has changed cards and may still throw them up."""
    widow: int = 0
    defending: int | None = None
    exchanged: tuple[int, ...] = ()
    penalties: tuple[Any, ...] = ()
    open: int = 0
    """Bit set: cards that lie open before their holders and may be called."""
    forced: int = 0
    """Bit set: cards shown that must be played as soon as they lawfully may."""
    looked: int = 0
    """Bit set of places that have looked at their cards before they might."""
    faced: int = 0
    """Bit set: the card that all have seen in dealing."""
    mismarked: tuple[int, ...] = ()
    """Sides that have taken down a point too many at the end of the deal."""
    owed: tuple[int, int] = (-1, -1)
    """(place, trick): who played before his turn, in which trick he may be told what to play."""
    next_pool: int = 0
    """Loo: white counters that lie in the next pool; elsewhere the red ones of those set back."""
    resumed: Any = None
    """The position from which the deal goes on after an interruption: before a fault that was corrected, or where
    bunching was proposed."""
    resumed_by: int = -1
    settled: Any = None
    """What settling the deal came to (engine.scoring.Settlement), once it is over."""
    # what the rules of play come to under this trump: see cardplay.begin
    ruff: int = 0
    plain: bool = True
    free_lead: bool = True
    pegs: int = 0
    draws: bool = False
    asks: bool = False
    """Pam spares the ace of trumps only where he is asked to."""
    civil: bool = False
    """He has been asked, in this trick."""

    def but(self, **changes: Any) -> Frame:
        """A copy with some values changed."""
        new = Frame.__new__(Frame)
        new.__dict__.update(self.__dict__)
        new.__dict__.update(changes)
        return new

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a Frame does not change; use but()")
