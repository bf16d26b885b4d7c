"""A chart from plain numbers, in the look of the course and with its words beside it: ``af.chart``.

>>> found = chart({"two hands": Fraction(12, 51), "four hands": Fraction(24, 51)}, "The Jack is out", share=True)
>>> print(found)
The Jack is out. two hands 23.5 %, four hands 47.1 %.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ..errors import PlainValueError
from .plotstyle import COLOURS, HATCHES, MARKERS, figure_html, plot_style
from .strings import t

Number = int | float | Fraction
MOST = 12
"""Numbers of a line that are told in words; of a longer one the ends and the highest."""


@dataclass(frozen=True)
class Chart:
    """A chart. In a notebook it is a picture with its words; printed it is the words. ``.figure()`` for matplotlib."""

    data: Mapping[str, Any]
    title: str
    x: str = ""
    y: str = ""
    share: bool = False
    mark: str | None = None
    """A bar to be set off from the others."""
    _note: str = field(default="", repr=False)

    @property
    def lines(self) -> bool:
        """Are these lines (a mapping of mappings), or bars?"""
        return any(isinstance(value, Mapping) for value in self.data.values())

    def _said(self, n: Number) -> str:
        return f"{100 * float(n):.3g} %" if self.share else f"{float(n):.4g}"

    def __str__(self) -> str:
        if not self.lines:
            return f"{self.title}. {', '.join(f'{name} {self._said(n)}' for name, n in self.data.items())}."
        return " ".join([f"{self.title}.", *(self._line_words(name, line) for name, line in self.data.items())])

    __repr__ = __str__

    def _line_words(self, name: str, line: Mapping[Any, Number]) -> str:
        points = list(line.items())
        if len(points) > MOST:
            top = max(points, key=lambda p: p[1])
            points = list(dict.fromkeys((points[0], top, points[-1])))
        return f"{name}: {', '.join(f'{x}: {self._said(n)}' for x, n in points)}."

    def figure(self) -> Any:
        """The chart as a matplotlib figure."""
        from matplotlib.figure import Figure

        with plot_style():
            figure = Figure(figsize=(8.0, 4.2))
            axes = figure.subplots()
            (self._draw_lines if self.lines else self._draw_bars)(axes)
            axes.set_title(self.title)
            axes.set_xlabel(self.x)
            axes.set_ylabel(self.y)
            if self.share:
                axes.yaxis.set_major_formatter(lambda v, _: f"{100 * v:.3g} %")
        figure._allfours_text = str(self)  # type: ignore[attr-defined]
        return figure

    def _draw_bars(self, axes: Any) -> None:
        names = list(self.data)
        for n, name in enumerate(names):
            k = int(name == self.mark) if self.mark else 0
            bar = axes.bar([n], [float(self.data[name])], color=COLOURS[k], hatch=HATCHES[k], edgecolor="#1d2126")
            axes.bar_label(bar, [self._said(self.data[name])], padding=2)
        axes.set_xticks(range(len(names)), names)
        axes.margins(y=0.12)
        if min(map(float, self.data.values())) < 0:
            axes.axhline(0, color="#1d2126", linewidth=1)

    def _draw_lines(self, axes: Any) -> None:
        for k, (name, line) in enumerate(self.data.items()):
            few = len(line) <= 2 * MOST
            axes.plot(
                list(line), [float(n) for n in line.values()], color=COLOURS[k % 7], label=name,
                linestyle=("-", "--", ":", "-.")[k % 4], marker=MARKERS[k % 7] if few else "",
            )  # fmt: skip
        axes.set_ylim(min(0.0, axes.get_ylim()[0]), None)
        axes.legend()

    def _repr_html_(self) -> str:
        from html import escape

        return f"<figure>{figure_html(self.figure(), str(self))}<figcaption>{escape(str(self))}</figcaption></figure>"


def chart(
    data: Mapping[Any, Any], title: str, *, x: str = "", y: str = "", share: bool = False, mark: str | None = None
) -> Chart:
    """A chart of plain numbers: bars from {name: number}, lines from {name: {x: number}}. Fractions are welcome.

    ``x``, ``y``: what the axes show. ``share``: the numbers are shares and are shown as percentages. ``mark``: the bar
    to set off. What the chart shows stands in words below it, and printing it gives the words.
    Raises :class:`ValueError` where there is nothing to draw.
    """
    if not data:
        raise PlainValueError(t("chart.nothing"))
    named = {str(name): value for name, value in data.items()}
    return Chart(named, title, x, y, share, mark)
