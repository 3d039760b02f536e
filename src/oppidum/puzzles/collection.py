"""What is kept of puzzles: the games that they come from, one a line, as far as they are needed.

The first line names edition and rules. A game is its key and its decisions, in the notation of records;
chance follows from the key. Everything can be played again, and looked at again as hard as one likes.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

import msgspec

from oppidum.games import packages
from oppidum.kernel.errors import BadRecord

FORMAT = "oppidum-puzzles/1"
FILE = "puzzles.jsonl.gz"
BETWEEN = "|"  # of two decisions


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a file."""

    format: str
    game: str
    edition: str  # the hash of its content
    rules: int
    effort: int  # games imagined for each position


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position of a game, and what is best there."""

    at: int  # after so many decisions
    seat: int  # from 1
    answers: tuple[str, ...]  # all within the noise of the best
    thumb: str  # what the rule of thumb does
    values: dict[str, float]  # of every option, the best first: the share of the victory to expect
    noise: float  # of the difference between the best and the next
    rating: int  # to begin with: by how hard a search must look


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game among bots, up to its last puzzle."""

    key: str
    bots: tuple[str, ...]
    options: dict[str, str]
    moves: str  # "1 bid 7|2 bid 3": the seat, and what it did
    puzzles: tuple[Asked, ...]

    def decisions(self, most: int) -> list[tuple[int, str]]:
        """The first so many: seat, from 0, and words."""
        found: list[tuple[int, str]] = []
        for move in self.moves.split(BETWEEN)[:most] if self.moves else ():
            seat, _, words = move.partition(" ")
            found.append((int(seat) - 1, words))
        return found


@dataclass(frozen=True, eq=False)  # there is one of each
class Puzzle:
    game: str
    number: int  # in the order in which they are offered, from 1
    id: str  # the same in every version that has the puzzle
    heading: Heading
    source: Source
    asked: Asked

    @property
    def seat(self) -> int:
        return self.asked.seat - 1

    @property
    def players(self) -> int:
        return len(self.source.bots)

    def is_right(self, move: str) -> bool:
        return move in self.asked.answers


def name_of(source: Source, asked: Asked) -> str:
    """By what was dealt and done: other bots may lead the same deal to another position."""
    moves = source.moves.split(BETWEEN)[: asked.at]
    game = len(source.bots), sorted(source.options.items()), source.key, moves, asked.seat
    return hashlib.sha256(b"oppidum puzzle 2\n" + msgspec.json.encode(game)).hexdigest()[:12]


def in_order(heading: Heading, sources: Iterable[Source]) -> tuple[Puzzle, ...]:
    """All puzzles, by their names: neighbours come from different games."""
    named = sorted((name_of(source, asked), source, asked) for source in sources for asked in source.puzzles)
    return tuple(
        Puzzle(heading.game, number, name, heading, source, asked)
        for number, (name, source, asked) in enumerate(named, 1)
    )


def encode(heading: Heading, sources: Sequence[Source]) -> bytes:
    return b"".join(msgspec.json.encode(each) + b"\n" for each in (heading, *sources))


def decode(text: bytes) -> tuple[Puzzle, ...]:
    """The puzzles of a file. BadRecord where it is not one."""
    first, *rest = text.splitlines() or [b""]
    try:
        heading = msgspec.json.decode(first, type=Heading)
        if heading.format != FORMAT:
            raise BadRecord(f"The format is {heading.format!r}; this program reads {FORMAT}.")
        return in_order(heading, [msgspec.json.decode(line, type=Source) for line in rest])
    except msgspec.MsgspecError as error:
        raise BadRecord(f"These are no puzzles: {error}.") from None


@cache
def shipped(game_id: str) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game; none where it brings none."""
    found = file_of(game_id)
    return decode(gzip.decompress(found.read_bytes())) if found else ()


def file_of(game_id: str) -> Traversable | None:
    package = packages().get(game_id)
    found = resources.files(package).joinpath(FILE) if package else None
    return found if found and found.is_file() else None
