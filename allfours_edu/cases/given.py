"""What a case gives: facts, read with care, and the tables and hands they make."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..cards import Card, card, cards
from ..engine import Action, Table, new_table, pack_for, parse_action, questions, scoring
from ..rules import Rules
from .compare import shown

Answers = dict[str, Callable[[], Any]]
"""What a case may be asked for: each key of ``expect`` and how it is computed."""


class CaseError(ValueError):
    """A case that cannot be put to the engine; the message says what is wrong with it."""


class Given:
    """The facts of a case, read with care. What nobody asked for is a failure: a fact left out is a wrong answer."""

    def __init__(self, rules: Rules, facts: dict[str, Any]):
        self.rules = rules
        self._facts = facts
        self._used: set[str] = set()

    def get(self, key: str, kind: type | tuple[type, ...], default: Any = ...) -> Any:
        self._used.add(key)
        if key not in self._facts:
            if default is ...:
                raise CaseError(f"{key!r} is missing")
            return default
        value = self._facts[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise CaseError(f"{key!r} has a value of the wrong kind: {shown(value)}")
        return value

    def has(self, key: str) -> bool:
        return key in self._facts

    def without(self, key: str) -> Given:
        """The same facts but one. What is asked of either counts as asked."""
        rest = Given(self.rules, {name: value for name, value in self._facts.items() if name != key})
        rest._used = self._used
        return rest

    def check_all_used(self) -> None:
        for key in self._facts:
            if key not in self._used:
                raise CaseError(f"{key!r} is not a fact this question knows")

    def names(self) -> list[str]:
        """Seats and sides: whatever a by-name object may speak of."""
        found = [*self._facts.get("players", []), *self._facts.get("seats", [])]
        return [str(n) for n in [*found, *(self._facts.get("sides") or {})]]

    # -- seats

    @property
    def players(self) -> tuple[str, ...]:
        names = self.get("players", list)
        if len(names) < 2 or not all(isinstance(n, str) for n in names) or len(set(names)) != len(names):
            raise CaseError(f"players must be two or more different names, found {shown(names)}")
        dealer = self.get("dealer", str, names[-1])
        if dealer != names[-1]:
            raise CaseError(f"the dealer {dealer!r} must be the last of the players, in order of play")
        return tuple(names)

    @property
    def seating(self) -> questions.Seating:
        sides = self.get("sides", dict, None)
        players = self.players
        if sides is not None:
            seated = sorted(seat for seats in sides.values() for seat in seats)
            if seated != sorted(players):
                raise CaseError("every player must stand in one side")
        return questions.Seating.of(players, sides)

    def side(self, key: str, value: Any) -> int | None:
        """A side by its name, as a number."""
        names = self.seating.names
        if value is None:
            return None
        if value not in names:
            raise CaseError(f"{key}: no side is called {value!r}; the sides are {', '.join(names)}")
        return names.index(value)

    def place(self, key: str, seat: Any) -> int:
        if seat not in self.players:
            raise CaseError(f"{key}: no player is called {seat!r}")
        return self.players.index(seat)

    @property
    def scores(self) -> tuple[int, ...]:
        named = self.get("scores", dict, {})
        for name, n in named.items():
            self.side("scores", name)
            if not isinstance(n, int) or isinstance(n, bool):
                raise CaseError(f"the score of {name} is no whole number")
        return tuple(named.get(name, 0) for name in self.seating.names)

    # -- cards

    def cards(self, key: str) -> tuple[Card, ...]:
        return cards(self.get(key, list, []))

    def hands(self, key: str = "hands") -> dict[str, tuple[Card, ...]]:
        named = self.get(key, dict, {})
        for seat in named:
            self.place(key, seat)
        return {seat: cards(hand) for seat, hand in named.items()}

    def plays(self, trick: Any) -> list[tuple[str, Card]]:
        if not isinstance(trick, list) or not all(isinstance(p, list) and len(p) == 2 for p in trick):
            raise CaseError(f"a trick is a list of [seat, card], found {shown(trick)}")
        for seat, _ in trick:
            self.place("trick", seat)
        return [(seat, card(c)) for seat, c in trick]

    @property
    def trump(self) -> str | None:
        suit = self.get("trump", (str, type(None)), None)
        if suit is not None and suit not in ("S", "H", "D", "C"):
            raise CaseError(f"trump is one of S H D C, found {suit!r}")
        return suit  # type: ignore[no-any-return]

    @property
    def settled_trump(self) -> str:
        suit = self.trump
        if suit is None:
            raise CaseError("'trump' is missing")
        return suit

    # -- tables

    @property
    def table_rules(self) -> Rules:
        """The rules, at a table of this size: how many may play is not what a case asks."""
        n = len(self.players)
        return self.rules if n in self.rules.players else self.rules.replace(players=(*self.rules.players, n))

    def table(self, less_for_dealer: int = 0, **laid: Any) -> Table:
        """The table of the case. ``less_for_dealer``: points his side will mark when the cards are dealt."""
        seating = self.seating
        sides = {side.name: side.seats for side in seating.sides}
        scores = dict(zip(seating.names, self.scores, strict=True))
        scores[seating.names[seating.side_of[-1]]] -= less_for_dealer
        return new_table(self.table_rules, self.players, sides=sides, scores=scores, **laid)


# -- actions, and tables laid for a case --------------------------------------------------------------


def written(action: Action) -> Any:
    """An action as a case writes it."""
    if isinstance(action, Card):
        return action.text
    detail = action.card.text if action.card else action.suit or action.n
    return action.verb if detail is None else [action.verb, detail]


def read_action(words: Any) -> Action:
    """An action from a case: a card, a verb, or a verb with a card or number."""
    if (
        not isinstance(words, list)
        or not 1 <= len(words) <= 2
        or not all(isinstance(w, (str, int)) and not isinstance(w, bool) for w in words)
    ):
        raise CaseError(f"{shown(words)} is not an action")
    try:
        return parse_action(" ".join(map(str, words)))
    except ValueError as error:
        raise CaseError(str(error)) from None


def turn_ups(given: Given) -> tuple[Card, ...]:
    turned = given.get("turned", str, None)
    ups = given.cards("turn_ups")
    return ups or ((card(turned),) if turned else ())


def any_size(given: Given) -> Table:
    """A table for the play of cards; the number of players is not judged here."""
    seating = given.seating
    pack, removed = pack_for(given.rules, len(seating.players), 0)
    return Table(given.rules, seating.players, seating.sides, given.scores, pack, trump=given.trump, removed=removed)


def fill(
    given: Given, hands: Mapping[str, Sequence[Card]], sizes: Mapping[str, int], used: Sequence[Card]
) -> dict[str, tuple[Card, ...]]:
    """The named hands, each filled up to its size with free cards."""
    pack, _ = pack_for(given.rules, len(given.players), 0)
    taken = {*used, *(c for hand in hands.values() for c in hand)}
    free = [c for c in pack if c not in taken]
    filled = {}
    for name, size in sizes.items():
        hand = list(hands.get(name, ()))
        while len(hand) < size and free:
            hand.append(free.pop())
        filled[name] = tuple(hand)
    return filled


def lay_trump(given: Given, laid: Mapping[str, Any]) -> dict[str, Any]:
    """How a trump settled before the case begins is laid: as such, or as a free card of the suit turned up."""
    if given.rules.trump_from != "turn":
        return {"trump": given.trump}
    if laid["turn_ups"]:
        return {}
    taken = {c for hand in laid["hands"].values() for c in hand}
    pack, _ = pack_for(given.rules, len(given.players), 0)
    free = [c for c in pack if c.suit == given.trump and c not in taken]
    plain = [c for c in free if not scoring.turn_worth(given.rules, c, None)]
    return {"turn_ups": (plain or free)[:1]}
