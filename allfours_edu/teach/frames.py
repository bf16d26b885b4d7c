"""Tables of words: a pandas ``DataFrame`` as any other, but a notebook shows its sentences whole, and from the left.

pandas cuts a text after fifty characters and sets it flush right, which suits numbers and nobody else. Imported only
where there is pandas: :func:`~allfours_edu.teach.tables.table` asks.
"""

from __future__ import annotations

import re

import pandas

MOST_ROWS = 200
LONG = 60
"""Characters of a text that wants room."""


class Readable(pandas.DataFrame):  # type: ignore[misc]
    """A table whose texts are there to be read; what is cut out of it (``[...]``, ``head()``) is one too."""

    @property
    def _constructor(self) -> type[Readable]:
        return Readable

    def _repr_html_(self) -> str:
        with pandas.option_context("display.max_colwidth", None, "display.max_rows", MOST_ROWS):
            shown = str(super()._repr_html_())
        return re.sub(r"<(t[dh])>([^<]*)", _cell, shown)


def _cell(found: re.Match[str]) -> str:
    kind, text = found.groups()
    room = ";min-width:16em" if len(text) > LONG else ""  # many columns scroll rather than stand as towers of words
    return f'<{kind} style="text-align:left;vertical-align:top{room}">{text}'
