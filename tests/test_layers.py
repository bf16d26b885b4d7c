"""The house has floors: a module may import what stands above it in LAYERS, its own floor, and nothing below.

Read from the source text, so lazy imports inside functions count as well.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = "allfours_edu"
LAYERS = (
    "errors", "asking", "new_file", "cards", "together", "rules", "engine", "toml_files", "sources", "conflicts",
    "history", "record", "saves", "anchors", "analysis", "session",
    "hotseat", "teach", "exports", "widgets", "cases", "cli",
)  # fmt: skip
FRONT_DOOR = ("__init__", "__main__", "api")  # may reach every floor
STANDARD_LIBRARY_ONLY = ("cards", "together", "rules", "engine")
WIDGET_LIBRARIES = ("ipywidgets", "anywidget")  # widgets/ alone knows them
HEAVY = (*WIDGET_LIBRARIES, "pandas", "numpy", "matplotlib", "numba", "IPython", "jupyterlab")

# Names of games and of books. Words that are values or names of Rules fields (left_pedro, pam, smudge …) are not here.
VARIANTS = re.compile(
    r"trinidad|tobago|foster|hoyle|cassell|enquire|hoffmann|squareman|cotton|\bpeel\b|pagat|bicycle|parlett|\bwiki"
    r"|seven[-_ ]?up|old[-_ ]sledge|all[-_ ]?fives|all[-_ ]?fours(?!_edu| family)|french[-_ ]fours|california|shasta"
    r"|(?:auction|commercial|blind|sell[-_ ]out)[-_ ]pitch|setback|\bcinch\b|sancho|dom[-_ ]pedro|lanterloo"
    r"|irish[-_ ]loo",
    re.IGNORECASE,
)


def floor(name: str) -> int | None:
    return LAYERS.index(name) if name in LAYERS else None


def modules(package: Path) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Every source file with its place, for example (…/engine/play.py, ('engine', 'play'))."""
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package).with_suffix("").parts
        if "__pycache__" not in parts and parts[0] != "_data":
            yield path, parts


def imports(path: Path, parts: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Line and full name of whatever a file imports; relative imports are spelled out."""
    here = [PACKAGE, *parts[:-1]]  # the package in which the file stands
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            stem = here[: len(here) - node.level + 1] if node.level else []
            base = ".".join([*stem, *([node.module] if node.module else [])])
            if base == PACKAGE:  # `from allfours_edu import x`: x may be a module
                for alias in node.names:
                    yield node.lineno, f"{base}.{alias.name}"
            else:
                yield node.lineno, base


def violations(package: Path) -> list[str]:
    """What breaks the order of the floors, one line each."""
    found = []
    for path, parts in modules(package):
        own, place = floor(parts[0]), "/".join(parts)
        if parts[0] in FRONT_DOOR:
            continue
        if own is None:
            found.append(f"{place}: stands on no floor; give it a place in LAYERS")
            continue
        for line, name in imports(path, parts):
            root, _, rest = name.partition(".")
            if root == PACKAGE:
                target = rest.split(".")[0]
                if floor(target) is None:
                    found.append(f"{place}:{line}: imports {name}, which is no floor but the front door")
                elif floor(target) > own:  # type: ignore[operator]
                    found.append(f"{place}:{line}: imports {name} from a lower floor")
            elif parts[0] in STANDARD_LIBRARY_ONLY and root not in sys.stdlib_module_names:
                found.append(f"{place}:{line}: imports {name}; {parts[0]} needs nothing but the standard library")
            elif root in WIDGET_LIBRARIES and own < LAYERS.index("widgets"):
                found.append(f"{place}:{line}: imports {name}; only widgets know about widgets")
    return found


def named_variants(package: Path, books: tuple[str, ...] = ()) -> list[str]:
    """Where the engine speaks of a game or a book by name (in code or in words)."""
    found = []
    for path, parts in modules(package):
        if parts[0] != "engine":
            continue
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            hits = {hit.group() for hit in VARIANTS.finditer(line)} | {book for book in books if book in line}
            found += [f"{'/'.join(parts)}:{number}: names {hit!r}" for hit in sorted(hits)]
    return found


@pytest.mark.engine
def test_floors(root: Path) -> None:
    assert violations(root / PACKAGE) == []


@pytest.mark.engine
def test_the_engine_knows_no_variant_by_name(root: Path) -> None:
    # one-word ids such as "loo" are everyday words of the code; compound ones ("foster-1897") are names of books only
    books = tuple(path.stem for path in sorted((root / "sources" / "rulebooks").glob("*.toml")) if "-" in path.stem)
    assert named_variants(root / PACKAGE, books) == []


def test_import_is_light(root: Path) -> None:
    """`import allfours_edu` loads no widgets and no numbers: it also has to run where there are none."""
    code = f"import sys, {PACKAGE}; print(*sorted(set(sys.modules) & set({HEAVY!r})))"
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, cwd=root, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


# -- the checker itself must be able to fail -----------------------------------------------------------------------

WRONG = {
    "engine/play.py": ("from ..teach import explain", "lower floor"),
    "engine/deep/x.py": ("from ...record import Record", "lower floor"),
    "cards.py": ("def f():\n    from . import rules", "lower floor"),
    "rules.py": ("import allfours_edu.engine.play", "lower floor"),
    "record/text.py": ("from allfours_edu.teach import explain", "lower floor"),
    "engine/score.py": ("import numpy as np", "standard library"),
    "teach/hints.py": ("import ipywidgets", "only widgets"),
    "sources.py": ("from . import play", "front door"),
    "helpers.py": ("x = 1", "no floor"),
}
RIGHT = {
    "__init__.py": "def __getattr__(name):\n    from .widgets import table",
    "api.py": "from .widgets.table import Table",
    "engine/__init__.py": "from .state import Position",
    "engine/state.py": "import enum\nfrom ..cards import Card\nfrom ..rules import Rules\nfrom . import score",
    "widgets/table.py": "import anywidget\nfrom ..teach.explain import words\nfrom ..engine import Position",
    "sources.py": "import cattrs\nfrom .rules import Rules",
}


def made_up(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def test_a_sound_house_passes(tmp_path: Path) -> None:
    assert violations(made_up(tmp_path, RIGHT)) == []


@pytest.mark.parametrize("name", WRONG)
def test_each_fault_is_found(tmp_path: Path, name: str) -> None:
    text, words = WRONG[name]
    found = violations(made_up(tmp_path, {**RIGHT, name: text}))
    assert len(found) == 1
    assert words in found[0]


@pytest.mark.parametrize("line", ["if book == 'foster-1897':", "# as in Trinidad", "SEVEN_UP = 1", "# Auction Pitch"])
def test_a_name_in_the_engine_is_found(tmp_path: Path, line: str) -> None:
    assert named_variants(made_up(tmp_path, {"engine/play.py": line}))
    assert not named_variants(made_up(tmp_path / "other", {"teach/words.py": line}))


@pytest.mark.parametrize("line", ["from allfours_edu.cards import Card", "# the pitched card", "rules.left_pedro"])
def test_plain_words_are_no_names(tmp_path: Path, line: str) -> None:
    assert named_variants(made_up(tmp_path, {"engine/play.py": line})) == []
