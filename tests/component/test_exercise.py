"""Exercises in a blank page: answered by keyboard alone, what came of it on the screen, narrow and dark."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from allfours_edu.teach.progress import Progress
from allfours_edu.widgets.exercise import ExerciseWidget

pytestmark = pytest.mark.browser


@pytest.fixture
def open_exercise(mount: Any, tmp_path: Path) -> Any:
    """open_exercise(id) shows an exercise and answers what the page sends, as the kernel would."""

    def opened(id: str, **how: Any) -> tuple[Any, ExerciseWidget]:
        widget = ExerciseWidget(id, kept=Progress(tmp_path / "progress.json"))
        page = mount(dict(widget.state), cites=dict(widget.cites), terms=dict(widget.terms), **how)
        return page, widget

    return opened


def pump(page: Any, widget: ExerciseWidget) -> list[dict[str, Any]]:
    """Hand what the page has sent to the widget, and the new state back."""
    messages: list[dict[str, Any]] = page.evaluate("fake.sent.splice(0)")
    for message in messages:
        widget._on_message(widget, message)
    page.evaluate("c => fake.model.set('cites', c)", dict(widget.cites))
    page.evaluate("s => fake.model.set('state', s)", dict(widget.state))
    return messages


def test_cards_are_picked_and_committed_by_keys(open_exercise: Any) -> None:
    page, widget = open_exercise("follow-or-trump")
    page.locator(".af-hand .af-card").first.focus()
    order = page.evaluate("[...document.querySelectorAll('.af-hand .af-card')].map(c => c.dataset.card)")
    for card in order:
        if card in widget.attempt.task.right:
            page.keyboard.press("Enter")
        page.keyboard.press("ArrowRight")
    page.locator('[data-k="choose-go"]').focus()
    page.keyboard.press("Enter")
    (message,) = pump(page, widget)
    assert message["kind"] == "acts" and widget.solved
    assert "Right" in page.locator(".af-feedback").inner_text()
    assert "foster-1897#follow" in page.locator(".af-feedback").inner_text()


def test_a_blank_commit_is_answered_and_the_hand_stays_open(open_exercise: Any) -> None:
    page, widget = open_exercise("follow-or-trump")
    page.locator('[data-k="choose-go"]').click()
    assert pump(page, widget)[0]["actions"] == []
    assert "Nothing is chosen yet" in page.locator(".af-feedback").inner_text()
    page.locator(".af-hand .af-card").first.click()
    assert "1 chosen" in page.locator('[data-k="choose-go"]').inner_text()


def test_a_number_by_keys_then_show_me_and_back(open_exercise: Any) -> None:
    page, widget = open_exercise("count-your-cards")
    wrong = next(iter(widget.attempt.task.ideas["ten_is_small"][0]))
    page.locator(".af-number input").focus()
    page.keyboard.type(wrong)
    page.keyboard.press("Enter")
    assert pump(page, widget)[0]["value"] == int(wrong)
    assert "without the Ten" in page.locator(".af-feedback").inner_text()
    page.locator('[data-k="show_me"]').focus()
    page.keyboard.press("Enter")
    pump(page, widget)
    page.wait_for_selector('[data-k="show_back"]')
    assert "takes it" in page.locator(".af-felt").inner_text() or "take it" in page.locator(".af-felt").inner_text()
    page.keyboard.press("Tab")
    page.locator('[data-k="show_back"]').press("Enter")
    pump(page, widget)
    page.locator('[data-k="try_again"]').press("Enter")
    pump(page, widget)
    page.locator(".af-number input").fill(str(next(iter(widget.attempt.task.right))))
    page.locator('[data-k="q-commit"]').press("Enter")
    pump(page, widget)
    assert widget.solved
    page.locator('[data-k="next_deal"]').press("Enter")
    pump(page, widget)
    assert not widget.solved and page.locator(".af-feedback").count() == 0


def test_the_hint_key_climbs_the_ladder(open_exercise: Any) -> None:
    page, widget = open_exercise("low-stays")
    page.locator('[data-option="North"]').focus()
    for n in range(1, 5):
        page.keyboard.press("h")
        pump(page, widget)
        assert page.locator(".af-rungs li").count() == n
    assert page.locator('[data-k="hint"]').count() == 0


def test_a_player_is_chosen_on_his_plate(open_exercise: Any) -> None:
    page, widget = open_exercise("ten-or-king")
    assert page.locator(".af-felt").get_by_text("takes it").count() == 0
    page.locator(".af-felt .af-pick").first.click()
    assert pump(page, widget)[0]["kind"] == "answer"
    assert page.locator(".af-feedback").count() == 1


@pytest.mark.parametrize("width", [320, 720, 1280])
@pytest.mark.parametrize("id", ["low-stays", "follow-or-trump", "count-your-cards", "ten-or-king", "the-richest-trick"])
def test_nothing_is_cut_off(open_exercise: Any, id: str, width: int) -> None:
    page, widget = open_exercise(id, width=width)
    known = [a for m in widget.attempt.exercise.mistakes for a in widget.attempt.task.ideas.get(m.idea, ())]
    widget.commit(known[0])
    pump(page, widget)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("id", ["low-stays", "follow-or-trump", "count-your-cards", "ten-or-king", "the-richest-trick"])
def test_axe_finds_nothing(open_exercise: Any, axe: str, id: str, dark: bool) -> None:
    page, widget = open_exercise(id, dark=dark)
    page.evaluate(axe)
    for step in ("asked", "answered"):
        if step == "answered":
            widget.attempt.rungs = 2
            known = [a for m in widget.attempt.exercise.mistakes for a in widget.attempt.task.ideas.get(m.idea, ())]
            widget.commit(known[0])
            pump(page, widget)
        found = page.evaluate("axe.run(document.querySelector('.af-root') || document.body)")
        assert [(v["id"], v["nodes"][0]["html"][:120]) for v in found["violations"]] == [], step
