"""The board of `boars`: two hunters, what each has found, and the round that has just been decided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from oppidum.faces import art
from oppidum.faces.classes import classes
from oppidum.faces.scene import Act, Moment, Scene
from oppidum.kernel.editions import Edition
from oppidum_boars.face import words
from oppidum_boars.face.art import HUNTERS, SYMBOLS
from oppidum_boars.game.seen import Boar, Chose, Hunter, Seen, Shown, Told, Won

REVEAL = 2.5  # seconds for which a decided round is shown
WIDTH, HEIGHT = 96, 72  # the frame that a boar is drawn in
SMALLEST = 0.4  # how much of it the smallest boar takes


def symbols(edition: Edition) -> Sequence[str]:
    return [*art.CONTROLS, *SYMBOLS]


def present(scene: Scene) -> dict[str, Any]:
    seen: Seen = scene.seen
    told = scene.recent[-1].told if scene.recent and (scene.act or seen.over) else ()
    return {
        "round": scene.t.say("Round %(number)s of %(all)s", number=seen.round, all=seen.rounds),
        "hunters": [hunter(scene, each, told) for each in seen.hunters],
        "news": " ".join(news(scene)),
        "asks": bool(scene.live and scene.choices),
        "question": words.question(scene.t, scene.edition, seen) if scene.choices else "",
        "choices": [choice(scene, each) for each in scene.choices],
        "waiting_for": [scene.names[seat] for seat in scene.waiting if seat != scene.seat],
        "sound": sound(scene),
    }


def acts(scene: Scene, before: Seen, moment: Moment) -> list[Act]:
    """Both boars come out of the bushes before the next ones rustle in them."""
    won = any(isinstance(e, Won) for e in moment.told)
    return [Act("round", before, moment.told, REVEAL, "coins")] if won else []


def sound(scene: Scene) -> str:
    """What the latest decision sounds like."""
    latest = scene.recent[-1].told if scene.recent else ()
    return "coins" if any(isinstance(e, Won) for e in latest) else ""


def hunter(scene: Scene, hunter: Hunter, told: Sequence[Told]) -> dict[str, Any]:
    """One side of the clearing. `told`: of the round that is being shown, or was the last one."""
    t, seat, found = scene.t, hunter.seat, hunter.boar
    chose, points = "", 0
    for e in told:
        match e:
            case Chose(seat=who) if who == seat:
                chose = e.choice
            case Shown(seat=who) if who == seat:
                found = e.boar
            case Won(seat=who) if who == seat:
                points = e.points
            case _:
                pass
    mine, asked, scores = seat == scene.seat, seat in scene.waiting, points if scene.act else 0
    winner = bool(scene.standing and seat in scene.standing.winners)
    return {
        "seat": seat,
        "kind": classes("hunter", mine=mine, asked=asked, winner=winner, scores=scores),
        "name": scene.names[seat],
        "mine": mine,
        "picture": HUNTERS[seat],
        "points": hunter.points,
        "boar": boar(scene, found) if found else None,
        "caption": words.boar(t, scene.edition, found) if found else t.say("a boar that you do not see"),
        "asked": asked,
        "decided": hunter.decided,
        "deadline": scene.deadline(seat),
        "way": {"chase": t.say("chases"), "wait": t.say("waits"), "": ""}[chose],
        "way_kind": classes("tag", chases=chose == "chase"),
        "scores": scores,
    }


def boar(scene: Scene, found: Boar) -> dict[str, Any]:
    """A picture as large as the boar, with its feet on the ground."""
    share = SMALLEST + (1 - SMALLEST) * (found.size - 1) / (scene.seen.biggest - 1)
    width, height = round(WIDTH * share), round(HEIGHT * share)
    return {
        "size": found.size,
        "x": (WIDTH - width) // 2,
        "y": HEIGHT - height,
        "width": width,
        "height": height,
    }


def news(scene: Scene) -> list[str]:
    """How the latest round went, in words."""
    for moment in reversed(scene.recent):
        if any(isinstance(e, Won) for e in moment.told):
            about = [e for e in moment.told if isinstance(e, Chose | Shown | Won)]
            return words.lines(scene.t, scene.edition, about, scene.names)
    return []


def choice(scene: Scene, choice: Any) -> dict[str, str]:
    text = words.action(scene.t, scene.edition, choice, scene.names)
    return {"move": choice.move, "text": text}
