"""What Binder does, without Docker: the same steps in a clean environment, then a learner's first five minutes in it.

    python tools/binder_steps.py                        install, postBuild, import, end-to-end test
    python tools/binder_steps.py --no-test              only build
    python tools/binder_steps.py --python python3.12    with this Python (default: the one of binder/runtime.txt)

The files are those that git knows, copied to a temporary folder, as Binder clones them; nothing of this checkout's own
environment is used but the end-to-end test and its browser. Takes some minutes: for a nightly run, not for every one.
What Binder would pick and run is asked of repo2docker itself in ``tests/test_binder.py``.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BIN = "Scripts" if os.name == "nt" else "bin"
MOST_SECONDS = 1800


def wanted_python() -> str:
    """The Python that binder/runtime.txt names, where it is on this machine; else this one."""
    named = (ROOT / "binder" / "runtime.txt").read_text("utf-8").strip().replace("-", "")
    found = shutil.which(named)
    if found and subprocess.run([found, "-c", ""], capture_output=True, check=False).returncode == 0:
        return found
    print(f"{named} is not on this machine; going on with {sys.version.split()[0]}")
    return sys.executable


def clone(folder: Path) -> None:
    """The files that git knows, as a clone would have them, changes of the day included."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    for name in listed.decode().split("\0"):
        source = ROOT / name
        if name and source.is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, folder / name)


def step(what: str, words: list[str], **how: object) -> None:
    """One step, timed; stops with its exit code if it fails."""
    print(f"-- {what}", flush=True)
    start = time.monotonic()
    done = subprocess.run(words, timeout=MOST_SECONDS, check=False, **how)  # type: ignore[call-overload]
    if done.returncode:
        raise SystemExit(f"{what}: failed with code {done.returncode}")
    print(f"   {time.monotonic() - start:.0f} s", flush=True)


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def main() -> None:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--python", help="the Python to build with")
    ask.add_argument("--no-test", action="store_true", help="build only")
    given = ask.parse_args()
    with tempfile.TemporaryDirectory(prefix="binder-") as name:
        home = Path(name)
        repo, env = home / "repo", home / "env"
        repo.mkdir()
        clone(repo)
        step("environment", [given.python or wanted_python(), "-m", "venv", str(env)])
        python = str(env / BIN / "python")
        clean = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV", "PYTHONHOME")}
        clean["PATH"] = f"{env / BIN}{os.pathsep}{clean.get('PATH', '')}"
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-cache-dir"]
        step("binder/requirements.txt", [*pip, "-r", "binder/requirements.txt"], cwd=repo, env=clean)
        step("binder/postBuild", ["bash", "binder/postBuild"], cwd=repo, env=clean)
        asks = "import allfours_edu as af; print(af.play('trinidad', seed=7, save=False).state['title'])"
        step("a table", [python, "-c", asks], cwd=home, env=clean)
        print(f"   environment: {size_of(env) / 1e6:.0f} MB", flush=True)
        if not given.no_test:
            tests = [sys.executable, "-m", "pytest", "-q", "tests/e2e/test_start.py", "-p", "no:cacheprovider"]
            server = {**os.environ, "LAB_CMD": f"{python} -m jupyterlab"}
            step("a learner's first five minutes there", tests, cwd=ROOT, env=server)
    print("Binder's steps work.")


if __name__ == "__main__":
    main()
