"""The form ``question``: one pure function of the rules and a few facts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..analysis.solver import solve
from ..cards import Card, card, cards
from ..engine import new_table, questions, scoring, set_up
from ..engine.cutting import cut
from ..engine.scoring import Award
from ..engine.table import deal_layout, draw_layout
from ..record import facts
from .compare import shown
from .given import Answers, CaseError, Given, any_size


def question(given: Given) -> Answers:
    name = given.get("question", str)
    if name not in QUESTIONS:
        raise CaseError(f"question {name!r} is not known; expected {', '.join(QUESTIONS)}")
    return QUESTIONS[name](given)


def _cut(given: Given) -> Answers:
    cuts = {seat: card(c) for seat, c in given.get("cuts", dict).items()}
    if sorted(cuts) != sorted(given.players):
        raise CaseError("every player cuts one card")
    found = cut(given.rules, given.players, cuts)
    return {
        "dealer": lambda: found.dealer,
        "sides": lambda: [list(side) for side in found.sides] if found.sides is not None else None,
        "recut": lambda: list(found.recut),
        "trump": lambda: found.trump,
    }


def _seats(given: Given) -> tuple[list[str], str]:
    seats, dealer = given.get("seats", list), given.get("dealer", str)
    if dealer not in seats or len(set(seats)) != len(seats):
        raise CaseError(f"seats must be different and the dealer one of them, found {shown(seats)}")
    return seats, dealer


def _deal_layout(given: Given) -> Answers:
    layout = deal_layout(given.rules, *_seats(given))
    return {name: _constant(_plain(value)) for name, value in layout._asdict().items()}


def _draw_layout(given: Given) -> Answers:
    seats, _ = _seats(given)
    layout = draw_layout(given.rules, len(seats))
    return {name: _constant(value) for name, value in layout._asdict().items()}


def _constant(value: Any) -> Callable[[], Any]:
    return lambda: value


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _turn_points(given: Given) -> Answers:
    table = given.table(turn_ups=[card(given.get("turned", str))])
    found, seating = questions.turn_points(table), given.seating
    return {
        "turn_points": lambda: {seating.names[table.dealer_side]: found.points},
        "scores_after": lambda: seating.by_name(found.scores),
        "winner": lambda: side_name(seating, found.winner),
        "out_by": lambda: "turn" if found.winner is not None else None,
    }


def side_name(seating: questions.Seating, side: int | None) -> str | None:
    return seating.names[side] if side is not None else None


def made_points(given: Given) -> dict[str, int | None]:
    made = given.get("made", dict, {})
    known = dict(given.rules.points) if given.rules.points else {}
    for point in made:
        if point not in known and point not in facts.CARD_POINTS:
            raise CaseError(f"made: {point!r} is not a point of this game")
    return {point: given.side("made", side) for point, side in made.items()}


def _settle(given: Given) -> Answers:
    if given.rules.pool is not None:
        return _settle_pool(given)
    seating, made = given.seating, made_points(given)
    game: int | None = None
    counts = given.get("game_count", dict, None)
    if counts is not None:
        for name in counts:
            given.side("game_count", name)
        game = questions.game_of(given.rules, seating, [counts.get(name, 0) for name in seating.names])
        made["game"] = game

    def place(key: str) -> int | None:
        seat = given.get(key, (str, type(None)), None)
        return None if seat is None else given.place(key, seat)

    agreed = questions.Agreed(
        gift=given.side("gift", given.get("gift", (str, type(None)), None)),
        seller=place("seller"),
        pitcher=place("pitcher"),
        bid=given.get("bid", (int, type(None)), None),
        accepted=given.get("accepted", (bool, type(None)), None),
        unasked=given.get("unasked", bool, False),
        revoker=place("revoker"),
    )
    done = questions.settle(given.rules, seating, given.scores, made, agreed)
    seller = given.get("seller", (str, type(None)), None)
    return {
        "scores_after": lambda: seating.by_name(done.scores),
        "winner": lambda: side_name(seating, done.winner),
        "out_by": lambda: done.out_by,
        "bid_made": lambda: done.bid_made,
        "set_back": lambda: {seating.names[side]: n for side, n in done.set_back},
        "seller_credit": lambda: {seller: done.seller_credit} if seller is not None else {},
        "game": lambda: side_name(seating, game if counts is not None else made.get("game")),
    }


def _settle_pool(given: Given) -> Answers:
    given.get("scores", dict, {})
    playing = given.get("in", list)
    for seat in playing:
        given.place("in", seat)
    won = given.get("tricks_won", dict)
    found = questions.looed(any_size(given), won, playing, given.get("defending", (str, type(None)), None))
    looed = [given.players[p] for p in found.looed]
    return {
        "looed": lambda: looed,
        "pays_red": lambda: dict.fromkeys(looed, found.pays_red),
        "pay_to": lambda: "next_pool" if looed else None,
    }


def _game_count(given: Given) -> Answers:
    seating = given.seating
    won = {side: cards(held) for side, held in given.get("won", dict).items()}
    for side in won:
        given.side("won", side)
    award = questions.game(given.rules, seating, given.settled_trump, won)
    counts = award.data.get("count")
    return {
        "game_count": lambda: seating.by_name(counts) if counts is not None else None,
        "game": lambda: side_name(seating, award.side),
    }


def _award_answers(given: Given, award: Award) -> Answers:
    seating = given.seating
    hang = bool(award.data.get("hang")) if given.rules.hang_jack > 1 and award.side is not None else None
    return {
        "side": lambda: side_name(seating, award.side),
        "n": lambda: award.n,
        "card": lambda: award.card.text if award.card is not None else None,
        "hang": lambda: hang,
    }


def _high(given: Given) -> Answers:
    return _award_answers(given, questions.high(given.rules, given.seating, given.settled_trump, given.hands("held")))


def _tricks(given: Given) -> list[list[tuple[str, Card]]]:
    tricks = [given.plays(trick) for trick in given.get("tricks", list)]
    if any(len(trick) != len(given.players) for trick in tricks):
        raise CaseError("'tricks' are complete tricks, one card from every player")
    return tricks


def _low(given: Given) -> Answers:
    return _award_answers(given, questions.low(given.rules, given.seating, given.settled_trump, _tricks(given)))


def _jack(given: Given) -> Answers:
    return _award_answers(given, questions.jack(given.rules, given.seating, given.settled_trump, _tricks(given)))


def _trick_winner(given: Given) -> Answers:
    winner = questions.trick_winner(
        given.rules, given.seating, given.settled_trump, given.plays(given.get("trick", list))
    )
    return {"trick_winner": lambda: winner}


def _flush(given: Given) -> Answers:
    playing = given.get("in", list)
    found = questions.flush(any_size(given), given.settled_trump, given.hands(), playing)
    return {
        "pool_to": lambda: given.players[found.pool_to] if found.pool_to is not None else None,
        "pays_red": lambda: {given.players[p]: found.pays_red for p in found.looed},
        "looed": lambda: [given.players[p] for p in found.looed],
    }


def _points_total(given: Given) -> Answers:
    return {"total": lambda: scoring.points_total(given.rules)}


def _peg_total(given: Given) -> Answers:
    return {"total": lambda: scoring.peg_total(given.rules)}


def _open_cards_value(given: Given) -> Answers:
    hands = given.hands()
    table = new_table(given.rules, given.players, sides=given.get("sides", dict, None))
    position = set_up(table, {seat: cards(held) for seat, held in hands.items()}, given.settled_trump)
    side = table.sides[table.side_of[0]].name
    return {"value": lambda: solve(position, side, line=False).value}


QUESTIONS: dict[str, Callable[[Given], Answers]] = {
    "cut": _cut, "deal_layout": _deal_layout, "draw_layout": _draw_layout, "turn_points": _turn_points,
    "settle": _settle, "game_count": _game_count, "high": _high, "low": _low, "jack": _jack,
    "trick_winner": _trick_winner, "flush": _flush, "points_total": _points_total, "peg_total": _peg_total,
    "open_cards_value": _open_cards_value,
}  # fmt: skip
