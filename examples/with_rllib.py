# pyright: basic, reportMissingImports=false
# The library is not among the extras: nobody can know its types here.
"""RLlib: a few iterations of PPO on one hand of `cartes`. `pip install "ray[rllib]" torch`

RLlib's standard networks take no masks: `illegal="replace"` plays the first legal action instead. For modules
that do, as there is one among Ray's examples, there is `masked_observations=True`.
"""

from __future__ import annotations

from ray.rllib.algorithms.ppo import PPOConfig
from ray.tune.registry import register_env

from oppidum.adapters.one_seat import OneSeat


def main(iterations: int = 3) -> None:
    register_env("cartes", lambda settings: OneSeat("cartes", **settings))
    settings = {"opponents": "random", "hands": 1, "illegal": "replace"}
    config = (
        PPOConfig()
        .environment("cartes", env_config=settings)
        .env_runners(num_env_runners=0, num_envs_per_env_runner=8)
        .training(train_batch_size_per_learner=2000, minibatch_size=256, num_epochs=4)
    )
    algorithm = config.build_algo()
    for _ in range(iterations):
        found = algorithm.train()["env_runners"]
        print(f"mean reward against random: {found['episode_return_mean']:+.2f}")
    algorithm.stop()


if __name__ == "__main__":
    main()
