"""What is said in `cartes`: cards, choices, and what happened."""

from __future__ import annotations

from collections.abc import Sequence

from oppidum.games.cartes.seen import (
    Bid,
    Captured,
    Card,
    Choice,
    DrawnCharacter,
    Drew,
    DrewLast,
    Escaped,
    Free,
    Gaul,
    Give,
    Given,
    Idefix,
    IdefixDiscarded,
    Keep,
    Kept,
    NobodyWins,
    Offered,
    Peeks,
    Pirates,
    Resolve,
    Revealed,
    Roman,
    Scored,
    Seen,
    Sees,
    Shuffled,
    Told,
    Won,
)
from oppidum.kernel.editions import Edition
from oppidum.words.language import Language

HARDNESS = 1


def summary(t: Language) -> str:
    return t.say(
        "Everyone secretly plays one of ten Gauls, the highest takes the Roman on offer. Collect whole sets "
        "of a rank, and duck when a pirate comes along."
    )


def option(t: Language, name: str) -> str:
    return {"hands": t.say("Hands to play"), "characters": t.say("Characters")}.get(name, name)


def option_choice(t: Language, name: str, choice: str) -> str:
    if name == "hands":
        return t.many("%(n)s hand", "%(n)s hands", int(choice))
    return {"seats": t.say("in the order of the seats"), "drawn": t.say("by a fair draw")}.get(choice, choice)


# ---------------------------------------------------------------- cards


def named(t: Language, edition: Edition, table: str, key: str, wanted: str) -> str:
    """The name of an entry of the edition."""
    return next(t.name(entry["name"]) for entry in edition.data[table] if entry[key] == wanted)


def rank(t: Language, edition: Edition, name: str) -> str:
    return named(t, edition, "roman", "id", name)


def pirates(t: Language, edition: Edition, frees: str) -> str:
    return named(t, edition, "pirate", "frees", frees)


def character(t: Language, edition: Edition, name: str) -> str:
    return named(t, edition, "gaul", "id", name)


def card(t: Language, edition: Edition, shown: Card | None) -> str:
    """A card of the Roman deck, as it is named in a sentence."""
    match shown:
        case Roman(rank=name, value=value):
            return t.say("%(rank)s (%(value)s)", rank=rank(t, edition, name), value=value)
        case Pirates(frees=frees):
            return t.say("the pirates “%(whom)s”", whom=pirates(t, edition, frees))
        case None:
            return t.say("a hidden card")


def idefix(t: Language, edition: Edition) -> str:
    return t.name(edition.data["idefix"]["name"])


def gaul(t: Language, edition: Edition, played: Gaul) -> str:
    return idefix(t, edition) if played == "idefix" else str(played)


# ---------------------------------------------------------------- choices


def action(t: Language, edition: Edition, choice: Choice, names: Sequence[str]) -> str:
    match choice:
        case Bid(value=value):
            return t.say("Play %(card)s", card=value)
        case Idefix():
            return t.say("Play %(card)s", card=idefix(t, edition))
        case Keep():
            return t.say("Keep it")
        case Give(to=to):
            return t.say("Give it to %(name)s", name=names[to])
        case Resolve(frees=frees):
            return t.say("First the pirates “%(whom)s”", whom=pirates(t, edition, frees))
        case Free(roman=roman):
            return t.say("Let %(card)s escape", card=card(t, edition, roman))


def question(t: Language, edition: Edition, seen: Seen) -> str:
    if seen.phase == "peek":
        return t.say("Keep the card that your dog has found, or give it away?")
    if seen.phase == "escapes":
        if any(isinstance(choice, Free) for choice in seen.choices):
            return t.say("Your pirates are restless: which one acts first, or which Roman escapes?")
        return t.say("Your pirates are restless: which one acts first?")
    if isinstance(seen.offer, Pirates):
        return t.say("Pirates! The highest takes them, the others lose their card. What do you play?")
    return t.say("Which card do you play?")


# ---------------------------------------------------------------- what happened


def lines(t: Language, edition: Edition, told: Sequence[Told], names: Sequence[str]) -> list[str]:
    bids = [
        t.say("%(name)s (%(card)s)", name=names[e.seat], card=gaul(t, edition, e.gaul))
        for e in told
        if isinstance(e, Revealed)
    ]
    revealed = [t.say("Revealed: %(bids)s.", bids=", ".join(bids))] if bids else []
    said: list[str] = []
    for e in told:
        if not isinstance(e, Revealed | Drew):
            said.append(sentence(t, edition, e, names))
        if isinstance(e, DrewLast) and e.cards:
            said.append(drawn(t, edition, told, names))
    return revealed + said


def drawn(t: Language, edition: Edition, told: Sequence[Told], names: Sequence[str]) -> str:
    """What the last player in has drawn, all in one line."""
    found = [e for e in told if isinstance(e, Drew)]
    cards = ", ".join(card(t, edition, e.card) for e in found)
    return t.say("%(name)s draws: %(cards)s.", name=names[found[0].seat], cards=cards)


def sentence(t: Language, edition: Edition, e: Told, names: Sequence[str]) -> str:
    match e:
        case Shuffled():
            return t.say("Hand %(number)s begins; the deck is shuffled.", number=e.hand)
        case DrawnCharacter():
            played = character(t, edition, e.character)
            return t.say("%(name)s plays %(character)s.", name=names[e.seat], character=played)
        case Offered():
            return t.say("On offer: %(card)s.", card=card(t, edition, e.card))
        case Captured(card=Pirates()):
            return t.say("%(name)s has to take %(card)s.", name=names[e.seat], card=card(t, edition, e.card))
        case Captured():
            return t.say("%(name)s captures: %(card)s.", name=names[e.seat], card=card(t, edition, e.card))
        case NobodyWins(tie=True):
            return t.say("A full tie: nobody takes %(card)s.", card=card(t, edition, e.card))
        case NobodyWins():
            return t.say("Only dogs: nobody takes %(card)s.", card=card(t, edition, e.card))
        case Peeks():
            dog = idefix(t, edition)
            return t.say("%(dog)s sniffs at the next card for %(name)s.", dog=dog, name=names[e.seat])
        case Sees():
            seen = card(t, edition, e.card)  # after the game by everybody
            return t.say("Only %(name)s sees it: %(card)s.", name=names[e.seat], card=seen)
        case Kept():
            return t.say("%(name)s keeps: %(card)s.", name=names[e.seat], card=card(t, edition, e.card))
        case Given():
            return t.say(
                "%(name)s gives to %(taker)s: %(card)s.",
                name=names[e.seat],
                taker=names[e.to],
                card=card(t, edition, e.card),
            )
        case IdefixDiscarded():
            return t.say("%(dog)s of %(name)s leaves the hand.", dog=idefix(t, edition), name=names[e.seat])
        case DrewLast():
            return t.many(
                "%(name)s is the last one in and takes %(n)s more card.",
                "%(name)s is the last one in and takes %(n)s more cards.",
                e.cards,
                name=names[e.seat],
            )
        case Escaped():
            freed = card(t, edition, e.roman)
            return t.say("Pirates free from %(name)s: %(card)s.", name=names[e.seat], card=freed)
        case Scored():
            points = [
                t.say("%(name)s (%(points)s)", name=name, points=points)
                for name, points in zip(names, e.points, strict=True)
            ]
            return t.say("Hand %(number)s is scored: %(points)s.", number=e.hand, points=", ".join(points))
        case Won():
            return t.say("%(name)s wins.", name=names[e.seat])
        case Revealed() | Drew():  # all in one line
            return ""


def marks(told: Sequence[Told]) -> list[Told]:
    """Where a hand begins."""
    return [e for e in told if isinstance(e, Shuffled)]


def occasion(t: Language, edition: Edition, seen: Seen) -> str:
    """Which hand, and the card that was bid for."""
    if seen.offer is None:
        return t.say("Hand %(n)s", n=seen.hand)
    return t.say("Hand %(n)s, %(card)s", n=seen.hand, card=card(t, edition, seen.offer))


def rules_now(seen: Seen) -> tuple[str, ...]:
    if seen.phase == "peek":
        return ("5.3", "5.4", "5.12")
    if seen.phase == "escapes":
        return ("7.1", "7.7")
    if isinstance(seen.offer, Pirates):
        return ("4.2", "4.3", "5.7")
    return ("3.2", "3.3", "3.5", "3.6", "5.2")


def rules_of(told: Sequence[Told]) -> tuple[str, ...]:
    """The rules that decided what happened."""
    played = [e.gaul for e in told if isinstance(e, Revealed)]
    gauls = [value for value in played if value != "idefix"]
    tied = gauls.count(max(gauls, default=0)) > 1
    found: list[str] = []
    for e in told:
        match e:
            case Captured(card=taken) if played:
                found += ["3.3", *(["3.5"] if tied else []), "4.3" if isinstance(taken, Pirates) else "3.4"]
            case NobodyWins(tie=False):
                found.append("5.10")
            case NobodyWins(card=lost):
                found += ["3.9", "4.5"] if isinstance(lost, Pirates) else ["3.9"]
            case Peeks():
                found += ["5.2", "5.8"]
            case Kept(card=kept) | Given(card=kept):
                found.append("5.4" if isinstance(kept, Pirates) else "5.3")
            case DrewLast():
                found += ["6.2", "6.5"]
            case Escaped():
                found.append("7.1")
            case Scored():
                found += ["7.2", "7.3"]
            case Won():
                found.append("7.5")
            case _:
                pass
    if len(played) - len(gauls) > 1 and gauls:
        found.append("5.5")
    return tuple(dict.fromkeys(found))
