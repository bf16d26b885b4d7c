"""Text reuse as a table: which passages of one text stand in another, by their fingerprints.

>>> rows = reuse_rows("squareman-1916", "cassell-1881", by="witness")
>>> rows[0]["parallel_a"] > 12, rows[0]["a"]
(True, 'squareman-1916')
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Literal

from ..anchors.reuse import LEAST_SHARED, kinships, pairs
from ..asking import held
from ..errors import PlainValueError
from ..sources import load_witness

By = Literal["clause", "witness"]


def reuse_rows(*chosen: str, by: By = "clause", least: int = LEAST_SHARED) -> list[dict[str, Any]]:
    """The rows of :func:`reuse` as plain data."""
    held(reuse_rows, locals())
    if by not in ("clause", "witness"):
        raise PlainValueError(f"by is 'clause' or 'witness', not {by!r}")
    if least < 1:
        raise PlainValueError(f"least is a number of common trigrams, 1 or more, not {least}.")
    for name in chosen:
        load_witness(name)
    return [asdict(row) for row in (pairs if by == "clause" else kinships)(*chosen, least=least)]


def reuse(*chosen: str, by: By = "clause", least: int = LEAST_SHARED) -> Any:
    """Which passages stand in more than one text: ``af.reuse("squareman-1916", "cassell-1881")``.

    Parameters
    ----------
    chosen : texts by their ids. One: its parallels in all others; several: those among them; none: all.
    by : "clause" for a row a pair of clauses, "witness" for a row a pair of texts.
    least : so many kept trigrams (three words in a row) must be common.

    A pandas ``DataFrame`` (without pandas, a list of dicts). By clause: the two clauses ``a`` and ``b`` with their
    topics; ``shared`` kept trigrams; ``alike``, the estimated common share of all trigrams of both; ``contained``, that
    of the shorter passage; ``sampled``, whether they are estimates. By witness: how many anchored clauses of each have
    a parallel in the other (``contained`` at least 0.3), how many pairs agree word for word, and how close they are.
    Likeness shows kinship, not its direction. Texts in old spelling cannot be compared with the others.
    Raises :class:`~allfours_edu.sources.RulebookError` for a text nobody knows.

    >>> table = reuse("squareman-1916", "cassell-1881")
    >>> game = table[table.topic_a.eq("game") & table.topic_b.eq("game")]  # the hole between parallels: a garbled rule
    >>> float(game.contained.iloc[0])
    0.218
    """
    rows = reuse_rows(*chosen, by=by, least=least)
    try:
        import pandas
    except ImportError:
        return rows
    return pandas.DataFrame(rows)
