"""The score sheet of `cartes`: what each hand was worth."""

from __future__ import annotations

from oppidum.faces.scene import Scene, SheetRow


def rows(scene: Scene) -> list[SheetRow]:
    t, hands = scene.t, scene.seen.hands
    return [
        SheetRow(
            t.say("Hand %(number)s of %(hands)s", number=number, hands=hands), "", [(p, "") for p in points]
        )
        for number, points in enumerate(scene.seen.sheet, 1)
    ]
