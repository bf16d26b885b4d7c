"""The drawn past in a browser: chosen by pointer and by key, filtered, on a phone, in the dark, without findings."""

from __future__ import annotations

from typing import Any

import pytest

from allfours_edu.widgets.paper import _page
from allfours_edu.widgets.stemma import stemma
from allfours_edu.widgets.timeline import timeline

from .test_texts import AXE

pytestmark = pytest.mark.browser
SHOWN = """kind => [...document.querySelectorAll('.af-paper ' + kind)].filter(g => {
  const s = getComputedStyle(g); return g.getClientRects().length && s.visibility === 'visible'; }).length"""


@pytest.fixture
def sheet(context: Any) -> Any:
    """Both drawings on one page, as in one notebook."""
    page = context.new_page()
    page.set_viewport_size({"width": 1000, "height": 900})
    page.set_content(_page("t", stemma().html + timeline().html))
    yield page
    page.close()


def test_choosing_reading_and_filtering(sheet: Any, axe: str) -> None:
    told = sheet.locator(".told").first
    assert "Choose a text" in told.inner_text()
    sheet.locator("svg.wide g.k-squareman-1916").first.focus()
    assert "Sq abridged Ca (sure)" in told.inner_text()
    told.locator("div:visible").click()  # what is told can be marked and copied: it stays
    assert "Sq abridged Ca (sure)" in told.inner_text()
    sheet.locator("svg.wide g.k-cassell-1881--squareman-1916").focus()
    assert "af.variorum(" in told.inner_text() and "18 in 100" in told.inner_text()
    everything = sheet.evaluate(SHOWN, "g.k")
    sheet.locator("label", has_text="Trinidad").first.click()
    assert sheet.evaluate(SHOWN, "g.e") == 2 and sheet.evaluate(SHOWN, "g.k") < everything
    sheet.evaluate(axe)
    assert sheet.evaluate(AXE.replace(".af-root", ".af-paper"), {}) == []


def test_on_a_phone_and_in_the_dark(sheet: Any, axe: str) -> None:
    sheet.set_viewport_size({"width": 360, "height": 800})
    sheet.emulate_media(color_scheme="dark")
    assert sheet.evaluate("document.documentElement.scrollWidth") <= 360
    assert sheet.evaluate(SHOWN, "svg.wide") == 0 and sheet.evaluate(SHOWN, "svg.slim") == 2
    sizes = sheet.evaluate("""() => [...document.querySelectorAll('svg.slim text')].map(
      t => t.getBoundingClientRect().height)""")
    assert min(sizes) >= 9
    sheet.evaluate(axe)
    assert sheet.evaluate(AXE.replace(".af-root", ".af-paper"), {}) == []
