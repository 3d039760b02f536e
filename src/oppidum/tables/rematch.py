"""Once more, with the seats moved on by one."""

from __future__ import annotations

from dataclasses import replace

from oppidum.kernel.editions import Edition
from oppidum.tables import facts, seating
from oppidum.tables.errors import NotAllowed, NotNow
from oppidum.tables.hall import Hall, new_code
from oppidum.tables.listing import Neighbours
from oppidum.tables.model import BotSeat, HumanSeat
from oppidum.tables.store import VersionTaken
from oppidum.tables.table import Table


def rematch(
    hall: Hall, code: str, visitor: str, *, ready: bool = True, neighbours: Neighbours | None = None
) -> str:
    """The code of the table where they play on: opened by the first who asks, the same for all who ask later.

    Settings as before; every person holds the next seat already, as whom and in which colour they had chosen,
    and only has to be ready. Who asks is ready; against bots alone the game starts at once. `ready=False`:
    not yet, because who wants to give to the shuffle has to see the new table's commitment first. Where the
    neighbours of who asks have no room left in the lobby, the new table is open by link alone.
    """
    while True:
        old = hall.look(code)
        if visitor not in {chair.visitor for chair in old.chairs}:
            raise NotAllowed("You did not sit at this table.")
        if old.status in ("open", "playing"):
            raise NotNow("The game is not over yet.")
        if old.rematch is None:
            try:
                if not open_next(hall, old, visitor, old.settings.listed, neighbours):
                    open_next(hall, old, visitor, listed=False)
            except VersionTaken:
                continue
            old = hall.look(code)
        assert old.rematch is not None
        if ready and hall.look(old.rematch).status == "open":
            seating.ready(hall, old.rematch, visitor)
        return old.rematch


def own_box(old: Table) -> Edition | None:
    """They go on with the box that they played with; one that came with the game in its present state."""
    shipped = {edition.sha256 for edition in old.game.shipped_editions()}
    return old.edition if old.edition and old.edition.sha256 not in shipped else None


def open_next(
    hall: Hall, old: Table, visitor: str, listed: bool, neighbours: Neighbours | None = None
) -> bool:
    """The new table and the word of it at the old one, in one transaction; unless the lobby has no room."""
    chairs = [old.chairs[-1], *old.chairs[:-1]]
    plan = tuple(BotSeat(chair.bot) if chair.bot else HumanSeat() for chair in chairs)
    settings = replace(old.settings, seats=plan, listed=listed)
    opening = seating.opening(hall, visitor, settings, own_box(old))[:1]
    sat = [
        facts.Sat(seat=seat, visitor=chair.visitor, name=chair.name)
        for seat, chair in enumerate(chairs)
        if chair.visitor
    ]
    dressed = [
        facts.Dressed(seat=seat, character=chair.character, colour=chair.colour)
        for seat, chair in enumerate(chairs)
        if chair.visitor and (chair.character is not None or chair.colour is not None)
    ]
    code = new_code()
    new = [*opening, *sat, *dressed]
    return hall.open_next(old, [facts.Rematch(code=code)], new, code, neighbours if listed else None)
