"""Records as JSON: the core, all that follows from it for those who read it, and reading it with care."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..cards import Card, CardError, cards
from ..engine import Action, Call, Event, Side, action_text, parse_action
from ..sources import Rulebook
from . import facts
from .core import LONGEST_NAME, MOST_ACTIONS, MOST_BYTES, VERSION, Record, RecordError, differs, points_of, replayed

_MOST_SEATS = 12


def to_dict(record: Record) -> dict[str, Any]:
    """Core first, then what is derived."""
    found: dict[str, Any] = {
        "version": record.version,
        "rulebook": record.rulebook,
        "rulebook_hash": record.hash,
        "options": list(record.options),
        "house": {name: _plain(value) for name, value in record.house.items()},
        "seed": record.seed,
        "deal": record.deal,
        "attempt": record.attempt,
        "players": list(record.players),
        "sides": [list(side.seats) for side in record.sides],
        "side_names": [side.name for side in record.sides],
        "scores_before": record.scores_before,
        "actions": [[seat, action_text(action)] for seat, action in record.actions],
        "bots": dict(record.bots),
    }
    if record.pack is not None:
        found["pack"] = [c.text for c in record.pack]
    rare = {"cut_trump": record.cut_trump, "pool": record.pool, "simple": record.simple, "referee": record.referee}
    found |= {key: value for key, value in rare.items() if value}
    return found | {key: derive(record) for key, derive in DERIVED.items()}


def _hands(record: Record) -> dict[str, list[str]]:
    begun = facts.began(record.end)
    return {seat: [c.text for c in begun.hand(seat)] for seat in record.players} if begun is not None else {}


def _calls(record: Record) -> list[list[Any]]:
    return [[seat, *_said(a)] for seat, a in record.actions if isinstance(a, Call)]


def _said(call: Call) -> list[Any]:
    detail = call.card.text if call.card else call.suit or call.n
    return [call.verb] if detail is None else [call.verb, detail]


def event_dict(event: Event) -> dict[str, Any]:
    """An event without what is empty."""
    found: dict[str, Any] = {"kind": event.kind}
    for name in ("topic", "seat", "side", "point"):
        if getattr(event, name):
            found[name] = getattr(event, name)
    if event.cards:
        found["cards"] = [c.text for c in event.cards]
    for name in ("n", "trick"):
        if getattr(event, name):
            found[name] = getattr(event, name)
    if event.action is not None:
        found["action"] = action_text(event.action)
    if event.because:
        found["because"] = list(event.because)
    if event.scores:
        found["scores"] = list(event.scores)
    return found


DERIVED: dict[str, Callable[[Record], Any]] = {
    "code": lambda r: r.code,
    "dealer": lambda r: r.dealer,
    "turn_ups": lambda r: [c.text for c in r.end.turn_ups],
    "calls": _calls,
    "trump": lambda r: r.end.trump,
    "hands": _hands,
    "plays": lambda r: [[seat, c.text] for seat, c in r.end.plays],
    "tricks": lambda r: [trick.winner for trick in r.end.tricks],
    "points": lambda r: points_of(r.end),
    "scores_after": lambda r: r.end.scores,
    "winner": lambda r: r.end.winner,
    "out_by": lambda r: r.end.frame.out_by,
    "over": lambda r: r.end.over,
    "events": lambda r: [event_dict(e) for e in r.end.events()],
}
_FREE = ("events", "code")
"""Shown, but not compared: how a later version tells the story is its own affair."""


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _plain(v) for name, v in value.items()}
    return [_plain(v) for v in value] if isinstance(value, (list, tuple)) else value


# -- reading ------------------------------------------------------------------------------------------


def read_json(text: str | Mapping[str, Any], book: Rulebook | None) -> Record:
    data = _loaded(text)
    record = replayed(_core(data), book)
    known = to_dict(record)
    for key in data:
        if key not in known and key not in _OPTIONAL:
            raise RecordError(f"{str(key)[:40]!r} is not part of a record of version {VERSION}; take it out")
    for key, derive in DERIVED.items():
        if key in data and key not in _FREE and data[key] != known[key]:
            name, shown, right = _first_difference(key, data[key], derive(record))
            raise differs(name, _short(shown), _short(right), record.notes)
    return record


_MOST = 1 << 30  # counters: a pool without a limit may double with every deal
_OPTIONAL = {"cut_trump", "pool", "simple", "referee", "pack"}


def _loaded(text: str | Mapping[str, Any]) -> Mapping[str, Any]:
    if isinstance(text, Mapping):
        return text
    if not isinstance(text, str):
        raise RecordError("a record is a text; give the text itself, or the object read from JSON")
    if len(text) > MOST_BYTES:
        raise RecordError(f"this is too long for a record ({len(text):,} characters; at most {MOST_BYTES:,})")
    try:
        data = json.loads(text.strip().strip("\ufeff`"), parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":
            raise RecordError("these are several records; read them with read_match(text)") from None
        raise RecordError(
            f"this is not a whole JSON text: {error.msg} in line {error.lineno}. Was all of it copied?"
        ) from None
    except (ValueError, RecursionError):
        raise RecordError("this is not JSON a record could have") from None
    if not isinstance(data, dict):
        raise RecordError("a record in JSON is an object, in braces")
    return data


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _core(data: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the core, checked for kind and size."""
    read = _Reader(data)
    version = read.whole("version", 1, 999)
    if version != VERSION:
        raise RecordError(
            f"this record has version {version}; this program reads version {VERSION}. Is there a newer one?"
        )
    players = read.names("players")
    sides = _sides(read, players)
    before = read.object("scores_before")
    names = [side.name for side in sides]
    if sorted(before) != sorted(names):
        raise RecordError(f"scores_before: expected a number for each of {', '.join(names)}")
    house = read.object("house") if "house" in data else {}
    return {
        "version": version,
        "rulebook": read.text("rulebook", 80),
        "hash": read.text("rulebook_hash", 80),
        "options": tuple(read.texts("options", 40, 40)),
        "house": house,
        "players": players,
        "sides": sides,
        "scores": tuple(_Reader(before, "scores_before: ").whole(name, -_MOST, _MOST) for name in names),
        "seed": _seed(data),
        "deal": read.whole("deal", 1, 1 << 30, 1),
        "attempt": read.whole("attempt", 0, 1 << 30, 0),
        "pack": _cards(read, "pack") if data.get("pack") is not None else None,
        "actions": tuple(_action(n, line) for n, line in enumerate(read.list("actions", MOST_ACTIONS), 1)),
        "bots": {_name(k): _name(v) for k, v in (read.object("bots") if "bots" in data else {}).items()},
        "cut_trump": _suit(data.get("cut_trump")),
        "pool": read.whole("pool", 0, _MOST, 0),
        "simple": read.flag("simple"),
        "referee": read.flag("referee"),
    }


def _sides(read: _Reader, players: tuple[str, ...]) -> tuple[Side, ...]:
    sides = [tuple(_name(seat) for seat in seats) for seats in read.lists("sides", _MOST_SEATS)]
    if sorted(seat for seats in sides for seat in seats) != sorted(players):
        raise RecordError(f"sides: expected every player once ({', '.join(players)})")
    usual = ["/".join(seats) for seats in sides]
    names = read.texts("side_names", _MOST_SEATS, 4 * LONGEST_NAME) if "side_names" in read.data else usual
    if len(names) != len(sides) or len(set(names)) != len(names):
        raise RecordError("side_names: expected one name for each side, all different")
    return tuple(Side(name, seats) for name, seats in zip(names, sides, strict=True))


def _seed(data: Mapping[str, Any]) -> int | str | None:
    seed = data.get("seed")
    if seed is None:
        if data.get("pack") is None:
            raise RecordError("seed: expected a number or a word (or the cards themselves under 'pack')")
        return None
    if isinstance(seed, int) and not isinstance(seed, bool) and abs(seed) < 10**40:
        return seed
    if isinstance(seed, str) and len(seed) <= 200:
        return seed
    raise RecordError("seed: expected a whole number or a short text")


def _suit(value: Any) -> str | None:
    if value is None or value in ("S", "H", "D", "C"):
        return value  # type: ignore[no-any-return]
    raise RecordError("cut_trump: expected one of S H D C")


def _name(value: Any) -> str:
    if not isinstance(value, str) or not value or len(value) > LONGEST_NAME:
        raise RecordError(f"{_short(value)} is no name; expected 1 to {LONGEST_NAME} letters")
    if any("\ud800" <= letter <= "\udfff" for letter in value):
        raise RecordError("a name holds half a character, which cannot be written down")
    return value


def _cards(read: _Reader, key: str) -> tuple[Card, ...]:
    try:
        return cards(read.texts(key, 60, 8))
    except CardError as error:
        raise RecordError(f"{key}: {error}") from None


def _action(n: int, line: Any) -> tuple[str, Action]:
    if not isinstance(line, (list, tuple)) or len(line) != 2 or not all(isinstance(word, str) for word in line):
        raise RecordError(f"action {n}: expected [seat, what was done], found {_short(line)}")
    try:
        return line[0], parse_action(line[1])
    except ValueError as error:
        raise RecordError(f"action {n}: {error}") from None


class _Reader:
    """Reads values of the right kind and says what was expected."""

    def __init__(self, data: Mapping[str, Any], where: str = ""):
        self.data = data
        self.where = where

    def _get(self, key: str, what: str) -> Any:
        if key not in self.data:
            raise RecordError(f"{self.where}{key} is missing; expected {what}. Was the whole record copied?")
        return self.data[key]

    def _fail(self, key: str, what: str) -> RecordError:
        return RecordError(f"{self.where}{key}: expected {what}, found {_short(self.data[key])}")

    def whole(self, key: str, least: int, most: int, default: int | None = None) -> int:
        if default is not None and key not in self.data:
            return default
        value = self._get(key, "a whole number")
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self._fail(key, f"a whole number from {least} to {most}")
        return value

    def flag(self, key: str) -> bool:
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            raise self._fail(key, "true or false")
        return value

    def text(self, key: str, longest: int) -> str:
        value = self._get(key, "a word")
        if not isinstance(value, str) or len(value) > longest:
            raise self._fail(key, f"a text of at most {longest} letters")
        return value

    def list(self, key: str, most: int) -> Sequence[Any]:
        value = self._get(key, "a list")
        if not isinstance(value, (list, tuple)) or len(value) > most:
            raise self._fail(key, f"a list of at most {most} entries")
        return value

    def texts(self, key: str, most: int, longest: int) -> Sequence[str]:
        values = self.list(key, most)
        if not all(isinstance(v, str) and len(v) <= longest for v in values):
            raise self._fail(key, "a list of words")
        return values

    def lists(self, key: str, most: int) -> Sequence[Sequence[Any]]:
        values = self.list(key, most)
        if not all(isinstance(v, (list, tuple)) and len(v) <= most for v in values):
            raise self._fail(key, "a list of lists")
        return values

    def names(self, key: str) -> tuple[str, ...]:
        found = tuple(_name(v) for v in self.list(key, _MOST_SEATS))
        if len(found) < 2 or len(set(found)) != len(found):
            raise self._fail(key, "two or more different names")
        return found

    def object(self, key: str) -> Mapping[str, Any]:
        value = self._get(key, "an object")
        if not isinstance(value, Mapping) or len(value) > 100:
            raise self._fail(key, "an object")
        return value


def _short(value: Any) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = repr(type(value))
    return text if len(text) <= 120 else text[:117] + "…"


def _first_difference(name: str, shown: Any, right: Any) -> tuple[str, Any, Any]:
    """Where two values first differ: its name, and both."""
    if isinstance(shown, Mapping) and isinstance(right, Mapping):
        for key in (*right, *shown):
            if shown.get(key) != right.get(key):
                return _first_difference(f"{name}.{str(key)[:40]}", shown.get(key), right.get(key))
    if isinstance(shown, list) and isinstance(right, list) and len(shown) == len(right):
        for n, (a, b) in enumerate(zip(shown, right, strict=True), 1):
            if a != b:
                return _first_difference(f"{name}, number {n}", a, b)
    return name, shown, right
