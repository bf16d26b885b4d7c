"""Exercises: the right answer passes, a blank fails, each known mistake gets its own message; no cell breaks one."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import re
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import allfours_edu as af
from allfours_edu.cards import PACK
from allfours_edu.engine import STAND, deal, new_table
from allfours_edu.rules import FIELDS
from allfours_edu.sources import load_rulebook, rulebooks, topics
from allfours_edu.teach import exercise as ex
from allfours_edu.teach.exercise import Attempt, Verdict, find, fits
from allfours_edu.teach.exercise_deals import in_suits
from allfours_edu.teach.exercise_file import MOST_WORDS, ExerciseError, exercise_ids, load_exercise
from allfours_edu.teach.exercise_task import BLANK, Task
from allfours_edu.teach.progress import Progress, exercises, following
from allfours_edu.teach.scenario import load_scenario
from allfours_edu.teach.strings import plain
from allfours_edu.widgets.exercise import ExerciseWidget
from allfours_edu.widgets.exercise_state import exercise_state, question_text

IDS = exercise_ids()
SEEDS = 4
EVERY_MISTAKE = {  # the misconceptions a teacher meets, and where one of them is answered
    "Low must be the two": ("low-without-the-two", "must_be_extreme"),
    "Low must be won": ("low-stays", "must_be_won"),
    "Game is most tricks": ("game-is-not-tricks", "most_tricks"),
    "the Ten beats the King": ("ten-or-king", "ten_beats"),
    "the turned card is in play": ("the-turned-card", "turned_counts"),
    "one must always follow": ("follow-or-trump", "must_follow"),
    "one must trump when void": ("no-duty-to-trump", "must_trump"),
    "the Jack is always out": ("is-the-jack-out", "always_out"),
    "partner's taking the Jack hangs it": ("a-partner-does-not-hang", "partner_hangs"),
    "High and Low can be lost": ("yours-already", "can_be_lost"),
    "the side with more tricks wins": ("who-wins-the-deal", "most_tricks"),
    "a tie is nobody's everywhere": ("level-elder-wins", "tie_nobody"),
}


@cache
def found(id: str) -> tuple[tuple[int, Task], ...]:
    """The first deals of an exercise."""
    deals: list[tuple[int, Task]] = []
    for _ in range(SEEDS):
        deals.append(find(load_exercise(id), deals[-1][0] + 1 if deals else None))
    return tuple(deals)


def tried(id: str, seed: int, answer: Any) -> Verdict:
    return Attempt(id, seed).commit(answer)


# -- three ways --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", IDS)
def test_the_right_answer_passes(id: str) -> None:
    for seed, task in found(id):
        assert task.accepted
        for right in task.accepted:
            verdict = tried(id, seed, right)
            assert verdict.right and verdict.mistake == "" and verdict.says[0], (seed, right)


@pytest.mark.parametrize("id", IDS)
def test_a_blank_fails_with_its_message(id: str) -> None:
    for seed, task in found(id):
        for blank in ("", [], None, BLANK, "  "):
            verdict = tried(id, seed, blank)
            assert not verdict.right and verdict.mistake == "blank" and not verdict.answer
            assert verdict.says == (ex.t(f"exercise.blank_{task.control}"),)


@pytest.mark.parametrize("id", IDS)
def test_each_known_mistake_gets_its_own_message(id: str) -> None:
    exercise = load_exercise(id)
    met: Counter[str] = Counter()
    for seed, task in found(id):
        assert fits(exercise, task)
        said: dict[str, str] = {}
        for mistake in exercise.mistakes:
            for answer in task.ideas.get(mistake.idea, ()):
                assert answer not in task.accepted, "a mistake that would be right"
                verdict = tried(id, seed, answer)
                assert not verdict.right and verdict.mistake == mistake.idea
                said.setdefault(mistake.idea, verdict.says[0])
                met[mistake.idea] += 1
        assert len(set(said.values())) == len(said), "two mistakes with the same message"
    for mistake in exercise.mistakes:
        assert met[mistake.idea] >= (0 if mistake.sometimes else SEEDS), mistake.idea


@pytest.mark.parametrize("id", IDS)
def test_an_unknown_wrong_answer_gets_a_plain_one(id: str) -> None:
    seed, task = found(id)[0]
    known = {a for answers in task.ideas.values() for a in answers} | set(task.accepted)
    offered = [str(n) for n in range(task.most)] if task.control == "number" else task.offered
    for answer in ({o} for o in offered):
        if frozenset(answer) not in known:
            verdict = tried(id, seed, answer)
            assert (verdict.mistake, verdict.right) == ("unknown", False) and verdict.says[0]
            return


@pytest.mark.parametrize(("id", "idea"), EVERY_MISTAKE.values(), ids=EVERY_MISTAKE)
def test_every_misconception_is_met(id: str, idea: str) -> None:
    seed, task = found(id)[0]
    assert load_exercise(id).mistake(idea) is not None and task.ideas[idea]
    assert tried(id, seed, task.ideas[idea][0]).mistake == idea


@pytest.mark.parametrize("id", IDS)
def test_a_mistake_names_a_rule_with_its_authority(id: str) -> None:
    for seed, task in found(id)[:2]:
        for mistake in load_exercise(id).mistakes:
            for answer in task.ideas.get(mistake.idea, ())[:1]:
                verdict = tried(id, seed, answer)
                assert verdict.cites, mistake.idea
                cite = verdict.cites[0]
                assert cite.get("clause") or cite.get("reason"), cite
                assert cite["book"] == load_exercise(id).rulebook().short


@pytest.mark.parametrize("id", IDS)
def test_show_me_has_something_to_show(id: str) -> None:
    for seed, task in found(id)[:2]:
        answers = [a for m in load_exercise(id).mistakes for a in task.ideas.get(m.idea, ())[:1]]
        for answer in (task.right, *answers):
            shown = tried(id, seed, answer).show
            assert shown is not None, answer
            assert shown.before in shown.after.path() and shown.before is not shown.after


# -- the words ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", IDS)
def test_all_texts_can_be_said_and_are_short(id: str) -> None:
    exercise = load_exercise(id)
    for seed, task in found(id):
        attempt = Attempt(id, seed)
        attempt.rungs = 4
        texts = [
            attempt.ask,
            attempt.lead,
            *attempt.hints,
            attempt.text(exercise.solution),
            attempt.text(exercise.history),
        ]
        for mistake in exercise.mistakes:
            if mistake.idea in task.ideas:
                texts += attempt.judge(task.ideas[mistake.idea][0]).says
        for text in texts:
            said = plain(text, attempt.book)
            assert not re.search(r"[{}\[\]|]|None|  ", said), said
            assert len(said.split()) <= MOST_WORDS + 15, said  # a line of points may be filled in
            assert not said or said[0].isupper() or said[0].isdigit(), said
        assert [attempt.label(o) for o in task.offered] == list(dict.fromkeys(attempt.label(o) for o in task.offered))


@pytest.mark.parametrize("id", IDS)
def test_only_the_last_hint_says_it(id: str) -> None:
    """The first two rungs say where to look and which rule: no card of the answer, no number."""
    for seed, task in found(id)[:2]:
        attempt = Attempt(id, seed)
        attempt.rungs = 2
        if task.control in ("card", "cards"):
            assert not any(f"{{{c}}}" in hint for hint in attempt.hints for c in task.right)
        assert all(attempt.said(task.right) != plain(h) for h in attempt.hints)


def test_the_shelf_is_wide_enough() -> None:
    loaded = [load_exercise(id) for id in IDS]
    assert len(loaded) >= 24
    assert {e.book for e in loaded} == set(rulebooks()) & {e.book for e in loaded}
    assert {e.book for e in loaded} >= {
        "trinidad", "foster-1897", "hoyle-ten", "foster-all-fives", "cassell-all-fives", "enquire-1894", "cassell-1881",
        "wiki-laws", "group-seven-up",
    }  # fmt: skip
    assert {e.kind for e in loaded} == set(ex.KINDS)
    assert len({e.title for e in loaded}) == len({e.place for e in loaded}) == len(loaded)
    for e in loaded:
        assert e.rule in FIELDS or e.rule in topics()
        assert e.source().locator


def test_open_cards_are_only_called_so_where_hands_are_open() -> None:
    for id in IDS:
        for _, task in found(id)[:1]:
            assert (load_exercise(id).sure == "open") == task.open_hands, id


# -- the answers are the engine's --------------------------------------------------------------------------------------


def test_the_same_seed_is_the_same_task() -> None:
    find.cache_clear()
    again = {id: find(load_exercise(id)) for id in IDS[::5]}
    for id, (seed, task) in again.items():
        assert (seed, task.accepted, task.facts) == (found(id)[0][0], found(id)[0][1].accepted, found(id)[0][1].facts)


def test_legal_cards_are_those_the_engine_allows() -> None:
    for id in ("follow-or-trump", "no-duty-to-trump", "follow-if-you-can", "the-free-jack"):
        for _, task in found(id):
            assert task.right == {c.text for c in task.at.legal_actions()}  # type: ignore[union-attr]


def test_a_set_of_cards_is_answered_card_by_card() -> None:
    attempt = Attempt("follow-or-trump")
    right, hand = attempt.task.right, attempt.task.offered
    out, extra = sorted(right)[0], next(c for c in hand if c not in right)
    verdict = attempt.commit((right - {out}) | {extra})
    assert {(p.card.text, p.missing) for p in verdict.parts} == {(out, True), (extra, False)}
    assert all(p.says for p in verdict.parts)
    assert next(p for p in verdict.parts if not p.missing).cites[0]["rule"] == "follow"


def test_what_is_called_certain_is_certain() -> None:
    """High and Low of "yours already" stay where they are however the other cards lie and are played."""
    chance = random.Random(5)
    for _, task in found("yours-already"):
        book = load_rulebook("enquire-1894")
        at, mine = task.at, task.at.hand(task.you)
        for _ in range(20):
            rest = [c for c in PACK if c not in mine and c not in at.turn_ups]
            chance.shuffle(rest)
            end = deal(new_table(
                book.rules, at.table.players, turn_ups=at.turn_ups[-1:],
                hands={task.you: mine, at.table.dealer: rest[:6]},
            )).apply(STAND)  # fmt: skip
            while not end.over:
                end = end.apply(chance.choice(end.legal_actions()))
            points = {e.point: e.side for e in end.events() if e.kind == "award"}
            assert points["high"] == points["low"] == task.you


def test_suits_are_a_symmetry() -> None:
    plain_deal = load_scenario("td-02-save-the-jack")
    for n in range(1, 25):
        assert in_suits(plain_deal, n).begun().phase == "play"
    seen = {in_suits(plain_deal, n).hands["elder"] for n in range(1, 25)}
    assert len(seen) == 24 and in_suits(plain_deal, 25).hands == in_suits(plain_deal, 1).hands
    values = [(len(t.accepted), sorted(len(a) for a in t.ideas.values())) for _, t in found("save-the-jack")]
    assert len(set(map(str, values))) == 1


def test_what_cannot_be_an_answer_changes_nothing() -> None:
    attempt = Attempt("low-stays")
    for odd in ("East", "Q", 3, ["South", "North"], {"x": 1}, 3.5, object()):
        with pytest.raises(ExerciseError):
            attempt.commit(odd)
    assert attempt.verdict is None and attempt.tries == 0
    for odd in ("QQ", "-1", "1000", "1e3", -4, 3.7):
        with pytest.raises(ExerciseError):
            Attempt("count-your-cards").commit(odd)
    with pytest.raises(ExerciseError):
        Attempt("follow-or-trump").commit("ZZ QS")
    with pytest.raises(ExerciseError, match="Did you mean 'low-stays'"):
        load_exercise("low-stay")
    for odd in ("../x", "", "a" * 500, "low stays"):
        with pytest.raises(ExerciseError):
            load_exercise(odd)


# -- nothing is given away ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", IDS)
def test_the_question_does_not_hold_the_answer(id: str, tmp_path: Path) -> None:
    for seed, task in found(id)[:2]:
        widget = ExerciseWidget(id, seed, Progress(tmp_path / "p.json"))
        state = widget.state
        assert all(c["legal"] is False and not c["why"] and "mark" not in c for c in state["hand"])
        assert state["scene"]["low"] is None
        if task.hidden_winner:
            trick = state["scene"]["trick"]
            assert not trick["best"] and not trick["done"] and "text" not in trick and not state["tricks"]
            assert not state["scene"]["turn"]
        if load_exercise(id).kind == "turned_worth":
            assert not state["scene"]["turnup"]["note"]
        if not task.open_hands:
            assert not state["scene"]["hands"]
        assert "feedback" not in [p["kind"] for p in state["panels"]]
        before = (widget.as_text(), widget.picture())
        widget.commit(task.right)
        assert (widget.as_text(), widget.picture()) == before, "a saved notebook shows the question only"
        assert plain(widget.attempt.verdict.says[0], widget.attempt.book) in repr(widget)  # type: ignore[union-attr]
        widget.shut()


def test_a_hidden_hand_stays_hidden(tmp_path: Path) -> None:
    """Where the question stands in the midst of a deal, cards nobody has shown are not in the state."""
    for id in ("follow-or-trump", "hang-the-jack", "which-book-lets-you", "may-he-give"):
        seed, task = found(id)[0]
        state = json.dumps(exercise_state(Attempt(id, seed), ExerciseWidget(id, seed, Progress(tmp_path / "p")).known))
        shown = {c.text for _, c in task.at.plays} | {c.text for c in task.at.hand(task.you)}
        shown |= {c.text for c in task.at.turn_ups}
        hidden = {c.text for s in task.at.table.players if s != task.you for c in task.at.hand(s)} - shown
        assert hidden and not [c for c in hidden if f'"{c}"' in state or f"{{{c}}}" in state]


# -- the widget --------------------------------------------------------------------------------------------------------


def tell(widget: ExerciseWidget, **message: Any) -> int:
    """Send a message as the browser does; by how much the state has moved on."""
    before = widget.rev
    widget._on_message(widget, {"rev": widget.rev, **message})
    return widget.rev - before


def command(widget: ExerciseWidget, name: str) -> int:
    return tell(widget, kind="command", name=name, arg=None)


@pytest.fixture
def kept(tmp_path: Path) -> Progress:
    return Progress(tmp_path / "progress.json")


def test_a_whole_exercise_by_messages(kept: Progress) -> None:
    widget = ExerciseWidget("follow-or-trump", kept=kept)
    assert widget.state["hand_mode"] == "choose"
    assert tell(widget, kind="acts", actions=[]) == 1 and widget.state["hand_mode"] == "choose"
    assert kept.marks() == ()  # a blank is no answer
    assert command(widget, "hint") == 1
    wrong = sorted(widget.attempt.task.ideas["must_follow"][0])
    assert tell(widget, kind="acts", actions=[f"pick {c}" for c in wrong]) == 1
    assert widget.state["hand_mode"] == "off" and "missing" in {c.get("mark") for c in widget.state["hand"]}
    assert tell(widget, kind="acts", actions=[]) == 0  # answered: first try again
    assert command(widget, "next_deal") == 0  # not solved yet
    assert command(widget, "show_me") == 1 and widget.state["frames"]
    assert command(widget, "show_back") == 1 and not widget.state["frames"]
    assert command(widget, "explain") == 1 and "solution" in [p["id"] for p in widget.state["panels"]]
    assert command(widget, "try_again") == 1
    assert tell(widget, kind="acts", actions=[f"pick {c}" for c in sorted(widget.attempt.task.right)]) == 1
    assert widget.solved and "history" in [p["id"] for p in widget.state["panels"]]
    seed = widget.seed
    assert command(widget, "next_deal") == 1 and widget.seed > seed and not widget.solved
    assert [(m.what, m.right, m.mistake, m.hints) for m in kept.marks()] == [
        ("answer", False, "must_follow", 1), ("solution", False, "", 1), ("answer", True, "", 1),
    ]  # fmt: skip


def test_no_message_breaks_it(kept: Progress) -> None:
    widget = ExerciseWidget("count-your-cards", kept=kept)
    for message in (
        {"kind": "act", "action": "QS"}, {"kind": "acts", "actions": ["pick ZZ"]},
        {"kind": "acts", "actions": ["x" * 99]},
        {"kind": "answer", "question": "q", "value": -1}, {"kind": "answer", "question": "q", "value": [1, 2]},
        {"kind": "answer", "question": "other", "value": 3}, {"kind": "command", "name": "next_deal", "arg": None},
        {"kind": "command", "name": "nonsense", "arg": None}, {"kind": "command", "name": "explain", "arg": None},
        {"kind": "command", "name": "show_me", "arg": None}, {"kind": "x"}, [], None,
        {"kind": "answer", "question": "q", "value": "15; drop"}, {"kind": "answer", "question": "q", "value": True},
    ):  # fmt: skip
        before = widget.rev
        widget._on_message(widget, message if not isinstance(message, dict) else {**message, "rev": before})
        assert widget.attempt.verdict is None or not widget.attempt.verdict.answer
    assert kept.marks() == ()
    assert widget.commit(widget.attempt.task.right).right


def test_four_hints_and_no_more(kept: Progress) -> None:
    widget = ExerciseWidget("low-stays", kept=kept)
    assert [command(widget, "hint") for _ in range(5)] == [1, 1, 1, 1, 0]
    hints = next(p for p in widget.state["panels"] if p["kind"] == "hints")
    assert len(hints["rungs"]) == hints["total"] == 4
    assert widget.state["frames"] and "showing" in [p["id"] for p in widget.state["panels"]]  # the last one plays it
    assert command(widget, "show_back") == 1 and "q" in [p["id"] for p in widget.state["panels"]]


# -- cells that are copied, renamed and run again ----------------------------------------------------------------------


def test_run_again_shows_what_was_committed(kept: Progress) -> None:
    first = ExerciseWidget("low-stays", kept=kept)
    wrong = first.attempt.task.ideas["must_be_won"][0]
    first.commit(wrong)
    again = ExerciseWidget("low-stays", kept=Progress(kept.path))
    assert again.attempt.verdict is not None and again.attempt.verdict.mistake == "must_be_won"
    assert len(kept.marks()) == 1, "looking is no answer"
    assert command(again, "try_again") == 1 and again.commit(again.attempt.task.right).right
    third = ExerciseWidget("low-stays", kept=Progress(kept.path))
    assert third.solved and third.state["panels"]
    assert len(Progress(kept.path).marks()) == 2


def test_the_same_exercise_in_two_cells(kept: Progress) -> None:
    one, other = ExerciseWidget("low-stays", kept=kept), ExerciseWidget("low-stays", kept=Progress(kept.path))
    one.commit(one.attempt.task.right)
    assert other.attempt.verdict is None  # what stands in another cell is left alone
    other.commit(other.attempt.task.ideas["must_be_won"][0])
    assert not other.solved and one.solved
    marks = Progress(kept.path).marks()
    assert [m.right for m in marks] == [True, False]
    assert exercises(Progress(kept.path))[1].right == 1, "a later slip takes nothing away"


def test_a_deal_that_is_there_no_more_is_asked_afresh(kept: Progress) -> None:
    kept.add("answer", "low-stays", found("low-stays")[0][0], answer=("West",), right=True)
    assert ExerciseWidget("low-stays", kept=kept).attempt.verdict is None


def test_the_front_door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLFOURS_HOME", str(tmp_path))
    widget = af.exercise("low-stays")
    assert "Who scores Low" in repr(widget)
    widget.commit("north" if "North" in widget.attempt.task.right else "south")
    assert widget.solved
    row = next(r for r in af.exercises() if r.id == "low-stays")
    assert (row.tries, row.right, row.alone) == (1, 1, 1) and "✓" in row.state
    assert "low-stays" in repr(af.exercises()) and af.exercises()._repr_html_().startswith("<table>")
    assert af.exercise("low-stays", seed=100).seed >= 100
    for odd in (True, -1, "7", 1.5, 10**12):
        with pytest.raises(ExerciseError):
            af.exercise("low-stays", seed=odd)
    with pytest.raises(ExerciseError):
        af.exercise(3)


def test_kinds_are_mixed(kept: Progress) -> None:
    """The next exercise is never of the kind just done, and each has its turn."""
    done: list[tuple[str, str]] = []
    for n in range(2 * len(IDS)):
        exercise, seed = following(kept)
        done.append((exercise.id, exercise.kind))
        kept.add("answer", exercise.id, seed or exercise.start, answer=("x",), right=n % 7 != 3)
    assert all(a[1] != b[1] for a, b in pairwise(done))
    assert {id for id, _ in done} == set(IDS)


# -- the file ----------------------------------------------------------------------------------------------------------


def test_progress_survives_a_restart(kept: Progress) -> None:
    kept.add("answer", "low-stays", 2, answer=("North",), right=True)
    again = Progress(kept.path)
    assert again.marks() == kept.marks() and again.last_answer("low-stays", 2).right  # type: ignore[union-attr]
    assert json.loads(kept.path.read_text("utf-8"))["allfours_progress"] == 1
    assert os.listdir(kept.path.parent) == ["progress.json"]  # neither lock nor temporary file is left


def test_two_kernels_merge(kept: Progress) -> None:
    other = Progress(kept.path)
    for n in range(5):
        kept.add("answer", "low-stays", n, right=True)
        other.add("answer", "find-low", n, right=True)
    assert len(kept.marks()) == len(other.marks()) == len(Progress(kept.path).marks()) == 10


def _many(path: str, name: str) -> None:
    mine = Progress(Path(path))
    for n in range(12):
        mine.add("answer", name, n, right=True)


def test_several_at_the_same_moment(kept: Progress) -> None:
    names = ["low-stays", "find-low", "ten-or-king"]
    context = multiprocessing.get_context("spawn")
    running = [context.Process(target=_many, args=(str(kept.path), name)) for name in names]
    for one in running:
        one.start()
    for one in running:
        one.join(60)
    assert Counter(m.exercise for m in kept.marks()) == dict.fromkeys(names, 12)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"marks": []}', '{"allfours_progress": 2, "marks": []}', "[" * 5000, "\x00\xff",
     '{"allfours_progress": 1, "marks": [3]}', '{"allfours_progress": 1, "marks": [{"id": "a"}]}'],
)  # fmt: skip
def test_a_file_that_cannot_be_read_is_kept_aside(kept: Progress, text: str) -> None:
    kept.path.write_text(text, "utf-8")
    widget = ExerciseWidget("low-stays", kept=kept)
    widget.commit(widget.attempt.task.right)
    aside = kept.path.parent / "progress.aside-1.json"
    assert aside.read_text("utf-8") == text
    told = [p for p in widget.state["panels"] if p["id"] == "notice"]
    assert len(Progress(kept.path).marks()) == 1
    assert told or not kept.notes


def test_it_is_said_once(kept: Progress) -> None:
    kept.path.write_text("{", "utf-8")
    widget = ExerciseWidget("low-stays", kept=kept)
    notice = next(p for p in widget.state["panels"] if p["id"] == "notice")
    assert "progress.aside-1.json" in notice["body"][0]
    command(widget, "hint")
    assert "notice" not in [p["id"] for p in widget.state["panels"]]


def test_without_a_disk_one_can_go_on(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("x", "utf-8")
    kept = Progress(blocked / "progress.json")
    widget = ExerciseWidget("low-stays", kept=kept)
    widget.commit(widget.attempt.task.right)
    assert widget.solved and len(kept.marks()) == 1
    assert any("cannot be saved" in " ".join(p.get("body", [])) for p in widget.state["panels"] if p["id"] == "notice")


def test_a_lock_left_behind_is_broken(kept: Progress) -> None:
    lock = kept.path.with_suffix(".lock")
    lock.write_text("", "utf-8")
    os.utime(lock, (1, 1))
    kept.add("answer", "low-stays", 2, right=True)
    assert not lock.exists() and len(Progress(kept.path).marks()) == 1


def test_the_text_twin_has_every_trick(kept: Progress) -> None:
    attempt = Attempt("count-your-cards")
    text = question_text(attempt)
    assert text.count("Trick ") == len(attempt.task.at.tricks)
    assert "Turned up" in text and "Answer with a number" in text
