"""Every line of Python in the README runs, and what it names exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
BLOCKS = [b for b in re.findall(r"```python\n(.*?)```", README, re.S) if ">>>" not in b]
LINES = [line for block in BLOCKS for line in block.splitlines() if line.strip() and not line.lstrip().startswith("#")]


def test_there_is_code_to_run() -> None:
    assert len(LINES) >= 10


@pytest.mark.parametrize("line", LINES)
def test_a_line_runs(line: str) -> None:
    space: dict[str, object] = {}
    exec("import allfours_edu as af", space)
    exec(line, space)


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#:]+)\)", README))
def test_a_link_leads_somewhere(link: str) -> None:
    assert (Path(__file__).parents[1] / link).exists()
