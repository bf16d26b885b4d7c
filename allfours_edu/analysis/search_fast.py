"""The search of :mod:`.search` compiled by numba (extra ``fast``): the same questions, the same answers.

A deal is one row of whole numbers, so that a call costs little, and what would be recursion is a stack of rows, one a
card played: numba cannot keep code that calls itself. The table is small and forgets; what it forgets is found again.
"""

from __future__ import annotations

import threading
from bisect import bisect_left
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ..cards import Card
from .compiled import compiled, inlined
from .opencards import Node, Problem, TooLongError
from .search import LIKES, PlainSearch

# Where things stand in the row of a deal.
SIZE, CARDS, TRUMPS, RUFF, MATTERS, OURS, ADDS, RUNGS = range(8)
HANDS, FOE, GAME, LADDER, VALUES = 8, 16, 24, 32, 288
SUIT, ABOVE, PIPS, WE, THEY, KIND, WORTH, LATER_FOES, LATER_FRIENDS, LIKE, LENGTH = range(512, 512 + 11 * 64, 64)
MOST_CARRIED = 6

# A node, and a row of the stack: the node first, then the moves and where the work on them stands.
SEAT, LEFT, LEADER, LED, BEST, TAKER, TRICK, ACCOUNT, D, OUT, COUNT, AT, MOVES, SLOT, KEY, FIRST = range(16)
WIDE = 32
DEEP = 56
TABLE = 1 << 14
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


def _bit_count(typing: Any, x: Any) -> Any:
    """How many bits are set."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), code


_count: Any = intrinsic(_bit_count)
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
def _claimed(deal: Any, seat: int, left: int) -> Any:
    """The cards the leader can be sure of, if he draws what trumps there are and then cashes; 0 if he cannot."""
    own = deal[HANDS + seat] & left
    trumps = deal[TRUMPS] & left
    others = left & ~own
    if deal[RUFF] & ~deal[TRUMPS]:  # nobody need follow, so nothing can be drawn
        return np.int64(0)
    if trumps & others:
        top = _count(own & trumps & (np.int64(-2) << _highest(trumps & others)))
        if top == 0:
            return np.int64(0)
        for other in range(deal[SIZE]):
            if other != seat and _count(deal[HANDS + other] & trumps) > top:
                return np.int64(0)
    sure = trumps
    rest = own & ~trumps
    while rest:
        i = _lowest(rest)
        bit = rest & -rest
        rest ^= bit
        if not others & deal[SUIT + i] & -(bit << 1):
            sure |= bit
    return sure if own & ~sure else left


@compiled
def _ask(deal: Any, node: Any, v: int, keys: Any, data: Any, gen: int, stack: Any, budget: Any) -> Any:
    """Can we bring the value to ``v``? 1 yes, 0 no, -1: more work than allowed."""
    trumps, ruff, matters = deal[TRUMPS], deal[RUFF], deal[MATTERS]
    ours_held, theirs_held, last = deal[OURS], ~deal[OURS], deal[SIZE] - 1
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
                mine = theirs = np.int64(0)
                us = 1 - deal[FOE + seat]
                sure = _claimed(deal, seat, left)
                if sure == 0 and left & trumps:
                    us = ours_held >> _highest(left & trumps) & 1
                    sure = left & trumps & (ours_held if us else theirs_held)
                    rest = left & trumps & (theirs_held if us else ours_held)
                    if rest:
                        sure &= -2 << _highest(rest)
                rest = sure
                while rest:
                    i = _lowest(rest)
                    rest &= rest - 1
                    if us:
                        mine += 2 * deal[PIPS + i]
                    else:
                        theirs += 2 * deal[PIPS + i]
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
def _value(
    deal: Any, node: Any, low: int, high: int, way: int, keys: Any, data: Any, gen: int, stack: Any, budget: Any
) -> Any:
    """The rung of the ladder that a node is worth, known to be from ``low`` to ``high``; -2: too long.

    ``way``: -1 begins at the top, 1 at the foot, in growing steps; 0 in the middle.
    """
    step = 1
    while low < high:
        middle = (low + high + 1) // 2
        if way < 0:
            middle = max(middle, high - step + 1)
        elif way > 0:
            middle = min(middle, low + step)
        step *= 2
        one = gen if deal[ADDS] else gen + middle  # what is known of one question may say nothing of another
        found = _ask(deal, node, deal[LADDER + middle], keys, data, one, stack, budget)
        if found < 0:
            return -2
        if found:
            low = middle
        else:
            high = middle - 1
    return low


@compiled
def _solve(deal: Any, node: Any, keys: Any, data: Any, gen: int, stack: Any, budget: Any, found: Any) -> Any:
    """The value of a node, and in ``found`` the value after each lawful card (by its number); -2: too long.

    Only one card of a run of equals is asked about.
    """
    top = deal[RUNGS] - 1
    rung = _value(deal, node, 0, top, 0, keys, data, gen, stack, budget)
    if rung < 0:
        return -2
    low, high, way = (rung, top, 1) if deal[FOE + node[SEAT]] else (0, rung, -1)  # nobody has a card better than best
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
            now = _value(deal, after, low, high, way, keys, data, gen, stack, budget)
            if now < 0:
                return -2
        found[i] = deal[LADDER + now]
    return deal[LADDER + rung]


class _Scratch(threading.local):
    """Room to work in, one for each thread."""

    def __init__(self) -> None:
        self.keys, self.data = np.zeros(TABLE, np.int64), np.zeros(TABLE, np.int64)
        self.stack, self.budget = np.zeros((DEEP, WIDE), np.int64), np.zeros(1, np.int64)
        self.found, self.node = np.zeros(56, np.int64), np.zeros(WIDE, np.int64)


_scratch = _Scratch()
_lock, _used = threading.Lock(), [1]


def generations(n: int) -> int:
    """The first of ``n`` numbers that mark what is known of one deal (or one question), so that no other reads it."""
    with _lock:
        first = _used[0]
        _used[0] += n
    return first


def fits(problem: Problem) -> bool:
    """Is the problem small enough for a row of numbers, and its accounts for their place in a key?"""
    values = [value for three in problem.values.values() for value in three]
    return (
        len(problem.cards) <= 52
        and max(map(int.bit_count, problem.hands)) <= WIDE - FIRST
        and (2 * (max(values) - min(values)) < 256 if problem.adds else len(problem.values) <= 1 << MOST_CARRIED)
    )


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
        self.gen = generations(1 if problem.adds else len(self.ladder))
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
