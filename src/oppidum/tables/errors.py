"""What can go wrong at a table. Each message is one whole sentence; nothing has changed when it is raised.

Besides these, verbs raise the kernel's own `BadOption`, `IllegalAction` and `BadNotation`. For a web face:
NoSuchTable, NoSuchBox, NoSuchVisitor: 404 · NotAllowed: 403 · Stale, NotNow, Unconfirmed: 409 ·
TooMany: 429 · StoreError: 503 · everything else under OppidumError: 400.
"""

from __future__ import annotations

from oppidum.kernel.errors import OppidumError


class TableError(OppidumError):
    """Anything that a table refuses."""


class NoSuchTable(TableError):
    """No table has this code. The same answer for a private table and for none at all."""

    def __init__(self) -> None:
        super().__init__("There is no table with this code.")


class NoSuchChallenge(NoSuchTable):
    """No challenge has this code, or the game that it is about is gone."""

    def __init__(self) -> None:
        OppidumError.__init__(self, "There is no challenge at this link.")


class NoSuchBox(TableError):
    """No box has this code. The same answer for a private box of somebody else and for none at all."""

    def __init__(self) -> None:
        super().__init__("There is no box with this address.")


class NoSuchVisitor(TableError):
    """An identity, token or recovery code that nobody has."""


class NotAllowed(TableError):
    """Somebody else may do this, but not this visitor."""


class NotNow(TableError):
    """It can be done, but not in the table's present state."""


class Stale(TableError):
    """The table has moved on since the visitor looked. `version` and `moves` are the present ones."""

    def __init__(self, message: str, version: int, moves: int) -> None:
        super().__init__(message)
        self.version = version
        self.moves = moves


class Unconfirmed(TableError):
    """The decision ends a turn and reveals something: send it again with `confirmed=True`."""

    def __init__(self, words: str) -> None:
        super().__init__(f"“{words}” reveals something and cannot be taken back: confirm it.")
        self.words = words


class TooMany(TableError):
    """A limit that keeps the house usable for all."""


class StoreError(TableError):
    """The store cannot be opened or does not answer. What it says is for the host: it may name where the
    store is."""


class CannotWrite(StoreError):
    """The store can be read, perhaps, but takes nothing new."""
