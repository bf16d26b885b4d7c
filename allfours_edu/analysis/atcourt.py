"""What computer players do at a referee's table besides playing: err now and then, claim, call for a card.

Like everything they do it rests on their view, and what is left to chance on the key of the deal, the seat and the
number of the decision: the same deal, played the same, has the same faults.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable

from ..cards import Card
from ..engine import Action, Call, Verb, View
from ..engine.calls import DEMANDS
from ..engine.layout import trick_layout
from ..engine.scoring import pips
from ..engine.slips import OPEN, shown_effect
from .players import draw

USUAL_RATE = 0.1
"""The chance of a revoke each time a player could commit one."""
_SHOWS = 0.25
"""A card is shown that much more rarely than a suit is not followed."""
_MISDEALS = 0.25
"""And each slip in dealing: there is one chance a deal."""
_HIDDEN = "AKJT"
"""Ranks that one would rather not have seen."""


def errs(view: View, key: Hashable, rate: float) -> Action | None:
    """A fault instead of a lawful action, or None: usually. A suit is not followed, or a card is let be seen."""
    if view.phase != "play" or not view.trick or not view.hand or rate <= 0:
        return None
    if _lot(view, key, "shows") < rate * _SHOWS and _may_be_called(view):
        return Call(Verb.EXPOSE, card=_drawn(view, key, view.hand))
    wrong = tuple(c for c in view.hand if c not in view.actions)
    if wrong and len(view.actions) > 0 and _lot(view, key, "revokes") < rate:
        return _drawn(view, key, wrong)
    return None


def misdeals(view: View, key: Hashable, rate: float) -> Call | None:
    """A slip of ``view``'s seat in dealing, before anybody has spoken: a wrong number of cards, a card let be seen."""
    wrong = view.rules.misdeal not in ("new_deal_if_claimed", "dealer_again_or_pone")  # there it is for another to say
    if wrong and _lot(view, key, "deals") < rate * _MISDEALS:
        return Call(Verb.MISDEAL)
    return Call(Verb.FACE) if _lot(view, key, "faces") < rate * _MISDEALS else None


def _may_be_called(view: View) -> bool:
    """Would a card shown matter? Not where it is taken back, nor the last card, nor a second time."""
    if shown_effect(view.rules, len(view.players)) != OPEN or len(view.hand or ()) < 2:
        return False
    return not any(who == view.seat and call.verb == Verb.EXPOSE for who, call in view.calls)


def _lot(view: View, key: Hashable, what: str) -> float:
    own = sum(1 for who, _ in view.plays if who == view.seat)
    label = f"allfours-fault/1:{key}:{view.deal}:{view.seat}:{own}:{what}"
    return int.from_bytes(hashlib.blake2b(label.encode(), digest_size=6).digest(), "big") / 2**48


def _drawn(view: View, key: Hashable, among: tuple[Card, ...]) -> Card:
    return max(among, key=lambda c: draw(view, key, c))


def objects(view: View, offender: str) -> Call | None:
    """What ``view``'s seat claims, chooses or demands against the side of ``offender``, or None.

    It has the cards dealt again where a card of its own was seen that it would rather have hidden, claims as soon as a
    later card shows a fault, and calls for a card that lies open where its own side would take the trick with it.
    """
    side = view.side_of(offender)
    if view.seat in side.seats:
        return None
    if Call(Verb.NEW_DEAL) in view.rights and view.seat == view.players[0]:
        return Call(Verb.NEW_DEAL) if any(c.rank in _HIDDEN for c in view.faced) else None
    if any(isinstance(a, Call) and a.verb == Verb.CLAIM_PENALTY for a in view.rights):
        for proof in view.proofs:
            if view.players[proof.place] in side.seats:
                return Call(Verb.CLAIM_PENALTY, card=proof.card)
    return _chosen(view) or (_called_for(view) if view.to_act in side.seats else None)


def _chosen(view: View) -> Call | None:
    """Of two cards played to one trick: the weaker one is to stand, and of two that lose the one that counts."""
    second = next((a for a in view.rights if isinstance(a, Call) and a.verb == Verb.CHOOSE_CARD), None)
    if second is None or second.card is None or view.trump is None:
        return None
    layout = trick_layout(view.rules, view.trump)
    first = view.trick[-1][1]
    led = layout.suit_of[view.trick[0][1].index]

    def strength(c: Card) -> int:
        return layout.power[c.index] if c.bit & (led | layout.wide) or len(view.trick) == 1 else -1

    weaker, level = strength(second.card) < strength(first), strength(second.card) == strength(first)
    counts = pips(view.rules, view.trump, second.card.bit) > pips(view.rules, view.trump, first.bit)
    return second if weaker or (level and counts) else None


def _called_for(view: View) -> Call | None:
    rights = [a for a in view.rights if isinstance(a, Call) and a.verb in DEMANDS]
    if not rights or not view.trick or view.trump is None:
        return None
    layout = trick_layout(view.rules, view.trump)
    led = layout.suit_of[view.trick[0][1].index]
    who, best = view.trick[0]
    for seat, card in view.trick[1:]:
        if card.bit & (led | layout.wide) and layout.power[card.index] > layout.power[best.index]:
            who, best = seat, card
    ours = view.seat in view.side_of(who).seats
    for call in rights:
        if call.verb == Verb.CALL_LOWEST:
            return call
        asked = call.card
        if asked is None or not ours or not pips(view.rules, view.trump, asked.bit):
            continue
        if not asked.bit & (led | layout.wide) or layout.power[asked.index] < layout.power[best.index]:
            return call
    return None
