"""Perfect play with all cards face up: the value of every lawful card, and a line of best play.

Two sides are solved exactly. With three or more the answer is *paranoid*: what one side makes if all the others play
together against it. That is a floor (nobody can make it less), not a forecast: for two of the others will seldom find
it worth their while to lose a point in order that the third may not have it.

The work is done by :mod:`.search_fast` where numba is installed (extra ``fast``), else by :mod:`.search`, with the same
results; deals of another kind go the long way (:mod:`.search_long`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ..cards import Card
from ..engine import Position
from ..errors import PlainValueError
from .opencards import Problem, Search, TooLongError, problem_of
from .search import PlainSearch
from .search_long import LongSearch

__all__ = ["Solution", "TooLongError", "solve"]


@dataclass(frozen=True)
class Solution:
    """What perfect play brings.

    ``value``: points of ``side`` in the whole deal less those of the others; with a match at stake, 1000 more where
    ``side`` goes out first and 1000 less where another side does. ``cards``: the value after each lawful card of the
    player to act. ``line``: (player, card) of best play to the end. ``paranoid``: there were more than two sides.
    """

    side: str
    value: int
    cards: Mapping[Card, int]
    line: tuple[tuple[str, Card], ...]
    paranoid: bool

    @property
    def best(self) -> tuple[Card, ...]:
        """All cards that keep the value."""
        return tuple(c for c, v in self.cards.items() if v == self.value)


def solve(
    position: Position,
    side: str | None = None,
    *,
    match: bool = False,
    line: bool = True,
    most: int | None = None,
    fast: bool | None = None,
) -> Solution:
    """Solve a position in the phase of play, every card seen.

    ``side``: whose points count for, by name (default: the first of the table). ``match``: the scores count, so that
    going out first comes before any number of points (where the first one out ends the match; elsewhere it changes
    nothing). ``most``: how many starts of tricks may be looked at. ``fast``: True asks for numba, False for Python; by
    default numba where it is installed. The results are the same.

    Raises :class:`ValueError` where there is nothing to play yet, :class:`TooLongError` where ``most`` is not enough
    (two hands of six cards need some hundreds, four hands of six some thousands, four of nine many millions).
    """
    if position.phase not in ("play", "over") or position.frame.layout is None:
        raise ValueError("open-card values need a trump and cards to play; this position has not come so far")
    if position.rules.score is None:
        raise PlainValueError("open-card values count points; this deal is played for a pool of counters")
    names = [s.name for s in position.table.sides]
    search = search_of(position, names.index(side) if side is not None else 0, match, most, fast)
    value, cards = search.solve()
    found = search.line(search.start, value) if line else ()
    players = position.table.players
    return Solution(
        side if side is not None else names[0], value, cards, tuple((players[p], c) for p, c in found), len(names) > 2
    )


def search_of(
    position: Position, us: int = 0, match: bool = False, most: int | None = None, fast: bool | None = None
) -> Search[Any]:
    """The search that fits a position, seen from the side ``us``."""
    match = match and position.rules.match_ends == "first_out"  # elsewhere nobody ends the match by going out
    quick = has_numba() if fast is None else fast
    if quick and not has_numba():
        raise PlainValueError("numba is not installed; install it with: pip install 'allfours-edu[fast]'")
    if position.frame.draws:
        raise ValueError("cards are still to be drawn: open-card values begin when the stock is gone")
    problem = problem_of(position, us, match)
    limit = most if most is not None else 1 << 40
    if problem is None:
        return LongSearch(position, us, match, limit)
    return _fast(problem, limit) if quick else PlainSearch(problem, limit)


@cache
def has_numba() -> bool:
    """Is numba installed?"""
    return find_spec("numba") is not None


def _fast(problem: Problem, most: int) -> Search[Any]:
    fast = import_module(".search_fast", __package__)
    found: Search[Any] = (fast.FastSearch if fast.fits(problem) else PlainSearch)(problem, most)
    return found
