"""The lesson of `boars`, in words."""

from __future__ import annotations

from oppidum.faces.lessons import StepWords
from oppidum.kernel.editions import Edition
from oppidum.words.language import Language


def steps(t: Language, edition: Edition) -> dict[str, StepWords]:
    return {
        "chase": StepWords(
            idea=t.say("A big boar"),
            task=t.say(
                "You have found the biggest boar of the forest. If Rustix chases too, the bigger boar "
                "brings 2 points; if not, you score 1 anyway. Chase it."
            ),
            right=t.say("Both of you chased, your boar was the bigger one: 2 points."),
            wrong=t.say("Waiting would bring you 1 point at most. With such a boar one chases."),
        ),
        "bluff": StepWords(
            idea=t.say("A bold hunter"),
            task=t.say(
                "A small boar, size 2. But nobody sees it, and who chases alone scores, whatever the "
                "boar. Perhaps Rustix waits: chase it."
            ),
            right=t.say("Rustix waited with a boar of size 4 and never saw yours: 1 point for you."),
            wrong=t.say("If both wait, the bigger boar scores, and most are bigger than yours."),
        ),
        "wait": StepWords(
            idea=t.say("The smallest one"),
            task=t.say(
                "A piglet. If Rustix chases, it cannot win: chasing would give away 2 points, waiting "
                "only 1. And Rustix looks determined. Wait."
            ),
            right=t.say("Rustix chased with the biggest boar. You have lost 1 point instead of 2."),
            wrong=t.say("Whatever Rustix has found is bigger: against a chase you would lose 2 points."),
        ),
        "end": StepWords(
            idea=t.say("The last round"),
            task=t.say(
                "One point each, and the last round has begun. Of the other five boars only one is bigger "
                "than yours. Chase it."
            ),
            right=t.say("3 points to 1: you win. With equal points you would have shared the victory."),
            wrong=t.say("If Rustix chases while you wait, the game is lost. Chase it."),
        ),
    }
