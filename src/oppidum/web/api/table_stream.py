"""A table as a stream of server-sent events, one JSON table a message.

Only the latest state is sent: whoever is slow misses some, never the present.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator

import msgspec
from litestar.exceptions import NotAuthorizedException

from oppidum.kernel.errors import OppidumError
from oppidum.tables import Hall, StoreError, Subscription, TableView, looking
from oppidum.web.api.caller import Caller
from oppidum.web.api.shapes import table_shape
from oppidum.web.live import HEARTBEAT
from oppidum.web.streams import event

encode = msgspec.json.Encoder().encode


def seen_now(hall: Hall, code: str, visitor: str | None, seat: int | None, at_least: int) -> TableView:
    return looking.view(hall, code, visitor, as_seat=seat, judge=False, at_least=at_least, choices=False)


def frame(seen: TableView) -> bytes:
    """JSON has no line of its own: nothing in it has to be looked for."""
    return b"id: %d\ndata: %b\n\n" % (seen.version, encode(table_shape(seen)))


async def messages(
    caller: Caller, code: str, seat: int | None, subscription: Subscription
) -> AsyncGenerator[bytes]:
    known = 0
    while not subscription.closed:
        try:
            caller = caller.again()
            seen = seen_now(caller.hall, code, caller.id, seat, subscription.version)
        except (StoreError, NotAuthorizedException):
            return
        except OppidumError:
            yield event("gone")
            return
        if seen.version > known:
            known = seen.version
            yield frame(seen)
        del seen
        if await subscription.changed(known, HEARTBEAT) is None and not subscription.closed:
            yield b": still here\n\n"
