"""The notebooks keep the form they promise: a question first, no answer above its commit, few words, little code."""

from __future__ import annotations

import ast
import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from allfours_edu.analysis.solver import solve
from allfours_edu.api import new_deal
from allfours_edu.cards import card, cards
from allfours_edu.engine import Position
from allfours_edu.sources import load_rulebook, load_witness, rulebooks, witnesses
from allfours_edu.teach.exercise_file import exercise_ids
from allfours_edu.teach.scenario import load_scenario, scenarios
from allfours_edu.teach.strings import plain
from allfours_edu.widgets.stepper import played

nbformat = pytest.importorskip("nbformat")

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
NAMES = tuple(sorted(p.stem for p in FOLDER.glob("[0-9]*.ipynb")))
LESSONS = tuple(name for name in NAMES if "01" <= name[:2] <= "09" or name[:2] in ("11", "12", "13", "14", "15", "16"))
SHELF = tuple(name for name in LESSONS if "02" <= name[:2] <= "12")  # the six that teach one thing each
MOST_WORDS, MOST_IN_A_CELL, MOST_LINES, MEAN_LINES = 700, 140, 8, 3
PACK = cards(r + s for s in "SHDC" for r in "23456789TJQKA")
HEAVY = ("pandas", "matplotlib", "numpy", "numba", "ipywidgets")


@cache
def cells(name: str) -> tuple[Any, ...]:
    return tuple(nbformat.read(FOLDER / f"{name}.ipynb", as_version=4).cells)


def prose(name: str) -> str:
    return "\n\n".join(c.source for c in cells(name) if c.cell_type == "markdown")


def code(name: str) -> list[str]:
    return [c.source for c in cells(name) if c.cell_type == "code"]


def flat(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def shown(cell: Any) -> str:
    """Everything a cell left behind, as one text."""
    parts = []
    for output in cell.get("outputs", []):
        parts += [str(output.get("text", "")), *map(str, output.get("data", {}).values())]
    return flat(" ".join(parts))


def calls(source: str) -> list[tuple[str, str]]:
    """(function, first text) of every call such as ``af.play("td-03")``."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                found.append((node.func.attr, first.value))
    return found


# -- source and product ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_notebook_is_the_source_run(name: str) -> None:
    jupytext = pytest.importorskip("jupytext")
    source = jupytext.reads((FOLDER / "src" / f"{name}.py").read_text("utf-8"), fmt="py:percent")
    assert [(c.cell_type, c.source) for c in source.cells] == [(c.cell_type, c.source) for c in cells(name)]


@pytest.mark.parametrize("name", NAMES)
def test_it_has_been_run_and_nothing_failed(name: str) -> None:
    for cell in cells(name):
        assert all(o.output_type != "error" for o in cell.get("outputs", []))
    last = [c for c in cells(name) if c.cell_type == "code"][-1]
    assert last.execution_count == len(code(name))


def test_all_eight_are_here_and_lead_on() -> None:
    assert [n[:2] for n in NAMES[:8]] == [f"{n:02d}" for n in range(8)]
    for name, following in pairwise(NAMES[:8]):
        assert f"]({following}.ipynb)" in prose(name), f"{name} does not lead to {following}"


@pytest.mark.parametrize("name", NAMES)
def test_links_lead_somewhere(name: str) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", prose(name)):
        assert (FOLDER / target).is_file(), target


# -- measure ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_words(name: str) -> None:
    assert len(prose(name).split()) <= (400 if name.startswith("00") else MOST_WORDS)
    longest = max(len(c.source.split()) for c in cells(name) if c.cell_type == "markdown")
    assert longest <= MOST_IN_A_CELL


@pytest.mark.parametrize("name", NAMES)
def test_code_cells_are_short(name: str) -> None:
    lines = [len(source.strip().splitlines()) for source in code(name)]
    assert max(lines) <= MOST_LINES
    assert sum(lines) / len(lines) <= MEAN_LINES


@pytest.mark.parametrize("name", NAMES)
def test_the_browser_is_not_asked_for_heavy_packages(name: str) -> None:
    for source in code(name):
        for node in ast.walk(ast.parse(source)):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not any(n.split(".")[0] in HEAVY for n in names), source


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_told_in_words(name: str) -> None:
    """No output is a bare image: what is drawn has a text beside it."""
    for cell in cells(name):
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            assert not any(kind.startswith("image/") for kind in data) or len(str(data.get("text/plain", ""))) > 60
            for tag in re.findall(r"<(?:svg|img)\b[^>]*>", str(data.get("text/html", ""))):
                assert re.search(r'aria-(label|labelledby|hidden)=|\balt="[^"]', tag), tag[:120]


# -- form ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LESSONS)
def test_hook_objective_prediction(name: str) -> None:
    first = cells(name)[0]
    assert first.cell_type == "markdown" and first.source.startswith("# ")
    opening = flat(first.source)
    assert re.search(r"\*\*[^*]+\?\*\*", opening), "no question"
    assert re.search(r"You will learn to [^.]+\. \d+ minutes\.", opening), "no objective with its minutes"
    assert "*Predict first" in opening
    assert cells(name)[1].cell_type == "code" and re.search(r"af\.(play|compare)\(", cells(name)[1].source)


@pytest.mark.parametrize("name", LESSONS)
def test_vary_reflect_history(name: str) -> None:
    text = flat(prose(name))
    assert "## Change one thing" in text
    assert len(re.findall(r"\*\*In one sentence:\*\* [^?]+\?", text)) == 1
    history = re.search(r"\*\*History\.\*\*(.+?)\*\*One thing not known\.\*\*", text)
    assert history, "no note on history with something not known after it"
    assert re.search(r"(p\. \d|§ \d|paragraph|\*[A-Z][^*]+\*|list of terms)", history[1]), "no locator"
    assert re.search(r"\b1[5-9]\d\d\b|\bread in\b", history[1]), "no date"
    order = [
        text.index(s) for s in ("## Change one thing", "**In one sentence", "**History.", "**One thing not known.")
    ]
    assert order == sorted(order)


@pytest.mark.parametrize("name", SHELF)
def test_one_question_a_cell_and_checks_besides(name: str) -> None:
    """One table wakes at a time; every lesson has a prepared deal and exercises of its own."""
    asked = [[c for c in calls(source) if c[0] in ("play", "exercise", "step", "texts")] for source in code(name)]
    assert all(len([c for c in found if c[0] != "step"]) <= 1 for found in asked)
    kinds = [kind for found in asked for kind, _ in found]
    assert kinds.count("exercise") >= 2 and "play" in kinds


@pytest.mark.parametrize("name", SHELF)
def test_it_says_which_right_is_meant(name: str) -> None:
    assert re.search(r"\*\*(certain|open cards|likely|Open cards\.?)\*\*", flat(prose(name)))


@pytest.mark.parametrize("name", NAMES)
def test_named_things_exist(name: str) -> None:
    known = {"exercise": exercise_ids(), "rulebook": rulebooks(), "new_deal": rulebooks()}
    for source in code(name):
        for kind, what in calls(source):
            if what.startswith(("td-", "ex-")):
                load_scenario(what)
            elif kind in known:
                assert what in known[kind], what


def test_all_prepared_deals_are_used() -> None:
    text = "\n".join(source for name in NAMES for source in code(name))
    assert [id for id in scenarios() if id.startswith("td-") and id[:5] not in text] == []


# -- no answer above its commit --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_no_answer_stands_above_its_commit(name: str) -> None:
    """Neither the prose up to a question nor the stored picture of it says what its right answer says."""
    above = ""
    for cell in cells(name):
        if cell.cell_type == "markdown":
            above += " " + flat(cell.source)
            continue
        for kind, what in calls(cell.source):
            if kind != "play" or not what.startswith("td-"):
                continue
            step = load_scenario(what).steps[0]
            for answer in (a for a in step.answers if a.right):
                told = [flat(plain(answer.says)), *(flat(plain(h)) for h in step.hints[-1:] if len(h.split()) > 3)]
                assert not any(t in above or t in shown(cell) for t in told), (what, told)


@pytest.mark.parametrize("name", NAMES)
def test_a_blank_answer_is_not_answered(name: str) -> None:
    """Where a learner writes into a cell, the stored run has it blank, and asks for an answer."""
    for before, cell in pairwise(c for c in cells(name) if c.cell_type == "code"):
        if name in SHELF and re.fullmatch(r'\w+ = (""|0|\{\})', before.source.strip()):
            assert "first" in shown(cell), shown(cell)


def test_no_colour_carries_a_meaning() -> None:
    for name in SHELF:
        told = re.sub(r"\bred counters?\b", "", prose(name))  # what they are called, whatever they look like
        assert not re.search(r"\b(red|green|blue|gold|grey)\b", told, re.IGNORECASE), name


# -- what the prose says is so ---------------------------------------------------------------------------------------


def awards(position: Position) -> dict[str, str | None]:
    return {str(e.point): e.side for e in position.events() if e.kind == "award"}


def test_the_deal_walked_through_in_02() -> None:
    """One card is Low to one side and the Jack to the other; six tricks against none."""
    position, _ = played("foster-1897", seed=27)
    first = [str(c) for _, c in position.tricks[0].plays]
    south, north = (position.table.sides[n].name for n in (0, 1))
    assert first == ["A♥", "J♥"]
    assert {t.winner for t in position.tricks} == {"South"}
    assert awards(position) == {"high": south, "low": north, "jack": south, "game": south}


def test_the_deal_walked_through_in_06() -> None:
    position, _ = played("foster-all-fives", seed=24)
    pegs = [(e.trick, e.side, e.n, e.cards[0].text) for e in position.events() if e.kind == "peg"]
    assert pegs == [(1, "North", 2, "QH"), (2, "South", 5, "5H")]
    counts = [
        next(e for e in position.events(book.rules) if e.kind == "award" and e.point == "game").data["count"]
        for book in (load_rulebook("foster-all-fives"), load_rulebook("foster-all-fives").with_options("five_blank"))
    ]
    assert counts == [{"South": 15, "North": 14}, {"South": 10, "North": 14}]


def test_the_deals_of_the_auction_and_the_draw() -> None:
    """09: how many cards go out. 11: West bids twice, and three others between."""
    out = [len(new_deal("french-fours", players=n, seed=1).table.removed) for n in range(2, 9)]
    assert out == [0, 1, 0, 2, 4, 3, 4]
    position, _ = played("foster-sancho", seed=10)
    bids = [(seat, action.n) for seat, action in position.actions() if getattr(action, "verb", "") == "bid"]
    assert bids == [("West", 1), ("North-west", 2), ("North-east", 4), ("East", 5), ("West", 6)]


def test_the_five_tricks_of_05() -> None:
    position, _ = played("td-03")
    assert [t.winner for t in position.tricks].count("elder") == 5
    assert {c.text for _, c in position.tricks[5].plays} == {"TC", "TS"}


def test_all_six_leads_bring_the_same_points_and_one_wins_the_match_in_02() -> None:
    at = load_scenario("td-02").start()
    assert set(solve(at, "elder", line=False).cards.values()) == {-2}
    match = solve(at, "elder", match=True, line=False)
    assert [c.text for c in match.best] == ["6D"] and match.value > 0


def test_the_question_of_02_is_certain_whatever_is_hidden() -> None:
    """Low stays with its holder, and a trump must follow a trump: the two never costs more than the ten."""
    at = load_scenario("td-03").start()
    hidden = [c for c in PACK if c not in (*at.hand("dealer"), card("AS"), card("9S"))]
    for seed in range(40):
        rest = Random(seed).sample(hidden, 5)
        layout = new_deal(
            "foster-1897", hands={"elder": [card("AS"), *rest], "dealer": at.dealt("dealer")}, turned="9S",
            plays="stand, AS",
        )  # fmt: skip
        value = solve(layout, "dealer", line=False).cards
        assert value[card("2S")] >= value[card("TS")], rest


SAID = {  # notebook, witness, clause its note on history rests on -> the place it gives
    ("02", "cotton-1674", "name"): "p. 111",
    ("02", "cotton-1674", "turn-up"): "p. 112",
    ("02", "cassell-1881", "low"): "terms",
    ("03", "cotton-1674", "renege"): "p. 113",
    ("03", "foster-1897", "follow"): "METHOD OF PLAYING ¶1",
    ("03", "seed-group", "follow"): "The Play; Revoke",
    ("04", "cotton-1674", "beg"): "p. 112",
    ("04", "foster-1897", "one-beg"): "BEGGING ¶3",
    ("04", "enquire-1894", "one-beg"): "§ 92 ii",
    ("05", "squareman-1916", "game"): "All Fours ¶2–3",
    ("05", "cassell-1881", "game"): "All Fours, terms",
    ("06", "cassell-1881", "fives-trump"): "All Fives ¶2",
    ("06", "cassell-1881", "fives-pegs"): "All Fives ¶3",
    ("06", "foster-1897", "fives-pegs"): "SCORING ¶2 (All Fives)",
    ("07", "pagat-fr", "turn"): "Trinidad, turning up",
    ("07", "seed-wiki", "trinidad-hang"): "Technical Terms, Jack",
    ("07", "stag-beer-jack", "hang-six"): "rules",
    ("08", "foster-1897", "set-back-example"): "AUCTION PITCH, Setting Back",
    ("08", "wiki-pitch", "target"): "Commercial Pitch ¶1–2",
    ("09", "foster-1897", "california-draw"): "CALIFORNIA JACK",
    ("09", "wiki-french", "remainder"): "French Fours ¶2",
    ("11", "foster-1897", "pedro"): "PEDRO",
    ("11", "foster-1897-pedro", "sancho-points"): "Pedro Sancho",
    ("14", "squareman-1916", "game"): "All Fours ¶2–3",
    ("14", "enquire-1894", "follow"): "§ 92 iii",
    ("14", "facts-worth", "follow"): "§ 2114, law 4",
    ("15", "cassell-1881", "tie"): "play ¶8",
    ("16", "cotton-1674", "kent"): "p. 111",
    ("16", "cotton-1674", "kent-five-cards"): "p. 123",
}


@pytest.mark.parametrize(("number", "witness", "clause"), SAID)
def test_history_names_the_place_where_it_stands(number: str, witness: str, clause: str) -> None:
    assert SAID[number, witness, clause] in load_witness(witness).clauses[clause].locator
    assert any(n.startswith(number) for n in NAMES)


def test_silences_that_the_notebooks_speak_of() -> None:
    assert "follow" in load_witness("cassell-1881").silent
    assert all("after_run" in load_witness(w).silent for w in ("cotton-1674", "enquire-1894"))
    assert any("tie" in load_witness(w).silent for w in witnesses())
    assert load_rulebook("hoyle-ten").why("tie").status == "supplied"
