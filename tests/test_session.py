"""A match played by one person: whose turn it is, what came of it, going back, and on from deal to deal."""

from __future__ import annotations

import random
from contextlib import suppress
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shelf import tables

from allfours_edu.analysis.players import chance_key, player
from allfours_edu.engine import IllegalAction, Position, action_text, deal, new_table, set_up
from allfours_edu.session import Session, SessionError, following_seed
from allfours_edu.sources import load_rulebook
from allfours_edu.widgets.stepper import play_out

BOOKS = tables()


def session(book: str = "trinidad", **more: Any) -> Session:
    return Session.new(load_rulebook(book), **{"seed": 7, **more})


def told(at: Position) -> list[str]:
    return [f"{who} {action_text(action)}" for who, action in at.actions()]


def one_move(of: Session, rng: random.Random) -> None:
    """Any lawful thing at all."""
    if of.pause and rng.random() < 0.5:
        of.go_on()
    elif of.over:
        of.next_deal()
    else:
        of.act(rng.choice([*(of.position.legal_actions() if of.position.to_act == of.you else ()), *of.rights]))


def to_the_end(of: Session, rng: random.Random) -> None:
    while not of.match_over:
        one_move(of, rng)


def pausing() -> Session:
    """Two hands, you deal and run the cards: now you may propose to throw the new ones together."""
    for seed in range(200):
        found = session("foster-1897", players=2, you="North", seed=seed)
        if found.position.phase == "answer":
            found.act("run")
            if found.pause:
                return found
    raise AssertionError("no such deal")


# -- whose turn it is -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("book", "players"), BOOKS)
def test_a_whole_match_in_every_book(book: str, players: int) -> None:
    rng = random.Random(players)
    for seed in range(3):
        chosen = load_rulebook(book).rules
        you = new_table(chosen, players).players[seed % players]
        novices = seed % 2 and chosen.auction is None  # who bids at random is set back for ever
        match = session(book, players=players, seed=seed, you=you, opponents="novice" if novices else "foster")
        while not match.match_over:
            assert match.over or match.yours
            assert match.position.seen_by(you).seat == you
            one_move(match, rng)
        result = match.position.result
        level = chosen.match_ends == "even_deals"  # all have dealt; two may have as many counters
        assert result is not None and (result.winner or result.loser or level) and not match.yours
        assert all(end.over for end in match.deals)


def test_trinidad_seats_four_with_a_partner_opposite() -> None:
    match = session()
    assert match.table.players == ("South", "East", "North", "West") and match.you == "South"
    assert [side.seats for side in match.table.sides] == [("South", "North"), ("East", "West")]
    assert match.opponents == dict.fromkeys(("East", "North", "West"), "foster")


@pytest.mark.parametrize("you", ["South", "East", "North", "West"])
def test_any_seat_may_be_yours(you: str) -> None:
    match = session(you=you)
    assert match.you == you and match.yours
    assert match.position.phase == {"South": "beg", "West": match.position.phase}.get(you, "play")


def test_seats_are_found_however_they_are_written() -> None:
    assert session(you=" south ").you == "South"
    assert session(players=["Ann", "Ben", "Cy", "Di"]).you == "Ann"
    with pytest.raises(SessionError, match=r"'Soth'.* Did you mean 'South'"):
        session(you="Soth")


def test_computer_players_by_name() -> None:
    assert session(opponents={"west": "novice"}).opponents == {"East": "foster", "North": "foster", "West": "novice"}
    with pytest.raises(SessionError, match=r"'fostr'.* Did you mean 'foster'"):
        session(opponents="fostr")
    with pytest.raises(SessionError, match="There are novice, foster"):
        session(opponents="qqq")


def test_the_news_are_what_happened_in_order() -> None:
    match = session()
    before = match.position
    news = match.act("stand")
    assert news[0].previous is before and news[-1] is match.position
    assert all(b.previous is a for a, b in pairwise(news))


def test_a_deal_in_which_you_never_act() -> None:
    rules = load_rulebook("trinidad")
    table = new_table(rules.rules, 4, turn_ups=["JH"], scores=[0, 12])
    match = Session(rules, table)
    assert match.over and match.match_over and match.position.winner == "East/West" and not match.used
    with pytest.raises(SessionError, match="The match is over"):
        match.next_deal()


def test_the_dealer_rotates() -> None:
    match, rng = session(), random.Random(3)
    dealers = [match.table.dealer]
    while not match.match_over:
        one_move(match, rng)
        if match.table.deal > len(dealers):
            dealers.append(match.table.dealer)
    assert dealers[:5] == ["West", "South", "East", "North", "West"][: len(dealers)] and len(dealers) > 2


def test_scores_go_on_from_deal_to_deal() -> None:
    match = session()
    to_the_end(match, random.Random(5))
    assert len(match.deals) > 2
    for one, following in pairwise(match.deals):
        assert one.scores == {s.name: n for s, n in zip(following.table.sides, following.table.scores, strict=True)}


# -- what is not possible ---------------------------------------------------------------------------------------------


def test_nothing_changes_where_an_action_is_not_lawful() -> None:
    match = session()
    at = match.position
    for action in ("give", "JH", "AS", "bid 3", "propose_bunch"):
        with pytest.raises(IllegalAction):
            match.act(action)
    for text in ("", "X", "stand up", "9" * 100_000):
        with pytest.raises(ValueError, match="not a"):
            match.act(text)
    assert match.position is at


def test_several_actions_are_done_all_or_none() -> None:
    match = session()
    at = match.position
    with pytest.raises(IllegalAction):
        match.act_all(["stand", "2S", "2H", "2D", "2C", "AS", "KS", "3S"])
    assert match.position is at and match.act_all([]) == ()


def test_cards_are_thrown_away_together_and_taken_back_together() -> None:
    matches = (session("foster-1897", players=4, seed=n) for n in range(99))
    match = next(m for m in matches if m.act("beg") and m.position.phase == "discard")
    before = match.position
    mine = before.hand("South")
    match.act_all([f"discard {c}" for c in mine[-3:]])
    assert match.position.phase == "play" and len(match.position.hand("South")) == 6
    match.undo()
    assert match.position is before


# -- rights out of turn -----------------------------------------------------------------------------------------------


def test_the_others_wait_while_you_may_throw_the_cards_together() -> None:
    match = pausing()
    assert match.yours and match.position.to_act != match.you and action_text(match.rights[0]) == "propose_bunch"
    news = match.act("propose_bunch")
    assert [action_text(p.action) for p in news[:1]] == ["propose_bunch"] and news[1].action.verb in ("agree", "refuse")
    if match.over:
        assert match.position.result and match.position.result.redeal
        match.next_deal()
        assert match.table.attempt == 1


def test_a_right_may_pass() -> None:
    match = pausing()
    at = match.position
    match.go_on()
    assert match.position is not at and not match.pause and match.position.to_act == match.you
    with pytest.raises(SessionError):
        match.go_on()
    match.undo()  # back to the answer
    assert match.position.phase == "answer"


# -- back, again, beside ----------------------------------------------------------------------------------------------


def test_undo_goes_back_to_your_decision_and_no_further() -> None:
    match = session()
    first = match.position
    assert not match.can_undo
    match.act("stand")
    second = match.position
    match.act(second.legal_actions()[0])
    match.undo()
    assert match.position is second
    match.undo()
    assert match.position is first and not match.can_undo
    with pytest.raises(SessionError, match="not done anything"):
        match.undo()


def test_take_backs_can_be_locked() -> None:
    match = session(take_backs=False)
    match.act("stand")
    at = match.position
    with pytest.raises(SessionError, match="nothing is taken back"):
        match.undo()
    assert match.position is at and not match.can_undo


def test_the_same_deal_again() -> None:
    match, rng = session(), random.Random(1)
    while match.table.deal < 3:
        one_move(match, rng)
    while not match.over:
        one_move(match, rng)
    first, earlier = match.first, match.earlier
    match.same_deal()
    assert match.first is first and match.earlier == earlier and not match.over


def test_a_new_deal_is_another_match() -> None:
    match = session()
    match.act("stand")
    match.new_deal()
    assert match.table.seed == 8 and match.table.deal == 1 and not match.used
    match.new_deal("class-9")
    match.new_deal()
    assert match.table.seed == "class-10" and match.table.players == ("South", "East", "North", "West")


def test_starting_again_is_the_match_from_its_first_deal() -> None:
    match = session()
    begun = told(match.position), match.table
    to_the_end(match, random.Random(2))
    match.restart()
    assert (told(match.position), match.table) == begun and match.earlier == ()


def test_what_if_leaves_the_match_as_it_was() -> None:
    match = session()
    match.act("stand")
    trunk = match.deals
    match.what_if()
    assert match.in_branch
    with pytest.raises(SessionError):
        match.what_if()
    match.undo()
    match.act("beg")
    while not match.over:
        match.act(match.position.legal_actions()[0])
    with pytest.raises(SessionError, match="what if"):
        match.next_deal()
    match.back()
    assert match.deals == trunk and not match.in_branch
    with pytest.raises(SessionError):
        match.back()


def test_a_match_can_begin_in_the_middle_of_a_deal() -> None:
    book = load_rulebook("trinidad")
    table = new_table(book.rules, 4, scores=[3, 4])
    hands = {"South": "QS 7S 9D", "East": "QD 3H", "North": "TD 7H", "West": "TC 7C"}
    at = set_up(table, hands, "S", trick=[("East", "KD"), ("North", "4D"), ("West", "JS")], begun=True)
    match = Session(book, at)
    assert match.position is at and match.yours and not match.can_undo and not match.used
    match.act("QS")
    match.undo()
    assert match.position is at
    while not match.over:
        match.act(match.position.legal_actions()[0])
    match.next_deal()
    assert match.table.deal == 2 and match.yours


# -- the same again ---------------------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(BOOKS), st.integers(0, 10_000))
def test_same_seed_and_same_choices_give_the_same_match(seed: int, book: tuple[str, int], choices: int) -> None:
    stories = []
    for _ in range(2):
        match = session(book[0], players=book[1], seed=seed)
        to_the_end(match, random.Random(choices))
        stories.append([told(end) for end in match.deals])
    assert stories[0] == stories[1]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.lists(st.sampled_from("move undo same if back new restart".split()), max_size=40))
def test_whatever_is_done_the_session_stands_somewhere_sensible(seed: int, steps: list[str]) -> None:
    match, rng = session("foster-1897", players=2, seed=seed), random.Random(seed)
    todo = {"undo": match.undo, "same": match.same_deal, "if": match.what_if, "back": match.back, "new": match.new_deal,
            "restart": match.restart}  # fmt: skip
    for step in steps:
        with suppress(SessionError):
            one_move(match, rng) if step == "move" else todo[step]()
        assert match.over or match.yours
        assert match.position.path()[0].table == match.first.table
        rebuilt = deal(match.table)
        for who, action in match.position.actions():
            rebuilt = rebuilt.apply(action, by=who)
        assert (rebuilt.scores, rebuilt.phase) == (match.position.scores, match.position.phase)


@pytest.mark.parametrize(("seed", "then"), [(0, 1), (-3, -2), ("a9", "a10"), ("007", "8"), ("", "-2"), ("é", "é-2")])
def test_seeds_that_follow(seed: object, then: object) -> None:
    assert following_seed(seed) == then


@pytest.mark.parametrize("seed", [3, 7, 11])
def test_computer_players_do_the_same_at_the_table_as_in_a_played_deal(seed: int) -> None:
    """The same deal, the same luck, wherever it is shown."""
    shown = play_out(deal(new_table(load_rulebook("trinidad").rules, 4, seed=seed)))
    session = Session.new(load_rulebook("trinidad"), seed=seed, players=4)
    me = player("foster")
    for _ in range(60):
        at = session.position
        if at.over:
            break
        session.act(me.choose(at.seen_by(str(at.to_act)), chance_key(at.table)).action)
    assert session.position.actions() == shown.actions()
