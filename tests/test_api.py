"""What ``import allfours_edu as af`` offers: deals as people ask for them, and one sentence for every mistake."""

from __future__ import annotations

from typing import Any

import pytest

import allfours_edu as af
from allfours_edu.cards import cards


def texts(position: af.Position, seat: str) -> set[str]:
    return {c.text for c in position.hand(seat)}


def test_a_deal_from_a_seed() -> None:
    position = af.new_deal("trinidad", seed=7)
    assert position.table.players == ("South", "East", "North", "West")
    assert position.phase == "beg"
    assert af.new_deal("Trinidad ", seed="7").hand("South") == position.hand("South")
    assert af.new_deal(af.rulebook("trinidad"), seed=8).hand("South") != position.hand("South")
    assert af.new_deal("trinidad", seed=7, players=2).table.size == 2


def test_a_deal_of_ones_own() -> None:
    position = af.new_deal("foster-1897", hands={"elder": "AH 3H KS", "dealer": "JH 7H QS"}, turned="4H")
    assert position.table.players == ("elder", "dealer")
    assert {"AH", "3H", "KS"} < texts(position, "elder")
    assert position.trump == "H"
    other = af.new_deal("foster-1897", hands={"dealer": "JH", "elder": "AH"})
    assert other.table.dealer == "dealer"
    usual = af.new_deal("trinidad", hands={"south": "AS KS"}, turn_ups=["9S"])
    assert {"AS", "KS"} < texts(usual, "South")
    three = af.new_deal("foster-1897", hands={"East": "AS", "West": "KS", "South": "QS"})
    assert three.table.size == 3


def test_dealer_scores_and_options() -> None:
    position = af.new_deal("trinidad", seed=1, dealer="South", scores={"North": 5, "East/West": 9}, options="hang_six")
    assert position.table.dealer == "South"
    assert position.scores == {"North/South": 5, "East/West": 9} or set(position.scores.values()) >= {9}
    assert position.rules.hang_jack == 6
    assert af.new_deal("trinidad", options={"target": 10}).rules.target == 10
    assert tuple(af.new_deal("foster-1897", scores=[3, 4], turned="9H").scores.values()) == (3, 4)


def test_a_settled_trump_and_plays() -> None:
    position = af.new_deal("trinidad", seed=7, trump="hearts")
    assert (position.trump, position.phase) == ("H", "play")
    hands = {"elder": "AH 3H KS TS 9D 6C", "dealer": "JH 7H QS 8D TD 2C"}
    position = af.new_deal("foster-1897", hands=hands, turned="4H", plays="AH 7H KS JH")
    assert [winner for _, _, winner in position.tricks] == ["elder", "dealer"]
    again = af.new_deal("foster-1897", hands=hands, turned="4H", plays=["stand", ("elder", "AH"), af.card("7H")])
    assert again.plays == position.plays[:2]
    called = af.new_deal("foster-1897", hands=hands, turn_ups="4H 9S", plays="beg, run, discard 3H")
    assert called.trump == "S"


def test_a_code_is_a_deal() -> None:
    code = af.deal_code("trinidad", seed=7, options=["hang_six"])
    position = af.new_deal(code)
    assert position.rules.hang_jack == 6
    assert position.hand("South") == af.new_deal("trinidad", seed=7).hand("South")


@pytest.mark.parametrize(
    ("book", "how", "words"),
    [
        ("trinidda", {}, "Did you mean 'trinidad'"),
        ("trinidad", {"options": "hang_sx"}, "Did you mean 'hang_six'"),
        ("trinidad", {"options": {"targett": 3}}, "target"),
        ("trinidad", {"hands": {"South": "1S"}}, "is no card"),
        ("trinidad", {"hands": {"South": "AS AS"}}, "ace of spades stands twice"),
        ("trinidad", {"hands": {"South": "AS", "East": "AS"}}, "ace of spades stands in two places"),
        ("trinidad", {"hands": {"South": "AS"}, "turned": "AS"}, "ace of spades stands in two places"),
        ("trinidad", {"hands": {"South": "AS KS QS JS TS 9S 8S"}}, "South was given 7 cards, and this deal gives 6"),
        ("trinidad", {"hands": {"South": "AS", "Sowth": "KS"}}, "'Sowth' holds cards but does not sit"),
        ("trinidad", {"players": 3}, "for 2 or 4 players, not 3"),
        ("trinidad", {"players": "South"}, "a whole number, a list"),
        ("trinidad", {"dealer": "Sowth"}, "not one of the players"),
        ("trinidad", {"scores": {"Sowth": 1}}, "no side is called 'Sowth'"),
        ("trinidad", {"scores": [1]}, "expected 2 numbers"),
        ("trinidad", {"scores": {"South": "one"}}, "whole number"),
        ("trinidad", {"trump": "X"}, "is no suit"),
        ("trinidad", {"trump": "S", "turned": "9H"}, "nine of hearts is turned up"),
        ("cassell-all-fives", {"trump": "S"}, "no card is turned up"),
        ("trinidad", {"plays": "stnd"}, "is not a card"),
        ("trinidad", {"plays": [3]}, "is no play"),
        ("trinidad", {"plays": "give"}, "not possible now"),
        ("1TT4-78", {}, "one character is wrong"),
        ("1TT4-U9", {}, "no U in a deal code"),
    ],
)
def test_every_mistake_gets_a_sentence(book: str, how: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        af.new_deal(book, **how)
    assert "\n" not in str(caught.value)


def test_more_cards_than_a_hand_after_running() -> None:
    """Trinidad keeps what the runs bring, so a hand may be given whole."""
    hand = "AS KS QS JS TS 9S 8S 7S 6S"
    position = af.new_deal("trinidad", hands={"South": hand}, turn_ups="2H 3C", plays="beg run")
    assert texts(position, "South") == {c.text for c in cards(hand)}


def test_everything_public_is_there() -> None:
    for name in ("Record", "Card", "card", "new_deal", "rulebook", "deal_code", "Position", "IllegalAction"):
        assert getattr(af, name) is not None
    assert "play" in dir(af)
    assert af.scenario("td-01").id.startswith("td-01")
