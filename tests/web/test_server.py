"""Starting the server: where it is, and what is said when it cannot be."""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from tests.taking_turns import taking_turns

from oppidum.kernel.errors import BadOption
from oppidum.tables import StoreError
from oppidum.web import logs, server, shared_folder, workers


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


NOTHING: Any = bool  # what a worker does that every process knows: it has a door, and ends


def free_port() -> int:
    with server.door_at("127.0.0.1", 20000, 2000) as door:
        return door.getsockname()[1]


def test_a_port_that_is_taken_is_said_in_a_sentence(taken: int) -> None:
    with pytest.raises(BadOption, match=f"port {taken}"):
        server.serve(port=taken, browser=False, warm=False)


def test_the_next_free_port_where_any_will_do(taken: int) -> None:
    with server.door_at("127.0.0.1", taken, 20) as door:
        assert taken < door.getsockname()[1] < taken + 20


def test_a_key_that_is_none_is_said_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def serve() -> None:
        server.serve(port=free_port(), data=tmp_path, browser=False, warm=False)

    (tmp_path / "oppidum.sqlite3.key").touch(mode=0o600)
    with pytest.raises(StoreError, match="damaged"):
        serve()
    monkeypatch.setenv("OPPIDUM_KEY", "short")
    with pytest.raises(StoreError, match="OPPIDUM_KEY has fewer than 32 letters"):
        serve()


def test_a_store_that_cannot_be_opened_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(StoreError, match=r"cannot be opened: .*\.$"):
        server.serve(
            port=free_port(),
            data=tmp_path / "file",
            browser=False,
            warm=False,
        )


def test_more_workers_than_can_count_together_are_refused_in_a_sentence() -> None:
    with pytest.raises(BadOption, match="at most 32"):
        server.serve(port=free_port(), workers=33, browser=False, warm=False)


def test_a_store_that_fails_a_worker_is_said_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """It was well a moment ago."""

    def spoil(*_: object) -> None:
        (tmp_path / "oppidum.sqlite3").write_bytes(b"no store" * 1000)

    monkeypatch.setattr(server, "check_store", spoil)
    with pytest.raises(SystemExit) as ended:
        server.serve(port=free_port(), data=tmp_path, browser=False, warm=False, log_level="error")
    assert ended.value.code == 1
    said = capfd.readouterr().err
    assert "Traceback" not in said
    assert json.loads(said.splitlines()[0])["message"] == "The store does not answer: file is not a database."
    assert not multiprocessing.active_children()


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000/"),
        ("::1", "http://[::1]:8000/"),
        ("house.example", "http://house.example:8000/"),
    ],
)
def test_where_to_find_it(host: str, address: str) -> None:
    assert server.address_of(host, 8000) == address


def test_who_listens_everywhere_is_found_by_the_neighbours(monkeypatch: pytest.MonkeyPatch) -> None:
    class Probe(socket.socket):
        def connect(self, _: object) -> None:
            raise OSError("no network")

        def getsockname(self) -> tuple[str, int]:
            return ("192.0.2.7", 1)

    monkeypatch.setattr(server.socket, "socket", Probe)
    assert server.address_of("0.0.0.0", 8000) == "http://127.0.0.1:8000/"
    monkeypatch.setattr(Probe, "connect", lambda self, _: None)
    assert server.address_of("0.0.0.0", 8000) == "http://192.0.2.7:8000/"


@pytest.mark.parametrize(("ending", "workers"), taking_turns([signal.SIGTERM, signal.SIGKILL], ["1", "2"]))
def test_whoever_ends_the_server_ends_its_workers_and_the_smith(
    ending: signal.Signals, workers: str, tmp_path: Path
) -> None:
    """Also without a word of goodbye: nobody goes on compiling for a house that is closed."""
    port = str(free_port())
    place = ["--port", port, "--data", str(tmp_path), "--workers", workers]
    process = psutil.Popen(
        [sys.executable, "-m", "oppidum", "serve", "--no-browser", "--log-level", "error", *place],
        env={**os.environ, "OPPIDUM_CACHE": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"},
        stdout=subprocess.DEVNULL,
    )
    family: list[psutil.Process] = []

    def smith_is_there() -> bool:
        assert process.poll() is None, "the server has ended"
        family[:] = process.children(recursive=True)
        return any("oppidum.forge.smith" in one.cmdline() for one in family)

    try:
        assert until(smith_is_there)
        assert len(family) > int(workers)
        process.send_signal(ending)
        process.wait(60)
        assert psutil.wait_procs(family, timeout=120)[1] == []
    finally:
        for one in (process, *family):
            with contextlib.suppress(psutil.NoSuchProcess):
                one.kill()


def until(true: Callable[[], bool]) -> bool:
    for _ in range(600):
        with contextlib.suppress(psutil.NoSuchProcess):
            if true():
                return True
        time.sleep(0.1)
    return False


def test_a_worker_that_is_killed_comes_back_and_the_house_goes_on(tmp_path: Path, long: bool) -> None:
    """Again and again, as quickly as one likes; its address is said once somebody answers there."""
    port = free_port()
    place = ["--port", str(port), "--data", str(tmp_path), "--workers", "2", "--log-level", "error"]
    process = psutil.Popen(
        [sys.executable, "-m", "oppidum", "serve", "--no-browser", *place],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert f":{port}/" in process.stdout.readline()
        assert httpx.get(f"http://127.0.0.1:{port}/health", timeout=60).status_code == 200
        assert until(lambda: len(workers_of(process)) == 2)
        for _ in range(5 if long else 2):
            victim = workers_of(process)[0]
            victim.kill()
            assert until(lambda victim=victim: not victim.is_running() and len(workers_of(process)) == 2)
            assert until(lambda: is_well(port))
        assert process.poll() is None
        # Whoever takes a dead worker's place goes on with its figures.
        kept = {re.sub(r".*_", "", file.stem) for file in tmp_path.glob("oppidum-workers-*/*.db")}
        assert kept == {"0", "1"}
    finally:
        process.terminate()
        process.wait(60)


def test_the_address_is_said_only_once_somebody_answers_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A door that is open with nobody behind it is not enough, nor is somebody who refuses."""
    told: list[str] = []
    opened, shown = threading.Event(), list[str]()
    later = iter([False, False, True])

    def look(*_: object) -> bool:
        told.append(capsys.readouterr().out)
        assert not opened.is_set()
        return next(later)

    monkeypatch.setattr(server, "answers", look)
    monkeypatch.setattr(server.time, "sleep", lambda _: None)
    monkeypatch.setattr(server.webbrowser, "open", shown.append)
    server.welcome("127.0.0.1", 4711, True, opened)
    assert told == ["", "", ""]
    assert "http://127.0.0.1:4711/" in capsys.readouterr().out
    assert shown == ["http://127.0.0.1:4711/"]
    assert opened.is_set()


def test_nobody_answers_at_a_door_that_is_only_open() -> None:
    class Refuses(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_error(503)

        def log_message(self, *_: object) -> None:
            pass

    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
        door.close()
        assert not server.answers("127.0.0.1", port)
    with ThreadingHTTPServer(("127.0.0.1", 0), Refuses) as stranger:
        threading.Thread(target=stranger.serve_forever, daemon=True).start()
        assert not server.answers("127.0.0.1", stranger.server_address[1])
        stranger.shutdown()


def test_who_starts_tidies_up_what_dead_servers_left_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    lines = (
        "import oppidum.web.shared_folder as f",
        "with f.shared_folder() as at:",
        " print(at, flush=True)",
        " input()",
    )
    command = [sys.executable, "-c", "\n".join(lines)]

    def opened() -> tuple[subprocess.Popen[str], Path]:
        started = subprocess.Popen(
            command,
            env={**os.environ, "TMPDIR": str(tmp_path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert started.stdout
        return started, Path(started.stdout.readline().strip())

    (dead, left), (alive, used), (just_dead, young) = opened(), opened(), opened()
    for process in (dead, just_dead):
        process.kill()
        process.wait()
    other, link = tmp_path / "oppidum-workers-file", tmp_path / "oppidum-workers-link"
    other.touch()
    link.symlink_to(tmp_path / "elsewhere")
    (tmp_path / "elsewhere").mkdir()
    for folder in (left, used, tmp_path / "elsewhere"):
        os.utime(folder, (0, 0))
    try:
        with shared_folder.shared_folder() as mine:
            assert {*tmp_path.iterdir()} == {mine, used, young, other, link, tmp_path / "elsewhere"}
            assert (used / "limits").is_file()
        assert not mine.exists()
    finally:
        alive.communicate("\n")
    assert not used.exists()


def workers_of(process: psutil.Process) -> list[psutil.Process]:
    children = process.children()
    return [one for one in children if one.status() != psutil.STATUS_ZOMBIE and not is_tracker(one)]


def is_tracker(process: psutil.Process) -> bool:
    """Python's own, of what processes share."""
    return any("resource_tracker" in word for word in process.cmdline())


def is_well(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/health", timeout=60).status_code == 200
    except httpx.HTTPError:  # the connection was waiting for the one that was killed
        return False


@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM])
def test_who_is_told_to_end_while_starting_ends_without_a_word(told: signal.Signals, tmp_path: Path) -> None:
    """Ctrl+C reaches every process of a terminal at once."""
    place = ["--port", str(free_port()), "--data", str(tmp_path)]
    process = psutil.Popen(
        [sys.executable, "-m", "oppidum", "serve", "--no-browser", *place],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert until(lambda: bool(workers_of(process)))
        time.sleep(0.3)
        os.killpg(process.pid, told)
        assert process.communicate(timeout=60) == ("", "")
        assert process.returncode == 0
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def test_a_worker_that_cannot_be_started_comes_later(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def start(process: workers.SpawnProcess) -> None:
        raise OSError("Cannot allocate memory")

    logs.configure()
    with socket.create_server(("127.0.0.1", 0)) as door:
        monkeypatch.setattr(workers.SpawnProcess, "start", start)
        house = workers.House(NOTHING, door, 1)
        missing = workers.Worker(NOTHING, door)
        assert missing.due is not None
        monkeypatch.undo()
        ending, tell = socket.socketpair()
        with ending, tell:
            house.opened.set()
            assert house.keep([missing], ending)
            assert missing.due is None
            assert house.keep([missing], ending)  # it has ended, and another one comes
            workers.end([missing])
    reasons = [json.loads(line)["reason"] for line in capfd.readouterr().err.splitlines()]
    assert reasons == ["Cannot allocate memory", "exit code 0"]
