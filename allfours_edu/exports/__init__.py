"""The edition for other programs: clauses and readings as CSV, the texts as BibTeX, one critical apparatus as TEI XML.

>>> export("bibtex").splitlines()[0]
'@misc{allfoursonline,'
>>> export("pdf")
Traceback (most recent call last):
    ...
allfours_edu.exports.ExportError: There is no export 'pdf'; there are clauses, readings, witnesses, bibtex, tei.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from ..asking import held
from ..errors import Plain
from .bibtex import bibtex
from .tables import clauses_csv, readings_csv, witnesses_csv
from .tei import apparatus_tei

KINDS: Final[Mapping[str, Callable[[], str]]] = {
    "clauses": clauses_csv, "readings": readings_csv, "witnesses": witnesses_csv,
    "bibtex": bibtex, "tei": apparatus_tei,
}  # fmt: skip


class ExportError(Plain, ValueError):
    """An export nobody knows, or a file that cannot be written."""


def export(kind: str, path: str | Path | None = None, *, overwrite: bool = False) -> str:
    """The edition in another form: ``af.export("tei", "apparatus.xml")``.

    ``kind``: "clauses", "readings" or "witnesses" (CSV, UTF-8), "bibtex", or "tei" (one apparatus: topics against
    witnesses, with readings, certainty and silence). With a ``path`` the file is written; one that is there stays
    unless ``overwrite``. The text is returned. Raises :class:`ExportError`.
    """
    held(export, locals())
    if kind not in KINDS:
        raise ExportError(f"There is no export {kind!r}; there are {', '.join(KINDS)}.")
    text = KINDS[kind]()
    if path is not None:
        try:
            with Path(path).open("wb" if overwrite else "xb") as file:
                file.write(text.encode())
        except FileExistsError:
            raise ExportError(f"{path} is there already; give another name, or say overwrite=True.") from None
        except (OSError, ValueError) as error:  # a ValueError: a name that no file can have
            why = getattr(error, "strerror", None) or error
            raise ExportError(f"{str(path)!r:.80} cannot be written: {why}.") from None
    return text
