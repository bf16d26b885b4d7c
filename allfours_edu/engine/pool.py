"""The pool of Loo: counters instead of points. Scores are counters won (or, below nought, paid in)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ..cards import from_bits
from ..rules import Rules
from .calls import Action, Verb
from .frame import Frame
from .layout import layout_for
from .scoring import Settlement, complete_tricks
from .table import Table

if TYPE_CHECKING:
    from .position import Position


class Payout(NamedTuple):
    """What a deal brings: (place, white counters) out of the pool, the places that are looed, what each of them owes
    the next pool, and what stays in it."""

    paid: tuple[tuple[int, int], ...]
    looed: tuple[int, ...]
    amount: int
    stays: int


def pool_of(table: Table, rules: Rules | None = None) -> int:
    """White counters in the pool: what lay there and the dealer's stake."""
    rules = rules or table.rules
    return int(table.pool + rules.deal_stake * rules.red_is)


def looed_amount(rules: Rules, pool: int) -> int:
    """White counters a looed player pays to the next pool (rule field ``looed``)."""
    if rules.looed == "pool":
        return pool
    reds = {"three_red": 3, "five_red": 5}.get(rules.looed)
    if reds is None:
        reds = rules.deal_stake * (2 if rules.looed == "agreed" else 1)
    return int(reds * rules.red_is)


def staked(table: Table) -> tuple[int, ...]:
    """Scores after the dealer has paid his stake, which he does before the deal."""
    marks = list(table.scores)
    marks[table.dealer_side] -= table.rules.deal_stake * table.rules.red_is
    return tuple(marks)


def share(rules: Rules, pool: int, tricks: dict[int, int], total: int) -> tuple[dict[int, int], int]:
    """(white counters by place, counters left over) when the pool is paid out by tricks."""
    each, odd = divmod(pool, total)
    shares = {place: each * n for place, n in tricks.items()}
    return shares, odd


def payout(rules: Rules, end: Position, frame: Frame) -> Payout | None:
    """How the pool of a finished deal is paid out under ``rules``; None where they leave it unfinished."""
    table = end.table
    pool = pool_of(table, rules)
    amount = looed_amount(rules, pool)
    playing = tuple(p for p, verb in frame.declared if verb != Verb.DECLARE_OUT) if frame.declared else frame.active
    if not playing:  # the pool stays for the next deal
        return Payout((), (), amount, pool)
    if len(playing) == 1:
        return Payout(((playing[0], pool),), (), amount, 0)
    flushed = flush(table, frame, rules)
    if flushed is not None:
        return Payout(((flushed, pool),), flush_victims(table, frame, flushed, rules), amount, 0)
    return _by_tricks(rules, end, frame, pool, amount)


def _by_tricks(rules: Rules, end: Position, frame: Frame, pool: int, amount: int) -> Payout | None:
    """The pool divided by tricks; whoever took none is looed, except a dealer who only defends it."""
    tricks = dict.fromkeys(frame.active, 0)
    order = []
    for _, winner in complete_tricks(rules, frame.trump, end.laid(), len(frame.active)):
        tricks[winner] += 1
        order.append(winner)
    if not order:
        return None
    shares, odd = share(rules, pool, tricks, len(order))
    if odd and rules.odd_counters == "first_tricks":
        for winner in order[:odd]:
            shares[winner] += 1
        odd = 0
    guard = defender(rules, frame, end.table.size)
    looed = tuple(p for p in frame.active if not tricks[p] and p != guard)
    if guard is not None:
        odd += shares.pop(guard, 0)
    return Payout(tuple((p, n) for p, n in shares.items() if n), looed, amount, odd)


def defender(rules: Rules, frame: Frame, size: int) -> int | None:
    """The place of a dealer who plays only to defend the pool: one other stands, and has not taken the widow."""
    standing = [(p, verb) for p, verb in frame.declared if verb != Verb.DECLARE_OUT]
    if len(standing) != 2 or standing[1][0] != size - 1 or standing[0][1] == Verb.TAKE_WIDOW:
        return None
    return size - 1 if rules.one_stands == "dealer_defends" else None


def marked(table: Table, paid: Payout) -> Iterator[tuple[str, int, int]]:
    """What is marked, as (what, side, white counters): shares of the pool, then what the looed owe."""
    for place, n in paid.paid:
        yield "pool", table.side_of[place], n
    for place in paid.looed:
        yield "loo", table.side_of[place], -paid.amount


def close(end: Position, frame: Frame) -> Frame:
    """The frame of a deal that is over, the pool paid out."""
    table = end.table
    paid = payout(table.rules, end, frame)
    assert paid is not None  # the deal is over by the table's own rules
    marks = list(frame.scores)
    order = tuple(marked(table, paid))
    for _, side, n in order:
        marks[side] += n
    return frame.but(
        phase="over", scores=tuple(marks), settled=Settlement(tuple(marks), None, None, order),
        next_pool=paid.stays + paid.amount * len(paid.looed),
    )  # fmt: skip


def finish(last: Position) -> Frame:
    """The frame of a deal played out."""
    return close(last, last.frame)


def ended(position: Position, frame: Frame, call: Action | None) -> Position:
    """A deal that ends before the play: nobody stands, or one alone, or a flush takes the pool."""
    return position.then(call, close(position, frame), -1)


# -- flushes ------------------------------------------------------------------------------------------


def is_flush(rules: Rules, trump: str, mask: int) -> bool:
    """Do these cards make a flush? Pam makes one with cards of a single suit."""
    layout = layout_for(rules, trump, mask)
    held = from_bits(mask & ~layout.pam)
    if rules.flush == "three_trumps":
        return mask.bit_count() == 3 and mask & ~layout.trumps == 0
    if rules.flush == "five_any":
        return mask.bit_count() == 5 and len({c.suit for c in held}) == 1
    return False


def flush(table: Table, frame: Frame, rules: Rules | None = None) -> int | None:
    """The place whose flush takes the pool, or None."""
    rules = rules or table.rules
    if rules.flush == "none" or frame.trump is None:
        return None
    holders = [p for p in frame.active if is_flush(rules, frame.trump, frame.hands[p])]
    if len(holders) < 2:
        return holders[0] if holders else None
    return max(holders, key=lambda p: (*_flush_order(rules, frame.trump or "", frame.hands[p]), -p))


def _flush_order(rules: Rules, trump: str, mask: int) -> tuple[object, ...]:
    """How a flush ranks against others; equal ones go to the elder hand."""
    layout = layout_for(rules, trump, mask)
    trumps = mask & ~layout.trumps == 0
    ranks = tuple(sorted((layout.power[c.index] % 100 for c in from_bits(mask)), reverse=True))
    return {
        "elder": (),
        "trump_first_better": (trumps, ranks),
        "trump_pam_elder": (trumps, bool(mask & layout.pam)),
        "superior_then_elder": (ranks,),
    }[rules.flush_rank]


def flush_victims(table: Table, frame: Frame, place: int, rules: Rules | None = None) -> tuple[int, ...]:
    """Who is looed by the flush of ``place`` (rule field ``flush_looes``)."""
    rules = rules or table.rules
    others = [p for p in (range(table.size) if rules.flush_looes.startswith("table") else frame.active) if p != place]
    if "but_flush" in rules.flush_looes:
        others = [p for p in others if not is_flush(rules, frame.trump or "", frame.hands[p])]
    if rules.flush_looes.endswith("and_pam"):
        pam = layout_for(rules, frame.trump or "S").pam
        others = [p for p in others if not frame.hands[p] & pam]
    return tuple(others)
