"""The lesson of `compagnie`, in words. Characters are named as the edition names them."""

from __future__ import annotations

from oppidum.faces.lessons import StepWords
from oppidum.kernel.editions import Edition
from oppidum.words.language import Language


def steps(t: Language, edition: Edition) -> dict[str, StepWords]:
    name = {entry["id"]: t.name(entry["name"]) for entry in edition.data["character"]}
    return {
        "play": StepWords(
            idea=t.say("Play a character"),
            task=t.say(
                "An album lies between you and each neighbour. Blue Gauls go to your Gaul camp on the "
                "left, red Romans to your Roman camp on the right, mauve neutrals where you like. Play "
                "%(who)s on the left, then use the power: a legionary's helmet.",
                who=name["idefix"],
            ),
            right=t.say("Strength 4 of the 15 that win this album, and a helmet: 1 sesterce more for you."),
            wrong=t.say("That is allowed too, but this time play %(who)s on the left.", who=name["idefix"]),
            wrongs={"pass": t.say("Then the power is lost for good. It brings a sesterce: use it.")},
        ),
        "power": StepWords(
            idea=t.say("Powers"),
            task=t.say(
                "On the left Rustix has a legionary against you. %(who)s, strength 6, knocks out the "
                "strongest Roman on the album where he is played. Play him on the left and hit the "
                "legionary.",
                who=name["asterix"],
            ),
            right=t.say(
                "K.O.: face down, the legionary counts no more. He stays there until the album is won, and"
                " then returns to the hand of his owner."
            ),
            wrong=t.say("That leaves the legionary standing. Play %(who)s on the left.", who=name["asterix"]),
            wrongs={"pass": t.say("The power costs nothing: use it and knock out the legionary.")},
        ),
        "fish": StepWords(
            idea=t.say("A bonus: the fish"),
            task=t.say(
                "%(who)s, strength 7, stands against you on the left. Instead of playing a character you "
                "may draw a card and use a bonus: a fish knocks out anybody without a potion, on any "
                "album.",
                who=name["cesar"],
            ),
            right=t.say("7 points of strength gone, and your hand has grown by a card."),
            wrong=t.say("%(who)s is the danger: draw and use a bonus, the fish, on him.", who=name["cesar"]),
            wrongs={"potion": t.say("A potion strengthens. To knock somebody out you need the fish.")},
        ),
        "win-album": StepWords(
            idea=t.say("Fifteen wins the album"),
            task=t.say(
                "Your Romans on the right have 7 + 4 = 11. A camp that reaches 15 wins the album at once. "
                "%(who)s has strength 4: play him there; use his power or leave it, as you like.",
                who=name["caius-bonus"],
            ),
            right=t.say(
                "15! The album is worth 15 sesterces. Every visible centurion on it brings the winner a "
                "helmet of 3, every legionary one of 1. The cards are discarded, the knocked out go back "
                "to hands."
            ),
            wrong=t.say("Here is an album to be won now: %(who)s on the right.", who=name["caius-bonus"]),
        ),
        "potion": StepWords(
            idea=t.say("The magic potion"),
            task=t.say(
                "Your camp on the left has 8 + 4 = 12. A potion doubles a character's strength and "
                "protects from a knock-out. %(obelix)s may have none: he fell into the cauldron. Draw, use"
                " a bonus, and give the potion to %(who)s.",
                obelix=name["obelix"],
                who=name["mac-anoteraipix"],
            ),
            right=t.say("4 became 8, 12 became 16: the album is yours. The potion goes back to the reserve."),
            wrong=t.say(
                "A potion on %(who)s wins the album now: draw and use a bonus.", who=name["mac-anoteraipix"]
            ),
        ),
        "loser": StepWords(
            idea=t.say("What the loser gets"),
            task=t.say(
                "Rustix has won the album on your left. As the loser you choose a bonus, turn up a new "
                "album in its place, read it, and choose which of its camps you will face. Choose as you "
                "like."
            ),
            right=t.say(
                "Now the new album's effect takes place: here both of you discard a card. Then the player "
                "to the left of the winner goes on."
            ),
            wrong=t.say("Choose one of the bonuses, then a camp."),
        ),
        "reinforce": StepWords(
            idea=t.say("Reinforce your hand"),
            task=t.say(
                "You do not draw just for having a turn. One card is left, and its constraint forbids to "
                "play it now. Reinforce: discard what you do not want, then draw up to five."
            ),
            right=t.say(
                "Five cards again. It has cost you the turn, so do it before you are out of choices."
            ),
            wrong=t.say("A single new card does not help much. Reinforce, and you have five."),
        ),
        "victory": StepWords(
            idea=t.say("Fifty sesterces win"),
            task=t.say(
                "You have two albums: 30 sesterces. On the right %(who)s brings you to 15, and legionaries "
                "stand there whose helmets count as well. Whoever has 50 wins at once. Play him!",
                who=name["caius-bonus"],
            ),
            right=t.say("An album, 15; a centurion's helmet, 3; two legionary's helmets, 2: fifty. You win!"),
            wrong=t.say("You can win this very moment: %(who)s on the right.", who=name["caius-bonus"]),
        ),
    }
