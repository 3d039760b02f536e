"""Cards and pawns of `romains` as templates draw them."""

from __future__ import annotations

from typing import Any

from oppidum.faces.dress import dressed
from oppidum.faces.romains import words
from oppidum.faces.scene import Scene
from oppidum.games.romains.seen import Face, Seen

CARDS: dict[Face, str] = {
    "h1": "card-helmets-1",
    "h2": "card-helmets-2",
    "h3": "card-helmets-3",
    "p1": "card-sandal",
    "p2": "card-shield",
    "p3": "card-sword",
}


def card(scene: Scene, face: Face, name: str = "") -> dict[str, Any]:
    """`name`: by which the page knows it, where it has one."""
    return {
        "id": name,
        "picture": CARDS[face],
        "name": words.card(scene.t, scene.edition, face),
    }


def pawn(scene: Scene, seat: int) -> dict[str, Any]:
    seen: Seen = scene.seen
    dress = dressed(scene.seats, [player.pawn for player in seen.players])[seat] if scene.seats else None
    figure = dress.character if dress else seen.players[seat].pawn
    return {
        "id": f"pawn-{seat}",
        "seat": seat,
        "colour": dress.colour if dress else seat,
        "name": scene.names[seat],
        "picture": f"p-{figure}",
        "figure": f"pawn-{figure}",
        "mine": seat == scene.seat,
        "on_turn": seat == seen.turn and seen.phase != "over",
    }
