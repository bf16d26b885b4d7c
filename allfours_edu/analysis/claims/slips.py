"""Two slips of the pen put to the test: seven counters for a game of ten, and Game by the number of tricks."""

from __future__ import annotations

from ...sources import load_rulebook
from ..simulation import Rate, simulate
from ..weight import weigh
from .measured import Figure, Measured, deals_of, rate

COUNTERS, TARGETS = 7, (10, 11)


def counters(size: float = 1) -> Measured:
    """Whoever makes ten points needs ten counters, one a point; and a match to seven often has another winner.

    Deals are strung together into matches, the players dealing in turn.
    """
    n = deals_of(60_000, size)
    deals = simulate("cassell-1881", n, seed="counters", policy="simple", players=2, keep=True).deals
    ahead = [column for column in deals.columns if column.startswith("points_")]
    paid = list(zip(deals[ahead[0]], deals[ahead[1]], strict=True))
    matches = other = 0
    scores, first, dealer = [0, 0], -1, 0
    for eldest_points, dealer_points in paid:
        scores[1 - dealer] += int(eldest_points)
        scores[dealer] += int(dealer_points)
        dealer = 1 - dealer
        leader = 0 if scores[0] > scores[1] else 1
        if first < 0 and max(scores) >= COUNTERS:
            first = leader
        if max(scores) >= TARGETS[0]:
            matches, other = matches + 1, other + (leader != first)
            scores, first = [0, 0], -1
    short = min(TARGETS) - COUNTERS
    return Measured(
        "false" if short > 0 else "true",
        (Figure("short", short, "number"), rate("other_winner", Rate.of(other, matches))),
    )


def tricks_for_game(size: float = 1) -> Measured:
    """How often Game goes to another player when tricks are counted instead of cards."""
    n = deals_of(2000, size)
    found = weigh(load_rulebook("cassell-1881").rules, "pips", "tricks", size=2, n=n, policy="novice")
    return Measured("false" if found.interval[0] > 0.05 else "true", (rate("changed", Rate.of(found.changed, n)),))
