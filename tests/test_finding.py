"""Deals that are looked for: they show what was asked, the same ones for everybody, and an empty search says so."""

from __future__ import annotations

import random
from typing import Any

import pytest

import allfours_edu as af
from allfours_edu.analysis.weight import paid, weigh
from allfours_edu.rules import choices
from allfours_edu.sources import load_rulebook, topics
from allfours_edu.teach import conditions
from allfours_edu.teach.compare import compare
from allfours_edu.teach.weights import TABLES, kept_weights

WAYS = choices("trump_from")


@pytest.mark.parametrize(
    ("a", "b", "about"),
    [
        ("foster-1897", "group-seven-up", "tie"),
        ("foster-1897", "group-seven-up", "follow"),
        ("foster-all-fives", "cassell-all-fives", "peg_to"),
        ("foster-pitch", "lancashire", "low_to"),
        ("foster-board", "bicycle-smudge", "low_to"),
        ("foster-1897", "hoffmann-1909", "refused_suit"),
    ],
)
def test_a_rule_is_seen_at_work(a: str, b: str, about: str) -> None:
    found = af.find_difference(a, b, about, seconds=30)
    assert found and about in found.fields, str(found)
    assert topics()[about].title in str(found) and f"Seed {found.seed}" in str(found)
    again = compare(*found.books, position=found.position)
    rows = [row for row in again.table(found.mode).rows if row.difference and about in row.difference.fields]
    assert rows[0].key == found.where  # what it names is what the screen shows


def test_the_difference_vanishes_with_the_rule() -> None:
    """Give one book the other's answer: on the same deal the award is the same."""
    found = af.find_difference("foster-1897", "group-seven-up", about="tie", seconds=30)
    own, other = found.books
    level = own.rules.replace(tie=other.rules.tie)
    assert game(found.position, own.rules) != game(found.position, other.rules)
    assert game(found.position, level) == game(found.position, other.rules)


def game(position: Any, rules: Any) -> list[Any]:
    return [key for key in paid(position, rules) if key[1] == "game"]


def test_conditions_are_met() -> None:
    for text in ("runs >= 2", "jack_hung, not begged", "tie_for_game", "one_trump_out", "jack_turned", "low_taken"):
        found = af.find_deal("foster-1897", text, players=2, seconds=30)
        assert found, text
        assert all(c.holds(found.position) for c in conditions.parse_all(text))
    two = af.find_deal("foster-1897", "runs >= 2", players=2, seconds=30)
    assert len(two.position.turn_ups) >= 3


def test_nothing_found_is_said() -> None:
    found = af.find_deal("foster-1897", "runs >= 9", seconds=0.2)
    assert not found and found.seed is None and "Nothing found in" in str(found) and found.tried > 0
    with pytest.raises(ValueError, match="Nothing found"):
        af.step(found)


def test_stopped_and_told() -> None:
    told: list[int] = []
    found = af.find_deal("foster-1897", "runs >= 9", seconds=60, progress=told.append, stop=lambda: len(told) > 2)
    assert not found and found.stopped and told == [0, 50, 100] and "Stopped" in str(found)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: af.find_difference("foster-1897", "cassell-1881", about="follow"), "same answer"),
        (lambda: af.find_difference("foster-1897", "foster-1897"), "differ from itself"),
        (lambda: af.find_difference("foster-1897", "trinidad", about="lowto"), "no rule called lowto"),
        (lambda: af.find_difference("foster-1897", "trinidad", where="jack_hnug"), "'jack_hung'"),
        (lambda: af.find_deal("foster-1897", "runs >> 2"), "reads like"),
        (lambda: af.find_deal("foster-1897", ""), "what the deal should show"),
        (lambda: af.find_deal("foster-1897", "runs >= 1", players=9), "not 9"),
        (lambda: af.weights("foster-1897", policy="expert"), "no player"),
        (lambda: af.weights("foster-1897", fields=["lowto"]), "no rule field"),
        (lambda: af.weights("foster-1897", deals=0), "at least 1"),
    ],
)
def test_what_cannot_be_looked_for(call: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()


@pytest.mark.parametrize("way", WAYS)
def test_every_way_to_a_trump_can_be_set_beside_another(way: str) -> None:
    from allfours_edu.teach.strings import has

    assert has(f"compare.note_as_if_{way}") and has(f"compare.seam_{way}")


def test_where_low_goes_weighs_more_than_ties() -> None:
    rules = load_rulebook("foster-1897").rules
    low = weigh(rules, "low_to", "taker", size=4, n=300)
    tie = weigh(rules, "tie", "nobody", size=2, n=300)
    assert 0.25 <= low.share <= 0.5 and low.interval[0] > 0.25
    assert 0.005 <= tie.share <= 0.07


def test_what_is_kept_can_be_counted_again() -> None:
    assert set(kept_weights()) == set(TABLES)
    assert len({(w.size, w.field) for all in kept_weights().values() for w in all}) > 100
    for w in random.Random(1).sample([w for w in af.weights("foster-1897", 2) if w.policy == "novice"], 6):
        again = weigh(load_rulebook("foster-1897").rules, w.field, w.other, size=2, n=w.n)
        assert again == w, f"python -m allfours_edu.teach.weights: {w.field}"


def test_the_chart_has_words_and_figures() -> None:
    found = af.weights("foster-1897", 2)
    text = found.chart()._allfours_text
    assert "What moves points" in text and "%" in text
    rows = found.rows()
    assert all(row["low"] <= row["share"] <= row["high"] for row in rows)
    assert 'alt="' in found._repr_html_() and "Counted on" in str(found)
