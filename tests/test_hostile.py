"""What nobody should write, and somebody will: each gets one sentence, nothing else happens, and no file is harmed."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import allfours_edu as af
from allfours_edu.analysis.given_hands import answers
from allfours_edu.errors import LONGEST, Plain
from allfours_edu.widgets.house import HouseRulesWidget

HANDS = ["AH 5C 2D", "JH KC QC"]
WRONG = (None, 3.5, float("nan"), True, b"x", [[1]], {"a": object()}, object(), "x" * 100_000, "\ud800", "\0", 10**5000)
ASKED: dict[str, Callable[[Any], Any]] = {
    "find_difference": lambda v: af.find_difference(v, "trinidad", seconds=0.1),
    "find_difference, where": lambda v: af.find_difference("foster-1897", "trinidad", where=v, seconds=0.1),
    "find_deal, seconds": lambda v: af.find_deal("trinidad", "jack_turned", seconds=v),
    "find_deal, seed": lambda v: af.find_deal("trinidad", "jack_turned", seed=v, seconds=0.1),
    "weights": lambda v: af.weights(v, fields=["low_to"], deals=1, progress=False),
    "weights, deals": lambda v: af.weights("trinidad", fields=["low_to"], deals=v or 0, progress=False),
    "solve, hands": lambda v: af.solve(v, "H", fast=False),
    "solve, options": lambda v: af.solve(HANDS, "H", options=v, fast=False),
    "simulate": lambda v: af.simulate("trinidad", v),
    "duplicate": lambda v: af.duplicate("trinidad", "novice", "foster", v),
    "duplicate, player": lambda v: af.duplicate("trinidad", v, "foster", 1),
    "night": lambda v: af.night(None, 5, v),
    "attach": lambda v: af.attach(v, "no such file"),
    "attach, path": lambda v: af.attach("squareman-1916", v),
    "export": af.export,
    "export, path": lambda v: af.export("bibtex", "" if v is None else v),
    "reuse, least": lambda v: af.reuse("squareman-1916", least=v),
    "variorum": lambda v: af.variorum("En", topics=0 if v is None else v),
    "past": af.past,
    "stemma": lambda v: af.stemma(0 if v is None else v),
    "witness": af.witness,
    "claim": af.claim,
    "court": af.court,
    "puzzle": af.puzzle,
    "scenario": af.scenario,
    "house_rules, options": lambda v: af.house_rules(options=v, save=False),
    "play, opponents": lambda v: af.play("trinidad", opponents=v, save=False),
    "new_deal, dealer": lambda v: af.new_deal("trinidad", dealer=0 if v is None else v),
    "new_deal, sides": lambda v: af.new_deal("trinidad", sides=0 if v is None else v),
    "new_deal, plays": lambda v: af.new_deal("trinidad", plays=v),
    "guess": lambda v: af.guess("1/2").against("" if v is True or v == 3.5 else v),
}


def refused(call: Callable[[], Any]) -> BaseException:
    with pytest.raises((ValueError, TypeError, OSError)) as caught:
        call()
    assert isinstance(caught.value, Plain), repr(caught.value)
    said = str(caught.value)
    assert 10 < len(said) <= LONGEST + 10 and "\n" not in said, said[:200]
    return caught.value


@pytest.mark.parametrize("name", ASKED)
def test_a_wrong_argument_gets_a_sentence(name: str) -> None:
    right = {
        "find_deal, seconds": [3.5],
        "weights, deals": [True],
        "find_deal, seed": [],
        "guess": [10**5000],
        "night": ["x" * 100_000, "\0"],
    }
    for value in WRONG:
        if not any(value is known or value == known for known in right.get(name, ())):
            refused(lambda v=value: ASKED[name](v))


@pytest.mark.parametrize("said", ["1e999999999", "1e-999999999999", "9" * 100_000 + "x", "1/0", "inf", "nan"])
def test_a_guess_of_endless_digits_is_read_at_once(said: str) -> None:
    try:
        found = af.guess(said).number
    except ValueError as error:
        found = 0 if isinstance(error, Plain) else None
    assert found == 0


def test_a_book_cannot_name_a_place_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = af.house_rules(save=False)
    page.flip(low_to="taker")
    for n, (before, after) in enumerate(
        [
            ('id = "', 'id = "../../'), ('id = "', 'id = "<b>'), ('extends = "', 'extends = "../'),
            ("[fields]", "[fields." + "a." * 50_000 + "a]"), ("[fields]", "x = " + "[" * 50_000),
            ("[fields]", '[options."<img src=x>"]\n[fields]'),
        ]
    ):  # fmt: skip
        file = tmp_path / f"bad-{n}.toml"
        file.write_text(page.toml.replace(before, after, 1), "utf-8")
        refused(lambda file=file: af.rulebook(file))
    before = set(tmp_path.iterdir())
    for name in ("\0", "\ud800", "no/such/folder", "x" * 5000):
        refused_file(page, name)
    there = page.save("ours.toml")
    kept = there.read_bytes()
    refused_file(page, "ours.toml")
    assert there.read_bytes() == kept and set(tmp_path.iterdir()) == before | {there.resolve()}
    assert "Trinidad" in af.handout(af.rulebook(there), seed=1).html  # a book of one's own has its sheets


def refused_file(page: HouseRulesWidget, name: str) -> None:
    with pytest.raises((OSError, ValueError)) as caught:
        page.save(name)
    assert isinstance(caught.value, Plain) and len(str(caught.value)) < 300


def test_a_text_that_cannot_be_written_leaves_no_file(tmp_path: Path) -> None:
    hands = {"elder": "JS TS TD 6D QH 7H", "dealer": "AS 6S AC 8C 5C 8D"}
    found = af.puzzle(af.new_deal("foster-1897", hands=hands, turned="9S", scores=[6, 4], plays="stand"))
    for title in ("\ud800", "\x7f"):
        refused(lambda title=title: found.save(tmp_path / "mine.toml", title=title))
    assert not list(tmp_path.iterdir())
    mine = found.save(tmp_path / "mine.toml", title="<img src=x onerror=alert(1)>")
    table = af.play(str(mine), save=False)  # a lesson opens by its file name too
    bundle = table._repr_mimebundle_()
    assert bundle is not None and "<img src=x" not in bundle[0]["text/html"]


@pytest.mark.parametrize("changes", [None, [], 5, {"x": 1}, {"beg": [1]}, {"low_to": []}, {"packets": [[[1]]]}])
def test_kept_house_rules_edited_by_hand(changes: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLFOURS_HOME", str(tmp_path))
    af.house_rules().flip(low_to="taker")
    (file,) = (tmp_path / "rules").iterdir()
    file.write_text(json.dumps(json.loads(file.read_text()) | {"match": {"changes": changes}}), "utf-8")
    assert not af.house_rules().house.changes


def test_messages_no_browser_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    page = af.house_rules(save=False)
    told: list[Any] = []
    monkeypatch.setattr(page, "send", told.append)
    for name in ("flip", "mend", "put_back", "texts", "write ", "__init__"):
        for arg in (None, [], {}, [[]], {"name": [], "key": {}}, {"name": "low_to", "key": "9" * 180}, -1, "../x"):
            page._on_message(page, {"kind": "command", "name": name, "arg": arg, "rev": page.rev})
    for bad in (None, [], {"kind": "act", "action": "x" * 10_000_000}, {"kind": "command"}, {"kind": []}):
        page._on_message(page, bad)
    assert not page.house.changes
    assert not [m for m in told if "Error" in str(m.get("why"))] and len(told) == 6 * 8 + 5


def test_a_line_for_the_solver_never_stops_the_next() -> None:
    good = {"hands": ["AH", "JH"], "trump": "H", "rulebook": "foster-1897"}
    bad = ["[" * 9000, json.dumps(good | {"id": "\ud800"}), json.dumps(good | {"options": [[1]]}),
           json.dumps(good | {"trump": ["H"]}), json.dumps(good | {"leader": float("nan")})]  # fmt: skip
    found = list(answers([*bad, json.dumps(good)], fast=False))
    assert [("error" in answer) for answer in found] == [True] * 5 + [False]
    json.dumps(found, ensure_ascii=False).encode()


def test_nothing_is_written_over(tmp_path: Path) -> None:
    there = tmp_path / "there.html"
    there.write_text("keep")
    for save in (af.handout("td-01").save, af.witness("fox-1905").save, lambda path: af.export("bibtex", path)):
        for place in (there, tmp_path / "no" / "x.html", "\0", "", None if save.__name__ == "save" else 3, 3):
            refused(lambda save=save, place=place: save(place))
    assert there.read_text() == "keep" and list(tmp_path.iterdir()) == [there]


def test_errors_come_back_from_other_processes() -> None:
    position = af.new_deal("trinidad")
    for error in (
        refused(lambda: position.apply("2S" if af.card("2S") not in position.hand("South") else "3S")),
        refused(lambda: af.rulebook(Path("nowhere.toml"))), refused(lambda: af.card("zz")),
        refused(lambda: af.find_deal("trinidad", "jack")),
    ):  # fmt: skip
        back = pickle.loads(pickle.dumps(error))
        assert (type(back), str(back), vars(back).keys()) == (type(error), str(error), vars(error).keys())
