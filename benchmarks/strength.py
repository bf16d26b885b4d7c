"""How strong are the computer players? Duplicate deals: the same pack is played twice, with the sides exchanged.

    python benchmarks/strength.py                       all four games, expert against foster, foster against novice
    python benchmarks/strength.py --game trinidad --deals 400
    python benchmarks/strength.py --speed               how long the expert thinks about a card

One line a match: points a deal that the stronger makes more than the weaker, with the interval that holds the true
figure in 95 of 100 such runs, reckoned over packs. What the cards give either way falls out of the difference. Ctrl-C
stops and reports what was played so far. A check for maintainers, not for every build: the full run takes hours on
one core.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from allfours_edu.analysis import solver
from allfours_edu.analysis.expert import Expert
from allfours_edu.analysis.players import Player, chance_key, player
from allfours_edu.engine import Position, Table, deal, new_table
from allfours_edu.sources import load_rulebook

GAMES = {  # book, players, deals
    "foster": ("foster-1897", 2, 2000),
    "trinidad": ("trinidad", 4, 400),
    "all-fives": ("foster-all-fives", 2, 2000),
    "pitch": ("foster-board", 4, 400),
}
MATCHES = (("expert", "foster"), ("foster", "novice"))


def play(table: Table, who: dict[str, Player]) -> Position:
    """The deal played out."""
    at = deal(table)
    while at.to_act:
        at = at.apply(who[at.to_act].choose(at.seen_by(at.to_act), chance_key(table)).action)
    return at


def gain(table: Table, one: Player, two: Player, turn: int) -> float:
    """Points of the sides on which ``one`` sits less those of the others: the mean of a side, a deal.

    Every second side belongs to ``one``; ``turn`` says which.
    """
    mine = {n for n in range(len(table.sides)) if n % 2 == turn}
    who = {seat: one if table.side_of[n] in mine else two for n, seat in enumerate(table.players)}
    scores = play(table, who).frame.scores
    gains = [now - then for now, then in zip(scores, table.scores, strict=True)]
    ours = [n for side, n in enumerate(gains) if side in mine]
    theirs = [n for side, n in enumerate(gains) if side not in mine]
    return statistics.fmean(ours) - statistics.fmean(theirs)


def duplicate(game: str, one: Player, two: Player, first: int = 0) -> Iterator[float]:
    """For every pack the mean of both ways of sitting."""
    book, players, _ = GAMES[game]
    rules = load_rulebook(book).rules
    seed = first
    while True:
        table = new_table(rules, players, seed=seed)
        yield (gain(table, one, two, 0) + gain(table, one, two, 1)) / 2
        seed += 1


def interval(found: list[float]) -> tuple[float, float]:
    """The mean, and half the width of its 95 % interval."""
    error = statistics.stdev(found) / math.sqrt(len(found)) if len(found) > 1 else math.inf
    return statistics.fmean(found), 1.96 * error


def named(name: str, samples: int | None) -> Player:
    return Expert(samples=samples) if name == "expert" else player(name)


def match(game: str, names: tuple[str, str], deals: int, samples: int | None, first: int) -> bool:
    """One match with its progress; was it stopped?"""
    found: list[float] = []
    begun = shown = time.monotonic()
    stopped = False
    try:
        for value in duplicate(game, named(names[0], samples), named(names[1], samples), first):
            found.append(value)
            if time.monotonic() - shown > 10:
                shown = time.monotonic()
                mean, half = interval(found)
                print(f"  {game}: {2 * len(found)} of {deals}, {mean:+.3f} ± {half:.3f}", file=sys.stderr, flush=True)
            if 2 * len(found) >= deals:
                break
    except KeyboardInterrupt:
        stopped = True
    if found:
        mean, half = interval(found)
        verdict = "stronger" if mean - half > 0 else "weaker" if mean + half < 0 else "not told apart"
        print(
            f"{game:10} {names[0]} > {names[1]:7} {mean:+.3f} ± {half:.3f} points a deal, {2 * len(found)} deals, "
            f"{time.monotonic() - begun:.0f} s: {verdict}",
            flush=True,
        )
    return stopped


def speed(games: list[str], deals: int) -> None:
    """How long the expert thinks, decision by decision: processor time, so that a busy machine does not count."""
    expert = player("expert")
    for game in games:
        book, players, _ = GAMES[game]
        rules = load_rulebook(book).rules
        took: dict[str, list[float]] = {}
        for seed in range(deals):
            at = deal(new_table(rules, players, seed=seed))
            while at.to_act:
                view = at.seen_by(at.to_act)
                begun = time.process_time()
                choice = expert.choose(view, chance_key(at.table))
                if len(view.actions) > 1:
                    kind = f"trick {len(view.tricks) + 1}" if view.phase == "play" else view.phase
                    took.setdefault(kind, []).append(time.process_time() - begun)
                at = at.apply(choice.action)
        every = [t for times in took.values() for t in times]
        cards = [t for kind, times in took.items() for t in times if kind.startswith("trick")]
        print(
            f"{game}: a card, median {statistics.median(cards):.3f} s, 95 % {_at(cards, 0.95):.3f}, "
            f"most {max(cards):.3f}; all decisions, most {max(every):.3f}"
        )
        for kind, times in sorted(took.items()):
            print(f"  {kind:9} {statistics.median(times):.3f} median, {max(times):.3f} most, {len(times)} decisions")


def _at(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--game", action="append", choices=GAMES, help="default: all")
    ask.add_argument("--deals", type=int, help="deals to play, two from every pack (default: 2,000; four hands 400)")
    ask.add_argument("--samples", type=int, help="deals the expert imagines for a decision (default: its own number)")
    ask.add_argument("--first", type=int, default=0, help="the first seed")
    ask.add_argument("--match", action="append", help="such as expert,foster")
    ask.add_argument("--speed", action="store_true", help="times instead of strength")
    ask.add_argument("--plain", action="store_true", help="without numba")
    given = ask.parse_args()
    if given.plain:
        solver.has_numba = lambda: False  # type: ignore[assignment]
    games = given.game or list(GAMES)
    if given.speed:
        speed(games, given.deals or 5)
        return
    pairs = [tuple(text.split(",")) for text in given.match] if given.match else MATCHES
    for game in games:
        for one, two in pairs:
            if match(game, (one, two), given.deals or GAMES[game][2], given.samples, given.first):
                return


if __name__ == "__main__":
    main()
