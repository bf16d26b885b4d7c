"""The engine against the plain second scorer of ``naive.py``: every step lawful alike, every score alike."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from engine import naive

from allfours_edu.cards import Card
from allfours_edu.engine import GIVE, Position, deal, new_table, next_table
from allfours_edu.engine.table import Table, places
from allfours_edu.rules import Rules, RulesError
from allfours_edu.sources import load_rulebook

pytestmark = pytest.mark.engine
BOOKS = ("foster-1897", "hoyle-ten", "trinidad", "foster-all-fives", "cassell-all-fives")
EXTRA = (
    {"tie": "nobody"}, {"tie": "eldest"}, {"tie": "eldest_of_tied"}, {"low_to": "taker", "pips": "trumps_only"},
    {"hang_jack": 3, "pips": "tricks"},
    {"gift_to": "beggar"}, {"earlier_turns": "final_only"}, {"refused_suit": "scores"},
    {"discarded": "counts_as_dealt"},
    {"undertrump": "barred"}, {"void": "must_trump"}, {"follow": "follow_else_any", "jack_free": True},
    {"after_run": "all", "pips": "all_cards"}, {"trick_by": "any_highest", "point_to": "taker"},
    {"after_run": "nine_once"},
    {"gift_may_put_out": False, "gift_needs_trump": True}, {"after_trick": "trump"}, {"peg_to": "player_AKQ"},
    {"peg_to": "winner_any_suit"},
    {"trump_five": 5}, {"jack_besides": True},
)  # fmt: skip


def every_rules() -> list[tuple[str, Rules]]:
    """The books, their options one at a time, and each with single fields changed."""
    found = []
    for name in BOOKS:
        book = load_rulebook(name)
        found.append((name, book.rules))
        found += [(f"{name}+{option}", book.with_options([option]).rules) for option in book.options]
        for change in EXTRA:
            try:
                found.append((f"{name} {change}", book.rules.replace(**change)))
            except RulesError:  # a field of a group this book does not have
                continue
    return found


def plain(rules: Rules) -> dict:
    """The rules as the naive scorer takes them: a dict."""
    return dict(rules.values())


def naive_deal(table: Table) -> naive.Deal:
    hands: list[list[str]] = [[] for _ in table.players]
    slots, at = places(table.rules, table.size)
    for place, seat in slots:
        hands[seat].append(table.pack[place].text)
    stock = [c.text for c in table.pack[at:]]
    return naive.Deal(plain(table.rules), list(table.side_of), list(table.scores), hands, stock)


def compare_deal(table: Table, rng: random.Random) -> Position:
    """Play one deal at random, step by step beside the naive scorer."""
    at, other = deal(table), naive_deal(table)
    started = other.rule["trump_from"] != "turn"
    if started:
        other.begin_play()
    while not at.over:
        assert other.match.over_by is None
        assert list(at.scores.values()) == other.match.scores
        legal = at.legal_actions()
        if at.phase == "play":
            if not started:
                other.begin_play()
                started = True
            assert at.to_act == table.players[other.to_play]
            assert {c.text for c in legal if isinstance(c, Card)} == other.allowed()
        if at.phase == "answer":
            assert (GIVE in legal) == other.may_give()
        action = rng.choice(legal)
        seat = at.seat
        at = at.apply(action)
        if isinstance(action, Card):
            other.play(action.text)
        elif action.verb == "stand":
            other.trump_stands()
        elif action.verb == "give":
            other.give()
        elif action.verb == "run":
            other.run()
            if not other.void_deal and other.match.over_by is None and at.phase in ("discard", "play", "over"):
                assert at.over or (at.phase == "discard") == (other.keeps() < len(other.hands[0]))
                other.trump_stands()  # which may end the match
        elif action.verb == "refuse":
            other.trump_stands()
        elif action.verb == "discard":
            assert action.card is not None
            other.discard(seat, action.card.text)
    finish(at, other)
    return at


def finish(at: Position, other: naive.Deal) -> None:
    assert [at.table.players[n] for n in other.winners] == [t.winner for t in at.tricks]
    if at.frame.redeal:
        assert other.void_deal
    elif other.match.over_by is None:
        awards = {e.point: (e.side, e.n) for e in at.events() if e.kind == "award"}
        for point, (side, n) in other.points().items():
            name = at.table.sides[side].name if side is not None else None
            assert awards[point] == (name, n if side is not None else 0), point
        other.settle()
    assert list(at.scores.values()) == other.match.scores
    if other.match.over_by is None:
        assert at.winner is None
    else:
        side, what = other.match.over_by
        assert (at.winner, at.frame.out_by) == (at.table.sides[side].name, what)


def test_two_thousand_random_deals_scored_twice() -> None:
    rng = random.Random(2026)
    deals: Counter[str] = Counter()
    endings: Counter[str | None] = Counter()
    variants = every_rules()
    for round_ in range(8):
        for name, rules in variants:
            for players in rules.players:
                table = new_table(rules, players, seed=f"{name}/{players}/{round_}")
                scores = tuple(rng.randrange(rules.target) for _ in table.sides)
                at = compare_deal(replace(table, scores=scores), rng)
                deals[name.split("+")[0].split(" ")[0]] += 1
                endings[at.frame.out_by] += 1
    assert sum(deals.values()) >= 2000
    assert set(deals) == set(BOOKS)
    assert {None, "high", "low", "jack", "game", "turn", "gift", "peg"} <= set(endings)


@pytest.mark.parametrize("name", BOOKS)
def test_a_match_to_its_end(name: str) -> None:
    rng = random.Random(name)
    rules = load_rulebook(name).rules
    for players in rules.players:
        table: Table | None = new_table(rules, players, seed=5)
        count = 0
        while table is not None:
            at = compare_deal(table, rng)
            table = next_table(at)
            count += 1
            assert count < 500
        assert at.winner is not None
        assert at.scores[at.winner] >= rules.target
