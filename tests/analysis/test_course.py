"""A finished game taken apart: fair share, luck and decisions make the result, luck averages to nothing."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from oppidum import games
from oppidum.analysis.course import Course, analyse, course_of, fair_share, swings
from oppidum.analysis.judging import EFFORT
from oppidum.analysis.report import Analysis
from oppidum.analysis.valuing import Appraiser
from oppidum.arena.bulk import play_games
from oppidum.arena.simulate import play_record
from oppidum.kernel.errors import BadOption, BadRecord
from oppidum.words.analysis import parts_of

GAMES = list(games.catalogue())
SHORT = {"cartes": {"hands": "1"}}


@cache
def course(game_id: str, players: int = 2, number: int = 0, bots: tuple[str, ...] = ("greedy",)) -> Course:
    game = games.load(game_id)
    seated = [bots[seat % len(bots)] for seat in range(players)]
    record = play_record(game, seated, "analysis", number, SHORT.get(game_id))
    return course_of(game, record, game.default_edition())


@cache
def analysed(game_id: str, players: int = 2) -> Analysis:
    return analyse(course(game_id, players, 0, ("greedy", "random")), effort=150)


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("players", [2, 3])
def test_fair_share_luck_and_decisions_make_the_result(game_id: str, players: int):
    found, played = analysed(game_id, players), course(game_id, players, 0, ("greedy", "random"))
    standing = played.game.standing(played.positions[-1])
    for seat, account in enumerate(found.accounts):
        assert account.result == pytest.approx(standing.share(seat), abs=1e-6)
        assert account.fair + account.luck + account.own + account.others == pytest.approx(
            account.result, abs=1e-9
        )
        own = sum(
            moment.decision[seat]
            for moment, (who, _) in zip(found.moments[1:], played.decisions, strict=True)
            if who == seat
        )
        assert account.own == pytest.approx(own, abs=1e-5 * len(found.moments))
        shown = [round(1000 * part) for part in parts_of(account)]
        assert shown[0] == sum(shown[1:])
        assert all(
            abs(1000 * exact - part) <= 2
            for exact, part in zip(
                (account.result, account.fair, account.luck, account.own, account.others), shown, strict=True
            )
        )


@pytest.mark.parametrize("game_id", GAMES)
def test_every_step_is_what_luck_and_the_decision_did(game_id: str):
    moments = analysed(game_id).moments
    for before, after in pairwise(moments):
        for seat in range(2):
            moved = after.luck[seat] + after.decision[seat]
            assert after.open[seat] - before.open[seat] == pytest.approx(moved, abs=1e-5)
    for moment in moments:
        assert sum(moment.open) == pytest.approx(1, abs=1e-5)
        assert sum(moment.luck) == pytest.approx(0, abs=1e-5)
        assert all(0 <= chance <= 1 for chance in (*moment.open, *moment.known))


@pytest.mark.parametrize("game_id", GAMES)
def test_the_last_moment_is_the_result(game_id: str):
    found, played = analysed(game_id), course(game_id, 2, 0, ("greedy", "random"))
    standing = played.game.standing(played.positions[-1])
    assert found.moments[-1].open == found.moments[-1].known
    assert found.moments[-1].points == tuple(float(points) for points in standing.points)
    assert len(found.moments) == len(found.decisions) + 1 == len(played.positions)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_luck_averages_to_nothing_and_can_be_taken_off(game_id: str, long: bool):
    """The share without luck is that of far more games with it, and varies less."""
    game, number = games.load(game_id), 120 if long else 20
    results, lucks = [], []
    for n in range(number):
        played = course(game_id, 2, n, ("greedy", "random"))
        appraiser = Appraiser(game, n, looks=16)
        fair = fair_share(played, appraiser)
        found = list(swings(played, appraiser, fair))
        results.append(found[-1].now[0])
        lucks.append(sum(swing.luck[0] for swing in found))
    result, luck = np.array(results), np.array(lucks)
    rest = result - luck
    assert abs(luck.mean()) < 4 * luck.std(ddof=1) / math.sqrt(number)
    assert luck.std() > 0
    long_run = (
        play_games(game, ["greedy", "random"], 5000, "long run", SHORT.get(game_id)).shares[:, 0].mean()
    )
    assert abs(rest.mean() - long_run) < 4 * rest.std(ddof=1) / math.sqrt(number) + 0.02


def test_the_same_game_gets_the_same_analysis():
    again = analyse(course("cartes", 2, 0, ("greedy", "random")), effort=150)
    assert again == analysed("cartes")


def test_only_one_seat_is_judged_if_so_wished():
    found = analyse(course("romains", 2, 1), seat=1, effort=60)
    assert {decision.seat for decision in found.decisions} == {2}
    assert found.accounts[0].accuracy is None
    with pytest.raises(BadOption, match="The seats are 1 to 2"):
        analyse(course("romains", 2, 1), seat=2)


def test_seconds_decide_how_hard_it_looks():
    hasty = analyse(course("romains", 2, 1), seconds=0.2)
    assert hasty.effort < EFFORT
    with pytest.raises(BadOption):
        analyse(course("romains", 2, 1), seconds=0)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_running_game_is_refused(game_id: str):
    game = games.load(game_id)
    record = play_record(game, ["greedy"] * 2, "analysis", 0, SHORT.get(game_id))
    record.result = None
    with pytest.raises(BadRecord, match="only finished games are analysed"):
        course_of(game, record, game.default_edition())


@pytest.mark.parametrize("game_id", GAMES)
def test_turning_points_are_few_and_in_order(game_id: str):
    found = analysed(game_id)
    steps = [turn.step for turn in found.turning_points]
    assert steps == sorted(set(steps))
    assert len(steps) <= 3
    for turn in found.turning_points:
        decision = found.decisions[turn.step - 1]
        if turn.kind == "decision":
            assert turn.change == -decision.cost < 0
        else:
            assert turn.change == found.moments[turn.step].luck[turn.seat - 1]


@pytest.mark.parametrize("game_id", GAMES)
def test_lessons_are_ones_own_worst_decisions(game_id: str):
    found = analysed(game_id)
    by_step = {decision.step: decision for decision in found.decisions}
    for account in found.accounts:
        taught = [by_step[step] for step in account.learn]
        assert [d.seat for d in taught] == [account.seat] * len(taught)
        costs = [d.cost for d in taught]
        assert costs == sorted(costs, reverse=True)
        for d in taught:
            right = {option.move for option in d.options if option.right}
            assert d.move not in right
            assert d.best in right
