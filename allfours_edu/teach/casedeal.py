"""The deal in which a worked case matters: the same cards and plays under each of its readings.

>>> from allfours_edu.history import cases
>>> found = case_deal(cases()[0])
>>> found.where
'Cassell 1881, two players, seed 98.'
>>> found.outcomes[0] != found.outcomes[1]
True
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from ..analysis.weight import played_deal
from ..engine import Position, new_table
from ..history import Case
from ..sources import Rulebook, load_rulebook
from .compare import Comparison
from .strings import number, signs, t
from .weights import kept_weights


@dataclass(frozen=True)
class CaseDeal:
    """A deal played out, its books (one for each reading), and what comes of it in words."""

    books: tuple[Rulebook, ...]
    values: tuple[Any, ...]
    position: Position
    where: str
    outcomes: tuple[str, ...]
    first: str
    weight: str
    text: str


@cache
def case_deal(case: Case) -> CaseDeal:
    """The deal that a case names, judged under each of its values, the book's own first."""
    book = load_rulebook(case.book or case.books[0])
    own = getattr(book.rules, case.field)
    values = (own, *(value for value in case.values if value != own))
    books = (book, *(book.replace(**{case.field: value}) for value in values[1:]))
    size = min(book.rules.players)
    scores = list(case.scores) or None
    end = played_deal(new_table(book.rules, size, seed=case.seed, scores=scores), "foster")
    both = Comparison(books, end, case.seed)
    lines = both.to_text().splitlines()
    outcomes = tuple(line.partition(": ")[2] for line in lines[3 : 3 + len(books)])
    seams = [line.removeprefix("--- ") for line in lines if line.startswith("--- ")]
    standing = t("past.case_scores", scores="–".join(map(str, case.scores))) if case.scores else ""
    where = t("past.case_where", title=book.short, n=number(size), seed=case.seed)
    return CaseDeal(
        books,
        values,
        end,
        f"{where} {standing}".strip(),
        outcomes,
        signs(" ".join(seams)),
        _weight(case.field),
        both.to_text(),
    )


def _weight(field: str) -> str:
    """How often another answer to the question changes an award, where it was counted and kept."""
    kept = kept_weights().get(("foster-1897", 2), ())
    heavy = max((w for w in kept if w.field == field and w.policy == "foster"), key=lambda w: w.share, default=None)
    if heavy is None or not heavy.changed:
        return ""
    low, high = (round(100 * x, 1) for x in heavy.interval)
    return t("past.case_weight", low=f"{low:g}", high=f"{high:g}", n=heavy.n)
