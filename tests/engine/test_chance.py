"""The shuffle is for ever: the same seed lays the same pack in every year, so a printed code can be dealt again."""

from __future__ import annotations

import hashlib

import pytest
from engine import rules_bare

from allfours_edu.cards import JOKER, PACK, shuffled
from allfours_edu.engine import deal, new_table, pack_for

pytestmark = pytest.mark.engine

# Written down once, never to be changed: a difference here breaks every deal code in print.
GOLDEN = {
    (0, 1, 0): (
        "TD KH 5S 3S 9D 5D 4D JS 8D 6H AS 2S 5C 3D QH AH 6D AD 4S 5H KD JD QS 6C 9C 4C "
        "7D 8C 6S AC TS 9S 8H 4H 7C 8S QD 2D JH KC 2H KS JC 3H 3C 7H 7S 9H TH TC QC 2C"
    ),
    (7, 1, 0): (
        "QD 2C 3D 4C 7D KH 3S 9H JH 7C KS 4D 9S AS 2D KD 5S AH 7H 5C TC 5H 2S 6S 8C 2H "
        "6H 7S 6C TD QC 9D 8H 4H JD 3C KC 5D TS JC 9C 8D QS AC TH 4S 3H QH 8S 6D JS AD"
    ),
    (7, 2, 0): (
        "4D 7S 7H AS KC 6H AC 4H 3D 8S 2H 5C 6S 3C 7D 5D QH AH JC 6C KS 4C 8H 3H 8D TD "
        "JH JS 9C TC 6D AD 9D KH 2C 9S 7C JD 8C 2D TH 9H 5S KD 4S QD 5H QC QS 2S 3S TS"
    ),
    (7, 1, 1): (
        "KD 8D TC 3D 9H 9S TD 5S 7S 2H 2D 9C 7D JH 9D 5D 2S JC 5H 8C 6D KS 3C QD KC AS "
        "AC 3S 4C 6C 8S AD KH TS QS TH JD JS 4S 5C AH 7C 3H 4D 6H 2C 4H 8H QH 7H 6S QC"
    ),
    (2026, 1, 0): (
        "9H 2D 7C 8D 9C 9D 3D 4C JC 4D AD 9S 6H 4H 6C 3S 7S 2C KS TC 7D QD QC TS 7H AH "
        "2S 5D JH 6D JD QS 8S TD 8C 5S 6S 3C 4S 2H KH AC 8H KD QH AS 5H 3H TH KC 5C JS"
    ),
    ("blackboard", 3, 2): (
        "2H JD JS 6S 7H QC 8S 8C 5D 9S 3C 4C 5H QS 2D 6C 4H TD KS KC JH 5C QH TC 9H 2C "
        "JC 4S 9C AS 6D 7D AD AH 4D TH 8D 6H 8H 9D 2S QD 7S 5S AC KD KH TS 7C 3H 3S 3D"
    ),
}


@pytest.mark.parametrize("key", GOLDEN)
def test_golden_packs(key: tuple[object, ...]) -> None:
    assert " ".join(c.text for c in shuffled(*key)) == GOLDEN[key]


def test_the_recipe_in_three_lines() -> None:
    """The shuffle as its documentation tells it, written again."""
    for key in (("0", "1", "0"), ("a b", "3", "2")):
        number = int(hashlib.sha512(("allfours-pack/1:" + ":".join(key)).encode()).hexdigest(), 16)
        left, pack = [rank + suit for suit in "SHDC" for rank in "23456789TJQKA"], []
        while left:
            pack.append(left.pop(number % len(left)))
            number //= len(left) + 1
        assert [c.text for c in shuffled(*key)] == pack


def test_packs_are_whole_and_differ() -> None:
    packs = {shuffled(seed, deal, attempt) for seed in range(40) for deal in (1, 2) for attempt in (0, 1)}
    assert len(packs) == 160
    assert all(sorted(pack) == list(PACK) for pack in packs)


def test_the_joker_lies_among_cards_that_do_not_move() -> None:
    with_joker = shuffled(7, 1, 0, joker=True)
    assert with_joker.count(JOKER) == 1
    assert tuple(c for c in with_joker if c is not JOKER) == shuffled(7, 1, 0)


def test_the_same_seed_deals_the_same_pack_under_every_book() -> None:
    pack, removed = pack_for(rules_bare.seven_up(), 4, 7)
    assert (pack, removed) == (shuffled(7, 1, 0), ())
    assert pack_for(rules_bare.five_card_loo(), 3, 7)[0] == pack
    short, _ = pack_for(rules_bare.seven_up(stripped="sixes_sevens"), 2, 7)
    assert short == tuple(c for c in pack if c.rank not in "67")


def test_the_golden_deal() -> None:
    at = deal(new_table(rules_bare.seven_up(), 4, seed=7))
    assert {seat: " ".join(c.text for c in at.dealt(seat)) for seat in at.table.players} == {
        "South": "9S AS 2D 3D QD 2C",
        "West": "5S KH AH 7D KD 4C",
        "North": "3S 7H 9H JH 5C TC",
        "East": "2S 6S KS 5H 4D 7C",
    }
    assert at.turned is not None
    assert at.turned.text == "8C"


def test_removed_deuces() -> None:
    rules = rules_bare.california_jack(players=(3,), remainder="removed")
    table = new_table(rules, 3, seed=1)
    assert [c.text for c in table.removed] == ["2C"]
    assert len(table.pack) == 51
