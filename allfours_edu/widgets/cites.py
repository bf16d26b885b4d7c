"""Citations by short, stable ids, so that a state names them and the browser is sent each of them once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..engine import Event
from ..rules import FIELDS
from ..sources import Rulebook
from ..teach.citing import Citation, cite_field, cite_topic, why


class Cites:
    """The citations used so far. ``all`` grows and never changes what it has."""

    def __init__(self) -> None:
        self.all: dict[str, dict[str, Any]] = {}
        self._ids: dict[int, tuple[Citation, str]] = {}  # the citation is kept, so that its id() stays its own

    def add(self, many: Iterable[Citation], book: Rulebook) -> list[str]:
        """The ids of some citations; new ones are taken in."""
        return [self._one(cite, book) for cite in many]

    def field(self, name: str, book: Rulebook) -> str:
        """The id of the authority for a rule field."""
        return self._one(cite_field(book, name), book)

    def topic(self, name: str, book: Rulebook) -> list[str]:
        """The id of the clause that establishes a thing, in a list; empty where no text has it."""
        found = cite_topic(book, name)
        return self.add([found], book) if found is not None else []

    def why(self, event: Event, book: Rulebook) -> tuple[str, list[str]]:
        """Why something happened: the text and the ids."""
        text, found = why(event, book)
        return text, self.add(found, book)

    def _one(self, cite: Citation, book: Rulebook) -> str:
        if id(cite) in self._ids:
            return self._ids[id(cite)][1]
        entry: dict[str, Any] = {k: v for k, v in cite.items() if v}
        name = f"{book.code}.{cite.get('rule', '')}"
        if cite.get("rule") not in FIELDS:
            name += ".text"
        tried, n = name, 1
        while tried in self.all and self.all[tried] != entry:
            n += 1
            tried = f"{name}.{n}"
        self.all.setdefault(tried, entry)
        self._ids[id(cite)] = (cite, tried)
        return tried
