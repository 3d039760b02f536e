"""Playing the games of a job: compiled in bulk where all bots are policies, otherwise decision by decision.

Either way every bot gets nothing but what its seat may know.
"""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path

import numpy as np

from oppidum import bots, games
from oppidum.arena.bulk import play_all
from oppidum.arena.fixtures import Contest, Job, Played
from oppidum.bots.policies import teach
from oppidum.kernel import bits
from oppidum.kernel.editions import Edition
from oppidum.kernel.game import Game
from oppidum.kernel.luck import luck_from


@lru_cache(maxsize=4)
def edition_from(game: str, text: str | None) -> Edition:
    """The edition of a contest; its text travels with the jobs, for a worker may be on another machine."""
    loaded = games.load(game)
    if text is None:
        return loaded.default_edition()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "edition.toml"
        path.write_text(text, encoding="utf-8")
        return loaded.load_edition(str(path))


def play_job(job: Job) -> list[Played]:
    contest = job.contest
    game = games.load(contest.game)
    fast = all(contest.bots[bot] in bots.POLICIES for bot in contest.meetings[job.meeting])
    play = play_compiled if fast else play_with_bots
    return [play(game, contest, job.meeting, number) for number in range(job.first, job.last)]


def play_compiled(game: Game, contest: Contest, meeting: int, number: int) -> Played:
    """One game among policies."""
    teach(game)
    seats = contest.seating(meeting, number)
    policies = np.array([bots.POLICIES.index(contest.bots[bot]) for bot in seats], np.int64)
    s = deal(game, contest, meeting, number)
    states = np.array([s], game.dtype)
    luck = luck_from("arena", contest.seed, meeting)
    points = np.zeros((1, contest.players), np.int64)
    winners, decisions = np.zeros(1, np.int64), np.zeros(1, np.int64)
    mask = np.zeros(game.actions, np.uint8)
    play_all(states, policies, luck, number, mask, points, winners, decisions)
    won = tuple(bits.members(int(winners[0])))
    return Played(meeting, number, seats, tuple(int(p) for p in points[0]), won)


def play_with_bots(game: Game, contest: Contest, meeting: int, number: int) -> Played:
    """One game among bots of any kind."""
    seats = contest.seating(meeting, number)
    table = [
        bots.make(contest.bots[bot], game, (contest.seed, meeting, number, seat))
        for seat, bot in enumerate(seats)
    ]
    s = deal(game, contest, meeting, number)
    order = luck_from("arena order", contest.seed, meeting, number)
    while (seat := game.next_to_answer(s, order)) is not None:
        game.act(s, seat, table[seat].choose(game.view(s, seat), seat))
    standing = game.standing(s)
    return Played(meeting, number, seats, standing.points, standing.winners)


def deal(game: Game, contest: Contest, meeting: int, number: int):
    key = contest.key(contest.deal_of(meeting, number))
    return game.deal(contest.players, key, contest.options, edition_from(contest.game, contest.edition))
