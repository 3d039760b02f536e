"""Going through a game step by step, and the document of a finished one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from msgspec import UNSET

from oppidum.kernel import record as records
from oppidum.kernel.position import copy
from oppidum.kernel.record import Record
from oppidum.tables.errors import NotAllowed, NotNow
from oppidum.tables.facts import By
from oppidum.tables.hall import Hall
from oppidum.tables.happenings import may_read
from oppidum.tables.looking import eyes_of
from oppidum.tables.table import Table


@dataclass(frozen=True)
class Step:
    number: int  # 0: the deal
    seat: int  # who decided; -1 for the deal
    by: By | Literal[""]  # "" for the deal
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
    table = hall.whole(code)
    must_have_started(table)
    if open_cards and table.status != "over":
        raise NotAllowed("The cards are opened only after the end of the game.")
    eyes = eyes_of(table, table.seats_of(visitor), as_seat)
    end = table.moves if last is None else min(last, table.moves)
    return [step(table, number, eyes, open_cards) for number in range(max(0, first), end + 1)]


def step(table: Table, number: int, eyes: int, open_cards: bool) -> Step:
    whole = table.positions[number]
    position = copy(whole) if open_cards else table.game.view(whole, eyes)
    if number == 0:
        return Step(0, -1, "", None, table.started, position)
    decision = table.decisions[number - 1]
    words = decision.words if open_cards or may_read(table, decision.seat, eyes) else None
    return Step(number, decision.seat, decision.by, words, decision.time, position)


def count(hall: Hall, code: str) -> int:
    """The number of the last step."""
    return hall.look(code).moves


def record(hall: Hall, code: str) -> Record:
    """The record of a finished game, with the secret: `kernel.record.encode` it. NotNow while it goes on.

    Where the hall has a seed, or the cards are those of another game, nobody has promised anything: the
    record names the key alone.
    """
    return given_out(hall, hall.whole(code))


def given_out(hall: Hall, table: Table) -> Record:
    """The record of a table with all that ever happened at it."""
    must_have_started(table)
    if table.status != "over":
        raise NotNow("The record of a game is given out after its end.")
    document = record_of(table)
    if hall.seed is not None or table.origin:
        document.shuffle = records.Shuffle(key=table.key.hex())
    return document


def record_of(table: Table) -> Record:
    game = table.game
    assert table.edition is not None
    shuffle = records.Shuffle(
        key=table.key.hex(),
        commitment=table.commitment,
        secret=table.secret,
        contributions=list(table.contributions),
        house=UNSET if table.house is None else [seat + 1 for seat in table.house],
    )
    seats = [records.Seat(chair.name, chair.bot) for chair in table.chairs]
    options = table.settings.options
    document = records.begin(game, table.edition, seats, options, shuffle, table.positions[0])
    for decision, after in zip(table.decisions, table.positions[1:], strict=True):
        records.append(game, document, after, decision.seat, decision.words)
    records.close(game, document, table.position)
    return document


def must_have_started(table: Table) -> None:
    if not table.positions:
        raise NotNow("The game has not started yet.")
