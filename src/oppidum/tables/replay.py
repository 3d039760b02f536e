"""Going through a game step by step, and the document of a finished one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from oppidum.kernel.record import Record
from oppidum.tables.hall import Hall


@dataclass(frozen=True)
class Step:
    number: int  # 0: the deal
    seat: int  # who decided; -1 for the deal
    by: str  # person, bot, clock, countdown; "" for the deal
    words: str | None  # none where the eyes may not know it
    time: float
    position: Any  # after the decision, redacted for the eyes; with open cards: whole


def steps(
    hall: Hall,
    code: str,
    visitor: str | None = None,
    *,
    as_seat: int | None = None,
    open_cards: bool = False,
    first: int = 0,
    last: int | None = None,
) -> list[Step]:
    """Steps `first` to `last` (both included) of the game, from a seat's view as it was at that time.

    In a running game only from one's own seat or as a spectator; `open_cards` only after the end.
    """
    raise NotImplementedError


def count(hall: Hall, code: str) -> int:
    """The number of the last step."""
    raise NotImplementedError


def record(hall: Hall, code: str) -> Record:
    """The record of a finished game, with the secret: `kernel.record.encode` it. NotNow while it goes on."""
    raise NotImplementedError
