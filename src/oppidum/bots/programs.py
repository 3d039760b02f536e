"""Programs as bots: `cmd:./mybot` is started once and asked over its standard input, a line a decision.

Every line that it gets is a JSON object, every line that it answers a choice: its notation or its number.
What is in an object is written in docs/writing-a-bot.md. What it writes to its standard error is not read.
One process plays all games of its contest (or of one worker of it) and ends when its input ends.
"""

from __future__ import annotations

import atexit
import contextlib
import itertools
import json
import os
import queue
import shlex
import shutil
import signal
import subprocess
import threading
import time
from typing import TYPE_CHECKING, Any

import msgspec

from oppidum.bots.guest_bots import LONGEST_ANSWER, PROGRAM, GaveUp
from oppidum.kernel.editions import EditionFile, content
from oppidum.kernel.errors import BadOption

if TYPE_CHECKING:
    from oppidum.kernel.editions import Edition
    from oppidum.kernel.game import Game

PROTOCOL = 1
MOST_UNREAD = 100  # lines that nobody asked for, before a program is no longer listened to
PATIENCE = 2.0  # seconds for a program to end when its input has ended

running: dict[str, Process] = {}
games_begun = itertools.count(1)


def command_of(name: str) -> list[str]:
    """The words of `cmd:…`; raises BadOption where there is no such program."""
    try:
        words = shlex.split(name.removeprefix(PROGRAM))
    except ValueError:
        words = []
    if not words:
        raise BadOption("Write a program as cmd:PROGRAM, with its arguments in the same quotes.")
    if shutil.which(words[0]) is None:
        raise BadOption(f"There is no program {words[0]!r} that could be started.")
    return words


class Process:
    """A program that is running, and what it has said.

    Two threads write to it and listen to it, so that one that does not read, or never stops talking, keeps
    nobody waiting. It has a group of its own, so that whatever it has started ends with it.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        try:
            self.process = subprocess.Popen(
                command_of(name),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
                start_new_session=True,
            )
        except OSError as error:
            raise GaveUp(f"{name} cannot be started: {error.strerror}.") from None
        self.to_say: queue.Queue[str | None] = queue.Queue()
        self.taken = threading.Event()  # whether the last question went into the pipe
        self.said: queue.Queue[str | None] = queue.Queue(MOST_UNREAD)
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()
        threading.Thread(target=self.speak, daemon=True).start()

    def listen(self) -> None:
        assert self.process.stdout is not None
        with contextlib.suppress(ValueError):  # closed while we listened
            while line := self.process.stdout.readline(LONGEST_ANSWER):
                self.said.put(line)
        self.said.put(None)

    def speak(self) -> None:
        """Write what is to be said; close its input at the end. Nobody else touches it."""
        assert self.process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            while (line := self.to_say.get()) is not None:
                self.process.stdin.write(line + "\n")
                self.process.stdin.flush()
                self.taken.set()
        with contextlib.suppress(OSError, ValueError):
            self.process.stdin.close()
        self.taken.set()  # it is gone, and whoever waits will hear of it

    def ask(self, question: str, seconds: float) -> str:
        """Its answer to a line. One that does not come, or not in time, ends the program."""
        late = time.monotonic() + seconds
        for _ in range(self.said.qsize()):  # more lines than it was asked for: they answer nothing
            if self.said.get() is None:
                self.gone()
        self.taken.clear()
        self.to_say.put(question)
        read = self.taken.wait(seconds)
        try:
            answer = self.said.get(timeout=max(0.0, late - time.monotonic())) if read else ""
        except queue.Empty:
            answer = ""
        if answer == "":
            self.end()
            doing = "answer" if read else "read its question"
            raise GaveUp(f"{self.name} did not {doing} within {seconds:g} seconds.")
        return answer.strip() if answer is not None else self.gone()

    def gone(self) -> str:
        self.end()
        code = self.process.returncode
        raise GaveUp(f"{self.name} has ended by itself ({'signal' if code < 0 else 'code'} {abs(code)}).")

    def end(self) -> None:
        """Close its input, wait a moment, and end it and whatever it has started if it does not."""
        running.pop(self.name, None)
        self.to_say.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(PATIENCE)
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        else:
            self.process.kill()
        self.process.wait()
        late = time.monotonic() + PATIENCE
        while self.listener.is_alive() and time.monotonic() < late:  # it may still have lines to get rid of
            with contextlib.suppress(queue.Empty):
                self.said.get(timeout=0.01)


def process_of(name: str) -> Process:
    if name not in running:
        running[name] = Process(name)
    return running[name]


@atexit.register
def end_all() -> None:
    for process in list(running.values()):
        process.end()


class Program:
    """A program at one seat of one game."""

    def __init__(self, name: str, game: Game, edition: Edition | None, seconds: float) -> None:
        self.name = name
        self.game = game
        self.edition = edition or game.default_edition()
        self.seconds = seconds
        self.number = next(games_begun)

    def __getstate__(self) -> dict[str, Any]:
        """For pickle and copies: an edition as it is written; what fills positions with it cannot travel."""
        return {**self.__dict__, "edition": content(self.edition.data)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.edition = self.game.read_edition(EditionFile.parse("a copied game", state["edition"]))
        self.number = next(games_begun)  # a game of its own: it may go on otherwise, or in another process

    def choose(self, view: Any, seat: int) -> int | str:
        answer = process_of(self.name).ask(self.question(view, seat), self.seconds)
        return int(answer) if answer.removeprefix("-").isdecimal() else answer

    def question(self, view: Any, seat: int) -> str:
        """What its seat sees, on one line. Seats are counted from 0."""
        numbers = {self.game.notation.write(view, seat, a): a for a in self.game.legal(view, seat)}
        seen = msgspec.to_builtins(self.game.read(view, seat, self.edition))
        choices = [{"number": numbers[choice["move"]], **choice} for choice in seen.pop("choices")]
        return json.dumps(
            {
                "oppidum": PROTOCOL,
                "game": self.game.id,
                "number": self.number,
                "seat": seat,
                "players": int(view.players),
                "seconds": self.seconds,
                "choices": choices,
                "seen": seen,
            },
            ensure_ascii=False,
        )
