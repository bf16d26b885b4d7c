"""Which answers make no game together, each refusal in a learner's words.

Every field of the rules has its own list of values; here stands what no single field can say: nobody can beg against a
card that was not turned, a stock must go round evenly, a point must be in the pack. Whatever is not refused here, the
engine plays (tools/fuzz.py tries it ten thousand deals at a time under each book).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

RANKS = tuple("23456789TJQKA")
NEEDED = ("game", "pack", "cut", "deal", "play", "court")
"""Groups that every game has."""
_STRIPPED = {"none": (), "sixes_sevens": tuple("67"), "threes_to_sevens": tuple("34567")}
_COUNTER = {"three": "3", "five": "5", "nine": "9", "right_pedro": "5", "left_pedro": "5"}
POINTS = ("high", "low", "jack", "game", *_COUNTER, "snoozer", "sweep")
_ALL_FOUR = {"high", "low", "jack", "game"}
_SPOKEN = {"3": "threes", "5": "fives", "9": "nines"}


class Quarrel(NamedTuple):
    """Answers that exclude each other: why, and which fields or groups stand against each other."""

    why: str
    between: tuple[str, ...]


def quarrels(r: Any) -> Iterator[Quarrel]:
    """All that keeps these rules from being a game; nothing where they are one."""
    missing = [name for name in NEEDED if getattr(r, name) is None]
    for name in missing:
        yield Quarrel(f"Every game needs the rules of its {name}.", (name,))
    if not missing:
        for check in (_kind, _deal, _trump, _draw, _exchange, _auction, _pool, _points):
            yield from check(r)


def pack_size(r: Any) -> int:
    """Cards in the pack, a Joker included."""
    return int(52 - 4 * len(_STRIPPED[r.stripped]) + (r.joker != "none"))


def removed(r: Any, players: int) -> int:
    """Cards taken out so that the rest goes round evenly."""
    return pack_size(r) % players if r.remainder == "removed" and players else 0


def _kind(r: Any) -> Iterator[Quarrel]:
    """What sort of game it is, and for how many."""
    if r.score is None and r.pool is None:
        yield Quarrel("Something must be played for: points, or a pool of counters.", ("score", "pool"))
    if r.score is not None and r.pool is not None:
        yield Quarrel("A deal is played for points or for a pool of counters, not for both.", ("score", "pool"))
    if r.peg is not None and r.score is None:
        yield Quarrel("Trumps can be marked as they fall only where points are scored.", ("peg", "score"))
    if not r.players or min(r.players) < 2:
        yield Quarrel("At least two must be able to play.", ("players",))
    if r.target < 1:
        yield Quarrel("A match needs at least one point to win.", ("target",))
    if r.match_ends == "even_deals" and r.pool is None:
        yield Quarrel(
            "A match for points ends when somebody has them, not when all have dealt.", ("match_ends", "score")
        )
    if r.match_ends == "last_pays" and r.pool is not None:
        yield Quarrel("Nobody goes out of a game for counters, so no last one can be left.", ("match_ends", "pool"))


def _deal(r: Any) -> Iterator[Quarrel]:
    """What each player gets."""
    if not 1 <= r.hand_size <= 26:
        yield Quarrel("A hand must have from 1 to 26 cards.", ("hand_size",))
    if sum(r.packets) != r.hand_size:
        rounds = " and ".join(map(str, r.packets)) or "none"
        yield Quarrel(
            f"Each player is to get {r.hand_size} cards, and the rounds of the deal ({rounds}) give {sum(r.packets)}.",
            ("hand_size", "packets"),
        )
    shown = r.trump_from in ("turn", "stock_top")
    for n in r.players:
        need, there = n * r.hand_size + r.widow + shown, pack_size(r) - removed(r, n)
        if need > there:
            yield Quarrel(
                f"{n} players would need {need} cards, and the pack has {there}.",
                ("players", "hand_size", "stripped", "widow", "remainder"),
            )
            break
    if r.widow and r.pool is None:
        yield Quarrel("An extra hand is there to be taken by one who plays for a pool.", ("widow", "pool"))
    if r.widow not in (0, r.hand_size):
        yield Quarrel(
            f"The extra hand of {r.widow} is to replace a hand of {r.hand_size}; both must have as many cards.",
            ("widow", "hand_size"),
        )


def _trump(r: Any) -> Iterator[Quarrel]:
    """Where the trump comes from, and who may quarrel with it."""
    if r.beg is not None and r.trump_from != "turn":
        yield Quarrel(
            "Begging asks for another trump than the card turned up, so a card must be turned.", ("beg", "trump_from")
        )
    if r.turn is not None and r.trump_from != "turn":
        yield Quarrel("A turned card can bring points only where one is turned.", ("turn", "trump_from"))
    if r.joker != "none" and r.trump_from in ("turn", "stock_top"):
        yield Quarrel(
            "If the Joker were turned up there would be no trump, for it has no suit.", ("joker", "trump_from")
        )
    if r.auction is None and r.first_lead == "bidder":
        yield Quarrel("The bidder cannot lead first where nobody bids.", ("first_lead", "auction"))
    if r.auction is None and r.trump_from == "bidder_names":
        yield Quarrel("The bidder cannot name the trump where nobody bids.", ("trump_from", "auction"))
    if r.look == "pitcher_side_waits" and r.trump_from != "pitch":
        yield Quarrel(
            "The partner of the one who pitches waits for the pitch, so the trump must come from it.",
            ("look", "trump_from"),
        )
    if r.look == "in_turn" and r.pool is None:
        yield Quarrel("Each looks when it is his turn to play for the pool; here there is none.", ("look", "pool"))
    if r.trump_from == "turned_when_needed" and r.pool is None:
        yield Quarrel("The trump is turned late only in a game for a pool.", ("trump_from", "pool"))


def _draw(r: Any) -> Iterator[Quarrel]:
    """The stock must go round evenly to the last card."""
    if r.draw is None:
        return
    for group, why in (
        ("beg", "Running the cards would use up the stock that is to be drawn from."),
        ("exchange", "The stock cannot be both drawn from and exchanged with."),
        ("pool", "Players who pass would leave the stock uneven, so nobody can draw in a game for a pool."),
    ):
        if getattr(r, group) is not None:
            yield Quarrel(why, ("draw", group))
    numbers = range(2, max(r.players) + 1) if r.match_ends == "last_pays" and r.sides == "each" else r.players
    for n in numbers:
        left = pack_size(r) - removed(r, n) - n * r.hand_size - r.widow - (r.trump_from == "turn")
        if left % n:
            help_ = " Odd cards could be removed." if r.remainder == "none" else ""
            yield Quarrel(
                f"{n} players cannot draw evenly from the {left} cards that are left.{help_}",
                ("draw", "remainder", "hand_size", "players", "trump_from"),
            )
            return


def _exchange(r: Any) -> Iterator[Quarrel]:
    if r.exchange is None:
        return
    if r.exchange_by != "dealer_robs" and r.pool is None:
        yield Quarrel("Players change cards only in a game for a pool.", ("exchange", "pool"))
    if r.exchange_by == "dealer_robs" and r.trump_from != "bidder_names":
        yield Quarrel(
            "The dealer takes up the pack after the bidder has named the trump, so the bidder must name it.",
            ("exchange_by", "trump_from"),
        )
    if r.exchange_by == "dealer_robs" and not 1 <= r.exchange_to <= r.hand_size:
        yield Quarrel(
            f"Each is to throw away down to {r.exchange_to} cards, and was dealt {r.hand_size}.",
            ("exchange_to", "hand_size"),
        )


def _auction(r: Any) -> Iterator[Quarrel]:
    if r.auction is None:
        if r.out_first == "bidder":
            yield Quarrel("The bidder cannot count first where nobody bids.", ("out_first", "auction"))
        return
    if r.beg is not None:
        yield Quarrel(
            "The trump is either bid for or begged against: after an auction nobody can beg.", ("auction", "beg")
        )
    if r.pool is not None:
        yield Quarrel("In a game for a pool nobody bids: each says whether he plays.", ("auction", "pool"))
    if r.bid_least < 1:
        yield Quarrel("The least bid must be one: nought is passing.", ("bid_least",))
    if r.bid_least > r.bid_most:
        yield Quarrel(f"The least bid, {r.bid_least}, is above the most, {r.bid_most}.", ("bid_least", "bid_most"))
    if r.trump_from == "pitch" and r.first_lead == "eldest":
        yield Quarrel(
            "The first card led makes the trump, so it must be the bidder who leads it.", ("trump_from", "first_lead")
        )
    yield from _seller(r)
    points = {point for point, _ in r.points} if r.score is not None else set()
    if r.smudge in ("bidder", "anyone") and not points >= _ALL_FOUR:
        yield Quarrel("A smudge is High, Low, Jack and Game together; all four must count.", ("smudge", "points"))
    if r.smudge == "sweep_point" and "sweep" not in points:
        yield Quarrel("The point for all the tricks must be among the points.", ("smudge", "points"))


def _seller(r: Any) -> Iterator[Quarrel]:
    """Where the eldest hand sells the pitch."""
    if r.seller != "eldest":
        return
    if r.put_out_seller is None:
        yield Quarrel("It must be said what happens to a bid that would put the seller out.", ("put_out_seller",))
    if r.refused_bid is None:
        yield Quarrel("It must be said what follows when the seller refuses a bid.", ("refused_bid",))
    if r.first_bid == "eldest":
        yield Quarrel(
            "The eldest hand sells, so he cannot bid to himself: the player on his left begins.",
            ("seller", "first_bid"),
        )
    if r.unasked_pitch is not None and r.trump_from != "pitch":
        yield Quarrel(
            "Pitching unasked makes the trump, so the trump must come from the pitch.", ("unasked_pitch", "trump_from")
        )


def _pool(r: Any) -> Iterator[Quarrel]:
    if r.pool is None:
        return
    if r.beg is not None:
        yield Quarrel("Nobody begs in a game for a pool: each says whether he plays.", ("beg", "pool"))
    if r.turn is not None:
        yield Quarrel("A card turned up brings points, and here counters are played for.", ("turn", "pool"))
    if r.simple_trump == "one_card" and r.trump_from != "turn":
        yield Quarrel(
            "In a deal of one card each they are measured by the card turned up, so one must be turned.",
            ("simple_trump", "trump_from"),
        )
    if r.red_is < 1:
        yield Quarrel("A red counter must be worth at least one white.", ("red_is",))
    flush = {"three_trumps": 3, "five_any": 5}.get(r.flush, r.hand_size)
    if flush != r.hand_size:
        yield Quarrel(f"A flush of {flush} cannot be held in a hand of {r.hand_size}.", ("flush", "hand_size"))


def _points(r: Any) -> Iterator[Quarrel]:
    """What counts, and whether it can be made."""
    for name in ("turn_points", "peg_values"):
        ranks = [rank for rank, _ in getattr(r, name) or ()]
        if not all(rank in RANKS for rank in ranks):
            yield Quarrel(f"{name} takes the ranks 2 to 9, T, J, Q, K and A.", (name,))
        if len(set(ranks)) != len(ranks):
            yield Quarrel(f"{name} names a rank twice.", (name,))
    if r.score is None:
        return
    named = [point for point, _ in r.points]
    if len(set(named)) != len(named):
        yield Quarrel("No point can be counted twice.", ("points",))
    for point in named:
        if point not in POINTS:
            yield Quarrel(f"There is no point called {point!r}; there are {', '.join(POINTS)}.", ("points",))
        elif point not in r.out_order:
            yield Quarrel(f"It must be said when {point} counts, if several go out.", ("points", "out_order"))
        elif _COUNTER.get(point) in _STRIPPED[r.stripped]:
            spoken = _SPOKEN[_COUNTER[point]]
            yield Quarrel(f"The {spoken} were taken out of the pack, so they cannot count.", ("points", "stripped"))
        elif point == "snoozer" and r.joker == "none":
            yield Quarrel("The Joker cannot count where there is none in the pack.", ("points", "joker"))
    if not any(n for _, n in r.points) and r.peg is None:
        yield Quarrel("At least one point must be there to be made, or no match would end.", ("points",))
