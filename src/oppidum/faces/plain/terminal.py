"""A table for a game that has brought no board of its own: the points, and what may be done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from oppidum.faces.plain import words
from oppidum.kernel.editions import Edition
from oppidum.kernel.game import Standing
from oppidum.kernel.seen import Seen
from oppidum.words.language import Language


def board(
    t: Language, edition: Edition, seen: Seen, seat: int, names: Sequence[str], standing: Standing
) -> RenderableType:
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for other, points in enumerate(standing.points):
        table.add_row(Text(names[other], style="bold" if other == seat else ""), str(points))
    return table


def choices(t: Language, edition: Edition, seen: Seen, names: Sequence[str]) -> RenderableType:
    return listed(words, t, edition, seen, names)


def listed(words: Any, t: Language, edition: Edition, seen: Seen, names: Sequence[str]) -> RenderableType:
    """Every choice with its number, the words to type, and what a game's words say of it."""
    table = choice_table()
    for number, choice in enumerate(seen.choices, 1):
        said = words.action(t, edition, choice, names)
        table.add_row(str(number), choice.move, "" if said == choice.move else said)
    return table


def choice_table() -> Table:
    """A line for each choice: its number, the words to type, what it means."""
    table = Table(box=None, padding=(0, 0, 0, 2), show_header=False)
    table.add_column(justify="right", style="bold cyan", no_wrap=True)
    table.add_column(style="cyan", no_wrap=True)
    table.add_column(overflow="fold")
    return table


def numbered(seen: Seen) -> bool:
    """Whether a choice may be typed as its number in the list."""
    return True
