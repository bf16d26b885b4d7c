"""A clause seen at work: a deal, played to its end, in which what it says decides, and the step at which it does.

First the deals that were found before (:mod:`.deciding`), then a deal is looked for: the same cards and plays under the
answer of the clause and under another one. A rule of procedure, and a note on history, act in no deal: they say so.

>>> found = act("tie", "nobody")
>>> found.field, found.where, found.book.rules.tie
('tie', 'game', 'nobody')
>>> print(act("cut_wins", "high"))
No cards are cut for it here: who deals first and who plays with whom is said when the table is laid.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import Any

from ..analysis.players import chance_key, player
from ..cards import Card
from ..engine import Call, IllegalAction, Position, TableError, Verb, deal, new_table
from ..rules import FIELDS, RulesError
from ..sources import Clause, Rulebook, Source, load_rulebook, rulebooks, topics
from .bookpage import value_key
from .compare import MOST, CompareError, Comparison, Row, says
from .courtroom import OFFENCES
from .deciding import Deciding, attested, deals_deciding
from .finding import find_difference
from .moments import moments
from .scenario import Scenario, book_exists, book_named, load_scenario, scenarios
from .strings import capital, phrase, signs, t
from .variorum import why_no_act

SECONDS = 2.5  # so long a deal is looked for
_EACH = 0.8  # with one pair of books
_SEEDS = 12
_TABLES = 8  # tables at which a revoke is tried
_FULL = 4  # larger tables are tried last
_ANY = object()  # any answer to the question


@dataclass(frozen=True)
class Act:
    """A deal in which a clause decides. ``book`` has its answer, ``other`` another one; ``where`` is the step."""

    topic: str
    field: str
    title: str
    note: str
    book: Rulebook
    position: Position
    at: int
    where: str = ""
    other: Rulebook | None = None
    code: str = ""
    mode: str = "same"


@dataclass(frozen=True)
class NoAct:
    """No deal shows it: why."""

    why: str

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return self.why


def act(topic: str, key: str = "", refs: Iterable[str] = (), *, seconds: float = SECONDS) -> Act | NoAct:
    """A deal in which the answer ``key`` (of a value; any, where empty) to a question decides.

    ``refs`` are the clauses that give it: the example of a text itself comes first. ``seconds``: so long is looked at
    most. The result is false where there is none, and says why.
    """
    known = topics()[topic]
    why = why_no_act(known)
    if why:
        return NoAct(why)
    field = known.field
    if field is None:
        return _example(topic, "", refs) or _established(topic) or NoAct(_why_no_place(topic))
    value = _ANY if not key else next((v for v in attested(field) if value_key(v) == key), _ANY)
    ways: tuple[Callable[[], Act | None], ...] = (
        lambda: _kept(field, value),
        lambda: _fault(field, value, seconds),
        lambda: _example(topic, field, refs),
        lambda: _looked_for(field, value, seconds),
        lambda: _lesson(field),
    )
    return next(filter(None, (way() for way in ways)), None) or NoAct(_why_no_place(topic, "no_act_found"))


def _why_no_place(topic: str, key: str = "no_act_place") -> str:
    """Why no deal shows it; a fault has a page of its own."""
    offence = next((name for name, (field, _) in OFFENCES.items() if topic in (name, field)), None)
    if offence is None and topics()[topic].phase == "penalties":
        offence = "revoke"
    return t("variorum.no_act_court", offence=offence) if offence else t(f"variorum.{key}")


def same_deal(found: Act, clauses: Iterable[tuple[Any, Clause]] = (), books: Iterable[Rulebook] = ()) -> Comparison:
    """The deal under its book and under others: each of ``books`` that fits the table, then the book with each other
    answer that one of ``clauses`` gives (the value and the clause, which is then its authority); four at most.

    Raises :class:`~allfours_edu.teach.compare.CompareError` where there is nothing to compare with.
    """
    base, size = found.book, found.position.table.size
    chosen = [base]
    wanted = [b for b in books if size in b.rules.players]
    for value, clause in clauses:
        other = _with(base, found.field, value)
        wanted += [_resting_on(other, found.field, clause)] if other is not None else []
    wanted += [found.other] if found.other is not None else []
    if not wanted and found.field:
        wanted = [b for value in attested(found.field) if (b := _with(base, found.field, value)) is not None]
    for book in wanted:
        answers = [says(b, found.field) for b in chosen] if found.field else []
        fresh = not found.field or says(book, found.field) not in answers
        if len(chosen) < MOST and fresh and all((b.id, b.hash) != (book.id, book.hash) for b in chosen):
            chosen.append(book)
    if len(chosen) < 2:
        raise CompareError(t("variorum.nothing_to_compare"))
    return Comparison(tuple(chosen), found.position, found.position.table.seed, recorded=True, source=found.title)


def _resting_on(book: Rulebook, field: str, clause: Clause) -> Rulebook:
    """The book with a clause as its authority for one answer."""
    reading = next((r.id for r in clause.readings if r.sets.get(field) == getattr(book.rules, field)), "")
    source = Source(
        "contradictory" if reading else "explicit" if clause.status == "explicit" else "implied",
        getattr(book.rules, field),
        clause=clause.ref,
        reading=reading,
    )
    return replace(book, sources={**book.sources, field: source})


def _with(book: Rulebook, field: str, value: Any) -> Rulebook | None:
    """The book with another answer to one question, where that makes a game."""
    if not field or getattr(book.rules, FIELDS[field]) is None or getattr(book.rules, field) == value:
        return None
    try:
        return book.replace(**{field: value})
    except (RulesError, ValueError):
        return None


# -- the deals found before ------------------------------------------------------------------------------------------


def _kept(field: str, value: Any) -> Act | None:
    """A teaching deal that decides by this answer: its own book has it, or the other side does."""
    deals = deals_deciding(field)
    if value is _ANY:
        return _from_kept(deals[0]) if deals else None
    key = value_key(value)
    for one in deals:
        if value_key(getattr(one.rulebook().rules, field)) == key:
            return _from_kept(one)
    for one in deals:
        if one.other == key:
            return _from_kept(one, turned=True)
    return None


def _from_kept(one: Deciding, turned: bool = False) -> Act | None:
    book, end = one.rulebook(), one.position()
    other = _with(book, one.field, one.value())
    if other is None:
        return None
    changed = f'af.rulebook("{one.book}").replace({one.field}={one.value()!r})'
    code = f'af.compare("{one.book}", {changed}, scenario="{one.scenario[:5]}")'
    if one.how == "lawful":
        where = f"trick {one.unlawful().after // end.table.size + 1}"
        at = _play_number(end, one.unlawful().after)
        return Act(one.field, one.field, one.title, one.told(), book, end, at, where, other, code)
    shown, beside = (other, book) if turned else (book, other)
    judged = _judged(end, shown)
    where, at = _step(judged, one.field)
    return Act(one.field, one.field, one.title, one.told(), shown, judged, at, where, beside, code)


def _judged(end: Position, book: Rulebook) -> Position:
    """The same deal played again under the rules of ``book``, or as it stands where that cannot be done."""
    if end.rules == book.rules:
        return end
    at = deal(replace(end.table, rules=book.rules))
    try:
        for seat, action in end.actions():
            at = at.apply(action, by=None if at.to_act == seat else seat)
    except (IllegalAction, ValueError):
        return end
    return at


# -- looking for one -------------------------------------------------------------------------------------------------


def _looked_for(field: str, value: Any, seconds: float) -> Act | None:
    """A seeded deal of computer players on which the answer and another one part."""
    until = time.monotonic() + seconds
    for one, other, size in _pairs(field, value):
        left = min(_EACH, until - time.monotonic())
        if left <= 0:
            return None
        try:
            found = find_difference(one, other, about=field, players=size, seconds=left)
        except (ValueError, RuntimeError):
            continue  # no game at this table
        if not found or found.position is None or found.difference is None:
            continue
        book, beside = found.books
        at = _row_step(found.position, found.where, field)
        title = t("variorum.deal_of", seed=found.seed, name=book.short)
        code = f'af.find_difference({_named(book)}, {_named(beside)}, about="{field}", players={size})'
        note = signs(found.difference.text)
        return Act(field, field, title, note, book, found.position, at, found.where, beside, code, found.mode)
    return None


def _named(book: Rulebook) -> str:
    changes = ", ".join(f"{name}={getattr(book.rules, name)!r}" for name in book.house)
    return f'af.rulebook("{book.id}")' + (f".replace({changes})" if changes else "")


def _pairs(field: str, value: Any) -> Iterator[tuple[Rulebook, Rulebook, int]]:
    """Books that differ in this rule alone, at their tables: those that have the answer themselves come first, and of
    each kind of game one before another of the same."""
    having = [b for b in map(load_rulebook, rulebooks()) if getattr(b.rules, FIELDS[field]) is not None]
    having.sort(key=lambda b: value is not _ANY and getattr(b.rules, field) != value)
    kinds: dict[tuple[bool, ...], int] = {}
    ranked = []
    for book in having:
        kind = tuple(getattr(book.rules, group) is not None for group in ("beg", "auction", "draw", "pool", "score"))
        kinds[kind] = kinds.get(kind, -1) + 1
        sizes = sorted(book.rules.players, key=lambda n: (n > _FULL, n))
        ranked += [(kinds[kind] + k, book, size) for k, size in enumerate(sizes[:3])]
    for _, book, size in sorted(ranked, key=lambda r: r[0]):
        own = book if value is _ANY or getattr(book.rules, field) == value else _with(book, field, value)
        beside = next(filter(None, (_with(own, field, other) for other in attested(field))), None) if own else None
        if own is not None and beside is not None:
            yield own, beside, size


# -- faults ----------------------------------------------------------------------------------------------------------


def _fault(field: str, value: Any, seconds: float) -> Act | None:
    """A revoke that is claimed before a referee, for the rules that say what it costs."""
    if FIELDS[field] != "court" or not field.startswith("revoke"):
        return None
    until = time.monotonic() + seconds
    for one, _, size in islice(_pairs(field, value), _TABLES):
        for end in revokes(one, size):
            if time.monotonic() > until:
                return None
            for other in filter(None, (_with(one, field, answer) for answer in attested(field))):
                row = Comparison((one, other), end, end.table.seed, recorded=True).table("same").first
                if row is None or row.difference is None or field not in row.difference.fields:
                    continue
                at, note = _row_step(end, row.key, field), signs(row.difference.text)
                title = t("variorum.revoke_of", name=one.short)
                return Act(field, field, title, note, one, end, at, row.key, other)
    return None


def revokes(book: Rulebook, size: int) -> Iterator[Position]:
    """Deals at a referee's table in which somebody does not follow, and an adversary claims; played to their end.

    >>> found = next(revokes(load_rulebook("foster-1897"), 2))
    >>> [event.kind for event in found.events() if event.kind == "penalty"]
    ['penalty']
    """
    for seed in range(_SEEDS):
        try:
            end = _revoked(deal(new_table(book.rules, size, seed=seed, referee=True)))
        except (TableError, IllegalAction):
            continue
        if end is not None:
            yield end


def _revoked(at: Position) -> Position | None:
    someone, culprit = player("foster"), ""
    while (seat := at.to_act) is not None:
        wrong = None if culprit or at.phase != "play" else _withheld(at, seat)
        culprit = seat if wrong is not None else culprit
        at = at.apply(wrong or someone.choose(at.seen_by(seat), chance_key(at.table)).action)
    claimant = next((s for side in at.table.sides if culprit and culprit not in side.seats for s in side.seats), None)
    return at.apply(Call(Verb.CLAIM_PENALTY), by=claimant) if claimant is not None else None


def _withheld(at: Position, seat: str) -> Card | None:
    """A card that should have followed suit and does not."""
    lawful = at.legal_actions()
    return next((c for c in at.hand(seat) if c not in lawful and at.trick and c.suit != at.trump), None)


# -- where no rule is set --------------------------------------------------------------------------------------------


def _lines(lessons: Iterable[Scenario]) -> Iterator[tuple[Scenario, Rulebook, Position]]:
    """The stored lines of lessons: the deal played to its end, and the book it was played by."""
    for lesson in lessons:
        for outcome in lesson.outcomes:
            if book_exists(outcome.book):
                yield lesson, book_named(outcome.book), lesson.played(outcome)


@cache
def _established(topic: str) -> Act | None:
    """The first teaching deal in which the thing happens (High, a gift, a run …)."""
    for lesson, book, end in _lines(map(load_scenario, scenarios())):
        for n, moment in enumerate(moments(end)):
            if any(event.topic == topic for event in moment.events):
                return _of_lesson(topic, "", lesson, book, end, n, capital(phrase("variorum.it_happens")))
    return None


def _example(topic: str, field: str, refs: Iterable[str]) -> Act | None:
    """The worked example that a text itself gives in one of these clauses."""
    wanted = set(refs)
    for lesson, book, end in _lines(one for one in map(load_scenario, scenarios()) if wanted & set(one.source)):
        at = (
            _step(end, field)[1]
            if field
            else next((n for n, m in enumerate(moments(end)) for e in m.events if e.topic == topic), 0)
        )
        return _of_lesson(topic, field, lesson, book, end, at, f"{t('variorum.own_example')} {lesson.point}")
    return None


def _lesson(field: str) -> Act | None:
    """A lesson that turns on the question."""
    asking = [
        one for one in map(load_scenario, scenarios())
        if any(field in (*step.why_fields, *(f for a in step.answers for f in a.fields)) for step in one.steps)
    ]  # fmt: skip
    for lesson, book, end in _lines(asking):
        if getattr(book.rules, FIELDS[field]) is not None:
            return _of_lesson(
                field, field, lesson, book, end, _step(end, field)[1], f"{t('variorum.in_lesson')} {lesson.point}"
            )
    return None


def _of_lesson(topic: str, field: str, lesson: Scenario, book: Rulebook, end: Position, at: int, note: str) -> Act:
    code = f'af.step("{"-".join(lesson.id.split("-")[:2])}")'
    return Act(topic, field, lesson.title, note, book, end, at, code=code)


# -- the step ---------------------------------------------------------------------------------------------------------


def _play_number(end: Position, n: int) -> int:
    """The step of the n-th card played, counted from nought."""
    plays = [k for k, moment in enumerate(moments(end)) if moment.kind == "play"]
    return plays[min(n, len(plays) - 1)] if plays else 0


def _step(end: Position, field: str) -> tuple[str, int]:
    """The award that reads a field, else the last thing that does: its point, and the step."""
    reading = [(n, e) for n, moment in enumerate(moments(end)) for e in moment.events if field in e.because]
    award = next(((n, e) for n, e in reading if e.kind in ("award", "out", "settle")), reading[-1] if reading else None)
    if award is None:
        return "", max(len(list(moments(end))) - 1, 0)
    return award[1].point or award[1].kind, award[0]


def _row_step(end: Position, where: str, field: str) -> int:
    """The step of a row of a comparison ("turn", "calls", "trick 3", "low" …)."""
    told = list(moments(end))
    kind, _, number = where.partition(" ")
    reads = [n for n, m in enumerate(told) for e in m.events if field in e.because and _in_row(e, kind, number)]
    if reads:
        return reads[-1]
    rows = [n for n, m in enumerate(told) if any(_in_row(e, kind, number) for e in m.events)]
    return rows[-1] if rows else _step(end, field)[1]


def _in_row(event: Any, kind: str, number: str) -> bool:
    if kind == "trick":
        return event.kind in ("play", "trick", "peg", "draw") and str(event.trick) == number
    if kind == "turn":
        return event.kind in ("deal", "turned", "turn", "trump")
    if kind == "calls":
        return event.kind in ("call", "gift", "run", "bunch", "sale", "discard")
    return kind in (event.kind, event.point)


# -- what matters in one deal ------------------------------------------------------------------------------------------


def mattering(end: Position, book: Rulebook, asked: Iterable[str]) -> tuple[str, ...]:
    """Of the questions ``asked``, those of which another answer that some text gives would change this deal.

    >>> lesson = load_scenario("td-03")
    >>> end = lesson.played(lesson.outcomes[0])
    >>> "low_to" in mattering(end, lesson.book, ["low_to", "begs", "tie"])
    True
    """
    found = []
    for topic in asked:
        field = topics()[topic].field
        if field is None:
            continue
        for value in attested(field):
            other = _with(book, field, value)
            if other is not None and _parts(end, book, other, field):
                found.append(topic)
                break
    return tuple(found)


def _parts(end: Position, book: Rulebook, other: Rulebook, field: str) -> bool:
    """Do the two answers part on this deal, as it was played?"""
    try:
        row: Row | None = Comparison((book, other), end, end.table.seed, recorded=True).table("same").first
    except (CompareError, ValueError, RuntimeError, KeyError, StopIteration):
        return False
    return row is not None and row.difference is not None and field in row.difference.fields
