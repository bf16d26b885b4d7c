"""Claims that counting settles: no card for Game, five of six, one card all four."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from math import comb
from random import Random

from ...cards import Card, cards
from ...engine import Position, Verb, deal, new_table, set_up
from ...sources import load_rulebook
from ..duplicate import played_by
from ..players import player
from ..simulation import Rate
from ..solver import solve
from .measured import Figure, Measured, Verdict, deals_of, rate

RARE = Fraction(1, 100)
COUNTING, PACK = 20, 52


def no_game(size: float = 1) -> Measured:
    """The chance that none of the cards dealt counts; rare is less than once in a hundred deals."""
    found = {n: Fraction(comb(PACK - COUNTING, 6 * n), comb(PACK, 6 * n)) for n in (2, 3, 4)}
    return Measured(
        "true" if max(found.values()) < RARE else "false", tuple(Figure(f"hands_{n}", p) for n, p in found.items())
    )


# -- one card all four --------------------------------------------------------------------------------


def one_card(size: float = 1) -> Measured:
    """The Jack the only trump out, with the eldest hand; the dealer without a counting card.

    Depends on the reading where best play always makes four and lawful play does not.
    """
    others = comb(24, 6) * comb(33, 5)  # the dealer's six of 24 plain cards below the Ten; five more for the eldest
    ways = comb(51, 6) * comb(45, 6)
    best, careless = [], []
    novices = dict.fromkeys(("eldest", "dealer"), player("novice"))
    n = deals_of(400, size)
    for seed in range(n):
        at = one_card_deal(seed)
        best.append(solve(at, "eldest", line=False).value == 4)
        end = played_by(at, novices, str(seed))
        awards = [event.side for event in end.events() if event.kind == "award"]
        careless.append(awards == ["eldest"] * 4)
    verdict: Verdict = "false" if not all(best) else "true" if all(careless) else "depends on the reading"
    return Measured(
        verdict,
        (
            Figure("dealt", Fraction(others, ways)),
            Figure("dealt_at_all", Fraction(12, 13) * Fraction(others, ways)),
            Figure("best_play", Fraction(sum(best), n)),
            rate("any_play", Rate.of(sum(careless), n)),
        ),
    )


def one_card_deal(seed: int) -> Position:
    """A deal of the kind, the play about to begin: clubs turned, the Jack of clubs with the eldest hand."""
    rng = Random(seed)
    plain = cards(r + s for s in "SHD" for r in "23456789TJQKA")
    low = [c for c in plain if c.rank in "23456789"]
    dealer = rng.sample(low, 6)
    eldest = [*cards("JC"), *rng.sample([c for c in plain if c not in dealer], 5)]
    table = new_table(load_rulebook("enquire-1894").rules, ("eldest", "dealer"))
    return set_up(table, {"eldest": eldest, "dealer": dealer}, "C")


# -- five of six --------------------------------------------------------------------------------------

TURNS = ("JH", "5H", "JS", "5S", "JD", "5C")
"""Kinds of turned card: the Jack or another card, of the first suit, of a second, a third and a fourth."""
MOST_TURNS = 4


def five_of_six(size: float = 1) -> Measured:
    """Every way the calls and turned cards can go, two players: the most that either can make in a deal."""
    found = {who: most_points("foster-1897", who) for who in ("eldest", "dealer")}
    consent = most_points("enquire-1894", "dealer")
    return Measured(
        "true" if max(found.values()) == 5 else "false",
        (
            Figure("eldest", found["eldest"], "number"),
            Figure("dealer", found["dealer"], "number"),
            Figure("by_consent", consent, "number"),
        ),
    )


def most_points(book: str, who: str) -> int:
    """The most points ``who`` can make in one deal, whatever is turned and called, if he then takes every card."""
    rules = load_rulebook(book).rules
    tables = (new_table(rules, ("eldest", "dealer"), turn_ups=turns) for turns in permutations(TURNS, MOST_TURNS))
    return max(_most(at, who) for table in tables for at in _calls(deal(table)))


def _calls(at: Position) -> Iterator[Position]:
    """Where the calling can end with a trump: at the play, or at the discards before it."""
    if len(at.turn_ups) > MOST_TURNS:
        return
    if at.phase in ("play", "discard"):
        yield at
        return
    for action in at.legal_actions():
        if not isinstance(action, Card) and action.verb != Verb.PROPOSE_BUNCH:
            yield from _calls(at.apply(action))


def _most(at: Position, who: str) -> int:
    """Marked already, and then High, Low and Game; the Jack too, unless it was turned."""
    return at.scores[who] + 3 + all(c.text != f"J{at.trump}" for c in at.turn_ups)
