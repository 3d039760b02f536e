"""How each game's table looks in a terminal: one module here, named after the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol, cast

from rich.console import RenderableType

from oppidum import faces
from oppidum.kernel.editions import Edition
from oppidum.kernel.game import Game
from oppidum.words.language import Language


class Board(Protocol):
    def board(
        self, t: Language, game: Game, edition: Edition, view: Any, seat: int, names: Sequence[str]
    ) -> RenderableType:
        """The table as this seat sees it. `view` is redacted."""
        ...

    def choices(
        self,
        t: Language,
        game: Game,
        edition: Edition,
        view: Any,
        seat: int,
        names: Sequence[str],
        legal: Sequence[int],
    ) -> RenderableType:
        """What may be done now, each with the words to type for it."""
        ...

    def numbered(self, view: Any) -> bool:
        """Whether a choice may be typed as its number in that list."""
        ...


@cache
def board_of(game_id: str) -> Board:
    return cast(Board, faces.part(game_id, "terminal"))
