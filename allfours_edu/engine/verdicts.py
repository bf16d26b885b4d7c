"""Irregularities before and outside the play of a card: what the book makes of them, if they are claimed in time.

Pure functions of the rules and the facts. A revoke and its price are in :mod:`.court`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..cards import Card
from ..rules import Rules
from .cardplay import forbids
from .position import Position
from .scoring import turn_worth
from .view import may_look

STANDS, REDEAL = "stands", "redeal_same_dealer"


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
    """A card lying face up in the pack: nobody's fault, the same dealer deals again."""
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
    if may_look(position, place):
        return Verdict()
    if rules.pool is not None:
        return Verdict(pays_red=rules.irregular_fee, bars=("pool",) if rules.irregular_fee else ())
    fee = rules.early_look
    return Verdict(tuple((side, fee) for side in others(side_of, side_of[place]) if fee))


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


def led_out_of_turn(rules: Rules, pitcher: int, followed: Sequence[int]) -> Verdict | None:
    """A false lead, to which some have played; None where the book's answer needs the cards themselves."""
    if rules.out_of_turn == "called_high_low":
        if pitcher in followed:
            return Verdict(withdraw=False)
        return Verdict(withdraw=True, choosers=(pitcher,), options=("highest", "lowest", "trump", "not_trump"))
    if rules.out_of_turn in ("nothing", "stands"):
        return Verdict(withdraw=False)
    return None


def overbid(rules: Rules) -> Verdict:
    """A bid that would put the seller out."""
    return Verdict(bars=("bid",) if rules.put_out_seller == "barred" else ())
