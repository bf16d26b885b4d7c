"""A lesson as the plain data the browser draws. Pure: the same lesson, the same data."""

from __future__ import annotations

from typing import Any

from ..cards import SUITS
from ..engine import Event, Position
from ..sources import Rulebook
from ..teach.citing import Citation, cite_field, cite_topic
from ..teach.context import Context
from ..teach.explain import call_label, signs
from ..teach.glossary import entry
from ..teach.lesson import LEVEL, Lesson, PointRow
from ..teach.moments import Moment, moments
from ..teach.outcome import Outcome, column_label, named, side_word
from ..teach.strings import capital, listed, phrase, plain, spoken_card, t, term
from . import panels
from .cites import Cites
from .state import calls, frames, hand, scene, tricks

State = dict[str, Any]

WORDS = ("trump", "Jack", "hang", "lead", "trick", "Game", "High", "Low", "peg")
_FRESH = ("card", "call", "choice")


def lesson_state(lesson: Lesson, cites: Cites, *, first_drawing: bool = False, words: bool = False) -> State:
    """The whole screen of a lesson. ``words`` opens the list of words."""
    step, book, you = lesson.step, lesson.step_book, lesson.scenario.you
    position, ctx = lesson.position, lesson.context
    after = _finished(position, lesson.before)
    found: State = {
        "title": step.ask, "step": phrase("scenario.step", n=lesson.n + 1, m=lesson.total),
        "lead": step.lead if lesson.told is None else "",
        "strip": step.strip if lesson.asking else "",
        "detail": "first",  # no score, no log, no turned card: the panels of a lesson come one by one
        "scene": _scene(position, lesson, cites, after),
        "frames": [] if first_drawing or lesson.told is None else _frames(lesson, cites),
        "hand": [], "hand_mode": "off", "calls": [], "tools": [],
        "tricks": tricks(position if step.kind in _FRESH else lesson.asked, you),
        "panels": [*_panels(lesson, cites, ctx), *([words_panel(book)] if words else [])],
    }  # fmt: skip
    if position.to_act == you or not position.over:
        found["hand"] = _hand(lesson, cites, book)
    if lesson.asking and step.kind == "card":
        found["hand_mode"] = "play"
    elif lesson.asking and step.kind == "call":
        found["calls"] = calls(position, you, book, cites)
    if lesson.n or lesson.told is not None:
        found["tools"] = [{"id": "restart"}]
    if step.kind not in _FRESH:
        found["footer"] = {"book": book.title}
    found["live"] = spoken(lesson)
    found["text"] = as_text(lesson)
    return found


# -- the felt --------------------------------------------------------------------------------------------------------


def _scene(position: Position, lesson: Lesson, cites: Cites, finished: Moment | None) -> State:
    drawn = scene(
        position, lesson.scenario.you, lesson.step_book, cites, show_hands=lesson.open_hands and not position.over,
        moment=finished,
    )  # fmt: skip
    if lesson.told is not None:
        drawn["turn"] = None
    return drawn


def _finished(position: Position, before: Position) -> Moment | None:
    """The moment of a trick that has just ended and is still to be seen; at the end of a deal its last one."""
    since = before if before is not position else position.previous
    last = [m for m in moments(position, since) if m.ends_trick] if position.previous is not None else []
    ended = bool(position.frame.active) and len(position.laid()) % len(position.frame.active) == 0
    return last[-1] if last and ended and (position.over or before is not position) else None


def _frames(lesson: Lesson, cites: Cites) -> list[State]:
    """What the answer led to. The last trick is not held: the words about it come at once."""
    found = frames(
        lesson.before, lesson.position, lesson.scenario.you, lesson.step_book, cites, show_hands=lesson.open_hands
    )
    if found:
        found[-1]["hold"] = False
    return found


def _hand(lesson: Lesson, cites: Cites, book: Rulebook) -> list[State]:
    position, you = lesson.position, lesson.scenario.you
    if lesson.asking and lesson.step.kind in ("card", "call"):
        return hand(position, you, book, cites)
    why = t("scenario.take_back_first") if lesson.may_take_back else ""
    trump = position.trump or SUITS
    return [{"id": c.text, "legal": False, "trump": c.suit == trump, "why": why} for c in position.hand(you)]


# -- the panels ------------------------------------------------------------------------------------------------------


def _panels(lesson: Lesson, cites: Cites, ctx: Context) -> list[State]:
    step = lesson.step
    found: list[State] = []
    if step.kind == "points":
        found += _points(lesson, cites)
    if step.kind == "books" and lesson.told is not None:
        found.append(outcome_panel(*lesson.outcome(), lesson.context, cites))
    if lesson.told is not None:
        found.append(_feedback(lesson, cites))
    if lesson.asking and step.kind in ("choice", "points", "books", "trick"):
        found.insert(0, _question(lesson))
    if lesson.asking and step.hints:
        found.append(_hints(lesson))
    if step.counts or any(s.counts for s in lesson.scenario.steps[: lesson.n]):
        found += _account(ctx, lesson.step_book, "side" if step.kind in ("points", "trick") else "main")
    if lesson.finished:
        found.append(doors(lesson))
    return found


def _account(ctx: Context, book: Rulebook, where: str) -> list[State]:
    so_far = panels.counts(ctx, book) | {"level": "first", "where": where, "note": None}
    so_far["title"] = t("scenario.counts")
    for side in so_far["sides"]:
        side["name"] = capital(side_word(side["id"], ctx))
    return [panels.ladder(book) | {"level": "first", "where": where, "title": "", "note": " "}, so_far]


def _question(lesson: Lesson) -> State:
    step, ctx = lesson.step, lesson.context
    found: State = {
        "id": f"q{lesson.n}", "kind": "question", "where": "main", "level": "first", "ask": step.question,
        "form": {"points": "seat", "trick": "trick"}.get(step.kind, "choice"), "predict": step.kind == "books",
    }  # fmt: skip
    if step.kind == "books":
        found["options"] = [{"id": side, "label": _side_does(side, ctx)} for side in lesson.sides()]
        if len(found["options"]) > 2 or lesson.ahead() == LEVEL:
            found["options"].append({"id": LEVEL, "label": t("scenario.level")})
    elif step.kind == "trick":
        played = {str(x["number"]): x for x in tricks(lesson.asked, lesson.scenario.you)}
        found["options"] = [
            {"id": n, "label": t("scenario.option_trick", n=n), "plays": x["plays"], "best": x["winner"]}
            for n, x in played.items() if step.answer(n) is not None
        ]  # fmt: skip
    elif step.kind == "points":
        found["options"] = [{"id": seat, "label": capital(ctx.who(seat))} for seat in lesson.scenario.players]
    else:
        found["options"] = [{"id": a.id, "label": capital(a.label or a.id)} for a in step.answers]
    return found


def _side_does(side: str, ctx: Context) -> str:
    if side == ctx.mine:
        return t("scenario.we_do" if len(ctx.seats(side)) > 1 else "scenario.i_do")
    others = [s.name for s in ctx.position.table.sides if s.name != ctx.mine]
    return t("scenario.they_do") if len(others) == 1 else capital(side)


def _hints(lesson: Lesson) -> State:
    return {
        "id": "hints", "kind": "hints", "where": "main", "level": "first", "title": "",
        "rungs": list(lesson.step.hints[: lesson.rungs]), "total": len(lesson.step.hints), "next": True,
        "last": ("play" if lesson.step.kind in ("card", "call") else "answer") if lesson.step.line else None,
    }  # fmt: skip


def _feedback(lesson: Lesson, cites: Cites) -> State:
    step, told, book = lesson.step, lesson.told, lesson.step_book
    assert told is not None
    tone = told.tone or ("note" if step.kind == "books" else "good" if told.right else "bad")
    body = [told.says]
    if told.right and step.guess:
        body.append(step.guess)
    panel: State = {
        "id": f"fb{lesson.n}", "kind": "feedback", "where": "main", "level": "first", "tone": tone, "body": body,
        "actions": [],
    }  # fmt: skip
    word = told.word or (_predicted(lesson) if step.kind == "books" else "")
    if lesson.shown:  # no praise for what one did not do
        panel["tone"], word = "note", t("scenario.shown")
    if word:
        panel["word"] = word
    if told.points:
        panel["points"] = told.points
    if told.right and step.sure is not None:
        panel["sure"] = step.sure
    fields = told.fields or (step.why_fields if told.right else ())
    chips = [brief(cite_field(book, f), book, cites) for f in fields]
    if step.why and told.right:
        panel["why"] = {"label": step.why_label, "body": step.why, "cites": chips}
    elif chips:
        panel["why"] = {"label": phrase("scenario.why"), "body": "", "cites": chips}
    if lesson.may_take_back:
        panel["actions"].append({"id": "undo", "label": t("scenario.take_back"), "primary": True})
    elif lesson.settled and not lesson.last:
        panel["actions"].append({"id": "go_on", "label": t("scenario.go_on"), "primary": True})
    return panel


def _predicted(lesson: Lesson) -> str:
    """How a prediction came out: "You said so", or who wins in fact."""
    if lesson.told is not None and lesson.told.right:
        return t("scenario.you_said")
    side = lesson.ahead()
    return t("scenario.level") if side == LEVEL else _side_does(side, lesson.context)


def _points(lesson: Lesson, cites: Cites) -> list[State]:
    ctx, book = lesson.context, lesson.book
    rows = [_point_row(row, ctx, book, cites) for row in lesson.rows()]
    panel: State = {
        "id": "points", "kind": "rows", "where": "main", "level": "first", "title": "", "rows": rows, "actions": []
    }  # fmt: skip
    if lesson.settled:
        totals = sorted(lesson.tally.totals.items(), key=lambda pair: pair[0] != ctx.mine)
        said = [phrase("scenario.total_side", side=side_word(side, ctx), n=n) for side, n in totals]
        panel["total"] = {"text": t("scenario.totals", list=", ".join([capital(said[0]), *said[1:]])), "tone": "good"}
    elif not lesson.asking:
        panel["actions"].append({"id": "go_on", "label": t("scenario.next_point"), "primary": True})
    return [panel]


def _point_row(row: PointRow, ctx: Context, book: Rulebook, cites: Cites) -> State:
    event = row.event
    label = capital(term("jack", book)) if row.point == "jack" else phrase(f"point.{row.point}")
    found: State = {"id": row.point, "label": label, "hidden": not row.opened}
    if not row.opened:
        return found
    found["text"] = row.text
    if event.side is not None:  # what was not dealt, or is nobody's, fell nowhere
        found["trick"] = row.trick
    if row.card is not None:
        found["card"] = row.card.text
    if event.side is not None:
        mine = bool(ctx.for_me(event.side))
        holder = event.seat if event.seat is not None and ctx.side_of(event.seat) == event.side else None
        side = ctx.who(holder) if holder is not None else side_word(event.side, ctx)
        found |= {"n": event.n, "side": str(side), "you": mine, "tone": "good" if mine else "bad"}
    found["cites"] = figure_cites(event.topic, event, book, cites)
    return found


_TELLING = {
    "low": ("low_to",), "jack": ("hang_jack", "jack_besides"), "game": ("trump_five",), "peg": ("peg_values",),
    "turn": ("turn_points",),
}  # fmt: skip


def figure_cites(topic: str, event: Event, book: Rulebook, cites: Cites) -> list[str]:
    """The authorities behind one figure: the rule that tells most about whose it is (for a level count the rule of
    ties), and the clause that establishes the point."""
    asked = ("tie",) if event.data.get("tie") else _TELLING.get(topic, ())
    telling = next((f for f in asked if f in event.because), None)
    found = [cite_field(book, telling) if telling is not None else None, cite_topic(book, topic)]
    return [brief(cite, book, cites) for cite in found if cite is not None]


def brief(found: Citation, book: Rulebook, cites: Cites) -> str:
    """The id of a citation whose chip says only how the rule stands: explicit, supplied …"""
    return cites.add([{**found, "short": found.get("status", "")}], book)[0]


def outcome_panel(keys: list[str], lines: list[Outcome], ctx: Context, cites: Cites, **more: Any) -> State:
    """The outcome strip: books by points, each figure with the clauses behind it; what changes from book to book is
    set in bold."""
    rows = []
    for n, line in enumerate(lines):
        cells: list[State | None] = []
        for key, figure in zip(keys, line.figures, strict=True):
            if figure is None:
                cells.append(None)
                continue
            first = lines[0].figures[len(cells)]
            changed = n > 0 and (first is None or first.text != figure.text)
            cell: State = {"text": f"**{figure.text}**" if changed else figure.text, "changed": changed}
            if figure.event is not None:
                cell["cites"] = figure_cites(key, figure.event, line.book, cites)
            cells.append(cell)
        rows.append({
            "id": str(n), "book": named(line.book), "cells": cells, "total": capital(line.total), **_won(line, ctx),
        })  # fmt: skip
    return {
        "id": "outcome", "kind": "outcome", "where": "main", "level": "first", "title": "",
        "columns": [column_label(k) for k in keys], "rows": rows, **more,
    }  # fmt: skip


def _won(line: Outcome, ctx: Context) -> State:
    if line.ahead is None:
        return {"winner": "tie", "tone": "note"}
    if ctx.mine is None:
        return {"winner": line.ahead, "tone": "note"}
    return {"winner": side_word(line.ahead, ctx), "tone": "good" if line.ahead == ctx.mine else "bad"}


def doors(lesson: Lesson) -> State:
    """Where to go from here."""
    new = "door_new_text" if lesson.book.rules.beg is not None else "door_new_plain"
    items: list[State] = [
        {"id": "first_card", "label": t("scenario.door_first"), "text": t("scenario.door_first_text")},
        {"id": "new_deal", "label": t("scenario.door_new"), "text": t(f"scenario.{new}")},
        {"id": "words", "label": t("scenario.door_words")},
        {"id": "books", "label": t("scenario.door_books"), "href": "01_same_deal_three_books.ipynb"},
    ]
    if not lesson.position.over and not (lesson.told is not None and lesson.told.show):
        items.insert(0, {"id": "play_on", "label": t("scenario.door_on"), "text": t("scenario.door_on_text")})
    panel = {"id": "doors", "kind": "doors", "where": "main", "level": "first"}
    return {**panel, "title": t("scenario.doors"), "items": items}


def words_panel(book: Rulebook) -> State:
    """The words of the lesson, each with its meaning."""
    body = [f"**{capital(e.word)}**: {e.text}" for e in (entry(key, book) for key in WORDS)]
    panel = {"id": "words", "kind": "text", "where": "main", "level": "first"}
    return {**panel, "title": t("scenario.door_words"), "body": body}


# -- in words --------------------------------------------------------------------------------------------------------


def spoken(lesson: Lesson) -> str:
    """What a screen reader says: the trick, the hand and the question; or what came of the answer."""
    step, book = lesson.step, lesson.step_book
    if lesson.told is not None:
        word = lesson.told.word or t("scenario.right" if lesson.told.right else "scenario.wrong")
        word = t("scenario.shown") if lesson.shown else word
        said = [_predicted(lesson) if step.kind == "books" else word, lesson.told.says]
        return " ".join(plain(s, book).rstrip(".") + "." for s in said)
    parts = [plain(step.ask, book)]
    if step.kind in ("card", "call"):
        parts = [_table_spoken(lesson), _hand_spoken(lesson), plain(step.ask, book)]
    elif step.question and lesson.asking:
        parts.append(plain(step.question, book))
    return " ".join(filter(None, parts))


def _table_spoken(lesson: Lesson) -> str:
    ctx, position = lesson.context, lesson.position
    if not position.trick:
        return ""
    best = position.table.players[position.taker]
    said = []
    for n, (seat, c) in enumerate(position.trick):
        who = ctx.who(seat)
        if ctx.seat is not None and ctx.mine == ctx.side_of(seat) and seat != ctx.seat:
            who = type(who)(phrase("scenario.your_partner"))
        key = "led" if n == 0 else "played"
        part = phrase(f"scenario.{key}", who=who, card=spoken_card(c, ctx.book))
        said.append(part + (phrase("scenario.and_winning") if seat == best else ""))
    return t("scenario.table", list=listed(said))


def _trick_spoken(lesson: Lesson) -> str:
    """The trick that the answer made."""
    before = len(lesson.asked.tricks)
    if lesson.told is None or len(lesson.position.tricks) <= before:
        return ""
    trick, ctx = lesson.position.tricks[before], lesson.context
    said = [
        phrase(f"scenario.{'played' if n else 'led'}", who=ctx.who(seat), card=spoken_card(c, ctx.book))
        for n, (seat, c) in enumerate(trick.plays)
    ]
    return f"{t('scenario.table', list=listed(said))} {capital(phrase('scenario.took', who=ctx.who(trick.winner)))}"


def _hand_spoken(lesson: Lesson) -> str:
    cards = lesson.position.hand(lesson.scenario.you)
    return t("speak.hand", cards=listed(spoken_card(c, lesson.step_book) for c in cards)) if cards else ""


def as_text(lesson: Lesson) -> str:
    """The screen as lines of text."""
    step, book, position = lesson.step, lesson.step_book, lesson.position
    lines = [plain(step.ask, book), plain(step.lead, book), _table_spoken(lesson) or _trick_spoken(lesson)]
    if lesson.open_hands and not position.over:
        lines += [f"{seat}: {' '.join(map(str, position.hand(seat)))}" for seat in position.table.players]
    elif not position.over:
        lines.append(_hand_spoken(lesson))
    if step.kind == "points":
        lines += [f"{row.point.capitalize()}: {row.text}" for row in lesson.rows() if row.opened]
    if step.kind == "books" and lesson.told is not None:
        keys, outcome = lesson.outcome()
        for line in outcome:
            figures = [f"{column_label(k)} {f.text if f else '–'}" for k, f in zip(keys, line.figures, strict=True)]
            lines.append(f"{named(line.book)}: {', '.join(figures)}; {line.total}")
    if lesson.asking:
        lines += [plain(step.strip, book), plain(step.question, book)]
        if step.kind == "call":
            lines += [f"- {call_label(a, book)}" for a in position.legal_actions()]
    if lesson.told is not None:
        lines.append(spoken(lesson))
    lines += [signs(h, book) for h in step.hints[: lesson.rungs]]
    return "\n".join(filter(None, lines))
