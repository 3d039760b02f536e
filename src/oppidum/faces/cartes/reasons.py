"""What is certain about a choice of `cartes`: hands are known to everybody, only the bids are secret."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from oppidum.faces.cartes.words import card, gaul, idefix, rank
from oppidum.faces.reasons import Reason
from oppidum.games.cartes.seen import Bid, Choice, Free, Give, Idefix, Keep, Pirates, Player, Roman, Seen
from oppidum.kernel.editions import Edition
from oppidum.words.language import Language

FEW = 3  # cards that one can still count


def reasons(
    t: Language, edition: Edition, seen: Seen, seat: int, choice: Choice, names: Sequence[str]
) -> list[Reason]:
    match choice:
        case Bid():
            return list(of_a_bid(t, edition, seen, seat, choice))
        case Idefix():
            return list(of_the_dog(t, edition, seen, seat))
        case Keep() | Give():
            return list(of_a_peek(t, edition, seen, choice, names))
        case Free():
            return list(of_an_escape(t, edition, seen, choice))
        case _:
            return []


def others(seen: Seen, seat: int) -> list[Player]:
    """Who bids besides this seat."""
    return [p for p in seen.players if p.seat != seat and (p.gauls or p.idefix)]


def beats(player: Player, value: int, bid: Bid) -> bool:
    """Would that Gaul of somebody's be higher than the bid?"""
    return value > bid.value or (value == bid.value and player.bottles[value - 1] > bid.bottles)


def equals(player: Player, value: int, bid: Bid) -> bool:
    return value == bid.value and player.bottles[value - 1] == bid.bottles


def stoppers(seen: Seen, seat: int, bid: Bid) -> int:
    """Cards of the others that are higher, or that nobody would win against."""
    return sum(beats(p, value, bid) or equals(p, value, bid) for p in others(seen, seat) for value in p.gauls)


def is_sure(seen: Seen, seat: int, bid: Bid) -> bool:
    """Nobody can beat it, nor draw level with it."""
    return stoppers(seen, seat, bid) == 0


def is_beaten(seen: Seen, seat: int, bid: Bid) -> bool:
    """Somebody has nothing but higher cards: whatever they play, this one is not the highest."""
    return any(
        p.gauls and not p.idefix and all(beats(p, value, bid) for value in p.gauls)
        for p in others(seen, seat)
    )


def of_a_bid(t: Language, edition: Edition, seen: Seen, seat: int, bid: Bid) -> Iterator[Reason]:
    offer, value = seen.offer, gaul(t, edition, bid.value)
    sure, beaten = is_sure(seen, seat, bid), is_beaten(seen, seat, bid)
    if isinstance(offer, Pirates):
        if beaten:
            text = t.say("It ducks the pirates: %(value)s cannot be the highest card.", value=value)
            yield Reason("ducks", text)
        if sure:
            yield Reason(
                "takes pirates",
                t.say(
                    "The pirates come to you, but everybody else loses the Gaul they play, and yours returns."
                ),
            )
        if bid.value == min(seen.players[seat].gauls) and not sure:
            yield Reason("lowest", t.say("It is your lowest card: if it is lost, you lose the least."))
        return
    if sure:
        yield Reason("sure", t.say("Nobody can beat %(value)s any more: the card is yours.", value=value))
    if beaten:
        text = t.say("%(value)s cannot win here, so it comes back to your hand.", value=value)
        yield Reason("returns", text)
    taken = seen.players[seat].taken
    mine = next((x for x in taken if isinstance(offer, Roman) and x.rank == offer.rank), None)
    if mine and not beaten:
        found = {"card": rank(t, edition, mine.rank), "n": mine.n + 1, "copies": mine.copies}
        if mine.n + 1 == mine.copies:
            text = t.say("With this card your set is complete: %(card)s, %(copies)s of %(copies)s.", **found)
        else:
            text = t.say("It would be number %(n)s of your set: %(card)s.", **found)
        yield Reason("set", text)
    if beaten or sure:
        return
    higher = stoppers(seen, seat, bid)
    if higher <= FEW:
        text = t.many(
            "Only %(n)s card of the others could stop it.",
            "Only %(n)s cards of the others could stop it.",
            higher,
        )
        yield Reason("few", text)
    if bid.value == min(seen.players[seat].gauls):
        yield Reason("cheap", t.say("If it wins, it costs you only your lowest card."))


def of_the_dog(t: Language, edition: Edition, seen: Seen, seat: int) -> Iterator[Reason]:
    dog = idefix(t, edition)
    if seen.left and not any(p.idefix for p in others(seen, seat)):
        yield Reason("looks", t.say("Nobody else has %(dog)s left: you will see the next card.", dog=dog))
    yield Reason("spares", t.say("All your Gauls stay in your hand."))


def of_a_peek(
    t: Language, edition: Edition, seen: Seen, choice: Keep | Give, names: Sequence[str]
) -> Iterator[Reason]:
    found = seen.peek.card if seen.peek else None
    if found is None:
        return
    shown, dog = card(t, edition, found), idefix(t, edition)
    if isinstance(choice, Keep):
        yield Reason("keeps", t.say("You get: %(card)s.", card=shown))
    else:
        yield Reason("gives", t.say("For %(name)s: %(card)s.", name=names[choice.to], card=shown))
    if isinstance(choice, Keep) == isinstance(found, Pirates):
        yield Reason("dog returns", t.say("%(dog)s returns to your hand.", dog=dog))


def of_an_escape(t: Language, edition: Edition, seen: Seen, choice: Free) -> Iterator[Reason]:
    romans = [each.roman.value for each in seen.choices if isinstance(each, Free)]
    if len(set(romans)) > 1 and choice.roman.value == min(romans):
        yield Reason("least", t.say("Nobody of lower rank could be freed."))
