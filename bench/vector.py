"""Decisions a second of the vector environment, called from Python.

    python bench/vector.py [GAME] [--envs 4096] [--players 2] [--threads 1] [--seconds 2]

Counted is one decision for every environment and step; included are the choice of random legal actions,
the check that they are legal, masks, seats, rewards, and dealing anew what has ended. CPU time is what this
thread used: on a machine that is busy with other things it says more than the time on the wall.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

from oppidum import games
from oppidum.adapters.gymnasium import vector_env


def measure(
    game: str, envs: int, players: int, threads: int, seconds: float, **settings: Any
) -> dict[str, Any]:
    table = vector_env(game, num_envs=envs, players=players, threads=threads, **settings)
    table.reset(seed=1)
    for _ in range(300):  # until the games have come apart from each other
        table.step(table.random_actions())
    steps, ended = 0, 0
    wall, cpu = time.perf_counter(), time.process_time()
    while time.perf_counter() - wall < seconds:
        ended += int(table.step(table.random_actions())[2].sum())
        steps += 1
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    table.close()
    return {
        **settings,
        "decisions_per_s": steps * envs / wall,
        "decisions_per_cpu_s": steps * envs / cpu,
        "games_ended": ended,
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="?", default="cartes", choices=list(games.catalogue()))
    parser.add_argument("--envs", type=int, default=4096)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=2.0)
    a = parser.parse_args()
    for settings in (
        {"observations": False},
        {"observations": True, "copy": False},
        {"observations": True},
    ):
        found = measure(a.game, a.envs, a.players, a.threads, a.seconds, **settings)
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
