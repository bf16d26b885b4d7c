"""A table: all that a deal starts from. Players stand in order of play, eldest hand first, dealer last."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from ..asking import can_be_written, shown
from ..cards import BY_TEXT, JOKER, PACK, RANKS, Card, cards, shuffled
from ..errors import Plain
from ..rules import Rules

_STRIPPED = {"none": "", "sixes_sevens": "67", "threes_to_sevens": "34567"}
_NAMES = {
    2: ("South", "North"),
    3: ("South", "West", "East"),
    4: ("South", "West", "North", "East"),
    5: ("South", "West", "North-west", "North-east", "East"),
    6: ("South", "South-west", "North-west", "North", "North-east", "South-east"),
    7: ("South", "South-west", "West", "North-west", "North-east", "East", "South-east"),
    8: ("South", "South-west", "West", "North-west", "North", "North-east", "East", "South-east"),
}


class TableError(Plain, ValueError):
    """A table that cannot be laid: wrong number of players, cards or scores. The message says what was expected."""


class Side(NamedTuple):
    """Those who score together: a name and the seats of its players."""

    name: str
    seats: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """All that a deal starts from.

    ``players`` is the order of play: eldest hand first, dealer last. ``scores`` go by side, in the order of
    ``sides`` (Loo: counters won or lost). ``pack`` is dealt from the front. ``trump`` is set where the trump is
    fixed before the deal (a cut). ``referee`` lets unlawful cards be played, to be claimed or corrected.
    """

    rules: Rules
    players: tuple[str, ...]
    sides: tuple[Side, ...]
    scores: tuple[int, ...]
    pack: tuple[Card, ...]
    seed: object = None
    deal: int = 1
    attempt: int = 0
    trump: str | None = None
    removed: tuple[Card, ...] = ()
    pool: int = 0
    simple: bool = False
    referee: bool = False
    place: Mapping[str, int] = field(init=False, repr=False, compare=False)
    """Seat name -> its place in the order of play."""
    side_of: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """For each place, the number of its side."""
    size: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        place, side_of = _seating(self.players, self.sides)
        if len(self.scores) != len(self.sides):
            raise TableError(f"{len(self.sides)} sides need {len(self.sides)} scores, not {len(self.scores)}")
        self.__dict__.update(place=place, side_of=side_of, size=len(self.players))

    @property
    def dealer(self) -> str:
        """Name of the dealer, who plays last."""
        return self.players[-1]

    @property
    def eldest(self) -> str:
        """Name of the eldest hand, who plays first."""
        return self.players[0]

    @property
    def dealer_side(self) -> int:
        return self.side_of[-1]


@lru_cache(maxsize=256)
def _seating(players: tuple[str, ...], sides: tuple[Side, ...]) -> tuple[Mapping[str, int], tuple[int, ...]]:
    """The place of every name, and the side of every place."""
    side = {seat: n for n, one in enumerate(sides) for seat in one.seats}
    seated = [seat for one in sides for seat in one.seats]
    if len(set(players)) != len(players) or sorted(seated) != sorted(players):
        raise TableError(f"every player must sit once and belong to one side; players {players}, sides {sides}")
    return {name: n for n, name in enumerate(players)}, tuple(side[name] for name in players)


def full_pack(rules: Rules) -> tuple[Card, ...]:
    """The cards this game is played with, in order."""
    pack = tuple(c for c in PACK if c.rank not in _STRIPPED[rules.stripped])
    return (*pack, JOKER) if rules.joker != "none" else pack


def pack_for(
    rules: Rules, players: int, seed: object, deal: int = 1, attempt: int = 0
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The shuffled pack of one deal and the cards removed from it.

    The same ``seed``, ``deal`` and ``attempt`` give the same order of cards under every rule book.
    """
    pack = shuffled(seed, deal, attempt, joker=rules.joker != "none")
    out = _STRIPPED[rules.stripped]
    if out:
        pack = tuple(c for c in pack if c.rank not in out or not c.rank)
    spare = len(pack) % players if rules.remainder == "removed" else 0
    if not spare:
        return pack, ()
    low = (BY_TEXT[rank + suit] for rank in RANKS for suit in "CDHS")  # unimportant cards: deuces first, shown to all
    removed = tuple(islice((c for c in low if c in pack), spare))
    return tuple(c for c in pack if c not in removed), removed


def sides_for(rules: Rules, players: Sequence[str]) -> tuple[Side, ...]:
    """The usual sides: opposite players together at four where the book plays in partnership, else each alone."""
    if len(players) == 4 and rules.sides == "partners_at_four":
        return (
            Side("/".join(players[0::2]), tuple(players[0::2])),
            Side("/".join(players[1::2]), tuple(players[1::2])),
        )
    return tuple(Side(name, (name,)) for name in players)


def new_table(
    rules: Rules,
    players: int | Sequence[str] | None = None,
    *,
    sides: Iterable[Side | Sequence[str]] | Mapping[str, Sequence[str]] | None = None,
    dealer: str | None = None,
    scores: Mapping[str, int] | Sequence[int] | None = None,
    seed: object = 0,
    deal: int = 1,
    attempt: int = 0,
    hands: Mapping[str, str | Iterable[str | Card]] | None = None,
    turn_ups: Iterable[str | Card] = (),
    stock: Iterable[str | Card] = (),
    pack: Sequence[Card] | None = None,
    trump: str | None = None,
    pool: int = 0,
    simple: bool | None = None,
    referee: bool = False,
) -> Table:
    """Lay a table.

    Parameters
    ----------
    rules : the rules played by.
    players : how many, or their names in order of play (the dealer is moved to the end). Default: the largest number
        of the book up to four. A number seats them South, West, North … by the direction of play.
    sides : lists of seats that score together, or a mapping name -> seats; default: the book's.
    scores : side name -> points before the deal, or a list in the order of the sides; default nought.
    seed, deal, attempt : name the pack for ever; see :func:`allfours_edu.cards.shuffled`.
    hands, turn_ups, stock : cards to be dealt to named seats, to be turned in order, and to follow in the stock;
        whatever is not named is dealt from the seed. Raises :class:`TableError` where they cannot be.
    pool, simple : Loo: white counters lying in the pool, and whether all must play (default: as the book begins).
    """
    if players is None:
        players = max(n for n in rules.players if n <= max(4, min(rules.players)))
    if isinstance(players, int):
        if players not in rules.players:
            raise TableError(f"this book is for {_list(rules.players)} players, not {players}")
        seats = _NAMES.get(players) or tuple(f"Seat {n + 1}" for n in range(players))
        players = seats if rules.direction == "left" else (seats[0], *seats[:0:-1])
    names = tuple(str(name) for name in players)
    for text in (*names, str(seed)):
        if not can_be_written(text):
            raise TableError(f"{text!r:.40} is no whole text; a name or a seed has to be one that can be written down")
    if len(names) not in rules.players:
        raise TableError(
            f"this book is for {_list(rules.players)} players; {len(names)} were named: {', '.join(names)}"
        )
    if dealer is not None:
        if dealer not in names:
            raise TableError(f"the dealer {dealer!r} is not one of the players: {', '.join(names)}")
        n = names.index(dealer) + 1
        names = names[n:] + names[:n]
    laid_sides = sides_for(rules, names) if sides is None else tuple(_side(s) for s in _pairs(sides))
    if scores is None:
        points = (0,) * len(laid_sides)
    elif isinstance(scores, Mapping):
        unknown = set(scores) - {s.name for s in laid_sides}
        if unknown:
            raise TableError(
                f"no side is called {sorted(unknown)[0]!r}; the sides are {', '.join(s.name for s in laid_sides)}"
            )
        points = tuple(int(scores.get(s.name, 0)) for s in laid_sides)
    else:
        points = tuple(scores)
    if pack is not None:
        laid = tuple(pack)
        usual, removed = pack_for(rules, len(names), seed, deal, attempt)
        if removed and sorted(laid) != sorted(usual):
            removed = ()  # a pack of somebody's own, with whatever is in it
    else:
        laid, removed = pack_for(rules, len(names), seed, deal, attempt)
        if hands or turn_ups or stock:
            laid = arrange(rules, names, laid, hands or {}, cards(turn_ups), cards(stock))
    if trump is None and rules.trump_from == "cut":
        trump = shuffled(seed, deal, attempt, "cut")[0].suit
    if simple is None:  # a deal made up card by card is an ordinary one
        simple = first_is_simple(rules, deal, pool) and laid == pack_for(rules, len(names), seed, deal, attempt)[0]
    return Table(rules, names, laid_sides, points, laid, seed, deal, attempt, trump, removed, pool, simple, referee)


def _list(numbers: Iterable[int]) -> str:
    found = [str(n) for n in numbers]
    return found[0] if len(found) == 1 else ", ".join(found[:-1]) + " or " + found[-1]


def _pairs(sides: Any) -> Iterable[Any]:
    if isinstance(sides, (str, bytes)) or not isinstance(sides, Iterable):
        raise _no_side(sides)
    return sides.items() if isinstance(sides, Mapping) else sides


def _no_side(given: Any) -> TableError:
    return TableError(
        f"sides: expected lists of players, such as [['North', 'South'], ['East', 'West']], found {shown(given)}"
    )


def _side(given: Any) -> Side:
    if isinstance(given, Side):
        return given
    if isinstance(given, tuple) and len(given) == 2 and not isinstance(given[1], str) and isinstance(given[0], str):
        return Side(given[0], _seats(given[1]))
    seats = _seats(given)
    return Side("/".join(seats), seats)


def _seats(given: Any) -> tuple[str, ...]:
    """The players of one side."""
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise _no_side(given)
    seats = tuple(given)
    if not all(isinstance(seat, str) for seat in seats):
        raise _no_side(given)
    return seats


def first_is_simple(rules: Rules, deal: int, lies: int) -> bool:
    """Loo: is the first deal of a match one that all must play? ``lies`` are the counters already in the pool."""
    return rules.simple in ("first_only", "first_and_unlooed") and deal == 1 and not lies


def places(rules: Rules, size: int) -> tuple[tuple[tuple[int, int], ...], int]:
    """Where the cards lie in the pack: (place, seat) for every card dealt, and the place after them.

    Seat ``size`` is the widow.
    """
    return _places(rules.packets, rules.widow, size)


@lru_cache(maxsize=256)
def _places(packets: tuple[int, ...], widow: int, size: int) -> tuple[tuple[tuple[int, int], ...], int]:
    seats = [seat for packet in packets for seat in range(size) for _ in range(packet)] + [size] * widow
    return tuple(enumerate(seats)), len(seats)


def arrange(
    rules: Rules,
    players: Sequence[str],
    pack: Sequence[Card],
    hands: Mapping[str, str | Iterable[str | Card]],
    turn_ups: Sequence[Card],
    stock: Sequence[Card] = (),
) -> tuple[Card, ...]:
    """The pack that deals these hands and turns these cards, the rest as they lay in ``pack``.

    A hand may name fewer cards than are dealt, or (after running the cards) more: the surplus comes in the packets
    of the runs. ``stock`` are the cards that follow the deal and the first turn-up. Raises :class:`TableError` or
    :class:`~allfours_edu.cards.CardError` where a card stands in two places or a hand is too large.
    """
    named = {name: list(cards(hand)) for name, hand in hands.items()}
    for name in named:
        if name not in players:
            raise TableError(f"{name!r} holds cards but does not sit at the table: {', '.join(players)}")
    used: dict[Card, str] = {}
    for where, held in [*named.items(), ("the turned cards", list(turn_ups)), ("the stock", list(stock))]:
        for c in held:
            if c in used:
                raise TableError(f"the {c.name} stands in two places: {used[c]} and {where}")
            if c not in pack:
                raise TableError(f"the {c.name} is not in the pack of this book")
            used[c] = where
    size = len(players)
    slots: dict[int, Card] = {}
    dealt, at = places(rules, size)
    turned = list(turn_ups)
    queue = [named.get(name, []) for name in players]
    for place, seat in dealt:
        if seat < size and queue[seat]:
            slots[place] = queue[seat].pop(0)
    if rules.trump_from == "turn":
        if turned:
            slots[at] = turned.pop(0)
        at += 1
    if at + len(stock) > len(pack):
        raise TableError(f"the stock is too long: after the deal {len(pack) - at} cards are left, not {len(stock)}")
    for c in stock:
        slots[at] = c
        at += 1
    if rules.beg is not None and not stock:
        while turned or any(queue):
            for seat in range(size):
                for _ in range(rules.run_cards):
                    if queue[seat]:
                        slots[at] = queue[seat].pop(0)
                    at += 1
            if turned:
                slots[at] = turned.pop(0)
            at += 1
            if at > len(pack):
                raise TableError("the pack is too small for these hands and turned cards")
    if any(queue):
        seat = next(n for n in range(size) if queue[n])
        raise TableError(f"{players[seat]} was given too many cards: this book deals {rules.hand_size}")
    free = iter([c for c in pack if c not in used])
    return tuple(slots.get(n) or next(free) for n in range(len(pack)))


class DealLayout(NamedTuple):
    """How the cards go round. ``turn_position`` counts from 1; None where no card is turned to make the trump."""

    hand: int
    packets: tuple[int, ...]
    turn_position: int | None
    stock_left: int
    order_of_play: tuple[str, ...]
    next_dealer: str


def deal_layout(rules: Rules, seats: Sequence[str], dealer: str) -> DealLayout:
    """How a deal goes round a table of ``seats``, named clockwise. ``stock_left`` is without the turned card."""
    at = seats.index(dealer)
    clockwise = (*seats[at + 1 :], *seats[: at + 1])
    order = clockwise if rules.direction == "left" else (*clockwise[-2::-1], dealer)
    _, used = places(rules, len(seats))
    turned = rules.trump_from == "turn"
    left = len(full_pack(rules)) - used - turned
    return DealLayout(rules.hand_size, rules.packets, used + 1 if turned else None, left, order, order[0])


class DrawLayout(NamedTuple):
    """How long the stock lasts in a drawing game."""

    hand: int
    removed: int
    stock: int
    tricks_while_drawing: int
    tricks: int


def draw_layout(rules: Rules, players: int) -> DrawLayout:
    """Cards removed, cards in the stock after the deal, tricks until it is gone, tricks of the whole deal."""
    pack = len(full_pack(rules))
    removed = pack % players if rules.remainder == "removed" else 0
    stock = pack - removed - players * rules.hand_size
    drawing = stock // players if rules.draw is not None else 0
    return DrawLayout(rules.hand_size, removed, stock, drawing, rules.hand_size + drawing)
