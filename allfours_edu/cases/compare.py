"""Comparing an answer with what a case expects, as the format of the cases says."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

SETS = {"legal", "includes", "choice_of", "options", "barred", "looed", "recut"}
BY_NAME = {"turn_points", "game_count", "set_back", "seller_credit", "pays_red", "shares_white"}
"""Objects by seat or side, in which those left out have nought."""


def compare(key: str, expected: Any, got: Any, names: frozenset[str] = frozenset()) -> list[str]:
    """How an answer differs from what was expected: one sentence, or none.

    >>> compare("legal", ["run", "give"], ["give", "run"]), compare("turn_points", {}, {"A": 0})
    ([], [])
    >>> compare("tricks", 6, 9)
    ['tricks: expected 6, got 9']
    """
    if key == "includes":
        same = isinstance(expected, list) and isinstance(got, list) and all(_in(x, got) for x in expected)
    elif key in SETS:
        same = (
            isinstance(expected, list)
            and isinstance(got, list)
            and len(expected) == len(got)
            and all(_in(x, got) for x in expected)
            and all(_in(x, expected) for x in got)
        )
    else:
        same = _same(key, expected, got, names)
    return [] if same else [f"{key}: expected {shown(expected)}, got {shown(got)}"]


def _same(key: str, expected: Any, got: Any, names: frozenset[str]) -> bool:
    if isinstance(expected, dict):
        if not isinstance(got, dict):
            return False
        by_name = key in BY_NAME or (key == "points" and not isinstance(got.get("gift", 0), list))
        if key == "scores_after":
            return _equal(expected, got)
        if by_name:
            known = set(expected) <= (set(got) | names)
            return known and _equal(_without_noughts(expected), _without_noughts(got))
        if not expected:
            return not any(value for value in got.values())
        return all(name in got and _same(name, value, got[name], names) for name, value in expected.items())
    return _equal(expected, got)


def _without_noughts(by_name: Mapping[str, Any]) -> dict[str, Any]:
    return {name: n for name, n in by_name.items() if not _equal(n, 0)}


def _equal(a: Any, b: Any) -> bool:
    """Equality that does not take 1 for true."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_equal(v, b[k]) for k, v in a.items())
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(_equal, a, b))
    return type(a) is type(b) and bool(a == b)


def _in(wanted: Any, among: Sequence[Any]) -> bool:
    return any(_equal(wanted, x) for x in among)


def shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
