"""The front end as text: one ES module and one style sheet, joined from the files beside this page.

No bundler and no network: the browser gets plain text. It is read as text, not handed over as a path,
because a widget library that watches a path for changes keeps every instance alive.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

_HERE = Path(__file__).parent
_PARTS = (
    "dom.js",
    "cards.js",
    "counters.js",
    "panels.js",
    "felt.js",
    "shell.js",
    "table.js",
    "stepper.js",
    "compare.js",
    "review.js",
)
_TEXT_PARTS = ("own.js", "reading.js", "rulebook.js", "texts.js", "collation.js")
_HOUSE_PARTS = ("house.js",)
_ROOM_PARTS = ("hands.js", "builder.js")
TEXT_VIEWS = ("rulebook", "texts", "variorum")
"""Views of the pages about texts: only they carry what these pages need."""


def _read(name: str) -> str:
    return (_HERE / name).read_text("utf-8")


def _dense(text: str) -> str:
    """Without indentation and whole-line comments: every widget carries this text, so its size counts."""
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


@cache
def words() -> dict[str, str]:
    """The fixed labels of the front end (buttons, keys), by name."""
    table: dict[str, str] = json.loads(_read("words.json"))
    return table


@cache
def esm(texts: bool = False, room: bool = False, house: bool = False) -> str:
    """The front end as one ES module; with ``texts`` the pages about texts too, with ``room`` the teacher's screens,
    with ``house`` the switches on the page of a rule book."""
    labels = f"const WORDS = {json.dumps(words(), ensure_ascii=False)};\n"
    parts = (
        *_PARTS,
        *(_TEXT_PARTS if texts else ()),
        *(_ROOM_PARTS if room else ()),
        *(_HOUSE_PARTS if house else ()),
        "main.js",
    )
    return labels + _dense("\n".join(_read(name) for name in parts))


@cache
def css(texts: bool = False, room: bool = False, house: bool = False) -> str:
    """The style sheet; every rule is inside ``.af-…``. ``texts``, ``room``, ``house``: as in :func:`esm`."""
    chosen = {"variorum.css": texts, "collation.css": texts, "room.css": room, "house.css": house}
    names = ["allfours.css", "review.css", *(name for name, wanted in chosen.items() if wanted)]
    return _dense("".join(map(_read, names)))


def _json(value: object) -> str:
    # A "</script>" inside data must not end the script element.
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c").replace("\u2028", "\\u2028")


def page(
    title: str,
    view: str,
    state: Mapping[str, Any],
    *,
    art: Mapping[str, Any],
    cites: Mapping[str, Any] | None = None,
    terms: Mapping[str, Any] | None = None,
    words: Mapping[str, str] | None = None,
    four_colour: bool = False,
    lang: str = "en",
) -> str:
    """One self-contained HTML page that shows a screen without a kernel, works from a memory stick and prints."""
    about_texts = view in TEXT_VIEWS
    data = {
        "view": view, "state": state, "art": art, "cites": cites or {}, "terms": terms or {},
        "words": words or {}, "four_colour": four_colour,
    }  # fmt: skip
    return (
        f'<!doctype html>\n<html lang="{escape(lang)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{css(about_texts)}\n</style>\n</head>\n"
        '<body class="af-page">\n<main id="af"></main>\n'
        f'<script type="application/json" id="af-data">{_json(data)}</script>\n'
        f'<script type="module">\n{esm(about_texts)}\n'
        'boot(document.getElementById("af"), JSON.parse(document.getElementById("af-data").textContent));\n'
        "</script>\n</body>\n</html>\n"
    )
