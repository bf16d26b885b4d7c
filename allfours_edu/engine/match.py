"""From deal to deal: how a deal ended, and the table of the next one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..cards import Card
from . import pool
from .frame import Result
from .table import Table, pack_for

if TYPE_CHECKING:
    from .position import Position


def result(position: Position) -> Result | None:
    """How the deal ended, or None while it goes on."""
    frame, table = position.frame, position.table
    if frame.phase != "over":
        return None
    same = frame.redeal == "same_dealer"
    return Result(
        scores=position.scores,
        winner=position.winner,
        out_by=frame.out_by,
        next_dealer=table.dealer if same else table.eldest,
        redeal=bool(frame.redeal),
        bunched=bool(frame.redeal),
        loser=_loser(position),
    )


def _loser(position: Position) -> str | None:
    """The side left when all others are out; of several that came out in the last deal, the last to do so."""
    table, frame = position.table, position.frame
    if table.rules.match_ends != "last_pays" or table.rules.pool is not None:
        return None
    left = [n for n in range(len(table.sides)) if frame.scores[n] < table.rules.target]
    if len(left) > 1:
        return None
    if left:
        return table.sides[left[0]].name
    order = [side for _, side, _ in frame.settled.order] if frame.settled is not None else []
    return table.sides[order[-1]].name if order else None


def still_in(table: Table, scores: tuple[int, ...]) -> tuple[str, ...]:
    """The players of the next deal: where the last one pays, those who are out have left."""
    if table.rules.match_ends != "last_pays":
        return table.players
    return tuple(p for n, p in enumerate(table.players) if scores[table.side_of[n]] < table.rules.target)


def next_table(position: Position, pack: tuple[Card, ...] | None = None) -> Table | None:
    """The next deal of the match: the deal passes in the direction of play. None when the match is won.

    ``pack`` replaces the pack of the seed. Raises :class:`ValueError` while the deal goes on.
    """
    ended = result(position)
    if ended is None:
        raise ValueError("the deal is not over yet")
    if ended.winner is not None:
        return None
    table, frame = position.table, position.frame
    again = frame.redeal == "same_dealer"
    order = table.players if again else (*table.players[1:], table.players[0])
    if table.rules.pool is not None and pool.is_last(table, table.rules):
        return None
    stay = still_in(table, frame.scores)
    if len(stay) < 2 or ended.loser is not None:
        return None
    players = tuple(p for p in order if p in stay)
    sides = tuple(s for s in table.sides if any(p in stay for p in s.seats))
    scores = tuple(n for s, n in zip(table.sides, frame.scores, strict=True) if s in sides)
    deal, attempt = (table.deal, table.attempt + 1) if again else (table.deal + 1, 0)
    laid, removed = (pack, ()) if pack else pack_for(table.rules, len(players), table.seed, deal, attempt)
    simple = table.rules.pool is not None and pool.next_is_simple(position)
    return Table(
        table.rules, players, sides, scores, laid, table.seed, deal, attempt,
        table.trump, removed, frame.next_pool, simple, table.referee,
    )  # fmt: skip
