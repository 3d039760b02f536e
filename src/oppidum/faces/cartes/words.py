"""What is said in `cartes`: cards, choices, and what happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from oppidum.games.cartes import state
from oppidum.games.cartes.state import BID, FREE, GIVE, IDEFIX, KEEP, RANKS, RESOLVE, Frees, Kind, Phase
from oppidum.kernel.editions import Edition
from oppidum.kernel.events import Event
from oppidum.kernel.game import Game
from oppidum.words.language import Language

HARDNESS = 1


def summary(t: Language) -> str:
    return t.say(
        "Everyone secretly plays one of ten Gauls, the highest takes the Roman on offer. Collect whole sets "
        "of a rank, and duck when a pirate comes along."
    )


def option(t: Language, name: str) -> str:
    return {"hands": t.say("Hands to play"), "characters": t.say("Characters")}.get(name, name)


def choice(t: Language, name: str, choice: str) -> str:
    if name == "hands":
        return t.many("%(n)s hand", "%(n)s hands", int(choice))
    return {"seats": t.say("in the order of the seats"), "drawn": t.say("by a fair draw")}.get(choice, choice)


# ---------------------------------------------------------------- cards


def roman(t: Language, edition: Edition, rank: int) -> str:
    return t.name(edition.data["roman"][rank]["name"])


def pirate(t: Language, edition: Edition, number: int) -> str:
    return t.name(edition.data["pirate"][number]["name"])


def card(t: Language, edition: Edition, kind: int) -> str:
    """A card of the Roman deck, as it is named in a sentence."""
    if kind < 0:
        return t.say("a hidden card")
    if kind < RANKS:
        entry = edition.data["roman"][kind]
        return t.say("%(rank)s (%(value)s)", rank=t.name(entry["name"]), value=entry["value"])
    return t.say("the pirates “%(whom)s”", whom=pirate(t, edition, kind - RANKS))


def character(t: Language, edition: Edition, number: int) -> str:
    return t.name(edition.data["gaul"][number]["name"])


def idefix(t: Language, edition: Edition) -> str:
    return t.name(edition.data["idefix"]["name"])


def bid(t: Language, edition: Edition, choice: int) -> str:
    return idefix(t, edition) if choice == IDEFIX else str(choice + 1)


# ---------------------------------------------------------------- choices


def action(
    t: Language, game: Game, edition: Edition, s: Any, seat: int, action: int, names: Sequence[str]
) -> str:
    if action <= IDEFIX:
        return t.say("Play %(card)s", card=bid(t, edition, action - BID))
    if action == KEEP:
        return t.say("Keep it")
    if action < RESOLVE:
        return t.say("Give it to %(name)s", name=names[action - GIVE])
    if action < FREE:
        return t.say("First the pirates “%(whom)s”", whom=pirate(t, edition, action - RESOLVE))
    return t.say("Let %(card)s escape", card=card(t, edition, action - FREE))


def question(t: Language, game: Game, edition: Edition, s: Any, seat: int) -> str:
    if s.phase == Phase.PEEK:
        return t.say("Keep the card that your dog has found, or give it away?")
    if s.phase == Phase.ESCAPES:
        if any(s.holder[p] == seat and s.frees[p] == Frees.ANY for p in range(state.PIRATES)):
            return t.say("Your pirates are restless: which one acts first, or which Roman escapes?")
        return t.say("Your pirates are restless: which one acts first?")
    if s.deck[s.offered] >= RANKS:
        return t.say(
            "Pirates! The highest Gaul must take them, all the others are lost. Which card do you play?"
        )
    return t.say("Which card do you play?")


# ---------------------------------------------------------------- what happened


def lines(
    t: Language, game: Game, edition: Edition, s: Any, told: Sequence[Event], names: Sequence[str]
) -> list[str]:
    said: list[str] = []
    revealed = [e for e in told if e.kind == Kind.REVEALED]
    if revealed:
        bids = [t.say("%(name)s (%(card)s)", name=names[e.a], card=bid(t, edition, e.b)) for e in revealed]
        said.append(t.say("Revealed: %(bids)s.", bids=", ".join(bids)))
    for event in told:
        if event.kind == Kind.SCORED:
            said.append(scored_line(t, s, event.a, names))
        else:
            said.extend(sentence(t, edition, event, names))
    return said


def scored_line(t: Language, s: Any, hand: int, names: Sequence[str]) -> str:
    points = [
        t.say("%(name)s (%(points)s)", name=name, points=s.sheet[hand, i]) for i, name in enumerate(names)
    ]
    return t.say("Hand %(number)s is scored: %(points)s.", number=hand + 1, points=", ".join(points))


def sentence(t: Language, edition: Edition, e: Event, names: Sequence[str]) -> list[str]:
    match Kind(e.kind):
        case Kind.SHUFFLED:
            text = t.say("Hand %(number)s begins; the deck is shuffled.", number=e.a + 1)
        case Kind.DRAWN_CHARACTER:
            text = t.say(
                "%(name)s plays %(character)s.", name=names[e.a], character=character(t, edition, e.b)
            )
        case Kind.OFFERED:
            text = t.say("On offer: %(card)s.", card=card(t, edition, e.a))
        case Kind.CAPTURED if e.b >= RANKS:
            text = t.say("%(name)s has to take %(card)s.", name=names[e.a], card=card(t, edition, e.b))
        case Kind.CAPTURED:
            text = t.say("%(name)s captures: %(card)s.", name=names[e.a], card=card(t, edition, e.b))
        case Kind.NOBODY_WINS if e.b:
            text = t.say("A full tie: nobody takes %(card)s.", card=card(t, edition, e.a))
        case Kind.NOBODY_WINS:
            text = t.say("Only dogs: nobody takes %(card)s.", card=card(t, edition, e.a))
        case Kind.PEEKS:
            text = t.say(
                "%(dog)s sniffs at the next card for %(name)s.", dog=idefix(t, edition), name=names[e.a]
            )
        case Kind.SEES:
            text = t.say("Only you see it: %(card)s.", card=card(t, edition, e.b))
        case Kind.KEPT:
            text = t.say("%(name)s keeps: %(card)s.", name=names[e.a], card=card(t, edition, e.b))
        case Kind.GIVEN:
            text = t.say(
                "%(name)s gives to %(taker)s: %(card)s.",
                name=names[e.a],
                taker=names[e.b],
                card=card(t, edition, e.c),
            )
        case Kind.IDEFIX_DISCARDED:
            text = t.say("%(dog)s of %(name)s leaves the hand.", dog=idefix(t, edition), name=names[e.a])
        case Kind.DREW_LAST:
            text = t.many(
                "%(name)s is the last one in and takes %(n)s more card.",
                "%(name)s is the last one in and takes %(n)s more cards.",
                e.b,
                name=names[e.a],
            )
        case Kind.ESCAPED:
            text = t.say("Pirates free from %(name)s: %(card)s.", name=names[e.a], card=card(t, edition, e.c))
        case Kind.WON:
            text = t.say("%(name)s wins.", name=names[e.a])
        case _:  # REVEALED and SCORED have lines of their own
            return []
    return [text]


def rules_now(s: Any, seat: int) -> tuple[str, ...]:
    if s.phase == Phase.PEEK:
        return ("5.3", "5.4", "5.12")
    if s.phase == Phase.ESCAPES:
        return ("7.1", "7.7")
    if s.deck[s.offered] >= RANKS:
        return ("4.2", "4.3", "5.7")
    return ("3.2", "3.3", "3.5", "3.6", "5.2")


def rules_of(told: Sequence[Event]) -> tuple[str, ...]:
    """The rules that decided what happened."""
    found: list[str] = []
    bids = [e.b for e in told if e.kind == Kind.REVEALED]
    gauls = [bid for bid in bids if bid != IDEFIX]
    for event in told:
        match event.kind:
            case Kind.CAPTURED if bids:
                tied = gauls.count(max(gauls, default=-1)) > 1
                found += ["3.3", *(["3.5"] if tied else []), "4.3" if event.b >= RANKS else "3.4"]
            case Kind.NOBODY_WINS:
                found += ["5.10"] if not event.b else ["3.9", "4.5"] if event.a >= RANKS else ["3.9"]
            case Kind.PEEKS:
                found += ["5.2", "5.8"]
            case Kind.KEPT:
                found.append("5.4" if event.b >= RANKS else "5.3")
            case Kind.GIVEN:
                found.append("5.4" if event.c >= RANKS else "5.3")
            case Kind.DREW_LAST:
                found += ["6.2", "6.5"]
            case Kind.ESCAPED:
                found.append("7.1")
            case Kind.SCORED:
                found += ["7.2", "7.3"]
            case Kind.WON:
                found.append("7.5")
            case _:
                pass
    if len(bids) - len(gauls) > 1 and gauls:
        found.append("5.5")
    return tuple(dict.fromkeys(found))
