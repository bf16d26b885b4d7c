"""House rules: every reading of every rule with its authorities, what makes no game, and the nearest book there is.

>>> house = House(load_rulebook("foster-1897")).flip("low_to", "taker")
>>> house.book
Rulebook('foster-1897', low_to='taker')
>>> nearest(house.book).book.id, nearest(house.book).fields
('foster-1897', ('low_to',))
>>> [reading.key for reading in readings("low_to")]
['holder', 'taker']
>>> verdict(house, "trump_from", "pitch").why[:41]
'Begging asks for another trump than the c'
>>> [sorted(mend) for mend in verdict(house, "trump_from", "pitch").mends]
[['beg', 'turn']]
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from typing import Any

from ..asking import shown
from ..rules import FIELDS, GROUPS, RulesError, choices, domain, make_group
from ..sources import Rulebook, RulebookError, load_rulebook, load_witness, rulebooks, topics, witnesses
from .bookpage import phase_name, value_key
from .deciding import attested
from .strings import t

PARTS = ("turn", "beg", "auction", "draw", "exchange", "score", "peg", "pool")
"""The groups a game may have or lack: they are switched as a whole."""
NONE = "none"
_MOST_TRIES = 3000
_MOST_MENDS = 3
_MOST_MENDED = 5  # further switches in one mend
_MOST_VALUES = 5  # tried of one rule: those of the most books


class HouseError(RulebookError):
    """A switch that cannot be thrown; the message says why in a learner's words."""


@dataclass(frozen=True, slots=True)
class Authority:
    """Who holds a reading: a book (``status`` as it knows it), an option of one, or a place in a text."""

    kind: str
    who: str
    status: str = ""
    ref: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """One answer to one question. ``key`` names it; ``value`` is what the rules take."""

    key: str
    value: Any
    authorities: tuple[Authority, ...] = ()


@dataclass(frozen=True)
class House:
    """A book and what a table changes in it. Never changes itself: :meth:`flip` makes another."""

    base: Rulebook
    changes: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def book(self) -> Rulebook:
        """The book with the house rules in it."""
        return self.base.replace(**self.changes) if self.changes else self.base

    def flip(self, name: str, value: Any) -> House:
        """Another answer to a question, or (by the name of a group) a part of the game taken in or away.

        What is as the book has it counts as no change. Raises :class:`~allfours_edu.rules.RulesError`.
        """
        return self.flips({name: value})

    def flips(self, changes: Mapping[str, Any]) -> House:
        """Several switches at once, where one alone would make no game."""
        new = dict(self.changes)
        for name in sorted(changes, key=lambda name: name not in GROUPS):  # parts before what stands in them
            self._set(new, name, changes[name])
        self.base.rules.replace(**new)  # raises here where it makes no game
        return House(self.base, new)

    def _set(self, new: dict[str, Any], name: str, value: Any) -> None:
        new.pop(name, None)
        if name in GROUPS:
            for inner in [n for n in new if FIELDS.get(n) == name]:
                del new[inner]
            before = getattr(self.base.rules, name)
        else:
            group = new.get(FIELDS[name]) if name in FIELDS else None
            before = getattr(self.base.rules if group is None else group, name, None)
        if value != before:
            new[name] = value


# -- readings ----------------------------------------------------------------------------------------------------------


@cache
def readings(name: str) -> tuple[Reading, ...]:
    """The answers to a question, or the ways a part of the game is played, each with all who hold it.

    The answers come in the order of the rules; where a field takes any number, those that some text gives.
    """
    if name in PARTS:
        return _ways(name)
    found = choices(name) or tuple(sorted(attested(name), key=_order))
    return tuple(Reading(value_key(value), value, tuple(_authorities(name, value))) for value in found)


def reading(name: str, key: str) -> Reading:
    """The reading of that key. A number of one's own is one too, where the rule takes a number."""
    if name not in FIELDS and name not in PARTS:
        raise HouseError(f"There is no rule {name!r} to change.")
    found = next((r for r in readings(name) if r.key == key), None)
    if found is None and takes_number(name) and key.isdecimal() and len(key) <= 3:
        found = Reading(key, int(key))
    if found is None:
        raise HouseError(f"{name} has no reading {key!r}; there are {', '.join(r.key for r in readings(name))}.")
    return found


def takes_number(name: str) -> bool:
    """May the rule be any whole number?"""
    return name in FIELDS and domain(name) in (int, int | None)


def key_now(book: Rulebook, name: str) -> str:
    """The key of what the book has; of a part that no printed book plays just so, "own"."""
    if name in FIELDS:
        return value_key(getattr(book.rules, name))
    now = getattr(book.rules, name)
    return next((way.key for way in _ways(name) if way.value == now), "own")


def _order(value: Any) -> tuple[bool, str, Any]:
    return (value is not None, "" if isinstance(value, int) else str(value), value if isinstance(value, int) else 0)


def _authorities(name: str, value: Any) -> Iterator[Authority]:
    for book in map(load_rulebook, rulebooks()):
        if getattr(book.rules, FIELDS[name]) is not None and getattr(book.rules, name) == value:
            yield Authority("book", book.short, book.why(name).chip, book.id)
    for book in map(load_rulebook, rulebooks()):
        for option in book.options.values():
            if name in option.sets and option.sets[name] == value and getattr(book.rules, name) != value:
                yield Authority("option", book.short, "", option.name)
    for witness in map(load_witness, witnesses()):
        for clause in witness.clauses.values():
            if name in clause.sets and clause.sets[name] == value:
                yield Authority("text", f"{witness.siglum}, {clause.locator}", clause.status, clause.ref)
            for way in clause.readings:
                if name in way.sets and way.sets[name] == value and clause.sets.get(name, ()) != value:
                    yield Authority("text", f"{witness.siglum}, {clause.locator}", "ambiguous", clause.ref)


def _ways(group: str) -> tuple[Reading, ...]:
    """The ways the books play a part of the game; the first is to do without."""
    held: dict[Any, list[Rulebook]] = {None: []}
    for book in map(load_rulebook, rulebooks()):
        held.setdefault(getattr(book.rules, group), []).append(book)
    ways = sorted(held.items(), key=lambda pair: (pair[0] is not None, -len(pair[1])))
    return tuple(
        Reading(
            NONE if value is None else books[0].id,
            value,
            tuple(Authority("book", book.short, "", book.id) for book in books),
        )
        for value, books in ways
    )


# -- what makes no game ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Verdict:
    """May a switch be thrown? If not, ``why``, and what else would have to change (the smallest ways first)."""

    house: House | None
    why: str = ""
    mends: tuple[Mapping[str, Any], ...] = ()


def refusal(house: House, name: str, value: Any) -> str:
    """Why a switch would make no game as things stand; nothing where it makes one."""
    try:
        house.book.rules.replace(**{name: value})
    except RulesError as error:
        return error.why
    return ""


def verdict(house: House, name: str, value: Any) -> Verdict:
    """What comes of a switch."""
    try:
        return Verdict(house.flip(name, value))
    except RulesError as error:
        return Verdict(None, error.why, tuple(_mends(house, {name: value}, error.between)))


def _mends(house: House, asked: Mapping[str, Any], between: tuple[str, ...]) -> Iterator[Mapping[str, Any]]:
    """Further switches with which the one asked for makes a game, fewest first; those of one size stand together."""
    waiting = deque([(dict(asked), between)])
    seen: set[frozenset[str]] = set()
    tries, found, size = 0, 0, 0
    while waiting and tries < _MOST_TRIES:
        changes, names = waiting.popleft()
        if found and len(changes) + 1 > size:
            return
        parts = [FIELDS[name] for name in names if FIELDS.get(name) in PARTS]
        for other in dict.fromkeys((*names, *parts)):
            if other in changes or other not in (*FIELDS, *PARTS):
                continue
            for value in _candidates(house, changes, other):
                further = {**changes, other: value}
                mark = frozenset(f"{n}={v}" for n, v in further.items())
                if mark in seen:
                    continue
                seen.add(mark)
                tries += 1
                try:
                    house.flips(further)
                except RulesError as error:
                    if len(further) <= _MOST_MENDED:
                        waiting.append((further, error.between))
                    continue
                yield {n: v for n, v in further.items() if n not in asked}
                found, size = found + 1, len(further)
                if found == _MOST_MENDS:
                    return


def _candidates(house: House, changes: Mapping[str, Any], name: str) -> Iterator[Any]:
    """Other values of a rule, those of the most books first."""
    now = getattr(house.book.rules, name)
    if name in FIELDS and getattr(house.book.rules, FIELDS[name]) is None and FIELDS[name] not in changes:
        return
    ways = sorted(readings(name), key=lambda r: (r.key != NONE, -sum(a.kind == "book" for a in r.authorities)))
    others = [way.value for way in ways if way.value != now]
    yield from (*_fitting(changes, name), *others[: None if isinstance(now, tuple) else _MOST_VALUES])


def _fitting(changes: Mapping[str, Any], name: str) -> tuple[Any, ...]:
    """Values that follow from the size of hand asked for."""
    size = changes.get("hand_size", sum(changes.get("packets", ())))
    if not isinstance(size, int) or not size:
        return ()
    if name == "packets":
        return ((3,) * (size // 3),) if size % 3 == 0 else ((size,), (1,) * size)
    return (size,) if name in ("widow", "hand_size", "exchange_to") else ()


# -- the nearest book --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Nearest:
    """A printed book and the fields in which it differs from another, those of parts that only one has included."""

    book: Rulebook
    fields: tuple[str, ...]
    parts: tuple[str, ...] = ()
    """Parts of the game that only one of the two has."""


def nearest(book: Rulebook) -> Nearest:
    """The book with the fewest other answers; of equal ones the book's own base, then the oldest."""
    found = (_apart(book, load_rulebook(id)) for id in rulebooks())
    return min(found, key=lambda n: (len(n.fields), n.book.id != book.id, n.book.year or 9999, n.book.id))


def _apart(book: Rulebook, other: Rulebook) -> Nearest:
    mine, its = book.rules, other.rules
    names = tuple(name for name in FIELDS if getattr(mine, name) != getattr(its, name))
    parts = tuple(group for group in GROUPS if (getattr(mine, group) is None) != (getattr(its, group) is None))
    return Nearest(other, names, parts)


# -- in words ----------------------------------------------------------------------------------------------------------


def question(name: str) -> str:
    """What a switch asks."""
    return topics()[name].title if name in FIELDS else t(f"house.part_{name}")


def says(name: str, value: Any) -> str:
    """What a value answers: a sentence."""
    if name in FIELDS:
        return topics()[name].says(value)
    if value is None:
        return t("house.without")
    held = _holder(name, value)
    return t("house.as_in", name=held) if held else t("house.own_way")


def mend_says(name: str, value: Any) -> str:
    """A further switch, said without its question."""
    if name in FIELDS:
        return topics()[name].says(value)
    if value is None:
        return t("house.mend_without", phase=phase_name(name))
    return t("house.mend_with", phase=phase_name(name), name=_holder(name, value))


def _holder(group: str, value: Any) -> str:
    """The first book that plays a part of the game just so, or nothing."""
    return next((way.authorities[0].who for way in readings(group) if way.value == value), "")


# -- kept as plain values ----------------------------------------------------------------------------------------------


def to_data(house: House) -> dict[str, Any]:
    """The changes as plain values."""
    return {
        name: {f.name: getattr(value, f.name) for f in fields(value)} if name in GROUPS and value is not None else value
        for name, value in house.changes.items()
    }


def from_data(base: Rulebook, data: Mapping[str, Any]) -> House:
    """The house whose changes these are. Raises :class:`ValueError` where they make no game (any more)."""
    changes: dict[str, Any] = {}
    if not isinstance(data, Mapping):
        raise HouseError(f"House rules are kept as a table of names and answers, not as {shown(data)}.")
    for name, value in data.items():
        if name in GROUPS and not isinstance(value, Mapping | None):
            raise HouseError(f"{name}: expected a whole part of the game or none, found {shown(value)}.")
        if name in GROUPS:
            changes[name] = make_group(name, value) if isinstance(value, Mapping) else None
        elif name in FIELDS:
            changes[name] = value
        else:
            raise HouseError(f"There is no rule {str(name)[:30]!r} to change.")
    return House(base).flips(changes)
