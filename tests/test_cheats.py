"""The cheating lab: every cheat with an evening of his own is found by the count that belongs to him."""

from __future__ import annotations

from fractions import Fraction

import pytest

import allfours_edu as af
from allfours_edu.analysis.cheats import PLAYABLE, PLAYERS, TESTS, cheats, night, pips_out, unseen
from allfours_edu.sources import load_witness
from allfours_edu.teach.cheattable import LEVEL

BLATANT = sorted(set(PLAYABLE) - {"marked-cards"})


@pytest.mark.parametrize("id", BLATANT)
def test_the_cheat_is_found_and_nobody_else(id: str) -> None:
    found = night(id, deals=60, seed=1).evidence()
    loud = [(e.test, e.player) for e in found if e.chance <= LEVEL]
    assert loud == [(cheats()[id].test, "" if cheats()[id].test == "tens" else "North")]


def test_honest_evenings_are_quiet() -> None:
    for seed in range(3):
        found = night(None, deals=40, seed=seed).evidence()
        assert min(e.chance for e in found) > LEVEL
        assert {e.test for e in found} == set(TESTS)


def test_a_reader_of_marked_cards_does_better_than_the_maxims() -> None:
    """Only his own play stands out, and not so far that it would prove anything in a short evening."""
    found = {(e.test, e.player): e for e in night("marked-cards", deals=24, seed=1).evidence()}
    north, south = found["play", "North"], found["play", "South"]
    assert north.n and north.k / north.n > 0.7
    assert south.chance > Fraction(1, 2)


def test_what_a_missing_ten_does() -> None:
    """All of Game is worth eighty pips, and twelve cards of the pack bring their share."""
    for hidden in (0, 1, 2):
        spread = pips_out(hidden)
        assert sum(spread.values()) == 1
        assert sum(n * p for n, p in spread.items()) == Fraction(12 * (80 - 10 * hidden), 52 - hidden)
    assert unseen(2, [52]) == 0 and unseen(4, [0]) == 1


def test_the_list_covers_what_the_texts_name() -> None:
    told = {ref for c in cheats().values() for ref in c.at}
    for witness in ("foster-1897", "cotton-1674"):
        clauses = load_witness(witness).clauses.values()
        named = {c.ref for c in clauses if c.kind == "cheat"} - {"foster-1897#cheats"}  # that one is the whole list
        assert named <= told, named - told
    assert {c.detectable for c in cheats().values()} <= {"yes", "no", "perhaps"}
    assert all(c.why and c.clauses for c in cheats().values())


def test_what_a_reader_sees() -> None:
    evening = af.night("?", deals=30, seed=4)
    assert evening.cheat in (None, *PLAYABLE)
    assert len(evening.record) == 30 and set(evening.record.dealer) == set(PLAYERS)
    assert "South and North" in str(evening) and "<ul>" in evening._repr_html_()
    assert str(evening) == str(af.night("?", deals=30, seed=4))
    assert set(af.cheats().cheat) == set(cheats())
    for bad in ({"cheat": "turned-jaks"}, {"deals": 0}, {"deals": "many"}):
        with pytest.raises((ValueError, TypeError), match=r"turned-jacks|whole number"):
            af.night(**bad)  # type: ignore[arg-type]


def test_the_same_cards_from_both_seats() -> None:
    found = af.duplicate("foster-1897", "foster", "novice", 60)
    assert found.low > 0 and 0 < found.skill < 0.5 < found.cards < 1
    assert found.ahead(50) > found.ahead(5) > 0.5 and found.deals_to_tell
    same = af.duplicate("foster-1897", "novice", "novice", 10)
    assert same.lead == 0 and same.deals_to_tell is None
