"""What Binder would build, asked of repo2docker itself: no Docker, no network.

The steps themselves, in a clean environment, are those of ``tools/binder_steps.py``.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ASK = """
import json, os, sys
from repo2docker.app import Repo2Docker
os.chdir(sys.argv[1])
app = Repo2Docker()
for kind in app.buildpacks:
    pack = kind(app.base_image)
    pack.platform = "linux/amd64"
    if pack.detect():
        scripts = [s for _, s in pack.get_preassemble_scripts() + pack.get_assemble_scripts()]
        print(json.dumps({"pack": kind.__name__, "dir": pack.binder_dir, "python": pack.python_version,
                          "scripts": scripts, "post": pack.get_post_build_scripts(), "start": pack.get_start_script(),
                          "apt": sorted(pack.get_packages()), "docker": pack.render()[-400:]}))
        break
"""


@pytest.fixture(scope="module")
def plan() -> dict[str, object]:
    """The build pack that takes this repository, and what it would run."""
    pytest.importorskip("repo2docker", reason="jupyter-repo2docker is not installed (it is in the extra: test)")
    import json

    words = [sys.executable, "-c", ASK, str(ROOT)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_binder_takes_our_files(plan: dict[str, object]) -> None:
    assert (plan["pack"], plan["dir"], plan["python"]) == ("PythonBuildPack", "binder", "3.12")
    scripts = str(plan["scripts"])
    assert "binder/requirements.txt" in scripts and "pip install" in scripts
    assert plan["post"] == ["binder/postBuild"] and plan["start"] is None


def test_it_installs_the_package_and_nothing_by_hand() -> None:
    lines = (ROOT / "binder" / "requirements.txt").read_text("utf-8").split()
    assert lines == [".[lab]"]
    assert sorted(path.name for path in (ROOT / "binder").iterdir()) == ["postBuild", "requirements.txt", "runtime.txt"]


def test_its_python_is_one_we_promise() -> None:
    runtime = (ROOT / "binder" / "runtime.txt").read_text("utf-8").strip()
    found = re.fullmatch(r"python-3\.(\d+)", runtime)
    assert found is not None
    oldest = re.search(r'requires-python = ">=3\.(\d+)"', (ROOT / "pyproject.toml").read_text("utf-8"))
    assert oldest is not None and int(found[1]) >= int(oldest[1])


@pytest.mark.skipif(os.name == "nt", reason="a shell script")
def test_the_script_after_the_build_is_sound() -> None:
    script = ROOT / "binder" / "postBuild"
    assert os.access(script, os.X_OK) and script.read_text("utf-8").startswith("#!")
    assert "set -e" in script.read_text("utf-8")
    assert subprocess.run(["bash", "-n", str(script)], check=False, timeout=30).returncode == 0


def test_the_nightly_script_can_be_asked() -> None:
    words = [sys.executable, str(ROOT / "tools" / "binder_steps.py"), "--help"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0 and "--no-test" in done.stdout
