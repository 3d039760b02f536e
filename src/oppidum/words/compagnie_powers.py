"""Powers, constraints and album effects of `compagnie` in words: templates of the verbs, in four languages.

No card has a sentence of its own: `effect_text` reads an edition's rows (the same inline tables as in the
edition file) and puts one line together from the words of `compagnie_phrases`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from oppidum.kernel.editions import Edition
from oppidum.words.compagnie_phrases import PHRASES, Phrases
from oppidum.words.language import Language

Row = Mapping[str, Any]


def listed(words: Mapping[str, str], chosen: str | Sequence[str], either: str) -> str:
    names: list[str] = [chosen] if isinstance(chosen, str) else list(chosen)
    last = words[names[-1]]
    return ", ".join(words[name] for name in names[:-1]) + either + last if len(names) > 1 else last


def character(p: Phrases, row: Row, t: Language, edition: Edition) -> str:
    """Whom a row speaks of, without how many or which of them."""
    if "named" in row:
        entry = next(e for e in edition.data["character"] if e["id"] == row["named"])
        return t.name(entry["name"])
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


def target(
    p: Phrases, row: Row, t: Language, edition: Edition, *, place: bool = True, bare: bool = False
) -> str:
    """The characters of a row: how many, which, where."""
    pick = row.get("pick", "chosen")
    if pick == "self":
        return p.oneself
    who = character(p, row, t, edition)
    count = row.get("count", 1)
    if bare or "named" in row:
        text = who
    elif pick != "chosen":
        usual = {"strongest": p.strongest, "weakest": p.weakest, "last": p.last, "each": p.each}
        text = {**usual, **(p.feminine if who == p.anyone else {})}[pick].format(x=who)
    elif row.get("may") and count > 1:
        text = p.upto.format(n=count, x=who)
    else:
        text = p.one.format(n=count, x=who)
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
    if place:
        parts.append(p.where[row.get("where", "here")])
    return " ".join(parts)


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


def row_text(p: Phrases, row: Row, t: Language, edition: Edition, everybody: str) -> str:
    verb = row["do"]
    count = row.get("count", 1)
    if verb in CHARACTERS:
        x = target(p, row, t, edition)
    elif verb == "recover":
        x = target(p, row, t, edition, place=False)
    elif verb in ("shield", "strengthen", "ban"):
        some = set(row) & {"type", "colour", "named", "strength"}
        x = target(p, row, t, edition, place=False, bare=True) if some else everybody
    else:
        x = ""
    own = p.helmets[row["helmet"]] if "helmet" in row else p.bonuses[row.get("bonus", "any")]
    text = p.verbs[verb].format(
        x=x,
        n=row.get("reach", row.get("sesterces", counted(p.cards, count))),
        to=p.to[row.get("to", "anywhere")],
        bonus=p.bonuses[row.get("bonus", "any")].format(n=count),
        helmet=p.helmets[row.get("helmet", "legionary")].format(n=count),
        thing=own.format(n=count),
        whose=p.whose[row.get("who", "you")],
        against=p.against[row["against"]] if "against" in row else "",
        by=f"{row.get('by', 0):+d}",
        random=p.random if row.get("random") else "",
    )
    if row.get("may"):
        text = p.may + text
    if row.get("who", "you") != "you" and verb not in ("take_bonus", "take_helmet", "steal"):
        text = f"{p.who[row['who']]}: {text}"
    if row.get("then"):
        text = p.then + text
    return text


def effect_text(t: Language, edition: Edition, rows: Sequence[Row], *, price: bool = False) -> str:
    """A whole chain in one line; `price`: a constraint, in which every doing is a price."""
    p = PHRASES[t.code]
    parts: list[str] = []
    for row in rows:
        text = row_text(p, row, t, edition, p.oneself if price else p.everybody)
        paid = row.get("cost") or (price and row["do"] not in ("require", "forbid", "own", "shield"))
        parts.append(p.price + text if paid else text)
    if not parts:
        return ""
    line = "; ".join(parts)
    return line[0].upper() + line[1:].rstrip(".") + "."


def power_text(t: Language, edition: Edition, kind: int) -> str:
    return effect_text(t, edition, edition.data["character"][kind].get("power", []))


def constraint_text(t: Language, edition: Edition, kind: int) -> str:
    return effect_text(t, edition, edition.data["character"][kind].get("constraint", []), price=True)


def album_text(t: Language, edition: Edition, album: int) -> str:
    return effect_text(t, edition, edition.data["album"][album].get("effect", []))
