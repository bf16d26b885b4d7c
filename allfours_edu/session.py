"""A match played by one person: no pixels, no files, only whose turn it is and what has happened.

You act for your seat; computer players act for the others and are given views, never positions. After each call of a
method that moves the game the session stands at your next decision, or at the end of a deal:

>>> from allfours_edu.sources import load_rulebook
>>> session = Session.new(load_rulebook("trinidad"), seed=7)
>>> session.you, session.position.phase, session.yours
('South', 'beg', True)
>>> news = session.act("stand")
>>> news[0].action.verb, session.position.phase
('stand', 'play')
>>> session.undo()
>>> session.position.phase
'beg'

The same seed and the same choices give the same match, for ever or until a player's version changes.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple

from .analysis import atcourt
from .analysis import players as computers
from .cards import Card
from .engine import Action, Call, IllegalAction, Position, Table, Verb, deal, new_table, next_table, parse_action
from .engine.calls import DEMANDS, PRICED, TAKES_BACK
from .engine.court import Fault, faults
from .engine.priced import happens
from .errors import Plain
from .record import Record, RecordError, RecordWarning, read_match
from .sources import Rulebook

_COURT = (Verb.CLAIM_PENALTY, *TAKES_BACK, *DEMANDS)
ADVISER = "foster"
"""Whose advice is asked for a hint."""
FORM = 1
"""Of the data in which a match is kept."""
_LONGEST_DEAL = 600  # actions; far above any lawful deal


class SessionError(Plain, ValueError):
    """Something the session cannot do now. ``key`` names the sentence for a reader; the position stands."""

    def __init__(self, key: str, message: str, **facts: Any):
        self.key, self.facts = key, facts
        super().__init__(message)


class _Standing(NamedTuple):
    """All that changes: the deals of the match that are over, the deal being played, and where it was entered."""

    earlier: tuple[Position, ...]
    first: Position
    now: Position
    passed: tuple[object, ...] | None = None
    """What you let pass: see :meth:`Session.pause`."""


class Session:
    """One match, deal after deal. Make one with :meth:`new`, or with a position to go on from."""

    def __init__(
        self,
        book: Rulebook,
        start: Position | Table,
        *,
        you: str | None = None,
        opponents: str | Mapping[str, str] = "foster",
        take_backs: bool = True,
        faults: float = atcourt.USUAL_RATE,
    ):
        table = start if isinstance(start, Table) else start.table
        if table.rules != book.rules:
            raise SessionError("other_rules", f"The table is not played by the rules of {book.title!r}.")
        first = deal(start) if isinstance(start, Table) else start
        self.book = book
        self.you = seat_named(table, you) if you is not None else _usual_seat(table)
        self.opponents = _seated(table, self.you, opponents)
        self.take_backs = take_backs
        self.faults = faults
        """At a referee's table: the chance that an adversary errs, each time he could."""
        self._players = {seat: computers.player(name) for seat, name in self.opponents.items()}
        self._begun = first  # the match as it was begun, for starting again
        self._trunk: _Standing | None = None
        self._written: dict[int, tuple[Position, dict[str, Any]]] = {}
        self.notes: tuple[str, ...] = ()
        """What a reader should know of a match that was read: the book has changed since …"""
        self._at = _Standing((), first, first)
        self._at, _ = self._on(self._at)

    @classmethod
    def new(
        cls,
        book: Rulebook,
        *,
        seed: object = 0,
        players: int | Sequence[str] | None = None,
        you: str | None = None,
        opponents: str | Mapping[str, str] = "foster",
        take_backs: bool = True,
        faults: float = atcourt.USUAL_RATE,
        **table: Any,
    ) -> Session:
        """A match from its first deal. ``table`` takes what :func:`~allfours_edu.engine.new_table` takes.

        With ``referee=True`` unlawful cards may be played, by you and now and then (``faults``) by your adversaries.
        """
        size = book.players_default if players is None else players
        laid = new_table(book.rules, size, seed=seed, **table)
        return cls(book, laid, you=you, opponents=opponents, take_backs=take_backs, faults=faults)

    # -- looking --------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        return self._at.now

    @property
    def table(self) -> Table:
        return self._at.now.table

    @property
    def first(self) -> Position:
        """Where the present deal was entered: its first position, or the one the session was given."""
        return self._at.first

    @property
    def earlier(self) -> tuple[Position, ...]:
        """The last position of each deal of the match that is over and was left."""
        return self._at.earlier

    @property
    def deals(self) -> tuple[Position, ...]:
        """The match so far: the last position of each deal, the present one included."""
        return (*self._at.earlier, self._at.now)

    @property
    def over(self) -> bool:
        """Is the present deal over?"""
        return self._at.now.over

    @property
    def match_over(self) -> bool:
        return self.over and (self._at.now.winner is not None or not self._has_next())

    @property
    def pause(self) -> bool:
        """Do the others wait because you may do something out of turn (throw the cards together, say)?

        Then :meth:`act` does it and :meth:`go_on` lets it pass.
        """
        return self.waits_for is not None

    @property
    def waits_for(self) -> str | None:
        """What the others wait for: "right" (the cards may be thrown together …), and at a referee's table "correct"
        (you have erred and may mend it), "call" (you may call for a card), "trick" (a trick is to be taken in), "dealt"
        (the cards are dealt, nobody has spoken: you may look too soon, or have misdealt)."""
        waits = _waits(self._at, self.you)
        return str(waits[0]) if waits is not None else None

    @property
    def referee(self) -> bool:
        """May unlawful cards be played, to be claimed or corrected?"""
        return self.table.referee

    def unclaimed(self) -> tuple[Fault, ...]:
        """Once a deal is over: the faults of your adversaries in it that nobody has claimed."""
        now, table = self._at.now, self.table
        if not now.over or not table.referee or self.you not in table.place:
            return ()
        mine = table.side_of[self._place]
        paid = {(p.charge.place, p.charge.trick) for p in now.frame.penalties}
        return tuple(f for f in faults(now) if table.side_of[f.place] != mine and (f.place, f.trick) not in paid)

    @property
    def yours(self) -> bool:
        """Is it for you to act?"""
        return self._at.now.to_act == self.you or self.pause

    @property
    def rights(self) -> tuple[Action, ...]:
        """What you may do now besides the ordinary."""
        now = self._at.now
        return now.rights(self.you) if self.you in now.table.place else ()

    @property
    def in_branch(self) -> bool:
        """Is this a *what if*, beside the match?"""
        return self._trunk is not None

    @property
    def can_undo(self) -> bool:
        return self.take_backs and self._decision() is not None

    @property
    def used(self) -> bool:
        """Have you done anything that it would be a pity to lose?"""
        return bool(self._at.earlier) or self.in_branch or any(p.by == self._place for p in self._since())

    @property
    def _place(self) -> int:
        return self.table.place.get(self.you, -2)

    def _since(self) -> Iterator[Position]:
        """The positions of the present deal that came about after it was entered, newest first."""
        at: Position | None = self._at.now
        while at is not None and at is not self._at.first:
            yield at
            at = at.previous

    # -- acting ---------------------------------------------------------------------------------------

    def act(self, action: Action | str) -> tuple[Position, ...]:
        """You do ``action``, then the others act up to your next decision. The positions that came of it, in order.

        Raises :class:`~allfours_edu.engine.IllegalAction`, or :class:`ValueError` for a text that is no action.
        """
        return self.act_all([action])

    def act_all(self, actions: Iterable[Action | str]) -> tuple[Position, ...]:
        """Several actions of yours in a row (cards thrown away): all of them, or none where one is not lawful."""
        at = self._at.now
        news: list[Position] = []
        for action in actions:
            at = at.apply(parse_action(action) if isinstance(action, str) else action, by=self.you)
            news.append(at)
        if not news:
            return ()
        self._at, more = self._on(self._at._replace(now=at, passed=None))
        return (*news, *more)

    def go_on(self) -> tuple[Position, ...]:
        """Let a right of yours pass; the others act."""
        if not self.pause:
            raise SessionError("nothing_waits", "Nobody is waiting for you to let something pass.")
        self._at, news = self._on(self._at._replace(passed=_waits(self._at, self.you)))
        return news

    def why_not(self, action: Action | str) -> IllegalAction | None:
        """Why you may not do ``action`` now, or None if you may."""
        return self._at.now.why_not(action, by=self.you)

    def advice(self) -> tuple[computers.Choice, ...]:
        """What the player of maxims would do in your place, seeing what you see.

        One choice; where several cards have to be thrown away, one for each of them.
        """
        at = self._at.now
        if at.to_act != self.you:
            raise SessionError("not_your_turn", "It is not your turn, so there is nothing to advise.")
        found: list[computers.Choice] = []
        while at.to_act == self.you and (not found or _throws(found[-1].action) or _says_how_many(found[-1].action)):
            found.append(computers.player(ADVISER).choose(at.seen_by(self.you), self._key(at)))
            if found[1:] and not _throws(found[-1].action):
                return tuple(found[:-1])
            at = at.apply(found[-1].action)
        return tuple(found)

    def counsel(self) -> computers.Choice | None:
        """What the expert would do in your place; None where it cannot deal out what you do not see."""
        at = self._at.now
        if at.to_act != self.you or len(at.legal_actions()) < 2 or at.phase in ("discard", "rob", "exchange"):
            return None
        found = computers.player("expert").choose(at.seen_by(self.you), self._key(at))
        return found if found.estimate is not None and found.estimate.options else None

    def _on(self, standing: _Standing) -> tuple[_Standing, tuple[Position, ...]]:
        """Let the others act until it is for you to decide, or the deal is over."""
        at = standing.now
        news: list[Position] = []
        while True:
            spoken = self._misdealt(at) or self._objection(at)
            if spoken is None:
                if at.to_act in (None, self.you) or _waits(standing._replace(now=at), self.you) is not None:
                    break
                spoken = at.apply(self._acted(at, str(at.to_act)))
            at = spoken
            news.append(at)
            if len(news) > _LONGEST_DEAL:
                raise RuntimeError("the computer players do not come to an end")
        return standing._replace(now=at), tuple(news)

    def _acted(self, at: Position, seat: str) -> Action:
        """What a computer player does, be it lawful or not."""
        view, key = at.seen_by(seat), self._key(at)
        if at.table.referee and self.you in at.table.place and self.you not in view.side_of(seat).seats:
            fault = atcourt.errs(view, key, self.faults)
            if fault is not None and (isinstance(fault, Call) or at.may_err):
                return fault
        return self._players[seat].choose(view, key).action

    def _misdealt(self, at: Position) -> Position | None:
        """The position after an adversary who deals has made a slip in dealing."""
        dealer, table = at.table.dealer, at.table
        if at.previous is not None or not table.referee or dealer not in self._players or self.you not in table.place:
            return None
        if table.side_of[table.place[self.you]] == table.side_of[-1]:
            return None
        call = atcourt.misdeals(at.seen_by(dealer), self._key(at), self.faults)
        return at.apply(call, by=dealer) if call is not None and happens(at, call.verb, table.size - 1) else None

    def _objection(self, at: Position) -> Position | None:
        """The position after one of the others has claimed, or called for a card of yours."""
        judged = at.frame.layout is not None or at.frame.faced
        if not at.table.referee or not judged or self.you not in at.table.place:
            return None
        for seat in at.table.players:
            call = atcourt.objects(at.seen_by(seat), self.you) if seat in self._players else None
            if call is not None:
                return at.apply(call, by=seat)
        return None

    def _key(self, at: Position) -> Hashable:
        return computers.chance_key(at.table)

    # -- going back and trying something else ---------------------------------------------------------

    def _decision(self) -> Position | None:
        """Your last decision in this deal: the position before it. Cards thrown away together are one decision."""
        found: Position | None = None
        joined = False
        for at in self._since():
            mine = at.by == self._place
            throwing = _throws(at.action) or _says_how_many(at.action)
            if found is not None and not (mine and (throwing or joined)):
                break
            if mine:
                found = at.previous
                joined = isinstance(at.action, Call) and at.action.verb == Verb.SECOND_CARD  # it came with another
                if not throwing and not joined:
                    break
        return found

    def undo(self) -> None:
        """Back to your last decision of this deal."""
        if not self.take_backs:
            raise SessionError("no_take_backs", "At this table a card laid is a card played: nothing is taken back.")
        before = self._decision()
        if before is None:
            raise SessionError("nothing_to_undo", "You have not done anything in this deal that could be taken back.")
        self._at = self._at._replace(now=before, passed=None)

    def what_if(self, at: Position | None = None) -> None:
        """Leave the match where it stands and try something beside it; :meth:`back` returns.

        ``at``: a moment of the present deal to try it from (default: where it stands).
        """
        if self._trunk is not None:
            raise SessionError("in_branch", "You are trying something already. Go back to the match first.")
        if at is not None and at not in self._at.now.path():
            raise SessionError("other_deal", "That moment belongs to another deal.")
        self._trunk = self._at
        if at is not None:
            self._at, _ = self._on(self._at._replace(now=at, passed=None))

    def back(self) -> None:
        """From a *what if* back to the match, as it stood."""
        if self._trunk is None:
            raise SessionError("not_in_branch", "This is the match; there is nothing to go back to.")
        self._at, self._trunk = self._trunk, None

    # -- from deal to deal ----------------------------------------------------------------------------

    def _has_next(self) -> bool:
        following = next_table(self._at.now)
        return following is not None and self.you in following.place

    def next_deal(self) -> tuple[Position, ...]:
        """The next deal of the match. The positions from its first one up to your first decision."""
        if self._trunk is not None:
            raise SessionError("branch_ends", "A “what if” ends with its deal. Go back to the match.")
        if not self.over:
            raise SessionError("deal_goes_on", "This deal is not over yet.")
        following = next_table(self._at.now)
        if following is None or self.you not in following.place:
            raise SessionError("match_over", "The match is over.")
        return self._enter(deal(following), (*self._at.earlier, self._at.now))

    def same_deal(self) -> tuple[Position, ...]:
        """The present deal again, from where it was entered."""
        return self._enter(self._at.first, self._at.earlier)

    def restart(self) -> tuple[Position, ...]:
        """The whole match again, from its first deal."""
        self._trunk = None
        return self._enter(self._begun, ())

    def new_deal(self, seed: object = None) -> tuple[Position, ...]:
        """Another match with the same people, dealt from another seed (default: the one after)."""
        old = self._begun.table
        fresh = new_table(
            old.rules, old.players, sides=old.sides, seed=seed if seed is not None else following_seed(old.seed),
            referee=old.referee,
        )  # fmt: skip
        self._trunk = None
        self._begun = deal(fresh)
        return self._enter(self._begun, ())

    def _enter(self, first: Position, earlier: tuple[Position, ...]) -> tuple[Position, ...]:
        self._at, news = self._on(_Standing(earlier, first, first))
        return (first, *news)

    # -- writing down ---------------------------------------------------------------------------------

    @property
    def record(self) -> Record:
        """The present deal as it stands."""
        return self._record(self._at.now)

    @property
    def records(self) -> tuple[Record, ...]:
        """Every deal of the match so far, the present one last."""
        return tuple(self._record(end) for end in self.deals)

    def _record(self, end: Position) -> Record:
        bots = {seat: f"{player.name} {player.version}" for seat, player in self._players.items()}
        return Record.of(end, self.book, {seat: bots[seat] for seat in end.table.players if seat in bots})

    # -- keeping --------------------------------------------------------------------------------------

    def to_data(self) -> dict[str, Any]:
        """The whole match as plain values, for :meth:`from_data`.

        Raises :class:`~allfours_edu.record.RecordError` where it began with a position that nobody dealt.
        """
        main = self._trunk or self._at
        return {
            "session": FORM, "you": self.you, "opponents": self.opponents, "take_backs": self.take_backs,
            "begun": len(self._begun.actions()), "faults": self.faults,
            "deals": [self._dict(n, end) for n, end in enumerate((*main.earlier, main.now))],
            "what_if": self._record(self._at.now).to_dict() if self._trunk is not None else None,
        }  # fmt: skip

    def _dict(self, n: int, end: Position) -> dict[str, Any]:
        """The record of a deal as plain values; a deal that is over is written down once."""
        known, found = self._written.get(n, (None, {}))
        if known is not end:
            found = self._record(end).to_dict()
            self._written[n] = (end, found)
        return found

    @classmethod
    def from_data(cls, book: Rulebook, data: Mapping[str, Any]) -> Session:
        """The match that was kept, every deal played again and checked.

        Raises :class:`ValueError` (with the reason) for anything else.
        """
        if data.get("session") != FORM:
            raise RecordError("it has another form than this version reads")
        deals, begun = data.get("deals"), data.get("begun")
        if not isinstance(deals, list) or not deals or type(begun) is not int:
            raise RecordError("it holds no deals")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RecordWarning)
            records = read_match("\n".join(json.dumps(d) for d in deals), book)
            beside = None if data.get("what_if") is None else Record.from_json(data["what_if"], book)
        for record in (*records, *([beside] if beside is not None else [])):
            if record.book != book:
                raise RecordError(f"a deal in it was played by another book, {record.book.title}")
        return cls._restored(book, data, records, beside, begun)

    @classmethod
    def _restored(
        cls, book: Rulebook, data: Mapping[str, Any], records: Sequence[Record], beside: Record | None, begun: int
    ) -> Session:
        ends = [record.position() for record in records]
        path = ends[0].path()
        if not 0 <= begun < len(path):
            raise RecordError("it does not say where it was begun")
        you, opponents = data.get("you"), data.get("opponents")
        if not isinstance(you, str) or not isinstance(opponents, dict):
            raise RecordError("it does not say who plays")
        rate = data.get("faults", 0.0)
        if type(rate) not in (int, float) or not 0 <= rate <= 1:
            raise RecordError("it does not say how often the others err")
        take_backs = data.get("take_backs") is not False
        made = cls(book, path[begun], you=you, opponents=opponents, take_backs=take_backs, faults=rate)
        made.notes = tuple(dict.fromkeys(note for record in records for note in record.notes))
        made._at = made._standing_at(tuple(ends[:-1]), ends[-1], begun)
        if beside is not None:
            now = beside.position()
            if now.table != ends[-1].table:
                raise RecordError("its “what if” belongs to another deal")
            made._trunk, made._at = made._at, made._standing_at(tuple(ends[:-1]), now, begun)
        return made

    def _standing_at(self, earlier: tuple[Position, ...], now: Position, begun: int) -> _Standing:
        path = now.path()
        first = path[0] if earlier else path[min(begun, len(path) - 1)]
        standing, _ = self._on(_Standing(earlier, first, now))
        return standing


# -- seats, players, seeds --------------------------------------------------------------------------------


def seat_named(table: Table, name: str) -> str:
    """The seat of that name; small and capital letters are the same.

    Raises :class:`SessionError` with a suggestion.
    """
    for seat in table.players:
        if seat.lower() == str(name).strip().lower():
            return seat
    raise SessionError(
        "no_such_seat", f"Nobody at this table is called {str(name)[:30]!r}.{_meant(str(name), table.players)}"
    )


def _usual_seat(table: Table) -> str:
    """South where there is one, else the eldest hand."""
    return "South" if "South" in table.place else table.eldest


def _seated(table: Table, you: str, opponents: str | Mapping[str, str]) -> dict[str, str]:
    """Which computer player sits where; a mapping may leave seats out."""
    given = {} if isinstance(opponents, str) else {seat_named(table, s): n for s, n in opponents.items()}
    rest = opponents if isinstance(opponents, str) else "foster"
    named = {seat: given.get(seat, rest) for seat in table.players if seat != you}
    known = computers.NAMES
    for name in named.values():
        if name not in known:
            raise SessionError(
                "no_such_player", f"No computer player is called {str(name)[:30]!r}.{_meant(str(name), known)}"
            )
    return named


def _meant(name: str, known: Sequence[str]) -> str:
    close = get_close_matches(name.lower(), [k.lower() for k in known], n=1, cutoff=0.5)
    meant = next((k for k in known if close and k.lower() == close[0]), None)
    return f" Did you mean {meant!r}?" if meant else f" There are {', '.join(known)}."


def following_seed(seed: object) -> object:
    """The seed of the next new deal: the number after, or the text with a number behind it.

    >>> following_seed(7), following_seed("class-9"), following_seed("ann")
    (8, 'class-10', 'ann-2')
    """
    if isinstance(seed, int):
        return seed + 1
    text = str(seed)
    digits = len(text) - len(text.rstrip("0123456789"))
    return f"{text[:-digits]}{int(text[-digits:]) + 1}" if digits else f"{text}-2"


# -- actions --------------------------------------------------------------------------------------------


def _says_how_many(action: Action | None) -> bool:
    """Is it the number of cards to be thrown away, which come next?"""
    return isinstance(action, Call) and action.verb == Verb.EXCHANGE and bool(action.n)


def _throws(action: Action | None) -> bool:
    """Does it throw a card away?"""
    return isinstance(action, Call) and action.verb == Verb.DISCARD


# -- rights out of turn -----------------------------------------------------------------------------------


def _waits(standing: _Standing, you: str) -> tuple[object, ...] | None:
    """What the others wait for, as something that can be let pass once; None where they do not."""
    now = standing.now
    if now.to_act in (None, you) or you not in now.table.place:
        return None
    rights = now.rights(you)
    if any(isinstance(a, Card) or a.verb not in _COURT for a in rights):
        found: tuple[object, ...] | None = ("right", *_chance(now))
    else:
        found = _court_waits(now, you, {a.verb for a in rights if isinstance(a, Call)}) if now.table.referee else None
    return None if found == standing.passed else found


def _court_waits(now: Position, you: str, verbs: set[str]) -> tuple[object, ...] | None:
    if now.previous is None and any(happens(now, verb, now.table.place[you]) for verb in PRICED):
        return "dealt", now.table.deal, now.table.attempt
    laid = len(now.laid())
    between = now.phase == "play" and laid > 0 and not now.led
    if between and now.hand(you):
        return "trick", now.table.deal, now.table.attempt, laid
    if Verb.CORRECT in verbs:
        return "correct", now.table.deal, now.table.attempt, laid - laid % len(now.frame.active)
    if verbs & {*DEMANDS, Verb.CHOOSE_CARD}:
        return "call", now.table.deal, now.table.attempt, laid
    return None


def _chance(at: Position) -> tuple[object, ...]:
    """What makes one chance to interrupt another than the last: a new card turned up, a bid made."""
    return at.table.deal, at.table.attempt, len(at.turn_ups), len(at.frame.bids)
