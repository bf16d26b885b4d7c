"""Exercises as data: a kind of question, a book, what the deal must show, the known mistakes, and the words.

No answer is stored: the right ones and the mistaken ones are found by the engine from the cards and the plays. An
exercise is a TOML file under ``sources/exercises/``; its texts may hold ``{facts}`` of the deal it is asked about.

>>> load_exercise("low-stays").kind, len(load_exercise("low-stays").hints)
('owner', 4)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from .. import toml_files
from ..errors import Plain
from ..rules import FIELDS
from ..sources import Clause, Rulebook, RulebookError, find_clause, folder, load_rulebook, topics
from ..toml_files import SourceError, no_such, unknown
from .scenario import Sure, scenarios

Kind = Literal[
    "legal", "owner", "count", "game_owner", "deal_winner", "deal_points", "trick_winner", "jack_fate", "hang", "best",
    "beg_answer", "out_first", "turned_worth", "after_run", "which_book", "find_trick", "pegs", "sure_points",
    "bid_score", "bidder_out", "game_card", "odd_trump",
]  # fmt: skip
Whose = Literal["mine", "theirs"]
RUNGS = 4
MOST_WORDS = 60
_FILE = re.compile(r"(?=.{1,60}\Z)[a-z0-9]+(-[a-z0-9]+)*\Z")


class ExerciseError(Plain, ValueError):
    """An exercise that is not there, or an answer that is none; the message says what there is."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A known mistake: the idea behind it (the kind works out what it answers here) and what a teacher would say.

    ``rule`` is the rule field or topic that settles it. ``sometimes``: it need not be possible in every deal.
    """

    idea: str
    says: str
    rule: str = ""
    sometimes: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Exercise:
    """One exercise. ``need`` and ``avoid`` are tags of the deals it is asked about; see the kinds."""

    id: str
    place: int
    title: str
    kind: Kind
    skill: str
    book: str
    sure: Sure
    ask: str
    rule: str
    hints: tuple[str, ...]
    solution: str
    history: str
    history_clause: str
    mistakes: tuple[Mistake, ...]
    lead: str = ""
    options: tuple[str, ...] = ()
    books: tuple[str, ...] = ()
    players: int | None = None
    point: str = ""
    whose: Whose = "mine"
    need: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    runs: int = 1
    match: bool = False
    scenario: str = ""
    bots: Literal["foster", "novice"] = "foster"
    """Who plays the deal out: by maxims, or at random."""
    start: int = 1
    """The first seed that is tried."""

    def rulebook(self) -> Rulebook:
        """The book it is asked under, with its options."""
        return load_rulebook(self.book).with_options(self.options)

    def mistake(self, idea: str) -> Mistake | None:
        return next((m for m in self.mistakes if m.idea == idea), None)

    def source(self) -> Clause:
        """The clause of the note on history."""
        return find_clause(self.history_clause)

    def texts(self) -> tuple[str, ...]:
        """Everything in it that a learner reads."""
        return (
            self.title, self.ask, self.lead, *self.hints, self.solution, self.history,
            *(m.says for m in self.mistakes),
        )  # fmt: skip


@cache
def exercise_ids() -> tuple[str, ...]:
    """Ids of the exercises that come with the package, in the order of the shelf."""
    found = sorted(path.stem for path in (folder() / "exercises").glob("*.toml"))
    return tuple(sorted(found, key=lambda id: (load_exercise(id).place, id)))


@cache
def load_exercise(id: str) -> Exercise:
    """An exercise by its id. Raises :class:`ExerciseError`, perhaps with a suggestion."""
    wanted = str(id).strip().lower()
    path = folder() / "exercises" / f"{wanted}.toml"
    if not _FILE.match(wanted) or not path.is_file():
        known = sorted(p.stem for p in (folder() / "exercises").glob("*.toml"))
        raise ExerciseError(unknown("exercise", wanted[:60], known))
    return _read(path, wanted)


def _read(path: Path, id: str) -> Exercise:
    name = f"sources/exercises/{id}.toml"
    made = toml_files.structure(toml_files.read(path, name), Exercise, name)
    if made.id != id:
        raise SourceError(name, "id", f"is {made.id!r}", f"{id!r}, as the file is called")
    if len(made.hints) != RUNGS:
        raise SourceError(name, "hints", f"has {len(made.hints)}", "where to look, which rule, fewer choices, the line")
    if not made.mistakes:
        raise SourceError(name, "mistakes", "is empty", "at least one known mistake with its message")
    for text in made.texts():
        if len(text.split()) > MOST_WORDS:
            raise SourceError(name, "texts", f"{text[:30]!r} … has {len(text.split())} words", f"at most {MOST_WORDS}")
    for rule in (made.rule, *(m.rule for m in made.mistakes if m.rule)):
        if rule not in FIELDS and rule not in topics():
            raise SourceError(name, "rule", no_such("rule field or topic", rule, [*FIELDS, *topics()]), "one that is")
    if made.scenario and made.scenario not in scenarios():
        raise SourceError(name, "scenario", no_such("scenario", made.scenario, scenarios()), "one that is there")
    try:
        made.rulebook(), made.source(), [load_rulebook(b.partition(" + ")[0]) for b in made.books]
    except RulebookError as error:
        raise SourceError(
            name, "book, books or history_clause", str(error), "books and clauses that are here"
        ) from None
    return made
