"""The page of a rule book: complete, nothing on it invented, options and house rules as the book itself has them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import allfours_edu as af
from allfours_edu import sources
from allfours_edu.rules import FIELDS
from allfours_edu.sources import Rulebook, find_clause, load_rulebook, load_witness, rulebooks, topics
from allfours_edu.teach.bookpage import book_page, differences
from allfours_edu.teach.strings import catalogue
from allfours_edu.widgets.rulebook import RulebookWidget, rulebook_state

BOOKS = rulebooks()


@pytest.mark.parametrize("id", BOOKS)
def test_every_rule_stands_on_the_page_once(id: str) -> None:
    page, book = book_page(id), load_rulebook(id)
    shown = [rule.field for rule in page.rules]
    assert sorted(shown) == sorted(book.sources)
    assert [rule.field for _, rules in page.phases for rule in rules] == shown
    assert sum(page.counts.values()) == len(shown)


@pytest.mark.parametrize("id", BOOKS)
def test_nothing_on_it_is_invented(id: str) -> None:
    """Each word of a line is that of a topic, of the book or of its clause."""
    book = load_rulebook(id)
    for rule in book_page(id).rules:
        why, topic = book.why(rule.field), topics()[rule.field]
        assert (rule.question, rule.value) == (topic.title, topic.says(why.value))
        assert (rule.status, rule.caution, rule.reason) == (why.chip, why.caution, why.reason)
        if rule.ref:
            clause = find_clause(rule.ref)
            assert rule.digest == clause.digest
            assert rule.where == f"{load_witness(clause.witness).siglum}, {clause.locator}"
        else:
            assert (rule.digest, rule.where, rule.witness) == ("", "", "")


@pytest.mark.parametrize("id", BOOKS)
def test_the_count_of_differences_is_the_plain_one(id: str) -> None:
    page = book_page(id)
    ours, theirs = dict(page.book.rules.values()), dict(page.against.rules.values())
    plain = {name for name in ours if name in theirs and ours[name] != theirs[name]}
    assert set(page.differences) == plain
    assert str(len(plain)) in page.difference_line()


def test_what_a_book_is_measured_by() -> None:
    assert book_page("hoyle-ten").against.id == "foster-1897"
    assert book_page("foster-1897").against.id == "foster-all-fives"  # itself would tell nothing: the nearest kin
    changed = book_page(load_rulebook("foster-1897").replace(low_to="taker"))
    assert (changed.against.id, changed.differences) == ("foster-1897", ("low_to",))
    assert book_page("trinidad", against="hoyle-ten").against.id == "hoyle-ten"


def test_the_supplied_tie_of_the_ten_point_hoyle_is_marked() -> None:
    page = book_page("hoyle-ten")
    tie = page.rule("tie")
    assert tie.status == "supplied" and "Supplied by the editor" in tie.caution
    assert tie in page.cautions
    assert tie.caution in page.as_text() and tie.caution in page.as_html()


def test_trinidad_says_that_it_has_no_primary_source() -> None:
    page = book_page("trinidad")
    assert page.kind.startswith("No primary source")
    assert page.kind in page.as_text() and page.counts["explicit"] < page.counts["reported"] < page.counts["translated"]
    assert rulebook_state("trinidad")["book"]["weak"] == page.kind


def test_kin_lists_every_other_book_once() -> None:
    page = book_page("trinidad")
    for rule in page.rules:
        listed = [book.id for kin in page.kin(rule.field) for book in kin.books]
        assert sorted(listed) == sorted(set(BOOKS) - {"trinidad"})
        for kin in page.kin(rule.field):
            for book in kin.books:
                has = getattr(book.rules, FIELDS[rule.field]) is not None
                assert has == bool(kin.key)
                assert kin.same == (has and getattr(book.rules, rule.field) == getattr(page.book.rules, rule.field))


# -- options and house rules ------------------------------------------------------------------------------------------


def patched(state: dict[str, Any], names: list[str]) -> dict[str, Any]:
    """The lines as the browser makes them: the plain ones, and those of the options chosen laid over them."""
    lines = {rule["field"]: rule for phase in state["phases"] for rule in phase["rules"]}
    for name in names:
        option = next(o for o in state["options"] if o["id"] == name)
        lines |= {rule["field"]: rule for rule in option["rules"] if rule["field"] not in state["book"]["house"]}
    return lines


@pytest.mark.parametrize("id", BOOKS)
def test_options_switch_in_the_browser_as_they_do_in_python(id: str) -> None:
    state = rulebook_state(id)
    for name in load_rulebook(id).options:
        chosen = book_page(load_rulebook(id).with_options(name))
        assert {f: (r["key"], r["status"]) for f, r in patched(state, [name]).items()} == {
            rule.field: (rule.key, rule.status) for rule in chosen.rules
        }


def test_a_book_given_with_options_opens_with_them_and_can_be_put_back() -> None:
    book = af.rulebook("trinidad", ["tobago", "hang_six"]).replace(target=21)
    state = rulebook_state(book)
    assert state["active"] == ["tobago", "hang_six"] and state["book"]["house"] == ["target"]
    lines = patched(state, state["active"])
    assert {f: r["key"] for f, r in lines.items()} == {r.field: r.key for r in book_page(book).rules}
    assert lines["target"]["status"] == "house" and lines["hang_jack"]["option"] == "hang_six"
    assert patched(state, [])["hang_jack"]["value"] == topics()["hang_jack"].says(3)


def test_the_code_line_makes_the_same_book() -> None:
    book = af.rulebook("trinidad", ["tobago", "hang_six"])
    assert eval(book_page(book).code_line(), {"af": af}) == book
    assert eval(book_page("trinidad").code_line(), {"af": af}) == af.rulebook("trinidad")


# -- a book shows itself -----------------------------------------------------------------------------------------------


def test_a_rule_book_shows_its_page_and_stays_a_rule_book() -> None:
    book = af.rulebook("foster-1897").replace(low_to="taker")
    assert isinstance(book, Rulebook) and repr(book) == "Rulebook('foster-1897', low_to='taker')"
    data, _ = book._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert "Who has Low?" in data["text/plain"] and "house rule" in data["text/plain"]
    html = data["text/html"]
    assert html.count('<th scope="row">') == len(book.sources) and "<img" not in html and "<script" not in html


def test_without_the_front_door_a_book_is_plain() -> None:
    """The texts import no widgets: shown is only what somebody said how to show."""
    code = (
        "import sys; from allfours_edu.sources import load_rulebook as l; b = l('trinidad');"
        "print(b._repr_mimebundle_(), 'anywidget' in sys.modules)"
    )
    root = Path(sources.__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["None", "False"]


def test_a_book_of_ones_own(tmp_path: Path) -> None:
    text = (sources.folder() / "rulebooks" / "foster-1897.toml").read_text("utf-8")
    mine = tmp_path / "ours.toml"
    mine.write_text(text.replace('id = "foster-1897"', 'id = "ours"').replace('code = "F7"', 'code = "ZZ"'), "utf-8")
    for way in (mine, str(mine)):
        book = af.rulebook(way)
        assert book.id == "ours" and book_page(book).against.id == "foster-1897"
        assert book_page(book).differences == ()
        assert "Who has Low?" in book._repr_mimebundle_()[0]["text/plain"]
    assert rulebook_state(book)["book"]["shipped"] is False
    mine.write_text(mine.read_text("utf-8").replace('"holder"', '"nobody"'), "utf-8")
    with pytest.raises(af.SourceError, match=r"fields\.low_to\.value: 'nobody' is not a value of low_to"):
        af.rulebook(mine)
    with pytest.raises(af.SourceError, match=r"missing\.toml: file: .*expected a readable TOML file"):
        af.rulebook(tmp_path / "missing.toml")


def test_messages() -> None:
    widget = RulebookWidget("trinidad")
    sent: list[Any] = []
    widget.send = lambda content, *_: sent.append(content)
    widget._on_message(widget, {"kind": "command", "name": "texts", "arg": "tie", "rev": widget.rev})
    assert sent[-1]["kind"] == "opened" and sent[-1]["view"] == "texts"
    assert list(sent[-1]["state"]["topics"]) == ["tie"]
    widget._on_message(widget, {"kind": "command", "name": "texts", "arg": "nonsense", "rev": widget.rev})
    assert sent[-1]["kind"] == "refused"


@pytest.mark.parametrize("id", BOOKS)
def test_a_state_is_plain_and_small(id: str) -> None:
    assert len(json.dumps(rulebook_state(id))) < 250_000


def test_every_status_has_word_mark_and_sentence() -> None:
    words = catalogue()
    assert set(words["mark"]) == set(words["status"])
    assert set(words["mark"]) - set(words["mark_text"]) == {"absent"}


def test_difference_ignores_phases_only_one_has() -> None:
    foster, fives = load_rulebook("foster-1897"), load_rulebook("foster-all-fives")
    assert "peg_values" not in differences(fives, foster)
    assert "has marking of cards during the play" in book_page("foster-all-fives").difference_line()
