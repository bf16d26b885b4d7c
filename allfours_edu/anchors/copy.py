"""A reader's own copy of a text, with each clause found in it. It is read here and goes nowhere.

>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> with TemporaryDirectory() as folder:
...     path = Path(folder, "mine.txt")
...     written = path.write_text("A few words that no rule book has.", "utf-8")
...     copy = open_copy("squareman-1916", path)
>>> copy.found["squareman-1916#low"].tier, copy.known, copy.passage("squareman-1916#low")
('not found', False, None)
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from ..sources import load_witness, witnesses
from .data import anchors_of, load_anchors, place_of, texts_of
from .fingerprint import Found, find
from .reading import read
from .words import Stream, stream

AROUND: Final = 20
"""So many words are shown before and after a passage."""
_SENTENCE: Final = re.compile(r"[.;:!?][”’\"')\]_]{0,3}\s|\n[ \t\r]{0,60}\n")


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage in the reader's copy: the words themselves and some around them. Plain text, never markup."""

    before: str
    words: str
    after: str
    line: int
    word: int


@dataclass(frozen=True)
class Copy:
    """One file, and where each clause (``witness#clause``) of its witnesses stands in it."""

    witness: str
    name: str
    sha256: str
    text: Stream
    found: Mapping[str, Found]

    @property
    def known(self) -> bool:
        """Is it the very file in which the clauses were read?"""
        return any(text.sha256 == self.sha256 for text in texts_of(self.witness))

    @cached_property
    def lines(self) -> list[int]:
        """Where each line of the text begins."""
        return [0, *(found.end() for found in re.finditer("\n", self.text.text))]

    def passage(self, ref: str, around: int = AROUND) -> Passage | None:
        """The passage of a clause with some words around it; None where it was not found."""
        found = self.found.get(ref)
        if not found:
            return None
        text = self.text
        first, last = self._narrowed(ref, found) if found.whole else self._sentences(found)
        start, end = text.place(first, last)
        before = text.starts[max(first - around, 0)]
        after = text.ends[min(last + around, len(text)) - 1]
        shown = (_shown(text.text[a:b]) for a, b in ((before, start), (start, end), (end, after)))
        return Passage(next(shown), next(shown), next(shown), bisect_right(self.lines, start), first)

    def _narrowed(self, ref: str, found: Found) -> tuple[int, int]:
        """The clause itself, where it was anchored by what stands around it and all of that was found."""
        place = place_of(ref)
        if place is None or place.whole is None:
            return found.first, found.last
        return found.first + place.at[0] - place.whole[0], found.first + place.at[1] - place.whole[0]

    def _sentences(self, found: Found) -> tuple[int, int]:
        """The sentences in which the fingerprints were found: these mark only some words of a passage."""
        text = self.text
        spare = max((found.last - found.first) // 2, 12)
        first, last = found.first, found.last
        while first > max(found.first - spare, 0) and not self._ends(first - 1):
            first -= 1
        while last < min(found.last + spare, len(text)) and not self._ends(last - 1):
            last += 1
        return first, last

    def _ends(self, word: int) -> bool:
        """Does a sentence end with this word?"""
        text = self.text
        return word + 1 >= len(text) or _SENTENCE.search(text.text, text.ends[word], text.starts[word + 1]) is not None


def _shown(text: str) -> str:
    return re.sub(r"[ \t\r\n]+", " ", text.replace("\u00ad", ""))


def open_copy(witness: str, path: Path | str) -> Copy:
    """Read a file and find the clauses of a witness in it, and those of the strands that stand in the same page.

    Raises :class:`~allfours_edu.anchors.words.TextError`, or :class:`~allfours_edu.sources.RulebookError` for a name
    nobody knows.
    """
    load_witness(witness)
    text, sha256 = read(path)
    ids = [witness, *strands(witness)]
    profiles = [anchored.profile for anchored in map(load_anchors, ids) if anchored]
    read_as = stream(text, profiles[0] if profiles else "plain")
    anchors = {f"{id}#{clause}": anchor for id in ids for clause, anchor in anchors_of(id).items()}
    found = find(anchors, read_as)
    none = {f"{id}#{clause}": Found("none") for id in ids for clause in load_witness(id).clauses}
    return Copy(witness, Path(path).name, sha256, read_as, none | found)


def strands(witness: str) -> tuple[str, ...]:
    """The witnesses that stand in the page of this one."""
    return tuple(id for id in witnesses() if load_witness(id).carrier == witness)


# -- the copies of this session ---------------------------------------------------------------------------------------

_ATTACHED: dict[str, Copy] = {}


def keep(copy: Copy) -> Copy:
    """Show this copy beside the digests until Python ends, or another takes its place."""
    for id in (copy.witness, *strands(copy.witness)):
        _ATTACHED[id] = copy
    return copy


def forget(witness: str) -> bool:
    """Take a copy away again. Was there one?"""
    found = [id for id in (witness, *strands(witness)) if _ATTACHED.pop(id, None) is not None]
    return bool(found)


def attached(witness: str) -> Copy | None:
    """The copy of a witness that was attached in this session."""
    return _ATTACHED.get(witness)
