"""How fast is the engine, beside two named peers in the same run?

    python benchmarks/engine.py [--windows N] [--seconds S]

Rows (moves are players' decisions; one core; the rows take turns, window by window, so that a slow moment of the
machine meets all of them; medians of the windows):

* ours, four-hand card play from a dealt position through the checked ``apply``
* ours, ``new_deal`` with random calls to the final scores
* OpenSpiel spades, Python loop · RLCard bridge, ``env.run``

Peers are optional: ``pip install open-spiel rlcard``. ``register(row)`` adds our rows to any harness that calls
``row(name, what, fn)`` with ``fn(deadline) -> {"deals": n, "moves": n}``.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import random
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter as now

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")
sys.path.insert(0, str(Path(__file__).parents[1]))

Counts = dict[str, int]
Run = Callable[[float], Counts]
BOOK = "foster-1897"


def play_out(deadline: float) -> Counts:
    """Card play of one dealt four-hand position, again and again: random lawful cards, every one checked."""
    from allfours_edu.engine import STAND, deal, new_table
    from allfours_edu.sources import load_rulebook

    start = deal(new_table(load_rulebook(BOOK).rules, 4, seed=1)).apply(STAND)
    choice = random.Random(1).choice
    deals = moves = 0
    while now() < deadline:
        position = start
        while not position.over:
            position = position.apply(choice(position.legal_actions()))
            moves += 1
        deals += 1
    return {"deals": deals, "moves": moves}


def whole_deals(deadline: float) -> Counts:
    """A new four-hand deal each time: shuffling, begging, running and discarding at random, play, scores."""
    from allfours_edu.engine import deal, new_table
    from allfours_edu.sources import load_rulebook

    rules = load_rulebook(BOOK).rules
    choice = random.Random(1).choice
    deals = moves = 0
    while now() < deadline:
        position = deal(new_table(rules, 4, seed=deals))
        while not position.over:
            position = position.apply(choice(position.legal_actions()))
            moves += 1
        deals += 1
    return {"deals": deals, "moves": moves}


def register(row: Callable[[str, str, Run], None]) -> None:
    row("allfours_edu", "four-hand play from a dealt position", play_out)
    row("allfours_edu", "new deal, calls, play, scores (4 hands)", whole_deals)


def spades() -> Run:
    import pyspiel

    game = pyspiel.load_game("spades")

    def run(deadline: float) -> Counts:
        choice = random.Random(1).choice
        deals = moves = 0
        while now() < deadline:
            state = game.new_initial_state()
            while not state.is_terminal():
                chance = state.is_chance_node()
                state.apply_action(choice(state.legal_actions()))
                moves += not chance
            state.returns()
            deals += 1
        return {"deals": deals, "moves": moves}

    return run


def rlcard_bridge() -> Run:
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("bridge", config={"seed": 1})
    env.set_agents([RandomAgent(env.num_actions) for _ in range(env.num_players)])

    def run(deadline: float) -> Counts:
        deals = moves = 0
        while now() < deadline:
            paths, _ = env.run(is_training=False)
            deals += 1
            moves += sum(len(path) // 2 for path in paths)
        return {"deals": deals, "moves": moves}

    return run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--windows", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0)
    options = parser.parse_args()
    rows: dict[str, Run] = {"play": play_out, "deals": whole_deals}
    versions = [f"Python {sys.version.split()[0]}"]
    for name, package, make in (("spades", "open-spiel", spades), ("bridge", "rlcard", rlcard_bridge)):
        try:
            rows[name] = make()
            versions.append(f"{package} {importlib.metadata.version(package)}")
        except ImportError:
            print(f"{package} is not installed: its row is left out")
    rates: dict[str, list[float]] = {name: [] for name in rows}
    for window in range(options.windows + 1):  # the first is a warm-up
        for name, run in rows.items():
            start = now()
            counts = run(start + options.seconds)
            if window:
                rates[name].append(counts["moves"] / (now() - start))
    print(" · ".join(versions))
    middle = {name: statistics.median(found) for name, found in rates.items()}
    for name, rate in middle.items():
        print(f"{name:8} {rate:12,.0f} moves/s   ({min(rates[name]):,.0f} to {max(rates[name]):,.0f})")
    for ours, peer, least in (("play", "spades", 0.8), ("deals", "spades", 0.35), ("deals", "bridge", 8.0)):
        if peer in middle:
            ratio = middle[ours] / middle[peer]
            print(f"{ours} / {peer}: {ratio:.2f}   wanted at least {least}: {'yes' if ratio >= least else 'NO'}")


if __name__ == "__main__":
    main()
