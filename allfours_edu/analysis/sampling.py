"""Whole deals that a seat could be sitting in: what it cannot see is filled in, by chance but not at random.

A seat knows its own cards, what was played, turned or drawn openly, and how many cards everybody holds. The rest is
dealt anew so that everything seen could have happened: nobody holds a suit he has shown to lack, and every call and
card of the deal so far is gone through again under the rules. Hands in which an adversary would not have begged, given
or bid as he did (the player of maxims is asked) are mostly dropped; what was thrown away is what he would have thrown.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random

from ..cards import Card, from_bits, to_bits
from ..engine import Call, Position, Table, Verb, View, cardplay, deal, set_up
from ..engine.table import full_pack, places
from . import calling
from .sight import Sight, seen_bits

_COURT = frozenset((Verb.CLAIM_PENALTY, Verb.CORRECT, Verb.CALL_EXPOSED))
_OTHER_NUMBER, _OTHER_CALL = 0.5, 0.15
"""How often a hand is kept with which another number, or something else altogether, would have been called."""
_TRIES = 12


class CannotDealError(ValueError):
    """A view for which no hands can be made up. ``why`` is a short key: "pool", "stock" or "court"."""

    def __init__(self, why: str):
        self.why = why
        super().__init__(f"no hands can be made up here: {why}")


class Sampler:
    """Deals that agree with one view. Raises :class:`CannotDealError` where they cannot be made."""

    def __init__(self, view: View) -> None:
        self.view, rules = view, view.rules
        if rules.pool is not None:
            raise CannotDealError("pool")
        if rules.draw is not None and view.stock_left:
            raise CannotDealError("stock")
        if any(call.verb in _COURT for _, call in view.calls):
            raise CannotDealError("court")
        self.me = view.players.index(view.seat)
        self.size = len(view.players)
        played = [0] * self.size
        for who, c in view.plays:
            played[view.players.index(who)] |= c.bit
        self.played = played
        self.held = [n for _, n in view.held]
        self.thrown = [
            sum(call.verb == Verb.DISCARD and who == player for who, call in view.calls) for player in view.players
        ]
        self.own = to_bits(view.hand or ()) | played[self.me] | _thrown_by(view)
        shown = dict(view.known)
        self.known = [to_bits(shown.get(player, ())) & ~played[n] for n, player in enumerate(view.players)]
        seen = seen_bits(view) | sum(self.known)
        pack = [c for c in full_pack(rules) if c not in _removed(view)]
        self.unknown = [c for c in pack if not c.bit & seen]
        voids = Sight(view).voids if view.trump is not None and view.plays else {}
        self.lacks = [voids.get(player, 0) for player in view.players]
        self.order = sorted(
            (n for n in range(self.size) if n != self.me), key=lambda n: -(self.lacks[n].bit_count()),
        )  # fmt: skip
        self.table = Table(
            rules, view.players, view.sides, view.scores_before, tuple(pack), None, view.deal,
            trump=view.trump if rules.trump_from == "cut" else None,
        )  # fmt: skip

    def deals(self, rng: Random, n: int) -> Iterator[Position]:
        """Up to ``n`` positions that look to the seat as its own does."""
        misses = 0
        found = 0
        while found < n and misses < _TRIES * (n + 4):
            at = self.one(rng, strict=misses < _TRIES * n)
            if at is None:
                misses += 1
            else:
                found += 1
                yield at

    def one(self, rng: Random, strict: bool = True) -> Position | None:
        """One such position, or None where this draw did not agree with what was seen. ``strict``: weigh the calls."""
        filled = self._fill(rng)
        if filled is None:
            return None
        hands, thrown, rest = filled
        if self.view.rules.draw is not None:
            return self._late(hands)
        at = deal(self._table(hands, thrown, rest, rng))
        return self._again(at, thrown, rng, strict)

    def every(self, most: int) -> Iterator[Position] | None:
        """Every deal that may be, where there are at most ``most`` of them; else None. Calls are not weighed.

        Only where one hand is hidden and nothing was thrown away, or there would be far too many.
        """
        others = [n for n in self.order if self.held[n] - self.known[n].bit_count()]
        if len(others) > 1 or any(self.thrown[n] for n in self.order) or self.view.rules.draw is not None:
            return None
        free = [c for c in self.unknown if not others or not c.bit & self.lacks[others[0]]]
        need = self.held[others[0]] - self.known[others[0]].bit_count() if others else 0
        if math.comb(len(free), need) > most:
            return None
        return self._every(others, combinations(free, need))

    def _every(self, others: list[int], choices: Iterable[tuple[Card, ...]]) -> Iterator[Position]:
        rng = Random(0)
        thrown = [0] * self.size
        thrown[self.me] = _thrown_by(self.view)
        for chosen in choices:
            hands = [played | known for played, known in zip(self.played, self.known, strict=True)]
            hands[self.me] = self.own & ~thrown[self.me]
            for n in others:
                hands[n] |= to_bits(chosen)
            rest = [c for c in self.unknown if c not in chosen]
            at = self._again(deal(self._table(hands, thrown, rest, rng)), thrown, rng, strict=False)
            if at is not None:
                yield at

    # -- filling in -------------------------------------------------------------------------------

    def _fill(self, rng: Random) -> tuple[list[int], list[int], list[Card]] | None:
        """By place: the cards played and held, and those thrown away; and the rest of the pack."""
        cards = self.unknown[:]
        rng.shuffle(cards)
        hands, thrown = self.played[:], [0] * self.size
        thrown[self.me] = _thrown_by(self.view)
        hands[self.me] = self.own & ~thrown[self.me]
        for n in self.order:
            lacks, need = self.lacks[n], self.held[n] - self.known[n].bit_count()
            got = self.known[n]
            extra = self.thrown[n]
            taken: list[Card] = []
            left: list[Card] = []
            for c in cards:
                if need and not c.bit & lacks:
                    need -= 1
                    taken.append(c)
                elif extra and not need:
                    extra -= 1
                    taken.append(c)
                else:
                    left.append(c)
            if extra and len(left) >= extra:
                taken, left, extra = [*taken, *left[:extra]], left[extra:], 0
            if need or extra:
                return None
            if self.thrown[n]:
                thrown[n] = self._throw(taken, lacks, self.thrown[n])
            hands[n] |= got | (to_bits(taken) & ~thrown[n])
            cards = left
        return hands, thrown, cards

    def _throw(self, cards: list[Card], lacks: int, n: int) -> int:
        """What would have been thrown away of these: what the seat has shown to lack since, then what is missed least.

        Where the trump is not named yet nothing has been thrown."""
        trump = self.view.trump or "S"
        cards = sorted(cards, key=lambda c: (not c.bit & lacks, calling.keeping(self.view, c, trump)))
        return to_bits(cards[:n])

    def _table(self, hands: list[int], thrown: list[int], rest: list[Card], rng: Random) -> Table:
        """The table whose pack deals these cards, the turned ones in their places."""
        view, rules = self.view, self.view.rules
        queues: list[list[Card]] = []
        for n in range(self.size):
            kept, gone = list(from_bits(hands[n])), list(from_bits(thrown[n]))
            rng.shuffle(kept)
            rng.shuffle(gone)
            queue = [*kept, *gone]  # dealt from the end: what was thrown away came before what was drawn for it
            if rules.exchange is None:
                rng.shuffle(queue)
            queues.append(queue)
        left = [c for c in rest if c not in view.turn_ups]
        dealt, _ = places(rules, self.size)
        pack: list[Card] = [queues[seat].pop() if seat < self.size else left.pop() for _, seat in dealt]
        for n, turned in enumerate(view.turn_ups):
            if n:
                pack += [queue.pop() for queue in queues for _ in range(rules.run_cards)]
            pack.append(turned)
        for queue in queues:  # hands filled up in turn, and a dealer who has taken up the stock
            pack += reversed(queue)
        pack += [*view.stock_open, *left]
        return _with_pack(self.table, tuple(pack))

    def _late(self, hands: list[int]) -> Position:
        """After the stock is gone: who drew what when no longer matters, only who has what."""
        view = self.view
        held = {player: from_bits(hands[n]) for n, player in enumerate(view.players)}
        leader = view.plays[0][0] if view.plays else view.to_act
        at = set_up(self.table, held, view.trump, turn_ups=view.turn_ups, leader=leader)
        for _, c in view.plays:
            at = cardplay.play(at, c)
        return at

    # -- going through it again -------------------------------------------------------------------

    def _again(self, at: Position, thrown: list[int], rng: Random, strict: bool) -> Position | None:
        view, me = self.view, self.view.seat
        left = [list(from_bits(bits)) for bits in thrown]
        for who, call in view.calls:
            if call.verb == Verb.DISCARD and who != me:
                call = Call(Verb.DISCARD, left[view.players.index(who)].pop())
            elif strict and who != me and who == at.to_act and not self._would(at, who, call, rng):
                return None
            if at.why_not(call, by=who) is not None:
                return None
            at = at.apply(call, by=who)
        for _, c in view.plays:
            if at.phase != "play" or not c.bit & at.legal:
                return None
            at = cardplay.play(at, c)
        return at if at.phase == view.phase and at.to_act == me else None

    def _would(self, at: Position, who: str, call: Call, rng: Random) -> bool:
        """Would this player have called so? Hands with which he would not are kept now and then."""
        seen = at.seen_by(who)
        if len(seen.actions) < 2 or not seen.hand:
            return True
        advised = calling.advise(seen).equal
        if call in advised:
            return True
        same_verb = any(isinstance(a, Call) and a.verb == call.verb for a in advised)
        return rng.random() < (_OTHER_NUMBER if same_verb else _OTHER_CALL)


def _thrown_by(view: View) -> int:
    """The cards this seat has thrown away."""
    return to_bits(c.card for who, c in view.calls if who == view.seat and c.verb == Verb.DISCARD and c.card)


def _removed(view: View) -> tuple[Card, ...]:
    """The cards laid out before the deal so that it comes out even: known to all."""
    from ..engine.table import pack_for

    return pack_for(view.rules, len(view.players), 0)[1]


def _with_pack(table: Table, pack: tuple[Card, ...]) -> Table:
    """The same table with other cards."""
    new = object.__new__(Table)
    new.__dict__.update(table.__dict__)
    new.__dict__["pack"] = pack
    return new
