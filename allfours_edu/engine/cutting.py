"""Cutting: who deals, who plays with whom, and in some games what is trump."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..cards import RANKS, Card
from ..rules import Rules
from .table import TableError

_ORDERS = {
    "ace_high": RANKS,
    "put": RANKS[2:] + RANKS[:2],  # 4 … K A 2 3
    "ace_low_courts_ten": "A" + RANKS[:-1],
}


class CutResult(NamedTuple):
    """What the cut decides. ``recut`` are the players who must cut again; what hangs on them is None."""

    dealer: str | None
    sides: tuple[tuple[str, ...], ...] | None
    recut: tuple[str, ...]
    trump: str | None


def cut_strength(rules: Rules, card: Card) -> int:
    """How well a cut card does: the more, the better.

    Raises :class:`TableError` where the deal is not cut for (it goes to the first Jack dealt face up).
    """
    if rules.cut_wins == "first_jack":
        raise TableError("here the deal goes to the first Jack dealt face up, so no cut decides it")
    strength = _ORDERS[rules.cut_rank].index(card.rank)
    if rules.cut_rank == "ace_low_courts_ten":
        strength = min(strength, 9)  # the courts cut as tens
    return strength if rules.cut_wins == "highest" else -strength


def cut(rules: Rules, players: Sequence[str], cuts: Mapping[str, Card]) -> CutResult:
    """Who deals, given the card each player cut.

    Where partners are cut for, the two best cuts play against the other two. A tie counts only where something hangs
    on it: the deal, or on which side somebody plays.
    """
    strength = {seat: cut_strength(rules, cuts[seat]) for seat in players}
    order = sorted(players, key=lambda seat: -strength[seat])
    paired = len(players) == 4 and rules.partners == "cut"
    again: set[str] = set()
    for place in (1, 2) if paired else (1,):  # between the best and the rest; between the first two and the last two
        level = strength[order[place]]
        if strength[order[place - 1]] == level:
            again |= {seat for seat in players if strength[seat] == level}
    first_open = strength[order[0]] == strength[order[1]]
    sides_open = paired and strength[order[1]] == strength[order[2]]
    if again and rules.cut_tie == "all":
        again, first_open, sides_open = set(players), True, paired
    return CutResult(
        None if first_open else order[0],
        (tuple(order[:2]), tuple(order[2:])) if paired and not sides_open else None,
        tuple(seat for seat in players if seat in again),
        cuts[order[0]].suit if rules.trump_from == "cut" and not first_open else None,
    )
