"""Our search against OpenSpiel's bots, with the same seconds a move: points in duels, iterations a second.

    python bench/openspiel_duels.py --seconds 0.05 --games 60
    python bench/openspiel_duels.py romains --peer mcts --seconds 1 --games 20 --playouts compiled

Without a game or a peer: all games, against `ismcts` and `mcts`. Peers:
  ismcts      OpenSpiel's Python ISMCTSBot on our turn-taking form of the game (`sequential=true`), with
              `set_resampler` bound to our `imagine`: another world for every simulation.
  mcts        OpenSpiel's Python MCTSBot on the same turn-taking form. For every move it is given one world
              that its seat cannot tell from the true one, and searches that: as blind as we are.
  mcts-sees   The same bot on OpenSpiel's turn-based conversion (`convert_to_turn_based`) of the true game.
              MCTSBot clones the state it is shown and plays on from there, so it knows the deck, all dice
              to come and, in the second seat, what we have chosen at the same time: not a fair opponent,
              but a hard one. That is why it is not among the peers by default.

Playouts: `openspiel` are its own random rollouts, `compiled` ours (far faster, so that the peer is stronger).
Seconds are those of the CPU, because a machine may be busy with other things. OpenSpiel's bots count
simulations, so both sides are given a number of iterations for every move, by the speed of their move before
it (the peers at least twenty); the seconds that they really took are reported.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import oppidum.adapters.openspiel as door
from oppidum import bots, games
from oppidum.arena.figures import estimate
from oppidum.kernel.game import Game
from oppidum.search import Budget, think

FIRST_SIMULATIONS = 20
FIRST_ITERATIONS = 200
PEERS = ("ismcts", "mcts", "mcts-sees")
HEARTS_SIMULATIONS = 20_000


@dataclass
class Clock:
    """What a side took for its moves."""

    moves: int = 0
    cpu: float = 0.0
    iterations: int = 0
    rate: float = 0.0  # iterations a second at the last move
    started: float = 0.0

    def new_game(self) -> None:
        """The last move of a game is quick, and says little about the first one of the next."""
        self.rate = self.iterations / max(1e-9, self.cpu)

    def start(self) -> None:
        self.started = time.process_time()

    def stop(self, iterations: int) -> None:
        took = time.process_time() - self.started
        self.moves += 1
        self.cpu += took
        self.iterations += iterations
        self.rate = iterations / max(took, 1e-6)

    def afford(self, seconds: float, least: int) -> int:
        return max(least, int(self.rate * seconds))

    def figures(self) -> dict[str, float]:
        return {
            "moves": self.moves,
            "seconds_per_move": self.cpu / max(1, self.moves),
            "iterations_per_move": self.iterations / max(1, self.moves),
            "iterations_per_second": self.iterations / max(1e-9, self.cpu),
        }


class Peer:
    """One of OpenSpiel's bots, held to a number of seconds a move."""

    def __init__(self, kind: str, game: Any, seconds: float, playouts: str, seed: int, clock: Clock) -> None:
        luck = np.random.RandomState(seed)
        rollouts = mcts.RandomRolloutEvaluator(1, luck) if playouts == "openspiel" else None
        evaluator = rollouts or door.PlayoutEvaluator(1, seed)
        self.kind, self.seconds, self.clock = kind, seconds, clock
        if kind == "ismcts":
            self.bot = ismcts.ISMCTSBot(game, evaluator, 2.0, FIRST_SIMULATIONS, random_state=luck)
            self.bot.set_resampler(door.resampler(seed))
        else:
            self.bot = mcts.MCTSBot(game, 2.0, FIRST_SIMULATIONS, evaluator, random_state=luck)

    def choose(self, state: Any) -> int:
        legal = state.legal_actions()
        if len(legal) == 1:
            return legal[0]
        if self.kind == "mcts":
            state = state.resample_from_infostate(state.current_player())
        simulations = self.clock.afford(self.seconds, FIRST_SIMULATIONS)
        self.bot.max_simulations = self.bot._max_simulations = simulations
        self.clock.start()
        if self.kind == "ismcts":
            action = int(self.bot.step(state))
        else:  # it stops before its time once it has seen everything: what it really did is in its tree
            root = self.bot.mcts_search(state)
            action, simulations = int(root.best_child().action), root.explore_count
        self.clock.stop(simulations)
        return action


@dataclass
class Ours:
    """The search with the same seconds, or one of our bots by name."""

    game: Game
    name: str | None
    seconds: float
    seed: object
    clock: Clock

    def __post_init__(self) -> None:
        self.bot = bots.make(self.name, self.game, self.seed) if self.name else None

    def choose(self, view: Any, seat: int) -> int:
        self.clock.start()
        if self.bot is not None:
            action, iterations = self.bot.choose(view, seat), 0
        else:
            iterations = self.clock.afford(self.seconds, FIRST_ITERATIONS)
            seed = self.seed, self.clock.moves
            action = think(self.game, view, seat, Budget(iterations=iterations), seed).action
        self.clock.stop(iterations)
        return action


def play(game_id: str, options: str, peer: Peer, ours: Ours, our_seat: int, deal: int, sees: bool) -> float:
    """One duel; our share of the victory."""
    sequential = str(not sees).lower()
    game = pyspiel.load_game(
        f"oppidum_{game_id}({options}players=2,draws=0,seed={deal},sequential={sequential})"
    )
    true = game.new_initial_state()
    shown = pyspiel.convert_to_turn_based(game).new_initial_state() if sees else true
    joint: list[int] = []
    while not shown.is_terminal():
        seat = shown.current_player()
        if seat != our_seat:
            action = peer.choose(shown)
        elif seat in true.turn.seats and len(true.turn.legal(seat)) > 1:
            action = ours.choose(true.turn.view(seat)[0], seat)
        else:
            action = shown.legal_actions()[0]
        shown.apply_action(action)
        if sees:
            joint.append(action)
            if len(joint) == 2:
                true.apply_actions(joint)
                joint = []
    return (shown.returns()[our_seat] + 1) / 2


def hearts() -> float:
    """Simulations of OpenSpiel's C++ MCTS in a CPU second, at the first card of its own C++ hearts."""
    game = pyspiel.load_game("hearts")
    state = game.new_initial_state()
    luck = np.random.default_rng(1)
    while state.is_chance_node():
        state.apply_action(int(luck.choice(state.legal_actions())))
    bot = pyspiel.MCTSBot(
        game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, HEARTS_SIMULATIONS, 1000, False, 1, False
    )
    best = 0.0
    for _ in range(3):
        began = time.process_time()
        bot.step(state)
        best = max(best, HEARTS_SIMULATIONS / (time.process_time() - began))
    return best


def first_moves(game_id: str, options: str) -> None:
    """Compile, so that no first move pays for it."""
    rules = games.load(game_id)
    state = pyspiel.load_game(f"oppidum_{game_id}({options}players=2,draws=0)").new_initial_state()
    seat = state.turn.seats[0]
    bots.make("search:8", rules).choose(state.turn.view(seat)[0], seat)


def duels(game_id: str, peer_name: str, arguments: argparse.Namespace) -> dict[str, Any]:
    rules = games.load(game_id)
    options = "".join(f"{option}," for option in arguments.option)
    sees = peer_name == "mcts-sees"
    sample = pyspiel.load_game(f"oppidum_{game_id}({options}players=2,sequential={str(not sees).lower()})")
    table = pyspiel.convert_to_turn_based(sample) if sees else sample
    mine, theirs = Clock(), Clock()
    results: dict[int, list[float]] = {}
    first_moves(game_id, options)
    for number in range(arguments.games):
        deal, seat = divmod(number, 2)
        mine.new_game()
        theirs.new_game()
        peer = Peer(
            peer_name, table, arguments.seconds, arguments.playouts, 1000 * arguments.seed + number, theirs
        )
        ours = Ours(rules, arguments.bot, arguments.seconds, (arguments.seed, number), mine)
        share = play(game_id, options, peer, ours, seat, 10_000 * arguments.seed + deal, sees)
        results.setdefault(deal, []).append(share)
        if not arguments.json:
            mean, low, high = estimate(results)
            points = f"{mean:.1%} of the points ({low:.1%} to {high:.1%})"
            print(f"{game_id}, {peer_name}, game {number + 1}: {share:g}; {points}", flush=True)
    mean, low, high = estimate(results)
    us, them = mine.figures(), theirs.figures()
    return {
        "game": game_id,
        "bot": arguments.bot or "search",
        "peer": peer_name,
        "playouts": arguments.playouts,
        "seconds": arguments.seconds,
        "games": arguments.games,
        "points_share": mean,
        "low": low,
        "high": high,
        "ours": us,
        "theirs": them,
        "iterations_ratio": us["iterations_per_second"] / max(1e-9, them["iterations_per_second"]),
    }


def line(found: dict[str, Any]) -> str:
    """A row of the table in docs/search.md."""
    us, them = found["ours"], found["theirs"]
    return (
        f"| {found['game']} | {found['peer']} | {found['seconds']:g} | {found['games']} "
        f"| {found['points_share']:.1%} ({found['low']:.1%} to {found['high']:.1%}) "
        f"| {us['iterations_per_second']:,.0f} | {them['iterations_per_second']:,.0f} "
        f"| {found['iterations_ratio']:,.0f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="*", help=f"of {', '.join(games.catalogue())}; default: all")
    parser.add_argument("--peer", action="append", choices=PEERS)
    parser.add_argument("--bot", help="one of ours by name; default: the search with the same seconds")
    parser.add_argument("--seconds", type=float, default=0.1, help="for each move")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--playouts", choices=("openspiel", "compiled"), default="openspiel")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=CHOICE")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    speed = hearts()
    found = [
        duels(game_id, peer, asked)
        for game_id in asked.game or list(games.catalogue())
        for peer in asked.peer or PEERS[:2]
    ]
    if asked.json:
        print(json.dumps({"hearts_iterations_per_second": speed, "duels": found}, indent=2))
        return
    for each in found:
        print(line(each))
    print(f"OpenSpiel's C++ MCTS on its C++ hearts: {speed:,.0f} iterations a CPU second")


if __name__ == "__main__":
    main()
