"""An analysis in a process of its own, below everything else: `python -m oppidum.analysis.job`.

Its first line of input is what to analyse; then it prints how far it is, a line each time, and at last the
analysis. It ends with whoever started it: that holds the other end of its input.
"""

from __future__ import annotations

import os
import sys
import threading
import time

import msgspec

from oppidum import games
from oppidum.analysis.course import analyse, course_of
from oppidum.kernel.editions import EditionFile
from oppidum.kernel.record import Record

PAUSE = 0.25  # seconds between two words on how far it is


class Job(msgspec.Struct, frozen=True):
    record: Record
    edition: str  # its content


def end_with_the_house() -> None:
    while os.read(0, 1):  # not through sys.stdin, whose lock would be missed when the interpreter ends
        pass
    os._exit(0)


def read_line() -> bytes:
    """The first line; nothing follows it."""
    found = bytearray()
    while not found.endswith(b"\n") and (more := os.read(0, 1 << 16)):
        found += more
    return bytes(found)


def tell(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(19)
    job = msgspec.json.decode(read_line(), type=Job)
    threading.Thread(target=end_with_the_house, daemon=True).start()
    game = games.load(job.record.game)
    edition = game.read_edition(EditionFile.parse("edition", job.edition))
    last = 0.0

    def progress(done: int, all_of_it: int) -> None:
        nonlocal last
        if time.monotonic() - last >= PAUSE:
            last = time.monotonic()
            tell(f"{done / all_of_it:.3f}".encode())

    tell(msgspec.json.encode(analyse(course_of(game, job.record, edition), progress=progress)))


if __name__ == "__main__":
    main()
