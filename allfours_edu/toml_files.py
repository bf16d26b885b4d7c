"""Strict reading of the TOML files under ``sources/``: faults are told with file, key and what was expected.

Nothing in a file is ever executed, and nothing is taken for something else: a number is no text.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import fields
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeVar, get_args, get_origin

from .errors import Plain

T = TypeVar("T")

MOST_BYTES: Final = 1_000_000
MOST_DEEP: Final = 40
_DEEP: Final = re.compile(rf"""(?<![\w"'.-])(?:[\w"'-]++[ \t]*+\.[ \t]*+){{{MOST_DEEP}}}""")


class SourceError(Plain, ValueError):
    """A source file that does not hold together. ``file``, ``key`` and ``expected`` say where and what was wanted."""

    def __init__(self, file: str, key: str, problem: str, expected: str) -> None:
        super().__init__(f"{file}: {key}: {problem}; expected {expected}")
        self.file, self.key, self.problem, self.expected = file, key, problem, expected


def read(path: Path, name: str) -> dict[str, Any]:
    """The tables of a TOML file of decent size; ``name`` is what messages call it."""
    try:
        size = path.stat().st_size
        if not path.is_file():
            raise SourceError(name, "file", "is no file", "a TOML file")
        if size > MOST_BYTES:
            raise SourceError(name, "file", f"is larger than {MOST_BYTES:,} bytes", "a small TOML file")
        text = path.read_text("utf-8-sig")  # some editors put a mark in front
        if _DEEP.search(text):  # the time to read such a key grows with its square
            raise SourceError(name, "file", f"has a key of more than {MOST_DEEP} parts", "a TOML file")
        return tomllib.loads(text)
    except OSError as error:
        raise SourceError(name, "file", error.strerror or "cannot be read", "a readable TOML file") from None
    except UnicodeDecodeError:
        raise SourceError(name, "file", "is not UTF-8 text", "a TOML file") from None
    except SourceError:
        raise
    except (ValueError, RecursionError) as error:  # a TOML error is a ValueError; so is a number too long to read
        raise SourceError(name, "file", f"is not TOML ({error})", "a TOML file") from None


def table(raw: Any, name: str, key: str) -> dict[str, Any]:
    """``raw``, which has to be a table."""
    if not isinstance(raw, dict):
        raise SourceError(name, key, f"is {raw!r}", "a table")
    return raw


def frozen(value: Any) -> Any:
    """Lists become tuples, all the way down."""
    return tuple(frozen(v) for v in value) if isinstance(value, (list, tuple)) else value


def no_such(what: str, name: str, known: Iterable[str]) -> str:
    """There is none of that name, but perhaps this was meant: half a sentence."""
    near = get_close_matches(str(name), list(known), 1, 0.5)
    return f"there is no {what} {name!r}" + (f" (did you mean {near[0]!r}?)" if near else "")


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """There is none of that name, but perhaps this was meant: two sentences, and a dozen of those there are."""
    names = list(known)
    near = get_close_matches(str(name), names, 1, 0.5)
    hint = f"Did you mean {near[0]!r}?" if near else ""
    shown = ", ".join(names[:12]) + (" …" if len(names) > 12 else "")
    has = f"There are: {shown}." if names else "There are none."
    return " ".join(filter(None, [f"There is no {what} {name!r}.", hint, has]))


@cache
def converter() -> Any:
    """cattrs, taking nothing for something else: text stays text and a number is no text."""
    from cattrs import Converter

    made = Converter(forbid_extra_keys=True)
    for kind in (str, int, bool):
        made.register_structure_hook(kind, _strict)
    made.register_structure_hook_func(_is_literal, _strict)
    return made


def _is_literal(hint: Any) -> bool:
    return get_origin(hint) is Literal


class _WrongError(TypeError):
    """A value that is not what its place asks for."""


def _strict(value: Any, hint: Any) -> Any:
    if value in get_args(hint) if _is_literal(hint) else type(value) is hint:
        return value
    raise _WrongError(repr(value))


def structure(raw: Any, kind: type[T], name: str, prefix: str = "") -> T:
    """A dataclass from plain tables, or a :class:`SourceError` naming the first thing that does not fit."""
    try:
        made: T = converter().structure(raw, kind)
    except Exception as error:
        key, problem, expected = _first_fault(error, prefix)
        raise SourceError(name, key or "file", problem, expected) from None
    return made


def _first_fault(error: BaseException, key: str, hint: Any = dict) -> tuple[str, str, str]:
    """Walk down to the first thing that went wrong: its key, what is wrong, what was expected."""
    from cattrs.errors import ClassValidationError, ForbiddenExtraKeysError, IterableValidationError

    if isinstance(error, IterableValidationError):
        inner, place = error.group_exceptions()[0][0]
        at = f"{key}[{place.index}]" if isinstance(place.index, int) else _join(key, str(place.index))
        return _first_fault(inner, at, place.type)
    if isinstance(error, ClassValidationError):
        noted, bare = error.group_exceptions()
        if not noted:
            return _first_fault(bare[0], key, hint)
        cause, note = noted[0]
        at = _join(key, note.name)
        return (at, "is missing", _wanted(note.type)) if type(cause) is KeyError else _first_fault(cause, at, note.type)
    if isinstance(error, ForbiddenExtraKeysError):
        known = ", ".join(f.name for f in fields(error.cl))
        return _join(key, sorted(error.extra_fields)[0]), "is not a key of this table", f"one of {known}"
    return key, f"is {error}" if isinstance(error, _WrongError) else "has the wrong kind of value", _wanted(hint)


def _wanted(hint: Any) -> str:
    """What a type of this module asks for, in words."""
    parts = get_args(hint)
    if _is_literal(hint):
        return " or ".join(map(repr, parts))
    if get_origin(hint) is tuple:
        return "a list"
    plain: dict[Any, str] = {str: "text", int: "a whole number", bool: "true or false"}
    found = [plain[part] for part in (parts or (hint,)) if part in plain]
    return found[0] if found and get_origin(hint) is not Mapping else "a table"


def _join(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name
