"""Where a wire begins (`web.wire`): for the description, and for who comes without a WebSocket."""

from __future__ import annotations

from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec

from oppidum.web.api import calls
from oppidum.web.api.messages import Told, Wish

SAID = ResponseSpec(
    Wish | Told, generate_examples=False, description="It is a WebSocket now: what is said on it, either way."
)


@calls.stream(
    "/socket",
    summary="Watch tables and decide at them on one connection",
    description="""A WebSocket, with the token in the head of the request. Messages are JSON objects: what a
program wants has a field `do`, what it is told has a field `told`. Of a table it is told everything at first,
and then what has changed.""",
    responses={**calls.REFUSALS, 101: SAID, 426: calls.refused("It was asked for without a WebSocket.")},
)
async def socket() -> None:
    raise HTTPException(status_code=426)


handlers = [socket]
