"""Laying a table: from what ``af.play`` is given to a table on the screen, fresh or begun before.

A table is known by the call that laid it (book, options, seed, players …). The same call finds the match again: after a
kernel restart in the reader's folder, and while the table is still open, the open one itself. In both cases nothing
begins over the old match until the learner says so.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from ..analysis.atcourt import USUAL_RATE
from ..asking import held
from ..engine import Position, Table, action_text, deal, pack_for
from ..errors import PlainTypeError, PlainValueError
from ..hotseat import HotSeat
from ..record import Record, RecordError, read_code
from ..record.core import house_rules
from ..saves import Save
from ..session import Session
from ..sources import Rulebook, load_rulebook, rulebooks
from ..teach.scenario import Scenario, is_scenario, load_scenario
from ..teach.strings import listed, t
from .base import AllFoursWidget, replace_older
from .classroom import ClassTable
from .hotseat import HotSeatWidget, WatchWidget
from .scenario import lesson_widget
from .stepper import book_of
from .table import Kept, TableWidget

DETAILS = ("first", "four", "full")
PACES = ("at_once", "steady", "on_key")
_LONGEST_NAME = 80
USUAL = ""
"""``you``: the usual seat. None is nobody: the computer players are watched."""
_open: dict[str, TableWidget] = {}
"""The tables of this kernel, by the call that laid them."""


@dataclass(frozen=True)
class Laid:
    """What a call asks for: how to begin, and what the match is known by (None: it is not kept)."""

    book: Rulebook
    begin: Callable[[], Session]
    call: dict[str, Any] | None


def play(
    what: object = "trinidad", *, seed: int | str | None = None, players: int | Sequence[str] | None = None,
    you: str | None = USUAL, opponents: str | Mapping[str, str] = "foster",
    options: str | Iterable[str] | Mapping[str, Any] = (), book: str | Rulebook | None = None,
    dealer: str | None = None, scores: Mapping[str, int] | Sequence[int] | None = None, take_backs: bool | None = None,
    save: bool = True, detail: str = "full", pace: str = "steady", hot_seat: int | Sequence[str] | None = None,
    alias: str | None = None, referee: bool = False, faults: float = USUAL_RATE,
) -> AllFoursWidget:  # fmt: skip
    """Lay a table. See :func:`allfours_edu.api.play`."""
    if hot_seat is True:  # what one types first; how many people it is for has to be said
        raise PlainValueError(t("session.hot_seat"))
    held(play, locals())
    _one_of("detail", detail, DETAILS)
    _one_of("pace", pace, PACES)
    if type(seed) not in (int, str, type(None)):
        raise PlainTypeError(t("session.seed", what=type(seed).__name__))
    if isinstance(what, Scenario) or is_scenario(what) or (isinstance(what, str) and what.startswith("td-")):
        return lesson_widget(load_scenario(what), load_rulebook(book) if book is not None else None)  # type: ignore[arg-type]
    if type(faults) not in (int, float) or not 0 <= faults <= 1:
        raise PlainValueError(t("courtroom.rate", what=f"{faults!r:.30}"))
    if referee and (hot_seat is not None or you is None):
        raise PlainValueError(t("courtroom.alone"))
    table = {"seed": seed, "players": players, "dealer": dealer, "scores": scores}
    if hot_seat is not None or you is None:
        widget: TableWidget | WatchWidget = _without_one(what, book, options, table, opponents, hot_seat)
        widget.detail, widget.pace = detail, pace
        replace_older(widget, f"play {_name_of(what)} {seed!r} {hot_seat} {you}")
        return widget
    you = you or None
    take_backs = alias is None if take_backs is None else take_backs
    make: Callable[..., TableWidget] = TableWidget if alias is None else partial(ClassTable, alias=alias)
    people = {"you": you, "opponents": opponents, "take_backs": take_backs, "faults": float(faults)}
    laid = _laid(what, book, options, table, people, referee)
    if save and laid.call is not None:
        call = laid.call if alias is None else laid.call | {"alias": alias}
        widget = _begun_before(laid.book, laid.begin, call, detail, pace, make)
    else:
        widget = make(laid.begin(), detail=detail, pace=pace)
    replace_older(widget, f"play {_name_of(what)} {seed!r} {you}")
    widget.shown_in_cell()
    return widget


def _without_one(
    what: object, book: Any, options: Any, table: dict[str, Any], opponents: Any, hot_seat: int | Sequence[str] | None
) -> TableWidget | WatchWidget:
    """A table at which not one person plays: several share the screen, or nobody plays and all watch."""
    laid = _laid(what, book, options, table, {"you": None, "opponents": opponents, "take_backs": True})
    first = laid.begin()
    chosen = laid.book
    if hot_seat is None:
        return WatchWidget(chosen, first.first.path()[0], opponents=first.opponents | {first.you: _watched(opponents)})
    if first.table.pack != pack_for(first.table.rules, first.table.size, first.table.seed)[0]:
        people = first.table.players[:hot_seat] if isinstance(hot_seat, int) else hot_seat
        return HotSeatWidget(HotSeat(chosen, first.first, people, opponents=opponents))
    more = {name: table[name] for name in ("dealer", "scores") if table[name] is not None}
    seated = HotSeat.seated(
        chosen, hot_seat, seed=first.table.seed, players=table["players"], opponents=opponents, **more
    )
    return HotSeatWidget(seated)


def _watched(opponents: Any) -> str:
    return opponents if isinstance(opponents, str) else "foster"


def _one_of(name: str, value: object, known: Sequence[str]) -> None:
    if value not in known:
        shown = listed(map(repr, known), "or")
        raise PlainValueError(t("session.one_of", name=name, known=shown, what=f"{value!r:.30}"))


def _begun_before(
    book: Rulebook, begin: Callable[[], Session], call: Mapping[str, Any], detail: str, pace: str,
    make: Callable[..., TableWidget] = TableWidget,
) -> TableWidget:  # fmt: skip
    """The table of a call that may have been made before."""
    key = json.dumps(call, sort_keys=True)
    there = _open.get(key)
    if there is not None and there.comm is not None:
        there.detail, there.pace = detail, pace
        there.ask_again()
        return there
    save = Save(call)
    sessions: dict[int, Session] = {}

    def read(match: Mapping[str, Any]) -> None:
        sessions[id(match)] = Session.from_data(book, match)

    kept = [Kept(sessions[id(found.match)], found) for found in save.found(read)]
    widget = make(begin(), save, kept=kept, begin=begin, detail=detail, pace=pace)
    _open[key] = widget
    return widget


# -- what was asked for -------------------------------------------------------------------------------------


def _laid(
    what: object, book: str | Rulebook | None, options: Any, table: dict[str, Any], people: dict[str, Any],
    referee: bool = False,
) -> Laid:  # fmt: skip
    start: Position | None = None
    if isinstance(what, Position):
        chosen = load_rulebook(book) if book is not None else book_of(what)
        start = what
    elif isinstance(what, Record):
        chosen, start = what.book, what.position()
        people["you"] = people["you"] or _not_a_computer(what)
    elif isinstance(what, (str, Path, Rulebook)) and not _is_text_of_deal(what):
        chosen = load_rulebook(what.strip().lower() if isinstance(what, str) and "." not in what else what)
    elif isinstance(what, (str, Mapping)):
        return _laid(_read(what, book), None, options, table, people, referee)
    else:
        raise PlainTypeError(t("session.what", what=type(what).__name__))
    if start is None:
        return _from_book(chosen.with_options(options), table, people, referee)
    if options:
        raise PlainValueError(t("session.options_late"))
    if referee and not start.table.referee:
        raise PlainValueError(t("courtroom.late"))
    return _from_deal(chosen, start, table, people)


def _is_text_of_deal(what: object) -> bool:
    """Is it a record or a deal code, rather than the name of a book? No book's name begins with a figure."""
    return isinstance(what, str) and ("\n" in what or what.strip()[:1] in "{0123456789" or len(what) > _LONGEST_NAME)


def _read(text: str | Mapping[str, Any], book: str | Rulebook | None) -> Record:
    whole = load_rulebook(book) if book is not None else None
    if isinstance(text, str) and text.strip()[:1].isdigit() and "\n" not in text.strip():
        code = read_code(text)
        return Record.of(code.position(), code.book())
    return Record.read(text, whole)


def _not_a_computer(record: Record) -> str | None:
    """The seat at which a person sat, where the record shows that there was one."""
    people = [seat for seat in record.players if seat not in record.bots]
    return people[0] if len(people) == 1 else None


def _from_book(book: Rulebook, given: Mapping[str, Any], people: Mapping[str, Any], referee: bool = False) -> Laid:
    def begin() -> Session:
        seed = secrets.randbelow(1_000_000) if given["seed"] is None else given["seed"]
        more = {name: given[name] for name in ("dealer", "scores") if given[name] is not None}
        return Session.new(book, seed=seed, players=given["players"], referee=referee, **more, **people)

    first = begin()  # says what is wrong with the call, if anything
    call = _call(book, first) | {"seed": given["seed"], "scores": list(first.table.scores)}
    return Laid(book, _once(first, begin), call)


def _from_deal(book: Rulebook, start: Position, given: Mapping[str, Any], people: Mapping[str, Any]) -> Laid:
    if any(value is not None for value in given.values()):
        raise PlainValueError(t("session.dealt_already"))
    at: Position | Table = start.table if start.over else start

    def begin() -> Session:
        return Session(book, at, **people)

    first = begin()
    try:
        mark = _mark(Record.of(deal(at) if isinstance(at, Table) else at, book))
    except RecordError:  # set up in mid-deal: nothing that could be written down
        return Laid(book, _once(first, begin), None)
    return Laid(book, _once(first, begin), _call(book, first) | {"start": mark})


def _mark(record: Record) -> str:
    """A mark of the cards and of what was done with them."""
    core = [
        str(record.seed), record.deal, record.attempt, [c.text for c in record.pack or ()], record.scores,
        record.cut_trump, record.pool, [(seat, action_text(action)) for seat, action in record.actions],
    ]  # fmt: skip
    return hashlib.sha256(json.dumps(core).encode()).hexdigest()[:24]


def _once(first: Session, begin: Callable[[], Session]) -> Callable[[], Session]:
    """Give out ``first``, then whatever ``begin`` makes."""
    ready = [first]
    return lambda: ready.pop() if ready else begin()


def _call(book: Rulebook, first: Session) -> dict[str, Any]:
    """What a match is known by: everything that would make it another match."""
    judged = {"referee": True, "faults": first.faults} if first.referee else {}
    return judged | {
        "book": book.id, "options": list(book.active), "house": house_rules(book),
        "rules": "" if book.id in rulebooks() else book.hash, "players": list(first.table.players), "you": first.you,
        "opponents": first.opponents, "take_backs": first.take_backs,
    }  # fmt: skip


def _name_of(what: object) -> str:
    if isinstance(what, Rulebook):
        return f"{what.id} {what.hash}"
    return what[:_LONGEST_NAME] if isinstance(what, str) else type(what).__name__
