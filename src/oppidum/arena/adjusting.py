"""Taking luck off the results of a contest, by as much as that has proved worth so far.

Each kind of luck (`arena.luck_value`) adds up to nothing on average, so any multiple of it can be taken off
without a bias, as long as the result itself has no say in the multiple. The weights of a deal's games are
therefore learned from the deals before it: by least squares, from a first guess on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from oppidum.arena.pairings import Contest, Played

GUESS = np.array([1.0, 0.8, 0.8])  # for the deal, chance after it, the bots' own lots
FIRM = 0.5  # how much the deals must tell before the guess is given up


class Weights:
    """How much of each kind of luck to take off, in one meeting of a contest."""

    def __init__(self, bot: int) -> None:
        self.bot = bot  # whose results they are learned from
        self.squares = np.diag([1e-9, FIRM, FIRM, FIRM])
        self.products = np.zeros(4)

    @property
    def now(self) -> np.ndarray:
        return GUESS + np.linalg.solve(self.squares, self.products)[1:]

    def weigh(self, games: Sequence[Played]) -> list[Played]:
        """The games of a deal with their luck weighed; they count for the next deal only."""
        weights = self.now
        self.learn(games)
        return [
            replace(played, luck=(tuple((weights @ np.array(played.luck)).tolist()),))
            if played.luck
            else played
            for played in games
        ]

    def learn(self, games: Sequence[Played]) -> None:
        share, luck = 0.0, np.zeros(3)
        for played in games:
            for seat, bot in enumerate(played.seats):
                if bot == self.bot and played.luck:
                    share += played.share(seat) / len(games)
                    luck += np.array(played.luck)[:, seat] / len(games)
        row = np.array([1.0, *luck])
        self.squares += np.outer(row, row)
        self.products += row * (share - GUESS @ luck)


def weigh(contest: Contest, games: Sequence[Played]) -> list[Played]:
    """All games, round by round, with their luck weighed."""
    rounds: dict[tuple[int, int], list[Played]] = defaultdict(list)
    for played in games:
        rounds[played.meeting, contest.round_of(played.meeting, played.number)].append(played)
    weights = [Weights(meeting[0]) for meeting in contest.meetings]
    return [played for key in sorted(rounds) for played in weights[key[0]].weigh(rounds[key])]


def crossed(results: np.ndarray, luck: np.ndarray, parts: int = 10) -> np.ndarray:
    """Results of independent games less their luck, one column a kind, as much of it as proves worth.

    The weights of a tenth of the games are learned from the other nine: the result has no say in its own.
    """
    left = np.array(results, np.float64)
    rows = np.column_stack([np.ones(len(luck)), luck])
    for part in range(parts):
        here = np.arange(len(left)) % parts == part
        weights = np.linalg.lstsq(rows[~here], results[~here], rcond=None)[0]
        left[here] -= luck[here] @ weights[1:]
    return left
