"""The table in a blank page: clicks, keys, frames, panels."""

from __future__ import annotations

import re
from typing import Any

import pytest

from . import fixtures as fx

WIDTHS = (320, 480, 768, 1280)


def sent(page: Any) -> Any:
    return page.evaluate("fake.sent")


def update(page: Any, state: dict[str, Any]) -> None:
    page.evaluate("s => fake.model.set('state', s)", state)


def spoken(page: Any) -> str:
    return str(page.locator("[role=status]").inner_text())


def focused(page: Any) -> Any:
    return page.evaluate(
        "document.activeElement.dataset.card || document.activeElement.dataset.k || document.activeElement.tagName"
    )


def test_a_click_sends_one_message_and_a_double_click_no_more(mount: Any) -> None:
    page = mount(fx.in_play())
    page.get_by_role("button", name="queen of spades, trump").dblclick()
    assert sent(page) == [{"kind": "act", "action": "QS", "rev": 1}]
    update(page, fx.in_play(rev=2))
    page.get_by_role("button", name="nine of diamonds").click()
    assert sent(page)[1:] == [{"kind": "act", "action": "9D", "rev": 2}]


def test_illegal_card_stays_reachable_and_explains(mount: Any) -> None:
    page = mount(fx.illegal())
    card = page.get_by_role("button", name="ace of clubs")
    assert card.get_attribute("aria-disabled") == "true" and card.get_attribute("disabled") is None
    assert "follow hearts" in page.evaluate(
        "n => document.getElementById(n).textContent", card.get_attribute("aria-describedby")
    )
    page.locator(".af-hand .af-card").first.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert focused(page) == "AC"
    assert page.get_by_role("tooltip").is_visible() and "follow hearts" in page.get_by_role("tooltip").inner_text()
    page.keyboard.press("Enter")
    assert sent(page) == []
    assert "You hold a heart" in spoken(page)
    page.locator(".af-strip").get_by_role("button", name=re.compile("explicit")).click()
    assert "follows suit or plays a trump" in page.get_by_role("dialog").text_content()
    page.keyboard.press("Escape")
    assert page.get_by_role("dialog").count() == 0
    assert page.evaluate("document.activeElement.className") == "af-chip"


def test_hover_shows_the_reason(mount: Any) -> None:
    page = mount(fx.illegal())
    page.get_by_role("button", name="jack of diamonds").hover(force=True)
    assert page.get_by_role("tooltip").is_visible()
    page.locator("h2").hover()
    assert not page.locator(".af-tip").is_visible()


def test_one_reason_is_not_shown_twice(mount: Any) -> None:
    page = mount(fx.illegal())
    page.get_by_role("button", name="jack of diamonds").click(force=True)
    assert "follow hearts" in page.locator(".af-strip-no").inner_text()
    page.locator("h2").hover()
    page.get_by_role("button", name="jack of diamonds").hover(force=True)
    assert not page.locator(".af-tip").is_visible()


def test_the_last_hint_says_that_it_plays(mount: Any) -> None:
    hints = {"id": "hints", "kind": "hints", "where": "main", "level": "first", "rungs": ["a", "b", "c"], "total": 4}
    page = mount(fx.in_play(panels=[hints | {"last": "play"}]))
    assert page.get_by_role("button", name="Play it for me").is_visible()


def test_w_opens_the_reason_of_the_verdict(mount: Any) -> None:
    page = mount(fx.scenario_right())
    page.locator(".af-panel-feedback .af-button").first.focus()
    page.keyboard.press("w")
    assert page.get_by_role("button", name="Why was I allowed to trump?").get_attribute("aria-expanded") == "true"


def test_it_fits_a_small_laptop(mount: Any) -> None:
    """Title, felt, hand and calls, with the file list shut or open: JupyterLab leaves about 640 of 757."""
    for state in (fx.in_play(), fx.illegal(), fx.beg()):
        page = mount(state, width=1130)
        for width, most in ((1130, 610), (850, 640)):
            page.set_viewport_size({"width": width, "height": 757})
            last = page.locator(".af-calls, .af-hand").last
            box = last.bounding_box()
            assert box["y"] + box["height"] < most, (state["title"], width)


def test_one_tab_stop_and_arrows(mount: Any) -> None:
    page = mount(fx.in_play())
    assert page.locator('.af-hand [tabindex="0"]').count() == 1
    page.locator('.af-hand [tabindex="0"]').focus()
    page.keyboard.press("End")
    assert focused(page) == "9D"
    page.keyboard.press("ArrowRight")
    assert focused(page) == "QS"
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press(" ")
    assert sent(page)[0]["action"] == "7S"


def test_focus_survives_an_update_and_moves_on_when_its_card_is_gone(mount: Any) -> None:
    page = mount(fx.in_play())
    page.locator('[data-card="7S"]').last.focus()
    update(page, fx.in_play(rev=2, title="Another sentence."))
    assert focused(page) == "7S"
    update(page, fx.in_play(rev=3, hand=[c for c in fx.HAND if c["id"] != "7S"]))
    assert focused(page) in ("QS", "9D")
    update(page, fx.beg() | {"rev": 4, "hand": []})
    assert focused(page) == "call-stand"


def test_keys_stay_inside_the_table_but_chords_pass(mount: Any) -> None:
    page = mount(fx.in_play())
    page.evaluate("window.heard = []; document.addEventListener('keydown', (e) => heard.push(e.key))")
    page.locator(".af-hand .af-card").first.focus()
    for key in ("b", "d", "d", "ArrowDown", "Control+s"):
        page.keyboard.press(key)
    assert page.evaluate("heard") == ["s"] or page.evaluate("heard") == ["Control", "s"]
    # The mark by which JupyterLab leaves all shortcuts out would take Ctrl+S as well: no element may carry it
    assert page.locator("[data-lm-suppress-shortcuts]").count() == 0


def test_calls_by_mouse_and_by_digit(mount: Any) -> None:
    page = mount(fx.beg())
    assert page.get_by_role("button", name=re.compile("Beg.*runs the cards")).is_visible()
    page.locator(".af-tools button").first.focus()
    page.keyboard.press("2")
    assert sent(page) == [{"kind": "act", "action": "beg", "rev": 1}]
    page.get_by_role("button", name="ten of spades, trump").click(force=True)
    assert "First say whether" in page.locator(".af-strip").inner_text()


def test_discards_are_toggled_then_confirmed(mount: Any) -> None:
    page = mount(fx.discards())
    for name in ("eight of diamonds", "five of clubs"):
        page.get_by_role("button", name=name).click()
    confirm = page.get_by_role("button", name=re.compile("Discard 2 cards"))
    assert confirm.get_attribute("aria-disabled") == "true" and "Choose 1 more" in confirm.inner_text()
    confirm.click(force=True)
    assert sent(page) == []
    page.get_by_role("button", name="three of clubs").click()
    page.get_by_role("button", name="five of clubs").click()
    page.get_by_role("button", name="queen of clubs").click()
    assert page.get_by_role("button", name="queen of clubs").get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name=re.compile("Discard 3 cards")).click()
    assert sent(page) == [{"kind": "acts", "actions": ["discard 8D", "discard QC", "discard 3C"], "rev": 1}]


def test_discards_one_by_one(mount: Any) -> None:
    state = fx.discards()
    state["choose"] |= {"each": True, "text": "Lay a card aside.", "keep": "Keep the rest"}
    page = mount(state)
    page.get_by_role("button", name="eight of diamonds").click()
    assert sent(page) == [{"kind": "act", "action": "discard 8D", "rev": 1}]
    update(page, state | {"rev": 2})
    page.get_by_role("button", name="Keep the rest").click()
    assert sent(page)[1] == {"kind": "acts", "actions": [], "rev": 2}


def test_a_number_is_an_answer(mount: Any) -> None:
    q = {"id": "count", "kind": "question", "form": "number", "where": "main", "level": "first", "ask": "How many?"}
    page = mount(fx.predict() | {"panels": [q]})
    page.get_by_role("spinbutton", name="How many?").fill("20")
    page.keyboard.press("Enter")
    assert sent(page) == [{"kind": "answer", "question": "count", "value": 20, "rev": 5}]


def frames() -> list[dict[str, Any]]:
    t = fx.TRICKS_ALL[3]
    done = {"number": 4, "plays": t["plays"], "best": "South", "done": True, "text": "You take it."}
    return [
        {"scene": {"trick": {**done, "done": False}, "turn": None}, "say": "You play the queen of spades."},
        {"scene": {"trick": done}, "say": "You take the trick.", "hold": True},
        {"scene": {"trick": None, "turn": "South"}, "say": "You lead."},
    ]


def test_a_finished_trick_stays_until_taken_in(mount: Any) -> None:
    page = mount(fx.in_play(), pace="at_once")
    page.locator('[data-card="9D"]').focus()
    update(page, fx.in_play(rev=2, frames=frames(), scene=fx.scene(trick=None), hand=fx.HAND[1:], title="You lead."))
    root = page.locator(".af-root")
    assert (
        root.get_attribute("data-rev") == "2"
        and root.get_attribute("data-hold") == "true"
        and root.get_attribute("data-idle") == "false"
    )
    assert page.get_by_role("img", name="You: queen of spades, take it").is_visible()
    assert "You take it." in page.locator(".af-strip").inner_text()
    page.keyboard.press("Enter")
    assert sent(page) == []
    assert (
        root.get_attribute("data-shown") == "2"
        and root.get_attribute("data-hold") == "false"
        and root.get_attribute("data-idle") == "true"
    )
    assert page.locator(".af-played").count() == 0
    page.keyboard.press("Enter")
    assert sent(page)[0]["action"] == "9D"


def test_pace_steady_and_on_key(mount: Any) -> None:
    page = mount(fx.in_play(), pace="steady")
    slow = [f | {"ms": 250} for f in frames()]
    update(page, fx.in_play(rev=2, frames=slow, scene=fx.scene(trick=None), hand=fx.HAND[1:]))
    assert page.locator(".af-root").get_attribute("data-hold") == "false"
    page.wait_for_selector(".af-root[data-hold=true]", timeout=2000)
    page.locator(".af-take").click()
    page.wait_for_selector(".af-root[data-idle=true]", timeout=2000)
    page.evaluate("fake.model.set('pace', 'on_key')")
    update(page, fx.in_play(rev=3, frames=frames(), scene=fx.scene(trick=None), hand=fx.HAND[1:]))
    assert page.get_by_role("button", name="Next card").is_visible()
    page.get_by_role("button", name="Next card").click()
    assert page.get_by_role("button", name="Take it in").is_visible()


def test_last_trick_is_one_key_away(mount: Any) -> None:
    page = mount(fx.in_play())
    page.locator(".af-hand .af-card").first.focus()
    page.keyboard.press("l")
    assert "Trick 3, finished" in page.locator(".af-strip").inner_text()
    page.keyboard.press("PageUp")
    assert page.get_by_role("img", name=re.compile("East: king of hearts, takes it")).is_visible()
    page.keyboard.press("Escape")
    assert page.get_by_role("img", name=re.compile("West: jack of spades, winning")).is_visible()


def test_why_on_a_log_line_opens_the_clause(mount: Any) -> None:
    page = mount(fx.in_play())
    page.get_by_role("button", name=re.compile("Why. West trumps with jack of spades")).click()
    box = page.get_by_role("dialog")
    assert "may trump all the same" in box.inner_text() and "Play, paragraph 2" in box.inner_text()
    assert "follows suit" not in box.inner_text()  # the digest is folded
    box.locator("summary").click()
    assert "follows suit" in box.inner_text()


def test_end_of_deal_rows_jump_to_their_trick(mount: Any) -> None:
    page = mount(fx.end_of_deal())
    rows = page.locator(".af-sheet .af-row")
    assert rows.count() == 4 and "hanged by your Queen" in rows.nth(2).inner_text() and "+3" in rows.nth(2).inner_text()
    rows.nth(2).get_by_role("button", name=re.compile("show trick 4")).click()
    assert page.locator(".af-sheet").count() == 0
    assert page.get_by_role("img", name="You: queen of spades, take it").is_visible()
    page.get_by_role("button", name="Back to the table").click()
    page.get_by_role("button", name=re.compile("Next deal")).click()
    assert sent(page) == [{"kind": "command", "name": "next_deal", "arg": None, "rev": 1}]


def test_scenario_flow(mount: Any) -> None:
    page = mount(fx.scenario())
    assert page.locator(".af-side").count() == 0 and page.locator(".af-backs").count() == 0
    assert page.get_by_text("1 of 5").is_visible()
    page.get_by_role("button", name="hanged").click()
    assert "higher trump" in page.get_by_role("dialog").inner_text()
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    assert sent(page) == [{"kind": "command", "name": "hint", "arg": None, "rev": 1}]
    update(page, fx.scenario_wrong())
    assert (
        "Not this one" in page.locator(".af-feedback").inner_text() and "✗" in page.locator(".af-feedback").inner_text()
    )
    assert "Hint 2 of 4" in page.locator(".af-rungs").inner_text()
    page.get_by_role("button", name="Take back").click()
    update(page, fx.scenario_right() | {"rev": 3})
    text = page.locator(".af-feedback").inner_text()
    assert "+3" in text and "certain, whatever the hidden cards" in text and "although you hold the suit" not in text
    page.get_by_role("button", name="Why was I allowed to trump?").click()
    assert "although you hold the suit" in page.locator(".af-feedback").inner_text()
    update(page, fx.open_hands() | {"rev": 4})
    assert page.get_by_role("img", name="ten of diamonds").is_visible() and page.locator(".af-ladder").is_visible()


def test_questions_seat_choice_trick_card(mount: Any) -> None:
    page = mount(fx.seat_question())
    assert page.locator(".af-row-hidden").count() == 3
    page.locator('.af-felt [data-k="seat-East"]').click()
    assert sent(page)[-1] == {"kind": "answer", "question": "who_low", "value": "East", "rev": 1 + 3}
    update(page, fx.predict())
    page.get_by_role("button", name="They do").click()
    assert sent(page)[-1]["value"] == "they"
    q = {
        "id": "save",
        "kind": "question",
        "form": "trick",
        "where": "main",
        "level": "first",
        "ask": "When could West have saved his Jack?",
    }
    update(page, fx.predict() | {"rev": 6, "panels": [q]})
    page.locator('[data-option="3"]').click()
    assert sent(page)[-1]["value"] == "3"
    q = {"id": "pick", "kind": "question", "form": "card", "where": "main", "level": "first", "ask": "Which?"}
    update(page, fx.scenario() | {"rev": 7, "hand_mode": "answer", "panels": [q]})
    page.get_by_role("button", name="queen of spades, trump").click()
    assert sent(page)[-1] == {"kind": "answer", "question": "pick", "value": "QS", "rev": 7}
    update(page, fx.predict() | {"rev": 8, "panels": [fx.predict()["panels"][0] | {"answered": "they"}]})
    assert page.locator(".af-picked").inner_text().startswith("●")


def test_outcome_and_doors(mount: Any) -> None:
    page = mount(fx.outcome())
    assert page.locator(".af-felt").count() == 0
    assert page.get_by_role("row").count() == 4 and "they 11–4" in page.get_by_role("row").nth(3).inner_text()
    assert page.get_by_role("link", name=re.compile("What the words mean")).get_attribute("href") == "02_words.ipynb"
    page.get_by_role("button", name=re.compile("Play this deal")).click()
    assert sent(page) == [{"kind": "command", "name": "first_card", "arg": None, "rev": 6}]


def test_resume_offer(mount: Any) -> None:
    page = mount(fx.resume())
    page.get_by_role("button", name="Start again").click()
    assert sent(page)[0]["name"] == "start_again"


def test_score_boards_are_spoken(mount: Any) -> None:
    page = mount(fx.scores())
    assert page.get_by_role("img", name="You and North: hole 34 of 61; East and West: hole 47 of 61").count() == 1
    assert page.locator(".af-board .af-peg").count() == 4
    assert page.get_by_role("img", name="You: 2 left to play off; Pone: 5 left to play off").count() == 1
    assert page.locator('[data-panel="leaving"] .af-disc-here').count() == 7
    assert page.get_by_role("img", name="In the pool: 1 red and 2 white counters; You: 2 red").count() == 1
    assert page.locator('[data-panel="pool"] .af-disc-owed').count() == 3


@pytest.mark.parametrize(("direction", "side"), [("left", "l"), ("right", "r")])
def test_seats_follow_the_direction_of_play(mount: Any, direction: str, side: str) -> None:
    page = mount(fx.seats(4, direction))
    assert page.locator(f".af-seat-{side} .af-plate").inner_text() == "Ann"
    names = [x.split("\n")[0] for x in page.locator(".af-seat").all_inner_texts()]
    assert len(names) == 3
    assert page.get_by_role("group", name="Cleo, dealer, 6 cards").count() == 1


def test_small_cards_stay_small_and_long_citations_short(mount: Any) -> None:
    hands = {"East": ["QD", "3H"], "North": ["TD", "7H", "2C"], "West": ["TC"]}
    page = mount(fx.in_play(scene=fx.scene(hands=hands)))
    wide = page.evaluate("[...document.querySelectorAll('.af-mini')].map((n) => n.getBoundingClientRect().width)")
    card = page.locator(".af-card").first.bounding_box()["width"]
    assert len(wide) == 7 and max(wide) < card
    long = {
        "long": {
            "short": "A plain suit is led and you hold it: what may you play?",
            "clause": "a-very-long-clause-id-of-a-book",
        }
    }
    rows = [{**fx.ROWS[0], "cites": ["long", "low"]}, {**fx.ROWS[1], "cites": ["low", "long"]}]
    page.evaluate("c => fake.model.set('cites', c)", fx.CITES | long)
    update(page, fx.in_play(rev=2, panels=[{"id": "r", "kind": "rows", "rows": rows}]))
    assert page.locator(".af-row .af-chip").all_inner_texts() == ["Why? (2)", "explicit (2)"]


def test_text_twin_keys_and_cover(mount: Any) -> None:
    page = mount(fx.in_play())
    page.locator(".af-hand .af-card").first.focus()
    page.keyboard.press("t")
    twin = page.locator(".af-twin pre").inner_text()
    assert (
        "Your hand: queen of spades, seven of spades, nine of diamonds" in twin
        and "West jack of spades (winning)" in twin
        and "You and North: 6 of 14" in twin
    )
    page.keyboard.press("?")
    assert "last trick" in page.get_by_role("dialog").inner_text()
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    assert page.get_by_role("button", name="queen of spades").count() == 0
    page.get_by_role("button", name="Show my cards").click()
    assert page.get_by_role("button", name="queen of spades").count() == 1


def test_options_are_written_to_the_model(mount: Any) -> None:
    page = mount(fx.in_play())
    page.get_by_role("button", name="Options").click()
    page.get_by_label("Four-colour cards").check()
    page.get_by_label("Trumps at the right").check()
    page.get_by_label("Show").select_option("four")
    assert page.evaluate(
        "[fake.model.get('four_colour'), fake.model.get('trumps_last'), fake.model.get('detail')]"
    ) == [True, True, "four"]
    assert page.locator(".af-root.af-four").count() == 1
    assert [c.get_attribute("data-card") for c in page.locator(".af-hand .af-card").all()] == ["9D", "QS", "7S"]
    assert page.locator('[data-panel="log"]').count() == 0 and page.locator('[data-panel="ladder"]').count() == 1


def test_python_not_answering_and_refusals(mount: Any) -> None:
    page = mount(fx.in_play(), fresh=True)
    page.get_by_role("button", name="queen of spades, trump").click()
    page.evaluate("fake.tell({kind: 'refused', why: 'Not your turn.', card: 'QS'})")
    assert "Not your turn." in page.locator(".af-strip").inner_text() and "Not your turn." in spoken(page)
    page.clock.install()
    page.get_by_role("button", name="queen of spades, trump").click()
    page.clock.run_for(5100)
    assert "Python is not answering" in page.locator(".af-notice").inner_text()
    update(page, fx.in_play(rev=2))
    assert page.locator(".af-notice").count() == 0


def test_nothing_from_data_becomes_markup(mount: Any) -> None:
    evil = '<img src=x onerror="window.hit=1"> **<b>x</b>** [[trump|<i>y</i>]]'
    state = fx.in_play(
        title=evil,
        panels=[
            {"id": "e", "kind": "text", "title": evil, "body": evil},
            {"id": "d", "kind": "doors", "items": [{"id": "x", "label": "x", "href": "javascript:alert(1)"}]},
        ],
    )
    page = mount(state)
    assert page.locator(".af-root img").count() == 0 and page.evaluate("window.hit") is None
    assert page.get_by_role("link").get_attribute("href") == "#"


def test_cleanup_removes_every_listener(mount: Any) -> None:
    page = mount(fx.in_play())
    page.evaluate("fake.cleanup()")
    assert page.evaluate("Object.values(fake.handlers).flat().length") == 0


def test_an_update_is_fast(mount: Any) -> None:
    page = mount(fx.in_play())
    timed = """([a, b]) => {
      const out = [];
      for (let i = 2; i < 42; i++) {
        const t = performance.now();
        fake.model.set('state', {...(i % 2 ? a : b), rev: i});
        out.push(performance.now() - t);
      }
      return out.sort((x, y) => x - y)[20];
    }"""
    ms = page.evaluate(timed, [fx.in_play(), fx.illegal()])
    assert ms < 50
