"""A learner's first five minutes in a real JupyterLab, by keyboard alone: every branch, the prediction, three books.

With ALLFOURS_SHOTS naming a folder, every step leaves a picture there (light, dark or narrow as the test goes).
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright")
from labdriver import axe, browser, command, lab, open_notebook, output, outside_requests, run_cell

pytestmark = pytest.mark.e2e
ROOT = Path(__file__).resolve().parents[2]
ROOT_NODE = ".af-root"
MOST_TABS = 60
STANDS = """(() => {
  const d = document.querySelector('.af-root').dataset;
  return d.hold === 'true' || (d.shown === d.rev && d.idle === 'true');
})()"""


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A learner's copy of the notebooks."""
    folder = tmp_path_factory.mktemp("course")
    for notebook in sorted((ROOT / "notebooks").glob("*.ipynb")):
        shutil.copy(notebook, folder)
    return folder


@pytest.fixture(scope="module")
def server(course: Path) -> Iterator[str]:
    with lab(course) as url:
        yield url


class Learner:
    """Somebody with a keyboard and no mouse."""

    def __init__(self, page: Any, shots: str = ""):
        self.page, self.shots, self.seen = page, shots, 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def focused(self, selector: str) -> bool:
        return bool(self.page.evaluate("s => !!document.activeElement?.closest(s)", selector))

    def tab_to(self, selector: str) -> None:
        """Go on with Tab until the focus is there; back with Shift+Tab if it is not to be found forwards."""
        for key in ("Tab", "Shift+Tab"):
            for _ in range(MOST_TABS):
                if self.focused(selector):
                    return
                self.press(key)
        raise AssertionError(f"the keyboard does not reach {selector}")

    def rev(self) -> int:
        return int(self.page.locator(ROOT_NODE).first.get_attribute("data-rev") or 0)

    def settled(self, rev: int) -> None:
        """Wait for a state newer than ``rev``, drawn; tricks that wait to be taken in are taken in."""
        page = self.page
        page.wait_for_function("r => Number(document.querySelector('.af-root').dataset.rev) > r", arg=rev)
        for _ in range(12):
            page.wait_for_function(STANDS)
            if page.locator(ROOT_NODE).first.get_attribute("data-hold") != "true":
                return
            self.press(" ")

    def then(self, *keys: str) -> None:
        """Press keys that change the table, and wait for it."""
        rev = self.rev()
        self.press(*keys)
        self.settled(rev)

    def play(self, card: str) -> None:
        """Choose a card of the hand with the arrows and play it."""
        self.tab_to(".af-hand .af-card")
        for _ in range(8):
            if self.focused(f'[data-card="{card}"]'):
                break
            self.press("ArrowRight")
        assert self.focused(f'[data-card="{card}"]')
        self.then("Enter")

    def push(self, selector: str) -> None:
        self.tab_to(selector)
        self.then("Enter")

    def text(self, selector: str = ROOT_NODE) -> str:
        return " ".join(self.page.locator(selector).first.inner_text().split())

    def sees(self, *words: str) -> None:
        shown = self.text()
        for word in words:
            assert word in shown, f"{word!r} is not in: {shown}"

    def hears(self, word: str) -> None:
        assert word in self.page.locator(f"{ROOT_NODE} [aria-live]").first.inner_text()

    def shot(self, name: str) -> None:
        if self.shots and os.environ.get("ALLFOURS_SHOTS"):
            self.seen += 1
            path = Path(os.environ["ALLFOURS_SHOTS"]) / f"{self.shots}-{self.seen:02d}-{name}.png"
            self.page.locator(ROOT_NODE).first.screenshot(path=path)


def wake(page: Any, url: str) -> None:
    """Open the start notebook and run its line, as a learner does: Shift+Enter."""
    open_notebook(page, url, "00_start.ipynb")
    page.evaluate(
        "() => { const c = window.jupyterapp.shell.currentWidget.content; c.activeCellIndex = 0; c.activate(); }"
    )
    page.keyboard.press("Shift+Enter")
    page.locator(f"{ROOT_NODE}[data-idle='true']").first.wait_for(timeout=60_000)


def first_question(me: Learner) -> None:
    """The three cards, each answered in kind, and the ladder of hints."""
    me.sees("1 of 5", "hangs", "Follow diamonds, or trump.", "West winning")
    assert me.page.locator(".af-side, .af-panel-log, .af-panel-score").count() == 0  # nothing but cards and a question
    me.shot("first")
    me.play("9D")
    me.sees("a diamond never beats a trump", "West takes it")
    me.hears("a diamond never beats a trump")
    me.then("u")
    me.then("h")
    me.sees("Look at the card that is winning.")
    me.play("7S")
    me.sees("the Jack is higher", "West takes it")
    me.shot("seven")
    me.push('[data-k="undo"]')
    me.play("QS")
    me.sees("Hanged", "+3", "certain, whatever the hidden cards", "You take it")
    me.tab_to('[data-k="fb0-why"]')
    me.press("Enter")
    me.sees("you may always trump")
    me.shot("hanged")


def second_question(me: Learner) -> None:
    """All hands open; the wrong lead loses the ten, the right one wins by a pip."""
    me.push('[data-k="go_on"]')
    me.sees("2 of 5", "all face up", "strength", "counts")
    me.shot("open")
    me.play("9D")
    me.sees("10 to 29")
    me.then("u")
    me.play("7S")
    me.sees("20 to 19", "by one pip", "with open cards", "With closed hands it would be a guess.")
    me.shot("by-one-pip")


def four_points(me: Learner) -> None:
    """The rows open one by one; Low is asked before its own opens."""
    me.push('[data-k="go_on"]')
    me.sees("3 of 5", "The best trump dealt")
    me.push('[data-k="go_on"]')
    me.sees("Hanged")
    me.push('[data-k="go_on"]')
    me.sees("20 to 19", "Who has Low?")
    me.push('[data-option="East"]')
    me.sees("Low stays with the hand it was dealt to")
    me.shot("who-has-low")
    me.push('[data-option="South"]')
    me.sees("You 5, they 1.")
    me.tab_to('[data-k="row-low"]')  # a row is a button that shows its trick
    me.press("Enter")
    me.sees("Trick 3, finished")
    me.press("Escape")
    me.shot("points")


def three_books(me: Learner) -> None:
    """Predict, then see the winner turn over; a chip tells text and place."""
    me.push('[data-k="go_on"]')
    me.sees("4 of 5", "Predict first")
    assert me.page.locator(".af-panel-outcome").count() == 0  # nothing is told before the prediction
    me.push('[data-option="S/N"]')
    me.sees("They do", "You 5–1", "You 3–1", "They 11–4", "The five of spades")
    me.shot("three-books")
    me.tab_to(".af-panel-outcome .af-why")
    me.press("Enter")
    me.page.locator(".af-pop").wait_for()
    assert "Scoring" in me.text(".af-pop") or "scoring" in me.text(".af-pop")
    me.press("Escape")


def backward_look(me: Learner) -> None:
    """When could West have saved his Jack?"""
    me.push('[data-k="go_on"]')
    me.sees("5 of 5", "saved his Jack")
    me.push('[data-option="2"]')
    me.sees("two tricks earlier")
    me.push('[data-option="3"]')
    me.sees("taken by a partner it counts one", "East takes it")
    me.shot("look-back")


def test_first_five_minutes_by_keyboard_alone(server: str) -> None:
    with browser() as context:
        page = context.new_page()
        asked = outside_requests(page, server)
        wake(page, server)
        me = Learner(page, "light")
        first_question(me)
        second_question(me)
        four_points(me)
        three_books(me)
        backward_look(me)
        me.push('[data-k="door-words"]')
        me.sees("What the words mean", "To take the other side's Jack")
        me.push('[data-k="door-first_card"]')
        me.sees("Your lead", "Back to the lesson")
        me.play("QS")
        me.shot("first-card")
        me.push('[data-tool="lesson"]')
        me.sees("5 of 5")
        me.push('[data-k="door-new_deal"]')
        me.sees("Your lead")
        assert asked == []


def test_the_cell_run_again_begins_again(server: str) -> None:
    """No Resume, no saved state: the opening puzzle is simply there again."""
    with browser() as context:
        page = context.new_page()
        wake(page, server)
        me = Learner(page)
        me.play("QS")
        me.sees("Hanged")
        run_cell(page, 0)
        page.locator(f"{ROOT_NODE}[data-idle='true']").first.wait_for()
        assert page.locator(ROOT_NODE).count() == 1
        me.sees("1 of 5", "Follow diamonds, or trump.")
        assert "Resume" not in me.text()


@pytest.mark.parametrize("look", ["dark", "narrow"])
def test_dark_and_narrow(server: str, look: str) -> None:
    """The same on a dark screen and in a narrow window: nothing overflows, axe has nothing to say."""
    size = {"width": 500, "height": 900} if look == "narrow" else {"width": 1280, "height": 900}
    with browser(viewport=size) as context:
        page = context.new_page()
        wake(page, server)
        command(page, "apputils:change-theme", {"theme": f"JupyterLab {'Dark' if look == 'dark' else 'Light'}"})
        if look == "narrow":
            command(page, "application:toggle-left-area")  # a phone has no room for the list of files
        me = Learner(page, look)
        me.shot("first")
        me.play("QS")
        second_question(me)
        four_points(me)
        me.push('[data-k="go_on"]')
        me.push('[data-option="E/W"]')
        me.sees("You said so.", "They 11–4")
        me.shot("three-books")
        assert axe(page, ROOT_NODE) == []
        wide = page.evaluate(
            "() => { const r = document.querySelector('.af-root'); return r.scrollWidth - r.clientWidth; }"
        )
        assert wide <= 1


def test_three_books_side_by_side(server: str) -> None:
    """The comparison: two ways without Python; the third, best play, is asked for and comes."""
    with browser() as context:
        page = context.new_page()
        asked = outside_requests(page, server)
        open_notebook(page, server, "01_same_deal_three_books.ipynb")
        run_cell(page, 1)
        page.locator(ROOT_NODE).first.wait_for()
        me = Learner(page, "compare")
        me.sees("another side is ahead", "S/N 5–1", "E/W 11–4", "First difference: award")
        me.shot("same")
        me.tab_to('[role="tab"]')
        me.press("ArrowRight")
        me.sees("where they leave the first book's deal a line is drawn")
        me.shot("players")
        me.press("ArrowRight", "Enter")
        output(page, 1).get_by_text("all cards face up").wait_for()  # worked out in Python, in a few seconds
        me.sees("Nobody can play so at a table")
        assert asked == []
        assert output(page, 1).locator(ROOT_NODE).count() == 1
