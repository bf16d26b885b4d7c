"""Play random deals under every rule book with switches thrown at random, and stop at whatever does not hold.

    python tools/fuzz.py                              10,000 deals under each book
    python tools/fuzz.py trinidad cinch --deals 500   some books, fewer deals
    python tools/fuzz.py --again cinch/13             one trial again, as it failed
    python tools/fuzz.py --state fuzz.json            goes on where a run with the same file was stopped (Ctrl-C)

A trial is one match under one mixture of rules; what must hold in it stands in ``tests/engine/mixing.py``: only lawful
acts, no exception, cards, points and counters conserved, the same deal from its record, an end of the match, and views
that show nothing they may not. A trial is named BOOK/NUMBER and is the same for ever, or until a rule changes.
"""

from __future__ import annotations

import argparse
import json
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from engine.mixing import Failed, trial  # noqa: E402  (found through the path set above)

from allfours_edu.sources import rulebooks  # noqa: E402

Counts = dict[str, int]


def fuzz(book: str, deals: int, counts: Counts, say: bool, keep: Callable[[], None]) -> list[str]:
    """Trials under one book until so many deals are played; ``counts`` goes on from where it stands."""
    failed: list[str] = []
    start = monotonic()
    began = counts["deals"]
    while counts["deals"] < deals:
        number = counts["next"]
        counts["next"] += 1
        try:
            done = trial(book, number)
            counts["deals"] += done.deals
            counts["ended"] += done.ended
        except Failed as error:
            counts["failed"] += 1
            failed.append(str(error))
            print(f"\r{error}\n", end="", flush=True)
        if number % 100 == 0:
            keep()
        if say and number % 10 == 0:
            rate = (counts["deals"] - began) / (monotonic() - start)
            print(f"\r{book:28} {counts['deals']:6,} deals, {rate:4.0f} a second", end="", flush=True)
    print(
        f"\r{book:28} {counts['deals']:6,} deals in {counts['next']:,} mixtures of rules, "
        f"{counts['ended']:,} matches to the end, {counts['failed']} failed",
        flush=True,
    )
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("books", nargs="*", help="ids of rule books; all of them if none is named")
    parser.add_argument("--deals", type=int, default=10_000, help="under each book")
    parser.add_argument("--again", metavar="BOOK/NUMBER", help="one trial, with the whole traceback")
    parser.add_argument("--state", type=Path, help="a file in which the run is kept, so that it can go on")
    options = parser.parse_args()
    if options.again:
        book, _, number = options.again.rpartition("/")
        try:
            print(trial(book, int(number)))
        except Failed as error:
            traceback.print_exception(error)
            return 1
        return 0
    kept: dict[str, Counts] = {}
    if options.state and options.state.exists():
        kept = json.loads(options.state.read_text("utf-8"))

    def keep() -> None:
        if options.state:
            options.state.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")

    failed = []
    try:
        for book in options.books or rulebooks():
            counts = kept.setdefault(book, {"next": 0, "deals": 0, "ended": 0, "failed": 0})
            failed += fuzz(book, options.deals, counts, sys.stdout.isatty(), keep)
    except KeyboardInterrupt:
        print("\nStopped." + (f" Run it again with --state {options.state} to go on." if options.state else ""))
    finally:
        keep()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
