"""Where the time goes that a game takes to compile, function by function.

    python bench/compile_time.py compagnie
    python bench/compile_time.py compagnie --lines 60

A function's own seconds leave out the functions that were compiled on its way; they are seconds of the
processor, so that other work on the machine disturbs little. Every specialisation counts by itself: a name
that comes twice was compiled for two sets of types.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass


@dataclass
class Run:
    """One function for one set of types."""

    name: str
    types: str
    own: float = 0.0
    whole: float = 0.0
    llvm: float = 0.0


def watch(runs: list[Run]) -> None:
    """Fill `runs` from now on with whatever Numba compiles."""
    from numba.core import event

    open_runs: list[tuple[Run, float]] = []
    locks: list[float] = []

    class Compiles(event.Listener):
        def on_start(self, event: event.Event) -> None:
            now = time.process_time()
            if open_runs:
                open_runs[-1][0].own += now - open_runs[-1][1]
                open_runs[-1] = (open_runs[-1][0], now)
            assert event.data is not None
            function = event.data["dispatcher"].py_func
            module = function.__module__.removeprefix("oppidum.")
            types = ", ".join(short(kind) for kind in event.data["args"])
            open_runs.append((Run(f"{module}.{function.__name__}", types), now))
            began.append(now)

        def on_end(self, event: event.Event) -> None:
            now = time.process_time()
            run, since = open_runs.pop()
            run.own += now - since
            run.whole = now - began.pop()
            runs.append(run)
            if open_runs:
                open_runs[-1] = (open_runs[-1][0], now)

    class Locks(event.Listener):
        def on_start(self, event: event.Event) -> None:
            locks.append(time.process_time())

        def on_end(self, event: event.Event) -> None:
            taken = time.process_time() - locks.pop()
            if open_runs:
                open_runs[-1][0].llvm += taken

    began: list[float] = []
    event.register("numba:compile", Compiles())
    event.register("numba:llvm_lock", Locks())


def short(kind: object) -> str:
    text = str(kind)
    return text if len(text) < 24 else text.split("(")[0]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("game")
    asked.add_argument("--lines", type=int, default=30, help="how many functions to show")
    wanted = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="oppidum-compile-") as folder:
        os.environ["OPPIDUM_CACHE"] = folder
        from oppidum import games
        from oppidum.bots.compile_steps import compile_steps

        began = time.process_time()
        game = games.load(wanted.game)
        loaded = time.process_time()
        runs: list[Run] = []
        watch(runs)
        steps = [(step.name, time.process_time()) for step in compile_steps(game)]
        done = time.process_time()
    print(f"{game.id}: {done - loaded:.1f} s of the processor, after {loaded - began:.1f} s to load it")
    ends = [*(began for _name, began in steps[1:]), done]
    for (name, began), end in zip(steps, ends, strict=True):
        print(f"{end - began:7.2f}  {(end - began) / (done - loaded):4.0%}  {name}")
    print(f"{len(runs)} functions compiled, {sum(run.llvm for run in runs):.1f} s of it in LLVM\n")
    rooms: dict[str, list[Run]] = defaultdict(list)
    for run in runs:
        rooms[run.name.rsplit(".", 1)[0]].append(run)
    for room, inside in sorted(rooms.items(), key=lambda room: -sum(run.own for run in room[1])):
        print(f"{sum(run.own for run in inside):7.2f}  {len(inside):4}  {room}")
    print("\n    own  whole   LLVM  function")
    for run in sorted(runs, key=lambda run: -run.own)[: wanted.lines]:
        print(f"{run.own:7.2f}{run.whole:7.2f}{run.llvm:7.2f}  {run.name}({run.types})")


if __name__ == "__main__":
    main()
