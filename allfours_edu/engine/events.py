"""All that has happened in a deal, each thing with the rule fields that decided it.

Nobody writes down *why*: the pure functions of :mod:`.scoring` are run again with rules that note which of their fields
are read. With other rules the same cards and plays are judged as another book would judge them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ..cards import Card, from_bits
from ..rules import FIELDS, Rules
from . import begging, scoring
from .calls import Action, Call, Verb
from .scoring import Award, Deal

if TYPE_CHECKING:
    from .position import Position

_ORDER = {name: n for n, name in enumerate(FIELDS)}


class Event(NamedTuple):
    """One thing that happened. ``seat`` and ``side`` are names; ``n`` is what it was worth; ``trick`` counts from 1.

    ``because`` are the rule fields that decided it; ``topic`` the question of the texts it falls under, which stands
    also where no field decided.
    """

    kind: str
    topic: str
    seat: str | None = None
    side: str | None = None
    cards: tuple[Card, ...] = ()
    n: int = 0
    point: str | None = None
    trick: int = 0
    because: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    """Scores after it, in the order of the table's sides."""
    action: Action | None = None
    data: Mapping[str, Any] = {}


class Noted:
    """Rules that note which fields are read."""

    def __init__(self, rules: Rules):
        self._rules = rules
        self._read: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._rules, name)
        if name in _ORDER:
            self._read.add(name)
        return value

    def taken(self) -> tuple[str, ...]:
        """The fields read since the last call, in the order of the groups."""
        read, self._read = self._read, set()
        return tuple(sorted(read, key=_ORDER.__getitem__))


class _Teller:
    """Tells the story of one deal under some rules. Keeps the score as it goes."""

    def __init__(self, position: Position, rules: Rules):
        self.end = position
        self.table = position.table
        self.rules: Any = Noted(rules)
        self.scores = list(position.table.scores)
        self.decided: set[str] = set()  # fields behind any point so far: they stand behind the end of the match too
        self.won_by: int | None = None
        self.stood = False

    def because(self) -> tuple[str, ...]:
        return self.rules.taken()  # type: ignore[no-any-return]

    def mark(
        self, kind: str, topic: str, side: int, n: int, out_by: str, because: tuple[str, ...] = (), **more: Any
    ) -> Iterator[Event]:
        """A point that counts at once, and the end of the match if it puts a side out."""
        because = (*because, *(name for name in self.because() if name not in because))
        self.decided.update(because)
        if self.won_by is not None:
            return
        self.scores[side] += n
        yield Event(
            kind, topic, side=self.table.sides[side].name, n=n, because=because, scores=tuple(self.scores), **more
        )
        yield from self.out(side, out_by)

    def out(self, side: int, by: str) -> Iterator[Event]:
        if self.scores[side] >= self.rules.target and self.rules.match_ends == "first_out":
            self.won_by = side
            because = tuple(sorted(self.decided | set(self.because()), key=_ORDER.__getitem__))
            yield Event(
                "out", "out", side=self.table.sides[side].name, point=by, because=because, scores=tuple(self.scores)
            )
        self.decided.update(self.because())

    # -- the story --------------------------------------------------------------------------------

    def tell(self) -> Iterator[Event]:
        table = self.table
        yield Event("deal", "deal", seat=table.dealer, scores=table.scores)
        before: Position | None = None
        for at in self.end.path():
            if at.action is not None:
                yield from self.acted(at, before)
            yield from self.turned(at, before)
            yield from self.standing(at)
            before = at
        if self.end.over and self.end.frame.settled is not None and self.won_by is None:
            yield from self.settled()
        if self.end.over:
            yield Event(
                "end", "end", side=self.end.winner, scores=tuple(self.scores), data={"redeal": self.end.frame.redeal}
            )

    def turned(self, at: Position, before: Position | None) -> Iterator[Event]:
        known = before.frame.turn_ups if before is not None else ()
        ups = at.frame.turn_ups
        for n in range(len(known), len(ups)):
            worth = scoring.turn_worth(self.rules, ups[n], ups[0].suit if n else None)
            because = self.because()
            yield Event(
                "turned", "turned", seat=self.table.dealer, cards=(ups[n],), because=because, scores=tuple(self.scores)
            )
            if worth and self.rules.earlier_turns == "kept":
                yield from self.mark_turn(ups[n], worth, because)

    def standing(self, at: Position) -> Iterator[Event]:
        """Once the trump stands: where only the card that makes it counts, it is marked now."""
        ups, frame = at.frame.turn_ups, at.frame
        if self.stood or not ups or frame.redeal or frame.phase not in ("discard", "play", "over"):
            return
        self.stood = True
        worth = scoring.turn_worth(self.rules, ups[-1], ups[0].suit if len(ups) > 1 else None)
        because = self.because()
        if worth and self.rules.earlier_turns == "final_only":
            yield from self.mark_turn(ups[-1], worth, because)
        self.because()

    def mark_turn(self, card: Card, worth: int, because: tuple[str, ...]) -> Iterator[Event]:
        table = self.table
        yield from self.mark(
            "turn", "turn", table.dealer_side, worth, "turn", because, cards=(card,), seat=table.dealer
        )

    def acted(self, at: Position, before: Position | None) -> Iterator[Event]:
        action = at.action
        assert action is not None and before is not None
        seat = self.table.players[at.by]
        if isinstance(action, Card):
            yield from self.played(at, before, seat, action)
            return
        kind = "discard" if action.verb == Verb.DISCARD else "call"
        hidden = (action.card,) if action.card is not None else ()
        yield Event(kind, kind, seat=seat, cards=hidden, n=action.n or 0, action=action, scores=tuple(self.scores))
        yield from self.followed(at, before, action)

    def followed(self, at: Position, before: Position, action: Call) -> Iterator[Event]:
        """What follows from a call."""
        table = self.table
        if action.verb == Verb.GIVE:
            yield from self.standing(at)
            for side in begging.gift_sides(self.rules, table.side_of):
                yield from self.mark("gift", "gift", side, 1, "gift")
        elif action.verb == Verb.RUN:
            runs = at.frame.runs - before.frame.runs
            self.rules.run_cards  # noqa: B018  (read so that the clause on running is cited)
            yield Event("run", "run", seat=table.dealer, n=runs, because=self.because(), scores=tuple(self.scores))
        elif action.verb in (Verb.SELL, Verb.REFUSE_SALE):
            yield from self.sold(at, action)
        elif action.verb == Verb.CLAIM_PENALTY:
            for penalty in at.frame.penalties[len(before.frame.penalties) :]:
                yield from self.punished(penalty)
        if at.frame.redeal:
            self.rules.exhausted  # noqa: B018
            yield Event("bunch", "bunch", seat=table.dealer, because=self.because(), data={"redeal": at.frame.redeal})

    def sold(self, at: Position, action: Call) -> Iterator[Event]:
        from . import auction

        place, number = auction.best_bid(at.frame)
        if action.verb == Verb.SELL:
            side = self.table.side_of[0]
            n = auction.seller_credit(self.rules, self.scores[side], number)
            yield from self.mark("sale", "sale", side, n, "sale")
        elif self.rules.refused_bid == "bidder_marks":
            yield from self.mark("sale", "sale", self.table.side_of[place], number, "sale")
        self.decided.update(self.because())

    def punished(self, penalty: Any) -> Iterator[Event]:
        from . import court

        table, rules = self.table, self.rules
        bid = self.end.frame.contract.n if self.end.frame.contract is not None else 0
        verdict = court.revoke_penalty(rules, penalty.charge, table.side_of, bid)
        for side in verdict.to:
            n = -verdict.n if verdict.deduct else verdict.n
            yield from self.mark(
                "penalty", "revoke", side, n, "penalty", seat=table.players[penalty.charge.place],
                trick=penalty.charge.trick + 1,
                data={"bars": verdict.bars, "capped": verdict.capped},
            )  # fmt: skip

    def played(self, at: Position, before: Position, seat: str, card: Card) -> Iterator[Event]:
        table, trump = self.table, at.frame.trump or ""
        size = max(len(at.frame.active), 1)
        laid = at.laid()
        trick = (len(laid) - 1) // size + 1
        if before.frame.layout is None:
            yield Event("trump", "trump", seat=seat, cards=(card,), data={"suit": trump}, scores=tuple(self.scores))
        yield Event("play", "play", seat=seat, cards=(card,), trick=trick, scores=tuple(self.scores))
        n = scoring.pegs_when_played(self.rules, trump, card) if self.rules.peg is not None else 0
        if n:
            yield from self.mark("peg", "peg", table.side_of[at.by], n, "peg", cards=(card,), seat=seat, trick=trick)
        if len(laid) % size:
            return
        for plays, winner in scoring.complete_tricks(self.rules, trump, laid[-size:], size):
            because = self.because()
            cards = tuple(c for _, c in plays)
            name, side = table.players[winner], table.sides[table.side_of[winner]].name
            yield Event(
                "trick",
                "trick",
                seat=name,
                side=side,
                cards=cards,
                trick=trick,
                because=because,
                scores=tuple(self.scores),
            )
            if self.rules.peg is not None:
                n = scoring.pegs_when_won(self.rules, trump, cards)
                if n:
                    self.decided.update(because)
                    pegged = tuple(c for c in cards if c.bit & scoring.peg_bits(self.rules, trump))
                    yield from self.mark(
                        "peg", "peg", table.side_of[winner], n, "peg", cards=pegged, seat=name, trick=trick
                    )
        self.because()
        drawn = [m & ~o for m, o in zip(at.frame.dealt, before.frame.dealt, strict=True)]
        for place in range(table.size):
            if drawn[place]:
                yield Event("draw", "draw", seat=table.players[place], cards=from_bits(drawn[place]), trick=trick)

    def settled(self) -> Iterator[Event]:
        frame, table = self.end.frame, self.table
        if self.rules.score is None:
            for what, side, n in frame.settled.order:
                self.scores[side] += n
                yield Event(
                    "award",
                    what,
                    side=table.sides[side].name,
                    n=n,
                    point=what,
                    because=("looed",) if what == "loo" else (),
                )
            self.scores = list(frame.scores)
            return
        self.because()
        deal = scoring.facts(self.end)
        made = []
        for point in scoring.points_of(self.rules):
            award: Award = scoring.AWARDS[point](self.rules, deal)
            made.append(award)
            because = self.because()
            self.decided.update(because)
            yield self.award_event(award, because, deal)
        done = scoring.settle(self.rules, self.scores, made, table.side_of, frame.contract, frame.penalties)
        self.decided.update(self.because())
        self.scores = list(done.scores)
        because = tuple(sorted(self.decided, key=_ORDER.__getitem__))
        data = {"order": tuple((p, table.sides[s].name, n) for p, s, n in done.order), "bid_made": done.bid_made,
                "set_back": {table.sides[s].name: n for s, n in done.set_back}}  # fmt: skip
        yield Event("settle", "settle", because=because, scores=done.scores, data=data)
        if done.winner is not None:
            self.won_by = done.winner
            yield Event(
                "out", "out", side=table.sides[done.winner].name, point=done.out_by, because=because, scores=done.scores
            )

    def award_event(self, award: Award, because: tuple[str, ...], deal: Deal) -> Event:
        table = self.table
        side = table.sides[award.side].name if award.side is not None else None
        data = dict(award.data)
        if "count" in data:
            data["count"] = {s.name: n for s, n in zip(table.sides, data["count"], strict=True)}
        holder = None
        if award.card is not None:
            holder = next((table.players[p] for p, m in enumerate(deal.dealt) if m & award.card.bit), None)
        return Event(
            "award", award.point, seat=holder, side=side, cards=(award.card,) if award.card else (), n=award.n,
            point=award.point, because=because, scores=tuple(self.scores), data=data,
        )  # fmt: skip


def events(position: Position, rules: Rules | None = None) -> Iterator[Event]:
    """The events of the deal up to ``position``, in order. See :class:`Event`."""
    return _Teller(position, rules if rules is not None else position.table.rules).tell()
