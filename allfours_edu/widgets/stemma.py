"""The texts drawn by descent: ``af.stemma()``. The older stand higher; a line goes from a text to what became of it.

Everything drawn is in ``sources/stemma.toml``; nothing is drawn that is not.

>>> page = stemma(family="trinidad")
>>> print(page)  # doctest: +ELLIPSIS
How the texts hang together: All Fours in Trinidad
Drawn: 3 texts, 0 of them lost; 2 lines between them; of 7 more texts no descent is known.
Pg → W. W mixed Pg with something else (conjecture). The values of Trinidad and Tobago, and hang Jack, came in ...
Pg → BGA. BGA was made from Pg (sure). Names that page as its model and lists what it leaves out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Final

from .. import history
from ..history import LOST, Relation
from ..sources import load_witness
from ..teach.descent import GAMES, all_texts, in_family, named, outside, siglum, spoilt, told_relation
from ..teach.pasttable import past_rows
from ..teach.strings import t
from .paper import Paper, bullets, checked_game, chosen_style, code, folded, key, live, svg_head, switches, table, told

SPAN: Final = 30
"""Texts this many years apart may stand in one row, if neither comes of the other."""
DASHES: Final[Mapping[str, str]] = {"high": "none", "medium": "7 4", "low": "1.5 4"}


@dataclass(frozen=True, slots=True)
class Sheet:
    """The measures of a drawing: one for a wide screen, one for a phone."""

    name: str
    width: int
    gutter: int
    box: int
    gap: int
    row: int
    tall: int
    letters: float

    @property
    def most(self) -> int:
        """Texts in a line."""
        return (self.width - self.gutter) // (self.box + self.gap)


WIDE: Final = Sheet("wide", 860, 92, 60, 14, 70, 38, 14)
SLIM: Final = Sheet("slim", 340, 36, 40, 9, 62, 33, 11.5)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the middle of a text stands."""

    x: float
    y: float


# --- which text in which row -----------------------------------------------------------------------------------------


def rows(texts: Sequence[str], relations: Sequence[Relation]) -> list[tuple[str, list[str]]]:
    """The texts by the dates of their words, none beside or above what it comes from; those without a date last.

    A date that is only an upper bound (by 1900) gives way to that of what descends from the text (by 1894).

    >>> [sorted(row) for _, row in rows(["cotton-1674", "cotton-1687"], history.stemma().relations[:1])]
    [['cotton-1674'], ['cotton-1687']]
    """
    latest = {text: _latest(text, relations) for text in texts}
    dated = sorted((text for text in texts if latest[text]), key=lambda text: (latest[text], texts.index(text)))
    found: list[tuple[str, list[str]]] = []
    start = 0
    for text in dated:
        year = latest[text] or 0
        above = {r.older for r in relations if r.later == text}
        if not found or year - start > SPAN or above & set(found[-1][1]):
            found.append(("", []))
            start = year
        found[-1][1].append(text)
    found = [(_years([latest[text] or 0 for text in row]), row) for _, row in found]
    waiting = [text for text in texts if not latest[text]]
    while waiting:
        ready = [text for text in waiting if not {r.older for r in relations if r.later == text} & set(waiting)]
        found.append((t("past.no_date"), ready))
        waiting = [text for text in waiting if text not in ready]
    return found


def _latest(text: str, relations: Sequence[Relation]) -> int | None:
    """The latest year a text can be of, or the first it can be of where only that is known."""
    own = history.stemma().lost[text] if text.startswith(LOST) else load_witness(text).dates.text
    if own.not_after is None:
        return own.not_before
    later = [_latest(r.later, relations) for r in relations if r.older == text]
    return min([own.not_after, *(year for year in later if year)])


def _years(years: list[int]) -> str:
    return str(years[0]) if years[0] == years[-1] else f"{years[0]}–{years[-1]}"


# --- where in the row ------------------------------------------------------------------------------------------------

Bend = tuple[int, int]
"""Where a long line passes a row: the number of its relation, and of the row."""


def spots(
    sheet: Sheet, lines: Sequence[Sequence[str]], relations: Sequence[Relation]
) -> tuple[dict[str, Spot], list[list[Spot]]]:
    """A place for each text, and for each relation the places by which its line passes the rows between.

    A text stands near what it comes from and what came of it; a line that passes a row has room there like a text.
    """
    row_of = {text: n for n, line in enumerate(lines) for text in line}
    chains: list[list[str | Bend]] = [
        [r.older, *((k, row) for row in range(row_of[r.older] + 1, row_of[r.later])), r.later]
        for k, r in enumerate(relations)
    ]
    items: list[list[str | Bend]] = [list(line) for line in lines]
    for chain in chains:
        for bend in chain[1:-1]:
            items[bend[1]].append(bend)  # type: ignore[index]
    near: dict[str | Bend, list[str | Bend]] = {item: [] for line in items for item in line}
    for chain in chains:
        for one, other in pairwise(chain):
            near[one].append(other)
            near[other].append(one)
    middle = (sheet.gutter + sheet.width) / 2
    xs: dict[str | Bend, float] = dict.fromkeys(near, middle)
    for sweep in range(30):
        for line in items if sweep % 2 == 0 else reversed(items):
            wish = {item: sum(xs[n] for n in near[item]) / len(near[item]) if near[item] else middle for item in line}
            xs |= _spread(sheet, sorted(line, key=lambda item: (wish[item], xs[item])), wish)

    def spot(item: str | Bend) -> Spot:
        row = row_of[item] if isinstance(item, str) else item[1]
        return Spot(round(xs[item], 1), sheet.row * row + sheet.row / 2)

    return {text: spot(text) for text in row_of}, [[spot(bend) for bend in chain[1:-1]] for chain in chains]


def _spread(sheet: Sheet, line: Sequence[str | Bend], wish: Mapping[str | Bend, float]) -> dict[str | Bend, float]:
    """The wishes of a row with room between them."""
    texts = sum(isinstance(item, str) for item in line)
    room = sheet.width - sheet.gutter - texts * (sheet.box + sheet.gap)
    thin = min(sheet.gap * 0.55, room / 2 / max(len(line) - texts, 1))
    half = [(sheet.box + sheet.gap) / 2 if isinstance(item, str) else thin for item in line]
    xs = [wish[item] for item in line]
    for _ in range(2):
        for i in range(1, len(xs)):
            xs[i] = max(xs[i], xs[i - 1] + half[i - 1] + half[i])
        over = sum(x - wish[item] for x, item in zip(xs, line, strict=True)) / len(xs)
        xs = [x - over for x in xs]
    xs[-1] = min(xs[-1], sheet.width - half[-1])
    for i in range(len(xs) - 2, -1, -1):
        xs[i] = min(xs[i], xs[i + 1] - half[i] - half[i + 1])
    xs[0] = max(xs[0], sheet.gutter + half[0])
    for i in range(1, len(xs)):
        xs[i] = max(xs[i], xs[i - 1] + half[i - 1] + half[i])
    return dict(zip(line, xs, strict=True))


def _lines(sheet: Sheet, found: Sequence[tuple[str, list[str]]]) -> list[tuple[str, list[str]]]:
    """A row of too many texts goes on in the next line; what was said of a row is not said again of the next."""
    made: list[tuple[str, list[str]]] = []
    said = ""
    for label, row in found:
        parts = -(-len(row) // sheet.most)
        size = -(-len(row) // parts)
        made += [(label if n == 0 and label != said else "", row[n * size : (n + 1) * size]) for n in range(parts)]
        said = label
    return made


# --- drawing ---------------------------------------------------------------------------------------------------------


def drawing(sheet: Sheet, texts: Sequence[str], relations: Sequence[Relation], title: str, desc: str) -> str:
    """The SVG of the texts and the lines between them."""
    lines = _lines(sheet, rows(texts, relations))
    at, bends = spots(sheet, [line for _, line in lines], relations)
    height = sheet.row * len(lines)
    parts = [svg_head(sheet.name, sheet.width, height, title, desc)]
    for n, (label, _) in enumerate(lines):
        if label:
            parts += _band(sheet, n, label, first=n == 0)
    parts.append(f'<g role="list" aria-label="{escape(t("past.lines"), quote=True)}">')
    parts += [_edge(sheet, r, [at[r.older], *by, at[r.later]]) for r, by in zip(relations, bends, strict=True)]
    parts.append(f'</g><g role="list" aria-label="{escape(t("past.texts"), quote=True)}">')
    parts += [
        _node(sheet, text, at[text], relations) for _, line in lines for text in sorted(line, key=lambda x: at[x].x)
    ]
    return "".join([*parts, "</g></svg>"])


def _band(sheet: Sheet, n: int, label: str, *, first: bool) -> list[str]:
    y = n * sheet.row
    words = label.replace("–", "– ").split() if sheet is SLIM else [label]
    made = [] if first else [f'<path d="M0 {y}H{sheet.width}" stroke="currentColor" stroke-opacity=".14"/>']
    return made + [
        f'<text x="0" y="{y + 15 + 12 * i}" font-size="{sheet.letters - 1.5}" fill="currentColor" fill-opacity=".8">'
        f"{escape(word)}</text>"
        for i, word in enumerate(words)
    ]


def _edge(sheet: Sheet, relation: Relation, spots: Sequence[Spot]) -> str:
    down = sheet.tall / 2
    points = [(s.x, s.y - down, s.y + down) for s in spots]
    d = f"M{spots[0].x:g} {points[0][2]:g}"
    for (x1, _, y1), (x2, y2, y3) in pairwise(points):
        bend = (y2 - y1) * 0.6
        d += f"C{x1:g} {y1 + bend:g} {x2:g} {y2 - bend:g} {x2:g} {y2:g}"
        d += f"V{y3:g}" if (x2, y2, y3) != points[-1] else ""
    words = f"{told_relation(relation)} {' '.join(relation.evidence)}"
    (x1, _, y1), (x2, y2, _) = points[-2:]
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    cross = f'<path class="warn" d="M{x - 5:g} {y - 5:g}l10 10m0 -10l-10 10" stroke="currentColor" stroke-width="2.6"/>'
    width = 1.4 + 2.2 * (relation.share or 0)
    ends = f"t-{key(relation.older)} t-{key(relation.later)}"
    return (
        f'<g class="k e {ends} k-{edge_key(relation)}" role="listitem" tabindex="0" '
        f'aria-label="{escape(words, quote=True)}"><title>{escape(words)}</title>'
        f'<path d="{d}" stroke="transparent" stroke-width="11"/>'
        f'<path class="run" d="{d}" stroke="currentColor" stroke-opacity=".72" stroke-width="{width:.1f}" '
        f'stroke-linecap="round" stroke-dasharray="{DASHES[relation.certainty]}"/>'
        f"{cross if spoilt(relation) else ''}</g>"
    )


def _node(sheet: Sheet, text: str, at: Spot, relations: Sequence[Relation]) -> str:
    lost = text.startswith(LOST)
    w, h = sheet.box, sheet.tall
    edge = 'stroke-dasharray="4 3"' if lost or load_witness(text).seen != "words" else ""
    ground = 'fill="var(--jp-layout-color1,var(--vscode-editor-background,Canvas))"'
    inside = 'fill="none"' if lost else 'fill="currentColor" fill-opacity=".1"'
    shape = f'x="{at.x - w / 2:g}" y="{at.y - h / 2:g}" width="{w}" height="{h}" rx="{h / 2 if lost else 5:g}"'
    above = ", ".join(siglum(r.older) for r in relations if r.later == text)
    below = ", ".join(siglum(r.later) for r in relations if r.older == text)
    said = [
        named(text),
        *([t("past.from_these", texts=above)] if above else []),
        *([t("past.to_these", texts=below)] if below else []),
    ]
    words = escape(" ".join(said), quote=True)
    sign = t("past.lost_sign") if lost else siglum(text)
    return (
        f'<g class="k k-{key(text)}" role="listitem" tabindex="0" aria-label="{words}"><title>{words}</title>'
        f'<rect {shape} {ground}/><rect class="box" {shape} {inside} stroke="currentColor" stroke-width="1.3" {edge}/>'
        f'<text x="{at.x:g}" y="{at.y - 1:g}" text-anchor="middle" font-size="{sheet.letters}" font-weight="700" '
        f'fill="currentColor" font-style="{"italic" if lost else "normal"}">{escape(sign)}</text>'
        f'<text x="{at.x:g}" y="{at.y + sheet.letters - 1:g}" text-anchor="middle" font-size="{sheet.letters - 2.5}" '
        f'fill="currentColor">{escape(short_date(text))}</text></g>'
    )


def short_date(text: str) -> str:
    """A date in a few signs: ``1674``, ``≤1881``, ``1897→``, ``?``.

    >>> [short_date(text) for text in ("cotton-1674", "cassell-1881", "foster-1897", "seed-wiki", "wiki-laws")]
    ['1674', '≤1881', '1897→', '?', '?']
    """
    years = history.stemma().lost[text] if text.startswith(LOST) else load_witness(text).dates.text
    first, last = years.not_before, years.not_after
    if first == last:
        return "?" if first is None else str(first)
    if first is None:
        return f"≤{last}"
    return f"{first}→" if last is None else f"{first}–{str(last)[2:]}"


def edge_key(relation: Relation) -> str:
    """The class of a line."""
    return f"{key(relation.older)}--{key(relation.later)}"


# --- what is told ----------------------------------------------------------------------------------------------------


def text_told(text: str) -> str:
    """A text, where it comes from and what became of it, with the evidence; the lines that open it."""
    above, below = history.stemma().parents(text), history.stemma().children(text)
    lines = [f"{told_relation(r)} {' '.join(r.evidence)}" for r in (*above, *below)]
    head = f"<p><b>{escape(named(text))}</b></p>"
    if text.startswith(LOST):
        return head + f"<p>{escape(history.stemma().lost[text].says)}</p>" + bullets(lines)
    return head + (bullets(lines) if lines else "") + code(f'af.witness("{text}")')


def edge_told(relation: Relation) -> str:
    """One line: how, how surely, the evidence, and the passages that were compared."""
    compared = [
        t("past.passage", older=p.older, later=p.later, how=t(f"past.kind_{p.kind}"))
        + ("" if p.share is None else f" {t('past.passage_share', n=round(100 * p.share))}")
        for p in relation.passages
    ]
    head = f"<p><b>{escape(told_relation(relation))}</b></p>"
    texts = [text for text in (relation.older, relation.later) if not text.startswith(LOST)]
    line = ", ".join(f'"{text}"' for text in texts)
    return head + bullets([*relation.evidence, *compared]) + (code(f"af.variorum({line})") if len(texts) == 2 else "")


# --- the page --------------------------------------------------------------------------------------------------------


def stemma(family: str = "") -> Paper:
    """Which text copied, shortened, mixed or spoilt which, as a drawing with its evidence.

    ``family``: a branch of the family by its id ("trinidad", "pitch" …); only texts that tell of it are drawn. Choose a
    text or a line (pointer, or Tab) to read what is known of it. Raises :class:`ValueError` for no such branch.
    """
    game = checked_game(family, history.family())
    texts = all_texts(game)
    relations = tuple(r for r in history.stemma().relations if r.older in texts and r.later in texts)
    loose = [id for id in outside() if not game or in_family(id, game)]
    title = t("past.stemma_of", game=history.family()[game].title) if game else t("past.stemma")
    desc = t(
        "past.stemma_desc",
        n=len(texts),
        lost=sum(x.startswith(LOST) for x in texts),
        lines=len(relations),
        loose=len(loose),
    )
    words = {key(text): text_told(text) for text in texts} | {edge_key(r): edge_told(r) for r in relations}
    filters, style = ("", "") if game else _filters(texts, relations)
    drawn = "".join(drawing(sheet, texts, relations, title, desc) for sheet in (WIDE, SLIM)) if texts else ""
    data = [row for row, r in zip(past_rows("stemma"), history.stemma().relations, strict=True) if r in relations]
    body = (
        f"<p>{escape(desc)}</p>{live(filters + drawn + told(t('past.choose'), words), desc)}"
        f"<p>{escape(t('past.stemma_legend'))}</p>"
        + folded(t("past.as_table"), table("", heads("older", "later", "kind", "certainty", "share", "evidence"), data))
        + (folded(t("past.loose", n=len(loose)), bullets(map(named, loose))) if loose else "")
    )
    told_lines = [
        f"{siglum(r.older)} → {siglum(r.later)}. {told_relation(r)} {' '.join(r.evidence)}" for r in relations
    ]
    return Paper(title, body, "\n".join([desc, *told_lines]), data, _near_style(texts) + chosen_style(words) + style)


def _near_style(texts: Iterable[str]) -> str:
    """The lines of a text stand out while it is looked at."""
    return "".join(f".af-paper:has(.k-{k}:focus,.k-{k}:hover) .t-{k}{{color:var(--mark)}}" for k in map(key, texts))


def heads(*names: str) -> dict[str, str]:
    """Columns of a table with their words."""
    return {name: t(f"past.head_{name}") for name in names}


def _filters(texts: Iterable[str], relations: Iterable[Relation]) -> tuple[str, str]:
    shown, lines = tuple(texts), tuple(relations)
    members = {}
    for game in GAMES:
        stay = {text for text in shown if in_family(text, game)}
        members[game] = [*map(key, sorted(stay)), *(edge_key(r) for r in lines if {r.older, r.later} <= stay)]
    return game_switches("af-stemma", members)


def game_switches(name: str, members: Mapping[str, Iterable[str]]) -> tuple[str, str]:
    """A button for each branch of the family that has something here."""
    there = {game: list(stay) for game, stay in members.items()}
    there = {game: stay for game, stay in there.items() if stay}
    words = {"all": t("past.all")} | {game: history.family()[game].title.split(",")[0] for game in there}
    return switches(t("past.filter"), name, words, there)
