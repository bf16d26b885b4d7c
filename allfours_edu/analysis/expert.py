"""The expert: deals out what it cannot see, many times over, and does what comes out best on the whole.

For every deal it could be sitting in (:mod:`.sampling`) each thing it may do is judged, in one of two ways:

* *open*: the cards are played out perfectly with all hands face up (:mod:`.solver`);
* *played*: players of maxims, who see only their own cards, play the deal out.

Which one depends on the table and on the number of cards left, never on the clock, and the number of deals is fixed
too: the same view and key give the same answer on every machine. Time and ``stop`` can only cut it short, and then
the answer says so. Where no deals can be made up (a pool, a stock still to be drawn) it plays by the maxims, and says
that as well.

Judging open deals has a blind spot, called strategy fusion: in every single deal the solver knows where the Jack is,
so it thinks it will know later. :attr:`Estimate.promised` beside :attr:`Option.mean` shows how much hangs on that.

>>> from allfours_edu.engine import deal, new_table
>>> from allfours_edu.sources import load_rulebook
>>> at = deal(new_table(load_rulebook("foster-1897").rules, 2, seed=4)).apply("stand")
>>> choice = Expert(samples=8).choose(at.seen_by(at.to_act))
>>> choice.estimate.samples, choice.estimate.how, len(choice.estimate.options), choice.action in at.legal_actions()
(8, 'open', 6, True)
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from random import Random

from ..cards import Card
from ..engine import Action, Call, Position, Verb, View, action_text
from ..engine.layout import trick_layout
from .calling import advise as advise_call
from .calling import keeping
from .choice import Choice, Estimate, Option
from .maxims import MAXIMS
from .players import ByMaxims, Player
from .playing import advise as advise_card
from .sampling import CannotDealError, Sampler
from .solver import TooLongError, solve

OUT = 6.0
"""What winning the match is worth beside the points of a deal."""
LONGEST = 20.0
"""Seconds after which a decision is cut short whatever is left to do. Far above what any needs."""
DOUBT = 1.0
"""How many standard errors better than the maxims' choice another must look."""
HOPELESS = 2.5
"""How many standard errors worse than the best an action is judged no longer."""
_ROUND = 15
_FAR = 500  # a solver's value beyond this says that somebody goes out
_TWO_HANDS = {9: 30, 8: 50, 7: 80}
"""Deals that are judged open by the number of cards left, where there are more than six."""
_MOST = 40_000  # starts of tricks the solver may look at in one deal
_MOST_ACTIONS = 600


@dataclass(frozen=True)
class Expert:
    """Judges what it may do over deals that agree with its view. ``samples``: how many (default: by the table)."""

    name: str = "expert"
    version: str = "1"
    samples: int | None = None
    seconds: float = LONGEST
    stop: Callable[[], bool] | None = field(default=None, compare=False)
    maxims: Player = field(default_factory=ByMaxims)

    def choose(self, view: View, key: Hashable = 0) -> Choice:
        """What to do now, with what it expects of everything it might do."""
        natural = self.maxims.choose(view, key)
        if len(view.actions) == 1:
            return natural
        try:
            sampler = Sampler(view)
        except CannotDealError as error:
            return _by_maxims(natural, error.why)
        estimate = self._judge(view, key, sampler, natural.action)
        if estimate is None:
            return _by_maxims(natural, "none")
        return _reasoned(_picked(estimate, natural.action), estimate, natural)

    def estimate(self, view: View, key: Hashable = 0) -> Estimate | None:
        """What it expects of everything it might do; None where no deals can be made up."""
        try:
            return self._judge(view, key, Sampler(view), self.maxims.choose(view, key).action, everything=True)
        except CannotDealError:
            return None

    def _judge(
        self, view: View, key: Hashable, sampler: Sampler, natural: Action, everything: bool = False
    ) -> Estimate | None:
        """Deal, judge, add up."""
        how, n = plan(view)
        sums = _Sums(view.actions if everything else candidates(view, natural))
        judge = _open if how == "open" else _played
        until = time.monotonic() + self.seconds
        cut = ""
        for at in sampler.deals(_rng(view, key), self.samples if self.samples is not None else n):
            try:
                sums.add(judge(at, sums.open, view.seat))
            except TooLongError:
                sums.add(_played(at, sums.open, view.seat))
            if how == "played" and not everything and sums.n % _ROUND == 0:
                sums.drop_hopeless()
                if len(sums.open) == 1:
                    break
            if self.stop is not None and self.stop():
                cut = "stopped"
                break
            if time.monotonic() > until:
                cut = "time"
                break
        return sums.estimate(how, cut) if sums.n else None


# -- how a table is judged ------------------------------------------------------------------------------


def plan(view: View) -> tuple[str, int]:
    """How the deals of a view are judged ("open" or "played"), and how many of them: by what lies on the table."""
    seats, left = len(view.playing), max(n for _, n in view.held)
    if view.phase in ("discard", "rob"):
        return "played", 30
    if view.phase != "play" or view.trump is None:
        return "played", 100 if seats == 2 else 60
    if seats == 2:
        return "open", _TWO_HANDS.get(left, 120 if left < 7 else 15)
    if len(view.sides) == 2 and (left <= 3 or (left == 4 and seats <= 4)):
        return "open", 60 if left <= 3 else 25
    # with three sides and more the solver sees all the others in league, and fears too much
    return "played", 100 if left <= 6 and len(view.sides) > 2 and seats <= 4 else 60


def candidates(view: View, natural: Action) -> tuple[Action, ...]:
    """What is worth judging: everything, but of cards to be thrown away only those one could miss least."""
    thrown = [a for a in view.actions if isinstance(a, Call) and a.verb == Verb.DISCARD and a.card is not None]
    if len(thrown) > 3:
        trump = view.trump or "S"
        thrown.sort(key=lambda a: keeping(view, a.card, trump))  # type: ignore[arg-type]
        return tuple(dict.fromkeys([natural, *thrown[:3]]))
    if view.phase == "play" and view.trump is None:
        return _pitches(view, natural)
    return view.actions


def _pitches(view: View, natural: Action) -> tuple[Action, ...]:
    """The best and the least card of each suit held: the cards between them are hardly ever the ones to pitch."""
    found: list[Action] = [natural]
    for suit in dict.fromkeys(c.suit for c in view.hand or ()):
        power = trick_layout(view.rules, suit).power
        held = sorted((a for a in view.actions if isinstance(a, Card) and a.suit == suit), key=lambda c: power[c.index])
        found += held[-1:] + held[:1]
    return tuple(dict.fromkeys(found))


def _open(at: Position, actions: Sequence[Action], seat: str) -> list[float]:
    """Perfect play with all cards seen."""
    side = at.table.side_of[at.table.place[seat]]
    solved = solve(
        at, at.table.sides[side].name, match=at.frame.contract is not None or near_out(at), line=False, most=_MOST
    )
    others = len(at.table.sides) - 1
    return [_points(solved.cards[a], others) for a in actions if isinstance(a, Card)]


def _points(value: int, others: int) -> float:
    """A solver's value on the scale of points."""
    for won in (1, -1):
        if won * value > _FAR:
            return won * OUT + (value - won * 1000) / others
    return value / others


def near_out(at: Position) -> bool:
    """May somebody win the match in this deal?"""
    rules = at.table.rules
    most = (
        sum(n for _, n in rules.points or ()) + max(rules.hang_jack or 0, 1) + sum(n for _, n in rules.peg_values or ())
    )
    return bool(rules.target - max(at.frame.scores) <= most)


def _played(at: Position, actions: Sequence[Action], seat: str) -> list[float]:
    """Players of maxims play on."""
    return [worth(play_out(at.apply(a)), seat) for a in actions]


def play_out(at: Position) -> Position:
    """The deal to its end by players of maxims who see only their own cards."""
    for _ in range(_MOST_ACTIONS):
        if at.to_act is None:
            return at
        actions = at.legal_actions()
        if len(actions) > 1:
            advise = advise_card if at.legal else advise_call
            at = at.apply(advise(at.seen_by(at.to_act)).equal[0])
        else:
            at = at.apply(actions[0])
    raise RuntimeError("the deal does not come to an end")


def worth(at: Position, seat: str) -> float:
    """What a finished deal brought: the points of one's side less those of the others (their mean), and the match."""
    table, frame = at.table, at.frame
    mine = table.side_of[table.place[seat]]
    gains = [now - then for now, then in zip(frame.scores, table.scores, strict=True)]
    others = [n for side, n in enumerate(gains) if side != mine]
    won = 0.0 if frame.winner is None else OUT if frame.winner == mine else -OUT
    return won + gains[mine] - sum(others) / len(others)


# -- adding up ------------------------------------------------------------------------------------------


class _Sums:
    """The values of every action in every deal. Hopeless ones are dropped on the way: ``open`` are the others."""

    def __init__(self, actions: Sequence[Action]) -> None:
        self.open = tuple(actions)
        self.dropped: list[Option] = []
        self.columns: dict[Action, list[float]] = {a: [] for a in actions}
        self.best: list[float] = []

    def add(self, values: Sequence[float]) -> None:
        for action, value in zip(self.open, values, strict=True):
            self.columns[action].append(value)
        self.best.append(max(values))

    @property
    def n(self) -> int:
        return len(self.best)

    def options(self) -> list[Option]:
        """What is still open, best first."""
        means = {a: sum(self.columns[a]) / self.n for a in self.open}
        top = self.columns[max(self.open, key=lambda a: means[a])]
        found = [Option(a, means[a], self._share(a), _error(self.columns[a], top)) for a in self.open]
        return sorted(found, key=lambda o: (-round(o.mean, 9), -o.share))

    def _share(self, action: Action) -> float:
        return sum(v >= b - 1e-9 for v, b in zip(self.columns[action], self.best, strict=True)) / self.n

    def drop_hopeless(self) -> None:
        """Judge no longer what is clearly worse than the best."""
        best, *others = self.options()
        self.dropped += [o for o in others if best.mean - o.mean > HOPELESS * o.error + 1e-9]
        gone = {o.action for o in self.dropped}
        self.open = tuple(a for a in self.open if a not in gone)

    def estimate(self, how: str, cut: str) -> Estimate:
        rest = sorted(self.dropped, key=lambda o: (-round(o.mean, 9), -o.share))
        return Estimate(how, self.n, (*self.options(), *rest), sum(self.best) / self.n, cut)


def _error(column: Sequence[float], top: Sequence[float]) -> float:
    """The standard error of the difference from the best."""
    n = len(column)
    gaps = [a - b for a, b in zip(column, top, strict=True)]
    mean = sum(gaps) / n
    return math.sqrt(sum((g - mean) ** 2 for g in gaps) / max(n - 1, 1) / n)


def _picked(estimate: Estimate, natural: Action) -> Action:
    """The best action; but what the maxims advise, where the deals do not tell the two apart.

    The maxims know what no open deal shows: that the others cannot see either.
    """
    best, own = estimate.options[0], estimate.of(natural)
    if own is not None and best.mean - own.mean <= DOUBT * own.error + 1e-9:
        return natural
    return best.action


def _reasoned(action: Action, estimate: Estimate, natural: Choice) -> Choice:
    if action == natural.action:
        return Choice(action, natural.maxim, natural.facts, estimate)
    return Choice(action, MAXIMS["by_deals"], {"what": action, "other": natural.action}, estimate)


def _by_maxims(natural: Choice, why: str) -> Choice:
    return Choice(natural.action, natural.maxim, natural.facts, Estimate("maxims", why=why))


def _rng(view: View, key: Hashable) -> Random:
    """Chance hangs on the key, the deal, the seat and all that was seen."""
    done = " ".join([*(action_text(c) for _, c in view.calls), *(c.text for _, c in view.plays)])
    held = " ".join(sorted(c.text for c in view.hand or ()))
    label = f"allfours-expert/1:{key}:{view.deal}:{view.seat}:{view.phase}:{held}:{done}"
    return Random(hashlib.blake2b(label.encode(), digest_size=8).digest())
