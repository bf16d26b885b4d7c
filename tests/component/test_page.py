"""The one-file page of a deal in a browser, from the disk: it steps, prints, and asks the network for nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from allfours_edu.widgets.html import position_html
from allfours_edu.widgets.stepper import played

pytestmark = pytest.mark.browser


@pytest.fixture
def page(browser: Any, tmp_path: Path) -> Any:
    file = tmp_path / "deal.html"
    file.write_text(position_html(*played("trinidad", seed=7)), "utf-8")
    context = browser.new_context(viewport={"width": 1100, "height": 900}, offline=True)
    opened = context.new_page()
    opened.asked, opened.errors = [], []
    opened.on("request", lambda r: opened.asked.append(r.url))
    opened.on("pageerror", lambda e: opened.errors.append(str(e)))
    opened.on("console", lambda m: opened.errors.append(m.text) if m.type == "error" else None)
    opened.goto(file.as_uri())
    opened.wait_for_selector("[data-at]")
    yield opened
    assert opened.asked == [file.as_uri()] and opened.errors == []
    context.close()


def test_it_steps_by_key_and_button(page: Any) -> None:
    page.locator("[data-k=next]").click()
    page.wait_for_selector('[data-at="1"]')
    page.keyboard.press("ArrowRight")
    page.wait_for_selector('[data-at="2"]')
    page.keyboard.press("End")
    assert "points are marked" in page.locator(".af-step-text").inner_text()
    page.keyboard.press("Home")
    page.wait_for_selector('[data-at="0"]')


def test_a_reason_opens(page: Any) -> None:
    page.locator("[data-k=next]").click()
    source = page.locator(".af-source").first
    source.locator("summary").click()
    assert "Trinidad" in source.inner_text()


def test_it_fits_a_narrow_screen(page: Any) -> None:
    page.set_viewport_size({"width": 320, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_it_prints_every_step(page: Any) -> None:
    page.emulate_media(media="print")
    text = page.locator("body").inner_text()
    assert "trick 6" in text.lower() and "High" in text
