"""Many deals played by a policy: how often each side makes each point, and how sure that is.

>>> from allfours_edu.sources import load_rulebook
>>> found = simulate(load_rulebook("foster-1897"), 20_000, seed=1, players=2)
>>> row = found.rate("jack", "dealer's side")
>>> round(row.low, 2) <= round(row.share, 2) <= round(row.high, 2), found.seed, found.done
(True, 1, 20000)

Two ways of playing. By a *policy* (:mod:`.lab`: ``"random"``, ``"simple"``, or a table of likings of your own) cards
are dealt and played by the hundred thousand: nobody begs and nobody bids, the eldest hand leads. By *computer players*
(``"novice"``, ``"foster"``, any :class:`~.players.Player`) whole deals are played, calls and all, some hundred a
second. All points are counted as if nobody went out.

A seed gives the same numbers for ever: with and without numba, in one piece or in portions, on one machine or on many.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from ..asking import held
from ..engine import deal, new_table
from ..errors import PlainValueError
from ..rules import Rules
from ..sources import Rulebook, load_rulebook
from . import players as computers
from .intervals import normal, wilson

if TYPE_CHECKING:
    from .lab import Scores

MOST = 1_000_000_000
MOST_KEPT = 5_000_000
PORTION, PORTION_OF_PLAYERS = 16_384, 25
_AHEAD = 64  # portions handed out at once: enough for many machines, and a stop is soon obeyed
_MOST_ACTIONS = 600
POINTS = ("high", "low", "jack", "game")


class Rate(NamedTuple):
    """How often something happened: ``hits`` of ``n``, the share, and its 95 % interval (Wilson)."""

    hits: int
    n: int
    share: float
    low: float
    high: float

    @classmethod
    def of(cls, hits: int, n: int) -> Rate:
        """The rate of a count."""
        hits = int(hits)  # not NumPy's own kind of number
        return cls(hits, n, hits / n if n else 0.0, *wilson(hits, n))


class Mean(NamedTuple):
    """A mean over ``n`` deals with its 95 % interval (normal)."""

    n: int
    mean: float
    low: float
    high: float


@dataclass(repr=False)
class Simulation:
    """What came out. In a notebook it shows :attr:`table`.

    ``done`` deals of the ``asked`` were played (fewer where it was stopped: the first ones, none left out). ``by`` says
    what did the work: numba, numpy or players.
    """

    book: str
    policy: tuple[str, ...]
    players: tuple[str, ...]
    sides: tuple[str, ...]
    dealer_side: int
    seed: object
    asked: int
    by: str
    done: int = 0
    redeals: int = 0
    _whose: Any = None
    _hung: Any = None
    _turned: int = 0
    _sums: Any = None
    _spread: dict[tuple[int, int], int] = field(default_factory=dict)
    _kept: list[Scores] = field(default_factory=list)
    _keep: bool = False

    # -- gathering --------------------------------------------------------------------------------

    def _add(self, portion: Portion) -> None:
        self.done += portion.n
        self.redeals += portion.redeals
        self._turned += portion.turned
        self._whose = portion.whose if self._whose is None else self._whose + portion.whose
        self._hung = portion.hung if self._hung is None else self._hung + portion.hung
        self._sums = portion.sums if self._sums is None else self._sums + portion.sums
        for key, n in portion.spread.items():
            self._spread[key] = self._spread.get(key, 0) + n
        if portion.kept is not None:
            self._kept.append(portion.kept)

    # -- looking ----------------------------------------------------------------------------------

    def _side(self, name: str) -> int:
        """The number of a side: its name, a player, "eldest's side", "dealer's side" or "nobody" (-1)."""
        if name in self.sides:
            return self.sides.index(name)
        if name in self.players:
            return next(n for n, side in enumerate(self.sides) if name in side.split("/"))
        known = {"nobody": -1, "dealer's side": self.dealer_side, "eldest's side": 0}
        if name not in known:
            raise PlainValueError(f"there is no side {name!r:.40}; there are {', '.join([*self.sides, *known])}")
        return known[name]

    def rate(self, point: str, side: str = "nobody") -> Rate:
        """How often ``side`` made ``point`` ("high", "low", "jack", "game", or "hung": took the other side's Jack)."""
        n = self._side(side)
        if point == "hung":
            return Rate.of(0 if n < 0 or self._hung is None else self._hung[n], self.done)
        if point not in POINTS:
            raise PlainValueError(f"there is no point {point!r:.30}; there are {', '.join(POINTS)} and hung")
        return Rate.of(0 if self._whose is None else self._whose[POINTS.index(point)][n + 1], self.done)

    def mean(self, side: str = "eldest's side", less: str | None = None) -> Mean:
        """Points a deal of a side; ``less``: less those of another side, deal by deal."""
        a = self._side(side)
        if self._sums is None:
            return Mean(0, 0.0, *normal(0, 0, 0))
        one, two = self._sums
        if less is None:
            total, squares = int(one[a]), int(two[a, a])
        else:
            b = self._side(less)
            total, squares = int(one[a] - one[b]), int(two[a, a] - 2 * two[a, b] + two[b, b])
        return Mean(self.done, total / max(self.done, 1), *normal(total, squares, self.done))

    def _frame(self, rows: Iterable[Mapping[str, Any]]) -> Any:
        facts = {"book": self.book, "policy": " ".join(self.policy), "players": len(self.players), "seed": self.seed}
        return _pandas().DataFrame([facts | dict(row) for row in rows])

    @cached_property
    def table(self) -> Any:
        """Tidy: a row for each point and side: in how many deals, the share, and where the true share lies (95 %)."""
        rows = [
            {"point": point, "side": side, **_named(self.rate(point, side))}
            for point in (*POINTS, "hung")
            for side in (*self.sides, *(["nobody"] if point != "hung" else []))
        ]
        rows.append(
            {"point": "turned", "side": self.sides[self.dealer_side], **_named(Rate.of(self._turned, self.done))}
        )
        if self.by == "players":
            rows.append({"point": "redeal", "side": "nobody", **_named(Rate.of(self.redeals, self.done))})
        return self._frame(rows)

    @cached_property
    def points(self) -> Any:
        """Tidy: a row for each side: its points a deal, and where the true mean lies (95 %)."""
        rows = [{"side": side, "less": None, **self.mean(side)._asdict()} for side in self.sides]
        if len(self.sides) == 2:
            rows.append({"side": self.sides[0], "less": self.sides[1], **self.mean(*self.sides)._asdict()})
        return self._frame(rows)

    @cached_property
    def spread(self) -> Any:
        """Tidy: a row for each side and number of points: in how many deals it made just so many."""
        return self._frame(
            {"side": self.sides[side], "points": points, **_named(Rate.of(n, self.done))}
            for (side, points), n in sorted(self._spread.items())
        )

    @cached_property
    def deals(self) -> Any:
        """A row a deal (ask for it with ``keep=True``): the card turned, whose each point was, counts, points."""
        if not self._keep:
            raise PlainValueError("the single deals were not kept; ask for them: simulate(…, keep=True)")
        return _deals(self)

    def __repr__(self) -> str:
        return f"<Simulation: {self.done:,} deals of {self.book}, {' '.join(self.policy)}, seed {self.seed!r}>"

    def _repr_html_(self) -> str:
        return str(self.table._repr_html_())


def _named(rate: Rate) -> dict[str, Any]:
    return {"deals": rate.n, "count": rate.hits, "share": rate.share, "low": rate.low, "high": rate.high}


def _pandas() -> Any:
    if find_spec("pandas") is None:
        raise ImportError("tables need pandas; install it with: pip install 'allfours-edu[lab]'")
    return import_module("pandas")


def _deals(found: Simulation) -> Any:
    import numpy as np

    from ..cards import BY_INDEX

    pd = _pandas()
    sides, kept = found.sides, found._kept

    def whole(name: str) -> Any:
        return np.concatenate([getattr(part, name) for part in kept], axis=-1) if kept else np.zeros((8, 0), int)

    def named(codes: Any) -> Any:
        return pd.Categorical.from_codes(codes, categories=list(sides))

    if not kept:
        return pd.DataFrame()
    columns: dict[str, Any] = {
        "turned": pd.Categorical.from_codes(whole("turned"), categories=[c.text for c in BY_INDEX]),
        "trump": pd.Categorical.from_codes(whole("trump"), categories=list("SHDC")),
    }
    side, n = whole("side"), whole("n")
    for i, point in enumerate(POINTS):
        columns[f"{point}_side"], columns[f"{point}_n"] = named(side[i]), n[i]
    columns["jack_hung"], columns["turn_n"] = whole("hung"), whole("turn")
    for name in ("pips", "pegs", "points"):
        for i, one in enumerate(sides):
            columns[f"{'game' if name == 'pips' else name}_{one}"] = whole(name)[i]
    return pd.DataFrame(columns)


# -- doing it -----------------------------------------------------------------------------------------


class Portion(NamedTuple):
    """Some deals, added up in whole numbers, so that the order of adding makes no difference."""

    n: int
    whose: Any
    """[point, side + 1]: in how many deals."""
    hung: Any
    turned: int
    sums: Any
    """Points by side; products of points, side by side."""
    spread: dict[tuple[int, int], int]
    redeals: int
    kept: Scores | None


class Task(NamedTuple):
    """What every portion has to know. Goes to other processes and machines, so it is plain."""

    rules: Rules
    seats: tuple[str, ...]
    seed: object
    policies: tuple[Any, ...]
    by: str
    keep: bool


def portion(task: Task, first: int, n: int) -> Portion:
    """Play the deals ``first`` … ``first + n - 1`` of a task and add them up."""
    if task.by == "players":
        scores, redeals = _by_players(task, first, n)
    else:
        from . import lab

        here = lab.lab_of(task.rules, task.seats)
        play = import_module(".lab_fast", __package__).play if task.by == "numba" else lab.play
        scores, redeals = lab.score(here, play(here, lab.key_of(task.seed), first, n, task.policies)), 0
    return _added(scores, n, redeals, task.keep)


def _added(scores: Scores, n: int, redeals: int, keep: bool) -> Portion:
    import numpy as np

    sides = len(scores.points)
    whose = np.stack([np.bincount(row.astype(np.int64) + 1, minlength=sides + 1) for row in scores.side])
    hung = np.bincount(scores.side[2][scores.hung & (scores.side[2] >= 0)].astype(np.int64), minlength=sides)
    points = scores.points.astype(np.int64)
    spread = {
        (side, int(value)): int(count)
        for side in range(sides)
        for value, count in zip(*np.unique(scores.points[side], return_counts=True), strict=True)
    }
    sums = np.empty(2, object)
    sums[0], sums[1] = points.sum(1), points @ points.T
    return Portion(n, whose, hung, int((scores.turn != 0).sum()), sums, spread, redeals, scores if keep else None)


def simulate(
    book: str | Rulebook, n: int = 10_000, seed: int | str = 1, *, policy: Any = "random", players: int | None = None,
    options: str | Iterable[str] | Mapping[str, Any] = (), keep: bool = False, fast: bool | None = None,
    executor: Executor | None = None, progress: bool | Callable[[int, int], object] = False,
    stop: Callable[[], bool] | None = None, portion_of: int | None = None,
) -> Simulation:  # fmt: skip
    """Play ``n`` deals of a book and count who made what.

    Parameters
    ----------
    book, options, players : the rule book, its options, how many play (default: as the book is mostly played).
    seed : a number or a word; the same seed gives the same deals and plays for ever.
    policy : "random" (every lawful card alike), "simple" (wins with what it can, gives a partner pips), a
        :class:`~.lab.Policy`; or computer players for whole deals with their calls: "novice", "foster", a Player. A
        list gives each place its own, the eldest hand first and the dealer last.
    keep : keep a row for every deal (``.deals``, up to 5 million).
    fast : True asks for numba, False for NumPy; by default numba where it is installed. The numbers are the same.
    executor : any :class:`concurrent.futures.Executor` (a process pool, Dask's ``client.get_executor()``) to spread the
        work over processes or machines. The numbers are the same.
    progress : True writes the number of deals done to the standard error; or a function of (done, n).
    stop : a function asked after every portion; where it says True, the deals done so far are the result. Interrupting
        (the square button, Ctrl-C) does the same.
    portion_of : deals in a portion.

    Raises :class:`ValueError` (one sentence) for a wrong number, an unknown policy or a book the policy cannot play.

    >>> found = simulate("trinidad", 1000, seed="class 3b", policy=["simple", "random", "simple", "random"])
    >>> list(found.table.columns)[:6], len(found.points)
    (['book', 'policy', 'players', 'seed', 'point', 'side'], 3)
    """
    held(simulate, locals())
    for name, value, most in (("n", n, MOST_KEPT if keep else MOST), ("portion_of", portion_of, 1_000_000)):
        if value is not None and (not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most):
            raise PlainValueError(f"{name}: expected a whole number from 1 to {most:,}, found {value!r:.30}")
    if not isinstance(seed, (int, str)) or isinstance(seed, bool):
        raise PlainValueError(f"seed: expected a whole number or a word, found {seed!r:.30}")
    whole = load_rulebook(book).with_options(options)
    table = new_table(whole.rules, whole.players_default if players is None else players)
    names, policies, by = _policies(policy, table.size)
    if by != "players":
        from . import lab

        lab.lab_of(whole.rules, table.players)  # refuses what it cannot play
        by = _engine(fast)
    elif fast:
        raise PlainValueError("computer players cannot be made fast; leave fast out, or take policy='simple'")
    task = Task(whole.rules, table.players, seed, policies, by, keep)
    found = Simulation(
        whole.id, names, table.players, tuple(s.name for s in table.sides), table.dealer_side, seed, n, by, _keep=keep
    )
    size = portion_of or (PORTION_OF_PLAYERS if by == "players" else PORTION)
    spans = ((first, min(size, n - first)) for first in range(0, n, size))
    tell = progress if callable(progress) else _tell if progress else None
    try:
        for part in _parts(task, spans, executor):
            found._add(part)
            if tell is not None:
                tell(found.done, n)
            if stop is not None and stop():
                break
    except KeyboardInterrupt:
        pass
    return found


def _parts(task: Task, spans: Iterator[tuple[int, int]], executor: Executor | None) -> Iterator[Portion]:
    """The portions in order, worked out here or by an executor."""
    if executor is None:
        for first, n in spans:
            yield portion(task, first, n)
        return
    waiting: deque[Future[Portion]] = deque()
    try:
        for first, n in spans:
            waiting.append(executor.submit(portion, task, first, n))
            if len(waiting) >= _AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def _tell(done: int, n: int) -> None:
    print(f"\r{done:,} / {n:,}" + ("\n" if done == n else ""), end="", file=sys.stderr, flush=True)


def _engine(fast: bool | None) -> str:
    """numba where it is wanted and there."""
    if fast is False or (fast is None and find_spec("numba") is None):
        return "numpy"
    if find_spec("numba") is None:
        raise PlainValueError(
            "numba is not installed; install it with: pip install 'allfours-edu[fast]', or leave fast out"
        )
    return "numba"


def _policies(given: Any, size: int) -> tuple[tuple[str, ...], tuple[Any, ...], str]:
    """Names and players by place, and whether policies or computer players play."""
    from . import lab

    listed = list(given) if isinstance(given, Sequence) and not isinstance(given, str) else [given] * size
    if len(listed) != size:
        raise PlainValueError(f"policy: expected one for all or one for each of {size} places, found {len(listed)}")
    quick: list[Any] = [lab.POLICIES.get(p, p) if isinstance(p, str) else p for p in listed]
    if all(isinstance(p, lab.Policy) for p in quick):
        return tuple(p.name for p in quick), tuple(quick), "policies"
    seated = []
    for p in listed:
        if p == "random" or p is lab.RANDOM:
            p = "novice"
        if isinstance(p, str) and p not in computers.NAMES:
            known = [*lab.POLICIES, *computers.NAMES]
            mixed = " (it cannot sit at a table with computer players)" if p in lab.POLICIES else ""
            raise PlainValueError(f"there is no policy {p!r:.40} here{mixed}; there are {', '.join(known)}")
        if not isinstance(p, str) and not hasattr(p, "choose"):
            raise PlainValueError(f"policy: expected a name, a Policy or a Player, found {p!r:.40}")
        seated.append(computers.player(p) if isinstance(p, str) else p)
    return tuple(p.name for p in seated), tuple(seated), "players"


def _by_players(task: Task, first: int, n: int) -> tuple[Scores, int]:
    """Whole deals by computer players, as the lab would write them down."""
    import numpy as np

    from ..cards import SUITS
    from .lab import Scores

    tables = [
        new_table(task.rules, task.seats, seed=_numbered(task.seed, number)) for number in range(first, first + n)
    ]
    sides = {side.name: i for i, side in enumerate(tables[0].sides)}
    turned, trump, turn = np.full(n, -1, np.int16), np.zeros(n, np.int8), np.zeros(n, np.int8)
    whose, worth, hung = np.full((4, n), -1, np.int8), np.zeros((4, n), np.int8), np.zeros(n, bool)
    pips, pegs, points = (np.zeros((len(sides), n), np.int16) for _ in range(3))
    redeals = 0
    for i, table in enumerate(tables):
        position, key = deal(table), computers.chance_key(table)
        seated = dict(zip(table.players, task.policies, strict=True))
        for _ in range(_MOST_ACTIONS):
            if position.to_act is None:
                break
            position = position.apply(seated[position.to_act].choose(position.seen_by(position.to_act), key).action)
        redeals += bool(position.frame.redeal)
        turned[i] = position.turned.index if position.turned else -1
        trump[i] = SUITS.index(position.trump) if position.trump else 0
        for event in position.events():
            if event.side is None or event.kind not in ("award", "turn", "gift", "peg", "sale", "penalty"):
                continue
            side = sides[event.side]
            points[side, i] += event.n
            if event.kind == "turn":
                turn[i] += event.n
            elif event.kind == "peg":
                pegs[side, i] += event.n
            elif event.kind == "award" and event.point in POINTS:
                at = POINTS.index(event.point)
                whose[at, i], worth[at, i] = side, event.n
                if event.point == "jack":
                    hung[i] = bool(event.data.get("hang"))
        for event in position.events():
            if event.kind == "award" and event.point == "game":
                for name, count in dict(event.data.get("count", {})).items():
                    pips[sides[name], i] = count
    return Scores(turned, trump, whose, worth, hung, pips, turn, pegs, points), redeals


def _numbered(seed: object, number: int) -> object:
    """The seed of a deal: 1, 2, 3 … from a number; "word/0", "word/1" … from a word."""
    return seed + number if isinstance(seed, int) else f"{seed}/{number}"
