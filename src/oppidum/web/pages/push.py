"""Being called with the page closed: the house's key, and the browsers that ask for it."""

from __future__ import annotations

import binascii
from typing import Any

from litestar import Request, Response, get, post
from litestar.params import URLEncodedBody

from oppidum.kernel.errors import BadOption
from oppidum.tables import NotNow, pushes
from oppidum.web.forms import text_in
from oppidum.web.guest import Guest, Here
from oppidum.web.invitation import origin
from oppidum.web.render import NO_STORE

Form = URLEncodedBody[dict[str, Any]]
LONGEST = 1000


def bell_of(request: Request[Any, Any, Any]) -> Any:
    """None where the extra is missing."""
    return request.app.state.bell


@get("/push/key", include_in_schema=False, sync_to_thread=True)
def key(request: Request[Any, Any, Any]) -> Response[dict[str, str]]:
    bell = bell_of(request)
    if bell is None:
        raise NotNow("This house cannot reach you while its page is closed.")
    return Response({"key": bell.keys.shown}, headers=NO_STORE)


@post("/push/subscribe", include_in_schema=False, sync_to_thread=True, status_code=204)
def subscribe(guest: Here, request: Request[Any, Any, Any], data: Form) -> Response[None]:
    bell = bell_of(request)
    if bell is None:
        raise NotNow("This house cannot reach you while its page is closed.")
    push = asked_for(guest, request, data)
    if not bell.reaches(push.endpoint):
        raise BadOption("This house does not know the push service of your browser.")
    pushes.subscribe(guest.hall, push)
    return Response(None, headers=NO_STORE, cookies=guest.cookies)


def asked_for(guest: Guest, request: Request[Any, Any, Any], data: dict[str, Any]) -> pushes.Push:
    from oppidum.web.push.sealing import sealed

    endpoint, p256dh, auth = (text_in(data, name, LONGEST + 1) for name in ("endpoint", "p256dh", "auth"))
    try:
        sealed(b"", p256dh[:128], auth[:64])
    except (ValueError, binascii.Error):
        raise BadOption("The browser's keys are not valid.") from None
    if not endpoint or len(endpoint) > LONGEST or len(p256dh) > 128 or len(auth) > 64:
        raise BadOption("The browser's keys are not valid.")
    return pushes.Push(guest.me(), endpoint, p256dh, auth, guest.t.code, origin(guest, request))


@post("/push/end", include_in_schema=False, sync_to_thread=True, status_code=204)
def end(guest: Here, data: Form) -> Response[None]:
    """Only whoever knows the endpoint can say so, and it is a secret of the browser's."""
    pushes.end(guest.hall, text_in(data, "endpoint", LONGEST))
    return Response(None, headers=NO_STORE)


handlers = [key, subscribe, end]
