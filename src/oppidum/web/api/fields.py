"""The words of the API: what fields mean that stand in several places."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from oppidum.kernel.meaning import meaning
from oppidum.tables.model import ClockName

Name = Annotated[str, Meta(min_length=1, max_length=32, description="What others call this visitor.")]
GameId = Annotated[str, Meta(min_length=1, max_length=40, description="A game, by its id in the catalogue.")]
SeatNumber = Annotated[int, Meta(ge=1, le=12, description="A seat, counted from 1.")]
Words = Annotated[str, Meta(min_length=1, max_length=80, description="A decision in the game's notation.")]
Level = Annotated[str, Meta(min_length=1, max_length=40, description="The strength of a bot.")]
VisitorId = Annotated[str, meaning("A visitor; it does not change with the name.")]
BearerToken = Annotated[str, meaning("Shown once. Send it as `Authorization: Bearer …`.")]
Code = Annotated[str, meaning("The code of the table: who knows it finds the table.")]
Commitment = Annotated[str, meaning("The table's commitment to the secret that its shuffle starts from.")]
Moves = Annotated[int, meaning("Decisions so far; those taken back do not count.")]
Version = Annotated[int, meaning("Grows with everything that happens at the table, chat included.")]
Options = Annotated[dict[str, str], meaning("The options of the game, by their names.")]
MySeats = Annotated[list[int], meaning("The caller's seats, counted from 1.")]
Winners = Annotated[list[int], meaning("The seats that have won, once the game is over.")]
Time = Annotated[float, meaning("When, in seconds since 1970.")]
Clock = Annotated[ClockName, meaning("How long a decision may take; when time runs out a bot decides.")]
By = Annotated[
    Literal["person", "bot", "clock", "countdown", ""], meaning("Who decided; empty where nobody did.")
]
Listing = Annotated[bool, meaning("Shown to everybody; otherwise only who knows the code finds the table.")]
SameDevice = Annotated[bool, meaning("One visitor holds all human seats, and hands the screen over.")]
Hints = Annotated[bool, meaning("Players may ask for hints.")]
Confirm = Annotated[bool, meaning("Ask before a decision that ends a turn and reveals something.")]
ReadyToStart = Annotated[bool, meaning("The game may start, as far as this seat is concerned.")]
BoxOnTable = (
    Annotated[str, Meta(max_length=80, description="The code of the box to deal from; none: the game's own.")]
    | None
)
FIRST = 1  # outside, seats are counted from 1
Hexadecimal = Annotated[
    str,
    Meta(max_length=128, pattern="^([0-9a-f]{2})*$", description="1 to 64 random bytes for the shuffle."),
]
Promise = Annotated[str, Meta(max_length=64, description="The table's commitment, seen before.")]
