"""What all tests share: a reader's folder of their own, and what happens where there is no browser."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

collect_ignore = ["unpruned.py"]  # a script: many full deals of open cards against a search that prunes nothing


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With ``-m engine`` only files that hold such tests are read: importing the others takes longer than the run."""
    if config.option.markexpr != "engine" or collection_path.is_dir():
        return None
    return None if _speaks_of_engine(collection_path) else True


def _speaks_of_engine(path: Path) -> bool:
    return path.suffix == ".py" and "pytest.mark.engine" in path.read_text("utf-8")


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session", autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads or writes what a reader has saved."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ALLFOURS_HOME", str(tmp_path_factory.mktemp("allfours-home")))
        yield


def _browser_found() -> bool:
    try:
        from labdriver import chromium
    except ImportError:  # no playwright
        return shutil.which("chromium") is not None
    return chromium() is not None


def pytest_runtest_setup(item: pytest.Item) -> None:
    if not any(item.get_closest_marker(name) for name in ("browser", "e2e")) or _browser_found():
        return
    sentence = "no Chromium or Chrome found: install one, or name it in the variable CHROMIUM"
    if sys.platform.startswith("linux") and os.environ.get("CI", "").lower() in ("1", "true", "yes"):
        pytest.fail(sentence, pytrace=False)
    pytest.skip(sentence)
