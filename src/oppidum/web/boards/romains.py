"""The board of `romains`: the path from the camp to the village, the pawns on it, hands and what is safe."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from oppidum.games.romains.hands import count, faces, size, worth
from oppidum.games.romains.state import FACES, SEATS, Action, Die, Kind, Phase
from oppidum.kernel.editions import Edition
from oppidum.web.boards import Scene
from oppidum.words import romains as words

TEMPLATE = "boards/romains.html"
STYLESHEET = "boards/romains.css"

CARDS = ("card-helmets-1", "card-helmets-2", "card-helmets-3", "card-sandal", "card-shield", "card-sword")
EVENTS = {"menhirs": "menhir", "bards": "bard", "cohorts": "cohort"}
LANDSCAPE = ("tree-oak", "tree-fir", "bush", "rock", "hill", "grass")


def symbols(edition: Edition) -> Sequence[str]:
    dice = [f"die-{colour}-{pips}" for colour in ("white", "black") for pips in range(1, 7)]
    pawns = [f"p-{pawn['id']}" for pawn in edition.data["pawn"]]
    places = ("camp-roman-place", "village", "menhir", "bard", "cohort")
    return [*CARDS, *dice, *pawns, *places, *LANDSCAPE, "back-loot", "laurel", "helmet", "i-swap"]


def present(scene: Scene) -> dict[str, Any]:
    s = scene.position
    asked = bool(scene.choices)
    return {
        "phase": Phase(s.phase).name.lower(),
        "spaces": [space(scene, number) for number in range(s.village + 1)],
        "players": [player(scene, seat) for seat in range(s.players)],
        "hand": hand(scene),
        "left": s.left,
        "below": [card(scene, face) for face in seen_below(s)],
        "throw": throw(scene),
        "told": just_told(scene),
        "question": words.question(scene.t, scene.game, scene.edition, s, scene.seat) if asked else "",
        "choices": [choice(scene, c.action, c.words) for c in scene.choices],
        "deadline": scene.reaction.deadline if scene.reaction else None,
        "may_react": bool(scene.reaction and scene.seat in scene.reaction.seats),
        "waiting_for": [scene.names[seat] for seat in scene.waiting if seat != scene.seat],
    }


def space(scene: Scene, number: int) -> dict[str, Any]:
    s, t = scene.position, scene.t
    kind = "camp" if number == 0 else "village" if number == s.village else ""
    for spaces, event in EVENTS.items():
        if not kind and (getattr(s, spaces) >> number) & 1:
            kind = event
    names = {
        "camp": t.say("the Roman camp"),
        "village": t.say("the village"),
        "menhir": t.say("a menhir: a card is lost"),
        "bard": t.say("the bard: three spaces back"),
        "cohort": t.say("a small cohort: a card more"),
    }
    pawns = [pawn(scene, seat) for seat in range(s.players) if s.at[seat] == number]
    return {
        "number": number,
        "kind": kind,
        "name": names.get(kind, ""),
        "picture": "camp-roman-place" if kind == "camp" else kind,
        "pawns": pawns,
        "goal": number == goal(s),
    }


def goal(s: Any) -> int:
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
    known = s.known[scene.seat, seat] if scene.seat >= 0 else 0
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
    found: dict[str, Any] = {"words": spelled, "text": text, "kind": "", "picture": ""}
    if action in (Action.WHITE, Action.BLACK):
        colour = "white" if action == Action.WHITE else "black"
        found |= {"kind": f"die {colour}", "picture": f"die-{colour}-{3 if colour == 'white' else 5}"}
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
