"""What the notebooks 17 to 21 rest on: their form, and the facts of the deals and evenings they show."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

import allfours_edu as af
from allfours_edu.analysis.cheats import PLAYABLE, mystery

FOLDER = Path(__file__).resolve().parents[1] / "notebooks" / "src"
NAMES = tuple(sorted(p.stem for p in FOLDER.glob("*.py") if "17" <= p.stem[:2] <= "21"))


def prose(name: str) -> str:
    text = (FOLDER / f"{name}.py").read_text("utf-8")
    return " ".join(line.removeprefix("# ") for line in text.splitlines() if line.startswith("#"))


@pytest.mark.parametrize("name", NAMES)
def test_the_form_is_kept(name: str) -> None:
    text = prose(name)
    assert re.search(r"\*\*[^*]+\?\*\*", text) and re.search(r"You will learn to [^.]+\. \d+ minutes\.", text)
    parts = [
        "*Predict first:*",
        "## Change one thing",
        "**In one sentence:**",
        "**History.**",
        "**One thing not known.**",
    ]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    assert re.search(r"\b1[5-9]\d\d\b", text[places[3] :])


def test_they_lead_on() -> None:
    assert len(NAMES) == 5
    for name, following in pairwise(NAMES):
        assert f"]({following}.ipynb)" in prose(name)


def test_the_branches_of_18() -> None:
    deal = af.new_deal("foster-1897", seed=13, players=2, plays="stand 2S 5S 7D 2H 4D 4C")
    assert {c.text: v for c, v in af.solve(deal).cards.items()} == {"6C": 1, "7C": 1, "TS": -1}
    told = af.review("foster-1897", seed=12, players=2, seat="South", samples=60).review.told[0]
    assert told.lost_open == 1 and told.lost_likely == 0


def test_the_evenings_of_20() -> None:
    """One honest, one with Jacks turned, one with a Ten gone: the seeds decide that, for ever."""
    assert [mystery(seed, deals=1).cheat for seed in (8, 9, 6)] == ["turned-jacks", None, "hidden-ten"]
    assert {mystery(seed, deals=1).cheat for seed in range(40)} == {None, *PLAYABLE}


def test_guess_and_chart() -> None:
    blank = str(af.guess("").against(af.claim("jack-frequency")))
    assert "first" in blank and "13" not in blank
    assert "Exactly" in str(af.guess("1/13").against(af.claim("jack-frequency")))
    assert "you said true" in str(af.guess("true").against(af.claim("game-rare"))).lower()
    for wrong in ("perhaps", "1/0", "nan"):
        with pytest.raises(ValueError, match="neither a number"):
            af.guess(wrong)
    drawn = af.chart({"one": Fraction(1, 4), "two": 0.5}, "Shares", share=True)
    assert str(drawn) == "Shares. one 25 %, two 50 %."
    assert 'alt="Shares. one 25 %, two 50 %."' in drawn._repr_html_()
    with pytest.raises(ValueError, match="nothing to draw"):
        af.chart({}, "Nothing")
