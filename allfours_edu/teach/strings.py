"""The one catalogue of every string a reader sees on the Python side, and the words each rule book has for things.

The sentences stand in ``strings.toml`` beside this file. A sentence may hold

* ``{name}``: a fact, given to :func:`t` by that name;
* ``{name:take|takes}``: the first form where the fact is 1, "you" or several people, else the second;
* ``{@jack}``, ``{@Jack}``: the book's own word ("knave"), small or with a capital;
* the marks of rich text, which survive: ``**bold**``, ``[[term]]``, ``[[term|as it stands here]]``.

>>> t("play.lead", who=Who("West"), card="{KS}")
'West leads {KS}.'
>>> t("play.lead", who=YOU, card="{KS}")
'You lead {KS}.'
>>> term("jack"), term("jack", "cassell-all-fives")
('Jack', 'knave')
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from ..cards import SUIT_NAMES, Card, card
from ..sources import Rulebook, load_rulebook

_HOLE = re.compile(r"\{(@?)(\w+)(?::([^{}|]*)\|([^{}|]*))?\}")
_MARK = re.compile(r"\*\*(.+?)\*\*|\[\[([^\]|]+)(?:\|([^\]]+))?\]\]|\{(JOKER|[2-9TJQKA][SHDC])\}")


class Who(str):
    """A name in a sentence. ``many`` chooses the form of the verb: "you take", "West and East take", "North takes"."""

    many: bool

    def __new__(cls, name: str, many: bool = False) -> Who:
        new = super().__new__(cls, name)
        new.many = many
        return new


YOU = Who("you", many=True)


@cache
def catalogue() -> dict[str, Any]:
    """All strings, by section."""
    return tomllib.loads((Path(__file__).parent / "strings.toml").read_text("utf-8"))


def t(key: str, book: Rulebook | str | None = None, **facts: Any) -> str:
    """The sentence ``key`` ("section.name") with its facts filled in. It begins with a capital.

    Raises :class:`KeyError` for a sentence or a fact that is missing: better in a test than before a reader.
    """
    return capital(phrase(key, book, **facts))


def phrase(key: str, book: Rulebook | str | None = None, **facts: Any) -> str:
    """As :func:`t`, but as it stands: a part of a sentence."""
    section, _, name = key.partition(".")
    return filled(catalogue()[section][name], book, **facts)


def filled(template: str, book: Rulebook | str | None = None, **facts: Any) -> str:
    """A template that stands elsewhere (in the file of an exercise), with its facts filled in.

    >>> filled("{who} {who:take|takes} the {@jack}.", who=YOU)
    'you take the Jack.'
    """

    def fill(hole: re.Match[str]) -> str:
        at, name, one, other = hole.groups()
        if at:
            word = term(name.lower(), book)
            return capital(word) if name[:1].isupper() else word
        fact = facts[name]
        if one is None:
            return str(fact)
        return one if fact == 1 or getattr(fact, "many", False) else other

    return _HOLE.sub(fill, template)


def has(key: str) -> bool:
    """Is there a sentence of that name?"""
    section, _, name = key.partition(".")
    return name in catalogue().get(section, {})


def term(word: str, book: Rulebook | str | None = None) -> str:
    """The word the book has for a thing; else the usual one.

    >>> term("eldest", "trinidad"), term("eldest")
    ("player on the dealer's right", 'eldest hand')
    """
    if book is not None:
        terms = load_rulebook(book).terms
        if word in terms:
            return terms[word]
    usual: dict[str, str] = catalogue()["terms"]
    return usual.get(word, word)


def capital(text: str) -> str:
    """The text with a capital letter, past any marks that stand before it.

    >>> capital("**you** win"), capital("{QS} is led")
    ('**You** win', '{QS} is led')
    """
    for n, letter in enumerate(text):
        if letter.isalpha():
            return text if letter.isupper() else text[:n] + letter.upper() + text[n + 1 :]
        if letter == "{":
            return text
    return text


# -- rich text -------------------------------------------------------------------------------------------------------


def show(what: Card | str) -> str:
    """A card as a mark of rich text: it is drawn in the sentence and spoken by name.

    >>> show("QS")
    '{QS}'
    """
    return f"{{{card(what).text}}}"


def show_all(many: Iterable[Card | str]) -> str:
    """Several cards, as marks.

    >>> show_all(["QS", "2D"])
    '{QS} and {2D}'
    """
    return listed(show(c) for c in many)


def spoken_card(what: Card | str, book: Rulebook | str | None = None) -> str:
    """A card by name, in the book's words.

    >>> spoken_card("JH"), spoken_card("JH", "cassell-all-fives")
    ('jack of hearts', 'knave of hearts')
    """
    found = card(what)
    name = found.name
    return name.replace("jack", term("jack", book).lower()) if found.rank == "J" else name


def plain(text: str, book: Rulebook | str | None = None) -> str:
    """Rich text as plain words, to be spoken or printed.

    >>> plain("**You** [[hang|hanged]] the {JS}.")
    'You hanged the jack of spades.'
    >>> plain("{QS} and {2D} fall.")
    'Queen of spades and two of diamonds fall.'
    """

    def flat(mark: re.Match[str]) -> str:
        bold, key, shown, which = mark.groups()
        if bold:
            return plain(bold, book)
        said = spoken_card(which, book) if which else shown or term(key.lower(), book)
        return capital(said) if not text[: mark.start()].strip() or text[: mark.start()].endswith(". ") else said

    return _MARK.sub(flat, text)


def signs(text: str, book: Rulebook | str | None = None) -> str:
    """Rich text for a terminal: cards as J♥, marks taken away.

    >>> signs("**West** leads {TH}.")
    'West leads 10♥.'
    """
    return plain(re.sub(r"\{(JOKER|[2-9TJQKA][SHDC])\}", lambda m: str(card(m[1])), text), book)


def suit_name(suit: str) -> str:
    """The name of a suit, in the plural.

    >>> suit_name("H")
    'hearts'
    """
    return SUIT_NAMES[suit]


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words as a list in a sentence.

    >>> listed(["hearts", "clubs", "spades"])
    'hearts, clubs and spades'
    """
    found = list(words)
    return f"{', '.join(found[:-1])} {last} {found[-1]}" if len(found) > 1 else "".join(found)


def number(n: int) -> str:
    """Small numbers as words.

    >>> number(3), number(14)
    ('three', '14')
    """
    names = catalogue()["numbers"]["names"]
    return str(names[n]) if 0 <= n < len(names) else str(n)
