"""What holds in every deal under any rules: played at random under all books, options and lawful mixtures of fields."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from engine.holding import redealt, unseen, whereabouts
from engine.variants import every_rules, neighbours, switched
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from allfours_edu.cards import PACK, Card
from allfours_edu.engine import Call, Event, IllegalAction, Position, deal, new_table, next_table
from allfours_edu.engine.cardplay import lawful
from allfours_edu.engine.table import Table

pytestmark = pytest.mark.engine
quick = settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
seeds = st.integers(0, 10**9)


def a_table(rng: random.Random, referee: bool = False) -> Table:
    """Some table under some rules, scores anywhere in a match."""
    _, rules = rng.choice(every_rules())
    rules = switched(rules, rng)
    table = new_table(rules, rng.choice(rules.players), seed=rng.randrange(10**6), referee=referee)
    if rng.random() < 0.5 and rules.pool is None:
        table = replace(table, scores=tuple(rng.randrange(min(rules.target, 61)) for _ in table.sides))
    return replace(table, simple=rules.pool is not None and rng.random() < 0.2)


def positions(table: Table, rng: random.Random) -> Iterator[Position]:
    """A deal played at random, with a right out of turn now and then, position by position."""
    at = deal(table)
    yield at
    while not at.over:
        seat = rng.choice(table.players)
        rights = at.rights(seat)
        if rights and rng.random() < 0.1:
            at = at.apply(rng.choice(rights), by=seat)
        else:
            at = at.apply(rng.choice(at.legal_actions()))
        yield at


def last(table: Table, rng: random.Random) -> Position:
    *_, at = positions(table, rng)
    return at


def state(at: Position) -> tuple[Any, ...]:
    """Everything there is to know of a position, as values."""
    frame = {k: v for k, v in vars(at.frame).items() if k not in ("resumed", "layout")}
    return (
        frame, at.seat, at.left, at.legal, at.leader, at.led, at.best, at.taker, at.action, at.by,
        at.scores, at.legal_actions(), at.plays,
    )  # fmt: skip


# -- moving -------------------------------------------------------------------------------------------


@quick
@given(seeds)
def test_cards_are_conserved_and_old_positions_stand(seed: int) -> None:
    rng = random.Random(seed)
    table = a_table(rng)
    before = []
    for at in positions(table, rng):
        assert whereabouts(at) == Counter(table.pack)
        before.append((at, state(at)))
    assert at.to_act is None
    assert at.legal_actions() == ()
    for old, was in before:
        assert state(old) == was
    again = deal(table)
    for seat, action in at.actions():
        again = again.apply(action, by=seat)
    assert state(again) == state(at)
    assert again.events() == at.events()


@quick
@given(seeds)
def test_lawful_actions_apply_and_others_are_refused(seed: int) -> None:
    rng = random.Random(seed)
    for at in positions(a_table(rng), rng):
        legal = at.legal_actions()
        was = state(at)
        assert len(set(legal)) == len(legal)
        assert bool(legal) != at.over
        for action in legal:
            assert at.why_not(action) is None
            assert at.apply(action).previous is not None
        others = [c for c in rng.sample(PACK, 8) if c not in legal]
        others += [c for c in map(Call, ("beg", "give", "run", "sell", "agree", "declare_out")) if c not in legal]
        rights = at.rights(at.to_act) if at.to_act else ()
        for action in others:
            if action in rights:
                continue
            with pytest.raises(IllegalAction) as refused:
                at.apply(action)
            assert refused.value.reason
            assert refused.value.legal == legal
            if isinstance(action, Card) and at.phase == "play" and action.bit & at._held(at.seat):
                assert getattr(at.rules, str(refused.value.field)) not in (None, "free", "allowed", False)
        assert state(at) == was


@quick
@given(seeds)
def test_the_short_law_of_following_is_the_whole_law(seed: int) -> None:
    rng = random.Random(seed)
    for at in positions(a_table(rng), rng):
        if at.phase == "play" and at.led and at.frame.layout is not None:
            assert at.legal == lawful(at.rules, at.frame.layout, at._held(at.seat), at.led, at.best)


@quick
@given(seeds)
def test_events_keep_the_same_score(seed: int) -> None:
    rng = random.Random(seed)
    for at in positions(a_table(rng), rng):
        if rng.random() < 0.2 or at.over:
            told = at.events()
            assert told[-1].scores == at.frame.scores
            assert all(len(e.scores) == len(at.scores) for e in told)
            assert [e.cards[0] for e in told if e.kind == "play"] == [c for _, c in at.plays]
    assert (told[-1].kind, told[-1].side) == ("end", at.winner)


@quick
@given(seeds)
def test_counters_are_neither_made_nor_lost(seed: int) -> None:
    rng = random.Random(seed)
    games = [rules for _, rules in every_rules() if rules.pool is not None]
    rules = switched(rng.choice(games), rng, 2)
    table: Table | None = new_table(rules, rng.choice(rules.players), seed=seed)
    for _ in range(4):
        if table is None:
            break
        at = last(table, rng)
        assert sum(at.scores.values()) + at.frame.next_pool == sum(table.scores) + table.pool
        table = next_table(at)
        assert table is None or table.pool == at.frame.next_pool


@pytest.mark.parametrize("name", [name for name, rules in every_rules() if rules.pool is None])
def test_a_match_ends(name: str) -> None:
    rng = random.Random(name)
    rules = dict(every_rules())[name]
    if rules.auction is not None:  # bids at random would be set back for ever
        rules = rules.replace(set_back=False)
    table: Table | None = new_table(rules, seed=name)
    for count in range(1000):
        at = last(table, rng)
        table = next_table(at)
        if table is None:
            assert at.winner is not None or at.result.loser is not None
            return
        assert table.deal + table.attempt > count // 20
    pytest.fail("no end after 1000 deals")


# -- a referee ----------------------------------------------------------------------------------------


@quick
@given(seeds)
def test_under_a_referee_faults_claims_and_corrections_keep_the_score(seed: int) -> None:
    rng = random.Random(seed)
    table = a_table(rng, referee=True)
    at = deal(table)
    while not at.over or rng.random() < 0.5:
        seat = rng.choice(table.players)
        rights = at.rights(seat)
        with contextlib.suppress(IllegalAction):  # a false claim: nothing else can be unlawful here
            if rights and (rng.random() < 0.3 or at.over):
                at = at.apply(rng.choice(rights), by=seat)
            elif at.phase == "play" and rng.random() < 0.3:
                at = at.apply(rng.choice(at.hand(str(at.to_act))))
            elif not at.over:
                at = at.apply(rng.choice(at.legal_actions()))
    again = deal(table)
    for seat, action in at.actions():
        again = again.apply(action, by=seat)
    assert again.scores == at.scores
    told = at.events()
    assert told[-1].scores == at.frame.scores
    assert told[-1].side == at.winner


# -- views --------------------------------------------------------------------------------------------


@quick
@given(seeds)
def test_a_view_leaks_nothing(seed: int) -> None:
    rng = random.Random(seed)
    table = a_table(rng)
    compared = 0
    for at in positions(table, rng):
        if at.over or rng.random() < 0.6:
            continue
        for seat in table.players:
            view = at.seen_by(seat)
            assert "seed" not in vars(view)
            assert "pack" not in vars(view)
            hidden = unseen(at, seat, view)
            for _ in range(3):
                other = redealt(at, seat, hidden, rng)
                if other is not None:
                    assert other.seen_by(seat) == view
                    compared += 1
                    break
    _compared.append(compared)


_compared: list[int] = []


def test_views_were_compared() -> None:
    assert not _compared or sum(_compared) > 5 * len(_compared)


# -- because ------------------------------------------------------------------------------------------

Key = tuple[Any, ...]


def by_key(told: tuple[Event, ...], until: int) -> dict[Key, Event]:
    """Events before the action number ``until``, by what happened and how often it had happened before."""
    found: dict[Key, Event] = {}
    for number, event in numbered(told):
        if number < until:
            key = (event.kind, event.topic, event.seat, event.cards, event.trick, event.point, event.action)
            if event.kind in ("gift", "penalty", "award"):
                key = (*key, event.side if event.kind != "award" else None)
            if event.kind == "out":
                key = ("out",)
            n = sum(k[:-1] == key for k in found)
            found[(*key, n)] = event
    return found


def numbered(told: tuple[Event, ...]) -> Iterator[tuple[int, Event]]:
    number = 0
    for event in told:
        number += event.kind in ("play", "call", "discard")
        yield number, event


def consequence(event: Event) -> tuple[Any, ...]:
    score = event.scores if event.kind in ("settle", "out", "end") else ()
    point = event.point if event.kind == "out" else None
    return event.side, event.n, dict(event.data), score, point


def unexplained(told: tuple[Event, ...], other: tuple[Event, ...], field: str) -> list[Any]:
    """Events that differ between two tellings without citing ``field``.

    Once one telling ends the match and the other does not, what follows is explained by that end.
    """
    ends = [next(((n, e) for n, e in numbered(t) if e.kind == "out"), (10**6, None)) for t in (told, other)]
    until = 10**6
    wrong: list[Any] = []
    if ends[0][0] != ends[1][0]:
        until, first = min(ends, key=lambda pair: pair[0])
        if first is not None and field not in first.because:
            wrong.append(first)
    mine, theirs = by_key(told, until), by_key(other, until)
    for key in mine.keys() | theirs.keys():
        a, b = mine.get(key), theirs.get(key)
        if a is None or b is None:
            event = a or b
            assert event is not None
            if field not in event.because:
                wrong.append((event, "only in one"))
        elif consequence(a) != consequence(b) and (field not in a.because or field not in b.because):
            wrong.append((a, b))
    return wrong


@cache
def _neighbours(rules: Any) -> list[tuple[str, Any]]:
    return neighbours(rules)


def check_because(at: Position) -> None:
    told = at.events()
    for field, rules in _neighbours(at.rules):
        other = at.events(rules)
        if other != told:
            wrong = unexplained(told, other, field)
            assert not wrong, (field, getattr(at.rules, field), getattr(rules, field), wrong)


@settings(quick, max_examples=8)
@given(seeds)
def test_because_is_complete_under_mixed_rules(seed: int) -> None:
    rng = random.Random(seed)
    table = a_table(rng)
    for n in range(2):
        check_because(last(replace(table, pack=new_table(table.rules, table.size, seed=seed + n).pack), rng))


@pytest.mark.parametrize("name", [name for name, _ in every_rules() if "+" not in name])
def test_because_is_complete(name: str) -> None:
    rng = random.Random(name)
    rules = dict(every_rules())[name]
    for n in range(max(3, len(rules.players))):
        players = rules.players[n % len(rules.players)]
        table = new_table(rules, players, seed=n)
        if rules.pool is None:
            scores = tuple(max(0, rules.target - rng.randrange(1, 5)) for _ in table.sides)
            table = replace(table, scores=scores if n % 2 else table.scores)
        check_because(last(table, rng))


def test_because_names_fields_in_order_and_only_those_read() -> None:
    rules = dict(every_rules())["foster-1897"]
    at = last(new_table(rules, 4, seed=3), random.Random(3))
    for event in at.events():
        assert len(set(event.because)) == len(event.because)
        assert all(getattr(rules, field) is not None for field in event.because)
