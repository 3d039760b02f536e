"""Decisions a second of the vector environment, called from Python.

    python bench/vector.py [GAME] [--envs 4096] [--players 2] [--threads N] [--seconds 2]

Counted is one decision for every environment and step; included are the choice of random legal actions,
the check that they are legal, masks, seats, rewards, and dealing anew what has ended. The first line is what
everybody gets who sets nothing, observations included; then without copies, then without observations.

On a machine that is busy with other things two figures say more than the time on the wall: decisions in a
second of CPU time (of all threads together), and decisions a second in the fastest tenth of the steps, which
nothing interrupted.

`--compare bench/figures.json` measures one thread besides, sets it beside the figure recorded there, and ends
with 1 if it is below 0.8 of that; `--record` writes that figure anew. As those of `oppidum bench`, which are
in the same file, it is relative to what the machine can do at that moment: decisions a second for each
pseudo-random word that it makes.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any

import numpy as np

from oppidum import games
from oppidum.adapters.gymnasium import vector_env
from oppidum.arena.speed import reference
from oppidum.terminal.reports import SLOW, read_figures, write_figures


def measure(
    game: str, envs: int, players: int, threads: int | None, seconds: float, **settings: Any
) -> dict[str, Any]:
    table = vector_env(game, num_envs=envs, players=players, threads=threads, **settings)
    table.reset(seed=1)
    for _ in range(300):  # until the games have come apart from each other
        table.step(table.random_actions())
    took: list[float] = []
    ended = 0
    cpu = time.process_time()
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        began = time.perf_counter()
        ended += int(table.step(table.random_actions())[2].sum())
        took.append(time.perf_counter() - began)
    cpu = time.process_time() - cpu
    decisions = len(took) * envs
    table.close()
    return {
        **settings,
        "threads": table.threads,
        "decisions_per_s": decisions / sum(took),
        "decisions_per_cpu_s": decisions / cpu,
        "decisions_per_s_undisturbed": envs / float(np.quantile(took, 0.1)),
        "games_ended": ended,
    }


def one_thread(name: str, found: dict[str, Any], record: str | None, compare: str | None) -> dict[str, Any]:
    """What one thread does undisturbed, relative to the machine and to the recorded figure."""
    relative = found["decisions_per_s_undisturbed"] / 1e6 / reference()
    told: dict[str, Any] = {name: round(relative, 5)}
    if record:
        write_figures(record, told)
    if compare:
        told["times_recorded"] = round(relative / read_figures(compare)[name], 3)
    return told


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="?", default="cartes", choices=list(games.catalogue()))
    parser.add_argument("--envs", type=int, default=4096)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--threads", type=int, default=None)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--record", metavar="FILE")
    parser.add_argument("--compare", metavar="FILE")
    a = parser.parse_args()
    for settings in (
        {},
        {"copy": False},
        {"observations": False},
    ):
        found = measure(a.game, a.envs, a.players, a.threads, a.seconds, **settings)
        print(json.dumps(found), flush=True)
    if a.record or a.compare:
        found = measure(a.game, a.envs, a.players, 1, a.seconds)
        told = one_thread(f"vector {a.game} {a.players}", found, a.record, a.compare)
        print(json.dumps(told))
        sys.exit(told.get("times_recorded", 1.0) < SLOW)


if __name__ == "__main__":
    main()
