"""Kill -9 at random moments: nothing acknowledged is lost, nothing happens twice, every game can be ended."""

import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).with_name("acknowledge.py")
KILLS = 25  # on each of the two stores


def test_killing_the_process_loses_nothing_acknowledged(database):
    workers = 1 if database.startswith("sqlite") else 2
    command = [sys.executable, PROGRAM, database, str(KILLS), str(workers), "20261115"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=280, check=False)
    assert run.returncode == 0, run.stderr
    acknowledged, moves = (int(word) for word in run.stdout.split())
    assert 0 < acknowledged <= moves
