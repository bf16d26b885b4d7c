"""All that has happened in a deal, each thing with the rule fields that decided it.

Nobody writes down *why*: the pure functions of :mod:`.scoring` are run again with rules that note which of their fields
are read. With other rules the same cards and plays are judged as another book would judge them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..cards import Card, from_bits
from ..rules import FIELDS, Rules
from . import begging, cardplay, pool, priced, scoring
from .calls import PRICED, SLIPS, TAKES_BACK, Action, Call, Verb
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


_TOPIC_OF_CALL = {Verb.SELL: "sale", Verb.REFUSE_SALE: "sale", Verb.NAME: "trump"}
"""What establishes a call, where it is more than one of the calls before the play."""

_TOPIC_OF_FAULT = {
    Verb.LOOK: "early_look",
    Verb.MISDEAL: "misdeal",
    Verb.FACE: "exposed_in_deal",
    Verb.MARK_WRONG: "wrong_score",
}


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
        self.turned_told = 0
        self.penalties: list[Any] = []  # verdicts under these rules
        self.laid: list[tuple[int, Card]] = []  # (place, card) of the plays that stand
        self.late: list[tuple[int, Call]] = []  # (place, call): points taken down wrongly, after the deal is settled
        self.scores_at: dict[int, list[int]] = {}  # by id of a position, to go back to when a card is corrected

    def because(self) -> tuple[str, ...]:
        """The fields read since the last call."""
        return self.rules.taken()  # type: ignore[no-any-return]

    def note(self) -> None:
        """Keep the fields read since: they stand behind the score, if only because nothing was marked."""
        self.decided.update(self.because())

    def so_far(self) -> tuple[str, ...]:
        """All fields behind the score as it stands."""
        return tuple(sorted(self.decided | set(self.because()), key=_ORDER.__getitem__))

    def event(self, kind: str, topic: str, **more: Any) -> Event:
        """An event with the scores as they stand."""
        return Event(kind, topic, scores=tuple(self.scores), **more)

    def side(self, side: int) -> str:
        return self.table.sides[side].name

    def mark(
        self, kind: str, topic: str, side: int, n: int, out_by: str, because: tuple[str, ...] = (), **more: Any
    ) -> Iterator[Event]:
        """A point that counts at once, and the end of the match if it puts a side out."""
        n = scoring.held_back(self.rules, n, self.scores[side], side in {p.side for p in self.penalties if p.capped})
        because = (*because, *(name for name in self.because() if name not in because))
        self.decided.update(because)
        if self.won_by is not None:
            return
        self.scores[side] += n
        yield self.event(kind, topic, side=self.side(side), n=n, because=because, **more)
        if self.scores[side] >= self.rules.target and self.rules.match_ends == "first_out":
            self.won_by = side
            yield self.event("out", "out", side=self.side(side), point=out_by, because=self.so_far())
        self.decided.update(self.because())

    # -- the story --------------------------------------------------------------------------------

    def tell(self) -> Iterator[Event]:
        """The events in order."""
        yield self.event("deal", "deal", seat=self.table.dealer)
        yield from self.trump_settled(self.end.path()[0])
        if self.rules.pool is not None:
            yield self.stake()
        before: Position | None = None
        for at in self.end.path():
            if at.action is not None:
                yield from self.acted(at, before)
            yield from self.turned(at, before)
            yield from self.standing(at)
            self.scores_at[id(at)] = list(self.scores)
            before = at
        if self.end.over and self.end.frame.settled is not None and self.won_by is None:
            yield from self.settled() if self.rules.score is not None else self.paid_out()
            for place, call in self.late:
                yield from self.priced(place, call)
        if self.end.over:
            winner = self.side(self.won_by) if self.won_by is not None else None
            yield self.event("end", "end", side=winner, because=self.so_far(), data={"redeal": self.end.frame.redeal})

    def trump_settled(self, start: Position) -> Iterator[Event]:
        """The trump where nobody has a say in it: cut for before the deal, or shown by the top of the stock."""
        way = self.table.rules.trump_from
        if way not in ("cut", "stock_top") or not start.frame.trump:
            return
        shown = start.frame.stock[:1] if way == "stock_top" else ()
        self.rules.trump_from  # noqa: B018  (read so that the rule is cited)
        yield self.event(
            "settled_trump", "trump", cards=shown, because=self.because(), data={"suit": start.frame.trump, "way": way}
        )

    def stake(self) -> Event:
        """Loo: the dealer pays into the pool before he deals."""
        n = self.rules.deal_stake * self.rules.red_is
        self.scores[self.table.dealer_side] -= n
        because = self.because()
        self.decided.update(because)
        return self.event(
            "stake", "stake", seat=self.table.dealer, side=self.side(self.table.dealer_side), n=-n, because=because
        )

    def turned(self, at: Position, before: Position | None) -> Iterator[Event]:
        known = at.frame.turn_ups[: self.turned_told]
        refused = known[-1].suit if known else None
        for card in at.frame.turn_ups[len(known) :]:
            self.turned_told += 1
            worth = scoring.turn_worth(self.rules, card, refused)
            because = self.because()
            self.decided.update(because)
            yield self.event("turned", "turned", seat=self.table.dealer, cards=(card,), because=because)
            if worth and self.rules.earlier_turns == "kept":
                yield from self.mark_turn(card, worth, because)
        self.note()

    def standing(self, at: Position) -> Iterator[Event]:
        """Once the trump stands: where only the card that makes it counts, it is marked now."""
        ups, frame = at.frame.turn_ups, at.frame
        if self.stood or not ups or frame.redeal or frame.phase not in ("discard", "play", "over"):
            return
        self.stood = True
        worth = scoring.turn_worth(self.rules, ups[-1], None)
        because = self.because()
        if worth and self.rules.earlier_turns == "final_only":
            yield from self.mark_turn(ups[-1], worth, because)
        self.decided.update(because)
        self.note()

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
            yield from self.played(at, before, at.by, action)
            if before.frame.phase == "play" and at.by != before.seat:
                yield self.slipped(at, before, Call(Verb.OUT_OF_TURN, card=action))
            return
        kind = "discard" if action.verb == Verb.DISCARD else "call"
        shown = (action.card,) if action.card is not None else ()
        topic = "exchange_by" if before.frame.phase == "rob" else _TOPIC_OF_CALL.get(action.verb, kind)
        because = ("refused_bid",) if action.verb == Verb.REFUSE_SALE else ()
        yield self.event(kind, topic, seat=seat, cards=shown, n=action.n or 0, action=action, because=because)
        yield from self.followed(at, before, action)
        if before.frame.phase == "rob" or at.frame.phase == "rob":
            yield from self.filled(at, before)

    def filled(self, at: Position, before: Position) -> Iterator[Event]:
        """Cards from the stock to those who threw some away, and the rest of it to the dealer."""
        for place, (now, then) in enumerate(zip(at.frame.dealt, before.frame.dealt, strict=True)):
            if now != then:
                robs = place == self.table.size - 1
                fresh = from_bits(now & ~then)
                seat = self.table.players[place]
                yield self.event("fill", "exchange_by", seat=seat, cards=fresh, n=len(fresh), data={"robs": robs})

    def followed(self, at: Position, before: Position, action: Call) -> Iterator[Event]:
        """What follows from a call."""
        table = self.table
        if action.verb == Verb.GIVE:
            yield from self.standing(at)
            sides = begging.gift_sides(self.rules, table.side_of) if self.rules.beg is not None else ()
            because = self.because()
            for side in sides:
                yield from self.mark("gift", "gift", side, 1, "gift", because)
        elif action.verb == Verb.RUN:
            runs = at.frame.runs - before.frame.runs
            self.rules.run_cards  # noqa: B018  (read so that the clause on running is cited)
            yield self.event("run", "run", seat=table.dealer, n=runs, because=self.because())
        elif action.verb in (Verb.SELL, Verb.REFUSE_SALE):
            yield from self.sold(at, action)
        elif action.verb == Verb.NAME:
            yield self.event("trump", "trump", seat=table.players[at.by], because=(), data={"suit": action.suit})
        elif action.verb == Verb.CLAIM_PENALTY:
            for penalty in at.frame.penalties[len(before.frame.penalties) :]:
                yield from self.claimed(at, before, penalty)
            if cardplay.begins_anew(at):
                self.laid = []
        elif action.verb in TAKES_BACK:
            yield from self.corrected(at, action)
        elif action.verb == Verb.MARK_WRONG:
            self.late.append((at.by, action))
        elif action.verb in PRICED:
            yield from self.priced(at.by, action)
        elif action.verb in SLIPS or (action.verb == Verb.BID and at.frame.bids[-1:] == ((at.by, 0),)):
            yield self.slipped(at, before, action)
        if at.frame.redeal and action.verb != Verb.MISDEAL:
            yield self.thrown_together(at, action)

    def thrown_together(self, at: Position, action: Call) -> Event:
        """The deal is void: the pack ran out, all agreed to bunch, or nobody bid."""
        by, void = at.frame.redeal, action.verb == Verb.NEW_DEAL
        if action.verb == Verb.RUN:
            by = self.rules.exhausted
        elif action.verb == Verb.NEW_DEAL:  # what a turned card brought goes off again
            self.scores, self.won_by, self.stood = list(self.table.scores), None, True
            self.rules.exposed_in_deal  # noqa: B018
        elif action.verb == Verb.PASS:
            self.rules.all_pass  # noqa: B018
        else:
            self.rules.bunch  # noqa: B018
        return self.event(
            "bunch", "bunch", seat=self.table.dealer, because=self.because(), data={"redeal": by, "void": void}
        )

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

    def slipped(self, at: Position, before: Position, action: Call) -> Event:
        """What the book makes of a card shown, a card before one's turn, a second card, a bid too high."""
        from . import slips

        came_to = slips.effect_at(self.rules, before, action.verb, at.by)
        topic = {Verb.EXPOSE: "exposed_in_play", Verb.SECOND_CARD: "two_cards", Verb.BID: "put_out_seller"}
        if action.verb == Verb.BID:
            self.rules.put_out_seller  # noqa: B018  (read so that it is cited)
        elif came_to == slips.CHOSEN:
            slips.shown_effect(self.rules, self.table.size)
        because = self.because()
        return self.event(
            "slip", topic.get(action.verb, "out_of_turn"), seat=self.table.players[at.by], n=action.n or 0,
            cards=(action.card,) if action.card is not None else (), action=action, because=because,
            data={"verb": action.verb, "effect": came_to},
        )  # fmt: skip

    def priced(self, place: int, call: Call) -> Iterator[Event]:
        """A fault that all see at once, and its price."""
        table = self.table
        if call.verb == Verb.MISDEAL:  # what a turned card brought goes off again
            self.scores, self.won_by, self.stood = list(table.scores), None, True
        self.note()
        if call.verb == Verb.LOOK:
            self.rules.look  # noqa: B018  (read so that the rule it breaks is cited)
        found = priced.verdict(self.rules, table, call.verb, place)
        because, topic = self.because(), _TOPIC_OF_FAULT[call.verb]
        fee = found.points[0][1] if found.points else 0
        shown = (priced.faced_card(table),) if call.verb == Verb.FACE else ()
        redeal = self.end.frame.redeal if call.verb == Verb.MISDEAL else ""
        yield self.event(
            "slip", topic, seat=table.players[place], n=fee, cards=shown, because=because, action=call,
            data={"verb": call.verb, "effect": call.verb, "redeal": redeal, "void": call.verb == Verb.MISDEAL},
        )  # fmt: skip
        for side, n in found.points:
            yield from self.mark(
                "penalty", topic, side, n, "penalty", because, seat=table.players[place], data={"fault": call.verb}
            )

    def claimed(self, at: Position, before: Position, penalty: Any) -> Iterator[Event]:
        """A penalty; where the match had been won in mid-deal, it comes before the card that won it."""
        if self.rules.pool is not None:
            yield self.fined(penalty)
            return
        if not before.over or before.frame.settled is not None:
            yield from self.punished(penalty)
            return
        from . import slips

        start, card = slips.last_play(before)
        place, rules, trump = start.seat, self.rules, at.frame.trump or ""
        self.scores, self.won_by = list(self.scores_at[id(start)]), None
        for verdict in self.penalties[len(start.frame.penalties) :]:
            self.pay_again(verdict)
        yield from self.punished(penalty)
        played = scoring.pegs_when_played(rules, trump, card) if rules.peg is not None else 0
        self.mark_again(self.table.side_of[place], played)
        size = max(len(at.frame.active), 1)
        if len(self.laid) % size == 0 and rules.peg is not None:
            trick = self.laid[-size:]
            (_, winner), *_ = scoring.complete_tricks(rules, trump, trick, size)
            self.mark_again(self.table.side_of[winner], scoring.pegs_when_won(rules, trump, [c for _, c in trick]))
        yield self.event("again", "peg", seat=self.table.players[place], cards=(card,), because=self.so_far())
        if self.won_by is not None and at.over:
            yield self.event("out", "out", side=self.side(self.won_by), point="peg", because=self.so_far())

    def fined(self, penalty: Any) -> Event:
        """A revoke at a pool: what becomes of the hand. The counters are paid when the deal is over."""
        self.penalties.append(penalty)
        fine = pool.revoke_fine(self.rules, pool.pool_of(self.table, self.rules), self.table.simple)
        way = self.rules.loo_revoke
        return self.event(
            "penalty", "loo_revoke", seat=self.table.players[penalty.charge.place], side=self.side(penalty.side),
            trick=penalty.charge.trick + 1, because=self.because(), data={"way": way, "fine": fine},
        )  # fmt: skip

    def mark_again(self, side: int, n: int) -> None:
        """Points that were told of before they went off again."""
        if self.won_by is None:
            self.scores[side] += scoring.held_back(
                self.rules, n, self.scores[side], side in {p.side for p in self.penalties if p.capped}
            )
            if self.scores[side] >= self.rules.target and self.rules.match_ends == "first_out":
                self.won_by = side
        self.note()

    def pay_again(self, verdict: Any) -> None:
        """A penalty that stays, though what was marked since goes off."""
        for side in verdict.to:
            self.scores[side] += -verdict.n if verdict.deduct else verdict.n

    def punished(self, penalty: Any) -> Iterator[Event]:
        from . import court

        table, rules = self.table, self.rules
        bid = self.end.frame.contract.n if self.end.frame.contract is not None else 0
        verdict = court.revoke_penalty(rules, penalty.charge, table.side_of, bid)
        self.penalties.append(verdict)
        because = self.because()
        for side in verdict.to:
            yield from self.mark(
                "penalty", "revoke", side, -verdict.n if verdict.deduct else verdict.n, "penalty", because,
                seat=table.players[penalty.charge.place], trick=penalty.charge.trick + 1,
                data={"bars": verdict.bars, "capped": verdict.capped, "red": verdict.red},
            )  # fmt: skip

    def corrected(self, at: Position, action: Call) -> Iterator[Event]:
        """A card taken back: what was marked since goes off again (penalties stay), and another card is played."""
        fault: Position = at.frame.resumed
        assert action.card is not None
        self.scores = list(self.scores_at[id(fault)])
        self.laid = fault.laid()
        for verdict in self.penalties[len(fault.frame.penalties) :]:
            self.pay_again(verdict)
        yield from self.played(at, fault, fault.seat, action.card)

    def played(self, at: Position, before: Position, place: int, card: Card) -> Iterator[Event]:
        table, trump = self.table, at.frame.trump or ""
        seat = table.players[place]
        size = max(len(at.frame.active), 1)
        self.laid.append((place, card))
        trick = (len(self.laid) - 1) // size + 1
        if before.frame.layout is None:
            yield self.event("trump", "trump", seat=seat, cards=(card,), data={"suit": trump})
        yield self.event("play", "play", seat=seat, cards=(card,), trick=trick)
        n = scoring.pegs_when_played(self.rules, trump, card) if self.rules.peg is not None else 0
        if n:
            yield from self.mark("peg", "peg", table.side_of[place], n, "peg", cards=(card,), seat=seat, trick=trick)
        self.note()
        if before.frame.layout is not None and before.frame.trump is None and trump:  # somebody could not follow
            self.rules.simple_trump  # noqa: B018  (read so that it is cited)
            yield from self.turned(at, before)
        if len(self.laid) % size == 0:
            yield from self.trick_won(trump or "S", self.laid[-size:], trick)
        drawn = [m & ~o for m, o in zip(at.frame.dealt, before.frame.dealt, strict=True)]
        for place in (*range(at.taker, table.size), *range(at.taker)):
            if drawn[place]:
                yield self.event("draw", "draw", seat=table.players[place], cards=from_bits(drawn[place]), trick=trick)

    def trick_won(self, trump: str, laid: Sequence[tuple[int, Card]], number: int) -> Iterator[Event]:
        table = self.table
        (_, winner), *_ = scoring.complete_tricks(self.rules, trump, laid, len(laid))
        because = self.because()
        cards = tuple(c for _, c in laid)
        name, side = table.players[winner], table.side_of[winner]
        yield self.event("trick", "trick", seat=name, side=self.side(side), cards=cards, trick=number, because=because)
        if self.rules.peg is None:
            return
        self.decided.update(because)
        n = scoring.pegs_when_won(self.rules, trump, cards)
        if n:
            pegged = tuple(c for c in cards if c.bit & scoring.peg_bits(self.rules, trump))
            yield from self.mark("peg", "peg", side, n, "peg", because, cards=pegged, seat=name, trick=number)
        self.note()

    def settled(self) -> Iterator[Event]:
        """The points of the deal, and what marking them in order comes to."""
        self.because()
        deal = scoring.facts(self.end)
        made = []
        for point in scoring.points_of(self.rules):
            award: Award = scoring.AWARDS[point](self.rules, deal)
            made.append(award)
            self.rules.points  # noqa: B018  (also where it is nobody's: another book may not know the point)
            because = self.because()
            self.decided.update(because)
            yield self.award_event(award, because, deal)
        done = scoring.settle(
            self.rules, self.scores, made, self.table.side_of, self.end.frame.contract, self.penalties
        )
        self.scores = list(done.scores)
        data = {
            "order": tuple((p, self.side(s), n) for p, s, n in done.order),
            "bid_made": done.bid_made,
            "set_back": {self.side(s): n for s, n in done.set_back},
            "red": {self.side(s): n for s, n in done.red},
        }
        self.decided.update(self.because())
        yield self.event("settle", "settle", because=self.so_far(), data=data)
        if done.winner is not None:
            self.won_by = done.winner
            yield self.event("out", "out", side=self.side(done.winner), point=done.out_by, because=self.so_far())

    def paid_out(self) -> Iterator[Event]:
        """Loo: the pool paid out, who is looed, and at the end of a match what is left of it."""
        self.because()
        paid = pool.payout(self.rules, self.end, self.end.frame)
        because = self.because()
        self.decided.update(because)
        if paid is None:
            return
        if paid.stays:
            fields = tuple(f for f in because if f not in pool.ELSEWHERE["kept"])
            yield self.event("award", pool.TOPICS["kept"], point="kept", because=fields, data={"stays": paid.stays})
        marks = list(pool.marked(self.table, paid))
        last = pool.is_last(self.table, self.rules)
        ended = self.because()
        if last:
            marks += pool.rest(self.table, pool.next_pool(paid))
        for what, side, n in marks:
            self.scores[side] += n
            fields = tuple(f for f in because if f not in pool.ELSEWHERE[what]) if what != "rest" else ended
            topic = pool.TOPICS[what]
            yield self.event("award", topic, side=self.side(side), n=n, point=what, because=fields)
        if last:
            self.decided.update(ended)
            self.won_by = pool.leader(self.scores)

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
