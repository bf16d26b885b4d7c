"""The same deal under several books: steps side by side, the first difference named and explained.

Three ways of comparing, never mixed:

* *same plays*: the cards as they were played, judged by each book;
* *same players*: the same people go on playing under the other book; the line where its deal leaves the recorded one
  (the *seam*) is a step of its own;
* *best play*: everybody plays as well as can be, all cards seen; for two sides.

>>> found = compare("trinidad", "hoyle-ten", "foster-all-fives", scenario="td-01")
>>> [column.tally.totals for column in found.table("same").columns]
[{'S/N': 5, 'E/W': 1}, {'S/N': 3, 'E/W': 1}, {'S/N': 4, 'E/W': 11}]
>>> found.table("same").first.difference.kind, found.table("same").first.key
('award', 'trick 3')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from ..analysis.players import chance_key, player
from ..analysis.solver import TooLongError, solve
from ..cards import Card
from ..engine import Action, Call, Event, Position, Table, TableError, Verb, deal, new_table, pack_for
from ..engine.begging import hand_after_run
from ..errors import Plain
from ..rules import FIELDS, RulesError
from ..sources import Rulebook, Topic, topics
from .context import Context
from .explain import call_label, sentence, why
from .outcome import column_label, named, outcomes
from .scenario import Scenario, book_named, load_scenario, whole_line
from .strings import capital, listed, phrase, show, signs, suit_name, t
from .tally import POINTS, Tally, tally_of

MODES: Final = ("same", "players", "best")
LEAST, MOST = 2, 4
_PLAYER = "foster"
_LONGEST = 600
_MOST_CARDS = 26  # at a full table; with more, best play takes minutes
_MOST_TRICKS = 60_000
_POINT_NAME: Final = re.compile(r"^\*\*[^*]+\*\*( \([^)]*\))?: ")
_WORTH: Final = re.compile(r"\b(\w+) (\d+)\b")
_PACK = ("stripped", "remainder", "joker")  # what makes the pack another
_ALWAYS_READ = ("points", "pam", "target", "match_ends", "out_order")  # behind everything, so seldom what explains


class CompareError(Plain, ValueError):
    """Books that cannot be compared as asked; the message says what can."""


# --- what is found --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Cell:
    """One step under one book. Cells are the same step where their ``facts`` are equal, whatever the words."""

    facts: tuple[Any, ...]
    text: str
    events: tuple[Event, ...] = ()
    plays: tuple[tuple[str, Card], ...] = ()
    winner: str | None = None
    side: str | None = None


@dataclass(frozen=True)
class Difference:
    """Where books part. ``kind``: "procedure", "legality", "award", "order", "penalty" or "choice"."""

    kind: str
    text: str
    fields: tuple[str, ...] = ()
    first: bool = False

    @property
    def label(self) -> str:
        return phrase(f"compare.kind_{self.kind}")

    def __str__(self) -> str:
        return f"{self.label}: {signs(self.text)}"


@dataclass(frozen=True)
class Seam:
    """Where the deal under another book leaves the recorded one: before which step, and why."""

    key: str
    kind: str
    text: str
    fields: tuple[str, ...] = ()


@dataclass(frozen=True)
class Column:
    """One book's deal: the cards and plays, and what the book makes of them."""

    book: Rulebook
    position: Position
    events: tuple[Event, ...]
    seam: Seam | None = None
    note: str = ""

    @cached_property
    def tally(self) -> Tally:
        return tally_of(self.events, [side.name for side in self.position.table.sides])

    @cached_property
    def cells(self) -> dict[str, Cell]:
        return dict(_cells(self))


@dataclass(frozen=True)
class Row:
    """One step, one cell a book; None where a book has no such step."""

    key: str
    label: str
    phase: str
    cells: tuple[Cell | None, ...]
    trick: int = 0
    difference: Difference | None = None
    seams: tuple[int, ...] = ()
    """Columns that leave the recorded deal before this step."""

    @property
    def same(self) -> bool:
        return self.difference is None


@dataclass(frozen=True)
class Side:
    """The books side by side in one way of comparing."""

    mode: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    note: str

    @property
    def first(self) -> Row | None:
        """The first step that differs."""
        return next((row for row in self.rows if row.difference is not None and row.difference.first), None)


@dataclass(frozen=True)
class Comparison:
    """The same deal under two to four books; see the module. ``recorded``: somebody's plays, not computer players'."""

    books: tuple[Rulebook, ...]
    base: Position
    seed: object = None
    recorded: bool = False
    source: str = ""
    _made: dict[str, Side] = field(default_factory=dict, compare=False, repr=False)

    @property
    def modes(self) -> tuple[str, ...]:
        """The ways of comparing that can be had for this deal."""
        draws = any(book.rules.draw is not None for book in self.books)
        return MODES if len(self.base.table.sides) == 2 and not draws else MODES[:2]

    def table(self, mode: str = "same") -> Side:
        """The books side by side."""
        if mode not in self.modes:
            raise CompareError(why_not_mode(mode, self))
        if mode not in self._made:
            self._made[mode] = _side(self, mode)
        return self._made[mode]

    def first(self, mode: str = "same") -> Difference | None:
        """The first difference, or None where there is none."""
        row = self.table(mode).first
        return row.difference if row is not None else None

    @property
    def title(self) -> str:
        return t("compare.title", books=listed(named(b) for b in self.books))

    def to_text(self, mode: str = "same") -> str:
        """The whole comparison as plain text."""
        return "\n".join(_text(self, self.table(mode)))

    def __str__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        from .compare_table import html_tables

        return html_tables(self)


def why_not_mode(mode: str, found: Comparison) -> str:
    """Why a way of comparing is not to be had."""
    if mode == MODES[2]:
        return t("compare.best_why" if len(found.base.table.sides) != 2 else "compare.best_draws")
    return f"There is no way of comparing called {str(mode)[:30]!r}; there are {listed(MODES)}."


# --- making it ------------------------------------------------------------------------------------------------------


def compare(
    *books: str | Rulebook,
    seed: object = 0,
    position: Position | None = None,
    scenario: str | Scenario | None = None,
    players: int | Sequence[str] | None = None,
) -> Comparison:
    """The same deal under ``books``, two to four of them; the first one's deal is the one compared with.

    The deal is that of ``seed`` played by computer players, or the one in ``position``, or that of a ``scenario``.
    """
    chosen = tuple(book_named(b) for b in books)
    if not LEAST <= len(chosen) <= MOST:
        raise CompareError(f"Two to four books can be compared, not {len(chosen)}.")
    if len({(b.id, b.hash) for b in chosen}) != len(chosen):
        raise CompareError("The same book stands twice; give one of them a house rule or another option.")
    if position is not None and scenario is not None:
        raise CompareError("Compare a position or a scenario, not both at once.")
    if scenario is not None:
        made = load_scenario(scenario)
        _check_size(chosen, len(made.players))
        return Comparison(chosen, _played_out(_line_of(made, chosen[0])), recorded=True, source=made.title)
    if position is not None:
        _check_size(chosen, position.table.size)
        return Comparison(chosen, _played_out(position), position.table.seed, recorded=True)
    size = common_size(chosen) if players is None else players
    _check_size(chosen, size if isinstance(size, int) else len(size))
    base = _played_out(deal(new_table(chosen[0].rules, size, seed=seed)))
    return Comparison(chosen, base, seed)


def _line_of(made: Scenario, book: Rulebook) -> Position:
    """The deal as the right answers play it; where they stop short, as the file has it for this book."""
    try:
        at = whole_line(made, book)
        laid = [c.text for _, c in at.plays]
        stored = [o for o in made.outcomes if book_named(o.book) == book and not o.scores] if not at.over else []
        whole = next((o for o in stored if o.plays.split()[: len(laid)] == laid), None)
        return at if whole is None else made.played(whole, book)
    except (TableError, ValueError) as error:
        raise CompareError(f"{made.id} cannot be laid under {book.short}: {error}") from None


def common_size(books: Iterable[Rulebook]) -> int:
    """The smallest number of players all the books know."""
    chosen = tuple(books)
    common: set[int] = set.intersection(*(set(b.rules.players) for b in chosen))
    if not common:
        raise CompareError(f"No number of players suits all of {listed(b.short for b in chosen)}.")
    return min(common)


def _check_size(books: tuple[Rulebook, ...], size: int) -> None:
    for book in books:
        if size not in book.rules.players:
            known = listed(map(str, book.rules.players), "or")
            raise CompareError(f"{book.short} is for {known} players, not {size}.")


def _played_out(at: Position) -> Position:
    """The deal played to its end by the computer players, from where it stands."""
    someone = player(_PLAYER)
    for _ in range(_LONGEST):
        if at.to_act is None:
            return at
        at = at.apply(someone.choose(at.seen_by(at.to_act), chance_key(at.table)).action)
    raise RuntimeError("the computer players do not come to an end")


# --- columns --------------------------------------------------------------------------------------------------------


def _side(found: Comparison, mode: str) -> Side:
    if mode == "best":
        columns = tuple(_at_best(found, book) for book in found.books)
    else:
        first = Column(found.books[0], found.base, found.base.events(found.books[0].rules))
        make = _judged if mode == "same" else _gone_on
        columns = (first, *(make(found, book) for book in found.books[1:]))
    notes = [t(f"compare.note_{mode}"), *dict.fromkeys(c.note for c in columns if c.note)]
    if mode == "players" and not any(c.seam for c in columns):
        notes.append(t("compare.note_no_seam"))
    return Side(mode, columns, tuple(_rows(columns)), " ".join(notes))


def pitches(book: Rulebook) -> bool:
    """Does the first card led make the trump in this book?"""
    return bool(book.rules.trump_from == "pitch")


def _other_trump(found: Comparison, book: Rulebook) -> bool:
    """Is the trump of this book made in another way than that of the recorded deal?"""
    return bool(book.rules.trump_from != found.books[0].rules.trump_from)


def _judged(found: Comparison, book: Rulebook) -> Column:
    """The recorded plays, judged by another book."""
    base = found.base
    note = ""
    if _other_trump(found, book) and base.trump:
        note = t(f"compare.note_as_if_{book.rules.trump_from}", name=book.short, suit=suit_name(base.trump))
    elif book.rules.hand_size != base.rules.hand_size:
        note = t("compare.note_size", name=book.short, n=book.rules.hand_size, m=base.rules.hand_size)
    return Column(book, base, base.events(book.rules), _unlawful(found, book), note)


def _unlawful(found: Comparison, book: Rulebook) -> Seam | None:
    """Where the recorded plays are no longer lawful under another book, as far as the two deals can be laid alike."""
    if _other_trump(found, book) or book.rules.hand_size != found.base.rules.hand_size:
        return None
    seam = _replayed(found, book, ask=False)[1]
    return seam if seam is not None and seam.kind == "legality" else None


def _gone_on(found: Comparison, book: Rulebook) -> Column:
    """The same people, going on under another book."""
    at, seam, note = _replayed(found, book, ask=not found.recorded)
    end = _played_out(at)
    return Column(book, end, end.events(), seam, note)


def _at_best(found: Comparison, book: Rulebook) -> Column:
    """The same deal and calls; from the first card everybody plays as well as can be, all cards seen."""
    at, seam, note = _replayed(found, book, ask=not found.recorded, plays=False)
    someone = player(_PLAYER)
    while at.to_act is not None and at.phase != "play":
        at = at.apply(someone.choose(at.seen_by(at.to_act), chance_key(at.table)).action)
    each = at.frame.hands[0].bit_count()
    if book.rules.pool is not None:
        raise CompareError(t("compare.best_no_points"))
    try:
        if each * at.table.size > _MOST_CARDS:
            raise TooLongError
        end = _best_line(at)
    except TooLongError:
        raise CompareError(t("compare.best_too_long", n=each)) from None
    return Column(book, end, end.events(), seam, note)


def _best_line(at: Position) -> Position:
    """The deal played out by best play. Where the first card makes the trump, each is tried."""
    if at.to_act is None:
        return at
    if at.trump is None:
        mine = next(side.name for side in at.table.sides if at.to_act in side.seats)
        leads = [at.apply(c) for c in at.legal_actions()]
        at = max(leads, key=lambda p: solve(p, mine, line=False, most=_MOST_TRICKS).value)
    for _, card in solve(at, most=_MOST_TRICKS).line:
        if at.to_act is None:  # somebody is out by pegs: nothing more is counted
            break
        at = at.apply(card)
    return at


def _replayed(found: Comparison, book: Rulebook, ask: bool, plays: bool = True) -> tuple[Position, Seam | None, str]:
    """The recorded deal laid under another book, as far as it goes there.

    It goes on while the recorded action is lawful and, with ``ask``, while the same player, drawing the same lots,
    would do it under this book too; without ``plays`` only the calls are taken over.
    """
    base, someone = found.base, player(_PLAYER)
    at, note = _laid(base, book)
    if _other_trump(found, book):
        text = t(f"compare.seam_{book.rules.trump_from}", name=book.short)
        return at, Seam("turn", "procedure", text, ("trump_from",)), note
    if book.rules.hand_size != base.rules.hand_size:
        return at, Seam("turn", "procedure", note, ("hand_size",)), ""
    if _other_pack(base.table, book) is not None:
        named_by = tuple(name for name in _PACK if getattr(book.rules, name) != getattr(base.rules, name))
        return at, Seam("turn", "procedure", note, named_by), ""
    if not _same_sides(base.table, book.rules.sides):
        return at, Seam("turn", "procedure", t("compare.seam_sides", name=book.short), ("sides",)), note
    for step in base.path():
        if step.action is None:
            continue
        if isinstance(step.action, Card) and not plays:
            break
        seat = base.table.players[step.by]
        if at.to_act is None and not _claims(step.action):
            break
        key = _key_of_step(step)
        refused = at.why_not(step.action, by=seat)
        if refused is not None and _was_lawful(step, seat):
            field_names = (refused.field,) if refused.field else ()
            verb = "play" if isinstance(step.action, Card) else "call"
            what = phrase(f"compare.to_{verb}", what=_what(step.action))
            again = isinstance(step.action, Call) and step.action.verb == Verb.BEG and at.frame.begs
            said = "seam_second_beg" if again else "seam_unlawful"
            text = t(f"compare.{said}", who=seat, what=what, name=book.short)
            return at, Seam(key, "legality", text, field_names), note
        if ask and at.to_act == seat:
            choice = someone.choose(at.seen_by(seat), chance_key(base.table))
            if choice.action != step.action:
                facts = {"what": _what(choice.action), "was": _what(step.action)}
                text = t("compare.seam_choice", who=seat, name=book.short, **facts)
                return at, Seam(key, "choice", f"{text} {capital(choice.reason())}".strip()), note
        at = at.apply(step.action, by=None if at.to_act == seat else seat)
    return at, None, note


def _was_lawful(step: Position, seat: str) -> bool:
    """Was it lawful where it was done? A fault before a referee is one under either book: its price is what differs."""
    before = step.previous
    return before is None or step.action is None or before.why_not(step.action, by=seat) is None


def _what(action: Action) -> str:
    return show(action) if isinstance(action, Card) else f"“{call_label(action)}”"


def _claims(action: Action | None) -> bool:
    """A claim before the referee, which may be made when the deal is over."""
    return isinstance(action, Call) and action.verb == Verb.CLAIM_PENALTY


def _key_of_step(step: Position) -> str:
    if _claims(step.action):
        return "penalty"
    if not isinstance(step.action, Card):
        return "calls"
    size = max(len(step.frame.active), 1)
    return f"trick {(len(step.laid()) - 1) // size + 1}"


def _laid(base: Position, book: Rulebook) -> tuple[Position, str]:
    """The first position of the same cards under another book, by place in the order of play."""
    first, table, rules = base.path()[0], base.table, book.rules
    more: dict[str, Any] = {
        "seed": table.seed, "deal": table.deal, "attempt": table.attempt, "referee": table.referee,
    }  # fmt: skip
    if _same_sides(table, rules.sides):
        more["sides"] = table.sides
        more["scores"] = table.scores
    pack = _other_pack(table, book)
    if rules.hand_size != table.rules.hand_size:
        note = t("compare.note_size", name=book.short, n=rules.hand_size, m=table.rules.hand_size)
        return deal(new_table(rules, table.players, pack=pack or table.pack, **more)), note
    if pack is not None:
        return deal(new_table(rules, table.players, pack=pack, **more)), t("compare.note_pack", name=book.short)
    hands = {seat: first.dealt(seat) for seat in table.players}
    turned, stock = first.turn_ups, first.frame.stock
    if rules.trump_from != "turn":
        turned, stock = (), (*turned, *stock)
    elif not turned:
        turned, stock = stock[:1], stock[1:]
    room = len(table.pack) - rules.hand_size * table.size - rules.widow - len(turned)  # a widow is what lies undermost
    return deal(new_table(rules, table.players, hands=hands, turn_ups=turned, stock=stock[:room], **more)), ""


def _other_pack(table: Table, book: Rulebook) -> tuple[Card, ...] | None:
    """The cards of a deal as another book has them, in the same order; None where it has the same ones.

    What the book adds lies at the bottom.
    """
    usual, _ = pack_for(book.rules, table.size, table.seed, table.deal, table.attempt)
    if set(usual) == set(table.pack):
        return None
    kept = tuple(c for c in table.pack if c in usual)
    return (*kept, *(c for c in usual if c not in kept))


def _same_sides(table: Table, sides: str) -> bool:
    paired = any(len(side.seats) > 1 for side in table.sides)
    return paired == (table.size == 4 and sides != "each")


# --- cells ----------------------------------------------------------------------------------------------------------


def _cells(column: Column) -> Iterator[tuple[str, Cell]]:
    """The steps of one book's deal, by key."""
    ctx = Context.of(column.position, None, column.book)
    groups: dict[str, list[Event]] = {}
    for event in column.events:
        key = _row_of(event, groups)
        if key:
            groups.setdefault(key, []).append(event)
    for key, events in groups.items():
        yield key, _cell(key, events, ctx, column)


def _row_of(event: Event, groups: Mapping[str, list[Event]]) -> str:
    if event.kind in ("turned", "turn"):
        return "calls" if "calls" in groups else "turn"
    if _claims(event.action):
        return "penalty"
    if event.kind in ("call", "gift", "run", "bunch", "sale", "discard"):
        return "calls"
    if event.kind in ("trump", "settled_trump"):
        return "turn"
    if event.kind in ("play", "trick", "peg", "draw"):
        return f"trick {event.trick}"
    return {"award": event.point or "", "penalty": "penalty", "out": "out"}.get(event.kind, "")


def _cell(key: str, events: list[Event], ctx: Context, column: Column) -> Cell:
    if key.startswith("trick "):
        return _trick_cell(events, ctx)
    told = [e for e in events if e.kind != "discard"]
    if key == "calls" and column.book.rules.beg is None and any(e.kind in ("gift", "run") or _begs(e) for e in told):
        return Cell(("no_beg",), t("compare.no_beg"), tuple(told))  # a beg under a book that has none
    if key == "turn" and pitches(column.book) and column.position.turn_ups:
        return Cell(("pitch",), t("compare.turn_pitch"), tuple(told))  # a turned card under a book that turns none
    text = " ".join(sentence(e, ctx) for e in told)
    if told and told[0].kind == "award":
        text = capital(_POINT_NAME.sub("", text))  # the row says already which point it is
    if key == "turn" and pitches(column.book):
        return Cell(("pitch", ctx.position.trump), text, tuple(told))
    thrown = sum(e.kind == "discard" for e in events)
    if thrown:
        text = " ".join(filter(None, [text, phrase("compare.discards", n=thrown)]))
    facts = tuple(_facts(e) for e in events)
    held = _would_hold(column) if key == "calls" else None
    if held is not None:
        text, facts = f"{text} {phrase('compare.would_hold', n=held)}", (*facts, ("would_hold", held))
    side = told[-1].side if told else None
    return Cell(facts, text, tuple(told), side=side)


def _would_hold(column: Column) -> int | None:
    """How many cards each would play with under this book, where that is not how many were played with."""
    start = next((p for p in column.position.path() if p.phase == "play"), None)
    if start is None or column.book.rules.beg is None:
        return None
    held = hand_after_run(column.book.rules, start.frame.runs)
    return held if held != start.frame.hands[0].bit_count() else None


def _begs(event: Event) -> bool:
    return isinstance(event.action, Call) and event.action.verb == Verb.BEG


def _facts(event: Event) -> tuple[Any, ...]:
    """What happened, without the words for it."""
    data = tuple(sorted((k, _frozen(v)) for k, v in event.data.items() if k in ("count", "hang", "tie")))
    seat = event.seat if event.kind in ("call", "play", "trick", "discard") else None
    return event.kind, seat, event.side, event.cards, event.n, event.point, event.action, data


def _frozen(value: Any) -> Any:
    return tuple(sorted(value.items())) if isinstance(value, Mapping) else value


def _trick_cell(events: list[Event], ctx: Context) -> Cell:
    plays = tuple((e.seat or "", e.cards[0]) for e in events if e.kind == "play")
    won = next((e for e in events if e.kind == "trick"), None)
    pegs = [e for e in events if e.kind == "peg"]
    marked: dict[str, int] = {}
    for e in pegs:
        marked[e.side or ""] = marked.get(e.side or "", 0) + e.n
    text = " ".join(sentence(e, ctx) for e in pegs) if pegs else t("compare.nothing_marked")
    winner = won.seat if won is not None else None
    facts = (plays, winner, tuple(sorted(marked.items())))
    return Cell(facts, text, tuple(events), plays, winner, pegs[-1].side if pegs else None)


# --- rows and differences -------------------------------------------------------------------------------------------


def _rows(columns: tuple[Column, ...]) -> Iterator[Row]:
    first, parted = False, frozenset[int]()
    for key in _keys(columns):
        cells = tuple(column.cells.get(key) for column in columns)
        seams = tuple(n for n, column in enumerate(columns) if column.seam is not None and column.seam.key == key)
        difference = _difference(key, columns, cells, seams, parted)
        if difference is not None and not first:
            difference, first = replace(difference, first=True), True
        parted |= {n for n in seams if columns[n].position is not columns[0].position}
        number = int(key.split()[1]) if key.startswith("trick ") else 0
        yield Row(key, _label(key), _phase(key), cells, number, difference, seams)


def _keys(columns: tuple[Column, ...]) -> list[str]:
    present = {key for column in columns for key in column.cells}
    tricks = sorted((k for k in present if k.startswith("trick ")), key=lambda k: int(k.split()[1]))
    order = ["turn", "calls", *tricks, "penalty", *POINTS]
    rest = [k for k in present if k not in order and k != "out"]
    return [k for k in (*order, *sorted(rest), "out") if k in present]


def _label(key: str) -> str:
    if key.startswith("trick "):
        return t("compare.row_trick", n=key.split()[1])
    return t(f"compare.row_{key}") if key in ("turn", "calls", "penalty", "out") else t(f"point.{key}")


def _phase(key: str) -> str:
    return {"turn": "deal", "calls": "beg"}.get(key, "play" if key.startswith("trick ") else "score")


def _difference(
    key: str,
    columns: tuple[Column, ...],
    cells: tuple[Cell | None, ...],
    seams: tuple[int, ...],
    parted: frozenset[int],
) -> Difference | None:
    """What differs in one step. A column that has ``parted`` plays another deal: there it only follows from before."""
    given = [None if cell is None else cell.facts for cell in cells]
    other = [n for n in range(1, len(given)) if given[n] != given[0]]
    if seams:
        seam = columns[seams[0]].seam
        assert seam is not None
        deciding = seam.fields
        if key == "calls" and not deciding:
            deciding = _beg_fields(columns[0].book, columns[seams[0]].book)
        text = _explained(columns, cells, deciding, seams[0]) or t(f"compare.because_{seam.kind}")
        return Difference(seam.kind, text, deciding)
    if not other:
        return None
    together = [n for n in other if n not in parted]
    if not together:
        return Difference("follows", "")
    at = together[0]
    each = [_deciding(key, columns[0], columns[n], cells[0], cells[n]) for n in together]
    fields = tuple(dict.fromkeys(name for found in each for name in found))
    return Difference(_kind(key, cells[0], cells[at]), _explained(columns, cells, each[0], at), fields)


def _kind(key: str, here: Cell | None, there: Cell | None) -> str:
    if key == "penalty":
        return "penalty"
    if key == "out":
        return "order"
    if key in ("turn", "calls"):
        if any(cell is not None and cell.facts == ("no_beg",) for cell in (here, there)):
            return "procedure"
        return "award" if _only_marks(here, there) else "procedure"
    return "award"


_MARKS = frozenset({"turn", "gift", "sale"})


def _only_marks(here: Cell | None, there: Cell | None) -> bool:
    """Is all done alike, and only marked otherwise: the card turned, the gift, the price of a bid?"""
    told = [[] if cell is None else cell.events for cell in (here, there)]
    done = [[(e.kind, e.seat, e.action, e.cards) for e in events if e.kind not in _MARKS] for events in told]
    return done[0] == done[1] and any(e.kind in _MARKS for events in told for e in events)


def _deciding(key: str, one: Column, other: Column, here: Cell | None, there: Cell | None) -> tuple[str, ...]:
    """The rule fields that were read for this step under either book and have another value in the other.

    Of several, those that alone turn the step: give one book the other's value, and it comes out otherwise.
    """
    read = {name for cell in (here, there) if cell is not None for e in cell.events for name in e.because}
    if here is None or there is None or here.facts[:1] == ("pitch",) or there.facts[:1] == ("pitch",):
        read.add("trump_from")
    if any(cell is not None and cell.facts == ("no_beg",) for cell in (here, there)):
        return ("begs",)
    if any(cell is not None and cell.facts and cell.facts[-1][:1] == ("would_hold",) for cell in (here, there)):
        read.add("after_run")
    differ = [name for name in FIELDS if name in read and _value(one.book, name) != _value(other.book, name)]
    telling = [name for name in differ if name not in _ALWAYS_READ]
    turning = [n for n in differ if _turns(key, one, other.book, n) or _turns(key, other, one.book, n)]
    return tuple(turning or telling or differ)[:3]


def _turns(key: str, column: Column, other: Rulebook, name: str) -> bool:
    """Does this step come out otherwise when one rule alone is taken from the other book?"""
    rules, group = column.book.rules, FIELDS[name]
    here, there = getattr(rules, group), getattr(other.rules, group)
    change = {name: _value(other, name)} if here is not None and there is not None else {group: there}
    try:
        changed = rules.replace(**change)
    except RulesError:
        return False  # no game is made that way
    return _step(key, column.position.events(changed)) != _step(key, column.events)


def _step(key: str, events: Iterable[Event]) -> list[tuple[Any, ...]]:
    groups: dict[str, list[Event]] = {}
    for event in events:
        groups.setdefault(_row_of(event, groups), []).append(event)
    return [_facts(event) for event in groups.get(key, ())]


def _value(book: Rulebook, name: str) -> Any:
    return getattr(book.rules, name)


def _beg_fields(one: Rulebook, other: Rulebook) -> tuple[str, ...]:
    """Of the rules on begging, the first that can explain why a call is not to be had."""
    asked = ("begs", "gift_may_put_out", "gift_needs_trump", "bunch", "run_cards")
    return tuple(name for name in asked if _value(one, name) != _value(other, name))[:1]


def _explained(columns: tuple[Column, ...], cells: tuple[Cell | None, ...], deciding: tuple[str, ...], at: int) -> str:
    """The difference in words: the question, and the answer of each book that had to ask it."""
    if not deciding:
        return ""
    name = deciding[0]
    answers: dict[str, list[str]] = {}
    for n, (column, cell) in enumerate(zip(columns, cells, strict=True)):
        asked = cell is not None and any(name in e.because for e in cell.events)
        if asked or n in (0, at) or getattr(column.book.rules, FIELDS[name]) is None:
            answers.setdefault(says(column.book, name), []).append(named(column.book))
    said = [t("compare.answer", name=listed(shorts), says=answer) for answer, shorts in answers.items()]
    return " ".join([topics()[name].title if name in topics() else name, *said])


def says(book: Rulebook, name: str) -> str:
    """What a book answers to one question of the rules, in a sentence."""
    if getattr(book.rules, FIELDS[name]) is None:
        return t("compare.absent")
    known, value = topics().get(name), _value(book, name)
    if known is None:
        return str(value)
    return in_words(known, value)


def in_words(topic: Topic, value: Any) -> str:
    """An answer in words, as a sentence has it: "4 for the ace", where a table says "ace 4"."""
    said = topic.says(value)
    if isinstance(value, tuple) and value and isinstance(value[0], tuple) and len(value[0][0]) == 1:  # ranks
        said = _WORTH.sub(r"\2 for the \1", said)
    return said


# --- as text --------------------------------------------------------------------------------------------------------


def _text(found: Comparison, side: Side) -> Iterator[str]:
    ctx = Context.of(found.base)
    keys, lines = outcomes([(c.book, c.tally) for c in side.columns], ctx)
    yield found.title
    yield f"{t(f'compare.mode_{side.mode}')}. {side.note}"
    yield ""
    for line in lines:
        figures = ", ".join(
            f"{column_label(k)} {f.text if f is not None else '–'}" for k, f in zip(keys, line.figures, strict=True)
        )
        yield f"{named(line.book)}: {figures}. {capital(line.total)}."
    yield ""
    for row in side.rows:
        yield from _row_text(row, side)


def _row_text(row: Row, side: Side) -> Iterator[str]:
    for n in row.seams:
        seam = side.columns[n].seam
        assert seam is not None
        yield f"--- {t(f'compare.seam_{side.mode}')} {named(side.columns[n].book)}: {signs(seam.text)}"
    played = next((c for c in row.cells if c is not None), None)
    if row.difference is None:
        yield f"{row.label}: {_cell_text(played)}"
        return
    head = t("compare.first" if row.difference.first else "compare.another", kind=row.difference.label)
    yield f"{row.label} [{head}] {signs(row.difference.text)}".rstrip()
    for column, cell in zip(side.columns, row.cells, strict=True):
        yield f"    {named(column.book)}: {_cell_text(cell)}"


def _cell_text(cell: Cell | None) -> str:
    if cell is None:
        return "–"
    laid = ", ".join(f"{seat} {c}{' (takes it)' if seat == cell.winner else ''}" for seat, c in cell.plays)
    return ". ".join(filter(None, [laid, signs(cell.text)]))


def authorities(cell: Cell, book: Rulebook, among: Iterable[str]) -> list[Any]:
    """What a book rests on in a cell: the clause that establishes the step, and those of the deciding fields."""
    wanted = set(among)
    found: list[Any] = []
    for event in cell.events:
        if event.kind in ("play", "call", "discard", "draw"):
            continue
        for cite in why(event, book)[1]:
            if (cite.get("rule") in wanted or cite.get("rule") == event.topic) and cite not in found:
                found.append(cite)
    return found
