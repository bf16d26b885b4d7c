"""The form ``script``: a table and actions; what the record then shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..cards import Card
from ..engine import (
    AGREE,
    DECLARE_IN,
    REFUSE,
    STAND,
    Action,
    Call,
    Event,
    IllegalAction,
    Position,
    Table,
    Verb,
    deal,
    discard,
    next_table,
)
from ..engine.auction import best_bid
from ..engine.begging import hand_after_run
from ..engine.table import draw_layout
from ..record import facts
from .compare import shown
from .given import Answers, CaseError, Given, lay_trump, read_action, turn_ups


def script(given: Given) -> Answers:
    lines = given.get("actions", list)
    for line in lines:
        if not isinstance(line, list) or len(line) < 2:
            raise CaseError(f"an action is [seat, card], [seat, verb] or [seat, verb, number]: {shown(line)}")
        given.place("actions", line[0])
    actions = [(line[0], read_action(line[1:])) for line in lines]
    position = deal(_script_table(given, actions))
    illegal: int | None = None
    for n, (seat, action) in enumerate(actions):
        try:
            position = implied(given, position, action, actions[n:]).apply(action, by=seat)
        except IllegalAction:
            illegal = n
            break
    return _script_answers(given, position, illegal)


def _script_table(given: Given, actions: Sequence[tuple[str, Action]]) -> Table:
    hands = given.hands()
    laid: dict[str, Any] = {"hands": hands, "turn_ups": turn_ups(given), "stock": given.cards("stock")}
    if given.trump is not None:
        laid.update(lay_trump(given, laid))
    named = {c for hand in hands.values() for c in hand} | {*laid["turn_ups"], *laid["stock"]}
    for seat, action in actions:  # a card that is played must be held, where the case leaves it open by whom
        if isinstance(action, Card) and action not in named and len(hands.get(seat, ())) < given.rules.hand_size:
            hands[seat] = (*hands.get(seat, ()), action)
            named.add(action)
    return given.table(**laid)


def implied(given: Given, position: Position, action: Action, coming: Sequence[tuple[str, Action]]) -> Position:
    """The position after what a script does not write down: discards, and the answers to a beg it does not name."""
    verb = action.verb if isinstance(action, Call) else ""
    asked_again = position.phase == "beg" and position.frame.runs > 0
    if not verb and (asked_again or (position.phase == "beg" and given.trump is not None)):
        position = position.apply(STAND)
    if position.phase == "consent" and verb not in (Verb.AGREE, Verb.REFUSE):
        position = position.apply(AGREE if verb else REFUSE)
    while position.phase == "declare" and verb == Verb.EXCHANGE:  # who changes cards has declared to play
        position = position.apply(DECLARE_IN)
    if verb in ("", Verb.EXCHANGE, Verb.DECLARE_IN):
        kept = {c for hand in given.hands().values() for c in hand} | {a for _, a in coming if isinstance(a, Card)}
        while position.to_act is not None and _must_discard(position):
            held = position.hand(position.to_act)
            free = [c for c in held if c not in kept] or list(held)
            position = position.apply(discard(free[-1]))
    return position


def _must_discard(position: Position) -> bool:
    return all(isinstance(a, Call) and a.verb == Verb.DISCARD for a in position.legal_actions())


def _script_answers(given: Given, position: Position, illegal: int | None) -> Answers:
    events = position.events()
    table, frame, result = position.table, position.frame, position.result
    opened = position.rules.stock == "face_up"

    def size() -> int:
        return len(position.path()[0].dealt(table.eldest)) + frame.runs * (position.rules.run_cards or 0)

    def tricks() -> int:
        if position.rules.draw is not None:
            return draw_layout(position.rules, table.size).tricks
        return hand_after_run(position.rules, frame.runs)

    def high_bid() -> list[Any] | None:
        place, n = best_bid(frame)
        return [table.players[place], n] if n else None

    def next_dealer() -> str | None:
        return result.next_dealer if result is not None and result.winner is None else None

    return {
        "illegal": lambda: illegal,
        "trump": lambda: position.trump,
        "runs": lambda: frame.runs,
        "stock_left": lambda: position.stock_left,
        "bunched": lambda: bool(result and result.bunched),
        "redeal": lambda: bool(result and result.redeal),
        "next_dealer": next_dealer,
        "hands_size": size,
        "tricks": tricks,
        "turn_points": lambda: facts.turned_for(events),
        "trick_winners": lambda: [t.winner for t in position.tricks],
        "points": lambda: _points(position, events),
        "game_count": lambda: facts.game_count(events),
        "game": lambda: facts.awards(events)["game"].side if "game" in facts.awards(events) else None,
        "scores_after": lambda: position.scores,
        "winner": lambda: position.winner,
        "out_by": lambda: frame.out_by,
        "high_bid": high_bid,
        "bid_made": lambda: facts.settled(events).get("bid_made"),
        "set_back": lambda: facts.settled(events).get("set_back", {}),
        "seller_credit": lambda: {table.eldest: sum(e.n for e in events if e.kind == "sale")},
        "next_leader": lambda: position.to_act if position.phase == "play" and not position.trick else None,
        "draws": lambda: [[seat, c.text] for seat, c in facts.draws(position)],
        "stock_seen": lambda: [c.text for c in frame.stock] if opened else [],
        **_pool_answers(given, position),
    }


def _points(position: Position, events: Sequence[Event]) -> dict[str, Any]:
    made = facts.awards(events)
    found: dict[str, Any] = dict.fromkeys(facts.ALL_POINTS)
    for point, e in made.items():
        found[point] = {"side": e.side, "n": e.n, "card": e.cards[0].text if e.cards else None, "hang": None}
        if point == "jack" and position.rules.hang_jack > 1:
            found[point]["hang"] = bool(e.data.get("hang"))
    found["gift"] = [[side, n] for side, n in facts.gifts(events)]
    found["pegs"] = [[side, n] for side, n, _ in facts.pegs(events)]
    return found


def _pool_answers(given: Given, position: Position) -> Answers:
    if position.rules.pool is None:
        return {}
    settled, table = position.frame.settled, position.table
    order = settled.order if settled is not None else ()
    pool = [table.sides[side].name for what, side, n in order if what == "pool" and n]
    looed = {table.sides[side].name: -n // position.rules.red_is for what, side, n in order if what == "loo"}

    def next_pool() -> str | None:
        following = next_table(position) if position.over else None
        return None if following is None else "simple" if following.simple else "double"

    return {
        "pool_to": lambda: pool[0] if len(pool) == 1 and not position.tricks else None,
        "looed": lambda: list(looed),
        "pays_red": lambda: looed,
        "next_pool": next_pool,
    }
