"""What the strongest bot at hand would do, from what the seat may know."""

from __future__ import annotations

from dataclasses import dataclass

from oppidum.tables.hall import Hall


@dataclass(frozen=True)
class Hint:
    """`words` by `level`. Why, in numbers: of `games` games imagined from here at random play, `share` is won
    after it, and `next_share` after `next_words`, the best of the other choices (none if there is no other)."""

    action: int
    words: str
    level: str
    games: int
    share: float
    next_words: str | None
    next_share: float | None


def hint(hall: Hall, code: str, visitor: str, *, seat: int | None = None) -> Hint:
    """For a seat of the visitor that owes a decision. NotAllowed where the table plays without hints."""
    raise NotImplementedError
