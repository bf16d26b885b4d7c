"""The card table in a real JupyterLab: whole hands by mouse and by keys, lost kernels, two notebooks on one match."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("playwright")
from labdriver import axe

import allfours_edu as af
from allfours_edu.engine import parse_action
from allfours_edu.session import Session

pytestmark = pytest.mark.e2e
TOLD = "print([r.code for r in table.records], len(table.position.plays), table.position.scores)"
FILES = "from allfours_edu import saves\nprint(*sorted(p.name for p in (saves.home() / 'tables').glob('trinidad-*')))"
# A click on a card, and how many milliseconds pass until the table says that nobody answers.
UNTIL_NOTICE = """root => new Promise((yes, no) => {
  const start = performance.now();
  new MutationObserver(() => root.querySelector('.af-notice') && yes(performance.now() - start))
    .observe(root, {childList: true, subtree: true});
  setTimeout(() => no(new Error('no notice in 10 s')), 10000);
  root.querySelector('.af-hand .af-legal').click();
})"""
STRAY_KEYS = ("b", "d", "d", "a", "x", "m", "y", "r", "z", "o", "i", "0", "ArrowUp", "ArrowDown", "Delete", "Backspace")


def line(book: str, seed: int, more: str = "") -> str:
    return f'import allfours_edu as af\ntable = af.play("{book}", seed={seed}, pace="at_once"{more})\ntable'


def seed_with_a_run(book: str, players: int) -> int:
    """A deal in which you may beg and the dealer then runs the cards."""
    for seed in range(100, 400):
        session = Session.new(af.rulebook(book), seed=seed, players=players)
        if session.position.phase == "beg" and session.position.to_act == session.you:
            session.act_all([parse_action("beg")])
            if session.position.phase == "discard":
                return seed
    raise AssertionError("no such deal")


# -- an auction ------------------------------------------------------------------------------------------------


def test_cinch_is_bid_named_and_thrown_down_to_six(desk: Any) -> None:
    """A number, a suit, cards thrown away and filled up, the play, and what came of the bid on the sheet."""
    table = desk.lay("cinch", line("cinch", 9, ", save=False")).table(0)
    table.click('[data-call="bid 9"]')
    table.click('[data-call="name S"]')
    for c in ("7H", "8C", "4C", "QD", "4D"):
        table.root.locator(f'[data-card="{c}"]').first.click()
    assert "Discard 5 cards" in table.text("[data-k=choose-go]")
    table.click("[data-k=choose-go]")
    assert len(table.hand()) == 6 and "You have to make 9" in table.text("[data-panel=bid]")
    table.play_on()
    assert "bid 9 and made" in table.text("[data-panel=deal_end]") and table.overflows() == []


# -- whole hands -----------------------------------------------------------------------------------------------


def test_a_hand_by_mouse(desk: Any) -> None:
    """Beg, play, take in each trick, read the end of the deal, and on to the next."""
    table = desk.lay("mouse", line("trinidad", 11), TOLD).table(0)
    assert table.text(".af-step") == "Deal 1"
    assert table.has("[data-call=stand]") and table.has("[data-call=beg]")
    table.click("[data-call=beg]")
    taken = []

    def take() -> None:
        taken.append(table.text(".af-strip-text"))
        table.root.locator(".af-take").click()

    cards = len(table.hand())
    assert cards >= 6
    for n in range(cards):
        assert len(table.hand()) == cards - n
        rev = table.rev()
        table.root.locator(".af-hand .af-legal").first.click()
        table.after(rev, take)
    assert len(taken) == cards and all(text.endswith(("take it", "takes it")) for text in taken)
    end = table.text("[data-panel=deal_end]")
    assert all(word in end for word in ("High", "Low", "Jack", "Game (card count)"))
    table.root.locator("[data-panel=deal_end] .af-link, [data-panel=deal_end] button[data-k^=row-]").first.click()
    assert "finished" in table.text(".af-strip-text")  # a row shows its trick
    table.root.locator("[data-k=lookback]").click()
    table.click("[data-panel=deal_end] [data-k=next_deal]")
    assert table.text(".af-step") == "Deal 2"


def test_a_card_that_may_not_be_played_says_why(desk: Any) -> None:
    table = desk.lay("why", line("trinidad", 7)).table(0)
    table.click("[data-call=stand]")
    table.play_on(lambda: table.has(".af-hand .af-illegal"))
    rev, hand = table.rev(), table.hand()
    table.root.locator(".af-hand .af-illegal").first.click(force=True)
    assert "✗" in table.text(".af-strip-no") and len(table.text(".af-strip-no")) > 15
    assert (table.rev(), table.hand()) == (rev, hand)


def test_two_hands_by_keyboard_alone(desk: Any) -> None:
    """Foster's two-hand game: begging, a run with its discards, answering a beg, and no mouse anywhere."""
    seed = seed_with_a_run("foster-1897", 2)
    notebook = desk.lay("keys", line("foster-1897", seed, ", players=2"), TOLD)
    table = notebook.table(0)
    before = notebook.sources()
    called: list[str] = []
    table.keys_on(called)
    assert called[0] == "beg" and "discard" in called
    table.tab_to("[data-panel=deal_end] .af-button")
    table.then("n")
    assert table.text(".af-step") == "Deal 2"
    table.keys_on(called)
    assert notebook.sources() == before
    assert notebook.says(1).count("'1F") == 2  # two deals of this book were written down


# -- keys of the notebook --------------------------------------------------------------------------------------


def test_keys_stay_at_the_table(desk: Any) -> None:
    """Keys that add, cut or delete cells do nothing to the notebook while the focus is in a widget; Ctrl+S saves it."""
    notebook = desk.lay(
        "stray", line("trinidad", 27), 'af.step("trinidad", seed=7)', 'af.compare("trinidad", "hoyle-ten", seed=7)'
    )
    table, steps, compared = (notebook.table(n) for n in range(3))
    before = notebook.sources()
    for place, selectors in (
        (table, (".af-hand .af-card", "[data-call]", "[data-tool=hint]", "[data-k=options]")),
        (steps, ("[data-k=next]", "[data-k=slider]", ".af-source summary")),
        (compared, ("[role=tab]", "select", "[data-k=only]")),
    ):
        for selector in selectors:
            spot = place.root.locator(selector).first
            if not spot.count():
                continue
            spot.focus()
            for key in STRAY_KEYS:
                place.press(key)
            assert notebook.sources() == before, selector
            place.press("Escape")
    desk.page.evaluate("() => { jupyterapp.shell.currentWidget.context.model.dirty = true; }")
    table.root.locator(".af-hand .af-card").first.focus()
    table.press("Control+s")
    desk.page.wait_for_function("() => !jupyterapp.shell.currentWidget.context.model.dirty", timeout=10_000)
    assert notebook.sources() == before


# -- kernels and saves -----------------------------------------------------------------------------------------


def test_a_kernel_restarted_in_mid_hand(desk: Any) -> None:
    """The table says that Python is gone; the line, run again, offers to go on; the old match is never lost."""
    notebook = desk.lay("dies", line("trinidad", 13), TOLD, FILES)
    table = notebook.table(0)
    for _ in range(3):
        table.click("[data-call], .af-hand .af-legal")
    told, hand = notebook.says(1), table.hand()
    desk.restart()
    assert desk.page.evaluate(UNTIL_NOTICE, table.node) < 5000
    assert "Python is not answering" in table.text(".af-notice")

    table = notebook.table(0)
    assert "Deal 1" not in table.text(".af-title") and not table.hand()  # first the question
    assert "deal 1" in table.text("[data-panel=resume]")
    table.click("[data-k=resume]")
    assert table.hand() == hand and notebook.says(1) == told
    table.click(".af-hand .af-legal")
    further = notebook.says(1)
    assert further != told

    desk.restart()
    table = notebook.table(0)
    table.click("[data-k=start_again]")
    assert len(table.hand()) == 6 and notebook.says(1).split("]")[1].startswith(" 0 ")
    assert ".bak" in notebook.says(2)  # what was played is kept beside it


def test_a_cell_run_twice(desk: Any) -> None:
    """The line run again while its table is open: one table, and the question whether to go on."""
    notebook = desk.lay("twice", line("trinidad", 17), TOLD)
    table = notebook.table(0)
    table.click("[data-call=stand]")
    hand, told = table.hand(), notebook.says(1)
    table = notebook.table(0)
    assert notebook.here.locator(".af-root").count() == 1
    table.click("[data-k=resume]")
    assert table.hand() == hand and notebook.says(1) == told


def test_two_notebooks_on_one_match(desk: Any) -> None:
    """Whoever comes second goes on in a file of their own, and is told so; neither writes over the other."""
    first = desk.lay("one", line("trinidad", 19), TOLD, FILES)
    mine = first.table(0)
    mine.click("[data-call=stand]")
    mine.click(".af-hand .af-legal")
    theirs = desk.also("other", line("trinidad", 19), TOLD).table(0)
    theirs.click("[data-k=resume]")
    theirs.click(".af-hand .af-legal")
    told_there = desk.open("other").says(1)
    first = desk.open("one")
    mine.click(".af-hand .af-legal")
    mine.until("([r]) => r.querySelector('[data-panel=notice]')")
    assert "trinidad" in mine.text("[data-panel=notice]")
    assert first.says(2).count("-2.json") == 1
    assert desk.open("other").says(1) == told_there


# -- the page ---------------------------------------------------------------------------------------------------


def test_scrolled_away_and_back(desk: Any) -> None:
    notebook = desk.lay("long", line("trinidad", 23), *["% " + "\n\n".join(["A long text."] * 40)] * 8, TOLD)
    table = notebook.table(0)
    table.click("[data-call=stand]")
    rev, hand = table.rev(), table.hand()
    for top in (100_000, 0):
        desk.page.locator(".jp-WindowedPanel-outer").evaluate("(box, top) => { box.scrollTop = top; }", top)
        desk.page.wait_for_timeout(400)
    table = notebook.seen(0)
    assert (table.rev(), table.hand()) == (rev, hand)
    table.click(".af-hand .af-legal")
    assert len(table.hand()) == 5


def test_a_mistake_is_one_sentence(desk: Any) -> None:
    """No page of traceback: the reader's own line, and what was meant."""
    notebook = desk.lay(
        "mistakes",
        'import allfours_edu as af\naf.play("trinidda")',
        'af.new_deal("trinidad", hands={"South": "AS AS"})',
        'af.step("1TT4-78")',
        'af.play("trinidad", seed=7).act("QQ")',
        "af.play(3)",
    )
    said = [notebook.says(n) for n in range(5)]
    assert said[0].splitlines()[0] == 'line 2: af.play("trinidda")' or "line 2" in said[0]
    assert "Did you mean 'trinidad'?" in said[0]
    assert "ace of spades stands twice" in said[1]
    for text in said:
        assert len(text.splitlines()) <= 2 and "Traceback" not in text and ".py" not in text, text


def test_dark_and_narrow(desk: Any, look: str) -> None:
    """Nothing is cut off, the keyboard reaches everything, and axe finds nothing wrong with our part of the page."""
    table = desk.lay(look, line("trinidad", {"dark": 29, "narrow": 31}[look])).table(0)
    found = axe(desk.page, ".af-root")
    table.tab_to("[data-call=beg]")
    table.push("[data-call=stand]")
    for stop in (lambda: len(table.hand()) < 4, lambda: False):
        table.play_on(stop)
        assert table.overflows() == []
        found += axe(desk.page, ".af-root")
    table.tab_to("[data-panel=deal_end] [data-k=next_deal]")
    table.tab_to("[data-tool=new_deal]")
    assert found == []
