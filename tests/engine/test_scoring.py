"""High, Low, Jack and Game: whose they are, and who has Game when it is level."""

from __future__ import annotations

import pytest
from engine import rules_bare
from engine.driving import act, points

from allfours_edu.cards import cards, to_bits
from allfours_edu.engine import STAND, Position, deal, new_table
from allfours_edu.engine.scoring import game_of, peg_total, pips, points_total, tied
from allfours_edu.rules import Rules

pytestmark = pytest.mark.engine
SEATS = {2: ("A", "D"), 3: ("A", "B", "D"), 4: ("A", "B", "C", "D")}


def small(hands: str, plays: str, scores: dict[str, int] | None = None, **changes: object) -> Position:
    """A deal of hands given from the eldest to the dealer ("AH 2S / 3H 4S"), hearts trumps by the turned Seven."""
    held = [hand.split() for hand in hands.split("/")]
    size = len(held[0])
    rules: Rules = rules_bare.seven_up(hand_size=size, packets=(size,), **changes)
    seats = SEATS[len(held)]
    table = new_table(rules, seats, hands=dict(zip(seats, held, strict=True)), turn_ups=["7H"], scores=scores)
    return act(deal(table).apply(STAND), plays)


def test_one_trump_out_is_high_and_low() -> None:
    at = small("9H 2S / 3S 4S", "9H 3S 2S 4S")
    assert points(at)["high"] == points(at)["low"] == ("A", 1)
    one_jack = small("JH 2S / 3S 4S", "JH 3S 2S 4S")
    assert one_jack.scores == {"A": 4, "D": 0}  # High, Low, Jack, and the only counting card


def test_no_trump_out() -> None:
    at = small("9S / 3S", "9S 3S")
    assert points(at) == {"high": (None, 0), "low": (None, 0), "jack": (None, 0), "game": ("A", 1)}
    assert next(e for e in at.events() if e.point == "high").data["none_out"]


def test_the_turned_card_is_out_of_play() -> None:
    at = small("8H / 9H", "8H 9H")
    assert [e.cards for e in at.events() if e.point in ("high", "low")] == [cards("9H"), cards("8H")]


def test_high_and_low_stay_with_their_holder_or_low_goes_to_its_taker() -> None:
    at = small("2H / AH", "2H AH")
    assert points(at)["low"] == ("A", 1)
    assert points(at)["high"] == ("D", 1)
    assert points(small("2H / AH", "2H AH", low_to="taker"))["low"] == ("D", 1)


@pytest.mark.parametrize("worth", [1, 3, 6])
def test_a_hanged_jack(worth: int) -> None:
    hanged = small("JH / AH", "JH AH", hang_jack=worth)
    assert points(hanged)["jack"] == ("D", worth)
    assert next(e for e in hanged.events() if e.point == "jack").data["hang"] is True
    saved = small("JH / 2H", "JH 2H", hang_jack=worth)
    assert points(saved)["jack"] == ("A", 1)
    partner = small("JH / 2S / AH / 3S", "JH 2S AH 3S", hang_jack=worth)
    assert points(partner)["jack"] == ("A/C", 1)
    adversary = small("JH / AH / 2S / 3S", "JH AH 2S 3S", hang_jack=worth)
    assert points(adversary)["jack"] == ("B/D", worth)


def test_a_jack_thrown_away_is_not_in_play() -> None:
    rules = rules_bare.seven_up(hand_size=1, packets=(1,), run_cards=1)
    hands = {"A": "JH 2S", "D": "3S AH"}
    for discarded, low in (("out_of_play", "AH"), ("counts_as_dealt", "JH")):
        table = new_table(rules.replace(discarded=discarded), ("A", "D"), hands=hands, turn_ups=cards("7S 7H"))
        at = act(deal(table), "beg run discard_JH discard_3S 2S AH")
        assert points(at)["jack"] == (None, 0)
        assert next(e.cards for e in at.events() if e.point == "low") == cards(low)
        assert next(e for e in at.events() if e.point == "low").because.count("discarded") == 1


# -- Game ---------------------------------------------------------------------------------------------


def test_pips() -> None:
    rules = rules_bare.seven_up()
    assert pips(rules, "H", to_bits(cards("AS KD QC JH TH 9H 5H"))) == 20
    assert pips(rules.replace(trump_five=5), "H", to_bits(cards("5H 5S"))) == 5
    assert pips(rules.replace(pips="all_cards"), "H", to_bits(cards("AS 9H 5H 2C"))) == 20
    assert pips(rules.replace(pips="all_cards", trump_five=5), "H", to_bits(cards("5H 5S"))) == 10


NOBODY = None
TIES = [
    # rule, side of each place (dealer last), counts by side, who has Game
    ("non_dealer", (0, 1), (5, 5), 0),
    ("eldest_of_tied", (0, 1), (5, 5), 0),
    ("eldest", (0, 1), (5, 5), 0),
    ("nobody", (0, 1), (5, 5), NOBODY),
    ("non_dealer", (0, 1, 2), (5, 5, 1), NOBODY),
    ("non_dealer", (0, 1, 2), (5, 1, 5), 0),
    ("non_dealer", (0, 1, 2), (1, 5, 5), 1),
    ("non_dealer", (0, 1, 2), (5, 5, 5), NOBODY),
    ("eldest_of_tied", (0, 1, 2), (5, 5, 1), 0),
    ("eldest_of_tied", (0, 1, 2), (1, 5, 5), 1),
    ("eldest_of_tied", (0, 1, 2), (5, 5, 5), 0),
    ("eldest", (0, 1, 2), (1, 5, 5), 0),
    ("nobody", (0, 1, 2), (1, 5, 5), NOBODY),
    ("non_dealer", (0, 1, 0, 1), (5, 5), 0),
    ("eldest_of_tied", (0, 1, 0, 1), (5, 5), 0),
    ("eldest", (0, 1, 0, 1), (5, 5), 0),
    ("nobody", (0, 1, 0, 1), (5, 5), NOBODY),
    ("non_dealer", (0, 1, 2, 3), (1, 5, 2, 5), 1),
    ("non_dealer", (0, 1, 2, 3), (1, 5, 5, 5), NOBODY),
    ("eldest_of_tied", (0, 1, 2, 3), (1, 5, 5, 5), 1),
    ("eldest", (0, 1, 2, 3), (1, 5, 5, 5), 0),
]


@pytest.mark.parametrize(("rule", "side_of", "counts", "winner"), TIES)
def test_ties_for_game(rule: str, side_of: tuple[int, ...], counts: tuple[int, ...], winner: int | None) -> None:
    rules = rules_bare.seven_up(tie=rule)
    award = game_of(rules, counts, side_of, side_of[-1])
    assert (award.side, award.n) == (winner, 0 if winner is None else 1)
    assert award.data["tie"]
    level = [side for side, n in enumerate(counts) if n == max(counts)]
    assert tied(rules, level, side_of, side_of[-1]) == winner


@pytest.mark.parametrize(("rule", "side"), [("non_dealer", "A"), ("eldest_of_tied", "A"), ("nobody", None)])
def test_no_counting_card_is_a_tie_at_nought(rule: str, side: str | None) -> None:
    at = small("9S / 3S", "9S 3S", tie=rule)
    assert points(at)["game"][0] == side
    data = next(e for e in at.events() if e.point == "game").data
    assert (data["none_counted"], data["count"]) == (True, {"A": 0, "D": 0})


def test_a_tie_in_play_at_three_hands() -> None:
    # A takes a King, B a Queen and a Jack; the dealer nothing
    at = small("KS 2S / QC JC / 3D 4D", "KS QC 3D 2S JC 4D", tie="non_dealer")
    assert points(at)["game"][0] == "A"  # he took everything
    level = small("KS 2C / QC JC / 3S 4C", "KS JC 3S 2C QC 4C")
    assert next(e for e in level.events() if e.point == "game").data["count"] == {"A": 4, "B": 2, "D": 0}


# -- going out ----------------------------------------------------------------------------------------


def test_points_count_in_order_until_somebody_is_out() -> None:
    hands, plays = "2H TS / AH KS", "2H AH KS TS"
    at = small(hands, plays, {"A": 6, "D": 6})
    assert (at.winner, at.scores) == ("D", {"A": 6, "D": 7})
    assert (at.frame.out_by, at.result and at.result.out_by) == ("high", "high")
    at = small(hands, plays, {"A": 6, "D": 5})
    assert (at.winner, at.scores, at.frame.out_by) == ("A", {"A": 7, "D": 6}, "low")
    at = small(hands, plays, {"A": 6, "D": 6}, out_order=("low", "high", "jack", "game"))
    assert at.winner == "A"


def test_pegs_end_the_match_in_mid_deal() -> None:
    groups = rules_bare.with_groups(
        rules_bare.SEVEN_UP,
        game={"target": 61},
        peg={"peg_values": [["A", 4], ["K", 3], ["Q", 2], ["J", 1], ["T", 10], ["5", 5]], "peg_to": "winner",
             "jack_besides": False},
        score={"trump_five": 5},
    )  # fmt: skip
    rules = rules_bare.rules_of(groups)
    assert (peg_total(rules), points_total(rules)) == (25, 3)
    hands = {"A": "AH 5H KS QS 7D 2C", "D": "TH JH TD 3S 8C 5C"}
    table = new_table(rules, ("A", "D"), hands=hands, turn_ups=["7H"], scores={"A": 47})
    at = act(deal(table), "stand AH TH")
    assert (at.over, at.winner, at.scores["A"], at.frame.out_by) == (True, "A", 61, "peg")
    assert len(at.hand("A")) == 5
    whole = deal(new_table(rules, ("A", "D"), hands=hands, turn_ups=["7H"]))
    full = act(whole, "stand AH TH 5H JH TD 7D 3S KS QS 8C 2C 5C")
    pegs = [(e.side, e.n) for e in full.events() if e.kind == "peg"]
    assert pegs == [("A", 14), ("D", 6)]
    assert points(full)["jack"] == (None, 0)
    mine = new_table(rules.replace(peg_to="player_AKQ", jack_besides=True), ("A", "D"), hands=hands, turn_ups=["7H"])
    besides = act(deal(mine), "stand 5H JH TH AH")
    assert [(e.side, e.n) for e in besides.events() if e.kind == "peg"] == [("D", 6), ("A", 4), ("A", 10)]


def test_the_last_one_pays_where_the_book_says_so() -> None:
    from allfours_edu.engine import next_table

    at = small("2H TS / AH KS / 3S 4S", "2H AH 3S KS 4S TS", {"A": 6, "B": 5, "D": 0}, match_ends="last_pays")
    assert at.scores == {"A": 7, "B": 7, "D": 0}
    assert at.winner is None
    assert at.result is not None
    assert at.result.loser == "D"
    assert next_table(at) is None
    on = small("2H TS / AH KS / 3S 4S", "2H AH 3S KS 4S TS", {"A": 6}, match_ends="last_pays")
    after = next_table(on)
    assert after is not None
    assert after.players == ("B", "D") or after.players == ("D", "B")
