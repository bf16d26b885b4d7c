"""The table and the deal as plain text: for screen readers, terminals and saved notebooks."""

from __future__ import annotations

from ..cards import Card
from ..engine import Call, Position
from ..sources import Rulebook, load_rulebook
from . import bargain, explain
from .context import Context
from .moments import moments
from .strings import capital, listed, phrase, plain, show, signs, spoken_card, suit_name, t


def as_text(position: Position, seat: str | None, book: Rulebook | str) -> str:
    """What lies on the table and what may be done, one fact a line, as ``seat`` sees it.

    >>> from allfours_edu.engine import deal, new_table
    >>> book = load_rulebook("trinidad")
    >>> print(as_text(deal(new_table(book.rules, seed=7)), "South", book).splitlines()[0])
    Stand or beg? Clubs are trumps.
    """
    book = load_rulebook(book)
    ctx = Context(position, seat, book)
    lines = [plain(explain.title_line(ctx), book)]
    lead = explain.lead_line(ctx)
    if lead:
        lines.append(plain(lead, book))
    lines += [*_table_lines(ctx), *_hand_lines(ctx), t("speak.score", scores=explain.scores_line(ctx))]
    return "\n".join(lines)


def _table_lines(ctx: Context) -> list[str]:
    position, book = ctx.position, ctx.book
    lines = [t("speak.seats", seats=", ".join(_seat(s, ctx) for s in position.table.players))]
    if position.turn_ups:
        lines.append(t("speak.turn_up", card=spoken_card(position.turn_ups[-1], book)))
    if position.trump:
        lines.append(t("speak.trumps", suit=suit_name(position.trump)))
    lines += [f"{said}." for said in (bargain.standing(ctx),) if said]
    lines += [plain(said, book) for said in (bargain.progress(ctx),) if said]
    if position.trick:
        played = [phrase("speak.played", who=ctx.who(s), card=spoken_card(c, book)) for s, c in position.trick]
        lines.append(t("speak.on_table", cards=", ".join(played)))
    low = explain.low_so_far(ctx)
    if low is not None and low.card is not None and not position.over:
        lines.append(t("speak.low", card=spoken_card(low.card, book), who=ctx.who(low.seat)))
    if ctx.rules.draw is not None and position.frame.stock:
        left = position.frame.stock
        key = "stock_open" if ctx.rules.stock == "face_up" else "stock_closed"
        lines.append(plain(t(f"panel.{key}", n=len(left), card=show(left[0])), book))
    if ctx.tricks and ctx.rules.score is not None and ctx.rules.game_by != "trump_ten":
        counts = {side: n for side, (n, _) in explain.card_counts(ctx).items()}
        lines.append(t("speak.counts", counts=explain.counts_line(ctx, counts)))
    if position.over:
        lines += [plain(explain.sentence(e, ctx), book) for e in position.events() if e.kind in ("award", "out")]
    return lines


def _seat(seat: str, ctx: Context) -> str:
    role = "you" if seat == ctx.seat else "partner" if ctx.mine is not None and ctx.side_of(seat) == ctx.mine else ""
    dealer = "dealer" if seat == ctx.position.table.dealer else ""
    key = {("", ""): "", ("", "dealer"): "seat_dealer"}.get(
        (role, dealer), f"seat_dealer_{role}" if dealer else f"seat_{role}"
    )
    return phrase(f"speak.{key}", who=seat) if key else seat


def _hand_lines(ctx: Context) -> list[str]:
    position, seat, book = ctx.position, ctx.seat, ctx.book
    if seat is None or position.over:
        return []
    view = position.seen_by(seat)
    if view.hand is None:
        return [t("speak.hand_hidden")]
    lines = [t("speak.hand", cards=_cards(view.hand, ctx)) if view.hand else t("speak.hand_none")]
    if position.to_act == seat and book is not None:
        plays = [a for a in view.actions if isinstance(a, Card)]
        said = [a for a in view.actions if isinstance(a, Call) and a.card is None]
        if plays and len(plays) < len(view.hand):
            lines.append(t("speak.lawful", cards=_cards(tuple(plays), ctx)))
        for call in said:
            what = explain.call_consequence(call, position, book, seat)
            lines.append(f"{explain.call_label(call, book)}: {plain(what, book)}")
    return lines


def _cards(many: tuple[Card, ...], ctx: Context) -> str:
    return listed(spoken_card(c, ctx.book) for c in many)


def story(position: Position, book: Rulebook | str, *, why: bool = False) -> str:
    """A whole deal as text: hands, calls, tricks, points; with ``why``, the reason under each point."""
    book = load_rulebook(book)
    ctx = Context(position, None, book)
    table = position.table
    lines = [t("story.head", title=book.title, seed=table.seed, deal=table.deal)]
    lines.append(t("story.hands"))
    first = position.path()[0]
    lines += [t("story.hand", who=seat, cards=" ".join(map(str, first.hand(seat)))) for seat in table.players]
    number = 0
    for moment in moments(position):
        if moment.kind == "play":
            if moment.ends_trick:
                number += 1
                trick = ctx.tricks[number - 1]
                plays = ", ".join(f"{seat} {c}" for seat, c in trick.plays)
                lines.append(t("story.trick", n=number, plays=plays, who=trick.winner))
            lines += [
                signs(explain.sentence(e, ctx), book)
                for e in moment.events
                if e.kind in ("trump", "peg", "draw", "turned")
            ]
            continue
        lines.append(signs(moment.text(ctx), book))
        if why and moment.kind in ("award", "out", "turned", "call"):
            text, cites = moment.why(ctx, book)
            places = "; ".join(f"{c['clause']} {c.get('locator', '')}".strip() for c in cites if "clause" in c)
            lines.append("    " + signs(text, book) + (f" [{places}]" if places else ""))
    if position.over:
        key = "story.score" if book.rules.pool is None else "story.score_pool"
        lines.append(t(key, scores=capital(explain.scores_line(ctx)), target=book.rules.target))
    return "\n".join(lines)
