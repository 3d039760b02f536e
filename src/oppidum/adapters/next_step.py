"""The vector environment with Gymnasium's own way of starting anew (`AutoresetMode.NEXT_STEP`).

Where a game has ended, the observation is that of its end. In the next step that game takes no decision,
whatever action is given for it: it only shows the next game's first observation. Wrappers such as
`gymnasium.wrappers.vector.NormalizeObservation` ask for this mode.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from oppidum.adapters.gymnasium import Step, VectorGames, read_seed, told_of


class NextStepGames(VectorGames):
    """A batch of games, each of which rests for one step between two deals."""

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(self, game: str, num_envs: int = 1, **settings: Any) -> None:
        super().__init__(game, num_envs, **settings)
        self.first_seen = np.zeros_like(self.tables.features)
        self.closers = np.zeros_like(self.tables.seats)  # whose decision was the last one, where a game rests

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> Any:
        wanted = self.wanted_rows(options)
        if seed is not None:
            read_seed(seed, self.num_envs)  # before anything changes
        self.tables.resting[wanted] = False
        seen, infos = super().reset(seed=seed, options=options)
        self.show_ends(self.tables.resting, seen, infos)
        return seen, infos

    def show_ends(self, over: np.ndarray, seen: np.ndarray, infos: dict[str, Any]) -> None:
        """Where a game has ended, its end instead of the next one, dealt already."""
        seen[over] = self.tables.final[over]
        for key in ("gave_up", "_gave_up"):
            infos.pop(key, None)
        infos |= self.gave_up_so_far(over)
        infos["seat"] = np.where(over, self.closers, infos["seat"])
        infos["action_mask"] = np.where(over[:, None], np.int8(1), infos["action_mask"])

    def step(self, actions: Any) -> Step:
        given = np.array(actions)
        resting = self.tables.resting.copy()
        if self.began and given.shape == (self.num_envs,):
            given[resting] = self.tables.masks[resting].argmax(axis=1)  # whatever was given is not taken
        self.tables.over[resting] = False
        self.tables.rewards[resting] = self.tables.acted[resting] = 0
        seats = self.tables.seats.copy()
        seen, rewards, over, never, infos = super().step(given)
        seen[resting] = self.first_seen[resting]
        self.first_seen[over] = seen[over]
        self.closers[over] = seats[over]
        infos.pop("final_obs", None)
        infos.pop("_final_obs", None)
        self.show_ends(over, seen, infos)
        self.tables.resting[:] = over
        return seen, rewards, over, never, infos

    def gave_up_so_far(self, over: np.ndarray) -> dict[str, Any]:
        """Why opponents have lost: of a game that has ended itself, not of the next one, dealt already."""
        if self.company is None:
            return {}
        ended = {i: why for i, why in self.company.why_before.items() if over[i]}
        running = {i: why for i, why in self.company.why.items() if not over[i]}
        return told_of(ended | running, self.everything)
