"""What a balance report of `compagnie` speaks of."""

from __future__ import annotations

from oppidum.faces.plain.balance import thing
from oppidum.words.language import Language

__all__ = ["figure", "group", "thing"]


def group(t: Language, name: str) -> str:
    return {
        "character": t.word("report", "Characters"),
        "starter": t.say("Starting albums"),
        "album": t.say("Albums of the pile"),
    }[name]


def figure(t: Language, name: str) -> str:
    return {
        "gaul_albums": t.say("albums won by Gauls"),
        "turns": t.say("turns in a game"),
        "stalled": t.say("games in which everybody stalls"),
    }[name]
