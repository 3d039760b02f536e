"""The player aid of `cartes`."""

from __future__ import annotations

from oppidum.faces.aids import Entry, Section, lines
from oppidum.games.cartes import about
from oppidum.kernel.editions import Edition
from oppidum.words.language import Language


def sections(t: Language, edition: Edition) -> list[Section]:
    data = edition.data
    dog = t.name(data["idefix"]["name"])
    romans = sum(roman["copies"] for roman in data["roman"])
    pirates = len(data["pirate"])
    hands = next(option.default for option in about.options if option.name == "hands")
    return [
        Section(
            t.say("Set-up"),
            lines(
                t.say("Everybody takes the ten Gauls of one character, 1 to 10, and one %(dog)s.", dog=dog),
                t.say(
                    "Shuffle all %(romans)s Romans and %(pirates)s pirates into one deck, face down.",
                    romans=romans,
                    pirates=pirates,
                ),
            ),
        ),
        Section(
            t.say("A round"),
            lines(
                t.say("Turn up the top card of the deck."),
                t.say("Everybody lays a card face down; all are revealed together."),
                t.say("The highest Gaul captures the card; between equal values more bottles win."),
                t.say("The winner's Gaul is discarded; all others go back to their hands."),
                t.say("Equal in value and bottles at the top: nobody wins, the card leaves play."),
            ),
            ordered=True,
        ),
        Section(
            t.say("Pirates"),
            (
                Entry(
                    t.say(
                        "The highest Gaul must take them and returns to the hand; all other Gauls are "
                        "discarded."
                    ),
                    "p-pirate-any",
                ),
                Entry(t.say("Before the scoring each lets one of its holder's Romans escape:")),
                *(Entry(t.name(pirate["name"]), f"p-pirate-{pirate['frees']}") for pirate in data["pirate"]),
            ),
        ),
        Section(
            dog,
            (
                Entry(
                    t.say("Wins nothing; look secretly at the next card. Not against pirates."), "p-idefix"
                ),
                Entry(t.say("A Roman: keep it and discard him, or give it away and take him back.")),
                Entry(t.say("A pirate: keep it and take him back, or give it away and discard him.")),
                Entry(t.say("Two or more at once: nobody looks, all go back to their hands.")),
                Entry(t.say("As the only card in a hand he is discarded.")),
            ),
        ),
        Section(
            t.say("Points"),
            tuple(
                Entry(t.name(roman["name"]), f"p-{roman['id']}", times(roman["value"], roman["copies"]))
                for roman in reversed(data["roman"])
            ),
            dense=True,
        ),
        Section(
            t.say("Sets of one rank"),
            (
                Entry(t.say("a pair"), "", f"+{data['scoring']['pair']}"),
                Entry(t.say("three of a kind"), "", f"+{data['scoring']['three']}"),
                Entry(t.say("four of a kind"), "", f"+{data['scoring']['four']}"),
            ),
            dense=True,
        ),
        Section(
            t.say("End"),
            lines(
                t.say("The last player with cards draws one card of the deck for each, pirates included."),
                t.say("Then, or when the deck is used up, the hand is scored. Gauls in hand count nothing."),
                t.many(
                    "After %(n)s hand the most points win.",
                    "After %(n)s hands the most points win.",
                    int(hands),
                ),
            ),
        ),
    ]


def times(value: int, copies: int) -> str:
    return f"{value}" if copies == 1 else f"{value} ×{copies}"
