"""A position: a moment of a deal, what may be done in it, and what comes of it.

A :class:`Position` is immutable and linked to its predecessor: stepping back is free, and trying something else is
another child. What changes from card to card stands in the position itself; what changes only between the phases of a
deal (trump, stock, turn-ups, contract, scores …) stands in its frame.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from ..cards import Card, from_bits, sort_hand
from ..rules import Rules
from . import auction, begging, cardplay, court, declaring, match, scoring, slips
from .calls import TAKES_BACK, Action, Call, IllegalAction, Verb, parse_action
from .frame import Frame, Result, Trick
from .table import Table

if TYPE_CHECKING:
    from .events import Event
    from .view import View


class Position:
    """A moment of a deal. See the module's docstring; make the first one with :func:`allfours_edu.engine.deal`."""

    __slots__ = (
        "action",
        "best",
        "by",
        "frame",
        "leader",
        "led",
        "left",
        "legal",
        "previous",
        "seat",
        "table",
        "taker",
    )
    table: Table
    frame: Frame
    previous: Position | None
    action: Action | None
    by: int
    """Place of the player who acted to bring this position about; -1 at the start."""
    seat: int
    """Place of the player to act; -1 when the deal is over."""
    left: int
    """Bit set of the cards not yet played."""
    legal: int
    """Bit set of the cards that may be played, in the phase of play."""
    leader: int
    led: int
    """Bits of the suit led to the trick on the table, 0 before a lead."""
    best: int
    """Strength of the card now winning the trick."""
    taker: int
    """Place of the player now winning the trick, or who won the last one."""

    def __init__(
        self, table: Table, frame: Frame, previous: Position | None, action: Action | None, by: int, seat: int,
        left: int = 0, legal: int = 0, leader: int = 0, led: int = 0, best: int = -9, taker: int = 0,
    ) -> None:  # fmt: skip
        self.table = table
        self.frame = frame
        self.previous = previous
        self.action = action
        self.by = by
        self.seat = seat
        self.left = left
        self.legal = legal
        self.leader = leader
        self.led = led
        self.best = best
        self.taker = taker

    # -- acting -----------------------------------------------------------------------------------

    def legal_actions(self) -> tuple[Action, ...]:
        """What the player to act may do: cards in the phase of play, else calls. Empty when the deal is over."""
        if self.legal and not self.frame.asks:
            return from_bits(self.legal)
        return PHASES[self.frame.phase].choices(self) if self.seat >= 0 else ()

    def apply(self, action: Action | str, by: str | None = None) -> Position:
        """The position after ``action``. ``by`` names the player; it may be left out for the player to act.

        Raises :class:`IllegalAction` where it is not lawful; the position stands.
        """
        kind = action.__class__
        if by is None and kind is Card and self.legal:
            if action.bit & self.legal:  # type: ignore[union-attr]
                return cardplay.play(self, action)  # type: ignore[arg-type]
        elif by is None and kind is Call and self.seat >= 0:
            phase = PHASES[self.frame.phase]
            for lawful in phase.choices(self):
                if lawful == action:  # ours, not the caller's: a number may be equal and yet no whole number
                    return phase.verbs[lawful.verb](self, lawful)  # type: ignore[union-attr, arg-type]
        return self._apply(parse_action(action) if isinstance(action, str) else action, by)

    def _apply(self, action: Action, by: str | None) -> Position:
        """What is not the plain case: text, somebody named, a right out of turn, a fault under a referee."""
        self._check_seat(action, by)
        acting = self.to_act if by is None else by
        if acting is not None and acting == self.to_act:
            lawful = _same(action, self.legal_actions())
            if isinstance(lawful, Card):
                return cardplay.play(self, lawful)
            if lawful is not None:
                return PHASES[self.frame.phase].verbs[lawful.verb](self, lawful)
            if isinstance(action, Card) and self.may_err and action.bit & self._held(self.seat):
                return cardplay.play(self, action)
        right = _right(action, self.rights(acting)) if acting is not None else None
        if acting is not None and right is not None:
            return court.exercise(self, right, self.table.place[acting])
        if acting is not None and self.table.referee:
            slip = slips.meant(self, action, self.table.place[acting])
            if slip is not None:
                return slips.commit(self, slip, self.table.place[acting])
        raise self._illegal(action, by)

    def _check_seat(self, action: Any, by: Any) -> None:
        if by is not None and (not isinstance(by, str) or by not in self.table.place):
            raise IllegalAction(action, (), "no_such_player", None, str(by)[:40])

    @property
    def may_err(self) -> bool:
        """Under a referee an unlawful card may be played, once there is a trump to judge it by.

        Not where the court has told the player what to play.
        """
        judged = self.table.referee and self.legal != 0 and self.frame.layout is not None
        return judged and self.legal == cardplay.uncalled(self)

    def rights(self, seat: str) -> tuple[Action, ...]:
        """What ``seat`` may do out of turn: propose to bunch, pitch unasked, claim, correct, call for a card."""
        return court.rights(self, self.table.place[seat])

    def why_not(self, action: Action | str, by: str | None = None) -> IllegalAction | None:
        """Why ``action`` is not lawful for the player to act (or for ``by``), or None if it is."""
        if isinstance(action, str):
            action = parse_action(action)
        try:
            self._check_seat(action, by)
        except IllegalAction as error:
            return error
        acting = self.to_act if by is None else by
        if acting is not None and (
            (acting == self.to_act and _same(action, self.legal_actions())) or _right(action, self.rights(acting))
        ):
            return None
        return self._illegal(action, by)

    def _illegal(self, action: Any, by: str | None) -> IllegalAction:
        seat = self.to_act if by is None else by
        legal = self.legal_actions()
        reason: str
        field: str | None
        if seat is None:
            reason, field = "deal_over", None
        elif seat != self.to_act:
            reason, field = "not_your_turn", None
        elif not isinstance(action, (Card, Call)):
            reason, field = "no_action", None
        else:
            reason, field = PHASES[self.frame.phase].forbids(self, action)
        if seat is not None and seat != self.to_act:  # what another may do could give his cards away
            legal = self.rights(seat)
        return IllegalAction(action, legal, reason, field, seat)

    # -- looking ----------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The rules the deal is played by."""
        return self.table.rules

    @property
    def phase(self) -> str:
        """What is to be decided: a key of :data:`PHASES`, or "over"."""
        return self.frame.phase

    @property
    def to_act(self) -> str | None:
        """Name of the player to act, or None when the deal is over."""
        return self.table.players[self.seat] if self.seat >= 0 else None

    @property
    def trump(self) -> str | None:
        """The trump suit ("S", "H", "D", "C"), or None while there is none."""
        return self.frame.trump

    @property
    def turn_ups(self) -> tuple[Card, ...]:
        """All cards turned so far, in order."""
        return self.frame.turn_ups

    @property
    def turned(self) -> Card | None:
        """The card last turned up, or None."""
        return self.frame.turn_ups[-1] if self.frame.turn_ups else None

    @property
    def stock_left(self) -> int:
        """Cards left undealt, without the turned ones."""
        return len(self.frame.stock)

    def hand(self, seat: str) -> tuple[Card, ...]:
        """The cards ``seat`` holds now, sorted with trumps first."""
        return sort_hand(from_bits(self._held(self.table.place[seat])), self.frame.trump)

    def _held(self, place: int) -> int:
        held = self.frame.hands[place]
        return held & self.left if self.frame.after else held  # ``after`` is set when the play begins

    def dealt(self, seat: str) -> tuple[Card, ...]:
        """All cards ``seat`` was dealt or drew in this deal."""
        return from_bits(self.frame.dealt[self.table.place[seat]])

    @property
    def scores(self) -> dict[str, int]:
        """Side name -> points as they stand now."""
        return {side.name: n for side, n in zip(self.table.sides, self.frame.scores, strict=True)}

    @property
    def winner(self) -> str | None:
        """Name of the side that has won the match, or None."""
        return self.table.sides[self.frame.winner].name if self.frame.winner is not None else None

    @property
    def over(self) -> bool:
        """Has the deal ended?"""
        return self.seat < 0

    def path(self) -> list[Position]:
        """All positions from the first of the deal to this one."""
        found: list[Position] = []
        at: Position | None = self
        while at is not None:
            found.append(at)
            at = at.previous
        return found[::-1]

    def actions(self) -> tuple[tuple[str, Action], ...]:
        """(player, action) of the whole deal so far."""
        players = self.table.players
        return tuple((players[p.by], p.action) for p in self.path() if p.action is not None)

    def laid(self) -> list[tuple[int, Card]]:
        """(place, card) of every play so far, corrected cards in the place of those taken back."""
        found: list[tuple[int, Card]] = []
        at: Position | None = self
        while at is not None and at.frame.layout is not None:
            action = at.action
            if isinstance(action, Card):
                found.append((at.by, action))
            elif action is not None and action.verb in TAKES_BACK:
                assert action.card is not None
                at = at.frame.resumed
                assert at is not None
                found.append((at.seat, action.card))
                continue
            elif action is not None and cardplay.begins_anew(at):
                break
            at = at.previous
        return found[::-1]

    # -- making the next one (for the modules of the phases) ---------------------------------------

    def then(self, action: Action | None, frame: Frame, seat: int, by: int | None = None) -> Position:
        """The next position outside the play; ``seat`` is the place to act, -1 when the deal is over."""
        return Position(self.table, frame, self, action, self.seat if by is None else by, seat, self.left)

    def resume(self, action: Action, at: Position, by: int | None = None, **changes: object) -> Position:
        """The next position, standing where ``at`` stood."""
        return Position(
            self.table, at.frame.but(**changes), self, action, self.seat if by is None else by,
            at.seat, at.left, at.legal, at.leader, at.led, at.best, at.taker,
        )  # fmt: skip

    @property
    def plays(self) -> tuple[tuple[str, Card], ...]:
        """(player, card) of every play so far."""
        return tuple((self.table.players[place], c) for place, c in self.laid())

    @property
    def trick(self) -> tuple[tuple[str, Card], ...]:
        """(player, card) of the trick on the table; empty between tricks."""
        plays = self.plays
        size = max(len(self.frame.active), 1)
        return plays[len(plays) - len(plays) % size :]

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """All complete tricks."""
        players = self.table.players
        return tuple(
            Trick(players[plays[0][0]], tuple((players[place], c) for place, c in plays), players[winner])
            for plays, winner in scoring.complete_tricks(
                self.rules, self.frame.trump, self.laid(), len(self.frame.active)
            )
        )

    @property
    def result(self) -> Result | None:
        """How the deal ended, or None while it goes on."""
        return match.result(self)

    def events(self, rules: Rules | None = None) -> tuple[Event, ...]:
        """All that has happened, each with the rule fields that decided it.

        With other ``rules``: the same cards and the same plays, judged by them.
        """
        from .events import events

        return tuple(events(self, rules))

    def seen_by(self, seat: str) -> View:
        """What ``seat`` may know, and nothing more."""
        from .view import View

        return View.of(self, self.table.place[seat])

    def __repr__(self) -> str:
        doing = f"{self.to_act} to act ({self.phase})" if self.seat >= 0 else "deal over"
        return (
            f"<Position: deal {self.table.deal}, {len(self.path()) - 1} actions, trump {self.trump or 'none'}, {doing}>"
        )


def _same(action: Any, among: tuple[Action, ...]) -> Action | None:
    """The action among these that is meant, or None. A mere tuple is no call, however like one it looks."""
    return next((a for a in among if type(a) is type(action) and a == action), None)


def _right(action: Any, among: tuple[Action, ...]) -> Action | None:
    """As :func:`_same`; whoever may claim may name the card."""
    if isinstance(action, Call) and action.verb == Verb.CLAIM_PENALTY and isinstance(action.card, Card):
        return action if _same(Call(action.verb, n=action.n), among) else None
    return _same(action, among)


class Phase(NamedTuple):
    """One phase of a deal: what may be done in it, one function a verb, and why something is not lawful."""

    choices: Callable[[Position], tuple[Action, ...]]
    verbs: dict[str, Callable[[Position, Call], Position]]
    forbids: Callable[[Position, Any], tuple[str, str | None]]


PHASES: dict[str, Phase] = {
    "beg": Phase(begging.beg_choices, {Verb.STAND: begging.stand, Verb.BEG: begging.beg}, begging.forbids),
    "answer": Phase(begging.answer_choices, {Verb.GIVE: begging.give, Verb.RUN: begging.run}, begging.forbids),
    "consent": Phase(
        begging.agree_choices, {Verb.AGREE: begging.consent, Verb.REFUSE: begging.consent}, begging.forbids
    ),
    "bunch": Phase(
        begging.agree_choices, {Verb.AGREE: begging.answer_bunch, Verb.REFUSE: begging.answer_bunch}, begging.forbids
    ),
    "discard": Phase(begging.discard_choices, {Verb.DISCARD: begging.throw}, begging.forbids),
    "bid": Phase(auction.bid_choices, {Verb.BID: auction.make_bid, Verb.PASS: auction.make_bid}, auction.forbids),
    "sale": Phase(
        auction.sale_choices, {Verb.SELL: auction.sell, Verb.REFUSE_SALE: auction.refuse_sale}, auction.forbids
    ),
    "name": Phase(auction.name_choices, {Verb.NAME: auction.name}, auction.forbids),
    "rob": Phase(
        auction.rob_choices, {Verb.EXCHANGE: auction.say_how_many, Verb.DISCARD: auction.rob}, auction.forbids
    ),
    "declare": Phase(
        declaring.declare_choices,
        dict.fromkeys((Verb.DECLARE_IN, Verb.DECLARE_OUT, Verb.TAKE_WIDOW, Verb.DEFEND, Verb.PASS), declaring.declare),
        declaring.forbids,
    ),
    "exchange": Phase(
        declaring.exchange_choices, {Verb.EXCHANGE: declaring.ask, Verb.DISCARD: declaring.throw}, declaring.forbids
    ),
    "play": Phase(cardplay.choices, {Verb.PAM_CIVIL: cardplay.be_civil}, cardplay.forbids),
}
