"""No rule is silently without effect: for every field there is a deal that shows it, or a sentence why none can."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import pytest
from engine.mixing import values

from allfours_edu.cards import card, cards, to_bits
from allfours_edu.engine import IllegalAction, Position, deal, new_table, next_table
from allfours_edu.engine.cardplay import lawful
from allfours_edu.engine.court import Charge, revoke_worth
from allfours_edu.engine.frame import Contract
from allfours_edu.engine.layout import trick_layout
from allfours_edu.engine.questions import flush
from allfours_edu.engine.scoring import Award, settle
from allfours_edu.engine.verdicts import misdeal
from allfours_edu.rules import FIELDS, Rules, RulesError
from allfours_edu.sources import load_rulebook, rulebooks, topics
from allfours_edu.teach.bookpage import value_key
from allfours_edu.teach.courtroom import OFFENCES, ruled

KINDS = ("plain", "late", "referee")
"""From nought; at a score where all may go out; under a referee, with faults."""


class Shown(NamedTuple):
    """A deal whose course another value of the field changes."""

    book: str
    key: str
    players: int
    seed: int
    kind: str


def course(rules: Rules, shown: Shown) -> Iterator[Any]:
    """Two deals, every decision drawn by its place in the list: all that a player or an onlooker can tell of them."""
    rng = random.Random(shown.seed)
    table = new_table(rules, shown.players, seed=shown.seed, referee=shown.kind == "referee")
    if shown.kind == "late" and rules.pool is None:
        table = replace(table, scores=tuple(max(0, rules.target - 1 - rng.randrange(3)) for _ in table.sides))
    if shown.kind == "late" and rules.pool is not None:
        table = replace(table, simple=True)
    for _ in range(2):
        at = deal(table)
        yield seen(at)
        for _ in range(300):
            if at.over:
                break
            at = act(at, rng)
            yield seen(at)
        yield at.events()
        following = next_table(at) if at.over else None
        if following is None:
            return
        table = following
        yield table.players, table.scores, table.pool, table.simple


def seen(at: Position) -> tuple[Any, ...]:
    views = [at.seen_by(seat) for seat in at.table.players]
    known = [(view.hand, view.actions, view.rights, view.known, view.stock_open) for view in views]
    return at.to_act, at.legal_actions(), at.scores, known


def act(at: Position, rng: random.Random) -> Position:
    """One act: lawful, out of turn, or (under a referee) a fault. The same draws under all rules."""
    how, which, whose = rng.random(), rng.random(), rng.randrange(at.table.size)
    seat = at.table.players[whose]
    rights = at.rights(seat)
    held = at.hand(str(at.to_act))
    try:
        if rights and how < 0.2:
            return at.apply(rights[int(which * len(rights))], by=seat)
        if at.table.referee and how < 0.4 and at.phase == "play" and at.trump and held:
            return at.apply(held[int(which * len(held))])
    except IllegalAction:
        pass
    lawful = at.legal_actions()
    return at.apply(lawful[int(which * len(lawful))])


def others(field: str, rules: Rules) -> list[Any]:
    """The values a field may have instead; where the books know but one, another is made up."""
    now = getattr(rules, field)
    made_up: list[Any] = {"out_order": [rules.out_order[::-1]], "run_cards": [2]}.get(field, [])
    return [v for v in (*values(field), *made_up) if v != now]


def acts(field: str, shown: Shown) -> bool:
    """Does the other value change the course of the deal?"""
    rules = load_rulebook(shown.book).rules
    value = next((v for v in others(field, rules) if value_key(v) == shown.key), None)
    if getattr(rules, FIELDS[field]) is None or shown.players not in rules.players:
        return False
    try:
        other = rules.replace(**{field: value, **WITH.get(field, {})})
        rules = rules.replace(**{k: v for k, v in WITH.get(field, {}).items() if k not in ("packets", "exchange_to")})
    except RulesError:
        return False
    if shown.players not in other.players:
        return True
    return any(a != b for a, b in zip(_padded(course(rules, shown)), _padded(course(other, shown)), strict=False))


def _padded(steps: Iterator[Any]) -> Iterator[Any]:
    yield from steps
    yield "end"


WITH: dict[str, dict[str, Any]] = {
    "hand_size": {"packets": (3, 3, 3)},  # to be changed with it, or no game
}


@cache
def found(field: str, tries: int = 12, among: tuple[str, ...] = ()) -> Shown | None:
    """A deal that shows the field: the one noted, else the first that is found."""
    noted = NOTED.get(field)
    if noted is not None and acts(field, Shown(*noted)):
        return Shown(*noted)
    books = [id for id in among or rulebooks() if getattr(load_rulebook(id).rules, FIELDS[field]) is not None]
    for seed in range(tries):
        for id in books:
            rules = load_rulebook(id).rules
            for value in others(field, rules):
                for kind in KINDS:
                    shown = Shown(id, value_key(value), rules.players[seed % len(rules.players)], seed, kind)
                    if acts(field, shown):
                        return shown
    return None


NOTED: dict[str, tuple[str, str, int, int, str]] = {
    "players": ("auction-pitch-modern", "(4,)", 2, 0, "plain"),
    "sides": ("cinch", "each", 4, 0, "plain"),
    "out_order": ("auction-pitch-modern", "('game', 'jack', 'low', 'high')", 2, 0, "referee"),
    "joker": ("cinch", "lowest_trump", 4, 0, "plain"),
    "pam": ("cassell-1881", "trump_jack", 2, 0, "plain"),
    "remainder": ("auction-pitch-modern", "removed", 3, 1, "plain"),
    "direction": ("cinch", "right", 4, 0, "plain"),
    "look": ("cassell-1881", "eldest_then_dealer", 2, 0, "plain"),
    "turn_points": ("cassell-1881", "(('A', 1), ('6', 2), ('J', 3))", 4, 1, "plain"),
    "refused_suit": ("foster-1897", "scores", 3, 13, "plain"),
    "earlier_turns": ("foster-1897", "final_only", 3, 1, "plain"),
    "gift_to": ("foster-1897", "beggar", 3, 1, "plain"),
    "gift_may_put_out": ("cassell-1881", "False", 4, 1, "late"),
    "exhausted": ("cassell-1881", "next_dealer", 4, 11, "plain"),
    "rebid": ("foster-board", "True", 4, 0, "late"),
    "put_out_seller": ("commercial-pitch-10", "barred", 3, 0, "late"),
    "refused_bid": ("commercial-pitch-10", "bidder_marks", 3, 0, "plain"),
    "unasked_pitch": ("commercial-pitch-10", "18", 3, 0, "plain"),
    "all_pass": ("foster-sancho", "dealer_two", 4, 0, "late"),
    "smudge": ("commercial-pitch-10", "bidder", 3, 0, "plain"),
    "exchange_most": ("foster-five", "3", 3, 0, "plain"),
    "must_then_play": ("foster-five", "False", 3, 0, "plain"),
    "undertrump": ("cinch", "barred_if_choice", 4, 0, "plain"),
    "jack_free": ("group-california-jack", "True", 2, 0, "plain"),
    "lead_of_two": ("cassell-1881", "higher_if_two_play", 2, 0, "plain"),
    "hang_jack": ("commercial-pitch-10", "3", 3, 0, "plain"),
    "tie": ("foster-board", "non_dealer", 4, 0, "plain"),
    "widow_only": ("foster-loo", "no", 4, 1, "late"),
    "flush_looes": ("foster-loo", "table", 5, 2, "late"),
    "sweep": ("foster-five", "five_of_a_suit", 8, 11, "late"),
    "odd_counters": ("foster-five", "first_tricks", 6, 3, "referee"),
    "revoke_points": ("cinch", "one", 4, 0, "referee"),
    "revoke_bars": ("cinch", "('high', 'low', 'jack', 'game')", 4, 0, "referee"),
}
"""Deals that would take a while to find; any other is as good."""


def judged(field: str) -> bool:
    """Does a court read the field, for some offence in some book?"""
    return any(field in ruled(offence, id).because for offence in OFFENCES for id in ("foster-1897", "foster-loo"))


def _flush_rank(rules: Rules) -> Any:
    """A plain flush of the elder hand, and a flush of trumps."""
    table = new_table(rules, 3)
    hands = {table.players[0]: cards("2S 3S 4S 5S 7S"), table.players[1]: cards("AH KH QH TH 9H")}
    return flush(table, "H", hands, table.players[:2]).pool_to


def _pam_civil(rules: Rules) -> Any:
    """The ace of trumps is led to Pam, who was asked to be civil, and a small trump."""
    rules = rules.replace(pam="club_jack")
    layout = trick_layout(rules, "H")
    ace = card("AH").index
    return lawful(rules, layout, to_bits(cards("JC 3H")), layout.suit_of[ace], layout.power[ace], civil=True)


def _out_first(rules: Rules) -> Any:
    """Both sides go out in one deal, and it is the bidder who would count later."""
    sides, made = (0, 1, 0, 1), [Award("high", 1, 60), Award("game", 0, 60)]
    return settle(rules, (0, 0), made, sides, Contract(0, 1)).winner


def _undertrump(rules: Rules) -> Any:
    return revoke_worth(rules, Charge(0, 0, True, False, False, True, False), 0)


def _turned_jack(rules: Rules) -> Any:
    return misdeal(rules, (0, 1), card("JH"), in_run=True)


RARE: dict[str, tuple[str, Callable[[Rules], Any]]] = {
    "flush_rank": ("foster-five", _flush_rank), "pam_civil": ("foster-five", _pam_civil),
    "out_first": ("foster-board", _out_first), "undertrump_penalty": ("trinidad", _undertrump),
    "turned_jack_stands": ("foster-1897", _turned_jack),
}  # fmt: skip
"""What hardly ever comes up by chance, laid on the table: the book, and what is asked of its rules."""
JUDGED = (
    "misdeal", "exposed_in_deal", "exposed_in_play", "out_of_turn", "two_cards", "early_look", "wrong_score",
    "irregular_fee", "irregular_bars",
)  # fmt: skip


@pytest.mark.parametrize("field", FIELDS)
def test_every_rule_acts_or_says_why_it_cannot(field: str) -> None:
    if field in RARE:
        book, asked = RARE[field]
        rules = load_rulebook(book).rules
        assert len({asked(rules.replace(**{field: value})) for value in values(field) if value is not None}) > 1
    elif field in JUDGED:
        assert judged(field)
    elif topics()[field].procedure:
        few = ("foster-1897",)
        assert found(field, 1, few) is None, f"{field} acts, and its topic says that it cannot"
    else:
        assert found(field) is not None, f"{field} was never seen to act: mend it, or say why as its topic's procedure"
