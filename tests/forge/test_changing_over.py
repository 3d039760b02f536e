"""A game begun uncompiled and finished compiled is the very game that compiled code plays."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from oppidum import games
from oppidum.arena import simulate
from oppidum.bots.compile_steps import STEPS, compile_steps
from oppidum.kernel import compiled, record

SCRIPT = Path(__file__).with_name("changing_over.py")

pytestmark = pytest.mark.skipif(not compiled.compiles(), reason="nothing is compiled")


@pytest.mark.parametrize("bot", ["greedy", "search:20"])
@pytest.mark.parametrize("game_id", list(games.catalogue()))
def test_begun_uncompiled_and_finished_compiled(game_id: str, bot: str):
    game = games.load(game_id)
    for step in STEPS:
        step.take(game)  # on the disk from now on
    for _step in compile_steps(game):
        pass  # and marked there
    wanted = record.encode(simulate.play_record(game, [bot, "random", "greedy"], "change", 0))
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", str(SCRIPT), game_id, "12", bot],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    figures, played = done.stdout.splitlines()
    before, after, compiles, decisions = json.loads(figures)
    assert played == wanted
    assert before > 12, "it began as Python"
    assert after == 0, "from then on nothing that has an entry ran as Python"
    assert compiles == 0, "nothing was compiled in this process, not even for who looks ahead"
    assert decisions > 24
