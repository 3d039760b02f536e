"""What the bots are called."""

from __future__ import annotations

from oppidum.words.language import Language


def level(t: Language, name: str | None) -> str:
    """How strong a bot is, as a name for it. Levels that have no words here keep their own name."""
    return {
        "random": t.say("Dreamer"),
        "greedy": t.say("Eager"),
        "idefix": t.say("Beginner"),
        "assurancetourix": t.say("Casual"),
        "caius-bonus": t.say("Solid"),
        "asterix": t.say("Clever"),
        "panoramix": t.say("Master"),
    }.get(name or "", (name or "").replace("-", " ").capitalize())
