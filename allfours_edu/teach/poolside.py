"""Loo in words: counters red and white, who must play, what becomes of the pool and why.

>>> from allfours_edu.sources import load_rulebook
>>> counters(load_rulebook("foster-loo").rules, 11), counters(load_rulebook("peel-loo").rules, 6)
('3 red and 2 white counters', '6 counters')
"""

from __future__ import annotations

from typing import Any

from ..cards import from_bits, sort_hand
from ..engine import DECLARE_OUT, DEFEND, PASS, TAKE_WIDOW, Call, Event, Position, Verb, next_table
from ..engine import pool as _pool
from ..rules import Rules
from .context import Context
from .strings import Who, capital, number, phrase, show_all, t

AWARDS = tuple(_pool.TOPICS)
"""What is marked when a pool is paid out."""


def counters(rules: Rules, n: int) -> str:
    """So many white counters, as they are paid: whole reds and the rest in whites; of one kind, just their number."""
    red, white = _pool.change(rules, abs(n))
    if rules.red_is == 1:
        return phrase("pool.plain", n=red)
    if red and white:
        return phrase("pool.red_and_white", red=red, n=white)
    return phrase("pool.red", n=red) if red or not white else phrase("pool.white", n=white)


def _rules(ctx: Context) -> Rules:
    """The rules of the book that tells it; it may judge a deal that was played by another."""
    book = ctx.book.rules if ctx.book is not None else ctx.rules
    return book if book.pool is not None else ctx.rules


def lies(position: Position) -> int:
    """White counters in the pool now: what is played for, or, once the deal is over, what the next one finds."""
    return int(position.frame.next_pool) if position.over else _pool.pool_of(position.table)


def must_play(position: Position) -> str:
    """ "simple", "single" or "clubs" where everybody has to play, else nothing."""
    table = position.table
    if not _pool.all_must_play(table, position.path()[0].frame):
        return ""
    return "single" if _pool.is_single(table, table.rules) else "simple" if table.simple else "clubs"


def defends(position: Position, seat: str | None) -> bool:
    """Does this player play only so that the pool is not lost?"""
    place = position.table.place.get(seat or "")
    return place is not None and place == _pool.defender(position.rules, position.frame, position.table.size)


# -- what happened -----------------------------------------------------------------------------------------------------


def dealt(ctx: Context) -> str:
    """What is said with the deal: a spare hand, or why everybody must play."""
    must = must_play(ctx.position)
    if must in ("simple", "single"):
        return t(f"pool.must_{must}", ctx.book)
    return t("pool.widow", ctx.book) if _rules(ctx).widow else ""


def staked(event: Event, ctx: Context) -> str:
    """The dealer's stake, and what there is to play for."""
    pool = _pool.pool_of(ctx.position.table)
    return t(
        "pool.stake" if pool != -event.n else "pool.stake_alone", ctx.book, who=ctx.who(event.seat),
        counters=counters(_rules(ctx), event.n), pool=counters(_rules(ctx), pool),
    )  # fmt: skip


def called(event: Event, ctx: Context) -> str:
    """The key of the sentence for a call that means something of its own here, or nothing."""
    verb = event.action.verb if event.action is not None else ""  # type: ignore[union-attr]
    if verb == Verb.PASS:
        return "wait"
    if verb == Verb.TAKE_WIDOW and defends(ctx.position, event.seat):
        return "take_widow_defend"
    return verb


def marked(event: Event, ctx: Context) -> str:
    """One payment, in a sentence."""
    key, facts = _payment(event, ctx)
    return t(f"pool.{key}", ctx.book, **facts)


def marked_row(event: Event, ctx: Context) -> str:
    """Why it was paid, in a few words."""
    key, facts = _payment(event, ctx)
    return phrase(f"pool.row_{key}", ctx.book, **facts)


def _payment(event: Event, ctx: Context) -> tuple[str, dict[str, Any]]:
    position, frame, rules = ctx.position, ctx.position.frame, _rules(ctx)
    side = ctx.side(event.side)
    facts: dict[str, Any] = {"side": side, "Side": Who(capital(side), side.many), "counters": counters(rules, event.n)}
    point = event.point or ""
    seats = ctx.seats(event.side or "")
    must = must_play(position)
    if must == "single" and event.side is not None:
        place = position.table.place[seats[0]]
        facts["cards"] = show_all(from_bits(frame.hands[place]))
    if point == "loo":
        flushed = _pool.flush(position.table, frame) is not None and not ctx.tricks
        key = "loo_flush" if flushed else "loo_single" if must == "single" else "loo"
        return key, facts
    if point == "kept":
        facts["counters"] = counters(rules, event.data["stays"])
        guard = next((s for s in position.table.players if defends(position, s)), None)
        return ("kept_defended", {**facts, "who": ctx.who(guard)}) if guard is not None else ("kept", facts)
    if point != "pool":
        return point, facts
    won = sum(1 for trick in ctx.tricks if trick.winner in seats)
    facts |= {"n": won, "tricks": number(won)}
    if frame.penalties and rules.loo_revoke == "divide":
        return "pool_divided", facts
    if must == "single":
        return "pool_single", facts
    if ctx.tricks:
        return "pool_tricks", facts
    if len(frame.active) > 1 or _pool.flush(position.table, frame) is not None:
        held = sort_hand(from_bits(frame.hands[position.table.place[seats[0]]]), position.trump)
        return "pool_flush", {**facts, "cards": show_all(held)}
    return "pool_alone", facts


def revoked(event: Event, ctx: Context) -> str:
    """What a revoke comes to."""
    who = ctx.who(event.seat)
    return t(f"pool.revoke_{event.data['way']}", ctx.book, who=who, counters=counters(_rules(ctx), event.data["fine"]))


def ended(ctx: Context) -> str:
    """The end of a deal: what the next one finds in the pool, or how the match ended."""
    position = ctx.position
    following = next_table(position)
    if following is None:
        key = "pool.match_won" if position.winner is not None else "pool.match_level"
        return t(key, ctx.book, side=ctx.side(position.winner))
    said = t("pool.next" if following.pool else "pool.next_empty", counters=counters(_rules(ctx), following.pool))
    return f"{said} {t('pool.next_simple', ctx.book)}" if following.simple else said


# -- how it stands -----------------------------------------------------------------------------------------------------


def balance(rules: Rules, n: int) -> str:
    """What a player is up or down: "3 red counters won", "6 counters paid", "even"."""
    if not n:
        return phrase("pool.even")
    return phrase("pool.won" if n > 0 else "pool.paid", counters=counters(rules, n))


def balance_of(ctx: Context, side: str, n: int) -> str:
    """How a side stands: "you 3 red counters won"."""
    return phrase("pool.balance", side=ctx.side(side), n=balance(_rules(ctx), n))


def balances(ctx: Context) -> str:
    """How everybody stands, the reader first."""
    names = sorted((s.name for s in ctx.position.table.sides), key=lambda name: name != ctx.mine)
    return ", ".join(balance_of(ctx, name, ctx.position.scores[name]) for name in names)


# -- what may be done --------------------------------------------------------------------------------------------------


def call_key(action: Call, position: Position) -> str:
    """Under which name a call is labelled and explained here: what it means depends on who else stands."""
    if position.frame.drawn:
        return "keep_on" if action.verb == Verb.DECLARE_IN else "throw_up"
    if action.verb == Verb.PASS:
        return "wait"
    if action.verb == Verb.TAKE_WIDOW and _for_the_pool(position):
        return "take_widow_defend"
    return action.verb


def _for_the_pool(position: Position) -> bool:
    """Would the dealer take the widow for the pool, and not for himself?"""
    actions = position.legal_actions()
    return position.rules.one_stands == "dealer_defends" and DECLARE_OUT not in actions and TAKE_WIDOW in actions


def consequence(action: Call, ctx: Context) -> tuple[str, dict[str, Any]]:
    """What comes of a call: the name of the sentence and its facts."""
    position, rules = ctx.position, ctx.rules
    key = call_key(action, position)
    if key == Verb.DECLARE_IN and DEFEND in position.legal_actions():
        key = "declare_in_self"
    pool = _pool.pool_of(position.table)
    each = counters(rules, pool // rules.hand_size)
    return key, {"each": each, "loo": counters(rules, _pool.looed_amount(rules, pool, position.table.simple))}


def title(ctx: Context) -> str:
    """What is asked of a player who is to say whether he plays."""
    position = ctx.position
    pool = counters(_rules(ctx), _pool.pool_of(position.table))
    if position.frame.drawn:
        return t("title.declare_kept")
    playing = _pool.standing(position.frame)
    if DECLARE_OUT not in position.legal_actions() and PASS not in position.legal_actions():
        return t("title.declare_defend", who=ctx.who(position.table.players[playing[0]]), pool=pool)
    return t("title.declare", pool=pool)


def title_over(ctx: Context) -> str:
    """The end of a deal or of a match in one line."""
    position = ctx.position
    if position.winner is not None:
        return t("title.over_won", ctx.book, side=ctx.side(position.winner), scores=balances(ctx))
    if next_table(position) is None:
        return f"{t('pool.match_level')} {t('pool.all', scores=capital(balances(ctx)))}"
    if ctx.mine is None:
        return t("title.over", scores=balances(ctx))
    side = ctx.side(ctx.mine)
    standing = balance(_rules(ctx), position.scores[ctx.mine])
    return t("pool.over", Side=Who(capital(side), side.many), side=side, n=standing)
