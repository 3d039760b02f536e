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
import queue
import shlex
import shutil
import subprocess
import threading
from typing import TYPE_CHECKING, Any

import msgspec

from oppidum.bots.guests import PROGRAM, GaveUp
from oppidum.kernel.errors import BadOption

if TYPE_CHECKING:
    from oppidum.kernel.editions import Edition
    from oppidum.kernel.game import Game

PROTOCOL = 1
LONGEST_ANSWER = 1000
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
    """A program that is running, and what it has said."""

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
            )
        except OSError as error:
            raise GaveUp(f"{name} cannot be started: {error.strerror}.") from None
        self.said: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        assert self.process.stdout is not None
        with contextlib.suppress(ValueError):  # closed while we listened
            while line := self.process.stdout.readline(LONGEST_ANSWER):
                self.said.put(line)
        self.said.put(None)

    def ask(self, question: str, seconds: float) -> str:
        """Its answer to a line. One that does not come, or not in time, ends the program."""
        assert self.process.stdin is not None
        while not self.said.empty():  # more lines than it was asked for: they answer nothing
            if self.said.get() is None:
                self.gone()
        try:
            self.process.stdin.write(question + "\n")
            self.process.stdin.flush()
        except OSError:
            self.gone()
        try:
            answer = self.said.get(timeout=seconds)
        except queue.Empty:
            self.end()
            raise GaveUp(f"{self.name} did not answer within {seconds:g} seconds.") from None
        return answer.strip() if answer is not None else self.gone()

    def gone(self) -> str:
        self.end()
        code = self.process.returncode
        raise GaveUp(f"{self.name} has ended by itself ({'signal' if code < 0 else 'code'} {abs(code)}).")

    def end(self) -> None:
        """Close its input, wait a moment, and end it if it does not."""
        running.pop(self.name, None)
        with contextlib.suppress(OSError):
            if self.process.stdin is not None:
                self.process.stdin.close()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


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

    def choose(self, view: Any, seat: int) -> int | str:
        answer = process_of(self.name).ask(self.question(view, seat), self.seconds)
        return int(answer) if answer.lstrip("-").isdecimal() else answer

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
