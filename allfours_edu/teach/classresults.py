"""A class on one deal: the lines of all pupils, a table, a histogram, and the card at which they parted.

results = af.class_results('''
    red    · 1TT4-79 · R…
    blue   · 1TT4-79 · R…
''')
results                 # in a notebook: everything at once
results.table()         # a row for each pupil
results.to_csv()        # a row for each decision
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any, NamedTuple

from ..analysis.solver import solve
from ..asking import held
from ..cards import Card
from ..engine import Action, Position, action_text
from ..sources import Rulebook
from .explain import call_label
from .resultline import Line, LineError, bot_version, read_line
from .strings import capital, listed, phrase, plain, signs, t

MOST_LINES = 500
MOST_CARDS = 24
"""Cards in all hands up to which open-card values are worked out: beyond it a class would wait."""
_BAR = "█"


class Refused(NamedTuple):
    """A line that is not counted, and why, in a sentence."""

    line: str
    reason: str
    key: str


class Decision(NamedTuple):
    """One decision of one pupil. ``best`` and ``lost`` are those of open cards; None where no card was played."""

    number: int
    trick: int | None
    action: Action
    best: tuple[Card, ...] | None
    lost: int | None


@dataclass(frozen=True)
class Division:
    """Where the class parted: the first decision at which not all who had done the same so far did the same."""

    position: Position
    trick: int | None
    choices: Mapping[Action, tuple[str, ...]]
    """Action -> aliases, the most frequent first."""
    best: tuple[Card, ...] | None


def class_results(lines: str | Iterable[str], *, deal: str | None = None) -> ClassResults:
    """The results of a class, from pasted lines.

    ``deal`` is the code of the deal that was set; without it the one that most lines play. Lines of another book, other
    options, another version of the computer players or another deal are refused, and so are damaged ones; each with a
    sentence in ``.refused``.
    """
    held(class_results, locals())
    given = lines.splitlines() if isinstance(lines, str) else list(lines)
    texts = [line.strip() for line in given if line.strip() and not line.strip().startswith("#")]
    if len(texts) > MOST_LINES:
        raise LineError("too_many", most=MOST_LINES)
    read: list[Line] = []
    refused: list[Refused] = []
    for text in texts:
        try:
            read.append(read_line(text))
        except LineError as error:
            refused.append(Refused(text, str(error), error.key))
    wanted = _wanted(read, deal)
    taken: list[Line] = []
    for line in read:
        assert wanted is not None
        fault = _fault(line, wanted, taken, set_by_teacher=deal is not None)
        if fault is None:
            taken.append(line)
        else:
            refused.append(Refused(line.text, str(fault), fault.key))
    return ClassResults(tuple(taken), tuple(refused))


def _wanted(read: Sequence[Line], deal: str | None) -> Line | None:
    """A line of the deal that counts: most lines play it against those players from that seat."""
    if not read:
        return None
    pool = read
    if deal is not None:
        plain_code = deal.upper().replace("-", "").replace(" ", "")
        pool = [line for line in read if line.code.replace("-", "") == plain_code] or read
    common = Counter((line.code, line.bots, line.seat) for line in pool).most_common(1)[0][0]
    return next(line for line in pool if (line.code, line.bots, line.seat) == common)


def _fault(line: Line, wanted: Line, taken: Sequence[Line], *, set_by_teacher: bool) -> LineError | None:
    """Why a line does not belong to the others."""
    if line.facts.rulebook != wanted.facts.rulebook:
        return LineError("other_book", line.text, found=line.book.title, wanted=wanted.book.title)
    if line.facts.options != wanted.facts.options:
        return LineError("other_options", line.text, found=_options(line), wanted=_options(wanted))
    if line.code != wanted.code:
        return LineError("other_deal", line.text, found=line.code, wanted=wanted.code)
    if line.bots != wanted.bots:
        return LineError("other_opponents", line.text, found=bot_version(line.bots), wanted=bot_version(wanted.bots))
    if line.seat != wanted.seat:
        return LineError("other_seat", line.text, found=line.seat, wanted=wanted.seat)
    if line.alias and any((one.alias, _done(one)) == (line.alias, _done(line)) for one in taken):
        return LineError("same_line", line.text)
    if line.alias and any(one.alias.lower() == line.alias.lower() for one in taken):
        return LineError("same_alias", line.text, alias=line.alias)
    return None


def _done(line: Line) -> tuple[Any, ...]:
    return line.end.actions()


def _options(line: Line) -> str:
    return listed(name.replace("_", " ") for name in line.facts.options) or phrase("line.no_options")


# -- the results --------------------------------------------------------------------------------------------


class ClassResults:
    """What a class made of one deal. Shows itself in a notebook."""

    def __init__(self, lines: tuple[Line, ...], refused: tuple[Refused, ...]):
        self.lines = lines
        self.refused = refused
        self._solved: dict[tuple[Any, ...], tuple[tuple[Card, ...], dict[Card, int]]] = {}

    def __len__(self) -> int:
        return len(self.lines)

    # -- figures --------------------------------------------------------------------------------------------

    def alias(self, line: Line) -> str:
        """The pupil's alias, or a number."""
        return line.alias or t("line.number", n=self.lines.index(line) + 1).lower()

    @cached_property
    def decisions(self) -> tuple[tuple[Decision, ...], ...]:
        """For each line its decisions, with what was best when all cards are seen."""
        return tuple(
            tuple(self._decision(n, choice.at, choice.action) for n, choice in enumerate(line.choices, 1))
            for line in self.lines
        )

    def _decision(self, n: int, at: Position, action: Action) -> Decision:
        trick = len(at.tricks) + 1 if at.phase == "play" else None
        if not isinstance(action, Card):
            return Decision(n, trick, action, None, None)
        found = self._best(at)
        if found is None:
            return Decision(n, trick, action, None, None)
        best, values = found
        return Decision(n, trick, action, best, values[best[0]] - values[action])

    def _best(self, at: Position) -> tuple[tuple[Card, ...], dict[Card, int]] | None:
        key = at.actions()
        if key not in self._solved:
            assert at.to_act is not None
            mine = at.table.sides[at.table.side_of[at.table.place[at.to_act]]].name
            if at.left.bit_count() > MOST_CARDS:
                return None
            try:
                found = solve(at, mine, line=False)
            except ValueError:  # cards still to be drawn: nobody can say
                return None
            self._solved[key] = (found.best, dict(found.cards))
        return self._solved[key]

    def rows(self) -> list[dict[str, Any]]:
        """A row for each pupil."""
        found = []
        for line, decisions in zip(self.lines, self.decisions, strict=True):
            ours, theirs = line.points
            judged = [d for d in decisions if d.lost is not None]
            found.append({
                "alias": self.alias(line), "ours": ours, "theirs": theirs, "difference": ours - theirs,
                "decisions": len(judged), "best": sum(d.lost == 0 for d in judged),
                "points_lost": sum(d.lost or 0 for d in judged), "taken_back": line.help.taken_back,
                "hints": line.help.hints, "again": line.help.again,
            })  # fmt: skip
        return found

    def table(self) -> Any:
        """The rows as a pandas table; without pandas as they are."""
        try:
            import pandas
        except ImportError:
            return self.rows()
        return pandas.DataFrame(self.rows())

    @cached_property
    def histogram(self) -> dict[int, int]:
        """Points made (ours less theirs) -> number of pupils, without a gap."""
        made = Counter(line.points[0] - line.points[1] for line in self.lines)
        return {n: made[n] for n in range(min(made), max(made) + 1)} if made else {}

    @cached_property
    def division(self) -> Division | None:
        """Where the class parted, or None where all did the same (or there is nobody)."""
        group = list(self.lines)
        for n in range(max((len(line.choices) for line in group), default=0)):
            group = [line for line in group if n < len(line.choices)]
            if not group:
                return None
            made = Counter(line.choices[n].action for line in group)
            if len(made) > 1:
                at = group[0].choices[n].at
                names = {
                    action: tuple(self.alias(line) for line in group if line.choices[n].action == action)
                    for action, _ in made.most_common()
                }
                found = self._best(at) if at.phase == "play" else None
                trick = len(at.tricks) + 1 if at.phase == "play" else None
                return Division(at, trick, names, found[0] if found else None)
        return None

    # -- for a spreadsheet ------------------------------------------------------------------------------------

    def to_csv(self) -> str:
        """A row for each decision, as text; ``alias`` is what the pupil called himself, nobody's name."""
        out = io.StringIO()
        heads = (
            "alias", "deal", "points", "decision", "trick", "action", "best_open_cards", "points_lost", "taken_back",
            "hints", "again",
        )  # fmt: skip
        writer = csv.writer(out)
        writer.writerow(heads)
        for line, decisions in zip(self.lines, self.decisions, strict=True):
            ours, theirs = line.points
            for d in decisions:
                best = " ".join(c.text for c in d.best) if d.best is not None else ""
                writer.writerow([
                    _harmless(self.alias(line)), line.code, f"{ours}:{theirs}", d.number, d.trick or "",
                    action_text(d.action), best, "" if d.lost is None else d.lost, line.help.taken_back,
                    line.help.hints, int(line.help.again),
                ])  # fmt: skip
        return out.getvalue()

    # -- in words and pictures ----------------------------------------------------------------------------------

    def division_text(self) -> str:
        """Where the class parted, in a sentence or two."""
        found = self.division
        if found is None:
            return t("line.no_division") if self.lines else ""
        book = self.lines[0].book
        parts = [f"{len(who)} × {_said(action, book)}" for action, who in found.choices.items()]
        where = t("line.at_trick", n=found.trick) if found.trick else t("line.at_call")
        said = t("line.division", where=where.lower(), choices=", ".join(parts))
        if found.best:
            said += " " + t("line.best", best=listed((f"{{{c.text}}}" for c in found.best), "or"))
        return said

    def __str__(self) -> str:
        lines = [self._head()]
        width = max((len(row["alias"]) for row in self.rows()), default=0)
        lines += [
            f"{row['alias']:<{width}}  {row['ours']:>2}:{row['theirs']:<2}  "
            + t("line.row", best=row["best"], n=row["decisions"], lost=row["points_lost"])
            for row in self.rows()
        ]
        if self.histogram:
            lines += ["", t("line.histogram")]
            lines += [f"{n:+3d}  {_BAR * many} {many}" for n, many in self.histogram.items()]
        if self.lines:
            lines += ["", signs(self.division_text())]
        if self.refused:
            lines += ["", phrase("line.refused_head", n=len(self.refused))]
            lines += [f"- {one.line[:60]}: {one.reason}" for one in self.refused]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return str(self)

    def _head(self) -> str:
        if not self.lines:
            return t("line.nobody")
        first = self.lines[0]
        return phrase("line.head", n=len(self.lines), deal=first.code, name=first.book.title, seat=first.seat,
                 bots=bot_version(first.bots))  # fmt: skip

    def _repr_html_(self) -> str:
        cells = "".join(
            "<tr>" + "".join(f"<td>{escape(str(row[name]))}</td>" for name in _SHOWN) + "</tr>" for row in self.rows()
        )
        heads = "".join(f'<th scope="col">{escape(t(f"line.col_{name}"))}</th>' for name in _SHOWN)
        most = max(self.histogram.values(), default=1)
        chart = "".join(
            f'<tr><th scope="row" style="text-align:right">{n:+d}</th><td style="text-align:left">'
            f'<span aria-hidden="true" style="display:inline-block;height:14px;background:#0072B2;'
            f'width:{round(240 * many / most)}px;vertical-align:middle"></span> {many}</td></tr>'
            for n, many in self.histogram.items()
        )
        parts = [f"<p>{escape(self._head())}</p>"]
        if self.lines:
            parts += [
                f"<table><thead><tr>{heads}</tr></thead><tbody>{cells}</tbody></table>",
                f"<h4>{escape(t('line.histogram'))}</h4><table><tbody>{chart}</tbody></table>",
                f"<h4>{escape(t('line.division_head'))}</h4><p>{escape(signs(self.division_text()))}</p>",
            ]
        if self.refused:
            items = "".join(f"<li><code>{escape(r.line[:80])}</code>: {escape(r.reason)}</li>" for r in self.refused)
            parts.append(f"<h4>{escape(t('line.refused_head', n=len(self.refused)))}</h4><ul>{items}</ul>")
        return "<div>" + "".join(parts) + "</div>"

    def plot(self, axes: Any = None) -> Any:
        """The histogram as a chart in the look of the course; returns its axes."""
        from matplotlib import pyplot

        from .plotstyle import bars, chart_text, plot_style

        with plot_style():
            if axes is None:
                _, axes = pyplot.subplots()
            bars(axes, [f"{n:+d}" for n in self.histogram], self.histogram.values())
            axes.set_title(t("line.histogram"), loc="left")
            axes.set_xlabel(t("line.x"))
            axes.set_ylabel(t("line.y"))
            chart_text(axes, t("line.histogram"))
        return axes


_SHOWN = ("alias", "ours", "theirs", "best", "decisions", "points_lost", "taken_back", "hints")


def _said(action: Action, book: Rulebook) -> str:
    return f"{{{action.text}}}" if isinstance(action, Card) else plain(capital(call_label(action, book)), book)


def _harmless(text: str) -> str:
    """A cell that a spreadsheet does not take for a formula."""
    return f"'{text}" if text[:1] in "=+-@\t\r" else text
