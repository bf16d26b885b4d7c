"""The page of a rule book in a browser: by keyboard alone, at every width, on paper."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from shelf import KINDS

from allfours_edu.sources import load_rulebook
from allfours_edu.teach.bookpage import book_page
from allfours_edu.widgets import static
from allfours_edu.widgets.rulebook import rulebook_html, rulebook_state
from allfours_edu.widgets.texts import opened_texts

pytestmark = pytest.mark.browser
AXE = """opts => axe.run('.af-root', opts).then(r => r.violations.map(v => v.id + ': ' +
  v.nodes.map(n => n.html.slice(0, 140) + ' ' + n.failureSummary.slice(0, 200)).join(' | ')))"""
A4 = {"width": 718, "height": 1047}  # the paper within margins of 10 mm


def detail(page: Any) -> str:
    return str(page.locator(".af-rb-aside").inner_text())


def test_by_keyboard_alone(mount: Any) -> None:
    page = mount(rulebook_state("hoyle-ten"), "rulebook")
    page.locator(".af-rb-row").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.field") == "joker"
    assert "Is there a Joker?" in detail(page)
    page.keyboard.press("PageDown")
    assert page.evaluate("document.activeElement.dataset.field") == "direction"
    page.keyboard.press("PageUp")
    assert page.evaluate("document.activeElement.dataset.field") == "players"
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.dataset.field") == "undertrump_penalty"
    page.keyboard.press("d")
    rows = page.locator(".af-rb-row")
    assert rows.count() == len(book_page("hoyle-ten").differences) == page.locator(".af-rb-diff").count()
    page.keyboard.press("d")
    assert rows.count() == 71
    page.keyboard.press("t")
    assert "Who has Low?" in page.locator(".af-twin").inner_text()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    assert "only where it differs" in page.locator(".af-pop").inner_text()
    assert page.evaluate("fake.sent.length") == 0  # everything a key needs is there


def test_one_stop_for_the_tabulator(mount: Any) -> None:
    page = mount(rulebook_state("trinidad"), "rulebook")
    assert page.locator('.af-rb-row[tabindex="0"]').count() == 1
    page.locator('[data-field="tie"]').click()
    assert page.locator('.af-rb-row[tabindex="0"]').get_attribute("data-field") == "tie"


def test_other_books_on_focus_hover_and_touch(mount: Any) -> None:
    page = mount(rulebook_state("hoyle-ten"), "rulebook")
    page.locator('[data-field="target"]').hover()
    assert "7 points win." in detail(page) and "Foster 1897" in detail(page)
    page.mouse.move(2, 2)
    assert "How many can play?" in detail(page)
    page.locator('[data-field="low_to"]').focus()
    page.keyboard.press("Enter")
    assert "the same" in detail(page) and "Trinidad" in detail(page)
    page.set_viewport_size({"width": 400, "height": 900})
    page.wait_for_selector(".af-rb-inline")
    page.locator('[data-field="tie"]').click()
    told = page.locator(".af-rb-inline").inner_text()
    nobody = told.split("Nobody.", 1)[1].split("\n")[:2]  # the answer, and the books that give it
    assert any("Group page" in line and "Trinidad" in line for line in nobody), told
    page.locator('[data-field="tie"]').click()
    assert page.locator(".af-rb-inline").count() == 0


def test_the_supplied_tie_is_plainly_marked(mount: Any) -> None:
    page = mount(rulebook_state("hoyle-ten"), "rulebook")
    warned = page.locator(".af-rb-cautions")
    assert "no text of this family has a rule for ties" in warned.inner_text()
    warned.get_by_role("button", name="Who has Game").click()
    assert page.evaluate("document.activeElement.dataset.field") == "tie"
    row = page.locator('[data-field="tie"]')
    assert "⟨supplied⟩" in row.inner_text() and "caution" in row.inner_text()


def test_no_primary_source(mount: Any) -> None:
    page = mount(rulebook_state("trinidad"), "rulebook")
    assert page.locator(".af-rb-weak").inner_text().startswith("No primary source")


def test_measured_by_another_book(mount: Any) -> None:
    page = mount(rulebook_state("trinidad"), "rulebook")
    page.locator('[data-k="against"]').select_option("hoyle-ten")
    n = len(book_page("trinidad", "hoyle-ten").differences)
    assert page.locator(".af-rb-n").inner_text() == f"in {n} rules"
    assert page.locator(".af-rb-diff").count() == n


def test_options_switch(mount: Any) -> None:
    page = mount(rulebook_state("trinidad"), "rulebook")
    assert "3 points" in page.locator('[data-field="hang_jack"]').inner_text()
    page.locator('[data-option="hang_six"]').check()
    row = page.locator('[data-field="hang_jack"]').inner_text()
    assert "6 points" in row and "option hang six" in row
    assert 'af.rulebook("trinidad", "hang_six")' in page.locator(".af-rb-code").inner_text()
    page.locator('[data-option="hang_six"]').uncheck()
    assert "3 points" in page.locator('[data-field="hang_jack"]').inner_text()


def test_house_rules_are_marked(mount: Any) -> None:
    page = mount(rulebook_state(load_rulebook("foster-1897").replace(low_to="taker")), "rulebook")
    assert "house rule" in page.locator('[data-field="low_to"]').inner_text()
    assert page.locator(".af-rb-n").inner_text() == "in 1 rule"
    assert "Who has Low?" in page.locator(".af-rb-house").inner_text()


def test_the_texts_open_below(mount: Any) -> None:
    page = mount(rulebook_state("hoyle-ten"), "rulebook")
    page.locator('[data-field="tie"]').click()
    page.locator('[data-k="texts"]').click()
    assert page.evaluate("fake.sent")[-1] | {"rev": 0} == {"kind": "command", "name": "texts", "arg": "tie", "rev": 0}
    page.evaluate("m => fake.tell(m)", opened_texts("tie"))
    page.wait_for_selector(".af-nest .af-tg")
    assert page.locator(".af-nest .af-tg-row").count() == 2
    page.locator('[data-k="nest-close"]').click()
    assert page.locator(".af-nest").count() == 0
    assert page.evaluate("document.activeElement.dataset.field") == "tie"


@pytest.mark.parametrize("id", ["hoyle-ten", "trinidad"])
@pytest.mark.parametrize("dark", [False, True])
def test_axe_and_width(mount: Any, axe: str, id: str, dark: bool) -> None:
    page = mount(rulebook_state(id), "rulebook", dark=dark, fresh=True)
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(axe)
    for width in (1280, 900, 720, 480, 320):
        page.set_viewport_size({"width": width, "height": 900})
        page.locator('[data-field="tie"]').click()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if width in (1280, 320):
            assert page.evaluate(AXE, {"resultTypes": ["violations"]}) == []


def test_nested_axe(mount: Any, axe: str) -> None:
    page = mount(rulebook_state("hoyle-ten"), "rulebook", fresh=True)
    page.evaluate("m => fake.tell(m)", opened_texts("tie"))
    page.wait_for_selector(".af-nest .af-tg")
    page.evaluate(axe)
    assert page.evaluate(AXE, {"resultTypes": ["violations"]}) == []


# -- paper -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", KINDS)
def test_a_book_prints_on_one_sheet(browser: Any, tmp_path: Path, id: str) -> None:
    file = tmp_path / "book.html"
    file.write_text(rulebook_html(id), "utf-8")
    page = browser.new_page()
    page.goto(file.as_uri())
    page.wait_for_selector("[data-shown]")
    sides = dict.fromkeys(("top", "bottom", "left", "right"), "10mm")
    pdf = page.pdf(format="A4", margin=sides)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    page.emulate_media(media="print")
    page.set_viewport_size(A4)
    assert page.evaluate("document.querySelector('.af-onepage').offsetHeight") <= A4["height"] * 0.97
    smallest = page.evaluate("""Math.min(...[...document.querySelectorAll('.af-onepage *')]
      .filter((n) => n.textContent.trim()).map((n) => parseFloat(getComputedStyle(n).fontSize)))""")
    assert smallest >= 8 * 96 / 72 - 0.01
    text = page.locator(".af-onepage").inner_text()
    for rule in book_page(id).rules:
        assert f"{rule.question} {rule.value}" in text
    assert page.locator(".af-rb-list").is_hidden()
    page.close()


def test_a_notebook_prints_the_sheet_alone(mount: Any) -> None:
    """From a notebook the sheet is printed by itself, from a frame with nothing else in it."""
    page = mount(rulebook_state("trinidad"), "rulebook", fresh=True, _css=static.css(texts=True))
    page.evaluate("window.printed = []")
    page.evaluate("""() => { const own = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow');
      Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', { get() { const w = own.get.call(this);
        if (w) w.print = () => window.printed.push([w.document.title,
          w.document.querySelector('.af-onepage').offsetHeight > 300]);
        return w; } }); }""")
    page.locator('[data-k="print"]').click()
    assert page.evaluate("window.printed") == [["Trinidad All Fours", True]]
