"""Questions that can be asked of the rules without playing a deal: who has Low, what a turned card brings, who is out.

Each is a pure function of the rules, of who sits where (:class:`Seating`) and of a few facts. The answers come from
the same functions that score a deal that is played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..cards import Card, to_bits
from ..rules import Rules
from . import auction, begging, pool, scoring
from .calls import STAND
from .court import Charge, Penalty, revoke_penalty
from .dealing import first_position
from .frame import Contract, Frame
from .pool_court import REPLAYS
from .scoring import Award, Deal
from .table import Side, Table, TableError

Laid = Sequence[tuple[str, Card]]


@dataclass(frozen=True)
class Seating:
    """Who sits where, in order of play (dealer last), and who scores together."""

    players: tuple[str, ...]
    sides: tuple[Side, ...]

    @classmethod
    def of(cls, players: Sequence[str], sides: Mapping[str, Sequence[str]] | None = None) -> Seating:
        """A seating from names; without ``sides`` everybody plays for himself."""
        if sides is None:
            return cls(tuple(players), tuple(Side(name, (name,)) for name in players))
        return cls(tuple(players), tuple(Side(name, tuple(seats)) for name, seats in sides.items()))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(side.name for side in self.sides)

    @property
    def side_of(self) -> tuple[int, ...]:
        """For each place in the order of play, the number of its side."""
        number = {seat: n for n, side in enumerate(self.sides) for seat in side.seats}
        return tuple(number[seat] for seat in self.players)

    def by_name(self, values: Sequence[int]) -> dict[str, int]:
        return dict(zip(self.names, values, strict=True))

    def deal(self, trump: str, laid: Laid = (), held: Sequence[int] | None = None) -> Deal:
        """The facts of a deal of which these plays are known."""
        place = {seat: n for n, seat in enumerate(self.players)}
        if held is None:
            held = [to_bits(c for seat, c in laid if seat == name) for name in self.players]
        had = tuple(held)
        return Deal(trump, self.side_of, self.side_of[-1], had, had, [(place[s], c) for s, c in laid], len(place))


# -- turned cards, cards shown, cards won -------------------------------------------------------------


class TurnPoints(NamedTuple):
    points: int
    scores: tuple[int, ...]
    winner: int | None


def turn_points(table: Table) -> TurnPoints:
    """What the card turned at the deal brings the dealer's side, the trump being kept."""
    position = first_position(table)
    if position.phase == "beg":
        position = begging.stand(position, STAND)
    frame = position.frame
    return TurnPoints(frame.scores[table.dealer_side] - table.scores[table.dealer_side], frame.scores, frame.winner)


def high(rules: Rules, seating: Seating, trump: str, held: Mapping[str, Sequence[Card]]) -> Award:
    """Who has High, given the trumps each player held in the whole deal."""
    masks = [to_bits(held.get(name, ())) for name in seating.players]
    laid = [(name, c) for name in seating.players for c in held.get(name, ())]
    return scoring.high(rules, seating.deal(trump, laid, masks))


def low(rules: Rules, seating: Seating, trump: str, tricks: Sequence[Laid]) -> Award:
    """Low as it stands among the trumps of these tricks."""
    return scoring.low(rules, seating.deal(trump, [play for trick in tricks for play in trick]))


def jack(rules: Rules, seating: Seating, trump: str, tricks: Sequence[Laid]) -> Award:
    """Who has the Jack after these tricks."""
    return scoring.jack(rules, seating.deal(trump, [play for trick in tricks for play in trick]))


def game(rules: Rules, seating: Seating, trump: str, won: Mapping[str, Sequence[Card]]) -> Award:
    """Who has Game, given the cards each side won."""
    masks = [to_bits(won.get(name, ())) for name in seating.names]
    return scoring.game(rules, seating.deal(trump)._replace(won=masks))


def trick_winner(rules: Rules, seating: Seating, trump: str, trick: Laid) -> str:
    """Who wins one trick."""
    deal = seating.deal(trump, trick)
    for _, winner in scoring.complete_tricks(rules, trump, deal.laid, len(trick)):
        return seating.players[winner]
    raise TableError("there is no card in the trick")


# -- settling -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Agreed:
    """What was agreed or happened before the points of a deal are marked. Players and sides by place or number."""

    gift: int | None = None
    seller: int | None = None
    pitcher: int | None = None
    bid: int | None = None
    accepted: bool | None = None
    unasked: bool = False
    revoker: int | None = None


class Settled(NamedTuple):
    scores: tuple[int, ...]
    winner: int | None
    out_by: str | None
    bid_made: bool | None
    set_back: tuple[tuple[int, int], ...]
    """(side, points taken off)."""
    seller_credit: int
    penalty: Penalty | None


def settle(
    rules: Rules, seating: Seating, scores: Sequence[int], made: Mapping[str, int | None], agreed: Agreed
) -> Settled:
    """Mark the points ``made`` (point -> number of a side, None: nobody's) on top of what was agreed."""
    frame = Frame().but(phase="play", scores=tuple(scores))
    if agreed.gift is not None:
        frame = scoring.add(rules, frame, agreed.gift, 1, "gift")
    frame, contract, credit = _agreement(rules, seating, frame, agreed)
    penalties: tuple[Penalty, ...] = ()
    if agreed.revoker is not None:
        charge = Charge(
            agreed.revoker, 0, jack_out=made.get("jack") is not None, jack_held=False, top_trumps=False,
            undertrump=False, deduct=False,
        )  # fmt: skip
        penalties = (revoke_penalty(rules, charge, seating.side_of, agreed.bid or 0),)
    return _settled(rules, seating, frame, made, contract, penalties, credit)


def _agreement(
    rules: Rules, seating: Seating, frame: Frame, agreed: Agreed
) -> tuple[Frame, Contract | None, int]:  # fmt: skip
    """The contract a sale or a bid comes to, and what the seller marks for it."""
    if agreed.pitcher is None:
        return frame, None, 0
    if agreed.unasked:
        return frame, Contract(agreed.pitcher, rules.unasked_pitch or 0, agreed.seller, unasked=True), 0
    n = agreed.bid or 0
    if agreed.seller is not None and agreed.accepted and n:
        side = seating.side_of[agreed.seller]
        credit = auction.seller_credit(rules, frame.scores[side], n)
        frame = scoring.add(rules, frame, side, credit, "sale")
        return frame, Contract(agreed.pitcher, n, agreed.seller, sold=True), credit
    return frame, Contract(agreed.pitcher, n, agreed.seller), 0


def _settled(
    rules: Rules, seating: Seating, frame: Frame, made: Mapping[str, int | None], contract: Contract | None,
    penalties: Sequence[Penalty], credit: int,
) -> Settled:  # fmt: skip
    back: list[tuple[int, int]] = []
    for penalty in penalties:
        for side in penalty.to:
            if frame.winner is None:
                frame = scoring.add(rules, frame, side, -penalty.n if penalty.deduct else penalty.n, "penalty")
        if penalty.deduct:
            back.append((penalty.side, penalty.n))
    first = penalties[0] if penalties else None
    if frame.winner is not None:
        return Settled(frame.scores, frame.winner, frame.out_by, None, tuple(back), credit, first)
    worth = dict(rules.points)
    awards = [Award(point, side, worth.get(point, 0)) for point, side in made.items()]
    done = scoring.settle(rules, frame.scores, awards, seating.side_of, contract, penalties)
    return Settled(
        done.scores, done.winner, done.out_by, done.bid_made, (*back, *done.set_back), credit, first
    )  # fmt: skip


def game_of(rules: Rules, seating: Seating, counts: Sequence[int]) -> int | None:
    """Who has Game, given what each side counts."""
    return scoring.game_of(rules, counts, seating.side_of, seating.side_of[-1]).side


def settle_revoke(
    rules: Rules, seating: Seating, scores: Sequence[int], made: Mapping[str, int | None], charge: Charge, bid: int = 0
) -> Settled:
    """A revoke established, then the points of the deal, without those the offender may not score."""
    penalty = revoke_penalty(rules, charge, seating.side_of, bid)
    frame = Frame().but(phase="play", scores=tuple(scores))
    return _settled(rules, seating, frame, made, None, (penalty,), 0)


# -- the pool -----------------------------------------------------------------------------------------


class PoolAnswer(NamedTuple):
    pool_to: int | None
    looed: tuple[int, ...]
    pays_red: int


def flush(table: Table, trump: str, hands: Mapping[str, Sequence[Card]], playing: Sequence[str]) -> PoolAnswer:
    """Who takes the pool with a flush, who is looed by it, and how many red counters each of them pays."""
    masks = tuple(to_bits(hands.get(name, ())) for name in table.players)
    active = tuple(n for n, name in enumerate(table.players) if name in playing)
    frame = Frame().but(phase="exchange", hands=masks, dealt=masks, trump=trump, scores=table.scores, active=active)
    taker = pool.flush(table, frame)
    if taker is None:
        return PoolAnswer(None, (), 0)
    return PoolAnswer(taker, pool.flush_victims(table, frame, taker), _loo_in_red(table))


def _loo_in_red(table: Table) -> int:
    return int(pool.looed_amount(table.rules, pool.pool_of(table)) // table.rules.red_is)


def looed(table: Table, tricks_won: Mapping[str, int], playing: Sequence[str], defending: str | None) -> PoolAnswer:
    """Who is looed once the tricks are played."""
    out = tuple(
        n for n, name in enumerate(table.players)
        if name in playing and not tricks_won.get(name, 0) and name != defending
    )  # fmt: skip
    return PoolAnswer(None, out, _loo_in_red(table))


class RevokeAnswer(NamedTuple):
    shares: tuple[tuple[int, int], ...]
    """(place, white counters out of the pool)."""
    stays: int
    """White counters left in it."""
    pays_red: int
    replayed: bool


def pool_revoke(table: Table, playing: Sequence[str], offender: str, white: int) -> RevokeAnswer:
    """What a revoke comes to in a game for a pool of ``white`` counters."""
    rules = table.rules
    fine = pool.revoke_fine(rules, white, table.simple) // int(rules.red_is)
    if rules.loo_revoke != "divide":
        return RevokeAnswer((), white, fine, rules.loo_revoke in REPLAYS)
    among = [n for n, name in enumerate(table.players) if name in playing and name != offender]
    shares, odd = pool.divided(white, among)
    return RevokeAnswer(shares, odd, fine, False)
