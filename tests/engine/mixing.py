"""Books with switches thrown at random, and matches played by them: everything that must hold, checked as it goes.

A trial is named by a book and a number and is the same for ever: ``trial("foster-1897", 17)``. tools/fuzz.py runs ten
thousand deals of them under each book, tests/test_mixing.py a few.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from engine.holding import redealt, unseen, whereabouts

from allfours_edu.analysis.expert import Expert
from allfours_edu.analysis.players import Player, chance_key, player
from allfours_edu.cards import Card
from allfours_edu.engine import Action, IllegalAction, Position, deal, new_table, next_table
from allfours_edu.engine.events import Event
from allfours_edu.engine.scoring import peg_total, points_total
from allfours_edu.engine.table import Table
from allfours_edu.record import Record
from allfours_edu.rules import FIELDS, GROUPS, RulesError, choices
from allfours_edu.sources import Rulebook, load_rulebook, rulebooks
from allfours_edu.teach.deciding import attested

MOST_DEALS = 40
"""Of one match; where nobody can be set back it must have ended long before :data:`BOUND`."""
BOUND = 400
MOST_COUNTERS = 1 << 28  # a pool without a limit doubles and doubles
LEVELS: dict[str, Player | None] = {
    "novice": player("novice"), "foster": player("foster"), "expert": Expert(samples=1), "random": None,
}  # fmt: skip
"""Who may sit at a table. The expert imagines one deal only, and plays in few: he takes his time. Chance alone errs."""
OFTEN = ("novice", "foster", "random")
_SPARE = {"target", "players"}  # as the book has them: a match to 61 shows nothing that one to 7 does not


class Failed(AssertionError):
    """A trial that went wrong; the message names it so that it can be run again."""


class Trial(NamedTuple):
    """What a trial came to."""

    book: Rulebook
    deals: int
    ended: bool


# -- switches ----------------------------------------------------------------------------------------


@cache
def values(field: str) -> tuple[Any, ...]:
    """All values a field may be switched to: its closed list, or what some book or text gives."""
    return choices(field) or attested(field)


@cache
def _phases(group: str) -> tuple[Any, ...]:
    """The ways the books have a phase, none at all among them."""
    return (None, *{getattr(load_rulebook(id).rules, group) for id in rulebooks()} - {None})


def mixed(book: Rulebook, rng: random.Random, most: int = 8) -> Rulebook:
    """The book with up to ``most`` switches thrown; what makes no game is left as it was."""
    for _ in range(rng.randrange(most + 1)):
        try:
            book = book.replace(**_throw(book, rng))
        except RulesError:
            continue
    return book


def _throw(book: Rulebook, rng: random.Random) -> dict[str, Any]:
    if rng.random() < 0.08:
        group = rng.choice([g for g in GROUPS if len(_phases(g)) > 2])
        return {group: rng.choice(sorted(_phases(group), key=str))}
    fields = [f for f, group in FIELDS.items() if f not in _SPARE and getattr(book.rules, group) is not None]
    thrown = rng.sample(fields, rng.choice((1, 1, 1, 2)))
    return {f: rng.choice(found) for f in thrown if (found := values(f))}


# -- playing -----------------------------------------------------------------------------------------


def first_table(book: Rulebook, rng: random.Random, seed: object) -> Table:
    """Some table of the book, at nought or anywhere in a match."""
    rules = book.rules
    table = new_table(rules, rng.choice(rules.players), seed=seed, referee=rng.random() < 0.15)
    if rng.random() < 0.6 and rules.pool is None:
        least = max(0, rules.target - 12)
        table = replace(table, scores=tuple(rng.randrange(least, rules.target) for _ in table.sides))
    return replace(table, simple=rules.pool is not None and rng.random() < 0.2)


def played(table: Table, levels: dict[str, str], rng: random.Random) -> Iterator[Position]:
    """One deal, position by position; now and then somebody uses a right, or errs where there is a referee."""
    at = deal(table)
    yield at
    while not at.over:
        seat = str(at.to_act)
        other = rng.choice(table.players)
        rights = at.rights(other)
        if rights and rng.random() < 0.08:
            try:
                at = at.apply(rng.choice(rights), by=other)
            except IllegalAction as error:
                if error.reason != "no_fault_found":  # the one thing that is offered and may be in vain
                    raise
                continue
        else:
            at = at.apply(_choice(at, levels[seat], rng))
        yield at


def _choice(at: Position, level: str, rng: random.Random) -> Action:
    sits, seat = LEVELS[level], str(at.to_act)
    if sits is None:
        return _slip(at, rng) or rng.choice(at.legal_actions())
    action = sits.choose(at.seen_by(seat), chance_key(at.table)).action
    if action not in at.legal_actions():
        raise Failed(f"{level} wants {action} where lawful is {at.legal_actions()}")
    return action


def _slip(at: Position, rng: random.Random) -> Card | None:
    """Under a referee, a card that may not be played."""
    if not at.table.referee or at.phase != "play" or at.frame.layout is None or rng.random() < 0.8:
        return None
    return rng.choice(at.hand(str(at.to_act)))


# -- what must hold ----------------------------------------------------------------------------------


def check_deal(at: Position, book: Rulebook, rng: random.Random) -> None:
    """A deal that is over: cards, points and counters, the story, the replay, and what can be seen."""
    table = at.table
    path = at.path()
    for moment in (at, rng.choice(path)):
        if not table.referee:
            _hold(whereabouts(moment) == Counter(table.pack), "a card was lost or made")
    told = at.events()
    _check_points(at, told)
    _hold(_again(at).events() == told, "the replay tells another story")
    if rng.random() < 0.15:
        record = Record.of(at, book)
        _hold(Record.read(record.to_json(), book) == record, "the record reads otherwise than it was written")
    if rng.random() < 0.15:
        for moment in rng.sample(path, min(2, len(path))):
            _check_views(moment, rng)


def _again(at: Position) -> Position:
    """The same deal, played anew by what was done."""
    again = deal(at.table)
    for seat, action in at.actions():
        again = again.apply(action, by=seat)
    return again


def _check_points(at: Position, told: tuple[Event, ...]) -> None:
    table, rules = at.table, at.rules
    _hold(told[-1].scores == at.frame.scores, f"the story ends at {told[-1].scores}, the deal at {at.frame.scores}")
    _hold(told[-1].side == at.winner, "the story names another winner")
    if rules.pool is not None:
        before = sum(table.scores) + table.pool
        _hold(sum(at.scores.values()) + at.frame.next_pool == before, "counters were made or lost")
        return
    if table.referee:  # a card that is taken back has been told
        return
    made = sum(event.n for event in told if event.kind == "award" and event.side is not None)
    _hold(made <= points_total(rules), f"{made} points in a deal of {points_total(rules)}")
    pegged = sum(event.n for event in told if event.kind == "peg")
    _hold(pegged <= peg_total(rules), f"{pegged} pegged where {peg_total(rules)} is all")


def _check_views(at: Position, rng: random.Random) -> None:
    between = at.previous is not None and at.action is None  # an unasked pitch passes through one: nobody sees it
    if at.over or at.table.referee or between:
        return
    for seat in at.table.players:
        view = at.seen_by(seat)
        other = redealt(at, seat, unseen(at, seat, view), rng)
        _hold(other is None or other.seen_by(seat) == view, f"{seat} sees what he may not know in {at.phase}")


def _hold(true: bool, why: str) -> None:
    if not true:
        raise Failed(why)


# -- a trial -----------------------------------------------------------------------------------------


def trial(id: str, number: int) -> Trial:
    """One match, or the first deals of one, under a book with switches thrown. Raises :class:`Failed`."""
    name = f"{id}/{number}"
    rng = random.Random(name)
    book = mixed(load_rulebook(id), rng)
    try:
        return _match(book, rng, name)
    except Exception as error:
        raise Failed(f"{name}: {book!r}: {type(error).__name__}: {error}") from error


def _match(book: Rulebook, rng: random.Random, name: str) -> Trial:
    table: Table | None = first_table(book, rng, name)
    assert table is not None
    everybody = rng.choice((*OFTEN, "mixed", "mixed"))
    levels = {seat: rng.choice(OFTEN) if everybody == "mixed" else everybody for seat in table.players}
    first = levels | ({rng.choice(table.players): "expert"} if rng.random() < 0.1 else {})
    endless = book.rules.pool is not None or _goes_back(table)
    for count in range(1, BOUND + 1):
        *_, at = played(table, first if count == 1 else levels, rng)
        if count <= MOST_DEALS:
            check_deal(at, book, rng)
        table = next_table(at)
        if table is None:
            won = at.winner is not None or at.result.loser is not None
            _hold(won or book.rules.pool is not None, "the match stopped and nobody had won")
            return Trial(book, count, True)
        if endless and (count >= MOST_DEALS or table.pool > MOST_COUNTERS):
            return Trial(book, count, False)
    raise Failed(f"no end after {BOUND} deals: {at.scores}, target {book.rules.target}")


def _goes_back(table: Table) -> bool:
    """Can a side lose points, so that chance players may never come to an end?"""
    return bool(table.rules.set_back) or table.referee
