"""Deals in which a rule decides: the same cards and plays, and another answer to one question changes the outcome.

Found by trying: every stored line of the teaching deals is judged again under each other answer that some text gives.
That takes a while, so what was found is kept beside this file, and a test finds it again. After a change of scenarios:

    python -m allfours_edu.teach.deciding

>>> [deal.scenario for deal in deals_deciding("tie")]
['td-07-tie-for-game', 'ex-07-nothing-to-count']
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ..engine import IllegalAction, Position
from ..rules import FIELDS, Rules, RulesError
from ..sources import Rulebook, load_rulebook, load_witness, rulebooks, topics, witnesses
from .bookpage import value_key
from .scenario import Outcome, Scenario, book_exists, book_named, load_scenario, scenarios
from .strings import listed, phrase
from .tally import Tally, tally

KEPT = Path(__file__).parent / "deciding.toml"
_MOST = 2  # deals kept for one field
# Other values of these change who leads or what is held: the same plays are then no longer the same deal.
_CHANGES_THE_PLAY = frozenset({"pack", "cut", "deal", "play"})


@dataclass(frozen=True, slots=True)
class Deciding:
    """A stored line of a scenario, played under ``book``, where ``other`` for ``field`` changes the outcome.

    ``how`` is "match" (another winner), "points" or "lawful" (a card may not be played). ``other`` is a key of a value.
    """

    field: str
    scenario: str
    title: str
    book: str
    line: int
    other: str
    how: str

    @property
    def id(self) -> str:
        return f"{self.scenario}.{self.line}.{self.field}"

    def rulebook(self) -> Rulebook:
        return book_named(self.book)

    def position(self) -> Position:
        """The end of the line, under the book."""
        lesson = load_scenario(self.scenario)
        return lesson.played(lesson.outcomes[self.line])

    def value(self) -> Any:
        """The other answer itself."""
        return next(value for value in attested(self.field) if value_key(value) == self.other)

    def told(self) -> str:
        """What it comes to under both answers, in words."""
        book, end = self.rulebook(), self.position()
        topic = topics()[self.field]
        own = topic.says(getattr(book.rules, self.field))
        other = topic.says(self.value())
        here = phrase("deciding.line", says=own, outcome=_outcome(tally(end)))
        if self.how == "lawful":
            return " ".join([here, phrase("deciding.unlawful", says=other, card=self.unlawful().card)])
        changed = book.rules.replace(**{self.field: self.value()})
        return " ".join([here, phrase("deciding.line", says=other, outcome=_outcome(tally(end, changed)))])

    def unlawful(self) -> Unlawful:
        """The card that may not be played under the other answer."""
        lesson = load_scenario(self.scenario)
        found = _unlawful(lesson, lesson.outcomes[self.line], self.rulebook().replace(**{self.field: self.value()}))
        assert found is not None
        return found


@dataclass(frozen=True, slots=True)
class Unlawful:
    """A card against the rules: which, and after how many cards."""

    card: str
    after: int
    field: str


def deals_deciding(field: str) -> tuple[Deciding, ...]:
    """The deals in which a field decides; the match first, then points, then what is lawful."""
    return _kept().get(field, ())


@cache
def _kept() -> dict[str, tuple[Deciding, ...]]:
    raw = tomllib.loads(KEPT.read_text("utf-8"))
    return {field: tuple(Deciding(field, **entry) for entry in entries) for field, entries in raw.items()}


@cache
def attested(field: str) -> tuple[Any, ...]:
    """Every value of a field that a rule book plays or a text gives."""
    found: dict[str, Any] = {}
    for book in map(load_rulebook, rulebooks()):
        if getattr(book.rules, FIELDS[field]) is not None:
            value = getattr(book.rules, field)
            found.setdefault(value_key(value), value)
        for option in book.options.values():
            if field in option.sets:
                found.setdefault(value_key(option.sets[field]), option.sets[field])
    for witness in map(load_witness, witnesses()):
        for clause in witness.clauses.values():
            for sets in (clause.sets, *(reading.sets for reading in clause.readings)):
                if field in sets:
                    found.setdefault(value_key(sets[field]), sets[field])
    return tuple(found.values())


# -- finding ---------------------------------------------------------------------------------------------------------


def search() -> dict[str, tuple[Deciding, ...]]:
    """Every field that decides somewhere, with its best deals."""
    found: dict[str, list[Deciding]] = {}
    for deal in every_deal():
        found.setdefault(deal.field, []).append(deal)
    order = ("match", "points", "lawful")
    best = {}
    for field in sorted(found, key=list(FIELDS).index):
        ranked = sorted(found[field], key=lambda d: (order.index(d.how), d.scenario, d.line))
        each = {d.scenario: d for d in reversed(ranked)}  # the best line of each scenario
        best[field] = tuple(sorted(each.values(), key=ranked.index))[:_MOST]
    return best


def every_deal() -> Iterator[Deciding]:
    """All that can be found, unsorted."""
    for id in scenarios():
        lesson = load_scenario(id)
        for n, outcome in enumerate(lesson.outcomes):
            if book_exists(outcome.book):
                yield from _deciding(lesson, n, outcome)


def _deciding(lesson: Scenario, n: int, outcome: Outcome) -> Iterator[Deciding]:
    book, end = book_named(outcome.book), lesson.played(outcome)
    if end.phase != "over":
        return
    own, events = tally(end), end.events()
    read = {field for event in events for field in event.because}
    for field in FIELDS:
        if getattr(book.rules, FIELDS[field]) is None:
            continue
        for value in attested(field):
            if value == getattr(book.rules, field):
                continue
            how = _how(lesson, outcome, book, end, own, field, value, field in read)
            if how:
                yield Deciding(field, lesson.id, lesson.title, outcome.book, n, value_key(value), how)
                break


def _how(
    lesson: Scenario, outcome: Outcome, book: Rulebook, end: Position, own: Tally, field: str, value: Any, read: bool
) -> str:
    try:
        changed = book.replace(**{field: value})
    except RulesError:
        return ""
    if FIELDS[field] not in _CHANGES_THE_PLAY:
        return _differs(end, own, changed.rules) if read else ""
    found = _unlawful(lesson, outcome, changed)
    return "lawful" if found is not None and found.field == field else ""


def _differs(end: Position, own: Tally, rules: Rules) -> str:
    other = tally(end, rules)
    if other.winner != own.winner:
        return "match"
    return "points" if other.totals != own.totals else ""


def _unlawful(lesson: Scenario, outcome: Outcome, book: Rulebook) -> Unlawful | None:
    try:
        lesson.played(outcome, book)
    except IllegalAction as error:
        plays = outcome.plays.split()
        at = lesson.begun(book, dict(outcome.scores) or None)
        for n, text in enumerate(plays):
            try:
                at = at.apply(text)
            except IllegalAction:
                return Unlawful(f"{{{text}}}", n, error.field or "")
    except (ValueError, KeyError, StopIteration):
        return None
    return None


def _outcome(found: Tally) -> str:
    totals = phrase("deciding.totals", totals=listed(f"{side} {n}" for side, n in found.totals.items()))
    return totals if found.winner is None else phrase("deciding.wins", totals=totals, side=found.winner)


# -- keeping ---------------------------------------------------------------------------------------------------------


def as_toml(found: dict[str, tuple[Deciding, ...]]) -> str:
    """What was found, as the file beside this one."""
    lines = ["# Written by `python -m allfours_edu.teach.deciding`, and found again by a test.", ""]
    for field, deals in found.items():
        for deal in deals:
            kept = {name: value for name, value in asdict(deal).items() if name != "field"}
            lines += [f"[[{field}]]", *(f"{name} = {json.dumps(value)}" for name, value in kept.items()), ""]
    return "\n".join(lines)


if __name__ == "__main__":
    KEPT.write_text(as_toml(search()), "utf-8")
    print(f"{KEPT.name}: {len(_kept())} fields")
