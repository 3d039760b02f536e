"""What is typed, line by line, without anybody having to wait for it: the table goes on meanwhile."""

from __future__ import annotations

import os
import queue
import sys
import threading
from typing import Protocol


class EndOfInput(Exception):
    """Nothing more will be typed."""


class Lines(Protocol):
    def line(self, within: float) -> str | None:
        """The next line, if there is one within so many seconds. Raises EndOfInput after the last one."""
        ...

    def unread(self, line: str) -> None:
        """Typed too early: the next line that is asked for."""
        ...


class Keyboard:
    """Standard input, read by a thread of its own.

    From its descriptor: a thread that waits inside Python's own reading could not be left behind at the end.
    """

    def __init__(self) -> None:
        self.typed: queue.Queue[str | None] = queue.Queue()
        self.early: str | None = None
        threading.Thread(target=self.listen, name="oppidum-keyboard", daemon=True).start()

    def listen(self) -> None:
        descriptor, rest = sys.stdin.fileno(), b""
        while True:
            try:
                got = os.read(descriptor, 4096)
            except OSError:  # the terminal is gone
                got = b""
            *lines, rest = (rest + got).split(b"\n")
            if not got and rest:
                lines.append(rest)
            for line in lines:
                self.typed.put(line.decode("utf-8", "replace"))
            if not got:
                self.typed.put(None)
                return

    def line(self, within: float) -> str | None:
        if self.early is not None:
            line, self.early = self.early, None
            return line
        try:
            line = self.typed.get(timeout=within)
        except queue.Empty:
            return None
        if line is None:
            self.typed.put(None)  # whoever asks again gets the same answer
            raise EndOfInput
        return line

    def unread(self, line: str) -> None:
        self.early = line
