"""Books for tests that play: one of each kind of game, so that a new book of a known kind costs no minute.

What must hold of every book's *file* is tested with every book; what must hold of every *game* with these. All books
are played by ``tools/fuzz.py``, by the ten thousand deals.
"""

from __future__ import annotations

from collections.abc import Iterator

from allfours_edu.rules import Rules
from allfours_edu.sources import load_rulebook, rulebooks

ALWAYS = ("foster-1897", "trinidad")  # the reference, and the one that goes round the other way


def kind(rules: Rules) -> tuple[object, ...]:
    """What makes a table look and go different: where the trump comes from, and which phases there are."""
    phases = (rules.beg, rules.draw, rules.exchange, rules.peg)
    return (
        rules.trump_from,
        *(phase is not None for phase in phases),
        rules.auction and rules.seller,
        rules.pool and (rules.widow > 0, rules.flush),
        rules.joker,
        rules.count_from,
    )


def of_each_kind() -> Iterator[str]:
    met = set()
    for book in (*ALWAYS, *(b for b in rulebooks() if b not in ALWAYS)):
        this = kind(load_rulebook(book).rules)
        if this not in met or book in ALWAYS:
            met.add(this)
            yield book


def tables(most: int = 8) -> list[tuple[str, int]]:
    """Each kind at its smallest table, and at four or its largest (at most ``most``)."""
    found = []
    for book in KINDS:
        sizes = [n for n in load_rulebook(book).rules.players if n <= most]
        found += [(book, n) for n in sorted({min(sizes), 4 if 4 in sizes else max(sizes)})] if sizes else []
    return found


KINDS: tuple[str, ...] = tuple(of_each_kind())
