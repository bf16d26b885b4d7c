"""The past in chapters: names, the family, origins, spread, claims, the patched page, and the worked cases.

``af.chapter("names")`` shows one; ``af.chapter()`` lists them. No text is quoted: what is shown are our digests, the
places, the dates, and how much of a passage's words stand in another.

>>> print(str(chapter("claims")).splitlines()[3])  # doctest: +ELLIPSIS
3. F: The gift was a fifth point that the name forgot. Nothing at hand supports it (Co). Cotton has begging ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from html import escape
from typing import Any, Final

from .. import history
from ..anchors.reuse import side_by_side
from ..errors import PlainValueError
from ..history import Branch, Case, Claim, Event, Step
from ..sources import QuiltError, RulebookError, find_clause, load_rulebook, load_witness, strands, topics
from ..teach.casedeal import CaseDeal, case_deal
from ..teach.descent import named, siglum, told_relation
from ..teach.pasttable import past_rows
from ..teach.strings import listed, phrase, t
from ..teach.textgrid import age
from .paper import (
    Paper,
    bullets,
    chosen_style,
    code,
    facts,
    folded,
    key,
    live,
    paragraph,
    svg_head,
    table,
    told,
    words_at,
)
from .stemma import DASHES, heads

PAGE: Final = "seed-wiki"
"""The page that is a quilt of many texts."""
MARKS: Final[Mapping[str, str]] = {
    "supported": "●", "unsupported": "○", "report only": "◌", "contradicted": "✕", "contradicts itself": "‡",
}  # fmt: skip


class CasePage(Paper):
    """A worked case. ``.deal.position`` is a deal in which it matters; ``.compare()`` shows the readings beside it."""

    def __init__(self, case: Case, deal: CaseDeal, *made: Any) -> None:
        super().__init__(*made)
        self.case, self.deal = case, deal

    def compare(self) -> Any:
        """The readings side by side on the deal, as a screen."""
        from .compare import compare

        return compare(*self.deal.books, position=self.deal.position)

    def step(self) -> Any:
        """The deal step by step."""
        from .stepper import step

        return step(self.deal.position, book=self.deal.books[0])


def chapter(name: str = "") -> Paper:
    """One chapter of the past as a page. See :func:`allfours_edu.api.chapter`."""
    if not name:
        return _contents()
    wanted = name.strip().lower()
    cases = {case.id: case for case in history.cases()}
    if wanted in cases:
        return _case(cases[wanted])
    if wanted not in CHAPTERS:
        known = (*CHAPTERS, *cases)
        near = get_close_matches(wanted, known, 1)
        meant = near[0] if near else known[0]
        raise PlainValueError(t("past.no_chapter", name=repr(name[:40]), known=listed(known), near=meant))
    return CHAPTERS[wanted]()


def _contents() -> Paper:
    rows = [{"chapter": id, "title": t(f"past.chapter_{id}")} for id in CHAPTERS]
    rows += [{"chapter": case.id, "title": case.title} for case in history.cases()]
    items = "".join(f"<li>{escape(r['title'])} <code>{escape(_line(r['chapter']))}</code></li>" for r in rows)
    lines = [f"{row['title']}: {_line(row['chapter'])}" for row in rows]
    return Paper(t("past.chapters"), f"<ul>{items}</ul>", "\n".join(lines), rows)


def _line(id: str) -> str:
    return f'af.chapter("{id}")'


# --- names -----------------------------------------------------------------------------------------------------------


def _names() -> Paper:
    """Every name, the games it is given to, and who does; a name for several games is marked."""
    rows: list[dict[str, Any]] = []
    shown: list[dict[str, str]] = []
    for name, uses in sorted(history.names().items(), key=lambda item: item[0].lower()):
        by_game: dict[str, list[str]] = {}
        for use in uses:
            by_game.setdefault(history.family()[use.game].title, []).append(siglum(use.at.partition("#")[0]))
        sigla = {game: ", ".join(dict.fromkeys(texts)) for game, texts in by_game.items()}
        rows += [
            {"name": name, "game": game, "texts": texts, "several": len(sigla) > 1} for game, texts in sigla.items()
        ]
        games = "; ".join(f"{game} ({texts})" for game, texts in sigla.items())
        shown.append({"name": name, "game": games, "several": phrase("past.several") if len(sigla) > 1 else ""})
    called = {
        game.title: [row["name"] for row in rows if row["game"] == game.title] for game in history.family().values()
    }
    lead = t("past.names_lead", n=len(shown), several=sum(bool(row["several"]) for row in shown))
    body = (
        paragraph(lead) + table(t("past.by_name"), heads("name", "game", "several"), shown, "name")
        + f"<h4>{escape(t('past.by_game'))}</h4>"
        + bullets(f"{game}: {', '.join(names)}." for game, names in called.items() if len(names) > 1)
    )  # fmt: skip
    body += _signs(use.at for uses in history.names().values() for use in uses)
    lines = [lead, *(f"{row['name']}: {row['game']} {row['several']}".strip() for row in shown)]
    return Paper(t("past.chapter_names"), body, "\n".join(lines), rows)


def _signs(places: Iterable[str]) -> str:
    """What the signs on a page stand for, one click away."""
    return folded(t("past.signs"), bullets(sorted(map(named, {_text(at) for at in places}))))


# --- the family ------------------------------------------------------------------------------------------------------


def _family() -> Paper:
    """The games as a tree: which came of which, and which are only named somewhere."""
    games = list(history.family().values())
    title, desc = t("past.chapter_family"), t("past.family_lead", n=len(games), named=sum(g.named_only for g in games))
    drawn = "".join(_tree(name, width, games, title, desc) for name, width in (("wide", 860), ("slim", 340)))
    words = {f"game-{game.id}": _game_told(game) for game in games}
    rows, columns = past_rows("family"), heads("game", "came_of", "certainty", "books", "texts", "why")
    body = (
        paragraph(desc) + live(drawn + told(t("past.choose_game"), words), desc) + paragraph(t("past.family_legend"))
        + folded(t("past.as_table"), table("", columns, rows, "game"))
    )  # fmt: skip
    only = f" {phrase('past.named_only')}"
    lines = [f"{'  ' * _depth(game)}{game.title}{only if game.named_only else ''}" for game in _in_order()]
    return Paper(title, body, "\n".join([desc, *lines]), rows, chosen_style(words))


def _depth(game: Branch) -> int:
    return 1 + _depth(history.family()[game.parent]) if game.parent else 0


def _in_order() -> list[Branch]:
    """Each game right above what came of it."""
    games = history.family()

    def below(id: str) -> Iterator[Branch]:
        yield games[id]
        for game in games.values():
            if game.parent == id:
                yield from below(game.id)

    return [game for root in games.values() if not root.parent for game in below(root.id)]


def _tree(name: str, width: int, games: Iterable[Branch], title: str, desc: str) -> str:
    step, row, size = (34, 30, 14.0) if name == "wide" else (17, 30, 12.5)
    order = _in_order()
    y = {game.id: 20 + n * row for n, game in enumerate(order)}
    parts = [svg_head(name, width, len(order) * row + 8, title, desc), '<g role="list">']
    for game in order:
        x = 10 + _depth(game) * step
        said = [game.title, phrase("past.named_only") if game.named_only else "", game.why]
        words = escape(" ".join(filter(None, said)), quote=True)
        line = ""
        if game.parent:
            d = f"M{x - step:g} {y[game.parent] + 6:g}V{y[game.id] - 7:g}q0 7 7 7H{x - 6:g}"
            look = f'stroke-opacity=".6" stroke-width="1.5" stroke-dasharray="{DASHES[game.certainty]}"'
            line = f'<path d="{d}" stroke="currentColor" {look}/>'
        inside = "none" if game.named_only else "currentColor"
        dot = f'<circle class="box" cx="{x}" cy="{y[game.id]}" r="5" fill="{inside}" stroke="currentColor"/>'
        more = ' font-style="italic"' if game.named_only else ' font-weight="600"'
        books = words_at(500, y[game.id] + 5, _cut(", ".join(game.books), 52), size - 1.5) if name == "wide" else ""
        hit = f'<rect x="{x - 8}" y="{y[game.id] - 13}" width="{width - x}" height="26" fill="transparent"/>'
        parts.append(
            f'<g class="k k-game-{game.id}" role="listitem" tabindex="0" aria-label="{words}"><title>{words}</title>'
            f"{line}{hit}{dot}{words_at(x + 13, y[game.id] + 5, game.title, size, more)}{books}</g>"
        )
    return "".join([*parts, "</g></svg>"])


def _cut(words: str, most: int) -> str:
    return words if len(words) <= most else f"{words[: most - 1].rstrip(', ')} …"


def _game_told(game: Branch) -> str:
    pairs = [
        (t("past.head_came_of"), history.family()[game.parent].title if game.parent else ""),
        (t("past.head_certainty"), phrase(f"certainty.{game.certainty}")), (t("past.head_why"), game.why),
        (t("past.head_books"), ", ".join(game.books) or phrase("past.named_only")),
    ]  # fmt: skip
    line = code(f'af.rulebook("{game.books[0]}")') if game.books else ""
    told_by = bullets(_cited(at) for at in game.at)
    return f"<p><b>{escape(game.title)}</b></p>{facts((a, b) for a, b in pairs if b)}{told_by}{line}"


# --- origins, spread, claims -----------------------------------------------------------------------------------------


def _origins() -> Paper:
    """Three rival accounts of the name, with what each weighs."""
    body, lines = [], []
    for account in history.etymologies():
        held = listed(dict.fromkeys(siglum(at.partition("#")[0]) for at in account.at))
        sure = phrase(f"certainty.{account.certainty}")
        body.append(
            f"<h4>{escape(account.title)} <span class='tag'>{escape(sure)}</span></h4>{paragraph(account.says)}"
        )
        body.append(paragraph(account.weight) + bullets(_cited(at) for at in account.at))
        lines.append(f"{account.title} ({sure}; {held}): {account.says} {account.weight}")
    html = paragraph(t("past.origins_lead")) + "".join(body)
    return Paper(t("past.chapter_origins"), html, "\n".join(lines), past_rows("origins"))


def _spread() -> Paper:
    """What is told of where and when, the tales that exclude one another together."""
    groups: dict[str, list[Event]] = {}
    for event in history.events():
        groups.setdefault(event.quarrel, []).append(event)
    body, lines = [paragraph(t("past.spread_lead"))], []
    for quarrel, told_of in sorted(groups.items(), key=lambda item: not item[0]):
        head = t(f"past.quarrel_{quarrel or 'none'}")
        rows = [_event_row(event) for event in told_of]
        body.append(table(head, heads("years", "event", "standing", "texts", "against"), rows, "years"))
        lines += [head, *(f"  {r['years']}: {r['event']} {r['standing']} ({r['texts']})" for r in rows)]
    body += [_signs(at for event in history.events() for at in (*event.at, *event.against)), code("af.timeline()")]
    return Paper(t("past.chapter_spread"), "".join(body), "\n".join(lines), past_rows("events"))


def _event_row(event: Event) -> dict[str, str]:
    row = next(row for row in past_rows("events") if row["event"] == event.title)
    return {**row, "standing": _standing(event.standing)}


def _standing(standing: str) -> str:
    return f"{MARKS[standing]} {phrase(f'past.standing_{key(standing)}')}"


def _claims() -> Paper:
    """Statements of history, each with the verdict of other texts."""
    items = "".join(f"<li>{_claim_html(claim)}</li>" for claim in history.claims())
    lines = [f"{claim.number}. {_claim_text(claim)}" for claim in history.claims()]
    legend = " · ".join(_standing(standing) for standing in MARKS)
    body = paragraph(t("past.claims_lead")) + paragraph(legend) + f"<ol>{items}</ol>"
    return Paper(t("past.chapter_claims"), body, "\n".join(lines), past_rows("claims"))


def _claim_text(claim: Claim) -> str:
    by = ", ".join(dict.fromkeys(siglum(at.partition("#")[0]) for at in claim.by))
    verdict = t(f"past.standing_{key(claim.verdict)}")
    return " ".join(filter(None, [f"{siglum(claim.at.partition('#')[0])}: {claim.says} {verdict} ({by}).", claim.note]))


def _claim_html(claim: Claim) -> str:
    head = f"<b>{escape(claim.says)}</b> <span class='tag'>{escape(_standing(claim.verdict))}</span>"
    note = paragraph(claim.note) if claim.note else ""
    said = [t("past.said_by", says=_cited(claim.at)), *(t("past.weighed_by", says=_cited(at)) for at in claim.by)]
    who = ", ".join(dict.fromkeys(siglum(at.partition("#")[0]) for at in claim.by))
    summary = t("past.said_and_weighed", said=siglum(claim.at.partition("#")[0]), by=who)
    return f"{head}{note}{folded(summary, bullets(said))}"


def _cited(at: str) -> str:
    clause = find_clause(at)
    where = f"{siglum(clause.witness)} ({age(load_witness(clause.witness))})"
    return t("past.cited", siglum=where, locator=clause.locator, digest=clause.digest)


# --- the patched page ------------------------------------------------------------------------------------------------


def _quilt() -> Paper:
    """The wiki article taken whole as one book: it refuses, and shows on what it contradicts itself."""
    try:
        load_rulebook(PAGE)
    except QuiltError as refused:
        found = refused
    except RulebookError as error:  # pragma: no cover - the page is a quilt
        raise AssertionError from error
    apart, several = [c for c in found.clashes if not c.open], [c for c in found.clashes if c.open]
    rows = [
        {"question": topics()[c.field].title, "answer": topics()[c.field].says(value), "places": ", ".join(places)}
        for c in found.clashes for value, places in c.answers
    ]  # fmt: skip
    lead = t("past.quilt_lead", parts=len(strands(PAGE)), apart=len(apart), several=len(several), gaps=len(found.gaps))
    heading = heads("question", "answer", "places")
    first, more = ([row for row in rows if row["question"] in _titles(some)] for some in (apart, several))
    parts = [_strand(part.id) for part in strands(PAGE)]
    gaps = bullets(topics()[gap].title for gap in found.gaps if gap in topics())
    body = (
        code(f'af.rulebook("{PAGE}")') + paragraph(lead) + table(t("past.quilt_apart"), heading, first, "question")
        + folded(t("past.quilt_several", n=len(several)), table("", heading, more, "question"))
        + f"<h4>{escape(t('past.quilt_parts'))}</h4>{bullets(parts)}"
        + folded(t("past.quilt_gaps", n=len(found.gaps)), gaps)
    )  # fmt: skip
    lines = [lead, *(f"{row['question']} {row['answer']} ({row['places']})" for row in rows), *parts]
    return Paper(t("past.chapter_quilt"), body, "\n".join(lines), rows)


def _titles(clashes: Iterable[Any]) -> set[str]:
    return {topics()[clash.field].title for clash in clashes}


def _strand(id: str) -> str:
    return " ".join([f"{named(id)}.", *map(told_relation, history.stemma().parents(id))])


# --- the worked cases ------------------------------------------------------------------------------------------------


def _case(case: Case) -> CasePage:
    """A text going wrong step by step: places, dates, common words, and a deal in which it matters."""
    deal = case_deal(case)
    rows = [_step_row(n, step, case.steps) for n, step in enumerate(case.steps, 1)]
    items = "".join(f"<li>{_step_html(row, step)}</li>" for row, step in zip(rows, case.steps, strict=True))
    topic, (bars, words) = topics()[case.field], _parallels(case)
    readings = [f"{topic.says(value)} {line}" for value, line in zip(deal.values, deal.outcomes, strict=True)]
    body = "".join(
        [
            f"<p><b>{escape(case.question)}</b></p><ol>{items}</ol>",
            bars, paragraph(t("past.finding", says=case.finding)),
            f"<h4>{escape(t('past.case_deal'))}</h4>", paragraph(deal.where), bullets(readings),
            paragraph(deal.first) if deal.first else "", paragraph(deal.weight) if deal.weight else "",
            code(f'case = af.chapter("{case.id}"); case.compare()'), code(f'af.texts("{topic.id}")'),
            folded(t("past.case_whole"), f"<pre style='white-space:pre-wrap'>{escape(deal.text)}</pre>"),
        ]
    )  # fmt: skip
    lines = [case.question]
    lines += [f"{r['n']}. {r['text']}, {r['place']}: {r['see']} {r['common']}" for r in rows]
    lines += [
        *filter(None, [words]),
        t("past.finding", says=case.finding),
        deal.where,
        *readings,
        *filter(None, (deal.first, deal.weight)),
    ]
    return CasePage(case, deal, case.title, body, "\n".join(lines), rows)


def _step_row(n: int, step: Step, steps: tuple[Step, ...]) -> dict[str, Any]:
    clause = find_clause(step.at)
    return {
        "n": n, "text": named(clause.witness), "place": clause.locator, "see": step.says,
        "status": phrase(f"status.{clause.status}"), "common": _common(n, steps), "at": step.at,
    }  # fmt: skip


def _common(n: int, steps: tuple[Step, ...]) -> str:
    """How much of the passage stands in the closest of the steps before, by fingerprints."""
    here = steps[n - 1].at
    before = [step.at for step in steps[: n - 1] if _text(step.at) != _text(here)]
    if not before:
        return ""
    if any(_text(step.at) == _text(here) for step in steps[: n - 1]):
        return t("past.same_text")
    found = [pair for at in before if (pair := side_by_side(at, here)) is not None]
    if not found:
        return t("past.no_print")
    best = max(found, key=lambda pair: pair.contained)
    return t("past.common", n=round(100 * best.contained), older=siglum(_text(best.a)))


def _text(at: str) -> str:
    return at.partition("#")[0]


def _parallels(case: Case) -> tuple[str, str]:
    """How close the passages of two texts of the case are, as bars and in words: the spoilt one is a hole."""
    texts = {_text(step.at) for step in case.steps}
    for relation in history.stemma().relations:
        shared = [p for p in relation.passages if p.share is not None]
        if {relation.older, relation.later} <= texts and len(shared) > 2:
            heading = t("past.parallel_to", later=siglum(relation.later), older=siglum(relation.older))
            figures = [(_title(p.later), round(100 * (p.share or 0)), p.kind == "garbled") for p in shared]
            words = f"{heading} {', '.join(f'{name} {n}' for name, n, _ in figures)}."
            return _bars(heading, words, figures), words
    return "", ""


def _title(at: str) -> str:
    return find_clause(at).topic.replace("_", " ").capitalize()


def _bars(heading: str, words: str, figures: list[tuple[str, int, bool]]) -> str:
    made = []
    for name, width, left in (("wide", 560, 110), ("slim", 340, 96)):
        parts = [svg_head(name, width, 26 * len(figures), heading, words)]
        for i, (label, n, spoilt) in enumerate(figures):
            y, x = 26 * i, left + (width - left - 50) * n / 100
            parts.append(words_at(0, y + 17, label, 13))
            parts.append(
                f'<rect x="{left}" y="{y + 5}" width="{x - left:g}" height="15" fill="currentColor" opacity=".6"/>'
            )
            parts.append(
                words_at(x + 7, y + 17, f"{n} ✕" if spoilt else str(n), 13, ' font-weight="700"' if spoilt else "")
            )
        made.append("".join([*parts, "</svg>"]).replace('class="wide"', 'class="wide" style="max-width:560px"'))
    return f"<p><b>{escape(heading)}</b></p>{live(''.join(made), words)}"


def _step_html(row: Mapping[str, Any], step: Step) -> str:
    clause = find_clause(step.at)
    common = f"<br>{escape(row['common'])}" if row["common"] else ""
    readings = [
        t("past.reading", id=r.id, says=r.says, sure=phrase(f"certainty.{r.certainty}"), why=r.argument)
        for r in clause.readings
    ]
    return (
        f"<b>{escape(row['text'])}</b>, {escape(row['place'])} <span class='tag'>{escape(row['status'])}</span><br>"
        f"{escape(step.says)}{common}{bullets(readings) if readings else ''}"
    )


CHAPTERS: Final[Mapping[str, Callable[[], Paper]]] = {
    "names": _names, "family": _family, "origins": _origins, "spread": _spread, "claims": _claims, "quilt": _quilt,
}  # fmt: skip
