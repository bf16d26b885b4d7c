"""Many deals as a table, and the look of charts."""

from __future__ import annotations

import builtins
import sys
from itertools import pairwise
from typing import Any

import pytest

import allfours_edu as af
from allfours_edu.record import read_code
from allfours_edu.sources import load_rulebook, rulebooks
from allfours_edu.teach import dealtable, plotstyle


@pytest.mark.parametrize("book", rulebooks())
def test_the_rows_follow_from_the_deals(book: str) -> None:
    rows = dealtable.deal_rows(book, 6, seed=11)
    sides = [name.removeprefix("points_") for name in rows[0] if name.startswith("points_")]
    assert [row["seed"] for row in rows] == list(range(11, 17))
    for row in rows:
        assert read_code(row["deal_code"]).seed == row["seed"]
        made = sum(row[f"points_{side}"] for side in sides)
        back = row.get("set_back_side")  # nothing that a bidder made counts who did not make his bid
        rules = load_rulebook(book).rules
        if rules.pool is not None:
            stake = rules.deal_stake * rules.red_is
            assert made + row["next_pool"] == row["pool"] - stake, "counters are neither made nor lost"
            continue
        points = [point for point, _ in rules.points]
        shown = sum(row[f"{point}_n"] for point in points if back is None or row[f"{point}_side"] != back)
        shown -= row.get("set_back_n", 0)
        assert made == shown + row["turn_n"] + row["gift_n"] + row["peg_n"] + row.get("sale_n", 0)
        assert row["ahead"] is None or row[f"points_{row['ahead']}"] == max(row[f"points_{side}"] for side in sides)
        assert row["jack_n"] > 0 or not row["jack_hung"]
        assert row["redeal"] or row["tricks"] > 0


def test_every_column_is_explained() -> None:
    def explained(name: str) -> bool:
        if name in dealtable.COLUMNS:
            return True
        point, _, what = name.rpartition("_")
        return (point in ("high", "low", "jack", "game") and what in ("side", "n")) or name.startswith(
            ("game_", "points_", "score_")
        )

    assert [name for name in dealtable.deal_rows("trinidad", 1)[0] if not explained(name)] == []


def test_the_same_call_gives_the_same_table() -> None:
    first, again = (dealtable.deal_rows("trinidad", 20, seed=5) for _ in range(2))
    assert first == again
    assert first[3:] == dealtable.deal_rows("trinidad", 17, seed=8)
    assert first != dealtable.deal_rows("trinidad", 20, seed=5, players="novice")
    mixed = dealtable.deal_rows("trinidad", 20, seed=5, players={"North": "novice"})
    assert mixed not in (first, dealtable.deal_rows("trinidad", 20, seed=5, players="novice"))


def test_it_is_a_pandas_table() -> None:
    pandas = pytest.importorskip("pandas")
    table = af.deals("foster-1897", 30, seed=1)
    assert isinstance(table, pandas.DataFrame) and len(table) == 30
    assert table.attrs["columns"]["begged"] and table.attrs["book"] == "foster-1897"
    assert len(af.deals("foster-1897", 0)) == 0


def test_without_pandas_there_are_dicts(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def no_pandas(name: str, *rest: Any, **how: Any) -> Any:
        if name == "pandas":
            raise ImportError(name)
        return real(name, *rest, **how)

    monkeypatch.setattr(builtins, "__import__", no_pandas)
    found = af.deals("foster-1897", 2)
    assert isinstance(found, list) and len(found) == 2 and found.columns["seed"]


def test_progress_is_told_and_an_interruption_keeps_what_is_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = iter(range(0, 10_000, 2))
    monkeypatch.setattr(dealtable.time, "monotonic", lambda: next(clock))
    assert len(dealtable.deal_rows("foster-1897", 3)) == 3
    assert "2 of 3 deals" in capsys.readouterr().err
    whole = dealtable.row_of

    def interrupted(position: Any, book: Any) -> Any:
        if position.table.seed == 4:
            raise KeyboardInterrupt
        return whole(position, book)

    monkeypatch.setattr(dealtable, "row_of", interrupted)
    assert len(dealtable.deal_rows("foster-1897", 9, progress=False)) == 3
    assert "3 of 9" in capsys.readouterr().err


@pytest.mark.parametrize(("n", "seed"), [(-1, 1), (True, 1), (10**9, 1), ("5", 1), (5, "x")])
def test_what_cannot_be_dealt(n: Any, seed: Any) -> None:
    with pytest.raises(ValueError, match="expected a whole number"):
        af.deals("trinidad", n, seed)


def test_options_and_size() -> None:
    assert dealtable.deal_rows("foster-1897", 1, size=4)[0]["tricks"] == 6
    book = load_rulebook("foster-1897").with_options("keep_nine")
    assert dealtable.deal_rows(book, 3) == dealtable.deal_rows("foster-1897", 3, options="keep_nine")


# -- charts ------------------------------------------------------------------------------------------------


def _light(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    lin = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * lin[0] + 0.7152 * lin[1] + 0.0722 * lin[2]


def test_neighbouring_colours_differ_in_lightness_too() -> None:
    shades = [_light(colour) for colour in plotstyle.COLOURS]
    for a, b in pairwise(shades):
        assert (max(a, b) + 0.05) / (min(a, b) + 0.05) >= 1.15


def test_a_chart_has_the_look_and_the_words() -> None:
    mpl = pytest.importorskip("matplotlib")
    mpl.use("Agg")
    from matplotlib import pyplot

    before = dict(mpl.rcParams)
    with af.plot_style():
        assert mpl.rcParams["font.size"] >= 14
        figure, axes = pyplot.subplots()
        plotstyle.bars(axes, ["you", "they"], [12, 7])
        axes.set_title("Deals won")
        axes.set_ylabel("deals")
        text = af.chart_text(axes)
        axes.plot([1, 2, 3], [0.5, 0.25, 0.75], label="novice")
        assert "Line novice: from 0.5 at 1 to 0.75 at 3" in af.chart_text(axes)
    assert text == "Deals won. Upwards: deals. Bars: you 12, they 7."
    assert 'alt="Deals won. Upwards' in plotstyle.figure_html(figure, text)
    pyplot.close(figure)
    assert dict(mpl.rcParams) == before


def test_the_style_does_not_load_matplotlib_before_it_is_wanted() -> None:
    import subprocess

    code = "import allfours_edu as af, sys; af.plot_style; af.deals; print('matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "False"
