"""Bidding for the pitch: to a seller or to the board; the sale; naming the trump; robbing the pack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..cards import SUITS, Card, from_bits, to_bits
from ..rules import Rules
from . import begging, cardplay
from .calls import PASS, REFUSE_SALE, SELL, Action, Call, Verb, bid, discard
from .frame import Contract, Frame

if TYPE_CHECKING:
    from .position import Position


def opening(start: Position) -> Position:
    """The first bidder to speak."""
    rules = start.table.rules
    first = 0 if rules.first_bid == "eldest" else 1
    return start.then(None, start.frame.but(phase="bid"), first)


# -- bids ---------------------------------------------------------------------------------------------


def best_bid(frame: Frame) -> tuple[int, int]:
    """(place, number) of the best bid standing; number 0 where there is none. A later bid stands over an equal one."""
    place, number = -1, 0
    for who, n in frame.bids:
        if n and n >= number:
            place, number = who, n
    return place, number


def bid_choices(position: Position) -> tuple[Action, ...]:
    """Pass, and every number that may be bid."""
    rules, frame, place = position.table.rules, position.frame, position.seat
    return (
        PASS,
        *(bid(n) for n in range(rules.bid_least, rules.bid_most + 1) if not bid_barred(position, frame, place, n)),
    )


def bid_barred(position: Position, frame: Frame, place: int, n: int) -> str | None:
    """The field that forbids ``place`` to bid ``n``, or None."""
    rules, table = position.table.rules, position.table
    if not rules.bid_least <= n <= rules.bid_most:
        return "bid_most" if n > rules.bid_most else "bid_least"
    _, standing = best_bid(frame)
    if n < standing:
        return "equal_bid"
    if n == standing:
        holds = place == table.size - 1 and (
            rules.equal_bid == "dealer" or (rules.equal_bid == "dealer_below_most" and n < rules.bid_most)
        )
        if not holds:
            return "equal_bid"
    if rules.seller == "eldest" and rules.put_out_seller == "barred":
        seller = table.side_of[0]
        if frame.scores[seller] + n >= rules.target:
            return "put_out_seller"
    return None


def make_bid(position: Position, call: Call) -> Position:
    """A bid or a pass; after the last one comes the sale, the pitch or a new deal (``rebid``, ``all_pass``)."""
    frame = position.frame.but(bids=(*position.frame.bids, (position.seat, call.n or 0)))
    speaker = _next_speaker(position.table.rules, frame, position.table.size)
    if speaker is not None:
        return position.then(call, frame, speaker)
    return _close(position, frame, call)


def silenced(position: Position, call: Call) -> Position:
    """A bid that would put the seller out, made all the same: it is void, and the bidder has spoken for this deal."""
    frame = position.frame.but(bids=(*position.frame.bids, (position.seat, 0)))
    speaker = _next_speaker(position.table.rules, frame, position.table.size)
    return position.then(call, frame, speaker) if speaker is not None else _close(position, frame, call)


def _next_speaker(rules: Rules, frame: Frame, size: int) -> int | None:
    """Who speaks next, or None when the bidding is over."""
    bidders = list(range(size)) if rules.first_bid == "eldest" else list(range(1, size))
    spoken = [place for place, _ in frame.bids]
    fresh = [place for place in bidders if place not in spoken]
    if fresh:
        return fresh[0]
    if not rules.rebid or rules.bid_most == best_bid(frame)[1]:
        return None
    last = dict(frame.bids)
    best = best_bid(frame)[0]
    live = [place for place in bidders if last[place] and place != best]
    after = [place for place in live if place > frame.bids[-1][0]]
    waiting = after or live
    return waiting[0] if waiting else None


def _close(position: Position, frame: Frame, call: Action) -> Position:
    rules = position.table.rules
    place, number = best_bid(frame)
    if number == 0:
        if rules.all_pass == "redeal":
            return begging.thrown_together(position, frame, call, "same_dealer")
        if rules.all_pass == "dealer_two":
            return _pitch(position, frame, call, Contract(position.table.size - 1, 2))
        return _pitch(position, frame, call, Contract(0, 0, 0 if rules.seller == "eldest" else None))
    if rules.seller == "eldest":
        return position.then(call, frame.but(phase="sale"), 0)
    return _pitch(position, frame, call, Contract(place, number))


# -- the sale -----------------------------------------------------------------------------------------


def sale_choices(position: Position) -> tuple[Action, ...]:
    """The seller takes the bid or refuses it."""
    return SELL, REFUSE_SALE


def seller_credit(rules: Rules, score: int, n: int) -> int:
    """What the seller marks for a bid he accepts."""
    if score + n >= rules.target and rules.put_out_seller == "full_value":
        return max(0, int(rules.target) - 1 - score)
    return n


def sell(position: Position, call: Call) -> Position:
    """The seller marks the bid at once, the bidder pitches (rule field ``put_out_seller`` may cut it short)."""
    from .scoring import add

    table, frame = position.table, position.frame
    place, number = best_bid(frame)
    side = table.side_of[0]
    frame = add(table.rules, frame, side, seller_credit(table.rules, frame.scores[side], number), "sale")
    return _pitch(position, frame, call, Contract(place, number, 0, sold=True))


def refuse_sale(position: Position, call: Call) -> Position:
    """The seller pitches himself, bound to the number he refused (rule field ``refused_bid``)."""
    from .scoring import add

    table, frame = position.table, position.frame
    place, number = best_bid(frame)
    if table.rules.refused_bid == "bidder_marks":
        frame = add(table.rules, frame, table.side_of[place], number, "sale")
    return _pitch(position, frame, call, Contract(0, number, 0))


def pitch_unasked(position: Position, card: Card) -> Position:
    """The eldest hand pitches without waiting for a bid, and is bound to a number for it."""
    n = position.table.rules.unasked_pitch or 0
    begun = cardplay.begin(position, position.frame.but(contract=Contract(0, n, 0, unasked=True)), None)
    return cardplay.play(begun, card)


def _pitch(position: Position, frame: Frame, call: Action, contract: Contract) -> Position:
    frame = frame.but(contract=contract)
    if frame.phase == "over":
        return position.then(call, frame, -1)
    if position.table.rules.trump_from == "bidder_names":
        return position.then(call, frame.but(phase="name"), contract.bidder)
    return cardplay.begin(position, frame, call)


# -- naming and robbing the pack  -----------------------------------------------------------------------


def name_choices(position: Position) -> tuple[Action, ...]:
    """The four suits."""
    return tuple(Call(Verb.NAME, suit=suit) for suit in SUITS)


def name(position: Position, call: Call) -> Position:
    """The bidder names the trump; with an exchange, everyone then discards and the dealer robs the pack."""
    frame = position.frame.but(trump=call.suit)
    if position.table.rules.exchange is None:
        return cardplay.begin(position, frame, call)
    return _rob_next(position, frame.but(phase="rob"), call, 0)


def fills_up(rules: Rules) -> bool:
    """May more be thrown away than leaves a hand of the right size, and is the hand filled up again?"""
    return bool(rules.exchange_most > rules.hand_size - rules.exchange_to)


def rob_choices(position: Position) -> tuple[Action, ...]:
    """How many cards to throw away, where there is a choice; then the cards, one at a time."""
    rules, frame, seat = position.table.rules, position.frame, position.seat
    if fills_up(rules) and seat != position.table.size - 1 and not frame.exchanged:
        held = frame.hands[seat].bit_count()
        least = held - rules.exchange_to
        most = min(rules.exchange_most, held, least + len(frame.stock))
        return tuple(Call(Verb.EXCHANGE, n=n) for n in range(least, most + 1))
    return tuple(discard(c) for c in from_bits(frame.hands[seat]))


def say_how_many(position: Position, call: Call) -> Position:
    """The number is said first, so that everybody knows it; the cards go face down."""
    n = call.n or 0
    return position.then(call, position.frame.but(exchanged=(n, n)), position.seat)


def rob(position: Position, call: Call) -> Position:
    """Throw one card away; whoever threw more than he had to is filled up. The dealer is last, with the whole stock."""
    frame, seat, rules = position.frame, position.seat, position.table.rules
    assert call.card is not None
    hands = list(frame.hands)
    hands[seat] ^= call.card.bit
    frame = frame.but(hands=tuple(hands))
    if frame.exchanged:
        thrown, left = frame.exchanged
        if left > 1:
            return position.then(call, frame.but(exchanged=(thrown, left - 1)), seat)
        frame = _filled(frame.but(exchanged=()), seat, int(rules.exchange_to) - hands[seat].bit_count())
    return _rob_next(position, frame, call, seat)


def _filled(frame: Frame, place: int, n: int) -> Frame:
    """``n`` cards from the top of the stock to one place."""
    fresh = to_bits(frame.stock[:n])
    return frame.but(
        hands=(*frame.hands[:place], frame.hands[place] | fresh, *frame.hands[place + 1 :]),
        dealt=(*frame.dealt[:place], frame.dealt[place] | fresh, *frame.dealt[place + 1 :]),
        stock=frame.stock[n:],
    )


def _rob_next(position: Position, frame: Frame, call: Call, seat: int) -> Position:
    """The next player with cards to throw, from ``seat`` on; the dealer takes up the stock when his turn comes."""
    size = position.table.size
    for place in range(seat, size):
        if place == size - 1 and frame.stock:
            frame = _filled(frame, place, len(frame.stock))
        if frame.hands[place].bit_count() > position.table.rules.exchange_to:
            return position.then(call, frame, place)
    return cardplay.begin(position, frame, call)


def forbids(position: Position, action: Any) -> tuple[str, str | None]:
    """Why a call is not lawful: (reason, field)."""
    if isinstance(action, Call) and action.verb == "bid" and position.frame.phase == "bid":
        field = bid_barred(position, position.frame, position.seat, action.n or 0)
        reasons = {"equal_bid": "bid_higher_or_pass", "put_out_seller": "bid_puts_seller_out"}
        return reasons.get(field or "", "bid_out_of_bounds"), field
    if isinstance(action, Call) and position.frame.phase == "rob":
        asked = bool(position.frame.exchanged)
        if action.verb == Verb.EXCHANGE:
            return ("number_is_final" if asked else "throw_most"), "exchange_most"
        if action.verb == Verb.DISCARD:
            saying = any(isinstance(a, Call) and a.verb == Verb.EXCHANGE for a in position.legal_actions())
            return ("say_how_many_to_throw", "exchange_most") if saying else ("not_held", None)
    return f"not_in_{position.frame.phase}", None
