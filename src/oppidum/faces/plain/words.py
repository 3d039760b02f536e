"""Words for a game that has brought none of its own: its notation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from oppidum.kernel.editions import Edition
from oppidum.kernel.events import Event
from oppidum.kernel.game import Game
from oppidum.words.language import Language

HARDNESS = 2


def summary(t: Language) -> str:
    return t.say("A new game at this table.")


def option(t: Language, name: str) -> str:
    return name


def choice(t: Language, name: str, choice: str) -> str:
    return choice


def action(
    t: Language, game: Game, edition: Edition, s: Any, seat: int, action: int, names: Sequence[str]
) -> str:
    return game.notation.write(s, seat, action)


def lines(
    t: Language, game: Game, edition: Edition, s: Any, told: Sequence[Event], names: Sequence[str]
) -> list[str]:
    return list(game.notation.chance(s))


def question(t: Language, game: Game, edition: Edition, s: Any, seat: int) -> str:
    return t.say("Choose what to do.")


def rules_now(s: Any, seat: int) -> tuple[str, ...]:
    return ()


def rules_of(told: Sequence[Event]) -> tuple[str, ...]:
    return ()
