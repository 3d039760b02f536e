"""Powers, constraints and album effects of `compagnie` in words: templates of the verbs, in four languages.

No card has a sentence of its own: `effect_text` reads an edition's rows (the same inline tables as in the
edition file) and puts one line together. Characters stand in the accusative (`acc`), which every template
is built around.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from oppidum.kernel.editions import Edition
from oppidum.words.language import Language

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Phrases:
    """The words of one language."""

    verbs: Mapping[str, str]
    colours: Mapping[str, str]
    types: Mapping[str, str]
    anyone: str  # any character
    either: str  # between the last two of a list
    strongest: str
    weakest: str
    last: str
    each: str
    one: str
    oneself: str
    upto: str
    where: Mapping[str, str]
    camps: Mapping[str, str]
    least: str
    most: str
    exactly: str
    potions: Mapping[str, str]
    who: Mapping[str, str]  # as a heading: "Both players: …"
    whose: Mapping[str, str]  # from whom something is taken
    cards: tuple[str, str, str]  # one, two to four, more
    bonuses: Mapping[str, str]
    helmets: Mapping[str, str]
    against: Mapping[str, str]
    to: Mapping[str, str]
    price: str
    may: str
    then: str
    random: str
    stop: str = "."


EN = Phrases(
    verbs={
        "knock_out": "knock out {x}",
        "eliminate": "eliminate {x}",
        "revive": "revive {x}",
        "call": "call {x}",
        "move": "move {x} {to}",
        "give_potion": "put a potion from the reserve on {x}",
        "remove_potion": "take the potion off {x}",
        "take_back": "return {x} to its owner's hand",
        "use_power": "use the power of {x}",
        "draw": "draw {n}",
        "discard": "discard {n}{random}",
        "gain_bonus": "gain {bonus}",
        "take_bonus": "take {bonus} from {whose}",
        "lose_bonus": "discard {bonus}",
        "gain_helmet": "gain {helmet}",
        "take_helmet": "take {helmet} from {whose}",
        "lose_helmet": "give up {helmet}",
        "steal": "take {n} unseen from {whose}",
        "recover": "take {x} from the discard into your hand",
        "require": "needs {x}",
        "forbid": "not with {x}",
        "own": "needs to own {thing}",
        "shield": "{x} cannot be {against}",
        "goal": "strength {n} wins this album",
        "strengthen": "{x}: strength {by}",
        "worth": "this album is worth {n} sesterces",
        "ban": "{x} cannot be played here",
    },
    colours={"gaul": "Gaul", "roman": "Roman", "neutral": "neutral"},
    types={
        "centurion": "centurion",
        "chief": "chief",
        "trickster": "trickster",
        "hero": "hero",
        "irreducible": "irreducible",
        "legionary": "legionary",
        "rebel": "rebel",
    },
    anyone="character",
    either=" or ",
    strongest="the strongest {x}",
    weakest="the weakest {x}",
    last="the last {x} placed",
    each="every {x}",
    one="{n} {x}",
    oneself="this character",
    upto="up to {n} × {x}",
    where={
        "here": "here",
        "yours": "on your albums",
        "elsewhere": "on another album",
        "anywhere": "anywhere",
    },
    camps={
        "yours": "in your camp",
        "theirs": "in the other camp",
        "gaul": "in the Gaul camp",
        "roman": "in the Roman camp",
    },
    least="of strength {low} or more",
    most="of strength {high} or less",
    exactly="of strength {low} to {high}",
    potions={"with": "with a potion", "without": "without a potion"},
    who={
        "you": "you",
        "opponent": "your opponent here",
        "both": "both players of this album",
        "everyone": "everyone",
        "others": "everyone else",
        "gauls": "the Gaul player here",
        "romans": "the Roman player here",
        "chosen": "another player of your choice",
    },
    whose={
        "opponent": "your opponent here",
        "both": "both players here",
        "everyone": "everyone",
        "others": "everyone else",
        "gauls": "the Gaul player here",
        "romans": "the Roman player here",
        "chosen": "a player of your choice",
        "you": "yourself",
    },
    cards=("{n} card", "{n} cards", "{n} cards"),
    bonuses={"potion": "{n} potion", "fish": "{n} fish", "boar": "{n} boar", "any": "{n} bonus"},
    helmets={
        "legionary": "{n} legionary's helmet",
        "centurion": "{n} centurion's helmet",
        "any": "{n} helmet",
    },
    against={
        "potion": "given a potion",
        "knock_out": "knocked out",
        "eliminate": "eliminated",
        "call": "called",
    },
    to={"here": "to this album", "yours": "to one of your albums", "anywhere": "to another album"},
    price="pay: ",
    may="may ",
    then="if so, ",
    random=" at random",
)

FR = Phrases(
    verbs={
        "knock_out": "mettez K.O. {x}",
        "eliminate": "éliminez {x}",
        "revive": "revigorez {x}",
        "call": "appelez {x}",
        "move": "déplacez {x} {to}",
        "give_potion": "posez une potion de la réserve sur {x}",
        "remove_potion": "retirez la potion posée sur {x}",
        "take_back": "renvoyez {x} dans la main de son propriétaire",
        "use_power": "activez le pouvoir d'un autre : {x}",
        "draw": "piochez {n}",
        "discard": "défaussez {n}{random}",
        "gain_bonus": "gagnez {bonus}",
        "take_bonus": "prenez {bonus} à {whose}",
        "lose_bonus": "défaussez {bonus}",
        "gain_helmet": "gagnez {helmet}",
        "take_helmet": "prenez {helmet} à {whose}",
        "lose_helmet": "rendez {helmet}",
        "steal": "prenez {n} au hasard à {whose}",
        "recover": "reprenez {x} de la défausse en main",
        "require": "il faut {x}",
        "forbid": "jamais avec {x}",
        "own": "il faut posséder {thing}",
        "shield": "{x} : {against}",
        "goal": "une force de {n} remporte cet album",
        "strengthen": "{x} : force {by}",
        "worth": "cet album vaut {n} sesterces",
        "ban": "interdit ici : {x}",
    },
    colours={"gaul": "Gaulois", "roman": "Romain", "neutral": "neutre"},
    types={
        "centurion": "centurion",
        "chief": "chef",
        "trickster": "fourbe",
        "hero": "héros",
        "irreducible": "irréductible",
        "legionary": "légionnaire",
        "rebel": "rebelle",
    },
    anyone="personnage",
    either=" ou ",
    strongest="le {x} le plus fort",
    weakest="le {x} le plus faible",
    last="le dernier {x} posé",
    each="chaque {x}",
    one="{n} {x}",
    oneself="ce personnage",
    upto="jusqu'à {n} × {x}",
    where={
        "here": "ici",
        "yours": "sur vos albums",
        "elsewhere": "d'un autre album",
        "anywhere": "sur n'importe quel album",
    },
    camps={
        "yours": "de votre camp",
        "theirs": "du camp adverse",
        "gaul": "du camp gaulois",
        "roman": "du camp romain",
    },
    least="de force {low} ou plus",
    most="de force {high} ou moins",
    exactly="de force {low} à {high}",
    potions={"with": "avec potion", "without": "sans potion"},
    who={
        "you": "vous",
        "opponent": "votre adversaire ici",
        "both": "les deux joueurs de cet album",
        "everyone": "tous",
        "others": "tous les autres",
        "gauls": "le joueur gaulois ici",
        "romans": "le joueur romain ici",
        "chosen": "un autre joueur au choix",
    },
    whose={
        "opponent": "votre adversaire ici",
        "both": "ces deux joueurs",
        "everyone": "tous",
        "others": "tous les autres",
        "gauls": "celui qui joue les Gaulois ici",
        "romans": "celui qui joue les Romains ici",
        "chosen": "un joueur au choix",
        "you": "vous-même",
    },
    cards=("{n} carte", "{n} cartes", "{n} cartes"),
    bonuses={"potion": "{n} potion", "fish": "{n} poisson", "boar": "{n} sanglier", "any": "{n} bonus"},
    helmets={"legionary": "{n} casque légionnaire", "centurion": "{n} casque centurion", "any": "{n} casque"},
    against={
        "potion": "jamais de potion",
        "knock_out": "jamais K.O.",
        "eliminate": "jamais éliminé",
        "call": "jamais appelé",
    },
    to={"here": "vers cet album", "yours": "vers l'un de vos albums", "anywhere": "vers un autre album"},
    price="prix : ",
    may="au choix : ",
    then="si fait, ",
    random=" au hasard",
)

CS = Phrases(
    verbs={
        "knock_out": "vyřaď {x}",
        "eliminate": "odstraň {x}",
        "revive": "oživ {x}",
        "call": "přivolej {x}",
        "move": "přesuň {x} {to}",
        "give_potion": "polož lektvar ze zásoby na {x}",
        "remove_potion": "zbav lektvaru {x}",
        "take_back": "vrať {x} do ruky majitele",
        "use_power": "použij schopnost, kterou má jiná postava; vyber {x}",
        "draw": "dober {n}",
        "discard": "odlož {n}{random}",
        "gain_bonus": "získej {bonus}",
        "take_bonus": "vezmi {bonus} ({whose})",
        "lose_bonus": "odlož {bonus}",
        "gain_helmet": "získej {helmet}",
        "take_helmet": "vezmi {helmet} ({whose})",
        "lose_helmet": "vrať {helmet}",
        "steal": "vezmi naslepo {n} ({whose})",
        "recover": "vezmi z odkládacího balíčku {x}",
        "require": "vyžaduje {x}",
        "forbid": "nelze, vidíš-li {x}",
        "own": "musíš mít {thing}",
        "shield": "{against}: platí pro {x}",
        "goal": "toto album vyhraje síla {n}",
        "strengthen": "síla {by} pro {x}",
        "worth": "toto album má cenu {n} sesterciů",
        "ban": "zde nelze vyložit {x}",
    },
    colours={"gaul": "Gala", "roman": "Římana", "neutral": "neutrální postavu"},
    types={
        "centurion": "centuriona",
        "chief": "náčelníka",
        "trickster": "podvodníka",
        "hero": "hrdinu",
        "irreducible": "staromilce",
        "legionary": "legionáře",
        "rebel": "rebela",
    },
    anyone="postavu",
    either=" nebo ",
    strongest="kdo je nejsilnější: {x}",
    weakest="kdo je nejslabší: {x}",
    last="kdo přišel poslední: {x}",
    each="všechny: {x}",
    one="{n}× {x}",
    oneself="tuto postavu",
    upto="až {n}× {x}",
    where={"here": "zde", "yours": "na tvých albech", "elsewhere": "na jiném albu", "anywhere": "kdekoli"},
    camps={
        "yours": "na tvé straně",
        "theirs": "na straně soupeře",
        "gaul": "na straně Galů",
        "roman": "na straně Římanů",
    },
    least="se silou aspoň {low}",
    most="se silou nejvýše {high}",
    exactly="se silou {low} až {high}",
    potions={"with": "s lektvarem", "without": "bez lektvaru"},
    who={
        "you": "ty",
        "opponent": "soupeř u tohoto alba",
        "both": "oba hráči u tohoto alba",
        "everyone": "všichni",
        "others": "všichni ostatní",
        "gauls": "hráč za Galy zde",
        "romans": "hráč za Římany zde",
        "chosen": "jiný hráč dle výběru",
    },
    whose={
        "opponent": "soupeři u tohoto alba",
        "both": "oběma hráčům",
        "everyone": "všem",
        "others": "všem ostatním",
        "gauls": "hráči za Galy zde",
        "romans": "hráči za Římany zde",
        "chosen": "hráči dle výběru",
        "you": "sobě",
    },
    cards=("{n} kartu", "{n} karty", "{n} karet"),
    bonuses={"potion": "{n}× lektvar", "fish": "{n}× rybu", "boar": "{n}× divočáka", "any": "{n}× bonus"},
    helmets={
        "legionary": "{n}× legionářskou přilbu",
        "centurion": "{n}× centurionskou přilbu",
        "any": "{n}× přilbu",
    },
    against={
        "potion": "žádný lektvar",
        "knock_out": "nelze vyřadit",
        "eliminate": "nelze odstranit",
        "call": "nelze přivolat",
    },
    to={"here": "k tomuto albu", "yours": "k jednomu z tvých alb", "anywhere": "k jinému albu"},
    price="cena: ",
    may="můžeš: ",
    then="pokud ano, ",
    random=" náhodně",
)

DE = Phrases(
    verbs={
        "knock_out": "{x} K.o. schlagen",
        "eliminate": "{x} ausschalten",
        "revive": "{x} wiederbeleben",
        "call": "{x} rufen",
        "move": "{x} {to} versetzen",
        "give_potion": "einen Trank aus dem Vorrat auf {x} legen",
        "remove_potion": "{x} vom Trank befreien",
        "take_back": "{x} auf die Hand des Besitzers zurückschicken",
        "use_power": "die Fähigkeit eines anderen nutzen: {x}",
        "draw": "{n} ziehen",
        "discard": "{n}{random} abwerfen",
        "gain_bonus": "{bonus} erhalten",
        "take_bonus": "{bonus} nehmen, von {whose}",
        "lose_bonus": "{bonus} abwerfen",
        "gain_helmet": "{helmet} erhalten",
        "take_helmet": "{helmet} nehmen, von {whose}",
        "lose_helmet": "{helmet} abgeben",
        "steal": "{n} verdeckt nehmen, von {whose}",
        "recover": "{x} aus der Ablage auf die Hand nehmen",
        "require": "braucht {x}",
        "forbid": "nicht neben {x}",
        "own": "braucht eigenen Besitz: {thing}",
        "shield": "{against}: gilt für {x}",
        "goal": "Stärke {n} gewinnt dieses Album",
        "strengthen": "Stärke {by} für {x}",
        "worth": "dieses Album ist {n} Sesterzen wert",
        "ban": "hier nicht spielbar: {x}",
    },
    colours={"gaul": "Gallier", "roman": "Römer", "neutral": "Neutralen"},
    types={
        "centurion": "Zenturio",
        "chief": "Häuptling",
        "trickster": "Schurken",
        "hero": "Helden",
        "irreducible": "Unbeugsamen",
        "legionary": "Legionär",
        "rebel": "Rebellen",
    },
    anyone="Charakter",
    either=" oder ",
    strongest="den stärksten {x}",
    weakest="den schwächsten {x}",
    last="den zuletzt gelegten {x}",
    each="jeden {x}",
    one="{n} {x}",
    oneself="diesen Charakter",
    upto="bis zu {n} × {x}",
    where={
        "here": "hier",
        "yours": "an deinen Alben",
        "elsewhere": "an einem anderen Album",
        "anywhere": "irgendwo",
    },
    camps={
        "yours": "in deinem Lager",
        "theirs": "im anderen Lager",
        "gaul": "im Gallierlager",
        "roman": "im Römerlager",
    },
    least="mit Stärke ab {low}",
    most="mit Stärke bis {high}",
    exactly="mit Stärke {low} bis {high}",
    potions={"with": "mit Trank", "without": "ohne Trank"},
    who={
        "you": "du",
        "opponent": "dein Gegner hier",
        "both": "beide Spieler dieses Albums",
        "everyone": "alle",
        "others": "alle anderen",
        "gauls": "wer hier die Gallier führt",
        "romans": "wer hier die Römer führt",
        "chosen": "ein anderer Spieler deiner Wahl",
    },
    whose={
        "opponent": "deinem Gegner hier",
        "both": "beiden Spielern hier",
        "everyone": "allen",
        "others": "allen anderen",
        "gauls": "dem Gallierspieler hier",
        "romans": "dem Römerspieler hier",
        "chosen": "einem Spieler deiner Wahl",
        "you": "dir selbst",
    },
    cards=("{n} Karte", "{n} Karten", "{n} Karten"),
    bonuses={"potion": "{n}× Trank", "fish": "{n}× Fisch", "boar": "{n}× Wildschwein", "any": "{n}× Bonus"},
    helmets={"legionary": "{n}× Legionärshelm", "centurion": "{n}× Zenturiohelm", "any": "{n}× Helm"},
    against={
        "potion": "kein Trank",
        "knock_out": "nicht K.o. zu schlagen",
        "eliminate": "nicht auszuschalten",
        "call": "nicht zu rufen",
    },
    to={"here": "an dieses Album", "yours": "an eines deiner Alben", "anywhere": "an ein anderes Album"},
    price="Preis: ",
    may="nach Wunsch: ",
    then="wenn ja: ",
    random=" zufällig",
)

PHRASES = {"en": EN, "fr": FR, "cs": CS, "de": DE}


def listed(words: Mapping[str, str], chosen: object, either: str) -> str:
    names: Sequence[str] = [chosen] if isinstance(chosen, str) else list(chosen)  # type: ignore[arg-type]
    return either.join(
        [", ".join(words[name] for name in names[:-1]), words[names[-1]]]
        if len(names) > 1
        else [words[names[0]]]
    )


def character(p: Phrases, row: Row, t: Language, edition: Edition) -> str:
    """Whom a row speaks of, without how many or which of them."""
    if "named" in row:
        entry = next(e for e in edition.data["character"] if e["id"] == row["named"])
        return t.name({"en": entry["name"]["fr"], **entry["name"]})
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
    elif pick in ("strongest", "weakest", "last", "each"):
        text = {"strongest": p.strongest, "weakest": p.weakest, "last": p.last, "each": p.each}[pick].format(
            x=who
        )
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


def row_text(p: Phrases, row: Row, t: Language, edition: Edition) -> str:
    verb = row["do"]
    count = row.get("count", 1)
    if verb in CHARACTERS:
        x = target(p, row, t, edition)
    elif verb == "recover":
        x = target(p, row, t, edition, place=False)
    elif verb in ("shield", "strengthen", "ban"):
        x = (
            target(p, row, t, edition, place=False, bare=True)
            if set(row) & {"type", "colour", "named", "strength"}
            else p.anyone
        )
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
        text = row_text(p, row, t, edition)
        paid = row.get("cost") or (price and row["do"] not in ("require", "forbid", "own", "shield"))
        parts.append(p.price + text if paid else text)
    if not parts:
        return ""
    line = "; ".join(parts)
    return line[0].upper() + line[1:] + p.stop


def power_text(t: Language, edition: Edition, kind: int) -> str:
    return effect_text(t, edition, edition.data["character"][kind].get("power", []))


def constraint_text(t: Language, edition: Edition, kind: int) -> str:
    return effect_text(t, edition, edition.data["character"][kind].get("constraint", []), price=True)


def album_text(t: Language, edition: Edition, album: int) -> str:
    return effect_text(t, edition, edition.data["album"][album].get("effect", []))
