"""The claims laboratory as a reader meets it: a table of all statements, and a card for each.

>>> card = claim("jack-frequency")
>>> card.verdict, card.rows()[0]["value"]
('true', '1/13 (7.69 %)')
>>> print(str(card).splitlines()[1])
A Jack is turned up about once in thirteen deals.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

from ..analysis import claims as laboratory
from ..analysis.claims import Claim, Figure, Measured
from ..asking import held
from ..errors import PlainValueError
from ..sources import load_witness
from .strings import phrase, t
from .tables import table

_LONGEST = 9
"""Digits of a fraction that are shown; longer ones are given to three places only."""
MOST_SIZE = 10


@dataclass(frozen=True)
class ClaimCard:
    """One statement put to the test. ``.verdict``, ``.rows()`` (its figures), ``.again(0.1)`` measures it anew."""

    claim: Claim
    measured: Measured | None = None
    """What came out here and now; None where the kept figures are shown."""

    @property
    def verdict(self) -> str:
        """true · false · true of the layout · depends on the reading"""
        return self.measured.verdict if self.measured else self.claim.verdict

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The numbers it rests on."""
        return self.measured.figures if self.measured else self.claim.figures

    def figure(self, name: str) -> Figure:
        """One of the numbers by name, as in ``.rows()``."""
        found = {f.name: f for f in self.figures}
        if name not in found:
            raise PlainValueError(t("claims.no_figure", name=repr(name), known=", ".join(found)))
        return found[name]

    def rows(self) -> list[dict[str, Any]]:
        """A row for each figure: its name, what it is, the value with its interval, and the number of deals."""
        return [
            {"figure": f.name, "is": self.claim.labels.get(f.name, f.name), "value": told(f), "deals": f.n or None}
            for f in self.figures
        ]

    def again(self, size: float = 1) -> ClaimCard:
        """Measure it anew, here. ``size`` 1 is the full number of deals (seconds to a minute), 0.1 a tenth of it."""
        if not isinstance(size, (int, float)) or isinstance(size, bool) or not 0 < size <= MOST_SIZE:
            raise PlainValueError(t("claims.size", most=MOST_SIZE, found=f"{size!r:.20}"))
        return ClaimCard(self.claim, laboratory.measure(self.claim.id, size))

    @property
    def places(self) -> tuple[str, ...]:
        """Where it stands: siglum and place."""
        return tuple(dict.fromkeys(f"{load_witness(c.witness).siglum}, {c.locator}" for c in self.claim.clauses))

    @property
    def deal(self) -> str:
        """The line that shows such a deal, to be written into a cell."""
        return self.claim.deal.line

    def __str__(self) -> str:
        c = self.claim
        figures = [f"  {row['is']}: {row['value']}" + _deals(row) for row in self.rows()]
        return "\n".join([
            f"{c.title} ({'; '.join(self.places)})", c.says, f"{t('claims.verdict')}: {self.verdict}. {c.finding}",
            *figures, f"{t('claims.tested')} ({c.how}): {c.tested}", f"{t('claims.deal')}: {self.deal}",
        ])  # fmt: skip

    __repr__ = __str__

    def _repr_html_(self) -> str:
        c = self.claim
        rows = "".join(
            f'<tr><th scope="row" style="text-align:left;font-weight:normal">{escape(row["is"])}</th>'
            f'<td style="text-align:left">{escape(row["value"] + _deals(row))}</td></tr>'
            for row in self.rows()
        )
        return (
            f'<section aria-label="{escape(c.title, quote=True)}"><h4>{escape(c.title)}</h4>'
            f"<p>{escape(c.says)}<br><small>{escape('; '.join(self.places))}</small></p>"
            f"<p><strong>{escape(t('claims.verdict'))}: {escape(self.verdict)}.</strong> {escape(c.finding)}</p>"
            f"<table>{rows}</table>"
            f"<p><small>{escape(t('claims.tested'))} ({escape(c.how)}): {escape(c.tested)}</small></p>"
            f"<p>{escape(t('claims.deal'))}: <code>{escape(self.deal)}</code></p></section>"
        )


def told(f: Figure) -> str:
    """A figure as it is printed.

    >>> told(Figure("x", Fraction(6, 13), "points")), told(Figure("x", 0.0334, "share", 0.032, 0.035, 9000))
    ('6/13 (0.46 points)', '3.3 % (3.2 to 3.5)')
    """
    if f.unit == "number":
        return f"{f.value:,}"
    scale, mark, places = (100, " %", 1) if f.unit == "share" else (1, f" {phrase('claims.points')}", 2)
    if f.low is not None and f.high is not None:
        value, low, high = (f"{scale * x:.{places}f}" for x in (f.value, f.low, f.high))
        return f"{value}{mark} ({low} to {high})"
    value = f"{float(f.value) * scale:.3g}{mark}" if f.unit == "share" else f"{float(f.value):.2f}{mark}"
    exact = str(f.value)
    return f"{exact} ({value})" if isinstance(f.value, Fraction) and len(exact) <= 2 * _LONGEST else value


def _deals(row: dict[str, Any]) -> str:
    return ", " + phrase("claims.on", n=f"{row['deals']:,}") if row["deals"] else ""


def claim(id: str) -> ClaimCard:
    """One statement of the old books, put to the test: its verdict, its figures, how it was tested, a deal to see.

    ``id`` as in :func:`claims`, for example "jack-frequency". Raises :class:`ValueError`, with the names there are, for
    any other.

    >>> claim("trinidad-kick").again().figure("worth").value
    Fraction(6, 13)
    """
    held(claim, locals())
    return ClaimCard(laboratory.claim(id))


def claim_rows() -> list[dict[str, Any]]:
    """The rows of :func:`claims` as plain data."""
    return [_row(ClaimCard(c)) for c in laboratory.claims().values()]


def _row(card: ClaimCard) -> dict[str, Any]:
    c, first = card.claim, card.figures[0]
    return {
        "claim": c.id, "says": c.says, "place": "; ".join(card.places), "verdict": c.verdict, "how": c.how,
        "figure": told(first), "of": c.labels[first.name], "finding": c.finding, "deal": card.deal,
        "at": ", ".join(c.at),
    }  # fmt: skip


def claims() -> Any:
    """Statements of the old books about chances, skill and advice, with the verdict of the test: a pandas table.

    One row a claim: what it says (in our words), where it stands, the verdict (*true*, *false*, *true of the layout*,
    *depends on the reading*), how it was tested, its first figure, and a line that shows a deal. Without pandas, a list
    of dicts. :func:`claim` shows one with all its figures; claims of history stand in ``af.past("claims")``.

    >>> sorted(set(claims().verdict))
    ['depends on the reading', 'false', 'true', 'true of the layout']
    """
    return table(claim_rows())
