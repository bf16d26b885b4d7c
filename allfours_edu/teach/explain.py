"""One plain sentence for everything that happens at the table, what may not be done, and what a call would do.

The words are those of :mod:`.strings`; the reasons those of :mod:`.citing`. Nothing here changes a position.

>>> from allfours_edu.engine import deal, new_table
>>> from allfours_edu.sources import load_rulebook
>>> book = load_rulebook("trinidad")
>>> position = deal(new_table(book.rules, seed=7))
>>> ctx = Context.of(position, "South", book)
>>> sentence(position.events()[0], ctx)
"West deals six cards each, three at a time. You are the player on the dealer's right."
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..cards import BY_TEXT, RANK_NAMES, Card
from ..engine import Action, Call, Event, IllegalAction, Position, Verb
from ..engine import auction as _auction
from ..engine import begging as _begging
from ..engine import pool as _pool
from ..engine import scoring as _scoring
from ..engine.calls import DEMANDS, PRICED, SLIPS
from ..rules import Rules
from ..sources import Rulebook
from . import poolside
from .citing import Citation, cite_field, cite_topic, why, why_fields
from .context import Context
from .strings import (
    Who,
    capital,
    has,
    listed,
    number,
    phrase,
    plain,
    show,
    show_all,
    signs,
    spoken_card,
    suit_name,
    t,
    term,
)

__all__ = [
    "Citation", "Context", "Known", "award_row", "call_consequence", "call_label", "card_counts", "cite_field",
    "cite_topic", "discards", "lead_line", "low_so_far", "plain", "points_known", "refusal", "scores_line", "sentence",
    "signs", "title_line", "turn_meaning", "why", "why_fields",
]  # fmt: skip


# -- what happened -----------------------------------------------------------------------------------------------------


def sentence(event: Event, ctx: Context) -> str:
    """What happened, in one sentence of rich text, as it is told to the reader of ``ctx``."""
    tell = _TELL.get(event.kind)
    return tell(event, ctx) if tell is not None else t("refuse.another")


def _deal(event: Event, ctx: Context) -> str:
    packets = ctx.rules.packets
    if len(packets) == 1:
        how = phrase("event.packets_once")
    elif set(packets) == {1}:
        how = phrase("event.packets_one")
    elif len(set(packets)) == 1:
        how = phrase("event.packets_same", n=number(packets[0]))
    else:
        how = phrase("event.packets_mixed", list=listed(map(number, packets)))
    eldest = ctx.who(ctx.position.table.eldest)
    if ctx.rules.pool is not None and poolside.must_play(ctx.position) == "single":
        return poolside.dealt(ctx)
    said = t(
        "event.deal_eldest", ctx.book, who=ctx.who(event.seat), n=number(ctx.rules.hand_size), packets=how,
        eldest=Who(capital(eldest), many=eldest.many),
    )  # fmt: skip
    return f"{said} {poolside.dealt(ctx)}".strip() if ctx.rules.pool is not None else said


def _turned(event: Event, ctx: Context) -> str:
    card = event.cards[0]
    if not card.suit:
        return t("event.turned_joker")
    ups = ctx.position.turn_ups
    n = ups.index(card)
    if _pool.trump_waits(ctx.position.table):
        return t("pool.turned_late", card=show(card), Suit=capital(suit_name(card.suit)))
    again = n > 0 and ups[n - 1].suit == card.suit
    if ctx.rules.pool is not None and poolside.must_play(ctx.position) == "clubs":
        return f"{t('event.turned', card=show(card), suit=suit_name(card.suit))} {t('pool.must_clubs')}"
    return t("event.turned_same" if again else "event.turned", card=show(card), suit=suit_name(card.suit))


def _turn(event: Event, ctx: Context) -> str:
    rank = _rank(event.cards[0], ctx)
    return t("event.turn", ctx.book, rank=rank, side=ctx.side(event.side), n=event.n)


def _call(event: Event, ctx: Context) -> str:
    call = event.action
    assert isinstance(call, Call)
    trump = ctx.position.trump if call.suit is None else call.suit
    if call.verb in (Verb.STAND, Verb.GIVE) and ctx.position.turn_ups:
        trump = ctx.position.turn_ups[-1].suit  # nothing is turned after these
    key = call.verb
    if call.verb == Verb.STAND and not trump:
        key = "stand_plain"
    elif call.verb == Verb.EXCHANGE and ctx.rules.exchange_by == "dealer_robs":
        key = "throw"
    elif call.verb == Verb.EXCHANGE and not call.n:
        key = "exchange_none"
    elif call.verb == Verb.BEG and ctx.position.frame.begs > 1:
        key = "beg_plain"
    elif ctx.rules.pool is not None:
        key = poolside.called(event, ctx)
    return t(
        f"call.{key}", ctx.book, who=ctx.who(event.seat), n=call.n, card=show(call.card) if call.card else "",
        suit=suit_of(trump), Suit=capital(suit_of(trump)),
    )  # fmt: skip


def suit_of(trump: str | None) -> str:
    """The name of the trump suit; nothing where there is none."""
    return suit_name(trump) if trump else ""


def _run(event: Event, ctx: Context) -> str:
    key = "event.run" if event.n == 1 else "event.run_many"
    return t(key, ctx.book, n=number(ctx.rules.run_cards), times=number(event.n))


def _bunch(event: Event, ctx: Context) -> str:
    if ctx.position.phase == "over" and isinstance(ctx.position.action, Call) and ctx.position.action.verb == Verb.RUN:
        return t("event.bunch_next" if event.data.get("redeal") == "next_dealer" else "event.bunch_exhausted")
    asked = isinstance(ctx.position.action, Call) and ctx.position.action.verb == Verb.NEW_DEAL
    if ctx.rules.auction is not None and not asked:
        return t("event.bunch_no_bid")
    return t("event.bunch")


def _trump(event: Event, ctx: Context) -> str:
    if not event.cards:
        return t("event.trump_named", Suit=capital(suit_name(event.data["suit"])))
    return t("event.trump", card=show(event.cards[0]), suit=suit_name(event.cards[0].suit))


def _settled_trump(event: Event, ctx: Context) -> str:
    card = show(event.cards[0]) if event.cards else ""
    return t(f"event.trump_{event.data['way']}", card=card, suit=suit_name(event.data["suit"]))


def _marked(event: Event, ctx: Context) -> str:
    return t(f"event.{event.kind}", ctx.book, side=ctx.side(event.side), n=event.n, cards=show_all(event.cards))


def _discard(event: Event, ctx: Context) -> str:
    who = ctx.who(event.seat)
    if not ctx.sees(event.seat) or not event.cards:
        return t("event.discard_hidden", who=who)
    return t("event.discard", who=who, card=show(event.cards[0]))


def discards(events: Sequence[Event], ctx: Context) -> str:
    """All that one player threw away, in one sentence."""
    who, cards = ctx.who(events[0].seat), [c for e in events for c in e.cards]
    if not ctx.sees(events[0].seat) or not cards:
        return t("event.discard_hidden_n", who=who, n=number(len(events)))
    return t("event.discard", who=who, card=show_all(cards))


def _draw(event: Event, ctx: Context) -> str:
    who = ctx.who(event.seat)
    if ctx.sees(event.seat) or ctx.rules.draw_seen == "open":
        return t("event.draw", who=who, cards=show_all(event.cards))
    return t("event.draw_hidden", who=who)


def _fill(event: Event, ctx: Context) -> str:
    """Cards for those thrown away; the dealer takes up all that is left."""
    key = "fill_rob" if event.data.get("robs") else "fill"
    cards = phrase("event.fill_cards", cards=show_all(event.cards)) if ctx.sees(event.seat) and event.n < _MANY else ""
    return t(f"event.{key}", who=ctx.who(event.seat), n=event.n, cards=cards)


def _play(event: Event, ctx: Context) -> str:
    return t(f"play.{play_kind(event, ctx)}", who=ctx.who(event.seat), card=show(event.cards[0]))


def play_kind(event: Event, ctx: Context) -> str:
    """What a card does in its trick: "lead", "follow", "trump", "overtrump", "undertrump", "throw" or plain "play"."""
    card, before = event.cards[0], ctx.before_in_trick(event)
    layout = ctx.position.frame.layout
    if before is None:  # a card that was taken back later
        return "play"
    if not before:
        return "lead"
    if layout is None or ctx.rules.trick_by == "any_highest":
        return "play"
    led = before[0][1]
    if card.bit & layout.suit_of[led.index]:
        return "follow"
    if not layout.is_trump(card):
        return "throw"
    trumped = [c for _, c in before if layout.is_trump(c)]
    if not trumped:
        return "trump"
    return "overtrump" if layout.power[card.index] > max(layout.power[c.index] for c in trumped) else "undertrump"


def _trick(event: Event, ctx: Context) -> str:
    card = next((c for c in event.cards if ctx.player_of.get(c) == event.seat), None)
    if card is None:
        return t("event.trick_plain", who=ctx.who(event.seat), n=event.trick)
    return t("event.trick", who=ctx.who(event.seat), n=event.trick, card=show(card))


def _penalty(event: Event, ctx: Context) -> str:
    if ctx.rules.pool is not None:
        return poolside.revoked(event, ctx)
    fault = event.data.get("fault")
    key = f"event.penalty_{fault}" if fault else "event.penalty" if event.n >= 0 else "event.penalty_off"
    said = t(key, ctx.book, side=ctx.side(event.side), n=abs(event.n), who=ctx.who(event.seat))
    return f"{said} {t('event.penalty_red', who=ctx.who(event.seat))}" if event.data.get("red") else said


def _slip(event: Event, ctx: Context) -> str:
    """What the book makes of a card shown or laid before one's turn, and of a fault without a card."""
    effect = event.data["effect"]
    if effect == Verb.MISDEAL:
        effect = f"misdeal_{event.data['redeal']}" if event.data["redeal"] else "misdeal"
        said = t(f"slip.{effect}", who=ctx.who(event.seat), eldest=ctx.who(ctx.position.table.eldest))
        asked = ctx.rules.misdeal == "new_deal_if_claimed"
        return f"{t('slip.new_deal_asked')} {said}" if asked else said
    if effect == Verb.FACE:
        key = "face_owner" if ctx.rules.exposed_in_deal == "owner" else "face"
        return t(f"slip.{key}", card=show(event.cards[0]), owner=ctx.who(ctx.position.table.eldest))
    if effect in PRICED:
        return t(f"slip.{effect}" if event.n else f"slip.{effect}_free", who=ctx.who(event.seat))
    card = show(event.cards[0]) if event.cards else ""
    return t(f"slip.{effect}", who=ctx.who(event.seat), card=card)


def _again(event: Event, ctx: Context) -> str:
    return t("event.again", scores=scores_line(ctx, event.scores))


def _settle(event: Event, ctx: Context) -> str:
    scores = scores_line(ctx, event.scores)
    for side, n in event.data.get("set_back", {}).items():
        scores = capital(scores)
        key = "settle_set_back_red" if event.data.get("red", {}).get(side) else "settle_set_back"
        return t(f"event.{key}", side=ctx.side(side), n=n, scores=scores)
    return t("event.settle", scores=scores)


def _out(event: Event, ctx: Context) -> str:
    names = [s.name for s in ctx.position.table.sides]
    score = event.scores[names.index(event.side)] if event.side in names else 0
    point = _point(event.point or "", ctx)
    by = phrase("event.out_by", point=point) if event.point else ""
    return t("event.out", ctx.book, side=ctx.side(event.side), score=score, by=by)


def _end(event: Event, ctx: Context) -> str:
    if ctx.rules.pool is not None and ctx.position.over:
        return poolside.ended(ctx)
    return t("event.end_redeal" if event.data.get("redeal") else "event.end")


def _award(event: Event, ctx: Context) -> str:
    side = ctx.side(event.side)
    point = event.point or ""
    facts: dict[str, Any] = {
        "point": _point(point, ctx), "side": side, "Side": Who(capital(side), side.many), "n": event.n,
        "card": show(event.cards[0]) if event.cards else "", "count": _count(event, ctx),
    }  # fmt: skip
    if point in poolside.AWARDS:
        return poolside.marked(event, ctx)
    said = t(f"award.{_award_key(event, ctx, facts)}", ctx.book, **facts)
    return f"{said} {t('award.uncounted')}" if event.side is not None and event.side in _set_back(ctx) else said


def _set_back(ctx: Context) -> set[str]:
    """The sides whose points do not count because their bid was not made."""
    settled = ctx.position.frame.settled
    sides = ctx.position.table.sides
    return {sides[side].name for side, _ in getattr(settled, "set_back", ())}


def _award_key(event: Event, ctx: Context, facts: dict[str, Any]) -> str:
    point, data = event.point, event.data
    if data.get("none_out"):
        return "none_out"
    if point == "high":
        return "high_taken" if ctx.rules.point_to == "taker" else "high"
    if point == "low":
        if data.get("taken"):
            return "low_taken"
        taker = ctx.taker_of(event.cards[0]) if event.cards else None
        if taker is not None and ctx.side_of(taker) != event.side:
            facts["taker"] = ctx.who(taker)
            return "low_kept"
        return "low"
    if point == "jack":
        for key in ("not_out", "pegged", "unfinished"):
            if data.get(key):
                return f"jack_{key}"
        return "jack" if not data.get("hang") else "jack_hang" if event.n > 1 else "jack_caught"
    if point == "game":
        if "count" not in data:
            return "game_ten" if event.side is not None else "game_ten_out"
        key = "game_none" if data.get("none_counted") else "game_tie" if data.get("tie") else "game"
        return key if event.side is not None else f"{key}_nobody"
    if point == "sweep":
        return "sweep" if event.side is not None else "sweep_none"
    return "card" if event.side is not None else "card_not_out"


def award_row(event: Event, ctx: Context) -> str:
    """The reason for a point in a few words, where the point and its owner stand beside it."""
    facts: dict[str, Any] = {"count": _count(event, ctx), "cards": show_all(event.cards), "by": ""}
    if event.kind == "award" and event.point in poolside.AWARDS:
        return poolside.marked_row(event, ctx)
    if event.kind != "award":
        fault = event.data.get("fault")
        return phrase(f"row.{event.kind}_{fault}" if fault else f"row.{event.kind}", ctx.book, **facts)
    key = _award_key(event, ctx, facts)
    if key in ("jack_hang", "jack_caught"):
        trick = next(tr for tr in ctx.tricks if any(c is event.cards[0] for _, c in tr.plays))
        facts["by"] = show(dict(trick.plays)[trick.winner])
    return phrase(f"row.{key}", ctx.book, **facts)


def point_word(point: str, ctx: Context) -> str:
    """The name of a point in the words of the book."""
    return _point(point, ctx)


def _point(point: str, ctx: Context) -> str:
    return (
        capital(term("jack", ctx.book))
        if point == "jack"
        else phrase(f"point.{point}")
        if has(f"point.{point}")
        else point
    )


def _count(event: Event, ctx: Context) -> str:
    count: Mapping[str, int] = event.data.get("count", {})
    return counts_line(ctx, count)


def counts_line(ctx: Context, count: Mapping[str, int]) -> str:
    """Counts of the sides, the reader's first: "20 to 19", or with names where there are more than two."""
    ordered = sorted(count.items(), key=lambda pair: pair[0] != ctx.mine)
    if len(ordered) == 2 and ctx.mine is not None:
        return f"{ordered[0][1]} to {ordered[1][1]}"
    return ", ".join(phrase("panel.tally", side=capital(ctx.side(side)), n=n) for side, n in ordered)


def scores_line(ctx: Context, scores: Mapping[str, int] | tuple[int, ...] | None = None) -> str:
    """The score in words: "you and North 3, West and East 5"."""
    names = [s.name for s in ctx.position.table.sides]
    marks = ctx.position.scores if scores is None else scores
    if not isinstance(marks, Mapping):
        marks = dict(zip(names, marks, strict=False))
    ordered = sorted(names, key=lambda name: name != ctx.mine)
    if ctx.rules.pool is not None:
        return ", ".join(poolside.balance_of(ctx, name, marks.get(name, 0)) for name in ordered)
    return ", ".join(phrase("panel.tally", side=ctx.side(name), n=minus(marks.get(name, 0))) for name in ordered)


def minus(n: int) -> str:
    """A number with a proper minus sign."""
    return str(n).replace("-", "−")


_TELL = {
    "deal": _deal, "stake": poolside.staked, "turned": _turned, "turn": _turn, "call": _call, "gift": _marked,
    "run": _run, "bunch": _bunch, "trump": _trump, "settled_trump": _settled_trump, "discard": _discard,
    "draw": _draw, "fill": _fill, "play": _play, "trick": _trick, "peg": _marked, "sale": _marked, "award": _award,
    "penalty": _penalty, "slip": _slip, "again": _again, "settle": _settle, "out": _out, "end": _end,
}  # fmt: skip


# -- what may not be done ----------------------------------------------------------------------------------------------


def refusal(
    illegal: IllegalAction, book: Rulebook | str, position: Position | None = None, seat: str | None = None
) -> tuple[str, list[Citation]]:
    """Why an action is refused, as a teacher would say it, and the rule behind it.

    With the ``position`` it names suits and cards.
    """
    ctx = Context.of(position, seat or illegal.seat, book) if position is not None else None
    key, facts = _refused(illegal, ctx)
    cites = [cite_field(book, illegal.field)] if illegal.field is not None else []
    return t(f"refuse.{key}", book, **facts), cites


def _refused(illegal: IllegalAction, ctx: Context | None) -> tuple[str, dict[str, Any]]:
    reason = illegal.reason
    bare = f"{reason}_unknown"
    if ctx is None:
        return (bare if has(f"refuse.{bare}") else reason if has(f"refuse.{reason}") else "another"), {}
    rules, position = ctx.rules, ctx.position
    led = position.trick[0][1] if position.trick else None
    if reason == "must_follow" and led is not None:
        key = {"follow_or_trump": "must_follow_or_trump"}.get(rules.follow, "must_follow")
        key = "must_follow_or_jack" if rules.jack_free and key == "must_follow" else key
        suit = led.suit or position.trump or ""
        return key, {"suit": suit_name(suit), "suit_one": _one_of(suit)}
    if reason == "must_trump" and led is not None:
        return reason, {"suit": suit_name(led.suit or position.trump or "")}
    if reason == "undertrump" and position.trick:
        best = dict(position.trick)[position.table.players[position.taker]]
        return reason, {"best": show(best)}
    if reason == "not_held" and isinstance(illegal.action, Card):
        return "not_held_card", {"card": show(illegal.action)}
    if reason == "not_your_turn" and position.to_act is not None:
        return reason, {"who": ctx.who(position.to_act)}
    if reason == "gift_puts_out":
        sides = _begging.gift_sides(rules, position.table.side_of)
        near = [s for s in sides if position.frame.scores[s] + 1 >= rules.target]
        return reason, {"side": ctx.side(position.table.sides[(near or list(sides))[0]].name)}
    if reason == "bid_out_of_bounds":
        return reason, {"least": rules.bid_least, "most": rules.bid_most}
    return (bare if has(f"refuse.{bare}") else reason if has(f"refuse.{reason}") else "another"), {}


def _one_of(suit: str) -> str:
    """ "a heart", "a spade" …"""
    return phrase("scene.one_of", suit=suit_name(suit)[:-1])


# -- what a call would do ----------------------------------------------------------------------------------------------


def call_label(action: Action, book: Rulebook | str | None = None, position: Position | None = None) -> str:
    """What stands on the button of a call. With the ``position``, what it means there."""
    if isinstance(action, Card):
        return t("button.pitch", card=str(action))
    key = action.verb
    if key == Verb.EXCHANGE and isinstance(book, Rulebook) and book.rules.exchange_by == "dealer_robs":
        key = "throw"
    elif key == Verb.EXCHANGE and not action.n:
        key = "exchange_none"
    elif key == Verb.CLAIM_PENALTY and action.n:
        key = "claim_off"
    elif position is not None and position.rules.pool is not None:
        key = poolside.call_key(action, position)
    suit = capital(suit_name(action.suit)) if action.suit else ""
    return t(f"button.{key}", book, n=action.n, suit=suit, card=str(action.card) if action.card else "")


def call_consequence(action: Action, position: Position, book: Rulebook | str, seat: str | None = None) -> str:
    """What comes of a call, in one sentence, for the player who may make it."""
    ctx = Context.of(position, seat or position.to_act, book)
    key, facts = _consequence(action, ctx)
    return t(f"consequence.{key}", book, **facts)


def _consequence(action: Action, ctx: Context) -> tuple[str, dict[str, Any]]:
    position, rules = ctx.position, ctx.rules
    if isinstance(action, Card):
        return "play", {}
    verb, phase = action.verb, position.phase
    trump = position.turn_ups[-1].suit if position.turn_ups else position.trump
    facts: dict[str, Any] = {"n": action.n, "suit": suit_of(action.suit or trump)}
    if rules.pool is not None and verb not in (Verb.EXCHANGE, Verb.DISCARD) and verb not in _COURT:
        return poolside.consequence(action, ctx)
    if verb == Verb.STAND:
        leads = rules.first_lead == "eldest" and ctx.seat == position.table.eldest
        return ("stand" if leads else "stand_other"), facts
    if verb == Verb.BEG:
        facts["n"] = number(rules.run_cards)
        if position.frame.begs:
            return "beg_more", facts
        sides = _begging.gift_sides(rules, position.table.side_of)
        partners = len(ctx.seats(ctx.mine or "")) > 1
        return ("beg_all" if len(sides) > 1 else "beg_partner" if partners else "beg"), facts
    if verb == Verb.GIVE:
        sides = _begging.gift_sides(rules, position.table.side_of)
        names = [ctx.side(position.table.sides[s].name) for s in sides]
        return "give", {**facts, "side": Who(listed(names), many=len(names) > 1 or names[0].many)}
    if verb == Verb.RUN:
        short = len(position.frame.stock) <= position.table.size * rules.run_cards
        return ("run_void" if short else "run"), {**facts, "n": capital(number(rules.run_cards))}
    if verb in (Verb.AGREE, Verb.REFUSE):
        if phase == "consent":
            return f"{verb}_consent", {**facts, "n": capital(number(rules.run_cards))}
        return verb, facts
    if verb in (Verb.BID, Verb.PASS):
        return _bid_consequence(verb, ctx, facts)
    if verb in (Verb.SELL, Verb.REFUSE_SALE):
        place, n = _auction.best_bid(position.frame)
        score = position.frame.scores[position.table.side_of[0]]
        credit = _auction.seller_credit(rules, score, n)
        facts = {"n": credit if verb == Verb.SELL else n, "who": ctx.who(position.table.players[place]), "bid": n}
        wins = rules.match_ends == "first_out" and score + credit >= rules.target
        return ("sell_out" if verb == Verb.SELL and wins else verb), facts
    if verb == Verb.EXCHANGE:
        return ("exchange" if action.n else "exchange_none"), facts
    if verb == Verb.CLAIM_PENALTY:
        return ("claim_off" if action.n else "claim_penalty"), facts
    return (verb if has(f"consequence.{verb}") else "refuse"), facts


_COURT = (Verb.CLAIM_PENALTY, Verb.CORRECT, *DEMANDS, *SLIPS, *PRICED, Verb.CHOOSE_CARD)


def _bid_consequence(verb: str, ctx: Context, facts: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """What comes of a bid, or of passing: also where nobody is left to bid after this."""
    position, rules = ctx.position, ctx.rules
    facts["eldest"] = ctx.who(position.table.eldest)
    if verb == Verb.BID:
        key = "bid_name" if rules.trump_from == "bidder_names" else "bid_sell" if rules.seller == "eldest" else "bid"
        return key, facts
    place, n = _auction.best_bid(position.frame)
    if position.apply(Call(Verb.PASS)).phase == "bid":
        return "pass", facts
    if n:
        return "pass_last", {**facts, "who": ctx.who(position.table.players[place]), "n": n}
    return {"redeal": "pass_all_redeal", "dealer_two": "pass_all_dealer"}.get(rules.all_pass, "pass_all"), facts


def bids_consequence(position: Position, book: Rulebook | str, seat: str | None = None) -> str:
    """What comes of any bid, where there are many numbers to choose from."""
    ctx = Context.of(position, seat or position.to_act, book)
    key = "bid_any_sell" if ctx.rules.seller == "eldest" else "bid_any"
    return t(f"consequence.{key}", book, eldest=ctx.who(position.table.eldest))


def turn_meaning(card: Card, rules: Rules, refused: str | None = None) -> str:
    """What a turned card is worth: "six turned: the dealer's side scores 2".

    >>> from allfours_edu.cards import card
    >>> from allfours_edu.sources import load_rulebook
    >>> turn_meaning(card("6H"), load_rulebook("trinidad").rules)
    "Six turned: the dealer's side scores 2"
    """
    if rules.turn is None:
        return ""
    n = _scoring.turn_worth(rules, card, refused)
    if n:
        return t("scene.note_scores", rank=RANK_NAMES[card.rank], n=n)
    if refused == card.suit and dict(rules.turn_points).get(card.rank):
        return t("scene.note_refused")
    return t("scene.note_nothing")


def _rank(card: Card, ctx: Context) -> str:
    return capital(term("jack", ctx.book)) if card.rank == "J" else RANK_NAMES[card.rank] if card.rank else "Joker"


# -- what is going on --------------------------------------------------------------------------------------------------


def title_line(ctx: Context) -> str:
    """One sentence: what is happening and what is asked of the reader."""
    position, seat = ctx.position, ctx.seat
    if position.over:
        return _title_over(ctx)
    if seat is None or position.to_act != seat:
        key = "waiting_play" if position.phase == "play" else "waiting"
        return t(f"title.{key}", who=ctx.who(position.to_act))
    phase = position.phase
    trump = position.turn_ups[-1].suit if position.turn_ups else position.trump
    facts: dict[str, Any] = {"Suit": capital(suit_of(trump))}
    if phase == "declare":
        return poolside.title(ctx)
    if phase == "play":
        return _title_play(ctx, facts)
    if phase in ("answer", "consent", "bunch"):
        facts["who"] = ctx.who(_last_caller(ctx))
    elif phase in ("bid", "sale"):
        place, n = _auction.best_bid(position.frame)
        facts.update(n=n, who=ctx.who(position.table.players[place]))
        phase = "bid_best" if phase == "bid" and n else phase
    elif phase in ("discard", "rob"):
        facts["n"] = too_many(position)
        if may_throw_more(position):
            phase = "rob_more"
    elif phase == "exchange" and position.frame.exchanged:
        phase, facts["n"] = "exchange_throw", position.frame.exchanged[1]
    return t(f"title.{phase}", ctx.book, **facts)


def _title_play(ctx: Context, facts: dict[str, Any]) -> str:
    position = ctx.position
    trick = position.trick
    if not trick:
        waits = not position.trump and position.frame.layout is not None
        return t("title.lead" if position.trump else "title.lead_waits" if waits else "title.lead_pitch", **facts)
    leader, led = trick[0]
    best = position.table.players[position.taker]
    doing = (
        phrase("title.doing_leader")
        if best == leader
        else phrase("title.doing", who=ctx.who(best), card=show(dict(trick)[best]))
    )
    return t("title.follow", who=ctx.who(leader), card=show(led), doing=doing)


def _title_over(ctx: Context) -> str:
    position = ctx.position
    if position.frame.redeal:
        return t("title.over_redeal")
    if ctx.rules.pool is not None:
        return poolside.title_over(ctx)
    scores = scores_line(ctx)
    if position.winner is not None:
        return t("title.over_won", ctx.book, side=ctx.side(position.winner), scores=scores)
    loser = position.result.loser if position.result is not None else None
    if loser is not None:
        return t("title.over_pays", side=ctx.side(loser))
    return t("title.over", scores=capital(scores))


def _last_caller(ctx: Context) -> str:
    position = ctx.position
    return position.table.players[position.frame.resumed_by if position.phase == "bunch" else 0]


_MANY = 10  # a pack robbed is not read out card by card


def too_many(position: Position) -> int:
    """How many cards the player to act has still to throw away."""
    rules, frame = position.rules, position.frame
    if position.seat < 0:
        return 0
    if frame.phase == "exchange" or frame.exchanged:
        return frame.exchanged[1] if frame.exchanged else 0
    keep = rules.exchange_to if frame.phase == "rob" else _begging.hand_after_run(rules, frame.runs)
    return max(0, frame.hands[position.seat].bit_count() - int(keep))


def may_throw_more(position: Position) -> bool:
    """Is the number of cards to throw away still the player's own choice?"""
    return position.phase == "rob" and any(
        isinstance(a, Call) and a.verb == Verb.EXCHANGE for a in position.legal_actions()
    )


def lead_line(ctx: Context) -> str:
    """A word of help under the title: what may be played."""
    position = ctx.position
    if ctx.seat is not None and position.seen_by(ctx.seat).hand is None:
        return t("lead.not_yet")
    if position.over or ctx.seat is None or position.to_act != ctx.seat or position.phase != "play":
        return ""
    trick = position.trick
    if not trick:
        return ""
    led = trick[0][1]
    layout = position.frame.layout
    hand = position.frame.hands[position.seat] & position.left
    suit = suit_name(led.suit) if led.suit else ""
    if not suit or layout is None or ctx.rules.follow == "free":
        return ""
    if len(position.legal_actions()) == 1:
        return t("lead.follow_one")
    if not hand & position.led:
        return t("lead.follow_void", suit=suit) if ctx.rules.void == "free" else ""
    if ctx.rules.follow == "follow_or_trump" and not position.led & layout.trumps and hand & layout.trumps:
        return t("lead.follow_or_trump", suit=suit)
    return t("lead.follow_else", suit=suit)


# -- what is known to everybody ----------------------------------------------------------------------------------------


class Known(NamedTuple):
    """One of the points as far as everybody knows. ``state`` is "open", "so far" or "sure"."""

    point: str
    text: str
    state: str
    card: Card | None = None
    seat: str | None = None
    side: str | None = None


def low_so_far(ctx: Context) -> Known | None:
    """The lowest trump that has shown itself, and before whom it lies."""
    found = next((k for k in points_known(ctx) if k.point == "low"), None)
    return found if found is not None and found.card is not None else None


def points_known(ctx: Context) -> list[Known]:
    """High, Low and Jack as far as the table knows: from the cards played, never from a hand."""
    position, rules = ctx.position, ctx.rules
    layout = position.frame.layout
    names = _scoring.points_of(rules)
    if layout is None or not names:
        return []
    shown = [(seat, c) for seat, c in ctx.plays if layout.is_trump(c) and c.suit]
    done = position.over
    gone = {c for c in (*position.turn_ups, *position.table.removed) if c.suit == position.trump}
    found = []
    if "high" in names:
        found.append(_extreme("high", shown, gone, done, ctx))
    if "low" in names:
        found.append(_extreme("low", shown, gone, done, ctx))
    if "jack" in names and not (rules.peg is not None and not rules.jack_besides):
        found.append(_jack_known(gone, done, ctx))
    if "game" in names and rules.game_by == "trump_ten":
        found.append(_card_known("game", BY_TEXT[f"T{position.trump}"], done, ctx))
    for point in (p for p in names if p in _scoring.ONE_CARD):
        found += [_card_known(point, _scoring.counter_card(point, position.trump or ""), done, ctx)]
    return found


def _extreme(point: str, shown: list[tuple[str, Card]], gone: set[Card], done: bool, ctx: Context) -> Known:
    layout = ctx.position.frame.layout
    if not shown or layout is None:
        return Known(point, t(f"known.{point}_open"), "open")
    best = max if point == "high" else min
    seat, card = best(shown, key=lambda pair: layout.power[pair[1].index])
    order = [c for c in layout.ranked if c.suit]  # the Joker is neither
    order = order if point == "high" else order[::-1]
    beyond = order[: order.index(card)]
    seen = {c for _, c in shown} | gone
    sure = done or all(c in seen for c in beyond)
    to_taker = ctx.rules.point_to == "taker" if point == "high" else ctx.rules.low_to == "taker"
    owner = (ctx.taker_of(card) if to_taker else None) or seat
    text = t(f"known.{point}_{'sure' if sure else 'so_far'}", card=show(card), who=ctx.who(owner))
    return Known(point, text, "sure" if sure else "so far", card, owner, ctx.side_of(owner))


def _jack_known(gone: set[Card], done: bool, ctx: Context) -> Known:
    jack = next((c for _, c in ctx.plays if c.rank == "J" and c.suit == ctx.position.trump), None)
    if jack is None:
        nowhere = done or any(c.rank == "J" for c in gone)
        everything = ctx.rules.draw is not None and not ctx.position.table.removed
        key = "jack_not_out" if nowhere else "jack_open_out" if everything else "jack_open"
        return Known("jack", t(f"known.{key}", ctx.book), "sure" if nowhere else "open")
    taker = ctx.taker_of(jack)
    if taker is None:
        return Known("jack", t("known.jack_table", card=show(jack)), "so far", jack, ctx.player_of[jack])
    side = ctx.side_of(taker)
    kept = side == ctx.side_of(ctx.player_of[jack])
    key = "jack_kept" if kept else "jack_hang" if ctx.rules.hang_jack > 1 else "jack_caught"
    return Known("jack", t(f"known.{key}", who=ctx.who(taker), card=show(jack)), "sure", jack, taker, side)


def _card_known(point: str, card: Card, done: bool, ctx: Context) -> Known:
    """A point that is one card (the Ten, a Pedro, the Joker): where it is."""
    facts = {"card": show(card) if card.suit else phrase("point.snoozer")}
    if card not in ctx.player_of:
        return Known(point, t(f"known.card_{'not_out' if done else 'open'}", **facts), "sure" if done else "open")
    taker = ctx.taker_of(card)
    if taker is None:
        return Known(point, t("known.card_table", **facts), "so far", card, ctx.player_of[card])
    text = t("known.card_taken", who=ctx.who(taker), **facts)
    return Known(point, text, "sure", card, taker, ctx.side_of(taker))


def card_counts(ctx: Context) -> dict[str, tuple[int, tuple[Card, ...]]]:
    """By side: what its finished tricks count towards Game, and the cards that do."""
    trump = ctx.position.trump or ""
    found: dict[str, tuple[int, tuple[Card, ...]]] = {}
    for side in ctx.position.table.sides:
        won = [c for trick in ctx.tricks if trick.winner in side.seats for _, c in trick.plays]
        worth = [(c, _scoring.pips(ctx.rules, trump, c.bit)) for c in won]
        counting = sorted((c for c, n in worth if n), key=lambda c: (-_scoring.pips(ctx.rules, trump, c.bit), c.index))
        found[side.name] = (sum(n for _, n in worth), tuple(counting))
    return found


def spoken(ctx: Context) -> str:
    """The title and what the reader holds, as plain words to be heard."""
    parts = [plain(title_line(ctx), ctx.book)]
    if ctx.seat is not None and ctx.position.to_act == ctx.seat:
        hand = ctx.position.seen_by(ctx.seat).hand
        if hand:
            parts.append(t("speak.hand", cards=listed(spoken_card(c, ctx.book) for c in hand)))
    return " ".join(parts)
