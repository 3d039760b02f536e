"""What `boars` says to the person it speaks of: see `oppidum.words.you`."""

from oppidum.words.you import many, say

# The sentence, and which of its details is the reader; then what the reader is told.
SENTENCES: dict[tuple[str, str], str] = {
    ("%(name)s chases.", "name"): say("You chase."),
    ("%(name)s waits.", "name"): say("You wait."),
    ("%(name)s shows: %(boar)s.", "name"): say("You show: %(boar)s."),
}

# The same where a number decides; the key is the sentence for several.
NUMBERED: dict[tuple[str, str], tuple[str, str]] = {
    ("%(name)s scores %(n)s points.", "name"): many("You score %(n)s point.", "You score %(n)s points."),
}
