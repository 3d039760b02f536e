"""Short chat: ready-made phrases, that faces translate, and short free text."""

from __future__ import annotations

import sqlalchemy as sa

from oppidum.kernel.errors import BadOption
from oppidum.tables import facts, visitors
from oppidum.tables.errors import NotNow, TooMany
from oppidum.tables.hall import Hall
from oppidum.tables.model import SPECTATOR
from oppidum.tables.schema import mutes
from oppidum.tables.table import Said, Table

TEXT_LENGTH = 200
MOST_IN_A_ROW = 8  # lines of one visitor within a minute
PHRASES = (
    "hello",
    "good_luck",
    "well_played",
    "thanks",
    "your_turn",
    "one_moment",
    "sorry",
    "by_toutatis",
    "these_romans_are_crazy",
    "good_game",
    "again",
    "bye",
)


def say(hall: Hall, code: str, visitor: str, *, phrase: str | None = None, text: str | None = None) -> int:
    """One line, from a seat or from a guest; returns its seq. BadOption for empty, long or unknown ones."""
    who = visitors.find(hall, visitor)
    if (phrase is None) == (text is None):
        raise BadOption("Send either a phrase or a text.")
    if phrase is not None and phrase not in PHRASES:
        raise BadOption(f"The phrases are {', '.join(PHRASES)}; there is no {phrase[:40]!r}.")
    line = visitors.clean_text(text, "The text", TEXT_LENGTH) if text is not None else ""

    def plan(table: Table) -> list[facts.Fact]:
        recent = [said for said in table.chat if said.visitor == visitor and said.time > hall.now() - 60]
        if len(recent) >= MOST_IN_A_ROW:
            raise TooMany("You have sent a lot of messages: wait a moment.")
        mine = table.seats_of(visitor)
        seat = mine[0] if mine else SPECTATOR
        return [facts.Said(seat=seat, visitor=visitor, name=who.name, phrase=phrase, text=line)]

    return hall.change(code, plan).version


def mute(hall: Hall, code: str, visitor: str, *, line: int | None = None) -> None:
    """No longer see what the author of a line (its seq) says, at any table; without it: this table's chat."""
    table = hall.look(code)
    visitors.find(hall, visitor)
    target = table.code if line is None else said_at(table, line).visitor
    row = {"visitor_id": visitor, "muted": target}
    hall.write_people(lambda connection: hall.store.upsert(connection, mutes, row))


def unmute(hall: Hall, code: str, visitor: str, *, line: int | None = None) -> None:
    """See it again. Without `line`: this table's chat and all its people."""
    table = hall.look(code)
    people = [said.visitor for said in table.chat]
    targets = [table.code, *people] if line is None else [said_at(table, line).visitor]
    heard = sa.delete(mutes).where(mutes.c.visitor_id == visitor, mutes.c.muted.in_(targets))
    hall.write_people(lambda connection: connection.execute(heard))


def said_at(table: Table, line: int) -> Said:
    for said in table.chat:
        if said.seq == line:
            return said
    raise NotNow("There is no such line in the chat of this table.")


def muted_by(hall: Hall, visitor: str | None) -> frozenset[str]:
    """Visitors' ids and tables' codes that this visitor does not want to hear."""
    if visitor is None:
        return frozenset()

    def look_up() -> frozenset[str]:
        with hall.store.reading() as connection:
            mine = sa.select(mutes.c.muted).where(mutes.c.visitor_id == visitor)
            return frozenset(connection.execute(mine).scalars())

    return hall.people.remember(("mutes", visitor), look_up)
