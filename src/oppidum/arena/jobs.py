"""Playing the games of a job: compiled in bulk where all bots are policies, otherwise decision by decision.

Either way every bot gets nothing but what its seat may know.
"""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from oppidum import bots, games
from oppidum.arena.bulk import play_all
from oppidum.arena.lots import blunders, odds
from oppidum.arena.luck_value import Luck
from oppidum.arena.pairings import Contest, Job, Played
from oppidum.bots.guest_bots import GaveUp, left_over
from oppidum.bots.policies import teach
from oppidum.kernel import bits, position
from oppidum.kernel.editions import Edition
from oppidum.kernel.game import Game, Standing
from oppidum.kernel.players_luck import luck_from


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
    policies = all(contest.bots[bot] in bots.POLICIES for bot in contest.meetings[job.meeting])
    fast = policies and not contest.adjust
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
    won = bits.members(int(winners[0]))
    return Played(meeting, number, seats, tuple(int(p) for p in points[0]), won)


def play_with_bots(game: Game, contest: Contest, meeting: int, number: int) -> Played:
    """One game among bots of any kind. Who gives up has lost, and the other bots share the victory."""
    seats = contest.seating(meeting, number)
    s = deal(game, contest, meeting, number)
    account = None
    order = luck_from("arena order", contest.seed, meeting, number)
    table: list[bots.Bot] = []
    seat = 0
    try:
        for seat, bot in enumerate(seats):
            table.append(sit_down(game, contest, bot, (contest.seed, meeting, number, seat)))
        if contest.adjust:
            # The deal is valued alike for all games that share it.
            deal_luck = Luck(game, ("deal", contest.seed, contest.deal_of(meeting, number)))
            edition = edition_from(contest.game, contest.edition)
            account = Account(
                Luck(game, ("play", contest.seed, meeting, number), [blunders(bot) for bot in table]),
                deal_luck.of_deal(s, contest.options, edition),
            )
        while (seat := game.next_to_answer(s, order)) is not None:
            before = position.copy(s)
            action = table[seat].choose(game.view(s, seat), seat)
            game.act(s, seat, action)
            if account:
                account.note(table[seat], before, seat, action, s)
    except GaveUp as why:
        others = left_over(seats, seat or 0)
        standing, gave_up = Standing(game.standing(s).points, others), (seat or 0, str(why))
    else:
        standing, gave_up = game.standing(s), None
    luck = account.told() if account else ()
    return Played(meeting, number, seats, standing.points, standing.winners, luck, gave_up)


class Account:
    """What luck was worth to each seat of one game: the deal, chance after it, the bots' own lots."""

    def __init__(self, luck: Luck, deal: np.ndarray) -> None:
        self.luck, self.game = luck, luck.game
        self.deal = deal
        self.chance = np.zeros(len(deal))
        self.lots = np.zeros(len(deal))

    def note(self, bot: bots.Bot | None, before: Any, seat: int, action: int, after: Any) -> None:
        self.chance += self.luck.of_decision(before, seat, action, after)
        drawn = odds(bot, self.game, self.game.view(before, seat), seat, self.luck.luck)
        if drawn is not None:
            self.lots += self.luck.of_lot(before, seat, action, drawn)

    def told(self) -> tuple[tuple[float, ...], ...]:
        return tuple(tuple(float(x) for x in part) for part in (self.deal, self.chance, self.lots))


def sit_down(game: Game, contest: Contest, bot: int, seed: object) -> bots.Bot:
    edition = edition_from(contest.game, contest.edition)
    return bots.make(contest.bots[bot], game, seed, edition=edition, seconds=contest.limit)


def deal(game: Game, contest: Contest, meeting: int, number: int):
    key = contest.key(contest.deal_of(meeting, number))
    return game.deal(contest.players, key, contest.options, edition_from(contest.game, contest.edition))
