"""A run of the tests tells what it left out and what it tried again; it does not try again for ever, waits
for nobody for ever, and leaves nothing to chance that there is no time for."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLUGINS = ("-p", "no:cacheprovider", "-p", "xdist", "-p", "pytest_rerunfailures")
STUMBLES = """
import pathlib
import random
import secrets
import pytest

@pytest.mark.browser
@pytest.mark.parametrize("number", range({stumbling}))
def test_stumbles_once(number):
    been_here = pathlib.Path(__file__).with_name(f"been-here-{{number}}")
    if not been_here.exists():
        been_here.touch()
        raise AssertionError("the first time")

@pytest.mark.long
@pytest.mark.parametrize("number", range(3))
def test_takes_long(number):
    pass

def test_is_short(long):
    assert long is {long}

def test_has_its_own_luck(long):
    known = random.Random("test_some.py::test_has_its_own_luck 1").randbytes(4).hex()
    assert (secrets.token_hex(4) != known) is long
"""
ENDLESS = """
def test_never_ends():
    while True:
        pass

def test_the_next_one():
    pass
"""


def run(folder: Path, stumbling: int, *arguments: str) -> tuple[int, str]:
    return run_all(folder, STUMBLES.format(stumbling=stumbling, long="--long" in arguments), *arguments)


def run_all(folder: Path, text: str, *arguments: str) -> tuple[int, str]:
    shutil.copy(Path(__file__).with_name("conftest.py"), folder)
    (folder / "test_some.py").write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *PLUGINS, f"--rootdir={folder}", *arguments],
        cwd=folder,
        env={
            **os.environ,
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTHONPATH": str(ROOT),
        },  # for `tests.fixed_chance`
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_two_stumbles_are_named_and_forgiven(tmp_path: Path):
    code, said = run(tmp_path, 2, "-n", "2")
    assert code == 0, said
    assert "needed another try" in said
    assert "test_stumbles_once[1]" in said
    assert "3 tests that take long were left out" in said


def test_three_stumbles_fail_the_run(tmp_path: Path):
    code, said = run(tmp_path, 3)
    assert code == 1, said
    assert "3 reruns, more than 2: the run counts as failed." in said


def test_with_time_nothing_is_left_out(tmp_path: Path):
    code, said = run(tmp_path, 0, "--long")
    assert code == 0, said
    assert "left out" not in said
    assert "5 passed" in said


def test_who_never_ends_fails_and_the_others_go_on(tmp_path: Path):
    """Nobody has to guess where it stood, and no worker dies of it."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    method = settings["tool"]["pytest"]["ini_options"]["timeout_method"]
    limits = ("-p", "pytest_timeout", "--timeout=2", f"--timeout-method={method}")
    code, said = run_all(tmp_path, ENDLESS, "-n", "1", *limits)
    assert code == 1, said
    assert "1 failed, 1 passed" in said
    assert re.search(r"test_some.py:\d: Failed", said), said
    assert "crashed" not in said
