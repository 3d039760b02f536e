"""What comes in the box of `romains`, in words and as it lies on the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from oppidum.faces.plain import box as plain
from oppidum.faces.romains.cards import CARDS
from oppidum.games.romains.seen import Face
from oppidum.kernel.editions import Edition
from oppidum.words.language import Language

Entry = Mapping[str, Any]
PICTURES = {"menhir": "menhir", "bard": "bard", "cohort": "cohort"}


def section(t: Language, table: str) -> str:
    return {
        "edition": t.say("The box"),
        "board": t.say("The way to the village"),
        "space": t.say("Spaces with an event"),
        "die": t.say("Dice"),
        "card": t.say("Cards"),
        "table": t.say("Cards put aside"),
        "pawn": t.say("Pawns"),
    }.get(table, table)


def key(t: Language, table: str, key: str) -> str:
    if (table, key) == ("die", "id"):
        return t.say("Which die")
    return {
        "village": t.say("Steps from the camp to the village"),
        "at": t.say("On which space"),
        "event": t.say("Event"),
        "faces": t.say("Its six faces"),
        "kind": t.say("Kind"),
        "points": t.say("Points"),
        "players": t.say("Players"),
        "removed": t.say("Cards put aside unseen"),
    }.get(key) or plain.key(t, table, key)


def value(t: Language, edition: Edition, table: str, key: str, value: str) -> str:
    return {
        "menhir": t.say("menhir"),
        "bard": t.say("bard"),
        "cohort": t.say("cohort"),
        "white": t.say("white"),
        "black": t.say("black"),
        "helmets": t.say("helmets: points won"),
        "penalty": t.say("penalty: points lost"),
    }.get(value) or plain.value(t, edition, table, key, value)


def called(t: Language, edition: Edition, table: str, entry: Entry) -> str:
    match table:
        case "space":
            return t.say("Space %(n)s", n=entry["at"])
        case "die":
            return t.say("White die") if entry["id"] == "white" else t.say("Black die")
        case "table":
            return t.many("%(n)s player", "%(n)s players", entry["players"])
        case "board":
            return section(t, table)
        case _:
            return plain.called(t, edition, table, entry)


def described(t: Language, edition: Edition, table: str, entry: Entry) -> str:
    match table:
        case "board":
            return t.many("%(n)s step", "%(n)s steps", entry["village"])
        case "space":
            return value(t, edition, table, "event", entry["event"])
        case "die":
            return " ".join(str(face) for face in sorted(entry["faces"]))
        case "card":
            sign = "+" if entry["kind"] == "helmets" else "−"
            points = f"{sign}{entry['points']}"
            return t.many("%(points)s, %(n)s card", "%(points)s, %(n)s cards", entry["copies"], points=points)
        case "table":
            return t.many("%(n)s card is put aside", "%(n)s cards are put aside", entry["removed"])
        case _:
            return ""


def look(t: Language, edition: Edition, table: str, entry: Entry) -> dict[str, Any]:
    match table:
        case "space":
            return {"pictures": [PICTURES[entry["event"]]]}
        case "die":
            return {"pictures": [f"die-{entry['id']}-{face}" for face in sorted(entry["faces"])]}
        case "card":
            face = f"{'h' if entry['kind'] == 'helmets' else 'p'}{entry['points']}"
            return {"loot": CARDS[cast(Face, face)]}
        case "pawn":
            return {"pictures": [f"pawn-{entry['id']}"]}
        case _:
            return {}
