"""Sentences about the person who reads them: "You capture", where everybody else is told a name.

A table gives that person the name `You`; `Language` then says the sentence from here.
"""

from __future__ import annotations


class You(str):
    """The name, at the table, of the person who is spoken to."""


def say(text: str) -> str:
    """Marks a sentence for the catalogues."""
    return text


def many(one: str, several: str) -> tuple[str, str]:
    return one, several


# The sentence, and which of its details is the reader; then what the reader is told.
SENTENCES: dict[tuple[str, str], str] = {
    # cartes
    ("%(name)s (%(card)s)", "name"): say("you (%(card)s)"),
    ("%(name)s (%(points)s)", "name"): say("you (%(points)s)"),
    ("%(name)s plays %(character)s.", "name"): say("You play %(character)s."),
    ("%(name)s has to take %(card)s.", "name"): say("You have to take %(card)s."),
    ("%(name)s captures: %(card)s.", "name"): say("You capture: %(card)s."),
    ("%(dog)s sniffs at the next card for %(name)s.", "name"): say(
        "%(dog)s sniffs at the next card for you."
    ),
    ("%(name)s keeps: %(card)s.", "name"): say("You keep: %(card)s."),
    ("%(name)s gives to %(taker)s: %(card)s.", "name"): say("You give to %(taker)s: %(card)s."),
    ("%(name)s gives to %(taker)s: %(card)s.", "taker"): say("%(name)s gives you: %(card)s."),
    ("%(dog)s of %(name)s leaves the hand.", "name"): say("Your %(dog)s leaves your hand."),
    ("Pirates free from %(name)s: %(card)s.", "name"): say("Your pirates free: %(card)s."),
    ("%(name)s wins.", "name"): say("You win."),
    # romains
    ("%(name)s banks: %(cards)s.", "name"): say("You bank: %(cards)s."),
    ("The cards are dealt; %(name)s begins.", "name"): say("The cards are dealt; you begin."),
    ("%(name)s throws the white die: %(pips)s.", "name"): say("You throw the white die: %(pips)s."),
    ("%(name)s throws the black die: %(pips)s.", "name"): say("You throw the black die: %(pips)s."),
    ("%(name)s and %(other)s exchange all their cards.", "name"): say(
        "You and %(other)s exchange all your cards."
    ),
    ("%(name)s and %(other)s exchange all their cards.", "other"): say(
        "%(name)s and you exchange all your cards."
    ),
    ("%(name)s reaches the village.", "name"): say("You reach the village."),
    ("%(name)s walks to space %(space)s.", "name"): say("You walk to space %(space)s."),
    ("%(name)s and %(other)s jostle.", "name"): say("You and %(other)s jostle."),
    ("%(name)s and %(other)s jostle.", "other"): say("%(name)s and you jostle."),
    ("%(name)s draws from %(other)s: %(card)s.", "name"): say("You draw from %(other)s: %(card)s."),
    ("%(name)s draws from %(other)s: %(card)s.", "other"): say("%(name)s draws from you: %(card)s."),
    ("%(name)s stumbles over a menhir and loses %(card)s.", "name"): say(
        "You stumble over a menhir and lose %(card)s."
    ),
    ("The bard sings: %(name)s flees to the camp.", "name"): say("The bard sings: you flee to the camp."),
    ("The bard sings: %(name)s goes back to space %(space)s.", "name"): say(
        "The bard sings: you go back to space %(space)s."
    ),
    ("%(name)s beats a small cohort and draws a card.", "name"): say(
        "You beat a small cohort and draw a card."
    ),
    ("%(name)s draws %(card)s.", "name"): say("You draw %(card)s."),
    # compagnie
    ("%(name)s plays %(card)s on “%(album)s”.", "name"): say("You play %(card)s on “%(album)s”."),
    ("%(name)s uses the power of %(card)s.", "name"): say("You use the power of %(card)s."),
    ("%(name)s draws a card with a %(colour)s back.", "name"): say("You draw a card with a %(colour)s back."),
    ("%(name)s: a new card, %(card)s.", "name"): say("Your new card: %(card)s."),
    ("%(name)s discards %(card)s.", "name"): say("You discard %(card)s."),
    ("%(name)s gains %(bonus)s.", "name"): say("You gain %(bonus)s."),
    ("%(name)s gives back %(bonus)s.", "name"): say("You give back %(bonus)s."),
    ("%(name)s takes %(bonus)s from %(other)s.", "name"): say("You take %(bonus)s from %(other)s."),
    ("%(name)s takes %(bonus)s from %(other)s.", "other"): say("%(name)s takes %(bonus)s from you."),
    ("%(name)s gains %(n)s × %(helmet)s.", "name"): say("You gain %(n)s × %(helmet)s."),
    ("%(name)s gains %(helmet)s.", "name"): say("You gain %(helmet)s."),
    ("%(name)s gives back %(helmet)s.", "name"): say("You give back %(helmet)s."),
    ("%(name)s takes %(helmet)s from %(other)s.", "name"): say("You take %(helmet)s from %(other)s."),
    ("%(name)s takes %(helmet)s from %(other)s.", "other"): say("%(name)s takes %(helmet)s from you."),
    ("%(name)s takes an unseen card from %(other)s.", "name"): say("You take an unseen card from %(other)s."),
    ("%(name)s takes an unseen card from %(other)s.", "other"): say(
        "%(name)s takes an unseen card from you."
    ),
    ("%(name)s takes %(card)s from %(other)s.", "name"): say("You take %(card)s from %(other)s."),
    ("%(name)s takes %(card)s from %(other)s.", "other"): say("%(name)s takes %(card)s from you."),
    ("%(name)s takes %(card)s from the discard.", "name"): say("You take %(card)s from the discard."),
    ("%(card)s returns to the hand of %(name)s.", "name"): say("%(card)s returns to your hand."),
    ("%(name)s uses %(bonus)s.", "name"): say("You use %(bonus)s."),
    ("%(name)s reinforces: %(out)s out, %(new)s new.", "name"): say(
        "You reinforce: %(out)s out, %(new)s new."
    ),
    ("%(card)s joins %(name)s.", "name"): say("%(card)s joins you."),
    ("%(name)s wins %(album)s!", "name"): say("You win %(album)s!"),
    ("%(name)s faces the %(camp)s.", "name"): say("You face the %(camp)s."),
}

# The same where a number decides; the key is the sentence for several.
NUMBERED: dict[tuple[str, str], tuple[str, str]] = {
    ("%(name)s is the last one in and takes %(n)s more cards.", "name"): many(
        "You are the last one in and take %(n)s more card.",
        "You are the last one in and take %(n)s more cards.",
    ),
    ("%(name)s sets out from the camp with %(n)s new cards.", "name"): many(
        "You set out from the camp with %(n)s new card.", "You set out from the camp with %(n)s new cards."
    ),
}
