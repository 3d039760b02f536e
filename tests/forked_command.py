"""The command line without its start: a process that has loaded everything, and splits for each command.

Most of the time of a short command goes into loading Python's packages and the compiled rules. Here one
process has done that; for each command it forks, and the child is the program: its arguments, its input, its
output, its exit code. How long a start takes and what it loads, tests/test_package.py and others look at.

As a program (`python forked_command.py`) it is that process; `run` talks to it.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

ENVIRONMENT = {"LANG": "C.UTF-8", "LC_ALL": "", "COLUMNS": "100"}


@cache
def warm() -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, __file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **ENVIRONMENT},
    )
    atexit.register(process.kill)
    return process


def run(*arguments: str, text_in: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Like `subprocess.run([sys.executable, "-m", "oppidum", *arguments], …)`."""
    process = warm()
    assert process.stdin is not None
    assert process.stdout is not None
    with tempfile.TemporaryDirectory() as folder:
        places = [Path(folder) / name for name in ("in", "out", "err")]
        places[0].write_bytes(text_in.encode())
        asked = {"arguments": arguments, "places": [str(p) for p in places], "cwd": str(cwd or Path.cwd())}
        process.stdin.write(json.dumps(asked) + "\n")
        process.stdin.flush()
        code = int(process.stdout.readline())
        out, err = (place.read_text(encoding="utf-8") for place in places[1:])
    return subprocess.CompletedProcess(["oppidum", *arguments], code, out, err)


def be_the_command(asked: dict[str, Any]) -> None:
    """In the child: never returns."""
    from oppidum.cli import main

    for number, place in enumerate(asked["places"]):
        opened = os.open(place, os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(opened, number)
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
        child = os.fork()
        if child == 0:
            be_the_command(json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    serve()
