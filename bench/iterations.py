"""How many iterations the search makes in a CPU second, on one thread, beside OpenSpiel's C++ MCTS at hearts.

    python bench/iterations.py [GAME …] [--players 2] [--games 20] [--iterations 10000]
    python bench/iterations.py [GAME …] --strongest [--games 20]

Of every game that `greedy` bots play, the decision in the middle (of those with a choice) is thought about.
`--strongest` tells instead how many CPU seconds the strongest level takes for it, at every number of players.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

from openspiel_duels import hearts

from oppidum import bots, games
from oppidum.bots.levels import levels
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game
from oppidum.search import Budget, think


def middle(game: Game, players: int, number: int) -> tuple[Any, int]:
    """What the seat knows that decides in the middle of a game, and which it is."""
    s = game.deal(players, seed_key("middle", number))
    bot = bots.make(bots.default_name(game.id), game, number)
    decisions: list[tuple[Any, int]] = []
    while waiting := game.waiting(s):
        view = game.view(s, waiting[0])
        if len(game.legal(s, waiting[0])) > 1:
            decisions.append((view, waiting[0]))
        game.act(s, waiting[0], bot.choose(view, waiting[0]))
    return decisions[len(decisions) // 2]


def measure(game_id: str, players: int, count: int, iterations: int) -> tuple[float, float, float]:
    """Iterations in a CPU second: over all decisions, at the slowest, and at the fastest."""
    game = games.load(game_id)
    decisions = [middle(game, players, number) for number in range(count)]
    think(game, *decisions[0], Budget(iterations=8))  # compiles
    seconds: list[float] = []
    for view, seat in decisions:
        began = time.process_time()
        think(game, view, seat, Budget(iterations=iterations))
        seconds.append(time.process_time() - began)
    return iterations * count / sum(seconds), iterations / max(seconds), iterations / min(seconds)


def time_strongest(game_id: str, count: int) -> None:
    game = games.load(game_id)
    name = levels(game_id)[-1].id
    for players in range(game.about.min_players, game.about.max_players + 1):
        decisions = [middle(game, players, number) for number in range(count)]
        think(game, *decisions[0], Budget(iterations=8))  # compiles
        seconds: list[float] = []
        for view, seat in decisions:
            bot = bots.make(name, game)
            began = time.process_time()
            bot.choose(view, seat)
            seconds.append(time.process_time() - began)
        mean, worst = 1000 * sum(seconds) / count, 1000 * max(seconds)
        print(f"| {game_id} | {players} | {mean:.0f} ms | {worst:.0f} ms |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="*", help=f"of {', '.join(games.catalogue())}; default: all")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--iterations", type=int, default=10_000)
    parser.add_argument("--strongest", action="store_true", help="CPU time a decision of the strongest level")
    asked = parser.parse_args()
    if asked.strongest:
        for game_id in asked.game or list(games.catalogue()):
            time_strongest(game_id, asked.games)
        return
    for game_id in asked.game or list(games.catalogue()):
        whole, slowest, fastest = measure(game_id, asked.players, asked.games, asked.iterations)
        print(
            f"{game_id}: {whole:,.0f} iterations a CPU second ({slowest:,.0f} to {fastest:,.0f})", flush=True
        )
    print(f"OpenSpiel's C++ MCTS on its C++ hearts: {hearts():,.0f}")


if __name__ == "__main__":
    main()
