"""The variorum in a browser: keys alone, filters, columns, what follows by message, one column on a phone."""

from __future__ import annotations

from typing import Any

import pytest

from allfours_edu.teach.variorum import variorum_grid
from allfours_edu.widgets.variorum import VariorumWidget, variorum_state

pytestmark = pytest.mark.browser
AXE = """opts => axe.run('.af-root', opts).then(r => r.violations.map(v => v.id + ': ' +
  v.nodes.map(n => n.html.slice(0, 140) + ' ' + n.failureSummary.slice(0, 200)).join(' | ')))"""
WEIGHTS = {"kind": "weights", "of": {"low_to": {"share": 0.39, "text": "39 %", "lines": ["39 % of <deals>"]}}}
MOST_CELLS = 400  # of nearly ten thousand: only what can be seen is drawn
HERE = """() => { const n = document.activeElement, row = n.closest('.af-vg-row');
  const i = Number(n.dataset.at.split(',')[1]);
  const head = document.querySelector(`.af-vg-head [data-at="-1,${i}"] .af-siglum`);
  return [row && row.querySelector('.af-vg-qt').textContent, head && head.firstChild.data]; }"""

RUN = """(key) => { for (let n = 0; n < 4; n += 1) {
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })); } }"""


@pytest.fixture(scope="module")
def widget() -> VariorumWidget:
    return VariorumWidget(variorum_grid())


def answer(page: Any, widget: VariorumWidget) -> list[str]:
    """Let Python answer what the browser asked; the names of the questions."""
    page.wait_for_timeout(220)
    asked = page.evaluate("fake.sent.splice(0)")
    widget.send = lambda content, buffers=None: page.evaluate("m => fake.tell(m)", content)
    for message in asked:
        if message["name"] == "weights":
            page.evaluate("m => fake.tell(m)", WEIGHTS)
        else:
            widget.handle(message)
    return [message["name"] for message in asked]


def opened(mount: Any, widget: VariorumWidget, **how: Any) -> Any:
    page = mount(dict(widget.state), "variorum", **how)
    page.locator('.af-vg [tabindex="0"]').focus()
    return page


def test_all_texts_by_keyboard_alone(mount: Any, widget: VariorumWidget) -> None:
    page = opened(mount, widget)
    assert page.locator(".af-vg-c").count() < MOST_CELLS
    assert page.locator(".af-vg").get_attribute("aria-colcount") == str(len(widget.grid.columns) + 1)
    page.keyboard.press("End")
    assert page.evaluate(HERE)[1] == widget.grid.columns[-1].siglum
    page.keyboard.press("Home")
    for key in ("PageDown", "PageDown", "PageDown", "ArrowDown", "ArrowRight", "ArrowUp", "ArrowRight"):
        page.keyboard.press(key)
        seen = """() => { const n = document.activeElement.getBoundingClientRect(), b = document.querySelector('.af-vg')
          .getBoundingClientRect(); return n.top >= b.top && n.bottom <= b.bottom && n.right <= b.right; }"""
        assert page.evaluate(seen), key
    assert page.evaluate(HERE)[1] == "H"
    assert page.locator('.af-vg [tabindex="0"]').count() == 1
    assert "weights" in answer(page, widget)
    for key, asks in (("ArrowRight", ["cell"]), ("ArrowLeft", [])):
        page.evaluate(RUN, key)  # at one stroke, so that it does not hang on the pace of the machine
        assert answer(page, widget) == asks, key  # who runs past cells asks nothing of them, nor twice of any
    assert page.evaluate(HERE)[1] == "H"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.className") == "af-rd-box"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"
    page.keyboard.press("d")
    rows = int(page.locator(".af-vg").get_attribute("aria-rowcount")) - 1
    assert rows == sum(widget.grid.differs(topic.id) for topic in widget.grid.topics)
    assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"
    page.keyboard.press("t")
    told = page.locator(".af-twin").inner_text()
    assert page.evaluate(HERE)[0] + "\n" in told and "silent [" in told


def test_columns_come_go_and_change_places(mount: Any, widget: VariorumWidget) -> None:
    state = variorum_state(variorum_grid("En", "Sq", "W-L", topics=["tie", "low_to", "cut_wins"]))
    page = mount(state, "variorum")
    page.locator('.af-vg [tabindex="0"]').focus()
    page.keyboard.press("Shift+ArrowRight")
    sigla = "[...document.querySelectorAll('.af-vg-w .af-siglum')].map((n) => n.firstChild.data)"
    assert page.evaluate(sigla) == ["Sq", "En", "W-L"]
    page.keyboard.press("x")
    assert page.evaluate(sigla) == ["Sq", "W-L"]
    page.keyboard.press("c")
    assert page.evaluate("document.activeElement.type") == "search"
    page.keyboard.type("old hoyle")
    page.locator('[data-col="book:hoyle-ten"]').focus()
    page.keyboard.press("Space")
    assert "column" in answer(page, VariorumWidget(variorum_grid("En", "Sq", "W-L", topics=["tie", "low_to"])))
    assert page.evaluate(sigla) == ["Sq", "W-L", "Old Hoyle, ten up"]
    supplied = page.locator('.af-vg-c[data-at="0,2"]').inner_text()
    assert supplied.startswith("⟨") and "supplied" in supplied
    assert "[The eldest hand" in page.locator('.af-vg-c[data-at="0,1"]').inner_text()
    page.keyboard.press("Escape")
    page.locator("[data-k=plain_table]").click()
    assert "⟨" in page.locator(".af-vp td").all_inner_texts()[2]


def test_see_it_act_and_what_cannot(mount: Any, widget: VariorumWidget) -> None:
    page = mount(variorum_state(variorum_grid("En", "F", "Co", topics=["low_to", "cut_wins"])), "variorum")
    mine = VariorumWidget(variorum_grid("En", "F", "Co", topics=["low_to", "cut_wins"]))
    page.locator('.af-vg [tabindex="0"]').focus()
    answer(page, mine)
    assert "39 %" in page.locator(".af-vg-bar").first.inner_text()
    assert page.locator(".af-vg-weight b").count() == 0 and "<deals>" in page.locator(".af-vg-weight").inner_text()
    page.keyboard.press("w")
    assert page.evaluate("document.activeElement.dataset.k") == "weight"
    page.keyboard.press("Escape")
    page.keyboard.press("s")
    assert "act" in answer(page, mine)
    page.wait_for_selector(".af-nest .af-felt")
    assert "Who has Low?" in page.locator(".af-nest-note").inner_text()
    page.locator('.af-vg [tabindex="0"]').focus()
    page.keyboard.press("m")
    assert "matters" in answer(page, mine)
    assert page.locator(".af-vg-row").count() == 1
    page.keyboard.press("m")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("s")
    assert "No cards are cut for it here" in page.locator(".af-vg-act").inner_text()
    page.keyboard.press("ArrowUp")
    page.locator("[data-k=same]").click()
    answer(page, mine)
    page.wait_for_selector('.af-nest [data-view="compare"]')
    assert "award" in page.locator(".af-nest-note").inner_text()


@pytest.mark.parametrize("dark", [False, True])
def test_axe_and_width(mount: Any, axe: str, widget: VariorumWidget, dark: bool) -> None:
    page = opened(mount, widget, dark=dark, fresh=True)
    page.emulate_media(reduced_motion="reduce")
    answer(page, widget)
    page.evaluate(axe)
    for width in (1280, 720, 360):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_timeout(60)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width
        if width == (360 if dark else 1280):
            assert page.evaluate(AXE, {"resultTypes": ["violations"]}) == [], width
    boxes = page.evaluate("[...document.querySelectorAll('.af-vg-c')].map((n) => n.getBoundingClientRect().left)")
    assert max(boxes) - min(boxes) < 1 and page.locator(".af-vg-w").count() == 1  # one column at a time
    page.locator('.af-vg [tabindex="0"]').focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate(HERE)[1] == "Co2"
    page.set_viewport_size({"width": 1100, "height": 900})
    page.keyboard.press("c")
    page.locator("[data-k=plain_table]").click()
    assert dark or page.evaluate(AXE, {"resultTypes": ["violations"]}) == []
