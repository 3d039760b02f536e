# pyright: reportUntypedBaseClass=false
# pyspiel is a C++ library without types.
"""OpenSpiel: importing this module registers every game, as `oppidum_` and its id.

    import pyspiel
    import oppidum.adapters.openspiel

    game = pyspiel.load_game("oppidum_GAME(players=3)")

Parameters, besides `players` and the options of the game:

| parameter | meaning |
|---|---|
| `sequential` | false: every decision is a simultaneous node, where those who are not asked `wait` (the last action). true: the seats are asked one after the other, and of decisions that are made at the same time none sees the others; this is what IS-MCTS and CFR want |
| `draws` | how many chance nodes at the root choose the cards, each with 256 outcomes; the whole deal follows from them (dice and later shuffles too); 0: always the deal of the seed |
| `seed` | another seed, other deals |
| `endgame` | small variants: start about so many decisions before the end of a game played at random |
| `worlds` | with `endgame`: one chance node with so many outcomes, each a way in which the unseen cards may lie |
| `horizon` | the game is stopped after so many decisions, and those with most points have won |
| `recall` | true: there is an information-state tensor, the features and 64 bits of a digest of the past. false: there is none, and so learning code (`rl_environment`) takes the features alone |

An action that is not open to a player raises `pyspiel.SpielError` and changes nothing.

Returns come at the end and add up to nothing: 1 for the winner, the loss shared by the others.

The full state knows the deck, as all states of OpenSpiel do. A search that clones it (MCTS) sees the cards;
give it an imagined world instead (`state.resample_from_infostate(player, None)`), or use IS-MCTS, which
asks for one itself; `resampler(seed)` is what its `set_resampler` takes.
"""  # noqa: E501 - a table

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from oppidum import games
from oppidum.adapters import one_game
from oppidum.adapters.game_tree import DIGEST, SPECTATOR, Turn, setting_of
from oppidum.adapters.rewards import least_worth
from oppidum.kernel.about import About, Option
from oppidum.kernel.errors import BadOption
from oppidum.kernel.extras import needs
from oppidum.kernel.fair import new_secret, seed_key
from oppidum.kernel.players_luck import luck_from
from oppidum.kernel.stream import key_words

with needs("research", "The door to OpenSpiel"):
    import pyspiel

OUTCOMES = 256
RECALL_BITS = 64
CHANCE, SIMULTANEOUS, TERMINAL = (
    int(player)
    for player in (pyspiel.PlayerId.CHANCE, pyspiel.PlayerId.SIMULTANEOUS, pyspiel.PlayerId.TERMINAL)
)
UNDEALT = "the cards are not dealt yet"
LEAST = {"draws": 0, "endgame": 0, "worlds": 1, "horizon": 1}


def parameter(option: Option) -> int | str:
    """An option's default as OpenSpiel wants it: as a number where all choices are numbers."""
    return int(option.default) if all(choice.isdecimal() for choice in option.choices) else option.default


def parameters(about: About) -> dict[str, Any]:
    return {
        "players": about.min_players,
        **{option.name: parameter(option) for option in about.options},
        "sequential": False,
        "draws": 4,
        "seed": 0,
        "endgame": 0,
        "worlds": 16,
        "horizon": 10_000,
        "recall": False,
    }


def check_numbers(chosen: dict[str, Any]) -> None:
    for name, least in LEAST.items():
        if chosen[name] < least:
            raise BadOption(f"{name} is at least {least}, not {chosen[name]}.")


def game_type(
    about: About, sequential: bool = False, draws: int = 1, recall: bool = False
) -> pyspiel.GameType:
    dynamics, chance = pyspiel.GameType.Dynamics, pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=f"oppidum_{about.id}",
        long_name=about.title,
        dynamics=dynamics.SEQUENTIAL if sequential else dynamics.SIMULTANEOUS,
        chance_mode=chance.EXPLICIT_STOCHASTIC if draws else chance.DETERMINISTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=about.max_players,
        min_num_players=about.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=recall,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters(about),
    )


class OppidumGame(pyspiel.Game):
    """One of our games, with its parameters."""

    about: About  # set by the subclass of each game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**parameters(self.about), **(params or {})}
        players = chosen["players"]
        self.about.check_players(players)
        check_numbers(chosen)
        options = self.about.option_words({option.name: chosen[option.name] for option in self.about.options})
        self.sequential = bool(chosen["sequential"])
        self.small = chosen["endgame"] > 0
        self.draws = 1 if self.small else int(chosen["draws"])
        self.outcomes = int(chosen["worlds"]) if self.small else OUTCOMES
        self.rules = games.load(self.about.id)
        self.setting = setting_of(
            self.rules, players, options, chosen["seed"], chosen["endgame"], chosen["horizon"]
        )
        self.wait = self.rules.actions
        super().__init__(
            game_type(self.about, self.sequential, self.draws, bool(chosen["recall"])),
            pyspiel.GameInfo(
                num_distinct_actions=self.rules.actions + 1,
                max_chance_outcomes=self.outcomes,
                num_players=players,
                min_utility=least_worth(players),
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=chosen["horizon"],
            ),
            params or {},
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle: the name and the parameters say it all."""
        return load_game, (str(self),)

    def new_initial_state(self, *unused: Any) -> OppidumState:
        return OppidumState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.draws

    @cached_property
    def only_deal(self) -> Turn:
        """Without chance nodes every game begins with the same cards."""
        return self.begin(())

    def begin(self, draws: tuple[int, ...]) -> Turn:
        """The first turn, after all chance nodes."""
        if self.small:
            return self.setting.world(draws[0])
        number = 0
        for drawn in draws:
            number = number * OUTCOMES + drawn
        return self.setting.deal(number)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> OppidumObserver:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return OppidumObserver(self, kind, params)


def load_game(text: str) -> OppidumGame:
    """OpenSpiel's own, from here: a process that unpickles a game thereby has our games registered."""
    return pyspiel.load_game(text)


class OppidumState(pyspiel.State):
    """A state: the chance outcomes so far and, once they are complete, a turn of the game."""

    def __init__(self, game: OppidumGame) -> None:
        super().__init__(game)
        self.draws: tuple[int, ...] = ()
        self.sequential = game.sequential
        self.turn: Turn | None = None if game.draws else game.only_deal

    def current_player(self) -> int:
        turn = self.turn
        if turn is None:
            return CHANCE
        if turn.first is None:
            return TERMINAL
        # OpenSpiel's learning environment wants either all nodes to be simultaneous, or none.
        return turn.first if self.sequential else SIMULTANEOUS

    # What a loop in Python asks all the time is answered here, without going through C++ and back.

    def is_terminal(self) -> bool:
        return self.turn is not None and self.turn.asked == 0

    def is_chance_node(self) -> bool:
        return self.turn is None

    def is_simultaneous_node(self) -> bool:
        return not self.sequential and self.turn is not None and self.turn.asked != 0

    def legal_actions(self, player: int | None = None) -> list[int]:
        turn = self.turn
        if self.sequential and turn is not None and (player is None or player == turn.first):
            return turn.legal(turn.first).copy() if turn.first is not None else []
        return super().legal_actions() if player is None else super().legal_actions(player)

    # Where a player does not exist OpenSpiel names a line of its own source, and these say so.

    def observation_tensor(self, player: int | None = None) -> list[float]:
        return super().observation_tensor(self.player(player))

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        return super().information_state_tensor(self.player(player))

    def observation_string(self, player: int | None = None) -> str:
        return super().observation_string(self.player(player))

    def information_state_string(self, player: int | None = None) -> str:
        return super().information_state_string(self.player(player))

    def player(self, player: int | None) -> int:
        return exists(self.get_game(), self.current_player() if player is None else player)

    def _legal_actions(self, player: int) -> list[int]:
        assert self.turn is not None
        exists(self.get_game(), player)
        if self.turn.asked >> player & 1:
            return self.turn.legal(player)
        return [self.get_game().wait]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.get_game().outcomes
        return [(outcome, 1 / outcomes) for outcome in range(outcomes)]

    def _apply_action(self, action: int) -> None:
        turn = self.turn
        if turn is not None and turn.first is not None and self.sequential:
            self.check(turn.first, action)
            self.turn = turn.play(turn.first, action)
            return
        game = self.get_game()
        if turn is None:
            if not 0 <= action < game.outcomes:
                raise pyspiel.SpielError(f"Chance outcomes are 0 to {game.outcomes - 1}, not {action}.")
            self.draws = (*self.draws, action)
            if len(self.draws) == game.draws:
                self.draws, self.turn = (), game.begin(self.draws)
            return
        if turn.first is None:
            raise pyspiel.SpielError("The game is over.")
        raise pyspiel.SpielError("Every player acts here at the same time, with apply_actions.")

    def _apply_actions(self, actions: list[int]) -> None:
        game = self.get_game()
        if self.turn is None or not self.turn.asked or game.sequential:
            raise pyspiel.SpielError("Nobody acts here at the same time as others.")
        if len(actions) != game.num_players():
            raise pyspiel.SpielError(f"{game.num_players()} actions are needed, not {len(actions)}.")
        seats = self.turn.seats
        for player, action in enumerate(actions):
            if player in seats:
                self.check(player, action)
            elif action != game.wait:
                raise pyspiel.SpielError(f"Player {player} can only wait ({game.wait}), not take {action}.")
        self.turn = self.turn.play_all({seat: actions[seat] for seat in seats})

    def check(self, player: int, action: int) -> None:
        """Compiled rules trust what they are given: an illegal action would write anywhere."""
        assert self.turn is not None
        if action not in self.turn.legal(player):
            raise pyspiel.SpielError(f"Action {action} is not open to player {player} now.")

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.get_game()
        if player == pyspiel.PlayerId.CHANCE or self.turn is None:
            return f"world {action}" if game.small else f"draw {action}"
        if action == game.wait:
            return "wait"
        return game.rules.notation.write(self.turn.states[0], player, action)

    def returns(self) -> list[float]:
        if self.turn is None or self.turn.asked:
            return [0.0] * self.num_players()
        return self.turn.rewards()

    def resample_from_infostate(self, player: int, sampler: Any = None) -> OppidumState:
        """A state that the player cannot tell from this one, with the unseen cards laid out at random."""
        assert self.turn is not None
        key = new_secret() if sampler is None else seed_key("openspiel sampler", sampler())
        return supposed(self, player, key_words(key))

    def __str__(self) -> str:
        if self.turn is None:
            return f"{UNDEALT}: {' '.join(map(str, self.draws))}".rstrip(": ")
        return one_game.describe(self.get_game().rules, self.turn.states)


def exists(game: OppidumGame, player: int) -> int:
    """Compiled rules trust what they are given: a player who does not exist would read anywhere."""
    if not 0 <= player < game.num_players():
        # With the words that OpenSpiel's own tests look for.
        raise pyspiel.SpielError(
            f"There is no player {int(player)}: player >= 0 and player < {game.num_players()}."
        )
    return player


def supposed(state: OppidumState, player: int, key: np.ndarray) -> OppidumState:
    assert state.turn is not None
    exists(state.get_game(), player)
    copy = state.clone()
    copy.turn = state.turn.suppose(player, key)
    return copy


def resampler(seed: object = 0) -> Callable[[OppidumState, int], OppidumState]:
    """For `ISMCTSBot.set_resampler`: worlds from our `imagine`, the same for the same seed."""
    number = itertools.count()

    def resample(state: OppidumState, player: int) -> OppidumState:
        return supposed(state, player, key_words(seed_key(("openspiel resampler", seed), next(number))))

    return resample


class PlayoutEvaluator:
    """For OpenSpiel's MCTS and IS-MCTS: what its RandomRolloutEvaluator does, but compiled."""

    def __init__(self, n_rollouts: int = 1, seed: object = 0) -> None:
        self.n_rollouts = n_rollouts
        self.luck = luck_from("openspiel playouts", seed)

    def evaluate(self, state: OppidumState) -> np.ndarray:
        assert state.turn is not None
        setting = state.turn.setting
        out, points = np.zeros(setting.players), np.zeros(setting.players, np.int64)
        mask = np.zeros(setting.game.actions, np.uint8)
        one_game.play_at_random(state.turn.states, self.n_rollouts, self.luck, mask, points, out)
        return out

    def prior(self, state: OppidumState) -> list[tuple[int, float]]:
        legal = state.legal_actions(state.current_player())
        return [(action, 1 / len(legal)) for action in legal]


class OppidumObserver:
    """What a player sees (features, or the redacted position as text) and, with perfect recall, has seen.

    The information-state tensor (a game with `recall=true` has one) is the observation and, after it, 64 bits
    of a digest of all that the seat has seen and done: as fine as perfect recall asks for.
    """

    def __init__(self, game: OppidumGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"Observation parameters are not supported; got {params}.")
        self.game = game
        self.recall = bool(kind.perfect_recall)
        self.public = bool(kind.public_info)
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: np.ndarray | None = None
        self.dict: dict[str, np.ndarray] = {}
        self.scratch = game.rules.blanks(1)
        if self.public and self.private:
            width = game.rules.features
            self.tensor = np.zeros(width + (RECALL_BITS if self.recall else 0), np.float32)
            self.dict["observation"] = self.tensor[:width]
            if self.recall:
                self.dict["recall"] = self.tensor[width:]

    def set_from(self, state: OppidumState, player: int) -> None:
        if self.tensor is None:
            return
        exists(self.game, player)
        self.tensor.fill(0)
        if state.turn is None:
            return
        one_game.look(state.turn.states, player, self.dict["observation"])
        if self.recall:
            first = np.frombuffer(state.turn.digest(player), np.uint8, RECALL_BITS // 8)
            self.dict["recall"][:] = np.unpackbits(first)

    def string_from(self, state: OppidumState, player: int) -> str | None:
        if not self.public:
            return None  # private and public knowledge are not kept apart
        if self.private:
            exists(self.game, player)
        if state.turn is None:
            return UNDEALT
        if self.recall and self.private:
            return f"seat {player + 1} {state.turn.digest(player).hex()}"
        one_game.see(state.turn.states, player if self.private else SPECTATOR, self.scratch)
        return one_game.describe(self.game.rules, self.scratch)


def register(about: About) -> None:
    """Make a game known to OpenSpiel."""
    kind = type(f"Oppidum_{about.id}", (OppidumGame,), {"about": about})
    pyspiel.register_game(game_type(about), kind)


assert DIGEST * 8 >= RECALL_BITS
for _about in games.catalogue().values():
    register(_about)
