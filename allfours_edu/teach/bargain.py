"""The bargain of an auction in words: what is bid, who has to make how many points, and what came of it.

>>> from allfours_edu.teach.scenario import load_scenario
>>> made = load_scenario("ex-08")
>>> ctx = Context(made.begun(), "C", made.book)
>>> standing(ctx), owed(ctx)
('B has to make 2', 'You play against it: fewer than 2, and 2 come off: nothing that B makes counts then.')
"""

from __future__ import annotations

from ..engine import Event
from ..engine import auction as _auction
from ..engine.frame import Contract
from . import explain
from .context import Context
from .strings import capital, listed, phrase, t
from .tally import tally


def contract(ctx: Context) -> Contract | None:
    """Who is bound to how many points; None while the bidding goes on, and where there is none."""
    return ctx.position.frame.contract


def bidder(ctx: Context) -> str | None:
    """The seat that has to make a number of points, or whose bid stands; None where nobody has spoken for one."""
    agreed = contract(ctx)
    if agreed is not None:
        return ctx.position.table.players[agreed.bidder]
    place, n = _best(ctx)
    return ctx.position.table.players[place] if n else None


def _best(ctx: Context) -> tuple[int, int]:
    return _auction.best_bid(ctx.position.frame) if ctx.rules.auction is not None else (-1, 0)


def standing(ctx: Context) -> str:
    """The bid or the contract in a few words, for the table; empty where there is nothing to say."""
    if ctx.rules.auction is None or ctx.position.over:
        return ""
    agreed, players = contract(ctx), ctx.position.table.players
    if agreed is None:
        place, n = _best(ctx)
        if not n:
            return ""
        key = "offers" if ctx.rules.seller == "eldest" else "bids"
        return capital(phrase(f"bargain.{key}", who=ctx.who(players[place]), n=n))
    who = ctx.who(players[agreed.bidder])
    return capital(phrase("bargain.must" if agreed.n else "bargain.free", who=who, n=agreed.n))


def sold(ctx: Context) -> str:
    """How the bargain came about: sold, refused, pitched unasked, bid to the board, nobody bid."""
    agreed = contract(ctx)
    if agreed is None:
        return ""
    players = ctx.position.table.players
    who, eldest = ctx.who(players[agreed.bidder]), ctx.who(players[0])
    if agreed.unasked:
        key = "unasked"
    elif not agreed.n:
        key = "nobody_bid"
    elif agreed.seller is None:
        key = "to_board"
    elif agreed.sold:
        key = "was_sold"
    else:
        key = "refused"
    by = ctx.who(players[_best(ctx)[0]]) if key == "refused" else who
    return t(f"bargain.{key}", ctx.book, who=who, eldest=eldest, n=agreed.n, by=by)


def owed(ctx: Context) -> str:
    """What it costs to fail, for the reader."""
    agreed = contract(ctx)
    if agreed is None or not agreed.n:
        return ""
    seat = ctx.position.table.players[agreed.bidder]
    side = ctx.side(ctx.side_of(seat))
    key = "owed" if ctx.rules.set_back else "owed_nothing"
    mine = ctx.for_me(ctx.side_of(seat))
    said = t(f"bargain.{key}", side=side, n=agreed.n, who=ctx.who(seat))
    return t("bargain.against", said=said[0].lower() + said[1:]) if mine is False else said


def progress(ctx: Context) -> str:
    """What the bidder's side has so far, as far as everybody knows."""
    agreed = contract(ctx)
    if agreed is None or not agreed.n or ctx.position.over:
        return ""
    side = ctx.side_of(ctx.position.table.players[agreed.bidder])
    worth = dict(ctx.rules.points)
    held = [k for k in explain.points_known(ctx) if k.side == side and k.card is not None and k.state != "open"]
    if not held:
        return t("bargain.none_yet", side=ctx.side(side), n=agreed.n)
    listing = listed(
        phrase(
            "bargain.so_far_point" if k.state == "so far" else "bargain.sure_point",
            point=explain.point_word(k.point, ctx), n=worth[k.point],
        )
        for k in held
    )  # fmt: skip
    total = sum(worth[k.point] for k in held)
    return t("bargain.so_far", side=ctx.side(side), n=total, of=agreed.n, list=listing)


def outcome(ctx: Context) -> tuple[str, int, bool] | None:
    """At the end: what came of the bid, in words; what came off the score; whether it was made. None without a bid."""
    agreed = contract(ctx)
    if agreed is None or not agreed.n or not ctx.position.over:
        return None
    judged = tally(ctx.position)
    if judged.bid_made is None:
        return None
    side = ctx.side_of(ctx.position.table.players[agreed.bidder])
    made = sum(a.n for a in judged.awards.values() if a.side == side)
    key = "made" if judged.bid_made else "failed" if judged.set_back else "spared"
    return (
        t(f"bargain.{key}", side=ctx.side(side), n=agreed.n, made=made),
        -judged.set_back.get(side, 0),
        judged.bid_made,
    )


def counts(event: Event, ctx: Context) -> bool:
    """Does a point that was made count? Not for a bidder who is set back."""
    return event.kind != "award" or event.side not in tally(ctx.position).set_back
