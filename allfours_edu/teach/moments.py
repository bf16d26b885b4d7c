"""A deal cut into moments: what a reader is shown at one step, with the sentence and the reasons that go with it.

One moment is the deal, a turned card, a call, a run of the cards, a card played (with the trick it completes), a point
of the count. The stepper shows them one by one, the table plays them as they come, the story prints them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..cards import Card
from ..engine import Call, Event, Position, Verb
from ..engine.calls import TAKES_BACK
from ..sources import Rulebook
from .citing import Citation, why, why_fields
from .explain import Context, discards, play_kind, sentence

# Events that open a moment; all others belong to the one before.
_OPENS = ("deal", "turned", "call", "run", "bunch", "trump", "discard", "play", "award", "penalty", "settle", "out")


class Moment(NamedTuple):
    """One step of a deal. ``kind`` is that of its first event; ``before`` is the position it started from."""

    kind: str
    at: Position
    before: Position | None
    events: tuple[Event, ...]

    @property
    def trick(self) -> int | None:
        """Number of the trick it belongs to, while cards are played."""
        return next((e.trick for e in self.events if e.trick), None)

    @property
    def ends_trick(self) -> bool:
        return any(e.kind == "trick" for e in self.events)

    def text(self, ctx: Context) -> str:
        """What happened, in rich text."""
        if self.kind == "discard" and len(self.events) > 1:
            thrown = [e for e in self.events if e.kind == "discard"]
            rest = [sentence(e, ctx) for e in self.events if e.kind != "discard"]
            return " ".join([discards(thrown, ctx), *rest])
        shown = [e for e in self.events if e.kind != "end" or e.data.get("redeal")] or self.events
        if len(shown) > 1 and any(e.kind == "bunch" for e in shown):
            shown = [e for e in shown if e.kind != "end"]
        return " ".join(sentence(e, ctx) for e in shown)

    def why(self, ctx: Context, book: Rulebook) -> tuple[str, list[Citation]]:
        """The reasons of all that happened in it, each said once."""
        texts: list[str] = []
        cites: list[Citation] = []
        for event in self.events:
            if event.kind == "end" and len(self.events) > 1:
                continue
            text, found = why_play(event, ctx, book) if event.kind == "play" else why(event, book)
            new = [c for c in found if c not in cites]
            if new or (text and not found):
                texts.append(text)
                cites += new
        return " ".join(dict.fromkeys(texts)), cites


def why_play(event: Event, ctx: Context, book: Rulebook) -> tuple[str, list[Citation]]:
    """By what rule a card could be led or played."""
    kind, rules = play_kind(event, ctx), ctx.rules
    if kind == "lead":
        return why_fields(book, None, ("first_lead",)) if event.trick == 1 else why_fields(book, "trick", ())
    fields = ["follow"]
    if kind == "undertrump":
        fields = ["undertrump"]
    elif kind != "follow" and rules.void != "free":
        fields.append("void")
    return why_fields(book, None, fields)


def moments(position: Position, since: Position | None = None) -> Iterator[Moment]:
    """The moments of the deal up to ``position``; with ``since``, only those after that position.

    What one player throws away card by card is one moment.
    """
    waiting: Moment | None = None
    for moment in _all(position, since):
        if waiting is not None and moment.kind == waiting.kind == "discard" and _thrower(moment) == _thrower(waiting):
            waiting = Moment("discard", moment.at, waiting.before, (*waiting.events, *moment.events))
            continue
        if waiting is not None:
            yield waiting
        waiting = moment
    if waiting is not None:
        yield waiting


def _thrower(moment: Moment) -> str | None:
    return moment.events[0].seat


def _all(position: Position, since: Position | None) -> Iterator[Moment]:
    path = position.path()
    start = path.index(since) + 1 if since is not None and since in path else 0
    for n, events in enumerate(_by_position(position.events(), len(path))):
        if n >= start:
            yield from _cut(path[n], path[n - 1] if n else None, events)


def _by_position(events: tuple[Event, ...], size: int) -> list[list[Event]]:
    """The events of each position of the path: one call, discard or play opens the next position.

    A trump that is named belongs to the call that names it; one that is pitched, to the play.
    """
    found: list[list[Event]] = [[]]
    pitched = False
    for event in events:
        named = event.kind == "trump" and bool(found[-1]) and _names(found[-1][-1])
        again = event.kind == "play" and _takes_back(found[-1])
        alone = (event.kind == "trump" and not named) or (event.kind == "play" and not pitched and not again)
        if event.kind in ("call", "discard") or alone:
            found.append([])
        pitched = event.kind == "trump" and not named
        found[-1].append(event)
    assert len(found) <= size, "an event without its action"
    return found


def _takes_back(events: list[Event]) -> bool:
    """Is it the call that puts another card in the place of one played?"""
    action = events[-1].action if len(events) == 1 else None
    return isinstance(action, Call) and action.verb in TAKES_BACK


def _names(event: Event) -> bool:
    return isinstance(event.action, Call) and event.action.verb == Verb.NAME


def _cut(at: Position, before: Position | None, events: list[Event]) -> Iterator[Moment]:
    groups: list[list[Event]] = []
    for event in events:
        if event.kind == "run" and not event.n:
            continue  # the pack was too small to run even once: the next event says so
        joins = bool(groups) and (
            event.kind not in _OPENS
            or (event.kind == "turned" and groups[-1][0].kind in ("run", "play"))  # turned late, after a trick
            or (event.kind == "play" and groups[-1][0].kind == "trump")
            or (event.kind == "trump" and _names(groups[-1][-1]))
        )
        if joins:
            groups[-1].append(event)
        else:
            groups.append([event])
    for group in groups:
        kind = "play" if group[0].kind == "trump" else group[0].kind
        yield Moment(kind, at, before, tuple(group))


def fell_in(ctx: Context, card: Card) -> int | None:
    """Number of the trick in which a card was played."""
    at = next((n for n, (_, c) in enumerate(ctx.plays) if c is card), None)
    return None if at is None else at // ctx.size + 1
