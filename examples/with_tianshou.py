# pyright: basic, reportMissingImports=false
# The library is not among the extras: nobody can know its types here.
"""Tianshou's collector steps our games: a random policy, masks included. `pip install tianshou`"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
from tianshou.data import Collector, CollectStats
from tianshou.env import DummyVectorEnv

NAME = "oppidum.adapters.gymnasium:oppidum/cartes-v0"


class WithMask(gymnasium.ObservationWrapper):
    """Tianshou reads what is open from the observation: `obs` and `mask`."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        mask = spaces.MultiBinary(int(env.action_space.n))
        self.observation_space = spaces.Dict({"obs": env.observation_space, "mask": mask})

    def observation(self, observation: np.ndarray) -> dict[str, Any]:
        mask = self.env.get_wrapper_attr("action_masks")()
        return {"obs": observation, "mask": mask}


def main() -> None:
    envs = DummyVectorEnv(
        [lambda: WithMask(gymnasium.make(NAME, opponents="greedy", hands=1)) for _ in range(8)]
    )
    policy = MARLRandomDiscreteMaskedOffPolicyAlgorithm.Policy(action_space=gymnasium.make(NAME).action_space)
    collector = Collector[CollectStats](policy, envs)
    collector.reset()
    found = collector.collect(n_episode=200)
    print(f"{found.n_collected_steps} decisions in {found.n_collected_episodes} games")
    print(f"mean reward against greedy: {found.returns.mean():+.2f}")


if __name__ == "__main__":
    main()
