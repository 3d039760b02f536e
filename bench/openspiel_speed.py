"""Decisions in a second of CPU time that Python drives through OpenSpiel, ours beside its own C++ hearts.

    python bench/openspiel_speed.py [--seconds 1]

What is driven is what any loop over states does: who decides, what is legal, apply one of it, until the end.
"""

from __future__ import annotations

import argparse
import random
import time

import pyspiel

import oppidum.adapters.openspiel  # noqa: F401 - registers our games
from oppidum import games


def play(game: pyspiel.Game, luck: random.Random) -> int:
    """One game at random; returns how many decisions it took."""
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(luck.choice(state.chance_outcomes())[0])
        elif state.is_simultaneous_node():
            actions = [luck.choice(state.legal_actions(p)) for p in range(game.num_players())]
            state.apply_actions(actions)
            decisions += 1
        else:
            state.apply_action(luck.choice(state.legal_actions()))
            decisions += 1
    return decisions


def measure(name: str, seconds: float) -> float:
    game, luck = pyspiel.load_game(name), random.Random(1)
    play(game, luck)  # compiled, loaded
    best = 0.0
    for _ in range(5):
        began = time.process_time()
        decisions = 0
        while time.process_time() - began < seconds / 5:
            decisions += play(game, luck)
        best = max(best, decisions / (time.process_time() - began))
    return best


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=1.0)
    seconds = parser.parse_args().seconds
    for name in ["hearts", *(f"oppidum_{game}(sequential=true)" for game in games.catalogue())]:
        print(f"{name:40} {measure(name, seconds):10,.0f} decisions a CPU second")


if __name__ == "__main__":
    main()
