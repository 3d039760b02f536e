"""The board of `romains`: the path from the camp to the village, the pawns on it, hands and what is safe."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from oppidum.faces import art
from oppidum.faces.classes import classes
from oppidum.faces.kept import kept
from oppidum.faces.romains import words
from oppidum.faces.romains.acts import acts, great_moment
from oppidum.faces.romains.art import SYMBOLS
from oppidum.faces.romains.cards import card, pawn
from oppidum.faces.romains.landscape import SHAPES as LANDSCAPES
from oppidum.faces.romains.landscape import places, whole
from oppidum.faces.scene import Scene
from oppidum.games.romains.seen import (
    POINTS,
    Banked,
    Bard,
    Choice,
    Event,
    Exchange,
    Exchanged,
    Jostle,
    Jostled,
    Menhir,
    Over,
    Pass,
    Return,
    Rolled,
    Seen,
    Throw,
)
from oppidum.kernel.editions import Edition
from oppidum.words import Language

__all__ = ["acts", "present", "symbols"]

SHAPES = {"wide": (0, 24, 960, 436), "tall": (0, 34, 480, 496)}  # what is shown of each landscape
ABREAST = {"wide": 34, "tall": 26}  # from one pawn to the next on the same space
CLEARING = {"wide": (203, 178), "tall": (216, 180)}  # between the trees, where the die comes to rest

LONG = 75  # letters, more of which are written smaller


def symbols(edition: Edition) -> Sequence[str]:
    pawns = [f"{kind}-{pawn['id']}" for pawn in edition.data["pawn"] for kind in ("p", "pawn")]
    dice = [f"die-{die['id']}-{face}" for die in edition.data["die"] for face in die["faces"]]
    return [*art.CONTROLS, *SYMBOLS, *pawns, *dice]


def present(scene: Scene) -> dict[str, Any]:
    seen: Seen = scene.seen
    figures = [pawn(scene, seat) for seat in range(len(seen.players))]
    ground, standing = ground_of(scene), standing_on(seen, figures)
    players, cards = [player(scene, figure) for figure in figures], hand(scene)
    told = " ".join(just_told(scene))
    later = scene.act is not None and scene.act.name == "throw"  # when the die lies still
    question = words.question(scene.t, scene.edition, seen) if scene.choices else ""
    waiting_for = [scene.names[seat] for seat in scene.waiting if seat != scene.seat]
    return {
        "over": seen.phase == "over",
        "racers": f"racers n{len(players)}",
        "mine_kind": classes("mine-area", "decision", asked=question),
        "hand_kind": f"my-hand n{len(cards)}",
        "news": classes("news", later=later, long=len(told) > LONG),
        "spaces": ground.spaces,
        "stations": stations(scene.t, ground, standing),
        "lands": [
            ground.lands[shape] | {"pawns": pawns(shape, ground, standing), "throw": throw(scene, shape)}
            for shape in SHAPES
        ],
        "players": players,
        # After the end there is nothing of one's own to show, unless cards were left.
        "mine": [each for each in players if each["mine"] and (cards or seen.phase != "over")],
        "hand": cards,
        "left": seen.pile,
        "told": told,
        "moment": great_moment(scene),
        "question": question,
        "choices": [choice(scene, c) for c in scene.choices],
        "deadline": scene.reaction.deadline if scene.reaction else None,
        "countdown": scene.reaction.seconds if scene.reaction else None,
        "reaches": any(isinstance(choice, Throw) and choice.reaches for choice in scene.choices),
        "may_react": bool(scene.reaction and scene.seat in scene.reaction.seats),
        "waiting_for": waiting_for,
        # Who has no seat is told below the way what goes on.
        "watches": scene.seat < 0 and scene.live and bool(waiting_for or scene.act),
        "sound": sound(scene),
    }


SOUNDS: dict[type, str] = {
    Exchanged: "swap",
    Banked: "coins",
    Jostled: "hit",
    Menhir: "hit",
    Bard: "hit",
    Rolled: "roll",
    Over: "win",
}


def sound(scene: Scene) -> str:
    """What the latest decision sounds like: the greatest of its events."""
    kinds = {type(e) for e in scene.recent[-1].told} if scene.recent else set[type]()
    return next((name for kind, name in SOUNDS.items() if kind in kinds), "")


# ---------------------------------------------------------------- the landscape


Reach = tuple[tuple[str, tuple[int, ...]], ...]  # of each die: where it may lead


def ground_of(scene: Scene) -> Ground:
    seen: Seen = scene.seen
    reach = tuple([(c.die, c.reaches) for c in scene.choices if isinstance(c, Throw)])
    return ground(scene.t, scene.edition, seen.village, tuple(seen.events.items()), seen.goal, reach)


@dataclass(frozen=True)
class Ground:
    """The way, whoever stands on it."""

    spaces: list[dict[str, Any]]  # from the camp to the village
    lands: dict[str, dict[str, Any]]  # as pictures: where everything stands


@kept(200)
def ground(
    t: Language,
    edition: Edition,
    village: int,
    events: tuple[tuple[int, Event], ...],
    goal: int | None,
    reach: Reach,
) -> Ground:
    names = {
        "camp": t.say("the Roman camp"),
        "village": t.say("the village"),
        "menhir": t.say("a menhir: a card is lost"),
        "bard": t.say("the bard: three spaces back"),
        "cohort": t.say("a small cohort: one more card"),
    }
    leads = {
        "white": (-20, t.say("The white die may lead here.")),
        "black": (4, t.say("The black die may lead here.")),
    }
    kinds: dict[int, str] = {**dict(events), 0: "camp", village: "village"}
    spaces: list[dict[str, Any]] = []
    for number in range(village + 1):
        kind, is_goal, is_end = kinds.get(number, ""), number == goal, number in (0, village)
        below = 34 if is_end else 18
        spaces.append(
            {
                "number": number,
                "kind": classes("space", kind or "plain", goal=is_goal),
                "name": names.get(kind, ""),
                "picture": "camp-roman-place" if number == 0 else kind,
                "goal": is_goal,
                "is_end": is_end,
                "reach": [
                    {"colour": die, "x": leads[die][0], "y": below, "says": leads[die][1]}
                    for die, reached in reach
                    if number in reached
                ],
            }
        )
    return Ground(spaces, {shape: land(shape, spaces) for shape in SHAPES})


def land(shape: str, way: Sequence[dict[str, Any]]) -> dict[str, Any]:
    where = places(shape, len(way))
    x, y, width, height = SHAPES[shape]
    return {
        "shape": shape,
        "box": f"{x} {y} {width} {height}",
        "whole": whole(LANDSCAPES[shape]),
        "way": " ".join(f"{px:g},{py:g}" for px, py in where),
        "spaces": [space | {"x": x, "y": y} for space, (x, y) in zip(way, where, strict=True)],
    }


Standing = dict[int, list[dict[str, Any]]]  # the pawns on each space where there are any


def standing_on(seen: Seen, figures: Sequence[dict[str, Any]]) -> Standing:
    found: Standing = {}
    for player, figure in zip(seen.players, figures, strict=True):
        found.setdefault(player.at, []).append(figure)
    return found


def pawns(shape: str, ground: Ground, standing: Standing) -> list[dict[str, Any]]:
    """Where they stand, the farther ones first."""
    found: list[dict[str, Any]] = []
    for number, here in standing.items():
        space = ground.lands[shape]["spaces"][number]
        for i, figure in enumerate(here):
            aside = (i - (len(here) - 1) / 2) * ABREAST[shape]
            # Several stand a little apart, so that every face can be seen.
            x, y = round(space["x"] + aside, 1), round(space["y"] + 6 * (i % 2), 1)
            kind = classes("pawn", f"seat{figure['colour']}", mine=figure["mine"], on_turn=figure["on_turn"])
            found.append(figure | {"kind": kind, "x": x, "y": y, "at": number})
    return sorted(found, key=lambda p: (p["y"], p["x"], p["at"]))


def stations(t: Language, ground: Ground, standing: Standing) -> list[dict[str, Any]]:
    """The spaces of which there is something to say, for who cannot see them."""
    found: list[dict[str, Any]] = []
    for space in ground.spaces:
        here = standing.get(space["number"], ())
        if space["name"] or space["goal"] or here:
            number = t.say("space %(number)s", number=space["number"])
            found.append(
                {
                    "name": space["name"] or number,
                    "number_too": number if space["name"] and not space["is_end"] else "",
                    "pawns": [figure["name"] for figure in here],
                }
            )
    return found


def player(scene: Scene, figure: dict[str, Any]) -> dict[str, Any]:
    """One row: who, how many cards, which of them the seat that looks is certain of, what is safe."""
    seat: int = figure["seat"]
    me, mine = scene.seen.players[seat], figure["mine"]
    winner = bool(scene.standing and seat in scene.standing.winners)
    standing = classes("racer", mine=mine, on_turn=figure["on_turn"], winner=winner)
    shown = () if mine else me.certain  # one's own lie open below
    return figure | {
        "kind": f"{standing} seat{figure['colour']}",
        "asked": seat in scene.waiting,
        "decided": me.decided,
        "deadline": scene.deadline(seat),
        "cards": me.cards,
        "shown": [card(scene, face) for face in shown],
        "hidden": max(0, me.cards - len(shown)),
        "points": me.points,
        "banked": any(n * POINTS[face] for face, n in me.bank.items()),
        "helmets": sum(n * POINTS[face] for face, n in me.bank.items() if POINTS[face] > 0),
        "penalties": -sum(n * POINTS[face] for face, n in me.bank.items() if POINTS[face] < 0),
    }


def hand(scene: Scene) -> list[dict[str, Any]]:
    if scene.seat < 0:
        return []
    mine = scene.seen.players[scene.seat].certain
    return [card(scene, face, f"loot-{i}") for i, face in enumerate(mine)]


def throw(scene: Scene, shape: str) -> dict[str, Any] | None:
    """The last die that was thrown."""
    for moment in reversed(scene.recent):
        for e in moment.told:
            if isinstance(e, Rolled):
                x, y = CLEARING[shape]
                return {
                    "picture": f"die-{e.die}-{e.pips}",
                    "says": scene.t.say("%(name)s threw %(pips)s", name=scene.names[e.seat], pips=e.pips),
                    "kind": classes("thrown", rolling=scene.act is not None and scene.act.name == "throw"),
                    "number": moment.number,
                    "x": x,
                    "y": y,
                }
    return None


def just_told(scene: Scene) -> list[str]:
    """What has just happened, in words; during an act what it shows."""
    if scene.act:
        return words.lines(scene.t, scene.edition, scene.act.detail.told, scene.names)
    for moment in reversed(scene.recent):
        lines = words.lines(scene.t, scene.edition, moment.told, scene.names)
        if lines:
            return lines[-2:]
    return []


def choice(scene: Scene, choice: Choice) -> dict[str, Any]:
    t = scene.t
    text = words.action(t, scene.edition, choice, scene.names)
    found = {"words": choice.move, "text": text, "kind": "", "picture": "", "die": "", "pips": ""}
    match choice:
        case Throw(die=die, faces=pips):
            usual = max(set(pips), key=pips.count)
            found |= {"kind": f"die {die}", "picture": f"die-{die}-{usual}"}
            found |= {"pips": " ".join(map(str, pips))}
            if die == "white":
                return found | {"die": t.say("White die"), "text": t.say("slow and safe")}
            return found | {"die": t.say("Black die"), "text": t.say("fast and risky")}
        case Exchange():
            return found | {"kind": "exchange"}
        case Jostle(pawn=figure):
            return found | {"kind": "jostle", "picture": f"p-{figure}" if figure else ""}
        case Pass():
            return found | {"kind": "pass"}
        case Return():
            return found | {"picture": "camp-roman-place"}
        case _:
            return found
