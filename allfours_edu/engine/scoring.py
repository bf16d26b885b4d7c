"""What a deal brings: pegs during the play, the points made in it, Game and its ties, and who is out first.

Every function here is pure in the rules and a few facts. The engine calls them with the book's rules while a deal is
played; :mod:`.events` calls them again with rules that note which fields are read, and that is why an award can say
what decided it. So a field is read only where it can matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..cards import BY_TEXT, JOKER, RANKS, SUITS, Card, from_bits, to_bits
from ..rules import Rules
from .calls import TAKES_BACK
from .frame import Contract, Frame
from .layout import layout_for, trick_layout, trick_winner

if TYPE_CHECKING:
    from .position import Position
    from .table import Table

Lay = tuple[int, Card]  # a place and the card it played

_SPOTS = {rank: RANKS.index(rank) + 2 for rank in "23456789"}
_RANK_BITS = {rank: to_bits(BY_TEXT[rank + suit] for suit in SUITS) for rank in RANKS}
_SUIT_BITS = {suit: to_bits(BY_TEXT[rank + suit] for rank in RANKS) for suit in SUITS}
_ACES, _KINGS, _QUEENS, _JACKS, _TENS = (_RANK_BITS[rank] for rank in "AKQJT")
_SPOT_CARDS = sum(_RANK_BITS[rank] for rank in _SPOTS)
_COLOUR_PARTNER = {"S": "C", "C": "S", "H": "D", "D": "H"}


def rank_bits(rank: str) -> int:
    """The four cards of a rank."""
    return _RANK_BITS[rank]


# -- the facts of a deal ------------------------------------------------------------------------------


class Deal(NamedTuple):
    """The facts that scoring needs. Lists go by place, eldest first; sets of cards are bit sets."""

    trump: str
    side_of: Sequence[int]
    dealer_side: int
    held: tuple[int, ...]
    """Cards held in the play, cards drawn included."""
    dealt: tuple[int, ...]
    """All cards dealt, those discarded included."""
    laid: Sequence[Lay]
    """The plays, from which the tricks are read; not needed where ``won`` is known."""
    playing: int
    """How many players take part."""
    won: Sequence[int] | None = None
    """By side: the cards won, where they are known already."""


def facts(position: Position, won: Sequence[int] | None = None) -> Deal:
    """The facts of a deal; ``won`` where the engine has found the winners already."""
    table, frame = position.table, position.frame
    laid = position.laid() if won is None else ()
    return Deal(
        frame.trump or "", table.side_of, table.dealer_side, frame.hands, frame.dealt, laid, len(frame.active), won
    )


def complete_tricks(
    rules: Rules, trump: str | None, laid: Sequence[Lay], playing: int
) -> Iterable[tuple[Sequence[Lay], int]]:
    """Every complete trick: its plays in order, and the place that won it."""
    if trump is None or not playing:
        return
    for n in range(0, len(laid) - playing + 1, max(playing, 1)):
        trick = laid[n : n + playing]
        among = to_bits(c for _, c in trick)
        winner = trick_winner(trick_layout(rules, trump, among), tuple(c for _, c in trick))
        yield trick, trick[winner][0]


def cards_won(rules: Rules, deal: Deal) -> Sequence[int]:
    """By side: the cards in the tricks it won."""
    if deal.won is not None:
        return deal.won
    won = [0] * (max(deal.side_of) + 1)
    for trick, winner in complete_tricks(rules, deal.trump, deal.laid, deal.playing):
        won[deal.side_of[winner]] |= to_bits(c for _, c in trick)
    return won


# -- turned cards -------------------------------------------------------------------------------------


def turn_worth(rules: Rules, turned: Card, refused: str | None) -> int:
    """Points to the dealer's side for a card turned; ``refused`` is the suit begged against, or None."""
    if rules.turn is None:
        return 0
    worth: int = dict(rules.turn_points).get(turned.rank, 0)
    if worth and turned.suit == refused and rules.refused_suit == "nothing":
        return 0
    return worth


# -- pegs ---------------------------------------------------------------------------------------------


def peg_bits(rules: Rules, trump: str) -> int:
    """The cards that are marked in play."""
    if rules.peg is None:
        return 0
    suits = SUITS if rules.peg_to == "winner_any_suit" else trump
    return to_bits(BY_TEXT[rank + suit] for rank, _ in rules.peg_values for suit in suits)


def pegs_when_played(rules: Rules, trump: str, card: Card) -> int:
    """What the player of ``card`` marks at once."""
    if card.suit == trump and card.rank in "AKQ" and rules.peg_to == "player_AKQ":
        return int(dict(rules.peg_values).get(card.rank, 0))
    return 0


def pegs_when_won(rules: Rules, trump: str, trick: Iterable[Card]) -> int:
    """What the winner of a trick marks for the cards in it."""
    if rules.peg is None:
        return 0
    worth = dict(rules.peg_values)
    marked = [c for c in trick if c.rank in worth]
    if marked and rules.peg_to != "winner_any_suit":
        marked = [c for c in marked if c.suit == trump and not (c.rank in "AKQ" and rules.peg_to == "player_AKQ")]
    return sum(worth[c.rank] for c in marked)


def peg_card(position: Position, frame: Frame, place: int, card: Card) -> Frame:
    """Mark what playing ``card`` brings its player at once."""
    n = pegs_when_played(position.table.rules, frame.trump or "", card)
    return add(position.table.rules, frame, position.table.side_of[place], n, "peg")


def peg_trick(position: Position, frame: Frame, card: Card, taker: int) -> Frame:
    """Mark the trick that ``card`` completes, on top of ``position``."""
    trick = [c for _, c in position.laid()[-(len(frame.active) - 1) :]] if len(frame.active) > 1 else []
    n = pegs_when_won(position.table.rules, frame.trump or "", (*trick, card))
    return add(position.table.rules, frame, position.table.side_of[taker], n, "peg")


# -- marking ------------------------------------------------------------------------------------------


def add(rules: Rules, frame: Frame, side: int, n: int, by: str) -> Frame:
    """Points that count the moment they are made; they may end the match in mid-deal.

    A side held back by a penalty (rule field ``revoke_caps``) stops one short of the target.
    """
    scores = list(frame.scores)
    if frame.penalties:
        n = held_back(rules, n, scores[side], side in {p.side for p in frame.penalties if p.capped})
    if not n:
        return frame
    scores[side] += n
    if rules.match_ends == "first_out" and scores[side] >= rules.target:
        return frame.but(scores=tuple(scores), phase="over", winner=side, out_by=by)
    return frame.but(scores=tuple(scores))


def held_back(rules: Rules, n: int, score: int, capped: bool) -> int:
    """How much of ``n`` points counts for a side that may be held one short of the target."""
    return max(0, min(n, int(rules.target) - 1 - score)) if capped and n > 0 else n


# -- the points of a deal -----------------------------------------------------------------------------


class Award(NamedTuple):
    """One point of a deal and whose it is. ``side`` None: nobody's, and ``data`` says why."""

    point: str
    side: int | None
    n: int
    card: Card | None = None
    data: Mapping[str, Any] = {}


def _worth(rules: Rules, point: str) -> int:
    for name, n in rules.points:
        if name == point:
            return int(n)
    return 0


def _in_play(rules: Rules, deal: Deal) -> Sequence[int]:
    """The cards that count as out; the rule on discards is asked only where something was discarded."""
    if deal.held != deal.dealt and rules.discarded == "counts_as_dealt":
        return deal.dealt
    return deal.held


def _holder(deal: Deal, held: Sequence[int], card: Card) -> int:
    """The side that held a card."""
    bit = card.bit
    for place, mask in enumerate(held):
        if mask & bit:
            return deal.side_of[place]
    raise ValueError(f"nobody held the {card.name}")


def _taker(rules: Rules, deal: Deal, card: Card) -> int | None:
    """The side that won a card, or None."""
    bit = card.bit
    for side, mask in enumerate(cards_won(rules, deal)):
        if mask & bit:
            return side
    return None


def high(rules: Rules, deal: Deal) -> Award:
    """High: the best trump out, to the side it was dealt to (or, by the book, to its winner)."""
    held = _in_play(rules, deal)
    out = sum(held)
    layout = layout_for(rules, deal.trump, out)
    if not out & layout.trumps:
        return Award("high", None, 0, data={"none_out": True})
    card = layout.highest(out)
    side = _taker(rules, deal, card) if rules.point_to == "taker" else _holder(deal, held, card)
    return Award("high", side, _worth(rules, "high"), card)


def low(rules: Rules, deal: Deal) -> Award:
    """Low: the lowest trump out (never the Joker), to its holder or its taker."""
    held = _in_play(rules, deal)
    out = sum(held) & ~JOKER.bit
    layout = layout_for(rules, deal.trump, out)
    if not out & layout.trumps:
        return Award("low", None, 0, data={"none_out": True})
    card = layout.lowest(out)
    holder = _holder(deal, held, card)
    if rules.low_to == "taker":
        taker = _taker(rules, deal, card)
        return Award("low", taker, _worth(rules, "low"), card, {"taken": taker != holder})
    return Award("low", holder, _worth(rules, "low"), card)


def jack(rules: Rules, deal: Deal) -> Award:
    """The Jack of trumps, to the side that takes it; worth more in some books when it is hanged."""
    card = BY_TEXT["J" + deal.trump]
    if not any(mask & card.bit for mask in deal.held):
        return Award("jack", None, 0, data={"not_out": True})
    if rules.peg is not None and not rules.jack_besides:
        return Award("jack", None, 0, card, {"pegged": True})
    taker = _taker(rules, deal, card)
    if taker is None:
        return Award("jack", None, 0, card, {"unfinished": True})
    holder = _holder(deal, deal.held, card)
    if taker == holder:
        return Award("jack", taker, _worth(rules, "jack"), card, {"hang": False})
    n = _worth(rules, "jack")
    return Award("jack", taker, rules.hang_jack if n and rules.hang_jack > 1 else n, card, {"hang": True})


def pips(rules: Rules, trump: str, mask: int) -> int:
    """What a set of cards counts towards Game. Suits make no difference; a Ten weighs most, then the courts.

    By some readings only trumps count, or nothing but the number of tricks: then every card counts one.
    """
    if rules.pips == "tricks":
        return mask.bit_count()
    if rules.pips == "trumps_only":
        mask &= _SUIT_BITS[trump]
    total = (
        4 * (mask & _ACES).bit_count()
        + 3 * (mask & _KINGS).bit_count()
        + 2 * (mask & _QUEENS).bit_count()
        + (mask & _JACKS).bit_count()
        + 10 * (mask & _TENS).bit_count()
    )
    five = BY_TEXT["5" + trump].bit
    if mask & five:
        total += rules.trump_five
    spots = mask & _SPOT_CARDS
    if spots and rules.pips == "all_cards":
        total += sum(_SPOTS[c.rank] for c in from_bits(spots) if c.bit != five or not rules.trump_five)
    return total


def tied(rules: Rules, sides: Sequence[int], side_of: Sequence[int], dealer_side: int) -> int | None:
    """Who has Game when ``sides`` are level: a side, or None for nobody."""
    rule = rules.tie
    if rule == "non_dealer":
        rest = [side for side in sides if side != dealer_side]
        return rest[0] if len(rest) == 1 else None
    if rule == "eldest_of_tied":
        return next(side for side in side_of if side in sides)
    if rule == "eldest":
        return side_of[0]
    return None


def game(rules: Rules, deal: Deal) -> Award:
    """Game: the most pips in the cards won, or in some books the Ten of trumps."""
    if rules.game_by == "trump_ten":
        card = BY_TEXT["T" + deal.trump]
        side = _taker(rules, deal, card)
        return Award("game", side, _worth(rules, "game") if side is not None else 0, card, {"not_out": side is None})
    counts = [pips(rules, deal.trump, mask) for mask in cards_won(rules, deal)]
    return game_of(rules, counts, deal.side_of, deal.dealer_side)


def game_of(rules: Rules, counts: Sequence[int], side_of: Sequence[int], dealer_side: int) -> Award:
    """Game from the counts alone (by side)."""
    best = max(counts)
    level = [side for side, n in enumerate(counts) if n == best]
    data = {"count": tuple(counts), "tie": len(level) > 1, "none_counted": best == 0}
    winner = level[0] if len(level) == 1 else tied(rules, level, side_of, dealer_side)
    return Award("game", winner, _worth(rules, "game") if winner is not None else 0, None, data)


def _card_point(name: str) -> Any:
    def award(rules: Rules, deal: Deal) -> Award:
        card = counter_card(name, deal.trump)
        side = _taker(rules, deal, card)
        return Award(name, side, _worth(rules, name) if side is not None else 0, card, {"not_out": side is None})

    return award


def counter_card(name: str, trump: str) -> Card:
    """The card that carries a point of the Pedro games."""
    if name == "snoozer":
        return JOKER
    suit = _COLOUR_PARTNER[trump] if name == "left_pedro" else trump
    return BY_TEXT[{"three": "3", "nine": "9"}.get(name, "5") + suit]


def sweep(rules: Rules, deal: Deal) -> Award:
    """All tricks to one side."""
    won = [side for side, mask in enumerate(cards_won(rules, deal)) if mask]
    return Award("sweep", won[0] if len(won) == 1 else None, _worth(rules, "sweep") if len(won) == 1 else 0)


ONE_CARD = ("three", "five", "nine", "right_pedro", "left_pedro", "snoozer")
"""Points that go with one card of the pack, whatever else is out."""
AWARDS: dict[str, Any] = {
    "high": high, "low": low, "jack": jack, "game": game, "sweep": sweep,
    **{name: _card_point(name) for name in ONE_CARD},
}  # fmt: skip


def points_of(rules: Rules) -> tuple[str, ...]:
    """The points a deal of this game can bring, in the order of ``points``."""
    return tuple(point for point, _ in rules.points) if rules.score is not None else ()


def awards(rules: Rules, deal: Deal) -> list[Award]:
    """All points of a finished deal, in the order of the rule field ``points``."""
    return [AWARDS[point](rules, deal) for point in points_of(rules)]


# -- settling -----------------------------------------------------------------------------------------


class Settlement(NamedTuple):
    """A finished deal, settled. ``order`` lists what was marked: (point, side, n) as far as counting went."""

    scores: tuple[int, ...]
    winner: int | None
    out_by: str | None
    order: tuple[tuple[str, int, int], ...]
    bid_made: bool | None = None
    set_back: tuple[tuple[int, int], ...] = ()
    base: tuple[int, ...] = ()
    """The scores before it was settled."""
    red: tuple[tuple[int, int], ...] = ()
    """(side, red counters it puts into the pool for being set back)."""


def settle(
    rules: Rules,
    scores: Sequence[int],
    made: Sequence[Award],
    side_of: Sequence[int],
    contract: Contract | None = None,
    penalties: Sequence[Any] = (),
) -> Settlement:
    """Mark the points of a finished deal in the book's order, until somebody is out."""
    marks = list(scores)
    capped = {p.side for p in penalties if p.capped}
    counted = [a for a in made if a.side is not None and a.n and not (penalties and _barred(a, penalties))]
    bidder = side_of[contract.bidder] if contract is not None and contract.n else None
    bid_made: bool | None = None
    back: tuple[tuple[int, int], ...] = ()
    red: tuple[tuple[int, int], ...] = ()
    if contract is not None and bidder is not None:
        won = sum(a.n for a in counted if a.side == bidder)
        bid_made = won >= contract.n
        if not bid_made and rules.set_back and not _spared(rules, bidder, penalties):
            marks[bidder] -= contract.n
            back = ((bidder, contract.n),)
            red = ((bidder, 1),) if rules.set_back_red else ()
            counted = [a for a in counted if a.side != bidder]
    swept = _all_four(counted) if contract is not None else None
    if swept is not None and rules.smudge in ("bidder", "anyone"):
        bold = bid_made and swept == bidder and contract is not None and contract.n == rules.bid_most
        if rules.smudge == "anyone" or (bold and scores[swept] >= 0):
            return Settlement(tuple(marks), swept, "smudge", (), bid_made, back, tuple(scores), red)
    if contract is not None and bid_made and not rules.surplus:
        counted = [a for a in counted if a.side != bidder]
        counted.append(Award("bid", bidder, contract.n))
    order = _counting_order(rules, counted, bidder if bid_made else None)
    done: list[tuple[str, int, int]] = []
    winner, out_by = None, None
    for award in order:
        side = award.side
        assert side is not None
        n = held_back(rules, award.n, marks[side], side in capped)
        marks[side] += n
        done.append((award.point, side, n))
        if marks[side] >= rules.target and rules.match_ends == "first_out":
            winner, out_by = side, award.point
            break
    return Settlement(tuple(marks), winner, out_by, tuple(done), bid_made, back, tuple(scores), red)


def _spared(rules: Rules, bidder: int, penalties: Sequence[Any]) -> bool:
    """A bidder is not set back where another player revoked, nor twice for a revoke of his own."""
    return any(p.side != bidder or rules.revoke_to == "set_back" for p in penalties)


def _all_four(counted: Iterable[Award]) -> int | None:
    """The side that made High, Low, Jack and Game, or None."""
    made: dict[int | None, set[str]] = {}
    for award in counted:
        made.setdefault(award.side, set()).add(award.point)
    return next((side for side, points in made.items() if {"high", "low", "jack", "game"} <= points), None)


def _barred(award: Award, penalties: Sequence[Any]) -> bool:
    return any(award.side == p.side and award.point in p.bars for p in penalties)


def _counting_order(rules: Rules, counted: list[Award], bidder: int | None) -> list[Award]:
    if len(counted) < 2:
        return counted
    place = {point: n for n, point in enumerate(rules.out_order)}
    first = bidder if bidder is not None and rules.out_first == "bidder" else None
    return sorted(counted, key=lambda a: (a.side != first, place.get(a.point, -1)))


def finish(last: Position) -> Frame:
    """The frame of a deal played out: points awarded and settled."""
    table, frame = last.table, last.frame
    if frame.layout is None or table.rules.score is None:
        from . import pool

        return pool.finish(last)
    won = _won_by_side(last) if not frame.penalties else None  # a penalty may have reopened a trick
    made = awards(table.rules, facts(last, won))
    done = settle(table.rules, frame.scores, made, table.side_of, frame.contract, frame.penalties)
    return settled(table, frame, done)


def settled(table: Table, frame: Frame, done: Settlement) -> Frame:
    """The frame of a deal that was settled so. Red counters of those set back go into the next pool."""
    red = sum(n for _, n in done.red) + sum(penalty.red for penalty in frame.penalties)
    return frame.but(
        phase="over", scores=done.scores, winner=done.winner, out_by=done.out_by, settled=done,
        next_pool=table.pool + red,
    )  # fmt: skip


def _won_by_side(last: Position) -> list[int]:
    """By side: the cards won, read off the positions (each trick's winner was found as it was played)."""
    side_of = last.table.side_of
    won = [0] * len(last.table.sides)
    taker = last.taker
    at: Position | None = last
    while at is not None and at.frame.layout is not None:
        if not at.led:
            taker = at.taker  # this position follows a complete trick: its taker won the plays behind it
        if isinstance(at.action, Card):
            won[side_of[taker]] |= at.action.bit
            at = at.previous
        elif at.action is not None and at.action.verb in TAKES_BACK and at.action.card is not None:
            won[side_of[taker]] |= at.action.card.bit
            at = at.frame.resumed
        else:
            at = at.previous
    return won


def points_total(rules: Rules) -> int:
    """All points the play of one deal can bring under this book, pegs apart; a Jack worth more hanged is hanged."""
    total = 0
    for point, n in rules.points:
        if point != "jack":
            total += n
        elif n and (rules.peg is None or rules.jack_besides):
            total += max(n, rules.hang_jack)
    return total


def peg_total(rules: Rules) -> int:
    """All that can be pegged in one deal."""
    if rules.peg is None:
        return 0
    suits = len(SUITS) if rules.peg_to == "winner_any_suit" else 1
    return int(suits * sum(n for _, n in rules.peg_values))
