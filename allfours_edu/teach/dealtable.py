"""Many deals as a table: one row a deal, played by computer players, the same for everybody who asks.

>>> rows = deal_rows("foster-1897", 3, seed=1)
>>> [row["seed"] for row in rows], rows[0]["trump"] in "SHDC"
([1, 2, 3], True)

See :data:`COLUMNS` for what each column means.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..analysis.players import chance_key, player
from ..asking import held
from ..engine import TAKE_WIDOW, Call, Event, Position, Verb, deal, new_table
from ..engine.pool import pool_of
from ..errors import PlainValueError
from ..record.facts import CARD_POINTS, game_count
from ..sources import Rulebook, load_rulebook
from .poolside import must_play
from .strings import t
from .tally import Tally, tally

MOST = 200_000
_MOST_ACTIONS = 600
_PATIENCE = 1.0  # seconds before progress is told

COLUMNS: Mapping[str, str] = {
    "seed": "the seed of the deal; af.step(book, seed=…) shows it",
    "deal_code": "a short name of the deal",
    "dealer": "who dealt",
    "eldest": "who led first",
    "turned": "the card turned up, the last one where cards were run; None where none is turned",
    "trump": "S, H, D or C",
    "begged": "the eldest hand begged",
    "given": "the dealer gave a point for the beg",
    "runs": "how often cards were run",
    "redeal": "the cards were thrown together before any was played, so there are no points",
    "turn_n": "points marked for the turned card",
    "gift_n": "points given for begs",
    "peg_n": "points marked in the play",
    "sale_n": "points the seller marked for the pitch; only in books with bidding",
    "bidder": "who pitched or named the trump for a number; None where nobody was bound to one",
    "bid": "how many points the bidder had to make; 0 where nobody was bound",
    "sold": "the eldest hand took the bid",
    "bid_made": "the bidder made as many; None where nobody was bound",
    "set_back_side": "who was set back; what that side made does not count",
    "set_back_n": "how many points came off",
    "pool": "white counters played for; this and the next five only in books with a pool",
    "must": "why everybody had to play: simple, single or clubs; empty where one could pass",
    "playing": "who played for the pool",
    "widow": "who took the spare hand",
    "looed": "who was looed",
    "next_pool": "white counters that lie in the next pool, before its dealer has staked",
    "<point>_side": "which side has High, Low, Jack, Game (and the other points of the book); None where nobody has it",
    "<point>_n": "how many points it was worth there; 0 where nobody has it",
    "jack_hung": "the Jack was taken from the other side",
    "game_<a>, game_<b>": "the card counts for Game",
    "points_<a>, points_<b>": "all points of the deal",
    "score_<a>, score_<b>": "scores after the deal, counted until somebody is out",
    "ahead": "the side with more points; None where they are level",
    "tricks": "tricks played",
}
"""Column -> what it means. A side is named after its seats: ``South/North``; <a>, <b> stand for such names."""


class Deals(list[dict[str, Any]]):
    """The rows of many deals, for where there is no pandas. ``columns`` says what they mean."""

    columns = COLUMNS


def deals(
    book: str | Rulebook, n: int = 100, seed: int = 1, *, players: str | Mapping[str, str] = "foster",
    options: str | Iterable[str] | Mapping[str, Any] = (), size: int | None = None, progress: bool = True,
    as_table: bool = True,
) -> Any:  # fmt: skip
    """``n`` deals from ``seed`` on, each played once by computer players: a pandas table, one row a deal.

    Parameters
    ----------
    book, options : the rule book and its options.
    seed : the number of the first deal; the others follow it. The same call gives the same table for ever, or until a
        computer player has another version.
    players : "novice", "foster" or "expert" for all, or a mapping of seats to names.
    size : how many play (default: as the book is usually played).
    progress : tell on the standard error how far it is, where it takes longer than a second. Interrupting (the square
        button, Ctrl-C) gives the deals that are done.
    as_table : False gives a list of dicts; so does a Python without pandas.

    The columns are those of :data:`COLUMNS`; they stand in ``table.attrs["columns"]`` as well.
    """
    rows = Deals()
    try:
        for row in _told(_rows(book, n, seed, players, options, size), n, progress):
            rows.append(row)
    except KeyboardInterrupt:
        print(t("deals.stopped", n=len(rows), all=n), file=sys.stderr)
    if not as_table:
        return rows
    try:
        import pandas
    except ImportError:
        return rows
    table = pandas.DataFrame(list(rows))
    table.attrs.update(columns=dict(COLUMNS), book=load_rulebook(book).id, players=str(players))
    return table


def deal_rows(book: str | Rulebook, n: int = 100, seed: int = 1, **how: Any) -> list[dict[str, Any]]:
    """As :func:`deals`, as a list of dicts."""
    return list(deals(book, n, seed, as_table=False, **how))


def _rows(
    book: str | Rulebook, n: int, seed: int, players: str | Mapping[str, str], options: Any, size: int | None
) -> Iterator[dict[str, Any]]:
    held(_rows, locals())
    if not isinstance(n, int) or isinstance(n, bool) or not 0 <= n <= MOST:
        raise PlainValueError(t("deals.how_many", most=MOST, found=f"{n!r:.30}"))
    if not isinstance(seed, int):
        raise PlainValueError(t("deals.seed", found=f"{seed!r:.30}"))
    whole = load_rulebook(book).with_options(options)
    count = whole.players_default if size is None else size
    for number in range(seed, seed + n):
        table = new_table(whole.rules, count, seed=number)
        seated = {seat: player(_name(players, seat)) for seat in table.players}
        position = deal(table)
        key = chance_key(table)
        for _ in range(_MOST_ACTIONS):
            if position.to_act is None:
                break
            seat = position.to_act
            position = position.apply(seated[seat].choose(position.seen_by(seat), key).action)
        yield row_of(position, whole)


def _name(players: str | Mapping[str, str], seat: str) -> str:
    return players if isinstance(players, str) else players.get(seat, "foster")


def _told(rows: Iterator[dict[str, Any]], n: int, progress: bool) -> Iterator[dict[str, Any]]:
    """The rows, with a line about progress while it takes long."""
    start = last = time.monotonic()
    for done, row in enumerate(rows, 1):
        yield row
        now = time.monotonic()
        if progress and now - last >= _PATIENCE:
            last = now
            left = round((now - start) / done * (n - done))
            print("\r" + t("deals.progress", n=done, all=n, seconds=left), end="", file=sys.stderr, flush=True)
    if last > start and progress:
        print("\r" + " " * 60 + "\r", end="", file=sys.stderr, flush=True)


def row_of(position: Position, book: Rulebook) -> dict[str, Any]:
    """The row of one played deal."""
    from ..record import CodeError, deal_code

    events = position.events()
    judged = tally(position)
    table = position.table
    calls = [a.verb for _, a in position.actions() if isinstance(a, Call)]
    try:
        code = deal_code(book, of=table)
    except CodeError:
        code = None
    row: dict[str, Any] = {
        "seed": table.seed, "deal_code": code, "dealer": table.dealer, "eldest": table.eldest,
        "turned": position.turned.text if position.turned else None, "trump": position.trump,
        "begged": Verb.BEG in calls, "given": Verb.GIVE in calls, "runs": int(position.frame.runs),
        "redeal": bool(position.frame.redeal),
        "turn_n": _sum(judged, "turn"), "gift_n": _sum(judged, "gift"), "peg_n": _sum(judged, "peg"),
    }  # fmt: skip
    if position.rules.auction is not None:
        row["sale_n"] = _sum(judged, "sale")
        row |= _bargain(position, judged)
    points = [] if position.rules.pool is not None else list(CARD_POINTS)
    points += [point for point, _ in position.rules.points or () if point not in CARD_POINTS]
    if position.rules.pool is not None:
        row |= _pool(position)
    for point in points:
        award = judged.awards.get(point)
        owner = award.side if award is not None else None
        row[f"{point}_side"], row[f"{point}_n"] = owner, award.n if award is not None and owner is not None else 0
    row["jack_hung"] = _hung(judged.awards.get("jack"), position)
    counts = game_count(events) or {}
    for side in table.sides if position.rules.score is not None else ():
        row[f"game_{side.name}"] = counts.get(side.name)
    for side in table.sides:
        row[f"points_{side.name}"] = judged.totals[side.name]
    for side in table.sides:
        row[f"score_{side.name}"] = position.scores[side.name]
    best = max(judged.totals.values())
    first = [side for side, n in judged.totals.items() if n == best]
    row["ahead"] = first[0] if len(first) == 1 else None
    row["tricks"] = len(position.tricks)
    return row


def _pool(position: Position) -> dict[str, Any]:
    """Loo: what was played for, who played, who paid."""
    table, frame = position.table, position.frame
    order = frame.settled.order if frame.settled is not None else ()
    took = [seat for seat, action in position.actions() if action == TAKE_WIDOW]
    return {
        "pool": pool_of(table), "must": must_play(position),
        "playing": " ".join(table.players[p] for p in frame.active), "widow": took[0] if took else None,
        "looed": " ".join(table.sides[side].name for what, side, _ in order if what == "loo"),
        "next_pool": int(frame.next_pool),
    }  # fmt: skip


def _bargain(position: Position, judged: Tally) -> dict[str, Any]:
    """Who was bound to how many points, and what came of it."""
    agreed = position.frame.contract
    back = next(iter(judged.set_back.items()), (None, 0))
    bound = agreed is not None and agreed.n > 0
    return {
        "bidder": position.table.players[agreed.bidder] if agreed is not None and bound else None,
        "bid": agreed.n if agreed is not None else 0,
        "sold": bool(agreed is not None and agreed.sold),
        "bid_made": judged.bid_made if bound else None,
        "set_back_side": back[0], "set_back_n": back[1],
    }  # fmt: skip


def _sum(judged: Tally, kind: str) -> int:
    return sum(judged.marked.get(kind, {}).values())


def _hung(award: Event | None, position: Position) -> bool:
    """Did the Jack change sides? Told from the cards, since not every book pays for it."""
    if award is None or award.side is None or not award.cards:
        return False
    jack = award.cards[0]
    holder = next((seat for seat, c in position.plays if c is jack), None)
    taker = next((trick.winner for trick in position.tricks if any(c is jack for _, c in trick.plays)), None)
    place, side_of = position.table.place, position.table.side_of
    return holder is not None and taker is not None and side_of[place[holder]] != side_of[place[taker]]
