"""A journal that was cut off, a database that goes away in the middle: `bench/kills.py` does it often and for
long, with the real server; here once or twice with every change."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest

from oppidum.tables import Hall, NoSuchTable, StoreError, looking, open_hall, playing, seating, visitors
from oppidum.tables.bots_at_work import work_now
from oppidum.tables.model import HumanSeat, Settings

from .conftest import cluster, unprivileged

CUTS = 12


def two_people(hall: Hall) -> tuple[str, list[str]]:
    people = [visitors.arrive(hall, name).visitor.id for name in ("Bonemine", "Falbala")]
    settings = Settings("cartes", (HumanSeat(), HumanSeat()), options={"hands": "2"}, confirm=False)
    code = seating.open_table(hall, people[0], settings)
    for person in people:
        seating.sit(hall, code, person)
    seating.start(hall, code, people[0])
    return code, people


def decide(hall: Hall, code: str, people: list[str]) -> int:
    """One decision of whoever is asked; returns its number."""
    for person in people:
        view = looking.view(hall, code, person)
        if view.choices:
            return playing.move(
                hall, code, person, view.choices[view.moves % len(view.choices)].action
            ).number
    raise AssertionError("nobody is asked")


def test_a_journal_that_was_cut_off_leaves_a_game_without_gaps(tmp_path: Path) -> None:
    """As after a power failure with a disk that had promised more than it kept."""
    luck = random.Random(20261117)
    with open_hall(tmp_path / "house.sqlite3", pace=0.0, work=False) as hall:
        code, people = two_people(hall)
        for _ in range(60):
            decide(hall, code, people)
        words = [decision.words for decision in hall.whole(code).decisions]
        (tmp_path / "crashed").mkdir()
        for left in ("house.sqlite3", "house.sqlite3-wal"):
            shutil.copy(tmp_path / left, tmp_path / "crashed" / left)
    whole = (tmp_path / "crashed" / "house.sqlite3-wal").stat().st_size
    assert whole > 100_000, "nothing lies in the journal: a poor test"
    kept: set[int] = set()
    for number in range(CUTS):
        place = tmp_path / f"cut {number}"
        shutil.copytree(tmp_path / "crashed", place)
        with (place / "house.sqlite3-wal").open("r+b") as journal:
            journal.truncate(luck.randrange(whole // 2, whole) if number else whole)
        with open_hall(place / "house.sqlite3", pace=0.0, work=False) as hall:
            assert work_now(hall) == 0
            try:
                there = [decision.words for decision in hall.whole(code).decisions]
            except NoSuchTable:
                kept.add(-1)
                continue
            assert there == words[: len(there)]
            kept.add(len(there))
            if hall.look(code).status == "playing":
                assert decide(hall, code, people) == len(there) + 1
    assert max(kept) == len(words), "what was not cut off is lost"
    assert len(kept) > 3, "all cuts were alike: a poor test"


@pytest.mark.postgres
@pytest.mark.timeout(300)
def test_postgresql_goes_away_and_comes_back(
    postgres_folder: Path, eventually: Callable[[Callable[[], bool]], None]
) -> None:
    with cluster(postgres_folder) as server:
        with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
            connection.execute("CREATE DATABASE oppidum")
            data = connection.execute("SHOW data_directory").fetchone()
        assert data is not None
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": "/"}
        control = [*unprivileged(), postgres_folder / "pg_ctl", "-D", data[0], "-w"]
        with open_hall(f"{server}/oppidum", pace=0.0, work=False) as hall:
            code, people = two_people(hall)
            acknowledged = [decide(hall, code, people) for _ in range(5)]
            folder = Path(data[0]).parent
            settings = (
                f"-p {server.rpartition(':')[2]} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
            )
            start = ["start", "-o", settings, "-l", folder / "log"]
            for _ in range(2):
                subprocess.run([*control, "stop", "-m", "immediate"], check=True, **quiet)
                with pytest.raises(StoreError):
                    decide(hall, code, people)
                subprocess.run([*control, *start], check=True, **quiet)
                eventually(lambda: plays_on(hall, code, people, acknowledged))
            assert hall.look(code).moves == acknowledged[-1]
            assert acknowledged == list(range(1, len(acknowledged) + 1))


def plays_on(hall: Hall, code: str, people: list[str], acknowledged: list[int]) -> bool:
    try:
        acknowledged.append(decide(hall, code, people))
    except StoreError:
        return False
    return True
