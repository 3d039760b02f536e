"""The score sheet of `boars`: in which ways rounds were won."""

from __future__ import annotations

from oppidum.faces.scene import Scene, SheetRow
from oppidum_boars.face import words
from oppidum_boars.game.seen import POINTS, Seen


def rows(scene: Scene) -> list[SheetRow]:
    seen: Seen = scene.seen
    sheet: list[SheetRow] = []
    for way, points in POINTS.items():
        won = [hunter.won[way] for hunter in seen.hunters]
        cells = [(n * points, f"{n} × {points}" if n else "") for n in won]
        sheet.append(SheetRow(words.way(scene.t, way), "", cells))
    return sheet
