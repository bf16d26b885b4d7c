"""The outcome of a deal point by point: one line a book, to be set one under another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..engine import Event
from ..sources import Rulebook
from .context import Context
from .explain import minus
from .strings import phrase, t
from .tally import POINTS, Tally

AT_ONCE = ("turn", "gift", "peg")


@dataclass(frozen=True)
class Figure:
    """One figure of the outcome: a point (or what was marked in play) under one book."""

    text: str
    side: str | None = None
    event: Event | None = None


@dataclass(frozen=True)
class Outcome:
    """One book's line of the outcome: a figure a column, the total, and the side ahead."""

    book: Rulebook
    figures: tuple[Figure | None, ...]
    total: str
    ahead: str | None


def named(book: Rulebook) -> str:
    """The short name of a book, with what was chosen or changed in it, so that two columns of one book differ.

    >>> from allfours_edu.sources import load_rulebook
    >>> book = load_rulebook("foster-1897")
    >>> named(book), named(book.with_options("low_to_taker")), named(book.replace(low_to="taker"))
    ('Foster 1897', 'Foster 1897 (low to taker)', 'Foster 1897 (low_to = taker)')
    """
    changed = [name.replace("_", " ") for name in book.active]
    changed += [f"{name} = {getattr(book.rules, name, None)}" for name in book.house]
    return f"{book.short} ({', '.join(changed)})" if changed else book.short


def outcome_columns(tallies: Sequence[Tally]) -> list[str]:
    """The keys of the columns: the points some book awards, then what is marked at once."""
    points = [p for p in POINTS if any(p in x.awards for x in tallies)]
    points += sorted({p for x in tallies for p in x.awards if p not in POINTS})
    return [*points, *(k for k in AT_ONCE if any(k in x.marked for x in tallies))]


def column_label(key: str) -> str:
    return t(f"compare.column_{key}") if key in AT_ONCE else t(f"point.{key}")


def outcomes(pairs: Sequence[tuple[Rulebook, Tally]], ctx: Context) -> tuple[list[str], list[Outcome]]:
    """The outcome strip: column keys, and a line a book. ``ctx`` says whose eyes it is read with."""
    keys = outcome_columns([x for _, x in pairs])
    return keys, [
        Outcome(book, tuple(_figure(key, x, ctx) for key in keys), _total(x, ctx), x.ahead) for book, x in pairs
    ]


def _figure(key: str, x: Tally, ctx: Context) -> Figure | None:
    if key in AT_ONCE:
        made = {side: n for side, n in x.marked.get(key, {}).items() if n}
        if not made:
            return None
        event = next(e for e in x.events if e.kind == key)
        text = ", ".join(_short(side, n, ctx) for side, n in _mine_first(made, ctx))
        return Figure(text, max(made, key=lambda s: made[s]), event)
    award = x.awards.get(key)
    if award is None:
        return None
    if award.side is None:
        return Figure(phrase("compare.in_pegs" if award.data.get("pegged") else "compare.nobody"), None, award)
    text = _short(award.side, award.n, ctx)
    count = award.data.get("count")
    if count:
        text += f" ({'–'.join(str(n) for _, n in _mine_first(count, ctx))})"
    return Figure(text, award.side, award)


def _total(x: Tally, ctx: Context) -> str:
    totals = x.totals
    if x.ahead is None:
        return phrase("compare.level", scores="–".join(minus(n) for _, n in _mine_first(totals, ctx)))
    rest = [n for side, n in _mine_first(totals, ctx) if side != x.ahead]
    return phrase("compare.total", side=side_word(x.ahead, ctx), scores="–".join(map(minus, [totals[x.ahead], *rest])))


def _mine_first(by: Mapping[str, int], ctx: Context) -> list[tuple[str, int]]:
    return sorted(by.items(), key=lambda pair: pair[0] != ctx.mine)


def _short(side: str, n: int, ctx: Context) -> str:
    return f"{side_word(side, ctx)} {n}"


def side_word(side: str, ctx: Context) -> str:
    """A side in one word: "you", "they", or its name where there are more than two or nobody reads."""
    if ctx.mine is not None and side == ctx.mine:
        return phrase("who.you")
    if ctx.mine is not None and len(ctx.position.table.sides) == 2:
        return phrase("who.they")
    return side
