"""What one seat may know. Computer players and the browser are given views, never positions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..cards import Card, from_bits, sort_hand
from ..rules import Rules
from . import court, declaring, pool
from .calls import Action, Call, Verb
from .evidence import Proof
from .frame import Contract
from .table import Side

if TYPE_CHECKING:
    from .position import Position


@dataclass(frozen=True)
class View:
    """A deal as one seat sees it: no seed, no pack, no card and no event it may not know.

    Two positions that differ only in what the seat may not know give equal views.
    """

    seat: str
    rules: Rules = field(repr=False)
    players: tuple[str, ...]
    sides: tuple[Side, ...]
    scores_before: tuple[int, ...]
    scores: tuple[int, ...]
    phase: str
    to_act: str | None
    hand: tuple[Card, ...] | None
    """One's own cards, trumps first; None while one may not look yet."""
    held: tuple[tuple[str, int], ...]
    """How many cards each player holds."""
    trump: str | None
    turn_ups: tuple[Card, ...]
    stock_left: int
    stock_open: tuple[Card, ...]
    """Cards of the stock that all can see, top first."""
    calls: tuple[tuple[str, Call], ...]
    """Calls in order; another player's discard shows no card."""
    plays: tuple[tuple[str, Card], ...]
    playing: tuple[str, ...]
    """The players who take part in the play."""
    known: tuple[tuple[str, tuple[Card, ...]], ...]
    """Cards in other hands that everybody saw drawn, or dealt face up."""
    contract: Contract | None
    actions: tuple[Action, ...]
    """What this seat may do now; empty when it is not its turn."""
    rights: tuple[Action, ...]
    open: tuple[tuple[str, tuple[Card, ...]], ...]
    """Cards that lie open on the table before those who showed them."""
    proofs: tuple[Proof, ...]
    """At a referee's table: the plays that later cards have shown to be unlawful and nobody has claimed."""
    winner: str | None
    deal: int
    pool: int = 0
    """Loo: white counters played for."""
    faced: tuple[Card, ...] = ()
    """At a referee's table: the card that everybody saw in dealing, in whatever hand."""

    def legal_actions(self) -> tuple[Action, ...]:
        """What this seat may do now, as :meth:`Position.legal_actions`."""
        return self.actions

    @property
    def dealer(self) -> str:
        """Name of the dealer."""
        return self.players[-1]

    @property
    def tricks(self) -> tuple[tuple[tuple[str, Card], ...], ...]:
        """The complete tricks, as plays in order."""
        n = max(len(self.playing), 1)
        return tuple(self.plays[i : i + n] for i in range(0, len(self.plays) - n + 1, n))

    @property
    def trick(self) -> tuple[tuple[str, Card], ...]:
        """The plays of the trick on the table."""
        n = max(len(self.playing), 1)
        return self.plays[len(self.plays) - len(self.plays) % n :]

    def side_of(self, seat: str) -> Side:
        """The side ``seat`` plays for."""
        return next(side for side in self.sides if seat in side.seats)

    @classmethod
    def of(cls, position: Position, place: int) -> View:
        """The view from a place at the table."""
        table, frame = position.table, position.frame
        seat = table.players[place]
        mine = may_look(position, place)
        acting = position.seat == place
        actions = position.legal_actions() if acting else ()
        open_stock = frame.stock[:1] if table.rules.stock == "face_up" else ()
        if table.rules.trump_from == "stock_top" and not open_stock:
            open_stock = frame.stock[:1] if frame.stock and len(frame.stock) == _stock_size(position) else ()
        return cls(
            seat=seat,
            rules=table.rules,
            players=table.players,
            sides=table.sides,
            scores_before=table.scores,
            scores=frame.scores,
            phase=frame.phase,
            to_act=position.to_act,
            hand=position.hand(seat) if mine else None,
            held=tuple((p, position._held(n).bit_count()) for n, p in enumerate(table.players)),
            trump=frame.trump,
            turn_ups=frame.turn_ups,
            stock_left=len(frame.stock),
            stock_open=open_stock,
            calls=_calls(position, place),
            plays=position.plays,
            playing=tuple(table.players[n] for n in frame.active),
            known=_drawn_openly(position, place),
            contract=frame.contract,
            actions=actions if mine or not any(isinstance(a, Card) for a in actions) else (),
            rights=tuple(a for a in position.rights(seat) if mine or a == Call(Verb.NEW_DEAL)),
            open=_lying_open(position),
            proofs=_proofs(position) if table.referee else (),
            winner=position.winner,
            deal=table.deal,
            pool=pool.pool_of(table) if table.rules.pool is not None else 0,
            faced=from_bits(frame.faced),
        )


def _lying_open(position: Position) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    frame = position.frame
    lying = frame.open | frame.forced
    if not lying:
        return ()
    found = ((p, from_bits(lying & position._held(n))) for n, p in enumerate(position.table.players))
    return tuple((p, cards) for p, cards in found if cards)


def _proofs(position: Position) -> tuple[Proof, ...]:
    punished = {(p.charge.place, p.charge.trick) for p in position.frame.penalties}
    return tuple(proof for fault, proof in court.proved(position) if (fault.place, fault.trick) not in punished)


def _stock_size(position: Position) -> int:
    first = position.path()[0]
    return len(first.frame.stock)


def may_look(position: Position, place: int) -> bool:
    """May this place see its own cards yet? A duty in every book that turns a trump (rule field ``look``)."""
    frame, look = position.frame, position.table.rules.look
    if look == "all" or frame.looked >> place & 1:
        return True
    if look == "pitcher_side_waits":  # the pitcher's partners wait for the card that makes the trump
        pitched = frame.layout is not None or frame.phase == "over"
        pitcher = frame.contract.bidder if frame.contract is not None else 0
        side_of = position.table.side_of
        return pitched or place == pitcher or side_of[place] != side_of[pitcher]
    if look == "in_turn" or position.table.rules.declare == "in_turn_unseen":
        return declaring.has_looked(position, place)
    if frame.phase not in ("beg", "answer", "consent"):
        return True
    last = position.table.size - 1
    return place == 0 or (place == last and (look == "eldest_and_dealer" or frame.begs > 0))


def _calls(position: Position, place: int) -> tuple[tuple[str, Call], ...]:
    players = position.table.players
    found = []
    for at in position.path():
        if isinstance(at.action, Call):
            hidden = at.action.verb == Verb.DISCARD and at.by != place
            found.append((players[at.by], Call(Verb.DISCARD) if hidden else at.action))
    return tuple(found)


def _drawn_openly(position: Position, place: int) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    table, frame = position.table, position.frame
    if table.rules.draw_seen != "open":
        lies = [(p, from_bits(position._held(n) & frame.faced)) for n, p in enumerate(table.players) if n != place]
        return tuple((p, cards) for p, cards in lies if cards)
    start = position.path()[0]
    return tuple(
        (p, sort_hand(from_bits(position._held(n) & (~start.frame.hands[n] | frame.faced)), frame.trump))
        for n, p in enumerate(table.players)
        if n != place
    )
