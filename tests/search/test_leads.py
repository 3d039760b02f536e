"""How the network of `cartes` learns (bench/leads.py), against the same thing said in linear algebra."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench"))

from leads import HIDDEN, add_slope, at_random, blend, descend, leads, learn, told

FEATURES = 6
SLOW = type(descend).__name__ == "function"  # uncompiled


def some(seed: int, moments: int, seats: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(moments, seats, FEATURES)) * rng.integers(0, 2, (moments, seats, FEATURES))
    return x.astype(np.float32), at_random(FEATURES)


def said(x: np.ndarray, weights: np.ndarray) -> np.ndarray:
    units = HIDDEN
    sums = x @ weights[:FEATURES]
    worth = np.maximum(sums[..., :units], 0) @ weights[FEATURES, :units] + sums[..., units]
    return worth - worth.mean(1, keepdims=True)


def test_only_leads_count() -> None:
    x, weights = some(1, 20, 3)
    weights[:FEATURES, HIDDEN] = 0.5
    out = np.empty((20, 3), np.float32)
    leads(x, weights, out)
    assert out == pytest.approx(said(x, weights), abs=1e-5)


def test_the_slope_is_that_of_the_squared_error() -> None:
    x, weights = some(2, 1, 3)
    wanted = np.array([[0.7, -0.2, -0.5]], np.float32)
    slope = np.zeros_like(weights)
    hidden, push = np.empty((3, HIDDEN + 1), np.float32), np.empty(HIDDEN + 1, np.float32)
    add_slope(x[0], wanted[0], weights, hidden, np.empty(3, np.float32), push, slope)

    def error(weights: np.ndarray) -> float:
        return float(((said(x, weights) - wanted) ** 2).sum() / 2)

    for place in ((0, 0), (3, 5), (FEATURES, 2), (4, HIDDEN)):
        step = np.zeros(weights.shape)
        step[place] = 1e-5
        numeric = (error(weights + step) - error(weights - step)) / 2e-5
        assert slope[place] == pytest.approx(numeric, abs=1e-4)


def test_a_position_is_worth_what_comes_of_its_own_hand() -> None:
    hands = np.array([1, 1, 1, 2, 2])
    came = np.array([[8, -8], [8, -8], [8, -8], [4, -4], [4, -4]], np.float32)
    says = np.array([[9, -9], [4, -4], [2, -2], [9, -9], [0, 0]], np.float32)
    out = np.empty_like(came)
    blend(says, came, hands, out)
    assert out[:, 0].tolist() == [(5 + 4) / 2, (8 + 2) / 2, 8, (4 + 0) / 2, 4]


@pytest.mark.skipif(SLOW, reason="a million sums")
def test_it_learns_and_always_the_same() -> None:
    x, _ = some(3, 4000, 2)
    scored = 30 * np.abs(x[:, :, 0]) + 10 * x[:, :, 1]
    hands = np.arange(len(x))
    start = at_random(FEATURES)
    weights = learn(x, scored, hands, start, 1, 60)
    assert told(x, scored, weights) > 0.98
    assert learn(x, scored, hands, start, 1, 60).tobytes() == weights.tobytes()
