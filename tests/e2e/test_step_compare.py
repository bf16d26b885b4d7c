"""The stepper and the comparison in a real JupyterLab, with Python and after Python is gone."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("playwright")
from labdriver import axe

pytestmark = pytest.mark.e2e
STEP = 'import allfours_edu as af\nstepper = af.step("trinidad", seed=7)\nstepper'
COMPARE = 'import allfours_edu as af\naf.compare("hoyle-ten", "trinidad", "foster-all-fives", seed=7)'


def at(steps: Any) -> int:
    return int(steps.data("at"))


def test_step_by_buttons_keys_and_slider(desk: Any) -> None:
    notebook = desk.lay("steps", STEP, "print(stepper.at, stepper.steps)")
    steps = notebook.table(0)
    total = int(steps.text(".af-step-n").split()[-1])
    assert at(steps) == 0 and total > 24
    for button, where in (("next", 1), ("next", 2), ("back", 1)):
        steps.root.locator(f"[data-k={button}]").click()
        assert at(steps) == where
    steps.root.locator("[data-k=trick-on]").click()
    steps.root.locator("[data-k=phase-on]").click()
    here = at(steps)
    assert here > 2
    steps.tab_to("[data-k=slider]")
    for key, where in (("ArrowRight", here + 1), ("ArrowLeft", here), ("End", total - 1), ("Home", 0)):
        steps.press(key)
        assert at(steps) == where
    steps.press("PageDown", "PageDown", "PageDown")
    assert "trick 2" in steps.text(".af-address")
    box = steps.root.locator("[data-k=slider]").bounding_box()
    desk.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert abs(at(steps) - total / 2) < 3
    steps.press("v")  # what one seat sees: the others' cards turn their backs
    assert steps.root.locator(".af-views [aria-pressed=true]").inner_text() == "South sees"
    steps.until("([r]) => true")
    desk.page.wait_for_timeout(300)  # the place is sent when the slider has come to rest
    assert notebook.says(1) == f"{at(steps)} {total}"


def test_step_without_python(desk: Any) -> None:
    """Every step, its reasons and the text stay when the kernel is gone."""
    notebook = desk.lay("gone", STEP)
    steps = notebook.table(0)
    desk.stop()
    seen = []
    steps.tab_to("[data-k=next]")
    for n in range(1, 12):
        steps.press("ArrowRight")
        assert at(steps) == n
        seen.append(steps.text(".af-step-text"))
    assert len(set(seen)) > 8 and steps.root.locator(".af-notice").count() == 0
    steps.press("w")
    assert steps.has(".af-source[open]")
    steps.press("t")
    assert "trick 1" in steps.text(".af-twin")
    assert axe(desk.page, ".af-root") == []


def test_compare_by_keyboard(desk: Any) -> None:
    """Tab to the modes, arrows between them; a mode that has to wait says why; then without Python as well."""
    notebook = desk.lay("compare", COMPARE)
    compared = notebook.table(0)
    before = notebook.sources()
    assert "First difference" in compared.text()
    compared.tab_to("[role=tab]")
    chosen = [compared.text("[role=tab][aria-selected=true] .af-button-label")]
    compared.press("ArrowRight")
    desk.page.wait_for_timeout(100)
    chosen.append(compared.text("[role=tab][aria-selected=true] .af-button-label"))
    assert len(set(chosen)) == 2
    compared.press("ArrowLeft")
    compared.press("d")
    assert compared.text("[role=tab][aria-selected=true] .af-button-label") == chosen[0]
    assert axe(desk.page, ".af-root") == [] and compared.overflows() == []
    desk.stop()
    compared.tab_to("[role=tab]")
    compared.press("ArrowRight")
    assert compared.text("[role=tab][aria-selected=true] .af-button-label") == chosen[1]
    assert notebook.sources() == before


def test_compare_takes_another_book(desk: Any) -> None:
    compared = desk.lay("books", COMPARE).table(0)
    rows = compared.root.locator(".af-outcome .af-or").count()
    compared.root.locator("select").first.select_option("foster-1897")
    compared.click("[data-k=add]")
    assert "Foster" in compared.text()
    assert compared.root.locator(".af-outcome .af-or").count() == rows + 1


def test_dark_and_narrow(desk: Any, look: str) -> None:
    """Nothing is wider than its place, every control is reached by keyboard, and axe finds nothing wrong."""
    notebook = desk.lay(f"look-{look}", STEP, COMPARE)
    steps, compared = notebook.table(0), notebook.table(1)
    assert steps.overflows() == [] and compared.overflows() == []
    steps.tab_to("[data-k=next]")
    steps.tab_to("[data-k=slider]")
    steps.press("End")
    assert steps.overflows() == []
    compared.tab_to("[data-k=add]")
    assert axe(desk.page, ".af-root") == []
