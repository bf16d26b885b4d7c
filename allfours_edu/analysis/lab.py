"""Many deals at once, in plain numbers: deal, play by a policy, see who took what. The NumPy half of the simulation.

All deals go in step: the arrays have a column for each deal, and one line of code moves a card in thousands of deals.
Three ideas carry it:

* Suits are renamed so that trumps are suit 0; a card's *code* is 16 times its suit plus its rank.
* A hand is six slots. Which slots hold what suit is noted once, so that "what may be played" is two operations on
  small bit sets, and drawing among them is one look into a table.
* Chance is a function of (seed, number of the deal, number of the draw), not a stream that is used up. So deal 12 345
  is the same deal in whatever order, on whatever machine, and in whatever portions the work is done; and the compiled
  twin (:mod:`.lab_fast`) plays it card by card the same. A card is drawn afresh at every play: "the first lawful card
  of a shuffled hand" would not be a fair draw, for the cards passed over tell something.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ..cards import BY_INDEX
from ..engine import scoring, sides_for
from ..engine.table import full_pack
from ..errors import PlainValueError
from ..rules import Rules

HIGH, LOW, JACK, GAME = range(4)
POINTS = ("high", "low", "jack", "game")
LAWS = {"follow_or_trump": 0, "follow_else_any": 1, "free": 2}

# What a card adds to its taker, packed in one number: pips, then flags, then pegs.
JACK_BIT, TEN_BIT, LOW_BIT, HIGH_BIT, PEG_BIT = 10, 11, 12, 13, 14
PIPS = (1 << JACK_BIT) - 1


class LabError(PlainValueError):
    """A book or a request that cannot be simulated this way; the message says what can."""


# -- policies -----------------------------------------------------------------------------------------


def _row(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


@dataclass(frozen=True)
class Policy:
    """How to choose a card: the lawful one that is liked best. A policy is a table of likings.

    Each row has 26 numbers: the trumps 2 to ace, then the other suits 2 to ace. ``lead`` is for leading; ``win`` and
    ``lose`` for a card that would win the trick as it lies or would not, each with four rows: others still to play and
    an adversary winning, others to play and a partner winning, last to play and an adversary winning, last to play and
    a partner winning. The first lead of a game where it makes the trump is the highest card of the longest suit.

    Without tables, every lawful card is drawn alike.
    """

    name: str
    lead: tuple[int, ...] = ()
    win: tuple[tuple[int, ...], ...] = ()
    lose: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        rows = (self.lead, *self.win, *self.lose)
        if self.random:
            if self.win or self.lose:
                raise LabError(f"the policy {self.name!r} has no row for leading")
        elif [len(self.win), len(self.lose)] != [4, 4] or any(len(row) != 26 for row in rows):
            raise LabError(f"the policy {self.name!r} needs 1 + 4 + 4 rows of 26 numbers")
        elif any(not isinstance(n, int) or not 0 <= n <= 4000 for row in rows for n in row):
            raise LabError(f"the policy {self.name!r}: a liking is a whole number from 0 to 4000")

    @property
    def random(self) -> bool:
        """Is every lawful card drawn alike?"""
        return not self.lead

    def table(self) -> Any:
        """[row, code]: rows 0 lead, 1-4 lose, 5-8 win."""
        found = np.zeros((9, 64), np.int16)
        if self.lead:
            for n, row in enumerate((self.lead, *self.lose, *self.win)):
                for suit in range(4):
                    found[n, 16 * suit : 16 * suit + 13] = row[:13] if suit == 0 else row[13:]
        return found


_CHEAP = "12 11 10 9 8 7 6 5 0 2 4 3 1"  # what is thrown away first: worth little, and weak
_RICH = "1 2 3 4 5 6 7 8 40 20 22 24 26"  # what a partner is given: the ten, then the courts
RANDOM = Policy("random")
SIMPLE = Policy(
    "simple",
    lead=_row("12 11 10 9 8 7 6 5 2 3 40 45 50  20 21 22 23 24 25 26 27 1 15 16 28 35"),
    win=(
        _row("30 29 28 27 26 25 24 23 20 35 36 38 40  20 20 20 20 20 20 20 21 10 22 30 38 50"),
        _row("5 4 4 4 4 4 4 4 20 25 3 2 1  30 30 30 30 30 30 30 30 15 16 14 13 12"),
        _row("60 59 58 57 56 55 54 53 90 95 65 64 63  70 70 70 70 70 70 70 70 100 80 82 84 86"),
        _row("5 4 4 4 4 4 4 4 60 70 3 2 1  20 20 20 20 20 20 20 20 90 50 52 54 56"),
    ),
    lose=(
        _row(f"{_CHEAP}  32 31 30 29 28 27 26 25 0 12 10 8 6"),
        _row(f"{_CHEAP}  12 12 12 12 12 12 12 12 8 20 21 22 10"),
        _row(f"{_CHEAP}  32 31 30 29 28 27 26 25 0 12 10 8 6"),
        _row(f"{_CHEAP}  {_RICH}"),
    ),
)
"""Wins with what it safely can, gives a partner pips, throws what is worth least: a foil for chance, not an expert."""
POLICIES = {"random": RANDOM, "simple": SIMPLE}


# -- a book in plain numbers --------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Lab:
    """What the simulation knows of a book: tables asked of the engine's own scoring."""

    players: int
    hand: int
    sides: tuple[str, ...]
    side_of: Any
    """For each place, eldest first, the number of its side."""
    pack: Any
    """The cards there are, as numbers."""
    turned: bool
    """Does a turned card make the trump? Else the first card led does."""
    law: int
    jack_free: bool
    value: Any
    """[code]: what a card adds to its taker."""
    peg_played: Any
    """[code]: what its player marks."""
    worth: tuple[int, int, int, int]
    """Points for High, Low, Jack, Game."""
    to_taker: tuple[bool, bool]
    """Are High and Low theirs who take the card?"""
    hang: int
    by_ten: bool
    """Is Game the Ten of trumps?"""
    tie: Any
    """[bit set of the sides that are level]: whose Game is, or -1."""
    turn: Any
    """[card turned]: points of the dealer's side."""
    dealer_side: int
    needs: int = field(init=False)
    """Cards drawn for one deal."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "needs", self.players * self.hand + self.turned)


def _beyond(rules: Rules, players: int) -> str | None:
    """What in these rules the lab cannot play, or None."""
    plain = (
        rules.void == "free" and rules.undertrump == "allowed" and not rules.must_head and rules.pam_civil == "no"
        and rules.lead_duty == rules.lead_top == rules.lead_of_two == rules.after_trick == "free"
        and rules.trick_by == "suit"
    )  # fmt: skip
    for bad, why in (
        (rules.score is None, "it is no game of points"),
        (rules.draw is not None or rules.exchange is not None or rules.widow, "cards are drawn or changed"),
        (rules.trump_from not in ("turn", "pitch"), "its trump is neither turned nor pitched"),
        (rules.joker != "none" or rules.pam != "none" or rules.left_pedro, "it has cards of a kind of their own"),
        (not plain, "it has more laws of play than following suit"),
        (not set(scoring.points_of(rules)) <= set(POINTS), "it counts other cards than the four points"),
        (rules.hand_size > 8 or players * rules.hand_size > 52, "its hands are too large"),
    ):
        if bad:
            return why
    return None


@lru_cache(maxsize=64)
def lab_of(rules: Rules, seats: tuple[str, ...]) -> Lab:
    """The lab of a book for these seats (eldest first). Raises :class:`LabError` where it cannot be played here."""
    why = _beyond(rules, len(seats))
    if why:
        raise LabError(f"the fast simulation cannot play this book: {why}. Take policy='foster' or 'novice' instead")
    sides = sides_for(rules, seats)
    side_of = [next(n for n, side in enumerate(sides) if seat in side.seats) for seat in seats]
    value, peg_played = np.zeros(64, np.int32), np.zeros(64, np.int32)
    for suit in range(4):
        for rank in range(13):
            c = BY_INDEX[13 * suit + rank]  # with spades for trumps, code and card go together
            n = scoring.pips(rules, "S", c.bit)
            n |= (c.text == "JS") << JACK_BIT | (c.text == "TS") << TEN_BIT
            value[16 * suit + rank] = n | scoring.pegs_when_won(rules, "S", [c]) << PEG_BIT
            peg_played[16 * suit + rank] = scoring.pegs_when_played(rules, "S", c)
    tie = np.full(1 << len(sides), -1, np.int8)
    for level in range(1, 1 << len(sides)):
        who = [n for n in range(len(sides)) if level >> n & 1]
        winner = who[0] if len(who) == 1 else scoring.tied(rules, who, side_of, side_of[-1])
        tie[level] = -1 if winner is None else winner
    worth = dict(rules.points)
    jack = worth.get("jack", 0) if rules.peg is None or rules.jack_besides else 0
    return Lab(
        len(seats), rules.hand_size, tuple(s.name for s in sides), np.array(side_of, np.int8),
        np.array([c.index for c in full_pack(rules)], np.uint8), rules.trump_from == "turn",
        LAWS[rules.follow], rules.follow == "follow_else_any" and rules.jack_free, value, peg_played,
        (worth.get("high", 0), worth.get("low", 0), jack, worth.get("game", 0)),
        (rules.point_to == "taker", rules.low_to == "taker"),
        rules.hang_jack if jack and rules.hang_jack > 1 else jack, rules.game_by == "trump_ten", tie,
        np.array([scoring.turn_worth(rules, BY_INDEX[n], None) for n in range(52)], np.int8), side_of[-1],
    )  # fmt: skip


# -- chance -------------------------------------------------------------------------------------------

GAMMA, MIX_1, MIX_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
PER_DEAL = 64  # numbers set aside for each deal, two draws in each: the cards from 0, the plays from PLAYS
PLAYS = 32


def key_of(seed: object) -> int:
    """The 64-bit key of a seed (a number or a word), the same for ever."""
    return int.from_bytes(hashlib.sha256(f"allfours-lab/1:{seed}".encode()).digest()[:8], "big")


class Chance:
    """Draws for the deals ``first`` … ``first + n - 1``: SplitMix64 of a counter, 32 bits a draw."""

    def __init__(self, key: int, first: int, n: int):
        number = np.arange(first, first + n, dtype=np.uint64)
        self.base = number * np.uint64(PER_DEAL * GAMMA & (1 << 64) - 1) + np.uint64((key + GAMMA) & (1 << 64) - 1)
        self.z, self.t = np.empty_like(self.base), np.empty_like(self.base)
        self.made = -1

    def below(self, draw: int, k: Any) -> Any:
        """A whole number from 0 to k - 1 for each deal; ``draw`` counts the draws of a deal."""
        z, t = self.z, self.t
        if draw >> 1 != self.made:
            self.made = draw >> 1
            np.add(self.base, np.uint64(self.made * GAMMA & (1 << 64) - 1), out=z)
            for shift, factor in ((30, MIX_1), (27, MIX_2)):
                np.right_shift(z, np.uint64(shift), out=t)
                np.bitwise_xor(z, t, out=z)
                np.multiply(z, np.uint64(factor), out=z)
            np.right_shift(z, np.uint64(31), out=t)
            np.bitwise_xor(z, t, out=z)
        if draw & 1:
            np.right_shift(z, np.uint64(32), out=t)
        else:
            np.bitwise_and(z, np.uint64(0xFFFFFFFF), out=t)
        np.multiply(t, k, out=t)
        np.right_shift(t, np.uint64(32), out=t)
        return t.view(np.int64)


# -- tables -------------------------------------------------------------------------------------------


def _pick() -> Any:
    """[8 * set of slots + n]: the n-th slot of the set."""
    table = np.zeros(256 * 8, np.uint8)
    for mask in range(256):
        slots = [s for s in range(8) if mask >> s & 1]
        table[8 * mask : 8 * mask + len(slots)] = slots
    return table


def _power() -> Any:
    """[64 * suit led + code]: the strength of a card in a trick; under 16 it cannot win."""
    table = np.zeros(256, np.uint8)
    for led in range(4):
        for suit in range(4):
            for rank in range(13):
                table[64 * led + 16 * suit + rank] = rank + (32 if suit == 0 else 16 if suit == led else 0)
    return table


PICK, POWER = _pick(), _power()
COUNT = np.array([mask.bit_count() for mask in range(256)], np.uint64)
RENAME = np.array([((c // 13 - trump) % 4) << 4 | c % 13 for trump in range(4) for c in range(52)], np.uint8)
SLOT = np.array([1 << 8 * (code >> 4) for code in range(64)], np.uint32)
"""[code]: a bit in the byte of its suit."""
TRUMP = np.array([1 << code if code < 16 else 0 for code in range(64)], np.uint16)
JACK_CODE = 9


# -- playing ------------------------------------------------------------------------------------------


class Facts(NamedTuple):
    """What the deals came to, a column a deal."""

    turned: Any
    """The card turned up (0-51), or -1."""
    trump: Any
    won: Any
    """[place, deal]: what each place took, packed."""
    held: Any
    """[place, deal]: the trumps it held, a bit a rank."""
    jack_slot: Any
    """Place that held the Jack of trumps, or -1."""
    marked: Any
    """[place, deal]: what each place marked for cards it played."""


def play(lab: Lab, key: int, first: int, n: int, policies: Sequence[Policy]) -> Facts:
    """Deal and play the deals ``first`` … ``first + n - 1`` of a key; ``policies`` go by place."""
    chance, iota = Chance(key, first, n), np.arange(n)
    deck = np.repeat(lab.pack[:, None], n, axis=1)
    flat = deck.reshape(-1)
    for j in range(lab.needs):  # shuffling, as far as cards are needed
        at = chance.below(j, np.uint64(len(lab.pack) - j)) + j
        at *= n
        at += iota
        drawn = flat.take(at)
        flat[at] = deck[j]
        deck[j] = drawn
    return play_hands(lab, deck[: lab.needs], chance, policies)


def play_hands(lab: Lab, cards: Any, chance: Chance, policies: Sequence[Policy]) -> Facts:
    """Play deals whose cards are given: [place * hand + slot, deal], the turned card last."""
    players, size, n = lab.players, lab.hand, cards.shape[1]
    if lab.turned:
        turned, pitched = cards[players * size].astype(np.int16), None
        trump = turned // 13
    else:
        turned, pitched = np.full(n, -1, np.int16), _pitch(size, cards, chance, policies[0])
        trump = cards[:size].reshape(-1).take(pitched * n + np.arange(n)) // 13
    at = _Tables(lab, RENAME.take(trump * np.intp(52) + cards[: players * size]), policies, chance)
    leader = np.zeros(n, np.intp)
    for trick in range(size):
        leader = at.trick(trick, leader, pitched if trick == 0 else None)
    has_jack = at.held >> JACK_CODE & 1
    jack = np.where(has_jack.any(0), has_jack.argmax(0), -1)
    marked = lab.peg_played.take(at.codes).reshape(players, size, n).sum(1, dtype=np.int32)
    return Facts(turned, trump, at.won.reshape(players, n), at.held, jack, marked)


class _Tables:
    """All the tables at which the deals are played. Flat arrays: entry ``place * n + deal``."""

    def __init__(self, lab: Lab, codes: Any, policies: Sequence[Policy], chance: Chance):
        players, size, n = lab.players, lab.hand, codes.shape[1]
        self.lab, self.chance, self.n, self.iota = lab, chance, n, np.arange(n)
        by_slot = codes.reshape(players, size, n)
        places = np.arange(size, dtype=np.uint32)[:, None]
        self.codes = codes.reshape(-1)
        self.spread = (SLOT.take(by_slot) << places).sum(1, dtype=np.uint32).reshape(-1)
        """Which slots hold what suit: a byte a suit."""
        self.extra = self.spread.astype(np.uint8)
        """What may be played though one could follow: trumps, in some books the Jack alone."""
        if lab.law:
            free = (by_slot == JACK_CODE) & lab.jack_free
            self.extra = (free << places).sum(1, dtype=np.uint8).reshape(-1)
        self.have = np.full(players * n, (1 << size) - 1, np.uint8)
        self.won = np.zeros(players * n, np.int32)
        self.held = TRUMP.take(by_slot).sum(1, dtype=np.uint16)
        self.low = _lowest(self.held) if lab.to_taker[1] else None
        self.high = self.held.max(0) if lab.to_taker[0] else None
        self.likes = np.array([not p.random for p in policies])
        self.likings = np.concatenate([p.table() for p in policies]).reshape(-1)

    def trick(self, trick: int, leader: Any, pitched: Any) -> Any:
        """Play one trick everywhere: who takes it."""
        lab, last = self.lab, self.lab.players - 1
        draw = 2 * PLAYS + trick * lab.players
        place = leader
        at = place * self.n + self.iota
        mine = self.have.take(at)
        slot = self._choose(trick, place, mine, draw) if pitched is None else pitched
        code = self._lay(place, at, mine, slot)
        led = code >> 4
        led8, led64 = led.astype(np.uint32) * np.uint32(8), led * np.intp(64)
        best, taker, total = POWER.take(led64 + code), place, self._worth(code)
        for k in range(1, lab.players):
            place = place + 1
            place[place > last] = 0
            at = place * self.n + self.iota
            mine = self.have.take(at)
            legal = mine
            if lab.law < 2:
                follow = (self.spread.take(at) >> led8).astype(np.uint8) & mine
                legal = np.where(follow, follow | (self.extra.take(at) & mine), mine)
            table = (led64, best, taker, k == last) if self.likes.any() else None
            slot = self._choose(trick, place, legal, draw + k, table)
            code = self._lay(place, at, mine, slot)
            power = POWER.take(led64 + code)
            taker = np.where(power > best, place, taker)
            best = np.maximum(best, power)
            total = total + self._worth(code)
        self.won[taker * self.n + self.iota] += total
        return taker

    def _choose(self, trick: int, place: Any, legal: Any, draw: int, table: Any = None) -> Any:
        """The slot played: the last card left, one drawn, or the one liked best."""
        if trick == self.lab.hand - 1:
            return PICK.take(legal * np.intp(8))
        if self.likes.all():
            return self._liked(place, legal, table)
        drawn = PICK.take(legal * np.intp(8) + self.chance.below(draw, COUNT.take(legal)))
        if not self.likes.any():
            return drawn
        return np.where(self.likes.take(place), self._liked(place, legal, table), drawn)

    def _liked(self, place: Any, legal: Any, table: Any) -> Any:
        """The slot each player likes best among the lawful ones; the first of equals."""
        row: Any = 0
        if table is not None:
            led64, best, taker, is_last = table
            row = 1 + 2 * is_last + (self.lab.side_of.take(taker) == self.lab.side_of.take(place))
        top, liked = np.full(self.n, -1, np.int16), np.zeros(self.n, np.intp)
        for slot in range(self.lab.hand):
            code = self.codes.take((place * self.lab.hand + slot) * self.n + self.iota)
            wins = POWER.take(led64 + code) > best if table is not None else 0
            score = self.likings.take((place * 9 + row + 4 * wins) * 64 + code)
            better = (legal >> slot & 1).astype(bool) & (score > top)
            top, liked = np.where(better, score, top), np.where(better, slot, liked)
        return liked

    def _lay(self, place: Any, at: Any, mine: Any, slot: Any) -> Any:
        """Take the card out of the hand: its code."""
        self.have[at] = mine & ~(np.uint8(1) << slot.astype(np.uint8))
        return self.codes.take((place * self.lab.hand + slot) * self.n + self.iota)

    def _worth(self, code: Any) -> Any:
        """What the card brings its taker."""
        found = self.lab.value.take(code)
        if self.low is not None:
            found = found + ((code == self.low) << LOW_BIT)
        if self.high is not None:
            found = found + ((TRUMP.take(code) > self.high >> 1) << HIGH_BIT)
        return found


def _lowest(held: Any) -> Any:
    """The rank of the lowest trump out, 99 where there is none."""
    out = np.bitwise_or.reduce(held, axis=0).astype(np.int32)
    return np.where(out, np.bitwise_count((out & -out) - 1), 99)


def _pitch(size: int, cards: Any, chance: Chance, policy: Policy) -> Any:
    """The slot of the first lead where it makes the trump: drawn, or the highest card of the longest suit."""
    if policy.random:
        return chance.below(2 * PLAYS, np.uint64(size)).copy()
    suits = cards[:size] // 13
    length = np.stack([(suits == suits[s]).sum(0) for s in range(size)])
    return (length * 16 + cards[:size] % 13).argmax(0)


# -- scoring ------------------------------------------------------------------------------------------


class Scores(NamedTuple):
    """Who made what, a column a deal. Sides are numbers; -1 is nobody."""

    turned: Any
    trump: Any
    side: Any
    """[point, deal]: whose High, Low, Jack, Game is."""
    n: Any
    """[point, deal]: what it was worth."""
    hung: Any
    """The Jack was taken from the other side."""
    pips: Any
    """[side, deal]: the count for Game."""
    turn: Any
    """Points of the dealer's side for the turned card."""
    pegs: Any
    """[side, deal]"""
    points: Any
    """[side, deal]: all points of the deal."""


def score(lab: Lab, facts: Facts) -> Scores:
    """Count what was taken, by the book."""
    sides, n = len(lab.sides), facts.won.shape[1]
    won = _by_side(lab, facts.won)
    pips, pegs = won & PIPS, won >> PEG_BIT
    if lab.peg_played.any():
        pegs += _by_side(lab, facts.marked)
    whose, worth = np.full((4, n), -1, np.int8), np.zeros((4, n), np.int8)

    def taken(bit: int) -> Any:
        flags = won >> bit & 1
        found = np.full(n, -1, np.int8)
        for side in range(sides):
            found += (side + 1) * flags[side].astype(np.int8)
        return found

    # one less than the lowest bit: where nothing is held, the largest number there is
    lowest = (facts.held & (~facts.held + np.uint16(1))) - np.uint16(1)
    whose[HIGH] = taken(HIGH_BIT) if lab.to_taker[0] else _most(lab, facts.held)
    whose[LOW] = taken(LOW_BIT) if lab.to_taker[1] else _most(lab, ~lowest)
    jack = taken(JACK_BIT)
    owner = np.append(lab.side_of, np.int8(-1)).take(facts.jack_slot)  # the last for nobody
    hung = (jack >= 0) & (jack != owner)
    if lab.worth[JACK]:
        whose[JACK] = jack
    if lab.by_ten:
        whose[GAME] = taken(TEN_BIT)
    else:
        most, level = pips.max(0), np.zeros(n, np.intp)
        for side in range(sides):
            level += (pips[side] == most) * (1 << side)
        whose[GAME] = lab.tie.take(level)
    for point in range(4):
        worth[point] = (whose[point] >= 0) * np.int8(lab.worth[point])
    if lab.worth[JACK] and lab.hang != lab.worth[JACK]:
        worth[JACK] = np.where(hung, lab.hang, worth[JACK])
    turn = lab.turn.take(facts.turned) if lab.turned else np.zeros(n, np.int8)
    points = pegs.astype(np.int16)
    points[lab.dealer_side] += turn
    for side in range(sides):
        for point in range(4):
            points[side] += (whose[point] == side) * worth[point]
    return Scores(facts.turned, facts.trump, whose, worth, hung, pips, turn, pegs, points)


def _by_side(lab: Lab, by_place: Any) -> Any:
    found = np.zeros((len(lab.sides), by_place.shape[1]), np.int32)
    for place, side in enumerate(lab.side_of):
        found[side] += by_place[place]
    return found


def _most(lab: Lab, by_place: Any) -> Any:
    """The side whose player has the largest number, or -1 where all have nought."""
    top, side = np.zeros(by_place.shape[1], by_place.dtype), np.full(by_place.shape[1], -1, np.int8)
    for place, one in enumerate(lab.side_of):
        side[by_place[place] > top] = one
        top = np.maximum(top, by_place[place])
    return side
