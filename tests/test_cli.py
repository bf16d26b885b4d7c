"""The command ``allfours``: every command has help, and every mistake gets one sentence and no traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from click.testing import CliRunner, Result

import allfours_edu
from allfours_edu.cards import shuffled
from allfours_edu.cli import main
from allfours_edu.record import Record

ROOT = Path(__file__).resolve().parents[1]
FILE = str(Path(__file__).parent / "data" / "cases.json")
FIRST = ("foster-1897", "hoyle-ten", "trinidad", "foster-all-fives", "cassell-all-fives")


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words), catch_exceptions=False)


def only(*books: str) -> list[str]:
    return [word for book in books for word in ("--book", book)]


@pytest.mark.parametrize("command", [(), ("lab",), ("deal",), ("check",), ("compare",), ("books",), ("solve",)])
def test_help(command: tuple[str, ...]) -> None:
    done = run(*command, "--help")
    assert done.exit_code == 0
    assert "Usage:" in done.output and len(done.output.splitlines()) > 5


def test_version() -> None:
    assert run("--version").output == f"allfours, version {allfours_edu.__version__}\n"


def test_a_wrong_command_is_answered() -> None:
    done = run("chek")
    assert done.exit_code == 2
    assert "did you mean 'check'?" in done.output


# -- check -------------------------------------------------------------------------------------------------------------


def test_check_of_the_first_five_books() -> None:
    done = run("check", FILE, *only(*FIRST), "--form", "legal", "--form", "script")
    assert done.output == "34 passed, 0 failed\n"
    assert done.exit_code == 0


def test_check_of_questions() -> None:
    done = run("check", FILE, *only(*FIRST), "--form", "question")
    assert done.output == "31 passed, 0 failed\n"


def test_check_prints_expected_and_got(tmp_path: Path) -> None:
    cases = json.loads(Path(FILE).read_text("utf-8"))
    cases["cases"] = [case for case in cases["cases"] if case["id"] in ("beg-07", "legal-02", "pts-01")]
    cases["cases"][0]["expect"]["tricks"] = 9
    path = tmp_path / "cases.json"
    path.write_text(json.dumps(cases), "utf-8")
    done = run("check", str(path), str(path))
    assert "    tricks: expected 9, got 6" in done.output
    assert done.output.endswith("4 passed, 2 failed\n")
    assert done.exit_code == 1


def test_check_of_what_is_no_file(tmp_path: Path) -> None:
    done = run("check", str(tmp_path / "none.json"))
    assert done.exit_code == 1
    assert "cannot be read" in done.output and done.output.endswith("0 passed, 1 failed\n")
    assert run("check").exit_code == 2
    assert "did you mean 'trinidad'" in run("check", FILE, "--book", "trinidda").output
    assert "did you mean 'script'" in run("check", FILE, "--form", "scrpt").output


# -- deal --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", FIRST)
def test_deals_as_records(book: str) -> None:
    done = run("deal", book, "--seed", "3", "--count", "4", "--json")
    lines = done.output.splitlines()
    assert done.exit_code == 0 and len(lines) == 4
    for n, line in enumerate(lines):
        data = json.loads(line)
        assert data["seed"] == 3 + n
        assert set(data["scores_before"].values()) == {0}
        assert data["dealer"] == data["players"][-1]
        assert data["over"] is True
        assert set(data["bots"]) == set(data["players"])
        assert Record.read(line).position().over
    assert run("deal", book, "--seed", "4", "--json").output.splitlines()[0] == lines[1]


def test_a_deal_in_words() -> None:
    done = run("deal", "trinidad", "--seed", "7", "--option", "hang_six")
    assert done.exit_code == 0
    assert "seed 7, code 1TT" in done.output
    assert "Trick 6" in done.output
    assert "High: 10♣ was the highest trump out. South and North score 1." in done.output
    assert "{" not in done.output and "[[" not in done.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("trinidda",), "Did you mean 'trinidad'"),
        (("trinidad", "--players", "3"), "for 2 or 4 players, not 3"),
        (("trinidad", "--option", "hang_sx"), "Did you mean 'hang_six'"),
        (("trinidad", "--player", "fostr"), "did you mean 'foster'"),
        (("trinidad", "--seed", "x"), "not a valid integer"),
        (("trinidad", "--count", "0"), "not in the range"),
        ((), "Missing argument"),
    ],
)
def test_deal_answers_mistakes(words: tuple[str, ...], said: str) -> None:
    done = run("deal", *words)
    assert done.exit_code == 2
    assert said in done.output


def test_a_deal_by_its_code() -> None:
    done = run("deal", "1TT4-BH")
    assert done.exit_code == 0 and "seed 11, code 1TT4-BH" in done.output and "Trick 6" in done.output
    assert json.loads(run("deal", "1TT4-BH", "--json").output)["seed"] == 11
    done = run("deal", "1TT4-B")
    assert done.exit_code == 2 and "too short for a deal code" in done.output


def test_players_and_options() -> None:
    data = json.loads(run("deal", "foster-1897", "--players", "3", "--option", "keep_nine", "--json").output)
    assert len(data["players"]) == 3
    assert data["options"] == ["keep_nine"]


# -- compare, books, lab -----------------------------------------------------------------------------------------------


def test_compare() -> None:
    done = run("compare", "hoyle-ten", "trinidad", "--seed", "7")
    assert done.exit_code == 0
    assert "Trinidad" in done.output and "Trick 1" in done.output
    assert "two or more" in run("compare", "hoyle-ten").output
    assert "Did you mean" in run("compare", "hoyle-ten", "trinidda").output
    assert run("compare", "trinidad", "trinidad").exit_code == 2


def test_books() -> None:
    assert "trinidad" in run("books").output
    assert "--option hang_six" in run("books", "trinidad").output
    assert run("books", "trinidda").exit_code == 2


def test_lab_copies_and_never_overwrites(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    for name in ("00_start.ipynb", "01_more.ipynb"):
        (shipped / name).write_text(f"ours: {name}", "utf-8")
    (shipped / "notes.txt").write_text("no notebook", "utf-8")
    monkeypatch.setattr("allfours_edu.cli.notebooks_folder", lambda: shipped)
    folder = tmp_path / "course" / "of mine"
    assert "2 notebooks copied, 0 notebooks already there" in run("lab", str(folder), "--no-open").output
    (folder / "00_start.ipynb").write_text("a learner's", "utf-8")
    (folder / "01_more.ipynb").unlink()
    assert "1 notebook copied, 1 notebook already there" in run("lab", str(folder), "--no-open").output
    assert (folder / "00_start.ipynb").read_text("utf-8") == "a learner's"
    assert (folder / "01_more.ipynb").read_text("utf-8") == "ours: 01_more.ipynb"
    assert sorted(p.name for p in folder.iterdir()) == ["00_start.ipynb", "01_more.ipynb"]


def test_lab_opens_the_first_notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[list[str]] = []
    monkeypatch.setattr("allfours_edu.cli.subprocess.call", lambda words: called.append(words) or 0)
    done = run("lab", str(tmp_path), "--port", "9000")
    if "not installed" not in done.output:
        assert called[0][1:3] == ["-m", "jupyterlab"]
        assert called[0][-2:] == ["--port", "9000"]
    monkeypatch.setattr("allfours_edu.cli.find_spec", lambda _: None)
    assert "pip install 'allfours-edu[lab]'" in run("lab", str(tmp_path)).output


@pytest.mark.parametrize("words", [("--port", "9000"), ("--", "--port", "9000")])
def test_lab_without_a_folder_passes_its_words_on(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[list[str]] = []
    monkeypatch.setattr("allfours_edu.cli.subprocess.call", lambda words: called.append(words) or 0)
    monkeypatch.setattr("allfours_edu.cli.find_spec", lambda _: True)
    monkeypatch.chdir(tmp_path)
    run("lab", *words)
    assert [p.name for p in tmp_path.iterdir()] == ["allfours"]
    assert called[0][-2:] == ["--port", "9000"]


def test_lab_says_why_root_cannot_open_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("allfours_edu.cli.find_spec", lambda name: name)
    monkeypatch.setattr("allfours_edu.cli.subprocess.call", lambda words: 1)
    monkeypatch.setattr("allfours_edu.cli.os.geteuid", lambda: 0, raising=False)
    done = run("lab", str(tmp_path))
    assert done.exit_code == 1 and "--allow-root" in done.output and "root" in done.output


def test_lab_wants_a_name_but_takes_the_folder_one_is_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "name a folder" in run("lab", "", "--no-open").output
    assert not list(tmp_path.iterdir())
    assert "copied" in run("lab", ".", "--no-open").output


def test_lab_leaves_no_half_notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_source: object, target: BinaryIO) -> None:
        target.write(b"{")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("allfours_edu.cli.shutil.copyfileobj", full)
    assert "No space left" in run("lab", str(tmp_path / "x"), "--no-open").output
    assert not list((tmp_path / "x").iterdir())


def test_lab_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    done = run("lab", str(tmp_path / "file" / "x"), "--no-open")
    assert done.exit_code == 1
    assert "cannot be written" in done.output


def test_a_console_of_an_old_code_page(tmp_path: Path) -> None:
    """Suit signs must not end in a traceback where the console cannot show them."""
    words = [sys.executable, "-m", "allfours_edu.cli", "deal", "trinidad", "--seed", "7"]
    env = {**os.environ, "PYTHONIOENCODING": "cp1252"}
    done = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


# -- solve -------------------------------------------------------------------------------------------------------------

ASKED = {"hands": ["AH 5C 2D", "JH KC QC"], "trump": "H", "leader": 0, "rulebook": "foster-1897"}
NAMED = {
    "hands": {"N": "AH 5C 2D", "E": "JH KC QC"}, "trump": "hearts", "leader": "E", "rulebook": "trinidad", "id": 7,
    "plays": [["E", "QC"], "5C"], "options": [],
}  # fmt: skip
WRONG = [
    ("nonsense", "no JSON"), ("[1]", "expected an object"), ("{}", "hands are missing"),
    ({"hand": 1}, "did you mean 'hands'?"), ({**ASKED, "trump": "X"}, "expected S, H, D or C"),
    ({**ASKED, "hands": ["AH 5C", "JH"]}, "same number"), ({**ASKED, "hands": ["AH 5C", "AH 2C"]}, "twice"),
    ({**ASKED, "hands": ["AH"]}, "two to eight"), ({**ASKED, "hands": {"N": 1, "E": 2}}, "expected cards for N"),
    ({**ASKED, "leader": 2}, "leader: expected one of 0, 1"), ({**ASKED, "dealer": True}, "dealer"),
    ({**ASKED, "rulebook": "fosster-1897"}, "foster-1897"), ({**ASKED, "rulebook": None}, "id of a rule book"),
    ({**ASKED, "options": ["strange"]}, "strange"), ({**ASKED, "teams": [0, 0]}, "teams"),
    ({**ASKED, "teams": [0]}, "teams"), ({**ASKED, "scores": [1]}, "2 whole numbers"),
    ({**ASKED, "plays": ["2D", "JS"]}, "plays"), ({**ASKED, "plays": 5}, "plays"),
    ({**ASKED, "hands": ["A" * 20_000, "KH"]}, "too long"),
]  # fmt: skip


def solved(*lines: Any, words: tuple[str, ...] = ()) -> tuple[int, list[dict[str, Any]]]:
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    done = CliRunner().invoke(main, ["solve", "-", *words], input=text, catch_exceptions=False)
    return done.exit_code, [json.loads(line) for line in done.output.splitlines()]


def test_solve() -> None:
    code, (one, two) = solved(ASKED, "", NAMED)
    assert code == 0
    assert one == {
        "value": 2, "cards": {"AH": 2, "2D": 0, "5C": 0}, "sides": [[0], [1]], "paranoid": False,
        "line": [[0, "AH"], [1, "JH"], [0, "2D"], [1, "QC"], [0, "5C"], [1, "KC"]],
    }  # fmt: skip
    assert two["id"] == 7 and two["sides"] == [["N"], ["E"]] and set(two["cards"]) == {"JH", "KC"}


def test_solve_the_match_and_many_sides() -> None:
    code, (match, alone, two) = solved(
        {**ASKED, "plays": ["AH", "JH"], "scores": [5, 6]},
        {**ASKED, "hands": ["AH 5C", "JH KC", "2S 3S"], "teams": [0, 1, 2]},
        {**ASKED, "hands": ["AH 5C", "JH KC", "2S 3S"]},
    )
    assert code == 0
    assert match["value"] == -1000  # Low puts the other side out, before the Jack is counted
    assert alone["paranoid"] and alone["sides"] == [[0], [1], [2]]
    assert not two["paranoid"] and two["sides"] == [[0, 2], [1]]


def test_solve_goes_on_after_wrong_lines() -> None:
    code, answers = solved(*(line for line, _ in WRONG), ASKED)
    assert code == 1
    assert answers[-1]["value"] == 2
    for n, ((line, says), answer) in enumerate(zip(WRONG, answers, strict=False), 1):
        assert answer["line_number"] == n, line
        assert says in answer["error"], line


def test_solve_gives_up_in_time() -> None:
    pack = [c.text for c in shuffled("too many cards")]
    hands = [" ".join(pack[n : 40 + n : 4]) for n in range(4)]
    code, (answer,) = solved({**ASKED, "hands": hands, "rulebook": "trinidad"}, words=("--most", "20"))
    assert code == 1 and "more than 20" in answer["error"]
