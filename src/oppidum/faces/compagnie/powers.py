"""Powers, constraints and album effects of `compagnie` in words.

No card has a sentence of its own: `effect_text` reads an edition's rows (the same inline tables as in the
edition file) and puts one line together. Characters stand in the accusative, which every sentence is built
around: as words they have the context "whom" in the catalogues, because elsewhere they are other forms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any

from oppidum.games.compagnie.seen import Either
from oppidum.kernel.editions import Edition
from oppidum.words.language import Language, word
from oppidum.words.you import say

Row = Mapping[str, Any]

# ---------------------------------------------------------------- words

COLOURS = {
    "gaul": word("whom", "Gaul"),
    "roman": word("whom", "Roman"),
    "neutral": word("whom", "neutral"),
}
TYPES = {
    "centurion": word("whom", "centurion"),
    "chief": word("whom", "chief"),
    "trickster": word("whom", "trickster"),
    "hero": word("whom", "hero"),
    "irreducible": word("whom", "indomitable"),
    "legionary": word("whom", "legionary"),
    "rebel": word("whom", "rebel"),
}
PICKS = {
    "strongest": say("the strongest %(whom)s"),
    "weakest": say("the weakest %(whom)s"),
    "last": say("the last %(whom)s placed"),
    "each": say("every %(whom)s"),
}
# In some languages those are of another gender.
PICKS_OF_ANYONE = {
    "strongest": say("the strongest character"),
    "weakest": say("the weakest character"),
    "last": say("the last character placed"),
    "each": say("every character"),
}
PICKS_OF_NEUTRALS = {
    "strongest": say("the strongest neutral"),
    "weakest": say("the weakest neutral"),
    "last": say("the last neutral placed"),
    "each": say("every neutral"),
}
WHERE = {
    "here": word("where", "here"),
    "yours": word("where", "on your albums"),
    "elsewhere": word("where", "on another album"),
    "anywhere": word("where", "anywhere"),
    "others": word("where", "on the other albums"),
}
WHENCE = {  # of characters that go elsewhere
    "here": word("whence", "here"),
    "yours": word("whence", "from your albums"),
    "elsewhere": word("whence", "from another album"),
    "others": word("whence", "from the other albums"),
    "anywhere": word("whence", "from any album"),
}
WHITHER = {
    "here": say("to this album"),
    "yours": say("to one of your albums"),
    "anywhere": say("to another album"),
    "across": say("to the other camp"),
}
CAMPS = {
    "yours": say("in your camp"),
    "theirs": say("in the other camp"),
    "gaul": say("in the Gaul camp"),
    "roman": say("in the Roman camp"),
}
POTIONS = {"with": word("whom", "with a potion"), "without": word("whom", "without a potion")}
WHO = {  # as a heading: "Both players of this album: …"
    "you": say("you"),
    "opponent": say("your opponent here"),
    "both": say("both players of this album"),
    "everyone": say("everyone"),
    "others": say("everyone else"),
    "gauls": say("the Gaul player here"),
    "romans": say("the Roman player here"),
    "chosen": say("another player of your choice"),
}
FROM_WHOM = {
    "opponent": say("from your opponent here"),
    "both": say("from both players here"),
    "everyone": say("from everyone"),
    "others": say("from everyone else"),
    "gauls": say("from the Gaul player here"),
    "romans": say("from the Roman player here"),
    "chosen": say("from a player of your choice"),
    "you": say("from yourself"),
}
TO_WHOM = {
    "opponent": say("to your opponent here"),
    "both": say("to both players here"),
    "everyone": say("to everyone"),
    "others": say("to everyone else"),
    "gauls": say("to the Gaul player here"),
    "romans": say("to the Roman player here"),
    "chosen": say("to a player of your choice"),
    "you": say("to yourself"),
}
BONUSES = {
    "potion": word("thing", "potion"),
    "fish": word("thing", "fish"),
    "boar": word("thing", "boar"),
    "any": word("thing", "bonus"),
}
HELMETS = {
    "legionary": word("thing", "legionary's helmet"),
    "centurion": word("thing", "centurion's helmet"),
    "any": word("thing", "helmet"),
}
AGAINST = {  # what an album forbids to do to such characters
    "potion": say("no %(whom)s here can be given a potion"),
    "knock_out": say("no %(whom)s here can be knocked out"),
    "eliminate": say("no %(whom)s here can be eliminated"),
    "call": say("no %(whom)s here can be called"),
}
IMMUNE = {  # what cannot be done to the character itself
    "potion": say("cannot be given a potion"),
    "knock_out": say("cannot be knocked out"),
    "eliminate": say("cannot be eliminated"),
    "call": say("cannot be called"),
}

# ---------------------------------------------------------------- characters


def listed(t: Language, words: Mapping[str, tuple[str, str]], chosen: str | Sequence[str]) -> str:
    names: list[str] = [chosen] if isinstance(chosen, str) else list(chosen)
    *first, last = (t.word(*words[name]) for name in names)
    return t.say("%(first)s or %(last)s", first=", ".join(first), last=last) if first else last


def anyone(row: Row) -> bool:
    return not {"named", "type", "colour"} & set(row)


def character(t: Language, row: Row, edition: Edition) -> str:
    """Whom a row speaks of, without how many or which of them."""
    if "named" in row:
        return t.word("whom", "%(name)s", name=t.name(entry(edition, "character", row["named"])["name"]))
    if anyone(row):
        return t.word("whom", "character")
    colours = listed(t, COLOURS, row["colour"]) if "colour" in row else ""
    if "type" not in row:
        return colours
    types = listed(t, TYPES, row["type"])
    return f"{types} ({colours})" if colours else types


def some(t: Language, n: int, thing: str) -> str:
    """One or several of a thing that is named in the singular."""
    return t.say("1 %(thing)s", thing=thing) if n == 1 else f"{n} × {thing}"


def picked(t: Language, row: Row, pick: str, edition: Edition) -> str:
    """The strongest, the last, each of those whom a row speaks of."""
    if anyone(row):
        return t.say(PICKS_OF_ANYONE[pick])
    if "type" not in row and row.get("colour") in ("neutral", ["neutral"]):
        return t.say(PICKS_OF_NEUTRALS[pick])
    return t.say(PICKS[pick], whom=character(t, row, edition))


def qualified(t: Language, row: Row, text: str) -> str:
    """Characters, with what else a row says of them."""
    parts = [text]
    low, high = row.get("strength", [0, 15])
    if low > 0 and high < 15:
        parts.append(t.say("of strength %(low)s to %(high)s", low=low, high=high))
    elif high < 15:
        parts.append(t.say("of strength %(high)s or less", high=high))
    elif low > 0:
        parts.append(t.say("of strength %(low)s or more", low=low))
    if row.get("potion", "either") != "either":
        parts.append(t.word(*POTIONS[row["potion"]]))
    if (camp := row.get("camp", "any")) != "any":
        parts.append(t.say(CAMPS[camp]))
    return " ".join(parts)


def target(t: Language, row: Row, edition: Edition) -> str:
    """The characters of a row: how many, which."""
    pick = row.get("pick", "chosen")
    if pick == "self":
        return t.say("this character")
    count = row.get("count", 1)
    if "named" in row:
        text = character(t, row, edition)
    elif pick != "chosen":
        text = picked(t, row, pick, edition)
    elif row.get("may") and count > 1:
        text = t.say("up to %(n)s × %(thing)s", n=count, thing=character(t, row, edition))
    else:
        text = some(t, count, character(t, row, edition))
    return qualified(t, row, text)


def place(t: Language, row: Row) -> str:
    """Where the characters of a row are: on an album, or from where they come."""
    where = row.get("where", "here")
    if row.get("pick") == "self":
        return ""
    if where == "elsewhere" and row.get("pick", "chosen") != "chosen":
        where = "others"
    return " " + t.word(*(WHENCE if row["do"] in ("call", "move") else WHERE)[where])


def none_of(t: Language, row: Row, edition: Edition) -> str:
    """Characters after "no"."""
    who = t.word("no", "character") if anyone(row) else character(t, row, edition)
    return qualified(t, row, who)


# ---------------------------------------------------------------- rows


def row_text(t: Language, row: Row, edition: Edition, *, own: bool) -> str:
    """What one row does; `own`: the row of a constraint, where a shield is the character's own."""
    if row["do"] == "shield":
        what = row["against"]
        return t.say(IMMUNE[what]) if own else t.say(AGAINST[what], whom=none_of(t, row, edition))
    text = (
        things_text(t, row)
        or rare_text(t, row)
        or album_rule_text(t, row, edition)
        or characters_text(t, row, edition)
    )
    count = row.get("count", 1)
    if count > 1 and row.get("pick", "chosen") not in ("chosen", "each", "self"):
        if row.get("may"):
            return t.say("%(text)s (up to %(n)s times)", text=text, n=count)
        return t.say("%(text)s (%(n)s times)", text=text, n=count)
    return text


def characters_text(t: Language, row: Row, edition: Edition) -> str:
    if row["do"] == "recover":
        return t.say("take %(whom)s from the discard", whom=target(t, row, edition))
    whom = target(t, row, edition) + place(t, row)
    match row["do"]:
        case "knock_out":
            return t.say("knock out %(whom)s", whom=whom)
        case "eliminate":
            return t.say("eliminate %(whom)s", whom=whom)
        case "revive":
            return t.say("revive %(whom)s", whom=whom)
        case "call":
            return t.say("call %(whom)s", whom=whom)
        case "move":
            to = row.get("to", "anywhere")
            return t.say("move %(whom)s %(to)s", whom=whom, to=t.say(WHITHER[to]))
        case "give_potion":
            return t.say("put a potion from the reserve on %(whom)s", whom=whom)
        case "remove_potion":
            return t.say("take the potion off %(whom)s", whom=whom)
        case "take_back":
            return t.say("return %(whom)s to its owner's hand", whom=whom)
        case "use_power":
            return t.say("use the power of %(whom)s", whom=whom)
        case "require":
            return t.say("needs %(whom)s", whom=whom)
        case _:  # forbid
            return t.say("not with %(whom)s", whom=whom)


def things_text(t: Language, row: Row) -> str:
    """Cards, bonuses and helmets; nothing where a row is about something else."""
    count = row.get("count", 1)
    helmet = some(t, count, t.word(*HELMETS[row.get("helmet", "legionary")]))
    bonus = some(t, count, t.word(*BONUSES[row.get("bonus", "any")]))
    who = row.get("who", "you")
    whose = t.say(FROM_WHOM[who])
    match row["do"]:
        case "draw":
            return t.many("draw %(n)s card", "draw %(n)s cards", count)
        case "discard" if row.get("random"):
            return t.many("discard %(n)s card at random", "discard %(n)s cards at random", count)
        case "discard":
            return t.many("discard %(n)s card", "discard %(n)s cards", count)
        case "steal":
            return t.many(
                "take %(n)s card unseen %(whose)s", "take %(n)s cards unseen %(whose)s", count, whose=whose
            )
        case "gain_bonus":
            return t.say("gain %(thing)s", thing=bonus)
        case "take_bonus":
            return t.say("take %(thing)s %(whose)s", thing=bonus, whose=whose)
        case "lose_bonus":
            return t.say("discard %(thing)s", thing=bonus)
        case "gain_helmet":
            return t.say("gain %(thing)s", thing=helmet)
        case "take_helmet":
            return t.say("take %(thing)s %(whose)s", thing=helmet, whose=whose)
        case "lose_helmet":
            return t.say("give up %(thing)s", thing=helmet)
        case "own":
            return t.say("needs to own %(thing)s", thing=helmet if "helmet" in row else bonus)
        case _:
            return ""


def rare_text(t: Language, row: Row) -> str:
    """Cards that change hands or are looked at, and turns; nothing where a row is about something else."""
    count, who = row.get("count", 1), row.get("who", "you")
    match row["do"]:
        case "give_card":
            whom = t.say(TO_WHOM[who])
            return t.many("give %(n)s card %(whom)s", "give %(n)s cards %(whom)s", count, whom=whom)
        case "get_card":
            return t.many(
                "get %(n)s card of the giver's choice %(whose)s",
                "get %(n)s cards of the giver's choice %(whose)s",
                count,
                whose=t.say(FROM_WHOM[who]),
            )
        case "swap_hands":
            return t.say("swap hands with: %(who)s", who=t.say(WHO[who]))
        case "look_at_hand":
            return t.say("look at the cards in hand: %(who)s", who=t.say(WHO[who]))
        case "look_at_pile":
            return t.many(
                "look at %(n)s card on top of the pile", "look at %(n)s cards on top of the pile", count
            )
        case "another_turn":
            return t.many("have %(n)s more turn", "have %(n)s more turns", count)
        case "skip_turn":
            return t.many("skip %(n)s turn", "skip %(n)s turns", count)
        case _:
            return ""


def album_rule_text(t: Language, row: Row, edition: Edition) -> str:
    """What holds as long as an album lies there; nothing where a row is about something else."""
    match row["do"]:
        case "goal":
            return t.say("strength %(n)s wins this album", n=row["reach"])
        case "worth":
            return t.say("this album is worth %(n)s sesterces", n=row["sesterces"])
        case "strengthen":
            whom = qualified(t, row, picked(t, row, "each", edition))
            return t.say("%(whom)s here gets %(by)s strength", whom=whom, by=f"{row.get('by', 0):+d}")
        case "grow":
            whom = qualified(t, row, picked(t, row, "each", edition))
            return t.say(
                "%(by)s strength for %(whom)s here but itself", by=f"{row.get('by', 0):+d}", whom=whom
            )
        case "ban":
            return t.say("no %(whom)s can be played here", whom=none_of(t, row, edition))
        case _:
            return ""


# ---------------------------------------------------------------- whole effects

TAKES = (
    *("take_bonus", "take_helmet", "steal"),
    *("give_card", "get_card", "swap_hands", "look_at_hand"),
)  # these name the other player themselves


def doer(row: Row) -> str:
    return "you" if row["do"] in TAKES else row.get("who", "you")


def alternatives(rows: Sequence[Row]) -> list[list[Row]]:
    """What may be chosen from: mostly all rows are one."""
    found: list[list[Row]] = [[]]
    for row in rows:
        if row.get("or"):
            found.append([])
        found[-1].append(row)
    return found


def effect_text(t: Language, edition: Edition, rows: Sequence[Row], *, price: bool = False) -> str:
    """A whole chain in one line; `price`: a constraint, in which every doing is a price."""
    lines = [chain_text(t, edition, chain, price=price) for chain in alternatives(rows)]
    line = reduce(lambda first, then: t.say("%(first)s; or else: %(then)s", first=first, then=then), lines)
    if len(lines) > 1:
        line = t.say("choose one: %(what)s", what=line)
    return line[:1].upper() + line[1:].rstrip(".") + "." if line else ""


def chain_text(t: Language, edition: Edition, rows: Sequence[Row], *, price: bool) -> str:
    """What is carried out from the first effect to the last."""
    parts: list[str] = []
    before = "you"
    for row in rows:
        text = row_text(t, row, edition, own=price)
        who, may = doer(row), row.get("may", False)
        if who != "you" or before != "you":  # after somebody else's part it is said whose this one is
            said = t.say(WHO[who])
            if may:
                text = t.say("%(who)s may %(text)s", who=said, text=text)
            else:
                text = t.say("%(who)s: %(text)s", who=said, text=text)
        elif may:
            text = t.say("you may %(text)s", text=text)
        before = who
        if row.get("then"):
            text = t.say("if so, %(text)s", text=text)
        if row.get("cost") or (price and row["do"] not in ("require", "forbid", "own", "shield")):
            text = t.say("pay: %(text)s", text=text)
        parts.append(text)
    if not parts:
        return ""
    return reduce(lambda first, then: t.say("%(first)s; %(then)s", first=first, then=then), parts)


def entry(edition: Edition, table: str, name: str) -> Mapping[str, Any]:
    """What the edition file says of a character or an album."""
    return next(found for found in edition.data[table] if found["id"] == name)


def power_text(t: Language, edition: Edition, character: str) -> str:
    return effect_text(t, edition, entry(edition, "character", character).get("power", []))


def lasting_text(t: Language, edition: Edition, rows: Sequence[Row]) -> str:
    """What holds while a character is visible."""
    said = chain_text(t, edition, rows, price=False)
    return t.say("While visible: %(what)s.", what=said) if said else ""


def printed_text(t: Language, edition: Edition, character: str) -> str:
    """All that a card does: its power, and what lasts."""
    lasting = lasting_text(t, edition, entry(edition, "character", character).get("lasting", []))
    return " ".join(text for text in (power_text(t, edition, character), lasting) if text)


def alternative_text(t: Language, edition: Edition, choice: Either) -> str:
    """One of the alternatives of a power or of an album's effect."""
    if choice.album:
        rows = entry(edition, "album", choice.album).get("effect", [])
    else:
        rows = entry(edition, "character", choice.character or "").get("power", [])
    return effect_text(
        t, edition, [{**row, "or": False} for row in alternatives(rows)[choice.alternative - 1]]
    )


def constraint_text(t: Language, edition: Edition, character: str) -> str:
    return effect_text(t, edition, entry(edition, "character", character).get("constraint", []), price=True)


def album_text(t: Language, edition: Edition, album: str) -> str:
    return effect_text(t, edition, entry(edition, "album", album).get("effect", []))
