"""One decision, judged on what its seat knew: what it cost against the best, and how surely.

Nothing but the redacted view goes in, and the luck of the judge follows from it: two worlds that the seat
could not tell apart are judged alike. All options are tried in the same worlds, so that what differs between
them is theirs; those that are clearly worse are tried no more, except for the one that was played. Where
several decide at the same time a search first finds how all of them should mix, and the option that was
played is held against the value of the mix. Where the search grows no tree the judge has none either: what
follows an option, and what others decide at the same time, goes by the rules of thumb.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from oppidum import bots
from oppidum.analysis.weighing import try_at_once, try_deeply
from oppidum.kernel import position
from oppidum.kernel.game import Game
from oppidum.kernel.insight import USUAL
from oppidum.kernel.players_luck import luck_from
from oppidum.search import Stop
from oppidum.search.think import Mind, Verdict, consult, judge
from oppidum.search.walk import ROOT

EFFORT = 4000  # games imagined for one decision
ROUNDS = 6  # after each, options that are clearly worse are given up
GLANCE = 48  # worlds for a first look, without looking ahead
FEWEST = 24  # worlds before anything is said to be clear
SURE = 2.5  # standard errors that make a difference clear; there are many options to compare
BLUR = 0.005  # of a victory: less than this no evaluation can tell
AT_ONCE = np.array(USUAL, np.float64)  # to where the evaluation can tell, and no round further


@dataclass(frozen=True)
class Weighed:
    """One option: what the seat may expect of it, and by how much that falls short of the best."""

    action: int
    value: float
    short: float  # of the best, or of the mix
    noise: float  # by as much it may fall short without meaning anything
    odds: float | None = None  # in the mix, where several decide at the same time

    @property
    def right(self) -> bool:
        """Within the noise of the best."""
        return self.short <= self.noise


@dataclass(frozen=True)
class Judgement:
    played: Weighed
    best: Weighed
    options: tuple[Weighed, ...]  # the best first
    mixed: bool
    deep: bool  # the played option is clearly the best, and neither rule of thumb nor a first look finds it

    @property
    def cost(self) -> float:
        """What the decision cost, of a victory; nothing within the noise."""
        return 0.0 if self.played.right else self.played.short

    @property
    def stake(self) -> float:
        """What there was to lose: the best against the worst."""
        return max(0.0, max(option.short for option in self.options))


class Judge:
    """Judges the decisions of one game, each with the same effort."""

    def __init__(self, game: Game, effort: int = EFFORT) -> None:
        self.game = game
        self.insight = consult(game)
        self.effort = effort
        self.thumb = bots.make(bots.default_name(game.id), game, "thumb")

    def judge(self, view: Any, seat: int, action: int) -> Judgement | None:
        """None where there was nothing to choose."""
        view = self.game.view(view, seat)  # whatever else was handed over
        options = np.array(self.game.legal(view, seat), np.int64)
        if len(options) < 2:
            return None
        played = int(np.flatnonzero(options == action)[0])
        seed = hashlib.sha256(b"oppidum analysis\n" + bytes([seat]) + view.tobytes()).hexdigest()
        luck = luck_from("judge", seed)
        room = 2 * self.effort + 64
        # No tree of the judge has the judged decision as its root: whoever decides next is nothing special.
        knobs = np.array(self.insight.knobs_for(int(view.players))._replace(doubt=0.0), np.float64)
        mind = Mind(self.game, self.insight, position.copy(view), seat, luck, room, knobs)
        if mind.mixes:
            return self.against_the_mix(mind, options, played)
        return self.against_the_best(mind, view, options, played)

    def tried(self, mind: Mind, options: np.ndarray, worlds: int, deeply: bool) -> np.ndarray:
        """What each option brought in each world: one row a world."""
        knobs = mind.knobs if deeply else AT_ONCE
        worth = np.empty((worlds, len(options)))
        board = np.empty(3, self.game.dtype)
        board[ROOT] = mind.board[ROOT]
        attempt = try_deeply if deeply and mind.grows else try_at_once
        attempt(
            mind.tree,
            board,
            mind.sketch,
            mind.words,
            mind.seat,
            self.insight.public,
            mind.luck,
            mind.key,
            mind.mask,
            mind.value,
            self.insight.patience,
            knobs,
            options,
            worth,
        )
        return worth

    def against_the_best(self, mind: Mind, view: Any, options: np.ndarray, played: int) -> Judgement:
        glance = self.tried(mind, options, GLANCE, deeply=False).mean(axis=0)
        portion = self.effort // ROUNDS
        if mind.grows:  # the tree begins to learn
            self.tried(mind, options, max(1, portion // len(options)), deeply=True)
        found = np.empty((0, len(options)))
        alive = np.arange(len(options))
        for _ in range(ROUNDS - 1):
            worlds = max(4, portion // len(alive))
            row = np.full((worlds, len(options)), np.nan)
            row[:, alive] = self.tried(mind, options[alive], worlds, deeply=True)
            found = np.concatenate([found, row])
            leader = alive[np.argmax(found[:, alive].mean(axis=0))]
            short, noise = behind(found[:, leader], found)
            given_up = (short > noise) & (np.arange(len(options)) != played) & (len(found) >= FEWEST)
            alive = alive[~given_up[alive]]
            if len(alive) == 1:
                break
        leader = int(alive[np.argmax(found[:, alive].mean(axis=0))])
        short, noise = behind(found[:, leader], found)
        best = float(found[:, leader].mean())
        weighed = [
            Weighed(int(action), best - float(short[i]), float(short[i]), float(noise[i]))
            for i, action in enumerate(options)
        ]
        thumb = self.thumb.choose(view, mind.seat)
        hard = int(np.argmax(glance)) != played and thumb != options[played]
        rivals = [option for i, option in enumerate(weighed) if i != played]
        deep = hard and leader == played and not any(option.right for option in rivals)
        return self.judgement(weighed, played, leader, mixed=False, deep=deep)

    def against_the_mix(self, mind: Mind, options: np.ndarray, played: int) -> Judgement:
        mind.iterate(self.effort // 2, Stop())
        verdict: Verdict = judge([mind], options.tolist())
        odds = verdict.probabilities()
        mix = np.array([odds[int(action)] for action in options])
        found = self.tried(mind, options, max(FEWEST, self.effort // 2 // len(options)), deeply=False)
        short, noise = behind(found @ mix, found)
        means = found.mean(axis=0)
        weighed = [
            Weighed(int(action), float(means[i]), float(short[i]), float(noise[i]), float(mix[i]))
            for i, action in enumerate(options)
        ]
        leader = int(np.argmax(np.where(short <= noise, mix, -1.0)))  # as a hint names it
        return self.judgement(weighed, played, leader, mixed=True, deep=False)

    def judgement(self, weighed: list[Weighed], played: int, best: int, mixed: bool, deep: bool) -> Judgement:
        ranked = tuple(sorted(weighed, key=lambda option: (option.short, option.action)))
        return Judgement(weighed[played], weighed[best], ranked, mixed, deep)


def behind(leader: np.ndarray, found: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """By how much each option falls short in the worlds in which it was tried, and the noise of that."""
    short = leader[:, None] - found
    worlds = np.maximum(1, np.count_nonzero(~np.isnan(short), axis=0))
    error = np.nanstd(short, axis=0) / np.sqrt(worlds)
    return np.nanmean(short, axis=0), SURE * error + BLUR
