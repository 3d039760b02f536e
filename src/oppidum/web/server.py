"""Running the web face: one or more worker processes, the browser opened."""

from __future__ import annotations

import contextlib
import gc
import http.client
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from functools import partial
from pathlib import Path

import msgspec
from litestar import Litestar

from oppidum.kernel.errors import BadOption

WAITING = 2048  # who have knocked and are not let in yet
PARTING_SECONDS = 5  # a little longer than it takes to end by itself


class Serving(msgspec.Struct):
    """What a worker process has to know."""

    database: str | None = None
    data: str | None = None
    pace: float = 1.0
    rate: float = 1.0
    proxies: int = 0
    log_level: str = "info"
    warm: bool = True
    shared: str | None = None  # where the limits of all workers are counted
    editions: str | None = None  # the folder with the house's own boxes


def end_with_the_server() -> None:
    """In a worker process: whoever kills the server that started it has ended it, too, and its smith."""
    server = multiprocessing.parent_process()
    if server is None:
        return
    server.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(PARTING_SECONDS)  # live boards are answers that do not end
    os._exit(1)


def work(wanted: Serving, door: socket.socket) -> None:
    """In a worker process: serve whoever comes through the door."""
    threading.Thread(target=end_with_the_server, name="oppidum-parting", daemon=True).start()
    from oppidum.web.connection import Server

    Server(worker_app(wanted)).run(sockets=[door])


def worker_app(wanted: Serving) -> Litestar:
    """Made anew in every worker process."""
    from oppidum.tables import open_hall
    from oppidum.tables.shelf import club_in
    from oppidum.web import logs
    from oppidum.web.app import create_app

    logs.configure(wanted.log_level)
    club = club_in(wanted.editions) if wanted.editions else ()
    app = create_app(
        lambda: open_hall(wanted.database, data=wanted.data, pace=wanted.pace, club=club),
        rate=wanted.rate,
        proxies=wanted.proxies,
        shared=wanted.shared,
        forge=wanted.warm,
    )
    search_rarely_for_garbage()
    # The writer has the interpreter for microseconds between two waits for the disk, and everybody at the
    # tables waits for the writer.
    sys.setswitchinterval(0.001)
    return app


def search_rarely_for_garbage() -> None:
    """A thorough search for garbage keeps everybody waiting for a tenth of a second: not through what is
    there from the beginning, and ten times as rarely. What is over goes out of memory by itself: hardly
    anything is ever found (`test_what_is_over_goes_out_of_memory_at_once`)."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 10, 100)


def check_store(database: str | None, data: str | Path | None) -> None:
    """Open the store once before any worker does: what is wrong with it, or with the key of the cookies, is
    told in one sentence."""
    from oppidum.tables import open_hall

    with open_hall(database, data=data, work=False) as hall:
        _ = hall.signing_key


def check_editions(folder: str | Path) -> None:
    """Read the house's own boxes once before any worker does: what is wrong is told line by line."""
    from oppidum.tables.shelf import club_in

    club_in(folder)


def door_at(host: str, port: int, tries: int) -> socket.socket:
    """Where to knock: at this port if it is free, otherwise at one of the next."""
    for candidate in range(port, port + tries):
        door = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind((host, candidate))
            door.listen(WAITING)
        except OSError:
            door.close()
            continue
        return door
    if tries == 1:
        raise BadOption(f"Nobody can listen at {host}, port {port}: it is taken, or not ours.")
    raise BadOption(f"The ports {port} to {port + tries - 1} are all taken.")


def welcome(host: str, port: int, browser: bool, opened: threading.Event) -> None:
    """Say where the house is, once somebody answers there."""
    while not answers(host, port):
        time.sleep(0.1)
    opened.set()
    sys.stdout.write(f"Oppidum is at {address_of(host, port)} (Ctrl+C closes it).\n")
    sys.stdout.flush()
    if browser:
        webbrowser.open(address_of(host, port))


def answers(host: str, port: int) -> bool:
    here = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    connection = http.client.HTTPConnection(here, port, timeout=5)
    try:
        connection.request("GET", "/robots.txt")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def reachable(host: str) -> str:
    """The address to type. Who listens everywhere is known to the neighbours by the address in their network:
    links that are copied from there work on their devices too."""
    if host not in ("", "0.0.0.0", "::"):
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only asks which way the packets would go
            return probe.getsockname()[0]
        except OSError:  # no network
            return "127.0.0.1"


def address_of(host: str, port: int) -> str:
    name = reachable(host)
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    data: str | Path | None = None,
    database: str | None = None,
    workers: int = 1,
    editions: str | Path | None = None,
    browser: bool = True,
    any_port: bool = False,
    pace: float = 1.0,
    rate: float = 1.0,
    proxies: int = 0,
    log_level: str | None = None,
    warm: bool = True,
) -> None:
    """Serve until interrupted. `any_port`: take the next free port if this one is taken. `warm`: play at once
    and compile the games beside it; otherwise whoever comes first waits for the compiler. `editions`: a
    folder with edition files, the house's own boxes. `log_level`: left out, every request is logged, except
    where a person looks on at a terminal."""
    from oppidum.kernel import cache
    from oppidum.kernel.compiled import compiles
    from oppidum.web import logs, shared_counts
    from oppidum.web.shared_folder import LIMITS, shared_folder
    from oppidum.web.workers import House

    if log_level is None:
        log_level = "warning" if sys.stderr.isatty() else "info"
    logs.configure(log_level)
    if workers > shared_counts.ROWS:
        raise BadOption(f"A house has at most {shared_counts.ROWS} workers on one machine.")
    door = door_at(host, port, 20 if any_port else 1)
    check_store(database, data)
    if editions:
        check_editions(editions)
    if warm and compiles():
        cache.prepare()
    folder = str(Path(editions).resolve()) if editions else None
    place = str(data) if data else None
    wanted = Serving(database, place, pace, rate, proxies, log_level, warm, editions=folder)
    with contextlib.ExitStack() as until_the_end:
        if workers > 1:
            together = until_the_end.enter_context(shared_folder())
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(together)  # see metrics.py
            wanted.shared = str(together / LIMITS)
        house = House(partial(work, wanted), until_the_end.enter_context(door), workers)
        greeting = (host, door.getsockname()[1], browser, house.opened)
        threading.Thread(target=welcome, args=greeting, daemon=True).start()
        if not house.serve():
            raise SystemExit(1)  # the worker has said why
