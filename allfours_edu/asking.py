"""Arguments held against the signature they were given to: one sentence instead of a fault deep inside.

>>> def night(cheat: str | None = None, deals: int = 50) -> None:
...     held(night, locals())
>>> night("hidden-ten", deals="many")
Traceback (most recent call last):
    ...
allfours_edu.asking.WrongKindError: deals: expected a whole number, found 'many'.

Said at the head of a function, not as a decorator: that would hide the function's own examples from doctest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from .errors import PlainTypeError

_ALSO = {"Book": "str | Path | Rulebook", "By": "str", "Hands": "Mapping[str, str | Iterable]"}
"""Names of the house for more than one type."""
MOST_BITS = 4096
"""Of a whole number; longer ones cannot even be written out."""
_WORDS = {
    "str": "a text", "int": "a whole number", "float": "a number", "bool": "True or False", "Path": "a path",
    "Rulebook": "a rule book", "Mapping": "a mapping", "Iterable": "a list", "Sequence": "a list",
    "Callable": "a function", "Position": "a position", "Player": "a player",
    "Scenario": "a scenario", "Card": "a card", "None": "None",
}  # fmt: skip
_MANY = {"str": "texts", "int": "whole numbers", "Card": "cards", "Rulebook": "rule books", "None": "nothing"}


class WrongKindError(PlainTypeError, ValueError):
    """An argument of the wrong kind. A ValueError as well, since that is what the functions of the house promise."""


class Hint(NamedTuple):
    """One of the types an argument may have, and the types of what is in it."""

    name: str
    inside: tuple[tuple[Hint, ...], ...] = ()


def held(function: Callable[..., Any], given: Mapping[str, Any]) -> None:
    """See that every argument is of a kind its annotation names. Raises :class:`WrongKindError`."""
    for name, hint in function.__annotations__.items():
        if name in given and isinstance(hint, str):
            values = given[name] if name == _star(function) else (given[name],)
            for value in values:
                if not _fits(value, _read(hint)):
                    raise WrongKindError(f"{name}: expected {_wanted(hint)}, found {shown(value)}.")


def _is_number(value: Any) -> bool:
    try:
        return float(value) == float(value)
    except (TypeError, ValueError, OverflowError):
        return False


def shown(value: Any) -> str:
    """A value in at most forty letters.

    >>> shown("x" * 100), shown(10**5000)
    ("'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", 'a int')
    """
    try:
        return f"{value!r:.40}"
    except Exception:  # whatever the reader's own class does; a number of thousands of digits
        return f"a {type(value).__name__}"


def can_be_written(text: str) -> bool:
    """Is it whole text? Half a pair of UTF-16, as a broken file may hold it, fits into no file and no hash.

    >>> can_be_written("Ζ ♠"), can_be_written("\\ud800")
    (True, False)
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _star(function: Callable[..., Any]) -> str | None:
    """The name of what stands for any number of arguments."""
    code = function.__code__
    return code.co_varnames[code.co_argcount + code.co_kwonlyargcount] if code.co_flags & 4 else None


def _fits(value: Any, hints: tuple[Hint, ...]) -> bool:
    return any(_is(value, hint) for hint in hints)


def _is(value: Any, hint: Hint) -> bool:
    match hint.name:
        case "Any" | "object":
            return True
        case "None":
            return value is None
        case "str":
            return isinstance(value, str) and can_be_written(value)
        case "bool":
            return isinstance(value, bool)
        case "int":  # NumPy's numbers too
            whole = hasattr(type(value), "__index__") and not isinstance(value, bool)
            return whole and int(value).bit_length() <= MOST_BITS
        case "float":  # and not NaN
            number = hasattr(type(value), "__float__") and not isinstance(value, bool) and not hasattr(value, "__len__")
            return number and _is_number(value)
        case "Player":  # one of the reader's own will do
            return hasattr(value, "choose")
        case "Callable":
            return callable(value)
        case "Mapping":
            return isinstance(value, Mapping) and all(
                _fits(part, inside) for pair in value.items() for part, inside in zip(pair, hint.inside, strict=False)
            )
        case "Iterable" | "Sequence":
            kind = Iterable if hint.name == "Iterable" else Sequence
            return (
                (
                    isinstance(value, kind)
                    and not isinstance(value, (str, bytes, Mapping))
                    and (not hint.inside or not isinstance(value, (list, tuple, set)))
                )  # else it would be used up
                or (
                    isinstance(value, (list, tuple, set))
                    and all(_fits(part, hint.inside[0]) for part in value if hint.inside)
                )
            )
    return hint.name not in _WORDS or any(kind.__name__ == hint.name for kind in type(value).__mro__)


@cache
def _read(text: str) -> tuple[Hint, ...]:
    """An annotation as written: ``str | Iterable[str | Card]``."""
    found: list[Hint] = []
    for part in _parted(text, "|"):
        name, _, inside = part.partition("[")
        if name in _ALSO:
            found += _read(_ALSO[name])
        else:
            found.append(Hint(name.rpartition(".")[2], tuple(map(_read, _parted(inside[:-1], ",")))))
    return tuple(found)


def _parted(text: str, sign: str) -> list[str]:
    """A text at each ``sign`` that stands in no brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "[") - (letter == "]")
        if letter == sign and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def _wanted(text: str) -> str:
    words = list(dict.fromkeys(map(_in_words, _read(text))))
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _in_words(hint: Hint) -> str:
    said = _WORDS.get(hint.name, f"a {hint.name}")
    if not set(_MANY) >= {inner.name for group in hint.inside for inner in group}:
        return said
    of = [" or ".join(_MANY[inner.name] for inner in group) for group in hint.inside]
    return said + (f" of {' to '.join(of)}" if of else "")
