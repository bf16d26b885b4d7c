"""The turned card, begging, the gift, running the cards, bunching them, and discarding afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..cards import from_bits
from ..rules import Rules
from . import cardplay
from .calls import AGREE, BEG, GIVE, REFUSE, RUN, STAND, Action, Call, discard
from .frame import Frame
from .scoring import add, turn_worth
from .table import Table

if TYPE_CHECKING:
    from .position import Position


# -- turning ------------------------------------------------------------------------------------------


def turn(table: Table, frame: Frame, refused: str | None = None) -> Frame:
    """Turn the next card of the stock; a card that scores is marked at once. ``refused`` is the suit begged against."""
    turned = frame.stock[0]
    frame = frame.but(stock=frame.stock[1:], turn_ups=(*frame.turn_ups, turned), trump=turned.suit or None)
    n = turn_worth(table.rules, turned, refused)
    if n and table.rules.earlier_turns == "kept":
        return add(table.rules, frame, table.dealer_side, n, "turn")
    return frame


def settle_turn(table: Table, frame: Frame) -> Frame:
    """Where only the card that makes the trump counts, mark it now that it does."""
    if table.rules.turn is None or table.rules.earlier_turns == "kept" or not frame.turn_ups:
        return frame
    worth = turn_worth(table.rules, frame.turn_ups[-1], None)  # the suit refused last is never the trump
    return add(table.rules, frame, table.dealer_side, worth, "turn")


# -- the gift -----------------------------------------------------------------------------------------


def gift_sides(rules: Rules, side_of: tuple[int, ...]) -> tuple[int, ...]:
    """The sides that get a point when the dealer gives, in order of play. The beggar is the eldest hand."""
    dealer_side = side_of[-1]
    others = tuple(dict.fromkeys(side for side in side_of if side != dealer_side))
    if len(others) > 1 and rules.gift_to == "beggar":
        return (side_of[0],)
    return others


def gift_barred(rules: Rules, frame: Frame, side_of: tuple[int, ...]) -> str | None:
    """The field that forbids the dealer to give, or None."""
    sides = gift_sides(rules, side_of)
    if any(frame.scores[side] + 1 >= rules.target for side in sides) and not rules.gift_may_put_out:
        return "gift_may_put_out"
    if rules.gift_needs_trump and not any(c.suit == frame.trump for c in from_bits(frame.hands[-1])):
        return "gift_needs_trump"
    return None


# -- the verbs ----------------------------------------------------------------------------------------


def beg_choices(position: Position) -> tuple[Action, ...]:
    """The eldest hand stands or begs."""
    return STAND, BEG


def answer_choices(position: Position) -> tuple[Action, ...]:
    """The dealer gives or runs the cards; giving may be barred, see :func:`gift_barred`."""
    barred = gift_barred(position.table.rules, position.frame, position.table.side_of)
    return (RUN,) if barred else (GIVE, RUN)


def agree_choices(position: Position) -> tuple[Action, ...]:
    """Consent to a second beg, or to bunching."""
    return AGREE, REFUSE


def stand(position: Position, call: Call) -> Position:
    """The trump stands as it was turned."""
    return settled(position, position.frame, call)


def beg(position: Position, call: Call) -> Position:
    """The first beg goes to the dealer; a further one needs his consent first."""
    frame = position.frame
    phase = "answer" if frame.begs == 0 else "consent"
    return position.then(call, frame.but(phase=phase, begs=frame.begs + 1), position.table.size - 1)


def consent(position: Position, call: Call) -> Position:
    """The dealer lets a second beg be heard, or the trump stands."""
    if call.verb == "agree":
        return position.then(call, position.frame.but(phase="answer"), position.table.size - 1)
    return settled(position, position.frame, call)


def give(position: Position, call: Call) -> Position:
    """The dealer gives a point to his adversaries and the trump stands (rule field ``gift_to``)."""
    table, frame = position.table, settle_turn(position.table, position.frame)
    for side in gift_sides(table.rules, table.side_of):
        if frame.phase != "over":
            frame = add(table.rules, frame, side, 1, "gift")
    return settled(position, frame, call)


def run(position: Position, call: Call) -> Position:
    """Deal more cards to each and turn another, until a new suit comes up or the pack is exhausted."""
    table, frame = position.table, position.frame
    rules, size = table.rules, table.size
    refused = frame.turn_ups[-1].suit
    while frame.phase != "over":
        need = size * rules.run_cards
        if len(frame.stock) <= need:
            return thrown_together(position, frame.but(trump=None), call, rules.exhausted)
        frame = _three_more(frame, size, rules.run_cards)
        frame = turn(table, frame, refused)
        if frame.turn_ups[-1].suit != refused:
            break
    frame = frame.but(proposed=0)
    if frame.phase != "over" and rules.begs == "by_consent":
        return position.then(call, frame.but(phase="beg"), 0)
    return settled(position, frame, call)


def _three_more(frame: Frame, size: int, n: int) -> Frame:
    hands, dealt, stock = list(frame.hands), list(frame.dealt), frame.stock
    for place in range(size):
        for c in stock[place * n : place * n + n]:
            hands[place] |= c.bit
            dealt[place] |= c.bit
    return frame.but(hands=tuple(hands), dealt=tuple(dealt), stock=stock[size * n :], runs=frame.runs + 1)


# -- throwing the cards together ----------------------------------------------------------------------


def thrown_together(position: Position, frame: Frame, call: Action | None, redeal: str) -> Position:
    """Bunch the cards: the deal is void and is dealt again. What was marked stays marked."""
    return position.then(call, frame.but(phase="over", redeal=redeal, trump=None), -1)


def may_bunch(position: Position, place: int) -> bool:
    """May ``place`` propose, out of turn, to throw up the new trump?"""
    frame, rules = position.frame, position.table.rules
    allowed = rules.beg is not None and (
        rules.bunch == "any_table" or (rules.bunch == "two_handed" and position.table.size == 2)
    )
    waiting = frame.phase in ("beg", "discard") or (frame.phase == "play" and not position.led and not position.laid())
    return allowed and frame.runs > 0 and waiting and not frame.proposed >> place & 1


def propose_bunch(position: Position, call: Call, place: int) -> Position:
    """The others answer one after the other; the deal goes on where it stood if one of them refuses."""
    frame = position.frame.but(
        phase="bunch", proposed=position.frame.proposed | 1 << place, resumed=position, resumed_by=place
    )
    following = (place + 1) % position.table.size
    return position.then(call, frame, following, by=place)


def answer_bunch(position: Position, call: Call) -> Position:
    """One player agrees or refuses; all must agree for the cards to be thrown together."""
    frame, table = position.frame, position.table
    if call.verb == "refuse":
        return position.resume(call, frame.resumed, proposed=frame.proposed)
    proposer = frame.resumed_by
    following = (position.seat + 1) % table.size
    if following == proposer:
        return thrown_together(position, frame, call, "same_dealer")
    return position.then(call, frame, following)


# -- after the trump is settled -----------------------------------------------------------------------


def hand_after_run(rules: Rules, runs: int) -> int:
    """Cards each player plays with after ``runs`` rounds of extra cards (rule field ``after_run``)."""
    if rules.beg is None or not runs:
        return int(rules.hand_size)
    whole: int = rules.hand_size + runs * rules.run_cards
    keeps = rules.after_run == "all" or (rules.after_run == "nine_once" and runs == 1)
    return whole if keeps else int(rules.hand_size)


def settled(position: Position, frame: Frame, call: Call) -> Position:
    """The trump stands: discard what is too much, then play."""
    if frame.phase == "over":
        return position.then(call, frame, -1)
    table = position.table
    if call.verb != "give":
        frame = settle_turn(table, frame)
        if frame.phase == "over":
            return position.then(call, frame, -1)
    if frame.runs and hand_after_run(table.rules, frame.runs) < frame.hands[0].bit_count():
        return position.then(call, frame.but(phase="discard"), 0)
    return cardplay.begin(position, frame, call)


def discard_choices(position: Position) -> tuple[Action, ...]:
    """Any card held: only the number kept is ruled."""
    return tuple(map(discard, from_bits(position.frame.hands[position.seat])))


def throw(position: Position, call: Call) -> Position:
    """One card thrown away, face down. The eldest hand discards first."""
    frame, seat = position.frame, position.seat
    assert call.card is not None
    hands = list(frame.hands)
    hands[seat] ^= call.card.bit
    frame = frame.but(hands=tuple(hands))
    keep = hand_after_run(position.table.rules, frame.runs)
    for place in range(seat, position.table.size):
        if hands[place].bit_count() > keep:
            return position.then(call, frame, place)
    return cardplay.begin(position, frame, call)


def forbids(position: Position, action: Any) -> tuple[str, str | None]:
    """Why a call is not lawful: (reason, field)."""
    phase = position.frame.phase
    if phase == "answer" and action == GIVE:
        field = gift_barred(position.table.rules, position.frame, position.table.side_of)
        return {"gift_may_put_out": "gift_puts_out", "gift_needs_trump": "gift_needs_trump"}[field or ""], field
    if phase == "discard" and isinstance(action, Call) and action.verb == "discard":
        return "not_held", None
    return f"not_in_{phase}", "begs" if isinstance(action, Call) and action.verb == "beg" else None
