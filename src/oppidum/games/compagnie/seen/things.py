"""What lies on the table of `compagnie`, in the words of the game: cards, albums, players, piles."""

from __future__ import annotations

from typing import Annotated, Literal, cast

from msgspec import Struct

from oppidum.games.compagnie.power_language import Verb
from oppidum.games.compagnie.state import (
    Ending,
    Phase,
)
from oppidum.kernel.meaning import counted, meaning
from oppidum.kernel.seen import SeatNumber

Place = Annotated[int, counted("An album's place around the table, counted as seats are.")]
CardName = Annotated[
    str, meaning("A card, by the name that the notation gives it; idefix.2 is a second copy.")
]
CharacterId = Annotated[str, meaning("A character, by its id in the edition.")]
AlbumId = Annotated[str, meaning("An album, by its id in the edition.")]
BonusName = Annotated[Literal["potion", "fish", "boar"], meaning("A kind of bonus.")]
BONUSES: tuple[BonusName, ...] = ("potion", "fish", "boar")
HelmetName = Annotated[Literal["legionary", "centurion"], meaning("A kind of helmet.")]
HELMETS: tuple[HelmetName, ...] = ("legionary", "centurion")
HELMET_WORTH: dict[HelmetName, int] = {"legionary": 1, "centurion": 3}
CampName = Annotated[Literal["gaul", "roman"], meaning("A camp of an album.")]
CAMPS: tuple[CampName, ...] = ("gaul", "roman")
BackName = Annotated[Literal["blue", "red"], meaning("The back of a card, which everybody sees.")]
BACKS: tuple[BackName, ...] = ("blue", "red")
SideName = Annotated[Literal["left", "right"], meaning("On which side of the player the album lies.")]
SIDES: tuple[SideName, ...] = ("left", "right")
PhaseName = Annotated[
    Literal[
        "over",
        "turn",
        "bonus",
        "boar",
        "reinforce",
        "use",
        "target",
        "destination",
        "player",
        "hand",
        "token",
        "recover",
        "either",
        "console",
        "orient",
    ],
    meaning("What the seat that owes a decision decides; or the game is over."),
]
PHASES: dict[int, PhaseName] = {phase.value: cast(PhaseName, phase.name.lower()) for phase in Phase}
EndingName = Annotated[
    Literal["fifty", "stalled", "no_albums", "quiet", "long"],
    meaning(
        "Why the game is over: fifty sesterces; everybody only reinforced, without a card; no album left; "
        "twelve rounds in which nothing happened; or too many rounds."
    ),
]
ENDINGS: dict[int, EndingName] = {ending.value: cast(EndingName, ending.name.lower()) for ending in Ending}
VerbName = Annotated[
    Literal[
        "nothing",
        "knock_out",
        "eliminate",
        "revive",
        "call",
        "move",
        "give_potion",
        "remove_potion",
        "take_back",
        "use_power",
        "draw",
        "discard",
        "gain_bonus",
        "take_bonus",
        "lose_bonus",
        "gain_helmet",
        "take_helmet",
        "lose_helmet",
        "steal",
        "recover",
        "give_card",
        "get_card",
        "swap_hands",
        "look_at_hand",
        "look_at_pile",
        "another_turn",
        "skip_turn",
        "either",
        "require",
        "forbid",
        "own",
        "shield",
        "goal",
        "strengthen",
        "worth",
        "ban",
        "grow",
    ],
    meaning("What an effect does."),
]
VERBS: dict[int, VerbName] = {verb.value: cast(VerbName, verb.name.lower()) for verb in Verb}


class Card(Struct, frozen=True):
    """A character on the table."""

    card: CardName
    character: CharacterId
    strength: Annotated[int, meaning("As it counts here; 0 while K.O.")]
    ko: Annotated[bool, meaning("Knocked out.")]
    potion: Annotated[bool, meaning("A magic potion lies on it.")]
    owner: Annotated[SeatNumber, meaning("Whose card it is.")]
    back: BackName
    last: Annotated[bool, meaning("The last one placed here: a boar would use its power.")]


class Held(Struct, frozen=True):
    """A card in a hand: everybody sees its back, and some know more."""

    back: BackName
    card: Annotated[CardName | None, meaning("Which card; none: not known to the seat that looks.")]
    character: Annotated[
        CharacterId | None, meaning("The character on it; none: not known to the seat that looks.")
    ]


class Camp(Struct, frozen=True):
    """One side of an album, with the characters that stand there."""

    camp: CampName
    seat: Annotated[SeatNumber, meaning("Who faces it.")]
    total: Annotated[int, meaning("The strength of its characters together.")]
    cards: Annotated[tuple[Card, ...], meaning("The characters, in the order in which they came.")]


class Album(Struct, frozen=True):
    """An album that two players contest."""

    place: Place
    album: AlbumId
    goal: Annotated[int, meaning("The strength that wins it.")]
    worth: Annotated[int, meaning("What it is worth, in sesterces.")]
    won: Annotated[bool, meaning("It has just been won; the next one is about to come.")]
    gaul: Annotated[Camp, meaning("The camp of the Gauls.")]
    roman: Annotated[Camp, meaning("The camp of the Romans.")]


class Player(Struct, frozen=True):
    """A player, with hand, bonuses and trophies."""

    seat: SeatNumber
    sesterces: Annotated[int, meaning("Points so far.")]
    from_albums: Annotated[int, meaning("Those of them that come from albums.")]
    helmets: Annotated[dict[HelmetName, int], meaning("Helmets: how many of each.")]
    bonuses: Annotated[dict[BonusName, int], meaning("Bonuses: how many of each.")]
    hand: Annotated[tuple[Held, ...], meaning("The cards in hand, the newest first.")]
    albums: Annotated[tuple[AlbumId, ...], meaning("Albums won.")]
    turns: Annotated[int, meaning("Turns more that are due; below zero: turns to be skipped.")] = 0


class Pile(Struct, frozen=True):
    """The pile that cards are drawn from."""

    cards: Annotated[int, meaning("How many there are.")]
    back: Annotated[BackName | None, meaning("The back of the topmost.")]
    known: Annotated[
        tuple[CharacterId, ...],
        meaning("The characters from the top on that the seat that looks knows, having looked at them."),
    ] = ()


class AtWork(Struct, frozen=True):
    """The effect that is running, and about which something is decided."""

    of: Annotated[Literal["constraint", "power", "bonus", "album"], meaning("What it is an effect of.")]
    verb: Annotated[
        VerbName | Literal[""], meaning("What it does now; empty for a boar, which is for whoever is chosen.")
    ]
    card: Annotated[CardName | None, meaning("Whose constraint or power.")]
    character: Annotated[CharacterId | None, meaning("The character on that card.")]
    album: Annotated[AlbumId | None, meaning("The album whose effect it is.")]
    bonus: Annotated[BonusName | None, meaning("The bonus that is used.")]
    optional: Annotated[bool, meaning("It may still be declined as a whole.")]
    left: Annotated[int, meaning("How often it still applies.")]
