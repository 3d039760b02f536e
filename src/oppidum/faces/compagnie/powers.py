"""Powers, constraints and album effects of `compagnie` in words: templates of the verbs, in four languages.

No card has a sentence of its own: `effect_text` reads an edition's rows (the same inline tables as in the
edition file) and puts one line together from the words of `phrases`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from oppidum.faces.compagnie.phrases import PHRASES, Phrases
from oppidum.kernel.editions import Edition
from oppidum.words.language import Language

Row = Mapping[str, Any]


def listed(words: Mapping[str, str], chosen: str | Sequence[str], either: str) -> str:
    names: list[str] = [chosen] if isinstance(chosen, str) else list(chosen)
    last = words[names[-1]]
    return ", ".join(words[name] for name in names[:-1]) + either + last if len(names) > 1 else last


def character(p: Phrases, row: Row, t: Language, edition: Edition) -> str:
    """Whom a row speaks of, without how many or which of them."""
    if "named" in row:
        return p.named.format(x=t.name(entry(edition, "character", row["named"])["name"]))
    parts: list[str] = []
    if "type" in row:
        parts.append(listed(p.types, row["type"], p.either))
        if "colour" in row:
            parts.append(f"({listed(p.colours, row['colour'], p.either)})")
    elif "colour" in row:
        parts.append(listed(p.colours, row["colour"], p.either))
    else:
        parts.append(p.anyone)
    return " ".join(parts)


def some(p: Phrases, n: int, thing: str) -> str:
    """One or several of a thing that is named in the singular."""
    return p.one.format(x=thing) if n == 1 else f"{n} × {thing}"


def picked(p: Phrases, row: Row, who: str) -> str:
    """The pick of a row: the strongest, the last, each of them."""
    feminine = who in (p.anyone, p.colours["neutral"])
    return {**p.picks, **(p.feminine if feminine else {})}[row["pick"]].format(x=who)


def qualified(p: Phrases, row: Row, text: str) -> str:
    """Characters, with what else a row says of them."""
    parts = [text]
    low, high = row.get("strength", [0, 15])
    if low > 0 and high < 15:
        parts.append(p.exactly.format(low=low, high=high))
    elif high < 15:
        parts.append(p.most.format(high=high))
    elif low > 0:
        parts.append(p.least.format(low=low))
    if row.get("potion", "either") != "either":
        parts.append(p.potions[row["potion"]])
    if row.get("camp", "any") != "any":
        parts.append(p.camps[row["camp"]])
    return " ".join(parts)


def target(p: Phrases, row: Row, t: Language, edition: Edition) -> str:
    """The characters of a row: how many, which."""
    pick = row.get("pick", "chosen")
    if pick == "self":
        return p.oneself
    who = character(p, row, t, edition)
    count = row.get("count", 1)
    if "named" in row:
        text = who
    elif pick != "chosen":
        text = picked(p, row, who)
    elif row.get("may") and count > 1:
        text = p.upto.format(n=count, x=who)
    else:
        text = some(p, count, who)
    return qualified(p, row, text)


def place(p: Phrases, row: Row) -> str:
    """Where the characters of a row are: on an album, or from where they come."""
    where = row.get("where", "here")
    if row.get("pick") == "self":
        return ""
    if where == "elsewhere" and row.get("pick", "chosen") != "chosen":
        where = "others"
    return " " + (p.whence if row["do"] in ("call", "move") else p.where)[where]


def counted(forms: tuple[str, str, str], n: int) -> str:
    return forms[0 if n == 1 else 1 if n < 5 else 2].format(n=n)


CHARACTERS = (
    "knock_out",
    "eliminate",
    "revive",
    "call",
    "move",
    "give_potion",
    "remove_potion",
    "take_back",
    "use_power",
    "require",
    "forbid",
)


def row_text(p: Phrases, row: Row, t: Language, edition: Edition, *, own: bool) -> str:
    """What one row does; `own`: the row of a constraint, where a shield is the character's own."""
    verb = row["do"]
    count = row.get("count", 1)
    if verb == "shield" and own:
        return p.immune[row["against"]]
    if verb in CHARACTERS:
        x = target(p, row, t, edition) + place(p, row)
    elif verb == "recover":
        x = target(p, row, t, edition)
    elif verb == "strengthen":
        x = qualified(p, row, picked(p, {"pick": "each"}, character(p, row, t, edition)))
    elif verb in ("shield", "ban"):
        x = qualified(p, row, p.none.get(who := character(p, row, t, edition), who))
    else:
        x = ""
    helmet = some(p, count, p.helmets[row.get("helmet", "legionary")])
    bonus = some(p, count, p.bonuses[row.get("bonus", "any")])
    text = (p.against[row["against"]] if verb == "shield" else p.verbs[verb]).format(
        x=x,
        n=row.get("reach", row.get("sesterces", counted(p.cards, count))),
        to=p.to[row.get("to", "anywhere")],
        bonus=bonus,
        helmet=helmet,
        thing=helmet if "helmet" in row else bonus,
        whose=p.whose[row.get("who", "you")],
        by=f"{row.get('by', 0):+d}",
        random=p.random if row.get("random") else "",
    )
    if count > 1 and row.get("pick", "chosen") not in ("chosen", "each", "self"):
        text += (p.upto_times if row.get("may") else p.times).format(n=count)
    return text


TAKES = ("take_bonus", "take_helmet", "steal")  # these name the other player themselves


def doer(row: Row) -> str:
    return "you" if row["do"] in TAKES else row.get("who", "you")


def effect_text(t: Language, edition: Edition, rows: Sequence[Row], *, price: bool = False) -> str:
    """A whole chain in one line; `price`: a constraint, in which every doing is a price."""
    p = PHRASES[t.code]
    parts: list[str] = []
    before = "you"
    for row in rows:
        text = row_text(p, row, t, edition, own=price)
        who, may = doer(row), row.get("may", False)
        if who != "you" or before != "you":  # after somebody else's part it is said whose this one is
            text = (p.they_may if may else p.they).format(who=p.who[who], text=text)
        elif may:
            text = p.may + text
        before = who
        if row.get("then"):
            text = p.then + text
        if row.get("cost") or (price and row["do"] not in ("require", "forbid", "own", "shield")):
            text = p.price + text
        parts.append(text)
    if not parts:
        return ""
    line = p.semicolon.join(parts)
    return line[0].upper() + line[1:].rstrip(".") + "."


def entry(edition: Edition, table: str, name: str) -> Mapping[str, Any]:
    """What the edition file says of a character or an album."""
    return next(found for found in edition.data[table] if found["id"] == name)


def power_text(t: Language, edition: Edition, character: str) -> str:
    return effect_text(t, edition, entry(edition, "character", character).get("power", []))


def constraint_text(t: Language, edition: Edition, character: str) -> str:
    return effect_text(t, edition, entry(edition, "character", character).get("constraint", []), price=True)


def album_text(t: Language, edition: Edition, album: str) -> str:
    return effect_text(t, edition, entry(edition, "album", album).get("effect", []))
