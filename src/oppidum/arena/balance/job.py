"""A quick look at an edition in a process of its own: `python -m oppidum.arena.balance.job`.

For a house: nobody compiles there, and a stranger's edition keeps none of its threads, nor this one for long.
"""

from __future__ import annotations

from contextlib import suppress

import msgspec

from oppidum import games
from oppidum.arena.balance.measuring import quick
from oppidum.arena.balance.report import Report
from oppidum.kernel import background_process
from oppidum.kernel.editions import EditionFile
from oppidum.kernel.errors import BadEdition, OppidumError

MOST_SECONDS = 180  # of processor time, compiling included


class Asked(msgspec.Struct, frozen=True):
    game: str
    cards: str  # the content of the edition
    players: int | None = None
    number: int | None = None
    seed: str = "0"


class Answer(msgspec.Struct, frozen=True):
    """A report, or one sentence that says why there is none."""

    report: Report | None = None
    problem: str = ""


def made(asked: bytes, progress: background_process.Progress) -> bytes:
    return msgspec.json.encode(answer(msgspec.json.decode(asked, type=Asked), progress))


def answer(asked: Asked, progress: background_process.Progress = lambda done: None) -> Answer:
    try:
        game = games.load(asked.game)
        edition = game.read_edition(EditionFile.parse("edition", asked.cards))
        return Answer(quick(game, edition, asked.players, asked.number, asked.seed, progress))
    except BadEdition as error:
        return Answer(problem="; ".join(map(str, error.problems)))
    except OppidumError as error:
        return Answer(problem=str(error))


def limit_time() -> None:
    with suppress(ImportError, OSError, ValueError):  # where the machine knows no such limits
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))


if __name__ == "__main__":
    limit_time()
    background_process.work(made)
