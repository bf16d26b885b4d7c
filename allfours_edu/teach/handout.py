"""What stands on the sheets for a class: the deal, the question, what each book answers, and the key.

Nothing here is written for one deal: awards are counted by the engine under each book, right cards come from the
prepared deal or from the open-card solver, answers and places from the books and their witnesses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..analysis.opencards import TooLongError
from ..analysis.players import chance_key, player
from ..analysis.solver import solve
from ..cards import SUIT_SIGNS, SUITS, Card
from ..engine import Action, Position, parse_action
from ..record import CodeError, deal_code
from ..sources import Rulebook, load_rulebook
from .citing import cite_field
from .classresults import MOST_CARDS
from .context import Context
from .explain import award_row, call_label
from .outcome import column_label
from .scenario import Scenario, Step, book_named
from .strings import capital, has, listed, phrase, plain, show, signs, t, term
from .tally import POINTS, Tally, tally

WITNESSES = ("trinidad", "hoyle-ten", "foster-1897", "cassell-1881", "foster-all-fives", "group-seven-up")
QUESTIONS = ("low_to", "tie", "follow", "hang_jack", "target")
MISCONCEPTIONS = (
    "low_two", "low_won", "game_tricks", "ten_king", "turned_plays", "must_follow", "must_trump", "jack_out",
    "partner_hangs", "high_lost", "more_tricks", "tie_nobody",
)  # fmt: skip
_MOST_ACTIONS = 600
_MOST_LOOKS = 4_000  # a question that needs more is asked a trick later: nobody waits for a sheet of paper
_LONGEST_NAME = 44


@dataclass(frozen=True)
class Answer:
    """One option of the question, and what it shows."""

    action: Action
    label: str
    right: bool
    says: str


@dataclass(frozen=True)
class Judged:
    """One book's account of the same cards and plays."""

    book: Rulebook
    points: tuple[tuple[str, str], ...]
    total: str


@dataclass(frozen=True)
class Strip:
    """One book's answers to the five questions: (question, answer, where)."""

    book: Rulebook
    lines: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class Sheets:
    """Everything on the four sheets."""

    title: str
    book: Rulebook
    code: str
    """The deal code, where there is one."""
    name: str
    """The short name of the deal: its code, or the number of a prepared deal."""
    at: Position
    """Where the question is asked."""
    seat: str
    question: str
    answers: tuple[Answer, ...]
    sure: str
    end: Position
    """The deal as it was played to its end, for the account."""
    judged: tuple[Judged, ...]
    strips: tuple[Strip, ...]

    @property
    def dealt(self) -> tuple[tuple[str, tuple[Card, ...]], ...]:
        """The hands as they were when the play began."""
        first = next((p for p in self.end.path() if p.phase == "play"), self.end)
        return tuple((seat, first.hand(seat)) for seat in first.table.players)


def sheets(
    at: Position, book: Rulebook, *, scenario: Scenario | None = None, end: Position | None = None,
    seat: str | None = None, books: Iterable[str | Rulebook] | None = None, seek: bool = False,
) -> Sheets:  # fmt: skip
    """The sheets for a question asked at a position of a deal; with ``seek``, or for a prepared deal that asks nothing
    itself, at the first one where it matters."""
    step = _step(scenario)
    if step is None:
        at = _telling(at, seat) if seek or scenario is not None else _to_play(at, seat)
    who = scenario.you if step is not None and scenario is not None else at.to_act or at.table.eldest
    finished = end if end is not None and end.over else _play_out(at)
    chosen = [book_named(b) if isinstance(b, str) else b for b in books or _books(scenario, book)]
    answers, sure = _answers(at, book, step, scenario)
    question = step.ask if step is not None else t("handout.ask", who=who)
    try:
        code = deal_code(book, of=at.table)
    except CodeError:
        code = ""
    return Sheets(
        scenario.title if scenario is not None else t("handout.title", name=book.title), book, code,
        scenario.id if scenario is not None else code if len(code) <= _LONGEST_NAME else "", at, who, question,
        answers, sure, finished, tuple(_judge(finished, one) for one in chosen),
        tuple(_strip(load_rulebook(id)) for id in WITNESSES),
    )  # fmt: skip


def _step(scenario: Scenario | None) -> Step | None:
    if scenario is None or not scenario.steps or scenario.steps[0].kind not in ("card", "call"):
        return None
    return scenario.steps[0]


def _books(scenario: Scenario | None, book: Rulebook) -> Sequence[str | Rulebook]:
    if scenario is not None:
        return scenario.available
    return [book, *(id for id in ("hoyle-ten", "trinidad", "foster-all-fives") if id != book.id)]


def _to_play(at: Position, seat: str | None) -> Position:
    """The first card that ``seat`` (default: whoever leads) has to choose."""
    computer = player("foster")
    for _ in range(_MOST_ACTIONS):
        mine = seat is None or at.to_act == seat
        if at.to_act is None or (at.phase == "play" and mine and len(at.legal_actions()) > 1):
            return at
        at = at.apply(computer.choose(at.seen_by(at.to_act), chance_key(at.table)).action)
    raise RuntimeError("the deal does not come to its play")


def _telling(at: Position, seat: str | None) -> Position:
    """The first decision at which the cards are not all worth the same; if there is none, the first."""
    computer = player("foster")
    first = at = _to_play(at, seat)
    while at.to_act is not None:
        values = _values(at)
        if len(set(values.values())) > 1:
            return at
        at = _to_play(at.apply(computer.choose(at.seen_by(at.to_act), chance_key(at.table)).action), seat)
    return first


def _values(at: Position) -> dict[Card, int]:
    """What the deal comes to after each card, for the side to act, every card seen; empty where nobody can say."""
    if at.phase != "play" or at.to_act is None or at.left.bit_count() > MOST_CARDS:
        return {}
    mine = at.table.sides[at.table.side_of[at.table.place[at.to_act]]].name
    try:
        return dict(solve(at, mine, line=False, most=_MOST_LOOKS).cards)
    except (ValueError, TooLongError):
        return {}


def _play_out(at: Position) -> Position:
    computer = player("foster")
    for _ in range(_MOST_ACTIONS):
        if at.to_act is None:
            break
        at = at.apply(computer.choose(at.seen_by(at.to_act), chance_key(at.table)).action)
    return at


def _answers(
    at: Position, book: Rulebook, step: Step | None, scenario: Scenario | None
) -> tuple[tuple[Answer, ...], str]:
    if step is not None:
        found = [(parse_action(a.id), a) for a in step.answers]
        answers = tuple(Answer(act, _label(act, book), a.right, plain(a.says, book)) for act, a in found)
        return answers, step.sure or (scenario.sure if scenario is not None else "open")
    lawful = at.legal_actions()
    hand = at.hand(at.to_act) if at.to_act is not None else ()
    cards = [c for c in hand if c in lawful]
    values = _values(at)
    best = max(values.values(), default=0)
    return tuple(
        Answer(c, _label(c, book), bool(values) and values[c] == best, _worth(values, c, best)) for c in cards
    ), "open"


def _worth(values: dict[Card, int], c: Card, best: int) -> str:
    if not values:
        return t("handout.not_judged")
    n = values[c]
    return t("handout.best", n=f"{n:+d}") if n == best else t("handout.loses", n=best - n)


def _label(action: Action, book: Rulebook) -> str:
    return signs(show(action)) if isinstance(action, Card) else capital(call_label(action, book))


def _judge(end: Position, book: Rulebook) -> Judged:
    judged: Tally = tally(end, book.rules)
    ctx = Context(end, None, book)
    points = []
    marked = judged.at_once
    if any(marked.values()):
        said = ", ".join(f"{ctx.side(side)} {n}" for side, n in marked.items() if n)
        points.append((t("handout.marked"), said))
    for point in POINTS:
        award = judged.awards.get(point)
        if award is not None:
            owner = phrase("row.nobody") if award.side is None else f"{ctx.side(award.side)} {award.n}"
            cards = " ".join(str(c) for c in award.cards) if point != "game" else ""
            said = signs(award_row(award, ctx), book)
            points.append((column_label(point), " · ".join(part for part in (owner, cards, said) if part)))
    totals = judged.totals
    return Judged(book, tuple(points), ", ".join(f"{ctx.side(side)} {n}" for side, n in totals.items()))


def _strip(book: Rulebook) -> Strip:
    lines = []
    for field in QUESTIONS:
        cite: dict[str, Any] = dict(cite_field(book, field))
        where = [cite.get("locator", ""), cite["status"]]
        lines.append((t(f"handout.q_{field}"), plain(cite["value"], book), ", ".join(part for part in where if part)))
    return Strip(book, tuple(lines))


# -- in words -------------------------------------------------------------------------------------------------


def hand_text(cards: Iterable[Card]) -> str:
    """A hand by suits: "♠ A K 5  ♥ Q J"."""
    held = list(cards)
    return "\u2003".join(
        f"{SUIT_SIGNS[suit]} " + " ".join(
            "10" if c.rank == "T" else c.rank for c in sorted(held, reverse=True) if c.suit == suit
        )
        for suit in SUITS if any(c.suit == suit for c in held)
    )  # fmt: skip


def four_points(book: Rulebook) -> list[tuple[str, str]]:
    """The points of a book, a line each: (name, what it is); none where a pool is played for."""
    found = []
    for name, _ in book.rules.points or ():
        if not has(f"handout.point_{name}"):
            continue
        n = book.rules.hang_jack
        text = t(f"handout.point_{name}", book)
        if name == "jack" and n > 1:
            text += " " + t("handout.point_hang", n=n)
        found.append((capital(term("jack", book)) if name == "jack" else column_label(name), text))
    return found


def key_text(made: Sheets) -> str:
    """The key as plain text."""
    right = listed((a.label for a in made.answers if a.right), "or")
    lines = [made.title, plain(made.question, made.book), f"{phrase('handout.right')}: {right}"]
    lines += [f"- {a.label}: {a.says}" for a in made.answers]
    for one in made.judged:
        lines.append(f"{one.book.title}: {one.total}")
        lines += [f"  {name}: {said}" for name, said in one.points]
    return "\n".join(lines)
