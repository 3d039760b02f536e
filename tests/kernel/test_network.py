"""The small network that evaluations use, against the same thing said in linear algebra."""

from __future__ import annotations

import importlib

import numpy as np
import pytest

from oppidum import games
from oppidum.kernel.network import promise

GAMES = [game_id for game_id in games.catalogue() if hasattr(games.part(game_id, "weights"), "HIDDEN")]


def test_units_count_above_zero_and_the_direct_way_always() -> None:
    rng = np.random.default_rng(4)
    weights = rng.normal(size=(8, 5))
    for _ in range(20):
        row = rng.normal(size=7) * rng.integers(0, 2, 7)
        sums = row @ weights[:7]
        expected = np.maximum(sums[:4], 0) @ weights[7, :4] + sums[4]
        assert promise(row, weights) == pytest.approx(expected)


@pytest.mark.parametrize("game_id", GAMES)
def test_there_is_a_table_for_every_number_of_players(game_id: str) -> None:
    about = games.catalogue()[game_id]
    weights = importlib.import_module(f"oppidum.games.{game_id}.weights")
    features = importlib.import_module(f"oppidum.games.{game_id}.features").FEATURES
    counts = about.max_players - about.min_players + 1
    assert weights.WEIGHTS.shape == (counts, features + 1, weights.HIDDEN + 1)
    assert not weights.WEIGHTS[:, features, weights.HIDDEN].any(), "the direct way has no unit"
