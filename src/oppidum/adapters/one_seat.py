"""Gymnasium: one game, one seat, bots around it.

    import gymnasium

    env = gymnasium.make("oppidum/GAME-v0", opponents="greedy")
    seen, info = env.reset(seed=1)
    seen, reward, terminated, truncated, info = env.step(action)

`info["action_mask"]` tells what is open, and so does `action_masks()`, as MaskablePPO of sb3-contrib asks for
it. At the end of a game it is all ones: anything will do, for it is not looked at.

An illegal action ends the game with -1, as behind the door to PettingZoo; with `illegal="replace"` the first
legal one is played instead, with `illegal="raise"` it raises IllegalAction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from oppidum import bots
from oppidum.adapters.gymnasium import NOBODY_ELSE, VectorGames
from oppidum.kernel.errors import BadOption
from oppidum.kernel.extras import needs

with needs("research", "The door to Gymnasium"):
    import gymnasium
    from gymnasium.error import ResetNeeded
    from gymnasium.spaces import Box, Dict

ILLEGAL = ("terminate", "replace", "raise")
LOST = -1.0


class OneSeat(gymnasium.Env[Any, int]):
    """One seat of one game after another; bots play the others."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        opponents: Any | Sequence[Any] = None,
        illegal: str = "terminate",
        masked_observations: bool = False,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        """`opponents`: a bot for all other seats, or one for each seat (default: the game's own `greedy`).

        `masked_observations`: an observation is `{"observation": …, "action_mask": …}`, as behind the door to
        PettingZoo, for libraries that look for the mask there.
        The other settings are those of the vector environment: `players`, `seat`, `limit`, and the game's
        options.
        """
        if illegal not in ILLEGAL:
            raise BadOption(f"`illegal` is one of {', '.join(ILLEGAL)}; not {illegal!r}.")
        if isinstance(opponents, str) and opponents == NOBODY_ELSE:
            raise BadOption(
                "One seat alone plays no game: `opponents` are needed, or `make_vec` for all seats."
            )
        against = bots.default_name(game) if opponents is None else opponents
        self.games = VectorGames(game, 1, opponents=against, threads=1, **settings)
        self.observation_space = self.games.single_observation_space
        self.action_space = self.games.single_action_space
        self.masked = masked_observations
        if masked_observations:
            mask = Box(0, 1, (self.games.game.actions,), np.int8)
            self.observation_space = Dict({"observation": self.observation_space, "action_mask": mask})
        self.illegal = illegal
        # Of modes that there are not Gymnasium warns; some libraries ask for pictures from everybody.
        self.render_mode = render_mode if render_mode in self.metadata["render_modes"] else None
        self.next: tuple[np.ndarray, dict[str, Any]] | None = None  # the next game, if it is dealt already
        self.running = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        if self.next is None or seed is not None:
            seen, infos = self.games.reset(seed=seed)
            self.next = seen[0], only(infos)
        (seen, info), self.next = self.next, None
        self.running = True
        return self.shown(seen, info), info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        seen, reward, over, info = self.play(action)
        return self.shown(seen, info), reward, over, False, info

    def shown(self, seen: np.ndarray, info: dict[str, Any]) -> Any:
        return {"observation": seen, "action_mask": info["action_mask"].copy()} if self.masked else seen

    def play(self, action: Any) -> tuple[np.ndarray, float, bool, dict[str, Any]]:
        if not self.running:
            raise ResetNeeded("No game is under way: call `reset` first.")
        chosen, legal = one_number(action), self.action_masks()
        wrong = not 0 <= chosen < len(legal) or not legal[chosen]
        if wrong and self.illegal == "terminate":
            self.running = False
            info = {**self.info(), "illegal": True, "action_mask": self.anything()}
            return self.games.tables.features[0].copy(), LOST, True, info
        if wrong and self.illegal == "replace":
            chosen = int(legal.argmax())
        seen, rewards, over, _, infos = self.games.step(np.array([chosen]))
        info = {"illegal": True} if wrong else {}
        if not over[0]:
            return seen[0], float(rewards[0]), False, {**only(infos), **info}
        self.running, self.next = False, (seen[0], only(infos))
        info |= {"rewards": infos["final_info"]["rewards"][0], "seat": int(infos["final_info"]["seat"][0])}
        info |= why(infos["final_info"])
        info["action_mask"] = self.anything()
        return infos["final_obs"][0], float(rewards[0]), True, info

    def info(self) -> dict[str, Any]:
        return only(self.games.infos())

    def anything(self) -> np.ndarray:
        """The mask where a game is over: what is done then is not looked at, but something can be chosen."""
        return np.ones(self.games.game.actions, np.int8)

    def action_masks(self) -> np.ndarray:
        """What is open now, as booleans; when the game is over, anything."""
        return (self.games.tables.masks[0] if self.running else self.anything()).astype(np.bool_)

    def render(self) -> str | None:
        """What the seat itself may know, field by field."""
        if self.render_mode is None:
            return None
        from oppidum.adapters.one_game import describe

        seat = int(self.games.tables.seats[0])
        view = self.games.game.view(self.games.tables.states[0], seat)
        return describe(self.games.game, np.array([view], self.games.game.dtype))

    def close(self) -> None:
        self.games.close()


def one_number(action: Any) -> int:
    """An action, also as an array of one, as some libraries hand it over."""
    given = np.asarray(action)
    if given.size != 1 or given.dtype.kind not in "iu":
        raise TypeError(f"An action is one whole number, not {action!r}.")
    return int(given.item())


def only(infos: dict[str, Any]) -> dict[str, Any]:
    """What a batch of one says about its game."""
    return {"seat": int(infos["seat"][0]), "action_mask": infos["action_mask"][0], **why(infos)}


def why(infos: dict[str, Any]) -> dict[str, str]:
    """What an opponent has lost this game by, if one has."""
    return {"gave_up": infos["gave_up"][0]} if "gave_up" in infos else {}
