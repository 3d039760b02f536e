"""What is said in `compagnie`: characters, choices, and what happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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
    TABLE,
    TOKEN,
    USE,
    Bonus,
    Camp,
    Ending,
    Mark,
    Origin,
    Phase,
    Told,
)
from oppidum.kernel.editions import Edition
from oppidum.kernel.events import Event
from oppidum.kernel.game import Game
from oppidum.words.compagnie_powers import album_text, constraint_text, power_text
from oppidum.words.language import Language

HARDNESS = 2


def summary(t: Language) -> str:
    return t.say(
        "Gauls and Romans fight for the albums between neighbours: fifteen points of strength win one. "
        "Every character has a power, and fifty sesterces win the game."
    )


def option(t: Language, name: str) -> str:
    return {"boar": t.say("Boar"), "cleopatra": t.say("Cleopatra's price")}.get(name, name)


def choice(t: Language, name: str, choice: str) -> str:
    return {
        ("boar", "any"): t.say("uses the last power, whoever placed the character (French rules)"),
        ("boar", "own"): t.say("uses the power of your own last character (Czech rules)"),
        ("cleopatra", "other"): t.say("two other cards (French rules)"),
        ("cleopatra", "any"): t.say("two cards, herself included (Czech rules)"),
    }.get((name, choice), choice)


# ---------------------------------------------------------------- names


def kind(t: Language, edition: Edition, number: int) -> str:
    return t.name(edition.data["character"][number]["name"])


def card(t: Language, edition: Edition, s: Any, number: int) -> str:
    return kind(t, edition, s.kind[number])


def album(t: Language, edition: Edition, number: int) -> str:
    return t.name(edition.data["album"][number]["name"])


def album_at(t: Language, edition: Edition, s: Any, zone: int, told: Sequence[Event]) -> str:
    """The album of a camp, while these things happened: it may have been won and replaced since."""
    slot = (zone - TABLE) // 2
    lost = [event.b for event in told if event.kind == Told.WON_ALBUM and event.c == slot]
    return album(t, edition, lost[0] if lost else s.contested[slot])


def bonus(t: Language, number: int) -> str:
    return {
        Bonus.POTION: t.say("a potion"),
        Bonus.FISH: t.say("a fish"),
        Bonus.BOAR: t.say("a boar"),
    }[Bonus(number)]


def helmet(t: Language, number: int) -> str:
    return t.say("a centurion's helmet") if number else t.say("a legionary's helmet")


def camp(t: Language, number: int) -> str:
    return t.say("Gauls") if number == Camp.GAUL else t.say("Romans")


def colour(t: Language, back: int) -> str:
    return t.say("red") if back else t.say("blue")


def slot_name(t: Language, s: Any, seat: int, slot: int) -> str:
    if slot == seat:
        return t.say("your left album")
    if slot == (seat - 1) % s.players:
        return t.say("your right album")
    return t.say("album %(number)s", number=slot + 1)


# ---------------------------------------------------------------- choices


def action(
    t: Language, game: Game, edition: Edition, s: Any, seat: int, action: int, names: Sequence[str]
) -> str:
    if action >= CARD:
        return target(t, edition, s, action - CARD)
    if action >= DROP:
        return t.say("Discard %(card)s", card=kind(t, edition, action - DROP))
    if action >= PLAY:
        name = kind(t, edition, (action - PLAY) // 2)
        left = t.say("Play %(card)s on the left", card=name)
        return t.say("Play %(card)s on the right", card=name) if (action - PLAY) % 2 else left
    if action >= SEAT:
        return names[action - SEAT]
    if action >= ALBUM:
        return t.say("To %(album)s", album=slot_name(t, s, seat, action - ALBUM))
    if action >= FACE:
        return t.say("Face the %(camp)s", camp=camp(t, action - FACE))
    if action >= TOKEN:
        name = bonus(t, action - TOKEN)
        return t.say("Use %(bonus)s", bonus=name) if s.phase == Phase.BONUS else name
    return {
        USE: t.say("Use the power"),
        REINFORCE: t.say("Reinforce the hand"),
        BONUS: t.say("Draw a card and use a bonus"),
        DECLINE: t.say("Done") if s.phase == Phase.REINFORCE else t.say("Leave it"),
    }[action]


def target(t: Language, edition: Edition, s: Any, number: int) -> str:
    name = card(t, edition, s, number)
    if s.phase != Phase.BOAR:
        return name
    if s.mark[number] & Mark.KO:
        return t.say("Revive %(card)s", card=name)
    return t.say("Use the power of %(card)s", card=name)


def at_work(t: Language, edition: Edition, s: Any) -> str:
    """The character or album whose effect is running, with what it says."""
    if not s.step:
        return ""
    if s.origin == Origin.ALBUM:
        number = s.contested[s.step_slot]
        return f"{album(t, edition, number)} ({album_text(t, edition, number).rstrip('.')})"
    if s.step_card < 0:
        return ""
    text = constraint_text if s.origin == Origin.CONSTRAINT else power_text
    number = s.kind[s.step_card]
    return f"{kind(t, edition, number)} ({text(t, edition, number).rstrip('.')})"


def question(t: Language, game: Game, edition: Edition, s: Any, seat: int) -> str:
    source = at_work(t, edition, s)
    match Phase(s.phase):
        case Phase.TURN:
            return t.say("Play a character, use a bonus, or reinforce your hand?")
        case Phase.BONUS:
            return t.say("Which bonus do you use?")
        case Phase.BOAR:
            return t.say("Whom is the boar for?")
        case Phase.REINFORCE:
            return t.say("Which cards do you discard before you draw?")
        case Phase.USE:
            return t.say("%(card)s: do you want to?", card=source)
        case Phase.TARGET if source:
            return t.say("%(card)s: whom do you choose?", card=source)
        case Phase.TARGET:
            return t.say("Whom do you choose?")
        case Phase.DESTINATION:
            return t.say("Where to?")
        case Phase.PLAYER:
            return t.say("Which player?")
        case Phase.HAND:
            return t.say("%(card)s: which card do you discard?", card=source)
        case Phase.TOKEN:
            return t.say("Which bonus?")
        case Phase.RECOVER:
            return t.say("Which card do you take from the discard?")
        case Phase.CONSOLE:
            return t.say("The album is lost. Which bonus consoles you?")
        case Phase.ORIENT:
            name = album(t, edition, s.contested[s.slot])
            effect = album_text(t, edition, s.contested[s.slot])
            return t.say("%(album)s. %(effect)s Which camp do you face?", album=name, effect=effect)
        case _:
            return t.say("The game is over.")


# ---------------------------------------------------------------- what happened


def lines(
    t: Language, game: Game, edition: Edition, s: Any, told: Sequence[Event], names: Sequence[str]
) -> list[str]:
    seen = [e for e in told if e.kind in (Told.DREW_CARD, Told.STOLE_CARD)]
    said: list[str] = []
    for event in told:
        # Where the card itself is seen, its back need not be told.
        if event.kind == Told.DREW and any(e.a == event.a and e.kind == Told.DREW_CARD for e in seen):
            continue
        if event.kind == Told.STOLE and any(e.kind == Told.STOLE_CARD for e in seen):
            continue
        if text := sentence(t, edition, s, event, names, told):
            said.append(text)
    return said


def sentence(
    t: Language, edition: Edition, s: Any, e: Event, names: Sequence[str], told: Sequence[Event]
) -> str:
    kind_told = Told(e.kind)
    if kind_told in CARD_FIRST:
        caller = names[e.c] if e.c < len(names) else ""
        place = album_at(t, edition, s, e.b, told) if kind_told == Told.MOVED else ""
        return happening(t, card(t, edition, s, e.a), kind_told, caller, place)
    if kind_told in ABOUT_ALBUMS:
        return about_albums(t, edition, e, names)
    if kind_told in (Told.DEALT, Told.STARTS):
        return ""
    name = names[e.a]
    who: dict[str, object] = {"name": name}
    match kind_told:
        case Told.PLAYED:
            return t.say(
                "%(name)s plays %(card)s on “%(album)s”.",
                **who,
                card=card(t, edition, s, e.b),
                album=album_at(t, edition, s, e.c, told),
            )
        case Told.POWER:
            return t.say("%(name)s uses the power of %(card)s.", **who, card=card(t, edition, s, e.b))
        case Told.DREW:
            return t.say("%(name)s draws a card with a %(colour)s back.", **who, colour=colour(t, e.b))
        case Told.DREW_CARD:
            return t.say("%(name)s: a new card, %(card)s.", **who, card=card(t, edition, s, e.b))
        case Told.DISCARDED:
            return t.say("%(name)s discards %(card)s.", **who, card=card(t, edition, s, e.b))
        case Told.GAINED_BONUS:
            return t.say("%(name)s gains %(bonus)s.", **who, bonus=bonus(t, e.b))
        case Told.LOST_BONUS:
            return t.say("%(name)s gives back %(bonus)s.", **who, bonus=bonus(t, e.b))
        case Told.TOOK_BONUS:
            return t.say(
                "%(name)s takes %(bonus)s from %(other)s.", **who, bonus=bonus(t, e.b), other=names[e.c]
            )
        case Told.GAINED_HELMET if e.c > 1:
            return t.say("%(name)s gains %(n)s × %(helmet)s.", **who, n=e.c, helmet=helmet(t, e.b))
        case Told.GAINED_HELMET:
            return t.say("%(name)s gains %(helmet)s.", **who, helmet=helmet(t, e.b))
        case Told.LOST_HELMET:
            return t.say("%(name)s gives back %(helmet)s.", **who, helmet=helmet(t, e.b))
        case Told.TOOK_HELMET:
            return t.say(
                "%(name)s takes %(helmet)s from %(other)s.", **who, helmet=helmet(t, e.b), other=names[e.c]
            )
        case Told.STOLE:
            return t.say("%(name)s takes an unseen card from %(other)s.", **who, other=names[e.c])
        case Told.STOLE_CARD:
            return t.say(
                "%(name)s takes %(card)s from %(other)s.",
                **who,
                card=card(t, edition, s, e.b),
                other=names[e.c],
            )
        case Told.RECOVERED:
            return t.say("%(name)s takes %(card)s from the discard.", **who, card=card(t, edition, s, e.b))
        case Told.RETURNED:
            return t.say("%(card)s returns to the hand of %(name)s.", **who, card=card(t, edition, s, e.b))
        case Told.USED_BONUS:
            return t.say("%(name)s uses %(bonus)s.", **who, bonus=bonus(t, e.b))
        case Told.NO_USE:
            return t.say("No bonus of %(name)s has a use any more: the turn ends with the draw.", **who)
        case Told.REINFORCED:
            return t.say("%(name)s reinforces: %(out)s out, %(new)s new.", **who, out=e.b, new=e.c)
        case _:
            return ""


ABOUT_ALBUMS = (
    Told.WON_ALBUM,
    Told.REVEALED,
    Told.NEXT_ALBUM,
    Told.ORIENTED,
    Told.SHUFFLED,
    Told.ENDED,
)
CARD_FIRST = (
    Told.KNOCKED_OUT,
    Told.ELIMINATED,
    Told.REVIVED,
    Told.CALLED,
    Told.MOVED,
    Told.POTION_ON,
    Told.POTION_OFF,
)


def happening(t: Language, name: str, told: Told, caller: str, place: str) -> str:
    match told:
        case Told.KNOCKED_OUT:
            return t.say("%(card)s is K.O.", card=name)
        case Told.ELIMINATED:
            return t.say("%(card)s is eliminated.", card=name)
        case Told.REVIVED:
            return t.say("%(card)s is up again.", card=name)
        case Told.CALLED:
            return t.say("%(card)s joins %(name)s.", card=name, name=caller)
        case Told.MOVED:
            return t.say("%(card)s moves to “%(album)s”.", card=name, album=place)
        case Told.POTION_ON:
            return t.say("%(card)s drinks a potion.", card=name)
        case _:
            return t.say("The potion of %(card)s is gone.", card=name)


def about_albums(t: Language, edition: Edition, e: Event, names: Sequence[str]) -> str:
    match Told(e.kind):
        case Told.WON_ALBUM:
            return t.say("%(name)s wins %(album)s!", name=names[e.a], album=album(t, edition, e.b))
        case Told.REVEALED:
            effect = album_text(t, edition, e.a)
            return t.say(
                "New album: %(album)s. %(effect)s", album=album(t, edition, e.a), effect=effect
            ).strip()
        case Told.ORIENTED:
            return t.say("%(name)s faces the %(camp)s.", name=names[e.a], camp=camp(t, e.c))
        case Told.SHUFFLED:
            return t.say("The discard is shuffled into a new pile.")
        case Told.NEXT_ALBUM:
            return t.say("Next on the album pile: %(album)s.", album=album(t, edition, e.a))
        case _:
            return {
                Ending.FIFTY: t.say("Fifty sesterces: the game is over."),
                Ending.STALLED: t.say("Nobody does anything any more: the game is over."),
                Ending.NO_ALBUMS: t.say("No album is left: the game is over."),
                Ending.QUIET: t.say(
                    "Twelve rounds without a character, an album or a bonus: the game is over."
                ),
                Ending.LONG: t.say("Four hundred rounds have been played: the game is over."),
            }[Ending(e.a)]


def rules_now(s: Any, seat: int) -> tuple[str, ...]:
    match Phase(s.phase):
        case Phase.TURN:
            return ("3.1", "3.2", "3.3", "3.4", "3.5", "5.1", "4.1", "3.9")
        case Phase.BONUS:
            return ("4.1", "4.2", "4.3", "4.5", "4.6")
        case Phase.BOAR:
            return ("4.6", "4.7", "4.8", "5.2")
        case Phase.REINFORCE:
            return ("3.9",)
        case Phase.CONSOLE:
            return ("6.5", "8.2")
        case Phase.ORIENT:
            return ("6.6", "6.7", "6.8")
        case _:
            return ("3.6", "3.7", "9.1", "9.3", "9.6", "9.9", "9.14")


DECIDED_BY: dict[int, tuple[str, ...]] = {
    Told.PLAYED: ("3.2",),
    Told.POWER: ("3.6",),
    Told.KNOCKED_OUT: ("9.6",),
    Told.ELIMINATED: ("9.3",),
    Told.REVIVED: ("9.9",),
    Told.CALLED: ("9.1",),
    Told.MOVED: ("9.12",),
    Told.POTION_ON: ("4.3",),
    Told.TOOK_BONUS: ("9.15",),
    Told.TOOK_HELMET: ("9.15",),
    Told.STOLE: ("9.15",),
    Told.USED_BONUS: ("4.1",),
    Told.NO_USE: ("4.9",),
    Told.WON_ALBUM: ("6.1", "6.2"),
    Told.REVEALED: ("6.6",),
    Told.NEXT_ALBUM: ("2.4",),
    Told.ORIENTED: ("6.7",),
    Told.SHUFFLED: ("8.3",),
    Told.REINFORCED: ("3.9",),
}
ENDED_BY = {
    Ending.FIFTY: "7.1",
    Ending.STALLED: "7.2",
    Ending.NO_ALBUMS: "7.3",
    Ending.QUIET: "7.5",
    Ending.LONG: "7.6",
}


def rules_of(told: Sequence[Event]) -> tuple[str, ...]:
    """The rules that decided what happened."""
    won = any(event.kind == Told.WON_ALBUM for event in told)
    found: list[str] = []
    for event in told:
        if event.kind == Told.RETURNED:
            found.append("6.4" if won else "9.13")
        elif event.kind == Told.ENDED:
            found.append(ENDED_BY[Ending(event.a)])
        else:
            found += DECIDED_BY.get(event.kind, ())
    return tuple(dict.fromkeys(found))
