"""The acts of `romains`: throw, call, exchange, walk, event and banking, each with its moment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from oppidum.faces.romains.account import Step, steps
from oppidum.faces.romains.cards import card, pawn
from oppidum.faces.scene import Act, Moment, Scene
from oppidum.games.romains.seen import (
    POINTS,
    STEPS_BACK,
    Banked,
    Bard,
    Called,
    Cohort,
    Drew,
    Exchanged,
    Jostled,
    Menhir,
    Seen,
    Told,
    Took,
    Walked,
)

SECONDS = {
    "throw": 1.5,
    "call": 1.1,
    "exchange": 1.8,
    "jostle": 1.9,
    "menhir": 1.8,
    "bard": 1.4,
    "cohort": 1.5,
    "bank": 2.0,
    "camp": 0.8,
}
SOUNDS = {
    "throw": "roll",
    "call": "hit",
    "exchange": "swap",
    "jostle": "hit",
    "menhir": "hit",
    "bard": "hit",
    "cohort": "card",
    "bank": "coins",
}
SHOWN_BY_THE_BOARD = ("walk", "camp", "over")  # as the last of all they need no moment of their own


def acts(scene: Scene, before: Seen, moment: Moment) -> list[Act]:
    found = steps(before, moment.told, moment.seen, scene.seat)
    if found and found[-1].kind in SHOWN_BY_THE_BOARD:
        found = found[:-1]
    staged: list[Act] = []
    told: list[Told] = []
    last = replace(before, choices=())
    for step in found:
        calls = tuple(e for e in step.told if isinstance(e, Called))
        if calls:  # everybody hears it before a card moves
            staged.append(act("call", last, [*told, *calls], Step("exchange", calls, last)))
        told += step.told
        staged.append(act(step.kind, step.seen, told, step))
        last = step.seen
    return staged


def act(name: str, seen: Seen, told: Sequence[Told], step: Step) -> Act:
    return Act(name, seen, tuple(told), seconds(name, step), SOUNDS.get(name, ""), detail=step)


def seconds(name: str, step: Step) -> float:
    if name != "walk":
        return SECONDS.get(name, 0.5)
    return 0.5 + sum(0.12 * (e.to - e.start) for e in step.told if isinstance(e, Walked))


def great_moment(scene: Scene) -> dict[str, Any] | None:
    """What stands across the landscape during an act."""
    if scene.act is None:
        return None
    step: Step = scene.act.detail
    name = scene.act.name
    shown: dict[str, Any] = {"people": [], "cards": [], "lost": [], "got": [], "points": 0}
    found = [part for e in step.told if (part := part_of(scene, e))]
    if not found:
        return None
    for part in found:  # several cards of one bank
        for what, value in part.items():
            shown[what] = shown[what] + value
    shown["people"] = list({person["seat"]: person for person in shown["people"]}.values())
    gain = f"{shown['points']:+}" if shown["points"] else "0"
    return shown | {
        "kind": name,
        "id": f"{scene.recent[-1].number}-{name}",
        "swap": swap(scene, shown) if name in ("exchange", "jostle") else None,
        "shout": scene.t.say("Exchange!") if name == "call" else "",
        "place": "village" if name == "bank" else name,
        "gain": gain if name == "bank" else "",
        "back": STEPS_BACK if name == "bard" else 0,
        "draws": name == "cohort",
    }


def swap(scene: Scene, shown: dict[str, Any]) -> dict[str, Any]:
    """Two who swap their hands, or one card each; of several who called, the one whose call counted."""
    left, right = [person for person in shown["people"] if "cards" in person]
    whole = scene.act is not None and scene.act.name == "exchange"
    return {
        "left": left,
        "right": right,
        "there": left["cards"] if whole else 1,
        "back": right["cards"] if whole else 1,
        "shout": scene.t.say("Exchange!") if whole else scene.t.say("Jostle!"),
        "mine": bool(shown["lost"] or shown["got"]),
    }


def part_of(scene: Scene, e: Told) -> dict[str, Any]:
    """What one event adds to the picture."""
    match e:
        case Called():
            return {"people": [pawn(scene, seat) for seat in e.seats]}
        case Exchanged() | Jostled():
            cards = [player.cards for player in scene.seen.players]
            # In the reading the hands have changed owner; in the picture they are about to.
            swapped = (e.other, e.seat) if isinstance(e, Exchanged) else (e.seat, e.other)
            pair = zip((e.seat, e.other), swapped, strict=True)
            return {"people": [pawn(scene, seat) | {"cards": cards[held]} for seat, held in pair]}
        case Took(seat=seat) if seat == scene.seat:
            return {"got": [card(scene, e.card)]}
        case Took(other=other) if other == scene.seat:
            return {"lost": [card(scene, e.card)]}
        case Menhir():
            return {"people": [pawn(scene, e.seat)], "lost": [card(scene, e.card)]}
        case Bard() | Cohort():
            return {"people": [pawn(scene, e.seat)]}
        case Drew() if scene.act and scene.act.name == "cohort":
            return {"got": [card(scene, e.card)]}
        case Banked():
            cards = [card(scene, e.card) for _ in range(e.n)]
            return {"people": [pawn(scene, e.seat)], "cards": cards, "points": e.n * POINTS[e.card]}
        case _:
            return {}
