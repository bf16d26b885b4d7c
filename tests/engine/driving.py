"""How the engine's tests drive a deal."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from allfours_edu.cards import cards
from allfours_edu.engine import Call, Position, deal, discard
from allfours_edu.engine.calls import parse_action


def act(position: Position, actions: str | Iterable[Any]) -> Position:
    """Apply actions one after the other: cards by text ("AH 9H"), calls with underscores for spaces ("bid_2")."""
    for action in actions.split() if isinstance(actions, str) else actions:
        if isinstance(action, str) and action.split("_")[0] in ("bid", "exchange", "name", "discard"):
            action = action.replace("_", " ")
        position = position.apply(parse_action(action) if isinstance(action, str) else action)
    return position


def keep(position: Position, kept: str) -> Position:
    """Let the player to act throw away all cards but ``kept``; how many is said first where that is asked."""
    seat = position.to_act
    assert seat is not None
    thrown = [card for card in position.hand(seat) if card not in cards(kept)]
    if Call("exchange", n=len(thrown)) in position.legal_actions():
        position = position.apply(f"exchange {len(thrown)}")
    for card in thrown:
        position = position.apply(discard(card))
    return position


def winners(position: Position) -> list[str]:
    """Who won the tricks."""
    return [trick.winner for trick in position.tricks]


def points(position: Position) -> dict[str, tuple[str | None, int]]:
    """point -> (side, worth) of a deal played out."""
    return {e.point: (e.side, e.n) for e in position.events() if e.kind == "award" and e.point is not None}


def play_out(position: Position, rng: random.Random) -> Position:
    """Go on at random to the end of the deal."""
    while not position.over:
        position = position.apply(rng.choice(position.legal_actions()))
    return position


def random_deal(table: Any, rng: random.Random) -> Position:
    """A deal played at random."""
    return play_out(deal(table), rng)
