"""What `romains` says to the person it speaks of: see `oppidum.words.you`."""

from oppidum.words.you import many, say

# The sentence, and which of its details is the reader; then what the reader is told.
SENTENCES: dict[tuple[str, str], str] = {
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
}

# The same where a number decides; the key is the sentence for several.
NUMBERED: dict[tuple[str, str], tuple[str, str]] = {
    ("%(name)s sets out from the camp with %(n)s new cards.", "name"): many(
        "You set out from the camp with %(n)s new card.", "You set out from the camp with %(n)s new cards."
    ),
}
