"""Our bots against OpenSpiel's own, with the same seconds a move: points in duels, iterations a second.

    python bench/openspiel_duels.py cartes --peer ismcts --seconds 1 --games 20
    python bench/openspiel_duels.py romains --peer mcts --bot search:1s --playouts compiled

Peers:
  ismcts      OpenSpiel's IS-MCTS, imagining hidden cards with our resampler.
  mcts        OpenSpiel's MCTS on a world that its seat imagines anew for every move: as blind as we are.
  mcts-sees   OpenSpiel's MCTS on its turn-based conversion of the true game. It knows the deck, and in the
              second seat what we have chosen at the same time. Nobody can be asked to win against that.

Playouts: `openspiel` are its own random rollouts, `compiled` ours (far faster, so that the peer is stronger).
Its bots count simulations, not seconds; the number is set before every move by the speed of those before it,
and the seconds that both sides really took are reported.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import oppidum.adapters.openspiel as door
from oppidum import bots, games
from oppidum.arena.figures import estimate

FIRST_SIMULATIONS = 20
PEERS = ("ismcts", "mcts", "mcts-sees")


@dataclass
class Clock:
    """What a side took for its moves."""

    moves: int = 0
    seconds: float = 0.0
    iterations: int = 0

    def note(self, seconds: float, iterations: int) -> None:
        self.moves += 1
        self.seconds += seconds
        self.iterations += iterations

    def figures(self) -> dict[str, float]:
        return {
            "moves": self.moves,
            "seconds_per_move": self.seconds / max(1, self.moves),
            "iterations_per_second": self.iterations / max(1e-9, self.seconds),
        }


class Peer:
    """One of OpenSpiel's bots, held to a number of seconds a move."""

    def __init__(self, kind: str, game: Any, seconds: float, playouts: str, seed: int) -> None:
        luck = np.random.RandomState(seed)
        rollouts = mcts.RandomRolloutEvaluator(1, luck) if playouts == "openspiel" else None
        evaluator = rollouts or door.PlayoutEvaluator(1, seed)
        self.kind, self.seconds, self.clock = kind, seconds, Clock()
        self.rate = 0.0
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
        if not self.rate:
            self.search(state, FIRST_SIMULATIONS)
        simulations = max(FIRST_SIMULATIONS, int(self.rate * self.seconds))
        start = time.perf_counter()
        action = self.search(state, simulations)
        self.clock.note(time.perf_counter() - start, simulations)
        return action

    def search(self, state: Any, simulations: int) -> int:
        self.bot.max_simulations = self.bot._max_simulations = simulations
        start = time.perf_counter()
        action = int(self.bot.step(state))
        self.rate = simulations / (time.perf_counter() - start)
        return action


@dataclass
class Ours:
    """One of our bots."""

    bot: Any
    clock: Clock = field(default_factory=Clock)

    def choose(self, view: Any, seat: int) -> int:
        start = time.perf_counter()
        action = self.bot.choose(view, seat)
        thought = getattr(getattr(self.bot, "mind", self.bot), "last", None)
        self.clock.note(time.perf_counter() - start, thought.iterations if thought else 0)
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


def duels(arguments: argparse.Namespace) -> dict[str, Any]:
    name = arguments.bot or f"search:{arguments.seconds:g}s"
    rules = games.load(arguments.game)
    options = "".join(f"{option}," for option in arguments.option)
    sees = arguments.peer == "mcts-sees"
    kind = "mcts" if arguments.peer == "mcts" else arguments.peer
    sample = pyspiel.load_game(
        f"oppidum_{arguments.game}({options}players=2,sequential={str(not sees).lower()})"
    )
    table = pyspiel.convert_to_turn_based(sample) if sees else sample
    ours_clock, peer_clock = Clock(), Clock()
    results: dict[int, list[float]] = {}
    for number in range(arguments.games):
        deal, seat = divmod(number, 2)
        peer = Peer(kind, table, arguments.seconds, arguments.playouts, 1000 * arguments.seed + number)
        ours = Ours(bots.make(name, rules, (arguments.seed, number)))
        share = play(arguments.game, options, peer, ours, seat, 10_000 * arguments.seed + deal, sees)
        results.setdefault(deal, []).append(share)
        for total, clock in ((ours_clock, ours.clock), (peer_clock, peer.clock)):
            total.moves += clock.moves
            total.seconds += clock.seconds
            total.iterations += clock.iterations
        mean, low, high = estimate(results)
        if not arguments.json:
            print(
                f"game {number + 1}: {share:g}; {mean:.1%} of the points ({low:.1%} to {high:.1%})",
                flush=True,
            )
    mean, low, high = estimate(results)
    mine, theirs = ours_clock.figures(), peer_clock.figures()
    ratio = mine["iterations_per_second"] / max(1e-9, theirs["iterations_per_second"])
    return {
        "game": arguments.game,
        "bot": name,
        "peer": arguments.peer,
        "playouts": arguments.playouts,
        "seconds": arguments.seconds,
        "games": arguments.games,
        "points_share": mean,
        "low": low,
        "high": high,
        "ours": mine,
        "theirs": theirs,
        "iterations_ratio": ratio,
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=list(games.catalogue()))
    parser.add_argument("--peer", choices=PEERS, default="ismcts")
    parser.add_argument("--bot", help="one of ours by name; default: the search with the same seconds")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each move")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--playouts", choices=("openspiel", "compiled"), default="openspiel")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=CHOICE")
    parser.add_argument("--json", action="store_true")
    found = duels(parser.parse_args())
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
