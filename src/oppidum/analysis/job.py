"""An analysis in a process of its own: `python -m oppidum.analysis.job`."""

from __future__ import annotations

import msgspec

from oppidum import games
from oppidum.analysis.course import analyse, course_of
from oppidum.kernel import background_process
from oppidum.kernel.editions import EditionFile
from oppidum.kernel.record import Record


class Job(msgspec.Struct, frozen=True):
    record: Record
    edition: str  # its content


def made(asked: bytes, progress: background_process.Progress) -> bytes:
    job = msgspec.json.decode(asked, type=Job)
    game = games.load(job.record.game)
    edition = game.read_edition(EditionFile.parse("edition", job.edition))
    course = course_of(game, job.record, edition)
    return msgspec.json.encode(analyse(course, progress=lambda done, whole: progress(done / whole)))


if __name__ == "__main__":
    background_process.work(made)
