"""Turning, begging, the gift, running the cards, bunching and discarding."""

from __future__ import annotations

import random

import pytest
from engine import rules_bare
from engine.driving import act, keep, play_out

from allfours_edu.cards import cards
from allfours_edu.engine import (
    AGREE,
    BEG,
    GIVE,
    PROPOSE_BUNCH,
    REFUSE,
    RUN,
    STAND,
    IllegalAction,
    Position,
    deal,
    new_table,
    next_table,
)  # fmt: skip
from allfours_edu.rules import Rules

pytestmark = pytest.mark.engine
SEATS = {2: ("A", "D"), 3: ("A", "B", "D"), 4: ("A", "B", "C", "D")}


def at_beg(rules: Rules, players: int, turn_ups: str, hands: dict[str, str] | None = None, **scores: int) -> Position:
    named = {name.replace("_", "/"): n for name, n in scores.items()}
    return deal(new_table(rules, SEATS[players], turn_ups=cards(turn_ups), hands=hands, scores=named))


def beg_and_run(at: Position) -> Position:
    return at.apply(BEG).apply(RUN)


# -- the gift -----------------------------------------------------------------------------------------


def test_the_gift_goes_to_both_adversaries_at_three_hands_or_to_the_beggar() -> None:
    at = at_beg(rules_bare.seven_up(), 3, "7H").apply(BEG)
    assert at.legal_actions() == (GIVE, RUN)
    assert at.apply(GIVE).scores == {"A": 1, "B": 1, "D": 0}
    gifts = [e for e in at.apply(GIVE).events() if e.kind == "gift"]
    assert [e.side for e in gifts] == ["A", "B"]
    assert all("gift_to" in e.because for e in gifts)
    alone = at_beg(rules_bare.seven_up(gift_to="beggar"), 3, "7H").apply(BEG).apply(GIVE)
    assert alone.scores == {"A": 1, "B": 0, "D": 0}


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("gift_to", ["beggar", "all_adversaries"])
def test_the_gift_goes_to_the_other_side_once(players: int, gift_to: str) -> None:
    at = at_beg(rules_bare.seven_up(gift_to=gift_to), players, "7H").apply(BEG).apply(GIVE)
    assert list(at.scores.values()) == [1, 0]


def test_the_dealer_may_never_give_the_point_that_puts_out() -> None:
    for players, scores in ((2, {"A": 6}), (3, {"A": 6}), (3, {"B": 6}), (4, {"A_C": 6})):
        at = at_beg(rules_bare.seven_up(), players, "7H", **scores).apply(BEG)
        assert at.legal_actions() == (RUN,)
        with pytest.raises(IllegalAction) as refused:
            at.apply(GIVE)
        assert (refused.value.reason, refused.value.field) == ("gift_puts_out", "gift_may_put_out")
    beggar_only = at_beg(rules_bare.seven_up(gift_to="beggar"), 3, "7H", B=6).apply(BEG)
    assert GIVE in beggar_only.legal_actions()
    assert GIVE in at_beg(rules_bare.seven_up(), 2, "7H", D=6).apply(BEG).legal_actions()


def test_where_it_may_the_gift_ends_the_match_at_once() -> None:
    at = at_beg(rules_bare.seven_up(gift_may_put_out=True), 3, "7H", A=6, B=6).apply(BEG).apply(GIVE)
    assert (at.over, at.winner, at.scores) == (True, "A", {"A": 7, "B": 6, "D": 0})
    assert at.result is not None
    assert at.result.out_by == "gift"
    assert len(at.hand("A")) == 6
    assert next_table(at) is None


def test_a_dealer_without_a_trump_must_run_in_some_clubs() -> None:
    rules = rules_bare.seven_up(gift_needs_trump=True)
    none = at_beg(rules, 2, "7H", {"D": "2S 3S 4S 5S 6S 7S"}).apply(BEG)
    assert none.legal_actions() == (RUN,)
    assert none.why_not(GIVE).field == "gift_needs_trump"
    assert at_beg(rules, 2, "7H", {"D": "2H 3S 4S 5S 6S 7S"}).apply(BEG).legal_actions() == (GIVE, RUN)


# -- running the cards --------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "runs", "left"), [(2, 5, 4), (3, 3, 3), (4, 2, 1)])
def test_the_pack_runs_out_in_the_same_suit(players: int, runs: int, left: int) -> None:
    spades = "2S 3S 4S 5S 6S 7S".split()[: runs + 1]
    for exhausted, dealer in (("same_dealer", "D"), ("next_dealer", "A")):
        at = beg_and_run(at_beg(rules_bare.seven_up(exhausted=exhausted), players, " ".join(spades)))
        assert (at.over, at.winner, at.trump) == (True, None, None)
        assert (at.frame.runs, at.stock_left) == (runs, left)
        assert len(at.hand("A")) == 6 + 3 * runs
        assert at.result is not None
        assert (at.result.redeal, at.result.bunched, at.result.next_dealer) == (True, True, dealer)
        again = next_table(at)
        assert again is not None
        assert again.dealer == dealer
        assert (again.deal, again.attempt) == ((1, 1) if dealer == "D" else (2, 0))
        assert again.pack != at.table.pack


@pytest.mark.parametrize(("players", "runs"), [(2, 4), (3, 2), (4, 1)])
def test_running_stops_at_another_suit(players: int, runs: int) -> None:
    ups = [*"2S 3S 4S 5S 6S 7S".split()[:runs], "9D"]
    at = beg_and_run(at_beg(rules_bare.seven_up(), players, " ".join(ups)))
    assert (at.trump, at.frame.runs, at.phase) == ("D", runs, "discard")
    whole = {2: 39, 3: 33, 4: 27}[players]
    assert at.stock_left == whole - runs * (3 * players + 1)


@pytest.mark.parametrize(("after_run", "runs", "kept"), [
    ("six", 1, 6), ("six", 2, 6), ("nine_once", 1, 9), ("nine_once", 2, 6), ("all", 1, 9), ("all", 2, 12),
])  # fmt: skip
def test_how_many_cards_are_kept(after_run: str, runs: int, kept: int) -> None:
    ups = "2S 9D" if runs == 1 else "2S 3S 9D"
    at = beg_and_run(at_beg(rules_bare.seven_up(after_run=after_run), 4, ups))
    dealt = 6 + 3 * runs
    if kept < dealt:
        for seat in SEATS[4]:
            assert (at.phase, at.to_act) == ("discard", seat)
            at = keep(at, " ".join(c.text for c in at.hand(seat)[:kept]))
    assert (at.phase, at.to_act) == ("play", "A")
    assert [len(at.hand(seat)) for seat in SEATS[4]] == [kept] * 4
    assert len(play_out(at, random.Random(1)).tricks) == kept


def test_a_jack_of_the_refused_suit() -> None:
    for rule, first in (("nothing", 0), ("scores", 1)):
        at = beg_and_run(at_beg(rules_bare.seven_up(refused_suit=rule), 2, "5S JS JD"))
        assert at.scores == {"A": 0, "D": 1 + first}
    ends = beg_and_run(at_beg(rules_bare.seven_up(refused_suit="scores"), 2, "5S JS JD", D=6))
    assert (ends.over, ends.winner, ends.frame.runs) == (True, "D", 1)


def test_after_a_second_beg_the_suit_refused_last_counts() -> None:
    rules = rules_bare.seven_up(begs="by_consent")
    at = beg_and_run(at_beg(rules, 2, "5S 6D JD JS"))
    assert (at.trump, at.phase) == ("D", "beg")
    at = act(at, [BEG, AGREE, RUN])
    assert at.trump == "S"
    assert at.scores == {"A": 0, "D": 1}  # not the Jack of diamonds just refused, but that of spades


def test_a_first_jack_that_is_run_away() -> None:
    for rule, kept in (("kept", 1), ("final_only", 0)):
        at = beg_and_run(at_beg(rules_bare.seven_up(earlier_turns=rule), 2, "JS 9D"))
        assert at.scores["D"] == kept
        final = beg_and_run(at_beg(rules_bare.seven_up(earlier_turns=rule), 2, "5S JD"))
        assert final.scores["D"] == 1
    stood = at_beg(rules_bare.seven_up(earlier_turns="final_only"), 2, "JS")
    assert stood.scores["D"] == 0
    assert stood.apply(STAND).scores["D"] == 1
    won = at_beg(rules_bare.seven_up(earlier_turns="final_only", gift_may_put_out=True), 2, "JS", A=6, D=6)
    assert won.apply(BEG).apply(GIVE).winner == "D"  # the turn-up counts before the gift


def test_turn_ups_of_trinidad() -> None:
    rules = rules_bare.seven_up(turn_points=(("A", 1), ("6", 2), ("J", 3)), refused_suit="scores")
    assert at_beg(rules, 4, "AS").scores["B/D"] == 1
    assert at_beg(rules, 4, "6S").scores["B/D"] == 2
    assert beg_and_run(at_beg(rules, 4, "6S JS AH")).scores["B/D"] == 6


def test_without_begging_a_final_turn_is_marked_at_once() -> None:
    rules = rules_bare.rules_of(
        rules_bare.with_groups(rules_bare.SEVEN_UP, beg=None, turn={"earlier_turns": "final_only"})
    )
    at = at_beg(rules, 2, "JS")
    assert (at.phase, at.scores["D"], at.events()[-1].scores) == ("play", 1, (0, 1))


# -- bunching and the second beg ----------------------------------------------------------------------


def test_bunching_by_consent_at_two_hands() -> None:
    at = at_beg(rules_bare.seven_up(), 2, "5S 9D")
    assert at.rights("A") == ()  # nothing was run yet
    at = beg_and_run(at)
    assert at.rights("A") == at.rights("D") == (PROPOSE_BUNCH,)
    asked = at.apply(PROPOSE_BUNCH, by="D")
    assert (asked.phase, asked.to_act, asked.legal_actions()) == ("bunch", "A", (AGREE, REFUSE))
    done = asked.apply(AGREE)
    assert done.result is not None
    assert (done.over, done.result.bunched, done.result.next_dealer) == (True, True, "D")
    bunched = [e for e in done.events() if e.kind == "bunch"]
    assert bunched[0].because == ("bunch",)
    refused = asked.apply(REFUSE)
    assert (refused.phase, refused.to_act) == ("discard", "A")
    assert refused.rights("D") == ()  # once a turn-up
    assert refused.rights("A") == (PROPOSE_BUNCH,)
    with pytest.raises(IllegalAction):
        refused.apply(PROPOSE_BUNCH, by="D")


def test_bunching_at_other_tables() -> None:
    assert beg_and_run(at_beg(rules_bare.seven_up(), 3, "5S 9D")).rights("B") == ()
    assert beg_and_run(at_beg(rules_bare.seven_up(bunch="never"), 2, "5S 9D")).rights("A") == ()
    at = beg_and_run(at_beg(rules_bare.seven_up(bunch="any_table"), 3, "5S 9D"))
    at = at.apply(PROPOSE_BUNCH, by="B")
    assert at.to_act == "D"
    at = at.apply(AGREE)
    assert (at.phase, at.to_act) == ("bunch", "A")
    assert at.apply(AGREE).over


def test_a_second_beg_needs_consent() -> None:
    rules = rules_bare.seven_up(begs="by_consent", bunch="never")
    at = beg_and_run(at_beg(rules, 2, "5S 9D 8C"))
    assert at.legal_actions() == (STAND, BEG)
    asked = at.apply(BEG)
    assert (asked.phase, asked.to_act, asked.legal_actions()) == ("consent", "D", (AGREE, REFUSE))
    refused = asked.apply(REFUSE)
    assert (refused.phase, refused.trump) == ("discard", "D")
    agreed = asked.apply(AGREE)
    assert (agreed.phase, agreed.legal_actions()) == ("answer", (GIVE, RUN))
    assert agreed.apply(RUN).trump == "C"
    assert beg_and_run(at_beg(rules_bare.seven_up(), 2, "5S 9D")).phase == "discard"


def test_actions_out_of_their_phase() -> None:
    at = at_beg(rules_bare.seven_up(), 2, "5S")
    for action in (GIVE, RUN, AGREE, cards("AH")[0]):
        with pytest.raises(IllegalAction) as refused:
            at.apply(action)
        assert refused.value.legal == (STAND, BEG)
    with pytest.raises(IllegalAction) as refused:
        at.apply(STAND, by="D")
    assert refused.value.reason == "not_your_turn"
    with pytest.raises(IllegalAction):
        at.apply(STAND, by="Nobody")


def test_a_refusal_does_not_tell_another_players_cards() -> None:
    at = at_beg(rules_bare.seven_up(), 2, "5S").apply(STAND)
    with pytest.raises(IllegalAction) as refused:
        at.apply("AH", by="D")
    assert refused.value.legal == ()
