"""What comes in the box of `compagnie`, in words and as it lies on the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oppidum.faces.compagnie import powers, words
from oppidum.faces.compagnie.art import POWERS, album
from oppidum.faces.compagnie.look import in_syllables, several
from oppidum.faces.plain import box as plain
from oppidum.kernel.editions import Edition
from oppidum.words.language import Language, word

Entry = Mapping[str, Any]


def section(t: Language, table: str) -> str:
    return {
        "edition": t.say("The box"),
        "character": t.say("Characters"),
        "album": t.say("Albums"),
        "tokens": t.say("Tokens in the reserve"),
    }.get(table, table)


def key(t: Language, table: str, key: str) -> str:
    if table == "tokens":
        return token(t, key)
    return {
        "colour": t.say("Colour"),
        "type": t.say("Type"),
        "strength": t.say("Strength"),
        "back": t.say("Back"),
        "power": t.say("Power"),
        "constraint": t.say("Constraint"),
        "lasting": t.say("While visible"),
        "other_backs": t.say("Copies with the other back"),
        "starter": t.say("Starting album"),
        "effect": t.say("Effect when it is turned up"),
        "do": t.say("What happens"),
        "named": t.say("Only this character"),
        "where": t.say("Where"),
        "camp": t.say("In which camp"),
        "potion": t.say("With or without a potion"),
        "pick": t.say("Which of them"),
        "to": t.say("To where"),
        "who": t.say("Who"),
        "bonus": t.say("Which bonus"),
        "helmet": t.say("Which helmet"),
        "against": t.say("Protected against"),
        "count": t.say("How many"),
        "reach": t.say("Strength that wins"),
        "sesterces": t.say("Sesterces"),
        "by": t.say("Stronger by"),
        "random": t.say("At random"),
        "may": t.say("May be left out"),
        "cost": t.say("It is a price"),
        "then": t.say("Only if the effect before did something"),
        "or": t.say("Instead of what stands before it, at choice"),
    }.get(key) or plain.key(t, table, key)


def token(t: Language, name: str) -> str:
    match name:
        case "potion" | "fish" | "boar":
            return words.bonus_name(t, name)
        case "legionary" | "centurion":
            return words.helmet_name(t, name)
        case _:
            return plain.key(t, "tokens", name)


def value(t: Language, edition: Edition, table: str, key: str, value: str) -> str:
    """Words of the language, as its sentences have them; what is not known yet as it is spelt."""
    said = {
        "where": powers.WHERE,
        "bonus": powers.BONUSES,
        "helmet": powers.HELMETS,
        "potion": {**powers.POTIONS, "either": word("form", "either")},
    }.get(key, {})
    if value in said:
        return t.word(*said[value])
    match key:
        case "do":
            return verb(t, edition, value)
        case "colour" if value in powers.COLOURS:
            return words.colour(t, value)
        case "type" if value in powers.TYPES:
            return words.rank(t, value)
        case "back":
            return words.back_name(t, "red" if value == "red" else "blue")
        case "named":
            return words.character(t, edition, value)
        case "pick":
            chosen = {"chosen": t.say("one of your choice"), "self": t.say("this character")}
            return chosen.get(value) or t.say(powers.PICKS_OF_ANYONE.get(value, value))
        case "camp":
            return t.say("in either camp") if value == "any" else t.say(powers.CAMPS.get(value, value))
        case "who":
            return t.say(powers.WHO.get(value, value))
        case "to":
            return t.say(powers.WHITHER.get(value, value))
        case "against":
            return t.say(powers.IMMUNE.get(value, value))
        case _:
            return plain.value(t, edition, table, key, value)


# What a verb cannot be said without.
PLAIN_ROWS: dict[str, dict[str, Any]] = {
    "shield": {"against": "knock_out"},
    "own": {"bonus": "any"},
    "goal": {"reach": 15},
    "worth": {"sesterces": 5},
    "strengthen": {"by": 1},
    "grow": {"by": 1},
    "give_card": {"who": "opponent"},
    "get_card": {"who": "opponent"},
    "swap_hands": {"who": "opponent"},
    "look_at_hand": {"who": "opponent"},
    "steal": {"who": "opponent"},
    "take_bonus": {"who": "opponent"},
    "take_helmet": {"who": "opponent"},
}


def verb(t: Language, edition: Edition, name: str) -> str:
    """What an effect does that says no more than that."""
    row = {"do": name, **PLAIN_ROWS.get(name, {})}
    try:
        return powers.effect_text(t, edition, [row], price=name == "shield")
    except KeyError:  # a verb that is not said yet
        return name.replace("_", " ")


def called(t: Language, edition: Edition, table: str, entry: Entry) -> str:
    return section(t, table) if table == "tokens" else plain.called(t, edition, table, entry)


def described(t: Language, edition: Edition, table: str, entry: Entry) -> str:
    match table:
        case "character":
            power = powers.effect_text(t, edition, entry.get("power", ()))
            price = powers.effect_text(t, edition, entry.get("constraint", ()), price=True)
            said = t.say("Constraint: %(what)s", what=price) if price else ""
            lasting = powers.lasting_text(t, edition, entry.get("lasting", ()))
            return " ".join(part for part in (kinds(t, entry), power, lasting, said) if part)
        case "album":
            effect = powers.effect_text(t, edition, entry.get("effect", ()))
            return effect or (t.say("Starting album.") if entry.get("starter") else t.say("No effect."))
        case "tokens":
            return ", ".join(f"{token(t, name)}: {n}" for name, n in entry.items() if isinstance(n, int))
        case _:
            return ""


def kinds(t: Language, entry: Entry) -> str:
    return t.many(
        "%(colour)s, %(type)s, strength %(strength)s, %(n)s card.",
        "%(colour)s, %(type)s, strength %(strength)s, %(n)s cards.",
        entry["copies"],
        colour=words.colour(t, entry["colour"]),
        type=words.rank(t, entry["type"]),
        strength=entry["strength"],
    )


def look(t: Language, edition: Edition, table: str, entry: Entry) -> dict[str, Any]:
    name = called(t, edition, table, entry)
    if table == "album":
        return {
            "picture": album(entry["id"]),
            "name": name,
            "effect": powers.effect_text(t, edition, entry.get("effect", ())),
        }
    if table != "character":
        return {}
    rows = [*entry.get("power", ()), *entry.get("lasting", ())]
    signs = [POWERS[row["do"]] for row in rows if row["do"] in POWERS and not row.get("cost")]
    return {
        "picture": f"p-{entry['id']}",
        "name": in_syllables(name),
        "colour": entry["colour"],
        "camp_sign": f"camp-{entry['colour']}",
        "type_sign": f"type-{entry['type']}",
        "strength": entry["strength"],
        "copies": several(entry["copies"]),
        "signs": list(dict.fromkeys(signs))[:2],
        "limited": bool(entry.get("constraint")),
    }
