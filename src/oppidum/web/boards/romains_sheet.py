"""The score sheet of `romains`: every kind of card that is safe in the village, and what it counts."""

from __future__ import annotations

from oppidum.games.romains.hands import count, worth_of
from oppidum.games.romains.state import FACES
from oppidum.web.boards import Scene
from oppidum.words import romains as words


def rows(scene: Scene) -> list[tuple[str, list[str]]]:
    s = scene.position
    sheet: list[tuple[str, list[str]]] = []
    for face in range(FACES):
        worth = int(worth_of(face))
        safe = [int(count(s.bank[seat], face)) for seat in range(s.players)]
        if any(safe):
            cells = [f"{n} × {worth} = {n * worth}".replace("-", "−") if n else "–" for n in safe]
            sheet.append((words.card(scene.t, scene.edition, face), cells))
    lost = [str(int(s.holds[seat])) for seat in range(s.players)]
    sheet.append((scene.t.say("cards still on the way: worth nothing"), lost))
    return sheet
