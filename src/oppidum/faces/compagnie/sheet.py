"""The score sheet of `compagnie`: sesterces from albums and from helmets."""

from __future__ import annotations

from oppidum.faces.compagnie import words
from oppidum.faces.compagnie.look import HELMETS
from oppidum.faces.scene import Scene, SheetRow
from oppidum.games.compagnie.seen import HELMET_WORTH, Seen


def rows(scene: Scene) -> list[SheetRow]:
    seen: Seen = scene.seen
    albums = [(player.from_albums, f"{len(player.albums)} ×") for player in seen.players]
    sheet = [SheetRow(scene.t.say("Albums"), "album-any", albums)]
    for helmet, sign in HELMETS.items():
        held = [player.helmets[helmet] for player in seen.players]
        worth = HELMET_WORTH[helmet]
        name = words.helmet_name(scene.t, helmet)
        sheet.append(SheetRow(name, sign, [(n * worth, f"{n} × {worth}") for n in held]))
    return sheet
