"""Answers to what cannot be done: one sentence, in the visitor's language, as a page, a fragment or JSON."""

from __future__ import annotations

import traceback
from typing import Annotated, Any, cast

import msgspec
from litestar import Request, Response
from litestar.enums import MediaType
from litestar.exceptions import (
    HTTPException,
    InternalServerException,
    MethodNotAllowedException,
    NotAuthorizedException,
    NotFoundException,
    ValidationException,
)
from litestar.types import HTTPScope, Receive, Scope, Send

from oppidum.kernel.errors import IllegalAction, OppidumError
from oppidum.kernel.meaning import meaning
from oppidum.tables import (
    NoSuchBox,
    NoSuchTable,
    NoSuchVisitor,
    NotAllowed,
    NotNow,
    Stale,
    StoreError,
    TooMany,
    Unconfirmed,
)
from oppidum.web import logs
from oppidum.web.render import NO_STORE, html
from oppidum.words import Language, language, preferred
from oppidum.words.errors import in_words

UNREADABLE = (RecursionError, UnicodeDecodeError)  # JSON that is nested too deep, or not UTF-8
OUR_OWN = 200  # calls, one in the other: whoever reads JSON makes none, and is called by fewer
STATUS: dict[type[OppidumError], int] = {
    NoSuchTable: 404,
    NoSuchBox: 404,
    NoSuchVisitor: 404,
    NotAllowed: 403,
    Stale: 409,
    NotNow: 409,
    Unconfirmed: 409,
    IllegalAction: 409,
    TooMany: 429,
    StoreError: 503,
}


class Refusal(msgspec.Struct, omit_defaults=True):
    """What the API answers instead of a result."""

    error: Annotated[str, meaning("A short name that programs can compare.")]
    message: Annotated[str, meaning("One sentence.")]
    legal: Annotated[list[str] | None, meaning("What could have been done instead.")] = None
    version: Annotated[int | None, meaning("The version of the table by now.")] = None
    moves: Annotated[int | None, meaning("How many decisions there are by now.")] = None


def refusal_of(error: Exception, t: Language) -> tuple[int, Refusal]:
    if isinstance(error, OppidumError):
        status = next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), 400)
        told = Refusal(type(error).__name__, in_words(t, error))
        if isinstance(error, IllegalAction):
            told.legal = error.legal
        if isinstance(error, Stale):
            told.version, told.moves = error.version, error.moves
        return status, told
    if isinstance(error, NotFoundException):
        return 404, Refusal("NotFound", t.say("There is nothing at this address."))
    if isinstance(error, MethodNotAllowedException):
        return 405, Refusal("MethodNotAllowed", t.say("That cannot be done at this address."))
    if isinstance(error, ValidationException) or type(error) is InternalServerException:
        # Litestar's word for a request that breaks off in the middle; of its own faults it speaks by others.
        return 400, Refusal("BadRequest", t.say("The request is malformed."))
    if isinstance(error, HTTPException) and error.status_code == 413:
        return 413, Refusal("TooLarge", t.say("That is too much to send at once."))
    if isinstance(error, NotAuthorizedException):
        return 401, Refusal("NotAuthorized", t.say("This needs a token, or the one that was given is void."))
    if isinstance(error, HTTPException) and error.status_code == 426:
        return 426, Refusal("UpgradeRequired", t.say("Programs come in here with a WebSocket."))
    if is_unreadable(error):
        return 400, Refusal("BadRequest", t.say("The request is malformed."))
    if isinstance(error, HTTPException) and 400 <= error.status_code < 500:
        return error.status_code, Refusal("BadRequest", t.say("The request is malformed."))
    return 500, Refusal(
        "Unexpected", t.say("Something went wrong here. It has been noted; please try again.")
    )


def is_unreadable(error: Exception) -> bool:
    """Somebody sent it so. Where we ourselves go round in circles it is a fault of ours."""
    if isinstance(error, RecursionError):
        return sum(1 for _ in traceback.walk_tb(error.__traceback__)) < OUR_OWN
    return isinstance(error, UNREADABLE)


def wants_json(scope: Any) -> bool:
    return scope["path"] == "/api" or scope["path"].startswith("/api/")


def wishes_of(request: Request[Any, Any, Any]) -> dict[str, str]:
    from oppidum.web.guest import PREFERENCES, preferences_in

    return preferences_in(request.cookies.get(PREFERENCES, ""))


def language_of(request: Request[Any, Any, Any]) -> Language:
    chosen = wishes_of(request).get("language")
    return language(chosen or preferred(request.headers.get("accept-language", "")))


def known_guest(request: Request[Any, Any, Any]) -> Any:
    """Who is told, if that can be found out: the frame of the page bears their name and their preferences."""
    from oppidum.web.guest import guest_of

    try:
        guest = guest_of(request)
        guest.path = "/"  # whether there is something at that address is not for this page to tell
        return guest
    except (OppidumError, KeyError, AttributeError):  # the store does not answer, or nobody is inside yet
        return None


def answer(
    request: Request[Any, Any, Any], status: int, told: Refusal, t: Language, guest: Any = None
) -> Response[Any]:
    headers = dict(NO_STORE)
    if status == 429:
        headers["retry-after"] = "10"
    if wants_json(request.scope):
        return Response(told, status_code=status, media_type=MediaType.JSON, headers=headers)
    template = "error_fragment.html" if "hx-request" in request.headers else "error.html"
    look = wishes_of(request).get("look", "auto")
    text = html(t, template, guest=guest, look=look, refusal=told, status=status, symbols=["menhir"])
    return Response(text, status_code=status, media_type=MediaType.HTML, headers=headers)


def on_error(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Litestar's handler for every exception."""
    t = language_of(request)
    status, told = refusal_of(error, t)
    note(request.scope, status, error)
    whole_page = not (wants_json(request.scope) or "hx-request" in request.headers)
    return answer(request, status, told, t, known_guest(request) if whole_page else None)


def note(scope: Any, status: int, error: Exception) -> None:
    """What the host has to know of it."""
    route = scope.get("path_template") or "-"
    if isinstance(error, StoreError):
        logs.trouble(route, str(error))
    elif status == 500:
        logs.failure(route, error)


async def refuse(scope: Scope, receive: Receive, send: Send, reason: str) -> None:
    """Turned away at the doors."""
    request: Request[Any, Any, Any] = Request(cast(HTTPScope, scope), receive, send)
    t = language_of(request)
    if reason == "origin":
        status, told = 403, Refusal("Origin", t.say("This did not come from a page of this house."))
    elif reason == "unexpected":
        status, told = refusal_of(Exception(), t)
    else:
        status, told = 429, Refusal("TooMany", t.say("That was a lot at once: wait a moment and try again."))
    response = answer(request, status, told, t)
    await response.to_asgi_response(None, request)(scope, receive, send)
