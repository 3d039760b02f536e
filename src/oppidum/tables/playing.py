"""A decision at a table."""

from __future__ import annotations

from dataclasses import dataclass

from oppidum.tables.hall import Hall


@dataclass(frozen=True)
class Moved:
    """What is acknowledged: it is in the store."""

    number: int  # of this decision, from 1
    version: int
    words: str
    over: bool


def move(
    hall: Hall,
    code: str,
    visitor: str,
    what: str | int,
    *,
    seat: int | None = None,
    seen: int | None = None,
    confirmed: bool = True,
) -> Moved:
    """Decide: `what` in notation ("bid 7") or as an action number.

    `seat`: only where the visitor holds several. `seen`: the version that the visitor had seen
    (`TableView.version`). If the question put to the seat is another one by now, or has been answered, the
    decision is Stale; other seats' simultaneous decisions in between do no harm. `confirmed=False`: where
    the table has the confirm step on and the decision ends a turn and reveals something, Unconfirmed is
    raised instead. A face for people passes False first; programs need not care.

    Raises NotAllowed, NotNow, Stale, Unconfirmed, IllegalAction, BadNotation.
    """
    raise NotImplementedError
