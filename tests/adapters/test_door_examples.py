"""The scripts of the doors in `examples/`, run as anybody would run them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SAYS = {
    "arena_duel.py": "greedy's share is at least 0.55",
    "gymnasium_vector.py": "mean reward against greedy",
    "openspiel_search.py": "exploitability after 1 and after 20 iterations",
    "pettingzoo_turns.py": "all at once:",
}
ARGUMENTS = {"gymnasium_vector.py": ["--small"]}


@pytest.mark.slow
@pytest.mark.parametrize("name", SAYS)
def test_example(name: str):
    source = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    run = subprocess.run(
        [sys.executable, str(ROOT / "examples" / name), *ARGUMENTS.get(name, [])],
        capture_output=True,
        text=True,
        timeout=280,
        env={**os.environ, "PYTHONPATH": source},
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert SAYS[name] in run.stdout
