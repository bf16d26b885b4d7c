"""The expert: its deals agree with its view, it sees nothing else, and it says how it judged."""

from __future__ import annotations

import dataclasses
from random import Random

import pytest

from allfours_edu.analysis import calling, player, players
from allfours_edu.analysis.choice import Estimate
from allfours_edu.analysis.expert import Expert
from allfours_edu.analysis.sampling import CannotDealError, Sampler
from allfours_edu.analysis.solver import solve
from allfours_edu.cards import from_bits
from allfours_edu.engine import BEG, STAND, Position, View, deal, new_table
from allfours_edu.engine.layout import trick_layout
from allfours_edu.session import Session
from allfours_edu.sources import load_rulebook
from allfours_edu.teach import hints
from allfours_edu.teach.strings import signs

FOSTER, SWIFT = player("foster"), Expert(samples=3)
BOOKS = (("foster-1897", 3), ("trinidad", 4), ("foster-board", 4), ("foster-all-fives", 2), ("french-fours", 3),
         ("cinch", 4))  # fmt: skip


def positions(book: str, n: int, seed: int, by: object = FOSTER) -> list[Position]:
    """Every moment of a deal at which somebody has a choice."""
    at, found = deal(new_table(load_rulebook(book).rules, n, seed=seed)), []
    while at.to_act:
        view = at.seen_by(at.to_act)
        if len(view.actions) > 1:
            found.append(at)
        at = at.apply(by.choose(view, 0).action)  # type: ignore[attr-defined]
    return found


def mine(at: Position) -> View:
    assert at.to_act is not None
    return at.seen_by(at.to_act)


# -- the deals it imagines ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("book", "n"), BOOKS)
def test_every_imagined_deal_looks_to_the_seat_as_its_own_does(book: str, n: int) -> None:
    dealt = wanted = 0
    for at in positions(book, n, 2):
        view = mine(at)
        try:
            sampler = Sampler(view)
        except CannotDealError:
            assert view.rules.draw is not None and view.stock_left
            continue
        wanted += 3
        for other in sampler.deals(Random(5), 3):
            seen = mine(other)
            assert dataclasses.replace(seen, known=view.known) == view
            dealt += 1
    assert dealt == wanted >= 9  # none is missing: nothing that was seen rules all deals out


def test_nobody_is_dealt_a_suit_he_has_shown_to_lack() -> None:
    shown = 0
    for seed in range(12):
        for at in positions("trinidad", 4, seed):
            view = mine(at)
            sampler = Sampler(view)
            lacking = {n: lacks for n, lacks in enumerate(sampler.lacks) if lacks and n != sampler.me}
            if not lacking or view.phase != "play":
                continue
            shown += 1
            for other in sampler.deals(Random(1), 4):
                for n, lacks in lacking.items():
                    assert not any(c.bit & lacks for c in other.hand(other.table.players[n]))
        if shown > 8:
            break
    assert shown > 8


def test_who_begged_is_mostly_dealt_a_hand_to_beg_on() -> None:
    rules = load_rulebook("foster-1897").rules
    at = next(p for s in range(50) if (p := deal(new_table(rules, 2, seed=s))).apply(BEG).phase == "answer").apply(BEG)
    view = mine(at)
    begs = []
    for weigh in (True, False):
        sampler, rng = Sampler(view), Random(3)
        hands = [p for p in (sampler.one(rng, strict=weigh) for _ in range(300)) if p is not None]
        told = [calling.advise(p.previous.seen_by(p.table.eldest)).equal == (BEG,) for p in hands if p.previous]
        begs.append(sum(told) / len(told))
    assert begs[0] > 0.75 > begs[1]


def test_what_was_thrown_away_is_what_one_throws() -> None:
    seen = 0
    for seed in range(40):
        for at in positions("foster-1897", 2, seed):
            view = mine(at)
            other = next(p for p in view.players if p != view.seat)
            if view.phase != "play" or view.plays or len(at.path()[0].dealt(other)) == len(at.dealt(other)):
                continue
            layout = trick_layout(view.rules, view.trump or "S")
            for p in Sampler(view).deals(Random(1), 5):
                thrown = set(p.dealt(other)) - set(p.hand(other))
                assert len(thrown) == len(at.dealt(other)) - len(at.hand(other))
                assert not any(layout.is_trump(c) for c in thrown) or all(layout.is_trump(c) for c in p.hand(other))
            seen += 1
        if seen > 3:
            return
    pytest.fail("no deal in which cards were thrown away")


# -- what it answers ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("book", "n"), BOOKS[:5])
def test_lawful_and_told_in_words(book: str, n: int) -> None:
    for at in positions(book, n, 1, SWIFT):
        choice = SWIFT.choose(mine(at), 7)
        assert choice.action in at.legal_actions()
        assert choice.estimate is not None
        assert choice.reason().endswith((".", ".)")) and "{" not in choice.reason()


def test_equal_views_get_equal_answers() -> None:
    """Another deal that looks the same: the hidden cards differ, the answer does not."""
    asked = 0
    for at in positions("trinidad", 4, 5)[:6]:
        view = mine(at)
        other = next(p for p in Sampler(view).deals(Random(2), 5) if p.table.pack != at.table.pack)
        assert [from_bits(h) for h in other.frame.hands] != [from_bits(h) for h in at.frame.hands]
        assert SWIFT.choose(mine(other), 1) == SWIFT.choose(view, 1)
        asked += 1
    assert asked == 6


def test_a_key_gives_the_same_answer_and_the_clock_none() -> None:
    at = positions("foster-1897", 2, 3)[1]
    one, two = (Expert(samples=5).choose(mine(at), 1) for _ in range(2))
    assert one == two and one.estimate is not None and one.estimate.cut == ""


def test_where_nothing_is_hidden_it_plays_perfectly() -> None:
    """The stock is gone and two play: what the other holds is known."""
    late = [p for s in range(6) for p in positions("foster-california-jack", 2, s) if not p.stock_left and p.legal]
    assert len(late) > 5
    for at in late:
        side = at.table.sides[at.table.side_of[at.seat]].name
        best = solve(at, side, match=at.frame.contract is not None, line=False).best
        choice = Expert(samples=1).choose(mine(at))
        assert choice.estimate is not None and choice.estimate.how == "open"
        assert choice.action in best


def test_where_it_cannot_deal_it_says_so() -> None:
    at = positions("foster-california-jack", 2, 1)[0]
    choice = Expert().choose(mine(at))
    assert choice.estimate == Estimate("maxims", why="stock")
    assert choice.action == FOSTER.choose(mine(at)).action
    assert "still to be drawn" in choice.reason() and "maxims alone" in choice.reason()


def test_it_can_be_stopped_and_says_so() -> None:
    at = positions("foster-1897", 2, 3)[1]
    choice = Expert(stop=lambda: True).choose(mine(at))
    assert choice.estimate is not None and (choice.estimate.samples, choice.estimate.cut) == (1, "stopped")
    assert "stopped" in choice.reason()
    hurried = Expert(seconds=0.0).choose(mine(at))
    assert hurried.estimate is not None and hurried.estimate.cut == "time" and "Time ran out" in hurried.reason()


def test_the_estimate_adds_up() -> None:
    at = positions("foster-1897", 2, 8)[2]
    estimate = Expert(samples=20).estimate(mine(at))
    assert estimate is not None and {o.action for o in estimate.options} == set(at.legal_actions())
    means = [o.mean for o in estimate.options]
    assert means == sorted(means, reverse=True) and estimate.promised >= means[0]
    assert all(0 <= o.share <= 1 for o in estimate.options) and estimate.unseen >= 0


# -- at the table ---------------------------------------------------------------------------------------------------


def test_a_match_against_experts_is_kept_and_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(players._PLAYERS, "expert", lambda: Expert(samples=2))
    book = load_rulebook("trinidad")
    session = Session.new(book, seed=9, opponents="expert")
    assert set(session.opponents.values()) == {"expert"} and len(session.opponents) == 3  # the partner too
    while not session.over:
        session.act(session.position.legal_actions()[0])
    again = Session.from_data(book, session.to_data())
    assert again.position.actions() == session.position.actions()
    assert STAND in [a for _, a in session.position.actions()] or session.position.frame.runs
    assert "expert 1" in session.record.to_text()


def test_the_last_hints_are_the_experts_where_he_knows_better(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(players._PLAYERS, "expert", lambda: Expert(samples=8))
    book = load_rulebook("foster-1897")
    other = same = 0
    for seed in range(30):
        session = Session.new(book, players=2, seed=seed)
        while not session.over and not (other and same):
            if session.position.to_act != session.you:
                session.go_on()  # a right to speak out of turn
                continue
            counsel, advice = session.counsel(), session.advice()
            if counsel is not None:
                ladder = hints.ladder(advice, session.position, session.you, book, counsel)
                assert "deals that agree with what you see" in ladder.rungs[3] and "{" not in signs(ladder.rungs[3])
                if counsel.action == advice[0].action:
                    same += 1
                else:
                    other += 1
                    assert "does better" in ladder.rungs[3] and "expert" in ladder.source
            session.act_all([c.action for c in advice])
        if other and same:
            return
    pytest.fail("the expert never knew better")
