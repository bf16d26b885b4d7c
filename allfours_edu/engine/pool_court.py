"""A revoke in a game for a pool: what becomes of the hand, and of the counters (rule field ``loo_revoke``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import cardplay, pool
from .calls import Call

if TYPE_CHECKING:
    from .position import Position

REPLAYS = ("replay", "replay_looed")


def punish(position: Position, call: Call, place: int, penalty: Any) -> Position:
    """The hand is thrown up and the pool divided, or played again from the first lead, or it stands and is paid for."""
    table, frame = position.table, position.frame
    penalties = (*frame.penalties, penalty)
    if table.rules.loo_revoke in REPLAYS:
        return position.resume(call, first_lead(position), by=place, penalties=penalties)
    frame = frame.but(penalties=penalties)
    if table.rules.loo_revoke == "divide" or frame.phase == "over":
        frame = pool.close(position, frame)
    new = position.resume(call, position, by=place)
    new.frame = frame
    if frame.phase == "over":
        new.seat, new.legal = -1, 0
    return new


def first_lead(position: Position) -> Position:
    """The position in which the play of this hand began."""
    at = position
    while at.previous is not None and at.previous.frame.layout is not None and not cardplay.begins_anew(at):
        at = at.previous
    return at
