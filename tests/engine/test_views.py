"""Who may see what: the rules on looking, hidden discards, the stock, and nothing of the seed."""

from __future__ import annotations

from dataclasses import fields

import pytest
from engine import rules_bare
from engine.driving import act, keep

from allfours_edu.cards import card, cards
from allfours_edu.engine import BEG, GIVE, RUN, STAND, Position, View, deal, discard, new_table

pytestmark = pytest.mark.engine
FOUR = ("A", "B", "C", "D")


def looking(at: Position) -> str:
    """The players who see their cards."""
    return "".join(seat for seat in at.table.players if at.seen_by(seat).hand is not None)


@pytest.mark.parametrize(("look", "first", "begged"), [
    ("eldest_then_dealer", "A", "AD"), ("eldest_and_dealer", "AD", "AD"), ("all", "ABCD", "ABCD"),
])  # fmt: skip
def test_who_may_look_before_the_trump_stands(look: str, first: str, begged: str) -> None:
    at = deal(new_table(rules_bare.seven_up(look=look), FOUR, turn_ups=["7H", "9D"]))
    assert looking(at) == first
    assert looking(at.apply(STAND)) == "ABCD"
    assert looking(at.apply(BEG)) == begged
    assert looking(at.apply(BEG).apply(GIVE)) == "ABCD"
    assert looking(at.apply(BEG).apply(RUN)) == "ABCD"


def test_loo_is_declared_unseen_in_turn() -> None:
    at = deal(new_table(rules_bare.five_card_loo(), ("A", "B", "D"), turn_ups=["7H"]))
    assert looking(at) == "A"
    at = act(at, "declare_in")
    assert looking(at) == "AB"
    assert looking(act(at, "declare_out declare_in")) == "ABD"


def test_the_pitchers_partner_waits_for_the_pitch() -> None:
    at = deal(new_table(rules_bare.pitch(look="pitcher_side_waits"), FOUR))
    assert looking(at) == "ABD"
    assert looking(at.apply(at.legal_actions()[0])) == "ABCD"


def test_a_view_has_no_seed_no_pack_and_no_other_hand() -> None:
    at = deal(new_table(rules_bare.seven_up(), FOUR, seed=11)).apply(STAND)
    view = at.seen_by("B")
    assert {"seed", "pack", "table", "frame", "position"}.isdisjoint(f.name for f in fields(View))
    assert view.hand == at.hand("B")
    shown = str({f.name: getattr(view, f.name) for f in fields(View) if f.name != "rules"})
    for seat in "ACD":
        assert not any(repr(c) in shown for c in at.hand(seat))
    assert view.held == (("A", 6), ("B", 6), ("C", 6), ("D", 6))
    assert view.legal_actions() == ()
    assert at.seen_by("A").legal_actions() == at.legal_actions()
    assert (view.dealer, view.side_of("B").seats) == ("D", ("B", "D"))


def test_discards_are_hidden_from_the_others() -> None:
    at = deal(new_table(rules_bare.seven_up(), ("A", "D"), turn_ups=["7H", "9D"])).apply(BEG).apply(RUN)
    thrown = at.hand("A")[0]
    at = keep(at, " ".join(c.text for c in at.hand("A")[3:]))
    assert ("A", discard(thrown)) in at.seen_by("A").calls
    assert all(call.card is None for _, call in at.seen_by("D").calls)
    assert at.seen_by("D").held == (("A", 6), ("D", 9))


def test_only_the_top_of_an_open_stock_is_seen_and_open_draws_are_known() -> None:
    pack = cards("AS KS 2H QS JH TS 9D 4C 3D 5D 8C 7H TH 6S AC 2C")
    at = deal(new_table(rules_bare.california_jack(), ("A", "D"), pack=pack, trump="H"))
    assert at.seen_by("A").stock_open == (card("TH"),)
    at = act(at, "AS TS")
    assert at.seen_by("D").known == (("A", (card("TH"),)),)
    assert at.seen_by("A").known == (("D", (card("6S"),)),)
    shut = rules_bare.california_jack(stock="face_down", draw_seen="closed")
    at = act(deal(new_table(shut, ("A", "D"), pack=pack, trump="H")), "AS TS")
    assert (at.seen_by("A").stock_open, at.seen_by("A").known) == ((), ())


def test_the_trick_and_the_tricks_as_seen() -> None:
    hands = {"A": "AS KS QS JS TS 9S", "B": "8S 7S 6S 5S 4S 3S"}
    at = act(deal(new_table(rules_bare.seven_up(), ("A", "B"), hands=hands, turn_ups=["7H"])), "stand AS 8S KS")
    view = at.seen_by("B")
    assert view.tricks == ((("A", card("AS")), ("B", card("8S"))),)
    assert view.trick == (("A", card("KS")),)
    assert view.trick == at.trick
