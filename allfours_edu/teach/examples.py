"""The worked examples of the texts, each laid out as a deal: where it stands, and what to type to see it.

>>> row = example_rows()[7]
>>> row.id, row.title, row.place
('ex-08', 'Seven players, and the sale to B', 'Foster 1897, AUCTION PITCH, Scoring ¶2')
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from typing import Any

from ..sources import Witness, find_clause, load_witness
from .scenario import Scenario, load_scenario, scenarios
from .strings import listed, t
from .tables import table


@dataclass(frozen=True, slots=True)
class ExampleRow:
    """One example: the number to open it by, what it shows, the book it is played by, the place of its text."""

    id: str
    title: str
    point: str
    book: str
    place: str


def examples() -> Any:
    """The worked examples of the texts as a table; ``af.step("ex-08")`` opens one, ``af.play("ex-08")`` asks first.

    A pandas ``DataFrame`` with the number of the example as its index; without pandas, a list with a dict for each.

    >>> examples().loc["ex-09", "book"]
    'foster-sell + bid_full_value'
    """
    return table([asdict(row) for row in example_rows()], index="id")


def example_rows() -> tuple[ExampleRow, ...]:
    """A row for each example, in the order of their numbers."""
    found = (load_scenario(id) for id in scenarios())
    return tuple(
        ExampleRow(number(one), one.title, one.point, one.books[0], place(one.source[0])) for one in found if one.source
    )


def number(scenario: Scenario) -> str:
    """What opens it: "ex-08"."""
    return "-".join(scenario.id.split("-")[:2])


def place(ref: str) -> str:
    """Witness and locator of a clause."""
    clause = find_clause(ref)
    return t("example.place", text=_named(load_witness(clause.witness)), locator=clause.locator)


def _named(witness: Witness) -> str:
    """A text by its author and year where they are known, else by its title."""
    if re.fullmatch(r"[A-Z][\w. ]+", witness.author) and witness.dates.text.not_before:
        return f"{witness.author.split()[-1]} {witness.dates.text.not_before}"
    return witness.title.partition(":")[0]


def places_of(scenario: Scenario) -> str:
    """Where an example stands, as a sentence: each text once, at its first place."""
    first = {ref.partition("#")[0]: ref for ref in reversed(scenario.source)}
    refs = [ref for ref in scenario.source if ref in first.values()]
    return t("example.stands", places=listed(place(ref) for ref in refs))
