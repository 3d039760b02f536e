"""Playing: decisions, taking back, hints, chat."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated

from litestar import Response
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody

from oppidum.kernel.meaning import meaning
from oppidum.tables import Stale, chat, looking, playing, takeback
from oppidum.tables import hint as hints
from oppidum.tables.waiting import in_loop
from oppidum.web.api import calls
from oppidum.web.api.caller import Caller, Calling
from oppidum.web.api.deeds import Line, MaybeSeat, Move, Say, TakeBack
from oppidum.web.api.seats import index
from oppidum.web.api.shapes import Done, HintShape, MovedShape, TableShape, table_shape
from oppidum.web.api.tables import Code
from oppidum.web.refusal import Refusal


class Overtaken(Refusal):
    """Not now. Where somebody was faster (`error` is Stale), with the table as it is by now."""

    table: Annotated[TableShape | None, meaning("The table as it is by now.")] = None


@calls.decide(
    "/tables/{code:str}/moves",
    responses={
        **calls.REFUSALS,
        409: ResponseSpec(Overtaken, generate_examples=False, description="Not now, or too late."),
    },
    summary="Decide; stored before it is acknowledged",
)
async def move(caller: Calling, code: Code, data: JSONBody[Move]) -> MovedShape | Response[Overtaken]:
    """For the description; `web.lane` answers before it comes to this."""
    status, told = await answer_move(caller, code, data)
    return told if isinstance(told, MovedShape) else Response(told, status_code=status)


async def answer_move(caller: Caller, code: str, data: Move) -> tuple[int, MovedShape | Overtaken]:
    seat = index(data.seat)
    try:
        done = await in_loop(playing.move, caller.hall, code, caller.me, data.move, seat=seat, seen=data.seen)
    except Stale as error:
        now = looking.view(caller.hall, code, caller.me, as_seat=seat)
        return 409, Overtaken("Stale", str(error), None, error.version, error.moves, table_shape(now))
    return 201, MovedShape(done.number, done.version, done.words, done.over)


@calls.deed("/tables/{code:str}/take-back", summary="Take back my last decision")
def take_back(caller: Calling, code: Code, data: JSONBody[TakeBack]) -> Done:
    return Done(takeback.take_back(caller.hall, code, caller.me, seat=index(data.seat), ask=data.ask))


@calls.deed_at_a_table("/tables/{code:str}/hint", summary="What the strongest bot would do")
def hint(caller: Calling, code: Code, data: JSONBody[MaybeSeat]) -> HintShape:
    with closing(caller.wait_for_hint(caller.me)):
        found = hints.hint(caller.hall, code, caller.me, seat=index(data.seat))
    return HintShape(found.words, found.level, found.games, found.share, found.next_words, found.next_share)


@calls.post("/tables/{code:str}/chat", summary="Say something")
def say(caller: Calling, code: Code, data: JSONBody[Say]) -> Line:
    return Line(chat.say(caller.hall, code, caller.me, phrase=data.phrase, text=data.text), mute=False)


@calls.deed("/tables/{code:str}/mute", summary="Mute this chat or one person, or listen again")
def mute(caller: Calling, code: Code, data: JSONBody[Line]) -> Done:
    (chat.mute if data.mute else chat.unmute)(caller.hall, code, caller.me, line=data.line)
    return Done()


handlers = [move, take_back, hint, say, mute]
