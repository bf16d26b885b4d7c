"""A chart from plain numbers, in the look of the course and with its words beside it: ``af.chart``.

>>> found = chart({"two hands": Fraction(12, 51), "four hands": Fraction(24, 51)}, "The Jack is out", share=True)
>>> print(found)
The Jack is out. two hands 23.5 %, four hands 47.1 %.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from textwrap import fill
from typing import Any

from ..asking import held
from ..errors import PlainValueError
from .plotstyle import COLOURS, HATCHES, MARKERS, figure_html, plot_style
from .strings import phrase, t

Number = int | float | Fraction
LONG = 14
"""Letters of a name from which bars lie down."""
MANY = 8
"""Bars from which the figures on them are small."""
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

    def _said(self, n: Any) -> str:
        x = _value(n) * (100 if self.share else 1)
        whole = x == int(x) and abs(x) < 1e6
        digits = f"{x:,.0f}" if whole else f"{x:.3g}" if abs(x) >= 1 else f"{x:.2g}"
        return f"{digits} %" if self.share else digits

    def _told(self, n: Any) -> str:
        """In words, with the interval where there is one."""
        ends = _ends(n)
        if ends is None:
            return self._said(n)
        low, high = map(self._said, ends)
        return f"{self._said(n)} ({phrase('chart.between', low=low, high=high)})"

    def _beside(self, n: Any) -> Any:
        """The whiskers of a bar, as matplotlib takes them."""
        ends = _ends(n)
        return None if ends is None else [[_value(n) - ends[0]], [ends[1] - _value(n)]]

    def __str__(self) -> str:
        if not self.lines:
            return f"{self.title}. {', '.join(f'{name} {self._told(n)}' for name, n in self.data.items())}."
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
            lying = not self.lines and max(map(len, self.data)) > LONG
            (self._draw_lines if self.lines else self._draw_lying if lying else self._draw_bars)(axes)
            axes.set_title(self.title)
            axes.set_xlabel(self.y if lying else self.x)
            axes.set_ylabel(self.x if lying else self.y)
            if self.share:
                (axes.xaxis if lying else axes.yaxis).set_major_formatter(lambda v, _: f"{100 * v:.3g} %")
        figure._allfours_text = str(self)  # type: ignore[attr-defined]
        return figure

    def _draw_bars(self, axes: Any) -> None:
        names = list(self.data)
        for n, name in enumerate(names):
            k = int(name == self.mark) if self.mark else 0
            value = self.data[name]
            bar = axes.bar(
                [n], [_value(value)], yerr=self._beside(value), capsize=4, color=COLOURS[k], hatch=HATCHES[k],
                edgecolor="#1d2126",
            )  # fmt: skip
            axes.bar_label(bar, [self._said(value)], padding=2, fontsize=13 if len(names) < MANY else 10)
        axes.set_xticks(range(len(names)), names)
        axes.margins(y=0.12)
        if min(map(_value, self.data.values())) < 0:
            axes.axhline(0, color="#1d2126", linewidth=1)

    def _draw_lying(self, axes: Any) -> None:
        """Bars that lie down, for long names."""
        for n, (name, value) in enumerate(self.data.items()):
            k = int(name == self.mark) if self.mark else 0
            bar = axes.barh(
                [n], [_value(value)], xerr=self._beside(value), capsize=4, color=COLOURS[k], hatch=HATCHES[k],
                edgecolor="#1d2126",
            )  # fmt: skip
            axes.bar_label(bar, [self._said(value)], padding=3)
        axes.set_yticks(range(len(self.data)), [fill(name, 2 * LONG) for name in self.data])
        axes.invert_yaxis()
        axes.grid(axis="x")
        axes.grid(visible=False, axis="y")
        axes.margins(x=0.16)
        axes.axvline(0, color="#1d2126", linewidth=1)

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


def _value(n: Any) -> float:
    return float(getattr(n, "value", n))


def _ends(n: Any) -> tuple[float, float] | None:
    low, high = getattr(n, "low", None), getattr(n, "high", None)
    return None if low is None or high is None else (float(low), float(high))


def chart(
    data: Mapping[Any, Any], title: str, *, x: str = "", y: str = "", share: bool = False, mark: str | None = None
) -> Chart:
    """A chart of plain numbers: bars from {name: number}, lines from {name: {x: number}}. Fractions are welcome,
    and figures of ``af.claim``, which bring their intervals.

    ``x``, ``y``: what the axes show. ``share``: the numbers are shares and are shown as percentages. ``mark``: the bar
    to set off. What the chart shows stands in words below it, and printing it gives the words.
    Raises :class:`ValueError` where there is nothing to draw.
    """
    held(chart, locals())
    if not data:
        raise PlainValueError(t("chart.nothing"))
    named = {str(name): value for name, value in data.items()}
    return Chart(named, title, x, y, share, mark)
