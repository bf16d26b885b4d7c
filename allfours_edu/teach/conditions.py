"""What a deal shows, in game terms, so that deals can be looked for: ``"jack_can_be_hung"``, ``"runs >= 2"``.

>>> from allfours_edu.api import new_deal
>>> from allfours_edu.analysis.weight import played_deal
>>> end = played_deal(new_deal("foster-1897", seed=7).table, "foster")
>>> parse("runs >= 1").holds(end), parse("not one_trump_out").holds(end)
(True, True)
>>> parse("rums>=2")
Traceback (most recent call last):
allfours_edu.errors.PlainValueError: There is no condition 'rums'. Did you mean 'runs'? There are: ...
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ..cards import Card
from ..engine import Call, Position, Verb
from ..errors import PlainValueError
from ..toml_files import unknown
from .tally import tally

Fact = Callable[[Position], int]
_WORDS = re.compile(r"\s*(not\s+)?([a-z_]{1,40})\s*(?:(>=|<=|==|=|>|<)\s*(\d{1,3}))?\s*")
_COMPARED: Mapping[str, Callable[[int, int], bool]] = {
    ">=": operator.ge, "<=": operator.le, "=": operator.eq, "==": operator.eq, ">": operator.gt, "<": operator.lt,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Condition:
    """A fact of the finished deal, compared with a number."""

    text: str
    fact: Fact
    sign: str = ">="
    number: int = 1
    denied: bool = False

    def holds(self, position: Position) -> bool:
        """Does the deal show it?"""
        return _COMPARED[self.sign](self.fact(position), self.number) is not self.denied


def parse(text: str) -> Condition:
    """A condition from its text: a name of :data:`FACTS`, perhaps with ``not`` before it or a number after it.

    Raises :class:`ValueError` for a name or a form nobody knows.
    """
    found = _WORDS.fullmatch(text.lower())
    if found is None:
        raise PlainValueError(f"A condition reads like 'jack_turned', 'not begged' or 'runs >= 2', not {text[:40]!r}.")
    denied, name, sign, number = found.groups()
    if name not in FACTS:
        raise PlainValueError(unknown("condition", name, FACTS))
    return Condition(" ".join(text.split()), FACTS[name], sign or ">=", int(number or 1), bool(denied))


def parse_all(texts: str | Iterable[str]) -> tuple[Condition, ...]:
    """Conditions from one text, separated by commas, or from several."""
    parts = texts.split(",") if isinstance(texts, str) else texts
    return tuple(parse(part) for part in parts if part.strip())


# -- the facts -------------------------------------------------------------------------------------------------------


def _calls(position: Position, verb: str) -> int:
    return sum(isinstance(a, Call) and a.verb == verb for _, a in position.actions())


def _trumps(position: Position) -> dict[Card, str]:
    """The trumps played, each with the seat that held it."""
    layout = position.frame.layout
    return {} if layout is None else {c: seat for seat, c in position.plays if layout.is_trump(c)}


def _side(position: Position, seat: str) -> int:
    return position.table.side_of[position.table.place[seat]]


def _jack(position: Position) -> tuple[Card, str] | None:
    return next(
        ((c, seat) for c, seat in _trumps(position).items() if c.rank == "J" and c.suit == position.trump), None
    )


def _taker(position: Position, card: Card) -> str | None:
    return next((trick.winner for trick in position.tricks if any(c is card for _, c in trick.plays)), None)


def _jack_can_be_hung(position: Position) -> int:
    """An adversary of the holder of the Jack was dealt a better trump."""
    jack = _jack(position)
    if jack is None:
        return 0
    better = {c: s for c, s in _trumps(position).items() if c.suit == jack[0].suit and c.rank in "QKA"}
    return int(any(_side(position, s) != _side(position, jack[1]) for s in better.values()))


def _jack_hung(position: Position) -> int:
    jack = _jack(position)
    winner = _taker(position, jack[0]) if jack is not None else None
    return int(jack is not None and winner is not None and _side(position, winner) != _side(position, jack[1]))


def _low_taken(position: Position) -> int:
    """The lowest trump was won by the other side than that which held it."""
    trumps = _trumps(position)
    if not trumps or position.frame.layout is None:
        return 0
    power = position.frame.layout.power
    low = min((c for c in trumps if c.suit == position.trump), key=lambda c: power[c.index], default=None)
    winner = _taker(position, low) if low is not None else None
    return int(low is not None and winner is not None and _side(position, winner) != _side(position, trumps[low]))


def _count(position: Position) -> list[int]:
    return list(tally(position).count.values())


def _tie_for_game(position: Position) -> int:
    count = _count(position)
    return int(len(count) > 1 and sorted(count)[-1] == sorted(count)[-2])


def _all_to_one(position: Position) -> int:
    """Every point of the book was made, and all by one side."""
    awards = tally(position).awards
    sides = {award.side for award in awards.values()}
    return int(len(awards) > 1 and len(sides) == 1 and None not in sides)


def _margin(position: Position) -> int:
    made = sorted(tally(position).totals.values())
    return made[-1] - made[-2]


FACTS: Mapping[str, Fact] = {
    "begged": lambda p: _calls(p, Verb.BEG),
    "gift": lambda p: _calls(p, Verb.GIVE),
    "runs": lambda p: int(p.frame.runs),
    "turn_ups": lambda p: len(p.turn_ups),
    "jack_turned": lambda p: sum(c.rank == "J" for c in p.turn_ups),
    "thrown_in": lambda p: int(p.frame.redeal),
    "bids": lambda p: _calls(p, Verb.BID),
    "trumps_out": lambda p: len(_trumps(p)),
    "one_trump_out": lambda p: int(len(_trumps(p)) == 1),
    "jack_out": lambda p: int(_jack(p) is not None),
    "jack_can_be_hung": _jack_can_be_hung,
    "jack_hung": _jack_hung,
    "low_taken": _low_taken,
    "tie_for_game": _tie_for_game,
    "nothing_to_count": lambda p: int(bool(_count(p)) and not any(_count(p))),
    "all_to_one": _all_to_one,
    "margin": _margin,
    "set_back": lambda p: int(bool(tally(p).set_back)),
    "match_won": lambda p: int(tally(p).winner is not None),
}
