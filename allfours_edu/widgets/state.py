"""Positions as the plain data the browser draws. Pure functions: same position, same reader, same data.

What a reader may not know never enters the data of a deal in play: hands come from :meth:`Position.seen_by`.
``viewer`` is the seat that reads, or None for somebody who sees all hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..cards import Card, sort_hand
from ..engine import Call, Position, Verb, action_text, bid
from ..engine.layout import layout_for
from ..sources import Rulebook
from ..teach import bargain, explain
from ..teach.context import Context
from ..teach.moments import Moment, fell_in, moments
from ..teach.strings import capital, number, plain, suit_name, t
from ..teach.twin import as_text
from . import pool_state
from .cites import Cites
from .panels import panels

State = dict[str, Any]
_FEW_BIDS = 5  # more numbers than these are small buttons in a row

__all__ = ["Cites", "bottom_seat", "calls", "footer", "frames", "hand", "panels", "scene", "table_state", "tricks"]


def bottom_seat(position: Position, viewer: str | None) -> str:
    """Who sits at the bottom of the picture: the reader, else South, else the eldest hand."""
    players = position.table.players
    return viewer if viewer in players else "South" if "South" in players else players[0]


# -- what lies on the table --------------------------------------------------------------------------------------------


def scene(
    position: Position, viewer: str | None, book: Rulebook, cites: Cites | None = None, *, show_hands: bool = False,
    bottom: str | None = None, moment: Moment | None = None,
) -> State:  # fmt: skip
    """What lies on the felt. ``show_hands`` shows every hand (stepper, puzzles). With a ``moment``, as it was at that
    moment: the finished trick still on the table, the card not yet turned.
    """
    cites = cites if cites is not None else Cites()
    ctx = Context(position, viewer, book)
    table, view = position.table, _counts(position)
    first = bottom or bottom_seat(position, viewer)
    n = table.place[first]
    order = table.players[n:] + table.players[:n]
    unturned = moment is not None and moment.kind == "deal" and bool(position.turn_ups)
    found: State = {
        "direction": book.rules.direction,
        "seats": [_seat(seat, ctx) for seat in order],
        "sides": [
            {"id": s.name, "name": capital(ctx.side(s.name)), "you": s.name == ctx.mine} for s in table.sides
        ],
        "dealer": table.dealer,
        "turn": None if moment is not None and moment.ends_trick else position.to_act,
        "counts": view,
        "hands": open_hands(position, viewer) if show_hands else {},
        "bubbles": _bubbles(position, book),
        "low": _low(ctx),
        "trump": None if unturned else position.trump,
        "trump_text": "" if unturned or not position.trump else _trump_text(position.trump),
        "contract": bargain.standing(ctx),
        "turnup": None if unturned else _turnup(position, book, cites),
        "aside": [] if unturned else [
            {"card": c.text, "label": t("scene.aside")} for c in position.turn_ups[:-1]
        ],
        "stock": _stock(position) + unturned or None,
        "trick": _trick(position, ctx, finished=moment is not None and moment.ends_trick),
        "phase": "deal" if unturned else position.phase,
    }  # fmt: skip
    if book.rules.pool is not None:
        found |= pool_state.on_felt(position, book)
    if position.rules.draw is not None:
        found["draws"] = True
        found["removed"] = [c.text for c in table.removed]
    if position.rules.stock == "face_up" and position.frame.stock:
        found["stock_top"] = position.frame.stock[0].text
    return found


def _seat(seat: str, ctx: Context) -> State:
    side = ctx.side_of(seat)
    found: State = {"id": seat, "name": seat, "you": seat == ctx.seat, "side": side}
    if ctx.mine == side and seat != ctx.seat:
        found["partner"] = True
    said = pool_state.plate(seat, ctx) if ctx.rules.pool is not None else ""
    if said:
        found["bound"] = said
    agreed = bargain.contract(ctx)
    if agreed is not None and agreed.n and not ctx.position.over and seat == bargain.bidder(ctx):
        found["bound"] = t("scene.bound", n=agreed.n)
    return found


def _counts(position: Position) -> dict[str, int]:
    hands, left = position.frame.hands, position.left if position.frame.layout is not None else -1
    playing = (
        position.frame.active if position.phase in ("play", "over") and position.frame.layout is not None else None
    )
    return {
        seat: (hands[n] & left).bit_count() if playing is None or n in playing else 0
        for n, seat in enumerate(position.table.players)
    }


def open_hands(position: Position, but: str | None = None) -> dict[str, list[str]]:
    """Every hand face up, but for one."""
    return {
        seat: [c.text for c in sorted_hand(position, position.hand(seat))]
        for seat in position.table.players
        if seat != but
    }


def sorted_hand(position: Position, held: Iterable[Card]) -> tuple[Card, ...]:
    """A hand as it is held: trumps first and from the best down, the left Pedro and the Joker among them."""
    cards = sort_hand(held, position.trump)
    if not position.trump or not (position.rules.left_pedro or position.rules.joker != "none"):
        return cards
    layout = layout_for(position.rules, position.trump)
    trumps = sorted((c for c in cards if layout.is_trump(c)), key=lambda c: -layout.power[c.index])
    return (*trumps, *(c for c in cards if not layout.is_trump(c)))


def _bubble(action: Call, position: Position, book: Rulebook) -> str:
    key = action.verb
    if position.rules.pool is not None and key in (Verb.PASS, Verb.EXCHANGE):
        key = "wait" if key == Verb.PASS else key if action.n else "exchange_none"
    suit = suit_name(action.suit) if action.suit else ""
    if key == Verb.EXCHANGE and position.rules.exchange_by == "dealer_robs":
        key = "throw"
    said = t(f"bubble.{key}", book, n=action.n, suit=suit)
    return said if key == Verb.PAM_CIVIL else said.lower()


def _bubbles(position: Position, book: Rulebook) -> dict[str, str]:
    """The last call of each seat, until the first trick is on the table. A bid stays beside the trump it names."""
    if position.phase == "over" or (position.frame.layout is not None and len(position.laid()) > 1):
        return {}
    found: dict[str, str] = {}
    for seat, action in position.actions():
        if isinstance(action, Call) and not (action.verb == Verb.DISCARD and position.rules.auction is not None):
            found[seat] = _bubble(action, position, book)
    return found


def _last_call(position: Position, before: dict[str, str], book: Rulebook) -> dict[str, str]:
    """The bubbles of a call that ended the deal."""
    seat, action = position.actions()[-1]
    return before | ({seat: _bubble(action, position, book)} if isinstance(action, Call) else {})


def _low(ctx: Context) -> State | None:
    known = explain.low_so_far(ctx)
    if known is None or known.card is None or ctx.position.over:
        return None
    return {"seat": known.seat, "card": known.card.text, "text": t("scene.low")}


def _trump_text(trump: str) -> str:
    return t("scene.trumps", suit=suit_name(trump))


def _turnup(position: Position, book: Rulebook, cites: Cites) -> State | None:
    ups = position.turn_ups
    if not ups:
        return None
    refused = ups[0].suit if len(ups) > 1 else None
    note = explain.turn_meaning(ups[-1], book.rules, refused)
    if not ups[-1].suit:
        return {"card": ups[-1].text, "label": t("event.turned_joker")}
    label = "turnup_pending" if position.phase in ("beg", "answer", "consent") else "turnup"
    return {
        "card": ups[-1].text, "label": t(f"scene.{label}", suit=suit_name(ups[-1].suit)).lower(), "note": note,
        "cites": [cites.field("turn_points", book)] if book.rules.turn is not None else [],
    }  # fmt: skip


def _stock(position: Position) -> int:
    return len(position.frame.stock)


def _trick(position: Position, ctx: Context, finished: bool) -> State | None:
    if finished:
        if not ctx.tricks:
            return None
        last = ctx.tricks[-1]
        plays, best, number = last.plays, last.winner, len(ctx.tricks)
    else:
        plays = position.trick
        if not plays:
            return None
        best, number = position.table.players[position.taker], len(ctx.tricks) + 1
    return _trick_state(plays, best, number, ctx, done=finished)


def _trick_state(plays: Sequence[tuple[str, Card]], best: str, number: int, ctx: Context, *, done: bool) -> State:
    found: State = {
        "number": number,
        "plays": [{"seat": seat, "card": c.text, "led": n == 0} for n, (seat, c) in enumerate(plays)],
        "best": best,
        "done": done,
    }
    if done:
        found["text"] = t("scene.takes_trick", who=ctx.who(best))
    return found


def tricks(position: Position, viewer: str | None) -> list[State]:
    """The finished tricks, for looking back."""
    ctx = Context(position, viewer)
    return [
        _trick_state(trick.plays, trick.winner, n, ctx, done=True) | {"winner": trick.winner}
        for n, trick in enumerate(ctx.tricks, 1)
    ]


# -- what the reader may do --------------------------------------------------------------------------------------------


def hand(position: Position, viewer: str, book: Rulebook, cites: Cites) -> list[State]:
    """The reader's own cards: which are lawful now, and why the others are not."""
    seen = position.seen_by(viewer)
    found: list[State] = []
    ctx = Context(position, viewer, book)
    mine = position.to_act == viewer
    lawful = set(seen.actions) | set(seen.rights)
    choosing = _choosing(position) if mine else None
    for c in sorted_hand(position, seen.hand or ()):
        action = Call(Verb.DISCARD, card=c) if choosing else c
        free = choosing and explain.may_throw_more(position)  # how many is said together with which
        entry: State = {"id": c.text, "legal": bool(free) or action in lawful, "trump": ctx.is_trump(c)}
        if position.trump and c.suit and c.suit != position.trump and entry["trump"]:
            entry["mark"] = t("scene.left_pedro")
        if not entry["legal"]:
            illegal = position.why_not(action, by=viewer)
            if illegal is not None:
                why, found_cites = explain.refusal(illegal, book, position, viewer)
                entry["why"] = plain(why, book)
                entry["cites"] = cites.add(found_cites, book)
        found.append(entry)
    return found


def _choosing(position: Position) -> bool:
    """Is it time to choose cards to throw away?"""
    return position.phase in ("discard", "rob") or (position.phase == "exchange" and bool(position.frame.exchanged))


def choose(position: Position, viewer: str, book: Rulebook) -> State | None:
    """How many cards are to be thrown away, for the state's ``choose``; None at other times."""
    if position.to_act != viewer or not _choosing(position):
        return None
    n = most = explain.too_many(position)
    text = t("choose.text_robs" if position.phase == "rob" and viewer == position.table.dealer else "choose.text")
    if explain.may_throw_more(position):
        most = max(a.n or 0 for a in position.legal_actions() if isinstance(a, Call))
        text = t("choose.text_more", n=number(position.rules.exchange_to))
    return {
        "verb": "discard", "min": n, "max": most, "label": t("choose.discard", n="{n}"), "text": text, "keep": None,
    }  # fmt: skip


def calls(position: Position, viewer: str, book: Rulebook, cites: Cites) -> list[State]:
    """The calls open to the reader as buttons with their consequence; one that is barred says why."""
    seen = position.seen_by(viewer)
    offered = [a for a in seen.actions if isinstance(a, Call) and a.verb != Verb.DISCARD]
    if explain.may_throw_more(position):
        offered = []  # the cards themselves say how many
    found = [_button(a, position, viewer, book) for a in offered]
    if position.phase == "answer" and position.to_act == viewer and not any(a.verb == Verb.GIVE for a in offered):
        give = Call(Verb.GIVE)
        illegal = position.why_not(give)
        if illegal is not None:
            why, cited = explain.refusal(illegal, book, position, viewer)
            barred = _button(give, position, viewer, book)
            found.insert(0, barred | {"disabled": True, "why": plain(why, book), "cites": cites.add(cited, book)})
    mine = set(offered)
    rights = [a for a in seen.rights if isinstance(a, Call) and a.verb != Verb.CLAIM_PENALTY]  # that has its own drawer
    found += [_button(a, position, viewer, book) for a in rights if a not in mine]
    found += _barred_bids(position, viewer, book, cites)
    bids = [entry for entry, a in zip(found, offered, strict=False) if a.verb in (Verb.BID, Verb.EXCHANGE)]
    if len(bids) > _FEW_BIDS:
        for entry in bids:
            entry["short"] = entry["id"].split()[1]
            del entry["text"]
    return found


def _barred_bids(position: Position, viewer: str, book: Rulebook, cites: Cites) -> list[State]:
    """Numbers that might be bid but for the seller's score: shown, with the reason."""
    rules = position.rules
    if position.phase != "bid" or position.to_act != viewer or rules.bid_most > _FEW_BIDS:
        return []
    found: list[State] = []
    for n in range(rules.bid_least, rules.bid_most + 1):
        illegal = position.why_not(bid(n))
        if illegal is not None and illegal.reason == "bid_puts_seller_out":
            why, cited = explain.refusal(illegal, book, position, viewer)
            said = plain(why, book)
            shown = {"disabled": True, "why": said, "text": said}
            if not found:  # the reason is the same for all
                shown["cites"] = cites.add(cited, book)
            found.append(_button(bid(n), position, viewer, book) | shown)
    return found


def _button(action: Call, position: Position, viewer: str, book: Rulebook) -> State:
    return {
        "id": action_text(action), "label": explain.call_label(action, book, position),
        "text": explain.call_consequence(action, position, book, viewer),
    }  # fmt: skip


_ASKED = ("beg", "answer", "consent", "bunch", "bid", "sale", "declare", "exchange", "name")


def calls_label(position: Position) -> str:
    """The question over the calls."""
    key = position.phase
    return t(f"calls.{key}") if key in _ASKED else ""


# -- what has happened since -------------------------------------------------------------------------------------------


def frames(
    before: Position | None, after: Position, viewer: str | None, book: Rulebook, cites: Cites | None = None,
    *, show_hands: bool = False, bottom: str | None = None,
) -> list[State]:  # fmt: skip
    """What happened from one position to a later one, as frames that hold only what changed.

    Where ``after`` belongs to another deal, or ``before`` is None, the frames begin with the deal. An ``after`` that
    does not follow ``before`` (undo) gives none.
    """
    cites = cites if cites is not None else Cites()
    ctx = Context(after, viewer, book)
    same = before is not None and before.table is after.table
    if same and before not in after.path():
        return []
    last = (
        scene(before, viewer, book, cites, show_hands=show_hands, bottom=bottom) if same and before is not None else {}
    )
    found = []
    for moment in moments(after, before if same else None):
        if moment.kind in ("award", "settle", "out") and moment.at is after and after.over:
            continue  # the sheet at the end of the deal tells these
        now = moment_scene(moment, viewer, book, cites, show_hands=show_hands, bottom=bottom)
        changed = {k: v for k, v in now.items() if last.get(k, _NOTHING) != v}
        frame: State = {"scene": changed, "say": plain(moment.text(ctx), book), "hold": moment.ends_trick}
        found.append(frame)
        last = now
    return found


_NOTHING = object()


def moment_scene(
    moment: Moment, viewer: str | None, book: Rulebook, cites: Cites, *, show_hands: bool = False,
    bottom: str | None = None,
) -> State:  # fmt: skip
    """The scene of a moment. A call that changes the hands at once (running the cards) shows the hands before it."""
    at = moment.at
    if moment.kind == "call" and moment.before is not None and hands_change(moment):
        found = scene(moment.before, viewer, book, cites, show_hands=show_hands, bottom=bottom, moment=moment)
        return found | {"bubbles": _bubbles(at, book) or _last_call(at, found["bubbles"], book), "turn": None}
    found = scene(at, viewer, book, cites, show_hands=show_hands, bottom=bottom, moment=moment)
    if moment.kind == "award":
        found["trick"] = _trick_of(moment, Context(at, viewer, book))
    return found


def _trick_of(moment: Moment, ctx: Context) -> State | None:
    """At the count: the trick in which the card fell that carries the point."""
    cards = [c for e in moment.events if e.kind == "award" for c in e.cards]
    number = fell_in(ctx, cards[0]) if cards else None
    if number is None or number > len(ctx.tricks):
        return None
    return _trick_state(ctx.tricks[number - 1].plays, ctx.tricks[number - 1].winner, number, ctx, done=True)


def hands_change(moment: Moment) -> bool:
    """Did a call change the hands or void the deal at once, so that what follows is a moment of its own?"""
    before, after = moment.before, moment.at
    return before is not None and (before.frame.runs != after.frame.runs or bool(after.frame.redeal))


# -- the whole screen --------------------------------------------------------------------------------------------------


def footer(position: Position, book: Rulebook, code: str = "") -> State:
    """Book, code and seed."""
    found: State = {"book": book.title, "seed": position.table.seed}
    if code:
        found["code"] = code
    if book.active or book.house:
        found["note"] = ", ".join(
            [*(o.replace("_", " ") for o in book.active), *(f"{h} (house rule)" for h in book.house)]
        )
    return found


def table_state(
    position: Position, viewer: str, book: Rulebook, cites: Cites, *, rev: int, before: Position | None = None,
    first_drawing: bool = False, tools: Sequence[Mapping[str, Any]] = (), code: str = "", bottom: str | None = None,
    show_hands: bool = False, earlier: Iterable[State] = (), more: Mapping[str, Any] | None = None,
) -> State:  # fmt: skip
    """The state of a card table as ``viewer`` sees it; ``before`` is the position the browser shows now.

    ``earlier`` are frames to be played first (the end of the deal before); ``more`` overrides any key.
    """
    ctx = Context(position, viewer, book)
    happened = (
        [] if first_drawing else frames(before, position, viewer, book, cites, show_hands=show_hands, bottom=bottom)
    )
    found: State = {
        "rev": rev,
        "title": explain.title_line(ctx),
        "lead": explain.lead_line(ctx),
        "live": _live(happened, ctx),
        "text": as_text(position, viewer, book),
        "frames": [*earlier, *happened],
        "scene": scene(position, viewer, book, cites, show_hands=show_hands, bottom=bottom),
        "hand": hand(position, viewer, book, cites),
        "calls": calls(position, viewer, book, cites),
        "calls_label": calls_label(position) if position.to_act == viewer else "",
        "tools": list(tools),
        "tricks": tricks(position, viewer),
        "panels": panels(position, viewer, book, cites),
        "footer": footer(position, book, code),
    }  # fmt: skip
    if any("short" in call for call in found["calls"]):
        changing = position.phase == "exchange"
        found["numbers"] = (
            t("consequence.exchange_any") if changing else explain.bids_consequence(position, book, viewer)
        )
    wanted = choose(position, viewer, book)
    if wanted is not None:
        found["hand_mode"], found["choose"] = "choose", wanted
    elif not any(c["legal"] for c in found["hand"]):
        found["hand_mode"] = "off"
    else:
        found["hand_mode"] = "play"
    return found | dict(more or {})


def _live(happened: Iterable[State], ctx: Context) -> str:
    """What is spoken: what happened, the points when the deal is over, what is asked now."""
    said = [frame["say"] for frame in happened]
    if ctx.position.over:
        points = [e for e in ctx.position.events() if e.kind in ("award", "out")]
        said += [plain(explain.sentence(e, ctx), ctx.book) for e in points]
    return " ".join([*said, explain.spoken(ctx)])
