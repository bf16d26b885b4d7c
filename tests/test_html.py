"""A deal as one file: everything is inside it, and nothing in it can break out."""

from __future__ import annotations

import json
import re

from allfours_edu.record import Record
from allfours_edu.sources import load_rulebook
from allfours_edu.widgets.html import position_html, record_html
from allfours_edu.widgets.stepper import played


def data_of(page: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="af-data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data: dict[str, object] = json.loads(found.group(1))
    return data


def test_it_holds_everything() -> None:
    position, book = played("trinidad", seed=7)
    page = record_html(Record.of(position, book))
    data = data_of(page)
    state = data["state"]
    assert isinstance(state, dict) and len(state["frames"]) > 24 and state["footer"]["code"] == "1TT4-79"
    assert page == record_html(Record.of(position, book))
    assert page.startswith("<!doctype html>") and Record.of(position, book).to_html() == page


def test_nothing_is_fetched() -> None:
    page = position_html(*played("foster-1897", seed=7))
    assert not re.search(r"""(?:src|href|url)\s*[=(]\s*["']?(?:https?:)?//""", page)
    assert "@import" not in page


def test_names_cannot_break_out() -> None:
    from allfours_edu.engine import deal, new_table

    book = load_rulebook("foster-1897")
    evil = "</script><img src=x onerror=alert(1)>"
    position = deal(new_table(book.rules, (evil[:36], "North"), seed=1))
    page = position_html(position, book)
    assert "<img src=x" not in page
    state = data_of(page)["state"]
    assert isinstance(state, dict) and state["frames"][0]["scene"]["seats"]
