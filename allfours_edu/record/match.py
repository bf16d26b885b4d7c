"""A match written down: its deals as records, one a line."""

from __future__ import annotations

from collections.abc import Iterable

from ..engine import next_table
from ..sources import Rulebook
from .core import MOST_BYTES, Record, RecordError

MOST_DEALS = 500


def write_match(records: Iterable[Record]) -> str:
    """The records of a match as JSON, one a line."""
    return "".join(record.to_json() + "\n" for record in records)


def read_match(text: str, book: Rulebook | None = None) -> tuple[Record, ...]:
    """The records of a match, each checked, and each deal following from the one before.

    Raises :class:`RecordError`.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_DEALS or len(text) > MOST_BYTES * 20:
        raise RecordError(f"this is too long for a match; at most {MOST_DEALS} deals")
    found: list[Record] = []
    for n, line in enumerate(lines, 1):
        try:
            record = Record.from_json(line, book)
        except RecordError as error:
            raise RecordError(f"deal {n}: {error}") from None
        if found:
            _check_follows(found[-1], record, n)
        found.append(record)
    return tuple(found)


def _check_follows(before: Record, after: Record, n: int) -> None:
    if not before.end.over:
        raise RecordError(f"deal {n}: the deal before it is not finished, so none can follow")
    table = next_table(before.end)
    if table is None:
        raise RecordError(f"deal {n}: the match was won in the deal before, so none can follow")
    if (table.players, table.scores) != (after.players, after.scores):
        raise RecordError(
            f"deal {n}: expected {', '.join(table.players)} with scores {table.scores}, as the deal before left them; "
            f"found {', '.join(after.players)} with {after.scores}"
        )
