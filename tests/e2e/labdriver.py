"""Drive a throw-away JupyterLab with a headless browser.

    with lab(folder) as url, browser() as context:
        page = context.new_page()
        open_notebook(page, url, "notebooks/00_start.ipynb")
        run_cell(page, 1)
        output(page, 1).get_by_role("button", name="queen of spades").click()

The browser is the one on the machine (Chromium or Chrome; the variable CHROMIUM names another): none is downloaded.
Nothing here waits without a limit. A JupyterLab of this module keeps its settings, workspaces and data in a temporary
folder, answers on 127.0.0.1 only and ends, kernels and all, with its ``with`` block.
"""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright, sync_playwright

START_SECONDS = 90  # a cold machine with two cores needs a few; a loaded one more
KERNEL_SECONDS = 60
CELL_SECONDS = 60
PAGE_SECONDS = 30

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
ARGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium() -> str | None:
    """The browser to drive, or None where there is none."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named if Path(named).exists() else None
    found = (shutil.which(name) for name in NAMES)
    return next((path for path in found if path), None) or next((p for p in PLACES if Path(p).exists()), None)


# -- the browser --------------------------------------------------------------------------------------------------

_running: list[tuple[Playwright, Browser]] = []
_users = 0


@contextlib.contextmanager
def browser(**context: Any) -> Iterator[BrowserContext]:
    """A fresh browser context: its own cookies, size, colour scheme (what Playwright's ``new_context`` takes).

    Playwright allows one instance a thread, so contexts that overlap share one browser: the first starts it, the
    last one ends it.
    """
    global _users
    if not _running:
        _running.append(_start())
    _users += 1
    try:
        made = _running[0][1].new_context(**{"viewport": {"width": 1280, "height": 900}, **context})
        try:
            made.set_default_timeout(PAGE_SECONDS * 1000)
            yield made
        finally:
            made.close()
    finally:
        _users -= 1
        if not _users:
            playwright, chrome = _running.pop()
            chrome.close()
            playwright.stop()


def _start() -> tuple[Playwright, Browser]:
    path = chromium()
    if path is None:
        raise FileNotFoundError("no Chromium or Chrome on this machine: install one, or name it in CHROMIUM")
    sandbox = [] if hasattr(os, "geteuid") and os.geteuid() else ["--no-sandbox"]  # root has no sandbox
    playwright = sync_playwright().start()
    try:
        return playwright, playwright.chromium.launch(executable_path=path, args=ARGS + sandbox, timeout=60_000)
    except BaseException:
        playwright.stop()
        raise


def outside_requests(page: Page, url: str) -> list[str]:
    """A list that fills with every address the page asks for beyond the server at ``url``: it should stay empty."""
    seen: list[str] = []

    def note(request: Any) -> None:
        if not request.url.startswith((url, url.replace("http", "ws", 1), "data:", "blob:", "about:")):
            seen.append(request.url)

    page.on("request", note)
    return seen


def axe(page: Page, selector: str = "body", rules_off: tuple[str, ...] = ()) -> list[str]:
    """What axe finds wrong in the part of the page at ``selector``: one line a finding, none when all is well."""
    page.evaluate(resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))
    options = {"resultTypes": ["violations"], "rules": {name: {"enabled": False} for name in rules_off}}
    found = page.evaluate(
        """([selector, options]) => Promise.race([axe.run(selector, options),
            new Promise((_, no) => setTimeout(() => no(new Error('axe took over 30 s')), 30000))])""",
        [selector, options],
    )
    lines = []
    for finding in found["violations"]:
        where = "; ".join(node["html"][:120] for node in finding["nodes"][:3])
        lines.append(f"{finding['id']}: {finding['help']} ({where})")
    return lines


# -- the server ---------------------------------------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def _settings(folder: Path, dark: bool) -> None:
    wanted: dict[str, dict[str, Any]] = {
        "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
        "apputils-extension/themes": {"theme": f"JupyterLab {'Dark' if dark else 'Light'}"},
        "docmanager-extension/plugin": {"autosave": False},
    }
    for name, values in wanted.items():
        path = folder / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values), "utf-8")


@contextlib.contextmanager
def lab(root: str | os.PathLike[str], dark: bool = False, extra: tuple[str, ...] = ()) -> Iterator[str]:
    """A JupyterLab that serves ``root``; yields its address. LAB_CMD names another server ("jupyter notebook")."""
    with tempfile.TemporaryDirectory(prefix="lab-", ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        _settings(home / "settings", dark)
        places = {
            "JUPYTER_CONFIG_DIR": "config",
            "JUPYTER_DATA_DIR": "data",
            "JUPYTER_RUNTIME_DIR": "run",
            "JUPYTERLAB_SETTINGS_DIR": "settings",
            "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
            "IPYTHONDIR": "ipython",
            "ALLFOURS_HOME": "allfours",
        }
        port = free_port()
        server = shlex.split(os.environ["LAB_CMD"]) if "LAB_CMD" in os.environ else [sys.executable, "-m", "jupyterlab"]
        command = [
            *server,
            "--no-browser",
            "--allow-root",
            "--ip=127.0.0.1",
            f"--port={port}",
            "--ServerApp.port_retries=0",
            f"--ServerApp.root_dir={Path(root).resolve()}",
            "--IdentityProvider.token=",  # on 127.0.0.1, for the length of a test
            "--LabApp.extension_manager=readonly",
            "--LabApp.expose_app_in_browser=True",
            *extra,
        ]
        log = home / "lab.log"
        with log.open("wb") as out:
            process = subprocess.Popen(
                command,
                env={**os.environ, **{name: str(home / place) for name, place in places.items()}},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=os.name != "nt",  # so that the kernels can be ended with it
            )
            try:
                url = f"http://127.0.0.1:{port}"
                _wait_for(url + "/api", process, log)
                yield url
            finally:
                _end(process)


def _wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            with urllib.request.urlopen(address, timeout=2) as answer:
                answer.read()
            return
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("JupyterLab did not start:\n" + log.read_text("utf-8", "replace")[-3000:]) from None
            time.sleep(0.1)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(10)
    if os.name != "nt":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)  # kernels that outlived their server


# -- a notebook ---------------------------------------------------------------------------------------------------

_WITH_LIMIT = """async ([what, argument, seconds]) => {
  const app = window.jupyterapp, panel = app.shell.currentWidget;
  const sentence = `${what} ${JSON.stringify(argument)} took over ${seconds} s`;
  const late = new Promise((_, no) => setTimeout(() => no(new Error(sentence)), seconds * 1000));
  const jobs = {
    ready: async () => {
      await app.restored; await panel.context.ready; await panel.sessionContext.ready;
      await panel.sessionContext.session?.kernel?.info;
    },
    command: async () => String(await app.commands.execute(argument[0], argument[1] || {})),
    idle: async () => {
      await panel.sessionContext.session?.kernel?.requestKernelInfo();   // answered after what was asked before
      while (panel.sessionContext.kernelDisplayStatus !== 'idle') await new Promise(yes => setTimeout(yes, 30));
    },
  };
  return await Promise.race([jobs[what](), late]);
}"""


def _within(page: Page, seconds: int, what: str, argument: object = None) -> Any:
    """Page.evaluate has no limit of its own, so each job races against a clock."""
    return page.evaluate(_WITH_LIMIT, [what, argument, seconds])


def open_notebook(page: Page, url: str, path: str) -> None:
    """Open one notebook and wait until its kernel answers (what is run before that is lost)."""
    page.goto(f"{url}/lab/tree/{path}?reset")
    page.locator(".jp-Notebook .jp-Cell").first.wait_for()
    page.wait_for_function("window.jupyterapp?.shell.currentWidget?.sessionContext")
    _within(page, KERNEL_SECONDS, "ready")


def command(page: Page, name: str, args: dict[str, Any] | None = None, seconds: int = CELL_SECONDS) -> str:
    """Run a JupyterLab command by its id and wait for its end."""
    return str(_within(page, seconds, "command", [name, args or {}]))


def run_cell(page: Page, index: int, seconds: int = CELL_SECONDS) -> None:
    """Run the cell with this number (from 0, text cells counted) and wait until it is done."""
    page.evaluate("i => { window.jupyterapp.shell.currentWidget.content.activeCellIndex = i; }", index)
    command(page, "notebook:run-cell", seconds=seconds)


def run_all(page: Page, seconds: int = 2 * CELL_SECONDS) -> None:
    command(page, "notebook:run-all-cells", seconds=seconds)


def wait_idle(page: Page, seconds: int = CELL_SECONDS) -> None:
    """Wait until the kernel has answered all it was asked."""
    _within(page, seconds, "idle")


def cell(page: Page, index: int) -> Locator:
    """The cell with this number (from 0, text cells counted)."""
    return page.locator(".jp-Notebook .jp-Cell").nth(index)


def output(page: Page, index: int) -> Locator:
    return cell(page, index).locator(".jp-OutputArea").first


def cell_count(page: Page) -> int:
    return int(page.evaluate("window.jupyterapp.shell.currentWidget.content.widgets.length"))
