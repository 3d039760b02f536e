"""Requests that need the consent of all persons at the table. One at a time."""

from __future__ import annotations

from oppidum.tables import facts as fact
from oppidum.tables.deadlines import REQUEST_SECONDS
from oppidum.tables.errors import NotAllowed, NotNow
from oppidum.tables.facts import Fact, RequestKind
from oppidum.tables.hall import Hall
from oppidum.tables.table import Asking, Table

__all__ = ["REQUEST_SECONDS", "answer", "ask", "fulfilled", "voters", "withdraw"]


def answer(hall: Hall, code: str, visitor: str, yes: bool) -> bool:
    """Agree to the open request, or refuse it; returns True when it has been fulfilled by this."""
    done = False

    def plan(table: Table) -> list[Fact]:
        nonlocal done
        request = open_request(table)
        mine = [seat for seat in voters(table, request) if seat in table.seats_of(visitor)]
        if not mine:
            raise NotAllowed("This request is not for you to answer.")
        if not yes:
            return [fact.Refused(seat=mine[0])]
        agreed = [fact.Agreed(seat=seat) for seat in mine if seat not in request.agreed]
        effects = fulfilled(table.after(agreed, hall.now())[0])
        done = bool(effects)
        return [*agreed, *effects]

    hall.change(code, plan)
    return done


def withdraw(hall: Hall, code: str, visitor: str) -> None:
    """Take one's own request away."""

    def plan(table: Table) -> list[Fact]:
        request = open_request(table)
        if request.by not in table.seats_of(visitor):
            raise NotAllowed("This is not your request.")
        return [fact.Lapsed(seat=request.by)]

    hall.change(code, plan)


def open_request(table: Table) -> Asking:
    if table.request is None:
        raise NotNow("No request is open at this table.")
    return table.request


def voters(table: Table, request: Asking) -> list[int]:
    """Every person who is there, except those who ask and whom it is about."""
    asker = table.chairs[request.by].visitor
    spared = {request.by, request.seat} if request.kind == "takeover" else {request.by}
    return [
        seat
        for seat in table.persons()
        if seat not in spared and table.chairs[seat].visitor != asker and not table.chairs[seat].away
    ]


def ask(
    table: Table, kind: RequestKind, by: int, seat: int, *, to_move: int = 0, level: str | None = None
) -> list[Fact]:
    """Open a request; with nobody to be asked, what was wished happens at once."""
    if table.request is not None:
        raise NotNow("Another request is still open.")
    asked = fact.Asked(seat=by, what=kind, of=seat, to=to_move, level=level)
    return [asked, *fulfilled(table.after([asked], table.updated)[0])]


def fulfilled(table: Table) -> list[Fact]:
    """What happens once nobody's consent is missing."""
    request = table.request
    if request is None or not set(voters(table, request)) <= request.agreed:
        return []
    if request.kind == "take_back":
        return [fact.TakenBack(seat=request.by, to=request.to_move)]
    if request.kind == "takeover":
        return [fact.Takeover(seat=request.seat, level=request.level or "")]
    return [fact.CalledOff()]
