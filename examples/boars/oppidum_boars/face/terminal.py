"""The table of `boars` in a terminal: one line for each hunter."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from oppidum.faces.plain.terminal import listed, numbered
from oppidum.kernel.editions import Edition
from oppidum.kernel.game import Standing
from oppidum.words.language import Language
from oppidum_boars.face import words
from oppidum_boars.game.seen import Hunter, Seen

__all__ = ["board", "choices", "numbered"]


def board(
    t: Language, edition: Edition, seen: Seen, seat: int, names: Sequence[str], standing: Standing
) -> RenderableType:
    heading = t.say("Round %(number)s of %(all)s", number=seen.round, all=seen.rounds)
    table = Table(border_style="dim", expand=False)
    table.add_column(t.say("Player"))
    table.add_column(t.say("Boar"))
    table.add_column(t.say("Points"), justify="right")
    for hunter in seen.hunters:
        name = Text(names[hunter.seat], style="bold" if hunter.seat == seat else "")
        table.add_row(name, boar(t, edition, seen, hunter), str(hunter.points))
    return Group(Text(heading, style="bold green"), table)


def boar(t: Language, edition: Edition, seen: Seen, hunter: Hunter) -> Text:
    """As far as it is known, with a mark for every step of its size."""
    if seen.over:
        return Text("")
    text = Text("?" if hunter.boar is None else words.boar(t, edition, hunter.boar))
    if hunter.boar:
        text.append("  " + "▰" * hunter.boar.size + "▱" * (seen.biggest - hunter.boar.size), style="yellow")
    if hunter.decided:
        text.append("  " + t.say("has decided"), style="green")
    return text


def choices(t: Language, edition: Edition, seen: Seen, names: Sequence[str]) -> RenderableType:
    return listed(words, t, edition, seen, names)
