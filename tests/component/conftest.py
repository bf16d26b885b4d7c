"""The front end alone: a blank page, a fake model, a real browser, no Jupyter."""

from __future__ import annotations

import base64
import contextlib
import os
from collections.abc import Callable, Iterator
from importlib import resources
from typing import Any

import pytest

from allfours_edu.widgets import art, static

from . import fixtures

MOUNT = """async ([esm, css, traits]) => {
  const style = document.createElement('style'); style.textContent = css; document.head.append(style);
  const handlers = {}, sent = [], saved = [];
  const model = {
    get: (k) => traits[k], save_changes: () => saved.push({...traits, state: null}), send: (m) => sent.push(m),
    set: (k, v) => { traits[k] = v; (handlers['change:' + k] || []).forEach((f) => f()); },
    on: (n, f) => n.split(' ').forEach((e) => (handlers[e] ??= []).push(f)),
    off: (n, f) => n.split(' ').forEach((e) => { handlers[e] = (handlers[e] || []).filter((g) => g !== f); }),
  };
  const mod = await import('data:text/javascript;base64,' + esm);
  const el = document.createElement('div'); document.body.append(el);
  window.fake = { model, sent, saved, handlers, tell: (m) => (handlers['msg:custom'] || []).forEach((f) => f(m)) };
  window.fake.cleanup = mod.default.render({ model, el });
}"""


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """The run's one Chromium, shared with the end-to-end tests; without one the tests say why they did not run."""
    labdriver = pytest.importorskip("labdriver", reason="playwright is not installed")
    if labdriver.chromium() is None:
        reason = "no Chromium found (set CHROMIUM)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    with labdriver.browser() as made:
        yield made.browser


@pytest.fixture(scope="session")
def context(browser: Any) -> Iterator[Any]:
    c = browser.new_context(viewport={"width": 1100, "height": 900})
    c.new_page()
    yield c
    c.close()


Mount = Callable[..., Any]


@pytest.fixture
def mount(context: Any) -> Iterator[Mount]:
    """mount(state, view="table", **traits) opens a page that shows the state."""
    own: list[Any] = []
    errors: list[str] = []

    def open_page(
        state: dict[str, Any],
        view: str = "table",
        *,
        width: int = 1100,
        dark: bool = False,
        fresh: bool = False,
        room: bool = False,
        house: bool = False,
        **traits: Any,
    ) -> Any:
        # One page serves most tests (a new one costs more than the test); `fresh` is for clocks and media.
        page = context.new_page() if fresh or not context.pages else context.pages[0]
        if fresh:
            own.append(page)
        page.goto("about:blank")
        page.on("pageerror", note_page_error)
        page.on("console", note_console)
        page.set_viewport_size({"width": width, "height": 900})
        theme = "style='margin:8px;background:#111' data-jp-theme-light=false" if dark else "style='margin:8px'"
        page.set_content(
            f"<!doctype html><html lang=en><head><title>t</title></head><body {theme}><main></main></body></html>"
        )
        about_texts = view in static.TEXT_VIEWS
        esm = base64.b64encode(static.esm(about_texts, room, house).encode()).decode()
        values = {
            "view": view,
            "state": state,
            "_art": art.ART,
            "_words": {},
            "cites": fixtures.CITES,
            "terms": fixtures.TERMS,
            "four_colour": False,
            "pace": "at_once",
            "detail": "full",
            "trumps_last": False,
            "at": 0,
        }
        page.evaluate(MOUNT, [esm, static.css(about_texts, room, house), values | traits])
        return page

    def note_page_error(error: Any) -> None:
        errors.append(str(error))

    def note_console(message: Any) -> None:
        if message.type == "error":
            errors.append(message.text)

    yield open_page
    for page in context.pages:
        for event, heard in (("pageerror", note_page_error), ("console", note_console)):
            with contextlib.suppress(KeyError):
                page.remove_listener(event, heard)
    for page in own:
        page.close()
    assert errors == []


_WHEN_AT_REST = """;
(() => {
  const run = axe.run;  // a card half faded in has no contrast worth measuring
  const ends = (a) => a.effect.getComputedTiming().endTime < Infinity;
  axe.run = async (...words) => {
    await Promise.all(document.getAnimations().filter(ends).map((a) => a.finished.catch(() => 0)));
    return run.apply(axe, words);
  };
})();"""


@pytest.fixture(scope="session")
def axe() -> str:
    """The text of axe-core, from the package that carries it."""
    text = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
    return text + _WHEN_AT_REST
