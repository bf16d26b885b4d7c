"""A referee's table in a real JupyterLab: a revoke is seen, claimed and taken back, by keyboard alone."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("playwright")
from labdriver import axe

pytestmark = pytest.mark.e2e

# West throws the King of spades on a club, and shows a club one trick later.
LINE = """import allfours_edu as af
deal = af.new_deal("foster-1897", hands={"South": "2C 3C QS TS 5H 9D", "West": "KS 4S JD 4D JC KC",
                   "North": "3S 9S KD TD 8C 9C", "East": "AS 8S AD 2D TC QC"}, turned="7H", dealer="East",
                   referee=True, plays="stand, 2C, KS, 8C, QC, AS, QS, KC, 3S")
table = af.play(deal, referee=True, faults=0, pace="at_once", save=False)
table"""


def test_a_revoke_is_claimed_by_keyboard(desk: Any) -> None:
    notebook = desk.lay("court", LINE, "print(table.position.scores, len(table.position.plays))")
    table = notebook.table(0)
    before = notebook.sources()
    table.tab_to("[data-tool=court]")
    table.then("Enter")
    assert "in which trick?" in table.text("[data-panel=court_trick]")
    table.then("2")  # nothing was wrong there: West had a club to show, but no spade that anybody has seen
    table.then("1")
    table.then("1")
    assert "Not proved" in table.text("[data-panel=verdict]")
    for key in ("r", "1", "1", "1"):
        table.then(key)
    said = table.text("[data-panel=verdict]")
    assert "Proved" in said and "could have followed suit" in said and "foster-1897#revoke" in said
    assert "'South/North': 1" in notebook.says(1)
    table = notebook.seen(0)
    assert axe(desk.page, ".af-root") == [] and table.overflows() == []
    table.tab_to(".af-hand .af-card")
    table.then("u")
    assert "'South/North': 0" in notebook.says(1) and not table.has("[data-panel=verdict]")
    table.tab_to(".af-hand .af-card")
    table.then("Enter")  # the trick is taken in, East leads
    assert table.has(".af-hand .af-legal")
    assert notebook.sources() == before
