"""What a process of the tests says when it dies.

Compiled code can take its process with it, and a process that is killed says nothing at all. So each worker
has a file for its last words, and whoever writes the closing lines of the run repeats them there: among the
dots of the other workers nobody finds them.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

FILE = pytest.StashKey[int]()
HEARD = pytest.StashKey[list[str]]()
PATH = "last_words"


def listen_to(node: Any) -> None:
    """In the process that gives out the tests: before one that runs them begins."""
    handle, path = tempfile.mkstemp(prefix="oppidum-last-words-")
    os.close(handle)
    node.workerinput[PATH] = path


def prepare(config: Any) -> None:
    """In every process: where it would say them."""
    path = getattr(config, "workerinput", {}).get(PATH)
    said = os.open(path, os.O_WRONLY | os.O_APPEND) if path else os.dup(sys.stderr.fileno())
    config.stash[FILE] = said
    faulthandler.enable(file=said)


def end_after(seconds: float, config: pytest.Config) -> None:
    """Compiled code cannot be interrupted. Then the whole process ends, and says where it stood."""
    faulthandler.dump_traceback_later(seconds, exit=True, file=config.stash[FILE])


def heed(node: Any, error: object) -> None:
    """When a worker has gone: without an error it has nothing to say."""
    path = Path(node.workerinput[PATH])
    if error:
        said = path.read_text(errors="replace").strip() or "It said nothing."
        node.config.stash.setdefault(HEARD, []).append(f"{node.gateway.id}, {ending(node)}:\n{said}")
    path.unlink(missing_ok=True)


def ending(node: Any) -> str:
    """How its process ended, as far as execnet lets us know."""
    process = getattr(getattr(node.gateway, "_io", None), "popen", None)
    if not isinstance(process, subprocess.Popen):
        return "nobody knows how"
    try:
        code = process.wait(10)
    except subprocess.TimeoutExpired:
        return "still alive"
    return f"by {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"


def repeat(terminalreporter: Any, config: pytest.Config) -> None:
    for words in config.stash.get(HEARD, []):
        terminalreporter.section("last words of a worker", red=True)
        terminalreporter.line(words)
