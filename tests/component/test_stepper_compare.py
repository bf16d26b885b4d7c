"""The stepper and the comparison in a blank page, and the page that needs no Jupyter."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import allfours_edu as af
from allfours_edu.widgets import art, static

from . import fixtures as fx


def at(page: Any) -> int:
    return int(page.locator(".af-root").get_attribute("data-at"))


def test_stepper_keys_and_buttons(mount: Any) -> None:
    page = mount(fx.stepper(), "stepper")
    assert "West deals six cards each" in page.locator(".af-step-text").inner_text()
    page.locator(".af-root").get_by_role("button", name="Next", exact=True).focus()
    page.keyboard.press("ArrowRight")
    assert at(page) == 1 and "South stands" in page.locator(".af-step-text").inner_text()
    page.keyboard.press("PageDown")
    assert "trick 1, card 1" in page.locator(".af-address").inner_text()
    page.keyboard.press("PageDown")
    assert "trick 2, card 1" in page.locator(".af-address").inner_text()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("PageUp")
    assert "trick 2, card 1" in page.locator(".af-address").inner_text()
    page.keyboard.press("PageUp")
    assert "trick 1, card 1" in page.locator(".af-address").inner_text()
    page.keyboard.press("]")
    assert "High" in page.locator(".af-address").inner_text()
    page.keyboard.press("[")
    assert "trick 1, card 1" in page.locator(".af-address").inner_text()
    page.keyboard.press("End")
    assert at(page) == 29
    page.keyboard.press("Home")
    assert at(page) == 0
    assert page.evaluate("fake.sent") == []


def test_stepper_slider_writes_the_trait_and_reads_it(mount: Any) -> None:
    page = mount(fx.stepper(), "stepper", at=4)
    assert at(page) == 4
    page.get_by_role("slider").fill("12")
    assert at(page) == 12
    page.wait_for_function("fake.model.get('at') === 12", timeout=2000)
    page.evaluate("fake.model.set('at', 3)")
    assert at(page) == 3 and page.get_by_role("slider").input_value() == "3"


def test_stepper_one_seat_sees_only_its_hand(mount: Any) -> None:
    page = mount(fx.stepper(), "stepper")
    assert page.get_by_role("img", name="ace of spades").count() == 1
    page.get_by_role("button", name="South sees").click()
    assert (
        page.get_by_role("img", name="ace of spades").count() == 0
        and page.get_by_role("img", name="queen of spades").count() == 1
    )
    page.keyboard.press("v")
    assert (
        page.get_by_role("img", name="ace of spades").count() == 1
        and page.get_by_role("img", name="queen of spades").count() == 0
    )


def test_the_last_step_shows_the_points_on_the_felt(mount: Any) -> None:
    shown = af.step("foster-1897", seed=7)
    page = mount(shown.state, "stepper", at=shown.steps - 1, cites=shown.cites, terms=shown.terms)
    assert page.locator(".af-sheet .af-row").count() >= 3
    assert "to go" in page.locator(".af-score-n").first.inner_text()
    page.get_by_role("button", name="Back").first.click()
    assert page.locator(".af-sheet").count() == 0


def test_stepper_sources_are_folded(mount: Any) -> None:
    page = mount(fx.stepper(), "stepper", at=1)
    assert "How often" not in page.locator(".af-sentence").inner_text()
    page.locator(".af-source summary").first.click()
    assert "How often may eldest beg?" in page.locator(".af-sentence").inner_text()


def test_standalone_page_steps_and_prints(context: Any, tmp_path: Path) -> None:
    html = static.page(
        "A deal </script><b>",
        "stepper",
        fx.stepper() | {"lead": "</script><img src=x>"},
        art=art.ART,
        cites=fx.CITES,
        terms=fx.TERMS,
    )
    assert not re.search(r"(?:src|href)=[\"']?https?:", html)
    file = tmp_path / "deal.html"
    file.write_text(html, "utf-8")
    page = context.new_page()
    errors: list[str] = []
    requests: list[str] = []
    page.on("pageerror", lambda e: errors.append(str(e)))
    page.on("request", lambda r: requests.append(r.url))
    page.goto(file.as_uri())
    page.get_by_role("button", name="Next", exact=True).click()
    assert "South stands" in page.locator(".af-step-text").inner_text()
    page.emulate_media(media="print")
    assert (
        page.locator(".af-print li").count() == 30
        and page.locator(".af-print").is_visible()
        and not page.locator(".af-felt").is_visible()
    )
    assert errors == [] and requests == [file.as_uri()]
    page.close()


def test_compare_modes_filter_and_first_difference(mount: Any) -> None:
    page = mount(fx.compare(), "compare")
    assert page.get_by_role("tab").count() == 3
    assert page.get_by_role("tab", name=re.compile("Best play")).get_attribute("aria-disabled") == "true"
    first = page.locator(".af-cr-first")
    assert first.count() == 1 and "scoring during play" in first.inner_text() and "explicit" in first.inner_text()
    assert page.locator(".af-seam").count() == 0
    rows = page.locator(".af-cr").count()
    page.get_by_role("button", name="Only differences").click()
    assert page.locator(".af-cr-same").count() == 0 and page.locator(".af-cr").count() < rows
    page.get_by_role("tab", name=re.compile("Same players")).click()
    assert page.locator(".af-seam").count() == 1 and "no longer lawful" in page.locator(".af-seam").inner_text()
    assert page.evaluate("fake.sent") == []
    page.get_by_role("tab", name=re.compile("Best play")).click(force=True)
    assert "the solver is not here yet" in page.locator(".af-notice").inner_text()
    page.get_by_role("button", name="Go to the first difference").click()
    assert page.evaluate("document.activeElement.dataset.row") == "t3"


def test_compare_asks_python_for_what_it_lacks(mount: Any) -> None:
    state = fx.compare()
    del state["tables"]["players"]
    page = mount(state, "compare")
    page.get_by_role("tab", name=re.compile("Same players")).click()
    page.evaluate("fake.tell({kind: 'again'})")
    page.get_by_role("button", name="Drop Trinidad").click()
    page.evaluate("fake.tell({kind: 'again'})")
    page.get_by_label("Add a book").first.select_option("cassell-all-fives")
    page.get_by_role("button", name="Add a book").click()
    assert [(m["name"], m["arg"]) for m in page.evaluate("fake.sent")] == [
        ("mode", "players"),
        ("drop_book", "trinidad"),
        ("add_book", "cassell-all-fives"),
    ]


def test_compare_flips_one_rule(mount: Any) -> None:
    flips = [
        {"field": "low_to", "label": "Who scores Low?", "values": [{"id": "holder"}, {"id": "taker"}]},
        {"field": "hang_jack", "label": "A Jack taken", "values": [{"id": "1"}, {"id": "3"}]},
    ]
    page = mount(fx.compare() | {"flips": flips}, "compare")
    page.get_by_text("Change one rule").click()
    page.locator("[name=book]").select_option("hoyle-ten")
    page.locator("[name=field]").select_option("hang_jack")
    page.locator("[name=value]").select_option("3")
    page.get_by_role("button", name="Try it").click()
    assert page.evaluate("fake.sent[0].arg") == {"book": "hoyle-ten", "field": "hang_jack", "value": "3"}


def test_text_twins(mount: Any) -> None:
    page = mount(fx.compare(), "compare")
    page.get_by_role("button", name="Only differences").focus()
    page.keyboard.press("t")
    assert "All Fives: East marks 5" in page.locator(".af-twin pre").inner_text()
    page = mount(fx.stepper(), "stepper", at=2)
    page.get_by_role("slider").focus()
    page.keyboard.press("t")
    assert "> 3. trick 1, card 1: South leads six of clubs." in page.locator(".af-twin pre").inner_text()
