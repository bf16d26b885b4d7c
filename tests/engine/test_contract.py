"""Games of every family through one Position and ``apply``: known hands, known plays, results worked out by hand."""

from __future__ import annotations

import pytest
from engine import rules_bare
from engine.driving import act, keep, points, winners

from allfours_edu.cards import card, cards
from allfours_edu.engine import (
    BEG,
    CLAIM,
    DECLARE_IN,
    DECLARE_OUT,
    PASS,
    REFUSE_SALE,
    RUN,
    SELL,
    STAND,
    TAKE_WIDOW,
    Call,
    IllegalAction,
    Position,
    Verb,
    bid,
    deal,
    new_table,
    next_table,
    set_up,
)  # fmt: skip

pytestmark = pytest.mark.engine
TWO = ("elder", "dealer")
FOUR = ("A", "B", "C", "D")


# -- Seven-Up -----------------------------------------------------------------------------------------


def test_seven_up_beg_two_runs_discard_and_the_match_by_a_turned_jack() -> None:
    rules = rules_bare.seven_up()
    table = new_table(
        rules, TWO, turn_ups=cards("6D 4D 2H"),
        hands={"elder": "AH 4H KS QS 7D 2C 3C 8D 9D TS 6S 5S", "dealer": "JH 9H TD 3S 8C 5C 7C 6C 4C QH JS 2D"},
    )  # fmt: skip
    at = deal(table)
    assert (at.phase, at.to_act, at.trump, at.stock_left) == ("beg", "elder", "D", 39)
    assert at.legal_actions() == (STAND, BEG)
    at = at.apply(BEG)
    assert (at.phase, at.to_act) == ("answer", "dealer")
    at = at.apply(RUN)
    assert (at.trump, at.turn_ups, at.stock_left) == ("H", cards("6D 4D 2H"), 25)
    assert len(at.hand("elder")) == len(at.hand("dealer")) == 12
    assert (at.phase, at.to_act) == ("discard", "elder")
    at = keep(at, "AH 4H KS QS TS 2C")
    at = keep(at, "JH 9H QH TD 8C JS")
    at = act(at, "AH 9H KS JH QH 4H TD 2C 8C QS JS TS")
    assert at.over
    assert winners(at) == ["elder", "dealer", "dealer", "dealer", "dealer", "dealer"]
    assert points(at) == {"high": ("elder", 1), "low": ("elder", 1), "jack": ("dealer", 1), "game": ("dealer", 1)}
    game = next(e for e in at.events() if e.point == "game")
    assert game.data["count"] == {"elder": 4, "dealer": 29}
    assert at.scores == {"elder": 2, "dealer": 2}
    assert at.result is not None
    assert (at.result.next_dealer, at.result.redeal) == ("elder", False)

    laid = new_table(rules, ("dealer", "elder"), turn_ups=["JC"], hands={"dealer": "2S"})
    second = next_table(at, laid.pack)
    assert second is not None
    assert (second.players, second.deal) == (("dealer", "elder"), 2)
    at = deal(second)
    assert at.scores == {"elder": 3, "dealer": 2}
    at = deal(new_table(rules, TWO, scores={"elder": 3, "dealer": 6}, turn_ups=["JC"]))
    assert (at.over, at.winner, at.to_act, at.legal_actions()) == (True, "dealer", None, ())
    assert at.result is not None
    assert at.result.out_by == "turn"
    assert next_table(at) is None


# -- California Jack ----------------------------------------------------------------------------------


def test_california_jack_draws_from_the_open_stock() -> None:
    pack = cards("AS KS 2H QS JH TS 9D 4C 3D 5D 8C 7H TH 6S AC 2C")
    at = deal(new_table(rules_bare.california_jack(), TWO, pack=pack, trump="H"))
    assert (at.phase, at.to_act, at.trump, at.stock_left) == ("play", "elder", "H", 4)
    assert at.seen_by("dealer").stock_open == (card("TH"),)
    at = act(at, "AS TS")
    assert card("TH") in at.hand("elder")
    assert card("6S") in at.hand("dealer")
    assert at.seen_by("dealer").known == (("elder", (card("TH"),)),)
    at = act(at, "9D JH")
    assert (at.to_act, at.stock_left) == ("dealer", 0)
    assert card("AC") in at.hand("dealer")
    assert card("2C") in at.hand("elder")
    at = act(at, "AC TH 2H 7H QS KS 4C 8C 5D 3D 6S 2C")
    assert at.over
    assert winners(at) == ["elder", "dealer", "elder", "dealer", "elder", "dealer", "dealer", "dealer"]
    assert points(at) == {"high": ("dealer", 1), "low": ("dealer", 1), "jack": ("dealer", 1), "game": ("elder", 1)}
    assert at.scores == {"elder": 1, "dealer": 3}
    assert [(e.seat, e.cards) for e in at.events() if e.kind == "draw"] == [
        ("elder", cards("TH")), ("dealer", cards("6S")), ("dealer", cards("AC")), ("elder", cards("2C")),
    ]  # fmt: skip
    ended = act(deal(new_table(rules_bare.california_jack(), TWO, pack=pack, trump="H", scores={"dealer": 5})), "AS TS")
    ended = act(ended, "9D JH AC TH 2H 7H QS KS 4C 8C 5D 3D 6S 2C")
    assert (ended.winner, ended.frame.out_by) == ("dealer", "low")


# -- Sell Out -----------------------------------------------------------------------------------------

SALE = {"A": "AH 3H KS 7C 8C 9D", "B": "JH QH 2S 3S 4D 5D", "C": "KH TD TS 4C 5C 6C", "D": "9H 8S 9S TC JC QD"}
SALE_PLAYS = "AH QH KH 9H KS 2S TS 8S 3H JH TD QD 5D 4C TC 9D 8C 3S 5C JC 9S 7C 4D 6C"


def test_sell_out_a_sale_refused_and_the_match() -> None:
    at = deal(new_table(rules_bare.sell_out(), FOUR, hands=SALE, scores={"A": 4, "B": 3}))
    assert (at.phase, at.to_act) == ("bid", "B")
    assert at.legal_actions() == (PASS, bid(1), bid(2))
    at = act(at, [bid(2), PASS])
    assert at.legal_actions() == (PASS,)
    with pytest.raises(IllegalAction) as refused:
        at.apply(bid(3))
    assert (refused.value.field, refused.value.reason) == ("put_out_seller", "bid_puts_seller_out")
    with pytest.raises(IllegalAction) as refused:
        at.apply(bid(2))
    assert refused.value.field == "equal_bid"
    at = at.apply(PASS)
    assert (at.phase, at.to_act, at.legal_actions()) == ("sale", "A", (SELL, REFUSE_SALE))
    at = at.apply(REFUSE_SALE)
    assert (at.phase, at.to_act, at.trump, at.scores["A"]) == ("play", "A", None, 4)
    at = act(at, SALE_PLAYS)
    assert winners(at) == ["A", "A", "B", "A", "D", "D"]
    assert points(at) == {"high": ("A", 1), "low": ("A", 1), "jack": ("B", 1), "game": ("A", 1)}
    assert (at.winner, at.frame.out_by) == ("A", "game")
    assert at.scores == {"A": 7, "B": 3, "C": 0, "D": 0}  # B's Jack came too late


def test_sell_out_a_sale_accepted_and_a_bid_not_made() -> None:
    at = act(deal(new_table(rules_bare.sell_out(), FOUR, hands=SALE, scores={"A": 4})), [bid(2), PASS, PASS, SELL])
    assert at.scores == {"A": 6, "B": 0, "C": 0, "D": 0}
    assert (at.phase, at.to_act) == ("play", "B")
    # B pitches the Queen of hearts: C takes it with the King, A the rest of the trumps
    at = act(at, "QH KH 9H AH KS 2S TS 8S 3H JH TD QD 5D 4C TC 9D 8C 3S 5C JC 9S 7C 4D 6C")
    assert points(at) == {"high": ("A", 1), "low": ("A", 1), "jack": ("B", 1), "game": ("A", 1)}
    assert (at.winner, at.frame.out_by) == ("A", "high")
    assert at.scores == {"A": 7, "B": -2, "C": 0, "D": 0}


def test_the_seller_may_pitch_unasked_and_is_bound_to_four() -> None:
    at = deal(new_table(rules_bare.sell_out(), FOUR, hands=SALE))
    assert set(at.rights("A")) == set(at.hand("A"))
    assert at.rights("C") == ()
    at = at.apply("AH", by="A")
    assert (at.phase, at.to_act, at.trump) == ("play", "B", "H")
    at = act(at, SALE_PLAYS.split()[1:])
    assert at.scores == {"A": -4, "B": 1, "C": 0, "D": 0}
    assert len(at.actions()) == 24


def test_bidding_to_the_board_and_smudge() -> None:
    hands = {"A": "AH KH QH JH 2H AS", "B": "TH 3C 4C 5C 6C 7C", "C": "9H 3D 4D 5D 6D 7D", "D": "8H 3S 4S 5S 6S 7S"}
    at = deal(new_table(rules_bare.board(), FOUR, hands=hands))
    assert at.to_act == "A"
    at = act(at, [bid(4), PASS, PASS, PASS])
    plays = "AH TH 9H 8H KH 3C 3D 3S QH 4C 4D 4S JH 5C 5D 5S 2H 6C 6D 6S AS 7C 7D 7S"
    done = act(at, plays)
    assert (done.winner, done.frame.out_by, done.scores["A"]) == ("A", "smudge", 0)
    hole = act(deal(new_table(rules_bare.board(), FOUR, hands=hands, scores={"A": -1})), [bid(4), PASS, PASS, PASS])
    hole = act(hole, plays)
    assert (hole.winner, hole.scores["A"]) == (None, 3)


# -- Snoozer ------------------------------------------------------------------------------------------

SNOOZER = {"A": "JH QH AS KS 7C 8C", "B": "AH 5H 9H KH 2C 3C", "C": "JOKER 2H TS 4C 5C 6C", "D": "TH 3H 7S 8S 9C TC"}
SNOOZER_PLAYS = "AH JOKER 3H JH KH 2H TH QH 5H 4C 7S 7C 9H 5C 8S 8C 2C 6C TC AS 9C KS 3C TS"


def test_snoozer_second_bids_the_joker_and_thirty_six_points() -> None:
    at = deal(new_table(rules_bare.snoozer(), FOUR, hands=SNOOZER))
    at = act(at, [bid(10), PASS, bid(20)])
    assert (at.phase, at.to_act) == ("bid", "B")
    at = act(at, [bid(25), PASS, SELL])
    assert at.scores == {"A": 25, "B": 0, "C": 0, "D": 0}
    at = at.apply("AH")
    assert set(at.legal_actions()) == set(cards("JOKER 2H"))  # the Joker is a trump and must follow
    at = act(at, SNOOZER_PLAYS.split()[1:])
    assert points(at) == {
        "high": ("B", 1), "low": ("B", 1), "jack": ("B", 1), "game": ("B", 1), "three": ("B", 3), "five": ("B", 5),
        "nine": ("B", 9), "snoozer": ("B", 15),
    }  # fmt: skip
    assert next(e.cards for e in at.events() if e.point == "low") == (card("2H"),)
    assert at.scores == {"A": 25, "B": 36, "C": 0, "D": 0}
    near = act(
        deal(new_table(rules_bare.snoozer(), FOUR, hands=SNOOZER, scores={"B": 90})), [bid(10), PASS, PASS, SELL]
    )
    near = act(near, SNOOZER_PLAYS)
    assert (near.winner, near.frame.out_by, near.scores["B"]) == ("B", "five", 102)


def test_the_joker_takes_a_plain_trick_and_loses_to_the_deuce() -> None:
    rules = rules_bare.snoozer()
    table = new_table(rules, FOUR)
    at = set_up(table, {"A": "2C", "C": "2H", "D": "KS"}, "H", trick=[("A", "AS"), ("B", "JOKER")])
    assert at.taker == 1
    assert act(at, "2H").taker == 2
    assert act(at, "2H KS").tricks[0].winner == "C"


# -- Cinch --------------------------------------------------------------------------------------------


def test_cinch_naming_robbing_and_the_left_pedro() -> None:
    hands = {
        "A": "AH KH QH 2S 3S 4S 2C 3C 4C", "B": "5H 9H 6S 7S 8S 9S 5C 6C 7C", "C": "5D TH 2D 3D 4D 6D 8C 9C TC",
        "D": "4H 3H TS JS QS KS JC QC KC",
    }  # fmt: skip
    at = deal(new_table(rules_bare.cinch(), FOUR, hands=hands))
    at = act(at, [bid(5), PASS, PASS, PASS])
    assert (at.phase, at.to_act) == ("name", "A")
    at = at.apply("name H")
    assert (at.trump, at.phase, at.to_act) == ("H", "rob", "A")
    at = keep(at, "AH KH QH 2S 3S 4S")
    at = keep(at, "5H 9H 6S 7S 8S 9S")
    at = keep(at, "5D TH 2D 3D 4D 6D")
    assert (at.to_act, len(at.hand("D")), at.stock_left) == ("D", 25, 0)
    at = keep(at, "JH 6H 4H 3H AS AC")
    assert (at.phase, at.to_act) == ("play", "A")
    at = act(at, "AH 9H")
    assert set(at.legal_actions()) == set(cards("TH 5D"))
    at = act(at, "TH 3H KH 5H 5D 4H QH 6S 2D JH 2S 7S 3D AS 6H 3S 8S 4D AC 4S 9S 6D")
    assert winners(at) == ["A", "A", "A", "D", "D", "D"]
    assert points(at) == {
        "high": ("A/C", 1), "low": ("A/C", 1), "jack": ("A/C", 1), "game": ("A/C", 1), "right_pedro": ("A/C", 5),
        "left_pedro": ("A/C", 5),
    }  # fmt: skip
    assert at.scores == {"A/C": 14, "B/D": 0}
    passed = act(deal(new_table(rules_bare.cinch(), FOUR, hands=hands)), [PASS] * 4)
    assert passed.result is not None
    assert (passed.result.redeal, passed.result.next_dealer) == (True, "D")


# -- Loo ----------------------------------------------------------------------------------------------


def test_five_card_loo_exchange_pam_civil_and_the_pool_divided() -> None:
    hands = {"A": "AH 3H KS 7C 8D", "B": "JC 9H 2S 4D 5D", "D": "KH QH AS TC 9C"}
    at = deal(new_table(rules_bare.five_card_loo(), ("A", "B", "D"), hands=hands, turn_ups=["6H"], stock=["2H"]))
    assert at.scores == {"A": 0, "B": 0, "D": -25}
    assert (at.phase, at.to_act, at.trump) == ("declare", "A", "H")
    at = act(at, "declare_in declare_in declare_in")
    assert (at.phase, at.to_act) == ("exchange", "A")
    at = act(at, "exchange_0 exchange_1")
    assert at.to_act == "B"
    at = act(at, "discard_5D")
    assert card("2H") in at.hand("B")
    at = act(at, "exchange_0")
    assert at.legal_actions() == cards("AH")  # the ace of trumps must be led
    at = at.apply("AH")
    assert set(at.legal_actions()) == set(cards("9H 2H"))  # Pam spares the ace
    at = act(at, "2H QH")
    assert at.legal_actions() == cards("3H")  # a trump after a trick
    at = at.apply("3H")
    assert set(at.legal_actions()) == set(cards("9H JC"))
    at = at.apply("9H")
    assert at.legal_actions() == cards("KH")
    at = act(at, "KH AS KS 2S TC 7C")
    assert at.legal_actions() == cards("JC")  # void of clubs, for Pam is a trump
    at = act(at, "JC 4D 9C 8D")
    assert winners(at) == ["A", "D", "D", "B", "A"]
    assert at.scores == {"A": 10, "B": 5, "D": -15}
    after = next_table(at)
    assert after is not None
    assert (after.pool, after.players) == (0, ("B", "D", "A"))


def test_five_card_loo_a_flush_with_pam_looes_the_table() -> None:
    hands = {"A": "AS KS QS JS JC", "B": "AH 3H 4H 7C 8D", "D": "KH QH 2S TC 9C"}
    at = deal(new_table(rules_bare.five_card_loo(), ("A", "B", "D"), hands=hands, turn_ups=["6H"], pool=10))
    at = act(at, "declare_in declare_in declare_out exchange_0 exchange_0")
    assert at.over
    assert at.scores == {"A": 35, "B": -25, "D": -50}
    after = next_table(at)
    assert after is not None
    assert after.pool == 50


def test_three_card_loo_the_dealer_defends_the_pool() -> None:
    hands = {"A": "2H 3S 4S", "B": "7C 8C 9C", "D": "5D 4D 3D"}
    pack = list(new_table(rules_bare.three_card_loo(), ("A", "B", "D"), hands=hands, turn_ups=["6H"]).pack)
    for n, text in zip(range(9, 12), ("AH", "KH", "QD"), strict=True):  # the widow
        there = pack.index(card(text))
        pack[n], pack[there] = pack[there], pack[n]
    at = deal(new_table(rules_bare.three_card_loo(), ("A", "B", "D"), pack=pack))
    at = act(at, "declare_in declare_out")
    with pytest.raises(IllegalAction) as refused:
        at.apply(DECLARE_OUT)
    assert refused.value.field == "one_stands"
    assert at.legal_actions() == (DECLARE_IN, TAKE_WIDOW)  # for himself, or the widow for the pool
    at = act(at, "take_widow 2H AH KH 3S QD 4S")
    assert winners(at) == ["D", "D", "D"]
    assert at.scores == {"A": -15, "B": 0, "D": -15}  # A is looed; the dealer's winnings stay in the pool
    after = next_table(at)
    assert after is not None
    assert after.pool == 30


# -- a revoke in referee mode -------------------------------------------------------------------------

CLAIM_LESS = Call(Verb.CLAIM_PENALTY, n=1)


def _referee(hands: dict[str, str], players: tuple[str, ...] = TWO, **scores: int) -> Position:
    table = new_table(rules_bare.seven_up(), players, hands=hands, turn_ups=["7H"], scores=scores, referee=True)
    return deal(table).apply(STAND)


JACK_OUT = {"elder": "AH 4H KS QS 7D 2C", "dealer": "JH 9H TD 3S 8C 5C"}
NO_JACK = {"elder": "4H 5H KS QS 7D 2C", "dealer": "AH 3H TD 3S 8C 5C"}
NO_JACK_REST = "4H AH 3S QS 7D 8C 2C 5C 3H 5H"


def test_a_revoke_with_the_jack_out_costs_two_and_bars_jack_and_game() -> None:
    at = act(_referee(JACK_OUT), "KS TD")  # the dealer holds the Three of spades
    assert at.legal == at.frame.hands[0] & at.left
    claimed = at.apply(CLAIM, by="elder")
    assert claimed.scores == {"elder": 2, "dealer": 0}
    assert at.scores == {"elder": 0, "dealer": 0}
    done = act(claimed, "4H JH 3S QS 7D 8C 2C 5C 9H AH")
    assert points(done)["jack"] == ("dealer", 1)
    assert done.scores == {"elder": 5, "dealer": 0}
    penalty = next(e for e in done.events() if e.kind == "penalty")
    assert (penalty.side, penalty.n, penalty.data["bars"]) == ("elder", 2, ("jack", "game"))
    assert {"revoke_points", "revoke_bars", "revoke_caps"} <= set(penalty.because)


def test_a_revoke_without_the_jack_costs_one_added_or_deducted_and_stops_one_short() -> None:
    at = act(_referee(NO_JACK, dealer=5), "KS TD")
    assert at.apply(CLAIM, by="elder").scores == {"elder": 1, "dealer": 5}
    assert at.apply(CLAIM_LESS, by="elder").scores == {"elder": 0, "dealer": 4}
    at = act(_referee(NO_JACK, dealer=6), "KS TD").apply(CLAIM, by="elder")
    at = act(at, NO_JACK_REST)
    assert points(at)["high"] == ("dealer", 1)
    assert (at.scores, at.winner) == ({"elder": 2, "dealer": 6}, None)


def test_a_claim_after_the_last_trick_undoes_the_win() -> None:
    at = act(_referee(NO_JACK, dealer=6), "KS TD " + NO_JACK_REST)
    assert (at.winner, at.scores) == ("dealer", {"elder": 0, "dealer": 7})
    assert CLAIM in at.rights("elder")
    claimed = at.apply(CLAIM, by="elder")
    assert (claimed.winner, claimed.scores) == (None, {"elder": 2, "dealer": 6})
    assert claimed.events()[-1].scores == (2, 6)
    assert next_table(claimed) is not None


def test_a_false_claim_is_refused_and_changes_nothing() -> None:
    for at in (act(_referee(JACK_OUT), "KS 3S"), act(_referee(JACK_OUT), "KS TD")):
        before = (at.scores, at.actions(), at.legal_actions(), at.rights("dealer"))
        with pytest.raises(IllegalAction) as refused:
            at.apply(CLAIM, by="dealer")
        assert refused.value.reason == "no_fault_found"
        assert (at.scores, at.actions(), at.legal_actions(), at.rights("dealer")) == before
    twice = act(_referee(JACK_OUT), "KS TD").apply(CLAIM, by="elder")
    with pytest.raises(IllegalAction):
        twice.apply(CLAIM, by="elder")


def test_a_fault_can_be_corrected_until_it_is_set() -> None:
    hands = {"A": "KS QS AH 2C 3C 4C", "B": "3S TD JH 5C 6C 7C", "D": "AS 8S 9H 8C 9C TC"}
    at = act(_referee(hands, ("A", "B", "D")), "KS TD")
    fixes = {c.card for c in at.rights("B") if isinstance(c, Call) and c.verb == Verb.CORRECT}
    assert fixes == set(cards("3S JH"))
    assert all(isinstance(c, Call) and c.verb == Verb.CLAIM_PENALTY for c in at.rights("A"))
    right = at.apply(Call(Verb.CORRECT, card=card("3S")), by="B")
    assert right.trick == (("A", card("KS")), ("B", card("3S")))
    assert (right.to_act, card("TD") in right.hand("B")) == ("D", True)
    with pytest.raises(IllegalAction):
        right.apply(CLAIM, by="A")
    right = right.apply("AS")
    assert winners(right) == ["D"]
    assert [e.cards for e in right.events() if e.kind == "trick"] == [cards("KS 3S AS")]
    wrong = at.apply("AS")  # quitted: too late now
    assert not [c for c in wrong.rights("B") if isinstance(c, Call) and c.verb == Verb.CORRECT]
    assert wrong.apply(CLAIM, by="D").scores == {"A": 2, "B": 0, "D": 2}  # three hands: each adversary marks it


def test_correcting_one_fault_keeps_the_penalty_of_another() -> None:
    hands = {"A": "KS QS AH 2C 3C 4C", "B": "3S TD JH 5C 6C 7C", "D": "AS 8S 9H 8C 9C TC"}
    at = act(_referee(hands, ("A", "B", "D")), "KS TD AS 8S 2C").apply(CLAIM, by="D")  # A held the Queen of spades
    assert at.scores == {"A": 2, "B": 0, "D": 2}
    at = at.apply(Call(Verb.CORRECT, card=card("QS")), by="A")
    assert at.scores == {"A": 2, "B": 0, "D": 2}
    assert at.events()[-1].scores == (2, 0, 2)
    with pytest.raises(IllegalAction):
        at.apply(CLAIM, by="D")


def test_without_a_referee_no_unlawful_card_can_be_played() -> None:
    table = new_table(rules_bare.seven_up(), TWO, hands=JACK_OUT, turn_ups=["7H"])
    at = act(deal(table), "stand KS")
    with pytest.raises(IllegalAction) as refused:
        at.apply("TD")
    assert (refused.value.reason, refused.value.field) == ("must_follow", "follow")
    assert at.rights("elder") == ()
