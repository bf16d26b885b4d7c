"""The lesson widget: a teaching deal with its questions, and behind its doors an ordinary table.

    widget = LessonWidget("td-01-hang-the-jack")

It never saves and never asks whether to go on: a cell that is run again begins again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..engine import STAND, Position, Table, deal, new_table, next_table
from ..record import Record
from ..session import Session, following_seed
from ..sources import Rulebook
from ..teach.lesson import Lesson, LessonError
from ..teach.scenario import Scenario, load_scenario
from ..teach.strings import t
from .base import replace_older
from .lesson_state import lesson_state
from .static_picture import picture
from .table import RefusedError, TableWidget

State = dict[str, Any]
_FIRST_SEED = 1


class LessonWidget(TableWidget):
    """One learner's way through a scenario; ``lesson`` is the lesson itself, without pixels.

    Three doors lead from it to the table: the same deal from its first card, from where the script ends, and other
    deals. There the trump is always settled, since nobody has yet spoken of begging.
    """

    def __init__(self, scenario: Scenario | str, book: Rulebook | None = None, **traits: Any) -> None:
        self.lesson = Lesson(load_scenario(scenario), book)
        self._learning = True
        self._words_open = False
        super().__init__(self._seat(self.lesson.scenario.begun(self.lesson.book)), detail="first", code=False, **traits)

    def _seat(self, at: Position) -> Session:
        return Session(self.lesson.book, at, you=self.lesson.scenario.you)

    @property
    def position(self) -> Position:
        """What lies on the table."""
        return self.lesson.position if self._learning else super().position

    @property
    def record(self) -> Record:
        """What lies on the table, written down."""
        return Record.of(self.position, self.lesson.book) if self._learning else super().record

    # -- the lesson ------------------------------------------------------------------------------

    def _do_actions(self, texts: Sequence[str]) -> None:
        """An action given from code goes the way of a click."""
        if not self._learning:
            super()._do_actions(texts)
            return
        for text in texts:
            self._told({"kind": "act", "action": text})

    def _told(self, message: dict[str, Any]) -> None:
        try:
            self._answer(message)
        except LessonError as error:
            raise RefusedError(str(error)) from None

    def handle(self, message: dict[str, Any]) -> bool | None:
        if not self._learning:
            return super().handle(message)
        try:
            self._answer(message)
        except LessonError as error:
            self.refuse(str(error))
            return None
        return True

    def _answer(self, message: dict[str, Any]) -> None:
        lesson = self.lesson
        told = lesson.told
        if message["kind"] == "act":
            lesson.answer(message["action"])
        elif message["kind"] == "answer" and message["question"] == f"q{lesson.n}":
            lesson.answer(str(message["value"]))
        elif message["kind"] == "command":
            self._command(message["name"])
        else:
            raise LessonError("no_answer")
        if self._learning:
            self._draw(None, first=lesson.told is None or lesson.told is told)

    def _command(self, name: str) -> None:
        lesson = self.lesson
        doing = {"hint": lesson.hint, "undo": lesson.take_back, "go_on": lesson.go_on, "restart": lesson.restart}
        if name in doing:
            self._words_open = False
            doing[name]()
        elif name == "words":
            self._words_open = not self._words_open
        elif name in ("first_card", "play_on", "new_deal"):
            self._open(name)
        else:
            raise LessonError("no_answer")

    # -- the doors -------------------------------------------------------------------------------

    def _open(self, door: str) -> None:
        """Leave the lesson for the table."""
        lesson = self.lesson
        if not lesson.finished:
            raise LessonError("no_card")
        at = {
            "first_card": lambda: lesson.scenario.begun(lesson.book),
            "play_on": lambda: lesson.position,
            "new_deal": lambda: self._fresh(_FIRST_SEED),
        }[door]()
        self._learning = False
        self.detail = "four"
        self._sit(at)

    def _sit(self, at: Position) -> None:
        self.session = self._seat(at)
        self._moved(None)

    def _fresh(self, seed: object) -> Position:
        """Another deal of the same book with the same people."""
        old = self.lesson.scenario
        sides = {name: tuple(seats) for name, seats in old.sides.items()}
        return _settled(new_table(self.lesson.book.rules, old.players, sides=sides, seed=seed))

    def _do(self, name: str, arg: Any = None, sure: bool = False) -> None:
        if self._learning:
            self._told({"kind": "command", "name": name})
        elif name == "lesson":
            self._learning, self.detail = True, "first"
            self._draw(None, first=True)
        elif name == "next_deal" and self.session.over and not self.session.match_over:
            following = next_table(self.session.position)
            assert following is not None
            self._sit(_settled(following))
        elif name == "new_deal" and (sure or not self.session.used or self.session.match_over):
            seed = self.session.table.seed
            own = seed == self.lesson.scenario.id  # the deal of the lesson has no number of its own
            self._sit(self._fresh(_FIRST_SEED if own else following_seed(seed)))
        else:
            super()._do(name, arg, sure)

    def _tools(self) -> list[State]:
        return [*super()._tools(), {"id": "lesson", "label": t("scenario.back")}]

    # -- showing ---------------------------------------------------------------------------------

    def _draw(self, before: Position | None, *, first: bool = False, said: str = "") -> None:
        if self._learning:
            self.show(lesson_state(self.lesson, self.known, first_drawing=first, words=self._words_open))
        else:
            super()._draw(before, first=first, said=said)

    def picture(self) -> str:
        """The still picture shows no more than the lesson does: no dealer, no turned card, no backs."""
        if not self._learning:
            return super().picture()
        bare = {**self.state["scene"], "dealer": None, "turnup": None, "counts": {}}
        return picture("table", {**self.state, "scene": bare}, 0, self.four_colour)


def _settled(table: Table) -> Position:
    """A deal in which everybody is content with the turned card."""
    at = deal(table)
    return at.apply(STAND) if at.phase == "beg" else at


def lesson_widget(name: str | Scenario, book: Rulebook | None = None, **traits: Any) -> LessonWidget:
    """The widget of a scenario; one that the same line made before in the same cell is closed."""
    made = LessonWidget(name, book, **traits)
    replace_older(made, f"scenario {made.lesson.scenario.id}")
    return made
