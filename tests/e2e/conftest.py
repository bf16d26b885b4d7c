"""One browser and one JupyterLab for all tests here that ask for a desk: starting them takes longer than any test."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright")
from labdriver import browser, command


@pytest.fixture(scope="session", autouse=True)
def _this_checkout() -> Iterator[None]:
    """Kernels import the package from here, whether or not it is installed."""
    path = os.pathsep.join(filter(None, (str(Path(__file__).resolve().parents[2]), os.environ.get("PYTHONPATH"))))
    with pytest.MonkeyPatch.context() as patch:
        if "LAB_CMD" not in os.environ:  # which names a server with a package of its own
            patch.setenv("PYTHONPATH", path)
        yield


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


@pytest.fixture(params=["dark", "narrow"])
def look(desk: Any, request: pytest.FixtureRequest) -> Iterator[str]:
    """JupyterLab by night, or on a phone."""
    narrow = request.param == "narrow"
    if narrow:
        desk.page.set_viewport_size({"width": 360, "height": 780})
        command(desk.page, "application:toggle-left-area")
    else:
        command(desk.page, "apputils:change-theme", {"theme": "JupyterLab Dark"})
    yield request.param
    if narrow:
        desk.page.set_viewport_size({"width": 1280, "height": 900})
        command(desk.page, "application:toggle-left-area")
    else:
        command(desk.page, "apputils:change-theme", {"theme": "JupyterLab Light"})
