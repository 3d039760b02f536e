"""What is certain about a choice of `compagnie`: as the reading has foreseen it, and as the hand is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from oppidum.faces.compagnie.words import album, entry
from oppidum.faces.reasons import Reason
from oppidum.games.compagnie.seen import HAND, Choice, FaceCamp, Reinforce, Seen, UseBonus
from oppidum.kernel.editions import Edition
from oppidum.words.language import Language

CAMPS = ("gaul", "roman")


def reasons(
    t: Language, edition: Edition, seen: Seen, seat: int, choice: Choice, names: Sequence[str]
) -> list[Reason]:
    return list(found(t, edition, seen, seat, choice, names))


def found(
    t: Language, edition: Edition, seen: Seen, seat: int, choice: Choice, names: Sequence[str]
) -> Iterator[Reason]:
    would = choice.would
    if would.victor == seat:
        yield Reason("victory", t.say("It wins the game."))
    places = {each.place: each for each in seen.albums}
    for won in would.wins:
        if won.seat == seat and won.place in places:
            at = places[won.place]
            told = {"album": album(t, edition, at.album), "n": at.worth}
            yield Reason(
                "album",
                t.many(
                    "It wins this album now: %(album)s, %(n)s sesterce.",
                    "It wins this album now: %(album)s, %(n)s sesterces.",
                    at.worth,
                    album=told["album"],
                ),
            )
    for change in would.totals:
        at = places.get(change.place)
        if at is None:
            continue
        owner = (at.gaul if change.camp == "gaul" else at.roman).seat
        told = {"album": album(t, edition, at.album), "now": change.now, "then": change.then}
        if owner == seat and change.then > change.now:
            text = t.say("It brings you to %(then)s of %(goal)s: %(album)s.", goal=at.goal, **told)
            yield Reason("stronger", text)
        elif owner != seat and change.then < change.now:
            told["name"] = names[owner]
            text = t.say("It weakens %(name)s from %(now)s to %(then)s: %(album)s.", **told)
            yield Reason("weaker", text)
    match choice:
        case Reinforce() | UseBonus():
            yield from of_a_draw(t, seen, seat, choice)
        case FaceCamp():
            yield from of_a_camp(t, edition, seen, seat, choice)
        case _:
            pass


def of_a_draw(t: Language, seen: Seen, seat: int, choice: Reinforce | UseBonus) -> Iterator[Reason]:
    """Cards that are drawn before anything is discarded."""
    new = HAND - len(seen.players[seat].hand) if isinstance(choice, Reinforce) else 1
    if 0 < new <= seen.pile.cards:
        text = t.many("You draw %(n)s new card.", "You draw %(n)s new cards.", new)
        yield Reason("draws", text)


def of_a_camp(t: Language, edition: Edition, seen: Seen, seat: int, choice: FaceCamp) -> Iterator[Reason]:
    """How much of one's hand may stand on either side."""
    known = [held.character for held in seen.players[seat].hand if held.character]
    colours = [entry(edition, "character", name)["colour"] for name in known]
    fitting = {camp: sum(colour in (camp, "neutral") for colour in colours) for camp in CAMPS}
    here, there = fitting.pop(choice.camp), next(iter(fitting.values()))
    if here > there:
        text = t.say("More of your cards fit there: %(n)s instead of %(other)s.", n=here, other=there)
        yield Reason("fits", text)
