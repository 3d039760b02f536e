"""Everything that may befall a house and its store, again and again, while programs play in it over HTTP.

    python bench/kills.py [TRIAL …] [--times 20] [--kills 200] [--seed 1]

| trial | what happens |
|---|---|
| workers | a process that plays is killed (-9) at a random moment, so often on each store |
| server | the whole server is killed (-9), so often on each store; each time it starts again, for seconds |
| full | the disk is full, and later has room again (needs the right to mount a disk of its own) |
| read-only | SQLite refuses whatever writes, and later takes it again |
| journal | the server is killed, and its journal (WAL) is cut off at a random byte |
| restart | PostgreSQL is stopped at once and started again while two workers play |
| unread | streams are opened that nobody ever reads |
| slow | every commit takes a fifth of a second |

After each: everything that was acknowledged is in the store, in its place and once; games go on to their end.
(Cutting off a journal takes away what was acknowledged last, as a disk that lies would; what is left has to
be a game without gaps that goes on.) Everything is on loopback and in temporary folders.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

TESTS = Path(__file__).resolve().parent.parent / "tests"
sys.path.insert(0, str(TESTS / "tables"))

killed: Any = importlib.import_module("killed")  # houses, and programs that play in them

postgres: Any = importlib.import_module("conftest")  # throw-away clusters

SLOW = """
import time
from sqlalchemy import event
from sqlalchemy.engine import Engine
event.listen(Engine, "commit", lambda connection: time.sleep(0.2))
"""
READ_ONLY = """
import os
from sqlalchemy import event
from sqlalchemy.pool import Pool
event.listen(Pool, "checkout", lambda c, *_: c.execute(f"PRAGMA query_only={int(os.path.exists(%r))}"))
"""


@contextlib.contextmanager
def server_that(does: str) -> Iterator[None]:
    usual = killed.SERVER
    killed.SERVER = does + usual
    try:
        yield
    finally:
        killed.SERVER = usual


@dataclass
class Tally:
    """What programs met."""

    acknowledged: int = 0
    refused: int = 0  # with a sentence: nothing can be written down
    cut: int = 0  # connections that broke
    looks: list[float] = field(default_factory=list[float])  # seconds
    decisions: list[float] = field(default_factory=list[float])

    def line(self) -> str:
        def p(times: list[float], share: float) -> str:
            return f"{1000 * sorted(times)[int(share * (len(times) - 1))]:.0f}" if times else "-"

        return (
            f"{self.acknowledged:,} acknowledged, {self.refused:,} refused in a sentence, "
            f"{self.cut:,} cut off; "
            f"looks p50 {p(self.looks, 0.5)} ms, p99 {p(self.looks, 0.99)} ms; "
            f"decisions p50 {p(self.decisions, 0.5)} ms, p99 {p(self.decisions, 0.99)} ms"
        )


def decide(player: Any, client: httpx.Client, tally: Tally) -> bool:
    """One decision, whatever happens to the house; True once the game is over."""
    began = time.perf_counter()
    try:
        answer = player.ask(client, "GET", "")
        if answer.status_code != 200:
            assert answer.status_code == 503, answer.text
            tally.refused += 1
            time.sleep(0.02)
            return False
        tally.looks.append(time.perf_counter() - began)
        seen = answer.json()
        if not seen["legal"]:
            time.sleep(0.005)
            return seen["status"] == "over"
        began = time.perf_counter()
        wanted = player.luck.choice(seen["legal"])
        answer = player.ask(client, "POST", "/moves", move=wanted, seen=seen["version"])
    except httpx.HTTPError:
        tally.cut += 1
        time.sleep(0.02)
        return False
    if answer.status_code == 201:
        told = answer.json()
        assert told["number"] not in player.acknowledged, "acknowledged twice"
        player.acknowledged[told["number"]] = told["move"]
        tally.acknowledged += 1
        tally.decisions.append(time.perf_counter() - began)
    elif answer.status_code == 503:
        assert answer.json()["message"].endswith("."), answer.text
        tally.refused += 1
        time.sleep(0.02)
    else:
        assert answer.status_code == 409, answer.text
    return False


@contextlib.contextmanager
def playing(players: list[Any], tally: Tally) -> Iterator[None]:
    """Programs that play on and on, while something happens."""
    stop, failed = threading.Event(), list[BaseException]()

    def play(player: Any) -> None:
        try:
            with httpx.Client(timeout=60) as client:
                while not stop.is_set() and not decide(player, client, tally):
                    pass
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=play, args=(player,), daemon=True) for player in players]
    for thread in threads:
        thread.start()
    yield
    stop.set()
    for thread in threads:
        thread.join(90)
    if failed:
        raise failed[0]


def seated(house: Any, luck: random.Random) -> list[Any]:
    """At tables with long games."""
    return killed.seated(house, 30, luck)


def finish(house: Any, players: list[Any]) -> int:
    """Every game to its end; returns the number of moves."""
    killed.one_round(house, players, None)
    return killed.check(house, players)


@contextlib.contextmanager
def opened(database: str, luck: random.Random, workers: int = 1) -> Iterator[tuple[Any, list[Any]]]:
    house = killed.House(database, workers)
    try:
        house.start()
        yield house, seated(house, luck)
    finally:
        house.kill()


@contextlib.contextmanager
def own_disk(folder: str) -> Iterator[Path]:
    place = Path(folder) / "disk"
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", place], check=True)
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


@contextlib.contextmanager
def a_cluster() -> Iterator[str]:
    programs = postgres.postgres_programs()
    assert programs is not None, "no PostgreSQL server program on this machine"
    with postgres.cluster(programs) as server:
        yield server


def fresh_database(server: str) -> str:
    import psycopg

    name = f"oppidum_{random.randrange(10**9)}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")  # pyright: ignore[reportArgumentType, reportCallIssue]
    return f"{server}/{name}"


# ---------------------------------------------------------------- trials


def kills(program: str, asked: Any) -> Iterator[str]:
    def run(name: str, database: str, workers: int) -> str:
        began = time.perf_counter()
        command = [
            sys.executable,
            TESTS / "tables" / program,
            database,
            str(asked.kills),
            str(workers),
            str(asked.seed),
        ]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as trial:
            try:
                told, _ = trial.communicate()
            finally:
                trial.terminate()  # who is stopped here stops what it has started
        assert trial.returncode == 0
        acknowledged, moves = told.split()
        took = time.perf_counter() - began
        return (
            f"{name}: killed {asked.kills} times, {acknowledged} moves acknowledged of {moves}, "
            f"none lost ({took:.0f} s, {took / max(1, asked.kills):.1f} for each: most of it the next start)"
        )

    with tempfile.TemporaryDirectory() as folder:
        yield run("SQLite", f"sqlite:///{folder}/oppidum.sqlite3", 1)
    with a_cluster() as server:
        yield run("PostgreSQL, two processes", fresh_database(server), 2)


def disk(asked: Any, harm: Callable[[Path], None], mend: Callable[[Path], None]) -> Iterator[str]:
    luck, tally = random.Random(asked.seed), Tally()
    with (
        tempfile.TemporaryDirectory() as folder,
        own_disk(folder) as place,
        opened(f"sqlite:///{place}/oppidum.sqlite3", luck) as (house, players),
    ):
        done = 0
        health: set[int] = set()
        for _ in range(asked.times):
            with playing(players, tally):
                time.sleep(luck.uniform(0.05, 0.4))
                harm(place)
                refused, until = tally.refused, time.monotonic() + 20
                while tally.refused == refused and time.monotonic() < until:
                    time.sleep(0.02)
                health.add(httpx.get(house.address + "/health", timeout=30).status_code)
                mend(place)
                acknowledged, until = tally.acknowledged, time.monotonic() + 60
                while (
                    tally.acknowledged == acknowledged
                    and time.monotonic() < until
                    and not killed.over(players)
                ):
                    time.sleep(0.02)
            killed.check(house, players)
            done += 1
            if killed.over(players):
                players = seated(house, luck)
        moves = finish(house, players)
        yield f"{done} times; {tally.line()}; /health said {sorted(health)}; {moves} moves in the last games"


def fill(place: Path) -> None:
    with (place / "filler").open("wb") as file, contextlib.suppress(OSError):
        while True:
            os.write(file.fileno(), b"x" * 512)


def full(asked: Any) -> Iterator[str]:
    yield from disk(asked, fill, lambda place: (place / "filler").unlink())


def read_only(asked: Any) -> Iterator[str]:
    """No disk becomes read-only under somebody who writes; here SQLite is told to refuse whatever writes."""
    with tempfile.TemporaryDirectory() as folder, server_that(READ_ONLY % f"{folder}/read-only"):
        flag = Path(folder) / "read-only"
        yield from disk(asked, lambda place: flag.touch(), lambda place: flag.unlink())


def journal(asked: Any) -> Iterator[str]:
    luck, lost, told = random.Random(asked.seed), 0, 0
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as until_the_end:
        database = f"sqlite:///{folder}/oppidum.sqlite3"
        house = killed.House(database, 1)
        until_the_end.callback(house.kill)
        wal = Path(folder) / "oppidum.sqlite3-wal"
        for _ in range(asked.times):
            house.start()
            players = seated(house, luck)  # those of before may be in what was cut off
            tally = Tally()
            with playing(players, tally):
                time.sleep(luck.uniform(0.1, 0.5))
                house.kill()
            told += tally.acknowledged
            size = wal.stat().st_size if wal.exists() else 0
            if size:
                os.truncate(wal, luck.randrange(size))
            house.start()
            lost += cut_back(house, players)
            house.kill()
        house.start()
        moves = finish(house, seated(house, luck))
        yield (
            f"cut {asked.times} times: {lost} of {told} moves were in what was cut off, no table has a gap, "
            f"games go on ({moves} moves)"
        )


def cut_back(house: Any, players: list[Any]) -> int:
    """What is no longer there was the end; returns how many moves."""
    lost = 0
    with httpx.Client(timeout=60) as client:
        for player in players:
            answer = player.ask(client, "GET", "/history")
            if answer.status_code != 200:  # the whole table was in it, or the visitor
                assert answer.status_code in (401, 404), answer.text
                lost += len(player.acknowledged)
                player.acknowledged.clear()
                continue
            made = [line["number"] for line in answer.json() if line["kind"] == "move"]
            assert made == list(range(1, len(made) + 1)), "a gap"
            gone = [number for number in player.acknowledged if number > len(made)]
            lost += len(gone)
            for number in gone:
                del player.acknowledged[number]
    return lost


def restart(asked: Any) -> Iterator[str]:
    luck, tally = random.Random(asked.seed), Tally()
    programs = postgres.postgres_programs()
    with a_cluster() as server:
        folder = next(
            Path(tempfile.gettempdir()).glob(f"oppidum-postgres-*/.s.PGSQL.{server.rpartition(':')[2]}")
        ).parent
        run = [*postgres.unprivileged(), programs / "pg_ctl", "-D", folder / "data"]
        quiet: dict[str, Any] = {
            "check": True,
            "stdout": subprocess.DEVNULL,
            "stderr": subprocess.DEVNULL,
            "cwd": "/",
        }
        with opened(fresh_database(server), luck, workers=2) as (house, players):
            away: list[float] = []
            for _ in range(asked.times):
                with playing(players, tally):
                    time.sleep(luck.uniform(0.1, 0.5))
                    began = time.perf_counter()
                    subprocess.run([*run, "restart", "-m", "immediate", "-w", "-l", folder / "log"], **quiet)
                    acknowledged, until = tally.acknowledged, time.monotonic() + 60
                    while tally.acknowledged == acknowledged and time.monotonic() < until:
                        time.sleep(0.01)
                        if tally.acknowledged == acknowledged and killed.over(players):
                            break
                    away.append(time.perf_counter() - began)
                killed.check(house, players)
                if killed.over(players):
                    players = seated(house, luck)
            moves = finish(house, players)
        yield (
            f"{asked.times} times; {tally.line()}; from the stop to the next move "
            f"{statistics.median(away):.1f} s (median), {max(away):.1f} s at worst; {moves} moves in the end"
        )


def unread(asked: Any) -> Iterator[str]:
    luck = random.Random(asked.seed)
    with (
        tempfile.TemporaryDirectory() as folder,
        opened(f"sqlite:///{folder}/oppidum.sqlite3", luck) as (house, players),
        contextlib.ExitStack() as stack,
    ):
        alone, crowded = Tally(), Tally()
        with playing(players, alone):
            time.sleep(4)
        players = seated(house, luck)
        before = memory(house)
        import socket

        opened_streams = 0
        for n in range(60):
            line = stack.enter_context(socket.create_connection(("127.0.0.1", house.port)))
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            path = (
                f"/t/{players[n % len(players)].code}/live"
                if n % 2
                else f"/api/tables/{players[0].code}/events"
            )
            line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\n\r\n".encode())
            opened_streams += 1
        with playing(players, crowded):
            time.sleep(12)
        after = memory(house)
        moves = finish(house, players)
    yield (
        f"{opened_streams} streams that nobody reads: memory {before:.0f} MB before, {after:.0f} MB after; "
        f"without them: {alone.line()}; with them: {crowded.line()}; {moves} moves"
    )


def memory(house: Any) -> float:
    """Megabytes of all processes of a house."""
    whole = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        with contextlib.suppress(OSError):
            pid = int(status.parent.name)
            if os.getsid(pid) == house.process.pid:
                resident = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
                whole += int(resident.split()[1])
    return whole / 1024


def slow(asked: Any) -> Iterator[str]:
    luck, tally = random.Random(asked.seed), Tally()
    with (
        tempfile.TemporaryDirectory() as folder,
        server_that(SLOW),
        opened(f"sqlite:///{folder}/oppidum.sqlite3", luck) as (house, players),
    ):
        with playing(players, tally):
            time.sleep(20)
        health = httpx.get(house.address + "/health", timeout=30).status_code
        killed.check(house, players)
    yield f"every commit takes 0.2 s: {tally.line()}; /health said {health}"


TRIALS: dict[str, Callable[[Any], Iterator[str]]] = {
    "workers": lambda asked: kills("acknowledge.py", asked),
    "server": lambda asked: kills("killed.py", asked),
    "full": full,
    "read-only": read_only,
    "journal": journal,
    "restart": restart,
    "unread": unread,
    "slow": slow,
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("trial", nargs="*", help=f"of {', '.join(TRIALS)}; default: all")
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    killed.end_tidily()
    for name in asked.trial or list(TRIALS):
        for line in TRIALS[name](asked):
            print(f"{name}: {line}", flush=True)


if __name__ == "__main__":
    main()
