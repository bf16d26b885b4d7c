"""Claims about which game is the better and how much of it is chance: measured by duplicate deals and by counting."""

from __future__ import annotations

from fractions import Fraction

from ...engine import deal, new_table
from ...rules import Rules
from ...sources import load_rulebook
from ..duplicate import duplicate, played_by
from ..players import player
from ..simulation import Rate
from .measured import Figure, Measured, Verdict, deals_of, rate


def shasta(size: float = 1) -> Measured:
    """Hidden or open stock: the points a deal that a player of maxims gains on one who plays anything.

    "Better" is not a number. Where skill tells clearly more in the hidden game the claim is true in that sense, where
    clearly less false; where the two cannot be told apart it hangs on what one calls better.
    """
    n = deals_of(1000, size)
    opened, hidden = (
        duplicate(book, "foster", "novice", n) for book in ("foster-california-jack", "foster-shasta-sam")
    )
    verdict: Verdict = "depends on the reading"
    if hidden.low > opened.high or hidden.high < opened.low:
        verdict = "true" if hidden.lead > opened.lead else "false"
    return Measured(
        verdict,
        (
            Figure("hidden", hidden.lead, "points", hidden.low, hidden.high, n),
            Figure("open", opened.lead, "points", opened.low, opened.high, n),
        ),
    )


def chance(size: float = 1) -> Measured:
    """How much of a deal is skill, and whether the better player is ahead after a night of fifty deals.

    "Moderate" is no number: one deal is mostly cards, a night mostly skill. It hangs on what is looked at where both
    are so.
    """
    n = deals_of(1500, size)
    found = duplicate("hoyle-ten", "foster", "novice", n)
    low, high = (_skill(lead, found.spread) for lead in (found.low, found.high))
    both = high < 0.5 and found.ahead(50) > 0.95
    return Measured(
        "depends on the reading" if both else "true" if high < 0.5 else "false",
        (
            Figure("lead", found.lead, "points", found.low, found.high, n),
            Figure("skill", found.skill, "share", low, high, n),
        ),
    )


def _skill(lead: float, spread: float) -> float:
    return lead**2 / (lead**2 + spread**2)


TABLES = (4, 5, 6, 7)


def five_best(size: float = 1) -> Measured:
    """Auction Pitch for four to seven: how often the Jack of trumps is out, how often the bid is made.

    True where bids are made clearly oftener or seldomer at five than at any other table, so that a number could speak
    for it; else it is a matter of taste.
    """
    n = deals_of(600, size)
    rules = load_rulebook("foster-board").rules
    jacks = [Figure(f"jack_{players}", Fraction(6 * players, 52)) for players in TABLES]
    made = {players: bids_made(rules, players, n) for players in TABLES}
    five = made.pop(5)
    apart = all(five.low > other.high for other in made.values()) or all(five.high < o.low for o in made.values())
    made[5] = five
    figures = (rate(f"made_{players}", made[players]) for players in TABLES)
    return Measured("true" if apart else "depends on the reading", (*jacks, *figures))


def bids_made(rules: Rules, players: int, n: int) -> Rate:
    """Of ``n`` deals, in how many of those with a bid the bidder made it, all playing by the maxims."""
    foster = player("foster")
    made = bound = 0
    for seed in range(n):
        at = deal(new_table(rules, players, seed=seed))
        end = played_by(at, dict.fromkeys(at.table.players, foster))
        if end.frame.contract is not None and end.frame.contract.n:
            bound += 1
            made += not any(event.kind == "settle" and event.data.get("set_back") for event in end.events())
    return Rate.of(made, bound)
