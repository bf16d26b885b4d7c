"""A lesson on a teaching deal: which question stands, what was answered, what lies on the table. No pixels.

Cards are answered in kind: the reply of the script is played, and a wrong card loses its trick on the table until it is
taken back. Nothing is saved, so a lesson can always be begun again.

>>> from allfours_edu.teach.scenario import load_scenario
>>> lesson = Lesson(load_scenario("td-01"))
>>> lesson.answer("7S")
>>> lesson.settled, lesson.told.says
(False, 'A trump, so it beats the King. But the Jack is higher: West keeps it.')
>>> lesson.take_back(); lesson.answer("QS")
>>> lesson.settled, lesson.told.word
(True, 'Hanged')
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ..cards import Card
from ..engine import Event, Position
from ..errors import Plain
from ..sources import Rulebook
from .context import Context
from .moments import fell_in
from .outcome import Outcome, outcomes
from .scenario import (
    Answer,
    Scenario,
    Step,
    book_named,
    could_have_gone,
    follow,
    question_position,
    whole_line,
)
from .strings import capital, t
from .tally import POINTS, Tally, tally

LEVEL = "level"


class LessonError(Plain, ValueError):
    """Something that cannot be done at this point of a lesson. ``key`` names the sentence for the learner."""

    def __init__(self, key: str):
        self.key = key
        super().__init__(t(f"scenario.{key}"))


@dataclass(frozen=True)
class PointRow:
    """One of the points of the deal as the lesson shows it."""

    point: str
    text: str
    event: Event
    trick: int
    """In which trick its card fell; the last one for Game."""
    opened: bool

    @property
    def card(self) -> Card | None:
        return self.event.cards[0] if self.event.cards else None


class Lesson:
    """One learner's way through a scenario."""

    def __init__(self, scenario: Scenario, book: Rulebook | None = None):
        self.scenario = scenario
        self.book = book if book is not None else scenario.book
        self.n = 0
        self._enter(0)

    # -- where we are ----------------------------------------------------------------------------

    @property
    def step(self) -> Step:
        return self.scenario.steps[self.n]

    @property
    def total(self) -> int:
        return len(self.scenario.steps)

    @property
    def last(self) -> bool:
        return self.n == self.total - 1

    @property
    def step_book(self) -> Rulebook:
        """The book this question is asked under."""
        return book_named(self.step.book) if self.step.book else self.book

    @property
    def context(self) -> Context:
        return Context.of(self.position, self.scenario.you, self.step_book)

    @property
    def settled(self) -> bool:
        """Has the question been answered rightly (or, where it was to predict, at all)?"""
        return self.told is not None and (self.told.right or self.step.kind == "books")

    @property
    def finished(self) -> bool:
        return self.last and self.settled

    @property
    def may_take_back(self) -> bool:
        return self.told is not None and not self.settled and self.step.kind in ("card", "call")

    @property
    def asking(self) -> bool:
        """Does the question stand open? (The points are opened one by one before theirs is asked.)"""
        if self.step.kind == "points" and self.opened < len(self._order) - 1:
            return False
        return not self.settled and not self.may_take_back

    @property
    def open_hands(self) -> bool:
        return self.step.open or (self.told is not None and bool(self.told.show))

    def _enter(self, n: int) -> None:
        self.n = n
        self.told: Answer | None = None
        """The answer given last."""
        self.rungs = 0
        self.shown = False
        """Was the answer given by the last hint?"""
        self.opened = 1
        step = self.step
        if step.kind in ("card", "call", "choice"):
            self.position = question_position(self.scenario, step)
        else:
            self.position = whole_line(self.scenario, self.book)
        self.before = self.position
        """What lay on the table before the last answer."""
        self.asked = self.position
        """What lay on the table when the question was put."""

    @cached_property
    def _whole(self) -> Position:
        return whole_line(self.scenario, self.book)

    # -- doing -----------------------------------------------------------------------------------

    def answer(self, id: str) -> None:
        """Answer the question. Raises :class:`LessonError` where it does not stand or this is no answer to it."""
        if self.may_take_back:
            raise LessonError("take_back_first")
        if not self.asking:
            raise LessonError("done")
        found = self._prediction(id) if self.step.kind == "books" else self.step.answer(id)
        if found is None:
            raise LessonError("no_answer")
        self.told = found
        self.before = self.position = self.asked
        if self.step.kind in ("card", "call"):
            self.position = follow(self.asked, f"{found.id} {found.replies}")
        elif found.show:
            line = could_have_gone(self.asked, int(found.id), found.show)
            self.before, self.position = line[0], line[-1]
        if self.settled and self.step.kind == "points":
            self.opened = len(self._order)

    def take_back(self) -> None:
        """The card back into the hand; the hints given so far stay."""
        if not self.may_take_back:
            raise LessonError("nothing_back")
        self.told = None
        self.before = self.position = self.asked

    def hint(self) -> None:
        """The next rung of the ladder; the last one plays the answer."""
        if not self.asking or self.rungs >= len(self.step.hints):
            raise LessonError("no_more_hints")
        self.rungs += 1
        if self.rungs == len(self.step.hints) and self.step.line:
            self.answer(self.step.line)
            self.shown = True

    def go_on(self) -> None:
        """The next point, or the next question."""
        if self.step.kind == "points" and not self.settled and self.opened < len(self._order) - 1:
            self.opened += 1
        elif self.settled and not self.last:
            self._enter(self.n + 1)
        else:
            raise LessonError("no_card")

    def restart(self) -> None:
        """From the first question."""
        self._enter(0)

    # -- the four points -------------------------------------------------------------------------

    @property
    def _order(self) -> tuple[str, ...]:
        """The points in the order in which they are opened."""
        return self.step.order or tuple(self.tally.awards)

    @cached_property
    def tally(self) -> Tally:
        """What the deal, played as the right answers play it, brings under the book of the lesson."""
        return tally(self._whole, self.book.rules)

    def rows(self) -> list[PointRow]:
        """The points, those not yet opened among them."""
        opened = set(self._order[: self.opened])
        ctx = Context.of(self._whole, self.scenario.you, self.book)
        awards = sorted(self.tally.awards.items(), key=lambda pair: POINTS.index(pair[0]) if pair[0] in POINTS else 9)
        found = []
        for point, event in awards:
            text = self.step.rows.get(point, "")
            count = event.data.get("count")
            if count:
                ordered = sorted(count.items(), key=lambda pair: pair[0] != ctx.mine)
                text = f"{text} {' to '.join(str(n) for _, n in ordered)}".strip()
            fell = fell_in(ctx, event.cards[0]) if event.cards else len(ctx.tricks)
            found.append(PointRow(point, capital(text), event, fell or len(ctx.tricks), point in opened))
        return found

    # -- several books ---------------------------------------------------------------------------

    def judged(self) -> list[tuple[Rulebook, Tally]]:
        """The same plays under each book of the step, counted by the engine."""
        found = []
        for name in self.step.books:
            book = book_named(name)
            scores = self.step.scores.get(name)
            if scores is None:
                found.append((book, tally(self._whole, book.rules)))
            else:  # the same distance to go needs another score to start from
                line = " ".join(c.text for _, c in self._whole.plays)
                found.append((book, tally(follow(self.scenario.begun(book, scores), line))))
        return found

    def outcome(self) -> tuple[list[str], list[Outcome]]:
        """The strip: keys of its columns, a line a book."""
        return outcomes(self.judged(), Context.of(self._whole, self.scenario.you, self.book))

    def sides(self) -> list[str]:
        """Who may be predicted to win: the sides, the learner's first."""
        mine = self.context.mine
        return sorted(self.scenario.sides, key=lambda side: side != mine)

    def ahead(self) -> str:
        """Who is ahead under the book that was asked about: a side, or "level"."""
        judged = dict(zip(self.step.books, self.judged(), strict=True))
        return judged[self.step.asked][1].ahead or LEVEL

    def _prediction(self, id: str) -> Answer | None:
        if id not in self.sides() and id != LEVEL:
            return None
        return Answer(id, self.step.after_says, right=id == self.ahead())
