"""The front end alone: a blank page, a fake model, a real browser, no Jupyter."""

from __future__ import annotations

import base64
import contextlib
import importlib.util
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from allfours_edu.widgets import art, static

from . import fixtures

CHROMIUM = (
    os.environ.get("CHROMIUM")
    or shutil.which("chromium")
    or shutil.which("chromium-browser")
    or shutil.which("google-chrome")
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

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
    """One Chromium for the whole run; without one the tests say why they did not run (in CI they fail)."""
    reason = ""
    if importlib.util.find_spec("playwright") is None:
        reason = "playwright is not installed"
    elif not CHROMIUM or not Path(CHROMIUM).exists():
        reason = "no Chromium found (set CHROMIUM)"
    if reason:
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as p:
        b = p.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield b
        b.close()


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
        esm = base64.b64encode(static.esm(about_texts, room).encode()).decode()
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
        page.evaluate(MOUNT, [esm, static.css(about_texts, room), values | traits])
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


@pytest.fixture(scope="session")
def axe() -> str:
    """The text of axe-core, from the package that carries it."""
    spec = importlib.util.find_spec("axe_core_python")
    if spec is None or not spec.submodule_search_locations:
        pytest.skip("axe-core-python is not installed")
    return (Path(next(iter(spec.submodule_search_locations))) / "axe.min.js").read_text("utf-8")
