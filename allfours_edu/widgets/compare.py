"""The comparison on the screen: one column a book, steps aligned, the outcome on top.

af.compare("hoyle-ten", "trinidad", "foster-all-fives", seed=7)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..engine import Position
from ..record import Record
from ..rules import FIELDS, choices
from ..session import following_seed
from ..sources import Rulebook, load_rulebook, rulebooks, topics
from ..teach.citing import cite_field
from ..teach.compare import (
    MODES,
    MOST,
    Cell,
    CompareError,
    Comparison,
    Difference,
    Row,
    Side,
    authorities,
    why_not_mode,
)
from ..teach.compare import compare as compared
from ..teach.compare_table import html_tables
from ..teach.context import Context
from ..teach.outcome import outcomes
from ..teach.scenario import Scenario
from ..teach.strings import t
from .base import AllFoursWidget, replace_older
from .cites import Cites
from .lesson_state import brief, outcome_panel
from .static_picture import data_image

State = dict[str, Any]
_FLIPS = (
    "low_to", "tie", "follow", "void", "undertrump", "refused_suit", "earlier_turns", "begs", "gift_to", "peg_to",
    "jack_besides", "pips",
)  # fmt: skip


class CompareWidget(AllFoursWidget):
    """The same deal under several books. ``comparison`` is the comparison itself, without pixels."""

    def __init__(self, comparison: Comparison, mode: str = "same", **traits: Any) -> None:
        comparison.table(mode)  # says why where it is not to be had
        self.comparison = comparison
        self._mode = mode
        super().__init__("compare", comparison.books[0], **traits)
        self._draw()

    def _draw(self) -> None:
        self.show(compare_state(self.comparison, self.known, mode=self._mode))

    @property
    def first(self) -> Difference | None:
        """The first difference in the way of comparing that is shown; ``print(found.first)`` says it in words."""
        return self.comparison.first(self._mode)

    def to_text(self, mode: str | None = None) -> str:
        """The comparison as plain text."""
        return self.comparison.to_text(mode or self._mode)

    # -- messages --------------------------------------------------------------------------------

    def handle(self, message: dict[str, Any]) -> bool | None:
        if message["kind"] != "command":
            return False
        name, arg = message["name"], message["arg"]
        try:
            if name == "mode":
                self.comparison.table(str(arg))  # says why where it is not to be had
                self._mode = str(arg)
            elif name == "add_book":
                self.comparison = with_book(self.comparison, str(arg))
            elif name == "drop_book":
                self.comparison = without_book(self.comparison, str(arg))
            elif name == "flip" and isinstance(arg, dict):
                self.comparison = with_rule(self.comparison, *(str(arg.get(k)) for k in ("book", "field", "value")))
            elif name == "new_deal" and not self.comparison.recorded:
                self.comparison = with_seed(self.comparison)
            else:
                return False
        except ValueError as error:
            self.refuse(str(error))
            return None
        self._draw()
        return True

    # -- without Python --------------------------------------------------------------------------

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, meta = bundle
        caption = data_image(self.picture(), self.comparison.title)
        data["text/html"] = f"{caption}\n{html_tables(self.comparison, self._mode)}"
        return data, meta


# -- other books, other deals ----------------------------------------------------------------------------------------


def column_id(book: Rulebook) -> str:
    """What names a column: the book with its options and house rules."""
    changed = [f"{name}={getattr(book.rules, name)}" for name in book.house]
    return " + ".join([book.id, *book.active, *changed])


def with_book(found: Comparison, id: str) -> Comparison:
    """The same deal with one more book."""
    if len(found.books) >= MOST:
        raise CompareError(t("compare.full", n=MOST))
    return _again(found, (*found.books, load_rulebook(id)))


def without_book(found: Comparison, id: str) -> Comparison:
    """The same deal without one of the books. The first stays: the deal is its."""
    kept = tuple(book for n, book in enumerate(found.books) if n == 0 or column_id(book) != id)
    if len(kept) < 2:
        raise CompareError(t("compare.two"))
    return _again(found, kept)


def with_seed(found: Comparison) -> Comparison:
    """The same books on the next deal."""
    return compared(*found.books, seed=following_seed(found.seed), players=found.base.table.size)


def with_rule(found: Comparison, id: str, field: str, value: str) -> Comparison:
    """The same deal with one rule of one book changed: a house rule."""
    wanted = next((v for v in _choices(field) if str(v) == value), None)
    at = next((n for n, book in enumerate(found.books) if column_id(book) == id), None)
    if at is None or wanted is None:
        raise CompareError(t("compare.no_rule"))
    if getattr(found.books[at].rules, FIELDS[field]) is None:
        raise CompareError(t("compare.no_phase", name=found.books[at].short))
    changed = found.books[at].replace(**{field: wanted})
    books = (*found.books[:at], changed, *found.books[at + 1 :])
    if at == 0 and not found.recorded:  # the deal is the first book's: it is played anew by the new rule
        return compared(*books, seed=found.seed, players=found.base.table.size)
    return _again(found, books)


def _choices(field: str) -> tuple[Any, ...]:
    """The values a table can choose among; none where there is no closed list of them."""
    return tuple(v for v in choices(field) if v is not None) if field in _FLIPS else ()


def _flips(found: Comparison) -> list[State]:
    """The rules that may be changed here: those some book of the comparison has."""
    known = topics()
    return [
        {
            "field": name, "label": known[name].title,
            "values": [{"id": str(v), "label": known[name].says(v)} for v in _choices(name)],
        }
        for name in _FLIPS
        if any(getattr(book.rules, FIELDS[name]) is not None for book in found.books)
    ]  # fmt: skip


def _again(found: Comparison, books: tuple[Rulebook, ...]) -> Comparison:
    again = compared(*books, position=found.base)  # looks whether the new books fit this table
    return replace(again, seed=found.seed, recorded=found.recorded, source=found.source)


# -- the state -------------------------------------------------------------------------------------------------------


def compare_state(found: Comparison, cites: Cites, mode: str = "same") -> State:
    """The whole screen. The quick ways of comparing are all in it, so that the browser can switch without Python; best
    play is worked out when it is asked for."""
    dropping = len(found.books) > 2
    known = {book.id for book in found.books}
    fitting = [b for b in map(load_rulebook, rulebooks()) if found.base.table.size in b.rules.players]
    addable = [b for b in fitting if b.id not in known] if len(found.books) < MOST else []
    state: State = {
        "title": _title(found, mode),
        "books": [_book(book, drop=dropping and n > 0) for n, book in enumerate(found.books)],
        "modes": [_mode(m, found) for m in MODES],
        "mode": mode,
        "tables": {m: _table(found, found.table(m), cites) for m in found.modes if m in ("same", "players", mode)},
        "add": [{"id": b.id, "title": b.short} for b in addable],
        "flips": _flips(found),
        "tools": [] if found.recorded else [{"id": "new_deal"}],
        "footer": _footer(found),
        "text": found.to_text(mode),
    }  # fmt: skip
    return state


def _title(found: Comparison, mode: str) -> str:
    side = found.table(mode)
    ahead = {c.tally.ahead for c in side.columns}
    if len(ahead) > 1:
        return t("compare.title_turns")
    totals = {tuple(c.tally.totals.items()) for c in side.columns}
    return t("compare.title_points" if len(totals) > 1 else "compare.title_same")


def _footer(found: Comparison) -> State:
    footer: State = {"book": found.books[0].title}
    if found.recorded:
        footer["note"] = found.source
    else:
        footer["seed"] = found.seed
    return footer


def _book(book: Rulebook, drop: bool) -> State:
    return {
        "id": column_id(book), "title": book.short, "year": str(book.year) if book.year else "",
        "note": ", ".join(name.replace("_", " ") for name in book.active), "drop": drop,
        "house": [f"{name} = {getattr(book.rules, name, None)}" for name in book.house],
    }  # fmt: skip


def _mode(mode: str, found: Comparison) -> State:
    made: State = {"id": mode, "label": t(f"compare.mode_{mode}"), "text": t(f"compare.mode_{mode}_text")}
    if mode not in found.modes:
        made |= {"disabled": True, "why": why_not_mode(mode, found)}
    return made


def _table(found: Comparison, side: Side, cites: Cites) -> State:
    ctx = Context.of(found.base)
    keys, lines = outcomes([(c.book, c.tally) for c in side.columns], ctx)
    panel = outcome_panel(keys, lines, ctx, cites)
    rows = [_row(n, row, side, cites) for n, row in enumerate(side.rows, 1)]
    return {"outcome": {"columns": panel["columns"], "rows": panel["rows"]}, "rows": rows, "note": side.note}


def _row(n: int, row: Row, side: Side, cites: Cites) -> State:
    made: State = {"id": row.key.replace(" ", "-"), "n": n, "phase": row.phase, "label": row.label}
    if row.trick:
        made["trick"] = row.trick
    if row.seams:
        seams = [side.columns[i].seam for i in row.seams]
        made["seam"] = list(row.seams)
        made["seam_text"] = " ".join(dict.fromkeys(s.text for s in seams if s is not None))
    if row.difference is None:
        cell = next(c for c in row.cells if c is not None)
        return made | {"same": True, "text": cell.text, "plays": _plays(cell)}
    made["same"] = False
    shared = len({c.plays if c else None for c in row.cells}) == 1
    made["cells"] = [
        _cell(cell, column.book, row.difference, cites, plays=not shared)
        for column, cell in zip(side.columns, row.cells, strict=True)
    ]
    if shared and row.cells[0] is not None and row.cells[0].plays:
        made["label"] = f"{row.label}: {' '.join(str(c) for _, c in row.cells[0].plays)}"
    made["diff"] = {
        "class": row.difference.kind, "label": row.difference.label, "text": row.difference.text,
        "first": row.difference.first,
    }  # fmt: skip
    return made


def _plays(cell: Cell) -> list[State]:
    return [{"seat": seat, "card": c.text, "best": seat == cell.winner} for seat, c in cell.plays]


def _cell(cell: Cell | None, book: Rulebook, difference: Difference, cites: Cites, plays: bool) -> State | None:
    if cell is None:
        return None
    made: State = {"text": cell.text or ("" if plays and cell.plays else t("compare.nothing")), "tone": "note"}
    if plays and cell.plays:
        made["plays"] = _plays(cell)
    if difference.kind != "follows":
        found = [cite_field(book, name) for name in difference.fields[:1]] or authorities(cell, book, ())[:1]
        made["cites"] = [brief(cite, book, cites) for cite in found]
    return made


def compare(
    *books: str | Rulebook,
    seed: object = 0,
    position: Position | None = None,
    record: Record | str | None = None,
    scenario: str | Scenario | None = None,
    players: int | Sequence[str] | None = None,
    mode: str = "same",
) -> CompareWidget:
    """The same deal under two to four books, side by side.

    Parameters
    ----------
    books : their ids, with options ("foster-1897 + keep_nine"), or the books themselves. The deal is the first one's.
    seed : names the deal; computer players play it. Or give one that was played: a ``position``, a ``record`` (or its
        text), a ``scenario`` ("td-01").
    players : how many, or their names; default: the smallest number all the books know.
    mode : "same" (the same plays, judged by each book) or "players" (the same players go on under the other book).

    Raises :class:`~allfours_edu.teach.compare.CompareError` where the books cannot be compared like that.
    """
    if record is not None:
        if position is not None or scenario is not None:
            raise CompareError("Compare a position, a record or a scenario, not several at once.")
        kept = Record.read(record) if isinstance(record, str) else record
        position, books = kept.position(), books if len(books) > 1 else (kept.book, *books)
    found = compared(*books, seed=seed, position=position, scenario=scenario, players=players)
    made = CompareWidget(found, mode, _words={"seam": t("compare.seam_line")})
    replace_older(made, f"compare {' '.join(map(column_id, found.books))}")
    return made
