"""Sheets for a class as one file: it prints on A4, in grey as well, and needs neither kernel nor network."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from typing import Any

from ..asking import held
from ..cards import Card
from ..engine import Position
from ..new_file import write_new
from ..sources import Rulebook, load_rulebook, topics
from ..teach import handout as facts
from ..teach.context import Context
from ..teach.handout import MISCONCEPTIONS, Sheets, hand_text
from ..teach.scenario import Scenario, is_scenario, load_scenario
from ..teach.strings import listed, phrase, plain, suit_name, t
from .art import card_svg
from .laying import play
from .stepper import book_of, played
from .table import TableWidget

SHEETS = ("pupil", "hands", "witnesses", "key")

_CSS = """
@page { size: A4; margin: 14mm; }
* { box-sizing: border-box; }
body { font: 10.5pt/1.36 system-ui, "Segoe UI", "Noto Sans", sans-serif; color: #111; background: #fff;
  margin: 0 auto; max-width: 182mm; padding: 8px; }
h1 { font-size: 16pt; margin: 0 0 1.5mm; } h2 { font-size: 12pt; margin: 3.5mm 0 1mm; } p { margin: 0 0 1.5mm; }
.sheet { break-after: page; } .sheet:last-child { break-after: auto; }
.head { display: flex; justify-content: space-between; gap: 6mm; border-bottom: 1.5px solid #111;
  padding-bottom: 1mm; margin-bottom: 2.5mm; font-size: 9.5pt; }
.head span { white-space: nowrap; } .side { display: flex; flex-wrap: wrap; gap: 2mm 12mm; }
table { border-collapse: collapse; width: 100%; margin: 1mm 0 3mm; }
th, td { border: 1px solid #555; padding: 1mm 2mm; text-align: left; vertical-align: top; font-size: 9.8pt; }
table.ladder th, table.ladder td { text-align: center; padding: 1mm 0; width: 6.6%; }
table.ladder th:first-child, table.ladder td:first-child { width: 14%; text-align: left; padding-left: 2mm; }
.ten { border: 2.5px solid #111; font-weight: 700; }
.cards { display: flex; flex-wrap: wrap; gap: 2mm; margin: 1.5mm 0; } .cards svg { display: block; }
.played { text-align: center; font-size: 9.5pt; } .box { border: 1.5px solid #111; border-radius: 2mm; min-height: 9mm;
  padding: 1.5mm 2.5mm; margin: 1.5mm 0; }
.write { border-bottom: 1px solid #111; height: 9mm; } .small { font-size: 9.5pt; }
.cut { border-top: 1.5px dashed #111; padding: 3mm 0; break-inside: avoid; position: relative; }
.cut::before { content: "✂"; position: absolute; top: -3.2mm; left: 0; font-size: 11pt; background: #fff; }
.cut h2 { margin-top: 0; } .strip td, .strip th { font-size: 8.5pt; padding: .3mm 1.4mm; line-height: 1.22; }
.strip th { width: 30%; } .strip td:last-child { width: 26%; font-size: 8pt; }
.strip { padding: 1.4mm 0 2.4mm; } .strip table { margin: .5mm 0 0; } .strip h2 { font-size: 10.5pt; margin: 0; }
.right { font-weight: 700; } .right::before { content: "✓ "; } li { margin-bottom: 1mm; }
.two { columns: 2; column-gap: 8mm; } .keep { break-inside: avoid; }
@media print { body { max-width: none; padding: 0; filter: grayscale(1); } .screen { display: none; } }
@media screen and (max-width: 620px) { .head { flex-wrap: wrap; } .head span { white-space: normal; }
  table.ladder, .strip table { table-layout: fixed; } table.ladder th, table.ladder td { font-size: 7.5pt; }
  td, th { overflow-wrap: anywhere; } .two { columns: 1; } }
@media screen { .sheet { border-bottom: 6px solid #ddd; margin-bottom: 8mm; } }
"""


class Handout:
    """The sheets of a deal. In a notebook it shows itself; ``save("handout.html")`` writes the file to print."""

    def __init__(self, made: Sheets, which: Iterable[str] = SHEETS):
        self.facts = made
        self.which = tuple(which)
        unknown = next((name for name in self.which if name not in SHEETS), None)
        if unknown is not None:
            raise ValueError(t("handout.which", found=f"{unknown!r:.30}", known=listed(map(repr, SHEETS), "or")))

    @property
    def html(self) -> str:
        """The whole file."""
        made = self.facts
        draw = {"pupil": _pupil, "hands": _hands, "witnesses": _witnesses, "key": _key}
        body = "\n".join(
            f'<section class="sheet" aria-label="{escape(t(f"handout.sheet_{name}"))}">{draw[name](made)}</section>'
            for name in self.which
        )
        return (
            f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(made.title)}</title>\n"
            f"<style>{_CSS}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
        )

    def save(self, path: str | Path) -> Path:
        """Write the file, and say where. Nothing is ever written over: :class:`FileExistsError`."""
        held(Handout.save, locals())
        return write_new(Path(path), self.html)

    def __str__(self) -> str:
        names = listed(phrase(f"handout.sheet_{name}") for name in self.which)
        return f"{self.facts.title}\n{t('handout.there_are', names=names)}\n\n{facts.key_text(self.facts)}"

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        title = escape(self.facts.title, quote=True)
        return (
            f'<iframe title="{title}" srcdoc="{escape(self.html, quote=True)}" '
            'style="width:100%;height:640px;border:1px solid #999"></iframe>'
            f"<p>{escape(t('handout.save'))}</p>"
        )


# -- the sheets -----------------------------------------------------------------------------------------------


def _head(made: Sheets, name: str) -> str:
    code = f"{escape(t('handout.deal'))} <b>{escape(made.name)}</b>" if made.name else ""
    return (
        f'<div class="head"><span>{escape(made.book.title)}</span><span>{code}</span>'
        f"<span>{escape(t(f'handout.sheet_{name}'))}</span></div>"
    )


def _cards(cards: Iterable[Card], width: int = 62) -> str:
    return '<div class="cards">' + "".join(_card(c, width) for c in cards) + "</div>"


def _card(c: Card, width: int) -> str:
    size = f'width="{width}" height="{round(width * 1.4)}"'
    return f'<svg {size} viewBox="0 0 100 140">{card_svg(c.text, 0, 0, 100)}</svg>'


def _ladder(made: Sheets) -> str:
    ranks = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
    five = str(made.book.rules.trump_five) if made.book.rules.trump_five else ""
    spots = [str(n) if made.book.rules.pips == "all_cards" else "–" for n in range(9, 1, -1)]
    if five:
        spots[4] = f"{five}*"
    counts = ["1"] * 13 if made.book.rules.pips == "tricks" else ["4", "3", "2", "1", "10", *spots]

    def row(label: str, cells: list[str]) -> str:
        marked = [f'<td class="ten">{c}</td>' if ranks[n] == "10" else f"<td>{c}</td>" for n, c in enumerate(cells)]
        return f'<tr><th scope="row">{escape(label)}</th>{"".join(marked)}</tr>'

    note = t("handout.ladder_note") + (" " + t("handout.ladder_five", n=five) if five else "")
    if made.book.rules.pips in ("trumps_only", "tricks"):
        note = topics()["pips"].says(made.book.rules.pips)
    return (
        f'<table class="ladder">{row(phrase("handout.strength"), ranks)}{row(phrase("handout.counts"), counts)}</table>'
        f'<p class="small">{escape(note)}</p>'
    )


def _pupil(made: Sheets) -> str:
    points = "".join(
        f'<tr><th scope="row">{escape(name)}</th><td>{escape(plain(said, made.book))}</td></tr>'
        for name, said in facts.four_points(made.book)
    )
    predictions = "".join(
        f'<p class="keep">{n}. {escape(t(f"handout.predict_{n}", made.book))}</p><div class="box"></div>'
        for n in (1, 2, 3)
    )
    return (
        _head(made, "pupil")
        + f"<h1>{escape(made.title)}</h1><p>{escape(t('handout.alias'))} ____________________</p>"
        + f"<h2>{escape(t('handout.ladder'))}</h2>{_ladder(made)}"
        + f"<h2>{escape(t('handout.points'))}</h2><table>{points}</table>"
        + f"<h2>{escape(t('handout.your_hand', who=made.seat))}</h2>{_situation(made)}"
        + f"<p><b>{escape(plain(made.question, made.book))}</b></p><div class='box'></div>"
        + f"<h2>{escape(t('handout.predict'))}</h2>{predictions}"
        + f"<h2>{escape(t('handout.exit'))}</h2><p>{escape(t('handout.exit_text'))}</p>"
        + '<div class="write"></div><div class="write"></div>'
    )


def _situation(made: Sheets) -> str:
    """The trick on the table and the hand of the seat that is asked: as a picture and as text."""
    at = made.at
    trump = t("handout.trump", suit=suit_name(at.trump)) if at.trump else ""
    laid = ""
    if at.trick:
        ctx = Context(at, None, made.book)
        said = ", ".join(f"{ctx.who(seat)} {c}" for seat, c in at.trick)
        pictures = "".join(
            f'<div class="played">{_card(c, 54)}{escape(seat)}</div>' for seat, c in at.trick
        )  # fmt: skip
        laid = f'<div><p>{escape(t("handout.trick", said=said))}</p><div class="cards">{pictures}</div></div>'
    hand = at.hand(made.seat)
    said = t("handout.holds", who=made.seat, hand=hand_text(hand))
    mine = f"<div><p>{escape(said)}</p>{_cards(hand, 54)}</div>"
    return f'<p>{escape(trump)}</p><div class="side">{laid}{mine}</div>'


def _hands(made: Sheets) -> str:
    table = made.end.table
    order = listed(table.players)
    turned = made.end.turned
    told = t("handout.play_it", order=order, dealer=table.dealer)
    if turned is not None:
        told += " " + t("handout.turned", card=turned.name, suit=suit_name(turned.suit))
    strips = "".join(
        f'<div class="cut"><h2>{escape(seat)}{escape(_place(seat, made))}</h2>{_cards(hand, 70)}'
        f"<p>{escape(hand_text(hand))}</p></div>"
        for seat, hand in made.dealt
    )
    return _head(made, "hands") + f"<h1>{escape(t('handout.cut_up'))}</h1><p>{escape(told)}</p>{strips}"


def _place(seat: str, made: Sheets) -> str:
    players = made.end.table.players
    word = "handout.leads" if seat == players[0] else "handout.deals" if seat == players[-1] else ""
    return f" ({phrase(word)})" if word else ""


def _witnesses(made: Sheets) -> str:
    strips = []
    for n, strip in enumerate(made.strips, 1):
        rows = "".join(
            f'<tr><th scope="row">{escape(plain(question))}</th><td>{escape(answer)}</td><td>{escape(where)}</td></tr>'
            for question, answer, where in strip.lines
        )
        strips.append(
            f'<div class="cut strip"><h2>{n}. {escape(strip.book.title)}</h2><table>{rows}</table></div>'
        )  # fmt: skip
    return (
        _head(made, "witnesses")
        + f"<h1>{escape(t('handout.witnesses'))}</h1><p class='small'>{escape(t('handout.witnesses_text'))}</p>"
        + "".join(strips)
    )


def _key(made: Sheets) -> str:
    answers = "".join(
        f'<tr><th scope="row"{" class=right" if a.right else ""}>{escape(a.label)}</th><td>{escape(a.says)}</td></tr>'
        for a in made.answers
    )
    judged = "".join(
        f'<div class="keep"><h2>{escape(one.book.title)}: {escape(one.total)}</h2><table>'
        + "".join(f'<tr><th scope="row">{escape(n)}</th><td>{escape(said)}</td></tr>' for n, said in one.points)
        + "</table></div>"
        for one in made.judged
    )
    beliefs = "".join(
        f"<li class='keep'><b>{escape(t(f'misconception.{id}'))}</b> "
        f"{escape(t(f'misconception.{id}_so', made.book))}</li>"
        for id in MISCONCEPTIONS
    )
    plays = "; ".join(
        f"{n}. " + " ".join(f"{seat} {c}" for seat, c in trick.plays) + f" → {trick.winner}"
        for n, trick in enumerate(made.end.tricks, 1)
    )
    return (
        _head(made, "key")
        + f"<h1>{escape(t('handout.key'))}</h1><p>{escape(plain(made.question, made.book))}</p>"
        + f"<table>{answers}</table><p class='small'>{escape(t(f'handout.sure_{made.sure}'))}</p>"
        + f"<h2>{escape(t('handout.account'))}</h2>"
        + f"<p class='small'>{escape(t('handout.account_text'))} {escape(plays)}</p>"
        + judged
        + f"<h2>{escape(t('handout.misconceptions'))}</h2><ul class='small two'>{beliefs}</ul>"
    )


# -- of what --------------------------------------------------------------------------------------------------


def handout(
    deal: Any = "td-01", *, seed: int | str = 1, seat: str | None = None, players: Any = None,
    options: str | Iterable[str] | Mapping[str, Any] = (), book: str | Rulebook | None = None,
    books: Iterable[str | Rulebook] | None = None, sheets: Iterable[str] = SHEETS,
) -> Handout:  # fmt: skip
    """Sheets for a class. See :func:`allfours_edu.api.handout`."""
    if isinstance(deal, Scenario) or is_scenario(deal):
        lesson = load_scenario(deal)
        chosen = load_rulebook(book) if book is not None else lesson.book
        end, _ = played(lesson, book=chosen)
        asks = bool(lesson.steps) and lesson.steps[0].kind in ("card", "call")
        at = lesson.start(chosen) if asks else lesson.begun(chosen)
        return Handout(facts.sheets(at, chosen, scenario=lesson, end=end, books=books, seek=not asks), sheets)
    if isinstance(deal, Position):
        chosen = load_rulebook(book).with_options(options) if book is not None else book_of(deal)
        return Handout(facts.sheets(deal, chosen, seat=seat, books=books), sheets)
    table = play(deal, seed=None if _is_dealt(deal) else seed, players=players, options=options, save=False)
    if not isinstance(table, TableWidget):
        raise TypeError(t("session.what", what=type(deal).__name__))
    first = table.session.first.path()[0]
    return Handout(facts.sheets(first, table.rulebook, seat=seat, books=books, seek=True), sheets)


def _is_dealt(deal: Any) -> bool:
    return isinstance(deal, str) and deal.strip()[:1] in "1Il{"
