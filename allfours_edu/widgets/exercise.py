"""The exercise widget: one question on the table, an answer that is committed, what is said to it, and the next deal.

    widget = exercise("low-stays")
    widget.commit("North")

What was committed is kept in the learner's own file. A cell that is run again shows the answer as it stood.
"""

from __future__ import annotations

from typing import Any

from ..teach.exercise import Attempt, Verdict
from ..teach.exercise_deals import Show
from ..teach.exercise_file import RUNGS, Exercise, ExerciseError, load_exercise
from ..teach.glossary import terms_for
from ..teach.progress import Progress, following, progress
from ..teach.strings import t
from .base import AllFoursWidget, replace_older
from .exercise_state import PICK, QUESTION, as_text, exercise_state, question_text
from .static_picture import picture

_MOST_SEED = 999_999_999


class ExerciseWidget(AllFoursWidget):
    """One learner at one exercise; ``attempt`` is the exercise itself, without pixels."""

    def __init__(
        self, exercise: Exercise | str, seed: int | None = None, kept: Progress | None = None, **traits: Any
    ) -> None:
        self._given = kept
        self.attempt = Attempt(exercise, seed)
        self._shown: Show | None = None
        self._before = False
        super().__init__("table", self.attempt.book, **traits)
        self._take_up()
        self._draw(first=True)

    @property
    def kept(self) -> Progress:
        """Where progress is kept."""
        return self._given if self._given is not None else progress()

    # -- for people who type ---------------------------------------------------------------------

    def commit(self, answer: Any) -> Verdict:
        """Answer: ``"QS 7S"`` for cards, a player, a number, one of the options."""
        verdict = self._commit(answer)
        self._draw()
        return verdict

    @property
    def solved(self) -> bool:
        """Is the last answer the right one?"""
        return self.attempt.verdict is not None and self.attempt.verdict.right

    @property
    def seed(self) -> int:
        return self.attempt.seed

    # -- messages --------------------------------------------------------------------------------

    def handle(self, message: dict[str, Any]) -> bool | None:
        try:
            self._answer(message)
        except ExerciseError as error:
            self.refuse(str(error))
            return None
        self._draw()
        return True

    def _answer(self, message: dict[str, Any]) -> None:
        if message["kind"] == "acts":
            self._commit([text.removeprefix(f"{PICK} ") for text in message["actions"]])
        elif message["kind"] == "answer" and message["question"] == QUESTION:
            self._commit(message["value"])
        elif message["kind"] == "command":
            self._command(message["name"])
        else:
            raise ExerciseError(t("exercise.no_answer"))

    def _command(self, name: str) -> None:
        attempt = self.attempt
        if name == "hint":
            attempt.hint()
            self._shown = attempt.task.show if attempt.rungs == RUNGS else None  # the last rung plays the line
        elif name == "try_again":
            attempt.again()
            self._shown, self._before = None, False
        elif name == "explain":
            attempt.explain()
            self.kept.add("solution", attempt.exercise.id, attempt.seed, hints=attempt.rungs)
        elif name == "show_me" and attempt.verdict is not None and attempt.verdict.show is not None:
            self._shown = attempt.verdict.show
        elif name == "show_back":
            self._shown = None
        elif name == "next_deal" and self.solved:
            self._open(attempt.exercise, attempt.seed + 1)
        elif name == "next_exercise" and self.solved:
            self._open(*following(self.kept, attempt.exercise.id))
        else:
            raise ExerciseError(t("exercise.no_command"))

    def _commit(self, answer: Any) -> Verdict:
        attempt = self.attempt
        if attempt.verdict is not None and attempt.verdict.answer:
            raise ExerciseError(t("exercise.answered"))
        verdict = attempt.commit(answer)
        self._before = False
        if verdict.answer:
            self.kept.add(
                "answer", attempt.exercise.id, attempt.seed, answer=tuple(sorted(verdict.answer)), right=verdict.right,
                mistake=verdict.mistake, hints=attempt.rungs,
            )  # fmt: skip
        return verdict

    # -- from deal to deal -----------------------------------------------------------------------

    def _open(self, exercise: Exercise, seed: int | None) -> None:
        """Another deal, or another exercise, in the same place."""
        self.attempt = Attempt(exercise, seed)
        self._shown = None
        self.terms = terms_for(self.attempt.book)
        self._take_up()

    def _take_up(self) -> None:
        """An answer that was committed to this deal before is shown as it stood."""
        attempt = self.attempt
        last = self.kept.last_answer(attempt.exercise.id, attempt.seed)
        self._before = False
        if last is None:
            return
        try:
            attempt.commit(last.answer)
        except ExerciseError:  # the deal has changed since
            return
        attempt.rungs = min(last.hints, len(attempt.exercise.hints))
        self._before = True

    def _draw(self, first: bool = False) -> None:
        notes = self.kept.take_notes()
        self.show(
            exercise_state(
                self.attempt,
                self.known,
                shown=self._shown,
                first_drawing=first,
                notes=notes,
                solved_before=self._before,
            )
        )

    # -- what stays when no Python runs ------------------------------------------------------------

    def as_text(self) -> str:
        """The question in words, never the answer: what a saved notebook shows."""
        return question_text(self.attempt)

    def picture(self) -> str:
        """The still picture, with the question and its options and without the answer."""
        asked = Attempt(self.attempt.exercise, self.attempt.seed)
        state = exercise_state(asked, type(self.known)(), first_drawing=True)
        lines = [{"label": line.removeprefix("- "), "text": ""} for line in question_text(asked).splitlines()[2:]]
        bare = [{"label": x["label"].partition(": ")[0], "text": x["label"].partition(": ")[2]} for x in lines]
        return picture(self.view, state | {"calls": [b for b in bare if b["text"]]}, self.at, self.four_colour)

    def __repr__(self) -> str:
        return as_text(self.attempt)


def exercise(id: str | None = None, *, seed: int | None = None, **traits: Any) -> ExerciseWidget:
    """An exercise by its id; without one, the next by what was done so far. See :func:`allfours_edu.exercise`."""
    if id is not None and not isinstance(id, str):
        raise ExerciseError(t("exercise.what", what=type(id).__name__))
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= _MOST_SEED):
        raise ExerciseError(t("exercise.seed_what", most=_MOST_SEED, what=repr(seed)[:40]))
    chosen, first = (load_exercise(id), None) if id is not None else following()
    widget = ExerciseWidget(chosen, seed if seed is not None else first, **traits)
    replace_older(widget, f"exercise {id} {seed}")
    return widget
