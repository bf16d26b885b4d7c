"""How fast is the simulation, beside two named peers in the same run?

    python benchmarks/simulation.py [--windows N] [--seconds S]

Rows: deals of the simulation from the cards to the counted table, random play, in NumPy and with numba; OpenSpiel's
euchre in its own C++ loop, and colver's native rollouts of Belote (32 plays each), both from a state already dealt.
Ours deal, play and score; a deal of four hands has 24 plays. Peers are optional: ``pip install open-spiel colver``.
"""

from __future__ import annotations

import argparse
import time
from itertools import count

import beside

BOOK = "foster-1897"


def ours(players: int, by: str, policy: str = "random") -> beside.Run:
    from allfours_edu.analysis.lab import POLICIES
    from allfours_edu.analysis.simulation import PORTION, Task, portion
    from allfours_edu.engine import new_table
    from allfours_edu.sources import load_rulebook

    rules = load_rulebook(BOOK).rules
    task = Task(rules, new_table(rules, players).players, 1, (POLICIES[policy],) * players, by, False)
    at = count()

    def run() -> int:
        portion(task, next(at) * PORTION, PORTION)
        return PORTION

    return run


def euchre() -> beside.Run:
    import random

    import pyspiel

    game = pyspiel.load_game("euchre")
    rng, root = random.Random(1), game.new_initial_state()
    while root.is_chance_node():
        actions, chances = zip(*root.chance_outcomes(), strict=True)
        root.apply_action(rng.choices(actions, chances)[0])
    bots, at = [pyspiel.make_uniform_random_bot(i, 7 + i) for i in range(game.num_players())], count()

    def run() -> int:
        for _ in range(500):
            pyspiel.evaluate_bots(root.clone(), bots, next(at))
        return 500

    return run


def rollouts() -> beside.Run:
    import colver

    env = colver.Env.deal(dealer=0, seed=1)
    env.set_contract(0, 80, 0, 0)
    env.set_phase_playing()

    def run() -> int:
        env.rollout(10_000)
        return 10_000 * 32

    return run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--windows", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0)
    options = parser.parse_args()
    print(time.strftime("%Y-%m-%d"), beside.versions(["allfours-edu", "numba", "numpy", "open-spiel", "colver"]))
    beside.one_core()
    rows: dict[str, beside.Run] = {
        "NumPy, two hands, deals": ours(2, "numpy"),
        "NumPy, four hands, deals": ours(4, "numpy"),
        "NumPy, four hands, policy simple, deals": ours(4, "numpy", "simple"),
        "numba, two hands, deals": ours(2, "numba"),
        "numba, four hands, deals": ours(4, "numba"),
        "numba, four hands, policy simple, deals": ours(4, "numba", "simple"),
    }
    for name, make in (("OpenSpiel euchre, C++ loop, deals", euchre), ("colver rollouts, plays", rollouts)):
        try:
            rows[name] = make()
        except ImportError:
            print(f"{name.split()[0]} is not installed: its row is left out")
    found = beside.rates(rows, options.windows, options.seconds)
    found["numba, four hands, plays"] = 24 * found["numba, four hands, deals"]
    beside.ratio(found, "NumPy, four hands, deals", "OpenSpiel euchre, C++ loop, deals", 1.3, 2.2)
    beside.ratio(found, "numba, four hands, plays", "colver rollouts, plays", 0.9, 1.3)


if __name__ == "__main__":
    main()
