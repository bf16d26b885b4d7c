"""The deal builder without a browser: what it lays is what its code lays, and every mistake has a sentence."""

from __future__ import annotations

import random
from typing import Any

import pytest

import allfours_edu as af
from allfours_edu.sources import load_rulebook, rulebooks
from allfours_edu.widgets.builder import BuilderWidget
from allfours_edu.widgets.table import RefusedError


def made(book: str = "foster-1897", **how: Any) -> BuilderWidget:
    found = af.build(book, **how)
    assert isinstance(found, BuilderWidget)
    return found


def run(code: str) -> Any:
    names: dict[str, Any] = {"af": af}
    exec(code, names)
    return names["position"]


@pytest.mark.parametrize("book", [b for b in rulebooks() if load_rulebook(b).rules.trump_from in ("turn", "pitch")])
@pytest.mark.parametrize("seed", [0, 4])
def test_the_line_to_paste_lays_the_same_deal(book: str, seed: int) -> None:
    chance = random.Random(f"{book}{seed}")
    builder = made(book, players=load_rulebook(book).rules.players[-1], seed=seed)
    pack = [c["id"] for row in builder.state["pack"] for c in row]
    chance.shuffle(pack)
    seats = [x["id"] for x in builder.state["targets"]]
    for _ in range(9):
        builder._do("target", chance.choice(seats))
        try:
            builder._do("give", pack.pop())
        except RefusedError:
            continue
    if seed:
        builder._do("dealer", next(x["id"] for x in builder.state["targets"] if x.get("seat")))
    again = run(builder.code)
    assert again.table.players == builder.deal.table.players
    assert [again.hand(s) for s in again.table.players] == [builder.deal.hand(s) for s in again.table.players]
    assert again.turned == builder.deal.turned
    coded = af.new_deal(builder.state["deal_code"])
    assert [coded.hand(s) for s in coded.table.players] == [again.hand(s) for s in again.table.players]


def test_giving_taking_moving_and_undoing() -> None:
    builder = made()
    builder.give("South", "AS", "KS")
    builder.give("North", "AS")
    held = {x["id"]: x["cards"] for x in builder.state["targets"]}
    assert held == {"South": ["KS"], "North": ["AS"], "turned": []}
    builder.give("North", "AS")  # once more: back into the pack
    assert builder.state["targets"][1]["cards"] == []
    builder._do("undo")
    assert builder.state["targets"][1]["cards"] == ["AS"]
    builder._do("take", "AS")
    with pytest.raises(RefusedError, match="lies in the pack"):
        builder._do("take", "AS")
    builder._do("clear")
    assert all(x["cards"] == [] for x in builder.state["targets"])
    assert "12 more cards" in builder.state["state"]


def test_a_full_hand_leads_on_to_the_next_place() -> None:
    builder = made()
    builder.give("South", "AS", "KS", "QS", "JS", "TS", "9S")
    assert builder.state["target"] == "North"
    with pytest.raises(RefusedError, match="South holds 6 cards"):
        builder.give("South", "8S")
    builder.give("turned", "4H", "5H")
    assert builder.state["targets"][-1]["cards"] == ["5H"]
    builder._do("deal_rest")
    assert builder.state["state"] == "A deal, every hand complete." and builder.state["ok"]


def test_scores_seed_and_dealer() -> None:
    builder = made()
    builder._do("score", {"side": "South", "n": 6})
    builder._do("seed", 5)
    builder._do("dealer", "South")
    table = builder.deal.table
    assert table.dealer == "South" and {s.name: n for s, n in zip(table.sides, table.scores, strict=True)} == {
        "North": 0, "South": 6,
    }  # fmt: skip
    assert run(builder.code).table.scores == table.scores
    assert [x["id"] for x in builder.state["targets"]] == ["South", "North", "turned"]
    for name, arg in [("score", {"side": "South", "n": 7}), ("score", {"side": "X", "n": 1}), ("score", 3),
                      ("seed", -1), ("seed", "x"), ("dealer", "X"), ("target", "X"), ("give", "1S"), ("give", None),
                      ("give", "JOKER"), ("nothing", None), ("take", "zz")]:  # fmt: skip
        before = builder.state["rev"]
        with pytest.raises(RefusedError):
            builder._do(name, arg)
        assert builder.state["rev"] == before


def test_from_typed_hands_and_what_it_teaches() -> None:
    builder = made("trinidad", hands="South: AK5.QJ..T\nturned: 9D")
    assert builder.state["targets"][0]["cards"].__len__() == 6
    builder._do("judge")
    assert "South leads" in builder.state["judged"]
    with pytest.raises(ValueError, match="does not sit"):
        made("trinidad", hands="Zed: AS")


def test_it_becomes_a_table_a_stepper_and_a_builder_again() -> None:
    builder = made("trinidad", hands="South: AK5.QJ..T")
    builder._on_message(builder, {"kind": "command", "name": "play", "arg": None, "rev": builder.rev})
    assert builder.view == "table" and len(builder.state["hand"]) == 6
    builder.act("stand")
    assert builder.position.plays == () or builder.position.phase == "play"
    builder._on_message(builder, {"kind": "command", "name": "builder", "arg": None, "rev": builder.rev})
    assert builder.view == "builder" and builder.state["targets"][0]["cards"][0] == "AS"
    builder._on_message(builder, {"kind": "command", "name": "step", "arg": None, "rev": builder.rev})
    assert builder.view == "stepper" and builder.state["frames"]
    builder._on_message(builder, {"kind": "command", "name": "give", "arg": "AS", "rev": builder.rev})
    assert builder.view == "stepper"
    builder._on_message(builder, {"kind": "command", "name": "builder", "arg": None, "rev": builder.rev})
    assert builder.view == "builder" and "af.new_deal" in repr(builder)
