"""Taking back a decision.

Freely only the visitor's own last decision, and only where it gives nobody anything: nobody whose turn it
is loses it, and no other player's decision, no revealed information, no chance event lies in between.
Beyond that, with the consent of all persons at the table (bots agree to everything).
"""

from __future__ import annotations

from oppidum.tables.hall import Hall


def take_back(hall: Hall, code: str, visitor: str, *, seat: int | None = None, ask: bool = False) -> bool:
    """Take back the seat's last decision; returns True when it is done.

    Where it is not free: NotNow, or, with `ask=True`, a request to the others (returns False) that takes
    back to before the seat's last decision once all have agreed. Nobody else to ask: done at once.
    """
    raise NotImplementedError
