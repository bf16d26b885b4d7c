"""The deals exercises are asked about: dealt from a seed and played out, made to run the cards, or a prepared deal with
its suits changed. The same exercise and the same seed give the same deal for ever."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import permutations

from ..analysis import players as computers
from ..cards import SUITS, Card
from ..engine import BEG, RUN, Position, deal, new_table
from ..rules import Rules
from ..sources import Rulebook
from .context import Context
from .exercise_file import Exercise
from .moments import fell_in
from .scenario import Scenario, load_scenario
from .tally import Tally, tally

_LONGEST = 400
_SUIT_ORDERS = tuple("".join(order) for order in permutations(SUITS))


@dataclass(frozen=True, eq=False)
class Show:
    """Something to be seen on the table: what happened from one position to another.

    ``to`` may be a function, for what takes a while to work out and will often not be asked for.
    """

    before: Position
    to: Position | Callable[[], Position]

    @cached_property
    def after(self) -> Position:
        return self.to if isinstance(self.to, Position) else self.to()


@dataclass(frozen=True)
class Dealt:
    """One deal of an exercise. ``seed`` is the number that deals it (or that changes its suits)."""

    exercise: Exercise
    seed: int

    @cached_property
    def book(self) -> Rulebook:
        return self.exercise.rulebook()

    @property
    def rules(self) -> Rules:
        return self.book.rules

    @cached_property
    def scenario(self) -> Scenario:
        return in_suits(load_scenario(self.exercise.scenario), self.seed)

    @cached_property
    def first(self) -> Position:
        """The deal as it was dealt."""
        return first_position(self.book, self.exercise.players, self.seed, self.exercise.scores)

    @cached_property
    def end(self) -> Position:
        """The deal as computer players play it out."""
        return play_out(self.first, self.seed, by=self.exercise.bots)

    @property
    def you(self) -> str:
        players = self.end.table.players
        return "South" if "South" in players else players[0]

    @cached_property
    def ctx(self) -> Context:
        return Context(self.end, self.you, self.book)

    @cached_property
    def tally(self) -> Tally:
        return tally(self.end)

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(side.name for side in self.end.table.sides)

    @property
    def side(self) -> str:
        """The side the question is about."""
        mine = self.ctx.mine or self.sides[0]
        return mine if self.exercise.whose == "mine" else next(s for s in self.sides if s != mine)

    @property
    def dealer_side(self) -> str:
        return self.ctx.side_of(self.end.table.dealer)

    def tricks_won(self) -> dict[str, int]:
        """By side: how many tricks. They are worth nothing, which many will not believe."""
        won = dict.fromkeys(self.sides, 0)
        for trick in self.ctx.tricks:
            won[self.ctx.side_of(trick.winner)] += 1
        return won

    def cards_won(self) -> dict[str, list[Card]]:
        won: dict[str, list[Card]] = {side: [] for side in self.sides}
        for trick in self.ctx.tricks:
            won[self.ctx.side_of(trick.winner)] += [c for _, c in trick.plays]
        return won

    def trick_of(self, card: Card) -> int:
        """The number of the trick in which a card fell; 0 where it was not played."""
        return fell_in(self.ctx, card) or 0

    def show_trick(self, number: int) -> Show | None:
        """A finished trick, card by card."""
        plays = [p for p in self.end.path() if isinstance(p.action, Card)]
        size = self.ctx.size
        if not 1 <= number <= len(plays) // size:
            return None
        before = plays[(number - 1) * size].previous
        assert before is not None
        return Show(before, plays[number * size - 1])


@lru_cache(maxsize=64)
def first_position(book: Rulebook, players: int | None, seed: int, scores: tuple[int, ...]) -> Position:
    """A deal from a seed, as it is dealt."""
    return deal(new_table(book.rules, players or book.players_default, seed=seed, scores=scores or None))


def play_out(at: Position, seed: object, until: str = "over", by: str = "foster") -> Position:
    """The position after the computer players have gone on: to the end of the deal, or to a phase."""
    player = computers.player(by)
    for _ in range(_LONGEST):
        if at.to_act is None or at.phase == until:
            return at
        at = at.apply(player.choose(at.seen_by(at.to_act), str(seed)).action)
    raise RuntimeError("the computer players do not come to an end")


def finish_trick(at: Position, seed: object) -> Position:
    """The position when the trick on the table is complete."""
    done = len(at.laid()) // max(len(at.frame.active), 1) + 1
    player = computers.player("foster")
    while at.to_act is not None and len(at.laid()) < done * len(at.frame.active):
        at = at.apply(player.choose(at.seen_by(at.to_act), str(seed)).action)
    return at


def replayed(at: Position, book: Rulebook, scores: tuple[int, ...] = ()) -> Position | None:
    """The same pack and the same actions under another book or at another score; None where they are not lawful."""
    old = at.table
    try:
        new = deal(
            new_table(
                book.rules, old.players, sides=old.sides, seed=old.seed, scores=scores or old.scores, pack=old.pack
            )
        )
        for seat, action in at.actions():
            new = new.apply(action, by=seat)
    except ValueError:
        return None
    return new


def after_runs(book: Rulebook, players: int | None, seed: int, ranks: str, again: bool) -> Position:
    """The elder begs and the cards are run. ``ranks`` are those of the cards turned, in order; with ``again`` the
    second one is of the suit that was refused, so that the cards are run once more."""
    order = _SUIT_ORDERS[seed % len(_SUIT_ORDERS)]
    suits = [order[0], order[0], order[1]] if again else [order[0], order[1]]
    ups = [rank + suit for rank, suit in zip(ranks, suits, strict=True)]
    at = deal(new_table(book.rules, players or book.players_default, seed=seed, turn_ups=ups))
    for action in (BEG, RUN):
        at = at.apply(action)
    return at


def in_suits(scenario: Scenario, seed: int) -> Scenario:
    """The same deal in other suits: a symmetry of the game, so that every value stays as it was.

    >>> in_suits(load_scenario("td-03"), 1).hands["elder"], in_suits(load_scenario("td-03"), 2).hands["elder"]
    ('AS TC QH 7H 6H 4H', 'AS TD QH 7H 6H 4H')
    """
    order = dict(zip(SUITS, _SUIT_ORDERS[(seed - 1) % len(_SUIT_ORDERS)], strict=True))

    def changed(text: str) -> str:
        return " ".join(word[:-1] + order.get(word[-1], word[-1]) for word in text.split())

    return replace(
        scenario,
        trump=order[scenario.trump],
        turn_ups=changed(scenario.turn_ups),
        plays=changed(scenario.plays),
        stock=changed(scenario.stock),
        hands={seat: changed(hand) for seat, hand in scenario.hands.items()},
        discards={seat: changed(hand) for seat, hand in scenario.discards.items()},
    )
