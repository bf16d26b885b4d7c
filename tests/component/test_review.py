"""Looking back on a deal, in a blank page: rows, the refutation on the table, branches, keys, accessibility."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from allfours_edu.analysis.expert import play_out
from allfours_edu.engine import deal, new_table
from allfours_edu.sources import load_rulebook
from allfours_edu.teach.review import look_back
from allfours_edu.widgets.review import review_state

from . import fixtures as fx


@cache
def state() -> dict[str, Any]:
    book = load_rulebook("foster-1897")
    end = play_out(deal(new_table(book.rules, 2, seed=7)))
    return review_state(look_back(end, book, "South", samples=6), table=True)


def cards_on_table(page: Any) -> list[str]:
    return [n.get_attribute("data-card") for n in page.locator(".af-played").all()]


def test_a_row_sets_the_table_and_the_refutation_is_played_out(mount: Any) -> None:
    page = mount(state(), "review")
    worst = state()["rows"][state()["at"]]
    assert worst["address"] in page.locator(".af-address").inner_text()
    page.get_by_role("button", name="What came of it").or_(
        page.get_by_role("button", name="Why was that wrong?")
    ).click()
    assert cards_on_table(page)[-1] == worst["refuted"]
    line = next(o for o in worst["options"] if o["played"])["line"]
    for n, (_, card, _, _done) in enumerate(line[1:3], 2):
        page.keyboard.press("ArrowRight")
        assert cards_on_table(page)[-1] == card, n
    page.locator('[data-k="line-last"]').click()
    assert page.locator(".af-hand .af-card").count() == 0
    assert "→" in page.locator(".af-rv-leaf").inner_text()
    page.locator(f'[data-row="{state()["rows"][0]["n"]}"]').click()
    assert "the calls" in page.locator(".af-address").inner_text()
    assert page.locator(".af-rv-leaf").count() == 0


def test_by_keyboard_alone(mount: Any) -> None:
    page = mount(state(), "review")
    page.locator(".af-rv-row").first.focus()
    own = [r["n"] for r in state()["rows"] if r["you"]]
    assert page.locator(".af-rv-row").count() == len(own)
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    assert page.locator(".af-rv-row.af-rv-on").get_attribute("data-row") == str(own[1])
    page.keyboard.press("v")
    assert page.locator(".af-rv-row").count() == len(state()["rows"])
    page.evaluate(f"fake.model.set('at', {state()['at']})")
    page.keyboard.press("b")
    better = state()["rows"][state()["at"]]["better"]
    assert page.locator(".af-picked").get_attribute("data-option") == better
    page.keyboard.press("1")
    assert page.locator(".af-picked").get_attribute("data-option") == state()["rows"][state()["at"]]["options"][0]["id"]
    page.keyboard.press("?")
    assert "along the line" in page.locator(".af-keys").inner_text()
    assert page.evaluate("fake.sent") == []
    page.keyboard.press("Escape")
    page.locator('[data-k="on"]').click()
    assert page.evaluate("fake.sent.at(-1).name") == "on_from_here"


@pytest.mark.parametrize(("width", "dark"), [(1100, False), (360, True)])
def test_fits_and_is_accessible(mount: Any, axe: str, width: int, dark: bool) -> None:
    page = mount(state(), "review", width=width, dark=dark, fresh=True)
    page.keyboard.press("r")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.evaluate(axe)
    found = page.evaluate(
        "axe.run('.af-root', {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']})"
    )
    assert [v["id"] for v in found["violations"]] == []


def test_a_table_becomes_a_review_and_a_table_again(mount: Any) -> None:
    """State and screen arrive together, and the browser hears of the state first."""
    page = mount(fx.in_play(), "table")
    both = """([state, view]) => { fake.model.get('at'); const m = fake.model;
      m.raw ??= m.get; const old = m.get; m.get = (k) => k === 'state' ? state : k === 'view' ? view : old(k);
      (fake.handlers['change:state'] || []).forEach((f) => f());
      (fake.handlers['change:view'] || []).forEach((f) => f()); }"""
    page.evaluate(both, [state(), "review"])
    assert page.locator(".af-rv-row").count() > 3 and page.locator(".af-root").count() == 1
    page.evaluate(both, [fx.in_play(), "table"])
    assert page.locator(".af-rv-row").count() == 0 and page.locator(".af-hand .af-card").count() > 0
