"""The catalogue."""

from __future__ import annotations

from oppidum import games
from oppidum.web.api import calls
from oppidum.web.api.shapes import GameShape, game_shape


@calls.get("/games", summary="The games that can be played")
def list_games() -> list[GameShape]:
    return [game_shape(about) for about in games.catalogue().values()]


handlers = [list_games]
