"""Questions about an auction: what a bid brings or costs, who is out first, what the odd trumps take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..cards import BY_TEXT, RANKS, Card
from ..engine import Trick
from ..engine.scoring import pips
from .exercise_deals import Dealt, replayed
from .exercise_points import points_line
from .exercise_task import EITHER, NOBODY, Answer, Task, each, only, sound
from .explain import minus
from .strings import Who, capital, phrase, show, suit_name, term
from .tally import tally


def bid_score(d: Dealt) -> Iterator[Task]:
    """What does the bidder score? Tags: "failed" (with points made), "surplus" (more made than bid)."""
    agreed = d.end.frame.contract
    if agreed is None or not agreed.n or d.tally.bid_made is None or d.end.winner is not None:
        return
    seat = d.end.table.players[agreed.bidder]
    side = d.ctx.side_of(seat)
    made = sum(a.n for a in d.tally.awards.values() if a.side == side)
    failed = bool(d.tally.set_back)
    right = -agreed.n if failed else made
    ideas: dict[str, Iterable[Answer]] = {
        "made_counts": [only(made)],
        "nothing": [only(0)],
        "only_the_bid": [only(agreed.n)],
        "made_less_bid": [only(made - agreed.n)],
    }
    tags = {"failed"} if failed and made else {"surplus"} if made > agreed.n else set()
    accepted = each([right])
    others = {right, made, 0, agreed.n, made - agreed.n}
    facts = {
        "who": d.ctx.who(seat), "side": d.ctx.side(side), "n": agreed.n, "made": made, "right": minus(right),
        "points": points_line(d, d.tally), "trump": suit_name(d.end.trump or "S"), "trick": 1,
    }  # fmt: skip
    yield Task(
        d.end, d.you, "choice", accepted, sound(ideas, accepted), facts, frozenset(tags),
        tuple(str(n) for n in sorted(others)), d.show_trick(len(d.ctx.tricks)),
    )  # fmt: skip


def bidder_out(d: Dealt) -> Iterator[Task]:
    """Two could finish, and the one whose points come later in the order has made his bid. Who is out?"""
    agreed = d.end.frame.contract
    if agreed is None or not agreed.n or not d.tally.bid_made or len(d.sides) != 2 or any(d.tally.at_once.values()):
        return
    totals = [d.tally.totals[side] for side in d.sides]
    if not all(totals) or d.rules.out_first != "bidder":
        return
    scores = tuple(d.rules.target - n for n in totals)
    end = replayed(d.end, d.book, scores)
    if end is None or end.winner is None:
        return
    by_order = tally(end, d.rules.replace(out_first="order"))
    right = end.winner
    ideas = {"by_order": [only(by_order.winner)] if by_order.winner else [], "both_out": [only(EITHER)]}
    stand = dict(zip(d.sides, scores, strict=True))
    mine_first = tuple(sorted(d.sides, key=lambda side: side != d.ctx.mine))
    by = by_order.out_by or ""
    facts = {
        "side": d.ctx.side(right), "n": agreed.n, "target": d.rules.target, "points": points_line(d, d.tally),
        "scores": ", ".join(phrase("panel.tally", side=d.ctx.side(s), n=stand[s]) for s in mine_first),
        "first": capital(term("jack", d.book)) if by == "jack" else phrase(f"point.{by}") if by else "",
        "other": d.ctx.side(by_order.winner),
    }  # fmt: skip
    accepted = each([right])
    yield Task(
        end, d.you, "choice", accepted, sound(ideas, accepted), facts, frozenset(), (*mine_first, EITHER),
        d.show_trick(len(d.ctx.tricks)),
    )  # fmt: skip


def game_card(d: Dealt) -> Iterator[Task]:
    """Game is the Ten of trumps: who has it? Tags: "out" (the Ten was dealt), "not_out"."""
    award = d.tally.awards.get("game")
    if award is None or d.rules.game_by != "trump_ten":
        return
    trump = d.end.trump or "S"
    ten = BY_TEXT[f"T{trump}"]
    counts = {side: sum(pips(d.rules, trump, c.bit) for c in cards) for side, cards in d.cards_won().items()}
    first = [side for side, n in counts.items() if n == max(counts.values())]
    right = award.side or NOBODY
    holder, taker = d.ctx.player_of.get(ten), d.ctx.taker_of(ten)
    ideas = {
        "by_count": [only(first[0])] if len(first) == 1 else [],
        "stays_dealt": [only(d.ctx.side_of(holder))] if holder is not None else [],
    }
    accepted = each([right])
    facts = {
        "card": show(ten), "trump": suit_name(trump), "trick": d.trick_of(ten), "side": d.ctx.side(award.side),
        "taker": d.ctx.who(taker), "holder": d.ctx.who(holder), "rich": d.ctx.side(first[0]), "n": max(counts.values()),
    }  # fmt: skip
    tags = {"not_out"} if award.side is None else {"out"}
    mine_first = sorted(d.sides, key=lambda side: side != d.ctx.mine)
    yield Task(
        d.end, d.you, "choice", accepted, sound(ideas, accepted), facts, frozenset(tags), (*mine_first, NOBODY),
        d.show_trick(d.trick_of(ten) or len(d.ctx.tricks)),
    )  # fmt: skip


def odd_trump(d: Dealt) -> Iterator[Task]:
    """A trick with a trump that does not look like one, the left Pedro or the Joker: who takes it?"""
    layout, trump = d.end.frame.layout, d.end.trump or ""
    if layout is None:
        return
    for number, trick in enumerate(d.ctx.tricks, 1):
        odd = next((c for _, c in trick.plays if layout.is_trump(c) and c.suit != trump), None)
        shown = d.show_trick(number)
        if odd is None or shown is None:
            continue
        ideas: dict[str, Iterable[Answer]] = {"by_the_print": [only(_by_the_print(trick, trump))]}
        best = next(c for s, c in trick.plays if s == trick.winner)
        accepted = each([trick.winner])
        facts = {
            "winner": d.ctx.who(trick.winner), "card": show(best), "trump": suit_name(trump), "trick": number,
            "odd": show(odd) if odd.suit else phrase("point.snoozer"), "led": show(trick.plays[0][1]),
            "player": Who(d.ctx.who(d.ctx.player_of[odd])),
        }  # fmt: skip
        tags = {"takes" if best is odd else "loses"} | ({"trump_led"} if layout.is_trump(trick.plays[0][1]) else set())
        yield Task(
            shown.after, d.you, "seat", accepted, sound(ideas, accepted), facts, frozenset(tags),
            tuple(d.end.table.players), shown, hidden_winner=True,
        )  # fmt: skip


def _by_the_print(trick: Trick, trump: str) -> str:
    """Who would take a trick if every card were of the suit printed on it."""
    led = trick.plays[0][1].suit
    among = [(s, c) for s, c in trick.plays if c.suit == trump] or [(s, c) for s, c in trick.plays if c.suit == led]
    return max(among, key=lambda pair: _rank(pair[1]))[0]


def _rank(c: Card) -> int:
    return RANKS.index(c.rank) if c.rank in RANKS else -1
