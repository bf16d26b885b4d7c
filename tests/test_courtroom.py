"""The same offence before every book, and worked cases of offences that no shared file asks."""

from __future__ import annotations

from typing import Any

import pytest

import allfours_edu as af
from allfours_edu.cases import judge
from allfours_edu.errors import PlainValueError
from allfours_edu.rules import FIELDS
from allfours_edu.sources import load_rulebook, rulebooks
from allfours_edu.teach.courtroom import OFFENCES, ruled

PAIRS = {"players": ["A", "B", "C", "D"], "sides": {"AC": ["A", "C"], "BD": ["B", "D"]}, "dealer": "D"}


def test_every_offence_has_an_answer_under_every_book_of_points() -> None:
    points = [id for id in rulebooks() if load_rulebook(id).rules.pool is None]
    for offence in OFFENCES:
        table = af.court(offence)
        if offence == "overbid":
            assert {r.book for r in table} == {b for b in points if load_rulebook(b).rules.seller == "eldest"}
        else:
            assert [r.book for r in table] == points
        for r in table:
            assert r.text[0].isupper() and r.text.endswith(".") and r.status, (offence, r.book)
            assert set(r.because) <= set(FIELDS)
            assert r.because or offence in ("faced_card", "exposed_in_cutting")
        assert all(f"{r.book}: {r.text}" in repr(table) for r in table)


@pytest.mark.parametrize(
    ("book", "facts", "n", "text"),
    [
        ("foster-1897", {}, 2, "Two points to the other side. The offender can score neither Jack nor Game and stops"),
        ("foster-1897", {"jack": "none"}, 1, "One point to the other side, or off the offender's score"),
        ("foster-1897", {"players": 3}, 2, "Two points to each opponent."),
        ("group-seven-up", {"players": 3, "jack": "none"}, 1, "One point to each opponent. The offender cannot score"),
        ("wiki-laws", {"jack": "held"}, 2, "Two points"),
        ("wiki-laws", {"jack": "out"}, 1, "One point"),
        ("enquire-1894", {"jack": "held"}, 1, "One point to the other side."),
        ("trinidad", {"withheld": True}, 14, "The match is lost."),
        ("trinidad", {}, 1, "One point to the other side. The offender cannot score Game."),
        ("foster-sell", {"bid": 3}, 3, "The offender is set back by three. The offender scores nothing in that deal."),
        ("foster-sell", {}, 2, "The offender is set back by two."),
        ("foster-sancho", {}, 10, "The offender is set back by ten."),
    ],
)  # fmt: skip
def test_what_a_revoke_costs(book: str, facts: dict[str, Any], n: int, text: str) -> None:
    r = ruled("revoke", book, **facts)
    assert (r.n, r.text[: len(text)]) == (n, text)
    assert "revoke_points" in r.because and r.cites[0]["rule"] == "revoke_points"


def test_options_and_house_rules_are_judged_like_books_and_the_table_reads_as_a_table() -> None:
    any_renege = load_rulebook("trinidad").with_options("any_renege_loses")
    assert ruled("revoke", any_renege).text == "The match is lost."
    red = load_rulebook("foster-sell").with_options("red_counter")
    assert "red counter" in ruled("revoke", red).text and "set_back_red" in ruled("revoke", red).because
    loses = load_rulebook("trinidad").with_options("undertrump_loses")
    assert ruled("undertrump", loses).text == "The match is lost."
    assert "lawful" in ruled("undertrump", "trinidad").text
    table = af.court("early_look", "foster-1897", "enquire-1894")
    assert table["foster-1897"].n == 1 and table["enquire-1894"].n == 0
    shown = table._repr_html_()
    assert shown.count('scope="row"') == 2 and "<caption" in shown and "foster-1897#early-look" in shown
    assert list(table.frame().index) == ["foster-1897", "enquire-1894"]
    with pytest.raises(PlainValueError, match="no offence"):
        af.court("murder")
    with pytest.raises(PlainValueError, match="held"):
        af.court("revoke", jack="up a sleeve")


def test_a_prediction_comes_before_the_answer() -> None:
    open_ = af.court("revoke", predict={"trinidad": 1, "foster-1897": None})
    assert open_.waits and "First put" in repr(open_)
    for text in (repr(open_), open_._repr_html_(), str(open_.frame())):
        assert "pagat" not in text and "Game" not in text and "lost" not in text
    said = af.court("revoke", predict={"trinidad": 1, "foster-1897": 1})
    assert (said.right, said.note) == (1, "Right: 1 of 2.")
    assert "✓ 1" in repr(said) and "✗ 1" in said._repr_html_()


@pytest.mark.parametrize(
    ("book", "given", "expect"),
    [
        ("foster-1897", {"offence": "led_out_of_turn", "offender": "B"},
         {"withdraw": True, "exposed": True, "choice_of": ["A", "C"], "options": ["call_exposed"]}),
        ("foster-1897", {"offence": "led_out_of_turn", "offender": "B", "followed": ["A", "C", "D"]},
         {"withdraw": False}),
        ("trinidad", {"offence": "played_out_of_turn", "offender": "B"}, {"withdraw": False, "forced": True}),
        ("foster-1897", {"offence": "two_cards", "offender": "B", "exposed": ["KS", "QS"]},
         {"choice_of": ["A", "C"], "options": ["first", "second", "call_exposed"], "exposed": True}),
        ("trinidad", {"offence": "card_shown", "offender": "D", "card": "KS"},
         {"exposed": True, "choice_of": ["A", "C"]}),
        ("enquire-1894", {"offence": "wrong_score", "offender": "BD", "scores": {"AC": 3, "BD": 4}},
         {"taken_down": True, "points": {"AC": 1}, "scores_after": {"AC": 4, "BD": 4}}),
        ("foster-1897", {"offence": "imperfect_pack"}, {"redeal": True, "next_dealer": "D"}),
    ],
)  # fmt: skip
def test_worked_cases_of_the_court(book: str, given: dict[str, Any], expect: dict[str, Any]) -> None:
    case = {"id": "c", "form": "court", "rulebook": book, "options": [], "given": PAIRS | given, "expect": expect}
    assert judge(case) == []
    for key in expect:
        assert judge(case | {"expect": {**expect, key: "something else"}}) != []
