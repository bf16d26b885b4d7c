"""One browser and one JupyterLab for all tests here that ask for a desk: starting them takes longer than any test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("playwright")
from labdriver import browser


@pytest.fixture(scope="session", autouse=True)
def _one_browser() -> Iterator[None]:
    """Contexts that overlap share a browser; this one overlaps with all."""
    with browser():
        yield


@pytest.fixture(scope="session")
def the_desk(_one_browser: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    from desk import a_desk

    with a_desk(tmp_path_factory.mktemp("desk")) as found:
        yield found


@pytest.fixture
def desk(the_desk: Any) -> Iterator[Any]:
    """The desk, cleared before and after; nothing that was done on it asked for anything beyond this machine."""
    the_desk.clear()
    yield the_desk
    assert the_desk.outside == []
