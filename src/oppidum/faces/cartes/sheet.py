"""The score sheet of `cartes`: what each hand was worth."""

from __future__ import annotations

from oppidum.faces.scene import Scene, SheetRow


def rows(scene: Scene) -> list[SheetRow]:
    s, hands = scene.position, scene.position.hand_number
    return [
        SheetRow(
            scene.t.say("Hand %(number)s of %(hands)s", number=hand + 1, hands=s.hands_to_play),
            "",
            [(int(s.sheet[hand, seat]), "") for seat in range(s.players)],
        )
        for hand in range(hands)
    ]
