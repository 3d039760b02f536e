"""The score sheet of `romains`: every kind of card that is safe in the village, and what it counts."""

from __future__ import annotations

from oppidum.faces.romains import words
from oppidum.faces.romains.cards import CARDS
from oppidum.faces.scene import Scene, SheetRow
from oppidum.games.romains.seen import POINTS, Seen


def rows(scene: Scene) -> list[SheetRow]:
    seen: Seen = scene.seen
    sheet: list[SheetRow] = []
    for face, points in POINTS.items():
        safe = [player.bank.get(face, 0) for player in seen.players]
        if any(safe):
            name = words.card(scene.t, scene.edition, face)
            sheet.append(SheetRow(name, CARDS[face], [(n * points, f"{n} × {points}") for n in safe]))
    lost = [(0, f"{player.cards} × 0") for player in seen.players]
    sheet.append(SheetRow(scene.t.say("cards still on the way: worth nothing"), "back-loot", lost))
    return sheet
