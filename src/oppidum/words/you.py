"""Sentences about the person who reads them: "You capture", where everybody else is told a name.

A table gives that person the name `You`; `Language` then says the sentence that the game has for it in the
module `you` of its face: `SENTENCES`, and `NUMBERED` where a number decides.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from oppidum import faces


class You(str):
    """The name, at the table, of the person who is spoken to."""


def say(text: str) -> str:
    """Marks a sentence for the catalogues."""
    return text


def many(one: str, several: str) -> tuple[str, str]:
    return one, several


@cache
def sentences() -> dict[tuple[str, str], str]:
    """The sentence, and which of its details is the reader; then what the reader is told."""
    return gathered("SENTENCES")


@cache
def numbered() -> dict[tuple[str, str], tuple[str, str]]:
    """The same where a number decides; the key is the sentence for several."""
    return gathered("NUMBERED")


def gathered(table: str) -> dict[tuple[str, str], Any]:
    modules = (faces.part(game, "you") for game in faces.packages())
    return {key: told for module in modules for key, told in getattr(module, table, {}).items()}
