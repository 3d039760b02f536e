"""What the API takes."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from oppidum.kernel.meaning import meaning
from oppidum.tables import (
    BotSeat,
    Contribution,
    HumanSeat,
    Settings,
    seating,
)
from oppidum.tables.model import USUAL_COUNTDOWN
from oppidum.web.api.fields import (
    BoxOnTable,
    Clock,
    Confirm,
    GameId,
    Hexadecimal,
    Hints,
    Level,
    Listing,
    Name,
    Promise,
    ReadyToStart,
    SameDevice,
    SeatNumber,
    Words,
)


class NewVisitor(Struct, forbid_unknown_fields=True):
    """Somebody who comes in, or takes another name."""

    name: Name


class NewToken(Struct, forbid_unknown_fields=True):
    """A token for another program."""

    label: Annotated[str, Meta(max_length=40, description="What it is for, in the visitor's own words.")] = ""


class RecoveryCode(Struct, forbid_unknown_fields=True):
    """What brings an identity back."""

    recovery_code: Annotated[str, Meta(min_length=1, max_length=200, description="The code, shown once.")]


# ---------------------------------------------------------------- tables


class NewTable(Struct, forbid_unknown_fields=True):
    """How a table shall be played."""

    game: GameId
    seats: Annotated[
        list[Annotated[str, Meta(max_length=60)]],
        Meta(min_length=1, max_length=12, description='"human", or "bot:LEVEL" with a level of the game.'),
    ]
    options: Annotated[
        dict[Annotated[str, Meta(max_length=40)], Annotated[str, Meta(max_length=40)]],
        meaning("Options of the game, by their names; defaults for what is left out."),
    ] = msgspec.field(default_factory=dict[str, str])
    clock: Clock = "none"
    listed: Listing = False
    same_device: SameDevice = False
    hints: Hints = True
    confirm: Confirm = True
    countdown: Annotated[
        int, Meta(ge=0, le=seating.LONGEST_COUNTDOWN, description="Seconds to react; 0: no limit.")
    ] = USUAL_COUNTDOWN
    box: BoxOnTable = None

    def settings(self) -> Settings:
        return Settings(
            game=self.game,
            seats=tuple(seat_from(text) for text in self.seats),
            options=self.options,
            clock=self.clock,
            listed=self.listed,
            same_device=self.same_device,
            hints=self.hints,
            confirm=self.confirm,
            countdown=self.countdown,
        )


def seat_from(text: str) -> HumanSeat | BotSeat:
    kind, _, level = text.partition(":")
    return BotSeat(level or text) if kind != "human" or level else HumanSeat()


# ---------------------------------------------------------------- at a table


class Giving(Struct, forbid_unknown_fields=True, kw_only=True):
    """`contribution` counts together with the `commitment` of the table, which one has to see first."""

    contribution: Hexadecimal | None = None
    commitment: Promise | None = None

    @property
    def given(self) -> Contribution | None:
        if self.contribution is None:
            return None
        return Contribution(self.contribution, self.commitment or "")


class PlayNow(Giving):
    """In one call the house gives to the shuffle for all seats. To give a contribution of one's own takes two
    calls: the first, with `start` false, answers code and commitment of a table that waits; the second sends
    them back with the contribution, and the game starts. A contribution that was there before the commitment
    would prove nothing: the house could have chosen its secret to suit it."""

    game: GameId
    players: (
        Annotated[int, Meta(ge=1, le=12, description="How many; none: four, or as near as the game allows.")]
        | None
    ) = None
    level: Level | None = None
    start: Annotated[bool, meaning("False: only open the table, to see its commitment.")] = True
    code: (
        Annotated[str, Meta(max_length=80, description="With a contribution: the table that waits.")] | None
    ) = None
    box: BoxOnTable = None


class Sit(Giving):
    """Sit down; at the first free seat, if none is named."""

    seat: SeatNumber | None = None
    name: Name | None = None


class Ready(Giving):
    """Ready to start, or not yet."""

    ready: ReadyToStart = True


class Rematch(Struct, forbid_unknown_fields=True):
    """Once more, with the same people."""

    ready: Annotated[bool, meaning("False: only go there, to see the new table's commitment.")] = True


class PutBot(Struct, forbid_unknown_fields=True):
    """A bot for a free seat."""

    seat: SeatNumber
    level: Annotated[Level | None, meaning("The strength of the bot; none takes it away.")] = None


class Move(Struct, forbid_unknown_fields=True):
    """A decision."""

    move: Words
    seat: SeatNumber | None = None
    seen: Annotated[int, Meta(ge=0, le=2**31, description="The version that was looked at.")] | None = None


class TakeBack(Struct, forbid_unknown_fields=True):
    """Take back the last decision."""

    seat: SeatNumber | None = None
    ask: Annotated[bool, meaning("Ask the others, where it is not free.")] = False


class Answer(Struct, forbid_unknown_fields=True):
    """An answer to what somebody asks for."""

    yes: Annotated[bool, meaning("Agreed, or refused.")]


class WhatIf(Struct, forbid_unknown_fields=True):
    """A moment of a finished game."""

    after: Annotated[int, Meta(ge=0, le=1_000_000, description="After so many decisions.")]
    seat: SeatNumber


class OneSeat(Struct, forbid_unknown_fields=True):
    """A seat of this table."""

    seat: SeatNumber


class MaybeSeat(Struct, forbid_unknown_fields=True):
    """A seat of the caller; only who holds several has to say which."""

    seat: SeatNumber | None = None


class Say(Struct, forbid_unknown_fields=True):
    """A line for the chat: a phrase or a text."""

    phrase: Annotated[str, Meta(max_length=40, description="The id of a ready-made phrase.")] | None = None
    text: Annotated[str, Meta(max_length=200, description="Free text.")] | None = None


class Line(Struct, forbid_unknown_fields=True):
    """A line of the chat, or whom not to hear any more."""

    line: (
        Annotated[
            int, Meta(ge=0, le=2**31, description="The number of a line; none: the table's whole chat.")
        ]
        | None
    ) = None
    mute: Annotated[bool, meaning("No longer hear who has said it; false: hear them again.")] = True
