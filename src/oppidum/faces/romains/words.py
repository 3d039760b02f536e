"""What is said in `romains`: cards, choices, and what happened."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, repeat

from oppidum.games.romains.seen import (
    POINTS,
    Banked,
    Bard,
    Called,
    Camp,
    Choice,
    Cohort,
    Dealt,
    Decided,
    Drew,
    Exchange,
    Exchanged,
    Face,
    Jostle,
    Jostled,
    Menhir,
    Over,
    Pass,
    Return,
    Rolled,
    Seen,
    Throw,
    Told,
    Took,
    Walked,
    WalkOn,
)
from oppidum.kernel.editions import Edition
from oppidum.words.language import Language
from oppidum.words.you import You

HARDNESS = 1


def summary(t: Language) -> str:
    return t.say(
        "A dice race from the Roman camp to the village. The black die is fast, but whoever throws it may "
        "have to exchange all cards: is that hand a treasure or a trap?"
    )


def option(t: Language, name: str) -> str:
    return {"calls": t.say("When several call at once")}.get(name, name)


def option_choice(t: Language, name: str, choice: str) -> str:
    return {
        "draw": t.say("all decide in secret, a fair draw among the callers"),
        "arrival": t.say("the first call to arrive counts"),
    }.get(choice, choice)


def time_to_react(t: Language) -> str:
    return t.say("Time to call an exchange")


# ---------------------------------------------------------------- cards and pawns


def card(t: Language, edition: Edition, face: Face) -> str:
    """A card as it is named in a sentence."""
    points = POINTS[face]
    kind = "helmets" if points > 0 else "penalty"
    entry = next(e for e in edition.data["card"] if (e["kind"], e["points"]) == (kind, abs(points)))
    return t.say("%(card)s (%(points)s)", card=t.name(entry["name"]), points=signed(points))


def signed(points: int) -> str:
    return f"+{points}" if points > 0 else f"−{-points}"


def pawn(t: Language, edition: Edition, name: str) -> str:
    return next(t.name(entry["name"]) for entry in edition.data["pawn"] if entry["id"] == name)


# ---------------------------------------------------------------- choices


def action(t: Language, edition: Edition, choice: Choice, names: Sequence[str]) -> str:
    match choice:
        case Throw(die="white"):
            return t.say("Throw the white die, slow and safe")
        case Throw():
            return t.say("Throw the black die, fast and risky")
        case Exchange():
            return t.say("Exchange!")
        case Jostle(other=int(other)):
            return t.say("Jostle %(name)s", name=names[other])
        case Jostle():
            return t.say("Jostle!")
        case Pass():
            return t.say("Let it pass")
        case Return():
            return t.say("Back to the camp for new cards")
        case WalkOn():
            return t.say("Walk on without cards")


def question(t: Language, edition: Edition, seen: Seen) -> str:
    match seen.phase:
        case "call":
            return t.say("Do you call Exchange! and take over that hand?")
        case "jostle":
            return t.say("Two on one space: do you jostle?")
        case "pick":
            return t.say("It is crowded here: whom do you jostle?")
        case "empty":
            return t.say("Your last card is gone: back to the camp, or walk on?")
        case _:
            return t.say("Which die do you throw?")


# ---------------------------------------------------------------- what happened


def lines(t: Language, edition: Edition, told: Sequence[Told], names: Sequence[str]) -> list[str]:
    banked = [e for e in told if isinstance(e, Banked)]
    said: list[str] = []
    for e in told:
        if not isinstance(e, Banked):
            said.append(sentence(t, edition, e, names))
        elif e is banked[0]:  # all in one line
            safe = chain.from_iterable(repeat(card(t, edition, b.card), b.n) for b in banked)
            said.append(t.say("%(name)s banks: %(cards)s.", name=names[e.seat], cards=t.join(list(safe))))
    return [text for text in said if text]


def sentence(t: Language, edition: Edition, e: Told, names: Sequence[str]) -> str:
    match e:
        case Dealt():
            return t.say("The cards are dealt; %(name)s begins.", name=names[e.seat])
        case Rolled(die="white"):
            return t.say("%(name)s throws the white die: %(pips)s.", name=names[e.seat], pips=e.pips)
        case Rolled():
            return t.say("%(name)s throws the black die: %(pips)s.", name=names[e.seat], pips=e.pips)
        case Called():
            return called(t, [names[seat] for seat in e.seats])
        case Exchanged():
            return t.say(
                "%(name)s and %(other)s exchange all their cards.", name=names[e.seat], other=names[e.other]
            )
        case Walked(village=True):
            return t.say("%(name)s reaches the village.", name=names[e.seat])
        case Walked():
            return t.say("%(name)s walks to space %(space)s.", name=names[e.seat], space=e.to)
        case Jostled():
            return t.say("%(name)s and %(other)s jostle.", name=names[e.seat], other=names[e.other])
        case Took():
            return t.say(
                "%(name)s draws from %(other)s: %(card)s.",
                name=names[e.seat],
                other=names[e.other],
                card=card(t, edition, e.card),
            )
        case Menhir():
            lost = card(t, edition, e.card)
            return t.say("%(name)s stumbles over a menhir and loses %(card)s.", name=names[e.seat], card=lost)
        case Bard(to=0):
            return t.say("The bard sings: %(name)s flees to the camp.", name=names[e.seat])
        case Bard():
            return t.say(
                "The bard sings: %(name)s goes back to space %(space)s.", name=names[e.seat], space=e.to
            )
        case Cohort():
            return t.say("%(name)s beats a small cohort and draws a card.", name=names[e.seat])
        case Camp():
            return t.many(
                "%(name)s sets out from the camp with %(n)s new card.",
                "%(name)s sets out from the camp with %(n)s new cards.",
                e.cards,
                name=names[e.seat],
            )
        case Drew():
            return t.say("%(name)s draws %(card)s.", name=names[e.seat], card=card(t, edition, e.card))
        case Over():
            return t.say("The pile is empty: the game is over.")
        case Decided() | Banked():  # who still thinks is seen at the table; the bank has a line of its own
            return ""


def called(t: Language, callers: Sequence[str]) -> str:
    others = [name for name in callers if not isinstance(name, You)]
    said = [t.say("You call Exchange!")] if len(others) < len(callers) else []
    if others:
        said.append(t.say("“Exchange!” from %(names)s.", names=t.join(others)))
    return " ".join(said)


DECIDES = {
    "call": ("5.1", "5.3", "5.4", "5.5"),
    "jostle": ("6.1", "6.4"),
    "pick": ("6.3", "6.4"),
    "empty": ("4.4",),
}
DECIDED_BY: dict[type, tuple[str, ...]] = {
    Exchanged: ("5.4", "5.5"),
    Walked: ("3.3",),
    Jostled: ("6.4",),
    Menhir: ("7.2",),
    Bard: ("7.4",),
    Cohort: ("7.6",),
    Banked: ("4.1", "4.2"),
    Camp: ("4.3",),
    Over: ("9.1", "10.1", "10.2", "10.3"),
}


def marks(told: Sequence[Told]) -> list[Told]:
    """Where something comes home to the village."""
    return [e for e in told if isinstance(e, Banked)]


def occasion(t: Language, edition: Edition, seen: Seen) -> str:
    """Which turn it was."""
    return turn(t, seen)


def turn(t: Language, seen: Seen) -> str:
    """Which turn it is: one more than dice were thrown, until this one is."""
    return t.say("Turn %(n)s", n=seen.turns + (seen.phase == "roll"))


def rules_now(seen: Seen) -> tuple[str, ...]:
    return DECIDES.get(seen.phase, ("3.2", "3.3", "4.1", "8.1"))


def rules_of(told: Sequence[Told]) -> tuple[str, ...]:
    """The rules that decided what happened."""
    return tuple(dict.fromkeys(number for e in told for number in DECIDED_BY.get(type(e), ())))
