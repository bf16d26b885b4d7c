"""What a deal shows when it is written down: who scored what, read off its events."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..cards import Card
from ..engine import Event, Position

CARD_POINTS = ("high", "low", "jack", "game")
ALL_POINTS = (*CARD_POINTS, "three", "five", "nine", "right_pedro", "left_pedro", "snoozer", "sweep")


def turned_for(events: Iterable[Event]) -> dict[str, int]:
    """Side -> points for cards turned."""
    found: dict[str, int] = {}
    for e in events:
        if e.kind == "turn" and e.side is not None:
            found[e.side] = found.get(e.side, 0) + e.n
    return found


def gifts(events: Iterable[Event]) -> list[tuple[str, int]]:
    """(side, points) for every gift, in order."""
    return [(e.side, e.n) for e in events if e.kind == "gift" and e.side is not None]


def pegs(events: Iterable[Event]) -> list[tuple[str, int, int]]:
    """(side, points, trick), one entry a side and trick, in order of play."""
    found: dict[tuple[int, str], int] = {}
    for e in events:
        if e.kind == "peg" and e.side is not None:
            found[e.trick, e.side] = found.get((e.trick, e.side), 0) + e.n
    return [(side, n, trick) for (trick, side), n in found.items()]


def awards(events: Iterable[Event]) -> dict[str, Event]:
    """Point -> its award, for every point somebody has."""
    return {e.point: e for e in events if e.kind == "award" and e.point is not None and e.side is not None and e.n}


def game_count(events: Iterable[Event]) -> dict[str, int] | None:
    """Side -> what it counted towards Game; None where nothing was counted."""
    for e in events:
        if e.kind == "award" and e.point == "game" and "count" in e.data:
            return dict(e.data["count"])
    return None


def settled(events: Iterable[Event]) -> dict[str, Any]:
    """What the end of the deal says of the bid: ``bid_made``, ``set_back``. Empty while it goes on."""
    return next((dict(e.data) for e in events if e.kind == "settle"), {})


def draws(position: Position) -> list[tuple[str, Card]]:
    """(player, card) for every card drawn from the stock, in order."""
    found: list[tuple[str, Card]] = []
    before = None
    for at in position.path():
        if before is not None and at.frame.dealt != before.frame.dealt:
            gone = before.frame.stock[: len(before.frame.stock) - len(at.frame.stock)]
            for c in gone:
                if any(m & c.bit for m in at.frame.hands):
                    place = next(n for n, m in enumerate(at.frame.dealt) if m & c.bit)
                    found.append((position.table.players[place], c))
        before = at
    return found


def began(position: Position) -> Position | None:
    """The first position of the play, when everybody holds the hand he plays; None while it has not begun."""
    return next((p for p in position.path() if p.phase == "play"), None)
