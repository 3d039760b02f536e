"""What is certain about a choice of `romains`: where a die can lead, what a hand is worth, how far it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from oppidum.faces.reasons import Reason
from oppidum.faces.romains.words import signed
from oppidum.games.romains.seen import (
    HAND,
    POINTS,
    Choice,
    Event,
    Exchange,
    Jostle,
    Pass,
    Return,
    Seen,
    Throw,
    WalkOn,
)
from oppidum.kernel.editions import Edition
from oppidum.words.language import Language


def reasons(
    t: Language, edition: Edition, seen: Seen, seat: int, choice: Choice, names: Sequence[str]
) -> list[Reason]:
    match choice:
        case Throw():
            return list(of_a_throw(t, seen, seat, choice))
        case Exchange() | Pass() if seen.phase == "call":
            return [*of_a_hand(t, seen, seat, choice), *of_an_exchange(t, seen, seat, choice)]
        case Exchange() | Jostle() | Pass():
            return list(of_a_hand(t, seen, seat, choice))
        case Return() | WalkOn():
            return list(of_empty_hands(t, seen, seat, choice))


def ends(seen: Seen, seat: int, die: Throw) -> list[int]:
    """Where the pawn stops, for each of the six faces."""
    return [min(seen.players[seat].at + pips, seen.village) for pips in die.faces]


def hits(seen: Seen, seat: int, die: Throw, event: Event) -> int:
    return sum(seen.events.get(space) == event for space in ends(seen, seat, die))


def of_a_throw(t: Language, seen: Seen, seat: int, die: Throw) -> Iterator[Reason]:
    other = next((each for each in seen.choices if isinstance(each, Throw) and each.die != die.die), None)
    home = sum(space == seen.village for space in ends(seen, seat, die))
    if home == len(die.faces):
        yield Reason("home", t.say("Whatever you throw, you reach the village, and your cards are safe."))
    elif home and (other is None or home > sum(space == seen.village for space in ends(seen, seat, other))):
        text = t.many(
            "%(n)s of its six faces reaches the village.",
            "%(n)s of its six faces reach the village.",
            home,
        )
        yield Reason("home", text)
    if other is None:
        return
    avoided = [e for e in ("menhir", "bard") if hits(seen, seat, other, e) and not hits(seen, seat, die, e)]
    if "menhir" in avoided:
        yield Reason("no menhir", t.say("It cannot make you stumble over a menhir; the other die can."))
    if "bard" in avoided:
        yield Reason("no bard", t.say("It cannot lead you to the bard; the other die can."))
    if hits(seen, seat, die, "cohort") > hits(seen, seat, other, "cohort"):
        yield Reason("cohort", t.say("It is more likely to lead you to a cohort, and to one more card."))
    far, near = sum(die.faces) / 6, sum(other.faces) / 6
    if far > near:
        yield Reason("far", t.say("It takes you further: %(n)s spaces on average.", n=t.number(far, 1)))
    elif near > far:
        yield Reason("near", t.say("It takes smaller steps: %(n)s spaces on average.", n=t.number(far, 1)))


def of_an_exchange(t: Language, seen: Seen, seat: int, choice: Exchange | Pass) -> Iterator[Reason]:
    """Thrower and caller exchange all their cards."""
    mine, theirs = seen.players[seat], seen.players[seen.turn]
    known = sum(POINTS[face] for face in theirs.certain)
    if known > 0 if isinstance(choice, Exchange) else known < 0:
        text = t.many(
            "You know %(n)s of the cards that you would get: %(points)s.",
            "You know %(n)s of the cards that you would get: %(points)s together.",
            len(theirs.certain),
            points=signed(known),
        )
        yield Reason("known", text)
    if isinstance(choice, Exchange) and theirs.cards > mine.cards:
        yield Reason("more", t.say("You get more cards: %(n)s for %(own)s.", n=theirs.cards, own=mine.cards))
    if isinstance(choice, Pass) and theirs.cards < mine.cards:
        text = t.say("You would get fewer cards: %(n)s for %(own)s.", n=theirs.cards, own=mine.cards)
        yield Reason("fewer", text)


def of_empty_hands(t: Language, seen: Seen, seat: int, choice: Return | WalkOn) -> Iterator[Reason]:
    if isinstance(choice, Return):
        if seen.pile:
            yield Reason("draws", t.say("You hold cards again: %(n)s.", n=min(HAND, seen.pile)))
        return
    left = seen.village - seen.players[seat].at
    yield Reason(
        "nearer",
        t.many(
            "%(n)s space to the village, instead of %(all)s from the camp.",
            "%(n)s spaces to the village, instead of %(all)s from the camp.",
            left,
            all=seen.village,
        ),
    )


def of_a_hand(t: Language, seen: Seen, seat: int, choice: Choice) -> Iterator[Reason]:
    me = seen.players[seat]
    if len(me.certain) < me.cards or not me.cards:
        return  # a hand that one does not know, or none
    worth = sum(POINTS[face] for face in me.certain)
    bad = sum(POINTS[face] < 0 for face in me.certain)
    if isinstance(choice, Pass) and worth > 0:
        yield Reason("keeps", t.say("Your own hand is worth %(points)s: keep it.", points=signed(worth)))
    if isinstance(choice, Exchange) and worth <= 0:
        text = t.say("Your own hand is worth %(points)s: it can hardly get worse.", points=signed(worth))
        yield Reason("rid", text)
    if isinstance(choice, Jostle) and bad:
        yield Reason(
            "penalties",
            t.many(
                "%(n)s of your cards is a penalty that the other may draw.",
                "%(n)s of your cards are penalties that the other may draw.",
                bad,
            ),
        )
