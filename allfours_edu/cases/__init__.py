"""Worked cases: small situations with the answer a rule book gives, put to the engine and compared.

Nothing here knows an answer. A case says what is given; the public engine is asked; what stands under ``expect`` is
compared with what it says. Whatever cannot be asked (an unknown book, option, question, key …) is a failure with a
sentence, never skipped.

    >>> case = {"id": "x", "form": "question", "rulebook": "foster-1897", "options": [],
    ...         "given": {"question": "points_total"}, "expect": {"total": 4}}
    >>> judge(case)
    []
    >>> judge({**case, "expect": {"total": 5}})
    ['total: expected 5, got 4']
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from ..cards import CardError
from ..engine import IllegalAction, TableError
from ..rules import RulesError
from ..sources import RulebookError, SourceError, load_rulebook
from .ask import question
from .compare import compare
from .court import court
from .given import Answers, CaseError, Given
from .legal import legal
from .script import script

VERSION = 2
LARGEST = 5_000_000
FORMS: dict[str, Callable[[Given], Answers]] = {
    "legal": legal, "script": script, "question": question, "court": court,
}  # fmt: skip

__all__ = ["FORMS", "CaseError", "case_id", "compare", "judge", "read_cases", "wanted"]


# -- files ---------------------------------------------------------------------------------------------


def read_cases(path: Path) -> list[Any]:
    """The cases of a file. Raises :class:`CaseError` where it is no file of cases."""
    try:
        if path.stat().st_size > LARGEST:
            raise CaseError(f"{path}: larger than {LARGEST // 1_000_000} MB, which no file of cases is")
        data = json.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        raise CaseError(f"{path}: cannot be read ({error.strerror or error})") from None
    except (ValueError, RecursionError) as error:
        raise CaseError(f"{path}: is not JSON ({error})") from None
    if not isinstance(data, dict) or not isinstance(data.get("cases"), list):
        raise CaseError(f'{path}: expected an object {{"version": {VERSION}, "cases": [ … ]}}')
    if data.get("version") != VERSION:
        raise CaseError(f"{path}: version {data.get('version')!r} is not known; expected {VERSION}")
    return list(data["cases"])


def wanted(case: Any, books: Iterable[str], forms: Iterable[str]) -> bool:
    """Is the case among those asked for? One whose book or form cannot even be read is always looked at."""
    if not isinstance(case, dict):
        return True
    book, form = case.get("rulebook"), case.get("form")
    by_book = not books or not isinstance(book, str) or book in books
    return by_book and (not forms or form not in tuple(FORMS) or form in forms)


def case_id(case: Any, number: int = 0) -> str:
    named = case.get("id") if isinstance(case, dict) else None
    return named if isinstance(named, str) and named else f"case {number + 1}"


# -- judging -------------------------------------------------------------------------------------------


def judge(case: Any) -> list[str]:
    """What is wrong with the engine's answers to a case, one sentence each; an empty list if nothing is."""
    try:
        answers, names, expect = _ask(case)
    except (CaseError, CardError, TableError, RulesError, RulebookError, SourceError) as error:
        return [str(error)]
    except IllegalAction as error:
        return [f"the position cannot be reached: {error}"]
    except Exception as error:
        return [f"the engine could not answer: {type(error).__name__}: {error}"]
    problems: list[str] = []
    for key, expected in expect.items():
        if key not in answers:
            known = ", ".join(sorted(answers))
            problems.append(f"{key}: nothing that can be computed here; this case can be asked for {known}")
            continue
        try:
            got = answers[key]()
        except (CaseError, CardError, TableError, RulesError) as error:
            problems.append(f"{key}: {error}")
            continue
        except Exception as error:
            problems.append(f"{key}: the engine could not answer: {type(error).__name__}: {error}")
            continue
        problems += compare(key, expected, got, names)
    return problems


def _ask(case: Any) -> tuple[Answers, frozenset[str], dict[str, Any]]:
    if not isinstance(case, dict):
        raise CaseError("is not an object")
    for key, kind in (("form", str), ("rulebook", str), ("given", dict), ("expect", dict)):
        if not isinstance(case.get(key), kind):
            raise CaseError(f"{key}: expected {'an object' if kind is dict else 'a word'}, found {case.get(key)!r}")
    if case["form"] not in FORMS:
        raise CaseError(f"form {case['form']!r} is not known; expected {', '.join(FORMS)}")
    if not case["expect"]:
        raise CaseError("expects nothing")
    book = load_rulebook(_plain_id(case["rulebook"]))
    options = case.get("options", [])
    if not isinstance(options, dict) and not (isinstance(options, list) and all(isinstance(o, str) for o in options)):
        raise CaseError(f"options: expected a list of names or an object of fields, found {options!r}")
    given = Given(book.with_options(options).rules, case["given"])
    answers = FORMS[case["form"]](given)
    given.check_all_used()
    return answers, frozenset(given.names()), case["expect"]


def _plain_id(book: str) -> str:
    if "/" in book or "\\" in book or book.endswith(".toml"):  # a case names a book, it does not open files
        raise CaseError(f"there is no rule book {book!r}")
    return book
