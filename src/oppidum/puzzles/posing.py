"""The position of a puzzle, played again: what its seat saw, and nothing else."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from oppidum import games
from oppidum.kernel.editions import Edition
from oppidum.kernel.errors import BadNotation, BadRecord, IllegalAction
from oppidum.kernel.game import Game
from oppidum.puzzles.collection import Puzzle

RECENT = 16  # decisions that a board may tell of


@dataclass(frozen=True)
class Past:
    """A decision that was made: by whom, and what the seat of the puzzle saw after it."""

    number: int
    seat: int  # -1: the deal
    view: Any


@dataclass(frozen=True)
class Posed:
    """What the seat of a puzzle may know. Whole positions stay in `pose`."""

    puzzle: Puzzle
    game: Game
    edition: Edition
    view: Any
    waiting: tuple[int, ...]
    recent: tuple[Past, ...]

    @property
    def seat(self) -> int:
        return self.puzzle.seat

    @property
    def moves(self) -> list[str]:
        """Everything that may be done, in the notation, in the order of the rules."""
        write = self.game.notation.write
        return [write(self.view, self.seat, action) for action in self.game.legal(self.view, self.seat)]

    def spelt(self, move: str) -> str:
        """The same decision in the notation's own spelling. Raises as `action` does."""
        return self.game.notation.write(self.view, self.seat, self.action(move))

    def action(self, move: str) -> int:
        """BadNotation, or IllegalAction where it is not open."""
        action = self.game.notation.read(self.view, self.seat, move)
        legal = self.game.legal(self.view, self.seat)
        if action not in legal:
            raise self.game.refusal(self.view, self.seat, action, legal)
        return action


@lru_cache(maxsize=128)
def pose(puzzle: Puzzle) -> Posed:
    """Play the game of a puzzle up to it. BadRecord where it cannot be played."""
    game = games.load(puzzle.game)
    edition = edition_of(game, puzzle.heading.edition)
    source, seat = puzzle.source, puzzle.seat
    s = game.deal(puzzle.players, bytes.fromhex(source.key), source.options, edition, puzzle.heading.rules)
    recent = deque([Past(0, -1, game.view(s, seat))], maxlen=RECENT)
    for number, (who, words) in enumerate(source.decisions(puzzle.asked.at), 1):
        try:
            game.act(s, who, game.notation.read(s, who, words))
        except (BadNotation, IllegalAction) as error:
            raise BadRecord(f"Puzzle {puzzle.id}, decision {number}: {error}") from None
        recent.append(Past(number, who, game.view(s, seat)))
    if seat not in game.waiting(s):
        raise BadRecord(f"Puzzle {puzzle.id}: seat {seat + 1} has nothing to decide there.")
    return Posed(puzzle, game, edition, recent[-1].view, game.waiting(s), tuple(recent))


def edition_of(game: Game, sha256: str) -> Edition:
    for edition in game.shipped_editions():
        if edition.sha256 == sha256:
            return edition
    raise BadRecord(f"The puzzles of {game.id} are of an edition that is not at hand.")
