"""What the board of `compagnie` says: names, choices as buttons, what is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from oppidum.faces.compagnie.words import album, card
from oppidum.faces.compagnie.words import kind as character
from oppidum.games.compagnie.language import Verb, verb_of
from oppidum.games.compagnie.state import (
    ALBUM,
    BONUS,
    CARD,
    DECLINE,
    DROP,
    FACE,
    PLAY,
    REINFORCE,
    SEAT,
    TOKEN,
    USE,
    Camp,
    Mark,
    Origin,
    Phase,
)
from oppidum.kernel.editions import Edition
from oppidum.kernel.game import Game
from oppidum.words.language import Language

# ---------------------------------------------------------------- names


def bonus_name(t: Language, number: int) -> str:
    return (t.say("Potion"), t.say("Fish"), t.say("Boar"))[number]


def bonus_text(t: Language, number: int) -> str:
    return (
        t.say("Doubles the strength of a character and protects it. Reaches every album."),
        t.say("Knocks out a character without a potion. Reaches every album."),
        t.say("Revives a K.O. character, or uses the power of the last one placed on one of your albums."),
    )[number]


def helmet(t: Language, number: int) -> str:
    return t.say("Centurion's helmet") if number else t.say("Legionary's helmet")


def colour(t: Language, name: str) -> str:
    return {"gaul": t.say("Gaul"), "roman": t.say("Roman"), "neutral": t.say("neutral")}[name]


def rank(t: Language, name: str) -> str:
    """A character's type."""
    return {
        "centurion": t.say("centurion"),
        "chief": t.say("chief"),
        "trickster": t.say("trickster"),
        "hero": t.say("hero"),
        "irreducible": t.say("irreducible"),
        "legionary": t.say("legionary"),
        "rebel": t.say("rebel"),
    }[name]


def camp(t: Language, number: int) -> str:
    return t.say("Gaul camp") if number == Camp.GAUL else t.say("Roman camp")


def back(t: Language, number: int) -> str:
    return t.say("red back") if number else t.say("blue back")


def side_album(t: Language, edition: Edition, s: Any, seat: int, number: int) -> str:
    slot = seat if number == 0 else (seat - 1) % s.players
    return album(t, edition, s.contested[slot])


# ---------------------------------------------------------------- choices


def action(
    t: Language, game: Game, edition: Edition, s: Any, seat: int, action: int, names: Sequence[str]
) -> str:
    if action >= CARD:
        return targeted(t, edition, s, action - CARD)
    if action >= DROP:
        return t.say("Discard %(card)s", card=character(t, edition, action - DROP))
    if action >= PLAY:
        kind, where = divmod(action - PLAY, 2)
        return t.say(
            "Play %(card)s on “%(album)s”",
            card=character(t, edition, kind),
            album=side_album(t, edition, s, seat, where),
        )
    if action >= SEAT:
        return names[action - SEAT]
    if action >= ALBUM:
        return t.say("To “%(album)s”", album=album(t, edition, s.contested[action - ALBUM]))
    if action >= FACE:
        return t.say("Face the Gaul camp") if action == FACE else t.say("Face the Roman camp")
    if action >= TOKEN:
        return bonus_name(t, action - TOKEN)
    if action == DECLINE:
        return declined(t, s)
    return {
        USE: t.say("Use the power") if s.asked else t.say("Draw"),
        REINFORCE: t.say("Reinforce the hand"),
        BONUS: t.say("Draw and use a bonus"),
    }[action]


def declined(t: Language, s: Any) -> str:
    if s.phase == Phase.REINFORCE:
        return t.say("Draw up to five")
    return t.say("Leave the power") if s.asked else t.say("Enough")


def targeted(t: Language, edition: Edition, s: Any, number: int) -> str:
    name = card(t, edition, s, number)
    if s.phase == Phase.BOAR:
        if s.mark[number] & Mark.KO:
            return t.say("Revive %(card)s", card=name)
        return t.say("Use the power of %(card)s", card=name)
    match verb_of(s.row[s.step]):
        case Verb.KNOCK_OUT:
            return t.say("Knock out %(card)s", card=name)
        case Verb.ELIMINATE:
            return t.say("Eliminate %(card)s", card=name)
        case Verb.REVIVE:
            return t.say("Revive %(card)s", card=name)
        case Verb.CALL:
            return t.say("Call %(card)s", card=name)
        case Verb.MOVE:
            return t.say("Move %(card)s", card=name)
        case Verb.GIVE_POTION:
            return t.say("A potion for %(card)s", card=name)
        case Verb.REMOVE_POTION:
            return t.say("No potion for %(card)s", card=name)
        case Verb.TAKE_BACK:
            return t.say("Send %(card)s back to the hand", card=name)
        case Verb.USE_POWER:
            return t.say("Use the power of %(card)s", card=name)
        case _:
            return name


def question(t: Language, game: Game, edition: Edition, s: Any, seat: int) -> str:
    match Phase(s.phase):
        case Phase.TURN:
            return t.say("Play a character, use a bonus or reinforce your hand.")
        case Phase.BONUS:
            return t.say("Which bonus do you use?")
        case Phase.BOAR:
            return t.say("The boar: whose power do you use, or whom do you revive?")
        case Phase.REINFORCE:
            return t.say("Which cards do you discard before you draw?")
        case Phase.CONSOLE:
            return t.say("The album is lost. Which bonus consoles you?")
        case Phase.ORIENT:
            return t.say("A new album: which camp do you want to face?")
        case Phase.DESTINATION:
            return t.say("Where does %(card)s go?", card=card(t, edition, s, s.step_target))
        case Phase.PLAYER:
            return t.say("Whom do you choose?")
        case Phase.OVER:
            return ""
        case _:
            return chain_question(t, edition, s)


def chain_question(t: Language, edition: Edition, s: Any) -> str:
    """A decision inside a power, a price or an album's effect: say whose it is."""
    what = step_question(t, s)
    if s.origin == Origin.ALBUM:
        return t.say(
            "%(name)s: %(question)s", name=album(t, edition, s.contested[s.step_slot]), question=what
        )
    if s.step_card >= 0:
        return t.say("%(name)s: %(question)s", name=card(t, edition, s, s.step_card), question=what)
    return what[:1].upper() + what[1:]


def step_question(t: Language, s: Any) -> str:
    if s.phase == Phase.USE:
        return t.say("use the power?") if s.asked else t.say("draw a card?")
    if s.phase == Phase.HAND:
        return t.many("discard %(n)s card.", "discard %(n)s cards.", max(1, s.left))
    if s.phase == Phase.TOKEN:
        return {
            Verb.GAIN_BONUS: t.say("which bonus do you gain?"),
            Verb.TAKE_BONUS: t.say("which bonus do you take?"),
        }.get(verb_of(s.row[s.step]), t.say("which bonus do you give back?"))
    if s.phase == Phase.RECOVER:
        return t.say("which card do you take from the discard?")
    return {
        Verb.KNOCK_OUT: t.say("who is knocked out?"),
        Verb.ELIMINATE: t.say("who is eliminated?"),
        Verb.REVIVE: t.say("who is revived?"),
        Verb.CALL: t.say("who is called?"),
        Verb.MOVE: t.say("who moves?"),
        Verb.GIVE_POTION: t.say("who gets the potion?"),
        Verb.REMOVE_POTION: t.say("who loses the potion?"),
        Verb.TAKE_BACK: t.say("who goes back to the hand?"),
    }.get(verb_of(s.row[s.step]), t.say("whose power do you use?"))
