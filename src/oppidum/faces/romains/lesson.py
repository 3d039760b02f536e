"""The lesson of `romains`, in words."""

from __future__ import annotations

from oppidum.faces.lessons import StepWords
from oppidum.kernel.editions import Edition
from oppidum.words.language import Language


def steps(t: Language, edition: Edition) -> dict[str, StepWords]:
    return {
        "white": StepWords(
            idea=t.say("Two dice"),
            task=t.say(
                "Carry your cards to the village: yours show 9 helmets, a treasure! The black die (3 to 6)"
                " is fast, but then anybody may call Exchange! and take your whole hand. The white one (1 "
                "to 4) is safe. Throw the white die."
            ),
            right=t.say(
                "Nobody could touch your cards. But the 4 led you to the bard, and his singing drove you "
                "three spaces back. A menhir would have cost you a card; a small cohort brings one."
            ),
            wrong=t.say("With 9 helmets in hand that is asking for it: somebody would call Exchange!"),
        ),
        "trap": StepWords(
            idea=t.say("The black trap"),
            task=t.say(
                "Three sandals: 3 penalty points if you bring them home. Nobody knows what you hold. The "
                "black die invites the others to exchange. Throw it."
            ),
            right=t.say(
                "Rustix fell for it: all your cards for all of his, before your pawn walks. Nobody can "
                "refuse."
            ),
            wrong=t.say("With the white die you stay alone with your sandals. Tempt the others: black."),
        ),
        "no-exchange": StepWords(
            idea=t.say("Exchange! or not"),
            task=t.say(
                "Tropix has thrown the black die. You could call Exchange! and take over that unknown hand. "
                "But yours shows 9 helmets, as many as three cards can. Let it pass."
            ),
            right=t.say("Well kept. Whoever throws the black die may well be glad to be rid of something."),
            wrong=t.say("You would give away 9 helmets for cards that nobody has seen. Let it pass."),
        ),
        "exchange": StepWords(
            idea=t.say("A present at the gate"),
            task=t.say(
                "Tropix throws a black 6 and will reach the village. You hold two sandals. The exchange "
                "comes before the pawn walks: what Tropix gets now is banked at once. Call!"
            ),
            right=t.say(
                "Tropix had to bank your sandals, 2 points less for good, and the helmets are in your hand."
            ),
            wrong=t.say("Then Tropix banks the helmets and you keep the sandals. Call Exchange!"),
        ),
        "jostle": StepWords(
            idea=t.say("A jostle"),
            task=t.say(
                "Rustix has landed on your space. If one of you calls, each draws a blind card from the "
                "other. You have only sandals: you cannot lose by it. Jostle!"
            ),
            right=t.say("A sandal for a helmet: that is how it should be. You both know what you gave."),
            wrong=t.say("Your cards cannot get worse: any card of Rustix's is at least as good. Jostle!"),
        ),
        "empty": StepWords(
            idea=t.say("With empty hands"),
            task=t.say(
                "You have stumbled over a menhir and lost your last card. You may walk on without cards, or "
                "go back to the camp at once and draw three. You have not come far: go back."
            ),
            right=t.say("Three new cards, and the way begins again. Without cards there is nothing to win."),
            wrong=t.say("Without cards you would walk for nothing: what counts is what you bring."),
        ),
        "bank": StepWords(
            idea=t.say("Into the village"),
            task=t.say(
                "Two steps from the village with 11 helmets! With the black die you arrive for certain, but "
                "the others may exchange before you walk. The white die needs a 2 or more. Take it."
            ),
            right=t.say(
                "Banked: nobody can take these any more. You need not arrive exactly. Your pawn is back in "
                "the camp, with three new cards."
            ),
            wrong=t.say("One call, and somebody else's sandals would be banked. The white die is safe."),
        ),
        "end": StepWords(
            idea=t.say("The end"),
            task=t.say(
                "The pile is empty: the game ends as soon as somebody has to draw. Cards in hand count for "
                "nothing. You stand before the village with 11 helmets: bring them in, safely."
            ),
            right=t.say(
                "You have banked, you would have to draw, and the pile is empty: the end. Helmets minus "
                "penalties on banked cards count, and you win."
            ),
            wrong=t.say("Black would arrive too, but a call would cost you everything: white is safe."),
        ),
    }
