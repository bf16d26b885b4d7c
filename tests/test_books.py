"""The nine first books against a table written down from the texts; their options in play; all books as one table."""

from __future__ import annotations

import builtins
import random
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from allfours_edu import cases
from allfours_edu.engine import Position, deal, new_table, next_table
from allfours_edu.rules import FIELDS
from allfours_edu.sources import find_clause, load_rulebook, load_witness, rulebooks, witnesses
from allfours_edu.teach.booktable import BookRow, book_row, book_rows, books, markdown
from allfours_edu.teach.strings import catalogue

NINE = (
    "foster-1897", "hoyle-ten", "enquire-1894", "cassell-1881", "wiki-laws", "group-seven-up", "trinidad",
    "foster-all-fives", "cassell-all-fives",
)  # fmt: skip
MARKS = {"E": "explicit", "I": "implied", "S": "supplied", "C": "contradictory"}
PARTS = ("auction", "draw", "exchange", "pool")  # none of the nine has them

# Where a book departs from the table on purpose, and why.
DEPARTS = {
    ("cassell-all-fives", "cut_rank"): (
        "ace_high S",
        "Taken over from Cassell's All Fours, where it is supplied: an heir is no surer than what he inherits.",
    ),
}


@cache
def written() -> tuple[dict[tuple[str, str], str], dict[tuple[str, str], dict[str, str]]]:
    """The table: (book, field) → "value mark", and (book, option) → what it sets."""
    text = (Path(__file__).parent / "data" / "nine-books.txt").read_text("utf-8")
    table, options = text.split("[options]")
    rows = [line.split(" | ") for line in table.splitlines() if line and not line.startswith("#")]
    (_, *books), *rows = rows
    assert tuple(books) == NINE
    values = {(book, field): cell for field, *cells in rows for book, cell in zip(books, cells, strict=True)}
    sets: dict[tuple[str, str], dict[str, str]] = {}
    for line in filter(None, options.splitlines()):
        name, _, what = line.partition(": ")
        book, option = name.split()
        sets[book, option] = dict(part.split(" ", 1) for part in what.split("; "))
    return values, sets


def plain(value: Any) -> str:
    """A value as the table writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        words = ("".join(str(part) for part in item) if isinstance(item, tuple) else str(item) for item in value)
        return " ".join(words) or "none"
    return "-" if value is None else str(value)


def cell(book: str, field: str) -> str:
    """Value and mark of a rule as the book has it."""
    why = load_rulebook(book).why(field)
    mark = next((mark for mark, status in MARKS.items() if status == why.status), "")
    return plain(why.value) if why.value is None else f"{plain(why.value)} {mark}"


# --- the books against the table --------------------------------------------------------------------------------------


def test_the_table_is_complete() -> None:
    values, _ = written()
    left_out = {field for field, group in FIELDS.items() if group in PARTS}
    assert {field for _, field in values} == set(FIELDS) - left_out
    for book in NINE:
        assert all(getattr(load_rulebook(book).rules, part) is None for part in PARTS)


@pytest.mark.parametrize("book", NINE)
def test_every_field_and_status_is_that_of_the_table(book: str) -> None:
    values, _ = written()
    differ = {
        field: f"table {said!r}, book {cell(book, field)!r}"
        for (id, field), said in values.items()
        if id == book and cell(book, field) != DEPARTS.get((book, field), (said,))[0]
    }
    assert differ == {}


def test_a_departure_is_one_and_is_argued() -> None:
    values, _ = written()
    for (book, field), (now, argument) in DEPARTS.items():
        assert values[book, field] != now and argument
        assert values[book, field].rsplit(" ", 1)[0] == now.rsplit(" ", 1)[0], "only the status may differ"


def test_every_option_is_that_of_the_table() -> None:
    _, options = written()
    assert {(book, name) for book in NINE for name in load_rulebook(book).options} == set(options)
    for (book, name), sets in options.items():
        plainly = load_rulebook(book)
        chosen = plainly.with_options(name)
        changed = {k: plain(v) for k, v in chosen.rules.values() if v != getattr(plainly.rules, k)}
        assert sets.items() >= changed.items(), (book, name)
        assert {k: plain(getattr(chosen.rules, k)) for k in sets} == sets, (book, name)


# --- what a reader is told about them ---------------------------------------------------------------------------------


@pytest.mark.parametrize("book", NINE)
def test_nothing_is_supplied_or_disputed_without_a_reason(book: str) -> None:
    for field, _ in load_rulebook(book).rules.values():
        why = load_rulebook(book).why(field)
        assert why.status in MARKS.values()
        assert why.status not in ("supplied", "contradictory") or why.reason, field
        assert why.status != "explicit" or why.clause is not None, field


@pytest.mark.parametrize("book", NINE)
def test_a_disputed_rule_plays_the_preferred_reading(book: str) -> None:
    for field, _ in load_rulebook(book).rules.values():
        why = load_rulebook(book).why(field)
        if why.status == "contradictory" and why.clause is not None and why.clause.readings:
            assert why.reading is not None and why.reading.preferred, field


@pytest.mark.parametrize("number", [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 19, 21])
def test_a_disputed_place_shows_every_reading(number: int) -> None:
    """Of each place in the register at least two readings stand side by side, one of them preferred."""
    found = [r for w in witnesses() for c in load_witness(w).clauses.values() for r in c.readings]
    found = [reading for reading in found if reading.register == f"R{number}"]
    assert len({reading.id for reading in found}) >= 2
    assert any(reading.preferred for reading in found)
    assert all(reading.argument and reading.says for reading in found)


def test_titles_claim_no_more_than_is_known() -> None:
    laws, page = load_rulebook("wiki-laws"), load_rulebook("group-seven-up")
    assert laws.title == "Laws of the game, source unknown (American, by its vocabulary)"
    assert laws.year is None and page.year is None
    assert "unsigned" in page.title and "spun" in page.note and "guess" in page.note and "guess" in laws.note


def test_the_tie_of_a_text_without_one_is_marked() -> None:
    for book in ("enquire-1894", "hoyle-ten"):
        assert load_rulebook(book).why("tie").caution
    assert not load_rulebook("cassell-1881").why("tie").caution


def test_a_witness_without_a_book_and_witnesses_by_report() -> None:
    square = load_witness("squareman-1916")
    assert square.seen == "words" and square.status("target") == "silent"
    assert square.status("game") == "contradictory" and find_clause("squareman-1916#tie").status == "implied"
    for id in ("go-server", "bicycle-pitch"):
        assert load_witness(id).seen == "report" and load_witness(id).not_seen
    assert load_witness("facts-worth").seen == "words" and "tie" in load_witness("facts-worth").not_seen
    assert not any(load_rulebook(id).base == "squareman-1916" for id in rulebooks())


@pytest.mark.parametrize("id", rulebooks())
def test_what_is_supplied_is_recorded_as_silence(id: str) -> None:
    """Where the editor speaks the text is silent, could not be seen, or says something that leaves it open."""
    book = load_rulebook(id)
    witness = load_witness(book.base)
    for field, _ in book.rules.values():
        if book.why(field).status == "supplied" and not book.why(field).via:
            speaks = [clause for clause in witness.on(field) if clause.of in ("", *book.plays)]
            assert speaks or field in (*witness.silent, *witness.not_seen), field


@pytest.mark.parametrize("book", ["enquire-1894", "cassell-1881", "group-seven-up"])
def test_a_book_of_one_text_is_explicit_by_that_text_alone(book: str) -> None:
    for field, _ in load_rulebook(book).rules.values():
        why = load_rulebook(book).why(field)
        assert why.status != "explicit" or why.witness == load_rulebook(book).base, field


# --- ties at a glance: the engine's answer, book by book --------------------------------------------------------------

THREE = ("foster-1897", "wiki-laws", "group-seven-up", "foster-all-fives")
TIES: dict[str, tuple[str | None, ...]] = {  # two hands; none counts; A and B; B and dealer; all three; two sides
    "foster-1897": ("A", "A", None, "B", None, "AC"),
    "hoyle-ten": ("A", "A", None, None, None, "AC"),
    "enquire-1894": ("A", "A", None, None, None, "AC"),
    "cassell-1881": ("A", "A", None, None, None, "AC"),
    "wiki-laws": ("A", "A", "A", "B", "A", "AC"),
    "group-seven-up": (None, None, None, None, None, None),
    "trinidad": (None, None, None, None, None, None),
    "foster-all-fives": ("A", "A", None, "B", None, "AC"),
    "cassell-all-fives": ("A", "A", None, None, None, "AC"),
}


def game(book: str, players: str, won: dict[str, list[str]], options: Any = (), expect: str | None = None) -> list[str]:
    sides = {"AC": ["A", "C"], "BD": ["B", "D"]} if len(players) == 4 else None
    given: dict[str, Any] = {"question": "game_count", "players": list(players), "dealer": players[-1], "trump": "D"}
    given["won"] = won
    if sides:
        given["sides"] = sides
    case = {"id": "tie", "form": "question", "rulebook": book, "options": options, "given": given}
    return cases.judge({**case, "expect": {"game": expect}})


@pytest.mark.parametrize("book", NINE)
def test_who_has_a_tied_game(book: str) -> None:
    two, none, ab, bd, every, sides = TIES[book]
    assert game(book, "AD", {"A": ["TS"], "D": ["TC"]}, [], two) == []
    assert game(book, "AD", {"A": ["9S"], "D": ["9C"]}, [], none) == []
    if book in THREE:
        assert game(book, "ABD", {"A": ["TS"], "B": ["TC"], "D": ["AH"]}, [], ab) == []
        assert game(book, "ABD", {"A": ["AH"], "B": ["TC"], "D": ["TS"]}, [], bd) == []
        assert game(book, "ABD", {"A": ["TH"], "B": ["TC"], "D": ["TS"]}, [], every) == []
    if 4 in load_rulebook(book).rules.players:
        assert game(book, "ABCD", {"AC": ["TS"], "BD": ["TC"]}, [], sides) == []


def test_the_letter_of_the_law_pays_an_eldest_who_counted_less() -> None:
    won = {"A": ["AH"], "B": ["TC"], "D": ["TS"]}
    assert game("wiki-laws", "ABD", won, ["eldest_takes_ties"], "A") == []
    assert game("enquire-1894", "AD", {"A": ["9S"], "D": ["9C"]}, ["tie_nobody"], None) == []


# --- every option plays -----------------------------------------------------------------------------------------------


WITH_OPTIONS = [
    pytest.param(book, option, id=f"{book}-{option or 'plain'}")
    for book in rulebooks()
    for option in ("", *load_rulebook(book).options)
]


@pytest.mark.parametrize(("book", "option"), WITH_OPTIONS)
def test_random_matches_run_to_their_end(book: str, option: str) -> None:
    """Deal after deal at random under the book with the option: no dead end, and in the end somebody wins or pays.

    Whoever bids at random is set back for ever: where there is bidding, computer players play (see test_auctions).
    """
    chosen = load_rulebook(book).with_options(option or ())
    if chosen.rules.auction is not None:
        return
    for size in chosen.rules.players:
        rng = random.Random(f"{book} {option} {size}")
        table = new_table(chosen.rules, size, seed=f"{book} {option}")
        for _ in range(60):
            position = played(deal(table), rng)
            assert position.result is not None
            following = next_table(position)
            if following is None:
                break
            table = following
        level = chosen.rules.match_ends == "even_deals" and next_table(position) is None  # counters may end level
        assert position.winner is not None or level, "sixty deals and nobody has won"


def played(position: Position, rng: random.Random) -> Position:
    while position.to_act is not None:
        legal = position.legal_actions()
        assert legal, f"nothing to do in phase {position.phase}"
        position = position.apply(rng.choice(legal))
    return position


# --- all books in one table -------------------------------------------------------------------------------------------


def test_the_rows_are_read_off_the_books() -> None:
    rows = {row.id: row for row in book_rows()}
    assert tuple(rows) == rulebooks()
    for id, row in rows.items():
        book = load_rulebook(id)
        counted = row.explicit + row.reported + row.implied + row.supplied + row.contradictory
        assert counted == len(dict(book.rules.values()))
        assert row.options == tuple(book.options) and row.title == book.title
        for text in (row.title, row.date, row.players, row.trump_from, row.follow, row.low_to, row.tie):
            assert text and "_" not in text
    assert 0 < rows["trinidad"].explicit < rows["trinidad"].reported, "explicit is kept for words that were seen"
    ties = {id: row.tie for id, row in rows.items()}
    assert ties["cassell-1881"] == ties["wiki-laws"] == "non-dealer" and ties["group-seven-up"] == "nobody"
    assert rows["group-seven-up"].follow == "follow" and rows["cassell-all-fives"].trump_from == "first card led"


def test_every_value_has_its_short_word() -> None:
    from allfours_edu.rules import choices

    words = catalogue()["books"]
    for field in ("trump_from", "follow", "low_to"):
        assert all(f"{field}_{value}" in words for value in choices(field))


def test_a_row_follows_the_options_and_house_rules() -> None:
    book = load_rulebook("group-seven-up")
    assert book_row(book.with_options("trump_at_will")).follow == "follow or trump"
    house = book_row(book.replace(target=9))
    assert (house.target, house.supplied) == (9, book_row(book).supplied + 1)


def test_books_as_a_table() -> None:
    pandas = pytest.importorskip("pandas")
    table = books()
    assert isinstance(table, pandas.DataFrame) and list(table.index) == list(rulebooks())
    assert not table.isna().to_numpy().any() and not (table == "").to_numpy().any()
    assert table.loc["trinidad", "target"] == 14
    assert list(books("foster-1897", "trinidad").index) == ["foster-1897", "trinidad"]


def test_the_printed_table_is_what_the_books_say() -> None:
    page = (Path(__file__).parents[1] / "sources" / "BOOKS.md").read_text("utf-8")
    assert page == markdown(), "run: python tools/books.py"
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    assert len(rows) == len(rulebooks()) and not any("|  |" in row for row in rows), "a gap"


def test_books_without_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name == "pandas":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    lines = books()
    assert isinstance(lines, list) and [line["book"] for line in lines] == list(rulebooks())
    assert all(value != "" and value is not None for line in lines for value in line.values())


def test_the_front_door_leads_to_the_table() -> None:
    assert import_module("allfours_edu").books is books


def test_a_row_is_plain_data() -> None:
    assert isinstance(book_row("trinidad"), BookRow)
    assert book_row("trinidad") == book_row(load_rulebook("trinidad"))
