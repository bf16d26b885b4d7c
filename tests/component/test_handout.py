"""The sheets as they come out of a printer: A4, grey, each on one side."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import allfours_edu as af

pytestmark = pytest.mark.browser
AXE = """() => axe.run(document, {resultTypes: ['violations'], rules: {region: {enabled: false}}})
  .then(r => r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html.slice(0, 160)).join(' | ')))"""


@pytest.fixture
def page(browser: Any, tmp_path: Path) -> Any:
    file = af.handout("td-01").save(tmp_path / "handout.html")
    context = browser.new_context(viewport={"width": 688, "height": 1017}, offline=True)
    opened = context.new_page()
    opened.goto(file.as_uri())
    yield opened
    context.close()


def pages(data: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", data))


def test_one_side_each_and_two_for_the_key(page: Any, browser: Any, tmp_path: Path) -> None:
    assert pages(page.pdf(format="A4", prefer_css_page_size=True)) <= 5
    for sheet in ("pupil", "hands", "witnesses"):
        file = af.handout("td-01", sheets=[sheet]).save(tmp_path / f"{sheet}.html")
        page.goto(file.as_uri())
        assert pages(page.pdf(format="A4", prefer_css_page_size=True)) == 1, sheet


def test_it_prints_in_grey(page: Any) -> None:
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).filter") == "grayscale(1)"
    from_picture = page.evaluate("""() => [...document.querySelectorAll('.cards svg')].every(
      (n) => n.querySelector('[role=img]').getAttribute('aria-label'))""")
    assert from_picture


def test_axe_and_narrow_screens(page: Any, axe: str) -> None:
    page.evaluate(axe)
    assert page.evaluate(AXE) == []
    page.set_viewport_size({"width": 360, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
