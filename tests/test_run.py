"""run.py says what is the matter in one sentence; the wheel carries all that a reader needs and nothing else."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]


class Version(NamedTuple):
    major: int
    minor: int
    micro: int
    releaselevel: str = "final"
    serial: int = 0


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """run.py as a module, in a folder of its own where it can do no harm, with pip and the final command recorded."""
    spec = importlib.util.spec_from_file_location("run_under_test", ROOT / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    home = tmp_path / "a place with spaces"
    (home / "notebooks").mkdir(parents=True)
    (home / "pyproject.toml").write_text("[project]\n", "utf-8")
    python = home / ".venv" / module.PYTHON.relative_to(module.VENV)
    for name, value in {"ROOT": home, "VENV": home / ".venv", "PYTHON": python}.items():
        monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(module, "STAMP", home / ".venv" / module.STAMP.name)
    module.calls = []  # type: ignore[attr-defined]

    def create(folder: str, **_: object) -> None:
        module.calls.append("venv")
        python.parent.mkdir(parents=True, exist_ok=True)
        python.write_text("", "utf-8")

    def call(words: list[str], **_: object) -> int:
        module.calls.append(words[-1].rpartition("[")[2].rstrip("]"))
        return 0

    def start(words: list[str]) -> int:
        module.calls.append(words)
        return 0

    monkeypatch.setattr("venv.create", create)
    monkeypatch.setattr(module.subprocess, "call", call)
    monkeypatch.setattr(module, "run", start)
    return module


def test_an_old_python_can_read_it() -> None:
    tree = ast.parse((ROOT / "run.py").read_text("utf-8"), feature_version=(3, 6))
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.split(".")[0] for name in imported} <= sys.stdlib_module_names
    assert "__future__" not in imported  # annotations came with 3.7


def test_old_python(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run.sys, "version_info", Version(3, 9, 2))
    monkeypatch.setattr(run.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match=r"^Python 3.11 or newer is needed and this one is 3.9.2: install one .*\.$"):
        run.main([])
    monkeypatch.setattr(run.shutil, "which", lambda name: name if name == "python3.12" else None)
    with pytest.raises(SystemExit, match=r"this one is 3.9.2: run it with python3.12 instead\.$"):
        run.main(["test"])
    assert run.calls == []


@pytest.mark.parametrize("missing", ["venv", "ensurepip"])
def test_no_venv(run: ModuleType, monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    monkeypatch.setattr(run.importlib.util, "find_spec", lambda name: None if name == missing else object())
    with pytest.raises(SystemExit, match=r"sudo apt install python3\.\d+-venv") as stopped:
        run.main([])
    assert str(stopped.value).count(". ") == 0  # one sentence
    assert run.calls == []


def test_venv_that_fails(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise subprocess.CalledProcessError(1, "ensurepip")

    monkeypatch.setattr("venv.create", fail)
    with pytest.raises(SystemExit, match="cannot make a virtual environment"):
        run.main([])


def test_unknown_word(run: ModuleType) -> None:
    with pytest.raises(SystemExit, match=r"There is no command 'play'\. usage: .* \[lab \| test\]"):
        run.main(["play"])
    assert run.calls == []


def test_help(run: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["--help"]) == 0
    assert "python3 run.py test" in capsys.readouterr().out


def test_first_run_and_later_ones(run: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main([]) == 0
    assert run.calls == ["venv", "lab", ["-m", "jupyterlab", "notebooks"]]
    assert "about half a minute, about 500 MB, once" in capsys.readouterr().out

    run.calls.clear()
    (run.ROOT / "notebooks" / "00_start.ipynb").write_text("{}", "utf-8")
    assert run.main(["lab", "--port", "9000"]) == 0
    assert run.calls == [["-m", "jupyterlab", str(Path("notebooks/00_start.ipynb")), "--port", "9000"]]
    assert capsys.readouterr().out == ""

    run.calls.clear()
    assert run.main(["test", "-x"]) == 0  # the tests need more, in the same .venv
    assert run.calls == ["lab,test", ["-m", "pytest", "-x"]]

    run.calls.clear()
    (run.ROOT / "pyproject.toml").write_text("[project]\nname = 'other'\n", "utf-8")
    run.main([])  # still knows that the tests' packages are there
    assert run.calls[0] == "lab,test"


def test_everything_is_tested(run: ModuleType) -> None:
    plain = run.test_command([])
    assert plain[-3:] == ["tests", "allfours_edu", "README.md"]  # no notebooks yet
    (run.ROOT / "notebooks" / "00_start.ipynb").write_text("{}", "utf-8")
    words = run.test_command([])
    assert {"--nbval", "--nbval-current-env", "--nbval-cell-timeout=60"} <= set(words)
    assert words[-1] == str(Path("notebooks/00_start.ipynb"))


def test_half_made_venv_is_repaired(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run.subprocess.call
    monkeypatch.setattr(run.subprocess, "call", lambda *a, **k: 1)  # the network goes away
    with pytest.raises(SystemExit, match=r"Not everything could be installed.*run this again\.$"):
        run.main([])
    assert not run.STAMP.exists()
    monkeypatch.setattr(run.subprocess, "call", whole)
    run.calls.clear()
    assert run.main([]) == 0
    assert run.calls[:2] == ["venv", "lab"]


def test_a_moved_folder_gets_a_new_venv(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    run.main([])
    run.calls.clear()
    moved = run.ROOT.with_name("elsewhere")
    run.ROOT.rename(moved)
    monkeypatch.setattr(run, "ROOT", moved)
    for name in ("VENV", "PYTHON", "STAMP"):
        monkeypatch.setattr(run, name, moved / getattr(run, name).relative_to(moved.with_name("a place with spaces")))
    run.main([])
    assert run.calls[0] == "venv"


# -- the wheel ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist and the wheel that was made from it."""
    out = tmp_path_factory.mktemp("dist")
    words = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(ROOT)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


def shipped() -> dict[str, str]:
    """What has to be in the wheel: its name there, and the file of the checkout it comes from."""
    package = ROOT / "allfours_edu"
    skip = ("__pycache__", "_data", ".ipynb_checkpoints")
    files = [p for p in package.rglob("*") if p.is_file() and not set(skip) & set(p.parts)]
    wanted = {p.relative_to(ROOT).as_posix(): str(p) for p in files}
    data = [
        *(ROOT / "notebooks").glob("*.ipynb"),
        *(ROOT / "sources").rglob("*.toml"),
        *(ROOT / "sources").glob("*.md"),
    ]
    for p in data:
        wanted[f"allfours_edu/_data/{p.relative_to(ROOT).as_posix()}"] = str(p)
    return wanted


def test_wheel_holds_what_it_should(built: Path) -> None:
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        names = set(wheel.namelist())
    inside = {name for name in names if ".dist-info/" not in name}
    assert inside == set(shipped())
    assert {name.rpartition("/")[2] for name in names - inside} == {
        *("METADATA", "WHEEL", "RECORD", "entry_points.txt"),
        *("LICENSE", "LICENSE-TEXTS"),
    }


def test_sdist_holds_what_it_should(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        names = {member.name.partition("/")[2] for member in sdist.getmembers()}
    assert {"run.py", "README.md", "tests/test_run.py", "tests/nbval-sanitize.cfg", "binder/postBuild"} <= names
    assert not [name for name in names if "__pycache__" in name or ".ipynb_checkpoints" in name]


def test_wheel_works_without_the_checkout(built: Path, tmp_path: Path) -> None:
    pytest.importorskip("allfours_edu.sources")
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        wheel.extractall(tmp_path)
    code = "import allfours_edu.sources as s; print(s.__file__); print(len(list(s.rulebooks())))"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {code}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    file, books = done.stdout.split("\n")[:2]
    assert Path(file).is_relative_to(tmp_path)
    assert int(books) == len(list((ROOT / "sources" / "rulebooks").glob("*.toml"))) > 0
