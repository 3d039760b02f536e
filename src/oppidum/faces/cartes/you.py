"""What `cartes` says to the person it speaks of: see `oppidum.words.you`."""

from oppidum.words.you import many, say

# The sentence, and which of its details is the reader; then what the reader is told.
SENTENCES: dict[tuple[str, str], str] = {
    ("%(name)s (%(card)s)", "name"): say("you (%(card)s)"),
    ("%(name)s (%(points)s)", "name"): say("you (%(points)s)"),
    ("%(name)s plays %(character)s.", "name"): say("You play %(character)s."),
    ("%(name)s has to take %(card)s.", "name"): say("You have to take %(card)s."),
    ("%(name)s captures: %(card)s.", "name"): say("You capture: %(card)s."),
    ("%(dog)s sniffs at the next card for %(name)s.", "name"): say(
        "%(dog)s sniffs at the next card for you."
    ),
    ("Only %(name)s sees it: %(card)s.", "name"): say("Only you see it: %(card)s."),
    ("%(name)s keeps: %(card)s.", "name"): say("You keep: %(card)s."),
    ("%(name)s gives to %(taker)s: %(card)s.", "name"): say("You give to %(taker)s: %(card)s."),
    ("%(name)s gives to %(taker)s: %(card)s.", "taker"): say("%(name)s gives you: %(card)s."),
    ("%(dog)s of %(name)s leaves the hand.", "name"): say("Your %(dog)s leaves your hand."),
    ("Pirates free from %(name)s: %(card)s.", "name"): say("Your pirates free: %(card)s."),
    ("%(name)s draws: %(cards)s.", "name"): say("You draw: %(cards)s."),
    ("%(name)s wins.", "name"): say("You win."),
}

# The same where a number decides; the key is the sentence for several.
NUMBERED: dict[tuple[str, str], tuple[str, str]] = {
    ("%(name)s is the last one in and takes %(n)s more cards.", "name"): many(
        "You are the last one in and take %(n)s more card.",
        "You are the last one in and take %(n)s more cards.",
    ),
}
