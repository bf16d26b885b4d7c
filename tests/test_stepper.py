"""The stepper: every step of a deal with its sentence and reason, from whatever names a deal."""

from __future__ import annotations

import json

import pytest
from shelf import tables

from allfours_edu.engine import STAND, Position, deal, new_table
from allfours_edu.record import Record
from allfours_edu.sources import RulebookError, load_rulebook
from allfours_edu.widgets.cites import Cites
from allfours_edu.widgets.state import open_hands
from allfours_edu.widgets.stepper import Stepper, played, step, stepper_state

BOOKS = tables()


@pytest.mark.parametrize(("id", "players"), BOOKS)
def test_every_step_has_its_sentence_and_its_place(id: str, players: int) -> None:
    position, book = played(id, seed=3, players=players, bots="novice")
    cites = Cites()
    state = stepper_state(position, book, None, cites)
    assert json.loads(json.dumps(state)) == state
    frames = state["frames"]
    assert all(f["text"] and f["address"] and f["phase"] for f in frames)
    assert all(set(f["cites"]) <= set(cites.all) for f in frames)
    assert sum(f.get("card") is not None for f in frames) == len(position.plays)
    shown: dict[str, object] = {}
    for frame in frames:
        shown |= frame["scene"]
    unplayed = book.rules.pool is not None and not position.tricks  # a pool may be won before a card is played
    assert shown["phase"] == "over"
    assert unplayed or all(hand == [] for hand in shown["hands"].values())  # type: ignore[attr-defined]
    cards = [f for f in frames if f["trick"]]
    assert [(f["trick"], f["card"]) for f in cards] == sorted((f["trick"], f["card"]) for f in cards)
    assert unplayed or cards[-1]["address"] == f"trick {cards[-1]['trick']}, card {cards[-1]['card']}"


def test_all_hands_are_open_and_true() -> None:
    position, book = played("trinidad", seed=7)
    widget = Stepper(position, book)
    shown: dict[str, object] = {}
    for n, frame in enumerate(widget.state["frames"]):
        shown |= frame["scene"]
        assert shown["hands"] == open_hands(widget.position(n))


def test_the_account_runs_along() -> None:
    position, book = played("foster-all-fives", seed=2, bots="novice")
    state = stepper_state(position, book)
    scores = [p for f in state["frames"] for p in f.get("panels", ()) if p["id"] == "score"]
    marks = [[s["n"] for s in sorted(p["sides"], key=lambda s: s["id"])] for p in scores]
    assert marks == sorted(marks) and len(marks) > 2
    assert marks[-1] == [n for _, n in sorted(position.scores.items())]


def test_told_from_a_seat() -> None:
    widget = step("trinidad", seed=7, seat="North")
    assert widget.state["frames"][0]["scene"]["seats"][0]["id"] == "North"
    assert "You" in widget.as_text() and widget.state["seat_view"] == "North"
    with pytest.raises(RulebookError, match="the seats are South"):
        step("trinidad", seed=7, seat="Nobody")


def test_the_same_deal_by_every_name() -> None:
    widget = step("foster-1897", seed=7)
    record = widget.record
    assert record.code is not None
    for what in (record, record.to_text(), record.to_json(), record.to_dict(), record.code, record.end, widget):
        again = step(what)
        assert again.state["frames"] == widget.state["frames"], type(what)
    assert isinstance(widget.position(), Position) and widget.position(0).action is None
    assert Record.read(record.to_text()).end.plays == widget.position(widget.steps - 1).plays


def test_the_same_call_gives_the_same_screen() -> None:
    one, two = step("trinidad", seed=5), step("trinidad", seed=5)
    assert one.state == two.state and one.cites == two.cites
    assert one._repr_mimebundle_()[0]["text/html"] == two._repr_mimebundle_()[0]["text/html"]


def test_an_unfinished_deal_and_a_made_up_one() -> None:
    book = load_rulebook("trinidad")
    at = deal(new_table(book.rules, hands={"South": "AS KS"}, turn_ups="9S")).apply(STAND)
    widget = step(at)
    assert widget.steps == 3 and "South stands" in widget.state["frames"][2]["text"]
    house = book.replace(low_to="taker")
    with pytest.raises(RulebookError, match="book="):
        step(deal(new_table(house.rules, seed=1)))
    assert step(deal(new_table(house.rules, seed=1)), book=house).book == house


def test_wrong_names() -> None:
    with pytest.raises(RulebookError, match="trinidad"):
        step("trinidda")
    with pytest.raises(ValueError, match="does not check"):
        step("1TT4-7B")
    with pytest.raises(TypeError, match="cannot be stepped through"):
        step(7)


def test_the_picture_shows_the_step() -> None:
    widget = step("trinidad", seed=7)
    widget.at = 6
    text = widget.state["frames"][6]["text"].split()[0]
    assert text in widget.picture() and "Shift+Enter" in widget.picture()


def test_running_the_cards_shows_the_hands_before() -> None:
    for seed in range(40):
        position, book = played("trinidad", seed=seed, bots="novice")
        if position.frame.runs:
            break
    frames = stepper_state(position, book)["frames"]
    n = next(i for i, f in enumerate(frames) if "The cards are run" in f["text"] or "cards are run" in f["text"])
    shown: dict[str, object] = {}
    for frame in frames[: n + 1]:
        shown |= frame["scene"]
    assert all(len(hand) == 6 for hand in shown["hands"].values())  # type: ignore[attr-defined]


def test_a_scenario_and_a_book_with_options() -> None:
    widget = step("td-01")
    assert widget.position().rules == widget.book.rules and widget.position(widget.steps - 1).over
    other = step("foster-1897", seed=7, options="keep_nine", players=("Ann", "Bob"))
    assert other.book.active == ("keep_nine",) and other.position().table.players == ("Ann", "Bob")
