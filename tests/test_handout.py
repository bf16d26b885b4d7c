"""Sheets for a class: what stands on them is counted and cited, and the file needs nothing but itself."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from shelf import KINDS

import allfours_edu as af
from allfours_edu.record import deal_code
from allfours_edu.sources import load_rulebook, rulebooks
from allfours_edu.teach.handout import MISCONCEPTIONS, QUESTIONS, WITNESSES, four_points
from allfours_edu.teach.scenario import load_scenario, scenarios
from allfours_edu.teach.tally import tally
from allfours_edu.widgets.handout import Handout


class Tags(HTMLParser):
    """Every tag is closed again, in the right order."""

    VOID = ("meta", "br", "img", "hr", "link", "input")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        return

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


@pytest.fixture(scope="module")
def td01() -> Handout:
    made = af.handout("td-01")
    assert isinstance(made, Handout)
    return made


def test_a_sound_page_that_fetches_nothing(td01: Handout, tmp_path: Path) -> None:
    tags = Tags()
    tags.feed(td01.html)
    assert tags.wrong == [] and tags.open == []
    assert not re.search(r'(?:src|href)="|url\(|@import|<script', td01.html)
    file = td01.save(tmp_path / "handout.html")
    assert file.read_text("utf-8") == td01.html and len(td01.html) < 200_000
    assert td01.html.count('class="sheet"') == 4
    assert "srcdoc=" in td01._repr_html_() and "One of your cards hangs the Jack" in str(td01)


def test_the_pupil_sheet_gives_nothing_away(td01: Handout) -> None:
    pupil = af.handout("td-01", sheets=["pupil"]).html
    for answer in td01.facts.answers:
        assert answer.says not in pupil
    assert "Exit line" in pupil and pupil.count('class="keep"') == 3
    assert all(f'aria-label="{name}"' in pupil for name in ("jack of spades", "queen of spades", "seven of spades"))
    hidden = {c for seat in ("North", "East", "West") for c in td01.facts.at.hand(seat)}
    assert not any(f'aria-label="{c.name}"' in pupil for c in hidden)
    assert "South holds ♠ Q 7\u2003♦ 9." in pupil


def test_the_key_says_what_the_engine_counts(td01: Handout) -> None:
    made = td01.facts
    assert [a.label for a in made.answers if a.right] == ["Q♠"] and made.sure == "certain"
    for one in made.judged:
        judged = tally(made.end, one.book.rules)
        for side, n in judged.totals.items():
            assert f"{' and '.join(side.split('/'))} {n}".split("/")[0].split(" and ")[0] in one.total
            assert str(n) in one.total
    totals = {one.book.id: one.total for one in made.judged}
    assert totals["trinidad"] == "South and North 5, East and West 1"
    assert totals["foster-all-fives"] == "South and North 4, East and West 11"
    key = af.handout("td-01", sheets=["key"]).html
    assert key.count("<li") == len(MISCONCEPTIONS) == 12


def test_the_cut_up_hands_are_the_deal(td01: Handout) -> None:
    hands = af.handout("td-01", sheets=["hands"]).html
    held = [c for _, hand in td01.facts.dealt for c in hand]
    assert len(held) == len(set(held)) == 24 and hands.count('class="cut"') == 4
    assert all(hands.count(f'aria-label="{c.name}"') == 1 for c in held)
    assert "(leads first)" in hands and "(dealer)" in hands


def test_six_witnesses_answer_five_questions() -> None:
    assert set(WITNESSES) <= set(rulebooks()) and len(WITNESSES) == 6
    strips = af.handout("td-01", sheets=["witnesses"]).facts.strips
    assert [len(strip.lines) for strip in strips] == [len(QUESTIONS)] * 6 == [5] * 6
    for n in range(5):
        answers = {strip.lines[n][1] for strip in strips}
        assert all(answers) and len({strip.lines[n][0] for strip in strips}) == 1
        assert len(answers) > 1 or QUESTIONS[n] == "low_to", f"{QUESTIONS[n]}: all witnesses agree"
    assert any("supplied" in where for strip in strips for _, _, where in strip.lines)


@pytest.mark.parametrize(
    "name", [s for s in scenarios() if load_scenario(s).available and (s[:2] == "td" or s[:5] in ("ex-08", "ex-16"))]
)
def test_every_prepared_deal_has_sheets(name: str) -> None:
    made = af.handout(name).facts
    tags = Tags()
    tags.feed(Handout(made).html)
    assert tags.wrong == [] and (any(a.right for a in made.answers) or name.startswith("ex-"))


@pytest.mark.parametrize("book", KINDS)
def test_every_kind_of_book_has_sheets(book: str) -> None:
    made = af.handout(book, seed=5).facts
    pool = load_rulebook(book).rules.pool is not None  # all may pass there, and no points are made
    assert made.end.over and made.code and (made.answers or pool)
    assert bool(four_points(load_rulebook(book))) is not pool
    assert af.handout(made.code).facts.at.hand(made.seat) == made.at.hand(made.seat)


def test_a_question_is_looked_for_that_has_an_answer() -> None:
    for seed in (1, 2, 4):
        rights = [a.right for a in af.handout("trinidad", seed=seed).facts.answers]
        assert any(rights)
    assert any(not all(a.right for a in af.handout("trinidad", seed=seed).facts.answers) for seed in (1, 2, 4))


def test_a_position_a_seat_and_other_books() -> None:
    position = af.new_deal("trinidad", hands="South: AS KS 5S QH JH TC", turned="9D", plays="stand")
    made = af.handout(position, books=["trinidad", "cassell-1881"]).facts
    assert made.at == position and [one.book.id for one in made.judged] == ["trinidad", "cassell-1881"]
    assert made.code == deal_code("trinidad", of=position)
    assert af.handout(position, seat="North").facts.seat == "North"
    with pytest.raises(ValueError, match="Which sheets"):
        af.handout(position, sheets=["slides"])
