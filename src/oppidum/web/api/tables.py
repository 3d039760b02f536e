"""Tables: which there are, and what one of them looks like."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated, Any

from litestar import MediaType, Response
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.types import ASGIApp

from oppidum.kernel import editions
from oppidum.kernel import record as records
from oppidum.kernel.editions import Edition
from oppidum.kernel.errors import BadOption
from oppidum.tables import looking, overview, seating, shelf
from oppidum.tables import replay as replays
from oppidum.tables.model import SPECTATOR
from oppidum.web.api import calls
from oppidum.web.api.caller import Caller, Calling
from oppidum.web.api.deeds import NewTable, PlayNow
from oppidum.web.api.fields import FIRST
from oppidum.web.api.shapes import (
    FinishedShape,
    HappeningShape,
    ListedShape,
    Opened,
    RunningShape,
    StepShape,
    TableShape,
    Verdict,
    happening_shape,
    listed_shape,
    step_shape,
    table_shape,
)
from oppidum.web.api.table_stream import messages, seen_now
from oppidum.web.streams import Stream

Code = Annotated[str, PathParameter(max_length=80, description="The code of the table.")]
Eyes = Annotated[
    int | None, QueryParameter(name="as", ge=0, le=12, required=False, description="A seat; 0: a spectator.")
]
Since = Annotated[
    int, QueryParameter(ge=0, le=2**31, required=False, description="A version of the table; 0: none yet.")
]
Number = Annotated[
    int, QueryParameter(ge=0, le=1_000_000, required=False, description="The first step wanted; 0: the deal.")
]
Before = Annotated[
    float | None,
    QueryParameter(ge=0, le=1e11, required=False, description="Only games that ended before (seconds, UTC)."),
]
Seconds = Annotated[
    float, QueryParameter(ge=0, le=60, required=False, description="How long to wait at the most.")
]
OpenCards = Annotated[
    bool, QueryParameter(required=False, description="Everybody's cards; only when the game is over.")
]
STEPS_AT_ONCE = 200


def seat_of(eyes: int | None) -> int | None:
    return None if eyes is None else SPECTATOR if eyes == 0 else eyes - 1


def opened(caller: Caller, code: str) -> Opened:
    return Opened(code, looking.view(caller.hall, code, caller.id).fairness.commitment)


def box_of(caller: Caller, code: str | None) -> Edition | None:
    """What is dealt from the box that was asked for."""
    if code is None:
        return None
    caller.write_box()
    return shelf.find(caller.hall, code, caller.id).edition


@calls.get("/tables", summary="Open tables with a free seat")
def listed(caller: Calling) -> list[ListedShape]:
    return [listed_shape(found) for found in overview.listed(caller.hall)]


@calls.post("/tables", summary="Open a table")
def open_table(caller: Calling, data: JSONBody[NewTable]) -> Opened:
    me = caller.me
    caller.begin()
    box = box_of(caller, data.box)
    return opened(caller, seating.open_table(caller.hall, me, data.settings(), box, caller.neighbours))


@calls.post("/play", summary="Play now against bots")
def play_now(caller: Calling, data: JSONBody[PlayNow]) -> Opened:
    me = caller.me
    if data.code is not None and data.given is not None:
        seating.ready(caller.hall, data.code, me, contribution=data.given)
        return opened(caller, data.code)
    if data.code is not None or data.given is not None:
        raise BadOption("Open with start false, then send code, commitment and contribution together.")
    caller.begin()
    code = seating.play_now(
        caller.hall,
        me,
        data.game,
        players=data.players,
        level=data.level,
        edition=box_of(caller, data.box),
        start=data.start,
    )
    return opened(caller, code)


@calls.get("/me/tables", summary="My tables that are not over; those that wait for me first")
def running(caller: Calling) -> list[RunningShape]:
    return [
        RunningShape(
            t.code,
            t.game,
            t.status,
            list(t.seats),
            [s + 1 for s in t.my_seats],
            t.my_turn,
            t.moves,
            t.version,
            t.updated,
        )
        for t in overview.running(caller.hall, caller.me)
    ]


@calls.get("/me/finished", summary="My games that are over, newest first")
def finished(caller: Calling, before: Before = None) -> list[FinishedShape]:
    return [
        FinishedShape(
            t.code,
            t.game,
            list(t.seats),
            [s + 1 for s in t.my_seats],
            list(t.points),
            [s + 1 for s in t.winners],
            t.moves,
            t.ended,
            t.abandoned,
        )
        for t in overview.finished(caller.hall, caller.me, before=before)
    ]


@calls.get("/tables/{code:str}", summary="A table, as I may see it")
def show(caller: Calling, code: Code, eyes: Eyes = None) -> TableShape:
    return look(caller, code, eyes)


def look(caller: Caller, code: str, eyes: int | None) -> TableShape:
    seen = looking.view(caller.hall, code, caller.id, as_seat=seat_of(eyes))
    if caller.id and seen.my_seats:
        overview.mark_seen(caller.hall, code, caller.id, seen.version)
    return table_shape(seen)


@calls.stream(
    "/tables/{code:str}/wait",
    summary="The same, once its version is above one that I know, or after some seconds",
)
async def wait(
    caller: Calling,
    code: Code,
    version: Since = 0,
    seconds: Seconds = 20,
    eyes: Eyes = None,
) -> TableShape:
    sits = looking.sits(caller.hall, code, caller.id)
    place = caller.limits.place_for(caller.address, caller.id, code, sits)
    with contextlib.closing(place), caller.hall.subscribe(code) as subscription:
        await subscription.changed(after=version, within=seconds)
    return await asyncio.to_thread(look, caller.again(), code, eyes)


@calls.stream("/tables/{code:str}/events", summary="The same as server-sent events, one JSON table a message")
async def events(caller: Calling, code: Code, eyes: Eyes = None) -> ASGIApp:
    """Mostly `web.lane` answers before it comes to this."""
    return events_of(caller, code, seat_of(eyes))


def events_of(caller: Caller, code: str, seat: int | None) -> Stream:
    """Raises at once what keeps the caller from looking."""
    hall = caller.hall
    seen_now(hall, code, caller.id, seat, 0)
    place = caller.limits.place_for(caller.address, caller.id, code, looking.sits(hall, code, caller.id))
    subscription = hall.subscribe(code)
    return Stream(messages(caller, code, seat, subscription), subscription, place)


@calls.get("/tables/{code:str}/history", summary="What happened after a version")
def history(caller: Calling, code: Code, since: Since = 0, eyes: Eyes = None) -> list[HappeningShape]:
    seat = seat_of(eyes)
    told = looking.history(caller.hall, code, caller.id, as_seat=seat, since=since, first=FIRST)
    table = looking.view(caller.hall, code, caller.id, as_seat=seat, judge=False)
    return [happening_shape(table, h) for h in told]


@calls.get("/tables/{code:str}/steps", summary="The game step by step, at most 200 at once")
def steps(
    caller: Calling, code: Code, first: Number = 0, eyes: Eyes = None, open_cards: OpenCards = False
) -> list[StepShape]:
    looking.must_exist(caller.hall, code)
    last = min(first + STEPS_AT_ONCE - 1, replays.count(caller.hall, code))
    if first > last:
        return []
    seat = None if open_cards else seat_of(eyes)
    found = replays.steps(
        caller.hall, code, caller.id, as_seat=seat, open_cards=open_cards, first=first, last=last
    )
    table = looking.view(caller.hall, code, caller.id, as_seat=seat, judge=False)
    return [step_shape(table, step, open_cards) for step in found]


@calls.get("/tables/{code:str}/record", summary="The record of a finished game")
def record(caller: Calling, code: Code) -> Response[records.Record]:
    looking.must_exist(caller.hall, code)
    return Response(replays.record(caller.hall, code), media_type=MediaType.JSON)


@calls.get(
    "/tables/{code:str}/edition", summary="The edition that the table is dealt from, as `verify` takes it"
)
def edition(caller: Calling, code: Code) -> Response[Any]:
    """In the spelling that it is known by: the SHA-256 of these bytes is the edition's own."""
    found = looking.view(caller.hall, code, caller.id).edition
    return Response(editions.content(found.data), media_type=MediaType.JSON)


@calls.get("/tables/{code:str}/check", summary="Did the cards fall as promised?")
def check(caller: Calling, code: Code) -> Verdict:
    from oppidum.web.pages.replay import verdict

    edition = looking.view(caller.hall, code, caller.id).edition
    found = replays.record(caller.hall, code)
    problem = verdict(found, edition)
    return Verdict(not problem, records.binding(found), problem or "The cards fell as promised.")


handlers = [
    listed,
    open_table,
    play_now,
    running,
    finished,
    show,
    wait,
    events,
    history,
    steps,
    record,
    edition,
    check,
]
