"""A desk with one JupyterLab on it: notebooks are laid there one after another, each with its own kernel.

Opening JupyterLab anew for every test would take most of the time, so the page stays and the notebooks change.
What one does at a table, by mouse or by keys, is below.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat
from labdriver import browser, lab, outside_requests, run_cell
from playwright.sync_api import Locator, Page

ROOT = Path(__file__).resolve().parents[2]
KERNEL = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
MOST_TABS = 80
MOST_STEPS = 120
RESTS = "r => r.dataset.hold === 'true' || (r.dataset.shown === r.dataset.rev && r.dataset.idle === 'true')"
# Is anything wider than the place it has, or does anything hang out below?
OVERFLOWS = """root => {
  const edge = root.getBoundingClientRect(), found = [];
  if (root.scrollWidth > root.clientWidth + 1) found.push(`root ${root.scrollWidth} in ${root.clientWidth}`);
  if (root.scrollHeight > root.clientHeight + 2) found.push(`root ${root.scrollHeight} high in ${root.clientHeight}`);
  for (const n of root.querySelectorAll('button, p, h2, input, summary, dt, dd, li')) {
    const r = n.getBoundingClientRect();
    if (!r.width || n.closest('.af-sr, [hidden], .af-print')) continue;
    let box = n.parentElement, scrolls = false;
    for (; box && box !== root; box = box.parentElement)
      scrolls ||= /auto|scroll/.test(getComputedStyle(box).overflowX);
    if (!scrolls && (r.right > edge.right + 1 || r.left < edge.left - 1))
      found.push(`${n.tagName} ${n.className} ${n.textContent.slice(0, 40)}`);
  }
  return found;
}"""


class Desk:
    """One page of one JupyterLab."""

    def __init__(self, page: Page, url: str, folder: Path):
        self.page, self.url, self.folder = page, url, folder
        self.outside = outside_requests(page, url)
        page.goto(f"{url}/lab?reset")
        page.wait_for_function("window.jupyterapp?.restored")
        page.evaluate("() => window.jupyterapp.restored")

    def lay(self, name: str, *cells: str) -> Notebook:
        """Write a notebook with these cells and open it; what lay there before is saved and closed, kernels and all."""
        self.clear()
        return self.also(name, *cells)

    def also(self, name: str, *cells: str) -> Notebook:
        """Write a notebook and open it beside the others. A text that begins with % is a text cell."""
        notebook = nbformat.v4.new_notebook(metadata={"kernelspec": KERNEL, "language_info": {"name": "python"}})
        notebook.cells = [
            nbformat.v4.new_markdown_cell(text[1:].strip()) if text.startswith("%") else nbformat.v4.new_code_cell(text)
            for text in cells
        ]
        nbformat.write(notebook, self.folder / f"{name}.ipynb")
        return self.open(name)

    def open(self, name: str) -> Notebook:
        """Open a notebook beside those that are open, or bring it to the front."""
        self.page.evaluate(
            """async path => {
              const panel = await jupyterapp.commands.execute('docmanager:open', {path});
              await panel.context.ready; await panel.sessionContext.ready;
              await panel.sessionContext.session.kernel.info;
              jupyterapp.shell.activateById(panel.id);
            }""",
            f"{name}.ipynb",
        )
        self.page.wait_for_function(
            "path => window.jupyterapp.shell.currentWidget?.context?.path === path", arg=f"{name}.ipynb"
        )
        return Notebook(self.page, name)

    def restart(self) -> None:
        """Restart the kernel of the notebook in front."""
        self.page.evaluate(
            """async () => {
              const context = jupyterapp.shell.currentWidget.sessionContext;
              await context.session.kernel.restart();
              await context.session.kernel.info;
            }"""
        )
        self.page.wait_for_function(
            "() => jupyterapp.shell.currentWidget.sessionContext.kernelDisplayStatus === 'idle'"
        )

    def stop(self) -> None:
        """End the kernel of the notebook in front."""
        self.page.evaluate("() => jupyterapp.shell.currentWidget.sessionContext.shutdown()")

    def clear(self) -> None:
        """Close every notebook and end its kernel."""
        self.page.evaluate(
            """async () => {
              for (const panel of [...jupyterapp.shell.widgets('main')]) {
                if (!panel.sessionContext) { panel.close(); continue; }
                if (panel.context) await panel.context.save();
                await panel.sessionContext.shutdown();
                panel.dispose();
              }
            }"""
        )


class Notebook:
    """The notebook in front."""

    def __init__(self, page: Page, name: str):
        self.page, self.name = page, name

    @property
    def here(self) -> Locator:
        return self.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")

    def cell(self, index: int) -> Locator:
        return self.here.locator(".jp-Notebook .jp-Cell").nth(index)

    def run(self, index: int) -> Locator:
        """Run a cell; its output."""
        run_cell(self.page, index)
        return self.cell(index).locator(".jp-OutputArea").first

    def says(self, index: int) -> str:
        """Run a cell; what it prints."""
        return str(self.run(index).inner_text()).strip()

    def table(self, index: int) -> Table:
        """Run a cell; the screen that it shows."""
        self.run(index)
        return self.seen(index)

    def seen(self, index: int) -> Table:
        """The screen that a cell shows."""
        shown = self.cell(index).locator(".af-root")
        shown.wait_for()
        return Table(shown)

    def count(self) -> int:
        return int(self.page.evaluate("window.jupyterapp.shell.currentWidget.content.widgets.length"))

    def sources(self) -> list[str]:
        """What stands in the cells, with their kind: to see that nothing reached the notebook."""
        return list(
            self.page.evaluate(
                """() => jupyterapp.shell.currentWidget.content.widgets
                     .map(c => `${c.model.type}: ${c.model.sharedModel.source}`)"""
            )
        )


class Table:
    """One screen of ours, and somebody at it."""

    def __init__(self, root: Locator):
        self.root, self.page = root, root.page
        self.node = root.element_handle()

    def data(self, name: str) -> str:
        return self.root.get_attribute(f"data-{name}") or ""

    def rev(self) -> int:
        return int(self.data("rev") or 0)

    def text(self, selector: str = "") -> str:
        place = self.root.locator(selector).first if selector else self.root
        return " ".join(place.inner_text().split())

    def has(self, selector: str) -> bool:
        return self.root.locator(selector).count() > 0

    def hand(self) -> list[str]:
        return [c.get_attribute("data-card") or "" for c in self.root.locator(".af-hand [data-card]").all()]

    def until(self, condition: str, arg: object = None, seconds: float = 15) -> None:
        self.page.wait_for_function(condition, arg=[self.node, arg], timeout=seconds * 1000)

    def rest(self, take: Callable[[], None] | None = None) -> None:
        """Wait until the table waits for you; finished tricks are taken in (by a click, or as told)."""
        for _ in range(MOST_STEPS):
            self.page.wait_for_function(RESTS, arg=self.node)
            if self.data("hold") != "true":
                return
            (take or self.root.locator(".af-take").click)()
            self.page.wait_for_timeout(20)
        raise AssertionError("the table does not come to rest")

    def after(self, rev: int, take: Callable[[], None] | None = None) -> None:
        """Wait for a state newer than ``rev``, and for rest."""
        self.until("([r, rev]) => Number(r.dataset.rev) > rev", rev)
        self.rest(take)

    # -- by mouse --------------------------------------------------------------------------------------

    def click(self, selector: str) -> None:
        """Click on something that changes the table."""
        rev = self.rev()
        self.root.locator(selector).first.click()
        self.after(rev)

    def play_on(self, stop: Callable[[], bool] | None = None) -> int:
        """Click on the first thing that is offered, until the deal is over or ``stop`` says so. How many clicks?"""
        for n in range(MOST_STEPS):
            if self.has("[data-panel=deal_end]") or (stop is not None and stop()):
                return n
            self.click("[data-call], [data-k=choose-keep], .af-hand .af-legal")
        raise AssertionError("the deal does not end")

    # -- by keyboard -----------------------------------------------------------------------------------

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def then(self, *keys: str) -> None:
        """Press keys that change the table, and wait; finished tricks are taken in by the space bar."""
        rev = self.rev()
        self.press(*keys)
        self.after(rev, lambda: self.press(" "))

    def focused(self, selector: str) -> bool:
        return bool(
            self.page.evaluate("([r, s]) => r.contains(document.activeElement?.closest(s))", [self.node, selector])
        )

    def tab_to(self, selector: str) -> None:
        """Go on with Tab until the focus is there; back with Shift+Tab if it is not to be found forwards."""
        for key in ("Tab", "Shift+Tab"):
            for _ in range(MOST_TABS):
                if self.focused(selector):
                    return
                self.press(key)
        raise AssertionError(f"the keyboard does not reach {selector}")

    def push(self, selector: str) -> None:
        """Go to a button with Tab and press Enter."""
        self.tab_to(selector)
        self.then("Enter")

    def card(self, selector: str = ".af-legal") -> None:
        """Go to a card of the hand that the selector names: Tab into the hand, arrows within it."""
        self.tab_to(".af-hand .af-card")
        for _ in range(len(self.hand())):
            if self.focused(f".af-hand {selector}"):
                return
            self.press("ArrowRight")
        assert self.focused(f".af-hand {selector}"), f"no {selector} in the hand"

    def keys_on(self, called: list[str]) -> None:
        """Keys alone, until the deal is over: beg where one may, throw away what one must, play a lawful card."""
        for _ in range(MOST_STEPS):
            if self.has("[data-panel=deal_end]"):
                return
            if self.has("[data-call]"):
                calls = [b.get_attribute("data-call") or "" for b in self.root.locator("[data-call]").all()]
                n = calls.index("beg") if "beg" in calls else 0
                called.append(calls[n])
                self.tab_to("[data-call]")
                self.then(str(n + 1))
            elif self.has("[data-panel=choose]"):
                called.append("discard")
                self.throw_away()
            else:
                self.card()
                self.then("Enter")
        raise AssertionError("the deal does not end")

    def throw_away(self) -> None:
        """Choose cards from the left until the button to throw them away is ready."""
        go = "[data-k=choose-go]"
        self.tab_to(".af-hand .af-card")
        self.press("Home")
        for _ in self.hand():
            if self.root.locator(go).get_attribute("aria-disabled") == "false":
                break
            self.press("Enter", "ArrowRight")
        self.push(go)

    def overflows(self) -> list[str]:
        return list(self.page.evaluate(OVERFLOWS, self.node))


@contextlib.contextmanager
def a_desk(folder: Path, dark: bool = False, **context: Any) -> Iterator[Desk]:
    """JupyterLab on a folder and a page of it. The kernels import the package of this checkout."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(ROOT), before)))
    try:
        with lab(folder, dark=dark) as url, browser(**context) as window:
            yield Desk(window.new_page(), url, folder)
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before
