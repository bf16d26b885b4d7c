"""The samples of :mod:`.many` solved by :mod:`.search_fast`, and made ready for it, in one compiled loop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..cards import BY_INDEX
from ..engine import Position, scoring
from . import search_fast as fast
from .compiled import compiled
from .opencards import TooLongError
from .search import LIKES
from .search_fast import (
    ABOVE,
    ACCOUNT,
    ADDS,
    BEST,
    CARDS,
    COUNT,
    FOE,
    GAME,
    HANDS,
    KIND,
    LADDER,
    LATER_FOES,
    LATER_FRIENDS,
    LEADER,
    LED,
    LEFT,
    LENGTH,
    LIKE,
    MATTERS,
    OURS,
    OUT,
    PIPS,
    RUFF,
    RUNGS,
    SEAT,
    SIZE,
    SUIT,
    TAKER,
    THEY,
    TRICK,
    TRUMPS,
    WE,
    WIDE,
    WORTH,
    D,
)

if TYPE_CHECKING:
    from .many import Law, Many

_NONE = -32768
_FAR = 200  # accounts lie between minus and plus so much
_lowest, _solve = fast._lowest, fast._solve


@compiled
def _many(
    samples: Any, laid: Any, won: Any, trick: int, moment: Any, foe: Any, order: Any, suits: Any, trumps: int,
    ruff: int, pips: Any, pegs: Any, marks: Any, points: Any, game: Any, likes: Any, keys: Any, data: Any, gen: int,
    stack: Any, budget: Any, values: Any, cards: Any,
) -> int:  # fmt: skip
    """Solve all samples; the number of those done."""
    size = len(foe)
    deal, node = np.zeros(LENGTH, np.int64), np.zeros(WIDE, np.int64)
    found = np.zeros(64, np.int64)
    number = np.zeros(64, np.int64)
    reach, there = np.zeros(2 * _FAR + 1, np.bool_), np.zeros(2 * _FAR + 1, np.bool_)
    deal[LIKE : LIKE + len(likes)] = likes
    deal[GAME : GAME + 3] = game
    deal[SIZE], deal[ADDS] = size, 1
    for seat in range(size):
        deal[FOE + seat] = foe[seat]
    for sample in range(len(samples)):
        # number the cards in play
        held = np.int64(0)
        for seat in range(size):
            held |= samples[sample, seat] | laid[seat]
        n = 0
        deal[TRUMPS] = deal[RUFF] = deal[OURS] = 0
        for k in range(len(order)):
            c = order[k]
            if held >> c & 1:
                number[c] = n
                deal[PIPS + n], deal[WE + n], deal[THEY + n] = pips[c], pegs[c], -pegs[c]
                deal[WORTH + n] = pips[c] + 3 * pegs[c]
                deal[SUIT + n] = 0
                if trumps >> c & 1:
                    deal[TRUMPS] |= np.int64(1) << n
                if ruff >> c & 1:
                    deal[RUFF] |= np.int64(1) << n
                n += 1
        deal[CARDS] = n
        account = np.int64(0)
        left = np.int64(0)
        for seat in range(size):
            deal[HANDS + seat] = 0
            rest = samples[sample, seat] | laid[seat]
            while rest:
                c = _lowest(rest)
                rest &= rest - 1
                deal[HANDS + seat] |= np.int64(1) << number[c]
                account += -marks[c] if foe[seat] else marks[c]
            if not foe[seat]:
                deal[OURS] |= deal[HANDS + seat]
            rest = samples[sample, seat]
            while rest:
                left |= np.int64(1) << number[_lowest(rest)]
                rest &= rest - 1
        # suits are runs of numbers
        i = 0
        while i < n:
            first = i
            c = order[0]
            for k in range(len(order)):
                if held >> order[k] & 1 and number[order[k]] == i:
                    c = order[k]
                    break
            suit = held & suits[c]
            run = np.int64(0)
            while suit:
                run |= np.int64(1) << number[_lowest(suit)]
                suit &= suit - 1
            while i < n and run >> i & 1:
                deal[SUIT + i] = run
                deal[ABOVE + i] = run & (np.int64(-2) << i)
                if not run & deal[TRUMPS]:
                    deal[ABOVE + i] |= deal[TRUMPS]
                i += 1
            if i == first:
                return -1
        # the points
        for p in range(len(points)):
            c = points[p, 1]
            if points[p, 0] < 2:
                out = held & trumps
                if points[p, 0] == 1:
                    out &= (np.int64(1) << 52) - 1  # the Joker is never Low
                if not out:
                    continue
                c = -1
                for k in range(len(order)):
                    if out >> order[k] & 1:
                        c = order[k]
                        if points[p, 0] == 1:
                            break
            elif not held >> c & 1:
                continue
            i = number[c]
            holder = 0 if deal[OURS] >> i & 1 else 2
            ours, theirs = points[p, 2 + holder], points[p, 3 + holder]
            if ours == theirs:
                account += ours
            else:
                deal[WE + i] += ours
                deal[THEY + i] += theirs
                deal[WORTH + i] += 8
        # what has been won, and what may be
        d = np.int64(0)
        for who in range(2):
            rest = won[who]
            while rest:
                i = number[_lowest(rest)]
                rest &= rest - 1
                account += deal[THEY + i] if who else deal[WE + i]
                d += -deal[PIPS + i] if who else deal[PIPS + i]
        deal[MATTERS] = 0
        reach[:] = False
        reach[account + _FAR] = True
        on_table = np.int64(0)
        rest = trick
        while rest:
            on_table |= np.int64(1) << number[_lowest(rest)]
            rest &= rest - 1
        out_pips = np.int64(0)
        for i in range(n):
            deal[KIND + i] = (deal[PIPS + i] * 512 + deal[WE + i]) * 512 + deal[THEY + i]
            live = (left | on_table) >> i & 1
            if live:
                out_pips += deal[PIPS + i]
            if deal[WE + i] or deal[THEY + i]:
                deal[MATTERS] |= np.int64(1) << i
                if live:
                    there[:] = False
                    for a in range(2 * _FAR + 1):
                        if reach[a]:
                            there[a + deal[WE + i]] = True
                            there[a + deal[THEY + i]] = True
                    reach[:] = there
        there[:] = False
        for a in range(2 * _FAR + 1):
            if reach[a]:
                for k in range(3):
                    there[a + game[k]] = True
        rungs = 0
        for a in range(2 * _FAR + 1):
            if there[a]:
                deal[LADDER + rungs] = a - _FAR
                rungs += 1
        deal[RUNGS] = rungs
        for seat in range(size):
            for count in range(1, size):
                foes = friends = np.int64(0)
                for k in range(1, size - count):
                    other = (seat + k) % size
                    if foe[other] == foe[seat]:
                        friends |= deal[HANDS + other]
                    else:
                        foes |= deal[HANDS + other]
                deal[LATER_FOES + 8 * seat + count], deal[LATER_FRIENDS + 8 * seat + count] = foes, friends
        # the moment
        node[SEAT], node[LEADER], node[TAKER], node[COUNT] = moment[0], moment[1], moment[2], moment[3]
        node[LEFT], node[TRICK], node[ACCOUNT], node[D], node[OUT] = left, on_table, account, d, out_pips
        node[LED] = node[BEST] = 0
        if moment[3]:
            node[BEST], node[LED] = number[moment[4]], deal[SUIT + number[moment[5]]]
        value = _solve(deal, node, keys, data, gen + sample, stack, budget, found)
        if budget[0] < 0:
            return sample
        values[sample] = value
        legal = deal[HANDS + moment[0]] & left
        if legal & node[LED]:
            legal &= node[LED] | deal[RUFF]
        mine = samples[sample, moment[0]]
        while mine:
            c = _lowest(mine)
            mine &= mine - 1
            if legal >> number[c] & 1:
                cards[sample, c] = found[number[c]]
    return len(samples)


def solve_many(law: Law, position: Position, samples: Sequence[Sequence[int]], us: int, most: int | None) -> Many:
    """As :func:`.many.solve_many`."""
    from .many import Many

    table, active = position.table, position.frame.active
    seat_of = {place: n for n, place in enumerate(active)}
    hands = np.array(samples, np.int64).reshape(len(samples), -1)[:, list(active)]
    laid, won = [0] * len(active), [0, 0]
    for place, c in position.laid():
        laid[seat_of[place]] |= c.bit
    for plays, winner in scoring.complete_tricks(table.rules, position.trump, position.laid(), len(active)):
        won[table.side_of[winner] != us] |= sum(c.bit for _, c in plays)
    on_table = position.trick
    best = next((c.index for p, c in on_table if table.place[p] == position.taker), 0)
    moment = [
        seat_of[position.seat], seat_of[position.leader], seat_of[position.taker if on_table else position.leader],
        len(on_table), best, on_table[0][1].index if on_table else 0,
    ]  # fmt: skip
    scratch = fast._scratch
    gen = fast.generations(len(samples))
    budget = np.array([4 * most * max(len(samples), 1) if most is not None else 1 << 60, 0], np.int64)
    values, cards = np.zeros(len(samples), np.int64), np.full((len(samples), 53), _NONE, np.int16)
    points = np.array([(kind, card, *worth) for kind, card, worth in law.points], np.int64).reshape(-1, 6)
    by_suit = [sum(c.bit for c in BY_INDEX if law.suits[c.index] == suit) for suit in law.suits]
    done = _many(
        hands, np.array(laid, np.int64), np.array(won, np.int64), sum(c.bit for _, c in on_table),
        np.array(moment, np.int64), np.array([int(table.side_of[p] != us) for p in active], np.int64),
        np.array(law.order, np.int64), np.array(by_suit, np.int64), law.trumps, law.ruff, np.array(law.pips, np.int64),
        np.array(law.pegs, np.int64), np.array(law.marks, np.int64), points, np.array(law.game, np.int64),
        np.array(LIKES, np.int64), scratch.keys, scratch.data, gen, scratch.stack, budget, values, cards,
    )  # fmt: skip
    if done != len(samples):
        raise TooLongError(f"more than {most:,} starts of tricks a sample to look at")
    lawful = [c for c in BY_INDEX if (cards[:, c.index] != _NONE).any()]
    return Many(
        values.tolist(),
        {c: [None if v == _NONE else v for v in cards[:, c.index].tolist()] for c in lawful},
    )
