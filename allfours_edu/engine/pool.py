"""The pool of Loo: counters instead of points. Scores are counters won (or, below nought, paid in)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..cards import from_bits
from ..rules import Rules
from .calls import Action
from .frame import Frame
from .layout import layout_for
from .scoring import Settlement
from .table import Table

if TYPE_CHECKING:
    from .position import Position


def pool_of(table: Table) -> int:
    """White counters in the pool: what lay there and the dealer's stake."""
    return table.pool + table.rules.deal_stake * table.rules.red_is


def looed_amount(rules: Rules, pool: int) -> int:
    """White counters a looed player pays to the next pool."""
    return {
        "three_red": 3 * rules.red_is, "five_red": 5 * rules.red_is, "stake": rules.deal_stake * rules.red_is,
        "agreed": 2 * rules.deal_stake * rules.red_is, "pool": pool,
    }[rules.looed]  # fmt: skip


def _stake(table: Table, frame: Frame) -> list[int]:
    """Scores after the dealer's stake."""
    marks = list(frame.scores)
    marks[table.dealer_side] -= table.rules.deal_stake * table.rules.red_is
    return marks


def share(rules: Rules, pool: int, tricks: dict[int, int], total: int) -> tuple[dict[int, int], int]:
    """(white counters by place, counters left over) when the pool is paid out by tricks."""
    each, odd = divmod(pool, total)
    shares = {place: each * n for place, n in tricks.items()}
    return shares, odd


def finish(last: Position) -> Frame:
    """The pool divided by tricks; whoever took none is looed."""
    from .scoring import complete_tricks

    table, frame = last.table, last.frame
    rules = table.rules
    pool = pool_of(table)
    tricks = dict.fromkeys(frame.active, 0)
    order = []
    for _, winner in complete_tricks(rules, frame.trump, last.laid(), len(frame.active)):
        tricks[winner] += 1
        order.append(winner)
    shares, odd = share(rules, pool, tricks, len(order))
    if odd and rules.odd_counters == "first_tricks":
        for winner in order[:odd]:
            shares[winner] += 1
        odd = 0
    looed = tuple(p for p in frame.active if not tricks[p] and p != frame.defending)
    if frame.defending is not None:
        odd += shares.pop(frame.defending, 0)
    return _close(table, frame, shares, looed, odd)


def _close(table: Table, frame: Frame, paid: dict[int, int], looed: tuple[int, ...], stays: int) -> Frame:
    marks = _stake(table, frame)
    amount = looed_amount(table.rules, pool_of(table))
    for place, n in paid.items():
        marks[table.side_of[place]] += n
    for place in looed:
        marks[table.side_of[place]] -= amount
    order = tuple(("pool", table.side_of[p], n) for p, n in paid.items())
    order += tuple(("loo", table.side_of[p], -amount) for p in looed)
    return frame.but(
        phase="over", scores=tuple(marks), settled=Settlement(tuple(marks), None, None, order),
        next_pool=stays + amount * len(looed),
    )  # fmt: skip


# -- deals that end before the play -------------------------------------------------------------------


def nobody_plays(position: Position, frame: Frame, call: Action) -> Position:
    """All pass: the pool stays for the next deal."""
    return position.then(call, _close(position.table, frame, {}, (), pool_of(position.table)), -1)


def one_plays(position: Position, frame: Frame, call: Action, place: int) -> Position:
    """A single player has the pool to himself."""
    return position.then(call, _close(position.table, frame, {place: pool_of(position.table)}, (), 0), -1)


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


def flush(table: Table, frame: Frame) -> int | None:
    """The place whose flush takes the pool, or None."""
    rules = table.rules
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


def flush_takes(position: Position, frame: Frame, call: Action | None, place: int) -> Position:
    """A flush takes the pool; others are looed as the book says."""
    table, rules = position.table, position.table.rules
    others = [p for p in (range(table.size) if rules.flush_looes.startswith("table") else frame.active) if p != place]
    if "but_flush" in rules.flush_looes:
        others = [p for p in others if not is_flush(rules, frame.trump or "", frame.hands[p])]
    if rules.flush_looes.endswith("and_pam"):
        pam = layout_for(rules, frame.trump or "S").pam
        others = [p for p in others if not frame.hands[p] & pam]
    return position.then(call, _close(table, frame, {place: pool_of(table)}, tuple(others), 0), -1)
