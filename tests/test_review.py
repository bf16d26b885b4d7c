"""Looking back: every decision with open cards and on what could be known, every branch to its leaf, and the words."""

from __future__ import annotations

import json
from typing import Any

import pytest

import allfours_edu as af
from allfours_edu.analysis.expert import Expert, play_out
from allfours_edu.analysis.hindsight import OUT, decided, decisions
from allfours_edu.engine import Position, deal, new_table
from allfours_edu.session import Session, SessionError
from allfours_edu.sources import load_rulebook
from allfours_edu.teach.review import Review, line_of, look_back, worth_playing_out
from allfours_edu.widgets.review import review_state

SEVEN_UP, TRINIDAD = load_rulebook("foster-1897"), load_rulebook("trinidad")


def a_deal(seed: int, book: Any = SEVEN_UP, n: int = 2) -> Position:
    return play_out(deal(new_table(book.rules, n, seed=seed)))


@pytest.fixture(scope="module")
def review() -> Review:
    return look_back(a_deal(7), SEVEN_UP, "South", samples=6)


def made(end: Position, side: str) -> int:
    gains = {s.name: n - b for s, n, b in zip(end.table.sides, end.frame.scores, end.table.scores, strict=True)}
    return 2 * gains[side] - sum(gains.values())


def test_every_branch_comes_to_what_is_said_of_it(review: Review) -> None:
    """Played out to its end, each branch brings just the points that stand beside it: no other count is kept."""
    leaves = 0
    for told in review.told:
        d = told.decision
        for branch in d.branches:
            line = line_of(d, branch.action, review.ctx) if worth_playing_out(d, branch.action) else None
            if line is None or branch.value is None or abs(branch.value) > OUT // 2:
                continue
            before = made(d.at, d.side) if d.at.phase == "play" else 0
            assert made(line.end, d.side) - before == branch.value
            leaves += 1
    assert leaves > 25


def test_what_was_lost_is_the_difference_to_the_best(review: Review) -> None:
    for told in review.told:
        d = told.decision
        if d.lost is None:
            continue
        values = [b.value for b in d.branches if b.value is not None]
        mine = d.branch(d.action).value
        assert mine is not None and d.lost == max(values) - mine
        assert (d.action in d.best) == (d.lost == 0)
        if not d.lost and not told.lost_likely:
            assert told.tone == "good"  # whatever is as good as the best is accepted
    assert any(t.decision.lost for t in review.told) and any(t.decision.lost == 0 for t in review.told)


def test_the_score_comes_before_points() -> None:
    """At six to four the six leads are worth the same points, and five of them lose the match."""
    start = af.scenario("td-02").start()
    found = {str(c): decided(start, c) for c in start.legal_actions()}
    assert {name for name, d in found.items() if not d.lost} == {"6♦"}
    wrong = found["J♠"]
    assert wrong.match and wrong.lost is not None and wrong.lost >= OUT // 2
    end = play_out(start.apply("JS"))
    told = look_back(end, SEVEN_UP, "elder", samples=4).told[1]
    assert told.lost_text.startswith("The match lost") and told.lost_open == 4.0 and "{6D}" in told.verdict


def test_no_fault_and_a_slip_are_told_apart() -> None:
    said = {t.verdict.split(":")[0] for s in (4, 7) for t in look_back(a_deal(s), SEVEN_UP, "South", samples=10).told}
    assert "No fault" in said and "Nothing was better." in said


def test_certain_is_said_only_where_no_hidden_card_matters() -> None:
    certain = [d for seed in range(8) for d in decisions(a_deal(seed), samples=2) if d.at.phase == "play" and d.certain]
    assert certain and all(len(d.at.hand(d.seat)) <= 2 for d in certain)
    for d in certain:
        if d.action in d.best:
            continue
        assert any(a != d.action for a in d.best)


def test_bids_are_judged_by_foresight_alone() -> None:
    board = load_rulebook("foster-board")
    first = next(decisions(a_deal(3, board, 4), samples=2))
    assert first.at.phase == "bid" and first.lost is None and first.lost_likely is not None


def test_it_can_be_stopped() -> None:
    def stop(n: int, of: int) -> None:
        if n > 4:
            raise KeyboardInterrupt

    found = look_back(a_deal(7), SEVEN_UP, "South", samples=2, progress=stop)
    assert found.stopped and 0 < len(found.told) < 6 and "stopped" in found.lead


def test_everything_is_in_the_state_and_in_the_text(review: Review) -> None:
    state = review_state(review)
    json.dumps(state)
    assert len(state["rows"]) == len(review.told)
    for row in state["rows"]:
        assert row["address"] in state["text"] and row["options"]
        assert sum(o["played"] for o in row["options"]) == 1 and any(o["best"] for o in row["options"])
        hands = row["scene"]["hands"]
        assert set(hands) == {"South", "North"}
        for o in row["options"]:
            if "line" in o and row["trick"]:
                laid = {card for _, card, _, _ in o["line"]}
                assert laid == {c for held in hands.values() for c in held}
    worst = state["rows"][state["at"]]
    assert worst["you"] and worst["tone"] != "good" and worst["refuted"] and worst["better"]
    assert len(json.dumps(state)) < 120_000


def test_the_widget_shows_itself_without_python(review: Review) -> None:
    widget = af.review(a_deal(7), seat="South", samples=2, book="foster-1897")
    assert widget.view == "review" and "Looking back" in repr(widget)
    assert "<svg" in widget.picture() and "Looking back" in widget.picture()
    record = af.Record.of(a_deal(7), SEVEN_UP)
    assert af.review(record, seat="South", samples=2).review.told[0].played == widget.review.told[0].played


# -- from the table -------------------------------------------------------------------------------------------------


def test_from_the_end_of_a_deal_and_back(monkeypatch: pytest.MonkeyPatch) -> None:
    from allfours_edu.widgets import table as module

    monkeypatch.setattr(module, "look_back", lambda *a, **k: look_back(*a, **k, samples=2))
    table = af.play("foster-1897", players=2, seed=4, save=False)
    with pytest.raises(ValueError, match="not over"):
        table._do("review")
    while not table.session.over:
        table.act(table.session.advice()[0].action)
    sheet = next(p for p in table.state["panels"] if p["id"] == "deal_end")
    assert "review" in [a["id"] for a in sheet["actions"]]
    table._do("review")
    assert table.view == "review" and table.state["rows"]
    row = next(r for r in table.state["rows"] if "on" in r and r["trick"])
    table._do("on_from_here", row["on"])
    assert table.view == "table" and table.session.in_branch
    assert table.position.to_act == "South" and len(table.position.tricks) + 1 == row["trick"]
    table._do("back")
    assert table.session.over
    table._do("review")
    table._do("back_to_table")
    assert table.view == "table" and table.session.over


def test_a_what_if_begins_in_this_deal_only() -> None:
    session = Session(TRINIDAD, deal(new_table(TRINIDAD.rules, 4, seed=3)))
    with pytest.raises(SessionError, match="another deal"):
        session.what_if(deal(new_table(TRINIDAD.rules, 4, seed=4)))
    assert not session.in_branch


def test_the_expert_says_what_it_judged_everything_by() -> None:
    d = decided(a_deal(4).path()[1], a_deal(4).path()[2].action, Expert(samples=5))  # type: ignore[arg-type]
    assert d.estimate is not None and {b.likely is not None for b in d.branches} == {True}
