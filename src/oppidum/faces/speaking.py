"""Each game's own words: the module `words` of its face.

Whatever has none is spoken of in plain notation, so that a new game can be played at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol, cast

from oppidum import faces
from oppidum.kernel.editions import Edition
from oppidum.kernel.events import Event
from oppidum.kernel.game import Game
from oppidum.words.language import Language


class GameWords(Protocol):
    """What a game's module in this package provides. Positions are redacted ones."""

    HARDNESS: int  # 1 easy to learn, 2 some thought, 3 for an evening of concentration

    def summary(self, t: Language) -> str:
        """What the game is, in one or two sentences."""
        ...

    def option(self, t: Language, name: str) -> str:
        """What an option of the game is about."""
        ...

    def choice(self, t: Language, name: str, choice: str) -> str:
        """One choice of an option."""
        ...

    def action(
        self, t: Language, game: Game, edition: Edition, s: Any, seat: int, action: int, names: Sequence[str]
    ) -> str:
        """What a seat would do, as on a button: "Play 7"."""
        ...

    def lines(
        self, t: Language, game: Game, edition: Edition, s: Any, told: Sequence[Event], names: Sequence[str]
    ) -> list[str]:
        """What a decision brought about, in sentences. `s` is the position after it."""
        ...

    def question(self, t: Language, game: Game, edition: Edition, s: Any, seat: int) -> str:
        """What a seat is asked now."""
        ...

    def rules_now(self, s: Any, seat: int) -> tuple[str, ...]:
        """The numbers of the rules that decide what this seat may do now."""
        ...

    def rules_of(self, told: Sequence[Event]) -> tuple[str, ...]:
        """The numbers of the rules that decided what happened."""
        ...


@cache
def words_of(game_id: str) -> GameWords:
    return cast(GameWords, faces.part(game_id, "words"))
