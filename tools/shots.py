"""Take pictures of the screens in a real JupyterLab.

    python tools/shots.py              docs/table.png, the picture in the README
    python tools/shots.py FOLDER       every screen into FOLDER: light, dark, and as narrow as a phone

Nothing compares these pictures: they are for looking at. Needs what the end-to-end tests need (Chromium, playwright).
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "e2e")]

from desk import Desk, Table, a_desk  # noqa: E402
from labdriver import command  # noqa: E402

LARGEST = 300_000
README = ROOT / "docs" / "table.png"
# You begged, the cards were run, diamonds are trumps: West's Jack lies on the table and you hold the Queen.
HANG = 'import allfours_edu as af\n\naf.play("trinidad", seed=799)'
HANG_STEPS = ("[data-call=beg]", "[data-card=KD]")
LOOKS = {
    "light": {"viewport": {"width": 1280, "height": 1700}},
    "dark": {"viewport": {"width": 1280, "height": 1700}},
    "narrow": {"viewport": {"width": 360, "height": 2600}},
}


def play(book: str, seed: int, more: str = "") -> str:
    return f'import allfours_edu as af\naf.play("{book}", seed={seed}, pace="at_once"{more})'


def readme() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        a_desk(Path(folder), viewport={"width": 1200, "height": 880}) as desk,
    ):
        command(desk.page, "application:toggle-left-area")
        notebook = desk.lay("all_fours", HANG)
        table = notebook.table(0)
        for step in HANG_STEPS:
            table.click(step)
        table.page.mouse.move(5, 5)
        table.page.locator(".jp-WindowedPanel-outer").evaluate("box => { box.scrollTop = 0; }")
        table.page.wait_for_timeout(500)
        README.parent.mkdir(exist_ok=True)
        desk.page.screenshot(path=README)
    with contextlib.suppress(ImportError):  # packs the same picture tighter where Pillow is (it comes with matplotlib)
        from PIL import Image

        Image.open(README).convert("RGB").save(README, optimize=True)
    size = README.stat().st_size
    print(f"{README.relative_to(ROOT)}: {size:,} bytes")
    if size > LARGEST:
        raise SystemExit(f"larger than {LARGEST:,} bytes")


class Album:
    """Numbered pictures of one look."""

    def __init__(self, folder: Path, look: str):
        self.folder, self.look, self.count = folder, look, 0

    def take(self, table: Table, name: str) -> None:
        self.count += 1
        table.page.mouse.move(2, 2)
        table.page.wait_for_timeout(350)  # whatever moves has come to rest
        path = self.folder / f"{self.look}-{self.count:02d}-{name}.png"
        table.root.screenshot(path=path)
        if found := table.overflows():
            print(f"{path.name}: wider than its place: {found}")


def tables(desk: Desk, album: Album) -> None:
    """A hand from the begging to the next deal, with the things that may come between."""
    table = desk.lay("hand", play("trinidad", 799)).table(0)
    album.take(table, "beg")
    table.click("[data-tool=hint]")
    table.click("[data-k=next_rung], [data-k=hint], [data-tool=hint]")
    album.take(table, "hint")
    for step in HANG_STEPS:
        table.click(step)
    album.take(table, "hang")
    if table.has(".af-hand .af-illegal"):
        table.root.locator(".af-hand .af-illegal").first.click(force=True)
        album.take(table, "refused")
    table.root.locator(".af-hand .af-legal").first.click()
    table.root.locator(".af-take").wait_for()
    album.take(table, "take-it-in")
    table.rest()
    table.root.locator("[data-k=last]").click()
    album.take(table, "last-trick")
    table.press("Escape")
    table.root.locator("[data-k=options]").click()
    album.take(table, "options")
    table.press("Escape")
    table.root.locator(".af-log .af-why").last.click()
    album.take(table, "why")
    table.press("Escape")
    table.click("[data-tool=what_if]")
    album.take(table, "what-if")
    table.click("[data-tool=back]")
    table.play_on()
    album.take(table, "end")
    table.click("[data-panel=deal_end] [data-k=next_deal]")
    album.take(table, "next-deal")
    table.root.locator("[data-tool=new_deal]").click()
    table.root.locator("[data-panel=sure]").wait_for()
    album.take(table, "sure")


def others(desk: Desk, album: Album) -> None:
    notebook = desk.lay(
        "others",
        play("foster-1897", 112, ", players=2"),
        play("foster-all-fives", 5),
        'af.step("trinidad", seed=7)',
        'af.compare("hoyle-ten", "trinidad", "foster-all-fives", seed=7)',
        play("trinidad", 799),
        'af.play("td-01")',
        "af.variorum()",
    )
    table = notebook.table(0)
    table.click("[data-call=beg]")
    for _ in range(3):
        if not table.has("[data-panel=choose]"):
            table.click("[data-call]")
    album.take(table, "discard")
    table = notebook.table(1)
    table.play_on(lambda: len(table.hand()) < 4)
    album.take(table, "fives")
    steps = notebook.table(2)
    steps.root.locator("[data-k=next]").focus()
    steps.press(*["ArrowRight"] * 9)
    album.take(steps, "step")
    album.take(notebook.table(3), "compare")
    album.take(notebook.table(4), "resume")
    album.take(notebook.table(5), "lesson")
    grid = notebook.table(6)
    grid.root.locator('.af-vg [tabindex="0"]').focus()
    grid.press("d", *["PageDown"] * 4)
    album.take(grid, "variorum")


def everything(folder: Path, looks: Sequence[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for look in looks:
        context = LOOKS[look]
        with tempfile.TemporaryDirectory() as work, a_desk(Path(work), dark=look == "dark", **context) as desk:
            if look == "narrow":
                command(desk.page, "application:toggle-left-area")
            album = Album(folder, look)
            for part in (tables, others):
                part(desk, album)
            print(f"{look}: {album.count} pictures")


def main(words: list[str] | None = None) -> Any:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--look", action="append", choices=list(LOOKS), help="only this look (may be repeated)")
    given = parser.parse_args(words)
    return readme() if given.folder is None else everything(given.folder, given.look or list(LOOKS))


if __name__ == "__main__":
    main()
