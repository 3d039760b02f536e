"""A table for a game that has brought no board of its own: the points, and what may be done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from oppidum.faces.speaking import words_of
from oppidum.kernel.editions import Edition
from oppidum.kernel.game import Game
from oppidum.words.language import Language


def board(
    t: Language, game: Game, edition: Edition, view: Any, seat: int, names: Sequence[str]
) -> RenderableType:
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for other, points in enumerate(game.standing(view).points):
        table.add_row(Text(names[other], style="bold" if other == seat else ""), str(points))
    return table


def choices(
    t: Language,
    game: Game,
    edition: Edition,
    view: Any,
    seat: int,
    names: Sequence[str],
    legal: Sequence[int],
) -> RenderableType:
    table = choice_table()
    for number, action in enumerate(legal, 1):
        typed = game.notation.write(view, seat, action)
        said = words_of(game.id).action(t, game, edition, view, seat, action, names)
        table.add_row(str(number), typed, "" if said == typed else said)
    return table


def choice_table() -> Table:
    """A line for each choice: its number, the words to type, what it means."""
    table = Table(box=None, padding=(0, 0, 0, 2), show_header=False)
    table.add_column(justify="right", style="bold cyan", no_wrap=True)
    table.add_column(style="cyan", no_wrap=True)
    table.add_column(overflow="fold")
    return table


def numbered(view: Any) -> bool:
    """Whether a choice may be typed as its number in the list."""
    return True
