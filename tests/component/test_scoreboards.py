"""Scores as things on the table: a cribbage board with two pegs a side, seven counters that leave the hand."""

from __future__ import annotations

from typing import Any

import pytest

import allfours_edu as af
from allfours_edu.engine import Position, deal, new_table
from allfours_edu.sources import load_rulebook, rulebooks
from allfours_edu.teach.context import Context
from allfours_edu.widgets.panels import score
from allfours_edu.widgets.stepper import play_out

pytestmark = pytest.mark.browser


def panel(book: str, scores: tuple[int, int], seed: int = 3, over: bool = True) -> tuple[dict[str, Any], Position]:
    whole = load_rulebook(book)
    at = deal(new_table(whole.rules, 2, seed=seed, scores=scores))
    end = play_out(at) if over else at
    return score(Context(end, "South", whole), whole), end


def state(shown: dict[str, Any]) -> dict[str, Any]:
    seats = [{"id": "South", "name": "South", "you": True}]
    scene = {"seats": seats, "sides": [], "direction": "left", "counts": {}, "hands": {}, "phase": "over"}
    return {"rev": 1, "title": "Score", "scene": scene, "felt": False, "panels": [shown]}


@pytest.mark.parametrize("book", ["foster-all-fives", "cassell-all-fives"])
def test_two_pegs_a_side_on_the_board(mount: Any, book: str) -> None:
    shown, end = panel(book, (20, 33))
    assert shown["style"] == "board" and shown["target"] == 61
    page = mount(state(shown))
    pegs = page.locator(".af-board .af-peg")
    moved = [s for s in shown["sides"] if s["n"] != s["before"]]
    assert moved and pegs.count() == 2 + len(moved)  # the hinder peg of a side that has not moved is under the other
    assert page.locator(".af-board circle.af-peg").count() >= 1 <= page.locator(".af-board rect.af-peg").count()
    assert page.locator(".af-board .af-hole").count() == 2 * 60 + 1
    label = page.locator(".af-score").get_attribute("aria-label")
    for side in shown["sides"]:
        assert f"{side['name']}: hole {side['n']} of 61" in label
    assert {s["id"]: s["n"] for s in shown["sides"]} == end.scores


def test_a_peg_stands_in_its_hole(mount: Any) -> None:
    """Every peg's place is the place of a hole, of the start or of the game hole."""
    for scores in ((0, 1), (30, 31), (60, 59)):
        shown, _ = panel("foster-all-fives", scores, over=False)
        page = mount(state(shown))
        places = page.evaluate("""() => {
          const at = (n) => n.tagName === 'rect'
            ? [n.x.baseVal.value + n.width.baseVal.value / 2, n.y.baseVal.value + n.height.baseVal.value / 2]
            : [n.cx.baseVal.value, n.cy.baseVal.value];
          const holes = [...document.querySelectorAll('.af-hole')].map(at);
          return [...document.querySelectorAll('.af-peg')].map((p) => {
            const [x, y] = at(p);
            return x < 10 || holes.some(([a, b]) => Math.hypot(a - x, b - y) < .1); }); }""")
        assert places == [True] * 2, scores


def test_seven_counters_leave_the_hand(mount: Any) -> None:
    shown, end = panel("foster-1897", (2, 4), over=False)
    assert shown["style"] == "leaving" and shown["target"] == 7
    page = mount(state(shown))
    rows = page.locator(".af-score-row")
    for n, side in enumerate(shown["sides"]):
        left = 7 - end.scores[side["id"]]
        assert rows.nth(n).locator(".af-disc-here").count() == left
        assert rows.nth(n).locator(".af-disc").count() == 7
        assert f"{side['name']}: {left} left to play off" in page.locator(".af-score").get_attribute("aria-label")


def test_when_the_match_is_won_no_counter_is_left(mount: Any) -> None:
    shown, end = panel("foster-1897", (6, 6))
    assert end.winner is not None
    page = mount(state(shown))
    lefts = [int(text.split(" ")[0]) for text in page.locator(".af-score-n").all_inner_texts()]
    assert min(lefts) == 0 and all(n >= 0 for n in lefts)


def test_the_end_of_a_deal_and_the_stepper_use_the_same_board(mount: Any) -> None:
    table = af.play("foster-all-fives", seed=3, save=False)
    while not table.session.over:
        table.act(table.session.advice()[0].action)
    sheet = table.state["panels"][0]
    assert sheet["score"]["style"] == "board"
    page = mount(table.state, cites=table.cites, terms=table.terms)
    assert page.locator(".af-sheet .af-board").count() == 1
    shown = af.step("foster-all-fives", seed=3)
    page = mount(shown.state, "stepper", at=shown.steps - 1, cites=shown.cites, terms=shown.terms)
    assert page.locator(".af-board").count() >= 1


def test_every_book_has_a_score_that_can_be_seen(mount: Any) -> None:
    for id in rulebooks():
        book = load_rulebook(id)
        at = deal(new_table(book.rules, book.players_default, seed=1))
        shown = score(Context(at, at.table.players[0], book), book)
        page = mount(state(shown))
        assert page.locator(".af-score").bounding_box()["height"] > 20
        assert page.locator(".af-score").get_attribute("aria-label").count(";") == len(at.table.sides) - 1
