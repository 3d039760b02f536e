"""What the bots are called, and how strong they are."""

from __future__ import annotations

from oppidum.words.language import Language


def bot_name(t: Language, name: str | None) -> str:
    """A bot's name at the table. Bots that have no words here keep their own name."""
    return named_bots(t).get(name or "", (name or "").replace("-", " ").capitalize())


def called(t: Language, name: str) -> str:
    """A name as lists of tables keep it: people's own, and of bots that of their level."""
    return named_bots(t).get(name, name)


def named_bots(t: Language) -> dict[str, str]:
    return {
        "random": t.say("Dreamer"),
        "greedy": t.say("Eager"),
        "goudurix": t.say("Justforkix"),
        "falbala": t.say("Panacea"),
        "bonemine": t.say("Impedimenta"),
        "detritus": t.say("Tortuous Convolvulus"),
        "prolix": t.say("Prolix"),
    }


def level(t: Language, name: str) -> str:
    """A bot to choose from: its name and its strength."""
    strength = {
        "goudurix": t.say("beginner"),
        "falbala": t.say("casual player"),
        "bonemine": t.say("solid player"),
        "detritus": t.say("clever player"),
        "prolix": t.say("master"),
    }.get(name)
    called = bot_name(t, name)
    return t.say("%(name)s (%(strength)s)", name=called, strength=strength) if strength else called
