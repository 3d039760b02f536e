"""Play many games in the engine and before the referees of tests/referee, and compare every decision.

    make referee GAMES=10000
    make referee GAMES=2000 ARGS="--game romains --seed another"

The first disagreement ends it: a sentence with the number of the move, and the game up to there as a record.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from tests.referees import Disagreement, Setting, former_rules, other_editions, play, refereed, settings

AT_ONCE = 20  # games that a process is given


def portions(game_id: str, games: int) -> Iterator[tuple[Setting, range]]:
    """The games of all players, options and editions, about equally many of each, in small portions."""
    every = [*settings(game_id), *former_rules(game_id), *other_editions(game_id)]
    for i, setting in enumerate(every):
        mine = len(range(i, games, len(every)))
        for first in range(0, mine, AT_ONCE):
            yield setting, range(first, min(first + AT_ONCE, mine))


def play_portion(setting: Setting, numbers: range, seed: str) -> tuple[int, int]:
    """How many games, how many decisions."""
    return len(numbers), sum(play(setting, number, seed).decisions for number in numbers)


def compare(game_id: str, games: int, seed: str, processes: int, console: Console) -> Disagreement | None:
    decisions = 0
    columns = (TextColumn(game_id.ljust(9)), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    # A process of its own from the start: compiled rules do not survive a fork with threads.
    spawning = multiprocessing.get_context("spawn")
    with (
        Progress(*columns, console=console) as progress,
        ProcessPoolExecutor(processes, mp_context=spawning) as pool,
    ):
        bar = progress.add_task("", total=games)
        running: list[Future[tuple[int, int]]] = [
            pool.submit(play_portion, setting, numbers, seed) for setting, numbers in portions(game_id, games)
        ]
        for done in as_completed(running):
            try:
                played, decided = done.result()
            except Disagreement as found:
                pool.shutdown(cancel_futures=True)
                return found
            progress.advance(bar, played)
            decisions += decided
    console.print(
        f"{game_id}: {games:,} games, {decisions:,} decisions, and the referee agrees with them all."
    )
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the rules with the referees of tests/referee.")
    parser.add_argument("--game", choices=refereed(), action="append", help="only this game")
    parser.add_argument("--games", type=int, default=1000, help="how many of each game")
    parser.add_argument("--seed", default="", help="another seed gives other games")
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args()
    console = Console(stderr=True)
    for game_id in chosen.game or refereed():
        found = compare(game_id, chosen.games, chosen.seed, chosen.processes, console)
        if found:
            console.print(found.sentence, style="bold", highlight=False)
            print(found.game)
            sys.exit(1)


if __name__ == "__main__":
    main()
