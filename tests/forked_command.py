"""The command line without its start: a process that has loaded everything, and splits for each command.

Most of the time of a short command goes into loading Python's packages and the compiled rules. Here one
process has done that; for each command it forks, and the child is the program: its arguments, its input, its
output, its exit code. How long a start takes and what it loads, tests/test_package.py and others look at.

As a program (`python -m tests.forked_command`) it is that process; `run` talks to it, and `AtTerminal`. With
`libraries` it has loaded no game: whoever splits off finds those on a path of its own (`python`).
"""

from __future__ import annotations

import atexit
import fcntl
import gc
import importlib
import json
import os
import pkgutil
import secrets
import signal
import subprocess
import sys
import tempfile
import termios
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tests import fixed_chance

ENVIRONMENT = {"LANG": "C.UTF-8", "LC_ALL": "", "COLUMNS": "100"}


@cache
def warm(what: str = "games", compiled: bool = True) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.forked_command", what],
        cwd=Path(__file__).parents[1],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **ENVIRONMENT, **({} if compiled else {"NUMBA_DISABLE_JIT": "1"})},
    )
    atexit.register(process.kill)
    return process


def run(*arguments: str, text_in: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Like `subprocess.run([sys.executable, "-m", "oppidum", *arguments], …)`."""
    with Files(text_in) as files:
        code = ask({"arguments": arguments, "places": files.places, "cwd": str(cwd or Path.cwd())})
        return subprocess.CompletedProcess(["oppidum", *arguments], int(code), *files.written())


def python(
    *command: str,
    environment: dict[str, str],
    text_in: str = "",
    cwd: Path | None = None,
    together: bool = False,
) -> subprocess.CompletedProcess[str]:
    """Like `subprocess.run([sys.executable, *command], …)`, where the command is `-c …` or `-m oppidum …`.

    `together`: what goes wrong is written where everything is.
    """
    compiled = "NUMBA_DISABLE_JIT" not in environment
    asked = {"python": command, "environment": {**os.environ, **environment}, "cwd": str(cwd or Path.cwd())}
    with Files(text_in, together) as files:
        code = ask({**asked, "places": files.places}, "libraries", compiled)
        return subprocess.CompletedProcess(["python", *command], int(code), *files.written())


class Files:
    """What a command reads, and what it writes."""

    def __init__(self, text_in: str, together: bool = False) -> None:
        self.folder = tempfile.TemporaryDirectory()
        names = ("in", "out", "out" if together else "err")
        self.places = [str(Path(self.folder.name) / name) for name in names]
        Path(self.places[0]).write_bytes(text_in.encode())

    def written(self) -> list[str]:
        return [Path(place).read_text(encoding="utf-8") for place in self.places[1:]]

    def __enter__(self) -> Files:
        return self

    def __exit__(self, *_: object) -> None:
        self.folder.cleanup()


def ask(asked: dict[str, Any], what: str = "games", compiled: bool = True) -> str:
    if warm(what, compiled).poll() is not None:  # it has been killed: one test's trouble is not everybody's
        warm.cache_clear()
    process = warm(what, compiled)
    assert process.stdin is not None
    assert process.stdout is not None
    asked["luck"] = secrets.token_hex()  # the test's own, and so its command's
    process.stdin.write(json.dumps(asked) + "\n")
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
    """In the child: what is typed, what is said and what is wrong are files; the latter may be one."""
    for number, place in enumerate(places):
        how = os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT | os.O_APPEND
        os.dup2(os.open(place, how), number)


def take_terminal(terminal: str, environment: dict[str, str], ready: int) -> None:
    """In the child: Ctrl-C counts there even if whoever runs the tests ignores it."""
    os.setsid()
    opened = os.open(terminal, os.O_RDWR)
    fcntl.ioctl(opened, termios.TIOCSCTTY, 0)
    for number in range(3):
        os.dup2(opened, number)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    take_environment(environment)
    os.write(ready, b"!")


def take_environment(environment: dict[str, str]) -> None:
    os.environ.clear()
    os.environ.update(environment)


def be_the_command(asked: dict[str, Any]) -> None:
    """In the child: never returns."""
    fixed_chance.fix(asked["luck"])
    os.chdir(asked["cwd"])
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False, buffering=1)  # noqa: SIM115
    code: Any = 1
    try:
        if "python" in asked:
            be_python(asked["python"], asked["environment"])
        else:
            be_oppidum(asked["arguments"])
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0
    except BaseException as error:
        sys.excepthook(type(error), error, error.__traceback__)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def be_oppidum(arguments: Sequence[str]) -> None:
    from oppidum.cli import main

    sys.argv = ["oppidum", *arguments]
    main()


def be_python(command: Sequence[str], environment: dict[str, str]) -> None:
    take_environment(environment)
    sys.path[:1] = ["", *environment.get("PYTHONPATH", "").split(os.pathsep)]
    importlib.invalidate_caches()
    kind, what, *arguments = command
    if kind == "-c":
        sys.argv = ["-c", *arguments]
        exec(what, {"__name__": "__main__"})  # noqa: S102
    else:
        assert (kind, what) == ("-m", "oppidum")
        be_oppidum(arguments)


def serve(what: str) -> None:
    load_games() if what == "games" else load_libraries()
    gc.freeze()  # no child looks through what it only reads
    for line in sys.stdin:
        print(answer(json.loads(line)), flush=True)


def load_games() -> None:
    """What commands use, although most of them load it only when they get there."""
    import oppidum
    from oppidum import games
    from oppidum.arena.simulate import play_records
    from oppidum.kernel import record

    load_libraries()
    for module in pkgutil.walk_packages(oppidum.__path__, "oppidum."):
        if module.name.split(".")[1] in STOREYS and ".migrations" not in module.name:
            importlib.import_module(module.name)
    for name in games.catalogue():
        game = games.load(name)
        for written in play_records(game, ["greedy"] * game.about.min_players, 1, "warm"):
            record.check(written, games.load)


STOREYS = ("analysis", "arena", "bots", "cli", "faces", "forge", "puzzles", "tables", "terminal", "words")


def load_libraries() -> None:
    """All that does not look which games there are."""
    for module in ("alembic.command", "litestar.testing", "pytest", "tomlkit", *OURS):
        importlib.import_module(module)
    from oppidum import games

    assert not games.packages.cache_info().currsize


OURS = ("oppidum.cli", "oppidum.forge", "oppidum.tables", "oppidum.terminal.reports", "oppidum.web.server")


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
    serve(*sys.argv[1:])
