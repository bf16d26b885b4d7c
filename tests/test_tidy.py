"""Tidiness a machine can check: style, types, what is in the tree, and the shape of the stored notebooks."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import jupytext
import pytest

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SOURCES = sorted(p for p in (ROOT / "notebooks" / "src").glob("*.py") if not p.name.startswith("_"))
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
LONGEST_CELL = 8
LARGEST_FILE = 1 << 20

UNWANTED = re.compile(
    r"(^|/)(\.DS_Store|\.ipynb_checkpoints|__pycache__|node_modules|\.venv|Thumbs\.db|[^/]*\.egg-info)(/|$)"
    r"|\.(pyc|whl|lock|log|orig|rej|swp|tmp|bak)$"
    r"|(^|/)package(-lock)?\.json$"
)
MACHINE = re.compile(
    r"/(?:home|root|Users|workspace|work)/[\w.]"  # somebody's folders
    r"|(?<![\w.])/(?:tmp|opt|var/folders)/\w"
    r"|[A-Z]:\\\\?Users\\"
    r"|(?:files\.python" + r"hosted|py" + r"pi|registry\.npm" + r"js)\.org"  # where somebody installs from
    r"|localhost:\d{4}",
    re.IGNORECASE,
)


def tree() -> list[str]:
    """The files of the project: what git knows or would add; without git, whatever is there."""
    try:
        words = ["git", "ls-files", "-co", "--exclude-standard", "-z"]
        listed = subprocess.run(words, cwd=ROOT, capture_output=True, timeout=60, check=True).stdout.decode("utf-8")
        names = [name for name in listed.split("\0") if name and (ROOT / name).is_file()]
    except (OSError, subprocess.CalledProcessError):
        skip = re.compile(r"(^|/)(\.git|\.venv|\.[a-z]+_cache|__pycache__|\.hypothesis|dist|build|[^/]*\.egg-info)/")
        names = [p.relative_to(ROOT).as_posix() for p in ROOT.rglob("*") if p.is_file()]
        names = [name for name in names if not skip.search(name)]
    return sorted(names)


def tool(*words: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-6000:]


def test_ruff() -> None:
    tool("ruff", "check", ".")


def test_mypy() -> None:
    tool("mypy")


def test_no_unwanted_files() -> None:
    names = tree()
    assert [name for name in names if UNWANTED.search(name)] == []
    assert [name for name in names if (ROOT / name).stat().st_size > LARGEST_FILE] == []


def machine_traces(text: str) -> list[str]:
    return [hit.group() for hit in MACHINE.finditer(text)]


def test_no_traces_of_a_machine() -> None:
    found = {}
    for name in tree():
        data = (ROOT / name).read_bytes()
        if b"\0" not in data[:4096] and (hits := machine_traces(data.decode("utf-8"))):
            found[name] = hits
    found.pop("tests/test_tidy.py", None)  # has to name what it looks for
    assert found == {}


@pytest.mark.parametrize(
    "text", ["in /home/ann/x", "/tmp/ipykernel_12/3.py:1", r"C:\Users\ann", "http://localhost:8888"]
)
def test_a_trace_would_be_found(text: str) -> None:
    assert machine_traces(text)


def test_no_trace_in_plain_words() -> None:
    assert machine_traces("read 3/tmp or home/work, see https://example.org/opt and ~/All Fours") == []


# -- notebooks ----------------------------------------------------------------------------------------------------


def faults(notebook: dict[str, Any]) -> list[str]:
    """What is wrong with the shape of a stored notebook, one line each."""
    found = []
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    counts = [cell["execution_count"] for cell in code]
    if counts != list(range(1, len(code) + 1)):  # a cell without a count is one whose output nobody compares
        found.append(f"not run from top to bottom: {counts}")
    if set(notebook["metadata"]) != {"kernelspec", "language_info"}:
        found.append(f"metadata: {sorted(notebook['metadata'])}")
    for number, cell in enumerate(notebook["cells"]):
        if cell.get("id") != f"cell-{number:02d}":
            found.append(f"cell {number}: id {cell.get('id')!r}")
    for count, cell in enumerate(code, 1):
        lines = len("".join(cell["source"]).strip().splitlines())
        if not 0 < lines <= LONGEST_CELL:
            found.append(f"code cell {count}: {lines} lines")
        for output in cell["outputs"]:
            if len(output.get("data", {})) > 1 and WIDGET_VIEW in output["data"]:
                found.append(f"code cell {count}: a live widget entry hides the picture")
            if output["output_type"] == "error" and "raises-exception" not in cell["metadata"].get("tags", []):
                found.append(f"code cell {count}: {output['ename']}")
            if output.get("name") == "stderr":
                found.append(f"code cell {count}: writes to stderr")
    return found


def cells(notebook: Any) -> list[tuple[str, str]]:
    return [(cell["cell_type"], "".join(cell["source"]).rstrip()) for cell in notebook["cells"]]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_notebook_is_run_and_clean(path: Path) -> None:
    assert faults(json.loads(path.read_text("utf-8"))) == []


def test_every_notebook_has_its_source() -> None:
    assert [p.stem for p in NOTEBOOKS] == [p.stem for p in SOURCES]


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: p.stem)
def test_notebook_is_made_from_its_source(path: Path) -> None:
    stored = json.loads((ROOT / "notebooks" / f"{path.stem}.ipynb").read_text("utf-8"))
    written = jupytext.reads(path.read_text("utf-8"), fmt="py:percent")
    assert cells(stored) == cells(written), "run: python tools/notebooks.py"


def sound() -> dict[str, Any]:
    output = {"output_type": "display_data", "data": {"text/plain": ["a table"]}, "metadata": {}}
    text = {"cell_type": "markdown", "id": "cell-00", "metadata": {}, "source": ["# A deal"]}
    code = {"cell_type": "code", "id": "cell-01", "metadata": {}, "source": ["1 + 1"], "execution_count": 1}
    return {"cells": [text, code | {"outputs": [output]}], "metadata": {"kernelspec": {}, "language_info": {}}}


def test_a_sound_notebook_has_no_faults() -> None:
    assert faults(sound()) == []


def test_faults_are_found() -> None:
    wrong = sound()
    wrong["metadata"]["widgets"] = {}
    code = wrong["cells"][1]
    code.update(execution_count=None, id="x", source=["a = 1\n"] * 9)
    code["outputs"][0]["data"][WIDGET_VIEW] = {"model_id": "x"}
    code["outputs"].append({"output_type": "error", "ename": "NameError"})
    code["outputs"].append({"output_type": "stream", "name": "stderr", "text": "Warning"})
    assert len(faults(wrong)) == 7
