"""The score sheet of `compagnie`: sesterces from albums and from helmets."""

from __future__ import annotations

from oppidum.games.compagnie.state import Helmet
from oppidum.web.boards import Scene

HELMETS = ((Helmet.CENTURION, 3), (Helmet.LEGIONARY, 1))


def rows(scene: Scene) -> list[tuple[str, list[str]]]:
    s, t = scene.position, scene.t
    seats = range(s.players)
    won = [sum(int(winner) == seat + 1 for winner in s.trophy) for seat in seats]
    albums = [f"{n}: {int(s.album_points[seat])}" if (n := won[seat]) else "–" for seat in seats]
    sheet = [(t.say("Albums"), albums)]
    names = {Helmet.CENTURION: t.say("Centurion's helmet"), Helmet.LEGIONARY: t.say("Legionary's helmet")}
    for helmet, worth in HELMETS:
        held = [int(s.helmet[seat, helmet]) for seat in seats]
        cells = [f"{n} × {worth} = {n * worth}" if n else "–" for n in held]
        sheet.append((names[helmet], cells))
    return sheet
