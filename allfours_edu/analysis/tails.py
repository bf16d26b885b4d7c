"""Chances as fractions, nothing rounded: how likely it is that honest cards show so much, or more.

>>> at_least(1, 13, Fraction(1, 13))
Fraction(195881901213181, 302875106592253)
>>> at_least_drawn(1, 52, 4, 2)  # an ace among two cards
Fraction(33, 221)
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

ONE_TURN = Fraction(1, 13)
"""The chance that an honest pack turns a Jack, or any other rank."""


def at_least(k: int, n: int, p: Fraction) -> Fraction:
    """The chance of ``k`` or more successes in ``n`` independent trials of chance ``p`` (binomial tail)."""
    below = sum((comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(min(k, n + 1))), Fraction(0))
    return 1 - below


def at_most(k: int, n: int, p: Fraction) -> Fraction:
    """The chance of ``k`` successes or fewer in ``n`` trials.

    >>> at_most(0, 50, ONE_TURN) == Fraction(12, 13) ** 50
    True
    """
    return 1 - at_least(k + 1, n, p)


def at_least_drawn(k: int, pack: int, marked: int, drawn: int) -> Fraction:
    """The chance of ``k`` or more marked cards among ``drawn`` from a pack that holds ``marked`` (hypergeometric)."""
    ways = sum(comb(marked, i) * comb(pack - marked, drawn - i) for i in range(max(k, 0), min(marked, drawn) + 1))
    return Fraction(ways, comb(pack, drawn))


def suspicious(n: int, p: Fraction, level: Fraction = Fraction(1, 1000)) -> int:
    """The least number of successes in ``n`` trials that comes by luck no oftener than ``level``.

    >>> [suspicious(n, ONE_TURN) for n in (6, 13, 26, 52)]
    [4, 6, 8, 12]
    """
    return next(k for k in range(n + 2) if at_least(k, n, p) <= level)


def one_in(chance: Fraction | float) -> str:
    """A small chance as people say it.

    >>> one_in(Fraction(1, 2197)), one_in(Fraction(3, 13)), one_in(0)
    ('1 in 2,197', '1 in 4.33', 'never')
    """
    if not chance:
        return "never"
    odds = float(1 / chance)
    return f"1 in {odds:,.0f}" if odds >= 20 else f"1 in {odds:.3g}"
