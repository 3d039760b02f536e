"""The board of `romains`: the path from the camp to the village, the pawns on it, hands and what is safe."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from oppidum.faces import art
from oppidum.faces.romains import words as words
from oppidum.faces.romains.art import SYMBOLS
from oppidum.faces.romains.landscape import places
from oppidum.faces.scene import Moment, Scene
from oppidum.games.romains.hands import count, faces, size, worth
from oppidum.games.romains.state import FACES, SEATS, Action, Die, Kind, Phase
from oppidum.kernel.editions import Edition

CARDS = ("card-helmets-1", "card-helmets-2", "card-helmets-3", "card-sandal", "card-shield", "card-sword")
EVENTS = {"menhirs": "menhir", "bards": "bard", "cohorts": "cohort"}
SHAPES = {"wide": (0, 24, 960, 436), "tall": (0, 34, 480, 496)}  # what is shown of each landscape
ABREAST = {"wide": 34, "tall": 26}  # from one pawn to the next on the same space
SWAPPING = 1.4  # seconds that hands take to change owner


def symbols(edition: Edition) -> Sequence[str]:
    pawns = [f"{kind}-{pawn['id']}" for pawn in edition.data["pawn"] for kind in ("p", "pawn")]
    return [*art.CONTROLS, *SYMBOLS, *pawns]


def present(scene: Scene) -> dict[str, Any]:
    s = scene.position
    asked = bool(scene.choices)
    spaces = way(scene)
    return {
        "phase": Phase(s.phase).name.lower(),
        "spaces": spaces,
        "lands": [land(scene, shape, spaces) for shape in SHAPES],
        "players": [player(scene, seat) for seat in range(s.players)],
        "hand": hand(scene),
        "left": s.left,
        "below": [card(scene, face) for face in seen_below(s)],
        "throw": throw(scene),
        "told": just_told(scene),
        "moment": great_moment(scene),
        "question": words.question(scene.t, scene.game, scene.edition, s, scene.seat) if asked else "",
        "choices": [choice(scene, c.action, c.words) for c in scene.choices],
        "deadline": scene.reaction.deadline if scene.reaction else None,
        "may_react": bool(scene.reaction and scene.seat in scene.reaction.seats),
        "waiting_for": [scene.names[seat] for seat in scene.waiting if seat != scene.seat],
        "sound": sound(scene),
    }


def interlude(moment: Moment) -> float:
    """Hands change owner before the eyes of all, before the pawn walks on."""
    return SWAPPING if any(e.kind == Kind.EXCHANGE for e in moment.events) else 0.0


SOUNDS = {
    Kind.EXCHANGE: "swap",
    Kind.BANK: "coins",
    Kind.JOSTLE: "hit",
    Kind.MENHIR: "hit",
    Kind.BARD: "hit",
    Kind.ROLL: "roll",
    Kind.OVER: "win",
}


def sound(scene: Scene) -> str:
    """What the latest decision sounds like: the greatest of its events."""
    kinds = {e.kind for e in scene.recent[-1].events} if scene.recent else set[int]()
    return next((name for kind, name in SOUNDS.items() if kind in kinds), "")


# ---------------------------------------------------------------- the landscape


def land(scene: Scene, shape: str, way: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The way as a picture: where everything stands, the farther things first."""
    where = places(shape, len(way))
    spaces: list[dict[str, Any]] = [
        space | {"x": x, "y": y} for space, (x, y) in zip(way, where, strict=True)
    ]
    pawns: list[dict[str, Any]] = []
    for space in spaces:
        here = space["pawns"]
        for i, figure in enumerate(here):
            aside = (i - (len(here) - 1) / 2) * ABREAST[shape]
            # Several stand a little apart, so that every face can be seen.
            x, y = round(space["x"] + aside, 1), round(space["y"] + 6 * (i % 2), 1)
            pawns.append(figure | {"x": x, "y": y, "at": space["number"]})
    x, y, width, height = SHAPES[shape]
    return {
        "shape": shape,
        "box": f"{x} {y} {width} {height}",
        "way": " ".join(f"{px:g},{py:g}" for px, py in where),
        "spaces": spaces,
        "pawns": sorted(pawns, key=lambda p: (p["y"], p["x"])),
    }


def kind_of(s: Any, number: int) -> str:
    if number in (0, s.village):
        return "camp" if number == 0 else "village"
    return next((event for spaces, event in EVENTS.items() if (getattr(s, spaces) >> number) & 1), "")


def way(scene: Scene) -> list[dict[str, Any]]:
    """The spaces from the camp to the village, and what is on them."""
    s, t = scene.position, scene.t
    at = [int(number) for number in s.at[: s.players]]
    reached = {colour: reach(scene, colour) for colour in ("white", "black")}
    goal = goal_of(s)
    names = {
        "camp": t.say("the Roman camp"),
        "village": t.say("the village"),
        "menhir": t.say("a menhir: a card is lost"),
        "bard": t.say("the bard: three spaces back"),
        "cohort": t.say("a small cohort: a card more"),
    }
    kinds = [kind_of(s, number) for number in range(s.village + 1)]
    return [
        {
            "number": number,
            "kind": kind,
            "name": names.get(kind, ""),
            "picture": "camp-roman-place" if kind == "camp" else kind,
            "pawns": [pawn(scene, seat) for seat, stands in enumerate(at) if stands == number],
            "goal": number == goal,
            "reach": [colour for colour, spaces in reached.items() if number in spaces],
        }
        for number, kind in enumerate(kinds)
    ]


def die_faces(s: Any, colour: str) -> list[int]:
    packed = int(s.white if colour == "white" else s.black)
    return [(packed >> (4 * i)) & 15 for i in range(6)]


def reach(scene: Scene, colour: str) -> set[int]:
    """Where the seat that is to throw could end up with that die, before anything happens there."""
    s = scene.position
    if s.phase != Phase.ROLL or not scene.choices:
        return set()
    return {min(s.at[scene.seat] + pips, s.village) for pips in die_faces(s, colour)}


def goal_of(s: Any) -> int:
    """Where the pawn would stop, while the others still decide."""
    if s.phase != Phase.CALL:
        return -1
    return min(s.at[s.turn] + s.pips, s.village)


def pawn(scene: Scene, seat: int) -> dict[str, Any]:
    entry = scene.edition.data["pawn"][seat]
    return {
        "id": f"pawn-{seat}",
        "seat": seat,
        "name": scene.names[seat],
        "picture": f"p-{entry['id']}",
        "figure": f"pawn-{entry['id']}",
        "mine": seat == scene.seat,
        "on_turn": seat == scene.position.turn and scene.position.phase != Phase.OVER,
    }


def card(scene: Scene, face: int) -> dict[str, Any]:
    return {
        "picture": CARDS[face],
        "name": words.card(scene.t, scene.edition, face),
        "points": face + 1 if face < FACES // 2 else FACES // 2 - 1 - face,
    }


def player(scene: Scene, seat: int) -> dict[str, Any]:
    """One row: who, how many cards, which of them the seat that looks is certain of, what is safe."""
    s = scene.position
    eyes = seat if scene.open_cards else scene.seat
    known = s.known[eyes, seat] if eyes >= 0 else 0
    certain = [card(scene, face) for face in faces(known)]
    safe = s.bank[seat]
    return pawn(scene, seat) | {
        "bot": scene.seats[seat].kind == "bot" or scene.seats[seat].stand_in,
        "asked": seat in scene.waiting,
        "decided": bool((s.asked & s.decided) >> seat & 1) and s.phase in (Phase.CALL, Phase.JOSTLE),
        "deadline": scene.seats[seat].deadline,
        "cards": s.holds[seat],
        "certain": certain,
        "hidden": max(0, s.holds[seat] - int(size(known))),
        "points": int(worth(safe)),
        "helmets": sum(int(count(safe, face)) * (face + 1) for face in range(3)),
        "penalties": sum(int(count(safe, face + 3)) * (face + 1) for face in range(3)),
        "at": s.at[seat],
        "winner": bool(scene.standing and seat in scene.standing.winners),
    }


def hand(scene: Scene) -> list[dict[str, Any]]:
    if scene.seat < 0:
        return []
    found = [card(scene, face) for face in faces(scene.position.known[scene.seat, scene.seat])]
    return [c | {"id": f"loot-{i}"} for i, c in enumerate(found)]


def seen_below(s: Any) -> list[int]:
    """The cards under the pile that everybody has seen going there."""
    ring = len(s.pile)
    places = [(s.top + s.left - 1 - i) % ring for i in range(s.below)]
    return [s.pile[place] for place in places if s.pile[place] >= 0]


def throw(scene: Scene) -> dict[str, Any] | None:
    """The last die that was thrown."""
    for moment in reversed(scene.recent):
        for event in moment.events:
            if event.kind == Kind.ROLL:
                colour = "black" if event.b == Die.BLACK else "white"
                latest = moment is scene.recent[-1]
                return {
                    "picture": f"die-{colour}-{event.c}",
                    "colour": colour,
                    "pips": event.c,
                    "by": scene.names[event.a],
                    "latest": latest,
                    "number": moment.number,
                }
    return None


def great_moment(scene: Scene) -> dict[str, Any] | None:
    """Hands that change owner, a jostle, or cards that are safe now: shown across the landscape."""
    if not scene.recent:
        return None
    latest = scene.recent[-1]
    told = {e.kind: e for e in latest.events}
    found: dict[str, Any] = {"number": latest.number, "kind": "", "left": None, "right": None, "points": 0}
    for kind, name in ((Kind.EXCHANGE, "exchange"), (Kind.JOSTLE, "jostle")):
        if kind in told:
            two = (told[kind].a, told[kind].b)
            left, right = (pawn(scene, seat) | {"cards": scene.position.holds[seat]} for seat in two)
            return found | {"kind": name, "left": left, "right": right}
    banked = [e for e in latest.events if e.kind == Kind.BANK]
    if banked:
        points = sum(e.c * card(scene, e.b)["points"] for e in banked)
        safe = [card(scene, e.b) for e in banked for _ in range(e.c)]
        return found | {"kind": "bank", "left": pawn(scene, banked[0].a), "points": points, "cards": safe}
    return None


def just_told(scene: Scene) -> list[str]:
    """What has just happened, in words."""
    for moment in reversed(scene.recent):
        lines = words.lines(
            scene.t,
            scene.game,
            scene.edition,
            moment.position,
            [e for e in moment.events if is_news(e)],
            scene.names,
        )
        if lines:
            return lines[-3:]
    return []


def is_news(event: Any) -> bool:
    return event.kind != Kind.DECIDED


def choice(scene: Scene, action: int, spelled: str) -> dict[str, Any]:
    s = scene.position
    text = words.action(scene.t, scene.game, scene.edition, s, scene.seat, action, scene.names)
    found: dict[str, Any] = {"words": spelled, "text": text, "kind": "", "picture": "", "pips": []}
    if action in (Action.WHITE, Action.BLACK):
        colour = "white" if action == Action.WHITE else "black"
        pips = die_faces(s, colour)
        found |= {
            "kind": f"die {colour}",
            "picture": f"die-{colour}-{max(set(pips), key=pips.count)}",
            "pips": pips,
        }
    elif action == Action.EXCHANGE:
        found |= {"kind": "exchange"}
    elif action == Action.JOSTLE:
        found |= {"kind": "jostle"}
    elif Action.PICK <= action < Action.PICK + SEATS:
        found |= {"kind": "jostle", "picture": pawn(scene, action - Action.PICK)["picture"]}
    elif action == Action.PASS:
        found |= {"kind": "pass"}
    elif action == Action.RETURN:
        found |= {"picture": "camp-roman-place"}
    return found
