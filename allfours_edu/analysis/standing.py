"""Loo before the play: what it is worth to stand, to take the spare hand, or to pass.

A hand hopes for some tricks (:func:`tricks_hoped`); against others who stand it gets its share of them. The share, and
how often it gets none at all, were read off some thousand deals in which everybody stood at random.
"""

from __future__ import annotations

from math import exp

from ..engine import DECLARE_IN, DECLARE_OUT, DEFEND, PASS, TAKE_WIDOW, Verb, View
from ..engine.layout import trick_layout
from ..engine.pool import looed_amount
from .advice import Advice, plainly

_TRUMP = {"A": 1.0, "K": 0.85, "Q": 0.7, "J": 0.55, "T": 0.45}
_PLAIN = {"A": 0.55, "K": 0.3, "Q": 0.1}
STANDS = 0.6
"""How likely somebody who has not spoken yet will stand."""
AVERAGE = 0.45
"""What a hand nobody has seen hopes for."""
OTHERS = 1.4
"""How strong those are who stand, on the scale of :func:`share`."""


def tricks_hoped(view: View) -> float:
    """Tricks a hand should win, where the trump may not be known yet."""
    layout = trick_layout(view.rules, view.trump or "")
    total = 0.0
    for c in view.hand or ():
        if c.bit & layout.pam:
            total += 1
        elif layout.is_trump(c):
            total += _TRUMP.get(c.rank, 0.35)
        else:
            total += _PLAIN.get(c.rank, 0.0)
    return total


def share(hoped: float, against: float, tricks: int, changes: bool) -> float:
    """Tricks to be expected against so many others who stand; ``changes`` says that cards will be changed first.

    >>> [round(share(hoped, 2, 3, False), 1) for hoped in (0, 0.8, 1.6)]
    [0.3, 1.1, 1.8]
    """
    strength = 0.6 + hoped if changes else 0.3 + hoped + hoped**2
    return tricks * strength / (strength + against * OTHERS)


def no_trick(expected: float) -> float:
    """How often a hand that expects so many tricks gets none."""
    return exp(-0.85 * expected - 0.1 * expected**2)


def gain(view: View, hoped: float) -> float:
    """White counters that standing on such a hand should bring, on an average."""
    rules = view.rules
    lies = view.pool
    said = {who for who, call in view.calls if call.verb in _SPOKEN}
    standing = [who for who, call in view.calls if call.verb in _STANDS and who != view.seat]
    silent = sum(1 for who in view.players if who not in said and who != view.seat)
    alone = (1 - STANDS) ** silent if not standing else 0.0
    against = max(1.0, len(standing) + STANDS * silent)
    changes = rules.exchange is not None and rules.exchange_most > 0
    tricks = share(hoped, against, rules.hand_size, changes)
    played = tricks * lies / rules.hand_size - no_trick(tricks) * looed_amount(rules, lies)
    return float(alone * lies + (1 - alone) * played)


_STANDS = (Verb.DECLARE_IN, Verb.TAKE_WIDOW, Verb.DEFEND)
_SPOKEN = (*_STANDS, Verb.DECLARE_OUT)


def declare(view: View) -> Advice:
    """Stand where that should bring counters, on whichever hand brings more; the larger the pool, the sooner."""
    if PASS in view.actions:
        return plainly(PASS, "wait_and_hear")
    hoped = tricks_hoped(view)
    own = gain(view, hoped)
    if TAKE_WIDOW not in view.actions and DEFEND not in view.actions and DECLARE_OUT not in view.actions:
        return plainly(DECLARE_IN, "play_strong")
    spare = gain(view, AVERAGE) if TAKE_WIDOW in view.actions else -1.0
    guards = DECLARE_OUT not in view.actions
    if own > 0 and own >= spare:
        return plainly(DECLARE_IN, "play_strong" if hoped >= 1 else "play_pool")
    if guards:
        return _guard(view, spare)
    return plainly(TAKE_WIDOW, "take_widow") if spare > 0 else plainly(DECLARE_OUT, "stay_out")


def _guard(view: View, spare: float) -> Advice:
    """A dealer who must play: for himself on a fair chance, else for the pool, where nothing can be lost."""
    if DEFEND not in view.actions:
        return plainly(TAKE_WIDOW, "defend")
    return plainly(TAKE_WIDOW, "take_widow") if spare > 0 else plainly(DEFEND, "defend")
