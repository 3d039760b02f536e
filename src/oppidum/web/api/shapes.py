"""What the API takes and gives."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Union, get_args

import msgspec
from msgspec import Meta, Struct

from oppidum import games
from oppidum.kernel import seen
from oppidum.kernel.about import About
from oppidum.tables import (
    BotSeat,
    Contribution,
    Happening,
    HumanSeat,
    SeatView,
    Settings,
    TableView,
    bots_at_work,
    lobby,
    seating,
)
from oppidum.tables.model import SPECTATOR
from oppidum.tables.replay import Step

Name = Annotated[str, Meta(min_length=1, max_length=32)]
GameId = Annotated[str, Meta(min_length=1, max_length=40)]
SeatNumber = Annotated[int, Meta(ge=1, le=12, description="Seats are counted from 1.")]
Words = Annotated[str, Meta(min_length=1, max_length=80, description="A decision in the game's notation.")]
Level = Annotated[str, Meta(min_length=1, max_length=40)]
FIRST = 1  # outside, seats are counted from 1


def readings() -> list[Any]:
    """The modules in which games say how their positions are read."""
    found = (games.part(game_id, "seen") for game_id in games.catalogue())
    return [module for module in found if module]


# Whatever games there are: what a seat sees of each, and what can be told of it.
SeenShape = Union[(seen.Seen, *(module.Seen for module in readings()))]
ToldShape = Union[(seen.Line, *(kind for module in readings() for kind in get_args(module.Told)))]
Hexadecimal = Annotated[
    str,
    Meta(max_length=128, pattern="^([0-9a-f]{2})*$", description="1 to 64 random bytes for the shuffle."),
]
Promise = Annotated[str, Meta(max_length=64, description="The table's commitment, seen before.")]


# ---------------------------------------------------------------- games


class OptionShape(Struct):
    name: str
    choices: list[str]
    default: str  # where a table names none
    meaning: str


class GameShape(Struct):
    id: str
    title: str
    authors: str
    min_players: int
    max_players: int
    minutes: int
    options: list[OptionShape]
    levels: list[str]  # bots, weakest first


def game_shape(about: About) -> GameShape:
    options = [OptionShape(o.name, list(o.choices), o.live or o.default, o.meaning) for o in about.options]
    levels = bots_at_work.levels(about.id)
    return GameShape(
        about.id,
        about.title,
        about.authors,
        about.min_players,
        about.max_players,
        about.minutes,
        options,
        levels,
    )


# ---------------------------------------------------------------- visitors


class NewVisitor(Struct, forbid_unknown_fields=True):
    name: Name


class Arrived(Struct):
    id: str
    name: str
    token: str  # shown once
    recovery_code: str  # shown once


class Me(Struct):
    id: str
    name: str


class NewToken(Struct, forbid_unknown_fields=True):
    label: Annotated[str, Meta(max_length=40)] = ""


class Token(Struct):
    token: str


class RecoveryCode(Struct, forbid_unknown_fields=True):
    recovery_code: Annotated[str, Meta(min_length=1, max_length=200)]


# ---------------------------------------------------------------- tables


class NewTable(Struct, forbid_unknown_fields=True):
    """`seats`: "human", or "bot:LEVEL" with a level of the game."""

    game: GameId
    seats: Annotated[list[Annotated[str, Meta(max_length=60)]], Meta(min_length=1, max_length=12)]
    options: dict[Annotated[str, Meta(max_length=40)], Annotated[str, Meta(max_length=40)]] = msgspec.field(
        default_factory=dict[str, str]
    )
    clock: Literal["none", "relaxed", "brisk"] = "none"
    listed: bool = False
    same_device: bool = False
    hints: bool = True
    confirm: bool = True
    countdown: Annotated[int, Meta(ge=0, le=seating.LONGEST_COUNTDOWN)] = 6  # seconds; 0: no limit

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


class PlayNow(Struct, forbid_unknown_fields=True):
    """In one call the house gives to the shuffle for all seats. To give a contribution of one's own: with
    `start` false, and then `ready` or `start` with the contribution and the commitment that was answered."""

    game: GameId
    players: Annotated[int, Meta(ge=1, le=12)] | None = None
    level: Level | None = None
    start: bool = True
    contribution: Hexadecimal | None = None  # too early here: refused, with a sentence that says so


class Opened(Struct):
    code: str
    commitment: str  # to the secret that the table's shuffle starts from


class ListedShape(Struct):
    code: str
    game: str
    host: str
    taken: list[str]
    free: int
    options: dict[str, str]
    clock: str
    opened: float


def listed_shape(found: lobby.Listed) -> ListedShape:
    return ListedShape(
        found.code,
        found.game,
        found.host,
        list(found.taken),
        found.free,
        found.settings.options,
        found.settings.clock,
        found.opened,
    )


class RunningShape(Struct):
    code: str
    game: str
    status: str
    seats: list[str]
    my_seats: list[int]
    my_turn: bool
    moves: int
    version: int
    updated: float


class FinishedShape(Struct):
    code: str
    game: str
    seats: list[str]
    my_seats: list[int]
    points: list[int]
    winners: list[int]
    moves: int
    ended: float
    abandoned: bool


class SeatShape(Struct):
    seat: int
    kind: str
    name: str
    level: str | None
    ready: bool
    mine: bool
    asked: bool
    away: bool
    stand_in: bool
    resigned: bool
    absent: bool  # a bot may take over, if the others agree
    deadline: float | None  # when the clock decides, in seconds since 1970
    reserve: float | None  # seconds beyond the time that every decision has


def seat_shape(seat: SeatView) -> SeatShape:
    return SeatShape(
        seat.seat + 1,
        seat.kind,
        seat.name,
        seat.level,
        seat.ready,
        seat.mine,
        seat.asked,
        seat.away,
        seat.stand_in,
        seat.resigned,
        seat.absent,
        seat.deadline,
        seat.reserve,
    )


class RequestShape(Struct):
    kind: str
    by: int
    seat: int
    agreed: list[int]
    missing: list[int]
    deadline: float


class ReactionShape(Struct):
    seats: list[int]
    deadline: float | None
    decline: str | None


class ChatShape(Struct):
    seq: int
    time: float
    seat: int | None
    name: str
    phrase: str | None
    text: str
    mine: bool


class FairnessShape(Struct):
    commitment: str
    contributions: list[str | None]
    house: list[int] | None  # seats that the house gave for; none before the start, or where it is not told
    secret: str | None
    key: str | None


class EditionShape(Struct):
    id: str
    title: str
    sha256: str  # of its content, which /api/tables/{code}/edition gives


class TableShape(Struct):
    """A table as the caller may see it."""

    code: str
    game: str
    status: str
    version: int
    moves: int
    options: dict[str, str]
    clock: str
    listed: bool
    same_device: bool
    hints: bool
    confirm: bool
    countdown: int
    host: bool
    seats: list[SeatShape]
    my_seats: list[int]
    as_seat: int | None  # none: as a spectator
    waiting: list[int]
    legal: list[str]  # the decisions that are open to `as_seat`, in notation
    points: list[int]
    winners: list[int]
    can_start: bool
    can_take_back: bool
    can_ask_take_back: bool
    can_hint: bool
    request: RequestShape | None
    reaction: ReactionShape | None
    chat: list[ChatShape]
    chat_muted: bool
    people_muted: bool
    fairness: FairnessShape
    rematch: str | None
    edition: EditionShape
    seen: SeenShape | None  # what `as_seat` may know, in the words of the game
    now: float


class HappeningShape(Struct):
    seq: int
    time: float
    kind: str
    seat: int | None
    by: str
    number: int
    words: str | None
    told: list[ToldShape]  # what it brought about
    undone: bool


class StepShape(Struct):
    number: int
    seat: int | None
    by: str
    words: str | None
    time: float
    seen: SeenShape


def seat_number(seat: int) -> int | None:
    return None if seat == SPECTATOR else seat + 1


def table_shape(v: TableView) -> TableShape:
    asked, reaction = v.request, v.reaction
    return TableShape(
        code=v.code,
        game=v.game,
        status=v.status,
        version=v.version,
        moves=v.moves,
        options=games.about(v.game).option_words(v.settings.options),
        clock=v.settings.clock,
        listed=v.settings.listed,
        same_device=v.settings.same_device,
        hints=v.settings.hints,
        confirm=v.settings.confirm,
        countdown=v.settings.countdown,
        host=v.host,
        seats=[seat_shape(seat) for seat in v.seats],
        my_seats=[seat + 1 for seat in v.my_seats],
        as_seat=seat_number(v.as_seat),
        waiting=[seat + 1 for seat in v.waiting],
        legal=[choice.words for choice in v.choices],
        points=list(v.standing.points) if v.standing else [],
        winners=[seat + 1 for seat in v.standing.winners] if v.standing else [],
        can_start=v.can_start,
        can_take_back=v.can_take_back is True,
        can_ask_take_back=v.can_ask_take_back,
        can_hint=v.can_hint,
        request=RequestShape(
            asked.kind,
            asked.by + 1,
            asked.seat + 1,
            [s + 1 for s in asked.agreed],
            [s + 1 for s in asked.missing],
            asked.deadline,
        )
        if asked
        else None,
        reaction=ReactionShape([s + 1 for s in reaction.seats], reaction.deadline, reaction.decline)
        if reaction
        else None,
        chat=[
            ChatShape(c.seq, c.time, seat_number(c.seat), c.name, c.phrase, c.text, c.mine) for c in v.chat
        ],
        chat_muted=v.chat_muted,
        people_muted=v.people_muted,
        fairness=FairnessShape(
            v.fairness.commitment,
            list(v.fairness.contributions),
            None if v.fairness.house is None else [seat + 1 for seat in v.fairness.house],
            v.fairness.secret,
            v.fairness.key,
        ),
        rematch=v.rematch,
        edition=EditionShape(v.edition.id, v.edition.title, v.edition.sha256),
        seen=None
        if v.position is None
        else games.load(v.game).read(v.position, v.as_seat, v.edition, FIRST, v.status == "over"),
        now=v.now,
    )


def happening_shape(v: TableView, h: Happening) -> HappeningShape:
    told = [] if h.position is None else list(games.load(v.game).told(h.position, v.edition, FIRST))
    return HappeningShape(h.seq, h.time, h.kind, seat_number(h.seat), h.by, h.number, h.words, told, h.undone)


def step_shape(v: TableView, s: Step, open_cards: bool) -> StepShape:
    found = games.load(v.game).read(s.position, v.as_seat, v.edition, FIRST, open_cards)
    return StepShape(s.number, seat_number(s.seat), s.by, s.words, s.time, found)


# ---------------------------------------------------------------- deeds


class Giving(Struct, forbid_unknown_fields=True, kw_only=True):
    """`contribution` counts together with the `commitment` of the table, which one has to see first."""

    contribution: Hexadecimal | None = None
    commitment: Promise | None = None

    @property
    def given(self) -> Contribution | None:
        if self.contribution is None:
            return None
        return Contribution(self.contribution, self.commitment or "")


class Sit(Giving):
    seat: SeatNumber | None = None
    name: Name | None = None


class Ready(Giving):
    ready: bool = True


class Rematch(Struct, forbid_unknown_fields=True):
    ready: bool = True  # false: only go there, to see the new table's commitment


class PutBot(Struct, forbid_unknown_fields=True):
    seat: SeatNumber
    level: Level | None = None  # none takes the bot away


class Move(Struct, forbid_unknown_fields=True):
    move: Words
    seat: SeatNumber | None = None
    seen: Annotated[int, Meta(ge=0, le=2**31)] | None = None  # the version that was looked at


class MovedShape(Struct):
    number: int
    version: int
    move: str
    over: bool


class TakeBack(Struct, forbid_unknown_fields=True):
    seat: SeatNumber | None = None
    ask: bool = False


class Done(Struct):
    """`done` is false where the others have to agree first."""

    done: bool = True


class Answer(Struct, forbid_unknown_fields=True):
    yes: bool


class OneSeat(Struct, forbid_unknown_fields=True):
    seat: SeatNumber


class MaybeSeat(Struct, forbid_unknown_fields=True):
    seat: SeatNumber | None = None


class Say(Struct, forbid_unknown_fields=True):
    phrase: Annotated[str, Meta(max_length=40)] | None = None
    text: Annotated[str, Meta(max_length=200)] | None = None


class Line(Struct, forbid_unknown_fields=True):
    line: Annotated[int, Meta(ge=0, le=2**31)] | None = None
    mute: bool = True


class HintShape(Struct):
    """`games` is 0 where the house is still warming up: a rule of thumb, and the shares say nothing."""

    move: str
    level: str
    games: int
    share: float
    next_move: str | None
    next_share: float | None


class Verdict(Struct):
    """`fair`: the whole game came out the same again. `binding`: what the shuffle rests on, "people" (the
    contribution of somebody who plays), "house" (the house alone) or "first" (a game of an earlier version,
    in which the house's own contributions are not bound)."""

    fair: bool
    binding: str
    message: str
