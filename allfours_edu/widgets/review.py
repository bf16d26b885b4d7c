"""The review of a deal on screen: a row a decision, the table at that step, every branch played out.

All of it is in the state: choosing a row and walking along a line need no Python. From a table the way leads back, and
on from any decision of one's own, beside the match.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..cards import Card
from ..engine import Position, action_text
from ..errors import PlainTypeError
from ..record import Record
from ..sources import Rulebook
from ..teach.context import Context
from ..teach.review import Line, Review, Told, likely_text, line_of, look_back, named, value_text, worth_playing_out
from ..teach.strings import plain, t
from .base import AllFoursWidget, replace_older
from .cites import Cites
from .state import State, footer, open_hands, scene
from .stepper import played

BACK, ON = "back_to_table", "on_from_here"
_WORDS = (
    "rows", "chart", "chart_open", "chart_likely", "branches", "branches_text", "refute", "came", "better",
    "was_played", "best_mark", "on_from_here",
)  # fmt: skip


class ReviewWidget(AllFoursWidget):
    """A deal looked back on. ``.review`` are the decisions and what was said of them."""

    def __init__(self, review: Review, *, at: int | None = None, **traits: Any) -> None:
        super().__init__("review", review.book, **traits)
        self.review = review
        state = review_state(review, self.known)
        self.show(state)
        self.at = state["at"] if at is None else max(0, min(at, len(review.told) - 1))

    def handle(self, message: dict[str, Any]) -> bool | None:
        self.refuse(t("message.not_at_step"))
        return None


def review_state(
    review: Review, cites: Cites | None = None, *, table: bool = False, tools: Iterable[Mapping[str, Any]] = ()
) -> State:
    """The state of the review. ``table``: it was opened from a table, to which the way leads back."""
    cites = cites if cites is not None else Cites()
    ctx, book = review.ctx, review.book
    rows = [_row(told, ctx, book, cites, table) for told in review.told]
    worst = max((n for n, told in enumerate(review.told) if told.you or review.seat is None),
                key=lambda n: (_weight(review.told[n]), -n), default=0)  # fmt: skip
    found: State = {
        "rev": 1, "title": review.title, "lead": review.lead, "text": review.text, "at": worst, "rows": rows,
        "summary": review.summary if rows else t("review.nothing"), "mine": review.seat is not None,
        "live": f"{plain(review.title)}. {plain(review.summary)}",
        "names": {s: str(ctx.who(s)) for s in review.end.table.players},
        "tools": [*tools, *([{"id": BACK, "label": t("review.back_to_table")}] if table else [])],
        "words": {key: t(f"review.{key}") for key in _WORDS},
        "footer": footer(review.end, book, _code(review.end, book)),
    }  # fmt: skip
    return found


def _weight(told: Told) -> float:
    return (told.lost_open or 0) + 2 * (told.lost_likely or 0)


def _row(told: Told, ctx: Context, book: Rulebook, cites: Cites, table: bool) -> State:
    d = told.decision
    row: State = {
        "n": told.n, "address": told.address, "who": told.who, "you": told.you, "played": told.played,
        "verdict": told.verdict, "tone": told.tone, "sure": told.sure, "open": told.open_best,
        "likely": told.likely_best, "lost_open": told.lost_open, "lost_likely": told.lost_likely,
        "lost": told.lost_text, "note": told.note, "trick": d.trick,
        "scene": _scene(d.at, ctx, book, cites),
        "options": _options(told, ctx, book, cites),
    }  # fmt: skip
    row["refuted"] = action_text(d.action) if told.tone != "good" else ""
    wanted = d.best_likely if told.lost_likely and not told.lost_open else d.best or d.best_likely
    row["better"] = next((action_text(a) for a in wanted if a != d.action), "") if told.tone != "good" else ""
    if table and told.you:
        row["on"] = told.n - 1
    return row


def _options(told: Told, ctx: Context, book: Rulebook, cites: Cites) -> list[State]:
    d = told.decision
    found = []
    for branch in d.branches:
        option: State = {
            "id": action_text(branch.action), "label": named(branch.action, book), "played": branch.action == d.action,
            "best": branch.action in d.best or (not d.best and branch.action in d.best_likely),
            "value": value_text(d, branch.value), "likely": likely_text(branch.likely),
        }  # fmt: skip
        line = line_of(d, branch.action, ctx) if worth_playing_out(d, branch.action) else None
        if line is not None:
            option |= _line(d.at, line, ctx, book, cites)
        found.append(option)
    return found


def _line(at: Position, line: Line, ctx: Context, book: Rulebook, cites: Cites) -> State:
    """A line as the browser walks it: each play with who wins the trick so far, and whether it ends it."""
    begun = line.begins if line.begins.action is not None and line.begins.by >= 0 else at
    found: State = {"leaf": line.leaf}
    card_first = at.phase == "play"
    if not card_first:
        found["scene"] = _scene(begun, ctx, book, cites)
    start = at if card_first else begun
    later = line.end.path()[len(start.path()) :]
    found["line"] = [_play(p) for p in later if isinstance(p.action, Card)]
    return found


def _scene(at: Position, ctx: Context, book: Rulebook, cites: Cites) -> State:
    """The table with every hand face up, one's own among them."""
    return scene(at, ctx.seat, book, cites, show_hands=True) | {"hands": open_hands(at)}


def _play(p: Position) -> list[Any]:
    """[seat, card, who wins so far, does it end the trick]."""
    assert isinstance(p.action, Card)
    players = p.table.players
    return [players[p.by], p.action.text, players[p.taker], int(not p.led)]


def _code(end: Position, book: Rulebook) -> str:
    try:
        return Record.of(end, book).code or ""
    except ValueError:
        return ""


def review(
    what: Any, *, seat: str | None = None, samples: int | None = None, book: Rulebook | str | None = None,
    players: int | Sequence[str] | None = None, seed: object = None, progress: bool = False, **traits: Any,
) -> ReviewWidget:  # fmt: skip
    """Look back on a played deal. See :func:`allfours_edu.api.review`."""
    end, found = played(what, book=book, players=players, seed=seed)
    session = getattr(what, "session", None)
    own = seat if seat is not None else getattr(session, "you", None)
    if own is not None and own not in end.table.place:
        raise PlainTypeError(t("step.no_seat", seat=own, seats=", ".join(end.table.players)))
    said = (lambda n, of: print(f"\r{plain(t('review.working', n=n, of=of))}", end="")) if progress else None
    widget = ReviewWidget(look_back(end, found, own, samples=samples, progress=said), **traits)
    replace_older(widget, f"review {what!r:.80} {own}")
    return widget
