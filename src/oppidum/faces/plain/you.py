"""What is said at every table to the person it speaks of: see `oppidum.words.you`."""

from oppidum.words.you import say

SENTENCES: dict[tuple[str, str], str] = {
    ("%(name)s sits down.", "name"): say("You sit down."),
    ("%(name)s takes back a decision.", "name"): say("You take back a decision."),
    ("%(name)s has left the table for a while.", "name"): say("You have left the table for a while."),
    ("%(name)s is back.", "name"): say("You are back."),
    ("A bot plays for %(name)s meanwhile.", "name"): say("A bot plays for you meanwhile."),
    ("%(name)s gives up the seat; a bot plays on.", "name"): say("You give up the seat; a bot plays on."),
    ("%(name)s does not agree.", "name"): say("You do not agree."),
    ("Time is up for %(name)s: a bot decides.", "name"): say("Your time is up: a bot decides."),
}
