"""Worked cases: all of them pass that the books at hand can answer, and a changed expectation never does."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from allfours_edu.cases import FORMS, CaseError, compare, judge, read_cases, wanted
from allfours_edu.sources import rulebooks

FILE = Path(__file__).parent / "data" / "cases.json"
MORE = Path(__file__).parent / "data" / "more-cases.json"  # of our own: odd corners of the format
CASES = [*read_cases(FILE), *read_cases(MORE)]
HERE = [case for case in CASES if case["rulebook"] in rulebooks()]


@pytest.mark.parametrize("case", HERE, ids=lambda c: c["id"])
def test_a_worked_case(case: dict[str, Any]) -> None:
    assert judge(case) == []


def test_the_first_five_books_have_cases_of_every_form() -> None:
    first = {"foster-1897", "hoyle-ten", "trinidad", "foster-all-fives", "cassell-all-fives"}
    mine = [case for case in HERE if case["rulebook"] in first]
    assert {case["rulebook"] for case in mine} == first
    assert {case["form"] for case in mine} == set(FORMS)
    assert len(mine) >= 77


@pytest.mark.parametrize("case", [c for c in CASES if c["rulebook"] not in rulebooks()], ids=lambda c: c["id"])
def test_a_book_that_is_not_there_fails_the_case(case: dict[str, Any]) -> None:
    assert any("rule book" in problem for problem in judge(case))


# -- a changed expectation ---------------------------------------------------------------------------------------------


def changed(value: Any) -> Iterator[Any]:
    """Other values in the place of one: each of them must be found wrong."""
    if isinstance(value, bool):
        yield not value
        yield int(value)
        yield None
    elif isinstance(value, int):
        yield value + 1
        yield value - 1
        yield None
    elif isinstance(value, str):
        yield value + "x"
        yield None
    elif value is None:
        yield "somebody"
        yield 1
    elif isinstance(value, list):
        yield [*value, "somebody"]
        if value:
            yield value[:-1]
            for n, entry in enumerate(value):
                for other in changed(entry):
                    yield [*value[:n], other, *value[n + 1 :]]
    elif isinstance(value, dict):
        yield {**value, "somebody": 1}
        for name, entry in value.items():
            for other in changed(entry):
                yield {**value, name: other}


@pytest.mark.parametrize("case", HERE, ids=lambda c: c["id"])
def test_every_changed_expectation_fails(case: dict[str, Any]) -> None:
    for key, value in case["expect"].items():
        assert judge({**case, "expect": {key: value}}) == []  # each key alone
        for other in changed(value):
            if (key, other) == ("includes", value[:-1] if isinstance(value, list) else None):
                continue  # at least these: fewer are included too
            whole = {**case, "expect": {**case["expect"], key: other}}
            found = judge(whole)
            assert len(found) == 1 and found[0].startswith(f"{key}:"), (key, other)


@pytest.mark.parametrize("case", [c for c in HERE if "scores_after" in c["expect"]], ids=lambda c: c["id"])
def test_scores_after_is_complete(case: dict[str, Any]) -> None:
    scores = case["expect"]["scores_after"]
    for side in scores:
        fewer = {name: n for name, n in scores.items() if name != side}
        assert judge({**case, "expect": {"scores_after": fewer}})


# -- what is unknown ---------------------------------------------------------------------------------------------------

ONE = {
    "id": "x", "form": "question", "rulebook": "foster-1897", "options": [],
    "given": {"question": "points_total"}, "expect": {"total": 4},
}  # fmt: skip
LEGAL = next(c for c in CASES if c["id"] == "legal-02")
SCRIPT = next(c for c in CASES if c["id"] == "full-01")


def but(case: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    made = copy.deepcopy(case)
    *way, last = path.split(".")
    at = made
    for step in way:
        at = at[step]
    if value is ...:
        del at[last]
    else:
        at[last] = value
    return made


@pytest.mark.parametrize(
    ("case", "words"),
    [
        (but(ONE, "form", "legall"), "form 'legall' is not known"),
        (but(ONE, "rulebook", "trinidda"), "Did you mean 'trinidad'"),
        (but(ONE, "rulebook", "../foster.toml"), "no rule book"),
        (but(ONE, "rulebook", ...), "rulebook: expected a word"),
        (but(ONE, "options", ["keep_nyne"]), "keep_nine"),
        (but(ONE, "options", {"targett": 10}), "target"),
        (but(ONE, "options", {"target": "ten"}), "target"),
        (but(ONE, "options", 7), "options: expected"),
        (but(ONE, "given.question", "points_totl"), "question 'points_totl' is not known"),
        (but(ONE, "given.weather", "fine"), "'weather' is not a fact"),
        (but(ONE, "expect", {"totl": 4}), "totl: nothing that can be computed"),
        (but(ONE, "expect", {}), "expects nothing"),
        (but(ONE, "expect", ...), "expect: expected an object"),
        ("no case", "is not an object"),
        (but(LEGAL, "given.phase", "pley"), "phase 'pley' is not known"),
        (but(LEGAL, "given.hand", ["5H", "5H"]), "stands twice"),
        (but(LEGAL, "given.hand", ["5X"]), "is not a card"),
        (but(LEGAL, "given.hand", ...), "the hand of dealer is missing"),
        (but(LEGAL, "given.seat", "pone"), "no player is called 'pone'"),
        (but(LEGAL, "given.seat", "elder"), "it is not for elder to play"),
        (but(LEGAL, "given.trump", "X"), "trump is one of"),
        (but(LEGAL, "given.dealer", "elder"), "must be the last"),
        (but(SCRIPT, "given.actions", [["elder", "stnad"]]), "'stnad' is not a card"),
        (but(SCRIPT, "given.actions", [["pone", "stand"]]), "no player is called 'pone'"),
        (but(SCRIPT, "given.hands.elder", ["AH"] * 2), "stands twice"),
        (but(SCRIPT, "given.hands.dealer", ["AH", "7H"]), "stands in two places"),
        (but(SCRIPT, "given.scores", {"pone": 1}), "no side is called 'pone'"),
    ],
)  # fmt: skip
def test_what_is_unknown_is_a_failure_with_a_sentence(case: Any, words: str) -> None:
    problems = judge(case)
    assert len(problems) >= 1
    assert any(words in problem for problem in problems), problems
    assert not any("could not answer" in problem for problem in problems), problems


def test_a_script_that_is_not_lawful_says_where() -> None:
    wrong = but(SCRIPT, "given.actions", [["elder", "stand"], ["dealer", "7H"]])
    assert judge({**wrong, "expect": {"illegal": 1, "trick_winners": []}}) == []


def test_asked_for_by_book_and_form() -> None:
    assert wanted(ONE, ["foster-1897"], ["question"])
    assert not wanted(ONE, ["trinidad"], [])
    assert not wanted(ONE, [], ["legal"])
    assert wanted(but(ONE, "form", "legall"), ["foster-1897"], ["legal"])  # cannot be passed over
    assert wanted(but(ONE, "rulebook", 7), ["trinidad"], [])
    assert wanted("no case", ["trinidad"], [])


@pytest.mark.parametrize(
    ("text", "words"),
    [("{", "is not JSON"), ("[]", "expected an object"), ('{"cases": 1}', "expected an object"),
     ('{"version": 3, "cases": []}', "version 3 is not known")],
)  # fmt: skip
def test_a_file_that_is_none(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "cases.json"
    path.write_text(text, "utf-8")
    with pytest.raises(CaseError, match=words):
        read_cases(path)
    with pytest.raises(CaseError, match="cannot be read"):
        read_cases(tmp_path / "none.json")


def test_comparing() -> None:
    assert compare("points", {"jack": None}, {"jack": None, "gift": [], "pegs": []}) == []
    assert compare("points", {}, {"jack": None, "gift": [], "pegs": []}) == []
    assert compare("points", {}, {"jack": {"side": "A", "n": 1}, "gift": [], "pegs": []})
    assert compare("points", {"A": 1}, {"A": 1, "B": 0}) == []
    assert compare("legal", ["run", "run"], ["run", "give"])
    assert compare("recut", [], ["A"])
    assert compare("trick_winners", ["A", "B"], ["B", "A"])
    assert compare("bunched", 1, True)
    assert compare("game_count", {"Q": 0}, {"A": 0}, frozenset("AB"))


def test_the_file_is_written_as_it_is_read() -> None:
    assert json.loads(FILE.read_text("utf-8"))["version"] == 2
    assert len({case["id"] for case in CASES}) == len(CASES)


def test_a_file_saved_with_a_mark_in_front_is_read(tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps({"version": 2, "cases": [ONE]}).encode())
    assert read_cases(path) == [ONE]
