"""What the API gives."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal, Union, cast

from msgspec import Meta, Struct, structs

from oppidum import games
from oppidum.kernel import seen
from oppidum.kernel.about import About
from oppidum.kernel.meaning import meaning
from oppidum.kernel.record import Binding
from oppidum.tables import (
    SeatView,
    TableView,
    bots_at_work,
    overview,
)
from oppidum.tables.facts import RequestKind
from oppidum.tables.happenings import Happening, Moved, Played, SameOutside
from oppidum.tables.model import SPECTATOR, Fairness, Status
from oppidum.tables.replay import Step
from oppidum.web.api.fields import (
    FIRST,
    BearerToken,
    By,
    Clock,
    Code,
    Commitment,
    Confirm,
    GameId,
    Hints,
    Level,
    Listing,
    Moves,
    MySeats,
    Name,
    Options,
    ReadyToStart,
    SameDevice,
    SeatNumber,
    Time,
    Version,
    VisitorId,
    Winners,
    Words,
)


def readings() -> list[Any]:
    """The modules in which games say how their positions are read."""
    found = (games.part(game_id, "seen") for game_id in games.catalogue())
    return [module for module in found if module]


# Whatever games there are: what a seat sees of each, and what can be told of it.
SeenShape = Union[(seen.Seen, *(module.Seen for module in readings()))]
ToldShape = Union[(seen.Line, *(module.Told for module in readings()))]


# ---------------------------------------------------------------- games


class OptionShape(Struct):
    """An option of a game."""

    name: Annotated[str, Meta(description="Its name.")]
    choices: Annotated[list[str], Meta(description="What can be chosen.")]
    default: Annotated[str, Meta(description="What is played where a table names none.")]
    meaning: Annotated[str, Meta(description="What it is about.")]


class GameShape(Struct):
    """A game of this house."""

    id: Annotated[str, meaning("Its name for programs.")]
    title: Annotated[str, meaning("Its name for people.")]
    authors: Annotated[str, meaning("Who has invented it.")]
    min_players: Annotated[int, meaning("The fewest players.")]
    max_players: Annotated[int, meaning("The most players.")]
    minutes: Annotated[int, meaning("How long a game takes, about.")]
    options: Annotated[list[OptionShape], meaning("What can be chosen at a table.")]
    levels: Annotated[list[str], meaning("The bots, weakest first.")]


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


class Arrived(Struct):
    """A new visitor."""

    id: VisitorId
    name: Name
    token: BearerToken
    recovery_code: Annotated[str, meaning("Shown once. It gives a new token where the old one is lost.")]


class Me(Struct):
    """The caller."""

    id: VisitorId
    name: Name


class Token(Struct):
    """A token of the caller."""

    token: BearerToken


# ---------------------------------------------------------------- tables


class Opened(Struct):
    """A table that was opened."""

    code: Code
    commitment: Commitment


class ListedShape(Struct):
    """A table with free seats."""

    code: Code
    game: GameId
    host: Annotated[str, meaning("The name of who has opened it.")]
    taken: Annotated[list[str], meaning("The names of those who sit there, bots included.")]
    free: Annotated[int, meaning("How many seats are free.")]
    options: Options
    clock: Clock
    opened: Time


def listed_shape(found: overview.Listed) -> ListedShape:
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
    """A table of the caller that is not over."""

    code: Code
    game: GameId
    status: Annotated[Status, meaning("Open: it has not begun.")]
    seats: Annotated[list[str], meaning("The names at the table, by seats.")]
    my_seats: MySeats
    my_turn: Annotated[bool, meaning("The caller owes a decision.")]
    moves: Moves
    version: Version
    updated: Annotated[Time, meaning("When something happened there last, in seconds since 1970.")]


class FinishedShape(Struct):
    """A game of the caller that is over."""

    code: Code
    game: GameId
    seats: Annotated[list[str], meaning("The names at the table, by seats.")]
    my_seats: MySeats
    points: Annotated[list[int], meaning("The points, by seats; none of a game without a result.")]
    winners: Winners
    moves: Moves
    ended: Time
    abandoned: Annotated[bool, meaning("It ended without a result.")]


class SeatShape(Struct):
    """A seat, and who sits there."""

    seat: SeatNumber
    kind: Annotated[Literal["human", "bot", "empty"], meaning("Who sits there.")]
    name: Annotated[str, meaning("Empty while nobody does; a bot's is its level.")]
    level: Annotated[str | None, meaning("The strength of the bot, or of the bot that stands in.")]
    ready: ReadyToStart
    mine: Annotated[bool, meaning("It is the caller's.")]
    asked: Annotated[bool, meaning("It owes a decision now.")]
    away: Annotated[bool, meaning("Its person has left, and may come back.")]
    stand_in: Annotated[bool, meaning("A bot decides for this seat until its person comes back.")]
    resigned: Annotated[bool, meaning("A bot decides for this seat to the end.")]
    absent: Annotated[bool, meaning("A bot may take over, if the others agree.")]
    deadline: Annotated[
        float | None, meaning("When the clock decides, in seconds since 1970; none: it does not.")
    ]
    reserve: Annotated[float | None, meaning("Seconds left beyond the time that every decision has.")]


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
    """Something that needs the consent of all persons at the table."""

    kind: Annotated[RequestKind, meaning("What is asked for.")]
    by: Annotated[SeatNumber, meaning("The seat that asks.")]
    seat: Annotated[SeatNumber, meaning("Takeover: the absent seat; otherwise the one that asks.")]
    agreed: Annotated[list[int], meaning("The seats that have agreed.")]
    missing: Annotated[list[int], meaning("The seats that have not answered.")]
    deadline: Annotated[float, meaning("When it lapses, in seconds since 1970.")]


class ReactionShape(Struct):
    """Everybody may react at once, for a while; whoever does not, declines."""

    seats: Annotated[list[int], meaning("The seats that may still react.")]
    deadline: Annotated[float | None, meaning("Until when, in seconds since 1970; none: no limit.")]
    decline: Annotated[
        str | None, meaning("The decision that declines, in notation, for the seat that looks.")
    ]


class ChatShape(Struct):
    """A line of the chat."""

    seq: Annotated[int, meaning("Its number among all that happened at the table.")]
    time: Time
    seat: Annotated[SeatNumber | None, meaning("Who speaks; none: a guest.")]
    name: Annotated[str, meaning("The name of who speaks.")]
    phrase: Annotated[str | None, meaning("The id of a ready-made phrase; none: free text.")]
    text: Annotated[str, meaning("Free text as it was typed: escape it.")]
    mine: Annotated[bool, meaning("The caller has said it.")]


class FairnessShape(Struct):
    """The shuffle that can be checked."""

    commitment: Commitment
    contributions: Annotated[
        list[str | None], meaning("What each seat gave to the shuffle, in hexadecimal; none: not yet.")
    ]
    house: Annotated[
        list[int] | None,
        meaning("The seats that the house gave for; none before the start, or where it is not told."),
    ]
    secret: Annotated[str | None, meaning("The secret of the table, after the end.")]
    key: Annotated[str | None, meaning("What all chance of the game follows from, after the end.")]


class EditionShape(Struct):
    """The edition that a table is dealt from."""

    id: Annotated[str, meaning("Its name for programs.")]
    title: Annotated[str, meaning("Its name for people.")]
    sha256: Annotated[str, meaning("The hash of its content, which /api/tables/{code}/edition gives.")]


class OriginShape(Struct):
    """Where a game begins that plays on from another."""

    code: Code
    after: Annotated[int, meaning("So many decisions of that game were made again.")]


class TableShape(Struct):
    """A table as the caller may see it."""

    code: Code
    game: GameId
    status: Annotated[Status, meaning("Open: it has not begun. Abandoned: it ended without a result.")]
    version: Version
    moves: Moves
    options: Options
    clock: Clock
    listed: Listing
    same_device: SameDevice
    hints: Hints
    confirm: Confirm
    countdown: Annotated[int, meaning("Seconds to react; 0: no limit.")]
    host: Annotated[bool, meaning("The caller has opened the table.")]
    seats: Annotated[list[SeatShape], meaning("The seats, in their order.")]
    my_seats: MySeats
    as_seat: Annotated[
        SeatNumber | None, meaning("The seat with whose eyes this is seen; none: a spectator's.")
    ]
    waiting: Annotated[list[int], meaning("The seats that owe a decision.")]
    legal: Annotated[list[str], meaning("The decisions that are open to `as_seat`, in notation.")]
    points: Annotated[list[int], meaning("The points of each seat, as far as `as_seat` may know them.")]
    winners: Winners
    can_start: Annotated[bool, meaning("The caller may start the game.")]
    can_take_back: Annotated[
        bool | None, meaning("`as_seat` may take back freely; none, in streams: only to try it tells.")
    ]
    can_ask_take_back: Annotated[bool, meaning("`as_seat` may ask the others for a decision back.")]
    can_hint: Annotated[bool, meaning("`as_seat` may ask for a hint now.")]
    request: Annotated[RequestShape | None, meaning("What needs everybody's consent now.")]
    reaction: Annotated[ReactionShape | None, meaning("What everybody may react to now.")]
    chat: Annotated[list[ChatShape], meaning("What was said, the oldest first.")]
    chat_muted: Annotated[bool, meaning("The caller does not hear the chat.")]
    people_muted: Annotated[bool, meaning("The caller does not hear somebody who has spoken here.")]
    fairness: Annotated[FairnessShape, meaning("What the shuffle rests on.")]
    rematch: Annotated[str | None, meaning("The code of the table where they play on.")]
    origin: Annotated[OriginShape | None, meaning("The finished game that it plays on from.")]
    challenge: Annotated[str | None, meaning("The challenge that it is played for.")]
    edition: Annotated[EditionShape, meaning("The edition that it is dealt from.")]
    seen: Annotated[
        SeenShape | None,
        meaning("What `as_seat` may know, in the words of the game; none before the start."),
    ]
    now: Annotated[float, meaning("The server's time, in seconds since 1970, for countdowns.")]


class StartedShape(Happening, tag="started", frozen=True, kw_only=True):
    """The cards were dealt."""

    told: Annotated[Sequence[ToldShape], meaning("What there is to tell of the deal.")]


class MoveShape(Happening, tag="move", frozen=True, kw_only=True):
    """A decision."""

    number: Annotated[int, meaning("Its number, from 1.")]
    by: By
    words: Annotated[str | None, meaning("The decision in notation; none where `as_seat` may not know it.")]
    told: Annotated[Sequence[ToldShape], meaning("What it brought about.")]
    undone: Annotated[bool, meaning("It was taken back since.")]


HappeningShape = (
    StartedShape | MoveShape | SameOutside
)  # a line of a table's history, as one seat may know it


class StepShape(Struct):
    """A decision of a game, and the position after it."""

    number: Annotated[int, meaning("Its number; 0 is the deal.")]
    seat: Annotated[SeatNumber | None, meaning("Who decided; none for the deal.")]
    by: By
    words: Annotated[str | None, meaning("The decision in notation; none where these eyes may not know it.")]
    time: Time
    seen: Annotated[SeenShape, meaning("The position after it, in the words of the game.")]


def seat_number(seat: int) -> int | None:
    return None if seat == SPECTATOR else seat + 1


@lru_cache(maxsize=1000)
def options_in_words(game: str, chosen: tuple[tuple[str, str], ...]) -> dict[str, str]:
    return games.about(game).option_words(dict(chosen))


def told_alike(v: TableView) -> TableShape:
    """What everybody who looks at a table is told alike, and nothing else."""
    found = v.shown.get("api")
    if found is None:
        asked = v.request
        found = v.shown["api"] = TableShape(
            code=v.code,
            game=v.game,
            status=v.status,
            version=v.version,
            moves=v.moves,
            options=options_in_words(v.game, tuple(v.settings.options.items())),
            clock=v.settings.clock,
            listed=v.settings.listed,
            same_device=v.settings.same_device,
            hints=v.settings.hints,
            confirm=v.settings.confirm,
            countdown=v.settings.countdown,
            host=False,
            seats=[seat_shape(seat) for seat in v.seats],
            my_seats=[],
            as_seat=None,
            waiting=[seat + 1 for seat in v.waiting],
            legal=[],
            points=[],
            winners=[],
            can_start=False,
            can_take_back=False,
            can_ask_take_back=False,
            can_hint=False,
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
            reaction=None,
            chat=[],
            chat_muted=False,
            people_muted=False,
            fairness=fairness_shape(v.fairness),
            rematch=v.rematch,
            origin=OriginShape(*v.origin) if v.origin else None,
            challenge=v.challenge,
            edition=edition_shape(v.edition.id, v.edition.title, v.edition.sha256),
            seen=None,
            now=0.0,
        )
    return found


# The same from one version to the next, so that nobody has to look whether they have changed.


@lru_cache(maxsize=1000)
def fairness_shape(found: Fairness) -> FairnessShape:
    return FairnessShape(
        found.commitment,
        list(found.contributions),
        None if found.house is None else [seat + 1 for seat in found.house],
        found.secret,
        found.key,
    )


@lru_cache(maxsize=1000)
def edition_shape(edition_id: str, title: str, sha256: str) -> EditionShape:
    return EditionShape(edition_id, title, sha256)


def seat_shapes(v: TableView, alike: list[SeatShape]) -> list[SeatShape]:
    shapes = alike.copy()
    for at, seat in enumerate(v.seats):
        if seat.mine != shapes[at].mine or seat.absent != shapes[at].absent:
            shapes[at] = structs.replace(shapes[at], mine=seat.mine, absent=seat.absent)
    return shapes


def table_shape(v: TableView) -> TableShape:
    alike, reaction = told_alike(v), v.reaction
    read = None
    if v.position is not None:
        read = games.load(v.game).read(v.position, v.as_seat, v.edition, FIRST, v.status == "over")
    return structs.replace(
        alike,
        host=v.host,
        seats=seat_shapes(v, alike.seats),
        my_seats=[seat + 1 for seat in v.my_seats],
        as_seat=seat_number(v.as_seat),
        legal=[choice.move for choice in read.choices] if read and v.may_decide else [],
        points=list(v.standing.points) if v.standing else [],
        winners=[seat + 1 for seat in v.standing.winners] if v.standing else [],
        can_start=v.can_start,
        can_take_back=v.can_take_back,
        can_ask_take_back=v.can_ask_take_back,
        can_hint=v.can_hint,
        reaction=ReactionShape([s + 1 for s in reaction.seats], reaction.deadline, reaction.decline)
        if reaction
        else None,
        chat=[
            ChatShape(c.seq, c.time, seat_number(c.seat), c.name, c.phrase, c.text, c.mine) for c in v.chat
        ],
        chat_muted=v.chat_muted,
        people_muted=v.people_muted,
        seen=read,
        now=v.now,
    )


def happening_shape(v: TableView, h: Happening) -> HappeningShape:
    if not isinstance(h, Played):
        return cast(SameOutside, h)
    told = () if h.position is None else games.load(v.game).told(h.position, v.edition, FIRST)
    if not isinstance(h, Moved):
        return StartedShape(h.seq, h.time, h.seat, told=told)
    return MoveShape(
        h.seq, h.time, h.seat, number=h.number, by=h.by, words=h.words, told=told, undone=h.undone
    )


def step_shape(v: TableView, s: Step, open_cards: bool) -> StepShape:
    found = games.load(v.game).read(s.position, v.as_seat, v.edition, FIRST, open_cards)
    return StepShape(s.number, seat_number(s.seat), s.by, s.words, s.time, found)


# ---------------------------------------------------------------- answers


class MovedShape(Struct):
    """A decision that is stored."""

    number: Annotated[int, meaning("Its number, from 1.")]
    version: Version
    move: Words
    over: Annotated[bool, meaning("The game is over with it.")]


class Done(Struct):
    """It was done, or asked for."""

    done: Annotated[bool, meaning("False where the others have to agree first.")] = True


class HintShape(Struct):
    """What the strongest bot would do, and why."""

    move: Words
    level: Level
    games: Annotated[
        int,
        meaning(
            "How many games were imagined from here; 0 where the house is still warming up: then this is a "
            "rule of thumb, and the shares say nothing."
        ),
    ]
    share: Annotated[float, meaning("The share of the victory that may be expected after it.")]
    next_move: Annotated[str | None, meaning("The second choice; none: there is no other.")]
    next_share: Annotated[float | None, meaning("The share that may be expected after that one.")]


class Verdict(Struct):
    """Was it fair? The game was played again."""

    fair: Annotated[bool, meaning("The whole game came out the same again.")]
    binding: Annotated[
        Binding,
        meaning(
            "What the shuffle rests on: people (the contribution of somebody who plays), house (the house "
            "alone), first (a game of an earlier version, in which the house's own contributions are not "
            "bound) or key (nothing was promised)."
        ),
    ]
    message: Annotated[str, meaning("The verdict in one sentence.")]
