"""How much a rule weighs: in what share of deals another answer to one question changes what is awarded.

The same cards are dealt under both answers, and whatever the players leave to chance is drawn from the same lots
(:func:`.players.draw`): where nobody decides otherwise nothing is played otherwise, so only the rule makes the
difference.

>>> from allfours_edu.sources import load_rulebook
>>> rules = load_rulebook("foster-1897").rules
>>> found = weigh(rules, "low_to", "taker", size=2, n=200, policy="novice")
>>> found.n, 0.25 < found.share < 0.55
(200, True)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ..engine import Event, Position, Table, deal, new_table
from ..rules import FIELDS, Rules
from .intervals import wilson
from .players import Player, chance_key, player

_LONGEST = 600
_PAID = frozenset({"turn", "gift", "award", "peg", "sale", "penalty", "stake", "settle"})
_ONLY_COUNTED = frozenset({"score", "turn"})  # a player who reads no rules plays these deals alike: judging is enough
_READS_NOTHING = "novice"


@dataclass(frozen=True, slots=True)
class Weight:
    """In ``changed`` of ``n`` deals (of those ``played``: not thrown in under both) the awards were others.

    ``share`` is changed / n; ``low`` and ``high`` are its 95 % interval (Wilson).
    """

    field: str
    value: Any
    other: Any
    size: int
    policy: str
    n: int
    changed: int

    @property
    def share(self) -> float:
        return self.changed / self.n if self.n else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.changed, self.n)


def weigh(
    rules: Rules,
    field: str,
    other: Any,
    *,
    size: int,
    n: int = 1000,
    policy: str = "novice",
    seed: int = 0,
    stop: Callable[[int, int], bool] | None = None,
) -> Weight:
    """The weight of one field: ``rules`` as they are against ``rules`` with ``field`` = ``other``.

    ``size``: players at the table. ``n``: deals, of the seeds from ``seed`` on. ``policy``: the computer player in each
    seat. ``stop`` is told (deals so far, deals changed) after each deal and ends the count by answering True: what was
    counted so far stands, with its ``n``.

    Raises :class:`~allfours_edu.rules.RulesError` where the other value makes no game with these rules.
    """
    changed_rules = rules.replace(**{field: other})
    judge = policy == _READS_NOTHING and FIELDS[field] in _ONLY_COUNTED
    done = changed = 0
    for one in range(seed, seed + n):
        own = _dealt(rules, size, one, policy)
        if judge:
            differs = paid(own) != paid(own, changed_rules)
        else:
            differs = paid(own) != paid(played_deal(new_table(changed_rules, size, seed=one), policy))
        done, changed = done + 1, changed + differs
        if stop is not None and stop(done, changed):
            break
    return Weight(field, getattr(rules, field), other, size, policy, done, changed)


def played_deal(table: Table, policy: str | Player) -> Position:
    """A deal played to its end, one computer player in every seat."""
    someone = player(policy) if isinstance(policy, str) else policy
    at, key = deal(table), chance_key(table)
    for _ in range(_LONGEST):
        if at.to_act is None:
            return at
        at = at.apply(someone.choose(at.seen_by(at.to_act), key).action)
    raise RuntimeError("the computer players do not come to an end")


@lru_cache(maxsize=4096)  # one after another all fields of a book are weighed on the same deals
def _dealt(rules: Rules, size: int, seed: int, policy: str) -> Position:
    return played_deal(new_table(rules, size, seed=seed), policy)


def paid(position: Position, rules: Rules | None = None) -> Counter[tuple[Any, ...]]:
    """All that a deal marks: what for, whose, and how much; judged by the position's own rules or by others."""
    return Counter(_items(position.events(rules)))


def _items(events: tuple[Event, ...]) -> Iterator[tuple[Any, ...]]:
    for event in events:
        if event.kind == "settle":
            for side, n in event.data.get("set_back", {}).items():
                yield ("set_back", None, side, n)
        elif event.kind in _PAID and event.side is not None and event.n:
            yield (event.kind, event.point, event.side, event.n)
