"""House rules: what makes no game, readings and their authorities, the nearest book, the file, the widget."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from engine.mixing import mixed, values

import allfours_edu as af
from allfours_edu.rules import FIELDS, GROUPS, RulesError
from allfours_edu.sources import SourceError, find_clause, load_rulebook, rulebooks
from allfours_edu.teach.bookfile import book_toml, write_book
from allfours_edu.teach.house import (
    PARTS,
    House,
    HouseError,
    from_data,
    key_now,
    nearest,
    reading,
    readings,
    refusal,
    to_data,
    verdict,
)
from allfours_edu.widgets.house import HouseRulesWidget, code_lines, house_rules, house_state
from allfours_edu.widgets.table import RefusedError

FOSTER = load_rulebook("foster-1897")
SOME = ("foster-1897", "cinch", "foster-california-jack", "foster-sell")


# -- what makes no game ------------------------------------------------------------------------------------------------

REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("foster-1897", {"trump_from": "pitch"}, "a card must be turned"),
    ("foster-1897", {"hand_size": 7}, "the rounds of the deal"),
    ("foster-1897", {"joker": "lowest_trump"}, "no suit"),
    ("foster-1897", {"score": None}, "played for"),
    ("foster-1897", {"widow": 6}, "extra hand"),
    ("foster-1897", {"first_lead": "bidder"}, "nobody bids"),
    ("foster-1897", {"out_first": "bidder"}, "nobody bids"),
    ("foster-1897", {"target": 0}, "at least one point"),
    ("foster-1897", {"points": [["high", 0]]}, "no match would end"),
    ("foster-1897", {"points": [["snoozer", 15]], "out_order": ["snoozer"]}, "none in the pack"),
    ("foster-1897", {"auction": load_rulebook("foster-sell").rules.auction}, "nobody can beg"),
    ("foster-1897", {"draw": load_rulebook("foster-california-jack").rules.draw}, "use up the stock"),
    ("foster-california-jack", {"trump_from": "turn"}, "draw evenly"),
    ("foster-california-jack", {"trump_from": "stock_top", "players": [8], "remainder": "removed"}, "would need 49"),
    ("foster-sell", {"first_bid": "eldest"}, "cannot bid to himself"),
    ("foster-sell", {"first_lead": "eldest"}, "the bidder who leads"),
    ("foster-sell", {"bid_least": 5}, "above the most"),
    ("foster-sell", {"put_out_seller": None}, "put the seller out"),
    ("cinch", {"stripped": "threes_to_sevens", "players": [2], "points": [["five", 1]], "out_order": ["five"]},
     "fives were taken out"),
    ("cinch", {"trump_from": "pitch"}, "the bidder must name it"),
    ("cinch", {"exchange_to": 12}, "was dealt 9"),
]  # fmt: skip


@pytest.mark.parametrize(("id", "changes", "said"), REFUSED, ids=lambda x: "+".join(x) if isinstance(x, dict) else None)
def test_what_makes_no_game_is_refused_with_a_sentence(id: str, changes: dict[str, Any], said: str) -> None:
    with pytest.raises(RulesError) as refused:
        load_rulebook(id).replace(**changes)
    assert said in refused.value.why and refused.value.why.endswith(".") and "_" not in refused.value.why
    assert refused.value.between and all(name in FIELDS or name in GROUPS for name in refused.value.between)


@pytest.mark.parametrize("id", SOME)
def test_every_single_switch_makes_a_game_or_says_what_would(id: str) -> None:
    house = House(load_rulebook(id))
    stuck = []
    for name in (*FIELDS, *PARTS):
        if name in FIELDS and getattr(house.book.rules, FIELDS[name]) is None:
            continue
        for other in readings(name):
            found = verdict(house, name, other.value)
            assert (found.house is None) == bool(found.why) == bool(refusal(house, name, other.value))
            for mend in found.mends:  # what is offered is a game
                assert house.flips({name: other.value, **mend}).book.house
            if found.why and not found.mends:
                stuck.append((name, other.key, found.why))
    pool = ("pool", "counters", "match_ends", "out_order")  # to become a game for a pool is no small change
    assert not [told for told in stuck if not any(word in " ".join(told) for word in pool)]


# -- readings and the nearest book -------------------------------------------------------------------------------------


def test_every_reading_is_named_with_who_has_it() -> None:
    for name in FIELDS:
        found = readings(name)
        assert len({r.key for r in found}) == len(found) and {r.value for r in found} >= set(values(name))
        for one in found:
            books = {a.ref for a in one.authorities if a.kind == "book"}
            assert books == {
                id for id in rulebooks()
                if getattr(load_rulebook(id).rules, FIELDS[name]) is not None
                and getattr(load_rulebook(id).rules, name) == one.value
            }  # fmt: skip
            for place in (a for a in one.authorities if a.kind == "text"):
                clause = find_clause(place.ref)
                said = [clause.sets.get(name, ...), *(way.sets.get(name, ...) for way in clause.readings)]
                assert one.value in said
    assert reading("target", "13").value == 13
    with pytest.raises(HouseError, match="no reading"):
        reading("low_to", "nobody")


def test_the_nearest_book_is_the_one_with_the_fewest_other_answers() -> None:
    for id in rulebooks():
        assert (nearest(load_rulebook(id)).book.id, nearest(load_rulebook(id)).fields) == (id, ())
    rng = random.Random(5)
    for id in SOME:
        book = mixed(load_rulebook(id), rng, 30)
        apart = {
            other: [n for n in FIELDS if getattr(book.rules, n) != getattr(load_rulebook(other).rules, n)]
            for other in rulebooks()
        }
        found = nearest(book)
        assert list(found.fields) == apart[found.book.id]
        assert len(found.fields) == min(map(len, apart.values()))
    other = load_rulebook("hoyle-ten").rules
    same = {n: getattr(other, n) for n in FIELDS if getattr(other, n) != getattr(FOSTER.rules, n)}
    assert nearest(FOSTER.replace(**same)).book.id == "hoyle-ten"


def test_flipped_back_is_not_flipped() -> None:
    house = House(FOSTER).flip("low_to", "taker").flip("target", 9).flip("low_to", "holder")
    assert house.book.house == ("target",)
    assert not House(FOSTER).flip("beg", None).flip("beg", FOSTER.rules.beg).changes
    house = House(FOSTER).flips({"trump_from": "pitch", "beg": None, "turn": None})
    assert key_now(house.book, "beg") == "none" and from_data(FOSTER, to_data(house)).book == house.book


# -- the file ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", SOME)
def test_a_written_book_is_the_same_book(id: str, tmp_path: Path) -> None:
    rng = random.Random(id)
    for _ in range(6):
        base = load_rulebook(id)
        book = mixed(base.with_options([name for name in base.options if rng.random() < 0.2][:1]), rng, 12)
        again = load_rulebook(write_book(book, tmp_path))
        assert again.rules == book.rules and again.title != book.title
        assert set(again.house) == {name for name in book.house if name in FIELDS and name in dict(book.rules.values())}
        assert all(again.why(name).status == "house" and again.why(name).reason for name in again.house)
        kept = [name for name in again.sources if name not in again.house]
        assert all(again.why(name).witness == book.why(name).witness for name in kept)
        assert load_rulebook(write_book(again, tmp_path)).rules == book.rules  # a copy of the copy
    assert len(list(tmp_path.iterdir())) == 12


def test_nothing_is_written_over(tmp_path: Path) -> None:
    there = tmp_path / "ours.toml"
    there.write_text("mine", "utf-8")
    with pytest.raises(FileExistsError, match="nothing is written over"):
        write_book(FOSTER, there)
    assert there.read_text("utf-8") == "mine"
    assert write_book(FOSTER, tmp_path / "other").name == "other.toml"


def test_no_printed_book_may_call_a_rule_its_own(tmp_path: Path) -> None:
    text = book_toml(FOSTER.replace(low_to="taker")).replace(
        'reason = "A house', 'clause = "foster-1897#low", reason = "A'
    )
    file = tmp_path / "x.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(SourceError, match="what a text says is no house rule"):
        load_rulebook(file)


# -- the widget --------------------------------------------------------------------------------------------------------


@pytest.fixture
def widget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HouseRulesWidget:
    monkeypatch.setenv("ALLFOURS_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return af.house_rules("foster-1897")  # type: ignore[no-any-return]


def ask(of: HouseRulesWidget, name: str, arg: Any = None) -> list[Any]:
    """Send a message as the browser does; the result is what was sent back beside the state."""
    sent: list[Any] = []
    of.send = sent.append  # type: ignore[method-assign]
    of._on_message(of, {"kind": "command", "name": name, "arg": arg, "rev": of.rev}, None)
    return sent


def test_flip_undo_put_back(widget: HouseRulesWidget) -> None:
    assert not ask(widget, "flip", {"name": "low_to", "key": "taker"})
    assert widget.book.rules.low_to == "taker" and widget.state["house"]["now"]["low_to"] == "taker"
    assert "house rule" in widget.state["title"] and "Nearest book: Foster" in widget.state["live"]
    ask(widget, "flip", {"name": "target", "key": "13"})
    assert [r["name"] for r in widget.state["house"]["rules"]] == ["low_to", "target"]
    assert widget.state["house"]["code"].startswith(
        'house = af.rulebook("foster-1897").replace(low_to="taker", target=13)'
    )
    ask(widget, "put_back", "low_to")
    assert widget.book.house == ("target",)
    ask(widget, "undo")
    ask(widget, "undo")
    assert widget.book.house == ("low_to",)
    widget.undo()
    assert widget.book == FOSTER
    assert "nothing has been changed" in ask(widget, "undo")[0]["why"].lower()
    for bad in ({"name": "low_to", "key": "nobody"}, {"name": "nonsense", "key": "x"}, {"name": 3}, "low_to", None):
        assert ask(widget, "flip", bad)[0]["kind"] == "refused"
    assert widget.book == FOSTER


def test_a_refused_flip_offers_what_else_would_have_to_change(widget: HouseRulesWidget) -> None:
    ask(widget, "flip", {"name": "trump_from", "key": "pitch"})
    offer = widget.state["house"]["offer"]
    assert widget.book == FOSTER and "a card must be turned" in offer["why"] and widget.state["cur"] == "trump_from"
    assert offer["mends"] == [["Without begging.", "Without turn-up."]]
    ask(widget, "mend", 0)
    assert widget.book.rules.trump_from == "pitch" and widget.book.rules.beg is None
    assert widget.state["house"]["offer"] is None and widget.nearest.book.id == "foster-pitch"
    with pytest.raises(RefusedError, match="At least one point"):
        widget.flip(points=())


def test_the_rules_are_played_at_once(widget: HouseRulesWidget) -> None:
    ask(widget, "flip", {"name": "low_to", "key": "taker"})
    ask(widget, "play")
    assert widget.view == "table" and widget.position.rules.low_to == "taker"
    widget.act("stand") if widget.position.phase == "beg" else None
    assert any(tool["id"] == "rules" for tool in widget.state["tools"])
    ask(widget, "rules")
    assert widget.view == "rulebook" and widget.book.rules.low_to == "taker"
    opened = ask(widget, "compare", widget.book.hash)[0]
    assert opened["view"] == "compare" and opened["state"]["books"][1]["house"] == ["low_to = taker"]
    assert widget.play(seed=3).position.rules.low_to == "taker"


def test_what_was_changed_stands_when_the_line_is_run_again(widget: HouseRulesWidget) -> None:
    widget.flip(low_to="taker", peg=load_rulebook("foster-all-fives").rules.peg)
    again = house_rules("foster-1897")
    assert again.book == widget.book and "last time" in again.state["live"]
    again.undo()
    assert again.book == FOSTER == house_rules("foster-1897", save=False).book
    assert house_rules("foster-1897", options="keep_nine").book.house == ()


def test_the_file_from_the_widget(widget: HouseRulesWidget, tmp_path: Path) -> None:
    widget.flip(low_to="taker")
    ask(widget, "write")
    ask(widget, "write")
    assert sorted(path.name for path in tmp_path.glob("*.toml")) == [
        "foster-1897-house-2.toml",
        "foster-1897-house.toml",
    ]
    assert "foster-1897-house-2.toml" in widget.state["house"]["written"]
    own = load_rulebook(tmp_path / "foster-1897-house.toml")
    assert own.rules == widget.book.rules and (tmp_path / "foster-1897-house.toml").read_text("utf-8") == widget.toml
    assert af.house_rules(own).state["house"]["now"]["low_to"] == "taker"  # a book of one's own has the page too


def test_a_saved_notebook_shows_the_rules(widget: HouseRulesWidget) -> None:
    widget.flip(low_to="taker")
    data, _ = widget._repr_mimebundle_()
    assert "Who has Low?" in data["text/html"] and "This table has 1 house rule" in data["text/html"]
    assert "replace(low_to=" in data["text/html"] and "This table has 1 house rule" in data["text/plain"]


def test_the_code_makes_the_same_rules() -> None:
    house = House(load_rulebook("foster-pitch")).flips(
        {"turn": FOSTER.rules.turn, "trump_from": "turn", "tie": "nobody"}
    )
    found: dict[str, Any] = {"af": af}
    exec(code_lines(house).splitlines()[0], found)
    assert found["house"] == house.book
    assert house_state(house)["house"]["now"]["turn"] != "none"
