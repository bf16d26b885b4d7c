"""The texts as BibTeX: the key of an entry is the id of the witness.

>>> print(bibtex_entry(load_witness("squareman-1916")))
@book{squareman-1916,
  title = {My Book of Indoor Games},
  author = {{Clarence Squareman}},
  address = {Chicago},
  year = {1916},
  url = {https://www.gutenberg.org/ebooks/13022},
  note = {Chicago 1916; read in: Project Gutenberg 13022; words seen},
  keywords = {Sq}
}
"""

from __future__ import annotations

from collections.abc import Iterator

from ..sources import Witness, load_witness, witnesses
from ..teach.strings import phrase
from ..teach.textgrid import age

_NOBODY = ("not named", "unknown", "several")
_NOWHERE = ("not known", "the web", "none")
_ESCAPES = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
}  # fmt: skip


def bibtex() -> str:
    """All witnesses, an entry each."""
    return "\n\n".join(bibtex_entry(load_witness(id)) for id in witnesses()) + "\n"


def bibtex_entry(witness: Witness) -> str:
    """One witness."""
    kind = "book" if witness.carrier is None and witness.rights.startswith("public domain") else "misc"
    lines = ",\n".join(f"  {key} = {{{value}}}" for key, value in _fields(witness))
    return f"@{kind}{{{witness.id},\n{lines}\n}}"


def _fields(witness: Witness) -> Iterator[tuple[str, str]]:
    years = witness.dates.text
    yield "title", escaped(witness.title)
    if witness.author and not witness.author.lower().startswith(_NOBODY):
        yield "author", f"{{{escaped(witness.author)}}}"
    if witness.place and not witness.place.lower().startswith(_NOWHERE):
        yield "address", escaped(witness.place)
    if years.not_before == years.not_after is not None:
        yield "year", str(years.not_after)
    elif years.not_before or years.not_after:
        yield "year", f"[{escaped(age(witness))}]"  # a span is no year, and is said to be none
    pages = [text.page for text in witness.etexts if text.page]
    if pages:
        yield "url", pages[0]
    seen = phrase(f"seen.{witness.seen}")
    carried = load_witness(witness.carrier).title if witness.carrier else witness.dates.carrier
    printing = "" if witness.dates.printing.lower().startswith(_NOWHERE) else witness.dates.printing
    yield "note", "; ".join(filter(None, [escaped(printing), f"read in: {escaped(carried)}", seen]))
    yield "keywords", escaped(witness.siglum)


def escaped(text: str) -> str:
    """Text without anything BibTeX or TeX would take for a command.

    >>> escaped("A & B, 100 %_{x}")
    'A \\\\& B, 100 \\\\%\\\\_\\\\{x\\\\}'
    """
    return "".join(_ESCAPES.get(c, c) for c in " ".join(text.split()))
