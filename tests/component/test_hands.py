"""A show of hands on the projector: numbers typed, revealed, everything on one screen, two keys of a clicker."""

from __future__ import annotations

from typing import Any

import pytest

import allfours_edu as af

pytestmark = pytest.mark.browser
AXE = """() => axe.run('.af-root', {resultTypes: ['violations']}).then(r => r.violations.map(v => v.id + ': ' +
  v.nodes.map(n => n.html.slice(0, 140) + ' ' + n.failureSummary.slice(0, 200)).join(' | ')))"""


def opened(mount: Any, widget: Any, **how: Any) -> Any:
    traits = {"cites": widget.cites, "terms": widget.terms, "detail": "first"}
    page = mount(widget.state, "table", room=True, **traits, **how)
    page.set_viewport_size({"width": how.get("width", 1280), "height": 720})
    return page


def test_hands_are_covered_then_counted_then_revealed_by_two_keys(mount: Any) -> None:
    shown = af.show_of_hands("td-01")
    page = opened(mount, shown)
    assert page.locator(".af-vote svg").count() == 0 and page.locator(".af-vote .af-back").count() == 3
    assert page.locator(".af-vote input").count() == 0
    page.locator(".af-root button").first.focus()
    page.keyboard.press("PageDown")
    assert page.locator(".af-vote .af-face").count() == 3
    boxes = page.locator(".af-vote input")
    boxes.nth(0).fill("19")
    boxes.nth(0).press("Enter")
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    page.keyboard.type("4")
    page.keyboard.press("PageDown")
    assert page.evaluate("fake.sent.at(-1)") == {
        "kind": "command", "name": "hands_reveal", "arg": {"QS": 19, "7S": 7, "9D": 4}, "rev": 1,
    }  # fmt: skip
    shown.reveal({"QS": 19, "7S": 7, "9D": 4})
    page.evaluate("s => fake.model.set('state', s)", shown.state)
    assert "19 / 30" in page.locator(".af-vote-right").inner_text()
    assert "whatever the hidden cards" in page.locator(".af-vote-note").inner_text()
    page.locator(".af-root button").first.focus()
    page.keyboard.press("PageDown")
    assert page.evaluate("fake.sent.at(-1).name") == "hands_next"
    page.evaluate("fake.tell({kind: 'again'})")
    page.keyboard.press("PageUp")
    assert page.evaluate("fake.sent.at(-1).name") == "undo"


def test_the_index_is_large_and_all_fits_the_projector(mount: Any) -> None:
    shown = af.show_of_hands("trinidad", seed=7)
    shown.go_on("stand")
    shown.reveal([3] * 6)
    page = opened(mount, shown)
    page.set_viewport_size({"width": 1280, "height": 720})
    sizes = page.evaluate("""() => [...document.querySelectorAll('.af-vote .af-jumbo-index')].map((n) =>
        parseFloat(getComputedStyle(n).fontSize) * n.closest('svg').getBoundingClientRect().width / 100)""")
    assert len(sizes) == 6 and min(sizes) >= 28
    assert page.evaluate("document.querySelector('.af-root').getBoundingClientRect().bottom") <= 720
    played = af.show_of_hands("td-01")
    page = opened(mount, played)
    sizes = page.evaluate("""() => [...document.querySelectorAll('.af-played .af-jumbo-index')].map((n) =>
        parseFloat(getComputedStyle(n).fontSize) * n.closest('svg').getBoundingClientRect().width / 100)""")
    assert len(sizes) == 3 and min(sizes) >= 28


@pytest.mark.parametrize("width", [1280, 768, 360, 320])
def test_widths_and_axe(mount: Any, axe: str, width: int) -> None:
    shown = af.show_of_hands("trinidad", seed=7)
    states = [shown.state]
    shown.go_on("stand")
    states.append(shown.state | {"projector": False})
    shown.reveal([1, 2, 3, 4, 5, 6])
    states.append(shown.state)
    page = opened(mount, shown, width=width, four_colour=True)
    page.evaluate(axe)
    for state in states:
        page.evaluate("s => fake.model.set('state', s)", state)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if width in (1280, 320):
            assert page.evaluate(AXE) == []


def test_a_new_question_is_covered_again(mount: Any) -> None:
    shown = af.show_of_hands("trinidad", seed=7)
    page = opened(mount, shown)
    page.locator("[data-k=show-hand]").click()
    shown.go_on("stand")
    page.evaluate("s => fake.model.set('state', s)", shown.state)
    page.wait_for_selector("[data-idle=true]")
    assert page.locator(".af-vote .af-back").count() == 6


def test_passing_the_screen(mount: Any, axe: str) -> None:
    table = af.play("foster-1897", seed=7, hot_seat=("Ann", "Bob"))
    page = mount(table.state, cites=table.cites, terms=table.terms)
    page.evaluate(axe)
    assert page.evaluate(AXE) == []
    assert page.locator(".af-hand").count() == 0 and "Pass the screen to Ann" in page.locator("h2").inner_text()
    page.locator(".af-root button").first.focus()
    page.locator("[data-k=uncover]").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("fake.sent") == [{"kind": "command", "name": "uncover", "arg": None, "rev": 1}]
    table.uncover()
    page.evaluate("s => fake.model.set('state', s)", table.state)
    page.wait_for_selector("[data-idle=true] .af-hand .af-card")
    assert page.locator(".af-hand .af-card").count() == 6


def test_watching(mount: Any) -> None:
    watched = af.play("trinidad", seed=7, you=None)
    page = mount(watched.state, cites=watched.cites, terms=watched.terms)
    assert page.locator(".af-fan .af-mini").count() == 24
    page.locator(".af-root button").first.focus()
    page.keyboard.press("3")
    assert page.evaluate("fake.sent.at(-1).action") == "deal"
    watched.deal_out()
    page.evaluate("s => fake.model.set('state', s)", watched.state)
    for _ in range(8):
        if page.locator(".af-take").count():
            page.keyboard.press(" ")
    assert page.locator(".af-sheet").count() == 1
