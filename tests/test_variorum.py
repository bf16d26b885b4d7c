"""The variorum without pixels: nothing invented in a cell, and each class of difference seen on a deal."""

from __future__ import annotations

import json
from typing import Any

import pytest

import allfours_edu as af
from allfours_edu.sources import load_rulebook, load_witness, topics, witnesses
from allfours_edu.teach import weights
from allfours_edu.teach.acting import Act, act, mattering, revokes, same_deal
from allfours_edu.teach.compare import Comparison, compare, in_words
from allfours_edu.teach.variorum import GLOSS, LONGEST, UNRECORDED, column, variorum_grid
from allfours_edu.widgets.base import checked
from allfours_edu.widgets.variorum import VariorumWidget, acting, cell_state


@pytest.fixture(scope="module")
def whole() -> VariorumWidget:
    return VariorumWidget(variorum_grid())


def test_all_texts_and_all_questions_stand_in_it_and_nothing_else(whole: VariorumWidget) -> None:
    state = whole.state
    assert len(state["columns"]) == len(witnesses()) and len(state["rows"]) == len(topics())
    for id in witnesses():
        witness, cells = load_witness(id), state["cells"][id]
        for topic in topics():
            status, *said = cells.get(topic, [UNRECORDED])
            assert status == (witness.status(topic) or UNRECORDED)
            assert bool(said) == bool(witness.on(topic))
            values = [v for c in witness.on(topic) for p in (c, *c.readings) for f, v in p.sets.items() if f == topic]
            for text, *form in said:
                if form[:1] != [GLOSS] and topics()[topic].field:
                    assert text in [in_words(topics()[topic], v) for v in values]
                elif form[:1] == [GLOSS]:
                    assert len(text) <= LONGEST + 2
    assert len(json.dumps(state)) < 400_000  # lean: what stands behind a cell follows by message


def test_certainty_is_in_the_form() -> None:
    grid = variorum_grid("W-L", "En", "FW", "book:hoyle-ten", "trinidad", topics="tie")
    told = [str(c.cell("tie")) for c in grid.columns]
    assert told[0].startswith("‡ [The eldest hand, whether he is level or not.] / ")
    assert told[1:3] == ["— silent", "◌ not seen"] and told[3].startswith("⟨") and not told[4].startswith("⟨")
    assert "<table>" in grid.as_html() and "‡ [The eldest" in grid.as_html()
    assert "Who has Game when the counts are level?" in grid.as_text()


def test_columns_by_siglum_id_and_book() -> None:
    assert column("En").id == "enquire-1894" and column("trinidad").id == "book:trinidad"
    with pytest.raises(af.RulebookError, match=r"no text and no rule book 'trinidda'\. Did you mean 'trinidad'"):
        af.variorum("trinidda")
    with pytest.raises(TypeError, match="A column is a text or a rule book"):
        af.variorum(7)
    assert not variorum_grid("En", "Ca", topics="jack").differs("jack")


def test_what_differs_is_what_gives_another_answer() -> None:
    grid = variorum_grid("F", "G", "En", topics=["tie", "low_to", "follow"])
    assert grid.differs("tie") and not grid.differs("low_to")
    assert not variorum_grid("En", "FW", topics="tie").differs("tie")  # silence is no answer


def test_a_saved_notebook_keeps_a_table(whole: VariorumWidget) -> None:
    data, _ = whole._repr_mimebundle_()
    assert "<table>" in data["text/html"] and "<script" not in data["text/html"]
    assert len(data["text/html"]) < 250_000 and len(data["text/plain"]) < 200


# -- messages --------------------------------------------------------------------------------------------------------


def ask(widget: VariorumWidget, name: str, arg: Any) -> dict[str, Any]:
    heard: list[dict[str, Any]] = []
    widget.send = lambda content, buffers=None: heard.append(content)
    widget.handle(checked({"kind": "command", "name": name, "arg": arg}))
    return heard[-1]


def test_what_stands_behind_a_cell(whole: VariorumWidget) -> None:
    told = ask(whole, "cell", "tie wiki-laws")
    ref, clause = told["clauses"][0]
    assert (ref, clause["locator"], clause["status"]) == ("wiki-laws#tie", "law 11", "ambiguous")
    assert [(r["id"], r["certainty"]) for r in clause["readings"]][:2] == [("A", "low"), ("B", "medium")]
    assert "1. A tie for Game between two" in told["register"]
    book = cell_state("tie", column("book:hoyle-ten"))
    assert book["book"]["status"] == "supplied" and "Supplied" in book["book"]["why"]
    for bad in ("tie nobody", "nothing wiki-laws", "", 7, ["tie"]):
        assert ask(whole, "cell", bad)["kind"] == "refused"


def test_a_clause_acts_where_it_decides(whole: VariorumWidget) -> None:
    found = acting("low_to", column("En"))
    assert isinstance(found, Act) and found.book.rules.low_to == "holder" and found.where == "low"
    opened = ask(whole, "act", "low_to enquire-1894")
    frame = opened["state"]["frames"][opened["at"]]
    assert opened["view"] == "stepper" and any(opened["cites"][c]["rule"] == "low_to" for c in frame["cites"])
    assert "low_to" in ask(whole, "matters", None)["topics"]
    same = ask(
        whole, "same", ["low_to", "enquire-1894", "enquire-1894", "cassell-1881", "bicycle-smudge", "book:cinch"]
    )
    assert same["view"] == "compare" and len(same["state"]["books"]) >= 2 and same["state"]["flips"] == []
    row = next(r for r in same["state"]["tables"]["same"]["rows"] if r.get("diff", {}).get("first"))
    assert row["diff"]["class"] == "award"
    assert all(same["cites"][c["cites"][0]].get("clause") for c in row["cells"] if c and c.get("cites"))


def test_what_cannot_act_says_so(whole: VariorumWidget) -> None:
    assert ask(whole, "act", "cut_wins cotton-1674")["why"] == topics()["cut_wins"].procedure
    assert "not a rule" in ask(whole, "act", "history foster-1897")["why"]
    assert 'af.court("misdeal")' in str(act("misdeal", seconds=0))
    assert whole.state["topics"]["cut_wins"]["no_act"] and "no_act" not in whole.state["topics"]["low_to"]


def test_what_matters_in_a_given_deal() -> None:
    widget = af.variorum("En", "Sq", topics=["low_to", "begs", "gift_to"], deal="td-03")
    told = ask(widget, "matters", None)
    assert told["topics"] == ["low_to"] and "1 of the questions" in told["title"]
    assert ask(af.variorum("En", topics="tie"), "matters", None)["why"]


def test_weights_stand_beside_the_questions(monkeypatch: pytest.MonkeyPatch, whole: VariorumWidget) -> None:
    one = weights.weigh(load_rulebook("foster-1897").rules, "low_to", "taker", size=2, n=60, policy="novice")
    monkeypatch.setattr(weights, "kept_weights", lambda: {("foster-1897", 2): (one,)})
    told = ask(whole, "weights", None)["of"]["low_to"]
    assert told["share"] == one.share and "Foster 1897, 2 players" in told["text"]


# -- the same deal under many books: each class of difference ----------------------------------------------------------


def first(found: Comparison, mode: str = "same") -> tuple[str, str, tuple[str, ...]]:
    row = found.table(mode).first
    assert row is not None and row.difference is not None
    return row.key.partition(" ")[0], row.difference.kind, row.difference.fields


FOSTER = load_rulebook("foster-1897")


@pytest.mark.parametrize(
    ("topic", "where", "kind"),
    [("undertrump", "trick", "legality"), ("turn_points", "turn", "award"), ("low_to", "low", "award"),
     ("put_out_seller", "calls", "award"), ("target", "out", "order")],
)  # fmt: skip
def test_the_class_of_the_first_difference(topic: str, where: str, kind: str) -> None:
    found = act(topic)
    assert isinstance(found, Act)
    made = same_deal(found)
    assert first(made)[:2] == (where, kind) and topic in first(made)[2]
    difference = made.first()
    assert difference is not None and topics()[topic].title in difference.text
    assert sum(name.short in difference.text for name in made.books) >= 1


def test_a_matter_of_form_and_the_order_of_counting() -> None:
    made = compare("foster-all-fives", "cassell-all-fives", seed=7)
    assert first(made)[:2] == ("turn", "procedure")
    other = FOSTER.replace(out_order=("game", "low", "high", "jack"))
    assert first(compare(FOSTER, other, scenario="td-02"))[:2] == ("out", "order")


def test_a_fault_is_one_under_both_books_and_its_price_is_the_difference() -> None:
    end = next(revokes(FOSTER, 2))
    made = Comparison((FOSTER, FOSTER.replace(revoke_points="game")), end, end.table.seed, recorded=True)
    assert first(made) == ("penalty", "penalty", ("revoke_points",))
    assert first(made, "players")[1] == "penalty"


def test_mattering_asks_only_what_is_a_rule() -> None:
    found = act("low_to", "holder")
    assert isinstance(found, Act)
    assert mattering(found.position, found.book, ["history", "low_to", "cut_wins"]) == ("low_to",)
