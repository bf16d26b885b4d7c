"""The variorum on the screen: what ``af.variorum()`` shows.

The grid goes to the browser lean, one short reading a cell; what stands behind a cell, further columns, weights and
deals follow by message when they are asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from ..analysis.weight import Weight
from ..sources import Clause, Rulebook, RulebookError, Witness, load_rulebook, load_witness, rulebooks, topics
from ..teach.acting import Act, act, mattering, same_deal
from ..teach.bookpage import value_key
from ..teach.compare import CompareError, Comparison
from ..teach.deciding import attested
from ..teach.glossary import terms_for
from ..teach.scenario import Scenario, is_scenario, load_scenario
from ..teach.strings import catalogue, phrase, t
from ..teach.textgrid import UNRECORDED, by_age
from ..teach.variorum import Cell, Column, VariorumGrid, column, disputed, register, variorum_grid, why_no_act
from ..teach.weights import heaviest_by_field
from . import static
from .base import AllFoursWidget, replace_older
from .cites import Cites
from .compare import compare_state
from .owntext import own_passage, own_witnesses
from .rulebook import marks, values_in_words, with_table
from .stepper import played, stepper_state
from .texts import clause_state, witness_state

State = dict[str, Any]
_MOST_COLUMNS = 150
_MOST_SPOKEN = 30  # questions that are told in words as well
_LINES = 4  # weights told in words


class VariorumWidget(AllFoursWidget):
    """The variorum. ``grid`` is what it shows, without pixels."""

    _esm, _css = static.esm(texts=True), static.css(texts=True)

    def __init__(self, grid: VariorumGrid, deal: Act | None = None, **traits: Any) -> None:
        self.grid, self.deal = grid, deal
        super().__init__("variorum", None, **traits)
        self.show(variorum_state(grid))

    def handle(self, message: dict[str, Any]) -> bool | None:
        name, arg = message.get("name"), message.get("arg")
        answers = {
            "cell": self._cell, "column": self._column, "weights": self._weights, "own": self._own, "act": self._act,
            "same": self._same, "matters": self._matters,
        }  # fmt: skip
        found = answers[name](arg) if message["kind"] == "command" and name in answers else None
        if found is None:
            self.refuse(t("message.bad_message"))
        else:
            self.send(found)
        return None

    # -- what the browser asks for -----------------------------------------------------------------------

    def _cell(self, arg: object) -> State | None:
        place = _place(arg)
        return cell_state(*place) if place is not None else None

    def _column(self, arg: object) -> State | None:
        found = _column_named(arg)
        if found is None:
            return None
        return {"kind": "column", "id": found.id, "head": head_state(found), "cells": cells_state(found, self.grid)}

    def _weights(self, _: object) -> State:
        return {"kind": "weights", "of": weights_state()}

    def _own(self, arg: object) -> State | None:
        return own_passage(arg) if isinstance(arg, str) else None

    def _act(self, arg: object) -> State | None:
        place = _place(arg)
        if place is None:
            return None
        found = acting(*place)
        if not isinstance(found, Act):
            return {"kind": "noact", "why": str(found)}
        self.deal = found
        return opened_act(f"act {arg}", found)

    def _same(self, arg: object) -> State | None:
        """The deal of a cell under the books of the columns, one for each answer that they give."""
        if not isinstance(arg, list) or not all(isinstance(one, str) for one in arg) or len(arg) > _MOST_COLUMNS:
            return None
        place = _place(" ".join(arg[:2]))
        if place is None:
            return None
        found = acting(*place)
        if not isinstance(found, Act):
            return {"kind": "noact", "why": str(found)}
        self.deal = found
        shown = [c for c in map(_column_named, arg[2:]) if c is not None]
        try:
            made = same_deal(found, _clauses(found.field, shown), _books(shown))
            return opened_comparison(f"same {' '.join(arg[:2])}", made, found)
        except CompareError as error:
            return {"kind": "noact", "why": str(error)}

    def _matters(self, _: object) -> State:
        if self.deal is None:
            return {"kind": "matters", "why": t("variorum.no_deal")}
        found = mattering(self.deal.position, self.deal.book, [topic.id for topic in self.grid.topics])
        title = t("variorum.deal_code", title=self.deal.title, n=len(found))
        return {"kind": "matters", "topics": list(found), "title": title}

    # -- where no widget runs --------------------------------------------------------------------------------

    def picture(self) -> str:
        return ""

    def as_text(self) -> str:
        return self.grid.as_text()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        made = with_table(super()._repr_mimebundle_(**kwargs), self.grid.as_html())
        if made is not None and len(self.grid.topics) > _MOST_SPOKEN:
            made[0]["text/plain"] = self.grid.summary  # the table beside it says it all
        return made


def variorum(
    *columns: str | Witness | Rulebook,
    topics: str | Iterable[str] | None = None,
    deal: Any = None,
    book: str | Rulebook | None = None,
) -> VariorumWidget:
    """All questions against all texts: ``af.variorum()``, ``af.variorum("En", "Sq", "trinidad", topics="the points")``.

    Parameters
    ----------
    columns : texts (by id or siglum) and rule books (by id, ``"book:ID"`` where a text has the same, or themselves), in
        this order. Without any: all texts, the oldest first. More can be added and dropped on the screen.
    topics : questions or subjects, as for ``af.texts``; default: all.
    deal : a deal for the filter *only what matters in this deal*: whatever ``af.step`` takes (a deal code, a position,
        a record, a scenario "td-01", a book). Without one, the deal that was last seen acting.
    book : the rule book of that deal, where it does not say so itself.

    Raises :class:`~allfours_edu.sources.RulebookError` with a suggestion.
    """
    grid = variorum_grid(*columns, topics=topics)
    made = VariorumWidget(grid, _given(deal, book) if deal is not None else None)
    replace_older(made, f"variorum {columns!r:.80} {topics!r:.80}")
    return made


def _given(deal: Any, book: str | Rulebook | None) -> Act:
    """A deal that somebody brought along."""
    position, found = played(deal, book=book)
    lesson = load_scenario(deal) if isinstance(deal, Scenario) or is_scenario(deal) else None
    title = lesson.title if lesson is not None else deal[:40] if isinstance(deal, str) else found.title
    return Act("", "", title, "", found, position, 0)


# -- the state -------------------------------------------------------------------------------------------------------


def variorum_state(grid: VariorumGrid) -> State:
    """The whole grid, one short reading a cell."""
    return {
        "rev": 1,
        "title": grid.title,
        "why": t("variorum.why"),
        "not_weighed": t("variorum.not_weighed"),
        "marks": marks(),
        "certainty": dict(catalogue()["certainty"]),
        "games": {key[3:]: word for key, word in catalogue()["texts"].items() if key.startswith("of_")},
        "rows": [topic.id for topic in grid.topics],
        "topics": {topic.id: _topic(topic.id) for topic in topics().values()},
        "columns": [one.id for one in grid.columns],
        "heads": {one.id: head_state(one) for one in grid.columns},
        "cells": {one.id: cells_state(one, grid) for one in grid.columns},
        "all": _all_heads(),
        "disputed": {topic: list(sides) for topic, sides in disputed().items()},
        "own": own_witnesses(),
        "footer": {"note": t("texts.edition")},
    }


def _topic(id: str) -> State:
    topic = topics()[id]
    made = {"title": topic.title, "field": topic.field, "note": topic.note, "no_act": why_no_act(topic)}
    return {name: value for name, value in made.items() if value}


def head_state(one: Column) -> State:
    """The head of a column; ``text`` is the text behind a rule book."""
    made: State = {"id": one.id, "siglum": one.siglum, "title": one.title, "age": one.age}
    if isinstance(one.of, Rulebook):
        return made | {"book": True, "text": one.witness}
    return made | {"seen": one.of.seen, "seen_word": phrase(f"seen.{one.of.seen}")}


def cells_state(one: Column, grid: VariorumGrid) -> State:
    """The cells of a column: status, then readings as [text, form, game]; empty ones are left out."""
    found = {topic.id: one.cell(topic.id) for topic in grid.topics}
    return {id: _short(cell) for id, cell in found.items() if cell.status != UNRECORDED or cell.said}


def _short(cell: Cell) -> list[Any]:
    return [
        cell.status,
        *([*filter(None, (s.text, s.form))] if not s.of else [s.text, s.form, s.of] for s in cell.said),
    ]


@cache
def _all_heads() -> list[State]:
    found = [*map(Column, by_age()), *map(Column, map(load_rulebook, rulebooks()))]
    return [head_state(one) for one in found]


def weights_state() -> State:
    """For each question the heaviest weight there is, and the heaviest few in words."""
    return {
        field: {
            "share": found[0][1].share,
            "text": _weight(*found[0]),
            "lines": [_weight(*one) for one in found[:_LINES]],
        }
        for field, found in heaviest_by_field().items()
    }


def _weight(book: str, one: Weight) -> str:
    low, high = one.interval
    says = topics()[one.field].says
    other = says(one.other) if one.other in attested(one.field) else str(one.other)
    return phrase(
        "variorum.weight", share=f"{one.share:.0%}", low=f"{low:.0%}", high=f"{high:.0%}", n=one.size,
        name=load_rulebook(book).short, policy=phrase(f"weights.by_{one.policy}"), other=other.rstrip("."),
    )  # fmt: skip


def cell_state(topic: str, one: Column) -> State:
    """What stands behind a cell: the text, its clauses, what they set, who plays by them."""
    made: State = {"kind": "cell", "key": f"{topic} {one.id}", "readers": {}, "register": list(register(topic))}
    if isinstance(one.of, Rulebook):
        field = topics()[topic].field
        why = one.of.why(field) if field else None
        clause = why.clause if why is not None else one.of.establishes(topic)
        made["book"] = {
            "title": one.of.title, "note": one.of.note, "why": why.reason if why is not None else "",
            "status": why.chip if why is not None else clause.status if clause is not None else "absent",
        }  # fmt: skip
        clauses = [clause] if clause is not None else []
    else:
        made["witness"] = witness_state(one.of)
        clauses = list(one.of.on(topic))
        made["readers"] = _readers(topic, {clause.ref for clause in clauses})
    made["clauses"] = [
        [clause.ref, clause_state(clause), *([witness_state(load_witness(clause.witness))] if "book" in made else [])]
        for clause in clauses
    ]
    sets = {name for clause in clauses for held in (clause.sets, *(r.sets for r in clause.readings)) for name in held}
    made["values"] = {name: values_in_words()[name] for name in sorted(sets) if name in values_in_words()}
    return made


def _readers(topic: str, refs: set[str]) -> dict[str, list[str]]:
    """By reading: the rule books that play by it."""
    field, found = topics()[topic].field, dict[str, list[str]]()
    if field is None:
        return found
    for book in map(load_rulebook, rulebooks()):
        why = book.why(field)
        if why.clause is not None and why.clause.ref in refs and why.reading is not None:
            found.setdefault(why.reading.id, []).append(book.short)
    return found


# -- places ----------------------------------------------------------------------------------------------------------


def _column_named(arg: object) -> Column | None:
    try:
        return column(arg) if isinstance(arg, str) else None
    except RulebookError:
        return None


def _place(arg: object) -> tuple[str, Column] | None:
    """The question and column of a cell that the browser named."""
    topic, _, id = arg.partition(" ") if isinstance(arg, str) else ("", "", "")
    one = _column_named(id)
    return (topic, one) if topic in topics() and one is not None else None


def acting(topic: str, one: Column) -> Any:
    """The deal in which what a column says on a question decides, or why there is none."""
    field = topics()[topic].field
    if isinstance(one.of, Rulebook):
        why = one.of.why(field) if field else None
        here = why is not None and why.status != "absent"
        clause = why.clause if why is not None else one.of.establishes(topic)
        key = value_key(why.value) if why is not None and here else ""
        return act(topic, key, [clause.ref] if clause is not None else [])
    clauses = one.of.on(topic)
    return act(topic, next(iter(_keys(clauses, field)), ""), [clause.ref for clause in clauses])


def _keys(clauses: Iterable[Any], field: str | None) -> list[str]:
    """The answers of clauses to a field, the preferred reading of a doubtful one first."""
    found = []
    for clause in sorted(clauses, key=lambda c: bool(c.of)):
        parts = sorted(clause.readings, key=lambda r: not r.preferred)
        found += [value_key(part.sets[field]) for part in (*parts, clause) if field in part.sets]
    return list(dict.fromkeys(found))


def _clauses(field: str, shown: Iterable[Column]) -> list[tuple[Any, Clause]]:
    """The answers that the texts among the columns give to a field, each with its first clause."""
    found: dict[str, tuple[Any, Clause]] = {}
    for one in shown:
        for clause in one.of.on(field) if field and isinstance(one.of, Witness) else ():
            for sets in (*(r.sets for r in clause.readings), clause.sets):
                if field in sets and not clause.of:
                    found.setdefault(value_key(sets[field]), (sets[field], clause))
    return list(found.values())


def _books(shown: Iterable[Column]) -> list[Rulebook]:
    return [one.of for one in shown if isinstance(one.of, Rulebook)]


# -- what is opened below --------------------------------------------------------------------------------------------


def opened_act(key: str, found: Act) -> State:
    """A deal, as a stepper that needs no Python, at the step where the clause decides."""
    cites = Cites()
    state = stepper_state(found.position, found.book, None, cites)
    note = " ".join(filter(None, [topics()[found.topic].title if found.topic in topics() else "", found.note]))
    return {
        "kind": "opened", "key": key, "view": "stepper", "state": state, "cites": cites.all,
        "terms": terms_for(found.book), "at": min(found.at, len(state["frames"]) - 1),
        "title": phrase("deciding.title", title=found.title), "note": note, "code": found.code,
    }  # fmt: skip


def opened_comparison(key: str, made: Comparison, found: Act) -> State:
    """The same deal under several books, side by side; nothing in it needs Python."""
    cites = Cites()
    state = compare_state(made, cites, found.mode)
    state |= {"add": [], "flips": [], "tools": []}
    state["books"] = [book | {"drop": False} for book in state["books"]]
    state["modes"] = [mode for mode in state["modes"] if mode["id"] in state["tables"]]
    first = made.first(found.mode)
    return {
        "kind": "opened", "key": key, "view": "compare", "state": state, "cites": cites.all,
        "terms": terms_for(found.book), "at": 0, "title": made.title, "note": str(first) if first is not None else "",
        "code": found.code,
    }  # fmt: skip
