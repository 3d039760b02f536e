"""A run of the tests tells what it left out and what it tried again, and does not try again for ever."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

PLUGINS = ("-p", "no:cacheprovider", "-p", "xdist", "-p", "pytest_rerunfailures")
STUMBLES = """
import pathlib
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
"""


def run(folder: Path, stumbling: int, *arguments: str) -> tuple[int, str]:
    shutil.copy(Path(__file__).with_name("conftest.py"), folder)
    text = STUMBLES.format(stumbling=stumbling, long="--long" in arguments)
    (folder / "test_some.py").write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *PLUGINS, f"--rootdir={folder}", *arguments],
        cwd=folder,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


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
    assert "4 passed" in said
