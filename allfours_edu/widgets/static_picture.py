"""The still picture of a screen for saved notebooks, where no Python runs: SVG made from the same state."""

from __future__ import annotations

import base64
import math
from collections.abc import Mapping, Sequence
from html import escape
from textwrap import wrap
from typing import Any

from ..teach.strings import phrase, plain, t
from .art import back_svg, card_svg

State = Mapping[str, Any]

WIDTH = 640
_FONT = "system-ui,-apple-system,Segoe UI,Liberation Sans,DejaVu Sans,sans-serif"
_CARD = 54.0
_SMALL = 36.0


def picture(view: str, state: State, at: int = 0, four: bool = False) -> str:
    """The picture of a state as an SVG document; it says on itself how to wake it."""
    if view == "compare":
        return _page([plain(state.get("title", "")), *_compare_lines(state)], "", t("picture.caption_compare"), 0)
    hand: Sequence[State]
    if view == "review":
        rows = state.get("rows") or [{}]
        row = rows[min(max(at, 0), len(rows) - 1)]
        shown, hand = row.get("scene", {}), ()
        lines = [plain(state.get("title", "")), plain(state.get("summary", ""))]
        lines += [f"{row['address']}: {row['who']} {plain(row['played'])}. {plain(row['verdict'])}"] if shown else []
        caption = t("picture.caption_step")
    elif view == "stepper":
        shown, text = _frame(state, at)
        hand = ()
        lines = [plain(state.get("title", "")), text]
        caption = t("picture.caption_step")
    else:
        shown, hand, lines = state.get("scene", {}), state.get("hand", ()), [plain(state.get("title", ""))]
        lines += [f"{c.get('label', '')}: {plain(c.get('text', ''))}" for c in state.get("calls", ())]
        caption = t("picture.caption")
    if not shown.get("seats"):
        return _page(lines, "", caption, 0)
    felt, height = _felt(shown, hand, four)
    return _page(lines, felt, caption, height)


def data_image(svg: str, alt: str) -> str:
    """An ``<img>`` that carries the picture in itself, so that no viewer strips it."""
    uri = "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()
    return f'<img width="{WIDTH}" style="max-width:100%" alt="{escape(alt, quote=True)}" src="{uri}">'


def _frame(state: State, at: int) -> tuple[dict[str, Any], str]:
    scene: dict[str, Any] = {}
    frames = state.get("frames") or []
    at = at or 1  # the deal itself shows less than the turned card
    at = min(max(at, 0), max(len(frames) - 1, 0))
    for frame in frames[: at + 1]:
        scene |= frame.get("scene", {})
    text = plain(frames[at].get("text", "")) if frames else ""
    return scene, text


def _compare_lines(state: State) -> list[str]:
    table: State = next(iter((state.get("tables") or {}).values()), {})
    outcome = table.get("outcome") or {}
    return [
        f"{row.get('book', '')}: {plain(str(row.get('total', '')))}" for row in outcome.get("rows", [])
    ]  # fmt: skip


def _page(lines: Sequence[str], felt: str, caption: str, felt_height: float) -> str:
    out, y = [], 8.0
    for n, line in enumerate(filter(None, lines)):
        for part in wrap(line, 74 if n == 0 else 84):
            y += 20
            out.append(_text(16, y, part, 16 if n == 0 else 14, weight=600 if n == 0 else 400, anchor="start"))
        y += 4
    top = y + 6
    height = top + felt_height + 34
    body = (
        f'<rect x="12" y="{top:g}" width="{WIDTH - 24}" height="{felt_height:g}" rx="14" fill="#1f6b4a"/>'
        f'<g transform="translate(0 {top:g})">{felt}</g>'
        if felt
        else ""
    )
    note = _text(WIDTH / 2, height - 12, caption, 14, weight=600, fill="#3d444d")
    size = f'viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{_FONT}">'
        f'<rect width="{WIDTH}" height="{height:g}" fill="#ffffff"/>{"".join(out)}{body}{note}</svg>'
    )


def _felt(scene: State, hand: Sequence[State], four: bool) -> tuple[str, float]:
    seats = scene["seats"]
    hands = scene.get("hands") or {}
    mine = [c["id"] for c in hand] or hands.get(seats[0]["id"], [])
    height = 330.0 + (96 if mine else 0)
    out = [_shelf(scene, four)]
    turn = 1 if scene.get("direction") == "right" else -1
    for n, seat in enumerate(seats):
        angle = 2 * math.pi * n / len(seats)
        x, y = math.sin(angle) * turn, math.cos(angle)
        if n:
            out.append(_seat(scene, seat, hands.get(seat["id"]), WIDTH / 2 + 218 * x, 158 + 108 * y, four))
        else:
            out.append(_plate(scene, seat, WIDTH / 2, 316))
    trick = scene.get("trick")
    if trick:
        for play in trick["plays"]:
            n = next((i for i, s in enumerate(seats) if s["id"] == play["seat"]), 0)
            angle = 2 * math.pi * n / len(seats)
            x = WIDTH / 2 + 84 * math.sin(angle) * turn - _CARD / 2
            y = 166 + 54 * math.cos(angle)
            out.append(card_svg(play["card"], x, y, _CARD, four))
            if play["seat"] == trick.get("best"):
                word = phrase("scene.takes" if trick.get("done") else "scene.winning")
                out.append(_tag(x + _CARD / 2, y + 1.4 * _CARD - 2, word))
    step = min(_CARD + 6, (WIDTH - 60 - _CARD) / max(len(mine) - 1, 1))
    left = WIDTH / 2 - (step * (len(mine) - 1) + _CARD) / 2
    for i, c in enumerate(mine):
        lawful = not hand or hand[i].get("legal", True) or not any(h.get("legal") for h in hand)
        out.append(card_svg(c, left + i * step, 330 + (0 if lawful else 10), _CARD, four))
    return "".join(out), height


def _shelf(scene: State, four: bool) -> str:
    out = []
    turnup = scene.get("turnup")
    if turnup:
        out.append(card_svg(turnup["card"], 28, 14, _SMALL + 6, four))
    if scene.get("trump_text"):
        out.append(_text(28 if not turnup else 72, 34, scene["trump_text"], 14, 600, "#ffffff", "start"))
    return "".join(out)


def _seat(scene: State, seat: State, cards: Sequence[str] | None, x: float, y: float, four: bool) -> str:
    count = len(cards) if cards is not None else (scene.get("counts") or {}).get(seat["id"], 0)
    step = 14.0 if cards is None else min(22.0, 150 / max(count, 1))
    left = min(max(x - (step * (count - 1) + _SMALL) / 2, 20), WIDTH - 20 - step * (count - 1) - _SMALL)
    drawn = [
        card_svg(cards[i], left + i * step, y, _SMALL, four)
        if cards is not None
        else back_svg(left + i * step, y, _SMALL)
        for i in range(count)
    ]
    return "".join(drawn) + _plate(scene, seat, min(max(x, 84), WIDTH - 84), y - 6)


def _plate(scene: State, seat: State, x: float, y: float) -> str:
    name = seat["name"]
    words = [
        w
        for w, on in ((phrase("picture.you"), seat.get("you")), (phrase("picture.partner"), seat.get("partner")))
        if on
    ]
    if scene.get("dealer") == seat["id"]:
        words.append(phrase("picture.dealer"))
    label = f"{name} ({', '.join(words)})" if words else name
    sign = "▸ " if scene.get("turn") == seat["id"] else ""
    return _text(x, y, sign + label, 13, 600, "#ffffff")


def _tag(x: float, y: float, word: str) -> str:
    width = 7.4 * len(word) + 18
    return (
        f'<rect x="{x - width / 2:g}" y="{y - 12:g}" width="{width:g}" height="17" rx="8" fill="#fffdf7"'
        ' stroke="#1d2126"/>' + _text(x, y + 1, "▲ " + word, 11, 700, "#1d2126")
    )


def _text(
    x: float, y: float, text: str, size: int, weight: int = 400, fill: str = "#1f2328", anchor: str = "middle"
) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-weight="{weight}" fill="{fill}" text-anchor="{anchor}">'
        f"{escape(text)}</text>"
    )
