"""For whoever runs the house. Never shows a secret, a key or a hidden card of a running game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from oppidum.kernel.record import Record
from oppidum.tables.hall import Hall
from oppidum.tables.model import Status


@dataclass(frozen=True)
class TableLine:
    """One line of `oppidum tables list`."""

    code: str
    game: str
    status: Status
    listed: bool
    seats: tuple[str, ...]
    moves: int
    opened: float
    updated: float


@dataclass(frozen=True)
class Problem:
    """A stored running game that no longer replays."""

    code: str
    game: str
    move: int  # the first that fails, from 1; 0: the deal
    message: str


@dataclass(frozen=True)
class Health:
    ok: bool
    database: str  # "sqlite" or "postgresql"
    schema: str  # revision
    milliseconds: float  # of a round trip to the store
    watch: bool  # bots and clocks are being looked after in this process
    message: str  # one sentence


def tables(hall: Hall, *, status: Status | None = None, limit: int = 1000) -> list[TableLine]:
    """Newest change first."""
    raise NotImplementedError


def show(hall: Hall, code: str) -> TableLine:
    raise NotImplementedError


def export(hall: Hall, code: str | None = None) -> Iterator[Record]:
    """The record of one finished game, or of all."""
    raise NotImplementedError


def delete(hall: Hall, *, code: str | None = None, older_than: float | None = None) -> int:
    """Delete one table, or all that have not changed for `older_than` seconds; returns how many."""
    raise NotImplementedError


def backup(hall: Hall, file: str | Path) -> None:
    """A consistent copy while the house is open: a SQLite file, from PostgreSQL as well.

    StoreError if the file exists or cannot be written.
    """
    raise NotImplementedError


def health(hall: Hall) -> Health:
    """Never raises."""
    raise NotImplementedError


def metrics(hall: Hall) -> dict[str, float]:
    """Prometheus names and values, ready to be written out: `oppidum_tables{status="playing"}` and so on."""
    raise NotImplementedError


def replay_all(hall: Hall) -> list[Problem]:
    """Play all stored running games again with the present rules; those that no longer fit."""
    raise NotImplementedError
