"""Claims on small advantages: the tie for Game against the turned Jack, begging, the deal at Pitch."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...engine import BEG, STAND, Position, deal, new_table
from ...rules import Rules
from ...sources import load_rulebook
from ..duplicate import margin, played_by
from ..players import player
from ..simulation import Mean, simulate
from ..tails import ONE_TURN
from .measured import Figure, Measured, Verdict, deals_of, mean, mean_of, rate


def tie_offset(size: float = 1) -> Measured:
    """How often Game is tied, against the Jack turned once in thirteen; false where it is surely the rarer."""
    book = load_rulebook("foster-1897").replace(tie="nobody")
    found = simulate(book, deals_of(400_000, size), seed="tie", policy="simple", players=2).rate("game")
    return Measured(
        "false" if found.high < ONE_TURN else "true" if found.low > ONE_TURN else "depends on the reading",
        (rate("tied", found), Figure("turned", ONE_TURN)),
    )


def begging(size: float = 1) -> Measured:
    """Beg or stand with the same cards, both played out by the maxims.

    Against standing, and as it stands after begging. True where the first gains and the second is no loss; where only
    the first is so, it hangs on what "in one's favour" is measured against.
    """
    rules = load_rulebook("foster-1897").rules
    gained, after = gain_of_begging(
        rules, deals_of(1500, size), lambda at: trumps(at) == 0 and not strong_elsewhere(at)
    )
    rich, _ = gain_of_begging(rules, deals_of(600, size), lambda at: trumps(at) >= 3)
    verdict: Verdict = "false" if gained.low <= 0 else "true" if after.low > 0 else "depends on the reading"
    return Measured(verdict, (mean("gained", gained), mean("after", after), mean("three_trumps", rich)))


def trumps(at: Position) -> int:
    """How many trumps the eldest hand was dealt."""
    return sum(c.suit == at.trump for c in at.dealt(at.table.eldest))


def strong_elsewhere(at: Position) -> bool:
    """Does the eldest hand hold three cards of another suit, the ace, King or Jack among them?"""
    hand = at.dealt(at.table.eldest)
    suits = ([c for c in hand if c.suit == suit] for suit in "SHDC" if suit != at.trump)
    return any(len(cards) >= 3 and any(c.rank in "AKJ" for c in cards) for cards in suits)


def gain_of_begging(rules: Rules, n: int, wanted: Callable[[Position], bool], seed: int = 0) -> tuple[Mean, Mean]:
    """On ``n`` hands of the eldest that are ``wanted``: points by which begging is better than standing; and points the
    eldest hand makes more than the dealer where it begs."""
    foster = player("foster")
    gains, afters = [], []
    for at in _hands(rules, n, wanted, seed):
        seats = dict.fromkeys(at.table.players, foster)
        after = margin(played_by(at.apply(BEG), seats))
        gains.append(after - margin(played_by(at.apply(STAND), seats)))
        afters.append(after)
    return mean_of(gains), mean_of(afters)


def _hands(rules: Rules, n: int, wanted: Callable[[Position], bool], seed: int) -> Iterator[Position]:
    while n:
        at = deal(new_table(rules, 2, seed=seed))
        seed += 1
        if wanted(at):
            n -= 1
            yield at


def pitch_deal(size: float = 1) -> Measured:
    """What the dealer makes more than the eldest hand at Pitch, two equal players; true where it is no more."""
    n = deals_of(400_000, size)
    played = simulate("foster-pitch", n, seed="the deal", policy="simple", players=2)
    found = played.mean("dealer's side", "eldest's side")
    return Measured("true" if found.low <= 0 else "false", (mean("dealer", found),))
