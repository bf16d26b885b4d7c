"""What was found in a reader's own copy, clause by clause, in words. Nothing of the copy itself is in it.

>>> print(OwnText(Copy("pagat-fr", "page.html", "", stream("nothing"), {"pagat-fr#follow": Found("none")})))
Pg: page.html, 1 word, another file than the one in which the clauses were read.
1 clause: 1 without an anchor.
pagat-fr#follow  none                         not a free text: no fingerprints of it are kept
...
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from ..anchors.copy import Copy, Passage
from ..anchors.data import place_of, why_silent
from ..anchors.fingerprint import Found, Tier
from ..anchors.words import stream
from ..sources import Clause, find_clause, load_witness
from .strings import phrase, t

TIERS: tuple[Tier, ...] = ("exact", "near", "weak", "not found", "none")
__all__ = ["TIERS", "Copy", "Found", "OwnText", "stream", "told"]


@dataclass(frozen=True)
class OwnText:
    """A reader's copy and what was found in it. It shows itself as a list of clauses; the words stay in the copy."""

    copy: Copy

    def rows(self) -> list[dict[str, Any]]:
        """A row for each clause: tier, score, margin, position (line and word; None where nothing was found)."""
        return [self._row(find_clause(ref), found) for ref, found in self.copy.found.items()]

    def as_data(self) -> dict[str, Any]:
        """The file and its rows as plain data, for JSON."""
        copy = self.copy
        head = {"witness": copy.witness, "file": copy.name, "sha256": copy.sha256, "words": len(copy.text)}
        return {**head, "known": copy.known, "clauses": self.rows()}

    def _row(self, clause: Clause, found: Found) -> dict[str, Any]:
        passage = self.copy.passage(clause.ref, 0)
        return {
            "clause": clause.ref,
            "tier": found.tier,
            "score": found.score if found.tier != "none" else None,
            "margin": found.margin if found.tier != "none" else None,
            "line": passage.line if passage else None,
            "word": passage.word if passage else None,
            "words": found.last - found.first if found else None,
            "locator": clause.locator,
            "note": told(clause, found),
        }

    def passage(self, clause: str) -> Passage | None:
        """The words of one clause in your copy, for you to look at: what you print is written into your notebook."""
        return self.copy.passage(clause if "#" in clause else f"{self.copy.witness}#{clause}")

    def __str__(self) -> str:
        return "\n".join(self._lines())

    __repr__ = __str__

    def _lines(self) -> Iterator[str]:
        yield self._head()
        yield self._count()
        wide = max((len(ref) for ref in self.copy.found), default=0)
        for row in self.rows():
            score = "" if row["score"] is None else f"{row['score']:.2f}"
            where = t("attached.line", n=row["line"]).lower() if row["line"] else ""
            yield f"{row['clause']:{wide}}  {phrase(_key(row['tier'])):10} {score:5} {where:11} {row['note']}".rstrip()
        yield phrase("attached.stays")

    def _head(self) -> str:
        copy, sigla = self.copy, load_witness(self.copy.witness).siglum
        words = f"{len(copy.text):,}"
        which = phrase("attached.the_same" if copy.known else "attached.another")
        return phrase("attached.head", siglum=sigla, name=copy.name, n=len(copy.text), words=words, which=which)

    def _count(self) -> str:
        tiers = Counter(found.tier for found in self.copy.found.values())
        parts = [phrase(f"{_key(tier)}_n", n=tiers[tier]) for tier in TIERS if tiers[tier]]
        return phrase("attached.count", parts=", ".join(parts), n=sum(tiers.values()))

    def _repr_html_(self) -> str:
        heads = "".join(f'<th scope="col">{escape(phrase(f"attached.column_{key}"))}</th>' for key in _COLUMNS)
        rows = "".join(
            f'<tr><th scope="row"><code>{escape(row["clause"])}</code></th><td>{escape(phrase(_key(row["tier"])))}</td>'
            f"<td>{'' if row['score'] is None else format(row['score'], '.2f')}</td><td>{row['line'] or ''}</td>"
            f"<td>{escape(row['locator'])}</td><td>{escape(row['note'])}</td></tr>"
            for row in self.rows()
        )
        return (
            f"<p><b>{escape(self._head())}</b> {escape(self._count())}</p>"
            f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table><p>{escape(phrase('attached.stays'))}</p>"
        )


_COLUMNS = ("clause", "tier", "score", "line", "locator", "note")


def _key(tier: str) -> str:
    return f"attached.tier_{tier.replace(' ', '_')}"


def told(clause: Clause, found: Found) -> str:
    """What a tier means for one clause, in a sentence."""
    if found.tier != "none":
        place = place_of(clause.ref)
        around = bool(found and not found.whole and place and place.whole)
        said = phrase(f"{_key(found.tier)}_is", locator=clause.locator), phrase("attached.around") if around else ""
        return "; ".join(filter(None, said))
    return phrase(f"attached.none_{why_silent(clause) or 'no_place'}")
