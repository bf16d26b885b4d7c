"""Loo on the screen: counters red and white with their words, a spare hand, calls with what they cost."""

from __future__ import annotations

from typing import Any

import pytest

from allfours_edu.engine import deal, new_table
from allfours_edu.sources import load_rulebook
from allfours_edu.widgets.state import Cites, table_state

pytestmark = pytest.mark.browser


def shown(book: str, size: int, actions: str = "", *options: str, seed: int = 5, pool: int = 0) -> dict[str, Any]:
    whole = load_rulebook(book).with_options(options)
    at = deal(new_table(whole.rules, size, seed=seed, pool=pool))
    for action in actions.split(", ") if actions else ():
        at = at.apply(at.legal_actions()[0] if action == "any" else action)
    return table_state(at, "South", whole, Cites(), rev=1, bottom="South")


def test_the_pool_and_the_spare_hand_lie_on_the_felt(mount: Any) -> None:
    page = mount(shown("foster-loo", 4, pool=10))
    kitty = page.locator(".af-kitty")
    assert kitty.locator(".af-disc-red").count() == 6 and kitty.locator(".af-disc-white").count() == 1
    assert "6 red and 1 white counter" in kitty.inner_text() and "widow" in kitty.inner_text()
    assert kitty.locator(".af-kitty-backs .af-back").count() == 3
    calls = page.locator("[data-call]")
    assert [calls.nth(n).get_attribute("data-call") for n in range(3)] == ["declare_in", "take_widow", "declare_out"]
    assert "2 red counters" in calls.first.inner_text() and "3 red counters" in calls.first.inner_text()


def test_what_is_owed_is_hollow_and_said(mount: Any) -> None:
    page = mount(shown("foster-loo", 4))
    dealer = page.locator(".af-score-row", has_text="East")
    assert dealer.locator(".af-disc-owed").count() == 3 and "3 red counters down" in dealer.inner_text()


def test_many_cards_to_change_are_small_buttons(mount: Any) -> None:
    page = mount(shown("foster-five", 5, "declare_in, any, any, any, any"))
    assert page.locator("[data-call^=exchange]").count() == 6
    assert "0 keeps them all" in page.locator(".af-root").inner_text()


@pytest.mark.parametrize(("width", "dark"), [(360, True), (1100, False)])
def test_it_fits_and_has_no_findings(mount: Any, axe: str, width: int, dark: bool) -> None:
    for state in (shown("foster-loo", 3), shown("peel-loo", 5, seed=3), shown("hoffmann-loo", 8)):
        page = mount(state, width=width, dark=dark, fresh=True)
        page.wait_for_timeout(150)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width
        page.evaluate(axe)
        found = page.evaluate("() => axe.run(document.body, {resultTypes: ['violations']})")["violations"]
        assert [(v["id"], [n["target"] for n in v["nodes"]]) for v in found] == []
