"""A comparison as plain HTML tables: what a reader sees where no widget runs, and what prints."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from .compare import Cell, Comparison, Row, Side
from .context import Context
from .outcome import column_label, outcomes
from .strings import capital, signs, t

_BOLD = re.compile(r"\*\*(.+?)\*\*")


def html_tables(found: Comparison, mode: str = "same") -> str:
    """Title, outcome and steps; no style and no script, so that it survives wherever a notebook is shown."""
    side = found.table(mode)
    return "\n".join([
        f"<h4>{escape(found.title)}</h4>",
        f"<p><b>{escape(t(f'compare.mode_{mode}'))}.</b> {_rich(side.note)}</p>",
        *_outcome(found, side),
        *_steps(side),
    ])  # fmt: skip


def _rich(text: str) -> str:
    kept = _BOLD.sub("\x01\\1\x02", text)  # bold survives; all else becomes plain words
    return escape(signs(kept)).replace("\x01", "<b>").replace("\x02", "</b>")


def _row(cells: list[str], head: bool = False) -> str:
    tag = "th" if head else "td"
    return f"<tr><th>{cells[0]}</th>" + "".join(f"<{tag}>{c}</{tag}>" for c in cells[1:]) + "</tr>"


def _outcome(found: Comparison, side: Side) -> Iterator[str]:
    keys, lines = outcomes([(c.book, c.tally) for c in side.columns], Context.of(found.base))
    yield "<table>"
    yield _row(["", *(escape(column_label(k)) for k in keys), escape(t("compare.column_total"))], head=True)
    for line in lines:
        figures = [_rich(f.text) if f is not None else "–" for f in line.figures]
        yield _row([escape(line.book.short), *figures, f"<b>{escape(capital(line.total))}</b>"])
    yield "</table>"


def _steps(side: Side) -> Iterator[str]:
    books = [escape(c.book.short) for c in side.columns]
    yield "<table>"
    yield _row(["", *books], head=True)
    wide = len(books) + 1
    for row in side.rows:
        for n in row.seams:
            seam = side.columns[n].seam
            said = f"{t(f'compare.seam_{side.mode}')} {side.columns[n].book.short}: " + (seam.text if seam else "")
            yield f'<tr><td colspan="{wide}"><b>✂</b> {_rich(said)}</td></tr>'
        yield from _step(row, wide)
    yield "</table>"


def _step(row: Row, wide: int) -> Iterator[str]:
    label = escape(row.label)
    if row.difference is None:
        cell = next((c for c in row.cells if c is not None), None)
        yield f'<tr><th>{label}</th><td colspan="{wide - 1}">{_cell(cell)}</td></tr>'
        return
    yield _row([f"≠ {label}", *(_cell(c) for c in row.cells)])
    if row.difference.text:
        key = "compare.first" if row.difference.first else "compare.another"
        head = escape(t(key, kind=row.difference.label))
        yield f'<tr><th></th><td colspan="{wide - 1}"><b>{head}.</b> {_rich(row.difference.text)}</td></tr>'


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return "–"
    laid = " ".join(f"{escape(s)} {c}{'▲' if s == cell.winner else ''}" for s, c in cell.plays)
    return ". ".join(filter(None, [laid, _rich(cell.text)]))
