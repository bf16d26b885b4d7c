"""Loo as data for the browser: counters to be drawn, the pool on the felt, who is in and who is out."""

from __future__ import annotations

from typing import Any

from ..engine import Event, Position, Verb
from ..engine import pool as _pool
from ..rules import Rules
from ..sources import Rulebook
from ..teach import poolside
from ..teach.context import Context
from ..teach.strings import capital, listed, t

State = dict[str, Any]
_MOST_DRAWN = 30
"""More counters than these are told, not drawn."""


def pile(rules: Rules, n: int) -> State:
    """Counters to be drawn: red and white ones, or of one kind. What is owed is drawn hollow."""
    red, white = _pool.change(rules, abs(n))
    found: State = {"red": red, "white": white} if rules.red_is > 1 else {"plain": red}
    if sum(found.values()) > _MOST_DRAWN:
        found = {}
    return found | ({"owed": True} if n < 0 else {})


def on_felt(position: Position, book: Rulebook) -> State:
    """What the scene of a game for points does not have: the pool, and the spare hand."""
    lies = poolside.lies(position)
    said = t("pool.now" if lies else "pool.now_empty", counters=poolside.counters(book.rules, lies))
    found: State = {"pool": {"pile": pile(book.rules, lies), "text": said}}
    if position.frame.widow and not position.over:
        found["widow"] = {"n": position.frame.widow.bit_count(), "label": t("scene.widow", book)}
    return found


def plate(seat: str, ctx: Context) -> str:
    """A word on a player's plate: that he has passed, or plays only for the pool."""
    frame = ctx.position.frame
    said = dict(frame.declared).get(ctx.position.table.place[seat])
    if ctx.position.over or said is None or len(ctx.plays) < 2:  # until then his call stands beside him
        return ""
    if said == Verb.DECLARE_OUT:
        return t("scene.passed").lower()
    return t("scene.for_the_pool").lower() if poolside.defends(ctx.position, seat) else ""


def panel(ctx: Context) -> State | None:
    """What there is to win and to lose, and who is in."""
    position, rules = ctx.position, ctx.rules
    if position.over:
        return None
    pool = _pool.pool_of(position.table)
    each = poolside.counters(rules, pool // rules.hand_size)
    loo = poolside.counters(rules, _pool.looed_amount(rules, pool, position.table.simple))
    body = [f"{t('pool.shared', counters=each)} {t('pool.looed_costs', counters=loo)}"]
    if position.frame.trump is None:
        body.append(t("pool.no_trump"))
    names = position.table.players
    standing = _pool.standing(position.frame)
    if standing:
        body.append(t("pool.playing", names=capital(listed(ctx.who(names[p]) for p in standing))))
    guard = next((s for s in names if poolside.defends(position, s)), None)
    if guard is not None:
        body.append(t("pool.defends", who=ctx.who(guard)))
    return {"id": "pool", "kind": "text", "level": "four", "title": t("pool.panel"), "body": body}


def side_entry(entry: State, rules: Rules) -> State:
    """How one player stands, as counters and in words."""
    return entry | {"pile": pile(rules, entry["n"]), "text": poolside.balance(rules, entry["n"])}


def end_row(row: State, event: Event, ctx: Context) -> State:
    """A row of the sheet at the end of a deal: counters in words instead of a number."""
    row.pop("n", None)
    n = event.data.get("stays", event.n)
    return row | {"text": f"{row['text']}: {poolside.counters(ctx.rules, n)}", "down": n < 0}


def total(ctx: Context, made: dict[str, int]) -> str:
    """What the deal came to for everybody, the reader first."""
    ordered = sorted(made, key=lambda name: name != ctx.mine)
    return capital(", ".join(poolside.balance_of(ctx, name, made[name]) for name in ordered)) + "."


def tone(made: int) -> str:
    """Was it a good deal for the reader?"""
    return "good" if made > 0 else "bad" if made < 0 else "note"
