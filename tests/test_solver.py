"""The open-cards solver against a second search that prunes nothing, and against values known for teaching deals."""

from __future__ import annotations

import json
import random
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from engine import naive

from allfours_edu.analysis import solver
from allfours_edu.analysis.many import solve_many
from allfours_edu.analysis.solver import TooLongError, solve
from allfours_edu.cards import cards, shuffled
from allfours_edu.engine import Position, deal, new_table, set_up
from allfours_edu.sources import load_rulebook

FAST = solver.has_numba()
SCORINGS = ("foster-1897", "trinidad", "foster-all-fives")


def plain(rules: Any) -> dict[str, Any]:
    return dict(rules.values()) | {"peg": rules.peg is not None}


class Naive:
    """Every line of play to the end, remembered by what is left: no pruning, no thresholds, no equal cards."""

    def __init__(self, rule: dict[str, Any], hands: list[str], trump: str, side_of: list[int]):
        self.rule, self.trump, self.side_of = rule, trump, side_of
        self.dealt = [h.split() for h in hands]
        trumps = sorted((c for h in self.dealt for c in h if c[1] == trump), key=naive.strength)
        self.low, self.high = (trumps[0], trumps[-1]) if trumps else ("", "")
        self.play = lru_cache(maxsize=None)(self._play)

    def owner(self, card: str) -> int:
        return self.side_of[next(n for n, h in enumerate(self.dealt) if card in h)]

    def value(
        self, leader: int, trick: tuple[str, ...] = (), gone: frozenset[str] = frozenset(), d: int = 0, n: int = 0
    ) -> int:
        return n + self.fixed() + self.play(frozenset(c for h in self.dealt for c in h) - gone, leader, trick, d)

    def fixed(self) -> int:
        if not self.high:
            return 0
        total = 1 if self.owner(self.high) == 0 else -1
        if self.rule["low_to"] == "holder":
            total += 1 if self.owner(self.low) == 0 else -1
        return total

    def worth(self, card: str, taker: int) -> int:
        """Points that go with a card to the side that takes it."""
        n = 0
        if card == "J" + self.trump and not self.rule["peg"]:
            n += self.rule["hang_jack"] if self.owner(card) != taker else 1
        if card == self.low and self.rule["low_to"] == "taker":
            n += 1
        if self.rule["peg"] and card[1] == self.trump:
            n += dict(self.rule["peg_values"]).get(card[0], 0)
        return n if taker == 0 else -n

    def _play(self, left: frozenset[str], leader: int, trick: tuple[str, ...], d: int) -> int:
        size = len(self.dealt)
        if len(trick) == size:
            laid = [((leader + i) % size, c) for i, c in enumerate(trick)]
            who = naive.winner(self.rule, laid, self.trump)
            side = self.side_of[who]
            pips = naive.pip_count(self.rule, list(trick), self.trump)
            gain = sum(self.worth(c, side) for c in trick)
            return gain + self.play(left, who, (), d + (pips if side == 0 else -pips))
        if not left:
            return self.game(d)
        seat = (leader + len(trick)) % size
        hand = [c for c in self.dealt[seat] if c in left]
        found = [
            self.play(left - {c}, leader, (*trick, c), d)
            for c in naive.allowed_cards(self.rule, hand, list(trick), self.trump)
        ]
        return max(found) if self.side_of[seat] == 0 else min(found)

    def game(self, d: int) -> int:
        if d:
            return 1 if d > 0 else -1
        if self.rule["tie"] == "nobody":
            return 0
        return -1 if self.side_of[-1] == 0 else 1  # two sides: the one that does not deal


def random_deal(rng: random.Random, players: int, n: int) -> tuple[list[str], str]:
    pack = [c.text for c in shuffled("solver test", rng.random())]
    return [" ".join(pack[i * n : i * n + n]) for i in range(players)], rng.choice("SHDC")


def position(book: str, hands: list[str], trump: str) -> Position:
    rules = load_rulebook(book).rules
    table = new_table(rules, [f"P{n}" for n in range(len(hands))])
    return set_up(table, dict(zip(table.players, hands, strict=True)), trump)


def check(book: str, hands: list[str], trump: str, plays: int, rng: random.Random) -> None:
    at = position(book, hands, trump)
    rule, side_of = plain(at.rules), list(at.table.side_of)
    second = Naive(rule, hands, trump, side_of)
    gone: list[str] = []
    trick: list[str] = []
    leader = d = n = 0
    for _ in range(plays):
        card = rng.choice(at.legal_actions())
        at = at.apply(card)
        gone.append(card.text)
        trick.append(card.text)
        if len(trick) == len(hands):
            laid = [((leader + i) % len(hands), c) for i, c in enumerate(trick)]
            leader = naive.winner(rule, laid, trump)
            side = side_of[leader]
            pips = naive.pip_count(rule, trick, trump)
            d += pips if side == 0 else -pips
            n += sum(second.worth(c, side) for c in trick)
            trick = []
    found = solve(at, fast=False)
    if FAST:
        assert found == solve(at, fast=True)
        many = solve_many(at, [[mask & at.left for mask in at.frame.hands]])
        assert (many.values, {c: v for c, (v,) in many.cards.items()}) == ([found.value], dict(found.cards))
    assert found.value == second.value(leader, tuple(trick), frozenset(gone), d, n), (book, hands, trump, gone)
    for card, value in found.cards.items():
        mine = second.value(leader, (*trick, card.text), frozenset([*gone, card.text]), d, n)
        assert value == mine, (book, hands, trump, gone, card)
    best = max if at.table.side_of[at.seat] == 0 else min
    assert found.value == best(found.cards.values())
    end = at
    for seat, card in found.line:
        assert end.to_act == seat
        end = end.apply(card)
    assert end.over


@pytest.mark.parametrize("book", SCORINGS)
def test_two_hands(book: str) -> None:
    """Every root card, with and without plays before. ``unpruned.py`` does the same with a thousand and more deals."""
    rng = random.Random(book)
    for n in range(18):
        hands, trump = random_deal(rng, 2, 6)
        check(book, hands, trump, 2 + n % 5, rng)


@pytest.mark.parametrize("book", SCORINGS)
def test_four_hands(book: str) -> None:
    """Partners, three cards each."""
    rng = random.Random(book)
    for n in range(6):
        hands, trump = random_deal(rng, 4, 3)
        check(book, hands, trump, n % 7, rng)


@pytest.mark.skipif(not FAST, reason="numba is not installed (extra fast)")
@pytest.mark.parametrize("book", [*SCORINGS, "cassell-all-fives", "foster-pitch", "hoyle-ten"])
def test_numba_is_the_same(book: str) -> None:
    """Value, every card and the line, from both sides, for points and for the match; and other hands in one call."""
    rng = random.Random(book)
    rules = load_rulebook(book).rules
    for players, size, deals in ((2, 6, 12), (4, 4, 4)):
        if players not in rules.players:
            continue
        for n in range(deals):
            hands, trump = random_deal(rng, players, size)
            scores = (rules.target - 2, rules.target - 3) if rules.peg is None else (0, 0)
            table = new_table(rules, [f"P{k}" for k in range(players)], scores=scores)
            at = set_up(table, dict(zip(table.players, hands, strict=True)), trump)
            for _ in range(n % 6):
                at = at.apply(rng.choice(at.legal_actions()))
            for side in (at.table.sides[0].name, at.table.sides[1].name):
                for match in (False, True):
                    assert solve(at, side, match=match, fast=False) == solve(at, side, match=match, fast=True)
            gone = {c for _, c in at.plays}
            samples = []
            for _ in range(3):
                rest = [c for c in shuffled("samples", rng.random()) if c not in gone]
                sizes = [(mask & at.left).bit_count() for mask in at.frame.hands]
                samples.append([sum(rest.pop().bit for _ in range(size)) for size in sizes])
            assert solve_many(at, samples, fast=False) == solve_many(at, samples, fast=True)


@pytest.mark.skipif(not FAST, reason="numba is not installed (extra fast)")
@pytest.mark.parametrize(
    ("book", "changes", "players"),
    [
        ("foster-all-fives", {"peg_to": "winner_any_suit"}, 2), ("cinch", {}, 4), ("foster-snoozer", {}, 4),
        ("foster-sancho", {}, 4), ("foster-1897", {"follow": "free"}, 2), ("foster-1897", {"tie": "nobody"}, 3),
        ("foster-1897", {"undertrump": "barred"}, 2),
    ],
    ids=str,
)  # fmt: skip
def test_numba_is_the_same_in_odd_games(book: str, changes: dict[str, Any], players: int) -> None:
    """Games that go another way: too many points for the compiled search, more than two sides, a Joker, other laws."""
    rng, rules = random.Random(book), load_rulebook(book).replace(**changes).rules
    table = new_table(rules, players)
    for _ in range(3):
        pack = list(shuffled("odd", rng.random(), joker=rules.joker != "none"))
        hands = {seat: [pack.pop() for _ in range(3)] for seat in table.players}
        at = set_up(table, hands, rng.choice("SHDC"))
        assert solve(at, fast=False) == solve(at, fast=True)
        many = [[mask & at.left for mask in at.frame.hands]]
        assert solve_many(at, many, fast=False) == solve_many(at, many, fast=True)


@pytest.mark.skipif(not FAST, reason="numba is not installed (extra fast)")
def test_too_long() -> None:
    """Both ways of searching give up when they are told to."""
    hands, trump = random_deal(random.Random(3), 4, 6)
    for fast in (False, True):
        with pytest.raises(TooLongError):
            solve(position("trinidad", hands, trump), most=5, fast=fast)


def test_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python does it; who asks for numba is told how to get it."""
    monkeypatch.setattr(solver, "has_numba", lambda: False)
    at = position("foster-1897", ["AS KS", "JS 2S"], "S")
    assert solve(at).value == 2
    with pytest.raises(ValueError, match=r"allfours-edu\[fast\]"):
        solve(at, fast=True)


@pytest.mark.parametrize(
    "changes",
    [
        {"low_to": "taker"},
        {"follow": "follow_else_any"},
        {"tie": "nobody"},
        {"hang_jack": 3},
        {"follow": "free"},
        {"pips": "all_cards"},
    ],
    ids=str,
)
def test_other_rules(changes: dict[str, Any]) -> None:
    rng = random.Random(str(changes))
    book = load_rulebook("foster-1897").replace(**changes)
    for _ in range(6):
        hands, trump = random_deal(rng, 2, 5)
        table = new_table(book.rules, ("P0", "P1"))
        at = set_up(table, dict(zip(table.players, hands, strict=True)), trump)
        second = Naive(plain(book.rules), hands, trump, list(table.side_of))
        assert solve(at, line=False).value == second.value(0)


def teaching() -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    file = Path(__file__).parent / "data" / "teaching-values.json"
    deals = json.loads(file.read_text("utf-8"))
    return [(f"{d['id']} {v['rulebook']} {v['after']}", d, v) for d in deals for v in d["values"]]


@pytest.mark.parametrize(("deal", "want"), [t[1:] for t in teaching()], ids=[t[0] for t in teaching()])
def test_teaching_deals(deal: dict[str, Any], want: dict[str, Any]) -> None:
    """Values worked out elsewhere, by two programs."""
    book = load_rulebook(want["rulebook"]).with_options(want["options"])
    table = new_table(book.rules, deal["players"], sides=deal["sides"], dealer=deal["dealer"])
    at = set_up(table, deal["hands"], deal["trump"], turn_ups=cards(deal["turn_ups"]), leader=deal["leader"])
    for card in [*(c for _, c in deal["plays"]), *want["after"]]:
        at = at.apply(card)
    found = solve(at, line=False)
    assert (found.value, {c.text: v for c, v in found.cards.items()}) == (want["value"], want["cards"])


def test_points_are_not_the_match() -> None:
    """Six leads worth the same in points; one of them wins the match, because the Jack counts before Game."""
    table = new_table(load_rulebook("foster-1897").rules, ("elder", "dealer"), scores=(6, 4))
    hands = {"elder": "JS TS TD 6D QH 7H", "dealer": "AS 6S AC 8C 5C 8D"}
    at = set_up(table, hands, "S", turn_ups=cards("9S"))
    assert set(solve(at, line=False).cards.values()) == {-2}
    assert [c.text for c, v in solve(at, match=True, line=False).cards.items() if v > 500] == ["6D"]


@pytest.mark.parametrize(
    ("book", "winners"),
    [("foster-all-fives", {"JS"}), ("cassell-all-fives", {"JS", "KS"})],
)
def test_out_by_pegs(book: str, winners: set[str]) -> None:
    """58 to 54, 61 up: the King is marked by its player in one book, by the winner of the trick in the other."""
    table = new_table(load_rulebook(book).rules, ("elder", "dealer"), scores=(58, 54))
    hands = {"elder": "KS JS 4S KD 7D 3D", "dealer": "AS TS 7C 3C 8D TH"}
    at = set_up(table, hands, "S", turn_ups=cards("9S") if book == "foster-all-fives" else ())
    found = solve(at, match=True, line=False)
    assert {c.text for c, v in found.cards.items() if v > 500} == winners


def test_three_sides_are_paranoid() -> None:
    """The eldest holds both top trumps and leads: High and Game are his, the bare Jack falls to his ace or King."""
    at = position("foster-1897", ["AS KS 2D", "QS 3D 4D", "JS 5C 6C"], "S")
    found = solve(at)
    assert found.paranoid
    assert found.value == 3 - 1  # High, Jack, Game; Low stays with the Jack's holder


def test_nobody_goes_out_where_the_last_one_pays() -> None:
    """Pegs past the target end nothing there, so every card still has its value."""
    book = load_rulebook("foster-all-fives").rules.replace(match_ends="last_pays")
    at = deal(new_table(book, 2, seed=4, scores=[60, 60])).apply("stand")
    first = solve(at, match=True)
    assert set(first.cards) == set(at.legal_actions()) and first.cards == solve(at).cards
