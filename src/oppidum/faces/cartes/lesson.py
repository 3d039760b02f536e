"""The lesson of `cartes`, in words."""

from __future__ import annotations

from oppidum.faces.lessons import StepWords
from oppidum.kernel.editions import Edition
from oppidum.words.language import Language


def steps(t: Language, edition: Edition) -> dict[str, StepWords]:
    return {
        "capture": StepWords(
            idea=t.say("The highest Gaul takes the Roman"),
            task=t.say(
                "An optio worth 9 points is on offer. All three of you lay one Gaul face down; the highest "
                "takes him and is then used up. Take him with your 9."
            ),
            right=t.say(
                "He is yours: 9 points so far. Your 9 has left your hand; the others took their cards back, "
                "for only the winner pays."
            ),
            wrong=t.say("That is too little for an optio: Rustix would take him. Play your 9."),
            wrongs={
                "bid 10": t.say("The 10 would do it too, but you have only one: the 9 is enough here."),
                "idefix": t.say("The dog never takes a Roman. His turn comes soon; play your 9."),
            },
        ),
        "save": StepWords(
            idea=t.say("Losing costs nothing"),
            task=t.say(
                "A cook, worth 1 point. Whoever takes him pays with a Gaul; all others get theirs back. "
                "Let the others have him: play something small."
            ),
            right=t.say("Rustix has spent his 4 on one point. Your card is back in your hand."),
            wrong=t.say("One point is not worth such a Gaul: he would be gone. Play a 1, 2 or 3."),
        ),
        "bottles": StepWords(
            idea=t.say("Bottles decide between equals"),
            task=t.say(
                "A decurion, worth 8. You feel that Rustix will play his 8. Yours shows 3 bottles of "
                "potion, his only 2: with equal values more bottles win. Play your 8."
            ),
            right=t.say(
                "8 against 8, and your bottles win. With equal bottles nobody would have got him, and all "
                "cards would have gone back."
            ),
            wrong=t.say("That is lower than his 8. Yours is as high and has more bottles: play it."),
            wrongs={
                "bid 10": t.say(
                    "That wins too, but costs you your best Gaul. The 8 with its bottles will do."
                ),
                "idefix": t.say("The dog never takes a Roman. Here your 8 with its bottles will do."),
            },
        ),
        "pirates": StepWords(
            idea=t.say("Pirates turn everything round"),
            task=t.say(
                "Pirates! Whoever plays highest must take them but keeps the Gaul; all others lose theirs. "
                "At the end of the hand pirates let one of your Romans escape. Play your weakest card."
            ),
            right=t.say("Rustix has the pirates, and you have lost no more than a 1."),
            wrong=t.say("If you are not the highest you lose this card: let it be your weakest, the 1."),
            wrongs={
                "bid 10": t.say(
                    "Your 10 would come back to you, and the pirates with it: one of your Romans would "
                    "escape."
                ),
            },
        ),
        "dog": StepWords(
            idea=t.say("The dog has a nose for it"),
            task=t.say(
                "A recruit, worth only 3. A good moment for the dog: he takes nothing now, but you look "
                "secretly at the next card. He cannot be played against pirates. Play him."
            ),
            right=t.say("Rustix took the recruit, and now the card that comes next is known to you alone."),
            wrong=t.say("A Gaul would be well spent on more than 3 points. Play the dog and look ahead."),
        ),
        "keep": StepWords(
            idea=t.say("Keep it or give it away"),
            task=t.say(
                "Another decurion! Keep him, and the dog is used up; or give him to somebody, and the dog "
                "comes back. With pirates it is the other way round. You already have a decurion: keep him."
            ),
            right=t.say("Two decurions: 8 + 8, and 20 more for the pair, that is 36 points."),
            wrong=t.say("Giving away 28 points is too kind: keep the decurion."),
        ),
        "set": StepWords(
            idea=t.say("Collect sets"),
            task=t.say(
                "A third decurion! A pair brings 20 extra, three of a kind 50, all four 100. He would lift "
                "you from 36 to 74 points for this set. The others know it too: play your best."
            ),
            right=t.say("24 + 50 = 74 points for three decurions. Only the fourth would be better."),
            wrong=t.say("Rustix means to stop you, and his 9 beats that. For 38 points play your 10."),
        ),
        "last": StepWords(
            idea=t.say("The last one in"),
            task=t.say(
                "A game of two, near the end of a hand: Rustix has one Gaul left, the 7. As soon as only "
                "you have cards, you draw one Roman for each of them, for nothing! So let him win: play "
                "low."
            ),
            right=t.say(
                "He is out, and your three cards brought three more Romans, enough to win 116 to 110. The "
                "hand is scored: values, and the extra points for sets. A game has four hands; the most "
                "points win."
            ),
            wrong=t.say("Then he keeps his 7 and the hand goes on. Play lower than that."),
        ),
    }
