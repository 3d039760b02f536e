"""The graph of chances as an SVG of our own: a line for each seat, the game from left to right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 720.0, 240.0  # of the drawing, in its own units


@dataclass(frozen=True)
class Mark:
    step: int
    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Graph:
    last: int  # step
    lines: tuple[str, ...]  # for each seat the points of its polyline
    marks: tuple[Mark, ...]


def x_of(step: int, last: int) -> float:
    return round(WIDTH * step / max(1, last), 1)


def y_of(chance: float) -> float:
    return round(HEIGHT * (1 - chance), 1)


def graph(chances: Sequence[Sequence[float]], marks: Sequence[tuple[int, int, str]]) -> Graph:
    """`chances`: for each step those of all seats. `marks`: step, seat (from 0) and words of what decided."""
    last = len(chances) - 1
    seats = range(len(chances[0]))
    lines = tuple(
        " ".join(f"{x_of(step, last)},{y_of(now[seat])}" for step, now in enumerate(chances))
        for seat in seats
    )
    placed = tuple(
        Mark(step, x_of(step, last), y_of(chances[step][seat]), text) for step, seat, text in marks
    )
    return Graph(last, lines, placed)
