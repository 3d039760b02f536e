"""PettingZoo: four agents at a table of `cartes`, playing at random among what is open to them."""

from __future__ import annotations

import numpy as np

from oppidum.adapters.pettingzoo import env, parallel_env


def in_turn(seed: int = 1) -> dict[str, float]:
    """Only agents who owe a decision get a turn."""
    luck = np.random.default_rng(seed)
    table = env("cartes", players=4, hands=1)
    table.reset(seed=seed)
    total = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, terminated, truncated, _info = table.last()
        total[agent] += reward
        if terminated or truncated or seen is None:
            table.step(None)
        else:
            table.step(int(luck.choice(np.flatnonzero(seen["action_mask"]))))
    return total


def in_parallel(seed: int = 1) -> dict[str, float]:
    """All agents answer at once; those who are not asked wait."""
    luck = np.random.default_rng(seed)
    table = parallel_env("cartes", players=4, hands=1)
    seen, _infos = table.reset(seed=seed)
    rewards: dict[str, float] = {}
    while table.agents:
        answers = {
            agent: int(luck.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in table.agents
        }
        seen, rewards, _terminated, _truncated, _infos = table.step(answers)
    return rewards


if __name__ == "__main__":
    # What each agent gets at the end: 1 for the winner, and the others lose it between them.
    for way, rewards in (("one after the other", in_turn()), ("all at once", in_parallel())):
        print(f"{way}:", ", ".join(f"{agent} {reward:+.2f}" for agent, reward in rewards.items()))
