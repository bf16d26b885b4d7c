"""The court in a blank page: a claim by keys, the verdict, a trick taken in with the key that played the card."""

from __future__ import annotations

import json
from typing import Any

import pytest

import allfours_edu as af
from allfours_edu.engine import new_table
from allfours_edu.session import Session
from allfours_edu.widgets.table import TableWidget

from .test_everywhere import AXE

HANDS = {
    "South": "2C 3C QS TS 5H 9D", "West": "KS 4S JD 4D JC KC",
    "North": "3S 9S KD TD 8C 9C", "East": "AS 8S AD 2D TC QC",
}  # fmt: skip
PLAYS = "stand, 2C, KS, 8C, QC, AS, QS, KC, 3S"  # West throws a spade on a club, and holds two clubs


@pytest.fixture(scope="module")
def table() -> TableWidget:
    start = af.new_deal("foster-1897", hands=HANDS, dealer="East", turned="7H", referee=True, plays=PLAYS)
    return TableWidget(Session(af.rulebook("foster-1897"), start, you="South", faults=0.0), code=False)


def shown(table: TableWidget) -> dict[str, Any]:
    return dict(json.loads(json.dumps(table.state)))


def test_a_claim_by_keys(mount: Any, table: TableWidget) -> None:
    page = mount(shown(table), cites=dict(table.known.all))

    def press(key: str) -> dict[str, Any]:
        """Press a key, let Python answer, show its answer."""
        page.keyboard.press(key)
        message = dict(page.evaluate("fake.sent.splice(0)[0]"))
        table._on_message(table, message)
        page.evaluate("([s, c]) => { fake.model.set('cites', c); fake.model.set('state', s); }",
                      [shown(table), dict(table.known.all)])  # fmt: skip
        return message

    page.locator(".af-hand .af-card").first.focus()
    assert page.locator("[data-tool=court]").get_attribute("aria-pressed") == "false"
    assert press("r")["name"] == "court"
    assert page.locator("[data-tool=court]").get_attribute("aria-pressed") == "true"
    assert page.locator("[data-panel=court_trick] .af-option").count() == 2
    assert press("1")["value"] == "1"
    assert press("1")["value"] == "KS"
    assert press("2")["value"] == "off"
    assert not page.locator("[data-panel=court_trick]").count()
    verdict = page.locator("[data-panel=verdict]")
    assert "Proved" in verdict.inner_text() and "could have followed suit" in verdict.inner_text()
    assert "Proved" in page.locator("[role=status]").inner_text()
    page.keyboard.press("w")
    assert "revoke-two" in verdict.inner_text() or "explicit" in verdict.inner_text()
    page.locator("[data-k=look]").click()
    assert "Trick 1" in page.locator(".af-strip-text").inner_text() and page.evaluate("fake.sent.length") == 0
    page.keyboard.press("Escape")
    assert press("u")["name"] == "undo"
    page.locator(".af-hand .af-card").first.focus()
    assert press("Enter")["action"] == "go_on"  # the trick lies on the table: the card's key takes it in
    assert len(table.position.plays) > 8


def test_the_drawer_and_the_verdict_fit_a_phone_in_the_dark_and_have_no_findings(mount: Any, axe: str) -> None:
    start = af.new_deal("foster-1897", hands=HANDS, dealer="East", turned="7H", referee=True, plays=PLAYS)
    table = TableWidget(Session(af.rulebook("foster-1897"), start, you="South", faults=0.0), code=False)
    table._do("court")
    states = [shown(table)]
    table.claim(1)
    states.append(shown(table))
    page = mount(states[0], cites=dict(table.known.all), width=360, dark=True, fresh=True)
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(axe)
    for state in states:
        page.evaluate("s => fake.model.set('state', s)", state)
        assert page.evaluate(AXE, {"resultTypes": ["violations"]}) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_faults_that_all_see_by_keys_and_on_a_phone_in_the_dark(mount: Any, axe: str) -> None:
    book = af.rulebook("foster-1897")
    laid = new_table(book.rules, 4, seed=3, referee=True, dealer="South")
    table = TableWidget(Session(book, laid, you="South", faults=0.0), code=False)
    page = mount(shown(table), cites=dict(table.known.all), width=360, dark=True, fresh=True)
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(axe)
    for key in ("court", "fault_look"):
        button = page.locator(f"[data-tool={key}], [data-k={key}]").first
        button.focus()
        page.keyboard.press("Enter")
        message = dict(page.evaluate("fake.sent.splice(0)[0]"))
        assert message["name"] == key
        table._on_message(table, message)
        page.evaluate("([s, c]) => { fake.model.set('cites', c); fake.model.set('state', s); }",
                      [shown(table), dict(table.known.all)])  # fmt: skip
        assert page.evaluate(AXE, {"resultTypes": ["violations"]}) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert "too soon" in page.locator("[data-panel=verdict]").inner_text()
    assert page.locator(".af-hand .af-card").count() == 6
