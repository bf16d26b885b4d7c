"""Foster's high hand, ace to deuce without Queen, against all 8,145,060 hands: some twelve hundred kinds.

The holder has nothing but trumps and so wins every plain card that is led. Of the other hand only its trumps matter and
what its plain cards count: small trumps are alike (all lie between his nine and his deuce), and so are suits.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import comb, prod
from typing import NamedTuple

from ...cards import Card, cards
from ...engine import new_table, set_up
from ...sources import load_rulebook
from ..solver import solve
from .measured import Figure, Measured, Verdict

HOLDER = cards("AH KH JH TH 9H 2H")
TURNED = cards("3H")[0]
SMALL = cards("4H 5H 6H 7H 8H")
ALL = comb(45, 6)
COUNTING = "AKQJT"


class Kind(NamedTuple):
    """One kind of opposing hand: a hand of it, and how many there are."""

    hand: tuple[Card, ...]
    ways: int
    queen: bool
    small: int


def kinds() -> Iterator[Kind]:
    """All kinds of six cards the opponent may hold.

    >>> sum(kind.ways for kind in kinds()) == ALL, len(list(kinds()))
    (True, 1210)
    """
    for queen in (False, True):
        for small in range(6):
            left = 6 - queen - small
            if left < 0:
                continue
            for plain in combinations_with_replacement(f"{COUNTING}x", left):
                counts = {rank: plain.count(rank) for rank in COUNTING}
                if max(counts.values(), default=0) > 3:
                    continue
                rest = plain.count("x")
                ways = comb(5, small) * comb(24, rest) * prod(comb(3, n) for n in counts.values())
                hand = [*cards("QH"), *SMALL[:small]] if queen else list(SMALL[:small])
                hand += [c for rank, n in counts.items() for c in cards(rank + s for s in "SDC")[:n]]
                hand += cards(r + s for s in "SDC" for r in "23456789")[:rest]
                yield Kind(tuple(hand), ways, queen, small)


def forced(kind: Kind, holder_leads: bool = True, tie: str = "non_dealer") -> bool:
    """Can the holder force all four points? The other player deals if the holder leads, and cards lie open."""
    rules = load_rulebook("foster-1897").rules
    order = ("holder", "other") if holder_leads else ("other", "holder")
    table = new_table(rules if rules.tie == tie else rules.replace(tie=tie), order)
    at = set_up(table, {"holder": HOLDER, "other": kind.hand}, "H", turn_ups=[TURNED])
    return solve(at, "holder", line=False).value == 4


def high_hand(size: float = 1) -> Measured:
    """All hands at size 1; in reduced size only those with the Queen and three small trumps or more.

    True of the layout where it fails against the swindler's own hand (the Queen and five small trumps) and hardly else.
    """
    some = [k for k in kinds() if size >= 1 or (k.queen and k.small >= 3)]
    lost = [k for k in some if not forced(k)]
    stacked = [k for k in lost if k.queen and k.small == 5]
    ways = ALL - sum(k.ways for k in lost)
    second = [k for k in some if (size >= 1 or k.small == 5) and not forced(k, holder_leads=False)]
    verdict: Verdict = "true of the layout" if stacked and len(lost) < len(some) else "true" if stacked else "false"
    return Measured(
        verdict,
        (
            Figure("forced", ways, "number"),
            Figure("hands", ALL, "number"),
            Figure("five_small", sum(k.ways for k in stacked), "number"),
            Figure("four_small", sum(k.ways for k in lost) - sum(k.ways for k in stacked), "number"),
            Figure("lost_if_other_leads", sum(k.ways for k in second), "number"),
        ),
    )
