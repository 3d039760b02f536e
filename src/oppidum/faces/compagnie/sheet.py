"""The score sheet of `compagnie`: sesterces from albums and from helmets."""

from __future__ import annotations

from oppidum.faces.scene import Scene, SheetRow
from oppidum.games.compagnie.state import Helmet

HELMETS = ((Helmet.CENTURION, 3, "helmet-centurion"), (Helmet.LEGIONARY, 1, "helmet"))


def rows(scene: Scene) -> list[SheetRow]:
    s, t = scene.position, scene.t
    seats = range(s.players)
    won = [sum(int(winner) == seat + 1 for winner in s.trophy) for seat in seats]
    albums = [(int(s.album_points[seat]), f"{won[seat]} ×") for seat in seats]
    sheet = [SheetRow(t.say("Albums"), "album-any", albums)]
    names = {Helmet.CENTURION: t.say("Centurion's helmet"), Helmet.LEGIONARY: t.say("Legionary's helmet")}
    for helmet, worth, sign in HELMETS:
        held = [int(s.helmet[seat, helmet]) for seat in seats]
        sheet.append(SheetRow(names[helmet], sign, [(n * worth, f"{n} × {worth}") for n in held]))
    return sheet
