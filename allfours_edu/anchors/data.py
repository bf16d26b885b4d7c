"""The anchors that come with the package: one file a witness, ``sources/anchors/ID.toml``, places and hashes only.

>>> from allfours_edu.sources import find_clause
>>> anchored = load_anchors("squareman-1916")
>>> anchored.scheme, anchored.clauses["begging"].n > 60, load_anchors("pagat-fr")
('w3h/1', True, None)
>>> why_silent(find_clause("pagat-fr#follow"))
'rights'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as default
from functools import cache
from pathlib import Path
from typing import Literal

from .. import toml_files as toml
from ..sources import Clause, EText, SourceError, folder, load_witness
from .fingerprint import GRAMS, SCHEME, Anchor
from .words import Profile

Silence = Literal["silent", "rights", "no_text", "no_place"]
FREE = ("public domain", "shared alike, as the page; the older matter is in the public domain")
"""How the ``rights`` of a witness begin that may be anchored."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of the text: at which word it stands, and its words."""

    at: int
    head: str


@dataclass(frozen=True, slots=True)
class TextFile:
    """The copy in which places are counted; ``words`` is its length, so that another copy is not taken for it."""

    name: str
    words: int
    sections: tuple[Section, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """Where a clause stands in its file (first word, and the word after the last) and the anchor made from it.

    ``whole`` is the passage anchored where the clause itself is too short: its paragraph, or as much as is needed.
    A ``twin`` is a passage whose very words stand in the file more than once.
    """

    at: tuple[int, int]
    file: int = 0
    whole: tuple[int, int] | None = None
    n: int = 0
    head: str = ""
    ord: int = 0
    full: str = ""
    grams: str = ""
    twin: bool = False

    @property
    def anchor(self) -> Anchor:
        return Anchor(self.n, self.full, tuple(self.grams.split()), self.head, self.ord, self.twin)


@dataclass(frozen=True, slots=True)
class Anchored:
    """All anchors of a witness."""

    scheme: str
    profile: Profile
    files: tuple[TextFile, ...]
    clauses: Mapping[str, Place] = default(default_factory=dict)


@cache
def load_anchors(witness: str) -> Anchored | None:
    """The anchors of a witness, checked; None where it has none."""
    path = folder() / "anchors" / f"{witness}.toml"
    return read_anchors(path, witness) if path.is_file() else None


def read_anchors(path: Path, witness: str) -> Anchored:
    """Anchors from a file. Raises :class:`~allfours_edu.sources.SourceError` saying where it does not hold together."""
    name = f"sources/anchors/{path.name}"
    anchored = toml.structure(toml.read(path, name), Anchored, name)
    known = load_witness(witness)
    if anchored.scheme != SCHEME:
        raise SourceError(name, "scheme", f"is {anchored.scheme!r}", SCHEME)
    if not may_be_anchored(witness):
        raise SourceError(name, "file", f"the rights of the text are {known.rights!r}", "a text in the public domain")
    if not {file.name for file in anchored.files} <= {text.name for text in texts_of(witness)}:
        raise SourceError(name, "files", "names a file", "e-texts of the witness or of its carrier")
    for id, place in anchored.clauses.items():
        if id not in known.clauses:
            raise SourceError(name, f"clauses.{id}", toml.no_such("clause", id, known.clauses), "a clause")
        if not place.at[0] < place.at[1] or place.file >= len(anchored.files):
            raise SourceError(name, f"clauses.{id}", "is no place of its file", "at = [first, last + 1]")
        if place.n and not 0 < len(place.grams.split()) <= GRAMS:
            raise SourceError(name, f"clauses.{id}.grams", "has the wrong number of hashes", f"at most {GRAMS}")
    return anchored


def may_be_anchored(witness: str) -> bool:
    """Are the words of the witness free, so that fingerprints of them may be kept?"""
    return load_witness(witness).rights.startswith(FREE)


def texts_of(witness: str) -> tuple[EText, ...]:
    """The e-texts of a witness; a strand stands in those of the page that carries it."""
    known = load_witness(witness)
    return known.etexts or (load_witness(known.carrier).etexts if known.carrier else ())


def anchors_of(witness: str) -> dict[str, Anchor]:
    """Clause id → anchor, for the clauses that have one."""
    anchored = load_anchors(witness)
    return {id: place.anchor for id, place in anchored.clauses.items() if place.n} if anchored else {}


def place_of(ref: str) -> Place | None:
    """The place of a clause cited as ``witness#clause``."""
    witness, _, clause = ref.partition("#")
    anchored = load_anchors(witness)
    return anchored.clauses.get(clause) if anchored else None


def why_silent(clause: Clause) -> Silence | None:
    """Why a clause has no anchor; None if it has one."""
    if clause.id in anchors_of(clause.witness):
        return None
    if clause.status in ("silent", "not_seen", "not_applicable"):
        return "silent"
    if not may_be_anchored(clause.witness):
        return "rights"
    return "no_place" if load_anchors(clause.witness) else "no_text"
