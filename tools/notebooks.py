"""Make the notebooks that readers get from the ones that authors write.

    python tools/notebooks.py               every notebook
    python tools/notebooks.py 00 05         those whose names begin so
    python tools/notebooks.py --check       change nothing; fail where a stored notebook differs from a fresh run

``notebooks/src/NN_name.py`` (py:percent) is what is written and reviewed. ``notebooks/NN_name.ipynb`` is the same
cells, run from top to bottom, with clean and repeatable outputs: what GitHub, nbviewer and a JupyterLab that has run
nothing yet show, and what ``pytest --nbval`` compares. So nothing in it may depend on the day or the machine:

* cell ids are numbers, there are no times and no widget state;
* a widget's output keeps its picture and its text, not its live entry: that carries a random id, and where it stands no
  viewer without a kernel shows the picture.
"""

from __future__ import annotations

import argparse
import difflib
import os
import sys
import tempfile
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = ROOT / "notebooks"
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
# Named in full, so that no host has to ask which kernel is meant
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
CELL_SECONDS = 120


def read_source(path: Path) -> NotebookNode:
    """The notebook that a py:percent file describes: no outputs yet."""
    return jupytext.reads(path.read_text("utf-8"), fmt="py:percent")


def execute(notebook: NotebookNode, folder: Path) -> None:
    # Widget state has to be stored while running (nbclient fails on Output widgets without it); clean() drops it.
    notebook.metadata = nbformat.from_dict(METADATA)
    resources = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, timeout=CELL_SECONDS, kernel_name="python3", resources=resources).execute()


def clean(notebook: NotebookNode) -> NotebookNode:
    """Drop whatever would differ in the next run.

    >>> cell = nbformat.v4.new_code_cell("1 + 1", execution_count=1, metadata={"execution": {"at": "noon"}})
    >>> data = {WIDGET_VIEW: {"model_id": "x"}, "text/plain": "a table"}
    >>> cell.outputs = [nbformat.v4.new_output("display_data", data)]
    >>> tidy = clean(nbformat.v4.new_notebook(cells=[cell], metadata={"widgets": {}}))
    >>> tidy.cells[0].id, dict(tidy.cells[0].metadata), dict(tidy.cells[0].outputs[0].data), "widgets" in tidy.metadata
    ('cell-00', {}, {'text/plain': 'a table'}, False)
    """
    notebook.metadata = nbformat.from_dict(METADATA)
    notebook.nbformat, notebook.nbformat_minor = 4, 5  # the first version with cell ids
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number:02d}"
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if WIDGET_VIEW in data and len(data) > 1:
                del data[WIDGET_VIEW]
    return notebook


def built(source: Path) -> str:
    """The text of the finished notebook."""
    notebook = read_source(source)
    execute(notebook, NOTEBOOKS)
    return nbformat.writes(clean(notebook)).rstrip("\n") + "\n"


def sources(beginnings: list[str]) -> list[Path]:
    found = [p for p in sorted((NOTEBOOKS / "src").glob("*.py")) if not p.name.startswith("_")]
    return [p for p in found if not beginnings or p.name.startswith(tuple(beginnings))]


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Make the notebooks in notebooks/ from those in notebooks/src/.")
    parser.add_argument("names", nargs="*", help="beginnings of names (default: all)")
    parser.add_argument("--check", action="store_true", help="write nothing, fail on a difference")
    options = parser.parse_args(argv)
    wanted = sources(options.names)
    if not wanted:
        print("No such notebook in notebooks/src/.", file=sys.stderr)
        return 2
    different = 0
    with tempfile.TemporaryDirectory() as home:
        os.environ["ALLFOURS_HOME"] = home  # nothing an author has saved may show in a notebook
        for source in wanted:  # one after another: kernels started side by side can take each other's ports
            target = NOTEBOOKS / f"{source.stem}.ipynb"
            old, new = target.read_text("utf-8") if target.exists() else "", built(source)
            if old == new:
                print(f"{target.name}: as stored")
            elif options.check:
                different += 1
                lines = difflib.unified_diff(old.splitlines(True), new.splitlines(True), str(target.name), "fresh run")
                sys.stdout.writelines(list(lines)[:60])
            else:
                target.write_text(new, "utf-8", newline="\n")
                print(f"{target.name}: written")
    return 1 if different else 0


if __name__ == "__main__":
    raise SystemExit(main())
