"""The drawn past: what is drawn is what the data say, each text and each line once; pages that name their places."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from allfours_edu import history
from allfours_edu.history import LOST
from allfours_edu.sources import find_clause, load_witness
from allfours_edu.teach.casedeal import case_deal
from allfours_edu.teach.descent import GAMES, all_texts, in_family, named, witness_page
from allfours_edu.widgets.chapters import CHAPTERS, CasePage, chapter
from allfours_edu.widgets.paper import Paper, key, table
from allfours_edu.widgets.stemma import SLIM, WIDE, Sheet, edge_key, rows, spots, stemma
from allfours_edu.widgets.timeline import moment_key, printing_year, timeline
from allfours_edu.widgets.witness import witness

SVG = re.compile(r"<svg.*?</svg>", re.DOTALL)


def drawn(page: Paper) -> list[ElementTree.Element]:
    """The drawings of a page: read as XML, so that nothing in them is badly escaped."""
    put_in = [json.loads(text) for text in re.findall(r't\.innerHTML=(".*?");s\.before', page.html)]
    return [ElementTree.fromstring(svg) for svg in SVG.findall("".join(put_in))]


def keys(svg: ElementTree.Element) -> Counter[str]:
    """How often each thing is drawn, by its class."""
    items = [g for g in svg.iter("g") if g.get("role") == "listitem"]
    assert all(g.get("tabindex") == "0" and g.get("aria-label") and g.find("title") is not None for g in items)
    return Counter(name for g in items for name in (g.get("class") or "").split() if name.startswith("k-"))


def test_every_text_and_every_line_is_drawn_once() -> None:
    data = history.stemma()
    wanted = [f"k-{key(text)}" for text in data.texts()] + [f"k-{edge_key(r)}" for r in data.relations]
    wide, slim = drawn(stemma())
    assert keys(wide) == keys(slim) == Counter(wanted)
    assert len(set(wanted)) == len(data.texts()) + len(data.relations)
    assert len(stemma().rows) == len(data.relations)


def test_certainty_loss_and_a_spoilt_passage_are_seen_in_the_form() -> None:
    wide = drawn(stemma())[0]
    by_key = {name: g for g in wide.iter("g") for name in (g.get("class") or "").split() if name.startswith("k-")}
    for relation in history.stemma().relations:
        group = by_key[f"k-{edge_key(relation)}"]
        dash = next(p.get("stroke-dasharray") for p in group.iter("path") if p.get("class") == "run")
        assert (dash == "none") == (relation.certainty == "high")
        spoilt = any(p.kind == "garbled" for p in relation.passages)
        assert any(p.get("class") == "warn" for p in group.iter("path")) == spoilt
        assert all(sentence in (group.get("aria-label") or "") for sentence in relation.evidence)
    for text in history.stemma().texts():
        box = next(r for r in by_key[f"k-{key(text)}"].iter("rect") if r.get("class") == "box")
        assert (box.get("fill") == "none") == text.startswith(LOST)


@pytest.mark.parametrize("sheet", [WIDE, SLIM], ids=lambda sheet: sheet.name)
def test_the_older_stands_higher_and_nothing_lies_on_anything(sheet: Sheet) -> None:
    relations = history.stemma().relations
    lines = [row[n : n + sheet.most] for _, row in rows(all_texts(), relations) for n in range(0, len(row), sheet.most)]
    at, bends = spots(sheet, lines, relations)
    assert all(at[r.older].y < at[r.later].y for r in relations)
    for line in lines:
        xs = sorted(at[text].x for text in line)
        assert all(b - a >= sheet.box for a, b in pairwise(xs))
        assert sheet.gutter <= xs[0] - sheet.box / 2 and xs[-1] + sheet.box / 2 <= sheet.width
        for bend in (spot for by in bends for spot in by if spot.y == at[line[0]].y):
            assert all(abs(bend.x - x) >= sheet.box / 2 for x in xs)


def test_the_dates_of_the_rows_are_those_of_the_texts() -> None:
    years = [int(label[:4]) for label, _ in rows(all_texts(), history.stemma().relations) if label[:1].isdigit()]
    assert years == sorted(years) and years[0] == 1674
    for label, row in rows(all_texts(), history.stemma().relations):
        for text in (text for text in row if not text.startswith(LOST)):
            dated = load_witness(text).dates.text
            assert label[:1].isdigit() == (dated.not_before is not None or dated.not_after is not None)


def test_the_timeline_has_every_dated_moment_once_and_names_the_rest() -> None:
    page = timeline()
    moments = history.timeline()
    dated = [m for m in moments if m.not_before is not None or m.not_after is not None]
    for svg in drawn(page):
        assert keys(svg) == Counter(f"k-{moment_key(m)}" for m in dated)
    assert len(page.rows) == len(moments)
    for moment in moments:
        assert (named(moment.witness) if moment.witness else moment.title) in str(page)
    assert printing_year("cotton-1687") == 1687  # the words are of 1674


@pytest.mark.parametrize("game", GAMES)
def test_a_branch_shows_its_texts_and_no_others(game: str) -> None:
    texts = all_texts(game)
    assert {key(text) for text in texts} == {
        name[2:] for svg in drawn(stemma(game))[:1] for name in keys(svg) if "--" not in name
    }
    assert all(in_family(text, game) for text in texts)
    assert timeline(game).rows and set(map(key, texts)) <= {key(t) for t in history.stemma().texts()}


def test_the_buttons_of_one_page_do_not_reach_into_another() -> None:
    one, other = (set(re.findall(r"\.(f-[a-z-]+):checked", page.html)) for page in (stemma(), timeline()))
    assert len(one) >= len(GAMES) - 1 and len(other) == len(GAMES) and not one & other


def test_no_such_branch() -> None:
    with pytest.raises(ValueError, match="there are: all-fours, running"):
        stemma("whist")


def test_a_witness_page_says_what_it_has() -> None:
    page = witness_page("squareman-1916")
    assert sum(page.counts.values()) == len(page.witness.clauses) + len(page.witness.silent) + len(
        page.witness.not_seen
    )
    assert [r.older for r in page.parents] == ["cassell-1881"] and not page.children
    assert page.kin[0].b == "cassell-1881" or page.kin[0].a == "cassell-1881"
    html = witness("squareman-1916").html
    assert all(clause.locator.replace("&", "&amp;") in html for clause in page.witness.clauses.values())
    assert "1916" in html and "Project Gutenberg 13022" in html


def test_a_text_without_kin_says_so() -> None:
    assert "Nothing is known." in str(witness("go-server"))


def test_what_is_said_is_escaped() -> None:
    made = table("a<b", {"one": 'x"y'}, [{"one": "<script>"}])
    assert "<script>" not in made and "&lt;script&gt;" in made and "a&lt;b" in made and "&quot;" in made


def test_a_page_is_saved_and_nothing_written_over(tmp_path: Path) -> None:
    file = witness("fox-1905").save(tmp_path / "fox")
    assert file.suffix == ".html" and "<title>Fx" in file.read_text("utf-8")
    with pytest.raises(FileExistsError, match="nothing is ever written over"):
        witness("fox-1905").save(file)


# --- chapters --------------------------------------------------------------------------------------------------------


def test_every_chapter_is_listed_and_has_its_words() -> None:
    ids = [*CHAPTERS, *(case.id for case in history.cases())]
    assert [row["chapter"] for row in chapter().rows] == ids
    for id in ids:
        page = chapter(id)
        assert page.rows and len(str(page).splitlines()) > 3, id
        assert drawn(page) is not None
    with pytest.raises(ValueError, match="Did you mean names"):
        chapter("nams")


def test_names_family_and_claims_are_all_there() -> None:
    names = str(chapter("names"))
    assert all(name in names for name in history.names())
    (tree, _) = drawn(chapter("family"))
    assert keys(tree) == Counter(f"k-game-{id}" for id in history.family())
    hollow = [
        c for g in tree.iter("g") if g.get("role") == "listitem" for c in g.iter("circle") if c.get("fill") == "none"
    ]
    assert len(hollow) == sum(game.named_only for game in history.family().values())
    claims = chapter("claims").html
    assert claims.count("class='tag'") == len(history.claims()) == 14
    assert len(history.etymologies()) == 3 and all(e.weight in str(chapter("origins")) for e in history.etymologies())
    assert all(event.title in str(chapter("spread")) for event in history.events())


def test_the_patched_page_refuses_and_says_where() -> None:
    page = chapter("quilt")
    assert "contradicts itself on 6 questions" in str(page)
    assert {"7 points win.", "10 points win.", "14 points win."} <= {row["answer"] for row in page.rows}


@pytest.mark.parametrize("case", history.cases(), ids=lambda case: case.id)
def test_a_worked_case_has_a_deal_in_which_it_matters(case: history.Case) -> None:
    deal = case_deal(case)
    assert len(set(deal.outcomes)) > 1 or "no longer lawful" in deal.first
    page = chapter(case.id)
    for step in case.steps:
        assert step.says in str(page) and find_clause(step.at).locator in str(page)
    assert isinstance(page, CasePage) and page.compare().comparison.books == deal.books


def test_the_hole_among_parallels_is_drawn() -> None:
    bars = drawn(chapter("garbled-game"))[0]
    widths = [float(rect.get("width") or 0) for rect in bars.iter("rect")]
    said = [text.text for text in bars.iter("text")]
    game = said.index("Game") // 2
    assert widths[game] == min(widths) and said[2 * game + 1] == "18 ✕"


def test_where_scripts_and_drawings_are_taken_out_a_picture_stays() -> None:
    """As an untrusted notebook does: no script, no style, no inline drawing, no text of them run together."""
    for page in (stemma(), timeline(), chapter("family"), witness("cassell-1881")):
        kept = re.sub(r"<(script|style)>.*?</\1>", "", page.html, flags=re.DOTALL)
        assert "<svg" not in kept and kept.count("data:image/svg+xml;base64,") == 1
        assert "alt=" in kept and 'class="told"' not in kept
