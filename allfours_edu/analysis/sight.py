"""What a player can work out from his view: which cards are still out, who may hold them, what they are worth.

Everything is an estimate by counting: a card that has not been seen lies in another hand or in the stock, each place
as likely as the next. Nothing here knows a hidden card; the only source is the :class:`~allfours_edu.engine.View`.
"""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache

from ..cards import BY_INDEX, BY_TEXT, JOKER, RANKS, Card, to_bits
from ..engine import Call, Verb, View
from ..engine.layout import Layout, trick_layout
from ..engine.scoring import counter_card, pips
from ..engine.table import full_pack
from ..rules import Rules

POINT = 20.0
"""A point of the match on the scale of Game pips: the Game point hangs on about so many."""

COUNTERS = ("three", "five", "nine", "right_pedro", "left_pedro", "snoozer")
_packs: dict[tuple[str, str], int] = {}
_tables: dict[int, tuple[Layout, tuple[int, ...]]] = {}


def pack_bits(rules: Rules) -> int:
    """All cards of the game."""
    key = (rules.stripped, rules.joker)
    if key not in _packs:
        _packs[key] = to_bits(full_pack(rules))
    return _packs[key]


def stronger(layout: Layout) -> tuple[int, ...]:
    """For each card, the bits of all cards of greater strength."""
    found = _tables.get(id(layout))
    if found is None:
        power = layout.power
        rows = tuple(to_bits(c for c in BY_INDEX if power[c.index] > power[own.index]) for own in BY_INDEX)
        found = _tables[id(layout)] = (layout, rows)  # the layout is kept, so that its id stays its own
    return found[1]


@lru_cache(maxsize=1024)
def worth_of(rules: Rules, trump: str) -> tuple[float, ...]:
    """For each card, half of what it changes between two sides when the one or the other wins it, in Game pips."""
    worth = [0.0] * len(BY_INDEX)
    if rules.score is None:
        return tuple(worth)
    scale = dict(rules.points)
    if rules.game_by == "trump_ten":
        worth[BY_TEXT["T" + trump].index] += POINT * scale.get("game", 0)
    else:
        for c in BY_INDEX:
            worth[c.index] += scale.get("game", 0) * pips(rules, trump, c.bit)
    if scale.get("jack") and (rules.peg is None or rules.jack_besides):
        worth[BY_TEXT["J" + trump].index] += POINT * (scale["jack"] + max(scale["jack"], rules.hang_jack)) / 2
    for name in COUNTERS:
        if name in scale:
            worth[counter_card(name, trump).index] += POINT * scale[name]
    for rank, n in rules.peg_values or ():
        if not (rules.peg_to == "player_AKQ" and rank in "AKQ"):
            worth[BY_TEXT[rank + trump].index] += POINT * n
    if rules.point_to == "taker":
        worth[BY_TEXT["A" + trump].index] += POINT * scale.get("high", 0)
    return tuple(worth)


class Sight:
    """A view, read by its seat. ``trump`` may be given where the suit is still to be made."""

    __slots__ = (
        "best", "can_win", "cards_out", "enemies", "friends", "hand", "higher", "later", "layout", "led", "out",
        "plays", "pot", "rules", "seat", "table", "taker", "trick_worth", "trump", "view", "voids", "worth",
    )  # fmt: skip

    def __init__(self, view: View, trump: str | None = None) -> None:
        rules = view.rules
        self.view, self.rules, self.seat = view, rules, view.seat
        waits = view.trump is None and rules.pool is not None
        self.trump = trump = trump or view.trump or ("" if waits else "S")
        self.layout = layout = trick_layout(rules, trump)
        self.higher = stronger(layout)
        self.hand = to_bits(view.hand or ())
        self.friends = frozenset(view.side_of(view.seat).seats) - {view.seat}
        self.enemies = frozenset(p for p in view.playing if p != view.seat and p not in self.friends)
        self.out = pack_bits(rules) & ~seen_bits(view)
        self.cards_out = max(self.out.bit_count(), 1)
        self.trick_worth = 12.0 if rules.pool is not None else 0.0
        self.worth = list(worth_of(rules, trump))
        self._value_low()
        self._value_score()
        self._lay()

    def _value_low(self) -> None:
        """Where Low is the taker's: each small trump is worth the chance that it is the lowest out."""
        n = dict(self.rules.points).get("low", 0) if self.rules.score is not None else 0
        if not n or self.rules.low_to != "taker":
            return
        chance = 1.0
        others = self._share(self.view.playing)
        played = to_bits(c for _, c in self.view.plays)
        for rank in RANKS:
            c = BY_TEXT[rank + self.trump]
            if c.bit & (self.hand | played):
                self.worth[c.index] += POINT * n * chance
                return
            if c.bit & self.out:
                self.worth[c.index] += POINT * n * chance
                chance *= 1 - others

    def _value_score(self) -> None:
        """Where the Jack may put somebody out, it is worth more: it counts before Game."""
        rules, order = self.rules, self.rules.out_order
        if rules.score is None or rules.match_ends != "first_out" or "jack" not in order or "game" not in order:
            return
        if rules.target - max(self.view.scores) <= rules.hang_jack and order.index("jack") < order.index("game"):
            self.worth[BY_TEXT["J" + self.trump].index] *= 1.6

    def _share(self, seats: Container[str]) -> float:
        """The chance that a card which is out lies in one of these hands."""
        held = sum(n for p, n in self.view.held if p in seats and p != self.seat)
        return min(1.0, held / self.cards_out)

    def _lay(self) -> None:
        """Read the trick on the table."""
        view, layout = self.view, self.layout
        size = max(len(view.playing), 1)
        plays = view.plays
        self.table = plays[len(plays) - len(plays) % size :]
        self.plays = plays
        self.led, self.best, self.taker = 0, None, None
        self.pot = self.trick_worth
        for who, c in self.table:
            self.pot += self.worth[c.index]
            if not self.led:
                self.led = layout.suit_of[c.index]
                self.can_win = self.led | layout.wide
                self.best, self.taker = c, who
            elif self.best is not None and c.bit & self.can_win & self.higher[self.best.index]:
                self.best, self.taker = c, who
        here = view.playing.index(self.seat) if self.seat in view.playing else 0
        left = size - len(self.table) - 1
        self.later = tuple(view.playing[(here + n) % size] for n in range(1, left + 1))
        self.voids = self._voids(size)

    def _voids(self, size: int) -> dict[str, int]:
        """Suits a player has shown that he lacks (bits), where the law of following tells."""
        rules, layout = self.rules, self.layout
        if rules.follow == "free" or rules.draw is not None:
            return {}
        found: dict[str, int] = {}
        led = 0
        may_trump = layout.trumps if rules.follow == "follow_or_trump" or rules.jack_free else 0
        for n, (who, c) in enumerate(self.plays):
            if n % size == 0:
                led = layout.suit_of[c.index]
            elif not c.bit & (led | may_trump) or (led & layout.trumps and not c.bit & led):
                found[who] = found.get(who, 0) | led
        return found

    # -- chances ----------------------------------------------------------------------------------

    def beats(self, c: Card) -> bool:
        """Would ``c`` now win the trick?"""
        return self.best is None or bool(c.bit & self.can_win & self.higher[self.best.index])

    def beaters(self, c: Card, led: int) -> int:
        """The cards still out that would beat ``c`` in a trick of the suit ``led``."""
        return self.higher[c.index] & (led | self.layout.wide) & self.out

    def risk(self, c: Card, willing: float = 1.0, among: frozenset[str] | None = None) -> float:
        """The chance that an adversary still to play beats ``c``; 0 where none of them can."""
        led = self.led or self.layout.suit_of[c.index]
        later = self.later if self.led else tuple(p for p in self.view.playing if p != self.seat)
        beaters = self.beaters(c, led)
        if not beaters:
            return 0.0
        safe = 1.0
        held = dict(self.view.held)
        for who in later:
            if who in (self.enemies if among is None else among):
                safe *= 1 - self._may_beat(who, beaters & ~self.voids.get(who, 0), led, held[who], willing)
        return 1 - safe

    def _may_beat(self, who: str, beaters: int, led: int, held: int, willing: float) -> float:
        if not beaters:
            return 0.0
        lacks = 1 - min(1.0, held / self.cards_out)
        in_suit = (beaters & led).bit_count()
        by_trump = (beaters & ~led).bit_count()
        follows = 1 - lacks**in_suit
        if not by_trump:
            return follows
        ruffs = (1 - lacks**by_trump) * willing
        if self.rules.follow == "follow_else_any" and not led & self.voids.get(who, 0):
            ruffs *= lacks ** (self.out & led).bit_count()
        return 1 - (1 - follows) * (1 - ruffs)

    def certain(self, c: Card) -> bool:
        """Can no adversary still to play beat ``c``?"""
        led = self.led or self.layout.suit_of[c.index]
        later = self.later if self.led else tuple(p for p in self.view.playing if p != self.seat)
        beaters = self.beaters(c, led)
        return not any(beaters & ~self.voids.get(who, 0) for who in later if who in self.enemies)

    @property
    def partner(self) -> str | None:
        """The partner who is winning the trick on the table."""
        return self.taker if self.taker in self.friends else None


def seen_bits(view: View) -> int:
    """The cards this seat knows not to be in another hand: its own, those played, turned or thrown away by itself."""
    seen = to_bits(view.hand or ()) | to_bits(view.turn_ups) | to_bits(view.stock_open)
    for _, c in view.plays:
        seen |= c.bit
    for who, call in view.calls:
        if who == view.seat and isinstance(call, Call) and call.verb == Verb.DISCARD and call.card is not None:
            seen |= call.card.bit
    return seen


def trumps_of(view: View, trump: str) -> tuple[Card, ...]:
    """One's own trumps, best first."""
    layout = trick_layout(view.rules, trump)
    return tuple(sorted((c for c in view.hand or () if layout.is_trump(c)), key=lambda c: -layout.power[c.index]))


def lowest_of(cards: tuple[Card, ...]) -> Card | None:
    """The card that may be Low: the last of one's trumps that is not the Joker."""
    return next((c for c in reversed(cards) if c is not JOKER), None)
