"""The deal builder in a browser: mouse, keys, widths, axe."""

from __future__ import annotations

from typing import Any

import pytest

import allfours_edu as af
from allfours_edu.widgets.builder import BuilderWidget

pytestmark = pytest.mark.browser
AXE = """() => axe.run('.af-root', {resultTypes: ['violations']}).then(r => r.violations.map(v => v.id + ': ' +
  v.nodes.map(n => n.html.slice(0, 140) + ' ' + n.failureSummary.slice(0, 200)).join(' | ')))"""


class Wire:
    """A page and its builder: what the page sends is answered as the kernel would."""

    def __init__(self, mount: Any, builder: BuilderWidget, **how: Any):
        self.builder = builder
        self.page = mount(builder.state, "builder", room=True, cites=builder.cites, terms=builder.terms, **how)
        self.done = 0

    def answer(self) -> None:
        sent = self.page.evaluate("fake.sent")
        for message in sent[self.done :]:
            self.builder._on_message(self.builder, message)
            view = self.builder.view
            self.page.evaluate("([s, v]) => { fake.model.set('state', s); }", [self.builder.state, view])
            if self.page.evaluate("fake.model.get('view')") != view:
                self.page.evaluate("v => fake.model.set('view', v)", view)
        self.done = len(sent)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.answer()


def held(wire: Wire, seat: str) -> list[str]:
    return next(x["cards"] for x in wire.builder.state["targets"] if x["id"] == seat)


def test_by_mouse(mount: Any) -> None:
    wire = Wire(mount, af.build("foster-1897"))
    for name in ("ace of spades", "ten of hearts"):
        wire.page.get_by_role("button", name=name, exact=True).click()
        wire.answer()
    assert held(wire, "South") == ["AS", "TH"]
    wire.page.locator("[data-k=target-turned]").click()
    wire.answer()
    wire.page.get_by_role("button", name="four of diamonds", exact=True).click()
    wire.answer()
    assert held(wire, "turned") == ["4D"] and "turned: 4D" in wire.page.locator("[data-k=code]").inner_text()
    wire.page.get_by_role("button", name="Take the ten of hearts back").click()
    wire.answer()
    assert held(wire, "South") == ["AS"]
    wire.page.locator("[data-k=dealer-South]").click()
    wire.answer()
    assert wire.builder.deal.table.dealer == "South"
    wire.page.locator("[data-k=seed]").fill("9")
    wire.page.locator("[data-k=seed]").press("Tab")
    wire.answer()
    assert wire.builder.deal.table.seed == 9


def test_by_keys_alone(mount: Any) -> None:
    wire = Wire(mount, af.build("foster-1897"))
    page = wire.page
    assert page.locator('.af-bd-pack [tabindex="0"]').count() == 1
    page.locator('.af-bd-pack [tabindex="0"]').focus()
    wire.press("Enter", "ArrowRight", "Enter", "ArrowDown", "Enter")
    assert held(wire, "South") == ["AS", "KS", "KH"]
    wire.press("2", "End", "Enter")
    assert held(wire, "North") == ["2H"]
    wire.press("u")
    assert held(wire, "North") == []
    wire.press("r")
    assert len(held(wire, "North")) == len(held(wire, "South")) == 6
    assert page.evaluate("document.activeElement.dataset.card") == "2H"
    page.locator("[data-k=play]").focus()
    wire.press("Enter")
    assert page.locator("[data-view=table] .af-hand .af-card").count() == 6
    assert page.locator(".af-root").count() == 1
    page.locator("[data-tool=builder]").click()
    wire.answer()
    page.locator("[data-k=step]").click()
    wire.answer()
    assert page.locator("[data-view=stepper]").count() == 1
    page.locator("[data-tool=builder]").click()
    wire.answer()
    assert page.locator("[data-view=builder] .af-bd-card").count() == 52


def test_a_refusal_is_said(mount: Any) -> None:
    builder = af.build("foster-1897", hands="South: AK5.QJ..T")
    page = mount(builder.state, "builder", room=True)
    page.evaluate("fake.tell({kind: 'refused', why: 'South holds 6 cards.', cites: []})")
    assert "South holds 6 cards." in page.locator(".af-bd-said").inner_text()
    assert "South holds 6 cards." in page.locator("[role=status]").inner_text()


@pytest.mark.parametrize("width", [1280, 768, 480, 320])
@pytest.mark.parametrize("dark", [False, True])
def test_widths_and_axe(mount: Any, axe: str, width: int, dark: bool) -> None:
    builder = af.build("trinidad", hands="South: AK5.QJ..T")
    builder._do("deal_rest")
    builder._do("judge")
    page = mount(builder.state, "builder", room=True, width=width, dark=dark, four_colour=True, fresh=True)
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(axe)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if width in (1280, 320):
        assert page.evaluate(AXE) == []
    small = page.evaluate("""() => [...document.querySelectorAll('.af-bd-card, .af-bd-held, .af-bd-name')]
      .map((b) => b.getBoundingClientRect()).filter((r) => r.height < 44 || r.width < 34).length""")
    assert small == 0
