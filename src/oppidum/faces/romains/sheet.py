"""The score sheet of `romains`: every kind of card that is safe in the village, and what it counts."""

from __future__ import annotations

from oppidum.faces.romains import words as words
from oppidum.faces.romains.board import CARDS
from oppidum.faces.scene import Scene, SheetRow
from oppidum.games.romains.hands import count, worth_of
from oppidum.games.romains.state import FACES


def rows(scene: Scene) -> list[SheetRow]:
    s = scene.position
    seats = range(s.players)
    sheet: list[SheetRow] = []
    for face in range(FACES):
        worth = int(worth_of(face))
        safe = [int(count(s.bank[seat], face)) for seat in seats]
        if any(safe):
            name = words.card(scene.t, scene.edition, face)
            sheet.append(SheetRow(name, CARDS[face], [(n * worth, f"{n} × {worth}") for n in safe]))
    lost = [(0, f"{int(s.holds[seat])} × 0") for seat in seats]
    sheet.append(SheetRow(scene.t.say("cards still on the way: worth nothing"), "back-loot", lost))
    return sheet
