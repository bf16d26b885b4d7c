"""The page of a rule book as a widget: what ``af.rulebook("trinidad")`` shows.

A :class:`~allfours_edu.sources.Rulebook` knows nothing about widgets; it is shown by whatever
:func:`~allfours_edu.sources.show_with` was told, and the front door tells it :func:`bundle`.
"""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import Any

from ..rules import FIELDS, GROUPS
from ..sources import Rulebook, RulebookError, load_rulebook, topics
from ..teach.bookpage import BookPage, Choice, Rule, book_page, phase_name, value_key, values_of
from ..teach.glossary import terms_for
from ..teach.strings import catalogue, phrase, t
from . import static
from .art import ART
from .base import AllFoursWidget, replace_older

State = dict[str, Any]


class RulebookWidget(AllFoursWidget):
    """The page of one book. Options are switched in the browser; ``book`` is the book as it was given."""

    _esm, _css = static.esm(texts=True), static.css(texts=True)

    def __init__(self, book: Rulebook | str, **traits: Any) -> None:
        self.page = book_page(book)
        self.book = self.page.book
        super().__init__("rulebook", self.book, **traits)
        self.show(rulebook_state(self.page))

    def handle(self, message: dict[str, Any]) -> bool | None:
        """The only thing that needs Python: the texts on a question, opened under the page."""
        from .texts import opened_texts

        topic = message["arg"] if message["kind"] == "command" and message["name"] == "texts" else None
        if isinstance(topic, str) and topic in topics():
            self.send(opened_texts(topic))
            return None
        self.refuse(t("message.bad_message"))
        return None

    def picture(self) -> str:
        return ""

    def as_text(self) -> str:
        return self.page.as_text()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return with_table(super()._repr_mimebundle_(**kwargs), self.page.as_html())


def with_table(made: Any, html: str) -> Any:
    """A widget's bundle with a real table for a picture: it can be read, searched and copied where no widget runs."""
    if made is None:
        return None
    data, meta = made
    return {**data, "text/html": html}, meta


def bundle(book: Rulebook, **kwargs: Any) -> Any:
    """What a rule book shows of itself in a notebook."""
    made = RulebookWidget(book)
    replace_older(made, f"rulebook {book.id}")
    return made._repr_mimebundle_(**kwargs)


def rulebook_html(book: Rulebook | str) -> str:
    """The page as one file: it works without Python and prints as one sheet."""
    page = book_page(book)
    return static.page(page.title, "rulebook", rulebook_state(page), art=ART, terms=terms_for(page.book))


# -- the state -------------------------------------------------------------------------------------------------------


def rulebook_state(book: Rulebook | str | BookPage, *, still: bool = False) -> State:
    """The state of the page. ``still`` says that no Python stands behind it."""
    page = book if isinstance(book, BookPage) else book_page(book)
    shown = page.book
    return {
        "rev": 1,
        "title": page.title,
        "lead": "" if shown.kind == "reported" else page.kind,
        "text": page.as_text(),
        "still": still,
        "book": {
            "id": shown.id, "short": shown.short, "date": shown.date, "kind": shown.kind,
            "weak": page.kind if shown.kind == "reported" else "", "note": shown.note,
            "house": list(shown.house), "shipped": is_shipped(shown),
        },
        "known": page.known,
        "marks": marks(),
        "phases": [
            {
                "id": phase, "title": t(f"bookpage.phase_{phase}"),
                "rules": [_rule(page.line(page.plain, rule.field)) for rule in rules],
            }
            for phase, rules in page.phases
        ],
        "absent": [{"text": a.text, "why": a.why, "ref": a.ref} for a in page.absences],
        "options": [_choice(choice) for choice in page.choices],
        "active": [name for name in shown.active if name not in page.plain.active],
        "others": [_other(other) for other in page.others],
        "against": page.against.id,
        "groups": [g for g in GROUPS if getattr(shown.rules, g) is not None],
        "group_of": dict(FIELDS),
        "group_names": {group: phase_name(group) for group in GROUPS},
        "values": values_in_words(),
        "footer": {"book": page.title},
    }  # fmt: skip


def is_shipped(book: Rulebook) -> bool:
    """Is it the book of that id that comes with the package, changed or not?"""
    try:
        return load_rulebook(book.id).title == book.title
    except RulebookError:
        return False


def _rule(rule: Rule) -> State:
    return {name: value for name, value in asdict(rule).items() if value and name != "phase"}


def _choice(choice: Choice) -> State:
    made: State = {"id": choice.id, "says": choice.says, "rules": [_rule(rule) for rule in choice.rules]}
    kept = {"authority": choice.authority, "reason": choice.reason, "ref": choice.ref, "fixed": choice.fixed}
    return made | {name: value for name, value in kept.items() if value}


def _other(book: Rulebook) -> State:
    groups = [group for group in GROUPS if getattr(book.rules, group) is not None]
    return {"id": book.id, "short": book.short, "values": values_of(book), "groups": groups}


def marks() -> State:
    """How we know a thing: sign, word and sentence by status."""
    texts = catalogue()["mark_text"]
    return {
        status: {"sign": sign, "word": phrase(f"status.{status}"), "text": texts.get(status, "")}
        for status, sign in catalogue()["mark"].items()
    }


@cache
def values_in_words() -> dict[str, dict[str, str]]:
    """Every value some book or text gives a field, in a learner's words."""
    from ..teach.deciding import attested

    return {
        field: {value_key(value): topics()[field].says(value) for value in attested(field)}
        for field in FIELDS
        if field in topics()
    }
