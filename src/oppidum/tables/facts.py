"""What can happen at a table: a small struct for each thing, as it is stored and as it is folded.

A fact says whom it is about (`seat`; `TABLE`: the table itself). In the store, its kind and its seat have
columns of their own, everything else is the payload. Fields that an earlier version did not write have the
defaults that were meant by their absence; fields that only an earlier version wrote are not read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import msgspec
from msgspec import Struct

from oppidum.kernel.errors import BadRecord
from oppidum.kernel.questions import Questions
from oppidum.tables.model import BotSeat, ClockName, HumanSeat, Settings

By: TypeAlias = Literal["person", "bot", "clock", "countdown"]
RequestKind: TypeAlias = Literal["take_back", "takeover", "call_off"]
TABLE = -1  # as the seat of a fact: the table itself


class Terms(Struct, frozen=True):
    """The settings of a table as stored; what a newer version has added is simply not read."""

    game: str
    seats: tuple[str | None, ...]  # the level of a bot; none: for a person
    options: dict[str, str]
    clock: ClockName
    listed: bool
    same_device: bool
    hints: bool
    confirm: bool
    countdown: int

    @classmethod
    def of(cls, settings: Settings) -> Terms:
        return cls(
            game=settings.game,
            seats=tuple(seat.level if isinstance(seat, BotSeat) else None for seat in settings.seats),
            options=settings.options,
            clock=settings.clock,
            listed=settings.listed,
            same_device=settings.same_device,
            hints=settings.hints,
            confirm=settings.confirm,
            countdown=settings.countdown,
        )

    def settings(self) -> Settings:
        return Settings(
            game=self.game,
            seats=tuple(HumanSeat() if level is None else BotSeat(level) for level in self.seats),
            options=dict(self.options),
            clock=self.clock,
            listed=self.listed,
            same_device=self.same_device,
            hints=self.hints,
            confirm=self.confirm,
            countdown=self.countdown,
        )


class EditionName(Struct, frozen=True):
    id: str
    sha256: str  # of the content


class Happened(Struct, frozen=True, kw_only=True, tag_field="fact"):
    """What all facts have in common."""

    seat: int = TABLE


class Origin(Struct, frozen=True):
    """The finished game whose cards a table is dealt."""

    code: str
    after: int  # so many of its decisions are made already
    root: str = ""  # where these cards were dealt first; empty: there
    challenge: str | None = None  # somebody tries what another has played; none: they play on from there

    @property
    def first(self) -> str:
        """The code of the table where these cards were dealt first."""
        return self.root or self.code


class Opened(Happened, tag="opened", frozen=True):
    settings: Terms
    host: str
    host_name: str
    secret: str
    commitment: str
    origin: Origin | None = None  # none: a game of its own
    edition: EditionName | None = None  # the box that was put on it; none: the one that comes with the game


class Host(Happened, tag="host", frozen=True):
    """The table has been handed on."""

    visitor: str
    name: str


class Sat(Happened, tag="sat", frozen=True):
    visitor: str
    name: str
    # An earlier version stored a `contribution` that may have been the house's: not counted as given.
    given: str | None = None


class PutBot(Happened, tag="put_bot", frozen=True):
    level: str | None  # none: the seat is free again


class LeftSeat(Happened, tag="left_seat", frozen=True):
    pass


class Ready(Happened, tag="ready", frozen=True):
    ready: bool
    given: str | None = None


class Renamed(Happened, tag="renamed", frozen=True):
    name: str


class Dressed(Happened, tag="dressed", frozen=True):
    """How a seat shows itself: whom it plays and in which colour, where that changes nothing else."""

    character: str | None = None
    colour: int | None = None


class Started(Happened, tag="started", frozen=True):
    edition: EditionName
    contributions: tuple[str, ...]
    house: tuple[int, ...] | None = None  # seats that the house gave for; none: not told (0.1.0)
    rules: int = 1  # revision of the game's rules


class Move(Happened, tag="move", frozen=True):
    action: int
    words: str
    by: By
    # Of a move just made, not stored: the position it leads to, and what is asked there.
    reached: Any = None
    asked: Questions | None = None


class TakenBack(Happened, tag="taken_back", frozen=True):
    to: int  # number of decisions left


class Asked(Happened, tag="asked", frozen=True):
    """A request to all persons."""

    what: RequestKind
    of: int  # the seat that it is about: of who asks, or of who is absent
    to: int  # take_back: number of decisions that would be left
    level: str | None  # takeover: of the bot


class Agreed(Happened, tag="agreed", frozen=True):
    pass


class Refused(Happened, tag="refused", frozen=True):
    pass


class Lapsed(Happened, tag="lapsed", frozen=True):
    pass


class Away(Happened, tag="away", frozen=True):
    pass


class CameBack(Happened, tag="came_back", frozen=True):
    pass


class TookScreen(Happened, tag="took_screen", frozen=True):
    """Same device: whose turn it is to react has the screen now, and their countdown begins."""


class Takeover(Happened, tag="takeover", frozen=True):
    level: str


class Resigned(Happened, tag="resigned", frozen=True):
    level: str


class CalledOff(Happened, tag="called_off", frozen=True):
    pass


class Over(Happened, tag="over", frozen=True):
    points: tuple[int, ...]
    winners: tuple[int, ...]


class Said(Happened, tag="said", frozen=True):
    visitor: str
    name: str
    phrase: str | None
    text: str


class Rematch(Happened, tag="rematch", frozen=True):
    code: str


Fact: TypeAlias = (
    Opened
    | Host
    | Sat
    | PutBot
    | LeftSeat
    | Ready
    | Renamed
    | Dressed
    | Started
    | Move
    | TakenBack
    | Asked
    | Agreed
    | Refused
    | Lapsed
    | Away
    | CameBack
    | TookScreen
    | Takeover
    | Resigned
    | CalledOff
    | Over
    | Said
    | Rematch
)


KINDS: Mapping[str, type[Fact]] = {str(kind.__struct_config__.tag): kind for kind in get_args(Fact)}
NOT_PAYLOAD = frozenset({"seat", "reached", "asked"})
PAYLOADS = {
    kind: tuple(name for name in kind.__struct_fields__ if name not in NOT_PAYLOAD) for kind in KINDS.values()
}


def kind_of(fact: Fact) -> str:
    return str(fact.__struct_config__.tag)


def written(fact: Fact) -> str:
    """The payload, as stored."""
    fields = {name: getattr(fact, name) for name in PAYLOADS[type(fact)]}
    return msgspec.json.encode(fields).decode()


def read(kind: str, seat: int, payload: str | bytes) -> Fact:
    """A fact from the store, of this version or an earlier one. Raises BadRecord."""
    try:
        fields = msgspec.json.decode(payload)
        if kind == "asked" and "kind" in fields:  # as 0.1.0 called them
            fields |= {"what": fields["kind"], "of": fields["seat"]}
        return msgspec.convert({**fields, "seat": seat}, KINDS[kind])
    except (KeyError, TypeError, msgspec.MsgspecError):
        raise BadRecord(f"An event of the kind {kind[:20]!r} in the store cannot be read.") from None


class Event(NamedTuple):
    """A fact in its place in the history of a table."""

    seq: int
    time: float
    fact: Fact
