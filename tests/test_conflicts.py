"""Each dispute of the texts is there with its sides; a page that contradicts itself is refused with the places."""

from __future__ import annotations

from pathlib import Path

import pytest

from allfours_edu import conflicts as register
from allfours_edu.conflicts import Conflict, conflicts
from allfours_edu.rules import FIELDS
from allfours_edu.sources import (
    QuiltError,
    RulebookError,
    SourceError,
    clashes,
    load_rulebook,
    load_witness,
    rulebooks,
    strands,
    witnesses,
)

# From the comparison of the texts, not from the file under test: number, field, what the sides say.
REGISTER: dict[int, tuple[str, set[object]]] = {
    1: ("tie", {"non_dealer", "eldest_of_tied", "nobody"}), 2: ("tie", {"non_dealer", "eldest", "nobody"}),
    3: ("tie", {"nobody", "eldest_of_tied"}), 4: ("low_to", {"holder", "taker"}),
    5: ("turn_points", {(("J", 1),), (("A", 1), ("6", 2), ("J", 3))}), 6: ("refused_suit", {"nothing", "scores"}),
    7: ("earlier_turns", {"kept", "final_only"}), 8: ("turned_jack_stands", {"unless_announced", "unless_before_turn"}),
    9: ("follow", {"follow_or_trump", "follow_else_any"}), 10: ("void", {"free", "must_trump"}),
    11: ("undertrump", {"allowed", "barred_if_choice", "barred"}), 12: ("direction", {"left", "right"}),
    13: ("target", {7, 9, 10, 11, 14, 15, 31, 50, 61, 100}), 14: ("gift_to", {"all_adversaries", "beggar"}),
    15: ("gift_may_put_out", {False, None}), 16: ("begs", {"once", "by_consent"}),
    17: ("after_run", {"six", "nine_once", "all", None}), 19: ("cut_wins", {"highest", "lowest", "first_jack"}),
    20: ("packets", {(3, 3), (1,) * 6}),
    21: ("misdeal", {"passes", "dealer_again_or_pone", "new_deal_if_claimed", "same_dealer", "opponents_one",
                     "opponents_one_passes"}),
    22: ("exposed_in_deal", {"adversaries", "owner", "opponents_card", "any_card"}),
    23: ("revoke_points", {"one_two_jack_out", "one_two_jack_held", "one", "game_if_top_trump", "game"}),
    24: ("peg_to", {"winner", "player_AKQ"}), 25: ("trump_from", {"turn", "pitch"}),
    26: ("jack_besides", {False, True, None}), 27: ("put_out_seller", {"barred", "full_value"}),
    28: ("equal_bid", {"nobody", "dealer_below_most"}), 29: ("all_pass", {"eldest_unbound", "dealer_two", "redeal"}),
    30: ("out_first", {"bidder", "order"}), 31: ("smudge", {"bidder", "anyone", "sweep_point"}),
    32: ("refused_bid", {"seller_bound", "bidder_marks"}), 33: ("trump_from", {"cut", "stock_top"}),
    35: ("follow", {"follow_else_any", "follow_or_trump"}), 37: ("hang_jack", {3, 6}),
    38: ("trick_by", {"suit", "any_highest"}), 39: ("pips", {"usual", "tricks"}),
    42: ("misdeal", {"dealer_again_or_pone", "same_dealer"}),
    44: ("look", {"eldest_then_dealer", "eldest_and_dealer", None}),
    45: ("discarded", {"out_of_play", "counts_as_dealt", None}), 46: ("jack_free", {True, False}),
    47: ("after_trick", {"free", "trump"}), 48: ("tie", {"eldest", "eldest_of_tied"}),
    49: ("follow", {"follow_or_trump", "follow_else_any"}), 51: ("refused_suit", {"scores", "nothing"}),
    52: ("gift_to", {"beggar", "all_adversaries"}), 53: ("void", {"free", "must_trump"}), 54: ("target", {11, 4}),
    55: ("revoke_to", {"opponents_side", "each_opponent"}), 56: ("tie", {"nobody", "non_dealer"}),
}  # fmt: skip
LOO: dict[str, set[object]] = {  # all under number 40
    "flush_rank": {"elder", "trump_first_better", "trump_pam_elder", "superior_then_elder"},
    "flush_looes": {"in", "in_but_flush", "table", "table_but_flush", "table_but_flush_and_pam"},
    "lead_of_two": {"free", "higher_if_two_play", "higher_if_three_play", "higher_of_three"},
    "loo_revoke": {"divide", "replay", "replay_looed", "pays_all"},
    "pam_civil": {"always", "if_asked"},
    "simple": {"after_widow_only", "first_only", "unlooed", "first_and_unlooed"},
}
IN_WORDS = {18, 34, 37, 41, 43, 50, 54, 57}  # no field can say these
OPTIONS = {
    "foster-1897": "keep_nine final_jack_only strict_look bunch_any_table low_to_taker one_at_a_time",
    "hoyle-ten": "jack_only ones low_cut_deals keep_all trumps_only",
    "enquire-1894": "must_trump four_for_wrong_score tie_nobody keep_all",
    "cassell-1881": "nine modern_method keep_all most_tricks",
    "wiki-laws": "ten eldest_takes_ties refused_jack_nothing must_redeal",
    "group-seven-up": "trump_at_will gift_to_both",
    "trinidad": "tobago no_undertrump undertrump_loses game_two hang_six gift_needs_trump ones trump_and_play_anything"
    " any_renege_loses misdeal_passes seven stag tournament",
    "foster-all-fives": "keep_nine final_jack_only jack_besides five_blank",
    "cassell-all-fives": "jack_besides trump_after_trick four tie_nobody",
    "cassell-blind": "seven stripped tie_nobody",
    "west-yorkshire": "two_hands league no_cutting_in",
    "cotton-1674": "seven fifteen set_of_four",
    "running-all-fours-1674": "score_the_count",
    "hoffmann-1909": "lowest_deals refused_jack_nothing keep_all count_blind",
    "foster-california-jack": "tie_non_dealer",
    "group-california-jack": "ten cut three_or_four",
    "french-fours": "follow_or_trump",
    "foster-sell": "bid_full_value bidder_marks red_counter smudge",
    "commercial-pitch-10": "pool elder_takes_ties",
    "auction-pitch-modern": "from_one strict_order eldest_unbound redeal low_to_taker sweep_point",
    "foster-sancho": "board parlett_dom",
    "foster-snoozer": "fifty",
    "cinch": "forty_two",
}


def test_every_number_of_the_register_is_there() -> None:
    assert {conflict.number for conflict in conflicts()} == set(range(1, 58))


@pytest.mark.parametrize(
    ("number", "field", "values"), [*((n, *REGISTER[n]) for n in REGISTER), *((40, f, LOO[f]) for f in LOO)]
)
def test_the_sides_give_different_values(number: int, field: str, values: set[object]) -> None:
    found = [c for c in conflicts() if c.number == number and c.field == field]
    assert len(found) == 1
    assert {side.value for side in found[0].sides} == values
    assert all(side.says for side in found[0].sides)
    assert all((side.value is None) == side.silent for side in found[0].sides)


@pytest.mark.parametrize("number", sorted(IN_WORDS))
def test_what_no_field_can_say_is_said(number: int) -> None:
    found = [c for c in conflicts() if c.number == number and not c.field]
    assert found and all(len({side.says for side in c.sides}) >= 2 for c in found)


def test_every_dispute_says_what_the_books_do() -> None:
    for conflict in conflicts():
        assert len(conflict.sides) >= 2 and conflict.taken, conflict.number


@pytest.mark.parametrize("number", [*range(1, 25), *range(26, 43)])
def test_every_disputed_reading_has_its_rival(number: int) -> None:
    found = [r for w in witnesses() for c in load_witness(w).clauses.values() for r in c.readings]
    found = [reading for reading in found if reading.register == f"R{number}"]
    assert len({reading.says for reading in found}) >= 2
    assert any(reading.preferred for reading in found) and any(not reading.preferred for reading in found)
    assert all(reading.argument for reading in found)


@pytest.mark.parametrize("book", OPTIONS)
def test_the_options_that_the_comparison_names_are_there(book: str) -> None:
    assert set(OPTIONS[book].split()) <= set(load_rulebook(book).options)


# --- faults -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("foster-1897#tie-two", "foster-1897#tie-tow", "There is no clause of foster-1897 'tie-tow'"),
        ("wiki-laws#tie@A", "wiki-laws#tie@Z", "has no reading 'Z'"),
        ("foster-1897+final_jack_only", "foster-1897+final", "foster-1897 has no option 'final'"),
        ("silent:cotton-1674", "silent:foster-1897", "not recorded as silent on gift_may_put_out"),
        ("scenario:td-12-the-high-hand", "scenario:td-99", "There is no scenario 'td-99'"),
        ('{ at = "seed-group#look" }', '{ at = "seed-group#low" }', "does not set look"),
        ('field = "low_to"', 'field = "low"', "did you mean"),
        ('topic = "low_to"', 'topic = "lowto"', "did you mean 'low_to'"),
        ('taken = "kept"', "", "taken"),
        (
            '{ at = "foster-1897#gift-not-out" }, { at = "silent:cotton-1674" }, { at = "silent:pagat-fr" }',
            '{ at = "silent:cotton-1674" }, { at = "silent:pagat-fr" }',
            "all say the same",
        ),
    ],
)
def test_a_broken_register_names_the_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, expected: str
) -> None:
    text = (register.folder() / "conflicts.toml").read_text("utf-8")
    assert old in text
    (tmp_path / "conflicts.toml").write_text(text.replace(old, new, 1), "utf-8")
    (tmp_path / "scenarios").symlink_to(register.folder() / "scenarios")
    monkeypatch.setattr(register, "folder", lambda: tmp_path)
    with pytest.raises(SourceError, match=r"sources/conflicts\.toml") as caught:
        conflicts.__wrapped__()
    assert expected in str(caught.value)


# --- a page that is no book -------------------------------------------------------------------------------------------


def test_the_wiki_article_taken_whole_refuses_and_shows_its_contradictions() -> None:
    with pytest.raises(QuiltError) as caught:
        load_rulebook("seed-wiki")
    error = caught.value
    apart = {clash.field: dict(clash.answers) for clash in error.clashes if not clash.open}
    assert set(apart) == {"players", "direction", "turn_points", "hang_jack", "begs", "target"}
    assert set(apart["target"]) == {7, 10, 14}
    assert apart["direction"] == {
        "right": ("seed-wiki#infobox-direction",),
        "left": ("wiki-laws#direction", "wiki-rules#dealing"),
    }
    message = str(error)
    assert "contradicts itself on 6 questions" in message and "wiki-rules#target" in message
    assert "wiki-laws" in message.split("Made from it:")[1]
    assert {"exhausted", "revoke_bars"} & set(error.gaps) and set(error.gaps) < set(FIELDS)


def test_open_readings_are_no_contradiction() -> None:
    several = {clash.field for clash in clashes("seed-wiki") if clash.open}
    assert {"gift_to", "misdeal", "packets"} <= several and "direction" not in several


def test_a_text_of_one_piece_is_refused_in_fewer_words() -> None:
    with pytest.raises(RulebookError, match=r"is a text, not a rule book\. Made from it: .*group-seven-up"):
        load_rulebook("seed-group")
    assert len(strands("seed-wiki")) == 11 and len(strands("seed-group")) == 1
    assert "seed-wiki" not in rulebooks()
    assert isinstance(conflicts()[0], Conflict)
