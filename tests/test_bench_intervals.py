"""Measurements of few deals say so: their intervals are those of the arena, by Student's t."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bench"))

import flat
import levels

from oppidum.arena.figures import estimate


def test_a_mean_of_two_deals_is_hardly_known():
    mean, low, high = flat.mean_of([0.0, 1.0])
    assert mean == 0.5
    assert high - mean == pytest.approx(12.706 / 2, abs=0.01)
    assert mean - low == pytest.approx(12.706 / 2, abs=0.01)


def test_levels_are_compared_as_in_the_arena(monkeypatch: pytest.MonkeyPatch):
    shares = [0.5, 1.0, 0.5, 0.0, 1.0]
    monkeypatch.setattr(levels, "play_deals", lambda *_: shares)
    upper, lower = levels.levels("cartes")[1], levels.levels("cartes")[0]
    found = levels.measure("cartes", 2, upper, lower, 10, "few", 1)
    expected = estimate({deal: [share] for deal, share in enumerate(shares)})
    assert (found["share"], found["low"], found["high"]) == tuple(round(x, 4) for x in expected)
