"""Leaving a running game, coming back, and the bot that stands in meanwhile. To leave: `seating.leave`."""

from __future__ import annotations

from oppidum.tables import consent
from oppidum.tables import facts as fact
from oppidum.tables.bots_at_work import check_level, modest_level
from oppidum.tables.errors import NotAllowed, NotNow
from oppidum.tables.facts import Fact
from oppidum.tables.hall import Hall
from oppidum.tables.playing import must_be_playing, own_seat
from oppidum.tables.presence import absent
from oppidum.tables.table import Table

__all__ = ["ask_call_off", "ask_takeover", "come_back", "resign"]


def come_back(hall: Hall, code: str, visitor: str) -> None:
    """Back at one's seats; a bot that stood in hands them back at once. No harm if one was never away."""

    def plan(table: Table) -> list[Fact]:
        if table.status != "playing":
            return []
        return [
            fact.CameBack(seat=seat)
            for seat in table.seats_of(visitor)
            if table.chairs[seat].person and (table.chairs[seat].away or table.chairs[seat].stand_in)
        ]

    hall.change(code, plan)


def ask_takeover(hall: Hall, code: str, visitor: str, seat: int, level: str | None = None) -> bool:
    """Ask the others whether a bot shall take over an absent seat; True when nobody else had to be asked.

    NotNow while its person is here: has neither left nor been silent for too long (`presence.patience`).
    """
    done = False

    def plan(table: Table) -> list[Fact]:
        nonlocal done
        must_be_playing(table)
        mine = table.seats_of(visitor)
        if not mine:
            raise NotAllowed("You do not sit at this table.")
        if not 0 <= seat < len(table.chairs) or not table.chairs[seat].person or seat in mine:
            raise NotNow("No other person plays at this seat.")
        if table.chairs[seat].stand_in:
            raise NotNow("A bot is already standing in at this seat.")
        if seat not in absent(hall, table):
            raise NotNow("The person at this seat is here.")
        chosen = check_level(level or modest_level(table.settings.game), table.settings.game)
        facts = consent.ask(table, "takeover", mine[0], seat, level=chosen)
        done = any(isinstance(each, fact.Takeover) for each in facts)
        return facts

    hall.change(code, plan)
    return done


def resign(hall: Hall, code: str, visitor: str, *, seat: int | None = None) -> None:
    """Give the seat up for good: a bot plays on. When no person is left the table is abandoned."""

    def plan(table: Table) -> list[Fact]:
        must_be_playing(table)
        mine = [at for at in table.seats_of(visitor) if table.chairs[at].person]
        if not mine:
            raise NotAllowed("You do not play at this table.")
        leaving = mine if seat is None else [own_seat(table, visitor, seat)]
        level = modest_level(table.settings.game)
        resigned = [fact.Resigned(seat=at, level=level) for at in leaving if table.chairs[at].person]
        after, _ = table.after(resigned, table.updated)
        if not after.persons():
            return [*resigned, fact.CalledOff()]
        return [*resigned, *consent.fulfilled(after)]

    hall.change(code, plan)


def ask_call_off(hall: Hall, code: str, visitor: str) -> bool:
    """Ask the others to end the game here, without a result; True when nobody else had to be asked."""
    done = False

    def plan(table: Table) -> list[Fact]:
        nonlocal done
        must_be_playing(table)
        mine = [at for at in table.seats_of(visitor) if table.chairs[at].person]
        if not mine:
            raise NotAllowed("You do not play at this table.")
        facts = consent.ask(table, "call_off", mine[0], mine[0])
        done = any(isinstance(each, fact.CalledOff) for each in facts)
        return facts

    hall.change(code, plan)
    return done
