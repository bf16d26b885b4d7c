"""Where a text comes from and what became of it, in sentences; one text with all that is known of it.

>>> print(told_relation(stemma().parents("squareman-1916")[0]))
Sq abridged Ca (sure). Of its runs of four words, 40 in 100 stand there. Spoilt on the way: game, science.
>>> print(witness_page("squareman-1916").as_text().splitlines()[0])
Sq · My Book of Indoor Games, by Clarence Squareman. Chicago.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..anchors.reuse import PARALLEL, Kinship, Pair, kinships, pairs
from ..conflicts import SILENT, Conflict, conflicts
from ..history import LOST, Relation, stemma, texts_of
from ..sources import Clause, Witness, load_witness, rulebooks, topics, witnesses
from .scenario import book_named
from .strings import listed, phrase, t
from .textgrid import age

GAMES = ("all-fours", "running", "seven-up", "trinidad", "pitch", "pedro", "california")
"""The branches of the family a reader may ask for at once; any other game of the family will do as well."""

_NOBODY = ("", "not named", "not known", "several, not named")
"""What stands in a file where there is nobody to name."""

_LONG, _BROKEN = 61, 44
"""A title of more letters than the first is broken off before the second."""


def siglum(text: str) -> str:
    """The sign of a text; a lost one has none, so its title."""
    return stemma().lost[text].title if text.startswith(LOST) else load_witness(text).siglum


def when(text: str) -> str:
    """The date of the words, as far as it is known."""
    if not text.startswith(LOST):
        return age(load_witness(text))
    last = stemma().lost[text].not_after
    return phrase("texts.undated") if last is None else phrase("texts.by", year=last)


def named(text: str) -> str:
    """A text with its sign and its date."""
    if text.startswith(LOST):
        return t("past.lost", title=siglum(text), when=when(text))
    return t("past.text", siglum=siglum(text), title=short_title(text), when=when(text))


def short_title(text: str) -> str:
    """The title of a text, a very long one broken off where it breaks by itself.

    >>> short_title("cassell-1881"), short_title("enquire-1894"), short_title("wiki-terms")
    ("Cassell's Book of In-door Amusements", 'Enquire Within Upon Everything', 'All-Fours: Technical Terms')
    """
    title = load_witness(text).title
    if len(title) <= _LONG:
        return title
    if ": " in title:
        return title.partition(": ")[0]
    heads = [title[: found.start()] for found in re.finditer(", ", title)]
    fit = [head for head in heads if len(head) <= _BROKEN and head.count("(") == head.count(")")]
    return fit[-1] if fit else title


def told_relation(relation: Relation) -> str:
    """What one text did with another: how, how surely, how much of it stands there, what was spoilt."""
    said = t(f"past.{relation.kind}", older=siglum(relation.older), later=siglum(relation.later))
    parts = [f"{said} ({phrase(f'certainty.{relation.certainty}')})."]
    if relation.share is not None:
        parts.append(t("past.share", n=round(100 * relation.share)))
    bad = spoilt(relation)
    if bad:
        parts.append(t("past.spoilt", places=", ".join(at.partition("#")[2] for at in bad)))
    return " ".join(parts)


def spoilt(relation: Relation) -> tuple[str, ...]:
    """The clauses of the later text that went wrong on the way."""
    return tuple(passage.later for passage in relation.passages if passage.kind == "garbled")


def in_family(text: str, game: str) -> bool:
    """Does a text tell of a game or of what came of it? A lost one does where something that descends from it does."""
    if not text.startswith(LOST):
        return text in texts_of(game)
    return any(in_family(relation.later, game) for relation in stemma().children(text))


@dataclass(frozen=True)
class WitnessPage:
    """One text with its dates, its clauses by status, its descent, its parallels and its disputes."""

    witness: Witness
    parents: tuple[Relation, ...]
    children: tuple[Relation, ...]
    kin: tuple[Kinship, ...]
    parallels: tuple[Pair, ...]
    conflicts: tuple[Conflict, ...]
    books: tuple[str, ...]

    @property
    def counts(self) -> Counter[str]:
        """Its clauses by status, and the questions on which it is silent or was not seen."""
        found = Counter(clause.status for clause in self.witness.clauses.values())
        found["silent"] += len(self.witness.silent)
        found["not_seen"] += len(self.witness.not_seen)
        return Counter({status: n for status, n in found.most_common() if n})

    def facts(self) -> list[tuple[str, str]]:
        """What is known of the text itself, in pairs of a label and words."""
        w = self.witness
        rows = [
            ("date_text", age(w)), ("date_printing", w.dates.printing), ("date_carrier", w.dates.carrier),
            ("seen", phrase(f"seen.{w.seen}")), ("rights", w.rights),
            ("clauses", listed(f"{n} {phrase(f'status.{status}')}" for status, n in self.counts.items())),
            ("books", ", ".join(self.books)), ("caution", " ".join(w.caution.split())),
            ("part_of", siglum(w.carrier) if w.carrier else ""),
        ]  # fmt: skip
        return [(t(f"past.{key}"), words) for key, words in rows if words]

    def heading(self) -> str:
        w = self.witness
        by = phrase("past.by", author=w.author) if w.author not in _NOBODY else ""
        return f"{w.siglum} · {w.title}{by}{'' if w.place in _NOBODY else f'. {w.place}'}."

    def disputes(self) -> list[tuple[str, str, str]]:
        """Number and title of a dispute, what this text says to it, and what is taken."""
        return [(f"R{c.number}", c.title, " / ".join(self._sides(c))) for c in self.conflicts]

    def _sides(self, conflict: Conflict) -> list[str]:
        return [side.says or phrase("status.silent") for side in conflict.sides if _of(side.at) == self.witness.id]

    def as_text(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield self.heading()
        yield from (f"  {label}: {words}" for label, words in self.facts())
        for key, relations in (("came_from", self.parents), ("became", self.children)):
            yield t(f"past.{key}")
            yield from (f"  {told_relation(r)} {' '.join(r.evidence)}" for r in relations)
            if not relations:
                yield f"  {t('past.no_relation')}"
        yield t("past.parallels", n=len(self.parallels))
        yield from (f"  {told_kin(k, self.witness.id)}" for k in self.kin)
        yield t("past.disputes", n=len(self.conflicts))
        yield from (f"  {number} {title}: {says}" for number, title, says in self.disputes())


def told_kin(kin: Kinship, witness: str) -> str:
    """How many passages two texts share."""
    other, n = (kin.b, kin.parallel_a) if kin.a == witness else (kin.a, kin.parallel_b)
    return t("past.kin_line", other=siglum(other), n=n, close=round(100 * kin.mean_contained), same=kin.verbatim)


@cache
def witness_page(id: str) -> WitnessPage:
    """All that is known of one text. Raises :class:`~allfours_edu.sources.RulebookError` for one nobody knows."""
    witness = load_witness(id.strip().lower())
    found = [pair for pair in pairs(witness.id) if pair.contained >= PARALLEL]
    return WitnessPage(
        witness,
        stemma().parents(witness.id),
        stemma().children(witness.id),
        tuple(kinships(witness.id)),
        tuple(found),
        tuple(c for c in conflicts() if any(_of(side.at) == witness.id for side in c.sides)),
        tuple(book for book in rulebooks() if book_named(book).base == witness.id),
    )


def _of(at: str) -> str:
    """The text a side of a dispute belongs to."""
    return at.removeprefix(f"{SILENT}:").partition("#")[0]


def clause_rows(witness: Witness) -> list[dict[str, Any]]:
    """Every clause of a text: the question, the place, the status, our digest."""
    return [_row(clause) for clause in witness.clauses.values()]


def _row(clause: Clause) -> dict[str, Any]:
    return {
        "question": topics()[clause.topic].title, "place": clause.locator, "status": phrase(f"status.{clause.status}"),
        "digest": clause.digest, "ref": clause.ref,
    }  # fmt: skip


def all_texts(game: str = "") -> tuple[str, ...]:
    """The texts of the stemma, lost ones among them; with a game those that tell of it."""
    return tuple(text for text in stemma().texts() if not game or in_family(text, game))


def outside() -> tuple[str, ...]:
    """Texts of which no descent is known."""
    return tuple(id for id in witnesses() if id not in stemma().texts())
