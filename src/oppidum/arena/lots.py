"""How a bot of ours drew its last lot: with what odds it took each action.

A bot that mixes, or blunders now and then, is lucky or unlucky in its own draws as well as in the game's. Of
guests nothing is known, and where nobody was asked (None) nothing was drawn.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from oppidum.bots import Bot
from oppidum.bots.lookahead import LevelBot, ThinkingBot
from oppidum.bots.policies import GREEDY, RANDOM, PolicyBot, decide
from oppidum.kernel.game import Game

TRIES = 16  # of a policy that may draw lots itself

Odds = dict[int, float]


def odds(bot: Bot | None, game: Game, view: Any, seat: int, luck: np.ndarray) -> Odds | None:
    """With what probability the bot chose each action when it was asked just now; None: nobody knows.

    Exactly, or on the average over `luck`: either will do for whoever takes the mean of what the actions are
    worth.
    """
    if isinstance(bot, PolicyBot):
        return of_policy(bot.policy, game, view, seat, luck)
    if isinstance(bot, LevelBot):
        blunders = bot.level.blunders
        if bot.mind is not None:
            return of_thought(bot.mind) if blunders == 0 else None
        best = of_policy(GREEDY, game, view, seat, luck)
        if blunders == 0:
            return best
        any_ = of_policy(RANDOM, game, view, seat, luck)
        return {a: blunders * p + (1 - blunders) * best.get(a, 0.0) for a, p in any_.items()}
    return of_thought(bot) if isinstance(bot, ThinkingBot) else None


def blunders(bot: Bot) -> float:
    """How often a bot takes any move at all; of guests nothing is known, and they are taken for careful."""
    if isinstance(bot, LevelBot):
        return bot.level.blunders
    return 1.0 if isinstance(bot, PolicyBot) and bot.policy == RANDOM else 0.0


def of_policy(policy: int, game: Game, view: Any, seat: int, luck: np.ndarray) -> Odds:
    if policy == RANDOM:
        open_now = game.legal(view, seat)
        return dict.fromkeys(open_now, 1 / len(open_now))
    mask = np.zeros(game.actions, np.uint8)
    drawn = Counter(int(decide(view, seat, policy, luck, mask)) for _ in range(TRIES))
    return {action: times / TRIES for action, times in drawn.items()}


def of_thought(bot: ThinkingBot) -> Odds | None:
    """Of the search only the last draw is a lot; what it came to think is its skill."""
    thought = bot.last
    if thought is None:
        return None
    if not thought.mixed:
        return {thought.action: 1.0}
    return {option.action: option.probability for option in thought.options if option.probability > 0}
