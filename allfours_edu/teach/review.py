"""Looking back on a deal, in words: what each decision cost with open cards, and what on what could be known.

>>> from allfours_edu.analysis.expert import play_out
>>> from allfours_edu.engine import deal, new_table
>>> from allfours_edu.sources import load_rulebook
>>> book = load_rulebook("foster-1897")
>>> review = look_back(play_out(deal(new_table(book.rules, 2, seed=4))), book, "South", samples=4)
>>> len(review.told), review.told[1].played, review.told[1].address
(10, '{JS}', 'trick 1, card 1')
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from ..analysis.choice import Option, signed
from ..analysis.hindsight import OUT, Decision, best_play, decisions, played_on
from ..analysis.solver import TooLongError, has_numba
from ..cards import Card
from ..engine import Action, Call, Position, Verb
from ..sources import Rulebook
from .context import Context
from .explain import call_label, scores_line
from .strings import capital, listed, phrase, plain, show, signs, t

Sure = Literal["certain", "open", "likely"]
_ALL_LINES = 4  # cards left up to which every branch is played out, with more than two hands
_MANY = 3  # so many equally good cards are named; more are counted
_PRICE = 0.5  # points from which not seeing the cards is worth a word
_MATCH_BAR = 4.0  # the bar of a match lost


@dataclass(frozen=True)
class Told:
    """One decision in words. Losses are points; a match lost has its own word and the longest bar."""

    decision: Decision
    n: int
    address: str
    who: str
    you: bool
    played: str
    verdict: str
    tone: str
    sure: Sure
    open_best: str
    likely_best: str
    lost_open: float | None
    lost_likely: float | None
    lost_text: str
    note: str


@dataclass(frozen=True)
class Line:
    """What comes of one branch: how it goes on with open cards, and the score at its end."""

    begins: Position
    """Where the play-out begins: after the action, calls and cards thrown away included."""
    plays: tuple[tuple[str, Card], ...]
    end: Position
    leaf: str


@dataclass(frozen=True)
class Review:
    """A deal looked back on, from one seat or (without one) from none."""

    end: Position
    book: Rulebook
    seat: str | None
    told: tuple[Told, ...]
    stopped: bool = False

    @property
    def ctx(self) -> Context:
        return Context(self.end, self.seat, self.book)

    @property
    def title(self) -> str:
        return t("review.title", n=self.end.table.deal)

    @property
    def lead(self) -> str:
        """What is judged, and how; the score where it counts."""
        found = [t("review.lead", who=self._whose)]
        if any(d.decision.match for d in self.told):
            found.append(t("review.match", scores=scores_line(self.ctx, self.end.table.scores)))
        if self.stopped:
            found.append(t("review.stopped"))
        return " ".join(found)

    @property
    def summary(self) -> str:
        """What the reader lost in all."""
        mine = [d for d in self.told if d.you or self.seat is None]
        return t(
            "review.summary", who=self._whose,
            open=_n(sum(d.lost_open or 0 for d in mine)), likely=_n(round(sum(d.lost_likely or 0 for d in mine), 1)),
        )  # fmt: skip

    @property
    def _whose(self) -> str:
        return str(self.ctx.who(self.seat)) if self.seat is not None else phrase("review.everybody")

    @property
    def text(self) -> str:
        """The whole review as lines."""
        lines = [self.title, plain(self.lead, self.book), plain(self.summary, self.book)]
        for d in self.told:
            said = signs(" ".join(filter(None, [d.verdict, f"{d.lost_text}." if d.lost_text else ""])), self.book)
            lines += [f"{d.n}. {d.address}: {d.who} {signs(d.played, self.book)}. {said}"]
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text


def look_back(
    end: Position, book: Rulebook, seat: str | None = None, *, samples: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Review:  # fmt: skip
    """Judge every decision of a deal.

    ``seat``: whose foresight is asked as well (the others are judged with open cards only). ``samples``: deals the
    expert imagines for a decision. ``progress`` is told (done, of how many). Ctrl-C (or the stop button of a notebook)
    ends it early: what was judged is kept and the review says that it was stopped.
    """
    ctx = Context(end, seat, book)
    of = sum(1 for p in end.path() if p.action is not None)
    found: list[Told] = []
    stopped = False
    try:
        for d in decisions(end, seat, foresight=seat is not None, samples=samples):
            if d.lost is not None or d.estimate is not None:
                found.append(_told(d, len(found) + 1, ctx, book))
            if progress is not None:
                progress(len(d.at.path()), of)
    except KeyboardInterrupt:
        stopped = True
    return Review(end, book, seat, tuple(found), stopped)


# -- one decision ------------------------------------------------------------------------------------------------------


def _told(d: Decision, n: int, ctx: Context, book: Rulebook) -> Told:
    verdict, tone, sure = _verdict(d, ctx, book)
    lost = d.lost
    return Told(
        d, n, _address(d), capital(str(ctx.who(d.seat))), d.seat == ctx.seat, named(d.action, book),
        verdict, tone, sure,
        _all(d.best, d.action, book), _all(d.best_likely, d.action, book) if d.estimate is not None else "",
        None if lost is None else _MATCH_BAR if lost >= OUT // 2 else float(lost), d.lost_likely, _lost(d), _note(d),
    )  # fmt: skip


def named(action: Action, book: Rulebook) -> str:
    """A card as a mark of rich text, a call by its button."""
    if isinstance(action, Card):
        return show(action)
    return show(action.card) if action.card is not None else f"“{call_label(action, book)}”"


def _address(d: Decision) -> str:
    if d.trick is not None:
        return phrase("step.address_trick", trick=d.trick, card=len(d.at.trick) + 1)
    key = d.at.phase if d.at.phase in ("beg", "discard", "bid") else "beg" if d.at.phase == "answer" else "bid"
    return phrase(f"step.address_{key}").lower()


def _all(actions: tuple[Action, ...], played: Action, book: Rulebook) -> str:
    """The best, what was played first where it is among them."""
    if not actions:
        return ""
    ordered = sorted(actions, key=lambda a: a != played)
    if len(ordered) <= _MANY:
        return listed((named(a, book) for a in ordered), "or")
    return t("review.or_others", best=named(ordered[0], book), n=len(ordered) - 1)


def _verdict(d: Decision, ctx: Context, book: Rulebook) -> tuple[str, str, Sure]:
    """In one sentence, its tone, and how sure it is."""
    lost, likely = d.lost, d.lost_likely
    who = ctx.who(d.seat)
    bad_open, bad_likely = bool(lost), bool(likely)
    best = _all(d.best_likely if bad_likely and not bad_open else d.best, d.action, book)
    if d.certain:
        better = _all(tuple(a for a in d.best if a != d.action), d.action, book)
        return (t("review.certain_slip", best=better), "bad", "certain") if bad_open else (
            t("review.certain_best"), "good", "certain")  # fmt: skip
    if lost is None and likely is None:
        return t("review.unknown"), "note", "open"
    if likely is None:
        return (
            (t("review.open_slip", best=best), "bad", "open") if bad_open else (t("review.open_best"), "good", "open")
        )
    if lost is None:
        return (t("review.likely_slip", best=best, who=who), "bad", "likely") if bad_likely else (
            t("review.likely_best", who=who), "good", "likely")  # fmt: skip
    if bad_likely:
        return t("review.slip" if bad_open else "review.lucky", best=best, who=who), "bad", "likely"
    return (t("review.unlucky", best=best, who=who), "note", "open") if bad_open else (t("review.best"), "good", "open")


def _lost(d: Decision) -> str:
    parts = []
    if d.lost is not None:
        parts.append(
            phrase("review.lost_match") if d.lost >= OUT // 2
            else phrase("review.lost_none") if not d.lost
            else phrase("review.lost_open", n=d.lost)
        )  # fmt: skip
    if d.lost_likely:
        parts.append(phrase("review.lost_likely", n=f"{d.lost_likely:.1f}"))
    said = "; ".join(parts)
    return said if said[:1].isdigit() else capital(said)


def _note(d: Decision) -> str:
    """What should be said about the figures: the blind spot of open cards, what hid too much, a short cut."""
    e = d.estimate
    if e is None or not e.options:
        return ""
    found = [t(f"review.how_{e.how}", n=e.samples)]
    if e.how == "open" and e.unseen >= _PRICE:
        found.append(t("review.fusion", n=f"{e.unseen:.1f}"))
    return " ".join(found)


def value_text(d: Decision, value: int | None) -> str:
    """What a branch brings with open cards: points more than the others get, or the match."""
    if value is None:
        return ""
    if value >= OUT // 2:
        return phrase("review.wins_match")
    return phrase("review.loses_match") if value <= -OUT // 2 else signed(float(value)).removesuffix(".0")


def likely_text(option: Option | None) -> str:
    """What the expert expects of a branch."""
    return "" if option is None else phrase(
        "review.expects", mean=signed(option.mean), share=round(100 * option.share)
    )  # fmt: skip


def _n(points: float) -> str:
    return f"{points:g}"


# -- branches ----------------------------------------------------------------------------------------------------------


def line_of(d: Decision, action: Action, ctx: Context) -> Line | None:
    """How the deal goes on after a branch if everybody plays as well as can be; None where that takes too long."""
    at = d.at.apply(action)
    while at.phase in ("discard", "rob", "beg", "answer", "consent") and not at.over:
        at = _called(at)
    if not at.over and (at.phase != "play" or at.trump is None):
        return None
    try:
        plays = best_play(at, d.match)
    except (TooLongError, ValueError):
        return None
    end = played_on(at, plays)
    whole = tuple(end.plays[len(at.plays) :])
    return Line(at, whole, end, leaf_text(end, ctx))


def _called(at: Position) -> Position:
    """A call as the others would make it with open cards; what is thrown away, by the maxims."""
    from ..analysis.calling import advise
    from ..analysis.hindsight import open_values

    assert at.to_act is not None
    values = open_values(at) if at.phase not in ("discard", "rob") else {}
    best = max(values, key=lambda a: values[a]) if values else advise(at.seen_by(at.to_act)).equal[0]
    return at.apply(best)


def leaf_text(end: Position, ctx: Context) -> str:
    """The score at the end of a line: of the deal, and of the match where it ends there."""
    table = end.table
    made = {s.name: n - b for s, n, b in zip(table.sides, end.frame.scores, table.scores, strict=True)}
    text = capital(scores_line(ctx, made))
    if end.winner is not None:
        text += ". " + t("panel.match_won", ctx.book, side=ctx.side(end.winner)).rstrip(".")
    return text + "."


def worth_playing_out(d: Decision, action: Action) -> bool:
    """Is a branch played out at once? All of them where that is quick; else what was done and the best."""
    if isinstance(action, Call) and action.verb not in (Verb.STAND, Verb.BEG, Verb.GIVE, Verb.RUN):
        return False
    if d.branch(action).value is None:
        return False
    quick = (
        has_numba() or len(d.at.frame.active) <= 2 or max(len(d.at.hand(p)) for p in d.at.table.players) <= _ALL_LINES
    )
    return quick or action == d.action or action == d.best[0]
