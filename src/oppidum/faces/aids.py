"""Player aids: a game on one page, to print and lay beside the table.

Numbers come from the edition and from the rules, so that an aid fits the cards that are played with.
"""

from __future__ import annotations

from dataclasses import dataclass

from oppidum import faces
from oppidum.kernel.editions import Edition
from oppidum.words.language import Language


@dataclass(frozen=True)
class Entry:
    """One line, with the picture of what it is about and, in a table of values, its worth."""

    text: str
    picture: str = ""
    worth: str = ""


@dataclass(frozen=True)
class Section:
    title: str
    entries: tuple[Entry, ...]
    ordered: bool = False  # steps that follow each other
    dense: bool = False  # a table of short entries, several in a row


def has_aid(game_id: str) -> bool:
    return faces.part(game_id, "aid") is not None


def aid(t: Language, game_id: str, edition: Edition) -> list[Section]:
    own = faces.part(game_id, "aid")
    return own.sections(t, edition) if own else []


def lines(*texts: str) -> tuple[Entry, ...]:
    return tuple(Entry(text) for text in texts)
