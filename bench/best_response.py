"""What a level gives away in games of one hand of `cartes` to somebody who knows how it mixes its bids.

    python bench/best_response.py [--level 5] [--games 200] [--iterations 4000]

The responder is told the probabilities with which the level's search has just decided to bid, as
`Thought.options` publishes them, but not the lot that was drawn. It searches as we do, except that in every
world that it imagines the level has bid already, by a lot from these probabilities: so it chooses alone, what
is best against them.

This is a local best response: it uses its knowledge at every bid, but in its thoughts the level goes on as
the search believes, and not as it will. So its share is a lower bound of what a true best response would
win. Two players, the same deals with the seats swapped.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any

import numba
import numpy as np

from oppidum import games
from oppidum.arena.figures import estimate
from oppidum.bots.levels import Level, find
from oppidum.bots.lookahead import LevelBot
from oppidum.kernel import position
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game
from oppidum.kernel.insight import reopen
from oppidum.kernel.players_luck import luck_from, roll_key
from oppidum.kernel.verbs import act, imagine
from oppidum.search import Budget, think
from oppidum.search.selection import chance
from oppidum.search.think import consult, make_minds
from oppidum.search.walk import ROOT, WORLD, descend, go_back, play_on


@numba.njit
def search_against(
    tree, board, sketch, words, seat, bids, shares, luck, key, mask, value, patience, knobs, iterations
):
    """As `oppidum.search.walk.search`, but the other seat has bid before, by a lot from its mix."""
    for _ in range(iterations):
        roll_key(luck, key)
        board[WORLD] = board[ROOT]
        imagine(board[WORLD], seat, key)
        left = chance(luck)
        bid = 0
        while bid + 1 < len(bids) and left >= shares[bid]:
            left -= shares[bid]
            bid += 1
        act(board[WORLD], 1 - seat, bids[bid])
        steps, known = descend(tree, board, sketch, words, seat, False, luck, mask, value, knobs)
        if not known:
            play_on(board[WORLD], board[ROOT], luck, mask, value, patience, 0.0)
        go_back(tree, steps, value, knobs)


class Responder:
    """Knows how the level in the other seat mixes."""

    def __init__(self, game: Game, iterations: int) -> None:
        self.game, self.budget = game, Budget(iterations=iterations)
        self.insight = consult(game)

    def choose(self, view: Any, seat: int, mix: dict[int, float], seed: object) -> int:
        before = position.copy(view)
        reopen(before, seat)  # as if nobody had bid yet
        if len(self.game.legal(view, seat)) == 1 or len(self.game.waiting(before)) < 2:
            return think(self.game, view, seat, self.budget, seed).action
        return self.answer(before, seat, mix, seed)

    def answer(self, view: Any, seat: int, mix: dict[int, float], seed: object) -> int:
        """What the search would bid against this mix."""
        luck = luck_from("responder", seed)
        (mind,) = make_minds(self.game, self.insight, view, seat, luck, self.budget, self.insight.knobs)
        search_against(
            mind.tree,
            mind.board,
            mind.sketch,
            mind.words,
            seat,
            np.array(list(mix), np.int64),
            np.array(list(mix.values())),
            mind.luck,
            mind.key,
            mind.mask,
            mind.value,
            self.insight.patience,
            mind.knobs,
            self.budget.iterations,
        )
        return int(max(mind.root_edges(), key=lambda edge: int(edge.visits)).action)


def play(game: Game, level: Level, responder: Responder, seat: int, seed: object) -> float:
    """One hand; the responder's share of the victory."""
    s = game.deal(2, seed_key(seed), {"hands": "1"})
    bot = LevelBot(level, game, (seed, 1 - seat))
    mind = bot.mind
    assert mind is not None
    mix: dict[int, float] = {}
    decisions = 0
    while waiting := game.waiting(s):
        decisions += 1
        if 1 - seat in waiting:
            action = bot.choose(game.view(s, 1 - seat), 1 - seat)
            assert mind.last is not None
            mix = {option.action: option.probability for option in mind.last.options}
            game.act(s, 1 - seat, action)
        else:
            action = responder.choose(game.view(s, seat), seat, mix, ("responder", seed, seat, decisions))
            game.act(s, seat, action)
    return game.standing(s).share(seat)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--level", type=int, default=5, choices=(4, 5))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--iterations", type=int, default=4000, help="of the responder, for a decision")
    asked = parser.parse_args()
    game = games.load("cartes")
    level = find(f"level{asked.level}", game.id)
    assert level is not None
    responder = Responder(game, asked.iterations)
    results: dict[int, list[float]] = {}
    began = time.process_time()
    for deal in range((asked.games + 1) // 2):
        results[deal] = [play(game, level, responder, seat, ("best response", deal)) for seat in range(2)]
        if len(results) % 5 == 0:
            share, low, high = estimate(results)
            print(f"{2 * len(results)} games: {share:.3f} ({low:.3f} to {high:.3f})", file=sys.stderr)
    share, low, high = estimate(results)
    figures = {
        "level": asked.level,
        "games": 2 * len(results),
        "share": round(share, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "cpu_seconds": round(time.process_time() - began),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
