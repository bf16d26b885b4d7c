"""A deal with open cards as plain numbers, as the searches want it (:mod:`.search` in Python, :mod:`.search_fast`).

The cards in play are numbered from 0, suit by suit and weakest first, trumps last. So a card beats another if its
number is higher and it is of the same suit or a trump, and a set of cards is a small bit set.

What a side has won is an *account*, a number to which each card adds something when it is taken. Where points alone
count it is simply our points less theirs. Where the match counts it notes which cards of worth are ours, and a list
says what each outcome is worth. The count for Game is kept apart, as our pips less theirs: only its sign will matter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from ..cards import BY_INDEX, Card, from_bits
from ..engine import Position, Table, scoring
from ..engine.layout import Layout
from ..engine.scoring import Award
from ..errors import Plain
from ..rules import Rules

OUT = 1000  # going out first is worth more than any number of points


class Stakes(NamedTuple):
    """What is still open in a deal, worked out by asking the engine's own scoring with one side taking a card."""

    fixed: tuple[Award, ...]
    """Points whose owner play cannot change."""
    carried: tuple[tuple[Card, tuple[Award, ...]], ...]
    """Cards that carry a point: the award by the side that takes the card."""
    pegs: tuple[tuple[int, int], ...]
    """(card bit, worth to the winner of its trick)."""
    game: bool
    """Is Game counted in pips?"""


def stakes_of(position: Position) -> Stakes:
    """The stakes of a position in the phase of play."""
    rules, table = position.table.rules, position.table
    deal = scoring.facts(position)
    sides, everything = range(len(table.sides)), sum(deal.held)
    fixed: list[Award] = []
    carried: list[tuple[Card, tuple[Award, ...]]] = []
    for point in scoring.points_of(rules):
        if point == "sweep":
            raise ValueError("a point for all the tricks is not among those the solver knows")
        if point == "game" and rules.game_by == "pips":
            continue
        by_taker = tuple(
            scoring.AWARDS[point](rules, deal._replace(won=tuple(everything if s == side else 0 for s in sides)))
            for side in sides
        )
        card = by_taker[0].card
        if card is None or len({(a.side, a.n) for a in by_taker}) == 1:
            fixed.append(by_taker[0])
        else:
            carried.append((card, by_taker))
    trump = position.trump or ""
    pegs = [(c.bit, scoring.pegs_when_won(rules, trump, [c])) for c in from_bits(scoring.peg_bits(rules, trump))]
    game = any(point == "game" for point in scoring.points_of(rules)) and rules.game_by == "pips"
    return Stakes(tuple(fixed), tuple(carried), tuple((b, n) for b, n in pegs if n), game)


def signed(award: Award, us: int) -> int:
    """An award as a difference: to our side, to another, to nobody."""
    return 0 if award.side is None else award.n if award.side == us else -award.n


class Node(NamedTuple):
    """A moment of the search, in the numbers of a :class:`Problem`."""

    seat: int
    left: int
    leader: int
    led: int
    """All cards of the suit led, 0 before a lead."""
    best: int
    """The card now winning."""
    taker: int
    trick: int
    account: int
    d: int
    """Our pips less theirs."""


class Problem(NamedTuple):
    """One deal seen from one side; the two sides are *we* and *they*. Lists go by number of card, or by seat."""

    cards: tuple[Card, ...]
    hands: tuple[int, ...]
    seats: tuple[int, ...]
    """The places of the table, in order of play."""
    ours: tuple[bool, ...]
    """By seat: does it play for us?"""
    suit: tuple[int, ...]
    """For each card, the cards of its suit."""
    above: tuple[int, ...]
    """For each card, the cards that beat it."""
    trumps: int
    ruff: int
    """Cards that may be played by one who could follow."""
    pips: tuple[int, ...]
    we: tuple[int, ...]
    """What the card adds to the account if we take it."""
    they: tuple[int, ...]
    kind: tuple[int, ...]
    """Cards of one kind are worth the same to whoever takes them."""
    worth: tuple[int, ...]
    """How much a card matters, for trying first what is likely best."""
    values: Mapping[int, tuple[int, int, int]]
    """The value of the deal by the account at its end; when our count is lower, level, higher."""
    adds: bool
    """Is the account itself points, so that a point more in it is a point more in the end?"""
    start: Node

    @property
    def size(self) -> int:
        return len(self.hands)


@lru_cache(maxsize=512)
def numbering(layout: Layout) -> tuple[int, ...]:
    """For each card its place in the order: suit by suit, weakest first, trumps last."""
    suits = sorted(set(layout.suit_of), key=lambda suit: (bool(suit & layout.trumps), suit))
    order = sorted(range(len(layout.suit_of)), key=lambda i: (suits.index(layout.suit_of[i]), layout.power[i]))
    return tuple(order)


@lru_cache(maxsize=512)
def weights(rules: Rules, trump: str, game: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """By card: its pips, and what its player marks when he plays it."""
    return (
        tuple(scoring.pips(rules, trump, c.bit) if game else 0 for c in BY_INDEX),
        tuple(scoring.pegs_when_played(rules, trump, c) if c.suit else 0 for c in BY_INDEX),
    )


def problem_of(position: Position, us: int, match: bool) -> Problem | None:
    """The problem of a position; None where it is not of the kind these searches know.

    They know two sides, the plain law of following, and trumps that win. Where the match counts and somebody may go out
    by pegs in the middle of a deal, the order of the tricks matters, and they do not know that either.
    """
    table, frame, rules, layout = position.table, position.frame, position.table.rules, position.frame.layout
    assert layout is not None
    if len(table.sides) != 2 or not frame.plain or not frame.free_lead or layout.wide != layout.trumps or frame.draws:
        return None
    stakes = stakes_of(position)
    if match and stakes.pegs:
        return None
    in_play, side_of, active = 0, table.side_of, frame.active
    for place in active:
        in_play |= frame.hands[place]
    order = [i for i in numbering(layout) if in_play >> i & 1]
    number = {i: n for n, i in enumerate(order)}

    def renumbered(mask: int) -> int:
        found = 0
        while mask:
            low = mask & -mask
            found |= 1 << number[low.bit_length() - 1]
            mask ^= low
        return found

    pips, marks = weights(rules, layout.trump, stakes.game)
    suits = {suit: renumbered(suit & in_play) for suit in {layout.suit_of[i] for i in order}}
    suit = tuple(suits[layout.suit_of[i]] for i in order)
    trumps = renumbered(layout.trumps & in_play)
    above = tuple((s & -(2 << n)) | (0 if s & trumps else trumps) for n, s in enumerate(suit))
    seat_of = {place: n for n, place in enumerate(active)}
    hands = tuple(renumbered(frame.hands[place]) for place in active)
    ours = tuple(side_of[place] == us for place in active)

    we, they = [0] * len(order), [0] * len(order)
    account = 0
    pegs = dict(stakes.pegs)
    if match:
        for k, (card, _) in enumerate(stakes.carried):
            we[number[card.index]] += 1 << k
    else:
        account = sum(signed(award, us) for award in stakes.fixed)
        for card, by_taker in stakes.carried:
            we[number[card.index]] += signed(by_taker[us], us)
            they[number[card.index]] += signed(by_taker[1 - us], us)
        for n, i in enumerate(order):
            peg = pegs.get(1 << i, 0)
            we[n] += peg
            they[n] -= peg
            if marks[i]:
                account += marks[i] if any(h >> n & 1 and o for h, o in zip(hands, ours, strict=True)) else -marks[i]
    d = 0
    for plays, winner in scoring.complete_tricks(rules, position.trump, position.laid(), len(active)):
        for _, card in plays:
            n = number[card.index]
            mine = side_of[winner] == us
            account += we[n] if mine else they[n]
            d += pips[card.index] if mine else -pips[card.index]
    on_table = position.trick
    trick = renumbered(sum(c.bit for _, c in on_table))
    leader = seat_of[position.leader]
    taker = seat_of[position.taker] if on_table else leader
    best = number[next(c.index for p, c in on_table if table.place[p] == position.taker)] if on_table else 0
    led = suit[number[on_table[0][1].index]] if on_table else 0
    seat = seat_of[position.seat] if position.seat >= 0 else leader
    start = Node(seat, renumbered(position.left), leader, led, best, taker, trick, account, d)
    kinds: dict[tuple[int, int, int], int] = {}
    kind = tuple(kinds.setdefault((pips[i], we[n], they[n]), len(kinds)) for n, i in enumerate(order))
    matters = {c.index for c, _ in stakes.carried}
    worth = tuple(pips[i] + 3 * pegs.get(1 << i, 0) + 8 * (i in matters) for i in order)
    if not match:
        values = _point_values(start, we, they, game_of(table, us) if stakes.game else (0, 0, 0))
    else:
        values = _match_values(position, us, stakes)
        if not _never_worse(values, len(stakes.carried)):
            return None
    return Problem(
        tuple(BY_INDEX[i] for i in order), hands, active, ours, suit, above, trumps,
        renumbered(frame.ruff & in_play), tuple(pips[i] for i in order), tuple(we), tuple(they), kind, worth, values,
        not match, start,
    )  # fmt: skip


def game_of(table: Table, us: int) -> tuple[int, int, int]:
    """What Game brings us when our count is lower, level, higher."""
    lower, level, higher = (signed(_award(table, us, d), us) for d in (-1, 0, 1))
    return lower, level, higher


def _award(table: Table, us: int, d: int) -> Award:
    counts = [1, 1]
    counts[us] += d
    return scoring.game_of(table.rules, counts, table.side_of, table.dealer_side)


def _point_values(
    start: Node, we: Sequence[int], they: Sequence[int], game: tuple[int, int, int]
) -> dict[int, tuple[int, int, int]]:
    """All accounts there can be at the end, and what they are worth: the points, and Game."""
    accounts = {start.account}
    for n in range(len(we)):
        if (start.left | start.trick) >> n & 1 and (we[n] or they[n]):
            accounts = {a + gain for a in accounts for gain in (we[n], they[n])}
    return {a: (a + game[0], a + game[1], a + game[2]) for a in accounts}


def _match_values(position: Position, us: int, stakes: Stakes) -> dict[int, tuple[int, int, int]]:
    """By which cards of worth are ours in the end: who goes out first, then the points marked."""
    table, frame, rules = position.table, position.frame, position.table.rules
    scores = next(p for p in position.path() if p.frame.phase in ("play", "over")).frame.scores

    def settled(account: int, d: int) -> int:
        made = list(stakes.fixed)
        for k, (_, by_taker) in enumerate(stakes.carried):
            made.append(by_taker[us if account >> k & 1 else 1 - us])
        if stakes.game:
            made.append(_award(table, us, d))
        done = scoring.settle(rules, scores, made, table.side_of, frame.contract, frame.penalties)
        gains = [now - then for now, then in zip(done.scores, scores, strict=True)]
        won = 0 if done.winner is None else OUT if done.winner == us else -OUT
        return won + gains[us] - gains[1 - us]

    return {a: (settled(a, -1), settled(a, 0), settled(a, 1)) for a in range(1 << len(stakes.carried))}


def _never_worse(values: Mapping[int, tuple[int, int, int]], carried: int) -> bool:
    """Is it never worse to win a card more, or more pips? The searches rely on it."""
    return all(
        lower <= level <= higher
        and all(a <= b for k in range(carried) for a, b in zip(values[account], values[account | 1 << k], strict=True))
        for account, (lower, level, higher) in values.items()
    )


# -- values out of yes-or-no questions ----------------------------------------------------------------


class TooLongError(Plain, RuntimeError):
    """A deal that would take longer to work out than was allowed."""


N = TypeVar("N")


class Search(Generic[N]):
    """What all searches have in common: from "can we bring it to so much?" to values, and to a line of best play."""

    start: N
    ask: Callable[[N, int], bool]

    def player(self, node: N) -> int:
        """The place to play."""
        raise NotImplementedError

    def ours(self, node: N) -> bool:
        """Does one of ours play?"""
        raise NotImplementedError

    def over(self, node: N) -> bool:
        """Is there nothing left to play for?"""
        raise NotImplementedError

    def legal(self, node: N) -> tuple[Card, ...]:
        """The cards that may be played."""
        raise NotImplementedError

    def step(self, node: N, card: Card) -> N:
        """The node after a card."""
        raise NotImplementedError

    def solve(self) -> tuple[int, dict[Card, int]]:
        """The value, and the value after each lawful card."""
        value = self.value_of(self.start)
        cards = () if self.over(self.start) else self.legal(self.start)
        return value, {c: self.value_of(self.step(self.start, c), value) for c in cards}

    def value_of(self, node: N, near: int = 0) -> int:
        """The value of a node, closed in on from ``near``."""
        step = 1
        if self.ask(node, near):
            low = near
            while self.ask(node, low + step):
                low += step
                step *= 2
            return self._between(node, low, low + step - 1)
        high = near
        while not self.ask(node, high - step):
            high -= step
            step *= 2
        return self._between(node, high - step, high - 1)

    def _between(self, node: N, low: int, high: int) -> int:
        """The largest v from ``low`` (known to hold) to ``high`` for which "at least v" holds."""
        while low < high:
            middle = (low + high + 1) // 2
            if self.ask(node, middle):
                low = middle
            else:
                high = middle - 1
        return low

    def line(self, node: N, value: int) -> tuple[tuple[int, Card], ...]:
        """(place, card) of best play to the end: at each turn the first card that keeps the value."""
        found = []
        while not self.over(node):
            mine = self.ours(node)
            for card in self.legal(node):
                after = self.step(node, card)
                if self.ask(after, value) if mine else not self.ask(after, value + 1):
                    break
            found.append((self.player(node), card))
            node = after
        return tuple(found)
