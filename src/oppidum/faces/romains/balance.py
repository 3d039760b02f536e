"""What a balance report of `romains` speaks of."""

from __future__ import annotations

from collections.abc import Mapping

from oppidum.words.language import Language


def group(t: Language, name: str) -> str:
    return {"card": t.say("Cards"), "space": t.say("Event spaces")}[name]


def figure(t: Language, name: str) -> str:
    return {
        "black": t.say("throws with the black die"),
        "called": t.say("black throws with a call of Exchange!"),
        "turns": t.say("throws in a game"),
    }[name]


def thing(t: Language, group: str, name: str, names: Mapping[str, str] | None) -> str:
    if names:
        return t.name(names)
    event, _, at = name.partition(" ")
    return {
        "menhir": t.say("menhir on space %(at)s", at=at),
        "bard": t.say("Cacofonix on space %(at)s", at=at),
        "cohort": t.say("cohort on space %(at)s", at=at),
    }[event]
