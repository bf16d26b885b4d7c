"""The deal doctor in words: card by book, whether the answer is unique and how sure it is, and the file of a lesson.

>>> from allfours_edu import new_deal
>>> hands = {"elder": "JS TS TD 6D QH 7H", "dealer": "AS 6S AC 8C 5C 8D"}
>>> doctor = puzzle(new_deal("foster-1897", hands=hands, turned="9S", scores=[6, 4], plays="stand"))
>>> print(doctor.verdict)
The 6♦ is the one best card, with open cards; on what the player can see it is not certain.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..analysis.choice import signed
from ..analysis.doctor import OUT, Finding, NoPuzzleError, examine, under
from ..analysis.hindsight import best_play, counts, played_on
from ..analysis.solver import TooLongError
from ..asking import held
from ..cards import SUIT_SIGNS, Card, sort_hand
from ..engine import Call, Position, Verb, action_text
from ..errors import Plain
from ..sources import Rulebook, load_rulebook, rulebooks
from .scenario import load_scenario
from .strings import capital, listed, phrase, t
from .tally import tally

_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")


class PuzzleFileError(Plain, ValueError):
    """A lesson that cannot be written down; the message says why and what to do."""


@dataclass(frozen=True)
class Puzzle:
    """A position examined under one or more books. ``findings``: book id → what was found, None where the deal is not
    lawful there. The first book is the one it was asked under. Prints as a table; :meth:`save` writes a lesson.
    """

    at: Position
    books: tuple[Rulebook, ...]
    findings: dict[str, Finding | None]

    @property
    def first(self) -> Finding:
        found = self.findings[self.books[0].id]
        assert found is not None
        return found

    @property
    def unique(self) -> bool:
        """Is there one best card, and no other, under the first book?"""
        return self.first.unique

    @property
    def sure(self) -> str:
        """How sure the answer is: "certain" whatever is hidden, or "open" (with open cards)."""
        return "certain" if self.first.certain else "open"

    @property
    def verdict(self) -> str:
        """Unique or not, certain or open, in a sentence."""
        f = self.first
        best = _signs(f.best)
        if f.flat:
            return t("doctor.flat")
        sure = phrase("doctor.certain" if f.certain else "doctor.open")
        return t("doctor.unique" if f.unique else "doctor.several", best=best, sure=sure)

    @property
    def notes(self) -> tuple[str, ...]:
        """Verdict; what a player of maxims does; whether wrong cards are punished; where it could have been saved."""
        f = self.first
        found = [self.verdict]
        if f.flat:
            return tuple(found)
        found.append(t("doctor.natural_errs" if f.natural_errs else "doctor.natural_right", card=_signs([f.natural])))
        loose = [c for c in f.values if f.cost(c) and not f.punished(c)]
        found.append(t("doctor.not_punished", cards=_signs(loose)) if loose else t("doctor.punished"))
        for before, c, value in f.saved:
            found.append(
                t("doctor.saved", trick=len(before.tricks) + 1, who=before.to_act, card=_signs([c]), n=_value(value))
            )
        others = [b for b in self.books[1:] if (g := self.findings[b.id]) is not None and set(g.best) != set(f.best)]
        if others:
            found.append(t("doctor.other_books", books=listed(b.short for b in others)))
        return tuple(found)

    def rows(self) -> list[dict[str, str]]:
        """The table: a row a card, a column a book; ★ marks the best, “–” that the deal is not lawful there."""
        return [
            {"card": str(c)} | {b.id: self._cell(b, c) for b in self.books} | {"natural": self._natural(c)}
            for c in sort_hand(self.first.values, self.at.trump)
        ]

    def _cell(self, book: Rulebook, c: Card) -> str:
        found = self.findings[book.id]
        if found is None or c not in found.values:
            return "–"
        return _value(found.values[c]) + (" ★" if c in found.best else "")

    def _natural(self, c: Card) -> str:
        f = self.first
        said = _value(f.ends[c])
        return said + (f" ({phrase('doctor.his_choice')})" if c is f.natural else "")

    def _heads(self) -> list[str]:
        return [phrase("doctor.card"), *(b.short for b in self.books), phrase("doctor.all_natural")]

    def __str__(self) -> str:
        rows = [self._heads(), *(list(row.values()) for row in self.rows())]
        widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
        lines = ["  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows]
        return "\n".join([capital(self._asked), *lines, *self.notes])

    __repr__ = __str__

    @property
    def _asked(self) -> str:
        return t("doctor.asked", who=self.at.to_act, trump=SUIT_SIGNS[self.at.trump or "S"])

    def _repr_html_(self) -> str:
        left = ' style="text-align:left"'
        head = "".join(f'<th scope="col"{left}>{html.escape(w)}</th>' for w in self._heads())
        body = ""
        for row in self.rows():
            first, *rest = row.values()
            cells = "".join(f"<td{left}>{html.escape(x)}</td>" for x in rest)
            body += f'<tr><th scope="row"{left}>{html.escape(first)}</th>{cells}</tr>'
        caption = f'<caption style="text-align:left;caption-side:top">{html.escape(self._asked)}</caption>'
        notes = "".join(f"<li>{html.escape(n)}</li>" for n in self.notes)
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table><ul>{notes}</ul>"

    # -- the file of a lesson ----------------------------------------------------------------------

    def save(self, path: str | Path, *, title: str = "", point: str = "") -> Path:
        """Write the puzzle as a scenario file, to be opened with ``af.play``, ``af.step`` or ``af.scenario``.

        ``path``: a new file whose name ends in ``.toml``; an existing one is never overwritten. ``title`` and
        ``point`` (what it teaches) may be left to the doctor. The sentences in the file are ours to start from: edit
        them. Raises :class:`PuzzleFileError`.
        """
        held(Puzzle.save, locals())
        where = Path(path)
        if where.suffix != ".toml" or not _NAME.fullmatch(where.stem):
            raise PuzzleFileError(t("doctor.bad_name", name=where.name))
        text = self.toml(where.stem, title=title, point=point).encode()
        try:
            with where.open("xb") as file:
                file.write(text)
        except FileExistsError:
            raise PuzzleFileError(t("doctor.exists", name=where.name)) from None
        except OSError as error:
            raise PuzzleFileError(t("doctor.cannot_write", name=where.name, why=error.strerror or error)) from None
        try:
            wrong = load_scenario(where).check()
        except ValueError as error:
            wrong = [str(error)]
        if wrong:
            where.unlink()  # ours, made a moment ago
            raise PuzzleFileError(t("doctor.does_not_hold", why=wrong[0]))
        return where

    def toml(self, id: str, *, title: str = "", point: str = "") -> str:
        """The scenario as text."""
        at, f, table = self.at, self.first, self.at.table
        if f.flat:
            raise PuzzleFileError(t("doctor.flat"))
        calls = [a for _, a in at.actions() if isinstance(a, Call)]
        lawful = [b for b in self.books if self.findings[b.id] is not None]
        lines = [
            _entry("id", id), _entry("title", title or t("doctor.title", who=at.to_act)),
            _entry("point", point or self.verdict), _entry("books", [_book_name(b) for b in lawful]),
            _entry("players", list(table.players)), _entry("you", at.to_act), _entry("trump", at.trump),
            _entry("turn_ups", " ".join(c.text for c in at.turn_ups)), _entry("sure", self.sure),
            _entry("calls", [action_text(c) for c in calls if c.verb != Verb.DISCARD]),
            _entry("plays", " ".join(c.text for _, c in at.plays)), "", "[sides]",
            *(_entry(_key(s.name), list(s.seats)) for s in table.sides), "", "[hands]",
            *(_entry(_key(p), " ".join(c.text for c in sort_hand(at.dealt(p), at.trump))) for p in table.players),
        ]  # fmt: skip
        if any(table.scores):
            lines += [
                "",
                "[scores]",
                *(_entry(_key(s.name), n) for s, n in zip(table.sides, table.scores, strict=True)),
            ]
        if any(c.verb == Verb.DISCARD for c in calls):
            lines += ["", "[discards]"]
            for p in table.players:
                thrown = [a.card.text for who, a in at.actions() if who == p and isinstance(a, Call) and a.card]
                lines.append(_entry(_key(p), " ".join(thrown)))
        lines += self._step()
        for c in dict.fromkeys([f.best[0], *([f.natural] if f.natural_errs else [])]):
            lines += self._outcome(c)
        return "\n".join(lines) + "\n"

    def _step(self) -> list[str]:
        f = self.first
        best = f.best[0]
        lines = [
            "", "[[steps]]", _entry("kind", "card"), _entry("open", not f.certain),
            _entry("ask", t("doctor.ask")), _entry("sure", self.sure), _entry("line", best.text),
            _entry("hints", self._hints(best)),
        ]  # fmt: skip
        for c in f.values:
            lines += ["", "[[steps.answers]]", _entry("id", c.text)]
            if c in f.best:
                lines.append("right = true")
            lines += [_entry("says", self._says(c)), _entry("replies", " ".join(x.text for x in self._replies(c)))]
        return lines

    def _hints(self, best: Card) -> list[str]:
        """Where to look, a question, two to choose from, the card."""
        worst = max(self.first.values, key=self.first.cost)
        two = _signs(sorted([best, worst], key=lambda c: c.text))
        return [t("doctor.hint_all"), t("doctor.hint_natural"), t("doctor.hint_either", cards=two),
                t("doctor.hint_card", card=str(best))]  # fmt: skip

    def _says(self, c: Card) -> str:
        f = self.first
        if c in f.best:
            return t("doctor.says_right", n=_value(f.values[c]))
        lost = f.cost(c)
        return t("doctor.says_match") if lost >= OUT // 2 else t("doctor.says_wrong", n=lost)

    def _replies(self, c: Card) -> tuple[Card, ...]:
        after = self.at.apply(c)
        try:
            end = played_on(after, best_play(after, counts(self.at)))
        except TooLongError:
            return ()
        return tuple(card for _, card in end.plays[len(after.plays) :])

    def _outcome(self, c: Card) -> list[str]:
        at = self.at
        line = (*(card for _, card in at.plays), c, *self._replies(c))
        end = at
        for card in line[len(at.plays) :]:
            end = end.apply(card)
        if not end.over:
            return []
        found = tally(end)
        return [
            "", "[[outcomes]]", _entry("book", _book_name(self.books[0])),
            _entry("plays", " ".join(x.text for x in line)), _entry("winners", [tr.winner for tr in end.tricks]),
            "totals = { " + ", ".join(f"{_key(s)} = {n}" for s, n in found.totals.items()) + " }",
        ]  # fmt: skip


def puzzle(position: Any, books: Iterable[str | Rulebook] = (), *, book: str | Rulebook | None = None) -> Puzzle:
    """Is this a good puzzle? Every card under every book, with open cards. See :func:`allfours_edu.api.puzzle`."""
    held(puzzle, locals())
    if not isinstance(position, Position):
        position = getattr(position, "position", position)
    if not isinstance(position, Position):
        raise NoPuzzleError(t("doctor.what", what=type(position).__name__))
    own = load_rulebook(book) if book is not None else _book_of(position)
    chosen = {own.id: own} | {b.id: b for b in map(load_rulebook, books)}
    findings: dict[str, Finding | None] = {own.id: examine(position)}
    for id, other in chosen.items():
        if id != own.id:
            there = under(position, other.rules)
            try:
                findings[id] = examine(there) if there is not None else None
            except NoPuzzleError:
                findings[id] = None
    return Puzzle(position, tuple(chosen.values()), findings)


def _book_of(position: Position) -> Rulebook:
    for id in rulebooks():
        found = load_rulebook(id)
        if found.rules == position.rules:
            return found
    raise NoPuzzleError(t("step.which_book"))


def _book_name(book: Rulebook) -> str:
    return " + ".join([book.id, *book.active])


def _value(n: int) -> str:
    if abs(n) >= OUT // 2:
        return phrase("review.wins_match" if n > 0 else "review.loses_match")
    return signed(float(n)).removesuffix(".0")


def _signs(many: Iterable[Card]) -> str:
    return listed((str(c) for c in many), "or")


def _entry(key: str, value: object) -> str:
    return f"{key} = {json.dumps(value, ensure_ascii=False)}"


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name, ensure_ascii=False)
