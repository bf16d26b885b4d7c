"""Every book with switches thrown at random: players of every level play lawfully, and everything adds up.

The reduced size of ``tools/fuzz.py``, which plays ten thousand deals under each book.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from engine.mixing import trial
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from allfours_edu.sources import rulebooks

SOME = settings(max_examples=3, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("id", rulebooks())
@SOME
@given(st.integers(0, 10**6))
def test_every_level_plays_lawfully_under_every_switch(id: str, number: int) -> None:
    assert trial(id, number).deals


def test_the_fuzzer_says_what_it_played(tmp_path: Path) -> None:
    words = ["tools/fuzz.py", "trinidad", "--deals", "3", "--state", str(tmp_path / "state.json")]
    root = Path(__file__).resolve().parents[1]
    for _ in range(2):  # the second run finds that the first has played enough
        done = subprocess.run([sys.executable, *words], cwd=root, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    assert "trinidad" in done.stdout and " 0 failed" in done.stdout
