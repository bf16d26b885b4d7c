"""The variorum in a real JupyterLab, all texts, by keys alone: from the grid to a clause, to a deal where it acts."""

from __future__ import annotations

import time
from typing import Any

import pytest

pytestmark = pytest.mark.e2e
MOST_SECONDS = 3  # driving the laboratory takes most of it; benchmarks/screens.py has the bare figures


def test_the_variorum_by_keys(desk: Any) -> None:
    cells = ("import allfours_edu as af", "af.variorum()")
    notebook = desk.lay("variorum", *cells)
    notebook.run(0)
    start = time.perf_counter()
    screen = notebook.table(1)
    assert time.perf_counter() - start < MOST_SECONDS
    screen.root.locator('.af-vg [tabindex="0"]').focus()
    screen.press("d", "ArrowRight", "ArrowRight", "ArrowRight")
    for _ in range(40):  # down to the question who has Low
        if "Who has Low?" in screen.text(".af-vg-here .af-vg-q"):
            break
        screen.press("ArrowDown")
    assert "Who has Low?" in screen.text(".af-vg-here .af-vg-q")
    screen.until("([root]) => root.querySelector('.af-rd-box .af-rd-digest')")
    screen.press("Enter")
    assert "cassell-1881#low" in screen.text(".af-rd-box")
    screen.press("Escape", "s")
    screen.root.locator(".af-nest .af-felt").wait_for()
    at = int(screen.root.locator(".af-nest .af-root").get_attribute("data-at") or 0)
    screen.tab_to(".af-nest [data-k=back]")
    screen.press("ArrowLeft")
    assert screen.root.locator(".af-nest .af-root").get_attribute("data-at") == str(at - 1)
    screen.tab_to("[data-k=nest-close]")
    screen.press("Enter", "m")
    screen.until("([root]) => root.querySelector('[data-k=matters_here]').getAttribute('aria-pressed') === 'true'")
    assert "Who has Low?" in screen.text(".af-vg-here .af-vg-q")
    screen.tab_to("[data-k=same]")
    screen.press("Enter")
    screen.root.locator('.af-nest [data-view="compare"]').wait_for()
    assert "award" in screen.text(".af-nest-note") and "Who has Low?" in screen.text(".af-nest-note")
    assert screen.overflows() == []
    assert notebook.sources() == [f"code: {text}" for text in cells]  # no key reached the notebook
    assert desk.outside == []
