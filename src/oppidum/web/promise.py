"""The shuffle's promise comes first: a browser gets to see it before it gives its own contribution."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Response

from oppidum.tables import Contribution, looking
from oppidum.web.forms import text_in
from oppidum.web.guest import Guest
from oppidum.web.render import NO_STORE


class Promise(msgspec.Struct):
    """A table that waits for its visitor to be ready."""

    code: str
    commitment: str


def wants_promise(data: Mapping[str, Any]) -> bool:
    """Does the browser ask to see the promise before the game starts? Without a script it does not."""
    return text_in(data, "promise") == "first"


def promise(guest: Guest, code: str) -> Response[Promise]:
    commitment = looking.view(guest.hall, code, guest.id).fairness.commitment
    return Response(Promise(code, commitment), headers=NO_STORE, cookies=guest.cookies)


def contribution_in(data: Mapping[str, Any]) -> Contribution | None:
    """What the browser gives to the shuffle. None without a script: then the house gives for its seat."""
    given = text_in(data, "contribution", 128)
    return Contribution(given, text_in(data, "commitment", 64)) if given else None
