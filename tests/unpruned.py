"""The open-cards solver against a second search that prunes nothing, on many full deals. A script, not in the suite.

    python tests/unpruned.py [--two 1000] [--four 100] [--seed 1]

For three scorings: two hands of six cards and four hands of six cards, from the first lead and after some plays, every
lawful card. The second search (compiled by numba, so that it ends) goes through every line of play. It knows the rules
from ``test_solver.Naive`` and ``engine/naive.py``, which do not import the engine. What it finds out about the start of
a trick it keeps: for each difference of pips, what is still to be made. The solver is asked with and without numba.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

from engine import naive  # noqa: E402
from test_solver import SCORINGS, Naive, plain, position, random_deal  # noqa: E402

from allfours_edu.analysis.many import solve_many  # noqa: E402
from allfours_edu.analysis.solver import solve  # noqa: E402


@numba.njit
def may_play(hand: int, suit: Any, led: int, trump: int, ruff: bool, out: Any) -> int:
    """Write the lawful cards of a hand into ``out``: how many."""
    n = holds = 0
    for c in range(52):
        if hand >> c & 1 and suit[c] == led:
            holds = 1
    for c in range(52):
        if hand >> c & 1 and (led < 0 or not holds or suit[c] == led or (ruff and suit[c] == trump)):
            out[n] = c
            n += 1
    return n


@numba.njit
def row(left: int, leader: int, hands: Any, facts: Any, known: Any, rows: Any, used: Any) -> int:
    """Where what is still to be made from the start of a trick stands in ``rows``: for every difference of pips."""
    key = left << 3 | leader
    if key in known:
        return known[key]
    suit, rank, pips, ours, theirs, side, rule = facts
    size, trump, ruff = len(hands), rule[0], rule[1] == 1
    width = rows.shape[1]
    if left == 0:
        at = used[0]
        used[0] += 1
        for d in range(width):
            rows[at, d] = rule[2] if d < width // 2 else rule[3] if d == width // 2 else rule[4]
        known[key] = at
        return at
    best = np.zeros((size + 1, width), np.int8)
    cards = np.zeros((size, 16), np.int64)
    count, at_card, laid = np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(size, np.int64)
    k = 0
    count[0] = may_play(hands[leader] & left, suit, -1, trump, ruff, cards[0])
    best[0, :] = -99 if side[leader] == 0 else 99
    while k >= 0:
        if at_card[k] == count[k]:  # all cards tried: hand it to the player before
            k -= 1
            if k >= 0:
                ours_to_play = side[(leader + k) % size] == 0
                for d in range(width):
                    if (best[k + 1, d] > best[k, d]) == ours_to_play:
                        best[k, d] = best[k + 1, d]
            continue
        laid[k] = cards[k, at_card[k]]
        at_card[k] += 1
        if k + 1 < size:
            k += 1
            seat = (leader + k) % size
            count[k] = may_play(hands[seat] & left, suit, suit[laid[0]], trump, ruff, cards[k])
            at_card[k] = 0
            best[k, :] = -99 if side[seat] == 0 else 99
            continue
        won, after, n = 0, left, 0
        for j in range(size):
            after ^= np.int64(1) << laid[j]
            n += pips[laid[j]]
            a, b = laid[won], laid[j]
            if (suit[a] == suit[b] and rank[b] > rank[a]) or (suit[b] == trump and suit[a] != trump):
                won = j
        taker = (leader + won) % size
        gain = 0
        for j in range(size):
            gain += ours[laid[j]] if side[taker] == 0 else theirs[laid[j]]
        below = rows[row(after, taker, hands, facts, known, rows, used)]
        shift = n if side[taker] == 0 else -n
        seat = (leader + k) % size
        here, ours_to_play = best[k], side[seat] == 0
        for d in range(width):  # outside, one side has more than all pips
            v = np.int8(below[min(max(d + shift, 0), width - 1)] + gain)
            if (v > here[d]) == ours_to_play:
                here[d] = v
    at = used[0]
    used[0] += 1
    rows[at, :] = best[0]
    known[key] = at
    return at


class Unpruned:
    """Every line of play of one deal."""

    room = np.zeros(400_000_000, np.int8)

    def __init__(self, second: Naive):
        self.second, self.size = second, len(second.dealt)
        names = [r + s for s in "SHDC" for r in naive.ORDER]
        self.number = {c: n for n, c in enumerate(names)}
        held = {c for hand in second.dealt for c in hand}

        def worth(c: str, side: int) -> int:
            return second.worth(c, side) if c in held else 0

        self.hands = np.array([sum(1 << self.number[c] for c in hand) for hand in second.dealt], np.int64)
        rule = second.rule
        assert rule["follow"] in ("follow_or_trump", "follow_else_any") and not rule["jack_free"]
        self.facts = (
            np.array(["SHDC".index(c[1]) for c in names]), np.array([naive.strength(c) for c in names]),
            np.array([naive.pip_count(rule, [c], second.trump) for c in names]),
            np.array([worth(c, 0) for c in names]), np.array([worth(c, 1) for c in names]), np.array(second.side_of),
            np.array([
                "SHDC".index(second.trump), rule["follow"] == "follow_or_trump", second.game(-1), second.game(0),
                second.game(1),
            ], np.int64),
        )  # fmt: skip
        self.far = naive.pip_count(rule, sorted(held), second.trump)
        width = 2 * self.far + 1
        self.rows = self.room[: len(self.room) // width * width].reshape(-1, width)
        self.known = numba.typed.Dict.empty(numba.int64, numba.int64)
        self.used = np.zeros(1, np.int64)

    def value(self, leader: int, trick: tuple[str, ...], gone: frozenset[str], d: int, n: int) -> int:
        return n + self.second.fixed() + self._play(leader, trick, gone, d)

    def _play(self, leader: int, trick: tuple[str, ...], gone: frozenset[str], d: int) -> int:
        second, rule = self.second, self.second.rule
        if len(trick) == self.size:
            laid = [((leader + i) % self.size, c) for i, c in enumerate(trick)]
            who = naive.winner(rule, laid, second.trump)
            side = second.side_of[who]
            pips = naive.pip_count(rule, list(trick), second.trump)
            gain = sum(second.worth(c, side) for c in trick)
            return gain + self._play(who, (), gone, d + (pips if side == 0 else -pips))
        if not trick:
            left = sum(1 << self.number[c] for hand in second.dealt for c in hand if c not in gone)
            return int(
                self.rows[row(left, leader, self.hands, self.facts, self.known, self.rows, self.used), self.far + d]
            )
        seat = (leader + len(trick)) % self.size
        hand = [c for c in second.dealt[seat] if c not in gone]
        found = [
            self._play(leader, (*trick, c), gone | {c}, d)
            for c in naive.allowed_cards(rule, hand, list(trick), second.trump)
        ]
        return max(found) if second.side_of[seat] == 0 else min(found)


def check(book: str, players: int, number: int, seed: int) -> int:
    """One deal, with as many plays before as its number says: how many values were compared."""
    rng = random.Random(f"{book} {players} {number} {seed}")
    hands, trump = random_deal(rng, players, 6)
    at = position(book, hands, trump)
    rule, side_of = plain(at.rules), list(at.table.side_of)
    second = Naive(rule, hands, trump, side_of)
    unpruned = Unpruned(second)
    gone: list[str] = []
    trick: list[str] = []
    leader = d = n = 0
    for _ in range(number % (2 * players + 2)):
        c = rng.choice(at.legal_actions())
        at = at.apply(c)
        gone.append(c.text)
        trick.append(c.text)
        if len(trick) == players:
            leader = naive.winner(rule, [((leader + i) % players, c) for i, c in enumerate(trick)], trump)
            pips = naive.pip_count(rule, trick, trump)
            d += pips if side_of[leader] == 0 else -pips
            n += sum(second.worth(c, side_of[leader]) for c in trick)
            trick = []
    mine = unpruned.value(leader, tuple(trick), frozenset(gone), d, n)
    cards = {c: unpruned.value(leader, (*trick, c.text), frozenset([*gone, c.text]), d, n) for c in at.legal_actions()}
    one, two = solve(at, fast=False), solve(at, fast=True)
    many = solve_many(at, [[mask & at.left for mask in at.frame.hands]])
    where = (book, hands, trump, gone)
    assert one == two, where
    assert (one.value, dict(one.cards)) == (mine, cards), where
    assert many.values == [mine] and {c: v[0] for c, v in many.cards.items()} == cards, where
    return 1 + len(cards)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--two", type=int, default=1000, metavar="N", help="deals of two hands, shared by the scorings")
    parser.add_argument("--four", type=int, default=100, metavar="N", help="deals of four hands, for each scoring")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for players, deals in ((2, -(-options.two // len(SCORINGS))), (4, options.four)):
        for book in SCORINGS:
            start, values = time.perf_counter(), 0
            for number in range(deals):
                values += check(book, players, number, options.seed)
            print(
                f"{book:18} {players} hands: {deals} deals, {values} values agree ({time.perf_counter() - start:.0f} s)"
            )


if __name__ == "__main__":
    main()
