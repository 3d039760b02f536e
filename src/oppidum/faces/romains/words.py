"""What is said in `romains`: cards, choices, and what happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from oppidum.games.romains.hands import faces
from oppidum.games.romains.state import SEATS, Action, Die, Kind, Phase
from oppidum.kernel.bits import members
from oppidum.kernel.editions import Edition
from oppidum.kernel.events import Event
from oppidum.kernel.game import Game
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


def choice(t: Language, name: str, choice: str) -> str:
    return {
        "draw": t.say("all decide in secret, a fair draw among the callers"),
        "arrival": t.say("the first call to arrive counts"),
    }.get(choice, choice)


# ---------------------------------------------------------------- cards and pawns


def card(t: Language, edition: Edition, face: int) -> str:
    """A card as it is named in a sentence."""
    kind, points = ("helmets", face + 1) if face < 3 else ("penalty", face - 2)
    for entry in edition.data["card"]:
        if entry["kind"] == kind and entry["points"] == points:
            sign = "+" if kind == "helmets" else "−"
            return t.say("%(card)s (%(points)s)", card=t.name(entry["name"]), points=f"{sign}{points}")
    return t.say("a hidden card")


def cards(t: Language, edition: Edition, hand: int) -> str:
    """A set of cards in a sentence."""
    return t.join([card(t, edition, face) for face in faces(hand)])


def pawn(t: Language, edition: Edition, seat: int) -> str:
    return t.name(edition.data["pawn"][seat]["name"])


# ---------------------------------------------------------------- choices


def action(
    t: Language, game: Game, edition: Edition, s: Any, seat: int, action: int, names: Sequence[str]
) -> str:
    if Action.PICK <= action < Action.PICK + SEATS:
        return t.say("Jostle %(name)s", name=names[action - Action.PICK])
    match Action(action):
        case Action.WHITE:
            return t.say("Throw the white die, slow and safe")
        case Action.BLACK:
            return t.say("Throw the black die, fast and risky")
        case Action.PASS:
            return t.say("Let it be")
        case Action.EXCHANGE:
            return t.say("Exchange!")
        case Action.JOSTLE:
            return t.say("Jostle!")
        case Action.RETURN:
            return t.say("Back to the camp for new cards")
        case _:
            return t.say("Walk on without cards")


def question(t: Language, game: Game, edition: Edition, s: Any, seat: int) -> str:
    match Phase(s.phase):
        case Phase.CALL:
            return t.say("Do you call Exchange! and take over that hand?")
        case Phase.JOSTLE:
            return t.say("Two on one space: do you jostle?")
        case Phase.PICK:
            return t.say("It is crowded here: whom do you jostle?")
        case Phase.EMPTY:
            return t.say("Your last card is gone: back to the camp, or walk on?")
        case _:
            return t.say("Which die do you throw?")


# ---------------------------------------------------------------- what happened


def lines(
    t: Language, game: Game, edition: Edition, s: Any, told: Sequence[Event], names: Sequence[str]
) -> list[str]:
    said: list[str] = []
    banked = [event for event in told if event.kind == Kind.BANK]
    for event in told:
        if event.kind == Kind.BANK:
            if event is banked[0]:
                hand = sum(e.c << (5 * e.b) for e in banked)
                text = t.say("%(name)s banks: %(cards)s.", name=names[event.a], cards=cards(t, edition, hand))
                said.append(text)
        elif text := sentence(t, edition, s, event, names):
            said.append(text)
    return said


def sentence(t: Language, edition: Edition, s: Any, e: Event, names: Sequence[str]) -> str:
    name = names[e.a] if e.kind not in (Kind.CALLS, Kind.OVER) else ""
    match Kind(e.kind):
        case Kind.DEAL:
            return t.say("The cards are dealt; %(name)s begins.", name=name)
        case Kind.ROLL if e.b == Die.WHITE:
            return t.say("%(name)s throws the white die: %(pips)s.", name=name, pips=e.c)
        case Kind.ROLL:
            return t.say("%(name)s throws the black die: %(pips)s.", name=name, pips=e.c)
        case Kind.DECIDED:  # who still thinks is seen at the table
            return ""
        case Kind.CALLS:
            return called(t, [names[seat] for seat in members(e.a)])
        case Kind.EXCHANGE:
            return t.say("%(name)s and %(other)s exchange all their cards.", name=name, other=names[e.b])
        case Kind.MOVE if e.c == s.village:
            return t.say("%(name)s reaches the village.", name=name)
        case Kind.MOVE:
            return t.say("%(name)s walks to space %(space)s.", name=name, space=e.c)
        case Kind.JOSTLE:
            return t.say("%(name)s and %(other)s jostle.", name=name, other=names[e.b])
        case Kind.TOOK:
            return t.say(
                "%(name)s draws from %(other)s: %(card)s.",
                name=name,
                other=names[e.b],
                card=card(t, edition, e.c),
            )
        case Kind.MENHIR:
            return t.say(
                "%(name)s stumbles over a menhir and loses %(card)s.", name=name, card=card(t, edition, e.b)
            )
        case Kind.BARD if e.c == 0:
            return t.say("The bard sings: %(name)s flees to the camp.", name=name)
        case Kind.BARD:
            return t.say("The bard sings: %(name)s goes back to space %(space)s.", name=name, space=e.c)
        case Kind.COHORT:
            return t.say("%(name)s beats a small cohort and draws a card.", name=name)
        case Kind.CAMP:
            return t.many(
                "%(name)s sets out from the camp with %(n)s new card.",
                "%(name)s sets out from the camp with %(n)s new cards.",
                e.b,
                name=name,
            )
        case Kind.DREW:
            return t.say("%(name)s draws %(card)s.", name=name, card=card(t, edition, e.b))
        case Kind.OVER:
            return t.say("The pile is empty: the game is over.")
        case _:
            return ""


def called(t: Language, callers: Sequence[str]) -> str:
    others = [name for name in callers if not isinstance(name, You)]
    said = [t.say("You call Exchange!")] if len(others) < len(callers) else []
    if others:
        said.append(t.say("Exchange! is called by %(names)s.", names=t.join(others)))
    return " ".join(said)


def rules_now(s: Any, seat: int) -> tuple[str, ...]:
    return {
        Phase.CALL: ("5.1", "5.3", "5.4", "5.5"),
        Phase.JOSTLE: ("6.1", "6.4"),
        Phase.PICK: ("6.3", "6.4"),
        Phase.EMPTY: ("4.4",),
    }.get(Phase(s.phase), ("3.2", "3.3", "4.1", "8.1"))


DECIDED_BY: dict[int, tuple[str, ...]] = {
    Kind.EXCHANGE: ("5.4", "5.5"),
    Kind.MOVE: ("3.3",),
    Kind.JOSTLE: ("6.4",),
    Kind.MENHIR: ("7.2",),
    Kind.BARD: ("7.4",),
    Kind.COHORT: ("7.6",),
    Kind.BANK: ("4.1", "4.2"),
    Kind.CAMP: ("4.3",),
    Kind.OVER: ("9.1", "10.1", "10.2", "10.3"),
}


def rules_of(told: Sequence[Event]) -> tuple[str, ...]:
    """The rules that decided what happened."""
    return tuple(dict.fromkeys(number for event in told for number in DECIDED_BY.get(event.kind, ())))
