"""Saves: nothing is lost, whoever else writes, whatever lies in the folder, and even without a disk."""

from __future__ import annotations

import json
import os
import stat
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from allfours_edu import saves
from allfours_edu.saves import Save

CALL = {"book": "trinidad", "seed": 7, "players": 4}


def save(folder: Path, call: dict[str, Any] = CALL) -> Save:
    return Save(call, folder)


def notes(of: Save) -> list[str]:
    return [note.key for note in of.take_notes()]


def test_what_is_written_is_found(tmp_path: Path) -> None:
    first = save(tmp_path)
    assert first.found() == []
    assert first.write({"deals": [1]}) and first.write({"deals": [1, 2]})
    again = save(tmp_path)
    (found,) = again.found()
    assert found.match == {"deals": [1, 2]}
    again.take_up(found)
    assert again.write({"deals": [1, 2, 3]})
    assert [f.match for f in save(tmp_path).found()] == [{"deals": [1, 2, 3]}]
    assert notes(first) + notes(again) == []
    assert len(list(tmp_path.iterdir())) == 1  # no temporary file is left


def test_the_folder_is_the_readers_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLFOURS_HOME", str(tmp_path / "mine"))
    mine = Save(CALL)
    assert mine.write({}) and mine.path.is_relative_to(tmp_path / "mine")
    monkeypatch.delenv("ALLFOURS_HOME")
    assert "allfours_edu" in str(saves.home())


def test_the_home_of_somebody_who_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLFOURS_HOME", "~nobody-of-that-name/x")
    assert saves.home() == Path("~nobody-of-that-name/x")


def test_names_with_half_a_character_can_be_kept(tmp_path: Path) -> None:
    save = Save({"book": "trinidad", "players": ["A\ud800", "B"]}, tmp_path)
    assert save.write({"deals": ["A\ud800"]})
    assert [saved.match for saved in save.found()] == [{"deals": ["A\ud800"]}]


def test_each_call_has_its_own_file(tmp_path: Path) -> None:
    other = ({"seed": 8}, {"seed": "7"}, {"book": "foster-1897"}, {"options": ["x"]})
    calls = [CALL, *({**CALL, **more} for more in other)]
    for n, call in enumerate(calls):
        save(tmp_path, call).write({"n": n})
    assert [save(tmp_path, call).found()[0].match["n"] for call in calls] == list(range(len(calls)))


@given(st.dictionaries(st.text(max_size=8), st.integers() | st.text() | st.none() | st.booleans(), max_size=4))
def test_any_call_makes_a_plain_file_name(call: dict[str, Any]) -> None:
    name = saves.stem(call)
    assert name.isascii() and len(name) < 60 and not set(name) & set("/\\:. *?")


def test_two_tables_on_one_save_fork(tmp_path: Path) -> None:
    one, two = save(tmp_path), save(tmp_path)
    one.write({"who": "one"})
    two.take_up(two.found()[0])
    one.write({"who": "one", "more": 1})
    assert two.write({"who": "two"})
    (note,) = two.take_notes()
    assert note.key == "save_forked" and note.facts["now"] == two.path.name != one.path.name
    assert one.write({"who": "one", "more": 2}) and two.write({"who": "two", "more": 2})
    assert notes(one) == notes(two) == []
    found = save(tmp_path).found()
    assert sorted(f.match["who"] for f in found) == ["one", "two"]
    assert all(f.match["more"] == 2 for f in found)


def test_two_fresh_tables_fork(tmp_path: Path) -> None:
    one, two = save(tmp_path), save(tmp_path)
    one.write({"who": "one"})
    two.write({"who": "two"})
    assert notes(two) == ["save_forked"]
    assert {f.match["who"] for f in save(tmp_path).found()} == {"one", "two"}


def test_newest_first(tmp_path: Path) -> None:
    one, two = save(tmp_path), save(tmp_path)
    one.write({"who": "one"})
    two.write({"who": "two"})
    os.utime(two.path, (1, 1))
    assert [f.match["who"] for f in save(tmp_path).found()] == ["one", "two"]


def test_starting_again_keeps_the_old(tmp_path: Path) -> None:
    for n in range(3):
        table = save(tmp_path)
        table.begin_again(*table.found())
        table.write({"n": n})
    assert [f.match for f in save(tmp_path).found()] == [{"n": 2}]
    kept = sorted(tmp_path.glob("*.bak"))
    assert [json.loads(p.read_text("utf-8"))["match"]["n"] for p in kept] == [0, 1]


def test_starting_again_in_mid_match(tmp_path: Path) -> None:
    table = save(tmp_path)
    table.write({"n": 0})
    table.begin_again()
    table.write({"n": 1})
    assert [f.match for f in save(tmp_path).found()] == [{"n": 1}]
    assert len(list(tmp_path.glob("*.bak"))) == 1


def test_starting_again_leaves_alone_what_another_is_writing(tmp_path: Path) -> None:
    one, two = save(tmp_path), save(tmp_path)
    one.write({"who": "one"})
    found = two.found()
    one.write({"who": "one", "more": 1})  # after two has looked
    two.begin_again(*found)
    two.write({"who": "two"})
    assert one.write({"who": "one", "more": 2})
    assert notes(one) == [] and notes(two) == ["save_forked"]
    assert {f.match["who"] for f in save(tmp_path).found()} == {"one", "two"}


def _good(folder: Path) -> Path:
    table = save(folder)
    table.write({"a": 1})
    return table.path


SPOILT: dict[str, Any] = {
    "empty": lambda text: b"",
    "half": lambda text: text[: len(text) // 2],
    "zeros": lambda text: b"\0" * 300,
    "not text": lambda text: b"\xff\xfe" + text,
    "another form": lambda text: text.replace(b'"allfours_save": 1', b'"allfours_save": 99'),
    "no token": lambda text: text.replace(b'"token"', b'"t"'),
    "another call": lambda text: text.replace(b"trinidad", b"tobago"),
    "match is no table": lambda text: text.replace(b'{"a": 1}', b"[1]"),
    "foreign": lambda text: b'{"some": "thing else"}',
    "a list": lambda text: b"[1, 2]",
    "too deep": lambda text: b"[" * 200_000,
    "huge number": lambda text: text.replace(b'{"a": 1}', b'{"a": ' + b"9" * 5000 + b"}"),
    "huge": lambda text: text + b" " * (saves.LARGEST + 1),
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_spoilt_file_is_put_aside(tmp_path: Path, how: str) -> None:
    path = _good(tmp_path)
    spoilt = SPOILT[how](path.read_bytes())
    path.write_bytes(spoilt)
    table = save(tmp_path)
    assert table.found() == []
    (note,) = table.take_notes()
    assert note.key == "save_unreadable" and note.facts["file"] == path.name
    assert (tmp_path / note.facts["now"]).read_bytes() == spoilt  # nothing lost
    assert table.write({"b": 2}) and notes(table) == []
    assert [f.match for f in save(tmp_path).found()] == [{"b": 2}]


def test_a_match_that_does_not_hold_together_is_put_aside(tmp_path: Path) -> None:
    _good(tmp_path)

    def check(match: Any) -> None:
        raise ValueError("the cards are not those of the seed")

    table = save(tmp_path)
    assert table.found(check) == []
    assert "seed" in table.take_notes()[0].facts["why"]


def test_a_file_spoilt_while_we_play_is_not_written_over(tmp_path: Path) -> None:
    table = save(tmp_path)
    table.write({"a": 1})
    table.path.write_text("my shopping list", "utf-8")
    foreign = table.path
    assert table.write({"a": 2}) and notes(table) == ["save_forked"]
    assert foreign.read_text("utf-8") == "my shopping list"


def test_a_deleted_file_is_written_again(tmp_path: Path) -> None:
    table = save(tmp_path)
    table.write({"a": 1})
    table.path.unlink()
    assert table.write({"a": 2}) and notes(table) == []
    assert save(tmp_path).found()[0].match == {"a": 2}


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    table = save(tmp_path / "file" / "tables")
    assert table.found() == []
    assert not table.write({}) and not table.write({})
    assert notes(table) == ["save_failed"]  # said once
    (tmp_path / "file").unlink()
    assert table.write({}) and notes(table) == ["save_works_again"]


@pytest.mark.skipif(sys.platform == "win32" or not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write")
def test_a_read_only_folder(tmp_path: Path) -> None:
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        table = save(tmp_path)
        assert not table.write({}) and notes(table) == ["save_failed"]
    finally:
        tmp_path.chmod(stat.S_IRWXU)


def test_a_failed_write_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = save(tmp_path)
    table.write({"a": 1})

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(saves.os, "replace", full)
        assert not table.write({"a": 2})
    (note,) = table.take_notes()
    assert note.facts["why"] == "no space left on device"
    assert [f.match for f in save(tmp_path).found()] == [{"a": 1}]
    assert len(list(tmp_path.iterdir())) == 1


def test_a_file_held_open_for_a_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, real, left = save(tmp_path), os.replace, [2]

    def held(a: str, b: str) -> None:
        if left[0]:
            left[0] -= 1
            raise PermissionError(13, "Permission denied")
        real(a, b)

    monkeypatch.setattr(saves.os, "replace", held)
    assert table.write({"a": 1}) and notes(table) == []


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from(["write", "look", "again"])), max_size=14))
def test_whatever_three_tables_do_nothing_is_lost(tmp_path_factory: pytest.TempPathFactory, steps: Any) -> None:
    folder = tmp_path_factory.mktemp("tables")
    tables = [save(folder) for _ in range(3)]
    last: dict[int, int] = {}
    for n, (who, what) in enumerate(steps):
        if what == "write":
            assert tables[who].write({"who": who, "n": n})
            last[who] = n
        elif what == "look":
            tables[who].found()
        else:
            tables[who].begin_again()
    everything = {(d["match"]["who"], d["match"]["n"]) for d in map(_load, folder.iterdir())}
    assert set(last.items()) <= everything


def _load(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))
