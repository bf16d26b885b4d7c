"""The phase of play: what may be led and played, what wins a trick, and what follows from a trick."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..cards import JOKER, Card, from_bits, to_bits
from ..rules import Rules
from . import scoring
from .calls import Action
from .frame import Frame
from .layout import ANY, Layout, trick_layout

if TYPE_CHECKING:
    from .position import Position


# -- what is lawful -----------------------------------------------------------------------------------


def lawful(rules: Rules, layout: Layout, hand: int, led: int, best: int) -> int:
    """The cards of ``hand`` (bit sets) that may be played to a trick.

    ``led`` are all cards of the suit led, ``best`` is the strength of the card now winning. This is the whole law of
    following; :func:`begin` works out the short form of it that most books need.
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
    if rules.undertrump != "allowed" and not led & layout.trumps and best >= layout.power[_lowest(layout)]:
        lower = trumps & ~stronger(layout, trumps, best)
        if rules.undertrump == "barred" or hand & ~layout.trumps:
            choice = choice & ~lower or choice
    if rules.pam_civil == "always" and _ace_of_trumps_wins(layout, led, best):
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


def may_lead(rules: Rules, layout: Layout, hand: int, first: bool, playing: int, ace_turned: bool) -> int:
    """The cards of ``hand`` that may be led. ``playing`` is the number of players in the deal."""
    trumps = hand & layout.trumps
    if not first:
        return trumps if rules.after_trick == "trump" and trumps else hand
    choice = hand
    count = trumps.bit_count()
    if count and (rules.lead_duty == "trump_if_held" or (rules.lead_duty == "trump_if_two" and count >= 2)):
        choice = trumps
    top = trumps & scoring.rank_bits("K" if ace_turned and rules.lead_top == "ace_or_king" else "A")
    if rules.lead_top != "free" and top:
        return top
    limit = {"free": 0, "higher_if_two_play": 2, "higher_of_three": 3}[rules.lead_of_two]
    if count >= 2 and playing <= limit:
        choice = layout.highest(trumps).bit
    return choice


def uncalled(position: Position) -> int:
    """The cards the player to act might play if nobody had called for one of his."""
    frame, rules = position.frame, position.table.rules
    hand = frame.hands[position.seat] & position.left
    if position.led and frame.layout is not None:
        return lawful(rules, frame.layout, hand, position.led, position.best)
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
    assert layout is not None  # while nothing is led, before the pitch, every card is lawful
    if action.bit & uncalled(position):
        return "called", "exposed_in_play"
    if not position.led:
        if position.left == _in_play(frame):
            return ("lead_top", "lead_top") if rules.lead_top != "free" else ("lead_trump", "lead_duty")
        return "trump_after_trick", "after_trick"
    return _forbidden_by(rules, layout, hand, position.led, position.best, action.bit)


_RELAXED = {"follow": "free", "void": "free", "undertrump": "allowed", "pam_civil": "no", "must_head": False}


def _forbidden_by(rules: Rules, layout: Layout, hand: int, led: int, best: int, bit: int) -> tuple[str, str]:
    """The rule that stands in the way of a card: the first that, dropped with those before, would let it pass."""
    loose = rules
    for field, free in _RELAXED.items():
        if getattr(loose, field) == free or (field == ("void" if hand & led else "follow")):
            continue
        loose = loose.replace(**{field: free})
        if bit & lawful(loose, layout, hand, led, best):
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


def begin(position: Position, frame: Frame, action: Action | None) -> Position:
    """The first position of the play. ``frame.trump`` is None where the first card led will make the trump."""
    table = position.table
    active = frame.active or tuple(range(table.size))
    after = [0] * table.size
    for here, there in zip(active, active[1:] + active[:1], strict=True):
        after[here] = there
    frame = frame.but(phase="play", active=active, after=tuple(after))
    frame = with_trump(table.rules, frame, frame.trump) if frame.trump else frame
    bidder = frame.contract is not None and table.rules.first_lead == "bidder"
    leader = frame.contract.bidder if bidder and frame.contract is not None else active[0]
    left = _in_play(frame)
    hand = frame.hands[leader]
    return position.__class__(
        table, frame, position, action, position.seat, leader, left, _lead(table.rules, frame, hand, left), leader
    )


def with_trump(rules: Rules, frame: Frame, trump: str) -> Frame:
    """The frame of play under ``trump``."""
    return frame.but(draws=rules.draw is not None and bool(frame.stock), **_law(rules, trump))


@lru_cache(maxsize=512)
def _law(rules: Rules, trump: str) -> dict[str, Any]:
    """The law of following, worked out as far as it does not depend on the trick."""
    layout = trick_layout(rules, trump)
    return {
        "trump": trump,
        "layout": layout,
        "plain": rules.void == "free" and rules.undertrump == "allowed" and not rules.must_head
        and rules.pam_civil == "no",
        "ruff": ANY if rules.follow == "free" else extra(rules, layout),
        "free_lead": rules.lead_duty == rules.lead_top == rules.lead_of_two == rules.after_trick == "free",
        "pegs": scoring.peg_bits(rules, trump),
    }  # fmt: skip


def _lead(rules: Rules, frame: Frame, hand: int, left: int) -> int:
    if frame.layout is None:
        return hand & ~JOKER.bit or hand  # the Joker has no suit to pitch
    if frame.free_lead:
        return hand
    ace_turned = bool(frame.turn_ups) and frame.turn_ups[-1].rank == "A"
    free = may_lead(rules, frame.layout, hand, left == _in_play(frame), len(frame.active), ace_turned)
    return free & frame.forced or free


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
            legal = lawful(position.table.rules, layout, hand, led, best)
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
    """The cards that may be played, worked out when the position was made."""
    return from_bits(position.legal)
