"""An exercise as the plain data the browser draws. Pure: the same attempt, the same data.

Before the answer is committed nothing in it tells the answer: not the card that wins, not which cards are lawful.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..cards import Card
from ..engine import Position
from ..sources import load_witness
from ..teach.context import Context
from ..teach.exercise import BLANK_ANSWER, Attempt, Verdict
from ..teach.exercise_deals import Show
from ..teach.exercise_file import RUNGS
from ..teach.moments import Moment, moments
from ..teach.strings import capital, listed, phrase, plain, show, signs, spoken_card, t
from . import panels
from .cites import Cites
from .state import footer, frames, scene, tricks

State = dict[str, Any]
QUESTION = "q"
PICK = "pick"
_COUNTING = ("count", "game_owner", "find_trick", "deal_winner", "deal_points")
_FORMS = {"number": "number", "seat": "seat", "choice": "choice", "trick": "trick"}


def exercise_state(
    attempt: Attempt, cites: Cites, *, shown: Show | None = None, first_drawing: bool = False,
    notes: Sequence[str] = (), solved_before: bool = False,
) -> State:  # fmt: skip
    """The whole screen. ``shown`` is something that is just being shown on the table."""
    task, book = attempt.task, attempt.book
    closed = _closed(attempt)
    found: State = {
        "title": attempt.ask,
        "step": t("exercise.step", skill=attempt.exercise.skill, sure=phrase(f"exercise.sure_{attempt.exercise.sure}")),
        "lead": attempt.lead,
        "detail": "four",
        "scene": _question_scene(attempt, cites) if shown is None else _shown_scene(attempt, cites, shown),
        "frames": [] if shown is None or first_drawing else _shown_frames(attempt, cites, shown),
        "hand": _hand(attempt, shown), "hand_mode": "off", "calls": [], "tools": [],
        "tricks": [] if task.hidden_winner and not closed else tricks(task.at, task.you),
        "footer": footer(task.at, book) | {"seed": attempt.seed},
        "panels": _panels(attempt, cites, shown, notes, solved_before),
    }  # fmt: skip
    if not closed and shown is None and task.control in ("card", "cards"):
        found["hand_mode"] = "choose"
        found["choose"] = {
            "verb": PICK, "min": 0, "max": 1 if task.control == "card" else len(task.offered),
            "label": t("exercise.choose"), "text": t(f"exercise.choose_{task.control}"), "keep": None,
        }  # fmt: skip
    found["live"] = spoken(attempt, shown)
    found["text"] = as_text(attempt)
    return found


def _closed(attempt: Attempt) -> bool:
    """Is an answer committed, so that the question is closed until it is tried again?"""
    return attempt.verdict is not None and bool(attempt.verdict.answer)


# -- the felt ----------------------------------------------------------------------------------------------------------


def _question_scene(attempt: Attempt, cites: Cites) -> State:
    task = attempt.task
    finished = _finished(task.at, task.at.previous)
    found = scene(
        task.at, task.you, attempt.book, cites, show_hands=task.open_hands and not task.at.over, moment=finished
    )
    found["low"] = None  # the table would say where Low lies
    if attempt.exercise.kind == "turned_worth" and found["turnup"] and not _closed(attempt):
        found["turnup"] |= {"note": "", "cites": []}  # and here what the turned card scores
    if task.hidden_winner or task.at.over:
        found["turn"] = None
    if task.hidden_winner and found["trick"] and not _closed(attempt):
        found["trick"] |= {"best": None, "done": False}
        found["trick"].pop("text", None)
    return found


def _shown_scene(attempt: Attempt, cites: Cites, shown: Show) -> State:
    task = attempt.task
    finished = _finished(shown.after, shown.before)
    found = scene(
        shown.after, task.you, attempt.book, cites, show_hands=task.open_hands and not shown.after.over, moment=finished
    )
    return found | {"low": None, "turn": None}


def _shown_frames(attempt: Attempt, cites: Cites, shown: Show) -> list[State]:
    task = attempt.task
    start = scene(shown.before, task.you, attempt.book, cites, show_hands=task.open_hands) | {"low": None}
    found = frames(shown.before, shown.after, task.you, attempt.book, cites, show_hands=task.open_hands)
    for frame in found:
        frame["scene"]["low"] = None
        frame["hold"] = False  # it is only a look back: nothing waits to be taken in
    return [{"scene": start, "say": "", "hold": False, "ms": 250}, *found]


def _finished(position: Position, since: Position | None) -> Moment | None:
    """The moment of a trick that has just ended and lies there still."""
    if not isinstance(position.action, Card) or position.trick:
        return None
    last = [m for m in moments(position, since) if m.ends_trick]
    return last[-1] if last else None


def _hand(attempt: Attempt, shown: Show | None) -> list[State]:
    task, verdict = attempt.task, attempt.verdict
    at = task.at if shown is None else shown.after
    if at.over or (task.hidden_winner and shown is None):
        return []
    held = at.hand(task.you)
    seen = at.seen_by(task.you).hand
    if seen is None:
        return []
    answer = verdict.answer if verdict is not None else frozenset()
    chosen = task.control in ("card", "cards") and shown is None
    wrong = {p.card: p for p in verdict.parts} if verdict is not None else {}
    found = []
    for c in held:
        entry: State = {"id": c.text, "legal": False, "trump": c.suit == at.trump, "why": ""}
        if chosen and c in wrong:
            entry["mark"] = phrase("exercise.mark_missing" if wrong[c].missing else "exercise.mark_too_many")
        elif chosen and c.text in answer:
            entry["mark"] = phrase("exercise.mark_chosen")
        found.append(entry)
    return found


# -- the panels --------------------------------------------------------------------------------------------------------


def _panels(
    attempt: Attempt, cites: Cites, shown: Show | None, notes: Sequence[str], solved_before: bool
) -> list[State]:
    task, verdict = attempt.task, attempt.verdict
    found: list[State] = []
    if shown is not None and verdict is None:
        found.append(_text("showing", "", [t("exercise.showing")]) | {"actions": _actions(attempt, shown)})
    elif task.control in _FORMS and shown is None:
        found.append(_question(attempt))
    if attempt.exercise.kind in _COUNTING:
        found.append(panels.ladder(attempt.book, task.at.trump) | {"where": "main", "level": "first", "title": ""})
    if verdict is not None:
        found.append(_feedback(attempt, verdict, cites, shown))
    if attempt.explained and verdict is not None and not verdict.right:
        found.append(_text("solution", t("exercise.solution"), [attempt.text(attempt.exercise.solution)]))
    if attempt.explained:
        found.append(_text("history", t("exercise.history"), [_history(attempt)]))
    if attempt.rungs or not _closed(attempt):
        found.append(_hints(attempt))
    said = [*notes, *([t("exercise.done_before")] if solved_before else [])]
    if said:
        found.append(_text("notice", t("exercise.progress"), said) | {"tone": "note"})
    if task.at.over and task.control != "trick":
        found.append(_tricks(attempt))
    return found


def _text(id: str, title: str, body: list[str]) -> State:
    return {"id": id, "kind": "text", "where": "main", "level": "first", "title": title, "body": body}


def _question(attempt: Attempt) -> State:
    task = attempt.task
    found: State = {
        "id": QUESTION, "kind": "question", "where": "main", "level": "first", "ask": "", "title": "",
        "form": _FORMS[task.control],
    }  # fmt: skip
    if task.control == "number":
        found |= {"min": 0, "max": task.most, "ask": t("exercise.number")}
    elif task.control == "trick":
        played = {str(x["number"]): x for x in tricks(task.at, task.you)}
        found["options"] = [
            {"id": n, "label": attempt.label(n), "plays": played[n]["plays"], "best": played[n]["winner"]}
            for n in task.offered
        ]
    else:
        found["options"] = [{"id": o, "label": attempt.label(o)} for o in task.offered]
    if _closed(attempt) and attempt.verdict is not None:
        found["answered"] = next(iter(attempt.verdict.answer))
    return found


def _feedback(attempt: Attempt, verdict: Verdict, cites: Cites, shown: Show | None) -> State:
    blank = verdict.mistake == BLANK_ANSWER
    body = [*verdict.says, *(p.says for p in verdict.parts)]
    found: State = {
        "id": f"fb{attempt.tries}", "kind": "feedback", "where": "main", "level": "first",
        "tone": "good" if verdict.right else "note" if blank else "bad", "body": body,
        "actions": _actions(attempt, shown),
    }  # fmt: skip
    if verdict.right:
        found["sure"] = attempt.exercise.sure
    chips = [*verdict.cites, *(c for p in verdict.parts for c in p.cites if c not in verdict.cites)]
    if chips:
        cite = chips[0]
        where = ", ".join(str(cite[k]) for k in ("clause", "locator") if cite.get(k))
        found["body"].append(
            t("exercise.rule", question=cite.get("question", ""), value=cite["value"]).replace("  ", " ")
        )
        found["why"] = {
            "label": t("exercise.where", where=where) if where else t("exercise.where_none"),
            "body": cite.get("digest") or cite.get("reason") or cite["value"],
            "cites": cites.add(list({c["rule"]: c for c in chips}.values()), attempt.book),
        }  # fmt: skip
    return found


def _actions(attempt: Attempt, shown: Show | None) -> list[State]:
    verdict = attempt.verdict
    if shown is not None:
        return [{"id": "show_back", "label": t("exercise.show_back"), "primary": True}]
    if verdict is None or not verdict.answer:
        return []
    show_me = [{"id": "show_me", "label": t("exercise.show_me")}] if verdict.show is not None else []
    if not verdict.right:
        found: list[State] = [{"id": "try_again", "label": t("exercise.try_again"), "primary": True}, *show_me]
        if not attempt.explained:
            found.append({"id": "explain", "label": t("exercise.explain")})
        return found
    return [
        {"id": "next_deal", "label": t("exercise.next_deal"), "text": t("exercise.next_deal_text"), "primary": True},
        {"id": "next_exercise", "label": t("exercise.next_exercise"), "text": t("exercise.next_exercise_text")},
        *show_me,
    ]


def _history(attempt: Attempt) -> str:
    clause = attempt.exercise.source()
    witness = load_witness(clause.witness).title
    return t(
        "exercise.history_note", note=attempt.text(attempt.exercise.history), witness=witness, locator=clause.locator
    )


def _hints(attempt: Attempt) -> State:
    return {
        "id": "hints", "kind": "hints", "where": "main", "level": "first", "title": "", "rungs": list(attempt.hints),
        "total": RUNGS, "next": not _closed(attempt), "last": "show" if attempt.task.show else None,
        "note": t(f"exercise.sure_note_{attempt.exercise.sure}") if not attempt.rungs else "",
    }  # fmt: skip


def _tricks(attempt: Attempt) -> State:
    """What was played, trick by trick; each row shows its trick on the felt."""
    ctx = Context(attempt.task.at, attempt.task.you, attempt.book)
    rows = []
    for n, trick in enumerate(ctx.tricks, 1):
        plays = ", ".join(phrase("exercise.twin_play", who=capital(ctx.who(s)), card=show(c)) for s, c in trick.plays)
        rows.append({
            "id": f"t{n}", "label": t("exercise.trick", n=n), "text": plays, "trick": n,
            "side": t("exercise.taken_by", who=ctx.who(trick.winner)),
        })  # fmt: skip
    panel = {"id": "tricks", "kind": "rows", "where": "main", "level": "first", "title": t("exercise.tricks")}
    return {**panel, "rows": rows, "actions": []}


# -- in words ----------------------------------------------------------------------------------------------------------


def question_text(attempt: Attempt) -> str:
    """The question and all it is asked about, as lines of text; never the answer."""
    task, book = attempt.task, attempt.book
    at, ctx = task.at, Context(task.at, task.you, book)
    lines = [plain(attempt.ask, book), plain(attempt.lead, book), t("exercise.twin_book", name=book.title)]
    lines.append(plain(t(f"exercise.sure_note_{attempt.exercise.sure}"), book))
    lines.append(t("speak.seats", seats=", ".join(_seat(s, ctx) for s in at.table.players)))
    lines += [t("exercise.twin_turned", card=spoken_card(c, book)) for c in at.turn_ups]
    done = [*ctx.tricks]
    if task.hidden_winner:
        last = done.pop()
        lines += [t("exercise.twin_trick_open", n=len(done) + 1, plays=_plays(last.plays, ctx))]
    elif at.over or task.control == "trick":
        lines += [
            t("exercise.twin_trick", n=n, plays=_plays(x.plays, ctx), who=ctx.who(x.winner))
            for n, x in enumerate(done, 1)
        ]
    if at.trick:
        lines.append(t("exercise.twin_trick_open", n=len(done) + 1, plays=_plays(at.trick, ctx)))
    if task.open_hands and not at.over:
        lines += [t("exercise.twin_hand", who=s, cards=" ".join(map(str, at.hand(s)))) for s in at.table.players]
    elif not at.over and not task.hidden_winner and at.seen_by(task.you).hand:
        lines.append(t("speak.hand", cards=listed(spoken_card(c, book) for c in at.hand(task.you))))
    if task.control == "number":
        lines.append(t("exercise.twin_number"))
    elif task.control in ("card", "cards"):
        lines.append(t(f"exercise.choose_{task.control}"))
    else:
        lines += [t("exercise.twin_option", label=plain(attempt.label(o), book)) for o in task.offered]
    return "\n".join(filter(None, lines))


def as_text(attempt: Attempt) -> str:
    """The screen in words: the question, the hints that were given, and what came of the answer."""
    lines = [question_text(attempt), *(signs(h, attempt.book) for h in attempt.hints)]
    verdict = attempt.verdict
    if verdict is not None:
        if verdict.answer:
            lines.append(plain(t("exercise.you_said", answer=attempt.said(verdict.answer)), attempt.book))
        lines += [plain(s, attempt.book) for s in (*verdict.says, *(p.says for p in verdict.parts))]
    if attempt.explained:
        if verdict is not None and not verdict.right:
            lines.append(plain(attempt.text(attempt.exercise.solution), attempt.book))
        lines.append(plain(_history(attempt), attempt.book))
    return "\n".join(lines)


def _seat(seat: str, ctx: Context) -> str:
    words = [phrase("picture.you")] if seat == ctx.seat else []
    words += [phrase("picture.dealer")] if seat == ctx.position.table.dealer else []
    return f"{seat} ({', '.join(words)})" if words else seat


def _plays(plays: Sequence[tuple[str, Card]], ctx: Context) -> str:
    return ", ".join(
        phrase("exercise.twin_play", who=capital(ctx.who(s)), card=spoken_card(c, ctx.book)) for s, c in plays
    )


def spoken(attempt: Attempt, shown: Show | None = None) -> str:
    """What a screen reader says: the question, or what came of the answer."""
    book, verdict = attempt.book, attempt.verdict
    if shown is not None and verdict is not None:
        return t("exercise.showing")
    if verdict is None:
        return plain(attempt.hints[-1], book) if attempt.rungs else plain(attempt.ask, book)
    word = "" if verdict.mistake == BLANK_ANSWER else t("scenario.right" if verdict.right else "scenario.wrong") + "."
    return " ".join(filter(None, [word, *(plain(s, book) for s in (*verdict.says, *(p.says for p in verdict.parts)))]))
