"""Rights out of turn; a card played unlawfully, taken back in time or claimed, and its price. Faults can happen in
referee mode only. Cards shown or laid before one's turn are in :mod:`.slips`, what proves a fault in :mod:`.evidence`.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING, NamedTuple

from ..cards import JOKER, Card, from_bits
from ..rules import Rules
from . import auction, begging, cardplay, evidence, pool_court, priced, slips
from .calls import CLAIM, DEMANDS, PROPOSE_BUNCH, TAKES_BACK, Action, Call, IllegalAction, Verb
from .frame import Frame
from .scoring import add, awards, facts, rank_bits, settle, settled

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
    red: int = 0
    """Red counters the offender puts into the pool."""


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
    if position.table.referee and priced.may_ask(position, place):
        found.append(Call(Verb.NEW_DEAL))
    if position.table.referee and frame.layout is not None and (frame.phase != "over" or _still_open(frame)):
        found += _court_rights(position, place)
    return tuple(found)


def _still_open(frame: Frame) -> bool:
    """May a deal that is over be claimed against? If it was settled, or cut short by points marked in play."""
    return frame.settled is not None or frame.out_by == "peg"


def _court_rights(position: Position, place: int) -> list[Action]:
    """Correcting is offered to the offender while he can; claiming to everybody, at any time, for a right that
    appeared only when there is a fault would give the fault away."""
    found: list[Action] = []
    fault = correctable(position, place)
    if fault is not None:
        found += [Call(Verb.CORRECT, card=c) for c in from_bits(fault.at.legal)]
    found += slips.demands(position, place)
    if position.laid():
        found.append(CLAIM)
        if position.table.rules.revoke_choice == "add_or_deduct" and position.table.rules.score is not None:
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
    if action.verb == Verb.NEW_DEAL:
        return priced.new_deal(position, action, place)
    if action.verb == Verb.CHOOSE_CARD:
        return slips.choose(position, action, place)
    if action.verb in DEMANDS:
        return slips.demand(position, action, place)
    return claim(position, action, place)


# -- faults -------------------------------------------------------------------------------------------


def faults(position: Position) -> list[Fault]:
    """All unlawful cards of the deal so far that were not corrected."""
    found: list[Fault] = []
    at: Position | None = position
    while at is not None and at.frame.layout is not None:
        action, before = at.action, at.previous
        if cardplay.begins_anew(at):
            break
        in_turn = before is not None and at.by == before.seat
        if isinstance(action, Card) and before is not None and in_turn and not action.bit & before.legal:
            reason, _ = cardplay.forbids(before, action)
            found.append(Fault(before.seat, action, reason, before, len(before.laid()) // len(at.frame.active)))
        at = at.frame.resumed if isinstance(action, Call) and action.verb in TAKES_BACK else before
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
    again = copy(fault.at)
    again.frame = as_before(position, fault.at)
    return position.resume(call, cardplay.play(again, call.card), by=place, resumed=fault.at)


def as_before(position: Position, before: Position) -> Frame:
    """The frame of ``before``; what the court has done since stays done, and cards that lie open lie open."""
    now, frame = position.frame, before.frame
    for penalty in now.penalties[len(frame.penalties) :]:
        frame = _marked(position.table.rules, frame.but(penalties=(*frame.penalties, penalty)), penalty)
    frame = frame.but(open=now.open, forced=now.forced, owed=now.owed)
    return frame.but(plain=False, free_lead=False) if now.forced else frame


# -- claims -------------------------------------------------------------------------------------------


def claim(position: Position, call: Call, place: int) -> Position:
    """The court looks for a fault of another side that is set and not yet punished.

    A claim that names no card asks the referee, who sees all hands. One that names the card has to be proved: by a
    later card that the table has seen, or, once the deal is over, by the cards themselves.
    """
    found = named(position, call, place) if call.card is not None else _open_faults(position, place)[:1]
    if not found:
        raise IllegalAction(call, (), "no_fault_found", None, position.table.players[place])
    return sentence(position, call, place, found[0])


def _open_faults(position: Position, place: int) -> list[Fault]:
    """Faults of the other sides that are set and not yet punished."""
    side_of = position.table.side_of
    done = {(p.charge.place, p.charge.trick) for p in position.frame.penalties}
    return [
        f for f in faults(position)
        if side_of[f.place] != side_of[place] and (f.place, f.trick) not in done and is_set(position, f)
    ]  # fmt: skip


def proved(position: Position) -> list[tuple[Fault, evidence.Proof]]:
    """The faults that everybody at the table can prove by now, with their proofs."""
    if not position.table.referee or position.frame.layout is None:
        return []
    known = {f.card: f for f in faults(position)}
    return [(known[p.card], p) for p in evidence.shown(position) if p.card in known] if known else []


def named(position: Position, call: Call, place: int) -> list[Fault]:
    """The fault that a claim names, if it is proved. Raises :class:`IllegalAction` with what was really the case."""
    table, card = position.table, call.card
    assert card is not None
    who = next((p for p, c in position.laid() if c is card), None)
    fault = next((f for f in _open_faults(position, place) if f.card is card), None)
    shown = {f.card for f, _ in proved(position)}
    if fault is not None and (position.over or card in shown):
        return [fault]
    if who is None:
        reason = "claim_not_played"
    elif table.side_of[who] == table.side_of[place]:
        reason = "claim_own_side"
    elif card in {f.card for f in faults(position)} and (position.over or card in shown):
        reason = "claim_done"
    elif evidence.lawful_anyhow(position, card):
        reason = "claim_lawful"
    else:  # the same words whether he could have followed or not
        reason = "claim_had_none" if position.over else "claim_not_shown"
    raise IllegalAction(call, (), reason, "follow", table.players[place])


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
    red = 1 if back and rules.set_back_red else 0
    to = (side,) if back or deduct else others
    return Penalty("revoke", side, worth, to, bars, rules.revoke_caps, back or deduct, charge, red)


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
    if position.table.rules.pool is not None:
        side = position.table.side_of[fault.place]
        return pool_court.punish(position, call, place, Penalty("revoke", side, 0, (), ("pool",), False, False, charge))
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
    rules, done = table.rules, frame.settled
    if frame.phase == "over" and done is None:
        return _reopened(position, call, place, penalty)
    frame = frame.but(penalties=(*frame.penalties, penalty))
    if done is not None:
        frame = frame.but(scores=done.base, winner=None, out_by=None)
    frame = _marked(rules, frame, penalty)
    if done is not None and frame.winner is None:
        made = awards(rules, facts(position))
        frame = settled(table, frame, settle(rules, frame.scores, made, table.side_of, frame.contract, frame.penalties))
        frame = priced.paid_again(table, frame)
    new = position.resume(call, position, by=place)
    new.frame = frame
    if frame.phase == "over":
        new.seat, new.legal = -1, 0
    return new


def _reopened(position: Position, call: Call, place: int, penalty: Penalty) -> Position:
    """The match was won in mid-deal by points marked in play. The penalty is marked before the card that won it; that
    card is then marked again, and if it no longer puts the offender out, the deal goes on."""
    before, card = slips.last_play(position)
    again = copy(before)
    over = position.frame
    again.frame = _marked(
        position.table.rules, as_before(position, before).but(penalties=(*over.penalties, penalty)), penalty
    )
    if again.frame.winner is None:
        return position.resume(call, cardplay.play(again, card), by=place)
    new = position.resume(call, position, by=place)
    new.frame = again.frame
    return new
