"""Rows measured beside each other: window by window in turn, on one core, so that a slow moment meets all of them.

Rates are for a second of processor time, so other work on the machine counts little.
"""

from __future__ import annotations

import importlib.metadata
import os
import platform
import statistics
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from time import process_time

for variable in (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "NUMBA_NUM_THREADS",
    "RAYON_NUM_THREADS",
):
    os.environ.setdefault(variable, "1")
sys.path.insert(0, str(Path(__file__).parents[1]))

Run = Callable[[], int]
"""Does some work and says how much."""


def one_core() -> None:
    """Stay on one core, where the system knows how."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def versions(packages: Iterable[str]) -> str:
    """Python, the processor and the versions of these packages."""
    found = [f"Python {platform.python_version()} on {platform.machine()}"]
    for package in packages:
        try:
            found.append(f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            found.append(f"{package} not installed")
    return " · ".join(found)


def rates(rows: Mapping[str, Run], windows: int, seconds: float) -> dict[str, float]:
    """The median rate of every row; the first window is a warm-up."""
    found: dict[str, list[float]] = {name: [] for name in rows}
    for window in range(windows + 1):
        for name, run in rows.items():
            start, done = process_time(), 0
            while process_time() - start < seconds:
                done += run()
            if window:
                found[name].append(done / (process_time() - start))
    for name, each in found.items():
        print(f"{name:52} {statistics.median(each):14,.1f}/s   ({min(each):,.0f} to {max(each):,.0f})", flush=True)
    return {name: statistics.median(each) for name, each in found.items()}


def ratio(found: Mapping[str, float], ours: str, peer: str, least: float, aim: float) -> None:
    """One line: how many times the peer we are."""
    if ours in found and peer in found:
        n = found[ours] / found[peer]
        word = "yes, and what was aimed at" if n >= aim else "yes" if n >= least else "NO"
        print(f"{ours} / {peer}: {n:.2f}   wanted {least} (aim {aim}): {word}")
