"""The texts side by side: what ``af.texts("begging")`` shows. Every question is in the browser already."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from ..sources import Clause, Witness, find_clause, load_rulebook, rulebooks, topics
from ..teach.bookpage import book_page, value_key
from ..teach.deciding import Deciding, deals_deciding
from ..teach.glossary import terms_for
from ..teach.strings import catalogue, phrase, t
from ..teach.textgrid import PHASES, UNRECORDED, Played, TextGrid, age, apparatus, by_age, cells_on, subjects, text_grid
from . import static
from .art import ART
from .base import AllFoursWidget, replace_older
from .cites import Cites
from .owntext import may_be_attached, own_passage, own_witnesses
from .rulebook import marks, rulebook_state, values_in_words, with_table
from .stepper import stepper_state

State = dict[str, Any]


class TextsWidget(AllFoursWidget):
    """The grid. Python is asked only for a deal or the page of a book, opened below it."""

    _esm, _css = static.esm(texts=True), static.css(texts=True)

    def __init__(self, wanted: str | Iterable[str] | None = None, **traits: Any) -> None:
        self.grid = text_grid(wanted)
        super().__init__("texts", None, **traits)
        self.show(texts_state(self.grid))

    def handle(self, message: dict[str, Any]) -> bool | None:
        answer = _answer(message["name"], message["arg"]) if message["kind"] == "command" else None
        if answer is None:
            self.refuse(t("message.bad_message"))
        else:
            self.send(answer)
        return None

    def picture(self) -> str:
        return ""

    def as_text(self) -> str:
        return self.grid.as_text()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return with_table(super()._repr_mimebundle_(**kwargs), self.grid.as_html())


def _answer(name: str, arg: object) -> State | None:
    """What the browser asked for: the page of a book, a deal, a passage of the reader's own copy."""
    if not isinstance(arg, str):
        return None
    if name == "page":
        return opened_page(arg) if arg in rulebooks() else None
    if name == "own":
        return own_passage(arg)
    deal = deal_named(arg) if name == "deal" else None
    return opened_deal(deal) if deal is not None else None


def texts(topic: str | Iterable[str] | None = None) -> TextsWidget:
    """What each text says on a question, side by side: ``af.texts("tie")``, ``af.texts("begging")``.

    ``topic`` is a question by its id, a subject ("begging", "the play"), words of a question, or a list of them;
    without one, a list of all questions is shown to choose from.
    Raises :class:`~allfours_edu.sources.RulebookError` with a suggestion.
    """
    made = TextsWidget(topic)
    replace_older(made, f"texts {topic!r:.80}")
    return made


def texts_html(topic: str | Iterable[str] | None = None) -> str:
    """The grid as one file: it works without Python; the deals of the questions shown are in it."""
    grid = text_grid(topic)
    state = texts_state(grid, still=True)
    deals = [deal for shown in grid.shown for deal in deals_deciding(shown.field or "")]
    state["opened"] = {f"deal {deal.id}": opened_deal(deal) for deal in deals[:3]}
    return static.page(grid.title, "texts", state, art=ART, terms=terms_for(None))


# -- what is opened below --------------------------------------------------------------------------------------------


def deal_named(id: str) -> Deciding | None:
    """A deal by the id that the browser was given."""
    field = id.rpartition(".")[2]
    return next((deal for deal in deals_deciding(field) if deal.id == id), None)


def opened_deal(deal: Deciding) -> State:
    """A deal in which a rule decides, as a stepper that needs no Python, standing where it decides."""
    book, cites = deal.rulebook(), Cites()
    state = stepper_state(deal.position(), book, None, cites)
    return {
        "kind": "opened", "key": f"deal {deal.id}", "view": "stepper", "state": state, "cites": cites.all,
        "terms": terms_for(book), "at": _where_it_decides(deal, state["frames"], cites),
        "title": phrase("deciding.title", title=deal.title), "note": f"{topics()[deal.field].title} {deal.told()}",
        "code": _compared(deal),
    }  # fmt: skip


def _compared(deal: Deciding) -> str:
    """The line of code that sets both answers side by side."""
    named = book_page(deal.rulebook()).code_line()
    return f'af.compare("{deal.book}", {named}.replace({deal.field}={deal.value()!r}), scenario="{deal.scenario[:5]}")'


def _where_it_decides(deal: Deciding, frames: list[State], cites: Cites) -> int:
    """The step that cites the field: the card that may not be played, else the award."""
    if deal.how == "lawful":
        laid = deal.unlawful().after + 1
        plays = [n for n, frame in enumerate(frames) if frame["phase"] == "play" and frame.get("trick")]
        return plays[min(laid, len(plays)) - 1] if plays else 0
    cited = [n for n, f in enumerate(frames) if any(cites.all[c].get("rule") == deal.field for c in f["cites"])]
    return next((n for n in cited if frames[n]["phase"] == "score"), cited[-1] if cited else len(frames) - 1)


def opened_page(id: str) -> State:
    """The page of a rule book, below the texts."""
    book = load_rulebook(id)
    return {
        "kind": "opened", "key": f"page {id}", "view": "rulebook", "state": rulebook_state(book, still=True),
        "cites": {}, "terms": terms_for(book), "at": 0, "title": book.title, "note": "",
        "code": f'af.rulebook("{id}")',
    }  # fmt: skip


def opened_texts(topic: str) -> State:
    """The texts on one question, below the page of a book."""
    return {
        "kind": "opened", "key": f"texts {topic}", "view": "texts",
        "state": texts_state(text_grid(topic), still=True, only=(topic,)), "cites": {}, "terms": {}, "at": 0,
        "title": topics()[topic].title, "note": "", "code": f'af.texts("{topic}")',
    }  # fmt: skip


# -- the state -------------------------------------------------------------------------------------------------------


def texts_state(grid: TextGrid, *, still: bool = False, only: tuple[str, ...] = ()) -> State:
    """The state of the grid. It holds every topic, or only some; ``still`` says that no Python stands behind it."""
    return {
        **(_library() if not only else _library_of(only)),
        "rev": 1,
        "title": grid.title,
        "lead": "" if grid.shown else t("texts.lead_picker"),
        "text": grid.as_text(),
        "still": still,
        "own": [] if still else own_witnesses(),
        "shown": [topic.id for topic in grid.shown],
        "footer": {"note": t("texts.edition")},
    }


@cache
def _library() -> State:
    return _library_of(tuple(topics()))


def _library_of(ids: tuple[str, ...]) -> State:
    cells = {id: {c.witness.id: [c.status, *(k.ref for k in c.clauses)] for c in cells_on(id)} for id in ids}
    refs = dict.fromkeys(ref for row in cells.values() for _, *found in row.values() for ref in found)
    played = {id: TextGrid("", ()).played(id) for id in ids}
    refs |= dict.fromkeys(one.ref for row in played.values() for one in row if one.ref)
    wanted = set(ids)
    return {
        "marks": marks(),
        "certainty": dict(catalogue()["certainty"]),
        "phases": [
            {
                "id": phase, "title": t(f"bookpage.phase_{phase}"),
                "topics": [id for id in ids if topics()[id].phase == phase],
            }
            for phase in PHASES
        ],
        "subjects": [
            {"id": s.id, "title": s.title, "topics": list(s.topics)} for s in subjects() if wanted.issuperset(s.topics)
        ],
        "topics": {id: _topic(id) for id in ids},
        "witnesses": [witness_state(witness) for witness in by_age()],
        "clauses": {ref: clause_state(find_clause(ref)) for ref in refs},
        "cells": {id: {w: c for w, c in row.items() if c != [UNRECORDED]} for id, row in cells.items()},
        "apparatus": {
            id: [[s.key, [[v.witness, int(v.doubt), v.of] for v in s.voices]] for s in apparatus(id)] for id in ids
        },
        "values": values_in_words(),
        "games": {key[3:]: word for key, word in catalogue()["texts"].items() if key.startswith("of_")},
        "books": [{"id": book.id, "short": book.short} for book in map(load_rulebook, rulebooks())],
        "plays": {id: [_played(one) for one in row] for id, row in played.items()},
        "deals": {
            field: [{"id": deal.id, "title": deal.title} for deal in deals_deciding(field)]
            for field in (topics()[id].field for id in ids)
            if field and deals_deciding(field)
        },
    }  # fmt: skip


def _topic(id: str) -> State:
    topic = topics()[id]
    return filled_in({"title": topic.title, "field": topic.field, "note": topic.note})


def witness_state(witness: Witness) -> State:
    return filled_in({
        "id": witness.id, "siglum": witness.siglum, "title": witness.title, "author": witness.author,
        "place": witness.place, "seen": witness.seen, "seen_word": phrase(f"seen.{witness.seen}"), "age": age(witness),
        "printing": witness.dates.printing, "carrier": witness.dates.carrier, "caution": witness.caution,
        "rights": witness.rights, "versions": [f"{v.date}: {v.note}" for v in witness.versions],
        "free": may_be_attached(witness.id),
    })  # fmt: skip


def clause_state(clause: Clause) -> State:
    return filled_in({
        "kind": clause.kind, "of": clause.of, "locator": clause.locator, "status": clause.status,
        "digest": clause.digest, "sets": _sets(clause.sets), "caution": clause.caution,
        "readings": [
            filled_in({"id": r.id, "says": r.says, "certainty": r.certainty, "argument": r.argument,
                     "register": r.register, "sets": _sets(r.sets), "preferred": r.preferred})
            for r in clause.readings
        ],
    })  # fmt: skip


def _sets(sets: Any) -> list[list[str]]:
    return [[field, value_key(value)] for field, value in sets.items()]


def _played(one: Played) -> State:
    text = "" if one.key else one.value
    return filled_in({
        "key": one.key, "text": text, "status": one.status, "why": one.why, "ref": one.ref, "reading": one.reading,
    })  # fmt: skip


def filled_in(state: State) -> State:
    return {name: value for name, value in state.items() if value}
