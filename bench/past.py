"""One's own page with many finished games.

    python bench/past.py [--games 2000]

Plays a game of four of each kind against bots, copies them in a fresh store until there are so many, and asks
for the page as a browser would: ten times, the middle and the slowest. Then for the file of all records.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from litestar.testing import TestClient

from oppidum import games
from oppidum.tables import Hall, bots_at_work, looking, open_hall, past, playing, seating, track_record
from oppidum.tables.schema import events, finished, seats, tables
from oppidum.web.app import create_app


def play(hall: Hall, visitor: str, game: str) -> str:
    code = seating.play_now(hall, visitor, game, level="greedy")
    while (seen := looking.view(hall, code, visitor)).status == "playing":
        if seen.choices:
            playing.move(hall, code, visitor, seen.choices[0].words)
        bots_at_work.work_now(hall)
    return code


def copy(connection: sa.Connection, table_id: int, new_id: int, ended: float) -> None:
    """The same game once more, as another table."""
    for part in (tables, seats, events, finished):
        key = part.c.id if part is tables else part.c.table_id
        rows = [dict(row) for row in connection.execute(sa.select(part).where(key == table_id)).mappings()]
        for row in rows:
            row[key.name] = new_id
            if part is tables:
                row["code"] = "".join("abcdefghijklmnop"[int(digit, 16)] for digit in f"{new_id:016x}")
            if part is finished:
                row["ended"] = ended
        connection.execute(sa.insert(part), rows)


def owner(hall: Hall) -> str:
    with hall.store.reading() as connection:
        return connection.execute(sa.select(tables.c.host).limit(1)).scalar_one()


def filled(hall: Hall, client: Any, wanted: int) -> None:
    visitor = client.post("/play", data={"game": next(iter(games.catalogue()))}, headers=OURS)
    assert visitor.status_code in (200, 303), visitor.text
    me = owner(hall)
    codes = [play(hall, me, game) for game in games.catalogue()]
    with hall.store.writing() as connection:
        ids = list(connection.execute(sa.select(tables.c.id).where(tables.c.code.in_(codes))).scalars())
        for number in range(wanted - len(codes)):
            copy(connection, ids[number % len(ids)], 1000 + number, 1.7e9 + 3600 * number)


OURS = {"sec-fetch-site": "same-origin"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    wanted = parser.parse_args().games
    with (
        tempfile.TemporaryDirectory() as folder,
        open_hall(Path(folder) / "house.sqlite3", pace=0.0, work=False, durable=False) as hall,
        TestClient(create_app(hall, rate=1e6)) as client,
    ):
        filled(hall, client, wanted)
        for path in ("/you", f"/you?page={wanted // 25}"):
            took = []
            for _ in range(10):
                began = time.perf_counter()
                assert client.get(path).status_code == 200
                took.append(1000 * (time.perf_counter() - began))
            print(f"{path}: {statistics.median(took):.0f} ms, at most {max(took):.0f} ms")
        began = time.process_time()
        played = past.games(hall, owner(hall))
        read = time.process_time()
        for figures in (
            track_record.by_game(played),
            track_record.against(played),
            track_record.form(played, 100),
        ):
            assert figures
        done = time.process_time()
        print(
            f"processor time: {1000 * (read - began):.0f} ms to read, {1000 * (done - read):.0f} ms figures"
        )
        began = time.perf_counter()
        lines = client.get("/you/records").text.count("\n")
        print(f"/you/records: {lines} games in {time.perf_counter() - began:.1f} s")


if __name__ == "__main__":
    sys.exit(main())
