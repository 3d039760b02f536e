"""Weights that are not in use against those that are: the search with either, and the same iterations.

    python bench/weights.py cartes OTHER.py [--iterations 400] [--games 400] [--players 2] [--option hands=1]

OTHER.py is a file as `bench/fit_cartes.py`, `bench/fit_compagnie.py` and `bench/fit_romains.py` write them.
Compiled code holds the weights that it was compiled with, so the other side thinks in a process of its own,
which compiles in a folder that is thrown away: that takes a minute or two before the first game.

The two sides sit in turns around the table, and again with the seats swapped, on the same deals. What is told
is the share of the victory that those with the other weights have: half of it would be fair.
"""

from __future__ import annotations

import argparse
import importlib
import json
import multiprocessing
import os
import runpy
import sys
import tempfile
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from oppidum import games
from oppidum.arena.figures import estimate
from oppidum.kernel import bits
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game
from oppidum.search import Budget, think


def put_in_place(game_id: str, file: str) -> None:
    """Whoever imports the game's weights from now on gets those of the file."""
    weights: Any = importlib.import_module(f"oppidum.games.{game_id}.weights")
    weights.WEIGHTS = runpy.run_path(file)["WEIGHTS"]


def answer(line: Connection, game_id: str, file: str, iterations: int) -> None:
    """The other side: gets views as bytes, and answers with actions until there are no more."""
    put_in_place(game_id, file)
    game = games.load(game_id)
    while (asked := line.recv()) is not None:
        view, seat, seed = asked
        position = np.frombuffer(bytearray(view), game.dtype)[0]
        line.send(think(game, position, seat, Budget(iterations=iterations), seed).action)


def play(
    game: Game, other_first: bool, players: int, line: Connection, budget: Budget, seed: Any, options: Any
) -> float:
    """One game; what all seats with the other weights together have of the victory."""
    s = game.deal(players, seed_key(seed), options)
    others = [(seat % 2 == 0) == other_first for seat in range(players)]
    decisions = 0
    while seats := int(game.rules.waiting(s)):
        seat = bits.lowest(seats)
        decisions += 1
        legal = game.legal(s, seat)
        if len(legal) == 1:
            action = legal[0]
        elif others[seat]:
            line.send((game.view(s, seat).tobytes(), seat, (seed, decisions)))
            action = line.recv()
        else:
            action = think(game, game.view(s, seat), seat, budget, (seed, decisions)).action
        game.rules.act(s, seat, action)
    standing = game.standing(s)
    return sum(standing.share(seat) for seat in range(players) if others[seat])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=list(games.catalogue()))
    parser.add_argument("other", help="a file with weights")
    parser.add_argument("--iterations", type=int, default=400)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--players", type=int, default=2, help="an even number")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=CHOICE")
    asked = parser.parse_args()
    if asked.players % 2:
        parser.error("The two sides need as many seats each.")
    options = dict(option.split("=") for option in asked.option)
    game = games.load(asked.game)
    spawn = multiprocessing.get_context("spawn")
    line, far_end = spawn.Pipe()
    results: dict[int, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        usual = os.environ.get("OPPIDUM_CACHE")
        os.environ["OPPIDUM_CACHE"] = folder
        there = (far_end, asked.game, asked.other, asked.iterations)
        side = spawn.Process(target=answer, args=there, daemon=True)
        side.start()
        if usual is None:
            del os.environ["OPPIDUM_CACHE"]
        else:
            os.environ["OPPIDUM_CACHE"] = usual
        far_end.close()
        budget = Budget(iterations=asked.iterations)
        for deal in range((asked.games + 1) // 2):
            seed = "weights", deal
            results[deal] = [
                play(game, first, asked.players, line, budget, seed, options) for first in (True, False)
            ]
            if len(results) % 20 == 0:
                share, low, high = estimate(results)
                print(f"{2 * len(results)} games: {share:.3f} ({low:.3f} to {high:.3f})", file=sys.stderr)
        line.send(None)
        side.join()
    share, low, high = estimate(results)
    figures = {
        "game": asked.game,
        "players": asked.players,
        "options": options,
        "games": 2 * len(results),
        "iterations": asked.iterations,
        "share": round(share, 4),
        "low": round(low, 4),
        "high": round(high, 4),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
