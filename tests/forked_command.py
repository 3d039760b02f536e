"""The command line without its start: a process that has loaded everything, and splits for each command.

Most of the time of a short command goes into loading Python's packages and the compiled rules. Here one
process has done that; for each command it forks, and the child is the program: its arguments, its input, its
output, its exit code. How long a start takes and what it loads, tests/test_package.py and others look at.

As a program (`python -m tests.forked_command`) it is that process; `run` talks to it, and `AtTerminal`.
"""

from __future__ import annotations

import atexit
import fcntl
import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import termios
from functools import cache
from pathlib import Path
from typing import Any

from tests import luck

ENVIRONMENT = {"LANG": "C.UTF-8", "LC_ALL": "", "COLUMNS": "100"}


@cache
def warm() -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.forked_command"],
        cwd=Path(__file__).parents[1],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **ENVIRONMENT},
    )
    atexit.register(process.kill)
    return process


def run(*arguments: str, text_in: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Like `subprocess.run([sys.executable, "-m", "oppidum", *arguments], …)`."""
    with tempfile.TemporaryDirectory() as folder:
        places = [Path(folder) / name for name in ("in", "out", "err")]
        places[0].write_bytes(text_in.encode())
        asked = {"arguments": arguments, "places": [str(p) for p in places], "cwd": str(cwd or Path.cwd())}
        code = int(ask(asked))
        out, err = (place.read_text(encoding="utf-8") for place in places[1:])
    return subprocess.CompletedProcess(["oppidum", *arguments], code, out, err)


def ask(what: dict[str, Any]) -> str:
    if warm().poll() is not None:  # it has been killed: one test's trouble is not everybody's
        warm.cache_clear()
    process = warm()
    assert process.stdin is not None
    assert process.stdout is not None
    what["luck"] = secrets.token_hex()  # the test's own, and so its command's
    process.stdin.write(json.dumps(what) + "\n")
    process.stdin.flush()
    return process.stdout.readline().strip()


class AtTerminal:
    """The command on a terminal of its own, like a `subprocess.Popen` in a session of its own."""

    def __init__(self, terminal: str, *arguments: str, **environment: str) -> None:
        known = {**os.environ, **ENVIRONMENT, **environment}
        asked = {"arguments": arguments, "terminal": terminal, "environment": known, "cwd": str(Path.cwd())}
        self.pid = int(ask(asked))
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None and (code := ask({"ended": self.pid})) != "no":
            self.returncode = int(code)
        return self.returncode

    def kill(self) -> None:
        os.killpg(self.pid, signal.SIGKILL)
        self.returncode = int(ask({"ended": self.pid, "wait": True}))


def take_files(places: list[str]) -> None:
    """In the child: what is typed, what is said and what is wrong are files."""
    for number, place in enumerate(places):
        opened = os.open(place, os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(opened, number)


def take_terminal(terminal: str, environment: dict[str, str], ready: int) -> None:
    """In the child: Ctrl-C counts there even if whoever runs the tests ignores it."""
    os.setsid()
    opened = os.open(terminal, os.O_RDWR)
    fcntl.ioctl(opened, termios.TIOCSCTTY, 0)
    for number in range(3):
        os.dup2(opened, number)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(environment)
    os.write(ready, b"!")


def be_the_command(asked: dict[str, Any]) -> None:
    """In the child: never returns."""
    from oppidum.cli import main

    luck.fix(asked["luck"])
    os.chdir(asked["cwd"])
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.argv = ["oppidum", *asked["arguments"]]
    code: Any = 1
    try:
        main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0
    except BaseException as error:
        sys.excepthook(type(error), error, error.__traceback__)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def serve() -> None:
    from oppidum import games
    from oppidum.arena.simulate import play_records
    from oppidum.kernel import record

    for name in games.catalogue():  # load what most commands use
        game = games.load(name)
        for written in play_records(game, ["greedy"] * game.about.min_players, 1, "warm"):
            record.check(written, games.load)
    for line in sys.stdin:
        print(answer(json.loads(line)), flush=True)


def answer(asked: dict[str, Any]) -> int | str:
    if "ended" in asked:
        child, status = os.waitpid(asked["ended"], 0 if asked.get("wait") else os.WNOHANG)
        return os.waitstatus_to_exitcode(status) if child else "no"
    inlet, outlet = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(inlet)
        if "terminal" in asked:
            take_terminal(asked["terminal"], asked["environment"], outlet)
        else:
            take_files(asked["places"])
        os.close(outlet)
        be_the_command(asked)
    os.close(outlet)
    started = os.read(inlet, 1)  # nothing from a child that takes files
    os.close(inlet)
    if started:
        return child
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


if __name__ == "__main__":
    serve()
