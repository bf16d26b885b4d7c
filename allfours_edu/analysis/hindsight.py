"""A played deal, looked back on: what every decision would have brought with open cards, and what one could know.

Hindsight is the solver's: all hands are seen and everybody plays as well as can be from there on. Foresight is the
expert's: only what the seat could see. The two often disagree, and that is the lesson: a card may be right and lose.

>>> from allfours_edu.engine import deal, new_table
>>> from allfours_edu.sources import load_rulebook
>>> from allfours_edu.analysis.expert import play_out
>>> end = play_out(deal(new_table(load_rulebook("foster-1897").rules, 2, seed=4)))
>>> found = [d for d in decisions(end, foresight=False) if d.at.phase == "play"]
>>> [(str(d.action), d.lost) for d in found[:3]]
[('J♠', 0), ('K♠', 0), ('9♠', 0)]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise

from ..cards import Card
from ..engine import Action, Position
from .choice import Estimate, Option
from .expert import Expert, near_out, play_out
from .sampling import CannotDealError, Sampler
from .solver import TooLongError, solve

OUT = 1000
"""The solver's value of going out first."""
MOST = 60_000
"""Starts of tricks the solver may look at for one decision."""
_FEW = 700
"""So many deals are looked at one by one, to be certain whatever is hidden."""
# Points on the whole that nobody would speak of: they would be shown as 0.0.
_TRIFLE = 0.05
_BEGGING = ("beg", "answer", "consent")


@dataclass(frozen=True)
class Branch:
    """One thing that could be done. ``value``: what it brings with open cards, our points less theirs (with
    :data:`OUT` where the match is decided); None where that could not be worked out. ``likely``: the expert's view."""

    action: Action
    value: int | None
    likely: Option | None = None


@dataclass(frozen=True)
class Decision:
    """One decision of a deal, with everything that could have been done instead, best with open cards first.

    ``certain``: the loss, or that there is none, holds whatever the hidden cards.
    """

    at: Position
    action: Action
    branches: tuple[Branch, ...]
    estimate: Estimate | None
    certain: bool
    match: bool
    """Do the scores count: going out first before any number of points?"""

    @property
    def seat(self) -> str:
        assert self.at.to_act is not None
        return self.at.to_act

    @property
    def trick(self) -> int | None:
        """Number of the trick, while cards are played."""
        return len(self.at.tricks) + 1 if self.at.phase == "play" else None

    @property
    def side(self) -> str:
        table = self.at.table
        return table.sides[table.side_of[self.at.seat]].name

    def branch(self, action: Action) -> Branch:
        return next(b for b in self.branches if b.action == action)

    @property
    def best(self) -> tuple[Action, ...]:
        """Whatever is best with open cards; empty where that could not be worked out."""
        values = [b.value for b in self.branches if b.value is not None]
        return tuple(b.action for b in self.branches if values and b.value == max(values))

    @property
    def lost(self) -> int | None:
        """Points lost by what was done, with open cards; :data:`OUT` and more where the match was."""
        mine = self.branch(self.action).value
        values = [b.value for b in self.branches if b.value is not None]
        return None if mine is None or not values else max(values) - mine

    @property
    def best_likely(self) -> tuple[Action, ...]:
        """Whatever could not be told apart from the best, on what could be known."""
        if self.estimate is None or not self.estimate.options:
            return ()
        top = self.estimate.options[0]
        return tuple(o.action for o in self.estimate.options if top.mean - o.mean <= max(o.error, _TRIFLE) + 1e-9)

    @property
    def lost_likely(self) -> float | None:
        """Points lost on the whole by what was done, on what could be known; 0 where nothing tells it from the best."""
        if self.estimate is None:
            return None
        mine = self.estimate.of(self.action)
        if mine is None:
            return None
        return 0.0 if self.action in self.best_likely else self.estimate.options[0].mean - mine.mean


def decisions(
    end: Position, seat: str | None = None, *, foresight: bool = True, samples: int | None = None
) -> Iterator[Decision]:
    """Every decision of the deal up to ``end``, one by one as they are worked out.

    ``seat``: whose decisions are judged by what could be known as well (and only if ``foresight``); with no seat,
    everybody's. Where there was no choice there is no decision.
    """
    path = end.path()
    expert = Expert(samples=samples)
    for at, after in pairwise(path):
        action = after.action
        if at.to_act is None or action is None or after.by != at.seat or len(at.legal_actions()) < 2:
            continue
        if action not in at.legal_actions():
            continue  # an unlawful card under a referee
        known = foresight and (seat is None or seat == at.to_act)
        yield decided(at, action, expert if known else None)


def decided(at: Position, action: Action, expert: Expert | None = None) -> Decision:
    """One decision, judged with open cards and, with an ``expert``, by what could be known."""
    match = counts(at)
    values = open_values(at, match)
    estimate = None
    certain = False
    if expert is not None and at.to_act is not None:
        view = at.seen_by(at.to_act)
        estimate = expert.estimate(view)
        certain = at.phase == "play" and at.trump is not None and _certain(at, action, match)
    found = [
        Branch(a, values.get(a), estimate.of(a) if estimate is not None else None) for a in at.legal_actions()
    ]  # fmt: skip
    found.sort(key=lambda b: (b.value is None, -(b.value or 0)))
    return Decision(at, action, tuple(found), estimate, certain, match)


def counts(at: Position) -> bool:
    """Does the score of the match, or a bid, decide what a deal is worth here?"""
    return at.frame.contract is not None or near_out(at)


# -- open cards ------------------------------------------------------------------------------------------


def open_values(at: Position, match: bool | None = None, most: int = MOST) -> dict[Action, int]:
    """What each thing that may be done brings the player's side with open cards; empty where it cannot be worked out.

    Cards, and the calls of begging: everybody then calls as well as can be. What is thrown away after a run is what
    the player of maxims throws away. Of bids open cards say nothing.
    """
    side = at.table.sides[at.table.side_of[at.seat]].name
    counted = counts(at) if match is None else match
    try:
        if at.phase == "play" and at.trump is not None:
            solved = solve(at, side, match=counted, line=False, most=most)
            return dict(solved.cards.items())
        if at.phase == "play" or at.phase in _BEGGING:
            found = {a: _worth(at.apply(a), side, counted, most) for a in at.legal_actions()}
            return {a: v for a, v in found.items() if v is not None} if None not in found.values() else {}
    except (TooLongError, ValueError):
        return {}
    return {}


def _worth(at: Position, side: str, match: bool, most: int) -> int | None:
    """The value of a position for a side, calls included."""
    while at.phase in ("discard", "rob") and at.to_act is not None:
        at = _maxims(at)
    if at.over:
        return settled(at, side, match)
    if at.phase == "play" and at.trump is not None:
        return solve(at, side, match=match, line=False, most=most).value + _before(at, side, match)
    if at.phase in _BEGGING and at.to_act is not None:
        mine = at.to_act in next(s.seats for s in at.table.sides if s.name == side)
        values = [_worth(at.apply(a), side, match, most) for a in at.legal_actions()]
        if None in values:
            return None
        return (max if mine else min)(v for v in values if v is not None)
    return None


def _before(at: Position, side: str, match: bool) -> int:
    """What was marked before the play (a turned card, a gift), which the solver does not count again."""
    gains = [now - then for now, then in zip(at.frame.scores, at.table.scores, strict=True)]
    mine = next(n for n, s in enumerate(at.table.sides) if s.name == side)
    return 2 * gains[mine] - sum(gains)


def settled(at: Position, side: str, match: bool) -> int:
    """What a finished deal brought a side: its points less those of the others, and the match."""
    mine = next(n for n, s in enumerate(at.table.sides) if s.name == side)
    out = at.frame.winner
    won = 0 if out is None or not match else OUT if out == mine else -OUT
    return won + _before(at, side, match)


def _maxims(at: Position) -> Position:
    from .calling import advise

    assert at.to_act is not None
    return at.apply(advise(at.seen_by(at.to_act)).equal[0])


def best_play(at: Position, match: bool | None = None, most: int = MOST) -> tuple[tuple[str, Card], ...]:
    """How the deal goes on from a position if everybody plays as well as can be with open cards.

    Raises :class:`TooLongError` where that would take too long.
    """
    if at.over or at.phase != "play" or at.trump is None:
        return ()
    side = at.table.sides[at.table.side_of[at.seat]].name
    return solve(at, side, match=counts(at) if match is None else match, most=most).line


def played_on(at: Position, line: tuple[tuple[str, Card], ...]) -> Position:
    """The end of a line; where it stops because somebody is out, the maxims finish the deal."""
    for _, c in line:
        if at.over:
            break
        at = at.apply(c)
    return play_out(at)


# -- whatever the hidden cards ---------------------------------------------------------------------------


def _certain(at: Position, action: Action, match: bool) -> bool:
    """Is the card at least as good as any other in every deal that may be, or beaten by one other in all of them?"""
    assert at.to_act is not None
    try:
        sampler = Sampler(at.seen_by(at.to_act))
    except CannotDealError:
        return False
    every = sampler.every(_FEW)
    if every is None:
        return False
    side = at.table.sides[at.table.side_of[at.seat]].name
    never_worse, beaten = True, None
    for other in islice(every, _FEW):
        try:
            cards = solve(other, side, match=match, line=False, most=MOST).cards
        except TooLongError:
            return False
        mine = cards[action]  # type: ignore[index]
        never_worse &= mine == max(cards.values())
        better = {c for c, v in cards.items() if v > mine}
        beaten = better if beaten is None else beaten & better
        if not never_worse and not beaten:
            return False
    return never_worse or bool(beaten)
