"""The deal doctor: card by book, unique and certain or not, the natural play, and the file of a lesson."""

from __future__ import annotations

from pathlib import Path

import pytest

import allfours_edu as af
from allfours_edu.analysis.doctor import NoPuzzleError, examine, under
from allfours_edu.analysis.expert import play_out
from allfours_edu.analysis.solver import solve
from allfours_edu.engine import Position
from allfours_edu.sources import load_rulebook
from allfours_edu.teach.puzzle import Puzzle, PuzzleFileError, puzzle
from allfours_edu.teach.scenario import load_scenario

HANDS = {"elder": "JS TS TD 6D QH 7H", "dealer": "AS 6S AC 8C 5C 8D"}


def six_four() -> Position:
    return af.new_deal("foster-1897", hands=HANDS, turned="9S", scores=[6, 4], plays="stand")


@pytest.fixture(scope="module")
def doctor() -> Puzzle:
    return puzzle(six_four(), books=("trinidad", "hoyle-ten", "west-yorkshire"))


def test_card_by_book(doctor: Puzzle) -> None:
    rows = {row["card"]: row for row in doctor.rows()}
    assert rows["6♦"]["foster-1897"] == "wins the match ★" and rows["J♠"]["foster-1897"] == "loses the match"
    assert {row["hoyle-ten"] for row in rows.values()} == {"−2 ★"}  # ten up: the same points, no match at stake
    assert {row["west-yorkshire"] for row in rows.values()} == {"–"}  # four players only
    text, page = str(doctor), doctor._repr_html_()
    assert all(f in text and f in page for f in ("6♦", "wins the match ★", doctor.verdict))
    assert "{" not in text and page.count("<tr>") == 7


def test_unique_open_and_the_natural_trap(doctor: Puzzle) -> None:
    f = doctor.first
    assert doctor.unique and doctor.sure == "open" and f.natural_errs and str(f.natural) == "10♠"
    assert f.cost(f.natural) >= 500 and not f.punished(f.natural)
    assert any("goes wrong" in n for n in doctor.notes) and any("cost nothing" in n for n in doctor.notes)
    assert any("Another card is best" in n for n in doctor.notes)


def test_values_are_those_of_the_solver() -> None:
    end = play_out(af.new_deal("foster-1897", seed=7, players=2))
    asked = 0
    for at in end.path():
        if at.phase == "play" and len(at.legal_actions()) > 1:
            side = at.table.sides[at.table.side_of[at.seat]].name
            assert examine(at).values == dict(solve(at, side, line=False).cards)
            asked += 1
    assert asked > 4


def test_certain_near_the_end_and_where_it_could_have_been_saved() -> None:
    certain = saved = 0
    for seed in range(14):
        end = play_out(af.new_deal("foster-1897", seed=seed, players=2))
        for at in end.path():
            if at.phase != "play" or len(at.legal_actions()) < 2:
                continue
            f = examine(at)
            certain += f.certain
            for before, card, value in f.saved:
                assert before in at.path() and value > max(f.values.values())
                assert before.table.side_of[before.seat] == at.table.side_of[at.seat]
                assert card in before.legal_actions()
                saved += 1
    assert certain and saved


def test_the_lesson_is_written_once_and_holds_together(doctor: Puzzle, tmp_path: Path) -> None:
    path = doctor.save(tmp_path / "six-four.toml", title="One lead wins")
    lesson = load_scenario(path)
    assert lesson.title == "One lead wins" and lesson.check() == [] and lesson.sure == "open"
    assert {a.id for a in lesson.steps[0].answers if a.right} == {"6D"}
    assert lesson.start().actions() == six_four().actions() and len(lesson.outcomes) == 2
    before = path.read_bytes()
    with pytest.raises(PuzzleFileError, match="stays as it is"):
        doctor.save(path)
    assert path.read_bytes() == before
    with pytest.raises(PuzzleFileError, match="small letters"):
        doctor.save(tmp_path / "My puzzle.toml")
    with pytest.raises(PuzzleFileError, match="cannot be written"):
        doctor.save(tmp_path / "no-folder" / "x.toml")


def test_a_lesson_after_the_cards_were_run(tmp_path: Path) -> None:
    for seed in range(60):
        end = play_out(af.new_deal("foster-1897", seed=seed, players=2))
        asked = [p for p in end.path() if p.phase == "play" and p.frame.runs and len(p.legal_actions()) > 1]
        found = next((d for d in map(puzzle, asked) if not d.first.flat), None)
        if found is not None:
            lesson = load_scenario(found.save(tmp_path / f"run-{seed}.toml"))
            assert lesson.discards and lesson.check() == []
            return
    pytest.fail("no deal in which the cards were run and a card mattered")


def test_another_book_needs_the_same_moment() -> None:
    four = af.new_deal("trinidad", seed=3, plays="stand")
    assert under(four, load_rulebook("hoyle-ten").rules) is not None
    assert under(four, load_rulebook("foster-board").rules) is None  # there is no trump yet


def test_what_no_puzzle_can_be_made_of() -> None:
    for at, why in (
        (af.new_deal("foster-1897", seed=1), "begins in the play"),
        (play_out(af.new_deal("foster-1897", seed=1)), "begins in the play"),
    ):
        with pytest.raises(NoPuzzleError, match=why):
            puzzle(at)
    last = next(p for p in play_out(six_four()).path() if p.phase == "play" and len(p.legal_actions()) == 1)
    with pytest.raises(NoPuzzleError, match="only one card"):
        puzzle(last)
    with pytest.raises(NoPuzzleError, match="found: int"):
        puzzle(3)
