"""The cheating lab: an evening at the table, honest or not, and what its record shows.

Cheating is here to be found. A :class:`Night` is a seeded row of deals between two players who play by the maxims; in
some nights North helps luck along. What speaks for that is read off the record alone, as counts with exact tails
(:mod:`.tails`): how likely an honest table shows as much, or more.

>>> found = night("turned-jacks", deals=60, seed=1)
>>> jacks = next(e for e in found.evidence() if e.test == "jacks" and e.player == "North")
>>> (jacks.k, jacks.n), jacks.chance < Fraction(1, 1000)
((9, 30), True)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as default
from fractions import Fraction
from functools import cache
from math import comb, prod
from random import Random
from typing import Any, Final, Literal

from .. import toml_files as toml
from ..cards import SUITS, Card, card
from ..engine import RUN, Call, Position, deal, new_table
from ..engine.table import full_pack, pack_for
from ..errors import PlainValueError
from ..sources import Clause, SourceError, find_clause, folder, load_rulebook
from .duplicate import margin, played_by
from .players import chance_key, player
from .solver import solve
from .tails import ONE_TURN, at_least, one_in

_FILE: Final = "sources/cheats.toml"
BOOK: Final = "foster-1897"
PLAYERS: Final = ("South", "North")
CHEAT: Final = "North"
PLAYABLE: Final = ("turned-jacks", "hidden-ten", "hidden-tens", "half-stock", "marked-cards", "high-hand")
MOST_DEALS: Final = 1000
TURN_UP = 12
"""Where the card turned up lies in the pack: after two hands of six."""
RUN_TO_DEALER, NEW_TURN = 16, 19
"""The first of the three cards run to the dealer, and the card turned after them."""
Test = Literal["jacks", "tens", "runs", "play", "trumps"]
TESTS: Final[tuple[Test, ...]] = ("jacks", "tens", "runs", "play", "trumps")


# -- what the texts tell of -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cheat:
    """One cheat the old books warn of. ``detectable``: can records of the deals show it? ``test``: by what count."""

    id: str
    title: str
    at: tuple[str, ...]
    detectable: Literal["yes", "no", "perhaps"]
    why: str
    test: str = ""

    @property
    def playable(self) -> bool:
        """Is there a night of it?"""
        return self.id in PLAYABLE

    @property
    def clauses(self) -> tuple[Clause, ...]:
        return tuple(find_clause(ref) for ref in self.at)


@cache
def cheats() -> Mapping[str, Cheat]:
    """All cheats by id, in the order of ``sources/cheats.toml``."""
    raw = toml.read(folder() / "cheats.toml", _FILE)
    found = {}
    for id, body in toml.table(raw.get("cheats"), _FILE, "cheats").items():
        made = toml.structure({"id": id, **toml.table(body, _FILE, id)}, Cheat, _FILE, id)
        for ref in made.at:
            try:
                find_clause(ref)
            except ValueError as error:
                raise SourceError(_FILE, id, str(error), "witness#clause") from None
        if made.test and made.test not in TESTS:
            raise SourceError(_FILE, id, f"has the test {made.test!r}", "one of " + ", ".join(TESTS))
        found[id] = made
    return found


# -- an evening -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Evidence:
    """One count: ``k`` of ``n``, and the chance that an honest table shows as much or more (exact).

    ``player`` is empty where it is about the pack.
    """

    test: Test
    player: str
    k: int
    n: int
    chance: Fraction

    @property
    def odds(self) -> str:
        return one_in(self.chance)


@dataclass(frozen=True)
class Night:
    """A row of deals. ``cheat`` says what was done, or is None; ``.rows()`` and ``.evidence()`` do not look at it."""

    cheat: str | None
    seed: object
    ends: tuple[Position, ...]
    replays: tuple[tuple[int, int], ...] = default(repr=False, default=())
    """For each deal, for South and North: points more (or fewer) than a player of maxims makes with the same cards."""

    def rows(self) -> list[dict[str, Any]]:
        """The record, a row a deal: who dealt, what was turned, beg and run, Tens seen, points."""
        return [_row(n, end) for n, end in enumerate(self.ends, 1)]

    def evidence(self) -> tuple[Evidence, ...]:
        """Every count of every player, the least likely first."""
        found = [self._tens()]
        for who in PLAYERS:
            own = [end for end in self.ends if end.table.dealer == who]
            found += [_jacks(who, own), _runs(who, own), _trumps(who, self.ends), self._play(who)]
        return tuple(sorted(found, key=lambda e: e.chance))

    def _tens(self) -> Evidence:
        """How many Tens were never seen, and the chance that so many stay unseen in so many deals."""
        seen = [_seen(end) for end in self.ends]
        missing = sum(all(card("T" + suit) not in cards for cards in seen) for suit in SUITS)
        return Evidence("tens", "", missing, len(seen), unseen(missing, [len(cards) for cards in seen]))

    def _play(self, who: str) -> Evidence:
        more = [one[PLAYERS.index(who)] for one in self.replays]
        ahead, apart = sum(n > 0 for n in more), sum(n != 0 for n in more)
        return Evidence("play", who, ahead, apart, at_least(ahead, apart, Fraction(1, 2)))


def night(cheat: str | None = None, deals: int = 50, seed: object = 1) -> Night:
    """An evening of ``deals`` deals between South and North, dealing in turn; with a cheat's name North is that cheat.

    Raises :class:`ValueError` for a cheat of whom there is no night, or an impossible number of deals.
    """
    if cheat is not None and cheat not in PLAYABLE:
        raise PlainValueError(toml.unknown("night of the cheat", str(cheat), PLAYABLE))
    if not isinstance(deals, int) or isinstance(deals, bool) or not 1 <= deals <= MOST_DEALS:
        raise PlainValueError(f"deals: expected a whole number from 1 to {MOST_DEALS:,}, found {deals!r:.30}")
    ends, replays = [], []
    for n in range(deals):
        end = _play_deal(n, seed, cheat)
        ends.append(end)
        replays.append(_against_maxims(end))
    return Night(cheat, seed, tuple(ends), tuple(replays))


def mystery(seed: object = 1, deals: int = 60) -> Night:
    """An evening of which you are not told whether it was honest: the seed decides. ``.cheat`` tells."""
    who = Random(f"mystery/{seed}").choice([None, *PLAYABLE])
    return night(who, deals, seed)


def _play_deal(n: int, seed: object, cheat: str | None) -> Position:
    rules, dealer = load_rulebook(BOOK).rules, PLAYERS[n % 2]
    rng = Random(f"{cheat}/{seed}/{n}")
    pack = list(pack_for(rules, 2, f"night/{seed}", n + 1, 0)[0])
    if cheat in ("hidden-ten", "hidden-tens"):
        _put_away(pack, [card("TH"), card("TC")][: 1 + (cheat == "hidden-tens")])
    elif cheat is not None and dealer == CHEAT:
        _arrange(pack, cheat, rng)
    table = new_table(rules, PLAYERS, dealer=dealer, seed=f"night/{seed}", deal=n + 1, pack=pack)
    foster, key, at = player("foster"), chance_key(table), deal(table)
    while (seat := at.to_act) is not None:
        if cheat == "marked-cards" and seat == CHEAT and at.phase == "play" and not at.frame.draws:
            at = at.apply(solve(at, CHEAT, line=False).best[0])
        elif cheat == "half-stock" and dealer == seat == CHEAT and RUN in at.legal_actions():
            at = at.apply(RUN)
        else:
            at = at.apply(foster.choose(at.seen_by(seat), key).action)
    return at


def _put_away(pack: list[Card], tens: list[Card]) -> None:
    """Out of the pack: below all that is ever dealt."""
    for ten in tens:
        pack.remove(ten)
        pack.append(ten)


def _arrange(pack: list[Card], cheat: str, rng: Random) -> None:
    """What the cheat's deal looks like where it is not left to luck."""
    if cheat == "turned-jacks" and rng.random() < 1 / 3:
        _bring(pack, {TURN_UP: card("J" + rng.choice(SUITS))})
    elif cheat == "half-stock":
        suit = rng.choice([s for s in SUITS if s != pack[TURN_UP].suit])
        wanted = [card(rank + suit) for rank in "AJT"]
        _bring(pack, {**dict(enumerate(wanted, RUN_TO_DEALER)), NEW_TURN: card("5" + suit)})
    elif cheat == "high-hand" and rng.random() < 1 / 10:
        suit = rng.choice(SUITS)
        both = [card(rank + suit) for rank in "AKJT92Q87654"]
        places = (0, 1, 2, 6, 7, 8, 3, 4, 5, 9, 10, 11)  # three at a time, the eldest hand first
        _bring(pack, {**dict(zip(places, both, strict=True)), TURN_UP: card("3" + suit)})


def _bring(pack: list[Card], wanted: Mapping[int, Card]) -> None:
    for place, c in wanted.items():
        at = pack.index(c)
        pack[at], pack[place] = pack[place], pack[at]


def _against_maxims(end: Position) -> tuple[int, int]:
    """For each player, what he made above a player of maxims in his place, the other playing by maxims too."""
    foster = dict.fromkeys(PLAYERS, player("foster"))
    begun = next((at for at in end.path() if at.phase == "play"), end)
    usual = margin(played_by(begun, foster))
    signed = margin(end) - usual
    first = 1 if end.table.players[0] == PLAYERS[0] else -1
    return first * signed, -first * signed


# -- what a record shows ----------------------------------------------------------------------------------------------


def _seen(end: Position) -> frozenset[Card]:
    """The cards that came to light: those dealt and those turned."""
    return frozenset(end.turn_ups).union(*(end.dealt(seat) for seat in PLAYERS))


def _row(n: int, end: Position) -> dict[str, Any]:
    calls = [action.verb for _, action in end.actions() if isinstance(action, Call)]
    paid = margin(end) * (1 if end.table.players[0] == PLAYERS[0] else -1)
    return {
        "deal": n, "dealer": end.table.dealer, "turned": end.turn_ups[0].text, "trump": end.trump,
        "begged": "beg" in calls, "runs": int(end.frame.runs),
        "tens_seen": " ".join(sorted(c.text for c in _seen(end) if c.rank == "T")),
        "south_less_north": paid,
    }  # fmt: skip


def _jacks(who: str, own: list[Position]) -> Evidence:
    k = sum(end.turn_ups[0].rank == "J" for end in own)
    return Evidence("jacks", who, k, len(own), at_least(k, len(own), ONE_TURN))


BOTH_RUN: Final = Fraction(comb(36, 1), comb(38, 3))
"""Ace and Jack of the new trump among the three cards run to one player: at most so likely, whatever hands led to
the run: so likely where neither lies in a hand or was turned, else impossible."""


def _runs(who: str, own: list[Position]) -> Evidence:
    """Deals of his with one run: how often ace and Jack of the new trump are both among the three cards run to him."""
    run = [end for end in own if end.frame.runs == 1 and end.trump]
    k = sum({card("A" + str(end.trump)), card("J" + str(end.trump))} <= _run_to(end, who) for end in run)
    return Evidence("runs", who, k, len(run), at_least(k, len(run), BOTH_RUN))


def _run_to(end: Position, who: str) -> set[Card]:
    return set(end.dealt(who)) - set(end.path()[0].dealt(who))


SIX_TRUMPS: Final = Fraction(comb(12, 6), comb(51, 6))
"""Six trumps of six cards."""


def _trumps(who: str, ends: tuple[Position, ...]) -> Evidence:
    """Deals of his in which some hand of six was all trumps (of the suit first turned)."""
    own = [end for end in ends if end.table.dealer == who]
    k = sum(any(_all_trumps(end, seat) for seat in PLAYERS) for end in own)
    return Evidence("trumps", who, k, len(own), at_least(k, len(own), 2 * SIX_TRUMPS))


def _all_trumps(end: Position, seat: str) -> bool:
    first = end.path()[0].dealt(seat)
    return bool(first) and all(c.suit == end.turn_ups[0].suit for c in first)


def unseen(missing: int, seen: list[int]) -> Fraction:
    """At most how likely it is that ``missing`` of the four Tens stay out of deals that show so many cards each.

    The chance for given Tens, times the number of ways to choose them.

    >>> unseen(1, [13] * 30) < Fraction(1, 1000), unseen(0, [13])
    (True, Fraction(1, 1))
    """
    chance = prod((Fraction(comb(52 - missing, n), comb(52, n)) for n in seen), start=Fraction(1))
    return min(Fraction(1), comb(4, missing) * chance)


# -- what a missing Ten does ------------------------------------------------------------------------------------------


def pips_out(hidden: int = 0, hands: int = 2) -> dict[int, Fraction]:
    """The pips that count for Game among the cards of ``hands`` hands, each number with its chance (exact).

    ``hidden``: how many Tens are not in the pack.

    >>> sum(n * p for n, p in pips_out(0).items()), sum(n * p for n, p in pips_out(2).items())
    (Fraction(240, 13), Fraction(72, 5))
    """
    drawn = 6 * hands
    worth = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}
    ways = {(0, 0): 1}  # (cards, pips) -> ways, one card of the pack after another
    pack = [worth.get(c.rank, 0) for c in full_pack(load_rulebook(BOOK).rules)]
    for _ in range(hidden):
        pack.remove(10)
    for n in pack:
        for (cards, pips), before in list(ways.items()):
            if cards < drawn:
                ways[cards + 1, pips + n] = ways.get((cards + 1, pips + n), 0) + before
    return {pips: Fraction(n, comb(len(pack), drawn)) for (cards, pips), n in sorted(ways.items()) if cards == drawn}


def no_ten_out(hidden: int = 0, hands: int = 2) -> Fraction:
    """The chance that no Ten at all is among the cards of ``hands`` hands.

    >>> no_ten_out(0) < no_ten_out(1) < no_ten_out(2)
    True
    """
    pack = 52 - hidden
    return Fraction(comb(48, 6 * hands), comb(pack, 6 * hands))


def never_a_jack(deals: int = 50) -> Fraction:
    """The chance that an honest dealer turns no Jack in so many deals.

    >>> one_in(never_a_jack(50))
    '1 in 55'
    """
    return (1 - ONE_TURN) ** deals
