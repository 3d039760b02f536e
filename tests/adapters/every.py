"""The tables at which an adapter is tried: every game, with every number of players."""

from __future__ import annotations

import pytest

from oppidum import games

TABLES = [
    (name, players)
    for name, about in games.catalogue().items()
    for players in range(about.min_players, about.max_players + 1)
]
every_table = pytest.mark.parametrize(("game", "players"), TABLES)
every_game = pytest.mark.parametrize("game", list(games.catalogue()))
