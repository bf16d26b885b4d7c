"""A question about one deal, with all that the engine found out about it: the right answers, and the mistaken ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ..cards import Card
from ..engine import Position
from .exercise_deals import Show

Answer = frozenset[str]
"""What was chosen: texts of cards, a side, a seat, a number. Empty: nothing."""
Control = Literal["cards", "card", "seat", "number", "choice", "trick"]
BLANK: Answer = frozenset()
NOBODY, LEVEL, EITHER = "nobody", "level", "either"


def only(answer: object) -> Answer:
    """The answer that is this one thing."""
    return frozenset((str(answer),))


def each(answers: Iterable[object]) -> tuple[Answer, ...]:
    """Any one of these."""
    return tuple(dict.fromkeys(only(a) for a in answers))


def texts(cards: Iterable[Card]) -> Answer:
    """A set of cards as an answer."""
    return frozenset(c.text for c in cards)


@dataclass(frozen=True)
class Task:
    """One question about one deal.

    ``at`` is what lies on the table. ``accepted`` are the right answers, all equally good. ``ideas``: what somebody
    would answer who has this or that wrong idea; ``shows``: what to show him. ``tags`` describe the deal, and ``facts``
    go into the texts.
    """

    at: Position
    you: str
    control: Control
    accepted: tuple[Answer, ...]
    ideas: Mapping[str, tuple[Answer, ...]]
    facts: Mapping[str, Any]
    tags: frozenset[str] = frozenset()
    offered: tuple[str, ...] = ()
    """Ids of the options, for seats, choices and tricks."""
    show: Show | None = None
    shows: Mapping[str, Show] = field(default_factory=dict)
    most: int = 99
    hidden_winner: bool = False
    """Is who takes the trick on the table the question itself?"""
    open_hands: bool = False

    @property
    def right(self) -> Answer:
        """The right answer, or one of them."""
        return self.accepted[0]

    def idea(self, answer: Answer) -> str:
        """The wrong idea that leads to this answer; nothing where none is known."""
        return next((name for name, answers in self.ideas.items() if answer in answers), "")

    def allows(self, answer: Answer) -> bool:
        """Is it an answer to this question at all, right or wrong?"""
        if not answer:
            return True
        if self.control == "number":
            return len(answer) == 1 and all(a.isdecimal() and int(a) <= self.most for a in answer)
        return answer <= set(self.offered) and (self.control == "cards" or len(answer) == 1)


def sound(ideas: Mapping[str, Iterable[Answer]], accepted: tuple[Answer, ...]) -> dict[str, tuple[Answer, ...]]:
    """The ideas that lead to a wrong answer here, each answer under the first idea that gives it."""
    found: dict[str, tuple[Answer, ...]] = {}
    taken = set(accepted)
    for name, answers in ideas.items():
        mine = tuple(a for a in dict.fromkeys(answers) if a not in taken)
        taken.update(mine)
        if mine:
            found[name] = mine
    return found
