"""One look for every chart of the course: readable from the last row, for every kind of eye, and with words beside it.

matplotlib is loaded only when a chart is made.

    with af.plot_style():
        ...                                   # charts made here look like the course
    af.plot_style(in_place=True)              # or: from here on
    af.chart_text(axes, "Points a deal")      # the chart in words, for those who do not see it
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from .strings import t

# Okabe and Ito's colours, ordered so that neighbours also differ in lightness; the yellow is too pale on paper.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#56B4E9", "#D55E00", "#CC79A7", "#1d2126")
HATCHES = ("", "//", "..", "xx", "\\\\", "--", "++")
"""Beside each colour, so that a grey print still tells bars apart."""
MARKERS = ("o", "s", "^", "D", "v", "P", "X")

SETTINGS: Mapping[str, Any] = {
    "figure.figsize": (8.0, 4.5), "figure.dpi": 110, "figure.constrained_layout.use": True, "figure.facecolor": "white",
    "font.size": 14, "axes.titlesize": 16, "axes.titleweight": "bold", "axes.titlelocation": "left",
    "axes.labelsize": 14, "xtick.labelsize": 13, "ytick.labelsize": 13, "legend.fontsize": 13, "legend.frameon": False,
    "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "axes.grid.axis": "y",
    "axes.axisbelow": True, "grid.color": "#d5dae1", "grid.linewidth": 0.8, "axes.edgecolor": "#5b646e",
    "axes.labelcolor": "#1f2328", "text.color": "#1f2328", "xtick.color": "#1f2328", "ytick.color": "#1f2328",
    "axes.facecolor": "white", "lines.linewidth": 2.5, "lines.markersize": 8, "patch.edgecolor": "#1f2328",
    "hatch.linewidth": 0.8, "savefig.bbox": "tight", "svg.fonttype": "none",
}  # fmt: skip


def settings() -> Any:
    """The settings as matplotlib takes them, the colours and markers as a cycle."""
    from cycler import cycler

    return {**SETTINGS, "axes.prop_cycle": cycler(color=COLOURS) + cycler(marker=MARKERS)}


def plot_style(in_place: bool = False) -> Any:
    """The look of the course: as a context (``with af.plot_style():``) or, ``in_place``, from here on."""
    if in_place:
        import matplotlib as mpl

        mpl.rcParams.update(settings())
        return None
    return _context()


@contextmanager
def _context() -> Iterator[None]:
    import matplotlib as mpl

    with mpl.rc_context(settings()):
        yield


def bars(axes: Any, labels: Iterable[str], heights: Iterable[float], *, n: int = 0, **how: Any) -> Any:
    """Bars of one kind, coloured and hatched alike, each with its figure on top."""
    made = axes.bar(list(labels), list(heights), color=COLOURS[n % 7], hatch=HATCHES[n % 7], edgecolor="#1d2126", **how)
    axes.bar_label(made, fmt="%g", padding=2)
    return made


def chart_text(axes: Any, title: str = "", most: int = 12) -> str:
    """A chart in words: its title, its axes, and its bars or lines with their figures.

    Goes into the chart as well, so that a picture saved from it keeps its description.
    """
    head = title or axes.get_title(loc="left") or axes.get_title()
    parts = [f"{head}." if head else "", *_axis_words(axes), *_bar_words(axes, most), *_line_words(axes, most)]
    text = " ".join(part for part in parts if part)
    axes.figure.set_gid(text[:200])
    axes.figure._allfours_text = text
    return text


def _axis_words(axes: Any) -> list[str]:
    labels = {"x": axes.get_xlabel(), "y": axes.get_ylabel()}
    return [t(f"chart.{name}", label=label) for name, label in labels.items() if label]


def _bar_words(axes: Any, most: int) -> list[str]:
    found = []
    names = [tick.get_text() for tick in axes.get_xticklabels()]
    for group in axes.containers:
        heights = [getattr(bar, "get_height", lambda: 0)() for bar in group]
        shown = [f"{names[i]} {h:g}" if i < len(names) and names[i] else f"{h:g}" for i, h in enumerate(heights)]
        label = "" if str(group.get_label()).startswith("_") else f"{group.get_label()}: "
        found.append(t("chart.bars", what=label + _short(shown, most)))
    return found


def _line_words(axes: Any, most: int) -> list[str]:
    found = []
    for line in axes.get_lines():
        xs, ys = list(line.get_xdata()), list(line.get_ydata())
        if not len(ys):
            continue
        label = "" if str(line.get_label()).startswith("_") else f"{line.get_label()}: "
        found.append(
            t("chart.line", what=label, first=f"{ys[0]:g}", last=f"{ys[-1]:g}", low=f"{min(ys):g}", high=f"{max(ys):g}",
              start=f"{xs[0]}", end=f"{xs[-1]}")
        )  # fmt: skip
    return found[:most]


def _short(items: list[str], most: int) -> str:
    return ", ".join(items[:most]) + (f" … ({len(items)})" if len(items) > most else "")


def figure_html(figure: Any, text: str) -> str:
    """A chart as a picture with its words, for a notebook: the picture speaks to those who do not see it."""
    import base64
    from html import escape
    from io import BytesIO

    data = BytesIO()
    figure.savefig(data, format="png", dpi=110)
    code = base64.b64encode(data.getvalue()).decode()
    return f'<img alt="{escape(text, quote=True)}" src="data:image/png;base64,{code}">'
