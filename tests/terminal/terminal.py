"""A person at a terminal: types into a pseudo-terminal, and reads what a program shows there."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import termios
import time

from tests.forked_command import AtTerminal

PATIENCE = 200.0  # seconds: a loaded machine that compiles is slow


class Terminal:
    """`oppidum` with these arguments, on a terminal of 100 columns."""

    def __init__(self, *arguments: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 100, 0, 0))
        self.before = termios.tcgetattr(slave)
        self.slave = slave
        self.process = AtTerminal(os.ttyname(slave), *arguments, TERM="xterm-256color")
        self.raw = b""
        self.read_up_to = 0

    @property
    def text(self) -> str:
        """All that was shown, without colours."""
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.raw.decode("utf-8", "replace"))

    def listen(self, seconds: float) -> bool:
        """Take in what comes; False once the program has gone."""
        if not select.select([self.master], [], [], seconds)[0]:
            return self.process.poll() is None
        try:
            got = os.read(self.master, 65536)
        except OSError:
            return False
        self.raw += got
        return bool(got)

    def expect(self, pattern: str) -> str:
        """Wait until something new is shown that fits the pattern; returns it."""
        end = time.monotonic() + PATIENCE
        while True:
            if found := re.compile(pattern).search(self.text, self.read_up_to):
                self.read_up_to = found.end()
                return found[0]
            assert time.monotonic() < end, f"no {pattern!r} in:\n{self.text[self.read_up_to :]}"
            assert self.listen(0.2) or re.search(pattern, self.text[self.read_up_to :]), (
                f"gone without {pattern!r}:\n{self.text[self.read_up_to :]}"
            )

    def type(self, text: str | bytes) -> None:
        os.write(self.master, text.encode() if isinstance(text, str) else text)

    def interrupt(self) -> None:
        """Ctrl-C, and again after a while: between its prompt and its reading Python may miss the first."""
        for _ in range(2):
            self.type(b"\x03")
            end = time.monotonic() + 15
            while self.process.poll() is None and time.monotonic() < end:
                self.listen(0.1)

    def leave(self) -> int:
        """Wait for the end; the exit code. The terminal must be as it was before."""
        end = time.monotonic() + PATIENCE
        while (code := self.process.poll()) is None:
            assert time.monotonic() < end, f"still there:\n{self.text[-2000:]}"
            self.listen(0.1)
        while select.select([self.master], [], [], 0.1)[0] and self.listen(0):
            pass
        assert "Traceback" not in self.text, self.text[-4000:]
        assert termios.tcgetattr(self.slave)[:4] == self.before[:4], "the terminal is left in another mode"
        assert self.raw.count(b"\x1b[?25l") <= self.raw.count(b"\x1b[?25h"), "the cursor stays hidden"
        return code

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        os.close(self.master)
        os.close(self.slave)
