"""The texts side by side: nothing invented, silence shown as such, and deals that really turn on a rule."""

from __future__ import annotations

import json
from typing import Any

import pytest

import allfours_edu as af
from allfours_edu.sources import find_clause, load_rulebook, load_witness, rulebooks, topics, witnesses
from allfours_edu.teach import deciding
from allfours_edu.teach.bookpage import value_key
from allfours_edu.teach.deciding import deals_deciding
from allfours_edu.teach.tally import tally
from allfours_edu.teach.textgrid import UNRECORDED, apparatus, cells_on, find, subjects, text_grid
from allfours_edu.widgets.texts import TextsWidget, opened_deal, texts_state

ALL = tuple(topics())


@pytest.fixture(scope="module")
def state() -> dict[str, Any]:
    return texts_state(text_grid("tie"))


def test_every_cell_comes_from_a_witness(state: dict[str, Any]) -> None:
    for topic in ALL:
        cells = state["cells"][topic]
        for id in witnesses():
            witness = load_witness(id)
            status, *refs = cells.get(id, [UNRECORDED])
            assert status == (witness.status(topic) or UNRECORDED)
            assert refs == [clause.ref for clause in witness.on(topic)]
    for ref, shown in state["clauses"].items():
        clause = find_clause(ref)
        assert (shown["digest"], shown["locator"], shown["status"]) == (clause.digest, clause.locator, clause.status)
        assert [r["says"] for r in shown.get("readings", [])] == [r.says for r in clause.readings]
        assert [r["argument"] for r in shown.get("readings", [])] == [r.argument for r in clause.readings]
        assert [bool(r.get("preferred")) for r in shown.get("readings", [])] == [r.preferred for r in clause.readings]


def test_every_book_is_shown_as_it_plays(state: dict[str, Any]) -> None:
    for topic in ALL:
        field = topics()[topic].field
        for id, shown in zip(rulebooks(), state["plays"][topic], strict=True):
            book = load_rulebook(id)
            if field is None:
                clause = book.establishes(topic)
                assert shown.get("ref", "") == (clause.ref if clause else "")
                continue
            why = book.why(field)
            if why.status == "absent":
                assert shown["status"] == "absent" and "key" not in shown
            else:
                assert (shown["key"], shown["status"]) == (value_key(why.value), why.chip)
                assert state["values"][field][shown["key"]] == topics()[topic].says(why.value)


def test_silence_is_data() -> None:
    by_siglum = {cell.witness.siglum: cell for cell in cells_on("tie")}
    assert by_siglum["W-R"].status == "silent" and by_siglum["FW"].status == "not_seen"
    assert by_siglum["UWI"].status == UNRECORDED
    told = text_grid("tie").as_text()
    assert "Silent: Co, Co2, H, En" in told and "Not seen: FW" in told and "No note: " in told


def test_contradictory_readings_stand_both_there_and_the_default_is_marked() -> None:
    told = text_grid("tie").as_text()
    assert "A. [The eldest hand, whether he is in the tie or not.] (conjecture" in told
    assert "B. The eldest of those who are level. (likely, taken here" in told
    html = text_grid("tie").as_html()
    assert "taken here" in html and "‡ ambiguous" in html


def test_another_game_of_a_text_is_not_taken_for_its_main_one() -> None:
    nobody = next(support for support in apparatus("tie") if support.key == "nobody")
    heard = [v.of for v in nobody.voices if v.witness == "foster-1897"]
    assert heard and set(heard) <= {"pitch", "auction"}
    main = next(support for support in apparatus("tie") if support.key == "non_dealer")
    assert "foster-1897" in [v.witness for v in main.voices if not v.of]


@pytest.mark.parametrize("topic", [t for t in ALL if topics()[t].field])
def test_the_apparatus_says_what_the_clauses_set(topic: str) -> None:
    field = topics()[topic].field
    for support in apparatus(topic):
        for voice in support.voices:
            parts = [p for c in load_witness(voice.witness).on(topic) for p in (c, *c.readings)]
            assert support.key in {value_key(p.sets[field]) for p in parts if field in p.sets}


def test_finding_topics() -> None:
    assert find("low_to") == find("Low-to") == ("low_to",)
    assert set(find("begging")) > {"begs", "gift_to", "beg", "gift", "run"}
    assert find("Faults and penalties") == next(s.topics for s in subjects() if s.id == "court")
    for wrong, meant in (("beging", "'begging'"), ("ties", "'tie'"), ("lowto", "'low_to'")):
        with pytest.raises(af.RulebookError, match=rf"There is no topic '{wrong}'\. Did you mean .*{meant}"):
            af.texts(wrong)
    assert [t.id for t in text_grid(["tie", "low_to"]).shown] == ["tie", "low_to"]


def test_without_a_topic_there_is_a_list_of_all() -> None:
    widget = af.texts()
    assert widget.state["shown"] == []
    assert all(id in widget.as_text() for id in ALL)
    assert "<code>tie</code>" in widget._repr_mimebundle_()[0]["text/html"]


def test_a_saved_notebook_keeps_a_table() -> None:
    data, _ = af.texts("tie")._repr_mimebundle_()
    assert "<table>" in data["text/html"] and "<img" not in data["text/html"]
    assert data["text/plain"].startswith("Who has Game when the counts are level?")


def test_size(state: dict[str, Any]) -> None:
    assert len(json.dumps(state)) < 250_000 + 20_000 * len(rulebooks()) + 4_000 * len(witnesses())


# -- deals in which a rule decides -------------------------------------------------------------------------------------


KEPT = [deal for topic in ALL for deal in deals_deciding(topics()[topic].field or "")]


def test_the_kept_deals_are_found_again() -> None:
    """More scenarios may hold better deals; what is kept must be true, and no rule left without its deal."""
    found = {(d.field, d.scenario, d.line, d.other, d.how) for d in deciding.every_deal()}
    kept = {(d.field, d.scenario, d.line, d.other, d.how) for d in KEPT}
    again = "run: python -m allfours_edu.teach.deciding"
    assert kept <= found, again
    assert {field for field, *_ in found} == {field for field, *_ in kept}, again


@pytest.mark.parametrize("deal", KEPT, ids=lambda deal: deal.id)
def test_the_other_answer_changes_the_outcome(deal: deciding.Deciding) -> None:
    book, end = deal.rulebook(), deal.position()
    assert end.phase == "over" and value_key(getattr(book.rules, deal.field)) != deal.other
    if deal.how == "lawful":
        assert deal.unlawful().field == deal.field
        return
    own, other = tally(end), tally(end, book.rules.replace(**{deal.field: deal.value()}))
    assert deal.field in {field for event in end.events() for field in event.because}
    assert own.winner != other.winner if deal.how == "match" else own.totals != other.totals


@pytest.mark.parametrize("deal", KEPT[::4], ids=lambda deal: deal.id)
def test_a_deal_opens_where_it_decides_and_its_code_runs(deal: deciding.Deciding) -> None:
    opened = opened_deal(deal)
    frame = opened["state"]["frames"][opened["at"]]
    if deal.how == "lawful":
        assert frame["phase"] == "play" and deal.unlawful().card in frame["text"]
    else:
        assert any(opened["cites"][cite].get("rule") == deal.field for cite in frame["cites"])
    assert opened["code"].startswith("af.compare(")
    eval(opened["code"], {"af": af})


def test_messages() -> None:
    widget = TextsWidget("tie")
    sent: list[Any] = []
    widget.send = lambda content, *_: sent.append(content)
    deal = deals_deciding("tie")[0]
    for name, arg, view in (("deal", deal.id, "stepper"), ("page", "hoyle-ten", "rulebook")):
        widget._on_message(widget, {"kind": "command", "name": name, "arg": arg, "rev": widget.rev})
        assert (sent[-1]["kind"], sent[-1]["view"], sent[-1]["key"]) == ("opened", view, f"{name} {arg}")
    for name, arg in (("deal", "td-07.tie"), ("page", "../x"), ("deal", 3), ("other", None)):
        widget._on_message(widget, {"kind": "command", "name": name, "arg": arg, "rev": widget.rev})
        assert sent[-1]["kind"] == "refused"
