"""What if: from any moment of a finished game somebody plays on, against bots.

The new table is dealt the same cards, and the decisions up to that moment are made again. Its cards are no
secret to whoever has looked at the finished game, so its record promises nothing.
"""

from __future__ import annotations

from dataclasses import replace

from oppidum import bots
from oppidum.kernel.errors import BadOption
from oppidum.tables import facts, seating, visitors
from oppidum.tables.errors import NotNow
from oppidum.tables.hall import Hall
from oppidum.tables.model import BotSeat, HumanSeat, Settings
from oppidum.tables.table import Table


def what_if(hall: Hall, code: str, visitor: str, after: int, seat: int) -> str:
    """The code of a new table where the visitor takes that seat, `after` so many decisions of the old one.

    Bots go on for the others: those who sat there, and the strongest in place of people. Raises NotNow,
    BadOption, TooMany.
    """
    old = hall.whole(code)
    if old.status != "over":
        raise NotNow("What would have been can be tried when the game is over.")
    if not 0 <= after < old.moves:
        raise BadOption("The game was over by then.")
    if not 0 <= seat < len(old.chairs):
        raise BadOption(f"The seats are 1 to {len(old.chairs)}.")
    seating.must_have_room(hall, visitor)
    return hall.create([*beginning(hall, old, visitor, after, seat), *decisions(old, after)]).code


def beginning(
    hall: Hall, old: Table, visitor: str, after: int, seat: int, challenge: str | None = None
) -> list[facts.Fact]:
    """A table with the cards of an old one. For a challenge it is played as the old one was."""
    assert old.edition is not None
    me = visitors.find(hall, visitor)
    return [
        facts.Opened(
            settings=facts.Terms.of(settings(old, seat, played_as_before=challenge is not None)),
            host=me.id,
            host_name=me.name,
            secret=old.secret,
            commitment=old.commitment,
            origin=facts.Origin(
                code=old.code,
                after=after,
                root=old.origin.first if old.origin else "",
                challenge=challenge,
            ),
        ),
        facts.Sat(seat=seat, visitor=me.id, name=me.name),
        facts.Started(
            edition=facts.EditionName(old.edition.id, old.edition.sha256),
            contributions=old.contributions,
            house=old.house,
            rules=old.game.revision_of(old.positions[0]),
        ),
    ]


def settings(old: Table, seat: int, *, played_as_before: bool = False) -> Settings:
    """One person at that seat; bots at the others: those who sat there, and the strongest for people."""
    strongest = bots.names(old.settings.game)[-1]
    plan = [BotSeat(chair.level or strongest) for chair in old.chairs]
    seats = (*plan[:seat], HumanSeat(), *plan[seat + 1 :])
    alone = replace(old.settings, seats=seats, listed=False, same_device=False)
    return alone if played_as_before else replace(alone, clock="none", hints=True)


def decisions(old: Table, after: int) -> list[facts.Fact]:
    return [
        facts.Move(seat=decision.seat, action=decision.action, words=decision.words, by=decision.by)
        for decision in old.decisions[:after]
    ]
