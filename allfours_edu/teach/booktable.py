"""All rule books in one table, read off the books themselves: nothing in it is written by hand.

>>> row = next(row for row in book_rows() if row.id == "cassell-1881")
>>> row.target, row.low_to, row.tie, row.options[:3]
(11, 'holder', 'non-dealer', ('nine', 'modern_method', 'keep_all'))
>>> row.explicit + row.reported + row.implied + row.supplied + row.contradictory == len(load_rulebook(row.id).sources)
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from ..sources import Rulebook, load_rulebook, rulebooks
from .strings import phrase

SECOND_HAND = ("reported", "translated")  # one column: the words were not seen, or not in their own language
_IN_PRINT = (
    "title", "date", "players", "target", "trump_from", "follow", "low_to", "tie",
    "explicit", "reported", "implied", "supplied", "contradictory",
)  # fmt: skip
SAME_AT_TWO = {"eldest_of_tied": "non_dealer", "eldest": "non_dealer"}  # with two players the eldest is the non-dealer


@dataclass(frozen=True, slots=True)
class BookRow:
    """One rule book at a glance; the five numbers count its rules by how we know them."""

    id: str
    title: str
    date: str
    year: int | None
    players: str
    target: int | None
    trump_from: str
    follow: str
    low_to: str
    tie: str
    explicit: int
    reported: int
    implied: int
    supplied: int
    contradictory: int
    options: tuple[str, ...]


def book_row(book: Rulebook | str | Path) -> BookRow:
    """The row of one book, with the options chosen and the house rules it has."""
    book = load_rulebook(book)
    rules = book.rules
    chips = Counter(book.why(name).chip for name, _ in rules.values())
    return BookRow(
        id=book.id,
        title=book.title,
        date=book.date,
        year=book.year,
        players=", ".join(str(n) for n in rules.players),
        target=rules.target if rules.score else None,  # a pool is played for as long as one likes
        trump_from=_short("trump_from", rules.trump_from),
        follow=_short("follow", rules.follow),
        low_to=_short("low_to", rules.low_to),
        tie=_short("tie", SAME_AT_TWO.get(rules.tie, rules.tie) if rules.score else None),
        explicit=chips["explicit"],
        reported=sum(chips[chip] for chip in SECOND_HAND),
        implied=chips["implied"],
        supplied=chips["supplied"] + chips["house"],  # a house rule is what the table supplies
        contradictory=chips["contradictory"],
        options=tuple(book.options),
    )


def book_rows(*books: Rulebook | str | Path) -> tuple[BookRow, ...]:
    """A row for each book named; without names, for every book of the package."""
    return tuple(book_row(book) for book in books or rulebooks())


def books(*chosen: Rulebook | str | Path) -> Any:
    """The rule books as a table: what they play, and how we know it.

    A pandas ``DataFrame`` with the id of the book as its index; without pandas, a list with a dict for each book.

    >>> int(books("trinidad").loc["trinidad", "target"])
    14
    """
    lines = [_spelled(row) for row in book_rows(*chosen)]
    try:
        import pandas
    except ImportError:
        return lines
    return pandas.DataFrame(lines).set_index(phrase("books.book"))


def markdown() -> str:
    """The table of all books as Markdown, for the page ``sources/BOOKS.md`` (written by ``tools/books.py``).

    >>> next(line for line in markdown().splitlines() if "trinidad" in line)[:33]
    '| `trinidad` | Trinidad All Fours'
    """
    heads = [phrase("books.book"), *(phrase(f"books.{name}") for name in _IN_PRINT)]
    lines = [phrase("books.page_head"), "", phrase("books.page_lead"), "", _line(heads), "|" + "---|" * len(heads)]
    for row in book_rows():
        line = _spelled(row)
        cells = [str(line[phrase(f"books.{name}")]) for name in _IN_PRINT]
        lines.append(_line([f"`{row.id}`", *cells]))
    return "\n".join(lines) + "\n"


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


def _spelled(row: BookRow) -> dict[str, Any]:
    """A row under the headings a reader sees, without a gap."""
    line = asdict(row) | {
        "target": phrase("books.absent") if row.target is None else row.target,
        "options": ", ".join(row.options) or phrase("books.no_options"),
    }
    shown = [field.name for field in fields(row) if field.name not in ("id", "year")]  # the date says the year
    return {phrase("books.book"): row.id} | {phrase(f"books.{name}"): line[name] for name in shown}


def _short(name: str, value: str | None) -> str:
    """The value of a rule in a word or three."""
    return phrase("books.absent" if value is None else f"books.{name}_{value}")
