"""Where the texts clash: a register of disputes, and a text that contradicts itself when it is taken whole.

Each conflict has two sides or more, and each side is something a reader can open: a clause, one reading of a clause, an
option of a rule book, a scenario, or a witness that was read and is silent.

    >>> tie = next(c for c in conflicts() if c.number == 1)
    >>> tie.title, [side.value for side in tie.sides]
    ('A tie for Game between two', ['non_dealer', 'eldest_of_tied', 'nobody', 'nobody'])
    >>> tie.sides[0].says
    'The dealer drops out of the tie: if one other is left, he has it; if two are left, nobody.'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from . import toml_files as toml
from .rules import FIELDS
from .sources import RulebookError, SourceError, find_clause, folder, load_rulebook, load_witness, topics

SILENT: Final = "silent"
_FILE: Final = "sources/conflicts.toml"


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a conflict. ``at`` is where it stands, ``value`` the rule value it gives, if any."""

    at: str
    says: str = ""
    value: Any = None

    @property
    def silent(self) -> bool:
        """Is this a text that was read and says nothing?"""
        return self.at.startswith(f"{SILENT}:")


@dataclass(frozen=True, slots=True)
class Conflict:
    """One dispute. ``field`` is the rule field on which the sides differ, empty where no field can say it."""

    number: int
    title: str
    topic: str
    sides: tuple[Side, ...]
    taken: str
    field: str = ""
    note: str = ""


@cache
def conflicts() -> tuple[Conflict, ...]:
    """All disputes between the texts, by number; a number may have several questions."""
    raw = toml.read(folder() / "conflicts.toml", _FILE).get("conflict", [])
    found = []
    for i, table in enumerate(raw):
        where = f"conflict[{i}]"
        conflict = toml.structure(toml.table(table, _FILE, where), Conflict, _FILE, where)
        found.append(_checked(conflict, f"conflict {conflict.number} ({conflict.title})"))
    return tuple(sorted(found, key=lambda conflict: conflict.number))


def _checked(conflict: Conflict, where: str) -> Conflict:
    """With the value and the words of each side, and at least two that differ."""
    if conflict.topic not in topics():
        raise SourceError(_FILE, where, toml.no_such("topic", conflict.topic, topics()), "a topic of topics.toml")
    if conflict.field and conflict.field not in FIELDS:
        raise SourceError(_FILE, where, toml.no_such("rule field", conflict.field, FIELDS), "a name of rules.FIELDS")
    sides = tuple(_side(side, conflict, where) for side in conflict.sides)
    if len({(side.value, "" if conflict.field else side.says) for side in sides}) < 2:
        raise SourceError(_FILE, where, "has sides that all say the same", "at least two that differ")
    return replace(conflict, sides=sides)


def _side(side: Side, conflict: Conflict, where: str) -> Side:
    try:
        sets, words = _stands(side.at, conflict.topic)
    except RulebookError as error:
        raise SourceError(
            _FILE, where, str(error), "a clause, a reading, an option, a scenario or silent:witness"
        ) from None
    if side.silent:
        return replace(side, says=side.says or words)
    if not conflict.field:
        return replace(side, says=side.says or words)
    if conflict.field not in sets:
        raise SourceError(_FILE, where, f"{side.at} does not set {conflict.field}", "a side that answers the question")
    value = sets[conflict.field]
    return replace(side, value=value, says=side.says or topics()[conflict.field].says(value))


def _stands(at: str, topic: str) -> tuple[Mapping[str, Any], str]:
    """What stands at a place: the fields it sets, and what it says."""
    kind, mark, rest = at.partition(":")
    if mark and kind == SILENT:
        if load_witness(rest).status(topic) != "silent":
            raise RulebookError(f"{rest} is not recorded as silent on {topic}.")
        return {}, f"{load_witness(rest).siglum} is silent."
    if mark and kind == "scenario":
        if not Path(folder() / "scenarios" / f"{rest}.toml").is_file():
            raise RulebookError(f"There is no scenario {rest!r}.")
        return {}, "A deal that shows it."
    if "#" not in at:
        book, _, option = at.partition("+")
        options = load_rulebook(book).options
        if option not in options:
            raise RulebookError(f"{book} has no option {option!r}.")
        return options[option].sets, options[option].says
    ref, _, reading = at.partition("@")
    clause = find_clause(ref)
    if not reading:
        return clause.sets, clause.digest
    chosen = next((r for r in clause.readings if r.id == reading), None)
    if chosen is None:
        raise RulebookError(f"{ref} has no reading {reading!r}.")
    return {**clause.sets, **chosen.sets}, chosen.says
