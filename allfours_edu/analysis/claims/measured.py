"""What measuring a claim brings: figures, and the verdict that follows from them by a rule stated beforehand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, get_args

from ..intervals import normal
from ..simulation import Mean, Rate

Verdict = Literal["true", "false", "true of the layout", "depends on the reading"]
How = Literal["exact", "enumeration", "simulation", "exact and simulation"]
Unit = Literal["share", "points", "number"]
VERDICTS: Final = get_args(Verdict)


@dataclass(frozen=True, slots=True)
class Figure:
    """One number. An exact one is a fraction or a whole number; another has its 95 % interval and ``n`` deals.

    >>> Figure("turned", Fraction(1, 13)).exact, Figure("lead", 0.7, "points", 0.6, 0.8, 100).exact
    (True, False)
    """

    name: str
    value: Fraction | int | float
    unit: Unit = "share"
    low: float | None = None
    high: float | None = None
    n: int = 0

    @property
    def exact(self) -> bool:
        return self.low is None

    def agrees(self, other: Figure) -> bool:
        """Is the other figure the same number (exact), or may it be (the intervals meet)?"""
        if self.low is None or self.high is None or other.low is None or other.high is None:
            return self.value == other.value
        return self.low <= other.high and other.low <= self.high


@dataclass(frozen=True, slots=True)
class Measured:
    """The verdict and the figures it rests on."""

    verdict: Verdict
    figures: tuple[Figure, ...]

    def __getitem__(self, name: str) -> Figure:
        return next(figure for figure in self.figures if figure.name == name)


Measure = Callable[[float], Measured]
"""Measures a claim. Its argument is the size: 1 as it is kept, 0.1 with a tenth of the deals."""


def deals_of(whole: int, size: float, least: int = 20) -> int:
    """How many deals of ``whole`` at a size."""
    return max(least, round(whole * size))


def rate(name: str, found: Rate) -> Figure:
    """A figure of a :class:`~..simulation.Rate`."""
    return Figure(name, found.share, "share", found.low, found.high, found.n)


def mean(name: str, found: Mean) -> Figure:
    """A figure of a :class:`~..simulation.Mean`."""
    return Figure(name, found.mean, "points", found.low, found.high, found.n)


def mean_of(numbers: Sequence[float]) -> Mean:
    """The mean of some numbers with its interval."""
    n = len(numbers)
    return Mean(n, sum(numbers) / n, *normal(sum(numbers), sum(x * x for x in numbers), n))
