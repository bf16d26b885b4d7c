"""The pool of Loo: counters instead of points. Scores are counters won (or, below nought, paid in).

Everything is counted in white counters. What is paid in is whole reds, and a red is worth as many whites as the deal
has tricks, so that the pool can always be divided; see :func:`change`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..cards import RANKS, Card, from_bits
from ..rules import Rules
from .calls import Action, Verb
from .frame import Frame
from .layout import layout_for
from .scoring import Settlement, complete_tricks
from .table import Table, places

if TYPE_CHECKING:
    from .position import Position

TOPICS = {
    "pool": "pool", "loo": "loo", "sweep_board": "sweep", "fine": "loo_revoke", "kept": "one_stands",
    "rest": "match_ends",
}  # fmt: skip
"""What can be marked when a pool is paid out, and the question of the texts it falls under."""
_LOO = ("looed", "flush_looes")
ELSEWHERE = {
    "pool": (*_LOO, "sweep", "revoke_fee"),
    "loo": ("odd_counters", "flush_rank", "sweep", "revoke_fee"),
    "sweep_board": ("odd_counters", "flush_rank", "revoke_fee"),
    "fine": ("odd_counters", "flush_rank", "sweep", "one_stands", "flush", "flush_looes"),
    "kept": (*_LOO, "sweep", "revoke_fee", "flush_rank"),
}
"""Fields read in paying out that decide something else than this."""
CAP = 5
"""How many ordinary loos the loo of a capped pool may come to."""


class Change(NamedTuple):
    """Counters as they lie on the table."""

    red: int
    white: int


class Payout(NamedTuple):
    """What a deal brings: (place, white counters) out of the pool, the places that are looed and what each of them
    owes, the fines for a revoke, and what stays in the pool."""

    paid: tuple[tuple[int, int], ...]
    looed: tuple[int, ...]
    amount: int
    stays: int
    loos_to: int | None = None
    """The place that gets the loos at once (a flush that sweeps the board); None: they go to the next pool."""
    fines: tuple[tuple[int, int], ...] = ()


def change(rules: Any, white: int) -> Change:
    """So many white counters as red and white ones.

    >>> from types import SimpleNamespace
    >>> change(SimpleNamespace(red_is=3), 29)
    Change(red=9, white=2)
    """
    return Change(*divmod(white, int(rules.red_is)))


# -- the deal -----------------------------------------------------------------------------------------


def next_is_simple(end: Position) -> bool:
    """Is the next deal a simple, played by all?"""
    rule, frame = end.table.rules.simple, end.frame
    if rule in ("unlooed", "first_and_unlooed"):
        return frame.next_pool == 0 and not any(what == "loo" for what, _, _ in frame.settled.order)
    widow_only = [verb for _, verb in frame.declared if verb != Verb.DECLARE_OUT] == [Verb.TAKE_WIDOW]
    return rule == "after_widow_only" and widow_only


def trump_waits(table: Table) -> bool:
    """Is the trump turned only when somebody cannot follow suit?"""
    rules = table.rules
    return rules.pool is not None and (
        rules.trump_from == "turned_when_needed" or (table.simple and rules.simple_trump == "when_needed")
    )


def all_must_play(table: Table, frame: Frame) -> bool:
    """A simple, or club law when a club is turned."""
    turned = frame.turn_ups[-1].suit if frame.turn_ups else ""
    return table.simple or (turned == "C" and bool(table.rules.club_law))


def is_single(table: Table, rules: Rules) -> bool:
    """Is this deal decided by one card each, against the card turned?"""
    return table.simple and rules.simple_trump == "one_card"


def one_card_each(table: Table, frame: Frame) -> Frame:
    """The frame of such a deal: everybody keeps the first card he was dealt, the others go back under the pack."""
    dealt, _ = places(table.rules, table.size)
    first: dict[int, Card] = {}
    for place, seat in dealt:
        first.setdefault(seat, table.pack[place])
    hands = tuple(first[seat].bit for seat in range(table.size))
    back = [c for held, kept in zip(frame.hands, hands, strict=True) for c in from_bits(held & ~kept)]
    return frame.but(hands=hands, dealt=hands, stock=(*frame.stock, *back), active=tuple(range(table.size)))


def standing(frame: Frame) -> tuple[int, ...]:
    """The places that have declared to play, in the order in which they spoke."""
    return tuple(place for place, verb in frame.declared if verb != Verb.DECLARE_OUT)


def defender(rules: Rules, frame: Frame, size: int) -> int | None:
    """The place of a dealer who plays only to defend the pool: he said so, or took the widow against one player."""
    said = dict(frame.declared).get(size - 1)
    if said == Verb.DEFEND and rules.one_stands != "dealer_may":
        return size - 1
    playing = standing(frame)
    if said != Verb.TAKE_WIDOW or len(playing) != 2 or playing[-1] != size - 1:
        return None
    return size - 1 if rules.one_stands == "dealer_defends" else None


# -- what is owed -------------------------------------------------------------------------------------


def pool_of(table: Table, rules: Rules | None = None) -> int:
    """White counters in the pool: what lay there and the dealer's stake."""
    rules = rules or table.rules
    return int(table.pool + rules.deal_stake * rules.red_is)


def looed_amount(rules: Rules, pool: int, simple: bool = False) -> int:
    """White counters a looed player pays (rule field ``looed``). What was agreed is twice the stake, in a simple half
    of that."""
    if rules.looed == "pool":
        return pool
    reds = {"three_red": 3, "five_red": 5, "stake": rules.deal_stake}.get(rules.looed)
    if rules.looed == "pool_capped":
        return min(pool, CAP * 2 * int(rules.deal_stake * rules.red_is))
    if reds is None:
        reds = rules.deal_stake * (1 if simple else 2)
    return int(reds * rules.red_is)


def revoke_fine(rules: Rules, pool: int, simple: bool = False) -> int:
    """White counters a revoke costs: a fixed price, or a loo, or as much as lies on the table."""
    if rules.revoke_fee:
        return int(rules.revoke_fee * rules.red_is)
    return pool if rules.loo_revoke == "pays_all" else looed_amount(rules, pool, simple)


def staked(table: Table) -> tuple[int, ...]:
    """Scores after the dealer has paid his stake, which he does before the deal."""
    marks = list(table.scores)
    marks[table.dealer_side] -= table.rules.deal_stake * table.rules.red_is
    return tuple(marks)


# -- paying out ---------------------------------------------------------------------------------------


def payout(rules: Rules, end: Position, frame: Frame) -> Payout | None:
    """How the pool of a finished deal is paid out under ``rules``; None where they leave it unfinished."""
    table = end.table
    pool = pool_of(table, rules)
    amount = looed_amount(rules, pool, table.simple)
    if is_single(table, rules):
        return _single(frame, pool, amount)
    if frame.penalties and rules.loo_revoke == "divide":
        return _divided(rules, table, frame, pool)
    flushed = flush(table, frame, rules)
    if flushed is not None:
        return _by_flush(rules, table, frame, flushed)
    if len(frame.active) < 2:
        return Payout(tuple((place, pool) for place in frame.active), (), amount, 0 if frame.active else pool)
    return _by_tricks(rules, end, frame, amount)


def _single(frame: Frame, pool: int, amount: int) -> Payout:
    """One card each: the best of the suit turned, if it beats the turned card, takes the pool; the others are looed."""
    turned = frame.turn_ups[-1]
    better = [(c, p) for p in frame.active for c in from_bits(frame.hands[p]) if c.suit == turned.suit and c > turned]
    taker = max(better)[1] if better else None
    looed = tuple(p for p in frame.active if p != taker)
    return Payout(((taker, pool),), looed, amount, 0) if taker is not None else Payout((), looed, amount, pool)


def divided(pool: int, among: Sequence[int]) -> tuple[tuple[tuple[int, int], ...], int]:
    """The pool in equal shares, and the odd counters that are left.

    >>> divided(13, [0, 1])
    (((0, 6), (1, 6)), 1)
    """
    if not among:
        return (), pool
    each, odd = divmod(pool, len(among))
    return tuple((place, each) for place in among), odd


def _divided(rules: Rules, table: Table, frame: Frame, pool: int) -> Payout:
    """A revoke ends the play: the others who are in share alike, the offenders pay."""
    guilty = offenders(frame)
    shares, odd = divided(pool, [p for p in frame.active if p not in guilty])
    fine = revoke_fine(rules, pool, table.simple)
    return Payout(shares, (), 0, odd, fines=tuple((p, fine) for p in guilty))


def offenders(frame: Frame) -> tuple[int, ...]:
    """The places whose revoke was proved."""
    return tuple(sorted({p.charge.place for p in frame.penalties}))


def _by_flush(rules: Rules, table: Table, frame: Frame, flushed: int) -> Payout:
    pool = pool_of(table, rules)
    victims = flush_victims(table, frame, flushed, rules)
    amount = looed_amount(rules, pool, table.simple)
    to = flushed if rules.sweep == "five_of_a_suit" and frame.hands[flushed].bit_count() == 5 else None
    if flushed == defender(rules, frame, table.size):
        return Payout((), victims, amount, pool, to)
    return Payout(((flushed, pool),), victims, amount, 0, to)


def _by_tricks(rules: Rules, end: Position, frame: Frame, amount: int) -> Payout | None:
    """The pool divided by tricks; whoever took none is looed, except a dealer who only defends it."""
    pool = pool_of(end.table, rules)
    won = dict.fromkeys(frame.active, 0)
    order = []
    # a trump that was never turned was never needed: all followed suit, and any suit gives the same winners
    for _, winner in complete_tricks(rules, frame.trump or "S", end.laid(), len(frame.active)):
        won[winner] += 1
        order.append(winner)
    if len(order) < frame.hands[frame.active[0]].bit_count():
        return None
    each, odd = divmod(pool, len(order))
    shares = {place: each * n for place, n in won.items()}
    if odd and rules.odd_counters == "first_tricks":
        for winner in order[:odd]:
            shares[winner] += 1
        odd = 0
    guard = defender(rules, frame, end.table.size)
    guilty = offenders(frame) if frame.penalties else ()
    spared = guilty if rules.loo_revoke != "pays_all" else ()  # a loo is in the price of a hand that is played again
    looed = tuple(p for p in frame.active if not won[p] and p != guard and p not in spared)
    for place in {guard, *spared}:
        odd += shares.pop(place, 0) if place is not None else 0
    fine = revoke_fine(rules, pool, end.table.simple) if guilty else 0
    paid = tuple((p, n) for p, n in shares.items() if n)
    return Payout(paid, looed, amount, odd, fines=tuple((p, fine) for p in guilty))


def marked(table: Table, paid: Payout) -> Iterator[tuple[str, int, int]]:
    """What is marked, as (what, side, white counters): shares of the pool, what the looed owe, fines for a revoke."""
    for place, n in paid.paid:
        yield "pool", table.side_of[place], n
    for place in paid.looed:
        yield "loo", table.side_of[place], -paid.amount
    if paid.loos_to is not None and paid.looed:
        yield "sweep_board", table.side_of[paid.loos_to], paid.amount * len(paid.looed)
    for place, n in paid.fines:
        yield "fine", table.side_of[place], -n


def next_pool(paid: Payout) -> int:
    """White counters that lie in the next pool."""
    loos = paid.amount * len(paid.looed) if paid.loos_to is None else 0
    return paid.stays + loos + sum(n for _, n in paid.fines)


def is_last(table: Table, rules: Rules) -> bool:
    """Has everybody dealt as often as agreed after this deal?"""
    return bool(rules.match_ends == "even_deals" and table.deal >= rules.target * table.size)


def rest(table: Table, lies: int) -> Iterator[tuple[str, int, int]]:
    """The pool that is left at the end of a match, divided among the whole table; odd counters to the elder hands."""
    each, odd = divmod(lies, table.size)
    for place in range(table.size):
        n = each + (place < odd)
        if n:
            yield "rest", table.side_of[place], n


def close(end: Position, frame: Frame) -> Frame:
    """The frame of a deal that is over, the pool paid out."""
    table = end.table
    paid = payout(table.rules, end, frame)
    assert paid is not None  # the deal is over by the table's own rules
    base = staked(table)
    marks = list(base)
    order = tuple(marked(table, paid))
    lies, winner = next_pool(paid), None
    last = is_last(table, table.rules)
    if last:
        order, lies = (*order, *rest(table, lies)), 0
    for _, side, n in order:
        marks[side] += n
    if last:
        winner = leader(marks)
    return frame.but(
        phase="over", scores=tuple(marks), settled=Settlement(tuple(marks), winner, None, order, base=base),
        next_pool=lies, winner=winner,
    )  # fmt: skip


def leader(marks: Sequence[int]) -> int | None:
    """The side with the most counters; None where two have as many."""
    first = max(range(len(marks)), key=marks.__getitem__)
    return first if marks.count(marks[first]) == 1 else None


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
    if rules.flush == "three_trumps":
        return mask.bit_count() == 3 and mask & ~layout.trumps == 0
    if rules.flush == "five_any":
        return mask.bit_count() == 5 and len({c.suit for c in from_bits(mask & ~layout.pam)}) == 1
    return False


def flush(table: Table, frame: Frame, rules: Rules | None = None) -> int | None:
    """The place whose flush takes the pool, or None. Three trumps count only where not everybody had to play."""
    rules = rules or table.rules
    if rules.flush == "none" or frame.trump is None or (table.simple and rules.flush == "three_trumps"):
        return None
    holders = [p for p in frame.active if is_flush(rules, frame.trump, frame.hands[p])]
    if len(holders) < 2:
        return holders[0] if holders else None
    return max(holders, key=lambda p: (*_flush_order(rules, frame.trump or "", frame.hands[p]), -p))


def _flush_order(rules: Rules, trump: str, mask: int) -> tuple[object, ...]:
    """How a flush ranks against others; equal ones go to the elder hand."""
    layout = layout_for(rules, trump, mask)
    trumps = mask & ~layout.trumps == 0
    pam = bool(mask & layout.pam)
    better = (pam, *sorted((RANKS.index(c.rank) for c in from_bits(mask & ~layout.pam)), reverse=True))
    return {
        "elder": (),
        "trump_first_better": (trumps, *better),
        "trump_pam_elder": (trumps, pam),
        "superior_then_elder": (trumps, *better),
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
