"""What must hold on every screen: widths, axe-core, contrast in the dark, motion, the style sheet's manners."""

from __future__ import annotations

import re
from typing import Any

import pytest

from allfours_edu.widgets import art, static

from . import fixtures as fx

SCREENS: dict[str, tuple[dict[str, Any], str, dict[str, Any]]] = {
    "play": (fx.in_play(), "table", {}),
    "illegal": (fx.illegal(), "table", {}),
    "beg": (fx.beg(), "table", {}),
    "discards": (fx.discards(), "table", {}),
    "end": (fx.end_of_deal(), "table", {}),
    "scenario": (fx.scenario(), "table", {}),
    "feedback": (fx.scenario_wrong(), "table", {}),
    "open hands": (fx.open_hands(), "table", {}),
    "seat question": (fx.seat_question(), "table", {}),
    "outcome": (fx.outcome(), "table", {}),
    "eight seats": (fx.seats(8), "table", {}),
    "scores": (fx.scores(), "table", {}),
    "stepper": (fx.stepper(), "stepper", {"at": 10}),
    "compare": (fx.compare(), "compare", {}),
}


AXE = """opts => axe.run('.af-root', opts).then(r => r.violations.map(v => v.id + ': ' +
  v.nodes.map(n => n.html.slice(0, 140) + ' ' + n.failureSummary.slice(0, 200)).join(' | ')))"""


@pytest.mark.parametrize("view", ["table", "stepper", "compare"])
def test_no_overflow_and_no_findings(mount: Any, axe: str, view: str) -> None:
    screens = {name: (state, traits) for name, (state, v, traits) in SCREENS.items() if v == view}
    state, traits = next(iter(screens.values()))
    page = mount(state, view, width=1280, four_colour=True, fresh=True, **traits)
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(axe)
    for rev, (name, (state, _)) in enumerate(screens.items(), start=100):
        page.evaluate("s => fake.model.set('state', s)", state | {"rev": rev})
        for width in (1280, 768, 480, 320):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{name} overflows at {width}"
            if width in (1280, 320):
                assert page.evaluate(AXE, {"resultTypes": ["violations"]}) == [], f"{name} at {width}"


@pytest.mark.parametrize("view", ["table", "stepper", "compare"])
def test_contrast_in_the_dark(mount: Any, axe: str, view: str) -> None:
    screens = {name: (state, traits) for name, (state, v, traits) in SCREENS.items() if v == view}
    state, traits = next(iter(screens.values()))
    page = mount(state, view, dark=True, four_colour=True, fresh=True, **traits)
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(axe)
    for rev, (name, (state, _)) in enumerate(screens.items(), start=100):
        page.evaluate("s => fake.model.set('state', s)", state | {"rev": rev})
        assert page.evaluate(AXE, {"runOnly": ["color-contrast"]}) == [], name


OVERLAPS = """() => {
  const r = [...document.querySelectorAll('.af-felt :is(.af-plate, .af-trump, .af-low)')]
    .map((p) => p.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return r.flatMap((a, i) => r.slice(i + 1).filter((b) => meet(a, b))).length;
}"""


def test_seats_never_overlap_the_hand_or_each_other(mount: Any) -> None:
    page = mount(fx.seats(2), width=640)
    for n in range(2, 9):
        page.evaluate("s => fake.model.set('state', s)", fx.seats(n) | {"rev": n})
        for width in (223, 320, 640, 760, 850, 1130):  # 223: JupyterLab on a phone; 850: with the file list open
            page.set_viewport_size({"width": width, "height": 900})
            hits = page.evaluate(OVERLAPS)
            assert hits == 0, (n, width)


def test_targets_are_large_enough(mount: Any) -> None:
    page = mount(fx.beg(), width=320)
    small = page.evaluate("""() => [...document.querySelectorAll('.af-button, .af-card')]
      .map((b) => b.getBoundingClientRect()).filter((r) => r.height < 44 || r.width < 40).length""")
    assert small == 0


def test_reduced_motion_stops_all_motion(mount: Any) -> None:
    page = mount(fx.in_play(), fresh=True)
    longest = """Math.max(...[...document.querySelectorAll('.af-root *')].map((n) => {
      const c = getComputedStyle(n), moving = c.animationName === 'none' ? 0 : parseFloat(c.animationDuration) || 0;
      return Math.max(moving, parseFloat(c.transitionDuration) || 0); }))"""
    assert 0 < page.evaluate(longest) <= 0.2
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(longest) == 0


def test_forced_colours_keep_what_matters(mount: Any) -> None:
    page = mount(fx.in_play(), fresh=True)
    page.emulate_media(forced_colors="active")
    assert page.evaluate("getComputedStyle(document.querySelector('.af-best .af-face')).outlineStyle") == "solid"
    assert page.evaluate("getComputedStyle(document.querySelector('.af-plate.af-turn')).outlineStyle") == "solid"


def test_every_rule_is_ours() -> None:
    css = re.sub(r"/\*.*?\*/", "", static.css(), flags=re.S)
    css = re.sub(r"@keyframes [\w-]+ \{(?:[^{}]*\{[^{}]*\})*\s*\}", "", css)
    selectors = [s.strip() for s in re.findall(r"([^{}@;]+)\{", re.sub(r"@(?:media|container)[^{]*\{", "", css))]
    assert selectors
    for selector in selectors:
        assert selector.startswith((".af-", '[data-jp-theme-light="false"] .af-', ".vscode-dark .af-")), selector
    assert all(name.startswith("af-") for name in re.findall(r"@keyframes ([\w-]+)", static.css()))


def test_the_module_fetches_nothing_and_writes_no_markup() -> None:
    esm = static.esm()
    assert "import(" not in esm and not re.search(r"^\s*import ", esm, flags=re.M)
    assert "innerHTML" not in esm and "insertAdjacentHTML" not in esm
    assert set(re.findall(r"https?://[^\"'\s)]*", esm)) == {"http://www.w3.org/2000/svg"}


def test_words_used_exist() -> None:
    esm = static.esm().split("\n", 1)[1]
    used = set(re.findall(r"ctx\.w\(\"(\w+)\"", esm)) | set(re.findall(r", \"(key_\w+)\"\]", esm))
    assert used - set(static.words()) == set()


def test_art_has_every_card() -> None:
    assert len(art.ART["names"]) == 53
    for card in art.ART["names"]:
        drawn = art.card_svg(card, four=True)
        assert drawn.count("<g") == drawn.count("</g>") and art.card_name(card) in drawn
    assert art.back_svg().count("<g") == art.back_svg().count("</g>")
