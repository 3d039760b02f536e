"""Taking back a decision.

Freely only the visitor's own last decision, and only where it gives nobody anything: nobody whose turn it
is loses it, and no other player's decision, no revealed information, no chance event lies in between.
Beyond that, with the consent of all persons at the table (bots agree to everything). The cards stay as
they were shuffled: what was dealt is dealt again.
"""

from __future__ import annotations

from oppidum.tables import consent
from oppidum.tables import facts as fact
from oppidum.tables.errors import NotNow
from oppidum.tables.facts import Fact
from oppidum.tables.hall import Hall
from oppidum.tables.playing import must_be_playing, own_seat
from oppidum.tables.reveals import gave_away, whispered
from oppidum.tables.table import Table
from oppidum.tables.tail import Forgotten


def take_back(hall: Hall, code: str, visitor: str, *, seat: int | None = None, ask: bool = False) -> bool:
    """Take back the seat's last decision; returns True when it is done.

    Where it is not free: NotNow, or, with `ask=True`, a request to the others (returns False) that takes
    back to before the seat's last decision once all have agreed. Nobody else to ask: done at once.
    """
    done = False

    def plan(table: Table) -> list[Fact]:
        nonlocal done
        must_be_playing(table)
        at = last_decider(table, visitor, seat)
        left = last_decision(table, at)
        if left is None:
            raise NotNow("You have not decided anything yet that could be taken back.")
        if is_free(table, at):
            done = True
            return [fact.TakenBack(seat=at, to=left)]
        if not ask:
            raise NotNow("This cannot be taken back any more, except if all agree.")
        facts = consent.ask(table, "take_back", at, at, to_move=left)
        done = any(isinstance(each, fact.TakenBack) for each in facts)
        return facts

    hall.change(code, plan)
    return done


def last_decider(table: Table, visitor: str | None, seat: int | None) -> int:
    """Whoever holds several seats and names none means the one that decided last."""
    mine = table.seats_of(visitor)
    if seat is None and len(mine) > 1:
        return next((d.seat for d in reversed(table.decisions) if d.seat in mine), mine[0])
    return own_seat(table, visitor, seat)


def last_decision(table: Table, seat: int) -> int | None:
    """How many decisions there were before this person's last one. Raises Forgotten."""
    for back, decision in enumerate(table.decisions.latest(), 1):
        if decision.seat == seat and decision.by == "person":
            return table.moves - back
    if table.decisions.first:
        raise Forgotten
    return None


def is_free(table: Table, seat: int) -> bool:
    """May this seat take back its last decision without asking anybody?"""
    if not may_be_free(table, seat):
        return False
    last = table.decisions[-1]
    return not gave_away(table.game, table.positions[-2], table.positions[-1], seat, last.action)


def may_be_free(table: Table, seat: int) -> bool:
    """As far as it can be told without imagining what others may have learnt, which takes a while."""
    if table.status != "playing" or not table.decisions:
        return False
    last = table.decisions.last
    if last.seat != seat or last.by != "person" or last.final:
        return False  # never across another player's decision
    return not whispered(table.position)
