"""Loo: every rule of the pool acts, and counters are neither made nor lost."""

from __future__ import annotations

import contextlib
import random
from functools import cache

import pytest
from engine import rules_bare
from engine.driving import act, winners
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from allfours_edu.cards import cards
from allfours_edu.engine import (
    CLAIM,
    DECLARE_IN,
    DECLARE_OUT,
    DEFEND,
    PAM_CIVIL,
    PASS,
    TAKE_WIDOW,
    IllegalAction,
    Position,
    Table,
    deal,
    new_table,
    next_table,
)
from allfours_edu.rules import Rules
from allfours_edu.sources import load_rulebook, rulebooks

pytestmark = pytest.mark.engine
THREE = ("A", "B", "D")


def three(**changes: object) -> Rules:
    return rules_bare.three_card_loo(red_is=1, **changes)


def start(rules: Rules, hands: dict[str, str], turned: str = "6H", stock: str = "", **more: object) -> Position:
    ups = [turned] if turned else []
    return deal(new_table(rules, THREE, hands=hands, turn_ups=ups, stock=cards(stock), **more))  # type: ignore[arg-type]


# -- who must play, and what makes the trump -----------------------------------------------------------


def test_the_trump_is_turned_after_the_first_trick_that_not_all_could_follow() -> None:
    rules = three(simple="unlooed", simple_trump="when_needed", void="must_overtrump", must_head=True)
    hands = {"A": "KS 3C 2D", "B": "9S QC 4D", "D": "JS 5H 7D"}
    at = start(rules, hands, "8H", simple=True)  # the card that would be turned lies on top of the pack
    assert (at.phase, at.trump, at.turn_ups) == ("play", None, ())
    at = act(at, "KS 9S JS")
    assert at.trump is None
    at = act(at, "3C QC 5H")  # D could not follow: a heart is turned, and the heart in the trick wins it
    assert (at.trump, at.to_act) == ("H", "D")
    at = act(at, "7D 2D 4D")
    assert winners(at) == ["A", "D", "D"]
    turned = [e for e in at.events() if e.kind == "turned"]
    assert [e.cards for e in turned] == [cards("8H")]
    assert any("simple_trump" in e.because for e in turned)


def test_one_card_each_decides_a_single_and_a_trump_below_the_turned_card_does_not_win() -> None:
    rules = three(simple="first_and_unlooed", simple_trump="one_card", looed="agreed")
    at = start(rules, {"A": "9H 2S 2C", "B": "5H AS AC", "D": "KC KD QD"}, "8H", simple=True)
    assert at.over and at.scores == {"A": 3, "B": -3, "D": -6}  # in a simple a loo costs as much as the deal
    at = start(rules, {"A": "7H 2S 2C", "B": "5H AS AC", "D": "KC KD QD"}, "8H", simple=True)
    assert at.scores == {"A": -3, "B": -3, "D": -6}
    after = next_table(at)
    assert after is not None and (after.pool, after.simple) == (12, False)


def test_club_law_brings_everybody_in_without_widow_or_exchange() -> None:
    rules = rules_bare.five_card_loo(club_law=True, pam="none")
    at = start(rules, {"A": "2H 4H 4S 5S 6D", "B": "7D 8D 9D TS JS", "D": "QS KS AS 2S 3H"}, "4C")
    assert (at.phase, at.to_act, len(at.frame.active)) == ("play", "A", 3)


# -- declaring -----------------------------------------------------------------------------------------


def test_the_eldest_may_wait_and_speaks_last() -> None:
    at = start(three(declare="eldest_may_wait", one_stands="dealer_may", widow=0, widow_only="no"), {})
    assert at.legal_actions() == (DECLARE_IN, PASS)
    at = act(at, [PASS, DECLARE_OUT, DECLARE_IN])
    assert (at.to_act, at.legal_actions()) == ("A", (DECLARE_IN, DECLARE_OUT))
    assert at.seen_by("A").hand is not None


def test_a_dealer_says_for_whom_he_plays_and_for_the_pool_he_cannot_be_looed() -> None:
    at = start(three(one_stands="dealer_says"), {"A": "AH KH QH", "B": "7C 8C 9C", "D": "2S 3S 4S"})
    at = act(at, [DECLARE_IN, DECLARE_OUT])
    assert at.legal_actions() == (DECLARE_IN, TAKE_WIDOW, DEFEND)
    at = start(three(one_stands="dealer_says", flush="none"), {"A": "AH KH QH", "B": "7C 8C 9C", "D": "2S 3S 4S"})
    at = act(at, [DECLARE_IN, DECLARE_OUT, DEFEND])
    while not at.over:
        at = at.apply(at.legal_actions()[0])
    assert at.scores == {"A": 3, "B": 0, "D": -3}


def test_the_last_to_speak_has_the_pool_when_all_others_pass() -> None:
    at = act(start(three(), {}), [DECLARE_OUT, DECLARE_OUT])
    assert at.over and at.scores == {"A": 0, "B": 0, "D": 0}


def test_cards_are_changed_on_declaring_and_may_be_thrown_up_after_all() -> None:
    rules = rules_bare.five_card_loo(exchange_by="at_declaring", must_then_play=False)
    at = act(start(rules, {}), [DECLARE_IN])
    assert (at.phase, at.to_act) == ("exchange", "A")
    at = at.apply("exchange 1")
    at = at.apply(at.legal_actions()[0])
    assert (at.phase, at.legal_actions()) == ("declare", (DECLARE_IN, DECLARE_OUT))
    assert act(at, [DECLARE_OUT]).to_act == "B"


# -- leading, Pam --------------------------------------------------------------------------------------


def led(rules: Rules, hand: str, turned: str, playing: int = 3) -> set[str]:
    names = tuple("ABCD"[:playing])
    table = new_table(rules, names, hands={"A": hand}, turn_ups=[turned])
    at = deal(table)
    while at.phase == "declare":
        at = at.apply(DECLARE_IN)
    return {str(c) for c in at.legal_actions()}


def test_the_higher_of_two_trumps_unless_they_touch_or_the_turned_card_parts_them() -> None:
    rules = three(players=(2, 3, 4), lead_of_two="higher_if_two_play", lead_duty="trump_if_two", lead_top="free")
    rules = rules.replace(flush="none")
    assert led(rules, "QH 9H 2S", "6H", 2) == {"Q♥"}
    assert led(rules, "QH JH 2S", "6H", 2) == {"Q♥", "J♥"}
    assert led(rules, "QH TH 2S", "JH", 2) == {"Q♥", "10♥"}
    assert led(rules, "QH 9H 2S", "6H", 3) == {"Q♥", "9♥"}
    assert led(rules.replace(lead_of_two="higher_if_three_play"), "QH 9H 2S", "6H", 3) == {"Q♥"}
    assert led(rules.replace(lead_of_two="higher_of_three"), "QH 9H 2S", "6H", 4) == {"Q♥"}


@pytest.mark.parametrize(("asks", "may"), [(False, {"J♣", "6♥"}), (True, {"6♥"})])
def test_pam_spares_the_ace_only_if_asked(asks: bool, may: set[str]) -> None:
    rules = rules_bare.five_card_loo(pam_civil="if_asked", exchange=None, must_head=False)
    hands = {"A": "AH 3S 4S 5C 9C", "B": "JC 6H 9D 8D 2S", "D": "KH QH KD TC 8C"}
    at = act(start(rules, hands, "2H"), [DECLARE_IN] * 3)
    assert PAM_CIVIL in at.legal_actions()
    at = act(at, [PAM_CIVIL]) if asks else at
    assert not asks or at.legal_actions() == cards("AH")
    assert {str(c) for c in at.apply("AH").legal_actions()} == may


def test_a_flush_may_sweep_the_board() -> None:
    hands = {"A": "AS KS QS 9S 8S", "B": "AH 3H 4H 7C 8D", "D": "KH QH 2S TC 9C"}
    for sweep, won, lies in (("none", 0, 50), ("five_of_a_suit", 50, 0)):
        rules = rules_bare.five_card_loo(sweep=sweep, exchange=None)
        at = act(start(rules, hands), [DECLARE_IN, DECLARE_OUT, DECLARE_OUT])
        assert at.over and at.scores["A"] == 25 + won
        assert next_table(at).pool == lies  # type: ignore[union-attr]


# -- a revoke ------------------------------------------------------------------------------------------


def revoked(**changes: object) -> Position:
    """D holds a spade and throws a club on a spade; the trick is over, and B claims."""
    rules = three(flush="none", revoke_fee=6, **changes)
    hands = {"A": "KS 3C 2D", "B": "9S QC 4D", "D": "JS 5C 7D"}
    at = start(rules, hands, "8H", referee=True)
    at = act(at, [DECLARE_IN] * 3)
    return act(at, "KS 9S 5C").apply(CLAIM, by="B")


def test_a_revoke_divides_the_pool() -> None:
    at = revoked(loo_revoke="divide")
    assert at.over and at.scores == {"A": 1, "B": 1, "D": -9}  # three counters: one is odd and stays
    assert next_table(at).pool == 7  # type: ignore[union-attr]


@pytest.mark.parametrize("way", ["replay", "replay_looed"])
def test_a_revoke_may_have_the_hand_played_again(way: str) -> None:
    at = revoked(loo_revoke=way)
    assert (at.to_act, at.plays) == ("A", ())
    at = act(at, "KS 9S JS 3C QC 5C 4D 7D 2D")
    assert winners(at) == ["A", "B", "D"]
    assert at.scores == {"A": 1, "B": 1, "D": -9}  # what D wins stays in the pool
    assert next_table(at).pool == 7  # type: ignore[union-attr]
    again = deal(at.table)
    for seat, action in at.actions():
        again = again.apply(action, by=seat)
    assert again.scores == at.scores and again.events() == at.events()


def test_a_revoke_may_cost_all_that_lies_on_the_table() -> None:
    at = revoked(loo_revoke="pays_all").rules.replace(revoke_fee=0)
    rules = at
    hands = {"A": "KS 3C 2D", "B": "9S QC 4D", "D": "JS 5C 7D"}
    at = act(start(rules, hands, "8H", referee=True, pool=12), [DECLARE_IN] * 3)
    at = act(at, "KS 9S 5C").apply(CLAIM, by="B")
    assert not at.over
    at = act(at, "3C QC 7D 4D JS 2D")
    assert winners(at) == ["A", "B", "B"]
    assert at.scores == {"A": 5, "B": 10, "D": -3 - 15 - 3}  # the stake, the table, and a loo of his own (three_red)


# -- counters ------------------------------------------------------------------------------------------


@cache
def tables() -> tuple[tuple[str, Rules], ...]:
    """Every book of counters, as it stands and with each of its options."""
    found = []
    for id in rulebooks():
        book = load_rulebook(id)
        if book.rules.pool is not None:
            found += [(id, book.rules), *((f"{id}+{o}", book.with_options(o).rules) for o in book.options)]
    return tuple(found)


@settings(max_examples=30, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10**9))
def test_counters_are_conserved_deal_after_deal_faults_and_claims_included(seed: int) -> None:
    rng = random.Random(seed)
    _, rules = rng.choice(tables())
    size = rng.choice([n for n in rules.players if n <= 6])
    table: Table | None = new_table(rules, size, seed=seed, referee=rng.random() < 0.5)
    for _ in range(3):
        assert table is not None
        at = deal(table)
        while not at.over:
            seat = rng.choice(table.players)
            rights = at.rights(seat)
            with contextlib.suppress(IllegalAction):  # a claim in vain
                if rights and rng.random() < 0.1:
                    at = at.apply(rng.choice(rights), by=seat)
                    continue
                hand = at.hand(at.to_act or "") if at.phase == "play" and table.referee else ()
                at = at.apply(rng.choice(hand) if hand and rng.random() < 0.2 else rng.choice(at.legal_actions()))
        assert sum(at.scores.values()) + at.frame.next_pool == sum(table.scores) + table.pool
        told = at.events()
        assert told[-1].scores == at.frame.scores and (told[-1].kind, told[-1].side) == ("end", at.winner)
        table = next_table(at)


def test_a_match_ends_when_all_have_dealt_equally_often_and_the_pool_is_shared_out() -> None:
    rules = three(match_ends="even_deals", target=1)
    table: Table | None = new_table(rules, THREE, seed=4)
    count = 0
    while table is not None:
        at = deal(table)
        while not at.over:
            at = at.apply(at.legal_actions()[0])
        table, count = next_table(at), count + 1
    assert count == 3 and sum(at.scores.values()) == 0 and at.frame.next_pool == 0
