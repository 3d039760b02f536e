"""A game that begins uncompiled and ends compiled, in a process of its own: its record, and what was called.

    python changing_over.py GAME AT BOT

From decision AT on, everything that is on the disk has been loaded. Prints the number of calls that ran as
Python before and after, how often anything was compiled, the number of decisions, and the record.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from numba.core import event

from oppidum import games
from oppidum.arena import simulate
from oppidum.bots.compile_steps import STEPS
from oppidum.kernel import compiled, record

as_python = [0, 0]
compiles = [0]
loaded = False


class Compiles(event.Listener):
    def on_start(self, event: Any) -> None:
        compiles[0] += 1

    def on_end(self, event: Any) -> None:
        pass


def main() -> None:
    game = games.load(sys.argv[1])
    at = int(sys.argv[2])
    compiled.play_meanwhile()
    event.register("numba:compile", Compiles())
    ask_numba = compiled.Entry._compile_for_args

    def count(self: Any, *args: Any, **more: Any) -> Any:
        as_python[loaded] += not compiled.insistence.on_compiled
        return ask_numba(self, *args, **more)

    compiled.Entry._compile_for_args = count
    decisions = 0
    act = type(game).act

    def act_and_change_over(self: Any, s: Any, seat: int, action: int) -> None:
        nonlocal decisions
        global loaded
        if not loaded and decisions == at and s.players == 3:
            with compiled.compiled_only():
                for step in STEPS:
                    step.take(game)
            loaded = True
        decisions += 1
        act(self, s, seat, action)

    type(game).act = act_and_change_over
    written = simulate.play_record(game, [sys.argv[3], "random", "greedy"], "change", 0)
    print(json.dumps([*as_python, compiles[0], decisions]))
    print(record.encode(written))


if __name__ == "__main__":
    main()
