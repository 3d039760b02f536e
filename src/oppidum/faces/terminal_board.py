"""How each game's table looks in a terminal: the module `terminal` of its face."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol, cast

from rich.console import RenderableType

from oppidum import faces
from oppidum.kernel.editions import Edition
from oppidum.kernel.game import Standing
from oppidum.words.language import Language


class Board(Protocol):
    """`seen` is the game's reading of what the seat that looks may know; that seat is `seat`."""

    def board(
        self, t: Language, edition: Edition, seen: Any, seat: int, names: Sequence[str], standing: Standing
    ) -> RenderableType:
        """The table as this seat sees it."""
        ...

    def choices(self, t: Language, edition: Edition, seen: Any, names: Sequence[str]) -> RenderableType:
        """What may be done now, each with the words to type for it."""
        ...

    def numbered(self, seen: Any) -> bool:
        """Whether a choice may be typed as its number in that list."""
        ...


@cache
def board_of(game_id: str) -> Board:
    return cast(Board, faces.part(game_id, "terminal"))
