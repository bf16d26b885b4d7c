"""Duplicate deals: the same cards played twice with the seats changed, so that what the cards gave cancels out.

>>> found = duplicate("foster-1897", "foster", "novice", 40)
>>> found.n, found.lead > 0.5
(40, True)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, erf, sqrt
from typing import Any

from ..asking import held
from ..engine import Position, deal, new_table
from ..errors import PlainValueError
from ..sources import Rulebook, load_rulebook
from .intervals import normal
from .players import Player, chance_key, player

MOST = 1_000_000
_LONGEST = 600


@dataclass(frozen=True)
class Duplicate:
    """How much one player makes of the same cards, against another.

    ``lead``: points a deal by which the better player comes out ahead of the other, seats and cards alike, with its
    95 % interval ``low`` to ``high``. ``spread``: by how much a single deal strays from that (standard deviation), and
    ``cards``: the part of that straying (0 to 1 of its variance) that the cards and seats alone make, whoever plays.
    """

    better: str
    worse: str
    n: int
    lead: float
    low: float
    high: float
    spread: float
    cards: float

    @property
    def skill(self) -> float:
        """The share of skill in a single deal: lead² of lead² + spread²."""
        return self.lead**2 / (self.lead**2 + self.spread**2) if self.spread else float(self.lead != 0)

    def ahead(self, deals: int) -> float:
        """How likely the better player is ahead after so many deals (normal approximation)."""
        return 0.5 * (1 + erf(self.lead * sqrt(deals) / self.spread / sqrt(2))) if self.spread else 1.0

    @property
    def deals_to_tell(self) -> int | None:
        """After how many deals the better player is ahead 19 times in 20; None where no lead was found."""
        return ceil((1.645 * self.spread / self.lead) ** 2) if self.low > 0 else None


def duplicate(
    book: str | Rulebook, better: str | Player, worse: str | Player, n: int = 400, seed: int = 0, size: int = 2
) -> Duplicate:
    """Play ``n`` deals (seeds from ``seed`` on) twice: ``better`` on the eldest's side, then on the other.

    ``book``: a rule book; ``size``: how many sit at the table, in two sides. ``better`` and ``worse``: "novice",
    "foster", "expert" or a player of your own. Raises :class:`ValueError` for another number of sides.
    """
    held(duplicate, locals())
    if not 1 <= n <= MOST:
        raise PlainValueError(f"n: expected a whole number of deals from 1 to {MOST:,}, found {n!r:.30}.")
    rules = load_rulebook(book).rules
    a, b = (player(p) if isinstance(p, str) else p for p in (better, worse))
    leads, lucks = [], []
    for one in range(seed, seed + n):
        table = new_table(rules, size, seed=one)
        if len(table.sides) != 2:
            raise PlainValueError(f"duplicate deals need two sides; this table has {len(table.sides)}")
        first, second = (
            margin(played_by(deal(table), {s: (x, y)[table.side_of[table.place[s]]] for s in table.players}))
            for x, y in ((a, b), (b, a))
        )
        leads.append((first - second) / 2)
        lucks.append((first + second) / 2)
    lead = sum(leads) / n
    low, high = normal(sum(leads), sum(x * x for x in leads), n)
    noise, luck = (sum((x - sum(xs) / n) ** 2 for x in xs) / max(n - 1, 1) for xs in (leads, lucks))
    whole = noise + luck
    return Duplicate(a.name, b.name, n, lead, low, high, sqrt(whole), luck / whole if whole else 0.0)


def played_by(at: Position, seats: Mapping[str, Any], key: str | None = None) -> Position:
    """The deal played to its end, a computer player for each seat."""
    key = chance_key(at.table) if key is None else key
    for _ in range(_LONGEST):
        if at.to_act is None:
            return at
        at = at.apply(seats[at.to_act].choose(at.seen_by(at.to_act), key).action)
    raise RuntimeError("the computer players do not come to an end")


def margin(end: Position) -> int:
    """Points of the first side less those of the second, in one deal, as if the match went on."""
    paid = [0] * len(end.table.sides)
    names = [side.name for side in end.table.sides]
    for event in end.events():
        if event.side is not None and event.kind in ("award", "turn", "gift", "peg", "sale", "penalty"):
            paid[names.index(event.side)] += event.n
        elif event.kind == "settle":
            for side, n in event.data.get("set_back", {}).items():
                paid[names.index(side)] -= n
    return paid[0] - sum(paid[1:])
