"""Rows as a table of pandas where there is pandas, as they are where there is none."""

from __future__ import annotations

from typing import Any


def table(rows: list[dict[str, Any]], index: str | None = None) -> Any:
    """A ``DataFrame`` whose texts a notebook shows whole; without pandas, the rows themselves.

    ``index`` names the column by which a row is found.

    >>> found = table([{"id": "ex-08", "says": "The bidder goes out first. " * 3}], index="id")
    >>> found.loc["ex-08", "says"].count("bidder"), "..." in found._repr_html_()
    (3, False)
    """
    try:
        from .frames import Readable
    except ImportError:
        return rows
    frame = Readable(rows)
    return frame.set_index(index) if index is not None else frame
