"""Teaching deals as data: the cards, a question, an answer in kind for every card, and what it comes to book by book.

A scenario is a TOML file under ``sources/scenarios/``; nothing in it is taken on trust. Loading checks that the cards
make a deal, that every line of play is lawful under its book, and that a right answer is marked as one;
:meth:`Scenario.check` has the engine count every stored outcome again.

>>> deal = load_scenario("td-01")
>>> deal.title, deal.available
('One of your cards hangs the Jack', ('trinidad', 'hoyle-ten', 'foster-all-fives'))
>>> load_scenario("td-12")
<Scenario td-12-the-high-hand: The high hand (foster-1897)>
>>> str(deal.start()), deal.check()
('<Position: deal 1, 16 actions, trump S, South to act (play)>', [])
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

from .. import toml_files
from ..asking import held
from ..cards import Card, CardError, card, cards
from ..engine import Call, IllegalAction, Position, TableError, Trick, Verb, action_text, deal, new_table, parse_action
from ..errors import Plain
from ..rules import FIELDS, Rules
from ..sources import Rulebook, RulebookError, find_clause, folder, load_rulebook, rulebooks
from ..toml_files import SourceError, no_such, unknown
from .tally import Tally, tally

Sure = Literal["certain", "open", "likely"]
StepKind = Literal["card", "call", "choice", "points", "books", "trick"]
_MOST_ACTIONS = 200
_ACTION = re.compile(r"(?:bid|discard|name|exchange) \S+|\S+")


class ScenarioError(Plain, ValueError):
    """A scenario somebody asked for that is not there, or cannot be played yet; the message says what can."""


# --- what the files hold --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to a question: right or not, said in kind, with the cards the others then play.

    ``id`` is a card, a call, a seat, the number of a trick or a word of its own; ``show`` a trick as it could have
    gone.
    """

    id: str
    says: str
    right: bool = False
    replies: str = ""
    word: str = ""
    points: str = ""
    tone: str = ""
    label: str = ""
    show: str = ""
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One question. ``after`` are plays to be made before it; ``line`` is the answer that a last hint plays."""

    kind: StepKind
    ask: str
    lead: str = ""
    strip: str = ""
    question: str = ""
    after: str = ""
    book: str = ""
    open: bool = False
    sure: Sure | None = None
    guess: str = ""
    counts: bool = False
    line: str = ""
    hints: tuple[str, ...] = ()
    why_label: str = ""
    why: str = ""
    why_fields: tuple[str, ...] = ()
    asked: str = ""
    order: tuple[str, ...] = ()
    rows: Mapping[str, str] = field(default_factory=dict)
    books: tuple[str, ...] = ()
    scores: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    after_says: str = ""
    answers: tuple[Answer, ...] = ()

    def answer(self, id: str) -> Answer | None:
        return next((a for a in self.answers if a.id == id), None)


@dataclass(frozen=True, slots=True)
class Point:
    """A point as stored with an outcome; without a side it is nobody's."""

    side: str = ""
    n: int = 0
    card: str = ""
    hang: bool | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """A line of play and what it comes to under a book, as it was found once; the engine has to find the same."""

    book: str
    plays: str
    note: str = ""
    winners: tuple[str, ...] = ()
    points: Mapping[str, Point] = field(default_factory=dict)
    count: Mapping[str, int] = field(default_factory=dict)
    pegs: Mapping[str, int] = field(default_factory=dict)
    totals: Mapping[str, int] = field(default_factory=dict)
    scores: Mapping[str, int] = field(default_factory=dict)
    after: Mapping[str, int] = field(default_factory=dict)
    winner: str = ""
    out_by: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class Scenario:
    """A deal with its lesson. ``players`` is the order of play, dealer last; hands are as dealt, runs included."""

    id: str
    title: str
    point: str
    books: tuple[str, ...]
    players: tuple[str, ...]
    you: str
    trump: str
    turn_ups: str
    sides: Mapping[str, tuple[str, ...]]
    hands: Mapping[str, str]
    sure: Sure
    steps: tuple[Step, ...]
    calls: tuple[str, ...] = ("stand",)
    source: tuple[str, ...] = ()
    """The clauses a historical example stands in."""
    plays: str = ""
    stock: str = ""
    sure_note: str = ""
    scores: Mapping[str, int] = field(default_factory=dict)
    discards: Mapping[str, str] = field(default_factory=dict)
    outcomes: tuple[Outcome, ...] = ()

    def __repr__(self) -> str:
        return f"<Scenario {self.id}: {self.title} ({', '.join(self.books)})>"

    # -- books -----------------------------------------------------------------------------------

    @property
    def available(self) -> tuple[str, ...]:
        """The books of the lesson that are here and can be played."""
        return tuple(name for name in self.books if book_exists(name))

    @property
    def book(self) -> Rulebook:
        """The book the lesson is played by. Raises :class:`ScenarioError` while none of its books is here."""
        if not self.available:
            raise ScenarioError(f"{self.id} is played by {', '.join(self.books)}, which is not among the books yet.")
        return book_named(self.available[0])

    def rules(self, book: str) -> Rules:
        return book_named(book).rules

    # -- positions -------------------------------------------------------------------------------

    def first(self, book: str | Rulebook | None = None, scores: Mapping[str, int] | None = None) -> Position:
        """The deal as it is dealt, before anybody has called or played."""
        chosen = self.book if book is None else book_named(book)
        rules = chosen.rules
        turned = rules.trump_from == "turn"
        table = new_table(
            rules, self.players, sides={name: tuple(seats) for name, seats in self.sides.items()},
            scores=dict(self.scores if scores is None else scores), hands=dict(self.hands),
            turn_ups=cards(self.turn_ups)[: 1 if self.stock else None] if turned else (),
            stock=cards(self.stock) if turned or rules.draw is not None else (),
            trump=self.trump if rules.trump_from == "cut" else None, seed=self.id,
        )  # fmt: skip
        return deal(table)

    def begun(self, book: str | Rulebook | None = None, scores: Mapping[str, int] | None = None) -> Position:
        """The deal when its play begins: calls made, cards thrown away."""
        at = self.first(book, scores)
        calls = iter(self.calls)
        for _ in range(_MOST_ACTIONS):
            if at.phase in ("play", "over"):
                return at
            if at.phase in ("discard", "rob") and at.to_act is not None:
                mine = at.hand(at.to_act)
                thrown = [c for c in cards(self.discards[at.to_act]) if c in mine]
                asked = any(isinstance(a, Call) and a.verb == Verb.EXCHANGE for a in at.legal_actions())
                if not thrown and not asked:
                    raise ScenarioError(f"{self.id}: {at.to_act} has no card named to throw away")
                at = at.apply(f"exchange {len(thrown)}" if asked else f"discard {thrown[0].text}")
            else:
                at = follow(at, next(calls))
        raise ScenarioError(f"{self.id}: the calls do not lead to the play")

    def start(self, book: str | Rulebook | None = None) -> Position:
        """Where the first question is asked."""
        if self.steps and self.steps[0].kind == "call":
            return self.first(book)
        return follow(self.begun(book), self.plays)

    def played(self, outcome: Outcome, book: str | Rulebook | None = None) -> Position:
        """The end of a stored line of play."""
        return follow(self.begun(book or outcome.book, outcome.scores or None), outcome.plays)

    # -- checking --------------------------------------------------------------------------------

    def replayed(self) -> Iterator[tuple[Outcome, Tally, tuple[Trick, ...]]]:
        """Every stored outcome whose book is here, with what the engine makes of it."""
        for outcome in self.outcomes:
            if book_exists(outcome.book):
                end = self.played(outcome)
                yield outcome, tally(end), end.tricks

    def check(self) -> list[str]:
        """Where the engine counts otherwise than the file: one line each, none when all is well."""
        found = []
        for outcome, got, tricks in self.replayed():
            for what, stored, engine in _compared(outcome, got, tricks):
                if stored != engine:
                    found.append(f"{self.id}, {outcome.book}, {what}: stored {stored!r}, the engine finds {engine!r}")
        return found


def _compared(outcome: Outcome, got: Tally, tricks: tuple[Trick, ...]) -> Iterator[tuple[str, object, object]]:
    if outcome.winners:
        yield "winners of tricks", outcome.winners, tuple(t.winner for t in tricks)
    for name, point in outcome.points.items():
        award = got.awards.get(name)
        side = award.side if award is not None and award.n else None
        yield f"{name}: side", point.side or None, side
        if award is None or side is None:
            continue
        yield f"{name}: points", point.n, award.n
        if point.card:
            yield f"{name}: card", card(point.card), award.cards[0]
        if point.hang is not None:
            yield f"{name}: hang", point.hang, award.data.get("hang", False)
    if outcome.count:
        yield "card counts", dict(outcome.count), got.count
    if outcome.totals:
        yield "totals", dict(outcome.totals), got.totals
    if outcome.pegs:
        yield "pegs", dict(outcome.pegs), {side: n for side, n in got.pegs.items() if n or side in outcome.pegs}
    if outcome.after:
        yield "scores after", dict(outcome.after), dict(got.scores)
        yield "winner", outcome.winner or None, got.winner
    if outcome.out_by:
        yield "out by", outcome.out_by, got.out_by


# --- books and lines ------------------------------------------------------------------------------------------------


def book_exists(name: str) -> bool:
    """Is the book of "foster-1897 + keep_nine" here?"""
    return name.partition(" + ")[0] in rulebooks()


def book_named(name: str | Rulebook) -> Rulebook:
    """A book with its options: "foster-1897 + keep_nine"."""
    if not isinstance(name, str):
        return load_rulebook(name)
    plain, *options = name.split(" + ")
    return load_rulebook(plain).with_options(options)


def follow(at: Position, line: str) -> Position:
    """The position after some cards and calls ("bid 2 pass sell 4H"), each lawful in its turn.

    Out of turn the seat stands before what it does: "A:4H", the eldest hand pitching unasked.
    """
    for text in _ACTION.findall(line):
        seat, colon, action = text.rpartition(":")
        at = at.apply(parse_action(action), seat if colon else None)
    return at


# --- loading --------------------------------------------------------------------------------------------------------


@cache
def scenarios() -> tuple[str, ...]:
    """Ids of the scenarios that come with the package: the teaching deals, then the worked examples of the texts."""
    found = (path.stem for path in (folder() / "scenarios").glob("*.toml"))
    return tuple(sorted(found, key=lambda id: (not id.startswith("td-"), id)))


def is_scenario(name: object) -> bool:
    """Does ``name`` name a scenario, whole or by its number ("td-01"), or a file that holds one?"""
    if isinstance(name, Path) or (isinstance(name, str) and name.endswith(".toml")):
        try:
            return "steps" in toml_files.read(Path(name), str(name))
        except SourceError:  # whoever opens it says what is wrong with it
            return False
    return isinstance(name, str) and bool(_matching(name))


def _matching(name: str) -> list[str]:
    wanted = name.strip().lower()
    return [id for id in scenarios() if id == wanted] or [id for id in scenarios() if id.startswith(f"{wanted}-")]


def load_scenario(name: str | Path | Scenario) -> Scenario:
    """A scenario by id, by its number ("td-01"), or from a TOML file of your own."""
    held(load_scenario, locals())
    if isinstance(name, Scenario):
        return name
    if isinstance(name, Path) or name.endswith(".toml"):
        return load_file(Path(name), str(name))
    found = _matching(name)
    if len(found) != 1:
        raise ScenarioError(unknown("scenario", name, scenarios()))
    return _shipped(found[0])


@cache
def _shipped(id: str) -> Scenario:
    path = folder() / "scenarios" / f"{id}.toml"
    name = f"sources/scenarios/{id}.toml"
    loaded = load_file(path, name)
    if loaded.id != id:
        raise SourceError(name, "id", f"is {loaded.id!r}", f"{id!r}, as the file is called")
    return loaded


def load_file(path: Path, name: str) -> Scenario:
    """Read one file and check it. Raises :class:`SourceError`: which file, which key, what was expected."""
    made = toml_files.structure(toml_files.read(path, name), Scenario, name)
    _check_cards(made, name)
    for n, step in enumerate(made.steps):
        _check_step(made, step, name, f"steps[{n}]")
    for n, outcome in enumerate(made.outcomes):
        if book_exists(outcome.book):
            _lawful(lambda o=outcome: made.played(o), name, f"outcomes[{n}].plays")
    return made


def _lawful(make: Any, name: str, key: str) -> Any:
    try:
        return make()
    except IllegalAction as error:
        raise SourceError(name, key, str(error), "a line of lawful plays") from None
    except (CardError, TableError, ScenarioError, KeyError, StopIteration, ValueError) as error:
        raise SourceError(name, key, str(error) or type(error).__name__, "cards that make this deal") from None


def _check_cards(made: Scenario, name: str) -> None:
    if made.you not in made.players:
        raise SourceError(name, "you", f"{made.you!r} does not play", f"one of {', '.join(made.players)}")
    for n, ref in enumerate(made.source):
        try:
            find_clause(ref)
        except RulebookError as error:
            raise SourceError(name, f"source[{n}]", str(error), "a clause as witness#clause") from None
    if made.trump not in ("S", "H", "D", "C"):
        raise SourceError(name, "trump", f"is {made.trump!r}", "one of S H D C")
    if not made.books:
        raise SourceError(name, "books", "is empty", "the books the deal is played by")
    if not made.steps:
        raise SourceError(name, "steps", "is empty", "at least one question")
    for n, book in enumerate(made.books):
        if book_exists(book):
            _lawful(lambda b=book: book_named(b), name, f"books[{n}]")
    if made.available:
        start = _lawful(made.start, name, "hands, turn_ups, calls or plays")
        pitched = start.rules.trump_from == "pitch" and not start.plays  # the first card led will make the trump
        if start.phase == "play" and start.trump != made.trump and not pitched:
            raise SourceError(name, "trump", f"is {made.trump!r}", f"{start.trump!r}, the suit turned")


def _check_step(made: Scenario, step: Step, name: str, where: str) -> None:
    if step.kind == "books":
        if step.asked not in step.books:
            raise SourceError(name, f"{where}.asked", f"is {step.asked!r}", "one of the books of the step")
    elif not any(a.right for a in step.answers):
        raise SourceError(name, f"{where}.answers", "none is right", "right = true on at least one")
    if step.line and step.answer(step.line) is None:
        raise SourceError(name, f"{where}.line", f"{step.line!r} is no answer", "the id of an answer")
    for field_name in (*step.why_fields, *(f for a in step.answers for f in a.fields)):
        if field_name not in FIELDS:
            raise SourceError(name, where, no_such("rule field", field_name, FIELDS), "a name of rules.FIELDS")
    if step.kind in ("card", "call") and made.available:
        at = _lawful(lambda: question_position(made, step), name, f"{where}.after")
        offered = {action_text(a) for a in at.legal_actions()}
        told = {a.id for a in step.answers}
        if offered != told:
            odd = sorted(offered ^ told)[0]
            raise SourceError(
                name, f"{where}.answers", f"{odd!r} is " + ("not lawful here" if odd in told else "left out"),
                f"one answer for each of {', '.join(sorted(offered))}",
            )  # fmt: skip
        for n, answer in enumerate(step.answers):
            line = f"{answer.id} {answer.replies}"
            _lawful(lambda a=at, text=line: follow(a, text), name, f"{where}.answers[{n}].replies")


def question_position(made: Scenario, step: Step) -> Position:
    """Where a card or call question is asked: after the right answers to those before it."""
    at = made.start(step.book or None)
    for earlier in made.steps:
        at = follow(at, earlier.after)
        if earlier is step:
            return at
        if earlier.kind in ("card", "call"):
            right = next(a for a in earlier.answers if a.right)
            at = follow(at, f"{right.id} {right.replies}")
    return at


def whole_line(made: Scenario, book: str | Rulebook | None = None) -> Position:
    """The deal as the right answers play it; where they stop short, the first stored outcome."""
    at = made.start(book)
    for step in made.steps:
        at = follow(at, step.after)
        if step.kind in ("card", "call"):
            right = next((a for a in step.answers if a.id == step.line), None) or next(
                a for a in step.answers if a.right
            )
            at = follow(at, f"{right.id} {right.replies}")
    return at


def could_have_gone(end: Position, trick: int, line: str) -> list[Position]:
    """The positions of one finished trick if it had gone as ``line``: cards in the order they would be laid."""
    laid: list[Card] = [c for t in end.tricks[: trick - 1] for _, c in t.plays]
    at = next(p for p in end.path() if p.phase == "play" and len(p.laid()) == len(laid))
    found = [at]
    for text in line.split():
        found.append(found[-1].apply(card(text)))
    return found
