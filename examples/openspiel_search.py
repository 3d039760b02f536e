"""OpenSpiel: its IS-MCTS at a table of `cartes`, and CFR on the end of a game."""

from __future__ import annotations

import numpy as np
import pyspiel
from open_spiel.python.algorithms import cfr, exploitability, ismcts

import oppidum.adapters.openspiel as door


def duel(games: int = 20, simulations: int = 50) -> float:
    """What IS-MCTS, which imagines the hidden cards with our resampler, wins against random play."""
    game = pyspiel.load_game("oppidum_cartes(players=2,hands=1,sequential=true)")
    luck = np.random.RandomState(1)
    searcher = ismcts.ISMCTSBot(game, door.PlayoutEvaluator(seed=1), 2.0, simulations, random_state=luck)
    searcher.set_resampler(door.resampler(seed=1))
    won = 0.0
    for number in range(games):
        seat = number % 2
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(int(luck.randint(len(state.chance_outcomes()))))
            elif state.current_player() == seat:
                state.apply_action(int(searcher.step(state)))
            else:
                state.apply_action(int(luck.choice(state.legal_actions())))
        won += state.returns()[seat]
    return won / games


def endgame(iterations: int = 20) -> list[float]:
    """How much can be won against the average policy, as CFR+ goes on."""
    game = pyspiel.load_game(
        "oppidum_cartes(players=2,hands=1,sequential=true,endgame=6,worlds=2,horizon=4,seed=9)"
    )
    solver = cfr.CFRPlusSolver(game)
    left: list[float] = []
    for done in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if done in (1, iterations):
            left.append(float(exploitability.exploitability(game, solver.average_policy())))
    return left


if __name__ == "__main__":
    print(f"mean return of IS-MCTS against random play, 20 games: {duel():+.2f}")
    first, last = endgame()
    print(f"exploitability after 1 and after 20 iterations of CFR+: {first:.3f} and {last:.3f}")
