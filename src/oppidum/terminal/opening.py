"""Where a terminal's table stands: in a hall for this one game, or in the store of the house."""

from __future__ import annotations

import getpass
import logging
import secrets
import tempfile
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.text import Text

from oppidum.faces.box_contents import comparison, is_own
from oppidum.kernel.editions import Edition
from oppidum.kernel.game import Game
from oppidum.tables import (
    BotSeat,
    Contribution,
    Hall,
    HumanSeat,
    NotAllowed,
    NotNow,
    Settings,
    looking,
    open_hall,
    seating,
    visitors,
)
from oppidum.tables.hall import FILE
from oppidum.tables.model import USUAL_COUNTDOWN
from oppidum.words.language import Language

CONTRIBUTION_BYTES = 16


@dataclass(frozen=True)
class Wishes:
    """What table is wanted."""

    game: Game
    bots: Sequence[str]  # one for each seat that no person takes
    people: Sequence[str] = ("",)  # their names; none: as this user is called
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    edition: Edition | None = None
    countdown: int = USUAL_COUNTDOWN


@dataclass(frozen=True)
class Place:
    """A seat, or several, at a table of a hall."""

    hall: Hall
    visitor: str
    game: str
    code: str
    given: Contribution | None = None  # what this terminal gave to the shuffle
    kept: bool = False  # others may come to this table, and it is there tomorrow


@contextmanager
def hall_for_now(pace: float, seed: str | None = None) -> Generator[Hall]:
    """A hall of one's own, which is gone afterwards."""
    with (
        tempfile.TemporaryDirectory(prefix="oppidum-") as folder,
        open_hall(Path(folder) / FILE, pace=pace, seed=seed, threads=1, durable=False) as hall,
    ):
        yield hall


@contextmanager
def complaining(console: Console) -> Generator[None]:
    """What the house's threads cannot tell anybody else is told here, in a line: no game hangs silently."""

    class Aside(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            console.print(Text(record.getMessage(), style="red"))

    handler = Aside(logging.WARNING)
    quiet, heard = logging.getLogger("oppidum"), logging.getLogger("oppidum.tables")
    quiet.addHandler(nowhere := logging.NullHandler())  # the screen is for the game
    heard.addHandler(handler)
    try:
        yield
    finally:
        heard.removeHandler(handler)
        quiet.removeHandler(nowhere)


def own_name() -> str:
    try:
        return getpass.getuser()[: visitors.NAME_LENGTH]
    except (KeyError, OSError, ImportError):  # a user without a name
        return "Terminal"


def somebody(hall: Hall, name: str) -> str:
    """Who this user is in a hall that is gone afterwards."""
    return visitors.arrive(hall, name or own_name()).visitor.id


def known(hall: Hall, recovery_code: str | None) -> visitors.Visitor | None:
    """Who this user is in a store: always the same, and with a recovery code the same as in the browser."""
    place = f"the terminal of {own_name()}"
    if recovery_code is None:
        return visitors.remembered(hall, place)
    visitor = visitors.recover(hall, recovery_code)
    visitors.remember(hall, place, visitor.id)
    return visitor


def myself(hall: Hall, t: Language, console: Console, name: str, recovery_code: str | None) -> str:
    """The same; who has never been here gets an identity, and a code to be the same in the browser."""
    visitor = known(hall, recovery_code)
    if visitor is None:
        arrival = visitors.arrive(hall, name or own_name())
        visitors.remember(hall, f"the terminal of {own_name()}", arrival.visitor.id)
        said = t.say("Your recovery code, shown only now:")
        console.print(Text.assemble((f"{said} ", "bold"), (arrival.recovery_code, "bold green")))
        told = t.say("Enter it in the browser's settings to be recognised there too.")
        console.print(Text(told, style="dim"))
        visitor = arrival.visitor
    elif name and name != visitor.name:
        visitors.rename(hall, visitor.id, name)
    return visitor.id


def open_place(hall: Hall, visitor: str, wishes: Wishes, t: Language, console: Console, kept: bool) -> Place:
    """Open a table, sit down, see the promise, give to the shuffle, and have it dealt."""
    people = len(wishes.people)
    shared = people > 1
    seats = (*[HumanSeat()] * people, *[BotSeat(level) for level in wishes.bots])
    code = seating.open_table(
        hall,
        visitor,
        Settings(
            wishes.game.id,
            seats,
            options=dict(wishes.options),
            same_device=shared,
            countdown=wishes.countdown,
        ),
    )
    for seat, name in enumerate(wishes.people):
        called = name or f"{t.say('Player')} {seat + 1}" if shared else None
        seating.sit(hall, code, visitor, seat, name=called)
    if wishes.edition is not None and is_own(wishes.game.id, wishes.edition):
        changed = comparison(wishes.game.id, wishes.edition).summary(t)
        said = t.say("%(title)s: %(what)s", title=wishes.edition.title, what=changed)
        console.print(Text(said, style="dim"))
    given = give(hall, code, visitor, t, console)
    seating.start(hall, code, visitor, contribution=given, edition=wishes.edition)
    return Place(hall, visitor, wishes.game.id, code, given, kept)


def give(hall: Hall, code: str, visitor: str, t: Language, console: Console) -> Contribution | None:
    """See the promise, then draw what this terminal gives; nothing where the cards are known anyway."""
    if hall.seed is not None:
        told = t.say("The cards follow from the seed: whoever knows it knows them, and nothing is proved.")
        console.print(Text(told, style="dim"))
        return None
    promise = looking.view(hall, code, visitor).fairness.commitment
    given = Contribution(secrets.token_hex(CONTRIBUTION_BYTES), promise)
    for said in (t.say("The promise: %(text)s", text=promise), t.say("You give: %(text)s", text=given.text)):
        console.print(Text(said, style="dim"), soft_wrap=True)
    return given


def come_back_to(hall: Hall, code: str, recovery_code: str | None) -> Place:
    """A table that is in the store, where this user sits."""
    me = known(hall, recovery_code)
    view = looking.view(hall, code, me.id if me else None)
    if me is None or not view.my_seats:
        raise NotAllowed("You do not sit at this table: say who you are with --recover CODE.")
    if view.status == "open":
        raise NotNow("The game has not started yet.")
    if view.status == "abandoned":
        raise NotNow("The game is over.")
    return Place(hall, me.id, view.game, code, kept=True)
