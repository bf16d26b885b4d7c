"""What no table would do: actions made by hand of the wrong things, names that sit nowhere, rules that make no game."""

from __future__ import annotations

from typing import Any

import pytest

from allfours_edu.cards import PACK, card
from allfours_edu.engine import BEG, STAND, Call, IllegalAction, bid, deal, new_table
from allfours_edu.rules import RulesError
from allfours_edu.sources import load_rulebook

pytestmark = pytest.mark.engine
WRONG: list[Any] = [
    None, 0, True, 1.5, 10**5000, b"JH", [], {}, (), ("stand", None, None, None), object(), Call("nonsense"),
    Call("discard", card="4C"), Call("bid", n=10**5000), Call([]), Call(None), Call("run", card=PACK[0]),  # type: ignore[arg-type]
]  # fmt: skip


@pytest.mark.parametrize("action", WRONG, ids=lambda a: type(a).__name__)
@pytest.mark.parametrize("by", [None, "South", "North"])
def test_what_is_no_action_is_refused_in_one_sentence(action: Any, by: str | None) -> None:
    position = deal(new_table(load_rulebook("foster-1897").rules, 2, seed=1))
    for at in (position, position.apply(STAND)):
        with pytest.raises(IllegalAction) as told:
            at.apply(action, by=by)
        assert len(str(told.value)) < 250
        assert at.why_not(action, by=by) is not None


@pytest.mark.parametrize("by", ["nobody", "", 3, [], ("South",)])
def test_who_does_not_sit_at_the_table_cannot_act(by: Any) -> None:
    position = deal(new_table(load_rulebook("foster-1897").rules, 2, seed=1))
    with pytest.raises(IllegalAction, match="no such player"):
        position.apply(BEG, by=by)
    refusal = position.why_not(BEG, by=by)
    assert refusal is not None and refusal.reason == "no_such_player"


@pytest.mark.parametrize("text", ["bid ²", "bid ٣", "bid -1", "bid", "name", "name SH", "stand 2", "\x00"])
def test_texts_that_are_no_action(text: str) -> None:
    position = deal(new_table(load_rulebook("foster-1897").rules, 2, seed=1))
    with pytest.raises(ValueError, match=r"expected|not a card"):
        position.apply(text)


def test_a_number_that_only_equals_a_bid_is_kept_as_a_bid() -> None:
    assert (Call("bid", n=True), bid(1).n) == (bid(1), 1)
    assert card("jh") is card("JH")


@pytest.mark.parametrize("ranks", [(("Z", 1),), (("", 1),), (("A", 1), ("A", 2)), (("high", 1),)])
@pytest.mark.parametrize("field", ["turn_points", "peg_values"])
def test_points_for_ranks_that_are_not_in_the_pack(field: str, ranks: Any) -> None:
    with pytest.raises(RulesError, match=field):
        load_rulebook("foster-all-fives").rules.replace(**{field: ranks})
