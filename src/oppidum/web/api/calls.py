"""How the calls of the API are declared: with every refusal described, and in a thread of their own, except
those that are waited for at a table: these run in the event loop."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

import litestar
from litestar.openapi.datastructures import ResponseSpec

from oppidum.tables.waiting import in_loop
from oppidum.web.refusal import Refusal


def refused(description: str) -> ResponseSpec:
    return ResponseSpec(Refusal, generate_examples=False, description=description)


REFUSALS = {
    400: refused("The request does not have the right form, or names something that does not exist."),
    401: refused("A token is needed, or it is void."),
    403: refused("Somebody else may do this, but not this visitor."),
    404: refused(
        "There is no such table or box (or it is private and the code is wrong), or no such visitor."
    ),
    409: refused("Not now: the table has moved on, or the rules do not allow it."),
    429: refused("Too much at once."),
}

get = partial(litestar.get, sync_to_thread=True, responses=REFUSALS)
post = partial(litestar.post, sync_to_thread=True, responses=REFUSALS)
decide = partial(litestar.post, responses=REFUSALS)
deed = partial(post, status_code=200)  # does something, makes nothing new
put = partial(litestar.put, sync_to_thread=True, responses=REFUSALS)
patch = partial(litestar.patch, sync_to_thread=True, responses=REFUSALS)
delete = partial(litestar.delete, sync_to_thread=True, responses=REFUSALS)
stream = partial(litestar.get, responses=REFUSALS)


def deed_at_a_table(path: str, *, summary: str) -> Callable[[Callable[..., Any]], Any]:
    """A deed of which those at a table hear: it changes a table that is in memory, and nothing has to be
    looked up for it."""

    def declared(verb: Callable[..., Any]) -> Any:
        @wraps(verb)
        async def in_the_event_loop(**given: Any) -> Any:
            return await in_loop(verb, **given)

        return litestar.post(path, status_code=200, responses=REFUSALS, summary=summary)(in_the_event_loop)

    return declared
