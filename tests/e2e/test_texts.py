"""The pages about texts in a real JupyterLab: they open fast, keys are enough, and Python opens what lies below."""

from __future__ import annotations

import time
from typing import Any

import pytest

pytestmark = pytest.mark.e2e
CELLS = ("import allfours_edu as af\naf.rulebook('hoyle-ten').replace(low_to='taker')", "af.rulebook('hoyle-ten')")
MOST_SECONDS = 3  # driving the laboratory takes most of it; benchmarks/screens.py has the bare figures


def test_a_rule_book_by_keys(desk: Any) -> None:
    notebook = desk.lay("book.ipynb", *CELLS)
    assert "house rule" in notebook.table(0).text('[data-field="low_to"]')
    start = time.perf_counter()
    book = notebook.table(1)
    assert time.perf_counter() - start < MOST_SECONDS
    book.root.locator(".af-rb-row").first.focus()
    book.press("ArrowDown", "ArrowDown")
    assert "Is there a Joker?" in book.text(".af-rb-aside")
    book.press("d")
    assert book.root.locator(".af-rb-row").count() == 20
    book.press("d", "PageDown")
    book.tab_to("[data-k=texts]")
    book.press("Enter")
    book.root.locator(".af-nest .af-tg").wait_for()
    assert book.overflows() == []
    assert notebook.sources() == [f"code: {text}" for text in CELLS]  # no key reached the notebook
    assert desk.outside == []


def test_the_texts_by_keys(desk: Any) -> None:
    notebook = desk.lay("texts.ipynb", "import allfours_edu as af", "af.texts('tie')")
    notebook.run(0)
    start = time.perf_counter()
    grid = notebook.table(1)
    assert time.perf_counter() - start < MOST_SECONDS
    grid.root.locator('.af-tg [tabindex="0"]').focus()
    grid.press("Home", "ArrowRight", "ArrowRight", "ArrowRight", "Enter")
    assert "Cassell" in grid.text(".af-rd-box")
    grid.tab_to("[data-deal]")
    grid.press("Enter")
    grid.root.locator(".af-nest .af-felt").wait_for()
    assert "Twelve all" in grid.text(".af-nest-head")
    grid.tab_to(".af-nest [data-k=back]")
    at = grid.root.locator(".af-nest .af-root").get_attribute("data-at")
    grid.press("ArrowLeft")
    assert grid.root.locator(".af-nest .af-root").get_attribute("data-at") == str(int(at or 0) - 1)
    assert grid.overflows() == []
    assert notebook.count() == 2 and desk.outside == []
