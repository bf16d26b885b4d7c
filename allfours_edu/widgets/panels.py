"""The panels beside the table: the running account, what happened and why, and the sheet at the end of a deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..cards import SUIT_SIGNS
from ..engine import Event, Position, next_table
from ..engine.layout import layout_for
from ..engine.scoring import ONE_CARD, counter_card
from ..sources import Rulebook, topics
from ..teach import bargain, explain
from ..teach.context import Context
from ..teach.moments import fell_in, moments
from ..teach.strings import Who, capital, listed, phrase, show, show_all, t, term
from . import pool_state
from .cites import Cites

State = dict[str, Any]
_MOST_CITES = 2  # a row of the sheet names the clause and the deciding rule; the log has them all
_COUNTERS = ("counters", "pitch-counters")
"""Clauses of a text that has each side begin with counters and pay one for a point."""
_MOST_COUNTERS = 21
_FIELD_OF = {"high": "point_to", "low": "low_to", "jack": "hang_jack", "game": "tie"}


def panels(position: Position, viewer: str | None, book: Rulebook, cites: Cites, *, log: bool = True) -> list[State]:
    """All panels of a table, in order. The browser shows those of the detail level that is chosen."""
    ctx = Context(position, viewer, book)
    found: list[State | None] = [deal_end(ctx, book, cites)] if position.over else []
    found.append(score(ctx, book))
    if book.rules.pool is not None:
        found.append(pool_state.panel(ctx))
    if book.rules.auction is not None and not position.over:
        found.append(bid(ctx, book, cites))
    if book.rules.draw is not None and not position.over:
        found.append(stock(ctx))
    if book.rules.score is not None:
        found.append(points(ctx, book, cites))
        if book.rules.game_by != "trump_ten":  # nothing is counted where Game is one card
            found.append(counts(ctx, book))
        found.append(ladder(book, ctx.position.trump))
    if log:
        found.append(log_panel(ctx, book, cites))
    return [p for p in found if p]


def score(ctx: Context, book: Rulebook, marks: Sequence[int] | None = None) -> State:
    """The match score: counters, counters that leave the hand, a cribbage board, red and white.

    ``marks`` are other scores than those of the position: how they stood in the midst of counting.
    """
    rules, position = book.rules, ctx.position
    table = position.table
    style = "pool" if rules.pool is not None else _style(book)
    sides = []
    for side, before, n in zip(table.sides, table.scores, marks or position.frame.scores, strict=True):
        entry: State = {
            "id": side.name, "name": capital(ctx.side(side.name)), "you": side.name == ctx.mine,
            "n": n, "before": before,
        }  # fmt: skip
        if style == "pool":
            entry = pool_state.side_entry(entry, rules)
        elif n < 0:
            entry["hole"] = -n
        sides.append(entry)
    sides.sort(key=lambda s: not s["you"])
    panel: State = {
        "id": "score", "kind": "score", "title": t("panel.score_pool" if style == "pool" else "panel.score", book),
        "style": style, "target": rules.target, "sides": sides,
    }  # fmt: skip
    if style == "pool":
        panel |= {"pool": pool_state.on_felt(position, book)["pool"], "target": 0}
    elif reds_in_pool(position):
        panel["reds"] = reds_in_pool(position)
        panel["note"] = t("panel.reds_now", n=reds_in_pool(position))
    return panel


def stock(ctx: Context) -> State:
    """What is left to draw, who will get it, and what was put out before the deal."""
    position = ctx.position
    left, table, rules = position.frame.stock, position.table, position.rules
    if not left:
        body = [t("panel.stock_gone")]
    elif rules.stock == "face_up":
        body = [t("panel.stock_open", n=len(left), card=show(left[0])), t("panel.stock_take")]
    else:
        body = [t("panel.stock_closed", n=len(left)), t("panel.stock_take")]
    if table.removed:
        body.append(t("panel.stock_removed", cards=show_all(table.removed)))
    return {"id": "stock", "kind": "text", "level": "four", "title": t("panel.stock"), "body": body}


def reds_in_pool(position: Position) -> int:
    """Red counters that lie in the pool of an auction, paid by those who were set back; the winner takes them."""
    if position.rules.pool is not None:
        return 0
    return position.frame.next_pool if position.over else position.table.pool


def bid(ctx: Context, book: Rulebook, cites: Cites) -> State | None:
    """The bargain: how it came about, what has to be made, how much of it there is so far."""
    body = [line for line in (bargain.sold(ctx), bargain.owed(ctx), bargain.progress(ctx)) if line]
    if not body:
        return None
    head = bargain.standing(ctx)
    return {
        "id": "bid", "kind": "text", "level": "four", "title": t("panel.bid"), "body": [f"**{head}.**", *body],
    }  # fmt: skip


def _style(book: Rulebook) -> str:
    """How the score is kept: on a board, in counters that leave the hand, or in counters that come to it.

    Counters leave the hand where the book counts down, or where its text has them paid away as points are made.
    """
    rules = book.rules
    if rules.peg is not None or rules.target == 61:
        return "board"
    paid = book.why("count_from").clause
    if rules.count_from == "target" or (paid is not None and paid.id in _COUNTERS and rules.target <= _MOST_COUNTERS):
        return "leaving"
    return "counters" if rules.target <= _MOST_COUNTERS else "line"


def points(ctx: Context, book: Rulebook, cites: Cites) -> State:
    """High, Low and Jack as far as everybody knows."""
    rows = []
    known = {k.point: k for k in explain.points_known(ctx)}
    worth = dict(book.rules.points)
    for point in worth:
        if point not in ("high", "low", "jack") and point not in known and not _one_card(point, book):
            continue
        label = capital(term("jack", book)) if point == "jack" else phrase(f"point.{point}")
        if worth[point] > 1 and point != "jack":
            label = f"{label} ({worth[point]})"
        row: State = {"id": point, "label": label, "text": t("known.none"), "state": "open"}
        if point == "jack" and book.rules.peg is not None and not book.rules.jack_besides:
            row["text"] = t("known.jack_pegged")
        k = known.get(point)
        if k is not None:
            mine = ctx.for_me(k.side)
            row |= {"text": k.text, "state": k.state, "seat": k.seat, "card": k.card.text if k.card else None}
            if mine is not None and k.side is not None:
                row["tone"] = "good" if mine else "bad"
            row["cites"] = [cites.field(_FIELD_OF.get(point, "points") if worth else "points", book)]
        rows.append(row)
    return {"id": "points", "kind": "points", "level": "four", "title": t("panel.points"), "rows": rows}


def _one_card(point: str, book: Rulebook) -> bool:
    """Is the point one card of the pack, so that everybody can follow where it is?"""
    return point in ONE_CARD or (point == "game" and book.rules.game_by == "trump_ten")


def counts(ctx: Context, book: Rulebook) -> State:
    """What each side has won towards Game, with the cards."""
    sides = [
        {"id": name, "name": capital(ctx.side(name)), "you": name == ctx.mine, "n": n, "cards": [c.text for c in many]}
        for name, (n, many) in explain.card_counts(ctx).items()
    ]
    sides.sort(key=lambda s: not s["you"])
    note = t("panel.counts_ten" if book.rules.game_by == "trump_ten" else "panel.counts_note")
    return {"id": "counts", "kind": "counts", "level": "four", "title": t("panel.counts"), "sides": sides, "note": note}


def ladder(book: Rulebook, trump: str | None = None) -> State:
    """Strength over worth; the book may count other cards as well, or the five of trumps."""
    panel: State = {"id": "ladder", "kind": "ladder", "level": "four", "title": t("panel.ladder")}
    if book.rules.game_by == "trump_ten":
        return panel | _point_cards(book, trump)
    spots = [str(n) if book.rules.pips == "all_cards" else "–" for n in range(9, 1, -1)]
    if book.rules.trump_five:
        spots[4] = f"{book.rules.trump_five}{SUIT_SIGNS[trump] if trump else ''}"
        panel["note"] = t("panel.ladder_five", book, n=book.rules.trump_five)
    if any(s != "–" for s in spots):
        panel["counts"] = ["4", "3", "2", "1", "10", *spots]
    if book.rules.pips in ("trumps_only", "tricks"):
        panel["note"] = topics()["pips"].says(book.rules.pips)
    if book.rules.pips == "tricks":
        panel["counts"] = ["1"] * 13
    return panel


def _point_cards(book: Rulebook, trump: str | None) -> State:
    """The trumps in their order, and the points each of them carries."""
    layout = layout_for(book.rules, trump or "S")
    worth = dict(book.rules.points)
    own = {"A": worth.get("high"), "J": worth.get("jack"), "T": worth.get("game"), "2": worth.get("low")}
    carries = {counter_card(point, layout.trump).text: worth[point] for point in ONE_CARD if point in worth}
    strength, counted, mark = [], [], []
    for c in layout.ranked:
        left = bool(c.suit) and c.suit != layout.trump
        name = t("panel.ladder_joker") if not c.suit else c.rank.replace("T", "10")
        name += (SUIT_SIGNS[c.suit] if trump else "′") if left else ""
        n = carries.get(c.text) or (None if left else own.get(c.rank))
        strength.append(name)
        counted.append(str(n) if n else "–")
        if n and n > 1:
            mark.append(name)
    return {
        "strength": strength, "counts": counted, "mark": mark or [""], "note": t("panel.ladder_trumps"),
        "head": t("panel.ladder_points"),
    }  # fmt: skip


def log_panel(ctx: Context, book: Rulebook, cites: Cites) -> State:
    """What happened, line by line, each with its reason."""
    lines = []
    for n, moment in enumerate(moments(ctx.position)):
        text, found = moment.why(ctx, book)
        line: State = {"id": f"m{n}", "text": moment.text(ctx), "cites": cites.add(found, book)}
        if text and not found:  # else the citations say it, and they are sent only once
            line["why"] = text
        if moment.kind == "deal":
            line["head"] = True
        if moment.trick:
            line["trick"] = moment.trick
        tone = tone_of(moment.events, ctx)
        if tone:
            line["tone"] = tone
        lines.append(line)
    return {"id": "log", "kind": "log", "title": t("panel.log"), "lines": lines}


def tone_of(events: tuple[Event, ...], ctx: Context) -> str:
    """ "good" where points went to the reader's side, "bad" where they went to another; else nothing."""
    scoring = [e for e in events if e.kind in ("turn", "gift", "peg", "sale", "award", "penalty", "out") and e.side]
    if not scoring or ctx.mine is None:
        return ""
    return "good" if ctx.for_me(scoring[-1].side) == (scoring[-1].n >= 0) else "bad"


# -- the end of a deal -------------------------------------------------------------------------------------------------


def deal_end(ctx: Context, book: Rulebook, cites: Cites) -> State:
    """The sheet at the end: every point with owner, card, reason and clause; the sum; the match."""
    position = ctx.position
    rows = end_rows(ctx, book, cites)
    total, tone = _total(ctx)
    panel: State = {
        "id": "deal_end", "kind": "rows", "where": "felt", "level": "first", "title": t("panel.deal_end"), "rows": rows,
        "match": _match(ctx, book),
    }  # fmt: skip
    if rows:
        panel["total"] = {"text": total, "tone": tone}
    if position.frame.redeal:
        panel["title"] = t("event.end_redeal")
    panel["score"] = {k: v for k, v in score(ctx, book).items() if k not in ("id", "kind", "title")}
    return panel


def end_rows(ctx: Context, book: Rulebook, cites: Cites) -> list[State]:
    """One row a point: what was marked before the play first, then the points of the count."""
    rows: list[State] = []
    events = ctx.position.events()
    pegged = [e for e in events if e.kind == "peg"]
    at_once = ("turn", "gift", "sale", "penalty") if book.rules.pool is None else ()
    void = next((n for n, e in enumerate(events) if e.data.get("void")), 0)  # what was turned before does not count
    for n, event in enumerate(e for e in events[void:] if e.kind in at_once):
        rows.append(_row(f"{event.kind}{n}", event, ctx, book, cites))
    rows += _bid_row(ctx, book, cites)
    for side in dict.fromkeys(e.side for e in pegged):
        mine = [e for e in pegged if e.side == side]
        whole = mine[0]._replace(n=sum(e.n for e in mine), cards=tuple(c for e in mine for c in e.cards))
        rows.append(_row(f"peg-{side}", whole, ctx, book, cites))
    awards = [(n, e) for n, e in enumerate(events) if e.kind == "award"]
    if book.rules.pool is not None:  # many are paid for the same thing
        paid = [(n, e) for n, e in enumerate(events) if e.kind in ("stake", "award")]
        return [pool_state.end_row(_row(f"{e.point or e.kind}-{n}", e, ctx, book, cites), e, ctx) for n, e in paid]
    rows += [_row(e.point or str(n), e, ctx, book, cites) for n, e in awards]
    return rows


def _bid_row(ctx: Context, book: Rulebook, cites: Cites) -> list[State]:
    """What came of the bid, and what it cost."""
    agreed = bargain.outcome(ctx)
    if agreed is None:
        return []
    text, off, made = agreed
    seat = bargain.bidder(ctx)
    side = ctx.side_of(seat) if seat is not None else None
    mine = ctx.for_me(side)
    row: State = {
        "id": "bid", "label": phrase("row.label_bid"), "text": text, "side": _owner(ctx, side),
        "tone": "note" if mine is None else "good" if mine == made else "bad", "cites": [cites.field("set_back", book)],
    }  # fmt: skip
    if mine is not None:
        row["you"] = mine
    if off:
        row["n"] = off
    return [row]


def _row(id: str, event: Event, ctx: Context, book: Rulebook, cites: Cites) -> State:
    text, ids = cites.why(event, book)
    ids = ids[:_MOST_CITES]
    row: State = {
        "id": id, "label": _label(event, book), "text": explain.award_row(event, ctx), "n": event.n, "cites": ids,
        "side": _owner(ctx, event.side), "why": text,
    }  # fmt: skip
    mine = ctx.for_me(event.side)
    if mine is not None:
        row["you"], row["tone"] = mine, "good" if mine == (event.n >= 0) else "bad"
    if event.side is None:
        row["tone"] = "off"
        row.pop("n")
    elif not bargain.counts(event, ctx):
        row |= {"tone": "off", "text": f"{row['text']}; {phrase('row.uncounted')}"}
        row.pop("n")
    if len(event.cards) == 1 and event.kind != "peg":
        row["card"] = event.cards[0].text
        fell = fell_in(ctx, event.cards[0])
        if fell is not None and fell <= len(ctx.tricks):
            row["trick"] = fell
    return row


def _label(event: Event, book: Rulebook) -> str:
    if event.kind != "award":
        return phrase(f"row.label_{event.kind}")
    if event.point == "jack":
        return capital(term("jack", book))
    return phrase("row.label_game") if event.point == "game" else phrase(f"point.{event.point}")


def _owner(ctx: Context, side: str | None) -> str:
    return phrase("row.nobody") if side is None else str(ctx.side(side))


def _total(ctx: Context) -> tuple[str, str]:
    table = ctx.position.table
    made = {s.name: n - b for s, n, b in zip(table.sides, ctx.position.frame.scores, table.scores, strict=True)}
    ordered = sorted(made, key=lambda name: name != ctx.mine)
    told = [phrase("panel.tally", side=ctx.side(name), n=explain.minus(made[name])) for name in ordered]
    text = capital(", ".join(told)) + "."
    if ctx.rules.pool is not None:
        return pool_state.total(ctx, made), pool_state.tone(made[ctx.mine]) if ctx.mine is not None else "note"
    if ctx.mine is None:
        return text, "note"
    best = max(made.values())
    level = sum(n == best for n in made.values()) > 1
    return text, "note" if level else "good" if made[ctx.mine] == best else "bad"


def _match(ctx: Context, book: Rulebook) -> str:
    position = ctx.position
    pays = book.rules.match_ends == "last_pays" and book.rules.pool is None
    scores = capital(explain.scores_line(ctx))
    said = [t("panel.match_line_pays" if pays else "panel.match_line", scores=scores, target=book.rules.target)]
    if book.rules.pool is not None:
        said = [t("pool.match", n=book.rules.target)]
    if position.winner is not None:
        said.append(t("panel.match_won", book, side=ctx.side(position.winner)))
        return " ".join(said)
    if pays:
        said += _retired(ctx)
    following = next_table(position)
    if following is not None and (ctx.seat is None or ctx.seat in following.place):
        said.append(t("panel.match_next", who=ctx.who(following.dealer)))
    return " ".join(said)


def _retired(ctx: Context) -> list[str]:
    """Who is out in this deal, and who is left to pay."""
    position = ctx.position
    loser = position.result.loser if position.result is not None else None
    out = [ctx.side(name) for name, n in position.scores.items() if n >= position.rules.target and name != loser]
    said = []
    if out:
        many = len(out) > 1 or out[0].many
        said.append(t("panel.match_retires", side=Who(capital(listed(out)), many=many)))
    if loser is not None:
        said.append(t("panel.match_paid", side=ctx.side(loser)))
    return said
