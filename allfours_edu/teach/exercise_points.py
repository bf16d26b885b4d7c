"""Questions about a deal that has been played: whose is a point, how much is counted, who is out first.

Each function looks at one deal and says what the right answer is and what the known mistakes would answer. A mistake is
often nothing but another rule ("Low goes to whoever takes it"), and then the engine judges the deal by that rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..cards import BY_TEXT, RANKS, Card, to_bits
from ..engine import scoring
from ..rules import Rules
from .exercise_deals import Dealt, replayed
from .exercise_task import EITHER, LEVEL, NOBODY, Answer, Task, each, only, sound
from .explain import counts_line
from .strings import capital, listed, phrase, show, show_all, suit_name, term
from .tally import Tally, tally

_COURTS = "AKQJ"


# -- whose is it -------------------------------------------------------------------------------------------------------


def owner(d: Dealt) -> Iterator[Task]:
    """Whose is High, Low, or the Jack? Tags: "caught", "out"."""
    point = d.exercise.point
    award = d.tally.awards.get(point)
    if award is None or award.data.get("pegged"):
        return
    right = award.side or NOBODY
    ideas: dict[str, Iterable[Answer]] = {}
    card = award.cards[0] if award.cards else BY_TEXT["J" + (d.end.trump or "S")]
    facts, tags = _card_facts(d, card), set()
    ctx, turned = d.ctx, d.end.turned
    holder, taker = ctx.player_of.get(card), ctx.taker_of(card)
    if holder is not None and taker is not None:
        tags.add("out")
        tags |= {"caught"} if ctx.side_of(taker) != ctx.side_of(holder) else set()
        ideas["must_be_won"] = [only(ctx.side_of(taker))]
        ideas["stays_dealt"] = [only(ctx.side_of(holder))]
    if point in ("high", "low") and card.rank != {"high": "A", "low": "2"}[point]:
        ideas["must_be_extreme"] = [only(NOBODY)]
    if turned is not None and turned.suit == d.end.trump and _beyond(point, turned, card):
        ideas["turned_counts"] = [only(d.dealer_side)]
    if right == NOBODY:
        ideas["always_out"] = each(d.sides)
    facts["side"] = ctx.side(award.side)
    facts["turned"] = show(turned) if turned is not None else ""
    accepted = each([right])
    yield Task(
        d.end, d.you, "choice", accepted, sound(ideas, accepted), facts, frozenset(tags),
        (*_mine_first(d), NOBODY), d.show_trick(d.trick_of(card)),
    )  # fmt: skip


def _beyond(point: str, turned: Card, card: Card) -> bool:
    """Would the turned card carry the point, if it were in play?"""
    if point == "jack":
        return turned.rank == "J"
    higher = RANKS.index(turned.rank) > RANKS.index(card.rank)
    return higher if point == "high" else not higher


def _card_facts(d: Dealt, card: Card) -> dict[str, Any]:
    ctx = d.ctx
    return {
        "card": show(card), "trick": d.trick_of(card), "trump": suit_name(d.end.trump or "S"),
        "holder": ctx.who(ctx.player_of.get(card)), "taker": ctx.who(ctx.taker_of(card)),
        "dealer": ctx.who(d.end.table.dealer),
    }  # fmt: skip


def _mine_first(d: Dealt) -> tuple[str, ...]:
    return tuple(sorted(d.sides, key=lambda side: side != d.ctx.mine))


def jack_fate(d: Dealt) -> Iterator[Task]:
    """Is the Jack kept, caught, or not out at all? Tags: "not_out", "partner" (his partner took it), "caught"."""
    award = d.tally.awards.get("jack")
    if award is None or award.data.get("pegged"):
        return
    jack = BY_TEXT["J" + (d.end.trump or "S")]
    ctx = d.ctx
    holder, taker = ctx.player_of.get(jack), ctx.taker_of(jack)
    right = "not_out" if holder is None else "caught" if award.data.get("hang") else "kept"
    tags, ideas = {right}, dict[str, Iterable[Answer]]()
    if right == "not_out":
        ideas["always_out"] = each(["kept", "caught"])
    elif right == "caught":
        ideas["stays_dealt"] = [only("kept")]
    elif taker != holder:
        tags.add("partner")
        ideas["partner_hangs"] = [only("caught")]
    turned = d.end.turned
    tags |= {"turned"} if turned is jack else set()
    n, hang = dict(d.rules.points).get("jack", 0), d.rules.hang_jack
    facts = _card_facts(d, jack) | {"n": n, "hang": hang, "side": ctx.side(award.side)}
    accepted = each([right])
    trick = d.trick_of(jack)
    yield Task(
        d.end, d.you, "choice", accepted, sound(ideas, accepted), facts, frozenset(tags), ("kept", "caught", "not_out"),
        d.show_trick(trick or len(ctx.tricks)),
    )  # fmt: skip


# -- Game --------------------------------------------------------------------------------------------------------------


def count(d: Dealt) -> Iterator[Task]:
    """What do the cards of one side count towards Game? Tags: "ten", "five" (of trumps), "mixed" (not trumps alone)."""
    if not d.tally.count:
        return
    side, rules, trump = d.side, d.rules, d.end.trump or ""
    won = d.cards_won()[side]
    right = d.tally.count[side]
    tens = [c for c in won if c.rank == "T"]
    five = BY_TEXT["5" + trump]
    counting = [c for c in won if _pips(rules, trump, [c])]
    dealt = [c for seat in d.ctx.seats(side) for c in d.end.dealt(seat)]
    ideas: dict[str, Iterable[Answer]] = {
        "most_tricks": [only(d.tricks_won()[side])],
        "ten_is_small": [only(right - 10 * len(tens))],
        "ten_is_one": [only(right - 9 * len(tens))],
        "forget_five": [only(right - rules.trump_five)] if five in won else [],
        "trumps_only": [only(_pips(rules, trump, [c for c in won if c.suit == trump]))],
        "as_dealt": [only(_pips(rules, trump, dealt))],
    }
    tags = {"ten"} if tens else set()
    tags |= {"five"} if five in won else set()
    tags |= {"rich"} if 12 <= right <= 40 else set()
    worth = [f"{show(c)} {_pips(rules, trump, [c])}" for c in sorted(counting, key=lambda c: (-c.index, c.suit))]
    facts = {
        "side": d.ctx.side(side), "n": right, "tricks": d.tricks_won()[side], "tens": len(tens),
        "sum": ", ".join(worth), "trump": suit_name(trump), "five": show(five), "cards": len(won),
    }  # fmt: skip
    accepted = each([right])
    best = _richest(d)[0]
    yield Task(
        d.end,
        d.you,
        "number",
        accepted,
        sound(ideas, accepted),
        facts,
        frozenset(tags),
        (),
        d.show_trick(best),
        most=99,
    )


def _pips(rules: Rules, trump: str, cards: Iterable[Card]) -> int:
    return scoring.pips(rules, trump, to_bits(cards))


def _richest(d: Dealt, without: str = "") -> tuple[int, ...]:
    """The tricks that count most, perhaps leaving out some ranks."""
    trump = d.end.trump or ""
    worth = [_pips(d.rules, trump, [c for _, c in t.plays if c.rank not in without]) for t in d.ctx.tricks]
    return tuple(n for n, w in enumerate(worth, 1) if w == max(worth)) if max(worth) else (0,)


def game_owner(d: Dealt) -> Iterator[Task]:
    """Who has Game? Tags: "tie", "dealer_tied", "two_tied" (of three), "dealer_out" (he is not among those tied)."""
    award = d.tally.awards.get("game")
    if award is None or not d.tally.count:
        return
    right = award.side or NOBODY
    won, trump, counts = d.tricks_won(), d.end.trump or "", d.tally.count
    most = _most(won)
    level = [side for side, n in counts.items() if n == max(counts.values())]
    tags: set[str] = set()
    ideas: dict[str, Iterable[Answer]] = {}
    if len(level) > 1:
        tags.add("tie")
        tags |= {"dealer_tied" if d.dealer_side in level else "dealer_out"}
        ideas["tie_nobody"] = [only(NOBODY)]
        ideas["tie_dealer"] = [only(d.dealer_side)]
        ideas["tie_eldest"] = [only(d.ctx.side_of(d.end.table.eldest))]
    if most is not None:
        ideas["most_tricks"] = [only(most)]
    small = {side: _pips(d.rules, trump, [c for c in cards if c.rank != "T"]) for side, cards in d.cards_won().items()}
    ideas["ten_is_small"] = [only(_most(small) or NOBODY)]
    if d.rules.trump_five:
        five = BY_TEXT["5" + trump]
        bare = {s: _pips(d.rules, trump, [c for c in cards if c is not five]) for s, cards in d.cards_won().items()}
        ideas["forget_five"] = [only(_most(bare) or NOBODY)]
    ctx = d.ctx
    facts = {
        "count": counts_line(ctx, counts), "side": ctx.side(award.side), "dealer": ctx.who(d.end.table.dealer),
        "eldest": ctx.who(d.end.table.eldest), "most": ctx.side(most), "tricks": _tricks_line(d, won),
        "level": listed(str(ctx.side(s)) for s in level), "n": max(counts.values()),
    }  # fmt: skip
    accepted = each([right])
    yield Task(
        d.end, d.you, "choice", accepted, sound(ideas, accepted), facts, frozenset(tags), (*_mine_first(d), NOBODY),
        d.show_trick(_richest(d)[0]),
    )  # fmt: skip


def _most(numbers: dict[str, int]) -> str | None:
    """Who alone has most, or None."""
    first = [who for who, n in numbers.items() if n == max(numbers.values())]
    return first[0] if len(first) == 1 else None


def _tricks_line(d: Dealt, won: dict[str, int]) -> str:
    return ", ".join(phrase("panel.tally", side=d.ctx.side(side), n=won[side]) for side in _mine_first(d))


# -- the whole deal ----------------------------------------------------------------------------------------------------


def deal_winner(d: Dealt) -> Iterator[Task]:
    """Who makes more points in the deal?"""
    totals = d.tally.totals
    right = _most(totals) or LEVEL
    won, counts = d.tricks_won(), d.tally.count
    ideas = {
        "most_tricks": [only(_most(won) or LEVEL)],
        "game_is_all": [only(_most(counts) or LEVEL)] if counts else [],
    }
    facts = _points_facts(d) | {"side": d.ctx.side(_most(totals)), "tricks": _tricks_line(d, won)}
    facts["most"] = d.ctx.side(_most(won))
    accepted = each([right])
    tags = frozenset({"decided"} if right != LEVEL else {"level"})
    yield Task(
        d.end, d.you, "choice", accepted, sound(ideas, accepted), facts, tags, (*_mine_first(d), LEVEL),
        d.show_trick(_richest(d)[0]),
    )  # fmt: skip


def deal_points(d: Dealt) -> Iterator[Task]:
    """How many points does one side make? Tags: "hung" (it hanged the Jack), "two" (at least two points)."""
    side, totals = d.side, d.tally.totals
    jack = d.tally.awards.get("jack")
    right = totals[side]
    game = d.tally.awards.get("game")
    by_tricks = right - (game.n if game is not None and game.side == side else 0)
    by_tricks += 1 if _most(d.tricks_won()) == side else 0

    def otherwise(**rules: Any) -> list[Answer]:
        return [only(tally(d.end, d.rules.replace(**rules)).totals[side])]

    ideas = {
        "jack_is_one": otherwise(hang_jack=1),
        "hang_is_three": otherwise(hang_jack=3),
        "must_be_won": otherwise(low_to="taker"),
        "most_tricks": [only(by_tricks)],
        "tie_nobody": otherwise(tie="nobody"),
    }
    hung = jack is not None and bool(jack.data.get("hang")) and jack.side == side
    tags = ({"hung"} if hung else set()) | ({"two"} if right > 1 else set())
    tags |= set() if any(d.tally.at_once.values()) else {"plain"}
    facts = _points_facts(d) | {"side": d.ctx.side(side), "n": right}
    trick = 0
    if jack is not None and jack.cards:
        facts |= _card_facts(d, jack.cards[0])
        trick = d.trick_of(jack.cards[0])
    accepted = each([right])
    yield Task(
        d.end, d.you, "number", accepted, sound(ideas, accepted), facts, frozenset(tags), (),
        d.show_trick(trick or len(d.ctx.tricks)), most=40,
    )  # fmt: skip


def _points_facts(d: Dealt) -> dict[str, Any]:
    return {"points": points_line(d, d.tally), "count": counts_line(d.ctx, d.tally.count)}


def points_line(d: Dealt, judged: Tally) -> str:
    """High: you 1, Low: North 1 …"""
    said = []
    for name, award in judged.awards.items():
        label = capital(term("jack", d.book)) if name == "jack" else phrase(f"point.{name}")
        n = f" {award.n}" if award.side is not None else ""
        said.append(f"{label}: {d.ctx.side(award.side)}{n}")
    return ", ".join(said)


def out_first(d: Dealt) -> Iterator[Task]:
    """Both sides can reach the target with this deal: who is out first? Tags: "early" (before Game is counted)."""
    if any(d.tally.at_once.values()) or len(d.sides) != 2:
        return
    totals = [d.tally.totals[side] for side in d.sides]
    if not all(totals):
        return
    scores = tuple(d.rules.target - n for n in totals)
    end = replayed(d.end, d.book, scores)
    if end is None or not end.over or end.winner is None:
        return
    right = end.winner
    more = _most(d.tally.totals)
    ahead = _most(dict(zip(d.sides, scores, strict=True)))
    ideas = {"more_points": [only(more)] if more else [], "nearer": [only(ahead)] if ahead else []}
    ideas["both_out"] = [only(EITHER)]
    judged = tally(end)
    stand = dict(zip(d.sides, scores, strict=True))
    scored = ", ".join(phrase("panel.tally", side=d.ctx.side(side), n=stand[side]) for side in _mine_first(d))
    by = judged.out_by or ""
    label = capital(term("jack", d.book)) if by == "jack" else phrase(f"point.{by}") if by else ""
    facts = {
        "side": d.ctx.side(right), "scores": scored, "target": d.rules.target, "by": label,
        "points": points_line(d, d.tally), "more": d.ctx.side(more),
    }  # fmt: skip
    accepted = each([right])
    tags = frozenset({"early"} if by != "game" else set())
    yield Task(
        end, d.you, "choice", accepted, sound(ideas, accepted), facts, tags, (*_mine_first(d), EITHER),
        d.show_trick(len(d.ctx.tricks)),
    )  # fmt: skip


# -- tricks and pegs ---------------------------------------------------------------------------------------------------


def find_trick(d: Dealt) -> Iterator[Task]:
    """In which trick did Low fall, was the Jack caught, or did most points lie?"""
    point, tricks = d.exercise.point, d.ctx.tricks
    numbers = tuple(str(n) for n in range(1, len(tricks) + 1))
    trump = d.end.trump or ""
    facts: dict[str, Any] = {"trump": suit_name(trump)}
    ideas: dict[str, Iterable[Answer]] = {}
    tags: set[str] = set()
    if point == "rich":
        right = _richest(d)
        ideas["ten_is_small"] = each(_richest(d, "T"))
        ideas["most_courts"] = each(_where_most(d, _COURTS))
        facts["n"] = _pips(d.rules, trump, [c for _, c in tricks[right[0] - 1].plays])
        facts["cards"] = show_all(c for _, c in tricks[right[0] - 1].plays if _pips(d.rules, trump, [c]))
    else:
        award = d.tally.awards.get(point)
        if award is None or not award.cards or award.cards[0] not in d.ctx.player_of:
            return
        card = award.cards[0]
        right = (d.trick_of(card),)
        facts |= _card_facts(d, card)
        tags |= {"caught"} if award.data.get("hang") else set()
        low = [n for n, t in enumerate(tricks, 1) if any(c.rank == "2" and c.suit != trump for _, c in t.plays)]
        plain = [n for n, t in enumerate(tricks, 1) if any(c.rank == "J" and c.suit != trump for _, c in t.plays)]
        ideas["any_two"] = each(low) if point == "low" else []
        ideas["plain_jack"] = each(plain) if point == "jack" else []
    facts["trick"] = listed(map(str, right), "or")
    accepted = each(right)
    yield Task(
        d.end, d.you, "trick", accepted, sound(ideas, accepted), facts, frozenset(tags), numbers, d.show_trick(right[0])
    )


def _where_most(d: Dealt, ranks: str) -> tuple[int, ...]:
    found = [sum(c.rank in ranks for _, c in t.plays) for t in d.ctx.tricks]
    return tuple(n for n, x in enumerate(found, 1) if x == max(found))


def pegs(d: Dealt) -> Iterator[Task]:
    """What does one side mark while the hand is played? Tags: "some"."""
    if d.rules.peg is None:
        return
    side, trump = d.side, d.end.trump or ""
    right = d.tally.pegs[side]
    worth = dict(d.rules.peg_values)

    def otherwise(**rules: Any) -> list[Answer]:
        return [only(tally(d.end, d.rules.replace(**rules)).pegs[side])]

    won = d.cards_won()[side]
    ideas = {
        "winner_marks": otherwise(peg_to="winner"),
        "player_marks": otherwise(peg_to="player_AKQ"),
        "every_suit": [only(sum(worth.get(c.rank, 0) for c in won))],
        "forget_five": [only(right - worth.get("5", 0))] if BY_TEXT["5" + trump] in won else [],
        "as_game": [only(_pips(d.rules, trump, won))],
    }
    marked = [e for e in d.tally.events if e.kind == "peg" and e.side == side]
    said = [phrase("exercise.pegged", n=e.n, cards=show_all(e.cards), trick=e.trick) for e in marked]
    other = next((e for e in d.tally.events if e.kind == "peg" and e.side != side), None)
    facts = {
        "side": d.ctx.side(side), "n": right, "sum": listed(said) or phrase("row.nobody"), "trump": suit_name(trump),
        "trick": marked[0].trick if marked else 1, "cards": show_all(c for e in marked for c in e.cards),
        "other": d.ctx.side(other.side if other else None),
    }  # fmt: skip
    accepted = each([right])
    tags = frozenset({"some"} if right else set())
    yield Task(
        d.end, d.you, "number", accepted, sound(ideas, accepted), facts, tags, (),
        d.show_trick(marked[0].trick if marked else 1), most=40,
    )  # fmt: skip
