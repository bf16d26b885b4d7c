"""A page to look at: a drawing and its words in one piece of HTML that needs no Python.

It takes its ink and its ground from where it stands, so it is light in a light notebook and dark in a dark one. What is
chosen is told below the drawing by the style sheet alone: each thing drawn has a class ``k-…``, its words ``i-…``.
Where a viewer strips scripts and styles, a still picture, the tables and the words remain.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from ..asking import held
from ..errors import PlainValueError
from ..new_file import write_new
from ..teach.strings import t

Row = Mapping[str, Any]


@cache
def css() -> str:
    """The style sheet of every page, without its indentation."""
    lines = (files("allfours_edu.widgets.static") / "paper.css").read_text("utf-8").splitlines()
    return "".join(line.strip() for line in lines if not line.startswith("/*"))


class Paper:
    """A page with a drawing or tables. It shows itself; ``str(page)`` is the same in words, ``.rows`` the data.

    ``.frame()`` gives the rows as a pandas table, ``.save("page.html")`` writes a file that needs no Python.
    """

    def __init__(self, title: str, body: str, text: str, rows: Sequence[Row], style: str = "") -> None:
        self.title, self.rows = title, [dict(row) for row in rows]
        self._body, self._text, self._style = body, text, style

    @property
    def html(self) -> str:
        """The page as a piece of HTML that stands on its own."""
        return (
            f'<div class="af-paper"><style>{css()}{self._style}</style><h3>{escape(self.title)}</h3>{self._body}</div>'
        )

    def frame(self) -> Any:
        """The rows as a pandas table (a list of dicts where pandas is not installed)."""
        try:
            import pandas
        except ImportError:
            return self.rows
        return pandas.DataFrame(self.rows)

    def save(self, path: str | Path) -> Path:
        """Write the page to a file that is not there yet. Raises :class:`FileExistsError` where there is one."""
        held(Paper.save, locals())
        given = Path(path)
        file = given if given.suffix or not given.name else given.with_suffix(".html")
        return write_new(file, _page(self.title, self.html), t("past.file_there", file=str(file)))

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return f"{self.title}\n{self._text}"


def _page(title: str, html: str) -> str:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">'
        '<meta name="viewport" content="width=device-width">'
        "<style>body{margin:16px auto;max-width:900px;padding:0 12px}"
        f"</style><title>{escape(title)}</title></head><body><main>{html}</main></body></html>\n"
    )


def live(html: str, words: str) -> str:
    """A drawing with all that answers to it, put in by a script; where scripts are taken out, a still picture stands.

    A notebook that is not trusted loses scripts, styles and inline drawings but keeps pictures. ``html`` begins (after
    what may stand above it) with the wide drawing; ``words`` tell it to those who do not see the still picture.
    """
    found = re.search(r"<svg.*?</svg>", html, re.DOTALL)
    if found is None:
        return html
    dress = 'xmlns="http://www.w3.org/2000/svg" style="background:#fff;font-family:sans-serif"'
    still = found[0].replace("<svg", f"<svg {dress}", 1).replace('color="inherit"', 'color="#1d2126"', 1)
    uri = "data:image/svg+xml;base64," + b64encode(still.encode()).decode()
    text = json.dumps(html, ensure_ascii=False).replace("<", "\\u003c")
    script = f"(s=>{{const t=document.createElement('template');t.innerHTML={text};s.before(t.content)}})"
    picture = f'<img class="still" style="max-width:100%" alt="{escape(words, quote=True)}" src="{uri}">'
    return f"<div>{picture}<script>{script}(document.currentScript)</script></div>"


def key(text: str) -> str:
    """A name as a class of the style sheet may have it.

    >>> key("lost:ten-point")
    'lost-ten-point'
    """
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def chosen_style(keys: Iterable[str]) -> str:
    """The words of a thing are shown while it has the focus, or they themselves have it."""
    on = [f".af-paper:has(.k-{k}:focus) .i-{k},.i-{k}:focus,.i-{k}:focus-within" for k in keys]
    return "".join(f"{rule}{{display:block!important}}" for rule in on) + _NOTHING


_NOTHING = ".af-paper:has(.k:focus,.told [tabindex]:focus,.told [tabindex]:focus-within) .told .none{display:none}"


def told(nothing: str, words: Mapping[str, str]) -> str:
    """The place below a drawing where what was chosen is told."""
    inside = "".join(f'<div class="i-{k}" tabindex="-1" hidden>{html}</div>' for k, html in words.items())
    return f'<div class="told"><p class="none">{escape(nothing)}</p>{inside}</div>'


def switches(
    label: str, name: str, choices: Mapping[str, str], members: Mapping[str, Iterable[str]]
) -> tuple[str, str]:
    """Buttons of which one is pressed, and the style that hides what does not belong to it.

    ``name``: of this kind of page, for a style sheet speaks to the whole notebook. ``choices``: key to words;
    ``members``: for each key the classes that stay. The first choice shows everything.
    """
    first = next(iter(choices))
    buttons = "".join(
        f'<label><input type="radio" name="{name}" class="f-{name}-{k}"{" checked" if k == first else ""}>'
        f"{escape(words)}</label>"
        for k, words in choices.items()
    )
    style = ""
    for k, stay in members.items():
        on = f".af-paper:has(.f-{name}-{k}:checked)"
        style += f"{on} g.k{{visibility:hidden}}" + ",".join(f"{on} g.k-{m}" for m in stay) + "{visibility:visible}"
    group = f'<div class="choice" role="radiogroup" aria-label="{escape(label, quote=True)}">{buttons}</div>'
    return f"<form>{group}</form>", style


def table(caption: str, heads: Mapping[str, str], rows: Sequence[Row], first: str = "") -> str:
    """A real table; on a narrow screen each row becomes a card. Cells are plain text."""
    top = "".join(f'<th scope="col">{escape(words)}</th>' for words in heads.values())
    lines = []
    for row in rows:
        cells = []
        for name, words in heads.items():
            value = escape(str(row.get(name, "") if row.get(name) is not None else ""))
            head = f'<th scope="row">{value}</th>' if name == first else ""
            cells.append(
                head or (f'<td data-label="{escape(words, quote=True)}">{value}</td>' if value else "<td></td>")
            )
        lines.append(f"<tr>{''.join(cells)}</tr>")
    head = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f'<table class="cards">{head}<thead><tr>{top}</tr></thead><tbody>{"".join(lines)}</tbody></table>'


def folded(summary: str, inside: str) -> str:
    """Something one click away."""
    return f"<details><summary>{escape(summary)}</summary>{inside}</details>"


def facts(pairs: Iterable[tuple[str, str]]) -> str:
    """Labels and words."""
    return f"<dl class='facts'>{''.join(f'<dt>{escape(a)}</dt><dd>{escape(b)}</dd>' for a, b in pairs)}</dl>"


def bullets(lines: Iterable[str], tag: str = "ul") -> str:
    """A list of sentences."""
    return f"<{tag}>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</{tag}>"


def paragraph(words: str) -> str:
    return f"<p>{escape(words)}</p>"


def code(line: str) -> str:
    """A line to run."""
    return f"<p><code>{escape(line)}</code></p>"


def svg_head(name: str, width: int, height: float, title: str, desc: str) -> str:
    """How a drawing begins. ``name``: "wide" or "slim"; the slim one is shown by the style sheet on narrow screens."""
    hidden = ' display="none"' if name == "slim" else ""
    return (
        f'<svg class="{name}"{hidden} viewBox="0 0 {width} {height:g}" role="group" fill="none" color="inherit" '
        f'aria-label="{escape(title, quote=True)}"><desc>{escape(desc)}</desc>'
    )


def words_at(x: float, y: float, words: str, size: float, more: str = "") -> str:
    """Words in a drawing, in its ink. ``more``: further attributes."""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="currentColor"{more}>{escape(words)}</text>'


def checked_game(game: str, known: Iterable[str]) -> str:
    """A branch of the family by its id. Raises :class:`ValueError` with those there are."""
    if game and game not in known:
        raise PlainValueError(t("past.no_game", game=repr(game), known=", ".join(known)))
    return game
