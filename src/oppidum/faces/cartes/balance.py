"""What a balance report of `cartes` speaks of."""

from __future__ import annotations

from oppidum.faces.plain.balance import thing
from oppidum.words.language import Language

__all__ = ["figure", "group", "thing"]


def group(t: Language, name: str) -> str:
    return {"gaul": t.say("Characters"), "roman": t.word("report", "Romans"), "pirate": t.say("Pirates")}[
        name
    ]


def figure(t: Language, name: str) -> str:
    return {
        "nobody": t.say("cards that nobody takes"),
        "escapes": t.say("Romans who escape in a hand"),
    }[name]
