"""The words that powers of `compagnie` are put together from, in four languages.

Characters stand in the accusative, which every template is built around.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Phrases:
    """The words of one language."""

    verbs: Mapping[str, str]
    colours: Mapping[str, str]
    types: Mapping[str, str]
    anyone: str  # any character
    either: str  # between the last two of a list
    picks: Mapping[str, str]
    one: str  # a single one of something
    oneself: str
    upto: str
    times: str
    upto_times: str
    where: Mapping[str, str]
    whence: Mapping[str, str]  # of characters that go elsewhere
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
    against: Mapping[str, str]  # what an album forbids to do to such characters
    immune: Mapping[str, str]  # what cannot be done to the character itself
    to: Mapping[str, str]
    price: str
    may: str
    they: str  # somebody else does it
    they_may: str
    then: str
    random: str
    semicolon: str = "; "
    named: str = "{x}"
    none: Mapping[str, str] = field(default_factory=dict[str, str])  # words after "no", where they change
    feminine: Mapping[str, str] = field(default_factory=dict[str, str])  # picks, where `anyone` is feminine


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
        "recover": "take {x} from the discard",
        "require": "needs {x}",
        "forbid": "not with {x}",
        "own": "needs to own {thing}",
        "goal": "strength {n} wins this album",
        "strengthen": "{x} here gets {by} strength",
        "worth": "this album is worth {n} sesterces",
        "ban": "no {x} can be played here",
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
    picks={
        "strongest": "the strongest {x}",
        "weakest": "the weakest {x}",
        "last": "the last {x} placed",
        "each": "every {x}",
    },
    one="1 {x}",
    oneself="this character",
    upto="up to {n} × {x}",
    times=" ({n} times)",
    upto_times=" (up to {n} times)",
    where={
        "here": "here",
        "yours": "on your albums",
        "elsewhere": "on another album",
        "anywhere": "anywhere",
        "others": "on the other albums",
    },
    whence={
        "here": "here",
        "yours": "from your albums",
        "elsewhere": "from another album",
        "others": "from the other albums",
        "anywhere": "from any album",
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
    bonuses={"potion": "potion", "fish": "fish", "boar": "boar", "any": "bonus"},
    helmets={
        "legionary": "legionary's helmet",
        "centurion": "centurion's helmet",
        "any": "helmet",
    },
    against={
        "potion": "no {x} here can be given a potion",
        "knock_out": "no {x} here can be knocked out",
        "eliminate": "no {x} here can be eliminated",
        "call": "no {x} here can be called",
    },
    immune={
        "potion": "cannot be given a potion",
        "knock_out": "cannot be knocked out",
        "eliminate": "cannot be eliminated",
        "call": "cannot be called",
    },
    to={"here": "to this album", "yours": "to one of your albums", "anywhere": "to another album"},
    price="pay: ",
    may="you may ",
    they="{who}: {text}",
    they_may="{who} may {text}",
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
        "recover": "reprenez {x} dans la défausse",
        "require": "il faut {x}",
        "forbid": "jamais avec {x}",
        "own": "il faut posséder {thing}",
        "goal": "une force de {n} remporte cet album",
        "strengthen": "{x} reçoit ici {by} de force",
        "worth": "cet album vaut {n} sesterces",
        "ban": "aucun {x} ne peut être joué ici",
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
    picks={
        "strongest": "le {x} le plus fort",
        "weakest": "le {x} le plus faible",
        "last": "le dernier {x} posé",
        "each": "chaque {x}",
    },
    one="1 {x}",
    oneself="ce personnage",
    upto="jusqu'à {n} × {x}",
    times=" ({n} fois)",
    upto_times=" (jusqu'à {n} fois)",
    where={
        "here": "ici",
        "yours": "sur vos albums",
        "elsewhere": "d'un autre album",
        "anywhere": "sur n'importe quel album",
        "others": "des autres albums",
    },
    whence={
        "here": "présent ici",
        "yours": "de l'un de vos albums",
        "elsewhere": "d'un autre album",
        "others": "des autres albums",
        "anywhere": "de n'importe quel album",
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
    bonuses={"potion": "potion", "fish": "poisson", "boar": "sanglier", "any": "bonus"},
    helmets={"legionary": "casque de légionnaire", "centurion": "casque de centurion", "any": "casque"},
    against={
        "potion": "aucun {x} ici ne peut recevoir de potion",
        "knock_out": "aucun {x} ici ne peut être mis K.O.",
        "eliminate": "aucun {x} ici ne peut être éliminé",
        "call": "aucun {x} ici ne peut être appelé",
    },
    immune={
        "potion": "ne peut pas recevoir de potion",
        "knock_out": "ne peut pas être mis K.O.",
        "eliminate": "ne peut pas être éliminé",
        "call": "ne peut pas être appelé",
    },
    to={"here": "vers cet album", "yours": "vers l'un de vos albums", "anywhere": "vers un autre album"},
    price="prix : ",
    may="au choix : ",
    they="{who} : {text}",
    they_may="{who}, au choix : {text}",
    then="si fait, ",
    random=" au hasard",
    semicolon=" ; ",
)

CS = Phrases(
    verbs={
        "knock_out": "vyřaďte {x}",
        "eliminate": "odstraňte {x}",
        "revive": "oživte {x}",
        "call": "přivolejte {x}",
        "move": "přesuňte {x} {to}",
        "give_potion": "položte lektvar ze zásoby na {x}",
        "remove_potion": "zbavte lektvaru {x}",
        "take_back": "vraťte {x} do ruky majitele",
        "use_power": "použijte schopnost, kterou má jiná postava; vyberte {x}",
        "draw": "doberte {n}",
        "discard": "odložte {n}{random}",
        "gain_bonus": "získejte {bonus}",
        "take_bonus": "vezměte {whose} {bonus}",
        "lose_bonus": "odložte {bonus}",
        "gain_helmet": "získejte {helmet}",
        "take_helmet": "vezměte {whose} {helmet}",
        "lose_helmet": "vraťte {helmet}",
        "steal": "vezměte {whose} naslepo {n}",
        "recover": "vezměte z odkládacího balíčku {x}",
        "require": "vyžaduje {x}",
        "forbid": "nelze, vidíte-li {x}",
        "own": "musíte mít {thing}",
        "goal": "toto album vyhraje síla {n}",
        "strengthen": "síla {by} pro {x} zde",
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
    picks={
        "strongest": "nejsilnějšího {x}",
        "weakest": "nejslabšího {x}",
        "last": "naposledy vyloženého {x}",
        "each": "každého {x}",
    },
    one="{x}",
    oneself="tuto postavu",
    upto="až {n}× {x}",
    times=" ({n}krát)",
    upto_times=" (až {n}krát)",
    where={
        "here": "zde",
        "yours": "na vašich albech",
        "elsewhere": "na jiném albu",
        "anywhere": "kdekoli",
        "others": "na ostatních albech",
    },
    whence={
        "here": "zde",
        "yours": "z vašich alb",
        "elsewhere": "z jiného alba",
        "others": "z ostatních alb",
        "anywhere": "z kteréhokoli alba",
    },
    camps={
        "yours": "na vaší straně",
        "theirs": "na straně soupeře",
        "gaul": "na straně Galů",
        "roman": "na straně Římanů",
    },
    least="se silou aspoň {low}",
    most="se silou nejvýše {high}",
    exactly="se silou {low} až {high}",
    potions={"with": "s lektvarem", "without": "bez lektvaru"},
    who={
        "you": "vy",
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
    bonuses={"potion": "lektvar", "fish": "rybu", "boar": "divočáka", "any": "bonus"},
    helmets={
        "legionary": "legionářskou přilbu",
        "centurion": "centurionskou přilbu",
        "any": "přilbu",
    },
    against={
        "potion": "zde nelze dát lektvar na {x}",
        "knock_out": "zde nelze vyřadit {x}",
        "eliminate": "zde nelze odstranit {x}",
        "call": "zde nelze přivolat {x}",
    },
    immune={
        "potion": "na tuto postavu nelze dát lektvar",
        "knock_out": "tuto postavu nelze vyřadit",
        "eliminate": "tuto postavu nelze odstranit",
        "call": "tuto postavu nelze přivolat",
    },
    to={"here": "k tomuto albu", "yours": "k jednomu z vašich alb", "anywhere": "k jinému albu"},
    price="cena: ",
    may="je-li libo: ",
    they="{who}: {text}",
    they_may="{who}, je-li libo: {text}",
    then="pokud ano, ",
    random=" náhodně",
    named="postavu {x}",
    none={
        "postavu": "žádnou postavu",
    },
    feminine={
        "strongest": "nejsilnější {x}",
        "weakest": "nejslabší {x}",
        "last": "naposledy vyloženou {x}",
        "each": "každou {x}",
    },
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
        "take_bonus": "von {whose} {bonus} nehmen",
        "lose_bonus": "{bonus} abwerfen",
        "gain_helmet": "{helmet} erhalten",
        "take_helmet": "von {whose} {helmet} nehmen",
        "lose_helmet": "{helmet} abgeben",
        "steal": "von {whose} {n} verdeckt nehmen",
        "recover": "{x} aus der Ablage auf die Hand nehmen",
        "require": "braucht {x}",
        "forbid": "nicht neben {x}",
        "own": "braucht eigenen Besitz: {thing}",
        "goal": "Stärke {n} gewinnt dieses Album",
        "strengthen": "Stärke {by} für {x} hier",
        "worth": "dieses Album ist {n} Sesterzen wert",
        "ban": "hier kann man keinen {x} spielen",
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
    picks={
        "strongest": "den stärksten {x}",
        "weakest": "den schwächsten {x}",
        "last": "den zuletzt gelegten {x}",
        "each": "jeden {x}",
    },
    one="1 {x}",
    oneself="diesen Charakter",
    upto="bis zu {n} × {x}",
    times=" ({n}-mal)",
    upto_times=" (bis zu {n}-mal)",
    where={
        "here": "hier",
        "yours": "an Ihren Alben",
        "elsewhere": "an einem anderen Album",
        "anywhere": "irgendwo",
        "others": "an den anderen Alben",
    },
    whence={
        "here": "hier",
        "yours": "von einem Ihrer Alben",
        "elsewhere": "von einem anderen Album",
        "others": "von den anderen Alben",
        "anywhere": "von einem beliebigen Album",
    },
    camps={
        "yours": "in Ihrem Lager",
        "theirs": "im anderen Lager",
        "gaul": "im Gallierlager",
        "roman": "im Römerlager",
    },
    least="mit Stärke ab {low}",
    most="mit Stärke bis {high}",
    exactly="mit Stärke {low} bis {high}",
    potions={"with": "mit Trank", "without": "ohne Trank"},
    who={
        "you": "Sie",
        "opponent": "Ihr Gegner hier",
        "both": "beide Spieler dieses Albums",
        "everyone": "alle",
        "others": "alle anderen",
        "gauls": "wer hier die Gallier führt",
        "romans": "wer hier die Römer führt",
        "chosen": "ein anderer Spieler Ihrer Wahl",
    },
    whose={
        "opponent": "Ihrem Gegner hier",
        "both": "beiden Spielern hier",
        "everyone": "allen",
        "others": "allen anderen",
        "gauls": "dem Gallierspieler hier",
        "romans": "dem Römerspieler hier",
        "chosen": "einem Spieler Ihrer Wahl",
        "you": "Ihnen selbst",
    },
    cards=("{n} Karte", "{n} Karten", "{n} Karten"),
    bonuses={"potion": "Trank", "fish": "Fisch", "boar": "Wildschwein", "any": "Bonus"},
    helmets={"legionary": "Legionärshelm", "centurion": "Zenturionenhelm", "any": "Helm"},
    against={
        "potion": "hier kann man auf keinen {x} einen Trank legen",
        "knock_out": "hier kann man keinen {x} K.o. schlagen",
        "eliminate": "hier kann man keinen {x} ausschalten",
        "call": "hier kann man keinen {x} rufen",
    },
    immune={
        "potion": "kann keinen Trank erhalten",
        "knock_out": "kann nicht K.o. geschlagen werden",
        "eliminate": "kann nicht ausgeschaltet werden",
        "call": "kann nicht gerufen werden",
    },
    to={"here": "an dieses Album", "yours": "an eines Ihrer Alben", "anywhere": "an ein anderes Album"},
    price="Preis: ",
    may="nach Wunsch: ",
    they="{who}: {text}",
    they_may="{who}, nach Wunsch: {text}",
    then="wenn ja: ",
    random=" zufällig",
)

PHRASES = {"en": EN, "fr": FR, "cs": CS, "de": DE}
