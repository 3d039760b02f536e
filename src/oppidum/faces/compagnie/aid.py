"""The player aid of `compagnie`."""

from __future__ import annotations

from oppidum.faces.aids import Entry, Section, lines
from oppidum.faces.compagnie.words import colour, helmet_name, rank
from oppidum.games.compagnie.seen import ALBUM_WORTH, BONUS_LIMIT, GOAL, HAND, HELMET_WORTH, VICTORY
from oppidum.kernel.editions import Edition
from oppidum.words.language import Language

COLOURS = ("gaul", "roman", "neutral")
TYPES = ("centurion", "chief", "trickster", "hero", "irreducible", "legionary", "rebel")


def sections(t: Language, edition: Edition) -> list[Section]:
    return [
        Section(
            t.say("Set-up"),
            lines(
                t.say("Everybody: %(n)s cards, one legionary's helmet, a potion, a fish and a boar.", n=HAND),
                t.say(
                    "A starting album between every two neighbours (two players: two). You face the Gaul "
                    "camp on your left and the Roman camp on your right."
                ),
            ),
        ),
        Section(
            t.say("Your turn: one of three"),
            (
                Entry(
                    t.say(
                        "Play a character in your camp at one of your two albums: Gauls with Gauls, Romans "
                        "with Romans, neutrals anywhere. Meet the constraint; use the power or leave it."
                    ),
                    "do-use-power",
                ),
                Entry(t.say("Draw a card, then use a bonus; it must have an effect."), "i-draw"),
                Entry(
                    t.say("Discard as many cards as you like, then draw up to %(n)s.", n=HAND), "do-recover"
                ),
            ),
            ordered=True,
        ),
        Section(
            t.say("Bonuses"),
            (
                Entry(
                    t.say("Potion: doubles a strength and protects; no knock-out, no call. One each."),
                    "potion",
                ),
                Entry(t.say("Fish: knock out a character without a potion, anywhere."), "fish"),
                Entry(
                    t.say(
                        "Boar: use the power of the last character placed at one of your albums, or revive "
                        "anybody without the power."
                    ),
                    "boar",
                ),
                Entry(t.say("Nobody holds more than %(n)s of a kind.", n=BONUS_LIMIT)),
            ),
        ),
        Section(
            t.say("An album is won"),
            (
                Entry(t.say("A camp reaches %(n)s: its player takes the album.", n=GOAL), "album-any"),
                Entry(
                    t.say("The winner also takes a helmet for every visible legionary and centurion on it."),
                    "helmet",
                ),
                Entry(t.say("K.O. characters return to their owners; all others are discarded."), "ko"),
                Entry(
                    t.say(
                        "The loser gains a bonus, turns up a new album, chooses which camp to face; then "
                        "its effect takes place."
                    )
                ),
                Entry(t.say("The player to the left of the winner goes on.")),
            ),
        ),
        Section(
            t.say("Sesterces"),
            (
                Entry(t.say("Album"), "album-any", f"{ALBUM_WORTH}"),
                Entry(helmet_name(t, "centurion"), "helmet-centurion", f"{HELMET_WORTH['centurion']}"),
                Entry(helmet_name(t, "legionary"), "helmet", f"{HELMET_WORTH['legionary']}"),
                Entry(t.say("Victory"), "laurel", f"{VICTORY}"),
            ),
            dense=True,
        ),
        Section(
            t.say("What powers do"),
            (
                Entry(t.say("Knock out: face down, counts no more, stays there."), "do-knock-out"),
                Entry(t.say("Revive: face up again, without its power."), "do-revive"),
                Entry(t.say("Call: joins your camp here, from any album, and is yours."), "do-call"),
                Entry(t.say("Move: to the same side of another album."), "do-move"),
                Entry(t.say("Eliminate: discarded; a potion does not help."), "do-eliminate"),
                Entry(t.say("Take back: into its owner's hand."), "do-recover"),
                Entry(t.say("Steal: a blind card from a hand."), "do-steal"),
                Entry(t.say("Strongest and weakest count potions; among equals you choose.")),
            ),
        ),
        Section(
            t.say("Colours and types"),
            (
                *(Entry(colour(t, name), f"camp-{name}") for name in COLOURS),
                *(Entry(rank(t, name), f"type-{name}") for name in TYPES),
            ),
            dense=True,
        ),
        Section(
            t.say("Heroes"),
            (
                Entry(
                    t.say("Neither played nor revived while the same hero is visible anywhere."), "type-hero"
                ),
            ),
        ),
        Section(
            t.say("End"),
            lines(
                t.say("%(n)s sesterces win at once. No album left: the most sesterces win.", n=VICTORY),
            ),
        ),
    ]
