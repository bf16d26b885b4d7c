"""One text on one page: ``af.witness("squareman-1916")``."""

from __future__ import annotations

from html import escape

from ..anchors.reuse import Pair
from ..history import Relation
from ..sources import find_clause, topics
from ..teach.descent import WitnessPage, clause_rows, siglum, told_kin, told_relation, witness_page
from ..teach.strings import t
from .paper import Paper, bullets, chosen_style, code, facts, folded, key, live, paragraph, table, told
from .stemma import SLIM, WIDE, drawing, edge_key, edge_told, heads, text_told


def witness(id: str) -> Paper:
    """One text: who, when (words, printing, what carries it), what it says of how much, its kin, its disputes.

    ``id``: of a text, such as "squareman-1916". ``.rows`` holds its clauses in our digests, ``str(page)`` the page in
    words. Raises :class:`~allfours_edu.sources.RulebookError` with a suggestion for a text nobody knows.

    >>> print(str(witness("squareman-1916"))[:75])
    Sq · My Book of Indoor Games, by Clarence Squareman. Chicago.
      Words: 1916
    """
    page = witness_page(id)
    near = _near(page)
    words = {key(text): text_told(text) for text in near} | {edge_key(r): edge_told(r) for r in _relations(page)}
    body = "".join(
        [
            facts(page.facts()),
            f"<h4>{escape(t('past.descent'))}</h4>",
            _drawn(page, near, words) if near else paragraph(t("past.no_relation")),
            f"<h4>{escape(t('past.parallels', n=len(page.parallels)))}</h4>",
            bullets(told_kin(kin, page.witness.id) for kin in page.kin[:6]),
            _passages(page),
            f"<h4>{escape(t('past.disputes', n=len(page.conflicts)))}</h4>",
            table("", heads("number", "dispute", "side"), _disputes(page), "number") if page.conflicts else "",
            folded(
                t("past.all_clauses", n=len(page.witness.clauses)),
                table("", _clause_heads(), clause_rows(page.witness)),
            ),
            code(f'af.variorum("{page.witness.id}")'),
            code(f'af.reuse("{page.witness.id}")'),
        ]
    )
    text = "\n".join(page.as_text().splitlines()[1:])
    return Paper(page.heading(), body, text, clause_rows(page.witness), chosen_style(words))


def _relations(page: WitnessPage) -> tuple[Relation, ...]:
    return (*page.parents, *page.children)


def _near(page: WitnessPage) -> tuple[str, ...]:
    """The text with what it comes from and what came of it, the older first."""
    found = [r.older for r in page.parents] + [page.witness.id] + [r.later for r in page.children]
    return tuple(found) if len(found) > 1 else ()


def _drawn(page: WitnessPage, near: tuple[str, ...], words: dict[str, str]) -> str:
    title = t("past.around", siglum=page.witness.siglum)
    desc = " ".join(told_relation(r) for r in _relations(page))
    drawn = "".join(drawing(sheet, near, _relations(page), title, desc) for sheet in (WIDE, SLIM))
    return live(drawn + told(t("past.choose"), words), desc)


def _passages(page: WitnessPage) -> str:
    rows = [_passage(pair, page.witness.id) for pair in page.parallels]
    return folded(t("past.as_table"), table("", heads("own", "other", "alike"), rows)) if rows else ""


def _passage(pair: Pair, id: str) -> dict[str, str]:
    own, other = (pair.a, pair.b) if pair.a.startswith(f"{id}#") else (pair.b, pair.a)
    said = find_clause(own)
    there = f"{siglum(other.partition('#')[0])}, {find_clause(other).locator}"
    alike = t("past.in_100", n=round(100 * pair.contained))
    return {"own": f"{topics()[said.topic].title} ({said.locator})", "other": there, "alike": alike}


def _disputes(page: WitnessPage) -> list[dict[str, str]]:
    return [{"number": number, "dispute": title, "side": says} for number, title, says in page.disputes()]


def _clause_heads() -> dict[str, str]:
    return heads("question", "place", "status", "digest")
