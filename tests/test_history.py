"""How the texts hang together: descent argued and dated, names and claims on clauses, cases that can be played."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from allfours_edu import history
from allfours_edu.engine import Position, deal, new_table
from allfours_edu.history import LOST, Stemma, cases, claims, etymologies, events, family, names, stemma, timeline
from allfours_edu.sources import SourceError, find_clause, folder, load_rulebook, load_witness, witnesses
from allfours_edu.teach.pasttable import PastError, past, past_rows

# --- descent ----------------------------------------------------------------------------------------------------------


def test_the_spoilt_place_is_a_hole_among_parallels() -> None:
    (abridged,) = stemma().parents("squareman-1916")
    assert abridged.kind == "abridged" and abridged.certainty == "high"
    parallels = {p.later.partition("#")[2]: p for p in abridged.passages}
    assert parallels["game"].kind == "garbled"
    around = [parallels[name].share or 0 for name in ("high", "low", "jack")]
    assert (parallels["game"].share or 1) < 0.25 < min(around)


def test_a_patched_page_has_several_parents() -> None:
    assert {r.older for r in stemma().parents("wiki-terms")} == {"hoffmann-1909", "cassell-1881"}
    assert {r.older for r in stemma().parents("eb-1911-allfours")} == {"foster-1897", "lost:ten-point"}
    assert all(r.kind == "conflated" for r in stemma().parents("wiki-terms"))


def test_order_goes_from_older_to_later() -> None:
    order = stemma().texts()
    for relation in stemma().relations:
        assert order.index(relation.older) < order.index(relation.later)
        assert relation.evidence and (relation.older.startswith(LOST) or relation.older in witnesses())
    assert {text for text in order if text.startswith(LOST)} == set(stemma().lost)


def test_every_strand_of_the_quilt_has_its_origin() -> None:
    placed = {relation.later for relation in stemma().relations}
    strands = {w for w in witnesses() if load_witness(w).carrier == "seed-wiki"}
    assert strands <= placed


def test_a_circle_is_refused() -> None:
    there, back = stemma().relations[0], stemma().relations[0]
    swapped = history.Relation(back.later, back.older, "copied", "low", ("none",))
    with pytest.raises(SourceError, match="goes round in a circle"):
        Stemma({}, (there, swapped)).texts()


# --- names, origins, spread -------------------------------------------------------------------------------------------


def test_one_name_for_two_games_and_one_game_with_many_names() -> None:
    assert {use.game for use in names()["High-Low-Jack"]} == {"seven-up", "all-fours", "california"}
    assert {use.game for use in names()["Dom Pedro"]} == {"snoozer", "pedro"}
    of_french = {name for name, uses in names().items() if any(use.game == "french" for use in uses)}
    assert of_french == {"French Fours", "French Loo", "Spanish All-Fours", "California Jack"}


def test_the_family_tree_names_what_nobody_describes() -> None:
    tree = family()
    assert tree["cinch"].parent == "pedro" and tree["pedro"].parent == "auction-pitch"
    assert tree["auction-pitch"].parent == "pitch" and tree["pitch"].parent == "all-fours"
    assert {id for id, game in tree.items() if game.named_only} == {"don", "phat", "rustle"}
    assert all(game.why for game in tree.values() if game.certainty == "low")
    assert [id for id, game in tree.items() if not game.parent] == ["all-fours"]


def test_three_rival_etymologies_the_oldest_first() -> None:
    assert [account.id for account in etymologies()] == ["four-points", "four-of-five", "one-card"]
    assert "cotton-1674#name" in etymologies()[0].at and etymologies()[2].certainty == "low"


def test_contradictions_of_the_introductions_stand_side_by_side() -> None:
    america = [event for event in events() if event.quarrel == "america"]
    said = {at for event in america for at in event.at}
    assert {"seed-wiki#america-18th", "seed-wiki#america-19th", "seed-group#history", "revwar#history"} <= said
    assert {event.standing for event in america} == {"unsupported", "report only", "contradicted"}
    assert len([event for event in events() if event.quarrel == "origin"]) == 4


def test_the_timeline_runs_from_the_first_text_to_today() -> None:
    texts = [moment for moment in timeline() if moment.witness]
    assert len(texts) == len(witnesses())
    dated = [m.not_after or m.not_before or 0 for m in timeline() if m.not_after or m.not_before]
    assert dated == sorted(dated) and texts[0].witness == "cotton-1674"
    assert any(moment.event and moment.event.standing == "contradicted" for moment in timeline())


# --- claims and cases -------------------------------------------------------------------------------------------------

VERDICTS = {
    1: "unsupported", 2: "contradicted", 3: "unsupported", 4: "report only", 5: "unsupported", 6: "contradicted",
    7: "unsupported", 8: "supported", 9: "contradicts itself", 10: "unsupported", 11: "contradicted",
    12: "contradicted", 13: "supported", 14: "unsupported",
}  # fmt: skip


def test_the_claims_of_history_have_their_verdicts() -> None:
    assert {claim.number: claim.verdict for claim in claims()} == VERDICTS
    for claim in claims():
        assert claim.by and find_clause(claim.at).kind in ("claim", "history", "cheat"), claim.number
        assert not {claim.at} & set(claim.by), "nobody is a witness to himself"


def _played(book: str, seed: int) -> Position:
    rng = random.Random(seed)
    position = deal(new_table(load_rulebook(book).rules, 2, seed=seed))
    while position.to_act is not None:
        position = position.apply(rng.choice(position.legal_actions()))
    return position


def test_every_case_can_be_played_in_its_readings() -> None:
    for case in cases():
        assert len(case.steps) >= 3 and len(case.values) >= 2
        for book in case.books:
            rules = load_rulebook(book).rules
            assert {getattr(rules.replace(**{case.field: value}), case.field) for value in case.values} == set(
                case.values
            )
    assert [case.id for case in cases()] == ["garbled-game", "drifting-tie", "conflated-counters", "if-able"]


def test_the_copying_error_moves_the_point_of_game_in_many_deals() -> None:
    """About one random deal in five where the elder has ties, one in three where nobody has them."""
    ends = [_played("cassell-1881", seed) for seed in range(240)]
    for tie, least, most in (("eldest_of_tied", 0.12, 0.3), ("nobody", 0.25, 0.45)):
        moved = sum(_game(end, tie, "usual") != _game(end, tie, "tricks") for end in ends)
        assert least < moved / len(ends) < most, (tie, moved)


def _game(end: Position, tie: str, pips: str) -> list[str | None]:
    rules = end.table.rules.replace(target=500, tie=tie, pips=pips)
    return [event.side for event in end.events(rules) if event.kind == "award" and event.point == "game"]


# --- faults -----------------------------------------------------------------------------------------------------------


CASSELL_TO_SQUAREMAN = 'older = "cassell-1881"\nlater = "squareman-1916"'


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        ("stemma", 'older = "cotton-1674"', 'older = "cotton-1764"', "did you mean 'cotton-1674'"),
        ("stemma", CASSELL_TO_SQUAREMAN, 'older = "squareman-1916"\nlater = "cassell-1881"', "from 1916 back to 1881"),
        ("stemma", "share = 0.40\n", "share = 4.0\n", "has the share 4.0"),
        ("stemma", "squareman-1916#game", "squareman-1916#gmae", "There is no clause of squareman-1916 'gmae'"),
        ("stemma", 'kind = "abridged"', 'kind = "stolen"', "expected 'copied' or 'abridged'"),
        ("history", 'parent = "pitch"', 'parent = "ptich"', "did you mean 'pitch'"),
        ("history", 'books = ["cinch"]', 'books = ["cynch"]', "did you mean 'cinch'"),
        ("history", '{ game = "rustle"', '{ game = "bustle"', "did you mean 'rustle'"),
        ("history", 'verdict = "report only"', 'verdict = "true"', "claim[3].verdict"),
        ("history", 'field = "pips"', 'field = "pipz"', "did you mean 'pips'"),
        ("history", "cotton-1674#kent-five-cards", "cotton-1674#kent-six-cards", "no clause of cotton-1674"),
        ("history", "[etymology.one-card]", "[etymologies.one-card]", "is not a table of this file"),
    ],
)  # fmt: skip
def test_a_broken_file_names_the_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, old: str, new: str, expected: str
) -> None:
    text = (folder() / f"{file}.toml").read_text("utf-8")
    assert old in text
    (tmp_path / f"{file}.toml").write_text(text.replace(old, new, 1), "utf-8")
    monkeypatch.setattr(history, "folder", lambda: tmp_path)
    with pytest.raises(SourceError) as caught:
        (stemma if file == "stemma" else history._history).__wrapped__()
    assert str(caught.value).startswith(f"sources/{file}.toml: ") and expected in str(caught.value)


# --- tables -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "rows", "holds"),
    [
        ("claims", 14, {"number": 9, "verdict": "contradicts itself", "text": "W"}),
        ("names", 60, {"name": "French Loo", "game": "French Fours", "text": "W-FF"}),
        ("family", 21, {"game": "Phat", "named_only": True, "came_of": "Don"}),
        ("origins", 3, {"account": "Four of five, the gift forgotten", "texts": "F"}),
        ("events", 18, {"years": "1700 to 1800", "standing": "report only", "against": "W"}),
        ("timeline", 70, {"years": "by 1881", "text": "Ca"}),
        ("stemma", 31, {"older": "Ca", "later": "Sq", "spoilt": "squareman-1916#game, squareman-1916#science"}),
        ("cases", 20, {"case": "Two words too few", "step": 2, "text": "FW"}),
        ("conflicts", 180, {"number": 39, "value": "tricks", "at": "squareman-1916#game@B"}),
    ],
)
def test_tables_of_the_past(kind: str, rows: int, holds: dict[str, object]) -> None:
    table = past_rows(kind)
    assert len(table) >= rows and len({tuple(row) for row in table}) == 1, "the same columns in every row"
    assert any(holds.items() <= row.items() for row in table)


def test_a_table_that_is_not_there() -> None:
    with pytest.raises(PastError, match=r"no table 'clams' of the past\. Did you mean 'claims'\?"):
        past_rows("clams")
    assert list(past("origins").account) == [account.title for account in etymologies()]
