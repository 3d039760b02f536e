"""What is said in `boars`: choices, and what happened."""

from __future__ import annotations

from collections.abc import Sequence

from oppidum.kernel.editions import Edition
from oppidum.words.language import Language
from oppidum_boars.game.seen import Boar, Chase, Choice, Chose, Dealt, Seen, Shown, Told, WayName, Won

HARDNESS = 1


def summary(t: Language) -> str:
    return t.say(
        "Two hunters, each on the track of a boar that the other does not see. Chase it, or wait for it? "
        "Who is alone in chasing scores, however small the boar."
    )


def option(t: Language, name: str) -> str:
    return {"rounds": t.say("Rounds")}.get(name, name)


def option_choice(t: Language, name: str, choice: str) -> str:
    return t.many("%(n)s round", "%(n)s rounds", int(choice))


def boar(t: Language, edition: Edition, found: Boar) -> str:
    """A boar as it is named in a sentence."""
    name = next(entry["name"] for entry in edition.data["boar"] if entry["id"] == found.id)
    return t.say("%(boar)s (size %(size)s)", boar=t.name(name), size=found.size)


def way(t: Language, name: WayName) -> str:
    return {
        "alone": t.say("chased alone"),
        "chased": t.say("both chased"),
        "waited": t.say("both waited"),
    }[name]


# ---------------------------------------------------------------- choices


def action(t: Language, edition: Edition, choice: Choice, names: Sequence[str]) -> str:
    return t.say("Chase it") if isinstance(choice, Chase) else t.say("Wait for it")


def question(t: Language, edition: Edition, seen: Seen) -> str:
    return t.say("Do you chase your boar, or wait for it?")


# ---------------------------------------------------------------- what happened


def lines(t: Language, edition: Edition, told: Sequence[Told], names: Sequence[str]) -> list[str]:
    return [sentence(t, edition, e, names) for e in told]


def sentence(t: Language, edition: Edition, e: Told, names: Sequence[str]) -> str:
    match e:
        case Dealt():
            return t.say("Something rustles: each hunter has found a boar.")
        case Chose(choice="chase"):
            return t.say("%(name)s chases.", name=names[e.seat])
        case Chose():
            return t.say("%(name)s waits.", name=names[e.seat])
        case Shown():
            return t.say("%(name)s shows: %(boar)s.", name=names[e.seat], boar=boar(t, edition, e.boar))
        case Won():
            return t.many(
                "%(name)s scores %(n)s point.",
                "%(name)s scores %(n)s points.",
                e.points,
                name=names[e.seat],
            )


RULE_OF: dict[WayName, str] = {"alone": "3.1", "chased": "3.2", "waited": "3.3"}


def rules_now(seen: Seen) -> tuple[str, ...]:
    return ("2.2", *RULE_OF.values())


def rules_of(told: Sequence[Told]) -> tuple[str, ...]:
    return tuple(RULE_OF[e.way] for e in told if isinstance(e, Won))
