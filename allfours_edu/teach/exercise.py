"""Exercises: a question about a deal, committed before anything is revealed, and every wrong answer answered in kind.

The deal is dealt from a seed; the right answer and what each known mistake would answer are worked out by the engine.

>>> attempt = Attempt("low-stays")
>>> attempt.commit(attempt.task.ideas["must_be_won"][0]).mistake
'must_be_won'
>>> attempt.commit(attempt.task.right).right
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ..cards import Card, card
from ..engine import Position, parse_action
from ..rules import FIELDS
from ..sources import Rulebook, load_rulebook
from . import exercise_auction as auctions
from . import exercise_moments as moments
from . import exercise_points as points
from .citing import Citation, cite_field, cite_topic
from .context import Context
from .exercise_deals import Dealt, Show
from .exercise_file import RUNGS, Exercise, ExerciseError, Kind, exercise_ids, load_exercise
from .exercise_task import BLANK, EITHER, LEVEL, NOBODY, Answer, Task
from .explain import call_label, minus, refusal
from .strings import Who, capital, filled, has, listed, number, show, suit_name, t

KINDS: dict[Kind, Callable[[Dealt], Iterator[Task]]] = {
    "legal": moments.legal, "owner": points.owner, "count": points.count, "game_owner": points.game_owner,
    "deal_winner": points.deal_winner, "deal_points": points.deal_points, "trick_winner": moments.trick_winner,
    "jack_fate": points.jack_fate, "hang": moments.hang, "best": moments.best, "beg_answer": moments.beg_answer,
    "out_first": points.out_first, "turned_worth": moments.turned_worth, "after_run": moments.after_run,
    "which_book": moments.which_book, "find_trick": points.find_trick, "pegs": points.pegs,
    "sure_points": moments.sure_points, "bid_score": auctions.bid_score, "bidder_out": auctions.bidder_out,
    "game_card": auctions.game_card, "odd_trump": auctions.odd_trump,
}  # fmt: skip
_MOST_SEEDS = 4000
BLANK_ANSWER = "blank"
UNKNOWN = "unknown"


# -- finding a deal ----------------------------------------------------------------------------------------------------


def fits(exercise: Exercise, task: Task) -> bool:
    """Does a deal show what the exercise is about, and can each of its mistakes be made there?"""
    if not task.tags.issuperset(exercise.need) or task.tags & set(exercise.avoid):
        return False
    return all(m.sometimes or m.idea in task.ideas for m in exercise.mistakes)


@lru_cache(maxsize=256)
def find(exercise: Exercise, seed: int | None = None) -> tuple[int, Task]:
    """The first deal from ``seed`` on that fits: its seed, and the task. Raises :class:`ExerciseError` if none."""
    first = exercise.start if seed is None else seed
    for n in range(first, first + _MOST_SEEDS):
        for task in KINDS[exercise.kind](Dealt(exercise, n)):
            if fits(exercise, task):
                return n, task
    raise ExerciseError(f"{exercise.id}: no deal from seed {first} on shows what it asks about")


# -- what is told ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """One card of a set that was chosen wrongly: left out, or too many; and why."""

    card: Card
    missing: bool
    says: str
    cites: tuple[Citation, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """What an answer was: right, a known mistake, blank, or wrong in another way."""

    answer: Answer
    right: bool
    mistake: str
    """The id of the known mistake; "blank" or "unknown"; nothing where it is right."""
    says: tuple[str, ...]
    rule: str
    cites: tuple[Citation, ...]
    parts: tuple[Part, ...] = ()
    show: Show | None = None


class Attempt:
    """One learner at one exercise. Nothing is kept here; see :mod:`.progress`."""

    def __init__(self, exercise: Exercise | str, seed: int | None = None):
        self.exercise = exercise if isinstance(exercise, Exercise) else load_exercise(exercise)
        self.book: Rulebook = self.exercise.rulebook()
        self.seed, self.task = find(self.exercise, seed)
        self.rungs = 0
        self.verdict: Verdict | None = None
        self.explained = False
        self.tries = 0

    # -- doing -----------------------------------------------------------------------------------

    def commit(self, answer: Any) -> Verdict:
        """Answer. Cards as text or a list, a seat, a number, the id of an option; nothing at all is an answer too.

        Raises :class:`ExerciseError` for what is no answer to this question; nothing has changed then.
        """
        given = self.read(answer)
        if not self.task.allows(given):
            raise ExerciseError(t("exercise.no_answer"))
        self.verdict = self.judge(given)
        self.tries += bool(given)
        self.explained = self.explained or self.verdict.right
        return self.verdict

    def read(self, answer: Any) -> Answer:
        """An answer as people write it."""
        if answer is None or isinstance(answer, bool):
            return BLANK
        if isinstance(answer, (int, str)):
            answer = [answer] if not isinstance(answer, str) or self.task.control != "cards" else answer.split()
        if not isinstance(answer, Iterable):
            raise ExerciseError(t("exercise.no_answer"))
        words = [str(a).strip() for a in answer]
        if self.task.control in ("card", "cards"):
            try:
                return frozenset(card(w).text for w in words if w)
            except ValueError as error:
                raise ExerciseError(str(error)) from None
        if self.task.control == "number":
            return frozenset(str(int(w)) if w.isdecimal() and len(w) < 4 else w for w in words if w)
        names = {o.lower(): o for o in self.task.offered}
        return frozenset(names.get(w.lower(), w) for w in words if w)

    def again(self) -> None:
        """Another try at the same deal."""
        self.verdict = None
        self.explained = False

    def hint(self) -> str:
        """The next rung of the ladder. Raises :class:`ExerciseError` where there is none."""
        if self.rungs >= RUNGS:
            raise ExerciseError(t("exercise.no_more_hints"))
        self.rungs += 1
        return self.hints[-1]

    def explain(self) -> None:
        """Show the solution; only after an answer."""
        if self.verdict is None or not self.verdict.answer:
            raise ExerciseError(t("exercise.answer_first"))
        self.explained = True

    # -- judging ---------------------------------------------------------------------------------

    def judge(self, answer: Answer) -> Verdict:
        """What an answer is worth, and what is said to it."""
        task, exercise = self.task, self.exercise
        if not answer:
            return Verdict(answer, False, BLANK_ANSWER, (t(f"exercise.blank_{task.control}"),), "", ())
        if answer in task.accepted:
            says = [self.text(exercise.solution)]
            if len(task.accepted) > 1 and task.control in ("card", "trick"):
                says.append(t("exercise.equally_good", n=len(task.accepted)))
            return Verdict(answer, True, "", tuple(says), exercise.rule, self.cites(exercise.rule), show=task.show)
        idea = task.idea(answer)
        known = exercise.mistake(idea)
        parts = self._parts(answer) if task.control == "cards" else ()
        if known is not None:
            rule = known.rule or exercise.rule
            shown = task.shows.get(idea, task.show)
            return Verdict(answer, False, idea, (self.text(known.says),), rule, self.cites(rule), parts, shown)
        return Verdict(
            answer, False, UNKNOWN, (t(f"exercise.wrong_{task.control}"),), exercise.rule, (), parts,
            task.shows.get(idea),
        )  # fmt: skip

    def _parts(self, answer: Answer) -> tuple[Part, ...]:
        """Card by card: what is missing and what is too many, and why."""
        at, you = self.task.at, self.task.you
        found = []
        for c in at.hand(you):
            lawful, chosen = c.text in self.task.right, c.text in answer
            if lawful and not chosen:
                found.append(
                    Part(c, True, t(f"exercise.missing_{_why_lawful(at, c)}", self.book, **_card_words(at, c)))
                )
            elif chosen and not lawful:
                illegal = at.why_not(c)
                assert illegal is not None
                why, cites = refusal(illegal, self.book, at, you)
                found.append(Part(c, False, t("exercise.too_many", card=show(c), why=why), tuple(cites)))
        return tuple(found)

    # -- words -----------------------------------------------------------------------------------

    def text(self, template: str) -> str:
        """A text of the exercise with the facts of the deal in it."""
        return capital(filled(template, self.book, **with_capitals(self.task.facts)))

    @property
    def ask(self) -> str:
        return self.text(self.exercise.ask)

    @property
    def lead(self) -> str:
        return self.text(self.exercise.lead) if self.exercise.lead else ""

    @property
    def hints(self) -> tuple[str, ...]:
        """The rungs given so far."""
        return tuple(self.text(h) for h in self.exercise.hints[: self.rungs])

    def cites(self, rule: str) -> tuple[Citation, ...]:
        """The authority for a rule field or a topic."""
        if rule in FIELDS and getattr(self.book.rules, FIELDS[rule]) is not None:
            return (cite_field(self.book, rule),)
        found = cite_topic(self.book, rule)
        return (found,) if found is not None else ()

    def label(self, option: str) -> str:
        """An option as it stands on its button."""
        task = self.task
        ctx = Context(task.at, task.you, self.book)
        if task.control == "trick":
            return t("exercise.trick", n=option)
        if option in task.at.table.place:
            return capital(ctx.who(option))
        if option in [side.name for side in task.at.table.sides]:
            return capital(ctx.side(option))
        if self.exercise.kind == "which_book":
            names = {load_rulebook(b.partition(" + ")[0]).id: b for b in self.exercise.books}
            if option in names:
                return _book_label(names[option])
            return t("exercise.both_books" if option == EITHER else "exercise.neither_book")
        if self.exercise.kind == "beg_answer" and option != EITHER:
            return t("exercise.must", what=call_label(parse_action(option), self.book))
        if option in (NOBODY, LEVEL, EITHER) or has(f"exercise.option_{option}"):
            facts = with_capitals(task.facts)
            key = f"{self.exercise.kind}_{option}" if has(f"exercise.option_{self.exercise.kind}_{option}") else option
            return t(f"exercise.option_{key}", self.book, **facts)
        return minus(int(option)) if option.lstrip("-").isdecimal() else option

    def said(self, answer: Answer) -> str:
        """An answer in words."""
        if self.task.control in ("card", "cards"):
            return listed(show(c) for c in sorted(map(card, answer), key=lambda c: -c.index))
        return listed(self.label(a) for a in sorted(answer))


def _book_label(name: str) -> str:
    plain, *options = name.split(" + ")
    short = load_rulebook(plain).short
    return f"{short} ({', '.join(o.replace('_', ' ') for o in options)})" if options else short


def _why_lawful(at: Position, card: Card) -> str:
    """Why a card that was left out may be played."""
    if card.bit & at.led:
        return "follows"
    if not [c for c in at.hand(at.to_act or "") if c.bit & at.led]:
        return "void"
    return "jack" if at.rules.follow != "follow_or_trump" else "trump"


def _card_words(at: Position, card: Card) -> dict[str, str]:
    led = at.trick[0][1]
    return {"card": show(card), "suit": suit_name(led.suit)}


def with_capitals(facts: Any) -> dict[str, Any]:
    """Facts that are words, with a capital as well: {side} and {Side}."""
    found = dict(facts)
    for key, value in facts.items():
        if isinstance(value, str):
            text = value if value[:1].isdigit() else capital(value)
            found[key[:1].upper() + key[1:]] = Who(text, value.many) if isinstance(value, Who) else text
        elif isinstance(value, int):
            found[key[:1].upper() + key[1:]] = capital(number(value))
    return found


def shelf() -> tuple[Exercise, ...]:
    """All exercises, in order."""
    return tuple(load_exercise(id) for id in exercise_ids())


def words(answer: Answer) -> list[str]:
    """An answer as plain values, to be written down."""
    return sorted(answer)
