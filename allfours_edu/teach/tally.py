"""What one deal brought each side: the points, what was marked in play, the match.

Read off the events, so the same cards and plays can be judged under any book.

>>> from allfours_edu.teach.scenario import load_scenario
>>> lesson = load_scenario("td-01-hang-the-jack")
>>> judged = tally(lesson.played(lesson.outcomes[0]), lesson.rules("foster-all-fives"))
>>> judged.totals, judged.pegs, judged.count
({'S/N': 4, 'E/W': 11}, {'S/N': 3, 'E/W': 9}, {'S/N': 20, 'E/W': 24})
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ..engine import Event, Position
from ..engine.pool import TOPICS
from ..rules import Rules

POINTS = ("high", "low", "jack", "game")
_AT_ONCE = ("turn", "gift", "peg", "sale", "penalty", "stake")


@dataclass(frozen=True)
class Tally:
    """The points of one deal. Everything that goes by side has every side of the table."""

    awards: Mapping[str, Event]
    """The award of each point of the book, in its order; one that nobody has is there too."""
    marked: Mapping[str, Mapping[str, int]]
    """Kind of event ("peg", "turn", "gift" …) -> side -> what it marked at once."""
    scores: Mapping[str, int]
    winner: str | None
    out_by: str | None
    events: tuple[Event, ...]
    set_back: Mapping[str, int] = field(default_factory=dict)
    """Side -> what comes off its score for a bid it did not make; nothing else it made counts."""
    bid_made: bool | None = None
    """Did the bidder make what he was bound to? None without a bid, or before the end."""

    @property
    def pegs(self) -> dict[str, int]:
        """What each side marked for cards while the hand was played."""
        return dict(self.marked.get("peg", dict.fromkeys(self.scores, 0)))

    @property
    def at_once(self) -> dict[str, int]:
        """All that was marked before the points were counted."""
        return {side: sum(by[side] for by in self.marked.values()) for side in self.scores}

    @property
    def totals(self) -> dict[str, int]:
        """All that each side made, whether or not the match was over before it was marked.

        A bidder who is set back made nothing: the bid comes off.
        """
        made = self.at_once
        for award in self.awards.values():
            if award.side is not None and award.side not in self.set_back:
                made[award.side] += award.n
        for side, n in self.set_back.items():
            made[side] -= n
        return made

    @property
    def count(self) -> dict[str, int]:
        """The card counts for Game; empty where Game is not counted."""
        game = self.awards.get("game")
        return dict(game.data.get("count", {})) if game is not None else {}

    @property
    def ahead(self) -> str | None:
        """Who made more, or won the match: a side, or None where they are level."""
        if self.winner is not None:
            return self.winner
        totals = self.totals
        best = max(totals.values())
        first = [side for side, n in totals.items() if n == best]
        return first[0] if len(first) == 1 else None


def tally(position: Position, rules: Rules | None = None) -> Tally:
    """The tally of the deal so far, judged by the position's own rules or by others."""
    return tally_of(position.events(rules), [side.name for side in position.table.sides])


def tally_of(events: Iterable[Event], sides: list[str]) -> Tally:
    """The tally of a list of events."""
    told = tuple(events)
    awards: dict[str, Event] = {}
    marked: dict[str, dict[str, int]] = {}
    scores = dict.fromkeys(sides, 0)
    winner, out_by = None, None
    set_back: dict[str, int] = {}
    bid_made: bool | None = None
    for event in told:
        if event.data.get("void"):
            marked.clear()  # what was turned does not count
        if event.kind == "award" and event.point in TOPICS and event.side is None:
            continue  # counters that stay where they are
        if event.kind == "award" and event.point in TOPICS and event.side is not None:  # they go to many at once
            marked.setdefault(event.point, dict.fromkeys(sides, 0))[event.side] += event.n
        elif event.kind == "award" and event.point is not None:
            awards.setdefault(event.point, event)
        elif event.kind in _AT_ONCE and event.side is not None:
            marked.setdefault(event.kind, dict.fromkeys(sides, 0))[event.side] += event.n
        elif event.kind == "settle":
            set_back, bid_made = dict(event.data.get("set_back", {})), event.data.get("bid_made")
        elif event.kind == "out":
            winner, out_by = event.side, event.point
        if len(event.scores) == len(sides):
            scores = dict(zip(sides, event.scores, strict=True))
    return Tally(awards, marked, scores, winner, out_by, told, set_back, bid_made)
