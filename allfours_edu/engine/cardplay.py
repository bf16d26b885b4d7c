"""The phase of play: what may be led and played, what wins a trick, and what follows from a trick."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..cards import JOKER, Card, from_bits, to_bits
from ..rules import Rules
from . import pool, scoring
from .calls import PAM_CIVIL, Action, Call, Verb
from .frame import Frame
from .layout import ANY, Layout, trick_layout, trick_winner

if TYPE_CHECKING:
    from .position import Position


# -- what is lawful -----------------------------------------------------------------------------------


def lawful(rules: Rules, layout: Layout, hand: int, led: int, best: int, civil: bool = False) -> int:
    """The cards of ``hand`` (bit sets) that may be played to a trick.

    ``led`` are all cards of the suit led, ``best`` is the strength of the card now winning; ``civil`` says that Pam has
    been asked to be. This is the whole law of following; :func:`begin` works out the short form that most books need.
    """
    follow = hand & led
    trumps = hand & layout.trumps
    if rules.follow == "free":
        choice = hand
    elif follow and led & layout.trumps:
        choice = follow
    elif follow:
        choice = follow | extra(rules, layout) & hand
    elif rules.void == "must_trump":
        choice = trumps or hand
    elif rules.void == "must_overtrump":
        choice = stronger(layout, trumps, best) or hand
    else:
        choice = hand
    if (
        rules.undertrump != "allowed" and trumps and not led & layout.trumps
        and best >= layout.power[_lowest(layout)]
    ):  # fmt: skip
        lower = trumps & ~stronger(layout, trumps, best)
        if rules.undertrump == "barred" or hand & ~layout.trumps:
            choice = choice & ~lower or choice
    spares = rules.pam_civil == "always" or (civil and rules.pam_civil == "if_asked")
    if spares and _ace_of_trumps_wins(layout, led, best):
        choice = choice & ~layout.pam or choice
    if rules.must_head:
        choice = stronger(layout, choice & (led | layout.trumps), best) or choice
    return choice


def extra(rules: Rules, layout: Layout) -> int:
    """Cards that may be played to a plain lead by one who could follow it."""
    if rules.follow == "follow_or_trump":
        return layout.trumps
    if rules.jack_free:
        return layout.trumps & scoring.rank_bits("J")
    return 0


def stronger(layout: Layout, mask: int, best: int) -> int:
    """The cards of ``mask`` stronger than ``best``."""
    return to_bits(c for c in from_bits(mask) if layout.power[c.index] > best)


def _lowest(layout: Layout) -> int:
    return layout.lowest(layout.trumps).index


def _ace_of_trumps_wins(layout: Layout, led: int, best: int) -> bool:
    ace = layout.trumps & scoring.rank_bits("A")
    return bool(layout.pam and led & ace and best == layout.power[layout.highest(ace).index])


def may_lead(rules: Rules, layout: Layout, hand: int, first: bool, playing: int, turned: Card | None) -> int:
    """The cards of ``hand`` that may be led: to the first trick (``first``), or by the winner of one.

    ``playing`` is the number of players in the deal, ``turned`` the card turned up.
    """
    trumps = hand & layout.trumps
    if not first and rules.after_trick != "trump_as_first":
        return trumps if rules.after_trick == "trump" and trumps else hand
    if not trumps:
        return hand
    count = trumps.bit_count()
    duty = not first or rules.lead_duty == "trump_if_held" or (rules.lead_duty == "trump_if_two" and count >= 2)
    ace_turned = turned is not None and turned.rank == "A" and rules.lead_top == "ace_or_king"
    top = trumps & scoring.rank_bits("K" if ace_turned else "A")
    if rules.lead_top != "free" and top:
        return top
    if rules.lead_of_two == "higher_of_three" and count >= 2:
        return layout.highest(trumps).bit
    limit = {"higher_if_two_play": 2, "higher_if_three_play": 3}.get(rules.lead_of_two, 0)
    if count >= 2 and playing <= limit:
        return _as_good_as_best(layout, trumps, turned)
    return trumps if duty else hand


def _as_good_as_best(layout: Layout, trumps: int, turned: Card | None) -> int:
    """The highest trump of a hand and those in sequence below it; the card turned up leaves no gap."""
    found = 0
    for c in layout.ranked:
        if c.bit & trumps:
            found |= c.bit
        elif found and c is not turned:
            break
    return found


def uncalled(position: Position) -> int:
    """The cards the player to act might play if nobody had called for one of his."""
    frame, rules = position.frame, position.table.rules
    hand = frame.hands[position.seat] & position.left
    if position.led and frame.layout is not None:
        return lawful(rules, frame.layout, hand, position.led, position.best, frame.civil)
    return _lead(rules, frame.but(forced=0), hand, position.left)


def forbids(position: Position, action: Action) -> tuple[str, str | None]:
    """Why a card is not lawful: (reason, field)."""
    frame, rules = position.frame, position.table.rules
    if not isinstance(action, Card):
        return "play_a_card", None
    hand = frame.hands[position.seat] & position.left
    if not action.bit & hand:
        return "not_held", None
    layout = frame.layout
    if layout is None:  # before the pitch every other card is lawful
        return "joker_pitch", None
    if action.bit & uncalled(position):
        return "called", "exposed_in_play"
    if not position.led:
        return _lead_forbidden_by(position, layout, hand, action.bit)
    return _forbidden_by(rules, layout, hand, position.led, position.best, action.bit, frame.civil)


_FREE_LEAD = {"lead_duty": "free", "after_trick": "free", "lead_of_two": "free", "lead_top": "free"}
_LEAD_REASONS = {
    "lead_duty": "lead_trump", "after_trick": "trump_after_trick",
    "lead_of_two": "lead_highest", "lead_top": "lead_top",
}  # fmt: skip


def _lead_forbidden_by(position: Position, layout: Layout, hand: int, bit: int) -> tuple[str, str]:
    """The rule that stands in the way of a lead: the first that, dropped with those before, would let it pass."""
    frame, loose = position.frame, position.table.rules
    if frame.civil:
        return "lead_the_ace", "pam_civil"
    first = position.left == _in_play(frame)
    for field, free in _FREE_LEAD.items():
        if getattr(loose, field) != free:
            loose = loose.replace(**{field: free})
            if bit & may_lead(loose, layout, hand, first, len(frame.active), _turned(frame)):
                return _LEAD_REASONS[field], field
    raise AssertionError("a lead that no rule forbids was refused")


_RELAXED = {"follow": "free", "void": "free", "undertrump": "allowed", "pam_civil": "no", "must_head": False}


def _forbidden_by(
    rules: Rules, layout: Layout, hand: int, led: int, best: int, bit: int, civil: bool
) -> tuple[str, str]:
    """The rule that stands in the way of a card: the first that, dropped with those before, would let it pass."""
    loose = rules
    for field, free in _RELAXED.items():
        if getattr(loose, field) == free or (field == ("void" if hand & led else "follow")):
            continue
        loose = loose.replace(**{field: free})
        if bit & lawful(loose, layout, hand, led, best, civil):
            if field == "follow":
                return ("follow_trump" if led & layout.trumps else "must_follow"), field
            return (rules.void if field == "void" else field), field
    raise AssertionError("a card that no rule forbids was refused")


# -- going on -----------------------------------------------------------------------------------------


def _in_play(frame: Frame) -> int:
    whole = 0
    for seat in frame.active:
        whole |= frame.hands[seat]
    return whole


def begins_anew(position: Position) -> bool:
    """Has a claim just brought all cards back into the hands?"""
    frame, action = position.frame, position.action
    claimed = isinstance(action, Call) and action.verb == Verb.CLAIM_PENALTY
    return claimed and not position.over and position.left == _in_play(frame)


def begin(position: Position, frame: Frame, action: Action | None) -> Position:
    """The first position of the play. ``frame.trump`` is None where the first card led will make the trump."""
    table = position.table
    active = frame.active or tuple(range(table.size))
    after = [0] * table.size
    for here, there in zip(active, active[1:] + active[:1], strict=True):
        after[here] = there
    frame = frame.but(phase="play", active=active, after=tuple(after))
    frame = with_trump(table.rules, frame, frame.trump) if frame.trump or pool.trump_waits(table) else frame
    bidder = frame.contract is not None and table.rules.first_lead == "bidder"
    leader = frame.contract.bidder if bidder and frame.contract is not None else active[0]
    left = _in_play(frame)
    hand = frame.hands[leader]
    return position.__class__(
        table, frame, position, action, position.seat, leader, left, _lead(table.rules, frame, hand, left), leader
    )


def with_trump(rules: Rules, frame: Frame, trump: str | None) -> Frame:
    """The frame of play under ``trump``; None where it is turned later."""
    return frame.but(draws=rules.draw is not None and bool(frame.stock), **_law(rules, trump))


@lru_cache(maxsize=512)
def _law(rules: Rules, trump: str | None) -> dict[str, Any]:
    """The law of following, worked out as far as it does not depend on the trick."""
    layout = trick_layout(rules, trump or "")
    return {
        "trump": trump,
        "layout": layout,
        "plain": rules.void == "free" and rules.undertrump == "allowed" and not rules.must_head
        and (rules.pam_civil == "no" or not layout.pam),
        "asks": rules.pam_civil == "if_asked" and layout.pam != 0,
        "ruff": ANY if rules.follow == "free" else extra(rules, layout),
        "free_lead": rules.lead_duty == rules.lead_top == rules.lead_of_two == rules.after_trick == "free",
        "pegs": scoring.peg_bits(rules, trump) if trump else 0,
    }  # fmt: skip


def _lead(rules: Rules, frame: Frame, hand: int, left: int) -> int:
    if frame.layout is None:
        return hand & ~JOKER.bit or hand  # the Joker has no suit to pitch
    if frame.free_lead:
        return hand
    free = may_lead(rules, frame.layout, hand, left == _in_play(frame), len(frame.active), _turned(frame))
    return free & frame.forced or free


def _turned(frame: Frame) -> Card | None:
    return frame.turn_ups[-1] if frame.turn_ups else None


def play(position: Position, card: Card) -> Position:
    """The position after a card is played. Whether it is lawful has been asked before."""
    frame = position.frame
    seat = position.seat
    layout = frame.layout
    if layout is None:  # the pitch
        frame = with_trump(position.table.rules, frame, card.suit)
        layout = frame.layout
        assert layout is not None
    power = layout.power[card.index]
    led = position.led
    best = position.best
    taker = position.taker
    if not led:
        led = layout.suit_of[card.index]
        best = power
        taker = seat
    elif power > best and card.bit & (led | layout.wide):
        best = power
        taker = seat
    left = position.left ^ card.bit
    if frame.pegs & card.bit:
        frame = scoring.peg_card(position, frame, seat, card)
    following = frame.after[seat]
    if following != position.leader and frame.phase == "play":
        hand = frame.hands[following] & left
        legal = hand & led
        if not frame.plain:
            legal = lawful(position.table.rules, layout, hand, led, best, frame.civil)
            legal = legal & frame.forced or legal
        elif legal:
            legal |= hand & frame.ruff
        else:
            legal = hand
        return position.__class__(
            position.table, frame, position, card, seat, following, left, legal, position.leader, led, best, taker
        )
    return _end_trick(position, frame, card, left, taker)


def _end_trick(position: Position, frame: Frame, card: Card, left: int, taker: int) -> Position:
    table, seat = position.table, position.seat
    if frame.civil:
        frame = frame.but(civil=False)
    if frame.trump is None:
        frame, taker = _turn_if_needed(position, frame, card, taker)
    if frame.phase == "play" and frame.pegs:
        frame = scoring.peg_trick(position, frame, card, taker)
    if frame.phase == "play" and frame.draws:
        frame, left = _drawn(frame, left, taker)
    new = position.__class__
    if frame.phase == "play" and left:
        hand = frame.hands[taker] & left
        legal = hand if frame.free_lead else _lead(table.rules, frame, hand, left)
        return new(table, frame, position, card, seat, taker, left, legal, taker, 0, -9, taker)
    last = new(table, frame, position, card, seat, -1, left, 0, taker, 0, -9, taker)
    if frame.phase == "play":
        last.frame = scoring.finish(last)
    return last


def _turn_if_needed(position: Position, frame: Frame, card: Card, taker: int) -> tuple[Frame, int]:
    """After a trick to which somebody could not follow: the next card of the pack makes the trump, and if one of its
    suit lies in the trick it wins."""
    trick = [*position.laid()[1 - len(frame.active) :], (position.seat, card)]
    cards = tuple(c for _, c in trick)
    if len({c.suit for c in cards}) == 1 or not frame.stock:
        return frame, taker
    turned = frame.stock[0]
    frame = frame.but(stock=frame.stock[1:], turn_ups=(*frame.turn_ups, turned))
    frame = with_trump(position.table.rules, frame, turned.suit)
    assert frame.layout is not None
    return frame, trick[trick_winner(frame.layout, cards)][0]


def _drawn(frame: Frame, left: int, taker: int) -> tuple[Frame, int]:
    """After a trick of a drawing game: the winner takes the top card of the stock, then the others in order."""
    hands, dealt, stock = list(frame.hands), list(frame.dealt), list(frame.stock)
    seat = taker
    for _ in frame.active:
        if not stock:
            break
        bit = stock.pop(0).bit
        hands[seat] |= bit
        dealt[seat] |= bit
        left |= bit
        seat = frame.after[seat]
    return frame.but(hands=tuple(hands), dealt=tuple(dealt), stock=tuple(stock), draws=bool(stock)), left


def choices(position: Position) -> tuple[Action, ...]:
    """The cards that may be played, worked out when the position was made; and a word to Pam."""
    cards = from_bits(position.legal)
    return (*cards, PAM_CIVIL) if position.frame.asks and _may_ask(position) else cards


def _may_ask(position: Position) -> bool:
    """Pam can be asked to spare the ace of trumps by him who is about to lead it."""
    frame, layout = position.frame, position.frame.layout
    assert layout is not None
    ace = layout.trumps & scoring.rank_bits("A")
    mine = frame.hands[position.seat] & position.left
    return not position.led and not frame.civil and bool(position.legal & ace) and not mine & layout.pam


def be_civil(position: Position, call: Call) -> Position:
    """Pam is asked; what is led now is the ace of trumps."""
    layout = position.frame.layout
    assert layout is not None
    asked = position.resume(call, position, civil=True)
    asked.legal = position.legal & layout.trumps & scoring.rank_bits("A")
    return asked
