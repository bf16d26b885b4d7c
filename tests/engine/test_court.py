"""The court at the table: cards shown, laid before one's turn, claimed with evidence; pure verdicts of every book."""

from __future__ import annotations

import contextlib
import random
from typing import Any

import pytest
from engine.driving import act

from allfours_edu.cards import card, cards
from allfours_edu.engine import Call, IllegalAction, Position, Verb, deal, new_table, next_table, parse_action, verdicts
from allfours_edu.rules import choices
from allfours_edu.sources import load_rulebook

pytestmark = pytest.mark.engine

FOUR = ("A", "B", "C", "D")
HANDS = {
    "A": "KS 4S 9D 4D 2C 3C", "B": "QS TS QD 5H 6C 7C", "C": "3S 9S KD TD 8C 9C", "D": "AS 8S AD 2D TC QC",
}  # fmt: skip


def table(book: str, turned: str = "7H", hands: dict[str, str] = HANDS, options: Any = (), **more: Any) -> Position:
    rules = load_rulebook(book).with_options(options).rules
    ups = {"turn_ups": [turned]} if rules.trump_from == "turn" else {}
    at = deal(new_table(rules, tuple(hands), hands=hands, referee=True, **ups, **more))
    return at.apply("stand") if at.phase == "beg" else at


def verbs(at: Position, seat: str) -> list[str]:
    return [str(right) for right in at.rights(seat) if getattr(right, "verb", "") != Verb.CLAIM_PENALTY]


def court_event(at: Position) -> Any:
    return next(e for e in reversed(at.events()) if e.kind == "slip")


# -- cards shown and laid before one's turn -----------------------------------------------------------


def test_a_card_shown_lies_open_and_may_be_called_when_it_may_be_played() -> None:
    at = table("foster-1897").apply("expose QS", by="B")
    assert (at.to_act, verbs(at, "A")) == ("A", [])
    assert at.seen_by("D").open == (("B", cards("QS")),)
    assert (court_event(at).data["effect"], court_event(at).because) == ("open", ("exposed_in_play",))
    clubs, spades = at.apply("2C"), at.apply("KS")
    assert verbs(clubs, "A") == []  # he holds clubs: the Queen may not be played yet
    assert verbs(spades, "A") == ["call_exposed QS"] == verbs(spades, "C")
    assert verbs(spades, "D") == []  # his own partner
    called = spades.apply("call_exposed QS", by="C")
    assert called.legal_actions() == cards("QS")
    assert called.why_not("TS").reason == "called"
    with pytest.raises(IllegalAction):
        called.apply("TS")
    gone = called.apply("QS")
    assert gone.seen_by("A").open == () and gone.trick == (("A", card("KS")), ("B", card("QS")))


@pytest.mark.parametrize(
    ("book", "players", "effect"),
    [("foster-1897", "AD", "taken_back"), ("enquire-1894", "AD", "taken_back"), ("trinidad", "ABCD", "open")],
)
def test_what_a_card_shown_comes_to_hangs_on_the_book_and_the_table(book: str, players: str, effect: str) -> None:
    at = table(book, hands={seat: HANDS[seat] for seat in players}).apply("expose AS", by="D")
    assert court_event(at).data["effect"] == effect
    assert bool(at.seen_by("A").open) == (effect == "open")


def test_a_lead_out_of_turn_is_an_exposed_card_stands_or_gives_the_pitcher_a_right() -> None:
    exposed = table("foster-1897").apply("QS", by="B")
    assert (str(exposed.action), exposed.to_act, exposed.trick) == ("out_of_turn QS", "A", ())
    assert court_event(exposed).because == ("exposed_in_play", "out_of_turn")
    assert verbs(exposed.apply("KS"), "A") == ["call_exposed QS"]

    stands = table("trinidad").apply("QD", by="B")  # a lead that may not be withdrawn
    assert (stands.trick, stands.to_act) == ((("B", card("QD")),), "C")
    assert not court_faults(stands)
    whole = act(stands, "KD AD 9D")
    assert [t.winner for t in whole.tricks] == ["D"]
    late = table("trinidad").apply("KS").apply("3S", by="C")  # not a lead: his card, as soon as he may
    assert late.to_act == "B" and late.apply("QS").legal_actions() == cards("3S")

    silent = table("enquire-1894").apply("QS", by="B")
    assert (silent.to_act, silent.seen_by("A").open) == ("A", ())


def test_the_pitcher_may_say_what_is_played_by_one_who_played_before_his_turn() -> None:
    hands = {"A": "2C 3C 4C 5C 6C 7C", "B": "AH 9S KS 8S 9D 2D", "C": "JH QS 4S AD TD 3D", "D": "KH 6S AC KC QC JC"}
    at = act(table("foster-sell", hands=hands), "bid_3 pass pass sell AH 4S 6S 2C")
    assert [t.winner for t in at.tricks] == ["B"]
    at = at.apply("QS", by="C")
    assert court_event(at).data["effect"] == "owed"
    at = at.apply("9S")
    assert (at.to_act, verbs(at, "A")) == ("C", [])
    want = ["call_highest", "call_lowest", "call_trump", "call_not_trump"]
    assert verbs(at, "B") == want
    left = {verb: at.apply(verb, by="B").legal_actions() for verb in want}
    assert left["call_highest"] == left["call_lowest"] == left["call_not_trump"] == cards("QS")
    assert left["call_trump"] == cards("JH")
    assert verbs(at.apply("QS"), "B") == []


def court_faults(at: Position) -> list[Any]:
    from allfours_edu.engine.court import faults

    return faults(at)


def test_of_two_cards_to_a_trick_the_adversaries_choose_and_the_other_lies_open() -> None:
    at = act(table("foster-1897"), "KS QS").apply("TS", by="B")
    assert (str(at.action), at.to_act) == ("second_card TS", "C")
    assert verbs(at, "A") == ["choose_card TS"] and verbs(at, "D") == []
    chosen = at.apply("choose_card TS", by="A")
    assert chosen.trick == (("A", card("KS")), ("B", card("TS")))
    assert (chosen.to_act, chosen.seen_by("A").open) == ("C", (("B", cards("QS")),))
    stays = at.apply("3S")
    assert stays.trick[1] == ("B", card("QS")) and stays.seen_by("A").open == (("B", cards("TS")),)
    assert verbs(stays, "A") == []
    assert act(table("enquire-1894"), "KS QS").apply("TS", by="B").seen_by("A").open == ()
    for done in (chosen, stays):
        assert len([e for e in done.events() if e.kind == "play"]) >= 2
        assert not court_faults(done)


# -- claims -------------------------------------------------------------------------------------------


def test_a_claim_names_the_card_and_is_proved_by_a_later_one() -> None:
    at = act(table("foster-1897"), "KS QD 3S AS")  # B holds two spades
    with pytest.raises(IllegalAction) as early:
        at.apply("claim_penalty QD", by="A")
    assert early.value.reason == "claim_not_shown"
    at = act(at, "2D 9D TS KD")  # the Ten of spades on a diamond lead: B holds none, but the spade is seen
    proof = at.seen_by("A").proofs
    assert [(p.card.text, p.trick, p.later.text, p.later_trick) for p in proof] == [("QD", 1, "TS", 2)]
    done = at.apply("claim_penalty QD", by="C")
    assert done.scores == {"A/C": 1, "B/D": 0} and done.seen_by("A").proofs == ()
    reasons = {}
    for text, by in (("QD", "C"), ("QD", "D"), ("3S", "B"), ("KC", "A"), ("TS", "A")):
        with pytest.raises(IllegalAction) as refused:
            done.apply(f"claim_penalty {text}", by=by)
        reasons[text, by] = refused.value.reason
    assert reasons == {
        ("QD", "C"): "claim_done", ("QD", "D"): "claim_own_side", ("3S", "B"): "claim_lawful",
        ("KC", "A"): "claim_not_played", ("TS", "A"): "claim_not_shown",
    }  # fmt: skip


def test_a_claim_says_nothing_about_a_hand_before_the_deal_is_over() -> None:
    guilty = act(table("foster-1897"), "KS QD 3S AS")
    honest = {**HANDS, "B": "JS QD 5H 6C 7C 8D"}
    honest["B"] = "6D QD 5H 6C 7C 8D"
    void = act(table("foster-1897", hands=honest), "KS QD 3S AS")
    said = []
    for at in (guilty, void):
        with pytest.raises(IllegalAction) as refused:
            at.apply("claim_penalty QD", by="A")
        said.append((refused.value.reason, str(refused.value)))
    assert said[0] == said[1]
    rng = random.Random(5)
    over = void
    while not over.over:
        over = over.apply(rng.choice(over.legal_actions()))
    with pytest.raises(IllegalAction) as refused:
        over.apply("claim_penalty QD", by="A")
    assert refused.value.reason == "claim_had_none"


def test_cards_drawn_unseen_prove_nothing_before_the_stock_is_out() -> None:
    for book, known in (("foster-california-jack", True), ("foster-shasta-sam", False)):
        rules = load_rulebook(book).rules
        hands = {"elder": "KS QS 2C 3C 4C 5C", "dealer": "3S 9S 6D 7D 8D 9D"}
        at = deal(new_table(rules, tuple(hands), hands=hands, trump="H", referee=True, stock="TC JC 2D 3D".split()))
        at = act(at, "KS 6D QS 3S")  # the Three of spades was dealt, but may it have been drawn?
        assert bool(at.seen_by("elder").proofs) == known
        assert at.why_not("claim_penalty", by="elder") is None  # the referee knows


def ended_by_pegs(book: str, **options: Any) -> Position:
    hands = {"elder": "KS QS 2C 3C 4C 5C", "dealer": "AH 3S 6D 7D TH 9D"}
    at = table(book, hands=hands, turned="7H", scores={"elder": 3, "dealer": 57}, **options)
    if at.trump is None:
        return at
    return act(at, "KS 6D QS AH")  # a revoke, then the ace of trumps wins the match


def test_a_match_won_in_mid_deal_by_pegs_can_be_claimed_against_and_goes_on_where_the_offender_is_capped() -> None:
    at = ended_by_pegs("foster-all-fives")
    assert (at.winner, at.frame.out_by, at.over) == ("dealer", "peg", True)
    done = at.apply("claim_penalty 6D", by="elder")  # over: the cards themselves are the proof
    assert (done.winner, done.over, done.to_act) == (None, False, "dealer")
    assert done.scores == {"elder": 4, "dealer": 60}
    assert done.events()[-1].scores == done.frame.scores
    rest = act(done, "3S 2C 7D 3C 9D 4C TH 5C")
    assert rest.over and rest.winner is None and rest.scores["dealer"] == 60
    assert rest.events()[-1].scores == rest.frame.scores
    assert sum(e.n for e in rest.events() if e.kind == "peg") <= 25
    less = at.apply(parse_action("claim_penalty 6D 1"), by="elder")
    assert less.scores == {"elder": 3, "dealer": 60}


def test_where_nothing_caps_him_the_penalty_is_marked_and_the_match_stays_won() -> None:
    free = load_rulebook("foster-all-fives").replace(revoke_caps=False).rules
    hands = {"elder": "KS QS 2C 3C 4C 5C", "dealer": "AH 3S 6D 7D TH 9D"}
    laid = new_table(free, tuple(hands), hands=hands, turn_ups=["7H"], scores=[3, 57], referee=True)
    at = act(deal(laid), "stand KS 6D QS AH").apply("claim_penalty 6D", by="elder")
    assert (at.winner, at.scores) == ("dealer", {"elder": 4, "dealer": 61})
    assert [e.kind for e in at.events()][-2:] == ["out", "end"] and at.events()[-1].scores == (4, 61)


# -- bids and counters --------------------------------------------------------------------------------


def test_a_bid_that_would_put_the_seller_out_is_void_and_silences_the_bidder_for_the_deal() -> None:
    at = deal(new_table(load_rulebook("foster-sell").rules, FOUR, scores=[5, 1, 1, 1], referee=True))
    assert at.why_not("bid 2").reason == "bid_puts_seller_out"
    at = at.apply("bid 2")
    assert (at.to_act, at.frame.bids) == ("C", ((1, 0),))
    assert (court_event(at).data["effect"], court_event(at).because) == ("barred", ("put_out_seller",))
    rebid = load_rulebook("foster-sancho").rules
    at = deal(new_table(rebid, FOUR, scores=[45, 1, 1, 1], referee=True)).apply("bid 9")
    for call in ("bid 1", "bid 2", "pass"):
        assert at.to_act != "B"
        at = at.apply(call)
    assert at.to_act == "A"
    strict = deal(new_table(load_rulebook("foster-sell").rules, FOUR, scores=[5, 1, 1, 1]))
    with pytest.raises(IllegalAction):
        strict.apply("bid 2")


def test_a_red_counter_goes_with_every_setting_back_and_lies_in_the_next_pool() -> None:
    hands = {"A": "2C 3C 4C 5C 6C 7C", "B": "4H 9S KS 8S 9D 2D", "C": "JH QS 4S AD TD 3D", "D": "KH 6S AC KC QC JC"}
    for options, red in (((), 0), (("red_counter",), 1)):
        at = act(table("foster-sell", hands=hands, options=options), "bid_3 pass pass sell 4H JH KH 2C")
        while not at.over:
            at = at.apply(at.legal_actions()[0])
        settle = next(e for e in at.events() if e.kind == "settle")
        assert settle.data["red"] == ({"B": 1} if red else {})
        assert next_table(at).pool == red
    revoked = act(table("foster-sell", hands=hands, options=("red_counter",)), "bid_3 pass pass sell 4H 4S KH 2C")
    revoked = revoked.apply("claim_penalty", by="B")
    assert revoked.scores["C"] == -3
    assert next(e for e in revoked.events() if e.kind == "penalty").data["red"] == 1


# -- pure verdicts ------------------------------------------------------------------------------------

PAIRS, EACH = (0, 1, 0, 1), (0, 1, 2)


@pytest.mark.parametrize("rule", choices("out_of_turn"))
def test_a_false_lead_under_every_rule(rule: str) -> None:
    rules = load_rulebook("foster-1897").replace(out_of_turn=rule).rules
    verdict, because = verdicts.judged(rules, lambda r: verdicts.out_of_turn(r, PAIRS, 1, 0))
    want = {
        "nothing": verdicts.Verdict(withdraw=True),
        "stands": verdicts.Verdict(withdraw=False),
        "exposed": verdicts.Verdict(withdraw=True, exposed=True, choosers=(0, 2), options=("call_exposed",)),
        "called_high_low": verdicts.Verdict(
            withdraw=True, choosers=(0,), options=("highest", "lowest", "trump", "not_trump")
        ),
    }
    assert verdict == want[rule]
    assert because == (("exposed_in_play", "out_of_turn") if rule == "exposed" else ("out_of_turn",))
    assert verdicts.out_of_turn(rules, PAIRS, 1, 0, followed=(0, 2, 3)).withdraw is False  # all have followed
    partner = verdicts.out_of_turn(rules, PAIRS, 2, 0)
    assert partner.choosers != (0,)  # the pitcher has no right over his own partner


def test_two_cards_wrong_scores_and_looks() -> None:
    foster, enquire = load_rulebook("foster-1897").rules, load_rulebook("enquire-1894")
    four = verdicts.two_cards(foster, PAIRS, 1)
    assert (four.choosers, four.options, four.exposed) == ((0, 2), ("first", "second", "call_exposed"), True)
    three = verdicts.two_cards(foster, EACH, 1)
    assert (three.choosers, three.options, three.withdraw) == ((0, 2), ("first", "second"), True)
    assert verdicts.two_cards(enquire.rules, PAIRS, 1) == verdicts.Verdict(withdraw=True)
    assert verdicts.wrong_score(enquire.rules, (0, 1), 0) == verdicts.Verdict(((1, 1),), taken_down=True)
    dear = enquire.with_options("four_for_wrong_score").rules
    assert verdicts.wrong_score(dear, (0, 1), 1).points == ((0, 4),)
    assert verdicts.wrong_score(foster, PAIRS, 1) == verdicts.Verdict(taken_down=True)
    assert verdicts.looked(foster, PAIRS, 1).points == ((0, 1),)
    assert verdicts.looked(enquire.rules, (0, 1), 1) == verdicts.Verdict()


# -- anything goes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "book", ["foster-1897", "trinidad", "foster-all-fives", "cassell-all-fives", "foster-sell", "foster-shasta-sam"]
)
def test_whatever_is_erred_called_and_claimed_the_story_and_the_replay_agree(book: str) -> None:
    chosen = load_rulebook(book)
    slips = 0
    for seed in range(7):
        rng = random.Random(f"{book} {seed}")
        size = rng.choice(chosen.rules.players)
        scores = [rng.randrange(chosen.rules.target) for _ in range(2 if size == 4 and book[-4:] != "sell" else size)]
        at = deal(new_table(chosen.rules, size, seed=seed, scores=scores, referee=True))
        for _ in range(300):
            seat = rng.choice(at.table.players)
            with contextlib.suppress(IllegalAction):  # a claim in vain
                at = at.apply(_something(at, seat, rng), by=seat)
            if at.over and rng.random() < 0.4:
                break
        slips += sum(e.kind in ("slip", "penalty") for e in at.events())
        again = deal(at.table)
        for seat, action in at.actions():
            again = again.apply(action, by=seat)
        assert again.events() == at.events()
        assert (at.events()[-1].scores, at.events()[-1].side if at.over else None) == (at.frame.scores, at.winner)
        held = [c for s in at.table.players for c in at.hand(s)]
        assert len(held) == len(set(held)) and not set(held) & {c for _, c in at.plays}
    assert slips > 5


def _something(at: Position, seat: str, rng: random.Random) -> Any:
    rights, hand = at.rights(seat), at.hand(seat)
    if rights and rng.random() < 0.5:
        return rng.choice(rights)
    if at.phase == "play" and hand and rng.random() < 0.2:
        return Call(Verb.EXPOSE, card=rng.choice(hand))
    if at.phase == "play" and hand and rng.random() < 0.3:
        return rng.choice(hand)
    return rng.choice(at.legal_actions()) if at.to_act == seat else "claim_penalty"
