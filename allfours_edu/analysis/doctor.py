"""The deal doctor: is a position a good puzzle? Every card under every book, with open cards and whatever is hidden.

>>> from allfours_edu.engine import deal, new_table
>>> from allfours_edu.sources import load_rulebook
>>> rules = load_rulebook("foster-1897").rules
>>> hands = {"elder": "JS TS TD 6D QH 7H", "dealer": "AS 6S AC 8C 5C 8D"}
>>> table = new_table(rules, ["elder", "dealer"], hands=hands, turn_ups="9S", scores=[6, 4])
>>> found = examine(deal(table).apply("stand"))
>>> [str(c) for c in found.best], found.unique, found.certain
(['6♦'], True, False)
"""

from __future__ import annotations

from dataclasses import dataclass

from ..cards import Card
from ..engine import STAND, Call, IllegalAction, Position, TableError, deal, new_table
from ..errors import Plain
from ..rules import Rules
from .expert import play_out
from .hindsight import OUT, decided, open_values, settled
from .players import player
from .sampling import CannotDealError, Sampler
from .solver import TooLongError, solve

_FEW = 700


class NoPuzzleError(Plain, ValueError):
    """A position of which no puzzle can be made; the message says why."""


@dataclass(frozen=True)
class Finding:
    """What a position is under one book.

    ``values``: for each card what it brings the player's side with best play by all. ``certain``: a best card is as
    good as any whatever the others hold. ``natural``: what a player of maxims would play. ``ends``: for each card what
    it brings if all play on by the maxims: a wrong card that they do not punish is no trap for a learner.
    ``saved``: earlier moments at which the side could still have had more, with the card and the value.
    """

    at: Position
    values: dict[Card, int]
    certain: bool
    natural: Card
    ends: dict[Card, int]
    saved: tuple[tuple[Position, Card, int], ...]

    @property
    def best(self) -> tuple[Card, ...]:
        top = max(self.values.values())
        return tuple(c for c, v in self.values.items() if v == top)

    @property
    def unique(self) -> bool:
        """Is there one best card and no other?"""
        return len(self.best) == 1

    @property
    def flat(self) -> bool:
        """Is every card as good as every other? Then there is nothing to find."""
        return len(set(self.values.values())) == 1

    @property
    def natural_errs(self) -> bool:
        """Does the player of maxims go wrong here?"""
        return self.natural not in self.best

    def punished(self, card: Card) -> bool:
        """Does a wrong card bring less than the best one even where everybody plays on by the maxims?"""
        return self.ends[card] < max(self.ends[c] for c in self.best)

    def cost(self, card: Card) -> int:
        """What a card loses; :data:`~allfours_edu.analysis.hindsight.OUT` and more where it loses the match."""
        return max(self.values.values()) - self.values[card]


def examine(at: Position) -> Finding:
    """Examine a position in the play, somebody to act who has a choice.

    Raises :class:`NoPuzzleError` where there is none, or where it would take too long.
    """
    if at.phase != "play" or at.trump is None or at.to_act is None:
        raise NoPuzzleError(
            "A puzzle begins in the play, with a trump and somebody to play a card; "
            f"this position is at “{at.phase}”. Play on to the card you want to ask about."
        )
    if len(at.legal_actions()) < 2:
        raise NoPuzzleError(f"{at.to_act} has only one card to play here, so there is nothing to ask.")
    found = decided(at, at.legal_actions()[0])
    values = {b.action: b.value for b in found.branches if isinstance(b.action, Card) and b.value is not None}
    if not values:
        raise NoPuzzleError("This position takes too long to work out. Ask later in the deal, with fewer cards left.")
    natural = player("foster").choose(at.seen_by(at.to_act)).action
    assert isinstance(natural, Card)
    ends = {c: settled(play_out(at.apply(c)), found.side, found.match) for c in values}
    best = tuple(c for c, v in values.items() if v == max(values.values()))
    return Finding(at, values, _certain(at, best, found.match), natural, ends, _saved(at, max(values.values())))


def _certain(at: Position, best: tuple[Card, ...], match: bool) -> bool:
    """Is one of the best cards as good as any in every deal that looks the same to the player?"""
    assert at.to_act is not None
    try:
        every = Sampler(at.seen_by(at.to_act)).every(_FEW)
    except CannotDealError:
        return False
    if every is None:
        return False
    side = at.table.sides[at.table.side_of[at.seat]].name
    left = set(best)
    for other in every:
        try:
            left &= set(solve(other, side, match=match, line=False).best)
        except TooLongError:
            return False
        if not left:
            return False
    return True


def _saved(at: Position, value: int) -> tuple[tuple[Position, Card, int], ...]:
    """Earlier turns of the same side at which another card would have brought more than can be had now."""
    found = []
    for before in at.path():
        same = before.to_act is not None and before.table.side_of[before.seat] == at.table.side_of[at.seat]
        if before is at or not same or before.phase != "play" or before.trump is None:
            continue
        values = open_values(before)
        better = [(v, c) for c, v in values.items() if isinstance(c, Card) and v > value]
        if better:
            v, c = max(better, key=lambda pair: pair[0])
            found.append((before, c, v))
    return tuple(found)


# -- the same position under another book ----------------------------------------------------------------


def under(at: Position, rules: Rules) -> Position | None:
    """The position under other rules: the same cards, the same calls and plays; None where that is not lawful there.

    Where a book has no begging the calls of the other fall away; where it has, the eldest hand stands.
    """
    table = at.table
    if rules == table.rules:
        return at
    seats = [list(s.seats) for s in table.sides]
    try:
        laid = new_table(
            rules, table.players, sides={s.name: seats[n] for n, s in enumerate(table.sides)}, scores=table.scores,
            hands={p: at.dealt(p) for p in table.players},
            turn_ups=at.turn_ups if rules.trump_from == "turn" else (),
            trump=at.trump if rules.trump_from == "cut" else None, seed=table.seed, deal=table.deal,
        )  # fmt: skip
        now = deal(laid)
        for seat, action in at.actions():
            if isinstance(action, Card) and now.phase == "beg":
                now = now.apply(STAND)
            if isinstance(action, Call) and now.phase == "play":
                continue
            now = now.apply(action, by=seat)
        if now.phase == "beg":
            now = now.apply(STAND)
    except (TableError, IllegalAction, ValueError):
        return None
    same = now.phase == at.phase and now.to_act == at.to_act and now.trump == at.trump
    return now if same else None


__all__ = ["OUT", "Finding", "NoPuzzleError", "examine", "under"]
