"""Rules to try the engine with: the books, their options, the bare games, and random switches of their fields."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from engine import rules_bare

from allfours_edu.rules import FIELDS, Rules, RulesError, choices
from allfours_edu.sources import load_rulebook

BOOKS = ("foster-1897", "hoyle-ten", "trinidad", "foster-all-fives", "cassell-all-fives")
SWITCHES = {name: values for name in FIELDS if len(values := choices(name)) > 1}
NUMBERS: dict[str, tuple[Any, ...]] = {
    "target": (5, 8, 14), "hang_jack": (1, 3, 6), "trump_five": (0, 5), "bid_most": (3, 5), "unasked_pitch": (2,),
    "turn_points": ((("A", 1), ("6", 2), ("J", 3)), (("J", 2),)), "deal_stake": (1, 3), "red_is": (3,),
    "points": ((("high", 1), ("low", 1), ("jack", 1), ("game", 2)),), "out_order": (("game", "jack", "low", "high"),),
    "peg_values": ((("A", 1), ("T", 5)),),
}  # fmt: skip
"""Other values for fields without a closed list."""


@cache
def every_rules() -> tuple[tuple[str, Rules], ...]:
    """Every book as it stands, with each of its options, and the bare games."""
    found = []
    for name in BOOKS:
        book = load_rulebook(name)
        found.append((name, book.rules))
        found += [(f"{name}+{option}", book.with_options([option]).rules) for option in book.options]
    return (*found, *((name, make()) for name, make in rules_bare.ALL.items()))


def switched(rules: Rules, rng: random.Random, most: int = 3) -> Rules:
    """The rules with up to ``most`` fields changed, such that they still make a game."""
    for _ in range(rng.randrange(most + 1)):
        field = rng.choice(list(SWITCHES))
        try:
            rules = rules.replace(**{field: rng.choice(SWITCHES[field])})
        except RulesError:
            continue
    return rules


def neighbours(rules: Rules) -> list[tuple[str, Rules]]:
    """(field, rules with that field changed) for every field and every other value that makes a game."""
    found = []
    for field, values in (SWITCHES | NUMBERS).items():
        old = getattr(rules, field)
        for value in values:
            if value != old:
                try:
                    found.append((field, rules.replace(**{field: value})))
                except RulesError:
                    continue
    return found
