"""Two commands for everybody. They need Python 3.11 or newer and nothing else:

    python3 run.py          open the course in JupyterLab       (Windows: py run.py)
    python3 run.py test     run every test

The first run makes the folder .venv beside this file; later runs start at once. Further words go to JupyterLab
or to pytest:  python3 run.py lab --port 9000  ·  python3 run.py test -m engine

Standard library only. The syntax stays within Python 3.6, so that an old Python can still read this file as far
as the sentence that says what to do. The folder .venv belongs to this script: one that it did not finish itself
is made anew.
"""

import hashlib
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import List

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "allfours.stamp"
OLDEST = (3, 11)
NO_NEWS = '{"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": true}}\n'
EXTRAS = {"lab": "lab", "test": "lab,test"}
USAGE = "usage: {} [lab | test] [words for JupyterLab or pytest]"


def this_command() -> str:
    return "py run.py" if os.name == "nt" else "python3 run.py"


def check_python() -> None:
    """Stop with one sentence where this Python cannot do the work."""
    version = ".".join(str(n) for n in sys.version_info[:3])
    if sys.version_info[:2] < OLDEST:
        newer = [name for name in ("python3.%d" % n for n in range(15, 10, -1)) if shutil.which(name)]
        advice = "run it with {} instead".format(newer[0]) if newer else "install one from python.org and try again"
        raise SystemExit("Python 3.11 or newer is needed and this one is {}: {}.".format(version, advice))
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        raise SystemExit(no_venv())


def no_venv() -> str:
    package = "python{}.{}-venv".format(*sys.version_info[:2])
    return (
        "This Python cannot make a virtual environment: on Debian or Ubuntu install the missing part with "
        "'sudo apt install {}', elsewhere install Python from python.org, and run this again.".format(package)
    )


def fingerprints() -> List[str]:
    """What .venv was made for: this folder and Python (line 1), and this pyproject.toml (line 2)."""
    home = "{} {}".format(sys.version_info[:2], ROOT).encode()
    project = (ROOT / "pyproject.toml").read_bytes()
    return [hashlib.sha256(home).hexdigest(), hashlib.sha256(project).hexdigest()]


def read_stamp() -> List[str]:
    """The three lines left by a finished installation (home, project, extras), or three empty ones."""
    lines = STAMP.read_text(encoding="utf-8").split("\n") if STAMP.exists() and PYTHON.exists() else []
    return lines if len(lines) == 3 else ["", "", ""]


def prepare(extras: str) -> None:
    """Make .venv, or bring it up to date, or find that there is nothing to do."""
    home, project = fingerprints()
    old_home, old_project, old_extras = read_stamp()
    enough = set(extras.split(",")) <= set(old_extras.split(","))
    if (old_home, old_project) == (home, project) and enough:
        return
    extras = old_extras if enough else extras
    if old_home == home:
        news = "The list of packages has changed" if enough else "The tests need further packages, about 280 MB, once"
        print(news + ": bringing .venv up to date ...", flush=True)
        STAMP.unlink()  # until the end of install() an interrupted .venv counts as half made
    else:
        size = "800" if "test" in extras else "500"
        print("First run: making .venv, about half a minute, about {} MB, once ...".format(size), flush=True)
        make_venv()
    install(extras)
    STAMP.write_text("\n".join([home, project, extras]), encoding="utf-8")


def make_venv() -> None:
    import venv

    try:
        venv.create(str(VENV), with_pip=True, clear=VENV.exists(), symlinks=os.name != "nt")
    except subprocess.CalledProcessError:
        raise SystemExit(no_venv()) from None
    except OSError as error:
        sentence = "The folder {} cannot be written ({}): close what uses it and run this again."
        raise SystemExit(sentence.format(VENV, error)) from None
    # JupyterLab would otherwise open with a question about news, on top of the first notebook
    config = VENV / "etc" / "jupyter" / "labconfig" / "page_config.json"
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text(NO_NEWS, encoding="utf-8")


def install(extras: str) -> None:
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if subprocess.call([*pip, "--editable", "{}[{}]".format(ROOT, extras)], cwd=str(ROOT)) != 0:
        raise SystemExit("Not everything could be installed, for the reason above (no network?): run this again.")


def lab_command(words: List[str]) -> List[str]:
    start = Path("notebooks", "00_start.ipynb")
    return ["-m", "jupyterlab", str(start if (ROOT / start).exists() else start.parent), *words]


def test_command(words: List[str]) -> List[str]:
    """Without further words everything is tested, and every stored notebook output is compared with a fresh run."""
    if words:
        return ["-m", "pytest", *words]
    notebooks = [str(path.relative_to(ROOT)) for path in sorted((ROOT / "notebooks").glob("*.ipynb"))]
    nbval = [
        "--nbval",
        "--nbval-current-env",
        "--nbval-sanitize-with=" + str(Path("tests", "nbval-sanitize.cfg")),
        "--nbval-cell-timeout=60",
    ]
    # A process for each core; a file, and so a notebook with its kernel, stays with one of them.
    spread = ["-n", "auto", "--dist", "loadfile"]
    return ["-m", "pytest", *spread, *nbval, "tests", "allfours_edu", "README.md", *notebooks]


def run(words: List[str]) -> int:
    """Run .venv's Python. Ctrl-C is the child's to answer (JupyterLab asks before it stops)."""
    child = subprocess.Popen([str(PYTHON), *words], cwd=str(ROOT))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return child.wait()


def main(words: List[str]) -> int:
    job, rest = (words[0], words[1:]) if words else ("lab", [])
    if job in ("-h", "--help", "help"):
        print(__doc__)
        return 0
    if job not in EXTRAS:
        raise SystemExit("There is no command '{}'. ".format(job) + USAGE.format(this_command()))
    check_python()
    prepare(EXTRAS[job])
    return run(lab_command(rest) if job == "lab" else test_command(rest))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
