"""The way from the Roman camp to the Gaulish village as a landscape, for a wide and for a tall board.

Everything is computed once from a few points: the winding path, the sixteen places on it at equal steps,
and woods and rocks wherever the path leaves room. Colours are variables, so that a dark theme makes it night.
The country goes on beyond the part with the path (`BEYOND`), so that it fills a frame of any shape.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import dist

from oppidum.faces.art.portraits import pen

Point = tuple[float, float]
PLACES = 16  # camp, fourteen spaces, village
BEYOND = 0.32  # of its width and height on every side
ROOM = 0.3  # of a step more beside the camp and the village, which are larger than a space
SCENERY = ("tree-oak", "tree-fir", "tree-oak", "tree-birch", "bush", "tree-fir", "rock", "grass")


@dataclass(frozen=True)
class Shape:
    width: int
    height: int
    turns: tuple[Point, ...]  # the path goes through these
    horizons: tuple[int, ...]  # where the hills behind each stretch begin
    river: str


SHAPES = {
    "wide": Shape(
        960,
        460,
        ((84, 112), (300, 104), (520, 118), (760, 98), (880, 170), (760, 238), (520, 218), (280, 240),
         (130, 248), (96, 330), (220, 384), (460, 356), (680, 388), (868, 352)),
        (44, 176, 300),
        "M668 68q-44 44 10 100t-36 136-10 176-6 140",
    ),
    "tall": Shape(
        480,
        540,
        ((74, 108), (200, 96), (330, 106), (420, 158), (404, 232), (290, 258), (150, 242), (62, 292),
         (64, 380), (150, 440), (270, 424), (396, 462)),
        (40, 190, 340),
        "M300 58q-50 56 0 122t-20 160-10 220-6 170",
    ),
}  # fmt: skip


@cache
def places(shape: str, count: int = PLACES) -> tuple[Point, ...]:
    """Where the camp, each space and the village lie, in the units of the landscape."""
    line = curve(SHAPES[shape].turns)
    lengths = [0.0]
    for here, there in pairwise(line):
        lengths.append(lengths[-1] + dist(here, there))
    step = lengths[-1] / (count - 1 + 2 * ROOM)
    steps = [0, *(step * (place + ROOM) for place in range(1, count - 1)), lengths[-1]]
    nearest = (min(range(len(line)), key=lambda i: abs(lengths[i] - walked)) for walked in steps)
    return tuple((round(line[i][0], 1), round(line[i][1], 1)) for i in nearest)


def curve(points: tuple[Point, ...]) -> list[Point]:
    """A Catmull-Rom spline through the points, as a fine polyline."""
    padded = (points[0], *points, points[-1])
    line: list[Point] = []
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        steps = (step / 60 for step in range(60))
        line += [(spline(a[0], b[0], c[0], d[0], t), spline(a[1], b[1], c[1], d[1], t)) for t in steps]
    return [*line, points[-1]]


def spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return b + t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a))) / 2


@cache
def landscape(shape: str) -> str:
    """The symbol `land-wide` or `land-tall`; its scenery refers to other symbols of the sprite."""
    land = SHAPES[shape]
    left, top, w, h = whole(land)
    line = curve(land.turns)
    way = "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in line[::12]) + f"L{line[-1][0]:.0f} {line[-1][1]:.0f}"
    return (
        f'<symbol id="land-{shape}" viewBox="{left} {top} {w} {h}">'
        f'<path d="M{left} {top}h{w}v{h}h-{w}z" fill="light-dark(#cfe8f2,#1d2440)"/>'
        f'<circle cx="{land.width - 70}" cy="36" r="24" fill="light-dark(#f9cc3c,#f3ead9)"/>'
        f"{distance(land)}{hills(land)}"
        f'<g fill="none" stroke-linecap="round" stroke-linejoin="round">'
        f'<path d="{land.river}" stroke="light-dark(#6fb7dc,#2f5f86)" stroke-width="26"/>'
        f'<path d="{way}" stroke="light-dark(#c99a62,#5d4a33)" stroke-width="34"/>'
        f'<path d="{way}" stroke="light-dark(#f3dfae,#b09a70)" stroke-width="27"/></g>'
        f"<g {pen()}>{scenery(land, line)}</g></symbol>"
    )


def whole(land: Shape) -> tuple[int, int, int, int]:
    """All of the country: where it begins, and how large it is."""
    aside, above = round(BEYOND * land.width), round(BEYOND * land.height)
    return -aside, -above, land.width + 2 * aside, land.height + 2 * above


def hills(land: Shape) -> str:
    """One wavy horizon behind each stretch of the path."""
    tints = ("light-dark(#b9d98f,#2c4a4a)", "light-dark(#a3cd78,#26403f)", "light-dark(#8fc063,#203634)")
    _, top, _, h = whole(land)
    step = land.width / 4
    start = -2 * step  # left of everything, where a wave begins
    waves = f"q{step / 2:g}-34 {step:g} 0" + f"t{step:g} 0" * 7
    return "".join(
        f'<path d="M{start:g} {y + 16}{waves}V{top + h}H{start:g}z" fill="{tint}"/>'
        for y, tint in zip(land.horizons, tints, strict=True)
    )


def distance(land: Shape) -> str:
    """Mountains and clouds on the horizon."""
    w = land.width
    far = f'<use href="#mountain" x="{w * 0.30:g}" y="6" width="120" height="60"/>'
    far += f'<use href="#mountain" x="{w * 0.52:g}" y="14" width="100" height="50"/>'
    return far + f'<use href="#cloud" x="{w * 0.72:g}" y="37" width="40" height="20"/>'


def scenery(land: Shape, line: list[Point]) -> str:
    """Woods and rocks where they hide neither the path nor its ends, the farther ones first."""
    chance = random.Random(land.width)
    river = river_points(land)
    ends, spots = (line[0], line[-1]), list[tuple[float, float, float, str]]()
    for _ in range(900):
        x, y = chance.uniform(16, land.width - 16), chance.uniform(72, land.height - 6)
        size = 30 + 16 * y / land.height
        foot = (x, y - size / 4)
        if min(dist(foot, p) for p in line[::6]) < 25 + size / 2 or min(dist((x, y), p) for p in ends) < 86:
            continue
        if any(dist((x, y), (a, b)) < 25 for a, b, *_ in spots) or min(dist((x, y), p) for p in river) < 32:
            continue
        spots.append((x, y, size, chance.choice(SCENERY)))
    left, top, w, h = whole(land)
    for _ in range(700):  # the country around, where nobody walks
        x, y = chance.uniform(left, left + w), chance.uniform(84, top + h)
        inside = -20 < x < land.width + 20 and y < land.height + 10
        if inside or any(dist((x, y), (a, b)) < 44 for a, b, *_ in spots) or abs(x - river[-1][0]) < 60:
            continue
        spots.append((x, y, 34 + 16 * y / land.height, chance.choice(SCENERY)))
    uses = ""
    for x, y, size, name in sorted(spots, key=lambda spot: spot[1]):
        height = size / 2 if name == "grass" else size
        place = f'x="{x - size / 2:.0f}" y="{y - height:.0f}" width="{size:.0f}" height="{height:.0f}"'
        uses += f'<use href="#{name}" {place}/>'
    return uses


def river_points(land: Shape) -> list[Point]:
    """The river roughly, to keep trees out of it."""
    x = float(land.river[1:].split()[0])
    return [(x, float(y)) for y in range(40, land.height, 12)]
