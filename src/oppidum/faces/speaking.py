"""Each game's own words: the module `words` of its face.

Whatever has none is spoken of in plain notation, so that a new game can be played at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol, cast

from oppidum import faces
from oppidum.kernel.editions import Edition
from oppidum.kernel.seen import Told
from oppidum.words.language import Language


class GameWords(Protocol):
    """What a game's module `words` provides. `seen` is the game's reading of what a seat may know."""

    HARDNESS: int  # 1 easy to learn, 2 some thought, 3 for an evening of concentration

    def summary(self, t: Language) -> str:
        """What the game is, in one or two sentences."""
        ...

    def option(self, t: Language, name: str) -> str:
        """What an option of the game is about."""
        ...

    def option_choice(self, t: Language, name: str, choice: str) -> str:
        """One choice of an option."""
        ...

    def action(self, t: Language, edition: Edition, choice: Any, names: Sequence[str]) -> str:
        """What a seat would do, as on a button: "Play 7"."""
        ...

    def lines(self, t: Language, edition: Edition, told: Sequence[Told], names: Sequence[str]) -> list[str]:
        """What a decision brought about, in sentences."""
        ...

    def question(self, t: Language, edition: Edition, seen: Any) -> str:
        """What the seat that looks is asked now."""
        ...

    def rules_now(self, seen: Any) -> tuple[str, ...]:
        """The numbers of the rules that decide what the seat that looks may do now."""
        ...

    def rules_of(self, told: Sequence[Told]) -> tuple[str, ...]:
        """The numbers of the rules that decided what happened."""
        ...


def marks_of(words: GameWords, told: Sequence[Told]) -> Sequence[Told]:
    """What of it one wants to find again later: that a hand begins, that an album is won.

    Words that have such things have a function `marks(told)`.
    """
    found = getattr(words, "marks", None)
    return found(told) if found else ()


def occasion_of(words: GameWords, t: Language, edition: Edition, seen: Any) -> str:
    """What a decision was about, as players would name it: which hand, which card. Nothing where its number
    has to do. Words that know it have a function `occasion(t, edition, seen)`.
    """
    found = getattr(words, "occasion", None)
    return found(t, edition, seen) if found else ""


def time_to_react(words: GameWords, t: Language) -> str:
    """What is limited where everybody may react at once. Words that call it something have a function
    `time_to_react(t)`.
    """
    own = getattr(words, "time_to_react", None)
    return own(t) if own else t.say("Time to react")


@cache
def words_of(game_id: str) -> GameWords:
    return cast(GameWords, faces.part(game_id, "words"))
