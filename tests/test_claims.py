"""The claims laboratory: every verdict is measured anew, in reduced size, and a changed one fails."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

import allfours_edu as af
from allfours_edu.analysis.claims import MEASURES, VERDICTS, claims, highhand, kept
from allfours_edu.analysis.claims.counting import one_card_deal
from allfours_edu.analysis.claims.measured import Figure, Measured
from allfours_edu.analysis.claims.register import as_toml
from allfours_edu.analysis.tails import ONE_TURN, at_least, at_least_drawn, suspicious
from allfours_edu.api import new_deal
from allfours_edu.teach.claimtable import claim_rows
from allfours_edu.teach.scenario import load_scenario
from allfours_edu.widgets.stepper import played

pytest.importorskip("numpy")

SIZES = {  # 0.1 where nothing is said
    "tie-reason": 0.05, "beg-favour": 0.05, "shasta-better": 0.02, "chance-moderate": 0.04, "pitch-five-best": 0.04,
    "make-your-jack": 0.04, "secure-your-tens": 0.04, "win-his-best": 0.05, "lead-a-high-trump": 0.05,
    "one-card-all-four": 0.2, "game-by-tricks": 0.06,
}  # fmt: skip
ASKED = {  # what is to be covered, and where it stands
    "foster-1897": "jack-frequency suspicion five-of-six game-rare beg-favour tie-reason pitch-five-best "
    "shasta-better cheat-high-hand",
    "enquire-1894": "one-card-claim advice-knave advice-tens advice-win advice-lead-trumps",
    "wiki-rules": "advice-jack advice-tens advice-win",
    "eb-1911-allfours": "target", "squareman-1916": "game", "seed-wiki": "infobox-skill", "pagat-fr": "turn",
}  # fmt: skip


@pytest.mark.parametrize("id", MEASURES)
def test_the_verdict_stands(id: str) -> None:
    found = MEASURES[id](SIZES.get(id, 0.1))
    assert found.verdict == claims()[id].verdict
    assert [f.name for f in found.figures] == [f.name for f in kept()[id]] == list(claims()[id].labels)
    for now, then in zip(found.figures, kept()[id], strict=True):
        assert now.agrees(then), (now, then)


def test_every_claim_is_here_once() -> None:
    found = {ref for c in claims().values() for ref in c.at}
    assert found >= {f"{w}#{clause}" for w, listed in ASKED.items() for clause in listed.split()}
    assert set(claims()) == set(MEASURES)
    assert {c.verdict for c in claims().values()} == set(VERDICTS)


def test_the_high_hand_is_every_hand() -> None:
    """The kinds are all hands; those that hold it are the ones the research found, and no first lead helps."""
    kinds = list(highhand.kinds())
    assert sum(k.ways for k in kinds) == comb(45, 6) == 8_145_060
    assert {f.name: f.value for f in kept()["high-hand"]}["forced"] == 8_144_894
    queens = [k for k in kinds if k.queen and k.small == 4]
    assert {k.hand[-1].rank for k in queens if highhand.forced(k)} == {"A", "T"}
    assert {k.hand[-1].rank for k in queens if highhand.forced(k, tie="nobody")} == {"T"}
    stacked = next(k for k in kinds if k.queen and k.small == 5)
    assert not highhand.forced(stacked) and highhand.forced(stacked, holder_leads=False)


def test_tails_are_fractions() -> None:
    assert at_least(2, 2, ONE_TURN) == Fraction(1, 169)
    assert at_least_drawn(4, 52, 4, 52) == 1
    assert at_least(suspicious(50, ONE_TURN), 50, ONE_TURN) <= Fraction(1, 1000)


def test_one_card_deals_are_of_the_kind() -> None:
    at = one_card_deal(5)
    trumps = [c.text for seat in at.table.players for c in at.hand(seat) if c.suit == "C"]
    assert trumps == ["JC"] and not [c for c in at.hand("dealer") if c.rank in "AKQJT"]


def test_a_second_beg_by_consent_makes_seven() -> None:
    """The deal behind the remark on five of six: three Jacks turned, then all four points."""
    at = new_deal(
        "enquire-1894", hands={"elder": "9C 8C 9D 8D 9H 8H", "dealer": "AC 2C JC TC AD AH"}, turn_ups="JH JS JD 5C"
    )
    for _ in range(3):
        while at.phase in ("beg", "answer", "consent"):
            turned = len(at.turn_ups)
            verbs = {a.verb: a for a in at.legal_actions()}  # type: ignore[union-attr]
            at = at.apply(next(verbs[v] for v in ("beg", "run", "agree") if v in verbs))
            if len(at.turn_ups) > turned:
                break
    assert at.scores["dealer"] == 3 and at.trump == "C"


def test_what_a_reader_sees() -> None:
    card = af.claim("one-card-all-four")
    text, page = str(card), card._repr_html_()
    for part in ("§ 92 vi", "depends on the reading", "careless", 'af.step("td-06")'):
        assert part in text
        assert part in page or part.replace('"', "&quot;") in page
    assert af.claim("jack-frequency").again(0.1).figure("turned").value == Fraction(1, 13)
    assert list(af.claims().claim) == list(claims())
    for bad in ("jack-frequancy", "five"):
        with pytest.raises(ValueError, match="There is no claim"):
            af.claim(bad)
    with pytest.raises(ValueError, match="size"):
        card.again(0)
    with pytest.raises(ValueError, match="There is no figure"):
        card.figure("x")


def test_every_claim_has_a_deal_to_see() -> None:
    for c in claims().values():
        if c.deal.scenario:
            assert load_scenario(c.deal.scenario)
        else:
            assert played(c.deal.book, seed=c.deal.seed, players=c.deal.players)[0].phase == "over"
    assert all(row["figure"] and row["deal"].startswith("af.step(") for row in claim_rows())


def test_a_changed_verdict_would_be_seen() -> None:
    one, far = Figure("x", 0.5, "share", 0.4, 0.6, 90), Figure("x", 0.9, "share", 0.8, 0.95, 90)
    assert one.agrees(one) and not one.agrees(far)
    assert 'value = "1/13"' in as_toml({"a": Measured("true", (Figure("x", Fraction(1, 13)),))})
