"""The simulation compiled by numba (extra ``fast``): the same deals, the same plays, the same facts as :mod:`.lab`.

One deal after the other instead of all in step. Only the play is here; the points are counted by :func:`.lab.score`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from . import lab
from .compiled import compiled, inlined
from .lab import Facts, Lab, Policy

_GAMMA, _MIX_1, _MIX_2 = np.uint64(lab.GAMMA), np.uint64(lab.MIX_1), np.uint64(lab.MIX_2)
_PER_DEAL, _PLAYS = np.uint64(lab.PER_DEAL), lab.PLAYS
_LOW, _HIGH = lab.LOW_BIT, lab.HIGH_BIT
_POWER, _RENAME, _PICK = lab.POWER, lab.RENAME.astype(np.int64), lab.PICK


@inlined
def _number(start: Any, which: int) -> Any:
    z = start + np.uint64(which) * _GAMMA
    z = (z ^ (z >> np.uint64(30))) * _MIX_1
    z = (z ^ (z >> np.uint64(27))) * _MIX_2
    return z ^ (z >> np.uint64(31))


@inlined
def _below(start: Any, draw: int, k: int) -> Any:
    z = _number(start, draw >> 1)
    half = z >> np.uint64(32) if draw & 1 else z & np.uint64(0xFFFFFFFF)
    return np.int64((half * np.uint64(k)) >> np.uint64(32))


@compiled
def _play(
    key: Any, first: int, n: int, players: int, size: int, pack: Any, is_turned: bool, law: int, jack_free: bool,
    value: Any, peg_played: Any, to_taker: Any, side_of: Any, tables: Any, chosen: Any,
    turned: Any, trump: Any, won: Any, held: Any, jack_at: Any, marked: Any,
) -> None:  # fmt: skip
    needs = players * size + (1 if is_turned else 0)
    deck = np.empty(len(pack), np.int64)
    codes = np.empty(64, np.int64)
    spread = np.empty((players, 4), np.int64)
    have = np.empty(players, np.int64)
    for i in range(n):
        start = key + _GAMMA + (np.uint64(first + i) * _PER_DEAL) * _GAMMA
        for j in range(len(pack)):
            deck[j] = pack[j]
        z = np.uint64(0)
        for j in range(needs):
            if j & 1:
                half = z >> np.uint64(32)
            else:
                z = _number(start, j >> 1)
                half = z & np.uint64(0xFFFFFFFF)
            at = j + np.int64((half * np.uint64(len(pack) - j)) >> np.uint64(32))
            deck[j], deck[at] = deck[at], deck[j]
        pitched = -1
        if is_turned:
            turned[i] = deck[players * size]
            suit = deck[players * size] // 13
        else:
            turned[i] = -1
            if chosen[0]:
                most = -1
                for s in range(size):
                    length = 0
                    for other in range(size):
                        length += deck[s] // 13 == deck[other] // 13
                    if length * 16 + deck[s] % 13 > most:
                        most, pitched = length * 16 + deck[s] % 13, s
            else:
                pitched = _below(start, 2 * _PLAYS, size)
            suit = deck[pitched] // 13
        trump[i] = suit
        out = 0
        jack_at[i] = -1
        for p in range(players):
            for s in range(4):
                spread[p, s] = 0
            have[p] = (1 << size) - 1
            trumps = 0
            mark = 0
            for s in range(size):
                code = _RENAME[suit * 52 + deck[p * size + s]]
                codes[p * size + s] = code
                spread[p, code >> 4] |= 1 << s
                mark += peg_played[code]
                if code < 16:
                    trumps |= 1 << code
                    if code == 9:
                        jack_at[i] = p
            held[p, i] = trumps
            marked[p, i] = mark
            won[p, i] = 0
            out |= trumps
        low = high = -1
        if out:
            low, high = 0, 12
            while not out >> low & 1:
                low += 1
            while not out >> high & 1:
                high -= 1
        if not to_taker[0]:
            high = -1
        if not to_taker[1]:
            low = -1
        leader = 0
        draw = 2 * _PLAYS
        for trick in range(size):
            seat = leader
            led = taker = total = 0
            best: Any = 0
            for k in range(players):
                mine = have[seat]
                if k == 0:
                    legal = mine
                else:
                    legal = spread[seat, led] & mine
                    if legal == 0 or law == 2:
                        legal = mine
                    elif law == 0:
                        legal |= spread[seat, 0] & mine
                    elif jack_free:
                        for s in range(size):
                            if codes[seat * size + s] == 9:
                                legal |= mine & 1 << s
                slot: Any = 0
                if trick == size - 1:
                    while not mine >> slot & 1:
                        slot += 1
                elif trick == 0 and k == 0 and pitched >= 0:
                    slot = pitched
                elif chosen[seat]:
                    top = -1
                    row = 0
                    if k:
                        row = 1 + 2 * (k == players - 1) + (side_of[taker] == side_of[seat])
                    for s in range(size):
                        if legal >> s & 1:
                            code = codes[seat * size + s]
                            extra = 4 if k and _POWER[64 * led + code] > best else 0
                            if tables[seat, row + extra, code] > top:
                                top = tables[seat, row + extra, code]
                                slot = s
                else:
                    count = 0
                    bits = legal
                    while bits:
                        bits &= bits - 1
                        count += 1
                    slot = np.int64(_PICK[8 * legal + _below(start, draw, count)])
                have[seat] = mine & ~(1 << slot)
                code = codes[seat * size + slot]
                if k == 0:
                    led = code >> 4
                    best = np.int64(_POWER[64 * led + code])
                    taker = seat
                else:
                    power = np.int64(_POWER[64 * led + code])
                    if power > best:
                        best, taker = power, seat
                total += value[code] + ((code == low) << _LOW) + ((code == high) << _HIGH)
                seat = seat + 1 if seat + 1 < players else 0
                draw += 1
            won[taker, i] += total
            leader = taker


def play(here: Lab, key: int, first: int, n: int, policies: Sequence[Policy]) -> Facts:
    """As :func:`.lab.play`, one deal after the other."""
    players = here.players
    won, held, marked = (
        np.empty((players, n), np.int32),
        np.empty((players, n), np.uint16),
        np.empty((players, n), np.int32),
    )
    turned, trump, jack = np.empty(n, np.int16), np.empty(n, np.int16), np.empty(n, np.int64)
    tables = np.stack([p.table() for p in policies])
    chosen = np.array([not p.random for p in policies])
    _play(
        np.uint64(key), first, n, players, here.hand, here.pack, here.turned, here.law, here.jack_free, here.value,
        here.peg_played, np.array(here.to_taker), here.side_of, tables, chosen, turned, trump, won, held, jack, marked,
    )  # fmt: skip
    return Facts(turned, trump, won, held, jack, marked)
