"""The JSON API: everything that the pages do, for programs. Described at /api/schema/openapi.json."""

from __future__ import annotations

from litestar import Router
from litestar.di import Provide

from oppidum.web.api import (
    analyses,
    boxes,
    games,
    past,
    play,
    puzzles,
    same_deal,
    seats,
    tables,
    visitors,
    wires,
)
from oppidum.web.api.caller import caller_of

router = Router(
    path="/api",
    route_handlers=[
        *games.handlers,
        *visitors.handlers,
        *tables.handlers,
        *seats.handlers,
        *play.handlers,
        *past.handlers,
        *same_deal.handlers,
        *analyses.handlers,
        *puzzles.handlers,
        *boxes.handlers,
        *wires.handlers,
    ],
    dependencies={"caller": Provide(caller_of, sync_to_thread=False)},
    security=[{"token": []}],
)

__all__ = ["router"]
