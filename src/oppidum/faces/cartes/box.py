"""What comes in the box of `cartes`, in words and as it lies on the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oppidum.faces.plain import box as plain
from oppidum.kernel.editions import Edition
from oppidum.words.language import Language

Entry = Mapping[str, Any]


def section(t: Language, table: str) -> str:
    return {
        "edition": t.say("The box"),
        "gaul": t.say("Gauls"),
        "roman": t.say("Romans"),
        "pirate": t.say("Pirates"),
        "idefix": t.say("The dog"),
        "scoring": t.say("What several of a kind are worth"),
    }.get(table, table)


def key(t: Language, table: str, key: str) -> str:
    return {
        "bottles": t.say("Bottles on the values 1 to 10"),
        "value": t.say("Value"),
        "frees": t.say("Frees"),
        "pair": t.say("Two of a kind"),
        "three": t.say("Three of a kind"),
        "four": t.say("Four of a kind"),
    }.get(key) or plain.key(t, table, key)


def value(t: Language, edition: Edition, table: str, key: str, value: str) -> str:
    if key != "frees":
        return plain.value(t, edition, table, key, value)
    general = {
        "highest": t.say("the highest Roman"),
        "lowest": t.say("the lowest Roman"),
        "any": t.say("any Roman"),
    }
    ranks = {str(rank.get("id")): rank for rank in edition.data["roman"]}
    return general.get(value) or (
        plain.called(t, edition, "roman", ranks[value]) if value in ranks else value
    )


def called(t: Language, edition: Edition, table: str, entry: Entry) -> str:
    if table == "scoring":
        return section(t, table)
    return plain.called(t, edition, table, entry)


def described(t: Language, edition: Edition, table: str, entry: Entry) -> str:
    match table:
        case "gaul":
            return t.say("Bottles: %(list)s", list=" ".join(str(n) for n in entry["bottles"]))
        case "roman":
            return t.many(
                "Value %(value)s, %(n)s card",
                "Value %(value)s, %(n)s cards",
                entry["copies"],
                value=entry["value"],
            )
        case "pirate":
            return t.say("Frees: %(whom)s", whom=value(t, edition, table, "frees", entry["frees"]))
        case "scoring":
            return ", ".join(f"{key(t, table, name)}: {entry[name]}" for name in ("pair", "three", "four"))
        case _:
            return ""


def look(t: Language, edition: Edition, table: str, entry: Entry) -> dict[str, Any]:
    name = called(t, edition, table, entry)
    match table:
        case "gaul":
            cards = [{"value": at + 1, "bottles": n} for at, n in enumerate(entry["bottles"])]
            return {"picture": f"p-{entry['id']}", "name": name, "cards": cards}
        case "roman":
            return {
                "picture": f"p-{entry['id']}",
                "name": name,
                "value": entry["value"],
                "n": entry["copies"],
            }
        case "pirate":
            frees = value(t, edition, table, "frees", entry["frees"])
            return {"picture": f"p-pirate-{entry['frees']}", "name": name, "frees": frees, "n": 1}
        case "idefix":
            return {"picture": "p-idefix", "name": name}
        case _:
            return {}
