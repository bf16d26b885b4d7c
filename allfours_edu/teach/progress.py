"""What a learner has done, in a file of their own.

The file is a set of marks, each with an id of its own: an answer, a solution looked at. Marks are only ever added.
Before writing, the file is read again and the marks in it are taken in, so two notebooks that are open at once lose
nothing; the whole file is replaced at once or not at all. A file that cannot be read is put aside, with a sentence,
never written over.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import Any

from .. import saves
from ..saves import Note
from .exercise import shelf
from .exercise_file import Exercise
from .strings import phrase, t

FORMAT = 1
LARGEST = 8_000_000
_LOCK_OLD = 10.0  # seconds: a lock that somebody left behind
_LOCK_WAIT = 3.0
_FIELDS: dict[str, type] = {
    "id": str, "at": str, "what": str, "exercise": str, "seed": int, "answer": list, "right": bool, "mistake": str,
    "hints": int,
}  # fmt: skip


@dataclass(frozen=True)
class Mark:
    """One thing done: ``what`` is "answer" or "solution"."""

    id: str
    at: str
    what: str
    exercise: str
    seed: int
    answer: tuple[str, ...] = ()
    right: bool = False
    mistake: str = ""
    hints: int = 0


class Progress:
    """The marks of one learner. ``notes`` are sentences he should be told."""

    def __init__(self, path: Path | None = None):
        self._given = path
        self._marks: dict[str, Mark] = {}
        self._seen: tuple[Path, float, int] | None = None
        self.notes: list[Note] = []

    @property
    def path(self) -> Path:
        return self._given if self._given is not None else saves.home() / "progress.json"

    # -- looking ---------------------------------------------------------------------------------

    def marks(self) -> tuple[Mark, ...]:
        """All marks, oldest first; those another notebook has made since are among them."""
        self._take_in()
        return tuple(sorted(self._marks.values(), key=lambda m: (m.at, m.id)))

    def of(self, exercise: str, seed: int | None = None) -> tuple[Mark, ...]:
        return tuple(m for m in self.marks() if m.exercise == exercise and seed in (None, m.seed))

    def last_answer(self, exercise: str, seed: int) -> Mark | None:
        """The answer given last to one deal."""
        answers = [m for m in self.of(exercise, seed) if m.what == "answer"]
        return answers[-1] if answers else None

    # -- adding ----------------------------------------------------------------------------------

    def add(self, what: str, exercise: str, seed: int, **more: Any) -> Mark:
        """Make a mark and write it down. Where it cannot be written it is kept here, and a note says so."""
        now = datetime.now(UTC).isoformat(timespec="microseconds")
        mark = Mark(secrets.token_hex(8), now, what, exercise, seed, **more)
        self._take_in()
        self._marks[mark.id] = mark
        self._write()
        return mark

    def take_notes(self) -> list[str]:
        """What there is to tell, once."""
        taken, self.notes = self.notes, []
        return [t(f"exercise.{note.key}", **note.facts) for note in taken]

    # -- the file --------------------------------------------------------------------------------

    def _take_in(self) -> None:
        """Take in what the file holds, if it has changed."""
        path = self.path
        if self._seen is not None and self._seen[0] != path:
            self._marks = {}  # another learner's folder
        try:
            status = path.stat()
            now = (path, status.st_mtime, status.st_size)
            if now == self._seen:
                return
            if status.st_size > LARGEST:
                raise ValueError(t("exercise.progress_large"))
            marks = list(_read(path.read_text("utf-8")))
        except FileNotFoundError:
            self._seen = (path, 0.0, -1)
            return
        except OSError as error:
            self._seen = None
            self._say("progress_left", file=path.name, why=(error.strerror or type(error).__name__).lower())
            return
        except (ValueError, RecursionError) as error:
            self._put_aside(path, str(error))
            return
        self._marks.update((m.id, m) for m in marks)
        self._seen = now

    def _put_aside(self, path: Path, why: str) -> None:
        now = saves._free(path.parent, f"{path.stem}.aside-{{}}.json")
        self._seen = None
        try:
            os.rename(path, now)
        except OSError:
            self._say("progress_left", file=path.name, why=why)
        else:
            self._say("progress_unreadable", file=path.name, now=now.name, why=why)

    def _write(self) -> None:
        path = self.path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with _locked(path):
                self._take_in()
                if path.exists() and (self._seen is None or self._seen[2] < 0):
                    return  # it could not be read and could not be put aside: leave it alone
                marks = [_plain(m) for m in sorted(self._marks.values(), key=lambda m: (m.at, m.id))]
                saves._replace(path, json.dumps({"allfours_progress": FORMAT, "marks": marks}, ensure_ascii=False))
                status = path.stat()
                self._seen = (path, status.st_mtime, status.st_size)
        except OSError as error:
            why = (error.strerror or type(error).__name__).lower()
            self._say("progress_failed", folder=str(path.parent), why=why)

    def _say(self, key: str, **facts: Any) -> None:
        if not any(n.key == key for n in self.notes):
            self.notes.append(Note(key, facts))


def _read(text: str) -> Iterator[Mark]:
    """The marks of a file. Raises :class:`ValueError` with half a sentence."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError(phrase("exercise.progress_no_json")) from None
    if not isinstance(data, dict) or not isinstance(data.get("marks"), list):
        raise ValueError(phrase("exercise.progress_foreign"))
    if data.get("allfours_progress") != FORMAT:
        raise ValueError(phrase("exercise.progress_form", form=data.get("allfours_progress"), ours=FORMAT))
    for raw in data["marks"]:
        mark = _mark(raw)
        if mark is None:
            raise ValueError(phrase("exercise.progress_foreign"))
        yield mark


def _mark(raw: Any) -> Mark | None:
    if not isinstance(raw, dict) or set(raw) != set(_FIELDS):
        return None
    if any(type(raw[key]) is not kind for key, kind in _FIELDS.items()):
        return None
    return Mark(**{**raw, "answer": tuple(map(str, raw["answer"]))})


def _plain(mark: Mark) -> dict[str, Any]:
    return {key: list(v) if isinstance(v := getattr(mark, key), tuple) else v for key in _FIELDS}


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """One writer at a time. A lock that is left behind by a killed program is broken after ten seconds."""
    lock = path.with_suffix(".lock")
    until = time.monotonic() + _LOCK_WAIT
    mine = False
    while not mine:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            mine = True
        except FileExistsError:
            with contextlib.suppress(OSError):
                if time.time() - lock.stat().st_mtime > _LOCK_OLD:
                    os.unlink(lock)
            if time.monotonic() > until:
                break  # every mark stays here and goes into the file next time
            time.sleep(0.02)
        except PermissionError:
            if os.name != "nt" or time.monotonic() > until:
                raise
            time.sleep(0.02)
    try:
        yield
    finally:
        if mine:
            with contextlib.suppress(OSError):
                os.unlink(lock)


_OF: dict[Path, Progress] = {}


def progress() -> Progress:
    """The progress of the reader whose folder this is."""
    path = saves.home() / "progress.json"
    return _OF.setdefault(path, Progress(path))


# -- what comes next ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ShelfRow:
    """One exercise with what was done about it: all tries, deals answered rightly, and those at once without a hint."""

    id: str
    title: str
    kind: str
    skill: str
    book: str
    sure: str
    tries: int
    right: int
    alone: int

    @property
    def state(self) -> str:
        """In a word, with a sign, since colour says nothing here."""
        key = "done" if self.alone else "helped" if self.right else "tried" if self.tries else "new"
        return phrase(f"exercise.state_{key}")


class Shelf(tuple[ShelfRow, ...]):
    """All exercises."""

    __slots__ = ()

    def __repr__(self) -> str:
        width = max((len(row.id) for row in self), default=0)
        return "\n".join(f"{row.state:<12} {row.id:<{width}}  {row.title} ({row.book})" for row in self)

    __str__ = __repr__

    def _repr_html_(self) -> str:
        head = "".join(f"<th scope='col'>{escape(phrase(f'exercise.column_{c}'))}</th>" for c in _COLUMNS)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(str(getattr(r, c)))}</td>" for c in _COLUMNS) + "</tr>" for r in self
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


_COLUMNS = ("state", "id", "title", "skill", "book", "right", "tries")


def exercises(kept: Progress | None = None) -> Shelf:
    """All exercises, with what was done so far.

    >>> len(exercises()) >= 24
    True
    """
    marks = (kept or progress()).marks()
    return Shelf(_row(exercise, [m for m in marks if m.exercise == exercise.id]) for exercise in shelf())


def _row(exercise: Exercise, marks: list[Mark]) -> ShelfRow:
    answers = [m for m in marks if m.what == "answer" and m.answer]
    first = {m.seed: m for m in reversed(answers)}
    return ShelfRow(
        exercise.id, exercise.title, exercise.kind, exercise.skill, exercise.rulebook().short,
        phrase(f"exercise.sure_{exercise.sure}"), len(answers),
        len({m.seed for m in answers if m.right}), len([m for m in first.values() if m.right and not m.hints]),
    )  # fmt: skip


def following(kept: Progress | None = None, after: str | None = None) -> tuple[Exercise, int | None]:
    """The exercise to do next and the seed to begin with: the one solved least, never the same kind twice.

    ``after`` is the exercise just done, where it is not the last one of the file.
    """
    marks = (kept or progress()).marks()
    answers = [m for m in marks if m.what == "answer"]
    before = after if after is not None else answers[-1].exercise if answers else None
    all_of_them = shelf()
    kind = next((e.kind for e in all_of_them if e.id == before), None)
    solved: Mapping[str, set[int]] = {
        e.id: {m.seed for m in answers if m.right and m.exercise == e.id} for e in all_of_them
    }
    may = [e for e in all_of_them if e.kind != kind] or list(all_of_them)
    chosen = min(may, key=lambda e: (len(solved[e.id]), e.place, e.id))
    return chosen, max(solved[chosen.id]) + 1 if solved[chosen.id] else None
