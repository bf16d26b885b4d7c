"""Claims about the turned card: the Jack once in thirteen, how long a run is suspicious, what a kick is worth."""

from __future__ import annotations

from fractions import Fraction

from ...engine.table import full_pack
from ...rules import Rules
from ...sources import load_rulebook
from ..tails import ONE_TURN, at_least, suspicious
from .measured import Figure, Measured

FEW = 3
"""How we read "a Jack every few deals": one in three."""
SHORT, LONG = 6, 30
SURE = Fraction(1, 1000)


def jack_turned(size: float = 1) -> Measured:
    """Count the Jacks of the pack."""
    chance = turned(load_rulebook("foster-1897").rules, "J")
    return Measured(
        "true" if chance == Fraction(1, 13) else "false",
        (Figure("turned", chance), Figure("none_in_13", (1 - chance) ** 13), Figure("three_running", chance**3)),
    )


def jack_suspicion(size: float = 1) -> Measured:
    """One Jack in three deals: over a few deals, and over many."""
    short = at_least(SHORT // FEW, SHORT, ONE_TURN)
    long = at_least(LONG // FEW, LONG, ONE_TURN)
    always = long <= SURE and short <= SURE
    never = long > SURE
    return Measured(
        "true" if always else "false" if never else "depends on the reading",
        (
            Figure("two_of_six", short),
            Figure("ten_of_thirty", long),
            Figure("least_of_13", suspicious(13, ONE_TURN, SURE), "number"),
            Figure("least_of_52", suspicious(52, ONE_TURN, SURE), "number"),
        ),
    )


def kick(size: float = 1) -> Measured:
    """What a turned card pays in Trinidad, on the average; true where it is between four and five tenths of a point."""
    rules = load_rulebook("trinidad").rules
    worth = sum((n * turned(rules, rank) for rank, n in rules.turn_points), Fraction(0))
    pays = sum((turned(rules, rank) for rank, _ in rules.turn_points), Fraction(0))
    return Measured(
        "true" if Fraction(2, 5) < worth < Fraction(1, 2) else "false",
        (Figure("worth", worth, "points"), Figure("pays", pays), Figure("foster", ONE_TURN, "points")),
    )


def turned(rules: Rules, rank: str) -> Fraction:
    """The chance that the card turned up is of a rank."""
    pack = full_pack(rules)
    return Fraction(sum(c.rank == rank for c in pack), len(pack))
