"""What a hand promises under a trump, before a card is played: the points one side should make more than the other."""

from __future__ import annotations

from typing import NamedTuple

from ..cards import BY_TEXT, JOKER, SUITS, Card, from_bits, to_bits
from ..engine import View
from ..engine.layout import trick_layout
from ..engine.scoring import counter_card
from .sight import COUNTERS, pack_bits, seen_bits

_TRICK_POWER = {"A": 2.2, "K": 1.2, "Q": 0.4, "J": 0.1, "T": 0.3}


class Outlook(NamedTuple):
    """Points expected for one's own side less those for the others, by kind, and the total."""

    high: float
    low: float
    jack: float
    game: float
    made: float
    """Points the own side should make, without those of the others."""

    @property
    def total(self) -> float:
        return self.high + self.low + self.jack + self.game


def outlook(view: View, trump: str, hand: tuple[Card, ...] | None = None, pitching: bool = False) -> Outlook:
    """Estimate the deal under ``trump``. ``pitching``: this seat will lead first and has chosen the suit."""
    rules = view.rules
    held = (view.hand or ()) if hand is None else hand
    mine = to_bits(held)
    layout = trick_layout(rules, trump)
    out = pack_bits(rules) & ~seen_bits(view) & ~mine
    size = max(out.bit_count(), 1)
    friends = set(view.side_of(view.seat).seats)
    each = len(held) or rules.hand_size
    seats = view.players
    theirs = min(0.9, sum(each for p in seats if p not in friends) / size)
    ours = min(0.9 - theirs / 2, sum(each for p in seats if p in friends and p != view.seat) / size)
    worth = dict(rules.points) if rules.score is not None else {"game": 1}
    trumps = sorted((c for c in from_bits(layout.trumps & (mine | out))), key=lambda c: -layout.power[c.index])
    own = [c for c in trumps if c.bit & mine]
    high = worth.get("high", 0) * _first(trumps, mine, ours, theirs)
    low = worth.get("low", 0) * _first([c for c in reversed(trumps) if c is not JOKER], mine, ours, theirs)
    if rules.low_to == "taker":
        low *= 0.4 + 0.1 * min(len(own), 4)
    jack = _jack(worth.get("jack", 0), rules.hang_jack or 1, trump, trumps, own, mine, ours, theirs)
    if rules.peg is not None:
        jack += _pegs(rules.peg_values, trump, layout.power, own, out, ours, theirs)
    power = 0.0
    for n, c in enumerate(own):
        power += 1.6 + (0.9 if layout.power[c.index] >= layout.power[BY_TEXT["Q" + trump].index] else 0) + 0.2 * n
    for c in held:
        if not c.bit & layout.trumps:
            power += _TRICK_POWER.get(c.rank, 0.0)
    average = 0.72 * each
    swing = max(-0.9, min(0.9, 0.13 * (power - average) * 6 / each))
    extra = sum(n for point, n in worth.items() if point not in ("high", "low", "jack", "game"))
    game = (worth.get("game", 0) + extra) * swing
    # what our side should make itself: the Jack and the counters of the Pedro games may not be out at all, and Game
    # is shared among all sides
    there = ours + theirs
    share = max(0.05, min(0.95, 1 / len(view.sides) + 0.6 * swing + (0.08 if pitching else 0)))
    made = (worth.get("high", 0) + high + worth.get("low", 0) + low) / 2 + share * worth.get("game", 0)
    made += (
        worth.get("jack", 0) * (1 if BY_TEXT["J" + trump].bit & mine else there) + min(jack, worth.get("jack", 0))
    ) / 2
    for name in COUNTERS:
        if name in worth:
            held_here = bool(counter_card(name, trump).bit & mine)
            made += worth[name] * (min(0.95, share + 0.25) if held_here else there * share)
    return Outlook(high, low, jack, game, made)


def _first(order: list[Card], mine: int, ours: float, theirs: float) -> float:
    """Who holds the first of ``order`` that is in play: +1 certainly our side, -1 certainly the others."""
    none, found = 1.0, 0.0
    for c in order:
        if c.bit & mine:
            return found + none
        found += none * (ours - theirs)
        none *= max(0.0, 1 - ours - theirs)
    return found


def _jack(
    worth: int, hang: int, trump: str, trumps: list[Card], own: list[Card], mine: int, ours: float, theirs: float
) -> float:  # fmt: skip
    jack = BY_TEXT["J" + trump]
    if not worth or jack not in trumps:
        return 0.0
    place = trumps.index(jack)
    above_own = sum(1 for c in trumps[:place] if c.bit & mine)
    above_out = place - above_own
    if jack.bit & mine:
        risk = (1 - (1 - theirs) ** above_out) * max(0.1, 0.6 - 0.12 * (len(own) - 1) - 0.1 * above_own)
        return worth * (1 - risk) - hang * risk
    catch = min(0.85, (0.25 + 0.2 * above_own) if above_own else 0.1)
    return theirs * (hang * catch - worth * (1 - catch)) + ours * (0.75 * worth - 0.25 * hang)


def _pegs(
    values: tuple[tuple[str, int], ...],
    trump: str,
    power: tuple[int, ...],
    own: list[Card],
    out: int,
    ours: float,
    theirs: float,
) -> float:
    """All that is marked in play: it comes home the surer the higher it is and the more trumps go with it."""
    total = 0.0
    for rank, n in values:
        c = BY_TEXT[rank + trump]
        above = sum(1 for o in own if power[o.index] > power[c.index])
        if c in own:
            home = min(1.0, 0.35 + 0.1 * len(own) + 0.08 * "5TJQKA".index(rank))
            total += n * (2 * home - 1)
        elif c.bit & out:
            total += n * (ours * 0.5 - theirs * (0.6 - 0.3 * min(above, 3)))
    return total


def best_suit(view: View, pitching: bool = True) -> tuple[str, Outlook]:
    """The suit one would best have as trump."""
    held = view.hand or ()
    suits = [s for s in SUITS if any(c.suit == s for c in held)] or list(SUITS)
    return max(((s, outlook(view, s, pitching=pitching)) for s in suits), key=lambda pair: pair[1].total)
