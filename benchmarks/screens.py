"""How fast the pages about texts open and move.

    python benchmarks/screens.py [--runs N]

Python: seconds from nothing loaded to the state of a page, in a new process each. Browser: from a key to the drawn
page, on a blank page with a model that has no Python behind it. Limits: state 300 ms, opening 1 s, a key 50 ms.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import shutil
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

LOADED = "import allfours_edu as af, allfours_edu.widgets.base, cattrs"
STATES = {
    "af.rulebook('trinidad')": "from allfours_edu.widgets.rulebook import rulebook_state as s; s('trinidad')",
    "af.texts('tie')": "from allfours_edu.widgets.texts import texts_state as s; from allfours_edu.teach.textgrid"
    " import text_grid as g; s(g('tie'))",
    "af.texts('begging')": "from allfours_edu.widgets.texts import texts_state as s; from allfours_edu.teach.textgrid"
    " import text_grid as g; s(g('begging'))",
    "af.variorum()": "from allfours_edu.widgets.variorum import variorum_state as s; from allfours_edu.teach.variorum"
    " import variorum_grid as g; s(g())",
}
KEYS = {
    "af.rulebook('trinidad')": (".af-rb-row", ["ArrowDown"] * 20 + ["PageDown"] * 4 + ["d", "d"] + ["ArrowUp"] * 10),
    "af.texts('tie')": ('.af-tg [tabindex="0"]', ["ArrowRight"] * 12 + ["ArrowLeft"] * 6 + ["s", "s"]),
    "af.texts('begging')": ('.af-tg [tabindex="0"]', (["ArrowDown"] * 6 + ["ArrowRight"] * 6) * 2 + ["s", "s"]),
    "af.variorum()": (
        '.af-vg [tabindex="0"]',
        ["ArrowRight"] * 12 + ["PageDown"] * 6 + ["ArrowDown"] * 12 + ["End", "Home", "d", "d", "x", "t", "t", "c"],
    ),
}
MOUNT = """async ([esm, css, traits]) => {
  const style = document.createElement('style'); style.textContent = css; document.head.append(style);
  const model = { get: (k) => traits[k], set() {}, save_changes() {}, send() {}, on() {}, off() {} };
  const mod = await import('data:text/javascript;base64,' + esm);
  const el = document.createElement('div'); document.body.append(el);
  const start = performance.now();
  mod.default.render({ model, el }); el.getBoundingClientRect();
  return performance.now() - start;
}"""
PRESS = """(key) => {
  const at = document.activeElement, start = performance.now();
  at.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  document.body.getBoundingClientRect();  // with the layout that follows
  return performance.now() - start;
}"""


def cold(statement: str) -> float:
    """Milliseconds for a state in a new process, the libraries loaded but no text read."""
    timed = f"{LOADED}\nfrom time import perf_counter as p\nt = p()\n{statement}\nprint((p() - t) * 1000)"
    done = subprocess.run([sys.executable, "-c", timed], cwd=ROOT, check=True, capture_output=True, text=True)
    return float(done.stdout)


def states() -> dict[str, tuple[str, dict[str, Any]]]:
    from allfours_edu.teach.textgrid import text_grid
    from allfours_edu.teach.variorum import variorum_grid
    from allfours_edu.widgets.rulebook import rulebook_state
    from allfours_edu.widgets.texts import texts_state
    from allfours_edu.widgets.variorum import variorum_state

    return {
        "af.rulebook('trinidad')": ("rulebook", rulebook_state("trinidad")),
        "af.texts('tie')": ("texts", texts_state(text_grid("tie"))),
        "af.texts('begging')": ("texts", texts_state(text_grid("begging"))),
        "af.variorum()": ("variorum", variorum_state(variorum_grid())),
    }


def browser() -> dict[str, tuple[float, list[float], int]]:
    """By page: milliseconds to draw it, to answer each key, and the size of its state."""
    from playwright.sync_api import sync_playwright

    from allfours_edu.widgets import art, static

    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    found = {}
    with sync_playwright() as p:
        chrome = p.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        for name, (view, state) in states().items():
            page = chrome.new_page(viewport={"width": 1100, "height": 900})
            page.set_content("<!doctype html><html lang=en><body></body></html>")
            traits = {"view": view, "state": state, "_art": art.ART, "_words": {}, "cites": {}, "terms": {}}
            esm = base64.b64encode(static.esm(texts=True).encode()).decode()
            first = page.evaluate(MOUNT, [esm, static.css(texts=True), traits])
            selector, keys = KEYS[name]
            page.locator(selector).first.focus()
            found[name] = (first, [page.evaluate(PRESS, key) for key in keys], len(json.dumps(state)))
            page.close()
        chrome.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    drawn = browser()
    print(f"{'page':26} {'state, cold':>12} {'first drawing':>14} {'key, median':>12} {'key, worst':>11} {'state':>8}")
    for name, statement in STATES.items():
        state = statistics.median(cold(statement) for _ in range(runs))
        first, keys, size = drawn[name]
        print(
            f"{name:26} {state:9.0f} ms {first:11.0f} ms {statistics.median(keys):9.1f} ms {max(keys):8.1f} ms "
            f"{size / 1000:5.0f} kB"
        )


if __name__ == "__main__":
    main()
