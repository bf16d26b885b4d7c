"""What holds in every deal: where the cards lie, what a seat cannot know. For the tests and for tools/fuzz.py."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from allfours_edu.cards import JOKER, PACK, Card
from allfours_edu.engine import Call, IllegalAction, Position, Verb, View, deal

WHOLE = (*PACK, JOKER)


def whereabouts(at: Position) -> Counter[Card]:
    """Where every card of the pack is, counted."""
    found: Counter[Card] = Counter(at.turn_ups)
    found.update(at.frame.stock)
    found.update(c for seat in at.table.players for c in at.hand(seat))
    found.update(c for _, c in at.plays)
    found.update(a.card for _, a in at.actions() if isinstance(a, Call) and a.verb == Verb.DISCARD and a.card)
    first = at.path()[0]
    for n, seat in enumerate(at.table.players):  # who took the widow, or defends with it, has laid his own cards aside
        if at.frame.widow != first.frame.widow and not first.frame.hands[n] & at.frame.dealt[n]:
            found.update(first.hand(seat))
    found.update(c for c in WHOLE if c.bit & at.frame.widow)
    if at.frame.after:  # who passed has thrown up his cards once the play begins
        thrown = [at.frame.hands[n] for n in range(at.table.size) if n not in at.frame.active]
        found.update(c for c in WHOLE if any(c.bit & hand for hand in thrown))
    return found


def unseen(at: Position, seat: str, view: View) -> list[Card]:
    """The cards whose place ``seat`` cannot know."""
    known = {c for _, c in at.plays} | set(at.turn_ups) | set(view.stock_open) | {c for _, cs in view.known for c in cs}
    if view.hand is not None:
        known |= set(at.dealt(seat)) | set(at.path()[0].hand(seat))
    if at.rules.trump_from == "stock_top":
        known.add(at.path()[0].frame.stock[0])
    return [c for c in at.table.pack if c not in known]


def redealt(at: Position, seat: str, hidden: list[Card], rng: random.Random) -> Position | None:
    """The same deal as ``seat`` saw it with its unseen cards lying elsewhere, or None where the others could not have
    done what they did."""
    moved = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    pack = tuple(moved.get(c, c) for c in at.table.pack)
    again = deal(replace(at.table, pack=pack, seed="another"))
    for who, action in at.actions():
        if isinstance(action, Call) and action.card is not None:
            action = action._replace(card=moved.get(action.card, action.card))
        try:
            again = again.apply(action, by=who)
        except IllegalAction:
            return None
        if again.over:
            return None
    return again
