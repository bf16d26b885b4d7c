"""A class on one deal: result lines that cannot be mistaken, results that cannot be mixed, a show of hands."""

from __future__ import annotations

import csv
import io
import json
import random
from typing import Any

import pytest
from shelf import KINDS

import allfours_edu as af
from allfours_edu.engine import action_text
from allfours_edu.record.codes import LETTERS
from allfours_edu.session import Session
from allfours_edu.sources import load_rulebook
from allfours_edu.teach import resultline
from allfours_edu.teach.classresults import class_results
from allfours_edu.teach.resultline import Help, LineError, read_line, write_line
from allfours_edu.widgets.classroom import ClassTable, ShowOfHands
from allfours_edu.widgets.table import RefusedError


def played(book: Any = "trinidad", *, seed: Any = 7, chance: int = 1, opponents: str = "foster", **how: Any) -> Session:
    pick = random.Random(chance)
    session = Session.new(load_rulebook(book), seed=seed, opponents=opponents, **how)
    while not session.over:
        session.go_on() if session.pause else session.act(pick.choice(session.position.legal_actions()))
    return session


def line_of(session: Session, alias: str = "", **more: Any) -> str:
    bots = next(iter(session.opponents.values()))
    return write_line(session.position, session.book, session.you, alias=alias, bots=bots, **more)


CLASS = [line_of(played(chance=n), f"pupil {n}") for n in range(8)]


# -- the line ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", KINDS)
@pytest.mark.parametrize("opponents", ["foster", "novice"])
def test_a_line_gives_the_whole_deal_back(book: str, opponents: str) -> None:
    for chance in range(3):
        session = played(book, chance=chance, opponents=opponents, seed=chance + 20)
        read = read_line(line_of(session, "ann", help=Help(2, 1)))
        assert read.end.actions() == session.position.actions()
        assert (read.alias, read.bots, read.seat, read.help) == ("ann", opponents, session.you, Help(2, 1))
        most = 16 if session.book.rules.draw is None else 20  # four times the tricks, where cards are drawn
        assert sum(len(group) for group in read.text.split(" · ")[2].split("-")) <= most


def test_short_enough_to_be_read_aloud() -> None:
    assert max(len(line) for line in CLASS) <= 50
    assert all(len(group) <= 4 for line in CLASS for group in line.split(" · ")[2].split("-"))


@pytest.mark.parametrize("line", CLASS[:2])
def test_it_is_read_as_it_was_heard(line: str) -> None:
    expected = read_line(line).end
    for spoken in (
        line.lower(), line.replace("-", " "), line.replace(" · ", " "), line.replace(" · ", ", "), f"  {line}\t",
        line.replace("-", "").replace(" · ", " | "), line.rsplit(" · ", 1)[0], line.split(" · ", 1)[1],
        line.replace("0", "o").replace("pupil", "pupil"),
    ):  # fmt: skip
        assert read_line(spoken).end.actions() == expected.actions()


def test_every_wrong_character_is_caught() -> None:
    line = CLASS[3]
    alias, deal, result, points = line.split(" · ")
    for part, others in ((deal, (result,)), (result, (deal,))):
        for n, right in enumerate(part):
            for wrong in LETTERS:
                if right in ("-", wrong):
                    continue
                changed = part[:n] + wrong + part[n + 1 :]
                text = f"{alias} · {changed} · {result}" if part is deal else f"{alias} · {deal} · {changed}"
                with pytest.raises(LineError):
                    read_line(text)
        assert others
    with pytest.raises(LineError, match=r"It shows 9:0"):
        read_line(line.replace(points, "9:0"))


@pytest.mark.parametrize("text", ["", "hello", "1TT4-79", "blue · 1TT4-79 · R", "x" * 600, "· · ·", "1 R", "RRRR 1111"])
def test_what_is_no_line(text: str) -> None:
    with pytest.raises(LineError) as caught:
        read_line(text)
    assert caught.value.key in ("no_codes", "damaged")


def test_where_there_is_no_line() -> None:
    session = Session.new(load_rulebook("trinidad"), seed=7)
    with pytest.raises(LineError, match="not over"):
        line_of(session)
    done = played()
    with pytest.raises(LineError, match="did not play as"):
        write_line(done.position, done.book, "South", bots="novice")
    done.next_deal()
    while not done.over:
        done.act(done.position.legal_actions()[0])
    with pytest.raises(LineError, match="begins a match"):
        line_of(done)
    house = played(load_rulebook("trinidad").replace(low_to="taker"))
    with pytest.raises(LineError, match="house rules"):
        line_of(house)


def test_a_made_up_deal_has_a_line_too() -> None:
    position = af.new_deal("trinidad", hands="South: AS KS 5S QH JH TC", turned="9D", seed=3)
    session = Session(load_rulebook("trinidad"), position)
    while not session.over:
        session.act(session.position.legal_actions()[0])
    code = af.deal_code("trinidad", of=position)
    again = Session(load_rulebook("trinidad"), af.new_deal(code))
    while not again.over:
        again.act(again.position.legal_actions()[0])
    assert read_line(line_of(again)).end.scores == session.position.scores


# -- the class -------------------------------------------------------------------------------------------------


def test_table_histogram_division_and_csv() -> None:
    results = class_results("# the 3rd of May\n\n" + "\n".join(CLASS))
    assert len(results) == 8 and results.refused == ()
    rows = results.rows()
    assert [row["alias"] for row in rows] == [f"pupil {n}" for n in range(8)]
    assert sum(results.histogram.values()) == 8
    assert all(row["difference"] == row["ours"] - row["theirs"] for row in rows)
    assert all(0 <= row["best"] <= row["decisions"] for row in rows)
    division = results.division
    assert division is not None and len(division.choices) > 1
    assert sum(len(who) for who in division.choices.values()) == 8  # all came as far as that
    lines = list(csv.DictReader(io.StringIO(results.to_csv())))
    assert len(lines) == sum(len(line.choices) for line in results.lines)
    assert {line["deal"] for line in lines} == {"1TT4-79"}
    assert "The class parted" in str(results) and "8 lines" in str(results)
    html = results._repr_html_()
    assert html.count("<tr>") >= 9 and "pupil 3" in html


def test_points_lost_add_up_with_open_cards() -> None:
    """Where all four play on from a decision as the solver would, nothing is lost after it."""
    for row, decisions in zip((r := class_results(CLASS)).rows(), r.decisions, strict=True):
        assert row["points_lost"] == sum(d.lost for d in decisions if d.lost is not None)
        for d in decisions:
            assert d.lost is None or (d.lost >= 0 and (d.lost == 0) == (d.action in (d.best or ())))


def test_all_alike() -> None:
    results = class_results([line_of(played(), alias) for alias in ("a", "b", "c")])
    assert results.division is None and "All did the same" in str(results)


REFUSALS = {
    "other_book": lambda: line_of(played("hoyle-ten", players=4), "x"),
    "other_options": lambda: line_of(played(load_rulebook("trinidad").with_options("hang_six")), "x"),
    "other_deal": lambda: line_of(played(seed=8), "x"),
    "other_opponents": lambda: line_of(played(opponents="novice"), "x"),
    "other_seat": lambda: line_of(played(you="North"), "x"),
    "damaged": lambda: CLASS[0][:-8] + "7" + CLASS[0][-7:],
    "same_alias": lambda: line_of(played(chance=99), "PUPIL 1"),
    "same_line": lambda: CLASS[1],
    "no_codes": lambda: "I forgot it",
    "other_points": lambda: CLASS[2].rsplit(" · ", 1)[0] + " · 8:0",
}


@pytest.mark.parametrize("key", REFUSALS)
def test_refused_with_a_plain_sentence(key: str) -> None:
    results = class_results([*(CLASS[:2] if key == "other_points" else CLASS), REFUSALS[key]()])
    assert [one.key for one in results.refused] == [key]
    assert results.refused[0].reason.endswith((".", ")")) and "Error" not in results.refused[0].reason
    assert results.refused[0].reason in str(results)


def test_another_version_of_the_players_or_of_the_rules_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(resultline, "bot_version", lambda name: f"{name} 0")
        resultline._bots_by_mark.cache_clear()
        results = class_results(CLASS)
    resultline._bots_by_mark.cache_clear()
    assert len(results) == 0 and {one.key for one in results.refused} == {"other_bots"}
    assert "No line could be counted" in str(results) and results.histogram == {} and results.division is None
    real = resultline._mark
    with monkeypatch.context() as patch:
        hashed = load_rulebook("trinidad").hash
        patch.setattr(resultline, "_mark", lambda text: real(text + "!" if text == hashed else text))
        assert {one.key for one in class_results(CLASS).refused} == {"other_rules"}


def test_the_teacher_may_say_which_deal_counts() -> None:
    lines = [*CLASS[:2], *(line_of(played(seed=8, chance=n), f"late {n}") for n in range(3))]
    assert class_results(lines).lines[0].code == "1TT4-8D" or len(class_results(lines)) == 3
    assert [line.alias for line in class_results(lines, deal="1tt4 79").lines] == ["pupil 0", "pupil 1"]


def test_a_spreadsheet_runs_no_formula() -> None:
    text = class_results([line_of(played(), "=1+1")]).to_csv()
    assert "\n'=1+1," in text.replace("\r", "")


def test_a_class_without_pandas_and_with() -> None:
    pandas = pytest.importorskip("pandas")
    assert isinstance(class_results(CLASS).table(), pandas.DataFrame)


def test_the_histogram_as_a_chart() -> None:
    pytest.importorskip("matplotlib").use("Agg")
    axes = class_results(CLASS).plot()
    assert "Bars:" in axes.figure._allfours_text


# -- the pupil's table ---------------------------------------------------------------------------------------


def pupil(**how: Any) -> ClassTable:
    made = af.play("1TT4-79", alias="blue fox", save=False, **how)
    assert isinstance(made, ClassTable)
    return made


def finish(table: ClassTable) -> None:
    while not table.session.over:
        table.go_on() if table.session.pause else table.act(action_text(table.position.legal_actions()[0]))


def test_one_try_and_a_line_at_the_end() -> None:
    table = pupil()
    table.act("stand")
    for command in (table.undo, table.what_if, table.same_deal, table.restart):
        with pytest.raises(RefusedError):
            command()
    table.hint()
    finish(table)
    panel = next(p for p in table.state["panels"] if p["id"] == "line")
    line = panel["body"][0].strip("*")
    assert line == table.line and line in table.state["live"] and line in table.state["text"]
    assert read_line(line).help == Help(hints=1) and read_line(line).alias == "blue fox"
    assert read_line(line).end.actions() == table.position.actions()
    table.same_deal()
    finish(table)
    assert read_line(table.line).help == Help(again=True)


def test_take_backs_may_be_allowed_for_one_task() -> None:
    table = pupil(take_backs=True)
    table.act("stand")
    table.undo()
    finish(table)
    assert read_line(table.line).help == Help(taken_back=1)
    plain = af.play("trinidad", seed=7, take_backs=False, save=False)
    plain.act("stand")
    with pytest.raises(RefusedError, match="card laid is a card played"):
        plain.undo()


def test_a_table_with_house_rules_says_why_there_is_no_line() -> None:
    book = load_rulebook("trinidad").replace(low_to="taker")
    table = af.play(book, seed=7, alias="x", save=False)
    finish(table)
    assert "house rules" in str(table.state["panels"])


# -- a show of hands -------------------------------------------------------------------------------------------


def test_a_scenario_by_show_of_hands() -> None:
    shown = af.show_of_hands("td-01")
    assert isinstance(shown, ShowOfHands) and shown.state["projector"] and shown.state["cover"]
    panel = shown.state["panels"][0]
    assert [o["id"] for o in panel["options"]] == ["QS", "7S", "9D"] and not panel["revealed"]
    assert "text" not in panel["options"][0]
    message = {"kind": "command", "name": "hands_reveal", "arg": {"QS": 19, "7S": 7, "9D": 4}, "rev": shown.rev}
    shown._on_message(shown, message)
    panel = shown.state["panels"][0]
    assert [(o["count"], o["right"]) for o in panel["options"]] == [(19, True), (7, False), (4, False)]
    assert "certain" in panel["note"].lower() and "queen of spades: 19" in shown.as_text()
    shown._on_message(shown, {"kind": "command", "name": "hands_next", "arg": None, "rev": shown.rev})
    assert "QS" in {c.text for _, c in shown.position.plays}
    shown.back()
    assert shown.position.trick and not shown.revealed


def test_the_question_can_be_read_out_and_nobody_else_is_seen() -> None:
    shown = af.show_of_hands("trinidad", seed=7)
    assert "Stand" in shown.as_text() and "South holds" in shown.as_text()
    hidden = {c.text for seat in ("North", "East", "West") for c in shown.position.hand(seat)}
    text = json.dumps(shown.state)
    assert not any(f'"{c}"' in text or f"{{{c}}}" in text for c in hidden)


def test_a_whole_deal_by_show_of_hands() -> None:
    shown = af.show_of_hands("foster-1897", seed=3)
    for _ in range(12):
        if shown.position.over:
            break
        shown.reveal([1] * len(shown.position.legal_actions()))
        panel = shown.state["panels"][0]
        if shown.position.phase == "play":
            assert any(o.get("right") for o in panel["options"])
        else:
            assert "computer player would choose" in panel["note"]
        shown.go_on()
    assert shown.position.over and shown.state["panels"][0]["id"] == "end"
    with pytest.raises(RefusedError, match="over"):
        shown.go_on()


@pytest.mark.parametrize("value", [{"QS": -1}, {"QS": 1.5}, {"XX": 1}, {"QS": True}, {"QS": 10**6}, "4"])
def test_what_is_no_number_of_hands(value: Any) -> None:
    shown = af.show_of_hands("td-01")
    shown._on_message(shown, {"kind": "command", "name": "hands_reveal", "arg": value, "rev": shown.rev})
    assert not shown.revealed
