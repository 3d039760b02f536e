"""Before the game, and around it: sitting, leaving, agreeing."""

from __future__ import annotations

from litestar.params import JSONBody

from oppidum.tables import absence, consent, seating
from oppidum.tables import rematch as rematches
from oppidum.tables.what_if import what_if
from oppidum.web.api import calls
from oppidum.web.api.caller import Calling
from oppidum.web.api.deeds import Answer, Giving, MaybeSeat, OneSeat, PutBot, Ready, Rematch, Sit, WhatIf
from oppidum.web.api.shapes import Done, Opened
from oppidum.web.api.tables import Code, opened


def index(seat: int | None) -> int | None:
    return None if seat is None else seat - 1


@calls.deed_at_a_table("/tables/{code:str}/sit", summary="Take a free seat")
def sit(caller: Calling, code: Code, data: JSONBody[Sit]) -> OneSeat:
    taken = seating.sit(
        caller.hall, code, caller.me, index(data.seat), name=data.name, contribution=data.given
    )
    return OneSeat(taken + 1)


@calls.deed_at_a_table("/tables/{code:str}/leave", summary="Leave the table for a while, or for good")
def leave(caller: Calling, code: Code) -> Done:
    seating.leave(caller.hall, code, caller.me)
    return Done()


@calls.deed_at_a_table("/tables/{code:str}/ready", summary="Ready: the game starts when all are")
def ready(caller: Calling, code: Code, data: JSONBody[Ready]) -> Done:
    return Done(seating.ready(caller.hall, code, caller.me, data.ready, contribution=data.given))


@calls.deed_at_a_table("/tables/{code:str}/start", summary="The host starts")
def start(caller: Calling, code: Code, data: JSONBody[Giving | None] = None) -> Done:
    seating.start(caller.hall, code, caller.me, contribution=data.given if data else None)
    return Done()


@calls.deed_at_a_table("/tables/{code:str}/close", summary="The host closes a table not yet started")
def close(caller: Calling, code: Code) -> Done:
    seating.close(caller.hall, code, caller.me)
    return Done()


@calls.deed_at_a_table("/tables/{code:str}/bot", summary="The host puts a bot on a free seat")
def put_bot(caller: Calling, code: Code, data: JSONBody[PutBot]) -> Done:
    seating.put_bot(caller.hall, code, caller.me, data.seat - 1, data.level)
    return Done()


@calls.deed_at_a_table("/tables/{code:str}/answer", summary="Agree to the open request, or refuse it")
def answer(caller: Calling, code: Code, data: JSONBody[Answer]) -> Done:
    return Done(consent.answer(caller.hall, code, caller.me, data.yes))


@calls.deed_at_a_table("/tables/{code:str}/withdraw", summary="Withdraw one's own request")
def withdraw(caller: Calling, code: Code) -> Done:
    consent.withdraw(caller.hall, code, caller.me)
    return Done()


@calls.deed_at_a_table("/tables/{code:str}/come-back", summary="Back at one's seats")
def come_back(caller: Calling, code: Code) -> Done:
    absence.come_back(caller.hall, code, caller.me)
    return Done()


@calls.deed_at_a_table("/tables/{code:str}/take-over", summary="Ask for a bot on an absent seat")
def take_over(caller: Calling, code: Code, data: JSONBody[OneSeat]) -> Done:
    return Done(absence.ask_takeover(caller.hall, code, caller.me, data.seat - 1))


@calls.deed_at_a_table("/tables/{code:str}/resign", summary="Give a seat up for good")
def resign(caller: Calling, code: Code, data: JSONBody[MaybeSeat]) -> Done:
    absence.resign(caller.hall, code, caller.me, seat=index(data.seat))
    return Done()


@calls.deed_at_a_table("/tables/{code:str}/call-off", summary="Ask the others to end the game here")
def call_off(caller: Calling, code: Code) -> Done:
    return Done(absence.ask_call_off(caller.hall, code, caller.me))


@calls.deed("/tables/{code:str}/rematch", summary="Once more")
def rematch(caller: Calling, code: Code, data: JSONBody[Rematch | None] = None) -> Opened:
    me = caller.me
    caller.begin()
    ready, neighbours = not data or data.ready, caller.neighbours
    return opened(caller, rematches.rematch(caller.hall, code, me, ready=ready, neighbours=neighbours))


@calls.deed("/tables/{code:str}/what-if", summary="Play on from a moment of a finished game, against bots")
def play_on(caller: Calling, code: Code, data: JSONBody[WhatIf]) -> Opened:
    me = caller.me
    caller.begin()
    return opened(caller, what_if(caller.hall, code, me, data.after, data.seat - 1))


handlers = [
    play_on,
    sit,
    leave,
    ready,
    start,
    close,
    put_bot,
    answer,
    withdraw,
    come_back,
    take_over,
    resign,
    call_off,
    rematch,
]
