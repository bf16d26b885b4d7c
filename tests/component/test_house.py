"""House rules in a browser: by keyboard alone, with the real widget answering; axe, widths, light and dark."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from allfours_edu.widgets.house import HouseRulesWidget, house_rules

pytestmark = pytest.mark.browser
AXE = """opts => axe.run('.af-root', opts).then(r => r.violations.map(v => v.id + ': ' +
  v.nodes.map(n => n.html.slice(0, 140) + ' ' + n.failureSummary.slice(0, 200)).join(' | ')))"""

TAKE_IN = """t => { for (const k in t)
  if (JSON.stringify(fake.model.get(k)) !== JSON.stringify(t[k])) fake.model.set(k, t[k]); }"""
SMALL = """[...document.querySelectorAll('.af-hr-board button, .af-hr button, .af-hr-file button')]
  .filter((b) => b.offsetHeight < 44).map((b) => b.outerHTML.slice(0, 90))"""


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HouseRulesWidget:
    monkeypatch.setenv("ALLFOURS_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return house_rules("foster-1897")


@pytest.fixture
def shown(mount: Any, rules: HouseRulesWidget) -> Callable[..., Any]:
    """The page with the widget behind it: what the browser sends is answered as JupyterLab's kernel would."""

    def show(**how: Any) -> Any:
        page = mount(rules.state, "rulebook", house=True, readings=rules.readings, **how)
        rules.send = lambda message: page.evaluate("m => fake.tell(m)", message)  # type: ignore[method-assign]
        page.answered = lambda: answer(page, rules)
        return page

    return show


def answer(page: Any, rules: HouseRulesWidget) -> None:
    for message in page.evaluate("fake.sent.splice(0)"):
        rules._on_message(rules, message, None)
    traits = {"state": rules.state, "view": rules.view}
    page.evaluate(TAKE_IN, traits)


def focused(page: Any, what: str) -> Any:
    return page.evaluate(f"document.activeElement.dataset.{what}")


def test_a_house_rule_by_keyboard_alone(shown: Any, rules: HouseRulesWidget) -> None:
    page = shown()
    page.locator('[data-field="players"]').focus()
    page.keyboard.press("PageDown")
    while focused(page, "field") != "low_to":
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert focused(page, "reading") == "holder"
    page.keyboard.press("ArrowDown")
    assert focused(page, "reading") == "taker" and rules.book.house == ()  # looking is not yet choosing
    page.keyboard.press("Enter")
    page.answered()
    assert rules.book.rules.low_to == "taker" and focused(page, "reading") == "taker"
    assert page.locator('[data-reading="taker"]').get_attribute("aria-checked") == "true"
    assert "Nearest book: Foster's Seven-Up; 1 answer" in page.locator("[aria-live]").inner_text()
    assert "Who has Low?" in page.locator(".af-hr-list").inner_text()
    page.keyboard.press("Escape")
    assert focused(page, "field") == "low_to"
    page.keyboard.press("1")  # the first reading of the rule, from its row
    page.answered()
    assert rules.book.house == ()
    page.keyboard.press("u")
    page.answered()
    assert rules.book.house == ("low_to",)
    page.keyboard.press("c")
    page.answered()
    page.wait_for_selector(".af-nest .af-root")
    page.locator('[data-k="nest-close"]').press("Enter")
    page.keyboard.press("g")
    page.answered()
    page.wait_for_selector(".af-felt")
    page.locator('[data-tool="rules"]').press("Enter")
    page.answered()
    page.wait_for_selector(".af-hr-board")


def test_a_refusal_says_why_and_mends(shown: Any, rules: HouseRulesWidget) -> None:
    page = shown()
    page.locator('[data-field="trump_from"]').click()
    pitch = page.locator('[data-reading="pitch"]')
    assert "Makes no game: Begging asks" in pitch.inner_text()
    who = page.locator(".af-hr-item", has=pitch).locator(".af-hr-who").inner_text()
    assert "Foster Pitch" in who and "explicit" in who and "places in the texts" in who
    pitch.click()
    page.answered()
    assert rules.book.house == () and "a card must be turned" in page.locator(".af-hr-offer").inner_text()
    page.locator('[data-mend="0"]').click()
    page.answered()
    assert rules.book.rules.trump_from == "pitch"
    assert page.locator(".af-hr-list li").count() == 3
    page.locator('[data-back="turn"]').click()
    page.answered()
    assert "only where one is turned" in page.locator(".af-hr-offer").inner_text()
    page.locator('[data-field="target"]').click()
    page.locator(".af-hr-number input").fill("13")
    page.keyboard.press("Enter")
    page.answered()
    assert rules.book.rules.target == 13


def test_the_file_is_written_beside_the_notebook(shown: Any, rules: HouseRulesWidget, tmp_path: Path) -> None:
    page = shown()
    page.locator(".af-hr-file > summary").click()
    assert 'extends = "foster-1897"' in page.locator(".af-hr-toml").inner_text()
    page.locator('[data-k="write"]').click()
    page.answered()
    assert "Written: foster-1897-house.toml" in page.locator(".af-hr-written").inner_text()
    assert (tmp_path / "foster-1897-house.toml").is_file()


@pytest.mark.parametrize("dark", [False, True])
def test_axe_widths_and_targets(shown: Any, rules: HouseRulesWidget, axe: str, dark: bool) -> None:
    rules.flip(low_to="taker", target=9)
    rules._do("flip", {"name": "trump_from", "key": "pitch"})
    page = shown(dark=dark, fresh=True)
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(axe)
    page.locator(".af-hr-near > summary").click()
    page.locator(".af-hr-file > summary").click()
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_selector(".af-hr-offer")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(SMALL) == []
        assert page.evaluate(AXE, {"resultTypes": ["violations"]}) == []
