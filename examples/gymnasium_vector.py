"""Gymnasium: a thousand tables of `cartes` in one call, and a little learner on one seat of each.

The learner is a linear policy over the actions of a bid, trained by REINFORCE against the greedy bot: not
strong, but better than random within seconds, in NumPy alone.
"""

from __future__ import annotations

import sys

import numpy as np

from oppidum.adapters.gymnasium import VectorGames, vector_env


def probabilities(weights: np.ndarray, seen: np.ndarray, mask: np.ndarray) -> np.ndarray:
    scores = np.where(mask, seen @ weights, -np.inf)
    scores -= scores.max(axis=1, keepdims=True)
    odds = np.exp(scores)
    return odds / odds.sum(axis=1, keepdims=True)


def play(envs: VectorGames, weights: np.ndarray, steps: int, rate: float, luck: np.random.Generator) -> float:
    """Play and learn; returns the mean reward of the games that ended."""
    seen, infos = envs.reset(seed=int(luck.integers(2**31)))
    n = envs.num_envs
    trace = np.zeros((n, *weights.shape), np.float32)  # the gradient of each game's decisions so far
    rewards: list[float] = []
    for _ in range(steps):
        odds = probabilities(weights, seen, infos["action_mask"].astype(bool))
        chosen = (odds.cumsum(axis=1) > luck.random((n, 1))).argmax(axis=1)
        surprise = -odds
        surprise[np.arange(n), chosen] += 1
        if rate:
            trace += seen[:, :, None] * surprise[:, None, :]
        seen, gained, over, _, infos = envs.step(chosen)
        if over.any():
            mine = gained[over]
            rewards += mine.tolist()
            weights += rate * np.tensordot(mine, trace[over], 1) / n
            trace[over] = 0
    return float(np.mean(rewards)) if rewards else 0.0


def main(tables: int = 256, rounds: int = 10) -> list[float]:
    luck = np.random.default_rng(1)
    envs = vector_env("cartes", num_envs=tables, players=2, hands=1, opponents="greedy")
    seen, infos = envs.reset(seed=1)
    weights = np.zeros((seen.shape[1], infos["action_mask"].shape[1]), np.float32)
    before = play(envs, weights, 60, 0.0, luck)
    for _ in range(rounds):
        play(envs, weights, 60, 0.2, luck)
    after = play(envs, weights, 60, 0.0, luck)
    return [before, after]


if __name__ == "__main__":
    small = "--small" in sys.argv
    before, after = main(32, 1) if small else main()
    print(f"mean reward against greedy: {before:+.2f} at random, {after:+.2f} after learning")
