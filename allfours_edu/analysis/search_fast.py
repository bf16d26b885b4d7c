"""The search of :mod:`.search` compiled by numba (extra ``fast``): the same questions, the same answers.

A deal is one row of whole numbers, so that a call costs little, and what would be recursion is a stack of rows, one a
card played: numba cannot keep code that calls itself. The table is small and forgets; what it forgets is found again.
"""

from __future__ import annotations

import threading
from bisect import bisect_left
from itertools import count
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ..cards import Card
from .compiled import compiled, inlined
from .opencards import Node, Problem, TooLongError
from .search import PlainSearch

# Where things stand in the row of a deal.
SIZE, CARDS, TRUMPS, RUFF, MATTERS, OURS, ADDS, RUNGS = range(8)
HANDS, FOE, GAME, LADDER, VALUES = 8, 16, 24, 32, 288
SUIT, ABOVE, PIPS, WE, THEY, KIND, WORTH, LATER_FOES, LATER_FRIENDS, LIKE, LENGTH = range(512, 512 + 11 * 64, 64)
MOST_RUNGS, MOST_CARRIED = 256, 6

# A node, and a row of the stack: the node first, then the moves and where the work on them stands.
SEAT, LEFT, LEADER, LED, BEST, TAKER, TRICK, ACCOUNT, D, OUT, COUNT, AT, MOVES, SLOT, KEY, FIRST = range(16)
WIDE = 32
DEEP = 56
TABLE = 1 << 12
_MIDDLE = 1 << 15


def _lowest_bit(typing: Any, x: Any) -> Any:
    """The number of the lowest bit set."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), code


def _highest_bit(typing: Any, x: Any) -> Any:
    """The number of the highest bit set."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zeros = builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 1))
        return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

    return types.int64(types.int64), code


_lowest: Any = intrinsic(_lowest_bit)
_highest: Any = intrinsic(_highest_bit)


@inlined
def _settled(deal: Any, account: int, d: int, v: int) -> Any:
    """Is the deal, played out, worth ``v``? Where accounts add up, ``v`` is taken off the account already."""
    sign = 2 if d > 0 else 0 if d < 0 else 1
    if deal[ADDS]:
        return account + deal[GAME + sign] >= 0
    return deal[VALUES + 3 * account + sign] >= v


@compiled
def _ask(deal: Any, node: Any, v: int, keys: Any, data: Any, gen: int, stack: Any, budget: Any) -> Any:
    """Can we bring the value to ``v``? 1 yes, 0 no, -1: more work than allowed."""
    trumps, ruff, matters = deal[TRUMPS], deal[RUFF], deal[MATTERS]
    ours_held, n_cards, last = deal[OURS], deal[CARDS], deal[SIZE] - 1
    theirs_held = ~ours_held
    shift = v if deal[ADDS] else 0
    for k in range(COUNT + 1):
        stack[0, k] = node[k]
    stack[0, ACCOUNT] -= shift
    if node[LEFT] == 0 and node[TRICK] == 0:
        return 1 if _settled(deal, stack[0, ACCOUNT], node[D], v) else 0
    depth = 0
    entering = True
    answer = False
    while True:
        row = stack[depth]
        if entering:
            # Come to a node: answer at once, or write down its moves.
            entering = False
            seat, left, n = row[SEAT], row[LEFT], row[COUNT]
            budget[1] += 1
            decided = False
            legal = deal[HANDS + seat] & left
            if n == 0:
                account, d, out = row[ACCOUNT], row[D], row[OUT]
                mine = theirs = 0
                rest = left & trumps
                i = n_cards - 1
                if rest:
                    while not rest >> i & 1:
                        i -= 1
                    us = ours_held >> i & 1
                    sure = np.int64(0)
                    while rest:
                        if rest >> i & 1:
                            if (ours_held >> i & 1) != us:
                                break
                            rest ^= 1 << i
                            sure |= 1 << i
                            if us:
                                mine += 2 * deal[PIPS + i]
                            else:
                                theirs += 2 * deal[PIPS + i]
                        i -= 1
                else:
                    us, sure = np.int64(0), np.int64(0)
                top, floor = account, account
                rest = left & matters
                while rest:
                    i = _lowest(rest)
                    rest &= rest - 1
                    if not sure >> i & 1:
                        top += deal[WE + i]
                        floor += deal[THEY + i]
                    elif us:
                        top += deal[WE + i]
                        floor += deal[WE + i]
                    else:
                        top += deal[THEY + i]
                        floor += deal[THEY + i]
                if not _settled(deal, top, d + out - theirs, v):
                    answer, decided = False, True
                elif _settled(deal, floor, d - out + mine, v):
                    answer, decided = True, True
                else:
                    key = (left << 11) | (seat << 8) | (account & 255)
                    slot = ((key * 0x9E3779B97F4A7C15) >> 20) & (TABLE - 1)
                    row[KEY], row[SLOT] = key, slot
                    if keys[slot] == key and data[slot] >> 32 == gen:
                        if d >= (data[slot] >> 16 & 0xFFFF) - _MIDDLE:
                            answer, decided = True, True
                        elif d <= (data[slot] & 0xFFFF) - _MIDDLE:
                            answer, decided = False, True
                    if not decided:
                        budget[0] -= 1
                        if budget[0] < 0:
                            return -1
                        moves = 0
                        before = kept = np.int64(0)
                        own = theirs_held if deal[FOE + seat] else ours_held
                        foes = left & ~own
                        friends = left & own & ~legal
                        while legal:
                            i = _lowest(legal)
                            bit = legal & -legal
                            legal ^= bit
                            same = deal[SUIT + i]
                            if before & same and deal[KIND + i] == kept and not left & (bit - 1) & -(before << 1):
                                before = bit
                                continue
                            before, kept = bit, deal[KIND + i]
                            kind = 0
                            above = deal[ABOVE + i]
                            if above & foes:
                                kind = 4
                                if above & friends and not deal[ABOVE + _highest(above & friends)] & foes:
                                    kind = 2
                            if bit & trumps:
                                kind += 1
                            score = deal[LIKE + 2 * kind] + deal[LIKE + 2 * kind + 1] * deal[WORTH + i]
                            score = score * 64 + i
                            at = moves
                            while at and row[FIRST + at - 1] < score:
                                row[FIRST + at] = row[FIRST + at - 1]
                                at -= 1
                            row[FIRST + at] = score
                            moves += 1
                        row[MOVES], row[AT] = moves, 0
            else:
                follow = legal & row[LED]
                if follow:
                    legal = follow | (legal & ruff)
                if legal & (legal - 1):
                    beats = deal[ABOVE + row[BEST]]
                    ours = deal[FOE + row[TAKER]] == deal[FOE + seat]
                    foes = left & deal[LATER_FOES + 8 * seat + n]
                    situation = 6
                    if ours:
                        situation = 10 if beats & foes else 14
                    elif beats & left & deal[LATER_FRIENDS + 8 * seat + n]:
                        situation = 18
                    live = left | row[TRICK]
                    moves = 0
                    before = kept = np.int64(0)
                    while legal:
                        i = _lowest(legal)
                        bit = legal & -legal
                        legal ^= bit
                        same = deal[SUIT + i]
                        if before & same and deal[KIND + i] == kept and not live & (bit - 1) & -(before << 1):
                            before = bit
                            continue
                        before, kept = bit, deal[KIND + i]
                        kind = situation
                        if bit & beats:
                            kind += 1 if deal[ABOVE + i] & foes else 0
                        else:
                            kind += 3 if bit & trumps else 2
                        score = deal[LIKE + 2 * kind] + deal[LIKE + 2 * kind + 1] * deal[WORTH + i]
                        score = score * 64 + i
                        at = moves
                        while at and row[FIRST + at - 1] < score:
                            row[FIRST + at] = row[FIRST + at - 1]
                            at -= 1
                        row[FIRST + at] = score
                        moves += 1
                    row[MOVES] = moves
                else:
                    row[FIRST], row[MOVES] = _lowest(legal), 1
                row[AT] = 0
        else:
            decided = True  # an answer has come up from below
            if answer == (deal[FOE + row[SEAT]] != 0):
                row[AT] += 1
                decided = row[AT] >= row[MOVES]
            if decided and row[COUNT] == 0:
                slot = row[SLOT]
                up, down = np.int64(0xFFFF), np.int64(0)
                if keys[slot] == row[KEY] and data[slot] >> 32 == gen:
                    up, down = data[slot] >> 16 & 0xFFFF, data[slot] & 0xFFFF
                if answer:
                    up = min(up, row[D] + _MIDDLE)
                else:
                    down = max(down, row[D] + _MIDDLE)
                keys[slot] = row[KEY]
                data[slot] = gen << 32 | up << 16 | down
        if decided:
            if depth == 0:
                return 1 if answer else 0
            depth -= 1
            continue
        # Play the next move: either it ends the deal, or there is a node below.
        i = row[FIRST + row[AT]] & 63
        bit = np.int64(1) << i
        seat = row[SEAT]
        below = stack[depth + 1]
        n = row[COUNT]
        if n < last:
            below[SEAT] = seat + 1 if seat < last else 0
            below[LEFT] = row[LEFT] ^ bit
            if n == 0:
                below[LED], below[BEST], below[TAKER], below[TRICK] = deal[SUIT + i], i, seat, bit
            else:
                below[LED], below[TRICK] = row[LED], row[TRICK] | bit
                if bit & deal[ABOVE + row[BEST]]:
                    below[BEST], below[TAKER] = i, seat
                else:
                    below[BEST], below[TAKER] = row[BEST], row[TAKER]
            below[ACCOUNT], below[D], below[OUT], below[COUNT] = row[ACCOUNT], row[D], row[OUT], n + 1
        else:
            winner = seat if bit & deal[ABOVE + row[BEST]] else row[TAKER]
            gains = THEY if deal[FOE + winner] else WE
            trick = row[TRICK] | bit
            account = row[ACCOUNT]
            pips = np.int64(0)
            while trick:
                c = _lowest(trick)
                trick &= trick - 1
                pips += deal[PIPS + c]
                account += deal[gains + c]
            d = row[D] - pips if deal[FOE + winner] else row[D] + pips
            left = row[LEFT] ^ bit
            if left == 0:
                answer = _settled(deal, account, d, v)
                continue
            below[SEAT], below[LEFT], below[TRICK], below[COUNT] = winner, left, 0, 0
            below[ACCOUNT], below[D], below[OUT] = account, d, row[OUT] - pips
        depth += 1
        entering = True


@compiled
def _step(deal: Any, node: Any, i: int, after: Any) -> None:
    """The node after card ``i``."""
    for k in range(COUNT + 1):
        after[k] = node[k]
    bit = np.int64(1) << i
    seat, size = node[SEAT], deal[SIZE]
    after[LEFT] ^= bit
    after[TRICK] |= bit
    after[COUNT] += 1
    if node[COUNT] == 0:
        after[LED], after[BEST], after[TAKER] = deal[SUIT + i], i, seat
    elif bit & deal[ABOVE + node[BEST]]:
        after[BEST], after[TAKER] = i, seat
    after[SEAT] = (seat + 1) % size
    if after[COUNT] == size:
        winner = after[TAKER]
        trick = after[TRICK]
        while trick:
            c = _lowest(trick)
            trick &= trick - 1
            after[OUT] -= deal[PIPS + c]
            if deal[FOE + winner]:
                after[D] -= deal[PIPS + c]
                after[ACCOUNT] += deal[THEY + c]
            else:
                after[D] += deal[PIPS + c]
                after[ACCOUNT] += deal[WE + c]
        after[SEAT], after[LED], after[BEST], after[TRICK], after[COUNT] = winner, 0, 0, 0, 0


@compiled
def _value(deal: Any, node: Any, near: int, keys: Any, data: Any, gen: int, stack: Any, budget: Any) -> Any:
    """The rung of the ladder that a node is worth, closed in on from ``near`` (-1: from the middle); -2: too long."""
    adds = deal[ADDS]
    low, high = 0, deal[RUNGS] - 1
    step = 1
    rising = falling = False
    while low < high:
        if near >= 0 and not rising and not falling:
            middle = near
            if middle == 0:
                middle = 1
                rising = True
        elif rising and step:
            middle = min(low + step, high)
        elif falling and step:
            middle = max(high - step + 1, 1)
        else:
            middle = (low + high + 1) // 2
        found = _ask(deal, node, deal[LADDER + middle], keys, data, gen if adds else gen + middle, stack, budget)
        if found < 0:
            return -2
        if found:
            low = middle
            if falling:
                step = 0
            elif near >= 0:
                rising = True
                step *= 2 if middle != near else 1
        else:
            high = middle - 1
            if rising:
                step = 0
            elif near >= 0:
                falling = True
                step *= 2 if middle != near else 1
    return low


@compiled
def _solve(deal: Any, node: Any, keys: Any, data: Any, gen: int, stack: Any, budget: Any, found: Any) -> Any:
    """The value of a node, and in ``found`` the value after each lawful card (by its number); -2: too long.

    Only one card of a run of equals is asked about.
    """
    rung = _value(deal, node, -1, keys, data, gen, stack, budget)
    if rung < 0:
        return -2
    legal = deal[HANDS + node[SEAT]] & node[LEFT]
    if legal & node[LED]:
        legal &= node[LED] | deal[RUFF]
    live = node[LEFT] | node[TRICK]
    after = np.zeros(WIDE, np.int64)
    before = kept = np.int64(0)
    now = np.int64(0)
    while legal:
        i = _lowest(legal)
        bit = legal & -legal
        legal ^= bit
        equal = before & deal[SUIT + i] and deal[KIND + i] == kept and not live & (bit - 1) & -(before << 1)
        before, kept = bit, deal[KIND + i]
        if not equal:
            _step(deal, node, i, after)
            now = _value(deal, after, rung, keys, data, gen, stack, budget)
            if now < 0:
                return -2
        found[i] = deal[LADDER + now]
    return deal[LADDER + rung]


LIKES = [
    # leading: nobody of theirs can beat it; a partner surely can; neither. Plain suit, trump: liking, and for its worth
    400, 1, 400, 1, 150, -1, 200, -1, 100, -1, 200, -1,
    # theirs winning: beats it safely, beats it unsafely, plain loser, losing trump
    280, 1, 150, -1, 100, -1, 70, -1,
    # ours winning, unsafe
    260, 1, 150, -1, 120, 1, 120, 1,
    # ours winning, safe
    100, 1, 90, 1, 200, 1, 200, 1,
    # theirs winning, a partner can win
    280, 1, 150, -1, 100, -1, 70, -1,
]  # fmt: skip


class _Scratch(threading.local):
    """Room to work in, one for each thread."""

    def __init__(self) -> None:
        self.keys, self.data = np.zeros(TABLE, np.int64), np.zeros(TABLE, np.int64)
        self.stack, self.budget = np.zeros((DEEP, WIDE), np.int64), np.zeros(1, np.int64)
        self.found, self.node = np.zeros(56, np.int64), np.zeros(WIDE, np.int64)
        self.generations = count(1, MOST_RUNGS)


_scratch = _Scratch()


def fits(problem: Problem) -> bool:
    """Is the problem small enough for a row?"""
    return len(problem.cards) <= 52 and len(problem.values) <= 64 and max(map(int.bit_count, problem.hands)) <= 16


def row_of(problem: Problem, ladder: list[int]) -> Any:
    """The problem as a row of whole numbers."""
    row = [0] * LENGTH
    n = len(problem.cards)
    matters = sum(1 << i for i in range(n) if problem.we[i] or problem.they[i])
    held = sum(h for h, ours in zip(problem.hands, problem.ours, strict=True) if ours)
    row[:8] = [problem.size, n, problem.trumps, problem.ruff, matters, held, int(problem.adds), len(ladder)]
    row[HANDS : HANDS + problem.size] = problem.hands
    row[FOE : FOE + problem.size] = [int(not ours) for ours in problem.ours]
    row[LADDER : LADDER + len(ladder)] = ladder
    if problem.adds:
        account, three = next(iter(problem.values.items()))
        row[GAME : GAME + 3] = [v - account for v in three]
    else:
        for account, three in problem.values.items():
            row[VALUES + 3 * account : VALUES + 3 * account + 3] = three
    row[LIKE : LIKE + len(LIKES)] = LIKES
    for seat in range(problem.size):
        for laid in range(1, problem.size):
            for k in range(1, problem.size - laid):
                other = (seat + k) % problem.size
                at = LATER_FRIENDS if problem.ours[other] == problem.ours[seat] else LATER_FOES
                row[at + 8 * seat + laid] |= problem.hands[other]
    for at, column in (
        (SUIT, problem.suit), (ABOVE, problem.above), (PIPS, problem.pips), (WE, problem.we), (THEY, problem.they),
        (KIND, problem.kind), (WORTH, problem.worth),
    ):  # fmt: skip
        row[at : at + n] = column
    return np.array(row, np.int64)


class FastSearch(PlainSearch):
    """As :class:`~.search.PlainSearch`, compiled."""

    def __init__(self, problem: Problem, most: int):
        super().__init__(problem, most)
        self.row, self.most = row_of(problem, self.ladder), most
        self.ask = self._ask
        self.gen = next(_scratch.generations)
        self.budget = np.array([self.most * 4 if most < 1 << 40 else 1 << 60, 0], np.int64)

    def _node(self, node: Node) -> Any:
        pips = self.problem.pips
        live = node.left | node.trick
        out = sum(n for i, n in enumerate(pips) if live >> i & 1)
        _scratch.node[: COUNT + 1] = (*node, out, node.trick.bit_count())
        return _scratch.node

    def _room(self) -> tuple[Any, ...]:
        return _scratch.keys, _scratch.data, self.gen, _scratch.stack, self.budget

    def _too_long(self) -> TooLongError:
        return TooLongError(f"more than {self.most:,} starts of tricks to look at")

    def _ask(self, node: Node, v: int) -> bool:
        keys, data, gen, stack, budget = self._room()
        if not self.problem.adds:  # what is known of one question says nothing of another
            rung = bisect_left(self.ladder, v)
            if rung == len(self.ladder):
                return False
            gen, v = gen + rung, self.ladder[rung]
        found = _ask(self.row, self._node(node), v, keys, data, gen, stack, budget)
        if found < 0:
            raise self._too_long()
        return bool(found == 1)

    def solve(self) -> tuple[int, dict[Card, int]]:
        keys, data, gen, stack, budget = self._room()
        value = _solve(self.row, self._node(self.start), keys, data, gen, stack, budget, _scratch.found)
        if value == -2 and self.budget[0] < 0:
            raise self._too_long()
        number = {c: n for n, c in enumerate(self.problem.cards)}
        legal = () if self.over(self.start) else self.legal(self.start)
        return value, {c: int(_scratch.found[number[c]]) for c in legal}
