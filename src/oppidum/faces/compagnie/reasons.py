"""What is certain about a choice of `compagnie`: as the reading has foreseen it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from oppidum.faces.compagnie.words import album
from oppidum.faces.reasons import Reason
from oppidum.games.compagnie.seen import Choice, Seen
from oppidum.kernel.editions import Edition
from oppidum.words.language import Language


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
