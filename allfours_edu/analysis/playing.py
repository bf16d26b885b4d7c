"""The cards of a player by maxims: what each lawful card is worth here, and the maxim that speaks for the best one.

Every lawful card is weighed by what it would win or lose, on the scale of Game pips; maxims that admit no weighing
(a partner's sure trick is not overtaken, a Jack that is safe is made) come first and take the others off the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..cards import BY_TEXT, SUIT_NAMES, Card, from_bits
from ..engine import PAM_CIVIL, Action, View
from .advice import Advice, Reason, plainly
from .outlook import best_suit
from .sight import POINT, Sight, lowest_of, trumps_of

LIKELY = 0.15
"""A trick that is lost no oftener counts as won."""
PARTNER_FIRST = 3.0
"""How much there must be to gain before a partner's trick is taken out of his hands."""
MADE = 0.6
"""How much of what a card counts for one hopes to bring home, once it is drawn."""
WANTED = 2.0
"""How much better or worse the card on the stock must be to be spoken of."""
WAITING = 100.0
"""What it costs to lead a high trump that might catch the Ten or the Five later (where such cards are marked)."""
_TRUMP_KEEP = {"A": 7.0, "K": 5.0, "Q": 4.0, "J": 2.0, "T": 1.0}
_PLAIN_KEEP = {"A": 2.5, "K": 1.0}


def advise(view: View) -> Advice:
    """What to play now."""
    cards = tuple(a for a in view.actions if isinstance(a, Card))
    if view.trump is None and view.rules.pool is None:
        suit, _ = best_suit(view)
        suited = tuple(c for c in cards if c.suit == suit) or cards
        return _lead(Sight(view, suited[0].suit), suited, pitching=True)
    sight = Sight(view)
    if sight.table:
        return _follow(sight, cards)
    found = _lead(sight, cards)
    if PAM_CIVIL in view.actions and any(c.rank == "A" and sight.layout.is_trump(c) for c in found.equal):  # type: ignore[union-attr, arg-type]
        return plainly(PAM_CIVIL, "ask_pam") if sight.layout.pam & sight.out else found
    return found


# -- weighing -----------------------------------------------------------------------------------------


def keep(s: Sight, c: Card) -> float:
    """What a card would still do for its holder later."""
    left = len(s.view.hand or ())
    if left <= 1:
        return 0.0
    sure = 0.0
    if c.bit & s.layout.trumps:
        value = _TRUMP_KEEP.get(c.rank, 2.0 + s.layout.power[c.index] / 1000)
        if not s.higher[c.index] & s.layout.trumps & s.out:
            value += 1.5
            sure = 0.9 * s.worth[c.index]  # it wins later as well
        if s.rules.peg is not None and _waits_for(s, c):
            value += 3.0 if s.rules.peg_to == "player_AKQ" else 8.0
    else:
        value = _PLAIN_KEEP.get(c.rank, 0.0) + s.layout.power[c.index] / 1000
    return sure + value * min(1.0, (left - 1) / 3) * (1.0 if len(s.enemies) == 1 else 1.4)


def _drawn(s: Sight, c: Card) -> float:
    """What a card from the stock is worth in the hand."""
    return keep(s, c) + MADE * s.worth[c.index]


def prize(s: Sight) -> float:
    """How much better the open card on the stock is than one nobody has seen; the winner of the trick draws it."""
    if s.rules.stock != "face_up" or not s.view.stock_open:
        return 0.0
    top, rest = s.view.stock_open[0], from_bits(s.out)
    if not rest:
        return 0.0
    gain = _drawn(s, top) - sum(_drawn(s, c) for c in rest) / len(rest)
    return gain * (2 if len(s.view.playing) == 2 else 1)  # between two, what one draws the other does not


def _waits_for(s: Sight, c: Card) -> int:
    """The marked trumps still out that ``c`` could catch."""
    marked = 0
    for rank, n in s.rules.peg_values:
        if n >= 5 and rank in "T5":
            marked |= BY_TEXT[rank + s.trump].bit
    return marked & s.out & ~s.higher[c.index] & ~c.bit if c.bit & s.layout.trumps else 0


def _best(values: dict[Card, float], why: Callable[[Card], Reason]) -> Advice:
    top = max(values.values()) - 1e-6
    equal = tuple(c for c, v in values.items() if v >= top)
    return Advice(equal, lambda action: why(action))  # type: ignore[arg-type]


def _jack(s: Sight, cards: Sequence[Card]) -> Card | None:
    """The trump Jack among these cards, where it is worth anything."""
    for c in cards:
        if c.rank == "J" and c.suit == s.trump:
            return c if s.worth[c.index] > 4 else None
    return None


# -- following ----------------------------------------------------------------------------------------


def _follow(s: Sight, cards: tuple[Card, ...]) -> Advice:
    assert s.best is not None and s.taker is not None
    jack = _jack(s, cards)
    partner = s.partner
    choice = cards
    sure = partner is not None and s.risk(s.best) < LIKELY
    winners = tuple(c for c in cards if s.beats(c))
    if sure:
        under = tuple(c for c in cards if not s.beats(c))
        safe = jack is not None and s.certain(jack if jack in winners else s.best)
        choice = (jack,) if jack is not None and safe else under or cards
    elif jack is not None and jack in winners and s.certain(jack) and _nothing_dearer(s, jack, winners):
        choice = (jack,)
    values = {c: _value_follow(s, c) for c in choice}
    return _best(values, lambda c: _why_follow(s, c, cards, winners))


def _nothing_dearer(s: Sight, jack: Card, winners: Sequence[Card]) -> bool:
    return not any(s.worth[c.index] > s.worth[jack.index] and s.certain(c) for c in winners)


def _value_follow(s: Sight, c: Card) -> float:
    assert s.best is not None
    pot = s.pot + s.worth[c.index]
    cost = keep(s, c)
    if s.beats(c):
        won = 1 - s.risk(c, _willing(pot))
        if s.partner is not None:
            cost += PARTNER_FIRST
    elif s.partner is not None:
        won = 1 - s.risk(s.best, _willing(pot))
    else:
        helpers = frozenset(s.later) & s.friends
        won = 0.7 * s.risk(s.best, among=helpers) if helpers else 0.0
    return (2 * won - 1) * pot + won * prize(s) - cost


def _willing(pot: float) -> float:
    """How likely an adversary who could trump a trick will."""
    return 0.35 if pot < 3 else 0.6 if pot < 8 else 0.9


def _why_follow(s: Sight, c: Card, cards: Sequence[Card], winners: Sequence[Card]) -> Reason:
    facts: dict[str, object] = {"card": c, "who": s.taker, "partner": s.partner}
    on_table = [card for _, card in s.table]
    jack_there = _jack(s, on_table)
    is_jack = _jack(s, (c,)) is not None
    counters = tuple(o for o in on_table if s.worth[o.index] > 0)
    sure = s.partner is not None and s.best is not None and s.risk(s.best) < LIKELY
    if s.partner is not None and c not in winners:
        if is_jack:
            return "jack_to_partner", facts
        n = s.worth[c.index]
        if sure and n > 0 and any(s.worth[o.index] < n for o in cards if o not in winners):
            return "feed_partner", facts
        return "partner_sure" if sure and winners else "leave_partner", facts
    if c in winners:
        if is_jack:
            return ("save_jack" if s.certain(c) else "try_jack"), facts
        if jack_there is not None:
            owner = next(who for who, card in s.table if card is jack_there)
            if owner in s.friends:
                return "rescue_jack", {**facts, "caught": jack_there, "partner": owner}
            return "catch_jack", {**facts, "caught": jack_there, "who": owner}
        if s.trick_worth:
            return "win_trick", facts
        if s.partner is not None:
            return "forced_over" if sure else "secure_trick", facts
        if s.rules.low_to == "taker" and c is lowest_of(trumps_of(s.view, s.trump)) and s.worth[c.index] >= POINT / 3:
            return "bring_low_home", facts
        if counters and sum(s.worth[o.index] for o in counters) >= s.worth[c.index]:
            return "win_counters", {**facts, "won": counters}
        if prize(s) > WANTED:
            return "win_stock", {**facts, "top": s.view.stock_open[0]}
        if s.worth[c.index] > 0:
            return "make_counter", facts
        return ("win_counters", {**facts, "won": counters}) if counters else ("win_cheaply", facts)
    kept = max((o for o in cards if o is not c), key=lambda o: s.worth[o.index], default=None)
    if winners and prize(s) < -WANTED:
        return "leave_stock", {**facts, "top": s.view.stock_open[0]}
    if kept is not None and s.worth[kept.index] > s.worth[c.index]:
        return "spare_counters", {**facts, "kept": kept}
    if s.rules.low_to == "holder" and c.rank in "23456" and c is lowest_of(trumps_of(s.view, s.trump)):
        return "low_is_safe", facts
    return "play_small", facts


# -- leading ------------------------------------------------------------------------------------------


def _lead(s: Sight, cards: tuple[Card, ...], pitching: bool = False) -> Advice:
    jack = _jack(s, cards)
    if jack is not None and s.certain(jack):
        return _best({jack: 0.0}, lambda c: ("lead_jack", {"card": c}))
    hunter = _hunter(s)
    if hunter in cards and not s.plays and s.rules.peg is None:
        cards = (hunter,)
    values = {c: _value_lead(s, c) for c in cards}
    return _best(values, lambda c: _why_lead(s, c, cards, pitching))


def _hunter(s: Sight) -> Card | None:
    """A high trump held with neither Jack nor Ten."""
    trumps = trumps_of(s.view, s.trump)
    return trumps[0] if trumps and trumps[0].rank in "AKQ" and not any(t.rank in "JT" for t in trumps) else None


def _value_lead(s: Sight, c: Card) -> float:
    pot = s.trick_worth + s.worth[c.index]
    risk = s.risk(c, _willing(pot))
    value = (1 - 2 * risk) * pot - keep(s, c)
    value += (1 - risk) * (1 + prize(s))  # what the others must follow with, and the card on the stock
    if _jack(s, (c,)) is not None:
        value -= s.worth[c.index]  # it is safer when it can trump something later
    if s.rules.peg is not None and s.rules.peg_to != "player_AKQ" and s.view.trump and _waits_for(s, c):
        value -= WAITING
    led = s.layout.suit_of[c.index]
    forced = 0.35 if c.bit & s.layout.trumps else 0.15
    share = min(1.0, sum(n for p, n in s.view.held if p in s.enemies) / s.cards_out)
    for o in _dear(s, led):
        if o.bit & s.higher[c.index]:
            value -= share * (0.5 if len(s.enemies) == 1 else 0.3) * min(s.worth[o.index], 2 * POINT)
        else:
            value += share * (1 - risk) * forced * 2 * s.worth[o.index]
    return value


def _dear(s: Sight, led: int) -> list[Card]:
    """The cards of a suit still out that are worth winning: its Ten, and in trumps the Jack and what else counts."""
    return [c for c in from_bits(s.out & led) if s.worth[c.index] >= 5]


def _why_lead(s: Sight, c: Card, cards: Sequence[Card], pitching: bool) -> Reason:
    facts: dict[str, object] = {"card": c}
    trumps = trumps_of(s.view, s.trump)
    is_trump = bool(c.bit & s.layout.trumps)
    if c is _hunter(s) and _dear(s, s.layout.trumps):
        return "hunt_jack", facts
    if pitching:
        return "pitch_best", {**facts, "suit": SUIT_NAMES[s.trump].capitalize()}
    if s.rules.peg is not None and not is_trump:
        waiting = next((t for t in trumps if _waits_for(s, t)), None)
        if waiting is not None and waiting in cards:
            return "hold_back", {**facts, "kept": waiting}
    if s.certain(c):
        return ("draw_trumps" if is_trump and s.out & s.layout.trumps else "lead_winner"), facts
    if s.risk(c, _willing(s.worth[c.index])) < 0.5 and c.rank in "AKQJT":
        return "lead_likely", facts
    kept = max((o for o in cards if o is not c), key=lambda o: s.worth[o.index], default=None)
    if kept is not None and s.worth[kept.index] > s.worth[c.index] + 1:
        return "throw_lead", {**facts, "kept": kept}
    return "lead_small", facts


__all__ = ["Action", "advise", "keep"]
