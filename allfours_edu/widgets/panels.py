"""The panels beside the table: the running account, what happened and why, and the sheet at the end of a deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..cards import SUIT_SIGNS
from ..engine import Event, Position, next_table
from ..engine import pool as _pool
from ..sources import Rulebook
from ..teach import explain
from ..teach.context import Context
from ..teach.moments import fell_in, moments
from ..teach.strings import capital, phrase, t, term
from .cites import Cites

State = dict[str, Any]
_MOST_CITES = 2  # a row of the sheet names the clause and the deciding rule; the log has them all
_COUNTERS = "counters"  # the clause of a text that has each side begin with counters and pay one for a point
_MOST_COUNTERS = 21
_FIELD_OF = {"high": "point_to", "low": "low_to", "jack": "hang_jack", "game": "tie"}


def panels(position: Position, viewer: str | None, book: Rulebook, cites: Cites, *, log: bool = True) -> list[State]:
    """All panels of a table, in order. The browser shows those of the detail level that is chosen."""
    ctx = Context(position, viewer, book)
    found = [deal_end(ctx, book, cites)] if position.over else []
    found.append(score(ctx, book))
    if book.rules.score is not None:
        found += [points(ctx, book, cites), counts(ctx, book), ladder(book, ctx.position.trump)]
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
            sign = -1 if n < 0 else 1
            entry["red"], entry["white"] = (sign * x for x in divmod(abs(n), rules.red_is))
        sides.append(entry)
    sides.sort(key=lambda s: not s["you"])
    panel: State = {
        "id": "score", "kind": "score", "title": t("panel.score_pool" if style == "pool" else "panel.score", book),
        "style": style, "target": rules.target, "sides": sides,
    }  # fmt: skip
    if style == "pool":
        panel["note"] = t("panel.pool_now", n=_pool.pool_of(table))
    return panel


def _style(book: Rulebook) -> str:
    """How the score is kept: on a board, in counters that leave the hand, or in counters that come to it.

    Counters leave the hand where the book counts down, or where its text has them paid away as points are made.
    """
    rules = book.rules
    if rules.peg is not None or rules.target == 61:
        return "board"
    paid = book.why("count_from").clause
    if rules.count_from == "target" or (paid is not None and paid.id == _COUNTERS and rules.target <= _MOST_COUNTERS):
        return "leaving"
    return "counters" if rules.target <= _MOST_COUNTERS else "line"


def points(ctx: Context, book: Rulebook, cites: Cites) -> State:
    """High, Low and Jack as far as everybody knows."""
    rows = []
    known = {k.point: k for k in explain.points_known(ctx)}
    for point in ("high", "low", "jack"):
        if point not in dict(book.rules.points):
            continue
        label = capital(term("jack", book)) if point == "jack" else phrase(f"point.{point}")
        row: State = {"id": point, "label": label, "text": t("known.none"), "state": "open"}
        if point == "jack" and book.rules.peg is not None and not book.rules.jack_besides:
            row["text"] = t("known.jack_pegged")
        k = known.get(point)
        if k is not None:
            mine = ctx.for_me(k.side)
            row |= {"text": k.text, "state": k.state, "seat": k.seat, "card": k.card.text if k.card else None}
            if mine is not None and k.side is not None:
                row["tone"] = "good" if mine else "bad"
            row["cites"] = [cites.field(_FIELD_OF[point], book)]
        rows.append(row)
    return {"id": "points", "kind": "points", "level": "four", "title": t("panel.points"), "rows": rows}


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
    spots = [str(n) if book.rules.pips == "all_cards" else "–" for n in range(9, 1, -1)]
    if book.rules.trump_five:
        spots[4] = f"{book.rules.trump_five}{SUIT_SIGNS[trump] if trump else ''}"
        panel["note"] = t("panel.ladder_five", book, n=book.rules.trump_five)
    if any(s != "–" for s in spots):
        panel["counts"] = ["4", "3", "2", "1", "10", *spots]
    return panel


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
    for n, event in enumerate(e for e in events if e.kind in ("turn", "gift", "sale", "penalty")):
        rows.append(_row(f"{event.kind}{n}", event, ctx, book, cites))
    for side in dict.fromkeys(e.side for e in pegged):
        mine = [e for e in pegged if e.side == side]
        whole = mine[0]._replace(n=sum(e.n for e in mine), cards=tuple(c for e in mine for c in e.cards))
        rows.append(_row(f"peg-{side}", whole, ctx, book, cites))
    rows += [_row(e.point or str(n), e, ctx, book, cites) for n, e in enumerate(events) if e.kind == "award"]
    return rows


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
    text = capital(", ".join(phrase("panel.tally", side=ctx.side(name), n=made[name]) for name in ordered)) + "."
    if ctx.mine is None:
        return text, "note"
    best = max(made.values())
    level = sum(n == best for n in made.values()) > 1
    return text, "note" if level else "good" if made[ctx.mine] == best else "bad"


def _match(ctx: Context, book: Rulebook) -> str:
    position = ctx.position
    line = t("panel.match_line", scores=capital(explain.scores_line(ctx)), target=book.rules.target)
    if position.winner is not None:
        return line + " " + t("panel.match_won", book, side=ctx.side(position.winner))
    following = next_table(position)
    if following is None:
        return line
    return line + " " + t("panel.match_next", who=ctx.who(following.dealer))
