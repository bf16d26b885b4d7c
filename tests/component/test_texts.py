"""The texts side by side in a browser: a grid for keys, marks in form and word, everything there without Python."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from allfours_edu.teach.deciding import deals_deciding
from allfours_edu.teach.textgrid import text_grid
from allfours_edu.widgets import static
from allfours_edu.widgets.texts import opened_deal, opened_page, texts_html, texts_state

pytestmark = pytest.mark.browser
AXE = """opts => axe.run('.af-root', opts).then(r => r.violations.map(v => v.id + ': ' +
  v.nodes.map(n => n.html.slice(0, 140) + ' ' + n.failureSummary.slice(0, 200)).join(' | ')))"""


@pytest.fixture(scope="module")
def states() -> dict[str, dict[str, Any]]:
    return {name: texts_state(text_grid(name or None)) for name in ("tie", "begging", "high", "")}


def here(page: Any) -> str:
    """The siglum and question of the cell that has the focus."""
    return str(
        page.evaluate("""() => { const n = document.activeElement;
      return n.closest('.af-tg-row').querySelector('.af-tg-q, .af-tg-corner').textContent + ' | '
        + n.querySelector('.af-siglum').firstChild.data; }""")
    )


def test_by_keyboard_alone(mount: Any, states: Any) -> None:
    page = mount(states["begging"], "texts")
    page.locator('.af-tg [tabindex="0"]').focus()
    assert page.locator('.af-tg [tabindex="0"]').count() == 1
    page.keyboard.press("Home")
    assert here(page) == "How often may the eldest hand beg? | Co"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert here(page) == "With three players, whom does the dealer's gift pay? | Co2"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert here(page) == "question · text | Co2"
    assert "1687" in page.locator(".af-rd-box").inner_text()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.className") == "af-rd-box"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"
    before = page.locator(".af-tg-w").count()
    page.keyboard.press("s")
    assert 0 < page.locator(".af-tg-w").count() < before
    page.keyboard.press("t")
    assert "What the rule books play" in page.locator(".af-twin").inner_text()
    page.keyboard.press("Escape")
    page.locator('.af-tg [tabindex="0"]').focus()
    page.keyboard.press("?")
    assert "choose a question" in page.locator(".af-pop").inner_text()
    assert page.evaluate("fake.sent.length") == 0


def test_choosing_a_question_by_typing(mount: Any, states: Any) -> None:
    page = mount(states["tie"], "texts")
    page.locator('.af-tg [tabindex="0"]').focus()
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.type") == "search"
    page.keyboard.type("who has low")
    assert page.locator(".af-pk").count() == 1
    page.keyboard.press("Enter")
    assert page.locator(".af-prompt").inner_text() == "Who has Low?"
    assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"
    page.keyboard.press("/")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.locator(".af-prompt").inner_text() == "The deal"
    page.keyboard.press("/")
    page.keyboard.press("Escape")
    assert page.locator(".af-picker").count() == 0
    assert page.evaluate("fake.sent.length") == 0


def test_all_questions_are_offered(mount: Any, states: Any) -> None:
    page = mount(states[""], "texts")
    assert page.locator("[data-topic]").count() == len(states[""]["topics"])
    page.locator("[data-k=search]").fill("zzz")
    assert "No question has these words." in page.locator(".af-picker").inner_text()


def cell(page: Any, siglum: str) -> Any:
    return page.locator(".af-tg-c").filter(has=page.locator(".af-siglum", has_text=re.compile(f"^{siglum}$")))


def test_silence_doubt_and_default(mount: Any, states: Any) -> None:
    page = mount(states["tie"], "texts")
    assert "silent" in cell(page, "En").inner_text() and "—" in cell(page, "En").inner_text()
    assert "not seen" in cell(page, "FW").inner_text() and "◌" in cell(page, "FW").inner_text()
    laws = cell(page, "W-L").inner_text()
    assert "‡ ambiguous" in laws and "[The eldest hand, whether he is in the tie or not.]" in laws
    taken = cell(page, "W-L").locator(".af-reads-taken").inner_text()
    assert taken.startswith("B") and "taken here" in taken and "likely" in taken
    assert re.search(r"^no note: .*\bPA, AFO\b", page.locator(".af-tg-rest").inner_text())
    app = page.locator(".af-app").inner_text()
    assert "⟨Old Hoyle, ten up⟩" in app and "F on Pitch" in app
    heads = page.locator(".af-tg-w").filter(has_text="Project Gutenberg 53881").inner_text()
    assert "from 1897" in heads and "printed" in heads and "words seen" in heads


def test_a_reading_in_full(mount: Any, states: Any) -> None:
    page = mount(states["tie"], "texts")
    cell(page, "W-L").click()
    told = page.locator(".af-rd-box").inner_text()
    wanted = ("law 11", "ambiguous", "conjecture", "The letter of the law.", "(R8)", "wiki-laws#tie", "So played by")
    for words in wanted:
        assert words in told, words
    page.locator('[data-sig="wiki-terms"]').click()
    assert "Technical Terms" in page.locator(".af-rd-box").inner_text()


def test_a_question_without_a_field(mount: Any, states: Any) -> None:
    page = mount(states["high"], "texts")
    assert page.locator(".af-app-table").count() == 0
    assert "foster-1897#" in page.locator(".af-bk").inner_text()


def test_a_deal_and_a_page_open_below(mount: Any, states: Any) -> None:
    page = mount(states["tie"], "texts")
    deal = deals_deciding("tie")[0]
    page.locator("[data-deal]").first.click()
    assert page.evaluate("fake.sent")[-1] | {"rev": 0} == {"kind": "command", "name": "deal", "arg": deal.id, "rev": 0}
    page.evaluate("m => fake.tell(m)", opened_deal(deal))
    page.wait_for_selector(".af-nest .af-felt")
    assert "Twelve all" in page.locator(".af-nest-head").inner_text()
    assert "elder wins the match" in page.locator(".af-nest-note").inner_text()
    at = int(page.locator(".af-nest [data-at]").first.get_attribute("data-at"))
    page.locator(".af-nest [data-k=back]").click()
    assert page.locator(f'.af-nest .af-root[data-at="{at - 1}"]').count() == 1
    page.locator('[data-k="nest-close"]').click()
    assert page.locator(".af-nest").count() == 0
    page.locator('[data-book="hoyle-ten"]').click()
    page.evaluate("m => fake.tell(m)", opened_page("hoyle-ten"))
    page.wait_for_selector(".af-nest .af-rb-row")
    assert page.locator(".af-nest .af-rb-on").get_attribute("data-field") == "tie"
    assert page.locator(".af-nest [data-k=texts]").count() == 0  # no Python behind it, so the line of code is shown
    assert 'af.texts("tie")' in page.locator(".af-nest .af-rb-aside").inner_text()


def test_the_first_column_stays(mount: Any, states: Any) -> None:
    page = mount(states["begging"], "texts")
    page.locator('.af-tg [tabindex="0"]').focus()
    page.keyboard.press("End")
    left = "(s => document.querySelector(s).getBoundingClientRect().left)"
    left = f"{left}('.af-tg-q') - {left}('.af-tg')"
    assert page.evaluate("document.querySelector('.af-tg').scrollLeft") > 500
    assert abs(page.evaluate(left)) < 2
    seen = """() => { const n = document.activeElement.getBoundingClientRect(), b = document.querySelector('.af-tg')
      .getBoundingClientRect(), q = document.querySelector('.af-tg-q').getBoundingClientRect();
      return n.left >= q.right - 1 && n.right <= b.right + 1 && n.top >= b.top && n.bottom <= b.bottom + 1; }"""
    assert page.evaluate(seen)
    for key in ("PageDown", "Home", "PageUp"):
        page.keyboard.press(key)
        assert page.evaluate(seen), key


def test_cards_on_a_narrow_screen(mount: Any, states: Any) -> None:
    page = mount(states["tie"], "texts", width=360)
    boxes = page.evaluate("[...document.querySelectorAll('.af-tg-c')].map((n) => n.getBoundingClientRect().left)")
    assert max(boxes) - min(boxes) < 1
    page.locator('.af-tg [tabindex="0"]').focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.querySelector('.af-siglum').textContent") == "Co2"


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("name", ["tie", "begging", "high", ""])
def test_axe_and_width(mount: Any, axe: str, states: Any, name: str, dark: bool) -> None:
    page = mount(states[name], "texts", dark=dark, fresh=True)
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(axe)
    for width in (1280, 900, 720, 480, 320):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width
        if width in (1280, 320):
            assert page.evaluate(AXE, {"resultTypes": ["violations"]}) == [], width


PASSAGE = {
    "kind": "own", "ref": "cassell-1881#tie", "name": "my <copy>.txt", "note": "the wording differs", "tier": "near",
    "tier_word": "near", "before": "Words before", "words": "Level <b>counts</b> & more", "after": "words after",
    "where": "line 7",
}  # fmt: skip


def test_the_readers_own_copy_beside_the_digest(mount: Any, axe: str, states: Any) -> None:
    state = states["tie"] | {"own": ["cassell-1881"]}
    for dark in (False, True):
        page = mount(state, "texts", dark=dark, fresh=True)
        cell(page, "Ca").click()
        asked = [m["arg"] for m in page.evaluate("fake.sent") if m["name"] == "own"]
        assert asked[0] == "cassell-1881#tie" and len(asked) == len(set(asked))
        page.evaluate("m => fake.tell(m)", PASSAGE)
        own = page.locator(".af-own").first
        assert own.locator("mark").inner_text() == PASSAGE["words"] and own.locator("mark b").count() == 0
        for words in ("near", "my <copy>.txt, line 7", "the wording differs", "Words before"):
            assert words in own.inner_text()
        own.locator(".af-own-text").focus()  # by keyboard too, should it have to be scrolled
        assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Your copy, my <copy>.txt"
        digest, beside = page.locator(".af-rd-digest").first.bounding_box(), own.bounding_box()
        assert digest["x"] + digest["width"] <= beside["x"] and abs(digest["y"] - beside["y"]) < 9
        page.evaluate(axe)
        assert page.evaluate(AXE, {"resultTypes": ["violations"]}) == []
        page.set_viewport_size({"width": 360, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert page.evaluate("JSON.stringify(fake.model.get('state')).includes('Level <b>')") is False
    page = mount(states["tie"], "texts")
    cell(page, "Ca").click()
    assert 'af.attach("cassell-1881", "my-copy.txt")' in page.locator(".af-own-how").first.inner_text()
    cell(page, "BGA").click()
    assert page.locator(".af-own-how").count() == 0  # no fingerprints of a text that is not free
    assert page.evaluate("fake.sent.length") == 0


def test_one_file_has_its_deals(browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "tie.html"
    file.write_text(texts_html("tie"), "utf-8")
    page = browser.new_page()
    page.goto(file.as_uri())
    page.locator("[data-deal]").first.click()
    page.wait_for_selector(".af-nest .af-felt")
    page.emulate_media(media="print")
    assert "Of two who count alike" in page.locator("body").inner_text()
    page.close()


def test_every_rule_of_the_style_sheet_is_ours() -> None:
    css = re.sub(r"/\*.*?\*/", "", (Path(static.__file__).parent / "variorum.css").read_text("utf-8"), flags=re.S)
    selectors = [s.strip() for s in re.findall(r"([^{}@;]+)\{", re.sub(r"@(?:media|container)[^{]*\{", "", css))]
    assert len(selectors) > 100
    assert [s for s in selectors if not s.startswith(".af-")] == []


def test_the_module_fetches_nothing_and_every_word_exists() -> None:
    esm = static.esm(texts=True)
    assert "import(" not in esm and "innerHTML" not in esm and "insertAdjacentHTML" not in esm
    used = set(re.findall(r"ctx\.w\(\"(\w+)\"", esm)) | set(re.findall(r", \"(key_\w+)\"\]", esm))
    assert used - set(static.words()) == set()
    assert len(static.esm()) < len(esm)  # a table does not carry the pages about texts
