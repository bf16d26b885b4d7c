"""Irregularities: rights out of turn, and the price of a revoke. Faults can happen in referee mode only."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING, NamedTuple

from ..cards import JOKER, Card, from_bits
from ..rules import Rules
from . import auction, begging, cardplay
from .calls import CLAIM, PROPOSE_BUNCH, Action, Call, IllegalAction, Verb
from .frame import Frame
from .scoring import add, awards, facts, rank_bits, settle

if TYPE_CHECKING:
    from .position import Position


class Fault(NamedTuple):
    """A card that should not have been played. ``at`` is the position it was played from."""

    place: int
    card: Card
    reason: str
    at: Position
    trick: int


class Charge(NamedTuple):
    """The facts of a revoke that was claimed."""

    place: int
    trick: int
    jack_out: bool
    """The Jack of trumps is in play."""
    jack_held: bool
    """The offender still holds it when he revokes."""
    top_trumps: bool
    """He kept A, K, Q, J or Ten of trumps back from a trump lead."""
    undertrump: bool
    """The fault was a lower trump on a trumped trick."""
    deduct: bool
    """The claimant would rather take a point off than mark one."""


class Penalty(NamedTuple):
    """A verdict. ``side`` is the offender's; the points go ``to`` these sides (or are taken off: ``deduct``)."""

    kind: str
    side: int
    n: int
    to: tuple[int, ...]
    bars: tuple[str, ...]
    capped: bool
    deduct: bool
    charge: Charge


# -- rights -------------------------------------------------------------------------------------------


def rights(position: Position, place: int) -> tuple[Action, ...]:
    """What the player at ``place`` may do out of turn."""
    frame, rules = position.frame, position.table.rules
    found: list[Action] = []
    if begging.may_bunch(position, place):
        found.append(PROPOSE_BUNCH)
    if (
        frame.phase == "bid" and place == 0 and position.seat != 0 and not frame.bids
        and rules.seller == "eldest" and rules.unasked_pitch is not None
    ):  # fmt: skip
        found += from_bits(frame.hands[0] & ~JOKER.bit)  # the Joker has no suit to pitch
    if position.table.referee and frame.layout is not None and (frame.phase != "over" or frame.settled is not None):
        found += _court_rights(position, place)
    return tuple(found)


def _court_rights(position: Position, place: int) -> list[Action]:
    """Correcting is offered to the offender while he can; claiming to everybody, at any time, for a right that
    appeared only when there is a fault would give the fault away."""
    found: list[Action] = []
    fault = correctable(position, place)
    if fault is not None:
        found += [Call(Verb.CORRECT, card=c) for c in from_bits(fault.at.legal)]
    if position.laid() and position.table.rules.score is not None:
        found.append(CLAIM)
        if position.table.rules.revoke_choice == "add_or_deduct":
            found.append(Call(Verb.CLAIM_PENALTY, n=1))
    return found


def exercise(position: Position, action: Action, place: int) -> Position:
    """Do what :func:`rights` allows."""
    if isinstance(action, Card):
        return auction.pitch_unasked(position, action)
    if action.verb == Verb.PROPOSE_BUNCH:
        return begging.propose_bunch(position, action, place)
    if action.verb == Verb.CORRECT:
        return correct(position, action, place)
    return claim(position, action, place)


# -- faults -------------------------------------------------------------------------------------------


def faults(position: Position) -> list[Fault]:
    """All unlawful cards of the deal so far that were not corrected."""
    found: list[Fault] = []
    at: Position | None = position
    while at is not None and at.frame.layout is not None:
        action, before = at.action, at.previous
        if isinstance(action, Card) and before is not None and before.legal and not action.bit & before.legal:
            reason, _ = cardplay.forbids(before, action)
            found.append(Fault(before.seat, action, reason, before, len(before.laid()) // len(at.frame.active)))
        at = at.frame.resumed if isinstance(action, Call) and action.verb == Verb.CORRECT else before
    return found[::-1]


def is_set(position: Position, fault: Fault) -> bool:
    """Is it too late to correct the fault?"""
    if position.over:
        return True
    plays = len(position.laid())
    size = len(position.frame.active)
    trick_ends = (fault.trick + 1) * size
    if position.table.rules.revoke_set == "quitted_or_next_card":
        return plays >= trick_ends
    return plays > trick_ends


def correctable(position: Position, place: int) -> Fault | None:
    """The first fault of ``place`` that is not set yet, or None."""
    mine = [f for f in faults(position) if f.place == place and not is_set(position, f)]
    return mine[0] if mine else None


def correct(position: Position, call: Call, place: int) -> Position:
    """The offender takes his card back and plays another; those after him play anew."""
    fault = correctable(position, place)
    assert fault is not None and call.card is not None
    frame = fault.at.frame
    for penalty in position.frame.penalties[len(frame.penalties) :]:  # what was punished meanwhile stays punished
        frame = _marked(position.table.rules, frame.but(penalties=(*frame.penalties, penalty)), penalty)
    again = copy(fault.at)
    again.frame = frame
    return position.resume(call, cardplay.play(again, call.card), by=place, resumed=fault.at)


# -- claims -------------------------------------------------------------------------------------------


def claim(position: Position, call: Call, place: int) -> Position:
    """The court looks for faults of the other sides that are set and not yet punished."""
    table = position.table
    mine = table.side_of[place]
    done = {(p.charge.place, p.charge.trick) for p in position.frame.penalties}
    proved = [
        f for f in faults(position)
        if table.side_of[f.place] != mine and (f.place, f.trick) not in done and is_set(position, f)
    ]  # fmt: skip
    if not proved:
        raise IllegalAction(call, (), "no_fault_found", None, table.players[place])
    return sentence(position, call, place, proved[0])


def revoke_worth(rules: Rules, charge: Charge, bid: int) -> int:
    """Points a revoke costs; ``bid`` is the number bid, 0 for none."""
    if charge.undertrump and rules.undertrump_penalty == "game":
        return int(rules.target)
    scheme = rules.revoke_points
    if scheme == "one_two_jack_out":
        return 2 if charge.jack_out else 1
    if scheme == "one_two_jack_held":
        return 2 if charge.jack_held else 1
    if scheme == "game_if_top_trump":
        return rules.target if charge.top_trumps else 1
    if scheme == "bid_or_two":
        return bid or 2
    if scheme == "bid_or_ten":
        return bid or 10
    return rules.target if scheme == "game" else 1


def revoke_penalty(rules: Rules, charge: Charge, side_of: Sequence[int], bid: int = 0) -> Penalty:
    """What a revoke brings whom."""
    side = side_of[charge.place]
    others = tuple(dict.fromkeys(s for s in side_of if s != side))
    worth = revoke_worth(rules, charge, bid)
    back = rules.revoke_to == "set_back"
    deduct = not back and charge.deduct and worth == 1 and rules.revoke_choice == "add_or_deduct"
    bars = tuple(point for point in rules.revoke_bars if point != "jack" or charge.jack_out)
    return Penalty(
        "revoke", side, worth, (side,) if back or deduct else others, bars, rules.revoke_caps, back or deduct, charge
    )


def sentence(position: Position, call: Call, place: int, fault: Fault) -> Position:
    """Punish a fault: points at once, and what the offender may no longer score at the end of the deal."""
    frame, layout = position.frame, position.frame.layout
    assert layout is not None
    jack = rank_bits("J") & layout.trumps
    tops = sum(rank_bits(rank) for rank in "AKQJT") & layout.trumps
    kept = fault.at.frame.hands[fault.place] & fault.at.left & tops
    charge = Charge(
        fault.place,
        fault.trick,
        jack_out=any(h & jack for h in frame.hands),
        jack_held=bool(fault.at.frame.hands[fault.place] & fault.at.left & jack),
        top_trumps=fault.reason == "follow_trump" and bool(kept),
        undertrump=fault.reason == "undertrump",
        deduct=call.n == 1,
    )
    bid = frame.contract.n if frame.contract is not None else 0
    return _pay(position, call, place, revoke_penalty(position.table.rules, charge, position.table.side_of, bid))


def _marked(rules: Rules, frame: Frame, penalty: Penalty) -> Frame:
    for side in penalty.to:
        if frame.winner is None:
            frame = add(rules, frame, side, -penalty.n if penalty.deduct else penalty.n, "penalty")
    return frame


def _pay(position: Position, call: Call, place: int, penalty: Penalty) -> Position:
    """Mark the penalty at once; a deal settled already is settled again, without the offender's barred points."""
    table, frame = position.table, position.frame
    rules, settled = table.rules, frame.settled
    frame = frame.but(penalties=(*frame.penalties, penalty))
    if settled is not None:
        frame = frame.but(scores=settled.base, winner=None, out_by=None)
    frame = _marked(rules, frame, penalty)
    if settled is not None and frame.winner is None:
        made = awards(rules, facts(position))
        done = settle(rules, frame.scores, made, table.side_of, frame.contract, frame.penalties)
        frame = frame.but(scores=done.scores, winner=done.winner, out_by=done.out_by, settled=done)
    new = position.resume(call, position, by=place)
    new.frame = frame
    if frame.phase == "over":
        new.seat, new.legal = -1, 0
    return new
