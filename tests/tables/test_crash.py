"""Kill -9 at random moments: nothing acknowledged is lost, nothing happens twice, every game can be ended.

Twice: worker processes that call the verbs, and the real server with programs that play over HTTP. Every
start of a process takes its time: 25 kills each with `--long`, otherwise a few.
"""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.every_store, pytest.mark.timeout(1200)]

KILLS, MANY_KILLS = 2, 25  # on each of the two stores
SERVER_KILLS = 1


def run(program, database, kills):
    """SQLite with one worker, PostgreSQL with two; returns the moves acknowledged, and all moves."""
    workers = 1 if database.startswith("sqlite") else 2
    command = [
        sys.executable,
        Path(__file__).with_name(program),
        database,
        str(kills),
        str(workers),
        "20261115",
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=200 + 30 * kills, check=False)
    assert done.returncode == 0, done.stderr
    return tuple(int(word) for word in done.stdout.split())


def test_killing_the_process_loses_nothing_acknowledged(database, long):
    acknowledged, moves = run("acknowledge.py", database, MANY_KILLS if long else KILLS)
    assert 0 < acknowledged <= moves


def test_killing_the_server_loses_nothing_acknowledged(database, long):
    acknowledged, moves = run("killed.py", database, MANY_KILLS if long else SERVER_KILLS)
    assert 0 < acknowledged <= moves
