"""The plots of the hall: drawn from the figures that are kept, and from nothing else."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).resolve().parent.parent
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def plots(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    yield importlib.import_module("plots")
    sys.modules.pop("plots", None)


def test_the_picture_in_the_docs_shows_the_figures_that_are_kept(plots):
    found = json.loads(plots.FIGURES.read_text())
    assert plots.PICTURE.read_text() == plots.drawn(found)
    for kind, numbers in plots.POINTS.items():
        assert [row[0] for row in found[kind]] == list(numbers)
        assert all(decisions > 0 and memory > 0 for _, decisions, memory in found[kind])


def test_a_curve_goes_from_left_to_right_and_up_with_its_values(plots):
    steady = [[10, 500, 20], [100, 500, 200], [200, 1000, 400]]
    picture = ElementTree.fromstring(plots.drawn(dict.fromkeys(plots.POINTS, steady)))
    lines = [
        [tuple(map(float, dot.split(","))) for dot in line.get("points", "").split()]
        for line in picture.iter(f"{SVG}polyline")
    ]
    assert len(lines) == 6
    for line in lines:
        across = [x for x, _ in line]
        assert across == sorted(across)
    decisions, memory = lines[0], lines[1]
    assert decisions[0][1] == decisions[1][1] > decisions[2][1]
    (x0, y0), (x1, y1), (x2, y2) = memory  # twice as many, twice as much: a straight line
    assert (y0 - y1) / (x1 - x0) == pytest.approx((y1 - y2) / (x2 - x1), rel=0.02)


@pytest.mark.parametrize(("value", "rounded"), [(1, 1), (3, 5), (10, 10), (11, 20), (640, 1000), (999, 1000)])
def test_scales_end_with_round_numbers(plots, value, rounded):
    assert plots.round_up(value) == rounded
