"""The simulation: the engine agrees deal by deal, numba and NumPy play the same, and so does every executor."""

from __future__ import annotations

import threading
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

pd = pytest.importorskip("pandas")
np = pytest.importorskip("numpy")

from allfours_edu.analysis import lab, simulation  # noqa: E402
from allfours_edu.analysis.intervals import normal, wilson  # noqa: E402
from allfours_edu.analysis.simulation import simulate  # noqa: E402
from allfours_edu.analysis.solver import has_numba  # noqa: E402
from allfours_edu.cards import BY_INDEX, SUITS  # noqa: E402
from allfours_edu.engine import new_table, set_up  # noqa: E402
from allfours_edu.engine.scoring import turn_worth  # noqa: E402
from allfours_edu.sources import load_rulebook  # noqa: E402

BOOKS = [
    ("foster-1897", 2), ("foster-1897", 3), ("trinidad", 4), ("foster-all-fives", 2), ("cassell-all-fives", 2),
    ("hoyle-ten", 4), ("group-seven-up", 3), ("foster-pitch", 4), ("commercial-pitch-10", 6),
]  # fmt: skip
POLICIES = [["random"], ["simple"], ["simple", "random"]]


def policies(names: list[str], players: int) -> list[lab.Policy]:
    return [lab.POLICIES[names[n % len(names)]] for n in range(players)]


def played(book: str, players: int, names: list[str], n: int) -> tuple[Any, Any, Any, Any]:
    """Cards as they were dealt, the plays, and the scores of ``n`` deals."""
    rules = load_rulebook(book).rules
    here = lab.lab_of(rules, new_table(rules, players).players)
    dealt, laid = [], []
    play_hands, lay = lab.play_hands, lab._Tables._lay

    def see_hands(lab_: Any, cards: Any, *rest: Any) -> Any:
        dealt.append(cards.copy())
        return play_hands(lab_, cards, *rest)

    def see_card(self: Any, place: Any, at: Any, mine: Any, slot: Any) -> Any:
        laid.append((place.copy(), slot.astype(int)))
        return lay(self, place, at, mine, slot)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lab, "play_hands", see_hands)
        patch.setattr(lab._Tables, "_lay", see_card)
        facts = lab.play(here, lab.key_of("test"), 0, n, policies(names, players))
    return here, dealt[0], laid, lab.score(here, facts)


@pytest.mark.parametrize(("book", "players"), BOOKS)
@pytest.mark.parametrize("names", POLICIES, ids="-".join)
def test_the_engine_agrees(book: str, players: int, names: list[str]) -> None:
    """The same cards and plays through the engine: every card lawful, every point the same."""
    here, dealt, laid, scores = played(book, players, names, 25)
    rules, size = load_rulebook(book).rules, here.hand
    table = new_table(rules, players, scores=[-99] * len(here.sides))
    for i in range(dealt.shape[1]):
        hands = [[BY_INDEX[c] for c in dealt[p * size : p * size + size, i]] for p in range(players)]
        turned = [BY_INDEX[scores.turned[i]]] if here.turned else []
        trump = SUITS[scores.trump[i]]
        at = set_up(table, dict(zip(table.players, hands, strict=True)), trump if turned else None, turn_ups=turned)
        for place, slot in laid:
            assert at.to_act == table.players[place[i]]
            at = at.apply(hands[place[i]][slot[i]])
        assert at.over and at.trump == trump
        events = at.events()
        points = [at.scores[s] + 99 for s in here.sides]
        turn = turn_worth(rules, turned[0], None) if turned else 0
        points[here.dealer_side] += turn
        assert (points, turn) == (list(scores.points[:, i]), scores.turn[i])
        for event in events:
            if event.kind == "award":
                k = simulation.POINTS.index(event.point)
                side = -1 if event.side is None else here.sides.index(event.side)
                assert (side, event.n if side >= 0 else 0) == (scores.side[k, i], scores.n[k, i]), event
                if "count" in event.data:
                    counts = event.data["count"]
                    counts = [counts[s] for s in here.sides] if isinstance(counts, dict) else list(counts)
                    assert counts == list(scores.pips[:, i])
                if event.point == "jack" and side >= 0:
                    assert bool(event.data.get("hang")) == scores.hung[i]


@pytest.mark.skipif(not has_numba(), reason="numba is not installed (extra fast)")
@pytest.mark.parametrize(("book", "players"), BOOKS)
def test_numba_plays_the_same(book: str, players: int) -> None:
    from allfours_edu.analysis import lab_fast

    rules = load_rulebook(book).rules
    here = lab.lab_of(rules, new_table(rules, players).players)
    for names in POLICIES:
        how = here, lab.key_of(7), 123, 400, policies(names, players)
        for one, two in zip(lab.play(*how), lab_fast.play(*how), strict=True):
            assert (one == two).all()


def test_chance_is_fair() -> None:
    """Every card is turned equally often, and of three lawful slots each is taken a third of the time."""
    rules = load_rulebook("foster-1897").rules
    here = lab.lab_of(rules, ("South", "North"))
    turned = lab.play(here, lab.key_of(1), 0, 52_000, [lab.RANDOM] * 2).turned
    counts = np.bincount(turned, minlength=52)
    assert ((counts - 1000) ** 2 / 1000).sum() < 93  # chi squared, 51 degrees: one in 3,000 is above
    drawn = np.bincount(lab.Chance(lab.key_of(2), 0, 30_000).below(64, np.uint64(3)), minlength=3)
    assert ((drawn - 10_000) ** 2 / 10_000).sum() < 16


def same(one: simulation.Simulation, two: simulation.Simulation) -> None:
    for name in ("table", "points", "spread"):
        pd.testing.assert_frame_equal(getattr(one, name), getattr(two, name))


HOW: dict[str, Any] = {"policy": ["simple", "random"] * 2, "seed": "class", "keep": True}


@pytest.fixture(scope="module")
def alone() -> simulation.Simulation:
    return simulate("trinidad", 5000, fast=False, **HOW)


def test_portions_make_no_difference(alone: simulation.Simulation) -> None:
    parts = simulate("trinidad", 5000, portion_of=617, **HOW)
    same(alone, parts)
    pd.testing.assert_frame_equal(alone.deals, parts.deals)
    assert len(alone.deals) == 5000 and alone.deals.jack_hung.sum() == alone.rate("hung", "South/North").hits + (
        alone.rate("hung", "East/West").hits
    )


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_executors_give_the_same(alone: simulation.Simulation, kind: str) -> None:
    pool: Executor
    pool = ThreadPoolExecutor(2) if kind == "threads" else ProcessPoolExecutor(2, get_context("spawn"))
    with pool:
        same(alone, simulate("trinidad", 5000, portion_of=1300, fast=False, executor=pool, **HOW))


def test_dask_gives_the_same(alone: simulation.Simulation) -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        same(alone, simulate("trinidad", 5000, portion_of=1300, fast=False, executor=client.get_executor(), **HOW))


def test_players_play_whole_deals() -> None:
    """The same deals, one after the other and in two threads; what af.deals would tell of them."""
    from allfours_edu.teach.dealtable import deal_rows

    found = simulate("trinidad", 12, seed=5, policy="foster", keep=True)
    with ThreadPoolExecutor(2) as pool:
        same(found, simulate("trinidad", 12, seed=5, policy="foster", executor=pool, portion_of=5))
    for row, told in zip(found.deals.to_dict("records"), deal_rows("trinidad", 12, seed=5), strict=True):
        for side in found.sides:
            assert row[f"points_{side}"] == told[f"points_{side}"]
        for point in simulation.POINTS:
            assert (row[f"{point}_side"] if pd.notna(row[f"{point}_side"]) else None) == told[f"{point}_side"]


def test_stop_and_progress() -> None:
    told: list[tuple[int, int]] = []
    event = threading.Event()

    def tell(done: int, n: int) -> None:
        told.append((done, n))
        if done >= 2000:
            event.set()

    found = simulate("foster-1897", 10_000, portion_of=1000, progress=tell, stop=event.is_set)
    assert (found.done, found.asked, told) == (2000, 10_000, [(1000, 10_000), (2000, 10_000)])
    same_deals = simulate("foster-1897", 2000)
    assert list(found.table["count"]) == list(same_deals.table["count"])


def test_known_chances() -> None:
    """A turned Jack once in thirteen; at most five points a deal where the Jack counts one."""
    found = simulate("foster-1897", 200_000, players=2)
    row = found.table.query("point == 'turned'").iloc[0]
    assert row.low < 1 / 13 < row.high
    assert found.rate("high").share + found.rate("high", "South").share + found.rate("high", "North").share == 1
    assert found.spread.points.max() <= 5
    mean = found.mean("eldest's side", "dealer's side")
    assert mean.low < mean.mean < mean.high and mean.high - mean.low < 0.05


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"n": 0}, "whole number from 1"), ({"seed": 1.5}, "seed"), ({"policy": "fostre"}, "there is no policy"),
        ({"policy": ["random"]}, "each of 4 places"), ({"policy": ["simple", "foster"] * 2}, "cannot sit"),
        ({"book": "foster-snoozer", "players": 4}, "cannot play this book"),
        ({"policy": "foster", "fast": True}, "fast"), ({"book": "french-fours"}, "cards are drawn or changed"),
    ],
    ids=str,
)  # fmt: skip
def test_mistakes_are_told(how: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        simulate(**{"book": "trinidad", "n": 10, **how})


def test_policies_are_checked() -> None:
    with pytest.raises(ValueError, match="26 numbers"):
        lab.Policy("mine", lead=(1, 2))
    with pytest.raises(ValueError, match=r"keep=True"):
        _ = simulate("trinidad", 10).deals


def test_intervals() -> None:
    low, high = wilson(50, 100)
    assert round(low, 4) == 0.4038 and round(high, 4) == 0.5962  # Wilson 1927, as in the textbooks
    assert normal(0, 0, 1) == (-float("inf"), float("inf"))
