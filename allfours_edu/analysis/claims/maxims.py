"""Advice as an experiment: wherever a maxim speaks, its card against the other lawful ones.

Deals are played by computer players. At every moment at which the maxim has something to say, each lawful card is
followed by best play with open cards. The maxim does not look at hidden cards, so the mean of what its cards bring,
less the mean of what the others bring, is what keeping it gains at such a moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ...cards import RANKS, Card
from ...engine import Position, View, deal, new_table
from ...engine.scoring import pips
from ...rules import Rules
from ...sources import load_rulebook
from ..duplicate import played_by
from ..players import player
from ..simulation import Mean
from ..solver import solve
from .measured import Measured, deals_of, mean, mean_of

Cards = tuple[Card, ...]
Maxim = Callable[[View, Cards], Cards]
"""Which of the lawful cards the maxim would have played; none where it has nothing to say."""
BOOK = "enquire-1894"
"""In a single deal the ten-point text plays the same game."""
MOMENTS = 1500


def beats(view: View, c: Card) -> bool:
    """Would the card win the trick as it lies?"""
    led = view.trick[0][1].suit
    return all(_power(c, led, view.trump) > _power(laid, led, view.trump) for _, laid in view.trick)


def _power(c: Card, led: str, trump: str | None) -> int:
    return RANKS.index(c.rank) + (32 if c.suit == trump else 16 if c.suit == led else 0)


def make_jack(view: View, cards: Cards) -> Cards:
    """The Jack at the first trick it is sure to win: last to play, and nothing better on the table."""
    if len(view.trick) != len(view.players) - 1:
        return ()
    return tuple(c for c in cards if c.rank == "J" and c.suit == view.trump and beats(view, c))


def lead_jack(view: View, cards: Cards) -> Cards:
    """The Jack led at once, whatever may lie over it."""
    return () if view.trick else tuple(c for c in cards if c.rank == "J" and c.suit == view.trump)


def lead_small(view: View, cards: Cards) -> Cards:
    """Who leads and holds a plain Ten leads something small and plain."""
    if view.trick or not plain_tens(view, cards):
        return ()
    return tuple(c for c in cards if c.rank in "23456789" and c.suit != view.trump)


def win_best(view: View, cards: Cards) -> Cards:
    """A counting card on the table is taken by whatever takes it."""
    if not any(pips(view.rules, view.trump or "", c.bit) for _, c in view.trick):
        return ()
    return tuple(c for c in cards if beats(view, c))


def lead_high_trump(view: View, cards: Cards) -> Cards:
    """Eldest, the first lead: a trump above the Jack, where one holds neither Jack nor Ten of trumps."""
    trumps = [c for c in cards if c.suit == view.trump]
    if view.plays or any(c.rank in "JT" for c in trumps):
        return ()
    return tuple(c for c in trumps if c.rank in "AKQ")


def other_cards(view: View, cards: Cards) -> Cards:
    """Whatever else is lawful."""
    return cards


def plain_tens(view: View, cards: Cards) -> Cards:
    """The Tens that are no trumps."""
    return tuple(c for c in cards if c.rank == "T" and c.suit != view.trump)


def own_trumps(view: View, cards: Cards) -> Cards:
    """The trumps."""
    return tuple(c for c in cards if c.suit == view.trump)


def moments(rules: Rules, maxim: Maxim, seed: int = 0) -> Iterator[tuple[Position, Cards]]:
    """Positions at which the maxim chooses among the lawful cards, without end, and the cards it chooses."""
    foster = player("foster")
    while True:
        table = new_table(rules, 2, seed=seed)
        seed += 1
        for at in played_by(deal(table), dict.fromkeys(table.players, foster)).path():
            if at.phase != "play" or at.to_act is None or len(at.legal_actions()) < 2:
                continue
            cards = tuple(c for c in at.legal_actions() if isinstance(c, Card))
            chosen = maxim(at.seen_by(at.to_act), cards)
            if chosen and len(chosen) < len(cards):
                yield at, chosen


def gain(rules: Rules, maxim: Maxim, n: int, against: Maxim = other_cards) -> Mean:
    """Points the maxim gains over the cards ``against`` it, on ``n`` moments at which there are some of both."""
    made = []
    for at, chosen in moments(rules, maxim):
        values = solve(at, at.table.sides[at.table.side_of[at.seat]].name, line=False).cards
        rest = against(at.seen_by(at.table.players[at.seat]), tuple(c for c in values if c not in chosen))
        if rest:
            made.append(_average(values, chosen) - _average(values, rest))
        if len(made) == n:
            break
    return mean_of(made)


def _average(values: Mapping[Card, int], cards: Cards) -> float:
    return sum(values[c] for c in cards) / len(cards)


def advice(**readings: tuple[Maxim, Maxim]) -> Callable[[float], Measured]:
    """A measure: true where every reading gains, false where every one loses, else it hangs on the reading.

    ``readings``: by name, what the maxim wants and what it is held against.
    """

    def measure(size: float = 1) -> Measured:
        rules = load_rulebook(BOOK).rules
        n = deals_of(MOMENTS, size)
        found = tuple(mean(name, gain(rules, maxim, n, other)) for name, (maxim, other) in readings.items())
        gains = [figure.low is not None and figure.low > 0 for figure in found]
        losses = [figure.high is not None and figure.high < 0 for figure in found]
        return Measured("true" if all(gains) else "false" if all(losses) else "depends on the reading", found)

    return measure


jack = advice(make=(make_jack, other_cards), lead=(lead_jack, other_cards))
tens = advice(ten=(lead_small, plain_tens), trump=(lead_small, own_trumps))
best_cards = advice(win=(win_best, other_cards))
high_trump = advice(lead=(lead_high_trump, other_cards))
