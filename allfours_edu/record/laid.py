"""A made-up deal in a code: which cards each player holds, without their order, and what lies on top of the stock.

Four hands of six cards and a turn-up are 95 bits, nineteen characters. The hands are written as *which of the cards
that are left*, one number after another; whatever is not in a hand lies as the pack of a seed has it, except for the
first few cards of the stock, which are named.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import comb
from typing import NamedTuple

from ..cards import BY_INDEX, Card
from ..engine import Table, TableError, new_table, pack_for
from ..engine.table import places
from ..errors import Plain
from ..rules import Rules

MOST_SCORE = 1 << 12
_LARGEST_SEED = 1 << 40


class LaidError(Plain, ValueError):
    """A deal that cannot be written as a code, or a code that makes no deal."""


class Laid(NamedTuple):
    """What a made-up deal holds beside book and number of players."""

    hands: tuple[int, ...]
    """Bits of the cards dealt to each place, the widow last where there is one."""
    top: tuple[Card, ...]
    """The first cards of the stock that do not lie as the seed has them; the turn-up is the first."""
    seed: int
    turn: int
    """How many places the usual order of seats is turned: who deals."""
    scores: tuple[int, ...]


def laid_of(table: Table) -> Laid | None:
    """The cards of a table, or None where its seed alone says everything. Raises :class:`LaidError`."""
    usual, _ = pack_for(table.rules, table.size, table.seed, table.deal, table.attempt)
    seats = new_table(table.rules, table.size).players
    turn = _turned(seats, table.players)
    if usual == table.pack and not turn:
        return None
    if table.trump is not None and table.rules.trump_from == "cut":
        raise LaidError("a deal whose trump was cut beforehand has no code; keep the record instead")
    seed = table.seed if isinstance(table.seed, int) and 0 <= table.seed < _LARGEST_SEED else 0
    dealt, used = places(table.rules, table.size)
    hands = [0] * (table.size + bool(table.rules.widow))
    for place, seat in dealt:
        hands[seat] |= table.pack[place].bit
    rest = _rest(table.rules, table.size, seed, hands)
    stock = table.pack[used:]
    n = next(k for k in range(len(stock) + 1) if [*stock[:k], *_without(rest, stock[:k])] == [*stock])
    if any(not 0 <= x < MOST_SCORE for x in table.scores):
        raise LaidError("these scores have no place in a code; keep the record instead")
    return Laid(tuple(hands), tuple(stock[:n]), seed, turn, table.scores if any(table.scores) else ())


def _turned(usual: Sequence[str], players: Sequence[str]) -> int:
    """How far the seats are turned against the usual order; 0 for names of one's own."""
    return usual.index(players[0]) if players[0] in usual and sorted(usual) == sorted(players) else 0


def _rest(rules: Rules, size: int, seed: int, hands: Sequence[int]) -> list[Card]:
    pack, _ = pack_for(rules, size, seed)
    taken = sum(hands)
    return [c for c in pack if not c.bit & taken]


def _without(cards: Sequence[Card], out: Sequence[Card]) -> list[Card]:
    return [c for c in cards if c not in out]


def lay(table: Table, laid: Laid) -> Table:
    """The table with these cards."""
    players = table.players[laid.turn :] + table.players[: laid.turn]
    again = new_table(table.rules, players, seed=laid.seed, scores=laid.scores or None)
    held = [[c for c in BY_INDEX if c.bit & mask] for mask in laid.hands]
    dealt, used = places(table.rules, table.size)
    front = [held[seat].pop(0) for _, seat in dealt]
    rest = _without(_rest(table.rules, table.size, laid.seed, laid.hands), laid.top)
    pack = (*front, *laid.top, *rest)
    if len(front) != used or sorted(pack) != sorted(again.pack):
        raise TableError("the cards in this code are not those of the pack")
    return replace(again, pack=pack, simple=again.simple and pack == again.pack)


# -- as symbols -------------------------------------------------------------------------------------------


def symbols(table: Table, laid: Laid) -> list[int]:
    """The cards as base-32 digits; ``table`` is any table of the same rules and size."""
    found = [laid.turn * 2 + bool(laid.scores), *_counted(laid.seed), *_counted(len(laid.top))]
    for score in laid.scores:
        found += _counted(score)
    number, _ = _ranked(table.rules, table.size, laid)
    whole = _ways(table.rules, table.size, len(laid.top))
    length = max(1, -(-(whole - 1).bit_length() // 5))
    return found + [number >> 5 * k & 31 for k in reversed(range(length))]


def read(rules: Rules, players: int, digits: Sequence[int]) -> Laid:
    """The cards from :func:`symbols`. Raises :class:`LaidError` or IndexError."""
    rest = list(digits)
    first = rest.pop(0)
    turn, scored = divmod(first, 2)
    seed, tops = _read_counted(rest), _read_counted(rest)
    table = new_table(rules, players, seed=seed)
    scores = tuple(_read_counted(rest) for _ in table.sides) if scored else ()
    if turn >= players or tops > len(table.pack):
        raise LaidError("no such seats")
    number = 0
    for digit in rest:
        number = number << 5 | digit
    if number >= _ways(rules, players, tops):
        raise LaidError("no such deal")
    hands, top = _unranked(rules, players, tops, number)
    return Laid(hands, top, seed, turn, scores)


def _sizes(rules: Rules, size: int) -> list[int]:
    dealt, _ = places(rules, size)
    found = [0] * (size + bool(rules.widow))
    for _, seat in dealt:
        found[seat] += 1
    return found


def _deck(rules: Rules, size: int) -> list[Card]:
    return sorted(pack_for(rules, size, 0)[0])


def _ways(rules: Rules, size: int, tops: int) -> int:
    left, ways = len(_deck(rules, size)), 1
    for n in _sizes(rules, size):
        ways *= comb(left, n)
        left -= n
    for _ in range(tops):
        ways *= left
        left -= 1
    return ways


def _ranked(rules: Rules, size: int, laid: Laid) -> tuple[int, int]:
    """Mixed radix: a combination for each hand, then a place for each card of the stock. (number, radix)."""
    left, number, radix = _deck(rules, size), 0, 1
    for mask, n in zip(laid.hands, _sizes(rules, size), strict=True):
        chosen = [k for k, c in enumerate(left) if c.bit & mask]
        rank = sum(comb(k, i + 1) for i, k in enumerate(chosen))
        number, radix = number + rank * radix, radix * comb(len(left), n)
        left = [c for c in left if not c.bit & mask]
    for c in laid.top:
        number, radix = number + left.index(c) * radix, radix * len(left)
        left.remove(c)
    return number, radix


def _unranked(rules: Rules, size: int, tops: int, number: int) -> tuple[tuple[int, ...], tuple[Card, ...]]:
    left = _deck(rules, size)
    hands: list[int] = []
    for n in _sizes(rules, size):
        number, rank = divmod(number, comb(len(left), n))
        mask = 0
        for i in range(n, 0, -1):
            k = i - 1
            while comb(k + 1, i) <= rank:
                k += 1
            rank -= comb(k, i)
            mask |= left[k].bit
        hands.append(mask)
        left = [c for c in left if not c.bit & mask]
    top = []
    for _ in range(tops):
        number, k = divmod(number, len(left))
        top.append(left.pop(k))
    return tuple(hands), tuple(top)


def _counted(n: int) -> list[int]:
    """A number that says itself where it ends; as in the codes of a seed."""
    digits = [n & 15]
    while n := n >> 4:
        digits.append(n & 15 | 16)
    return digits[::-1]


def _read_counted(rest: list[int]) -> int:
    n = 0
    while True:
        symbol = rest.pop(0)
        n = n << 4 | symbol & 15
        if not symbol & 16:
            return n
