"""The texts and what they tell of, from 1674 to today: ``af.timeline()``. What is not known for sure is a span.

A text stands at the date of its *words*; the printing that was read and the file or page that carries it are marks of
their own.

>>> page = timeline(family="california")
>>> [row["text"] for row in page.rows if row["text"]][:2]
['F', 'Kz']
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from textwrap import wrap
from typing import Final

from .. import history
from ..history import Event, Moment
from ..sources import find_clause, load_witness, witnesses
from ..teach.descent import GAMES, named, short_title, siglum
from ..teach.pasttable import past_rows
from ..teach.strings import phrase, t
from ..teach.textgrid import age
from .paper import (
    Paper,
    bullets,
    checked_game,
    chosen_style,
    code,
    facts,
    folded,
    key,
    live,
    svg_head,
    table,
    told,
    words_at,
)
from .stemma import game_switches, heads

FIRST: Final = 1674
OPEN: Final = 22
"""So many years of a span with an open end are drawn."""
_YEAR: Final = re.compile(r"(?<!\d)(1[6-9]\d\d|20\d\d)(?!\d)")


@dataclass(frozen=True, slots=True)
class Scale:
    """Years as places across the drawing."""

    name: str
    width: int
    left: int
    right: int
    letters: float
    last: int

    def x(self, year: float) -> float:
        share = (min(max(year, FIRST), self.last) - FIRST) / (self.last - FIRST)
        return round(self.left + share * (self.width - self.left - self.right), 1)


def today() -> int:
    """The end of the line: the year in which the texts were last read. It changes with the data, not with the clock."""
    return max(int(version.date[:4]) for id in witnesses() for version in load_witness(id).versions)


def printing_year(witness: str) -> int | None:
    """The year of the printing that was read, where its description names one.

    >>> printing_year("cotton-1687"), printing_year("hoffmann-1909"), printing_year("foster-1897")
    (1687, 1909, None)
    """
    found = _YEAR.findall(load_witness(witness).dates.printing)
    return int(found[-1]) if found else None


# --- drawing ---------------------------------------------------------------------------------------------------------


def drawing(scale: Scale, moments: Sequence[Moment], title: str, desc: str) -> str:
    """The SVG of the dated moments, one row each."""
    top, y = 26.0, 26.0
    rows = []
    for moment in moments:
        drawn, height = _row(scale, moment, y)
        rows.append(drawn)
        y += height
    height = y + 8
    every = 50 if scale.name == "wide" else 100
    years = [FIRST, *range(1700, scale.last - 9, every), scale.last]
    grid = "".join(
        f'<path d="M{scale.x(year):g} {top - 6:g}V{height:g}" stroke="currentColor" stroke-opacity=".15"/>'
        + words_at(scale.x(year), 14, str(year), scale.letters, ' text-anchor="middle"')
        for year in years
        if year in (FIRST, scale.last)
        or min(scale.x(year) - scale.x(FIRST), scale.x(scale.last) - scale.x(year)) > 2.6 * scale.letters
    )
    label = escape(t("past.moments"), quote=True)
    return (
        svg_head(scale.name, scale.width, height, title, desc)
        + f'{grid}<g role="list" aria-label="{label}">{"".join(rows)}</g></svg>'
    )


def _row(scale: Scale, moment: Moment, y: float) -> tuple[str, float]:
    words = escape(moment_words(moment), quote=True)
    head = (
        f'<g class="k k-{moment_key(moment)}" role="listitem" tabindex="0" aria-label="{words}"><title>{words}</title>'
    )
    drawn, height = (_event if moment.event else _text)(scale, moment, y)
    hit = f'<rect class="box" x="0" y="{y:g}" width="{scale.width}" height="{height:g}" fill="transparent"/>'
    return f"{head}{hit}{drawn}</g>", height


def _text(scale: Scale, moment: Moment, y: float) -> tuple[str, float]:
    """A text: a solid bar or point at the date of its words, a diamond for the printing, a square for the carrier."""
    mid, h = y + 11, 22.0
    bar = _span(scale, moment, mid, solid=True)
    year = printing_year(moment.witness)
    shape = ""
    if year is not None:
        x = scale.x(year)
        shape = f'<path d="M{x:g} {mid - 6.5:g}l6.5 6.5l-6.5 6.5l-6.5 -6.5z" stroke="currentColor" stroke-width="1.5"/>'
    seen = load_witness(moment.witness).seen
    fill = {"words": "currentColor", "translation": "none", "report": "none"}[seen]
    dash = ' stroke-dasharray="2 2"' if seen == "report" else ""
    edge = scale.width - scale.right + 8
    carrier = f'<rect x="{edge}" y="{mid - 4:g}" width="8" height="8" fill="{fill}" stroke="currentColor"{dash}/>'
    name = siglum(moment.witness)
    if scale.name == "wide":
        name = f"{name} · {short_title(moment.witness)}"
        name = name if len(name) <= 42 else f"{name[:41].rstrip()}…"
    return words_at(0, mid + 4.5, name, scale.letters, ' font-weight="600"') + bar + shape + carrier, h


def _event(scale: Scale, moment: Moment, y: float) -> tuple[str, float]:
    """An event: its words, and a span whose form says how well it is supported."""
    wide = scale.name == "wide"
    lines = wrap(moment.title, 46 if wide else 52)
    step = scale.letters + 3
    words = "".join(
        words_at(0, y + 13 + n * step, line, scale.letters, ' font-style="italic"') for n, line in enumerate(lines)
    )
    height = 8 + len(lines) * step + (0 if wide else 14)
    mid = y + 8.5 if wide else y + height - 9
    return words + _span(scale, moment, mid, solid=False), height


def _span(scale: Scale, moment: Moment, mid: float, *, solid: bool) -> str:
    first, last = moment.not_before, moment.not_after
    start = scale.x(first if first is not None else (last or FIRST) - OPEN)
    end = scale.x(last if last is not None else (first or FIRST) + OPEN)
    standing = moment.event.standing if moment.event else "supported"
    point = first == last
    if point:
        inside = "currentColor" if solid or standing == "supported" else "none"
        found = (
            f'<circle cx="{start:g}" cy="{mid:g}" r="4.5" fill="{inside}" stroke="currentColor" stroke-width="1.5"/>'
        )
    else:
        dash = (
            ""
            if standing in ("supported", "report only") and None not in (first, last)
            else ' stroke-dasharray="2 3.5"'
        )
        width = 6 if solid else 3
        found = (
            f'<path d="M{start:g} {mid:g}H{max(end, start + 3):g}" stroke="currentColor" stroke-width="{width}"{dash}/>'
        )
        found += (
            f'<path d="M{start:g} {mid - 5:g}v10" stroke="currentColor" stroke-width="1.6"/>'
            if first is not None
            else ""
        )
        found += (
            f'<path d="M{end:g} {mid - 5:g}v10" stroke="currentColor" stroke-width="1.6"/>' if last is not None else ""
        )
    if (last or FIRST) < FIRST:  # told of a time before there is any text
        x = scale.x(FIRST)
        found = f'<path d="M{x + 9:g} {mid - 5:g}l-8 5l8 5" stroke="currentColor" stroke-width="1.8"/>'
        found += words_at(x + 13, mid + 4, f"{first}–{last}", scale.letters - 1)
    if standing in ("contradicted", "contradicts itself"):
        x = (start + end) / 2
        found += (
            f'<path class="warn" d="M{x - 5:g} {mid - 5:g}l10 10m0 -10l-10 10" stroke="currentColor" stroke-width="2"/>'
        )
    return found


# --- what is told ----------------------------------------------------------------------------------------------------


def moment_key(moment: Moment) -> str:
    return key(moment.witness or f"at {moment.not_before or ''} {moment.title}")


def moment_words(moment: Moment) -> str:
    """A moment in a sentence: what it is, when, and how well it is known."""
    if moment.event is None:
        dates = load_witness(moment.witness).dates
        return t("past.moment_text", text=named(moment.witness), printing=dates.printing, carrier=dates.carrier)
    event = moment.event
    return t(
        "past.moment_event",
        title=event.title,
        when=_when(event),
        standing=phrase(f"past.standing_{key(event.standing)}"),
    )


def _when(event: Event) -> str:
    row = next(row for row in past_rows("events") if row["event"] == event.title)
    return str(row["years"])


def moment_told(moment: Moment) -> str:
    """What is shown below the drawing for a moment."""
    if moment.event is None:
        w = load_witness(moment.witness)
        rows = [
            (t("past.date_text"), age(w)), (t("past.date_printing"), w.dates.printing),
            (t("past.date_carrier"), w.dates.carrier), (t("past.seen"), phrase(f"seen.{w.seen}")),
        ]  # fmt: skip
        return f"<p><b>{escape(named(w.id))}</b></p>{facts(rows)}{code(f'af.witness({chr(34)}{w.id}{chr(34)})')}"
    event = moment.event
    lines = [_cited(at) for at in event.at] + [t("past.against", says=_cited(at)) for at in event.against]
    rivals = [e.title for e in history.events() if event.quarrel and e.quarrel == event.quarrel and e is not event]
    if rivals:
        lines.append(t("past.rivals", titles="; ".join(rivals)))
    return f"<p><b>{escape(moment_words(moment))}</b></p>{bullets(lines)}"


def _cited(at: str) -> str:
    clause = find_clause(at)
    return t("past.cited", siglum=siglum(clause.witness), locator=clause.locator, digest=clause.digest)


# --- the page --------------------------------------------------------------------------------------------------------


def timeline(family: str = "") -> Paper:
    """Texts and events from 1674 to today, each with its doubt: a bar where only a span of years is known.

    ``family``: a branch of the family by its id ("pitch", "trinidad" …): its texts, and what is told of it. Choose a
    row (pointer, or Tab) to read its dates and its sources. Raises :class:`ValueError` for no such branch.
    """
    game = checked_game(family, history.family())
    moments = [moment for moment in history.timeline() if not game or moment_of(moment, game)]
    dated = [m for m in moments if m.not_before is not None or m.not_after is not None]
    loose = [m for m in moments if m not in dated]
    title = t("past.timeline_of", game=history.family()[game].title) if game else t("past.timeline", last=today())
    desc = t(
        "past.timeline_desc",
        texts=sum(not m.event for m in dated),
        events=sum(bool(m.event) for m in dated),
        loose=len(loose),
    )
    members = {name: [moment_key(m) for m in dated if moment_of(m, name)] for name in GAMES}
    filters, style = ("", "") if game else game_switches("af-timeline", members)
    scales = Scale("wide", 860, 300, 26, 12.5, today()), Scale("slim", 340, 46, 22, 11.5, today())
    drawn = "".join(drawing(scale, dated, title, desc) for scale in scales) if dated else ""
    words = {moment_key(m): moment_told(m) for m in dated}
    rows = [row for row, m in zip(past_rows("timeline"), history.timeline(), strict=True) if m in moments]
    body = (
        f"<p>{escape(desc)}</p>{live(filters + drawn + told(t('past.choose'), words), desc)}"
        f"<p>{escape(t('past.timeline_legend'))}</p>"
        + folded(t("past.as_table"), table("", heads("years", "title", "text", "standing"), rows, "years"))
        + (folded(t("past.undated", n=len(loose)), bullets(moment_words(m) for m in loose)) if loose else "")
    )
    lines = [
        desc,
        *(
            f"{row['years'] or phrase('texts.undated')}: {moment_words(m)}"
            for row, m in zip(rows, moments, strict=True)
        ),
    ]
    return Paper(title, body, "\n".join(lines), rows, chosen_style(map(moment_key, dated)) + style)


def moment_of(moment: Moment, game: str) -> bool:
    """Does a text tell of a game, or is an event told of it? What is told of the whole family belongs to its root."""
    if moment.event is None:
        return moment.witness in history.texts_of(game)
    if not history.family()[game].parent:
        return not moment.event.games
    return bool(set(moment.event.games) & set(history.heirs(game)))
