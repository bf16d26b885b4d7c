"""What the words mean, each in the word of the book that is played.

>>> print(glossary("trump"))
trump: The suit that beats every other suit in this deal. Which suit it is changes from deal to deal.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from html import escape
from pathlib import Path

from ..asking import held
from ..errors import Plain
from ..sources import Rulebook, load_rulebook
from .strings import plain, t, term


class GlossaryError(Plain, KeyError):
    """A word that is not in the glossary; the message says which ones come near."""

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True)
class Entry:
    """One word: its key, the word as this book has it, and what it means."""

    key: str
    word: str
    text: str
    also: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.word}: {plain(self.text)}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f"<p><strong>{escape(self.word)}</strong>: {escape(plain(self.text))}</p>"


class Glossary(tuple[Entry, ...]):
    """All words, in alphabetical order."""

    __slots__ = ()

    def __str__(self) -> str:
        return "\n".join(map(str, self))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = "".join(f"<dt><strong>{escape(e.word)}</strong></dt><dd>{escape(plain(e.text))}</dd>" for e in self)
        return f"<dl>{rows}</dl>"


@cache
def _data() -> dict[str, dict[str, object]]:
    return tomllib.loads((Path(__file__).parent / "glossary.toml").read_text("utf-8"))


def entry(key: str, book: Rulebook | None = None) -> Entry:
    """One word by its key."""
    body = _data()[key]
    usual = str(body.get("word", key))
    word = term(str(body.get("term", key.lower())), book)
    if book is None or (word == key.lower() and usual != word) or word == term(str(body.get("term", key.lower()))):
        word = usual
    texts = body.get("books", {})
    text = texts.get(book.id) if isinstance(texts, dict) and book is not None else None
    also = body.get("also", ())
    return Entry(key, word, str(text or body["text"]), tuple(map(str, also if isinstance(also, list) else ())))


def glossary(word: str | None = None, book: Rulebook | str | None = None) -> Entry | Glossary:
    """What a word means; without one, all words. ``book`` gives them in that book's language.

    Raises :class:`GlossaryError` for a word that is not there.
    """
    held(glossary, locals())
    found = load_rulebook(book) if book is not None else None
    entries = [entry(key, found) for key in _data()]
    if word is None:
        return Glossary(sorted(entries, key=lambda e: e.word.lower()))
    wanted = word.strip().lower()
    for e in entries:
        if wanted in (e.key.lower(), e.word.lower(), *(a.lower() for a in e.also)):
            return e
    names = {n.lower(): e.word for e in entries for n in (e.key, e.word, *e.also)}
    near = list(dict.fromkeys(names[n] for n in get_close_matches(wanted, names, 3, 0.5)))
    raise GlossaryError(
        t("glossary.near", word=word[:40], near=", ".join(near)) if near else t("glossary.none", word=word[:40])
    )


def terms_for(book: Rulebook | None = None) -> dict[str, dict[str, str]]:
    """All words for the popovers of a widget."""
    return {key: {"word": (e := entry(key, book)).word, "text": e.text} for key in _data()}
