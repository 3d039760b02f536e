"""Flat Monte Carlo, the simplest bot that looks ahead, and the one that the search has to beat.

Imagine a world, try every option in that same world, let the game's playout policy finish each to the end,
and take what did best on average. No tree, no evaluation, no thought that others think.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from oppidum.kernel import bits
from oppidum.kernel.arrival import next_to_answer
from oppidum.kernel.compiled import compiled
from oppidum.kernel.game import Game
from oppidum.kernel.insight import MAX_SEATS, prefer, reopen
from oppidum.kernel.players_luck import luck_from, roll_key
from oppidum.kernel.verbs import act, imagine, scores, waiting
from oppidum.search.budget import Budget, Stop, Timer
from oppidum.search.selection import chance
from oppidum.search.think import consult

ROOT, WORLD, TRIAL = range(3)  # places on the board


@compiled
def weigh(board, seat, luck, key, mask, options, worth, worlds, stop):
    """Try all options in so many worlds; adds what each brought to `worth`, and returns how many worlds."""
    points = np.empty(MAX_SEATS, np.int64)
    done = 0
    while done < worlds and stop[0] == 0:
        roll_key(luck, key)
        board[WORLD] = board[ROOT]
        imagine(board[WORLD], seat, key)
        for i in range(len(options)):
            board[TRIAL] = board[WORLD]
            trial = board[TRIAL]
            act(trial, seat, options[i])
            seats = waiting(trial)
            while seats != 0:
                who = next_to_answer(trial, seats, luck)
                act(trial, who, prefer(trial, who, luck, mask))
                seats = waiting(trial)
            winners = scores(trial, points)
            if (winners >> seat) & 1:
                worth[i] += 1.0 / bits.count(winners)
        done += 1
    return done


def flat(game: Game, view: Any, seat: int, budget: Budget, seed: object = 0, stop: Stop | None = None) -> int:
    """The option that did best on average; of several such one by lot, or who has won would never end it."""
    consult(game)
    view = game.view(view, seat)  # whatever else was handed over
    options = np.array(game.legal(view, seat), np.int64)
    if len(options) == 1:
        return int(options[0])
    board = np.empty(3, game.dtype)
    board[ROOT] = view
    reopen(board[ROOT], seat)
    luck = luck_from("flat", seed)
    key, mask = np.zeros(8, np.int32), np.zeros(game.actions, np.uint8)
    worth = np.zeros(len(options))
    stop = stop or Stop()
    weigh(board, seat, luck, key, mask, options, worth, 0, stop.flag)  # loads it, which is no thinking
    timer, done = Timer(budget.seconds, budget.deadline()), 0
    while not stop.flag[0] and (budget.iterations is None or done < budget.iterations):
        n = timer.next(done)
        if n == 0:
            break
        if budget.iterations is not None:
            n = min(n, budget.iterations - done)
        done += weigh(board, seat, luck, key, mask, options, worth, n, stop.flag)
    best = options[worth == worth.max()]
    return int(best[int(chance(luck) * len(best))])
