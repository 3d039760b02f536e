"""The table of `romains`: the path with all pawns, every hand as far as one knows it, the banked cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from oppidum.faces.plain import terminal as plain
from oppidum.faces.romains import words as words
from oppidum.games.romains.hands import count, faces, size
from oppidum.games.romains.memory import group_of
from oppidum.games.romains.state import CARDS, FACES, Die, Phase
from oppidum.kernel.editions import Edition
from oppidum.kernel.game import Game
from oppidum.words.language import Language

FACE_POINTS = ("+1", "+2", "+3", "−1", "−2", "−3")


def board(
    t: Language, game: Game, edition: Edition, view: Any, seat: int, names: Sequence[str]
) -> RenderableType:
    parts = [heading(t, view, names), path(t, view), players(t, game, edition, view, seat, names)]
    return Group(*parts, *certainties(t, view, seat, names))


def heading(t: Language, view: Any, names: Sequence[str]) -> RenderableType:
    pile = t.many("%(n)s card in the pile", "%(n)s cards in the pile", view.left)
    turn = t.say("Turn %(n)s", n=view.turns)
    lines = [Text(f"{turn} · {pile}", style="dim")]
    if view.below:
        seen = [view.pile[(view.top + i) % CARDS] for i in range(view.left - view.below, view.left)]
        bottom = " ".join(FACE_POINTS[face] for face in seen)
        lines.append(Text(t.say("Seen going under it: %(cards)s", cards=bottom), style="dim"))
    if view.phase != Phase.OVER and view.die >= 0:
        thrown = t.say("white die") if view.die == Die.WHITE else t.say("black die")
        text = t.say("%(name)s: %(die)s, %(pips)s", name=names[view.turn], die=thrown, pips=view.pips)
        lines.append(Text(text, style="bold yellow"))
    return Panel(Group(*lines), border_style="blue", expand=False)


def path(t: Language, view: Any) -> RenderableType:
    """Every space of the path in a row: its number, its event, and the seats that stand there."""
    table = Table(box=None, padding=(0, 1, 0, 0), show_header=False)
    names = {0: Text(t.say("camp"), style="bold"), view.village: Text(t.say("village"), style="bold green")}
    spaces = range(view.village + 1)
    table.add_row(*(names.get(space, Text(str(space), style="dim")) for space in spaces))
    table.add_row(*(mark(view, space) for space in spaces))
    table.add_row(
        *("".join(str(x + 1) for x in range(view.players) if view.at[x] == space) for space in spaces),
        style="bold",
    )
    legend = t.say("M menhir · B bard · C cohort · digits: seats")
    return Group(table, Text(legend, style="dim"))


def mark(view: Any, space: int) -> Text:
    if (view.menhirs >> space) & 1:
        return Text("M", style="red")
    if (view.bards >> space) & 1:
        return Text("B", style="magenta")
    if (view.cohorts >> space) & 1:
        return Text("C", style="cyan")
    return Text("·", style="dim")


def players(
    t: Language, game: Game, edition: Edition, view: Any, seat: int, names: Sequence[str]
) -> RenderableType:
    table = Table(border_style="dim", expand=False)
    for title in (t.say("Seat"), t.say("Player"), t.say("Hand"), t.say("Banked")):
        table.add_column(title)
    table.add_column(t.say("Points"), justify="right")
    points = game.standing(view).points
    for other in range(view.players):
        who = Text(f"{names[other]}\n{words.pawn(t, edition, other)}", style="bold" if other == seat else "")
        row = [hand(t, view, seat, other), banked(view, other), str(points[other])]
        table.add_row(str(other + 1), who, *row)
    return table


def hand(t: Language, view: Any, seat: int, other: int) -> Text:
    """The cards that this seat knows, and a question mark for every other."""
    known = view.known[seat, other] if seat >= 0 else 0
    cards = [FACE_POINTS[face] for face in faces(known)]
    text = Text(" ".join(cards + ["?"] * int(view.holds[other] - size(known))))
    if (view.decided >> other) & 1 and view.asked != view.decided:
        text.append("\n" + t.say("has chosen"), style="green")
    return text


def banked(view: Any, seat: int) -> str:
    cards = view.bank[seat]
    return ", ".join(
        FACE_POINTS[face] + (f" ×{count(cards, face)}" if count(cards, face) > 1 else "")
        for face in range(FACES)
        if count(cards, face)
    )


def certainties(t: Language, view: Any, seat: int, names: Sequence[str]) -> list[RenderableType]:
    """Cards that this seat knows to be in one of several hands, without knowing in which."""
    lines: list[RenderableType] = []
    for g in (1, 2) if seat >= 0 else ():
        hands = [names[x] for x in range(view.players) if group_of(view, seat, x) == g]
        if hands:
            cards = " ".join(FACE_POINTS[face] for face in faces(view.pool[seat, g - 1]))
            text = t.say("Somewhere with %(names)s: %(cards)s", names=t.join(hands), cards=cards)
            lines.append(Text(text, style="dim"))
    return lines


choices = plain.choices
numbered = plain.numbered
