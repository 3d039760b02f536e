"""Words for a game that has brought none of its own: its notation."""

from __future__ import annotations

from collections.abc import Sequence

from oppidum.kernel.editions import Edition
from oppidum.kernel.seen import Choice, Line, Seen, Told
from oppidum.words.language import Language

HARDNESS = 2


def summary(t: Language) -> str:
    return t.say("A new game at this table.")


def option(t: Language, name: str) -> str:
    return name


def option_choice(t: Language, name: str, choice: str) -> str:
    return choice


def action(t: Language, edition: Edition, choice: Choice, names: Sequence[str]) -> str:
    return choice.move


def lines(t: Language, edition: Edition, told: Sequence[Told], names: Sequence[str]) -> list[str]:
    return [each.line for each in told if isinstance(each, Line)]


def question(t: Language, edition: Edition, seen: Seen) -> str:
    return t.say("What do you do?")


def rules_now(seen: Seen) -> tuple[str, ...]:
    return ()


def rules_of(told: Sequence[Told]) -> tuple[str, ...]:
    return ()
