"""The weight of the rules: which of them move points at the table, and how often.

A rule weighs as much as the share of deals in which another answer to its question changes an award
(:mod:`..analysis.weight`). What is shipped was counted with the books and players of this version and stands in
``weights.toml`` beside this file, with the number of deals; anybody can count again:

    python -m allfours_edu.teach.weights --deals 250

>>> found = weights("foster-1897", players=2, policy="novice")
>>> heavy = found.heaviest
>>> 0.25 < next(w.share for w in found if w.field == "low_to") < 0.6
True
"""

from __future__ import annotations

import json
import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import fill
from typing import Any, Literal

from ..analysis.players import VERSION
from ..analysis.weight import Weight, weigh
from ..asking import held
from ..errors import PlainValueError
from ..rules import FIELDS, RulesError
from ..sources import Rulebook, topics
from .bookpage import value_key
from .deciding import attested
from .plotstyle import COLOURS, HATCHES, chart_text, figure_html, plot_style
from .scenario import book_named
from .strings import listed, t

MOST = 1_000_000
"""Deals a rule, at most."""
KEPT = Path(__file__).parent / "weights.toml"
POLICIES: tuple[Literal["novice", "foster"], ...] = ("novice", "foster")
TABLES = (
    ("foster-1897", 2), ("foster-1897", 4), ("trinidad", 4), ("foster-all-fives", 2), ("foster-board", 4),
    ("foster-sell", 5), ("foster-california-jack", 2), ("foster-loo", 4),
)  # fmt: skip
"""The tables at which weights are kept: a book and a number of players."""
NOT_IN_A_DEAL = frozenset({"game", "cut", "court"})
"""Groups that no lawful deal can show: the match around it, what comes before it, the court."""
DEALS_OTHERWISE = frozenset({"pack", "deal"})
"""Groups of rules under which other cards are dealt."""
OTHER_CARDS = frozenset({"pack", "deal"})
"""Groups another answer to which deals other cards: their share says nothing of the rule, so no chart shows it."""
_PATIENCE = 1.0


@dataclass(frozen=True)
class Weights:
    """The weights of a book's rules at one table, heaviest first."""

    book: Rulebook
    size: int
    counted: tuple[Weight, ...]
    kept: bool = False

    def __iter__(self) -> Iterator[Weight]:
        return iter(self.counted)

    def __len__(self) -> int:
        return len(self.counted)

    @property
    def heaviest(self) -> tuple[Weight, ...]:
        """One weight a rule and player: that of the other answer that changes most; heaviest first, without noughts."""
        best: dict[tuple[str, str], Weight] = {}
        for one in self.counted:
            key = (one.field, one.policy)
            if (
                one.changed
                and FIELDS[one.field] not in OTHER_CARDS
                and (key not in best or one.share > best[key].share)
            ):
                best[key] = one
        return tuple(sorted(best.values(), key=lambda w: (-w.share, w.field)))

    def rows(self) -> list[dict[str, Any]]:
        """A row a weight: the question, both answers, the player, the deals, and the share with its 95 % interval."""
        return [
            {
                "field": w.field, "question": topics()[w.field].title, "book": self.book.id, "players": w.size,
                "answer": value_key(w.value), "other": value_key(w.other), "policy": w.policy, "deals": w.n,
                "changed": w.changed, "share": w.share, "low": w.interval[0], "high": w.interval[1],
            }
            for w in self.counted
        ]  # fmt: skip

    def table(self) -> Any:
        """The rows as a pandas table (a list of dicts where pandas is not installed)."""
        try:
            import pandas
        except ImportError:
            return self.rows()
        return pandas.DataFrame(self.rows())

    def chart(self, most: int = 12) -> Any:
        """The heaviest rules as bars with their intervals: a matplotlib figure; its words are in ``_allfours_text``."""
        from matplotlib.figure import Figure

        order = list(dict.fromkeys(w.field for w in self.heaviest))[:most]
        with plot_style():
            figure = Figure(figsize=(9, 2.2 + 0.62 * max(len(order), 1)))
            axes = figure.subplots()
            told = [self._bars(axes, order, policy, k) for k, policy in enumerate(self._policies())]
            axes.set_yticks(range(len(order)), [fill(topics()[name].title, 34) for name in order])
            axes.invert_yaxis()
            axes.grid(axis="x")
            axes.grid(visible=False, axis="y")
            axes.set_xlim(0, None)
            axes.xaxis.set_major_formatter(lambda x, _: f"{x:.0%}")
            axes.set_xlabel(t("weights.axis"), size=12, loc="right")
            figure.legend(loc="outside lower left", ncols=2)
            figure.suptitle(t("weights.title", name=self.book.short, n=self.size), x=0.01, ha="left", weight="bold")
            chart_text(axes)
        figure._allfours_text = " ".join([t("weights.title", name=self.book.short, n=self.size) + ".", *told])  # type: ignore[attr-defined]
        return figure

    def _policies(self) -> list[str]:
        return [p for p in POLICIES if any(w.policy == p for w in self.counted)]

    def _bars(self, axes: Any, order: list[str], policy: str, k: int) -> str:
        shown = {w.field: w for w in self.heaviest if w.policy == policy}
        height = 0.8 / len(self._policies())
        these = [(n, shown[name]) for n, name in enumerate(order) if name in shown]
        axes.barh(
            [n - 0.4 + height * (k + 0.5) for n, _ in these], [w.share for _, w in these], height * 0.9,
            xerr=[[w.share - w.interval[0] for _, w in these], [w.interval[1] - w.share for _, w in these]],
            color=COLOURS[k], hatch=HATCHES[k], edgecolor="#1d2126", capsize=3, label=t(f"weights.by_{policy}"),
        )  # fmt: skip
        figures = listed(f"{topics()[w.field].title} {w.share:.0%}" for _, w in these)
        return f"{t(f'weights.by_{policy}')}: {figures}."

    def __str__(self) -> str:
        lines = [t("weights.title", name=self.book.short, n=self.size)]
        for w in self.heaviest:
            low, high = w.interval
            lines.append(
                t("weights.line", question=topics()[w.field].title, answer=_says(w, w.value), other=_says(w, w.other),
                  policy=w.policy, share=f"{w.share:.1%}", low=f"{low:.1%}", high=f"{high:.1%}", n=w.n)
            )  # fmt: skip
        return "\n".join([*lines, self.provenance])

    @property
    def provenance(self) -> str:
        """Where the figures come from, in a sentence."""
        deals = max((w.n for w in self.counted), default=0)
        return t("weights.kept" if self.kept else "weights.counted", n=deals, version=VERSION)

    def _repr_html_(self) -> str:
        from html import escape

        figure = self.chart()
        return f"{figure_html(figure, figure._allfours_text)}<p>{escape(self.provenance)}</p>"


def _says(weight: Weight, value: Any) -> str:
    return topics()[weight.field].says(value).rstrip(".")


def weights(
    book: str | Rulebook = "foster-1897",
    players: int | None = None,
    *,
    fields: Iterable[str] | None = None,
    policy: str | None = None,
    deals: int | None = None,
    progress: bool | Callable[[str], None] = True,
) -> Weights:
    """How often each rule of a book changes what a deal awards.

    Parameters
    ----------
    book, players : a table. Some tables are kept ready (:data:`TABLES`); others are counted when asked for.
    fields : the rules to weigh (default: all that can show in a deal).
    policy : "novice" or "foster", the computer player in every seat (default: both, one after another).
    deals : count anew, on so many deals a rule (default: what is kept, or 200 where nothing is).
    progress : told on stderr after a second, or to a function of one sentence. Ctrl-C (in a notebook: the stop button)
        ends the count; what was counted stands.

    The result shows a chart; ``.table()`` is its data, one row for each other answer that some text gives.
    Raises :class:`ValueError` for a player or a rule nobody knows.
    """
    held(weights, locals())
    chosen = book_named(book) if isinstance(book, str) else book
    size = players if players is not None else min(chosen.rules.players)
    if size not in chosen.rules.players:
        raise PlainValueError(
            f"{chosen.short} is for {listed(map(str, chosen.rules.players), 'or')} players, not {size}."
        )
    policies = POLICIES if policy is None else (policy,)
    if not set(policies) <= set(POLICIES):
        raise PlainValueError(f"There is no player {policy!r} to weigh rules with; there are {listed(POLICIES)}.")
    wanted = list(fields) if fields is not None else None
    for name in wanted or ():
        if name not in FIELDS:
            raise PlainValueError(f"There is no rule field {name!r}; see af.rulebook(…) for all of them.")
    ready = kept_weights().get((chosen.id, size)) if not (chosen.house or chosen.active or deals is not None) else None
    if ready is not None:
        return Weights(
            chosen,
            size,
            tuple(w for w in ready if w.policy in policies and (wanted is None or w.field in wanted)),
            True,
        )
    if deals is not None and not 1 <= deals <= MOST:
        raise PlainValueError(f"deals is a number of deals, at least 1 and at most {MOST:,}, not {deals!r:.30}.")
    tell = progress if callable(progress) else _stderr if progress else None
    found: list[Weight] = []
    try:
        for one in count(chosen, size, wanted, policies, deals or 200, tell):
            found.append(one)  # noqa: PERF402 - what was counted before a stop stands
    except KeyboardInterrupt:
        pass
    return Weights(chosen, size, tuple(found))


def count(
    book: Rulebook, size: int, fields: Iterable[str] | None, policies: Iterable[str], deals: int,
    tell: Callable[[str], None] | None = None,
) -> Iterator[Weight]:  # fmt: skip
    """Weigh each rule of a book against each other answer that some text gives and that makes a game with the rest."""
    since, asked = time.monotonic(), [*(fields if fields is not None else weighable(book))]
    for policy in policies:
        for k, name in enumerate(asked):
            if tell is not None and time.monotonic() - since > _PATIENCE:
                tell(t("weights.progress", name=book.short, n=size, policy=policy, done=k, all=len(asked)))
                since = time.monotonic()
            for other in attested(name):
                if other == getattr(book.rules, name):
                    continue
                try:
                    yield weigh(book.rules, name, other, size=size, n=deals, policy=policy)
                except (RulesError, ValueError):
                    continue  # no game with the rest of this book's rules, or not at this table


def weighable(book: Rulebook) -> list[str]:
    """The fields of a book that a lawful deal can show."""
    return [
        name for name, group in FIELDS.items() if group not in NOT_IN_A_DEAL and getattr(book.rules, group) is not None
    ]


def _stderr(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def heaviest_by_field() -> dict[str, tuple[tuple[str, Weight], ...]]:
    """By rule: its kept weights at each table, the heaviest first, each with the book it was counted with.

    Left out is what deals other cards: two deals then have nothing in common, and the share says nothing of the rule.
    """
    found: dict[str, list[tuple[str, Weight]]] = {}
    for (book, size), counted in kept_weights().items():
        for one in Weights(book_named(book), size, counted).heaviest:
            if FIELDS[one.field] in DEALS_OTHERWISE:
                continue
            found.setdefault(one.field, []).append((book, one))
    return {field: tuple(sorted(all, key=lambda pair: -pair[1].share)) for field, all in found.items()}


# -- keeping ---------------------------------------------------------------------------------------------------------


@cache
def kept_weights() -> dict[tuple[str, int], tuple[Weight, ...]]:
    """What is shipped, by table."""
    raw = tomllib.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    found: dict[tuple[str, int], list[Weight]] = {}
    for entry in raw.get("weight", ()):
        book = book_named(entry["book"])
        name = entry["field"]
        other = next((v for v in attested(name) if value_key(v) == entry["other"]), entry["other"])
        found.setdefault((book.id, entry["players"]), []).append(
            Weight(
                name, getattr(book.rules, name), other, entry["players"], entry["policy"], entry["n"], entry["changed"]
            )
        )
    return {table: tuple(all) for table, all in found.items()}


def as_toml(counted: Iterable[tuple[str, Weight]]) -> str:
    """The weights as the file beside this one."""
    lines = [
        "# In how many of n deals (seeds 0 to n - 1) another answer changes an award.",
        "# Written by `python -m allfours_edu.teach.weights`.",
        f"players_version = {json.dumps(VERSION)}",
        "",
    ]
    for book, w in counted:
        entry = {"book": book, "players": w.size, "field": w.field, "other": value_key(w.other), "policy": w.policy,
                 "n": w.n, "changed": w.changed}  # fmt: skip
        lines += ["[[weight]]", *(f"{key} = {json.dumps(value)}" for key, value in entry.items()), ""]
    return "\n".join(lines)


def main(words: list[str]) -> None:
    """Count all kept tables anew."""
    deals = int(words[words.index("--deals") + 1]) if "--deals" in words else 250
    made = []
    for id, size in TABLES:
        book = book_named(id)
        made += [(id, w) for w in count(book, size, None, POLICIES, deals, _stderr)]
    KEPT.write_text(as_toml(made), "utf-8")
    print(f"{KEPT.name}: {len(made)} weights")


if __name__ == "__main__":
    main(sys.argv[1:])
