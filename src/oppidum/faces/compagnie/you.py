"""What `compagnie` says to the person it speaks of: see `oppidum.words.you`."""

from oppidum.words.you import say

# The sentence, and which of its details is the reader; then what the reader is told.
SENTENCES: dict[tuple[str, str], str] = {
    ("%(name)s plays %(card)s on “%(album)s”.", "name"): say("You play %(card)s on “%(album)s”."),
    ("%(name)s uses the power of %(card)s: “%(power)s”", "name"): say(
        "You use the power of %(card)s: “%(power)s”"
    ),
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
    ("%(name)s uses %(bonus)s: %(does)s.", "name"): say("You use %(bonus)s: %(does)s."),
    ("%(name)s reinforces: %(out)s out, %(new)s new.", "name"): say(
        "You reinforce: %(out)s out, %(new)s new."
    ),
    ("%(card)s joins %(name)s.", "name"): say("%(card)s joins you."),
    ("%(name)s wins %(album)s!", "name"): say("You win %(album)s!"),
    ("%(name)s faces the %(camp)s.", "name"): say("You face the %(camp)s."),
    ("%(name)s gives a card to %(other)s.", "name"): say("You give a card to %(other)s."),
    ("%(name)s gives a card to %(other)s.", "other"): say("%(name)s gives you a card."),
    ("%(name)s gives %(card)s to %(other)s.", "name"): say("You give %(card)s to %(other)s."),
    ("%(name)s gives %(card)s to %(other)s.", "other"): say("%(name)s gives you %(card)s."),
    ("%(name)s and %(other)s swap hands.", "name"): say("You and %(other)s swap hands."),
    ("%(name)s and %(other)s swap hands.", "other"): say("%(name)s and you swap hands."),
    ("%(name)s looks at the hand of %(other)s.", "name"): say("You look at the hand of %(other)s."),
    ("%(name)s looks at the hand of %(other)s.", "other"): say("%(name)s looks at your hand."),
    ("%(name)s looks at the top of the pile.", "name"): say("You look at the top of the pile."),
    ("In the hand of %(other)s: %(card)s.", "other"): say("In your hand: %(card)s."),
    ("%(name)s will have a turn more.", "name"): say("You will have a turn more."),
    ("%(name)s will have to skip a turn.", "name"): say("You will have to skip a turn."),
    ("%(name)s skips a turn.", "name"): say("You skip a turn."),
}
