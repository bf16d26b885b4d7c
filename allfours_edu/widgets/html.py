"""A played deal as one file: it steps without Python, prints, and works from a memory stick."""

from __future__ import annotations

from ..engine import Position
from ..record import Record
from ..sources import Rulebook, load_rulebook
from ..teach.glossary import terms_for
from ..teach.strings import plain
from . import static
from .art import ART
from .cites import Cites
from .stepper import stepper_state


def record_html(record: Record, *, seat: str | None = None, four_colour: bool = False) -> str:
    """The page of a record. Nothing in it is fetched from anywhere."""
    return position_html(record.end, record.book, seat=seat, code=record.code or "", four_colour=four_colour)


def position_html(
    position: Position, book: Rulebook | str, *, seat: str | None = None, code: str = "", four_colour: bool = False
) -> str:
    """The page of a deal as far as it was played."""
    book = load_rulebook(book)
    cites = Cites()
    state = stepper_state(position, book, seat, cites, code=code)
    return static.page(
        plain(state["title"]),
        "stepper",
        state,
        art=ART,
        cites=cites.all,
        terms=terms_for(book),
        four_colour=four_colour,
    )
