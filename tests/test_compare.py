"""The same deal under several books: what is found, where it is said to begin, and that nothing is mixed up."""

from __future__ import annotations

import json
from typing import Any

import pytest
from shelf import KINDS

from allfours_edu.analysis.solver import solve
from allfours_edu.api import compare as screen
from allfours_edu.engine import Position, deal, new_table
from allfours_edu.session import Session
from allfours_edu.sources import RulebookError, load_rulebook
from allfours_edu.teach.compare import CompareError, common_size, compare
from allfours_edu.teach.compare_table import html_tables
from allfours_edu.widgets.compare import CompareWidget

THREE = ("hoyle-ten", "trinidad", "foster-all-fives")


def test_three_books_on_the_teaching_deal() -> None:
    found = compare("trinidad", "hoyle-ten", "foster-all-fives", scenario="td-01")
    side = found.table("same")
    assert [c.tally.totals for c in side.columns] == [{"S/N": 5, "E/W": 1}, {"S/N": 3, "E/W": 1}, {"S/N": 4, "E/W": 11}]
    assert [r.key for r in side.rows if not r.same] == ["trick 3", "trick 4", "jack", "game"]
    first = side.first
    assert first is not None and first.difference is not None
    assert (first.key, first.difference.kind, first.difference.fields) == ("trick 3", "award", ("peg_values", "peg_to"))
    jack = next(r for r in side.rows if r.key == "jack")
    assert jack.difference is not None and not jack.difference.first
    assert jack.difference.text == (
        "What is the Jack worth when the other side takes it? Trinidad: 3 points, for hanging the Jack. "
        "Old Hoyle, ten up: One, as for anybody."
    )


def test_the_same_cards_by_place_in_the_order_of_play() -> None:
    found = compare(*THREE, seed=7, players=4)
    first = found.base.path()[0]
    for column in found.table("players").columns[1:]:
        start = column.position.path()[0]
        assert start.table.players == first.table.players
        assert [start.dealt(s) for s in start.table.players] == [first.dealt(s) for s in first.table.players]
        assert start.turn_ups == first.turn_ups
        assert start.frame.stock == first.frame.stock


def test_the_same_plays_are_the_same_position() -> None:
    found = compare(*THREE, seed=7)
    assert all(c.position is found.base for c in found.table("same").columns)
    assert [c.events for c in found.table("same").columns] == [
        found.base.events(load_rulebook(b).rules) for b in THREE
    ]  # fmt: skip


def test_smallest_common_number_of_players() -> None:
    assert compare(*THREE, seed=1).base.table.size == common_size(map(load_rulebook, THREE)) == 2
    assert compare(*THREE, seed=1, players=4).base.table.size == 4
    with pytest.raises(CompareError, match="is for"):
        compare("trinidad", "foster-1897", players=3)


def test_where_the_trump_is_pitched_procedure_comes_first() -> None:
    found = compare("foster-all-fives", "cassell-all-fives", seed=7)
    for mode in found.modes:
        first = found.table(mode).first
        assert first is not None and first.difference is not None
        assert (first.key, first.difference.kind) == ("turn", "procedure")
        assert first.difference.fields[0] == "trump_from"
    assert "as if spades were trumps" in found.table("same").note
    assert [r.key for r in found.table("players").rows if r.seams] == ["turn"]


def test_the_seam_says_who_would_do_what() -> None:
    """Seed 7: the ten-point game begs twice; in Trinidad that is not lawful, in All Fives the dealer gives instead."""
    side = compare(*THREE, seed=7).table("players")
    trinidad, fives = (c.seam for c in side.columns[1:])
    assert trinidad is not None and (trinidad.kind, trinidad.key) == ("legality", "calls")
    assert fives is not None and fives.kind == "choice"
    assert "North chooses “Give one”, not “Run the cards”" in fives.text
    row = next(r for r in side.rows if r.seams)
    assert row.difference is not None and row.difference.fields == ("begs",)
    after = side.rows[side.rows.index(row) + 1 :]
    assert {r.difference.kind for r in after if r.difference is not None} == {"follows"}


def test_up_to_the_seam_nothing_differs_and_only_the_rule_changes() -> None:
    """A book against itself: same people, same luck, same deal, no seam."""
    book = load_rulebook("foster-1897")
    other = book.replace(target=9)
    side = compare(book, other, seed=3, players=4).table("players")
    assert side.columns[1].seam is None
    assert side.columns[1].position.actions() == side.columns[0].position.actions()
    assert all(r.same for r in side.rows if r.key != "out")


def test_order_of_counting() -> None:
    """Equal awards, another order: the match is won by another side."""
    book = load_rulebook("foster-1897")
    found = compare(book, book.replace(out_order=("game", "low", "high", "jack")), scenario="td-02")
    first = found.table("same").first
    assert first is not None and first.difference is not None
    assert (first.key, first.difference.kind) == ("out", "order")
    assert "out_order" in first.difference.fields


def test_one_word_of_the_rules() -> None:
    book = load_rulebook("foster-1897")
    found = compare(book, book.replace(low_to="taker"), scenario="td-03")
    difference = found.first()
    assert difference is not None and difference.kind == "award" and difference.fields == ("low_to",)
    assert [r.key for r in found.table().rows if not r.same] == ["low"]


def test_a_position_and_a_record() -> None:
    session = Session.new(load_rulebook("trinidad"), seed=5)
    while not session.over:
        session.act(session.position.legal_actions()[0])
    end = session.position
    found = compare("trinidad", "foster-all-fives", position=end)
    assert found.base is end and found.recorded
    widget = screen("foster-all-fives", record=session.record)
    assert [b.id for b in widget.comparison.books] == ["trinidad", "foster-all-fives"]
    assert widget.comparison.base.actions() == end.actions()


def test_a_deal_still_going_on_is_played_out() -> None:
    start = deal(new_table(load_rulebook("trinidad").rules, 4, seed=5))
    assert isinstance(start, Position) and compare("trinidad", "hoyle-ten", position=start).base.over


@pytest.mark.parametrize(
    ("books", "how", "said"),
    [
        (("trinidad",), {}, "Two to four books"),
        (("trinidad", "trinidad"), {}, "The same book stands twice"),
        (("trinidad", "trinidad"), {"scenario": "td-01"}, "The same book stands twice"),
        (("trinidad", "hoyle-ten"), {"scenario": "td-13"}, "not 3"),
        (("trinidad", "hoyle-ten"), {"scenario": "td-01", "position": True}, "not both"),
    ],
)
def test_what_cannot_be_compared(books: tuple[str, ...], how: dict[str, Any], said: str) -> None:
    if "position" in how:
        how = {**how, "position": deal(new_table(load_rulebook("trinidad").rules, 4))}
    with pytest.raises(CompareError, match=said):
        compare(*books, **how)


def test_a_misspelt_book_is_suggested() -> None:
    with pytest.raises(RulebookError, match="trinidad"):
        compare("trinidda", "hoyle-ten")


def test_best_play() -> None:
    """Each book's own best play, with all cards seen, is what the solver says of the deal."""
    found = compare(*THREE, seed=7)
    side = found.table("best")
    for column in side.columns:
        start = next(p for p in column.position.path() if p.phase == "play" and p.trump is not None)
        names = [s.name for s in column.position.table.sides]
        events = [e for e in column.events if e.kind in ("award", "peg") and e.side]
        points = sum(e.n if e.side == names[0] else -e.n for e in events)
        assert points == solve(start, names[0], line=False).value
    assert "all cards face up" in side.note


def test_ways_of_comparing_that_are_not_to_be_had() -> None:
    with pytest.raises(CompareError, match="two sides only"):
        compare("foster-1897", "wiki-laws", seed=7, players=3).table("best")
    with pytest.raises(CompareError, match="no way of comparing"):
        compare(*THREE, seed=7).table("worst")


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("other", [b for b in KINDS if b != "foster-1897"])
def test_any_two_books_on_any_deal(seed: int, other: str) -> None:
    """Both ways of comparing work, say at most one first difference, and never lose a column."""
    if 2 not in load_rulebook(other).rules.players:
        pytest.skip(f"{other} is not for two")
    found = compare("foster-1897", other, seed=seed)
    for mode in found.modes:
        side = found.table(mode)
        assert sum(r.difference is not None and r.difference.first for r in side.rows) <= 1
        assert all(len(r.cells) == 2 for r in side.rows)
        for row in side.rows:
            given = {c.facts if c is not None else None for c in row.cells}
            assert row.same == (len(given) == 1 and not row.seams)
    assert found.to_text("players") and "<table>" in html_tables(found)


# -- as text and as a screen -----------------------------------------------------------------------------------------


def test_the_text_says_it_all() -> None:
    text = compare("trinidad", "hoyle-ten", "foster-all-fives", scenario="td-01").to_text()
    assert "Trick 3 [First difference: award] Which trumps are pegged during play?" in text
    assert "Foster All Fives: High E/W 1, Low S/N 1, Jack in the pegs, Game E/W 1 (20–24)" in text
    assert "    Foster All Fives: East A♠ (takes it), North 4♠, West 5♠, South 2♠. East and West mark 9 for" in text
    assert "\nLow: 2♠ was the lowest trump out." in text


def test_html_escapes_and_needs_nothing() -> None:
    html = compare(*THREE, seed=7)._repr_html_()
    assert "<script" not in html and "http" not in html and html.count("<table>") == html.count("</table>") == 2


def say(widget: CompareWidget, name: Any, arg: Any = None) -> dict[str, Any]:
    widget._on_message(widget, {"kind": "command", "name": name, "arg": arg, "rev": widget.rev})
    return dict(widget.state)


def test_the_screen() -> None:
    widget = screen(*THREE, seed=7)
    state = widget.state
    json.dumps(state)
    assert set(state["tables"]) == {"same", "players"} and state["mode"] == "same"
    assert not any(m.get("disabled") for m in state["modes"])
    three = screen("foster-1897", "wiki-laws", seed=7, players=3).state
    best = next(m for m in three["modes"] if m["id"] == "best")
    assert best["disabled"] and "two sides" in best["why"]
    rows = state["tables"]["players"]["rows"]
    assert any(r.get("seam") == [1, 2] for r in rows)
    assert sum(bool(r.get("diff", {}).get("first")) for r in rows) == 1
    assert all(set(c.get("cites", ())) <= set(widget.cites) for r in rows for c in r.get("cells") or () if c)
    assert "kind 'legality'" not in str(widget.first) and str(widget.first).startswith("what is lawful")
    assert set(say(widget, "mode", "best")["tables"]) == {"same", "players", "best"}


def test_books_come_and_go_and_the_deal_stays() -> None:
    widget = screen(*THREE, seed=7)
    base = widget.comparison.base
    assert [b["drop"] for b in widget.state["books"]] == [False, True, True]
    state = say(widget, "add_book", "cassell-all-fives")
    assert len(state["books"]) == 4 and state["add"] == []
    say(widget, "add_book", "foster-1897")  # four are enough: refused
    assert len(widget.state["books"]) == 4
    say(widget, "drop_book", "trinidad")
    say(widget, "drop_book", "cassell-all-fives")
    state = say(widget, "drop_book", "foster-all-fives")  # the last but one stays
    assert [b["id"] for b in state["books"]] == ["hoyle-ten", "foster-all-fives"]
    assert widget.comparison.base is base
    assert say(widget, "new_deal")["footer"]["seed"] == 8


@pytest.mark.parametrize(
    ("name", "arg"), [("mode", "worst"), ("mode", 7), ("add_book", "nothing"), ("undo", None), (3, 4)]
)
def test_forged_messages_change_nothing(name: Any, arg: Any) -> None:
    widget = screen(*THREE, seed=7)
    before = widget.state
    say(widget, name, arg)
    assert widget.state is before


def test_one_rule_flipped_on_the_screen() -> None:
    widget = screen("foster-1897", "trinidad", scenario="td-03")
    assert {"field", "label", "values"} == set(widget.state["flips"][0])
    state = say(widget, "flip", {"book": "trinidad", "field": "low_to", "value": "taker"})
    assert state["books"][1]["house"] == ["low_to = taker"]
    before = widget.state
    for arg in (
        {"book": "nothing", "field": "low_to", "value": "taker"}, {"book": "trinidad", "field": "points", "value": "1"},
        {"book": "foster-1897", "field": "peg_to", "value": "winner"}, {"book": "foster-1897"}, "low_to",
    ):  # fmt: skip
        say(widget, "flip", arg)
        assert widget.state is before
    dealt = screen("foster-1897", "trinidad", seed=3)
    say(dealt, "flip", {"book": "foster-1897", "field": "low_to", "value": "taker"})
    assert dealt.comparison.base.rules.low_to == "taker"


def test_house_rules_are_marked() -> None:
    book = load_rulebook("foster-1897")
    widget = screen(book, book.replace(low_to="taker"), scenario="td-03")
    assert widget.state["books"][1]["house"] == ["low_to = taker"]


def test_a_saved_picture_and_its_words() -> None:
    widget = screen(*THREE, seed=7)
    bundle = widget._repr_mimebundle_()
    assert bundle is not None
    data = bundle[0]
    assert data["text/plain"] == widget.to_text() and "<img" in data["text/html"] and "<table>" in data["text/html"]
