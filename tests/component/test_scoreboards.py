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


def test_in_the_hole_and_the_pool_are_drawn_and_said(mount: Any) -> None:
    """Counters taken back stand beside the seven, red ones in the pool; a bar has a part below its nought."""
    for id, style in (("foster-board", "leaving"), ("cinch", "line")):
        book = load_rulebook(id)
        names = ["A", "South", "C", "D"]
        sides = [x.name for x in new_table(book.rules, names).sides]
        table = new_table(book.rules, names, scores={sides[0]: -2, sides[1]: 3}, pool=3 if style == "leaving" else 0)
        shown = score(Context(deal(table), "South", book), book)
        page = mount(state(shown))
        assert shown["style"] == style
        label = page.locator(".af-score").get_attribute("aria-label")
        assert "2 in the hole" in label and page.locator(".af-hole-word").inner_text() == "2 in the hole"
        if style == "leaving":
            row = page.locator(".af-score-row", has=page.locator(".af-disc-hole"))
            assert row.locator(".af-disc-hole").count() == 2 and row.locator(".af-disc-here").count() == 7
            assert page.locator(".af-score-reds .af-disc-red").count() == 3 and "3 red counters" in label
        else:
            hole, nought = (page.locator(f".af-bar-{part}").first.bounding_box() for part in ("hole", "nought"))
            assert hole["x"] + hole["width"] <= nought["x"] + 1 and hole["width"] > 2


def test_numbers_to_bid_and_the_contract_on_the_felt(mount: Any) -> None:
    """Many bids are small buttons with their name for the ear; what has to be made stands on the felt."""
    table = af.play("cinch", seed=9, save=False)
    page = mount(table.state, cites=table.cites, terms=table.terms)
    buttons = page.locator(".af-number-call")
    assert buttons.count() == 14 and buttons.nth(6).get_attribute("aria-label") == "Bid 7"
    assert min(buttons.nth(0).bounding_box()[k] for k in ("width", "height")) >= 40
    buttons.nth(8).click()
    assert page.evaluate("window.fake.sent.at(-1).action") == "bid 9"
    table.act("bid 9")
    table.act("name S")
    page = mount(table.state, cites=table.cites, terms=table.terms)
    assert "bid 9" in page.locator(".af-me .af-plate-bid").inner_text().lower()
    assert "You have to make 9" in page.locator(".af-panel[data-panel=bid]").inner_text()


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
        parts = len(at.table.sides) + (book.rules.pool is not None)  # what lies in the pool is said as well
        assert page.locator(".af-score").get_attribute("aria-label").count(";") == parts - 1
