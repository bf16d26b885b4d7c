"""What `import allfours_edu` costs above bare Python, and what it loads.

    python benchmarks/imports.py [--runs N]

Whole processes, in turn, medians; the package must stay light enough for a browser and a classroom.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).parents[1]
HEAVY = ("ipywidgets", "anywidget", "pandas", "numpy", "matplotlib", "cattrs", "numba")
STATEMENTS = {
    "bare Python": "pass",
    "import allfours_edu": "import allfours_edu",
    "+ a rule book and a deal": "import allfours_edu as af; af.new_deal('trinidad', seed=7)",
}


def seconds(statement: str) -> float:
    start = perf_counter()
    subprocess.run([sys.executable, "-c", statement], cwd=ROOT, check=True)
    return perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=15)
    runs = parser.parse_args().runs
    times: dict[str, list[float]] = {name: [] for name in STATEMENTS}
    for _ in range(runs):
        for name, statement in STATEMENTS.items():
            times[name].append(seconds(statement))
    bare = statistics.median(times["bare Python"])
    for name, found in times.items():
        middle = statistics.median(found)
        print(f"{name:26} {middle * 1000:7.1f} ms   {(middle - bare) * 1000:+7.1f} ms above bare Python")
    probe = f"import sys, allfours_edu; print([m for m in {HEAVY} if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True).stdout
    print("heavy modules loaded:", found.strip())


if __name__ == "__main__":
    main()
