"""Deals of one's own: many ways to write a hand, one way to be told what is wrong, and a code that keeps the cards."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import allfours_edu as af
from allfours_edu.cards import PACK, SUIT_SIGNS, Card
from allfours_edu.record import CodeError, deal_code, read_code
from allfours_edu.sources import load_rulebook, rulebooks
from allfours_edu.teach.owndeal import OwnDealError, read_deal, read_hand

HAND = "AS KS 5S QH JH TC"
WAYS = [
    HAND, "S: A K 5 / H: QJ / D: - / C: 10", "AK5.QJ..T", "AK5.QJ.-.10", "ak5.qj..t", "♠AK5 ♥QJ ♣10",
    "♠ A K 5 ♥ Q J ♣ T",
    "A♠ K♠ 5♠ Q♥ J♥ 10♣", "S AK5 H QJ D void C T", "S:AK5 H:QJ C:10", "spades: AK5, hearts: QJ, clubs: 10",
    "SAK5 HQJ CT", "AK5S QJH TC", "♤AK5|♡QJ|♢—|♧10", "S\ufe0f AK5 H QJ C 10", "as, ks; 5s qh jh 10c  # my hand",
    "S: A K 5\nH: Q J\nC: 10", "Spade A, K, 5; heart Q, J; club T",
]  # fmt: skip


@pytest.mark.parametrize("text", WAYS)
def test_every_way_to_write_a_hand(text: str) -> None:
    assert read_hand(text) == read_hand(HAND)
    assert len(read_hand(text).cards) == 6


@given(st.lists(st.sampled_from(PACK), unique=True, max_size=13), st.integers(0, 4))
def test_a_hand_written_by_suits_is_read_again(hand: list[Card], style: int) -> None:
    by_suit = {suit: [c.rank for c in hand if c.suit == suit] for suit in "SHDC"}
    text = [
        " ".join(c.text for c in hand), " ".join(str(c) for c in hand), ".".join("".join(r) for r in by_suit.values()),
        " / ".join(f"{suit}: {' '.join(r) or '-'}" for suit, r in by_suit.items()),
        " ".join(f"{SUIT_SIGNS[suit]}{''.join(r).replace('T', '10')}" for suit, r in by_suit.items()),
    ][style]  # fmt: skip
    assert set(read_hand(text).cards) == set(hand)


def test_open_cards_are_counted() -> None:
    assert read_hand("AS ? ??").unknown == 3
    assert read_hand("AK?...").unknown == 1
    assert read_hand(["AS", "?", "x"]).unknown == 2
    assert read_hand("void") == read_hand("-") == read_hand("") == ((), 0)


WRONG = {
    "AS 1H": ("no_card", "▸1H◂", "expected a rank"),
    "A K 5": ("which_suit", "▸A◂", "has no suit"),
    "AK5.QJ.T": ("four_suits", "AK5.QJ.T", "four, spades.hearts.diamonds.clubs"),
    "AK1.QJ..T": ("no_rank", "▸1◂", "is no rank"),
    "AS KS as": ("twice", "▸as◂", "ace of spades stands twice"),
    "AS Z: K": ("no_suit", "▸Z:◂", "is no suit"),
    "AS hello": ("no_card", "▸hello◂", "is no card"),
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_is_shown_with_its_place(text: str) -> None:
    key, shown, words = WRONG[text]
    with pytest.raises(OwnDealError) as caught:
        read_hand(text, "South")
    assert caught.value.key == key and caught.value.where == "South"
    assert str(caught.value).startswith("South:") and shown in str(caught.value) and words in str(caught.value)


def test_a_whole_deal_in_a_text() -> None:
    text = """
    # made for the second lesson
    South: AK5.QJ..T          // eldest
    West = S: Q / H: 2 3
    North: ?
    East - nil
    """
    with pytest.raises(OwnDealError, match=r"Line 6, East"):
        read_deal(text)
    deal = read_deal(text.replace("East - nil", "East: -\nturned: 4♦\ndealer: East\ntrumps: ♦\nplays: stand, AS"))
    assert list(deal.hands) == ["South", "West", "North", "East"]
    assert (deal.turned[0].text, deal.dealer, deal.trump, deal.plays) == ("4D", "East", "D", "stand, AS")


def test_several_seats_in_one_line() -> None:
    deal = read_deal("South: AH; 3H; KS; North: JH 7H QS; turned: 4H")
    assert [len(hand.cards) for hand in deal.hands.values()] == [3, 3]
    assert list(read_deal("N:AK5.QJ..T\nS:432...").hands) == ["North", "South"]
    assert list(read_deal("elder AH 3H\ndealer JH 7H").hands) == ["elder", "dealer"]
    assert read_deal("elder: AH\ndealer: JH 7H").dealer is None


def test_hands_without_names_go_in_order_of_play() -> None:
    position = af.new_deal("foster-1897", hands="AH 3H KS\nJH 7H QS", turned="4H")
    eldest, dealer = position.table.players
    assert {"AH", "3H", "KS"} <= {c.text for c in position.hand(eldest)}
    assert {"JH", "7H", "QS"} <= {c.text for c in position.hand(dealer)}
    assert len(position.hand(eldest)) == 6 and position.turned is not None and position.turned.text == "4H"


def test_the_rest_is_dealt_by_the_seed() -> None:
    def hand(seed: int) -> Any:
        return af.new_deal("trinidad", hands="South: AH ? ?", seed=seed).hand("South")

    assert hand(3) == hand(3) != hand(4)
    assert "AH" in {c.text for c in hand(3)} and len(hand(3)) == 6


def test_text_says_turn_up_dealer_trump_and_plays() -> None:
    text = "South: AH 3H KS\nNorth: JH 7H QS\nturned: 4H\ndealer: south\nplays: stand"
    position = af.new_deal("foster-1897", hands=text)
    assert position.table.dealer == "South" and position.phase == "play" and position.trump == "H"
    with pytest.raises(af.TableError, match="said twice"):
        af.new_deal("foster-1897", hands=text, turned="5H")
    assert af.new_deal("foster-1897", hands="South: AH\nNorth: JH\ntrump: clubs").trump == "C"


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        ("X: AH", "does not sit at the table"),
        ("AH\nKH\nQH\nJH\n9H", "5 hands without names"),
        ("South: AH\nKS", "before every hand"),
        ("South: AH\nSouth: KH", "two lines"),
        ("South: AH\nNorth: AH", "stands in two places: South and North"),
        ("South: AH KH QH JH TH 9H 8H", "was given 7 cards"),
        ("", "no hand in this text"),
        ("x" * 5000, "too long"),
        ({"South": "A?Z"}, "South"),
    ],
)
def test_clear_errors(hands: Any, words: str) -> None:
    if hands == "":
        with pytest.raises(OwnDealError, match=words):
            read_deal("")
        return
    with pytest.raises(ValueError, match=words) as caught:
        af.new_deal("foster-1897", hands=hands)
    assert "\n" not in str(caught.value)


@settings(max_examples=60)
@given(st.text(max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    with contextlib.suppress(OwnDealError):
        read_deal(text)


# -- the code of a made-up deal ----------------------------------------------------------------------------


def test_a_made_up_deal_has_a_code() -> None:
    hands = "South: AK5.QJ..T\nEast: Q..432.32\nNorth: 432..KQJ.\nWest: 876.AK.A."
    position = af.new_deal("trinidad", hands=hands, turned="9C", scores=[6, 4])
    code = deal_code("trinidad", of=position)
    assert len(code.replace("-", "")) <= 30  # four hands and a turn-up are nineteen characters of it
    again = af.new_deal(code.lower().replace("-", " "))
    assert [again.hand(s) for s in again.table.players] == [position.hand(s) for s in position.table.players]
    assert (again.turned, again.scores, again.table.pack[24:]) == (
        position.turned, position.scores, position.table.pack[24:],
    )  # fmt: skip
    assert deal_code("trinidad", of=again) == code
    for n, letter in enumerate(code):
        if letter != "-":
            with pytest.raises(CodeError):
                read_code(code[:n] + ("7" if letter != "7" else "9") + code[n + 1 :])


def test_the_dealer_is_in_the_code() -> None:
    position = af.new_deal("foster-1897", hands="South: AH\nNorth: KH", dealer="South")
    again = af.new_deal(deal_code("foster-1897", of=position))
    assert again.table.players == ("North", "South") and again.hand("South") == position.hand("South")


def test_a_seed_keeps_its_short_code() -> None:
    assert deal_code("trinidad", of=af.new_deal("trinidad", seed=7)) == "1TT4-79"


@pytest.mark.parametrize("book", rulebooks())
def test_every_book_and_number_of_players(book: str) -> None:
    whole = load_rulebook(book)
    for n in whole.rules.players:
        if whole.rules.trump_from == "cut":
            continue
        first = af.new_deal(book, players=n, seed=5)
        eldest = first.table.players[0]
        mine = [c for c in first.table.pack if c.suit == "H"][: min(3, whole.rules.hand_size)]
        position = af.new_deal(book, players=n, seed=5, hands={eldest: mine})
        again = af.new_deal(deal_code(book, of=position))
        assert [again.hand(s) for s in again.table.players] == [position.hand(s) for s in position.table.players]
        assert sorted(again.table.pack) == sorted(position.table.pack)


def test_a_table_shows_the_code_of_its_own_cards() -> None:
    position = af.new_deal("trinidad", hands="South: AK5.QJ..T", seed=2)
    table = af.play(position, save=False)
    assert table.state["footer"]["code"] == deal_code("trinidad", of=position) != "1TT4-2C"
