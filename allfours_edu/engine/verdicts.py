"""Irregularities: what the book makes of them, if they are claimed in time. Pure functions of the rules and the facts.

A revoke and its price are in :mod:`.court`; what a slip comes to at the table in :mod:`.slips`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from ..cards import Card
from ..rules import Rules
from . import slips
from .calls import Verb
from .cardplay import forbids
from .events import Noted
from .position import Position
from .scoring import turn_worth
from .view import may_look

STANDS, REDEAL = "stands", "redeal_same_dealer"
CALL, FIRST, SECOND = "call_exposed", "first", "second"
V = TypeVar("V")


@dataclass(frozen=True)
class Verdict:
    """What follows from an irregularity. Players by place in the order of play; sides by number."""

    points: tuple[tuple[int, int], ...] = ()
    """(side, penalty points it adds)."""
    redeal: bool = False
    next_dealer: int | None = None
    choosers: tuple[int, ...] = ()
    options: tuple[str, ...] = ()
    turn: int = 0
    """Points of the turned card that the dealer's side keeps."""
    loses: int | None = None
    """The side that loses the match at once."""
    withdraw: bool | None = None
    bars: tuple[str, ...] = ()
    pays_red: int = 0
    exposed: bool = False
    """The card lies open and may be called for by the choosers."""
    forced: bool = False
    """The card must be played as soon as it lawfully may."""
    taken_down: bool = False
    """What was marked is taken down again."""


def judged(rules: Rules, judge: Callable[[Any], V]) -> tuple[V, tuple[str, ...]]:
    """A verdict and the rule fields that were read to reach it: ``judged(rules, lambda r: misdeal(r, side_of))``."""
    noted = Noted(rules)
    return judge(noted), noted.taken()


def others(side_of: Sequence[int], side: int) -> tuple[int, ...]:
    """The other sides, in order of play."""
    return tuple(dict.fromkeys(s for s in side_of if s != side))


def adversaries(side_of: Sequence[int], place: int) -> tuple[int, ...]:
    """The players who do not play on the side of ``place``."""
    return tuple(p for p, side in enumerate(side_of) if side != side_of[place])


def misdeal(rules: Rules, side_of: Sequence[int], turned: Card | None = None, in_run: bool = False) -> Verdict:
    """A wrong number of cards, or no cut. ``in_run``: the slip came later, when the cards were run."""
    dealer = len(side_of) - 1
    fee = ((side, 1) for side in others(side_of, side_of[dealer]))
    points = tuple(fee) if rules.misdeal in ("opponents_one", "opponents_one_passes") else ()
    passes = rules.misdeal in ("passes", "opponents_one_passes")
    stands = in_run and rules.turned_jack_stands == "unless_before_turn"  # else it was not the proper turn-up
    kept = turn_worth(rules, turned, None) if turned is not None and stands else 0
    choosers: tuple[int, ...] = (0,) if rules.misdeal == "dealer_again_or_pone" else ()
    return Verdict(points, True, None if choosers else 0 if passes else dealer, choosers, turn=kept)


def faced_card(side_of: Sequence[int]) -> Verdict:
    """A card lying face up in the pack, or a pack that is not whole: nobody's fault, the same dealer deals again."""
    return Verdict(redeal=True, next_dealer=len(side_of) - 1)


def exposed_in_deal(rules: Rules, side_of: Sequence[int], dealt_to: int) -> Verdict:
    """The dealer shows a card in dealing."""
    dealer = len(side_of) - 1
    if rules.exposed_in_deal == "owner":
        return Verdict(choosers=(dealt_to,), options=(STANDS, REDEAL))
    if rules.exposed_in_deal == "opponents_card" and side_of[dealt_to] == side_of[dealer]:
        return Verdict()
    return Verdict(choosers=adversaries(side_of, dealer), options=(STANDS, REDEAL))


def early_look(position: Position, place: int) -> Verdict:
    """A player looks at his hand; nothing follows where he may."""
    rules, side_of = position.rules, position.table.side_of
    return Verdict() if may_look(position, place) else looked(rules, side_of, place)


def at_the_pool(rules: Rules) -> Verdict:
    """A look before one's turn, or a word out of turn, in a game for a pool: so many reds to the present pool."""
    return Verdict(pays_red=rules.irregular_fee, bars=("pool",) if rules.irregular_bars else ())


def undertrump(position: Position, card: Card) -> Verdict:
    """A trump lower than one already in the trick is played by the player to act."""
    rules, side_of = position.rules, position.table.side_of
    unlawful = position.why_not(card) is not None and forbids(position, card)[0] == "undertrump"
    return Verdict(loses=side_of[position.seat] if unlawful and rules.undertrump_penalty == "game" else None)


def call_exposed(position: Position, called: Card | None) -> tuple[Card, ...]:
    """What the player to act may play when a card of his lies open and the other side calls it."""
    rules = position.rules
    lawful = tuple(c for c in position.legal_actions() if isinstance(c, Card))
    heeded = rules.exposed_in_play == "called" or (
        rules.exposed_in_play == "called_at_four" and position.table.size == 4
    )
    return (called,) if heeded and called is not None and called in lawful else lawful


def shown_in_play(rules: Rules, side_of: Sequence[int], place: int) -> Verdict:
    """A card shown while the hand is played."""
    came_to = slips.shown_effect(rules, len(side_of))
    if came_to == slips.OPEN:
        return Verdict(exposed=True, choosers=adversaries(side_of, place), options=(CALL,))
    return Verdict(forced=came_to == slips.FORCED)


def out_of_turn(
    rules: Rules, side_of: Sequence[int], place: int, pitcher: int, followed: Sequence[int] = (), leads: bool = True
) -> Verdict:
    """A card led (or, not ``leads``, played) before one's turn; ``followed`` have played to it already.

    A lead that everybody has followed stands. The pitcher who has followed has forgone what he might have asked.
    """
    if leads and len({*followed, place}) == len(side_of):
        return Verdict(withdraw=False)
    against = side_of[place] != side_of[pitcher]
    came_to = slips.effect(rules, len(side_of), Verb.OUT_OF_TURN, leads=leads, against_pitcher=against)
    if came_to == slips.OWED:
        if pitcher in followed:
            return Verdict(withdraw=False)
        return Verdict(withdraw=True, choosers=(pitcher,), options=("highest", "lowest", "trump", "not_trump"))
    if came_to == slips.OPEN:
        return replace(shown_in_play(rules, side_of, place), withdraw=True)
    stands = came_to in (slips.STANDS, slips.FORCED)
    return Verdict(withdraw=not stands, forced=came_to == slips.FORCED)


def two_cards(rules: Rules, side_of: Sequence[int], place: int) -> Verdict:
    """Two cards played to one trick: who says which of them stays, and what becomes of the other."""
    if slips.effect(rules, len(side_of), Verb.SECOND_CARD) != slips.CHOSEN:
        return Verdict(withdraw=True)
    other = shown_in_play(rules, side_of, place)
    options = (FIRST, SECOND, *other.options)
    return replace(other, choosers=adversaries(side_of, place), options=options, withdraw=not other.exposed)


def wrong_score(rules: Rules, side_of: Sequence[int], side: int) -> Verdict:
    """A side has marked what it had not made: it comes off again, and by some books the adversary marks for it."""
    fee = {"one": 1, "four": 4}.get(rules.wrong_score, 0)
    return Verdict(tuple((other, fee) for other in others(side_of, side) if fee), taken_down=True)


def looked(rules: Rules, side_of: Sequence[int], place: int) -> Verdict:
    """A player looks at his hand while he should wait, as :func:`early_look`, without a deal."""
    if rules.look == "all":
        return Verdict()
    if rules.pool is not None:
        return at_the_pool(rules)
    fee = rules.early_look
    return Verdict(tuple((side, fee) for side in others(side_of, side_of[place]) if fee))


def overbid(rules: Rules) -> Verdict:
    """A bid that would put the seller out."""
    return Verdict(bars=("bid",) if rules.put_out_seller == "barred" else ())
