# pyright: basic, reportMissingImports=false
# The library is not among the extras: nobody can know its types here.
"""MaskablePPO of sb3-contrib learns one hand of `cartes` against `greedy`. No glue code.

    pip install sb3-contrib
    python examples/train_ppo.py [--minutes 10]

Stable-Baselines3 wants many single games rather than one batch, so this is not the fastest way to learn
(`oppidum.adapters.gymnasium` steps thousands in one call); it is the shortest.
"""

from __future__ import annotations

import argparse
import time

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env

NAME = "oppidum.adapters.gymnasium:oppidum/cartes-v0"
SETTINGS = {"opponents": "greedy", "players": 2, "hands": 1}


class Until(BaseCallback):
    """Stops when time is up."""

    def __init__(self, minutes: float) -> None:
        super().__init__()
        self.until = time.monotonic() + 60 * minutes

    def _on_step(self) -> bool:
        return time.monotonic() < self.until


def share(model: MaskablePPO, games: int, seed: int) -> tuple[float, float]:
    """Its share of the victory in new games, and the standard error of that."""
    env = gymnasium.make(NAME, **SETTINGS)
    shares: list[float] = []
    for number in range(games):
        seen, info = env.reset(seed=seed + number)
        over = False
        while not over:
            action, _ = model.predict(seen, action_masks=info["action_mask"])
            seen, reward, over, _, info = env.step(int(action))
        shares.append((1 + float(reward)) / 2)
    return float(np.mean(shares)), float(np.std(shares) / games**0.5)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--games", type=int, default=2000, help="games to measure it with")
    asked = parser.parse_args()
    envs = make_vec_env(NAME, n_envs=64, env_kwargs=SETTINGS)
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=128,
        batch_size=2048,
        n_epochs=4,
        gamma=1.0,
        gae_lambda=0.95,
        learning_rate=1e-3,
        ent_coef=0.005,
        policy_kwargs={"net_arch": [256, 128]},
        device="cpu",
        seed=1,
    )
    model.learn(10**9, callback=Until(asked.minutes))
    mean, error = share(model, asked.games, seed=10**6)
    print(f"{model.num_timesteps:,} decisions in {asked.minutes:g} minutes:")
    print(f"{mean:.1%} of the victories against greedy, ± {1.96 * error:.1%} ({asked.games} games)")


if __name__ == "__main__":
    main()
