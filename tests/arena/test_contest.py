"""A contest gives the same results whoever plays it, in whatever order, in one go or in several."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from oppidum import arena
from oppidum.arena.contest import Interrupted, run
from oppidum.arena.crews import alone, processes
from oppidum.arena.jobs import play_job
from oppidum.arena.pairings import Contest, Job, Played
from oppidum.arena.sprt import Sprt
from oppidum.kernel.errors import BadOption, OppidumError

SHORT = {"hands": "1", "characters": "seats"}
DUEL = Contest("cartes", ("greedy", "random"), 2, 200, "tests", SHORT)


@pytest.fixture(scope="module")
def duel() -> dict:
    return run(DUEL)


def in_disorder(jobs: Iterator[Job]) -> Iterator[list[Played]]:
    """As a cluster might: the last job may be the first to be done."""
    waiting = list(jobs)
    random.Random(2).shuffle(waiting)
    for job in waiting:
        yield play_job(job)


def test_the_better_bot_wins(duel: dict):
    better, worse = duel["bots"]
    assert better["games"] == worse["games"] == 200
    assert better["low"] > 0.6 > worse["high"]
    assert better["points_share"] + worse["points_share"] == pytest.approx(1)
    assert better["rating"] > worse["rating"]


def test_another_order_of_jobs_changes_nothing(duel: dict):
    assert run(DUEL, crew=in_disorder) == duel


def test_processes_change_nothing_even_when_one_is_killed(duel: dict):
    killed: list[int] = []

    def kill_one(done: int) -> None:
        if done and not killed:
            victim = multiprocessing.active_children()[0]
            assert victim.pid is not None
            os.kill(victim.pid, signal.SIGKILL)
            killed.append(victim.pid)

    assert run(DUEL, crew=processes(2), progress=kill_one) == duel
    assert killed


def test_whoever_stops_does_not_wait_for_the_processes():
    """A bot that thinks for minutes is under way when Ctrl-C comes."""
    before = multiprocessing.active_children()
    slow = Contest("cartes", ("greedy", "random", "search:600s"), 2, 2, "tests", SHORT)

    def stop(done: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stopped:
        run(slow, crew=processes(2), progress=stop)
    assert stopped.value.games == 2
    assert multiprocessing.active_children() == before


def test_a_bot_is_the_same_by_any_of_its_names(duel: dict):
    assert run(replace(DUEL, bots=("Greedy", " RANDOM"))) == duel


def test_compiled_and_single_games_see_the_same_cards():
    """Bots of other kinds play decision by decision: same deals, same seats, same rules."""
    slow = Contest("cartes", ("greedy", "search:2"), 2, 4, "tests", SHORT)
    assert [slow.key(d) for d in range(2)] == [DUEL.key(d) for d in range(2)]
    found = run(slow)
    assert found["games"] == 4
    assert run(slow) == found


@pytest.mark.parametrize("players", [3, 5])
def test_larger_tables(players: int):
    found = run(Contest("cartes", ("greedy", "random"), players, 2 * players, "tests", SHORT))
    assert found["games"] == 2 * players
    assert found["pairs"][0]["points_share"] > 0.5


def test_a_contest_that_was_interrupted_goes_on(tmp_path: Path, duel: dict):
    file = tmp_path / "duel.jsonl"
    seen: list[int] = []

    def pull_the_plug(done: int) -> None:
        seen.append(done)
        if done >= 64:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stop:
        run(DUEL, resume=str(file), progress=pull_the_plug)
    lines = file.read_text().splitlines()
    assert stop.value.games == len(lines) - 1
    assert 64 <= len(lines) - 1 < 200
    file.write_text("\n".join(lines[:-1]) + "\n" + lines[-1][:20])  # killed in the middle of a line
    played: list[int] = []
    assert run(DUEL, resume=str(file), progress=played.append) == duel
    assert played[0] == len(lines) - 2
    assert len(file.read_text().splitlines()) == 201
    again: list[int] = []
    assert run(DUEL, resume=str(file), progress=again.append) == duel
    assert again == [200]


def test_a_file_can_be_extended_but_not_mixed_up(tmp_path: Path):
    file = str(tmp_path / "few.jsonl")
    few = Contest("cartes", ("greedy", "random"), 2, 20, "tests", SHORT)
    run(few, resume=file)
    more = Contest("cartes", ("greedy", "random"), 2, 30, "tests", SHORT)
    assert run(more, resume=file) == run(more)
    with pytest.raises(OppidumError, match="another contest"):
        run(Contest("cartes", ("greedy", "random"), 2, 20, "other", SHORT), resume=file)


def test_a_file_with_nonsense_is_refused(tmp_path: Path):
    file = tmp_path / "bad.jsonl"
    few = Contest("cartes", ("greedy", "random"), 2, 2, "tests", SHORT)
    run(few, resume=str(file))
    good = file.read_text()
    file.write_text(good + "{}\n")
    with pytest.raises(OppidumError, match=r":4: this is no game"):
        run(few, resume=str(file))
    header, *games = good.splitlines()
    wrong = json.loads(games[0])
    wrong["seats"] = wrong["seats"][::-1]
    file.write_text("\n".join([header, json.dumps(wrong)]) + "\n")
    with pytest.raises(OppidumError, match=r":2: the seats"):
        run(few, resume=str(file))


def test_the_sequential_test_stops_early_and_at_the_same_game_everywhere():
    many = Contest("cartes", ("greedy", "random"), 2, 4000, "tests", SHORT)
    found = run(many, sprt=Sprt(0.5, 0.55))
    (verdict,) = found["sprt"]
    assert verdict["answer"] == "at least 0.55"
    assert verdict["games"] == found["games"] < 1000
    few = Contest("cartes", ("greedy", "random"), 2, 1000, "tests", SHORT)
    assert run(few, crew=in_disorder, sprt=Sprt(0.5, 0.55)) == {**found}


def test_a_test_without_an_answer_is_open():
    (verdict,) = run(Contest("cartes", ("greedy", "random"), 2, 4, "t", SHORT), sprt=Sprt(0.5, 0.55))["sprt"]
    assert verdict["answer"] == "open"


@pytest.mark.parametrize(
    ("contest", "sprt", "complaint"),
    [
        (Contest("cartes", ("greedy",), 2, 4), None, "two bots or more"),
        (Contest("cartes", ("greedy", "greedy"), 2, 4), None, "each named once"),
        (Contest("cartes", ("level5", "Prolix"), 2, 4), None, "each named once"),
        (Contest("cartes", ("search:5", "SEARCH:05"), 2, 4), None, "each named once"),
        (Contest("cartes", ("greedy", "nobody"), 2, 4), None, "no bot 'nobody'"),
        (Contest("cartes", ("greedy", "random"), 9, 4), None, "2 to 5 players"),
        (Contest("chess", ("greedy", "random"), 2, 4), None, "no game 'chess'"),
        (Contest("cartes", ("greedy", "random"), 2, 0), None, "at least one game"),
        (Contest("cartes", ("greedy", "random", "search:1"), 3, 4), Sprt(0.5, 0.6), "compares two bots"),
    ],
)
def test_contests_that_make_no_sense(contest: Contest, sprt: Sprt | None, complaint: str):
    with pytest.raises(BadOption, match=complaint):
        run(contest, sprt=sprt)


def test_alone_is_the_default_crew(duel: dict):
    assert run(DUEL, crew=alone) == duel


def test_in_one_line():
    found = arena.run("cartes", ["greedy", "random"], games=4, seed=3, hands=1)
    what = arena.Contest("cartes", ("greedy", "random"), 2, 4, "3", {"hands": "1"})
    again = run(what)
    assert found["bots"] == again["bots"]
    assert (found["seed"], found["players"]) == ("3", 2)
    with pytest.raises(BadOption, match="not 9"):
        arena.run("cartes", ["greedy", "random"], players=9)
    with pytest.raises(AttributeError, match="no attribute 'Contests'"):
        arena.Contests  # noqa: B018
