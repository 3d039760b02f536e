"""The player aid of `boars`."""

from __future__ import annotations

from oppidum.faces.aids import Entry, Section, lines
from oppidum.kernel.editions import Edition
from oppidum.words.language import Language
from oppidum_boars.face import words
from oppidum_boars.game import about
from oppidum_boars.game.seen import POINTS


def sections(t: Language, edition: Edition) -> list[Section]:
    rounds = next(option.default for option in about.options if option.name == "rounds")
    return [
        Section(
            t.say("A round"),
            lines(
                t.say("Each hunter finds a boar, and shows it to nobody."),
                t.say("Both decide in secret: chase it, or wait for it."),
                t.say("Both say at once what they have decided."),
                t.say("If it is the same, both boars are shown, and the bigger one scores."),
            ),
            ordered=True,
        ),
        Section(
            t.say("Points"),
            tuple(Entry(words.way(t, way), "", str(points)) for way, points in POINTS.items()),
        ),
        Section(
            t.say("The herd"),
            tuple(
                Entry(t.name(boar["name"]), "boars-boar", str(size))
                for size, boar in enumerate(edition.data["boar"], 1)
            ),
            dense=True,
        ),
        Section(
            t.say("The end"),
            lines(
                t.many(
                    "After %(n)s round the most points win.",
                    "After %(n)s rounds the most points win.",
                    int(rounds),
                ),
                t.say("Equal points share the victory."),
            ),
        ),
    ]
