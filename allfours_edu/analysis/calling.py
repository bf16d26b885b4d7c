"""The calls of a player by maxims: begging and answering, discarding, bidding and selling, declaring and exchanging."""

from __future__ import annotations

from ..cards import SUIT_NAMES, SUITS, Card
from ..engine import (
    AGREE,
    BEG,
    GIVE,
    PASS,
    REFUSE,
    REFUSE_SALE,
    RUN,
    SELL,
    STAND,
    Call,
    Verb,
    View,
    bid,
)
from ..engine.layout import trick_layout
from .advice import Advice, plainly
from .outlook import Outlook, best_suit, outlook
from .sight import lowest_of, trumps_of, worth_of
from .standing import declare

STAND_ABOVE = 0.1
"""How much better standing must look than begging, in points."""
GIFT_WORTH = 1.0
"""What the beggar thinks the point given is worth to him."""
CAUTION = 0.2
"""How far below what one expects a bid stays, for each point beyond the four: much hangs on where single cards lie."""
GIFT_COST = 0.6
"""What it costs the dealer: running is a gamble too, and another turned card may suit the beggar better."""


def advise(view: View) -> Advice:
    """What to call now."""
    return _PHASES[view.phase](view)


def _needs(view: View) -> tuple[int, int]:
    """Points one's own side, and the nearest of the others, still need."""
    mine = view.side_of(view.seat)
    target = view.rules.target
    own = next(target - n for side, n in zip(view.sides, view.scores, strict=True) if side is mine)
    return own, min(target - n for side, n in zip(view.sides, view.scores, strict=True) if side is not mine)


# -- begging ------------------------------------------------------------------------------------------


def after_run(view: View) -> float:
    """What a new trump promises: the mean of the other suits, seen from afar, since more cards come to every hand."""
    refused = view.turn_ups[0].suit if view.turn_ups else None
    suits = [s for s in SUITS if s != refused]
    hope = sum(outlook(view, s).total for s in suits) / len(suits)
    turn: float = sum(n for _, n in view.rules.turn_points or ()) / 13
    dealer_mine = view.dealer in view.side_of(view.seat).seats
    return 0.55 * hope + (turn if dealer_mine else -turn)


def beg(view: View) -> Advice:
    trump = view.trump or "S"
    here = outlook(view, trump)
    held = trumps_of(view, trump)
    own, _ = _needs(view)
    if own == 1 and here.high + max(here.low, 0) > 0.3:
        return plainly(STAND, "stand_near_out", n=own, held=held)
    hope = after_run(view)
    given = 0.0 if own == 1 else 0.3
    gift_here = here.total - 0.25 + GIFT_WORTH
    begging = given * gift_here + (1 - given) * hope
    if here.total + STAND_ABOVE >= begging:
        return plainly(STAND, "stand_good", held=held)
    best = max((s for s in SUITS if s != trump), key=lambda s: outlook(view, s).total)
    if outlook(view, best).total > max(here.total, 0.3) and held:
        return plainly(BEG, "run_to", suit=SUIT_NAMES[best], held=held)
    return plainly(BEG, "beg_weak", held=held)


def answer(view: View) -> Advice:
    """The dealer gives or runs. What may not be given is not among the actions."""
    trump = view.trump or "S"
    held = trumps_of(view, trump)
    eldest = next(n for side, n in zip(view.sides, view.scores, strict=True) if view.players[0] in side.seats)
    if GIVE not in view.actions or eldest + 1 >= view.rules.target:
        return plainly(RUN, "run_no_gift")
    here, hope = outlook(view, trump).total + 0.25, after_run(view)
    gifts = max(1, len(view.sides) - 1) if view.rules.gift_to == "all_adversaries" else 1
    if here - GIFT_COST * (1 + 0.5 * (gifts - 1)) > hope:
        return plainly(GIVE, "give_strong", held=held)
    return plainly(RUN, "run_weak", held=held)


def consent(view: View) -> Advice:
    """May the trump be changed again?"""
    trump = view.trump or "S"
    held = trumps_of(view, trump)
    if outlook(view, trump).total < -0.2:
        return plainly(AGREE, "agree_weak", held=held)
    return plainly(REFUSE, "refuse_good", held=held)


# -- discarding ---------------------------------------------------------------------------------------


def keeping(view: View, c: Card, trump: str) -> float:
    """How much one would miss a card."""
    layout = trick_layout(view.rules, trump)
    if layout.is_trump(c):
        low = lowest_of(trumps_of(view, trump))
        return 100.0 + layout.power[c.index] / 10 + (20 if c is low else 0) + worth_of(view.rules, trump)[c.index]
    return {"A": 30.0, "K": 20.0, "Q": 8.0, "J": 5.0, "T": 15.0}.get(c.rank, "23456789".find(c.rank) / 10)


def throwing(view: View) -> Advice:
    """How many to throw away and have replaced: everything that is no trump, for a fresh card may be one."""
    layout = trick_layout(view.rules, view.trump or "S")
    plain = sum(1 for c in view.hand or () if not layout.is_trump(c))
    offers = sorted(a.n or 0 for a in view.actions if isinstance(a, Call) and a.verb == Verb.EXCHANGE)
    n = max([k for k in offers if k <= plain] or offers[:1])
    return plainly(Call(Verb.EXCHANGE, n=n), "throw_plain", n=n)


def rob(view: View) -> Advice:
    """Say how many, then throw them."""
    saying = any(isinstance(a, Call) and a.verb == Verb.EXCHANGE for a in view.actions)
    return throwing(view) if saying else discard(view)


def discard(view: View) -> Advice:
    trump = view.trump or "S"
    kept = {a: keeping(view, a.card, trump) for a in view.actions if isinstance(a, Call) and a.card is not None}
    least = min(kept.values())
    thrown = next(a for a, n in kept.items() if n == least)
    equal = tuple(a for a, n in kept.items() if n == least)

    def why(action: object) -> tuple[str, dict[str, object]]:
        card = action.card if isinstance(action, Call) else thrown.card
        return ("discard_plain" if least < 5 else "discard_least"), {"card": card}

    return Advice(equal, why)


# -- bidding ------------------------------------------------------------------------------------------


def _hopes(view: View) -> tuple[str, Outlook]:
    return best_suit(view)


def _care(view: View) -> float:
    """How much to hold back where much hangs on where single cards lie."""
    total: int = sum(n for _, n in view.rules.points or ())
    return CAUTION * max(0, total - 4)


def bidding(view: View) -> Advice:
    suit, hope = _hopes(view)
    own, _ = _needs(view)
    offers = sorted(a.n for a in view.actions if isinstance(a, Call) and a.verb == Verb.BID and a.n)
    worth = hope.made - _care(view)
    good = [n for n in offers if n <= worth]
    if not good:
        return plainly(PASS, "pass_weak")
    if offers == [1] and view.rules.put_out_seller == "barred" and worth >= 2:
        return plainly(bid(1), "bid_one", suit=SUIT_NAMES[suit].capitalize(), n=hope.made)
    # a seller is paid what is bid: no more than needed; to the board a jump keeps others out but binds as much
    n = good[0] if view.rules.rebid else max(good)
    if view.rules.surplus and view.rules.seller == "eldest" and own > 1:
        n = good[0] if len(good) == 1 or worth < good[-1] + 0.4 else good[-1]
    return plainly(bid(n), "bid_worth", suit=SUIT_NAMES[suit].capitalize(), n=hope.made)


def sale(view: View) -> Advice:
    """The eldest hand sells, or pitches himself and must make as much."""
    place, n = "", 0
    for who, call in view.calls:
        if call.verb == Verb.BID and call.n and call.n >= n:
            place, n = who, call.n
    own, _ = _needs(view)
    bidder_needs = next(
        view.rules.target - s for side, s in zip(view.sides, view.scores, strict=True) if place in side.seats
    )
    made = _hopes(view)[1].made - _care(view)
    if own <= n:
        return plainly(SELL, "sell_dear", n=n)
    if bidder_needs <= n and made + 1.0 >= n:
        return plainly(REFUSE_SALE, "refuse_out", n=n, who=place)
    if made - 0.3 > n + 0.5:
        return plainly(REFUSE_SALE, "refuse_cheap", n=n)
    return plainly(SELL, "sell_dear", n=n)


def name(view: View) -> Advice:
    suit = max(SUITS, key=lambda s: outlook(view, s, pitching=True).total)
    return plainly(Call(Verb.NAME, suit=suit), "name_best", suit=SUIT_NAMES[suit].capitalize())


# -- the pool -----------------------------------------------------------------------------------------


def exchange(view: View) -> Advice:
    if any(isinstance(a, Call) and a.verb == Verb.DISCARD for a in view.actions):
        return discard(view)
    layout = trick_layout(view.rules, view.trump or "S")
    small = sum(1 for c in view.hand or () if not layout.is_trump(c) and c.rank not in "AK")
    offers = sorted(a.n or 0 for a in view.actions if isinstance(a, Call))
    n = max(k for k in offers if k <= max(small, offers[0]))
    return plainly(Call(Verb.EXCHANGE, n=n), "change_small", n=small)


_PHASES = {
    "beg": beg,
    "answer": answer,
    "consent": consent,
    "bunch": consent,
    "discard": discard,
    "rob": rob,
    "bid": bidding,
    "sale": sale,
    "name": name,
    "declare": declare,
    "exchange": exchange,
}
