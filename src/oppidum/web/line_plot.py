"""Lines over games or turns, in a picture of our own. The numbers stand in a table beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 600, 200
LEFT, RIGHT, TOP, BOTTOM = 72, 10, 14, 14  # margins; at the left there is room for numbers


@dataclass(frozen=True)
class Tick:
    """A level, with its number at the left."""

    y: float
    label: str

    @property
    def below(self) -> float:
        """Where the number stands, so that its middle is at the level."""
        return self.y + 4


@dataclass(frozen=True)
class Plot:
    points: list[list[tuple[float, float]]]  # of each line, from left to right
    ticks: list[Tick]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT

    @property
    def beside(self) -> int:
        """Where the numbers of the levels end."""
        return self.left - 6

    @property
    def floor(self) -> int:
        return self.height - 4

    @property
    def lines(self) -> list[str]:
        """Each as the `points` of a polyline."""
        return [" ".join(f"{x},{y}" for x, y in line) for line in self.points]

    @property
    def ends(self) -> list[tuple[float, float]]:
        return [line[-1] for line in self.points if line]


def plot(lines: Sequence[Sequence[float]], ticks: Sequence[tuple[float, str]]) -> Plot:
    """Lines from left to right, and the levels that are drawn; those say what lies within the picture."""
    values = [value for line in lines for value in line] + [level for level, _ in ticks]
    low, high = min(values), max(values)
    longest = max(len(line) for line in lines)

    def across(number: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (number / (longest - 1) if longest > 1 else 0.5), 1)

    def up(value: float) -> float:
        share = (value - low) / (high - low) if high > low else 0.5
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share, 1)

    return Plot(
        points=[[(across(n), up(value)) for n, value in enumerate(line)] for line in lines],
        ticks=[Tick(up(level), label) for level, label in ticks],
    )


def steps(low: int, high: int, about: int = 4) -> list[int]:
    """Round numbers from low to high, about so many."""
    size = 1
    while (high - low) / size > about:
        size = {"1": 2, "2": 5, "5": 10}[str(size)[0]] * 10 ** (len(str(size)) - 1)
    return list(range(low // size * size, high + size, size))
