"""What the verbs take and give: plain data, seen from outside."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec
from msgspec import Struct

from oppidum.kernel.editions import Edition
from oppidum.kernel.events import SPECTATOR
from oppidum.kernel.game import Standing

__all__ = ["SPECTATOR"]

Status = Literal["open", "playing", "over", "abandoned"]
ClockName = Literal["none", "relaxed", "brisk"]
USUAL_COUNTDOWN = 10  # seconds: a newcomer has to read first what is asked


# ---------------------------------------------------------------- what a table is opened with


@dataclass(frozen=True)
class HumanSeat:
    """A seat that waits for a person."""


@dataclass(frozen=True)
class BotSeat:
    """A seat for a bot; `level` is a name from `bots_at_work.levels(game_id)`, weakest first."""

    level: str


@dataclass(frozen=True)
class Settings:
    """How a table is played. Checked by `seating.open_table`."""

    game: str
    seats: tuple[HumanSeat | BotSeat, ...]
    options: dict[str, str] = field(default_factory=dict[str, str])  # of the game; defaults where left out
    clock: ClockName = "none"  # see clock.CLOCKS; when time runs out a bot decides for that seat
    listed: bool = False  # shown on the home page; otherwise only who knows the code finds it
    same_device: bool = False  # one visitor holds all human seats, and hands the screen over
    hints: bool = True
    confirm: bool = True  # ask before a decision that ends a turn and reveals something
    countdown: int = USUAL_COUNTDOWN  # seconds to react; 0: no limit


@dataclass(frozen=True)
class Contribution:
    """What a person gives to the shuffle, in answer to the table's commitment.

    Whoever names no commitment, or another one, cannot have seen it before they chose what to give: then it
    would bind nobody, and it is refused.
    """

    text: str  # 1 to 64 bytes in hexadecimal
    commitment: str


# ---------------------------------------------------------------- the table as a visitor sees it
# Structs, because they are made for everybody who looks after every change, and take a fifth of the time.


class SeatView(Struct, frozen=True):
    seat: int
    kind: Literal["human", "bot", "empty"]
    name: str  # "" while empty; a bot's is its level
    level: str | None  # of the bot, or of the bot that stands in
    ready: bool
    mine: bool
    asked: bool  # owes a decision now
    away: bool  # has left, and may come back
    stand_in: bool  # a bot decides for this seat until its person comes back
    resigned: bool  # a bot decides for this seat to the end
    deadline: float | None  # when the clock decides, in seconds since 1970; none: it does not
    reserve: float | None  # seconds left beyond the time that every decision has
    absent: bool = False  # away, or silent for a while: `absence.ask_takeover` is possible
    character: str | None = None  # chosen: how the seat shows itself
    colour: int | None = None

    @property
    def bot_decides(self) -> bool:
        """Now, or until its person comes back."""
        return self.kind == "bot" or self.stand_in

    @property
    def number(self) -> int:
        """As people count seats."""
        return self.seat + 1


@dataclass(frozen=True)
class Choice:
    """One legal decision of the seat that looks."""

    action: int
    words: str


@dataclass(frozen=True)
class Reaction:
    """Everybody may react at once, for a while (“Exchange!”); whoever does not, declines."""

    seats: tuple[int, ...]  # who may still react
    deadline: float | None  # none: no limit
    decline: str | None  # the words of the choice that declines, for the seat that looks
    seconds: int = 0  # that the countdown has, once what led to it has been shown


@dataclass(frozen=True)
class Request:
    """Something that needs the consent of all persons at the table."""

    kind: Literal["take_back", "takeover", "call_off"]
    by: int  # the seat that asks
    seat: int  # takeover: the absent seat; otherwise the same as `by`
    to_move: int  # take_back: the number of moves that would be left
    agreed: tuple[int, ...]
    missing: tuple[int, ...]  # seats that have not answered
    deadline: float  # when it lapses


class ChatLine(Struct, frozen=True):
    seq: int
    time: float
    seat: int  # SPECTATOR for a guest
    name: str
    phrase: str | None  # id of a ready-made phrase (chat.PHRASES) …
    text: str  # … or free text as typed: escape it
    mine: bool


class Fairness(Struct, frozen=True):
    """The shuffle that can be checked; secret and key only after the end."""

    commitment: str
    contributions: tuple[str | None, ...]  # hexadecimal, one a seat; none: not given yet
    house: tuple[int, ...] | None  # seats the house gave for; none: not started yet, or not told (oppidum/1)
    secret: str | None
    key: str | None


class TableView(Struct, frozen=True, kw_only=True):
    """A table with the eyes of one visitor, at one of the seats that the visitor may look from.

    What depends on who looks is left out where everybody sees the same (`looking.seen_alike`).
    """

    code: str
    game: str
    status: Status
    version: int  # grows with everything that happens, chat included: pass it to `playing.move(seen=…)`
    moves: int  # decisions so far; those taken back do not count
    settings: Settings
    seats: tuple[SeatView, ...]
    my_seats: tuple[int, ...] = ()
    as_seat: int = SPECTATOR  # whose eyes: SPECTATOR or one of my_seats (any seat once the game is over)
    host: bool = False  # the viewer opened the table
    host_name: str  # of who did
    edition: Edition  # what it was dealt from; before the start, what it would be dealt from
    position: Any = None  # redacted for as_seat, `game.read` reads it; none before the start
    waiting: tuple[int, ...]  # seats that owe a decision
    choices: tuple[Choice, ...] = ()  # of as_seat, if they were asked for
    may_decide: bool = False  # as_seat, now
    can_take_back: bool | None = False  # freely, by as_seat; none: not judged (see `looking.view`)
    can_ask_take_back: bool = False  # with the consent of all
    can_hint: bool = False
    can_start: bool = False
    reaction: Reaction | None = None
    request: Request | None
    standing: Standing | None = None  # points as as_seat may know them; winners once it is over
    chat: tuple[ChatLine, ...] = ()
    chat_muted: bool = False
    people_muted: bool = False  # somebody who has spoken here is not heard
    fairness: Fairness
    rematch: str | None  # code of the table where they play on
    origin: tuple[str, int] | None  # the finished game that is played on from: its code, after which decision
    challenge: str | None  # the code of the challenge that it is played for: not of the challenger's game
    opened: float
    updated: float
    now: float = 0.0  # the server's time, for countdowns
    # For whoever shows it: what was made of this version that is the same for all who look at it.
    shown: dict[str, Any] = msgspec.field(default_factory=dict[str, Any])
