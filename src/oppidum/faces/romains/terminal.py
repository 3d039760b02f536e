"""The table of `romains`: the path with all pawns, every hand as far as one knows it, the banked cards."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from oppidum.faces.plain.terminal import listed
from oppidum.faces.romains import words
from oppidum.games.romains.seen import POINTS, Face, Player, Seen
from oppidum.kernel.editions import Edition
from oppidum.kernel.game import Standing
from oppidum.words.language import Language

MARKS = {
    "menhir": Text("M", style="red"),
    "bard": Text("B", style="magenta"),
    "cohort": Text("C", style="cyan"),
}


def board(
    t: Language, edition: Edition, seen: Seen, seat: int, names: Sequence[str], standing: Standing
) -> RenderableType:
    parts = [heading(t, seen, names), path(t, seen), players(t, edition, seen, seat, names)]
    return Group(*parts, *certainties(t, seen, names))


def in_points(cards: Sequence[Face]) -> list[str]:
    return [words.signed(POINTS[face]) for face in cards]


def heading(t: Language, seen: Seen, names: Sequence[str]) -> RenderableType:
    pile = t.many("%(n)s card in the pile", "%(n)s cards in the pile", seen.pile)
    turn = words.turn(t, seen)
    lines = [Text(f"{turn} · {pile}", style="dim")]
    if seen.below:
        bottom = " ".join(in_points(seen.below))
        lines.append(Text(t.say("Seen going under it: %(cards)s", cards=bottom), style="dim"))
    if seen.thrown:
        die = t.say("white die") if seen.thrown.die == "white" else t.say("black die")
        text = t.say("%(name)s: %(die)s, %(pips)s", name=names[seen.turn], die=die, pips=seen.thrown.pips)
        lines.append(Text(text, style="bold yellow"))
    return Panel(Group(*lines), border_style="blue", expand=False)


def path(t: Language, seen: Seen) -> RenderableType:
    """Every space of the path in a row: its number, its event, and the seats that stand there."""
    table = Table(box=None, padding=(0, 1, 0, 0), show_header=False)
    names = {0: Text(t.say("camp"), style="bold"), seen.village: Text(t.say("village"), style="bold green")}
    spaces = range(seen.village + 1)
    table.add_row(*(names.get(space, Text(str(space), style="dim")) for space in spaces))
    table.add_row(*(mark(seen, space) for space in spaces))
    table.add_row(
        *("".join(str(p.seat + 1) for p in seen.players if p.at == space) for space in spaces), style="bold"
    )
    legend = t.say("M menhir · B bard · C cohort · digits: seats")
    return Group(table, Text(legend, style="dim"))


def mark(seen: Seen, space: int) -> Text:
    event = seen.events.get(space)
    return MARKS[event] if event else Text("·", style="dim")


def players(t: Language, edition: Edition, seen: Seen, seat: int, names: Sequence[str]) -> RenderableType:
    table = Table(border_style="dim", expand=False)
    for title in (t.say("Seat"), t.say("Player"), t.say("Hand"), t.say("Banked")):
        table.add_column(title)
    table.add_column(t.say("Points"), justify="right")
    for player in seen.players:
        called = f"{names[player.seat]}\n{words.pawn(t, edition, player.pawn)}"
        who = Text(called, style="bold" if player.seat == seat else "")
        row = [hand(t, player), banked(player), str(player.points)]
        table.add_row(str(player.seat + 1), who, *row)
    return table


def hand(t: Language, player: Player) -> Text:
    """The cards that this seat knows, and a question mark for every other."""
    unknown = ["?"] * (player.cards - len(player.certain))
    text = Text(" ".join(in_points(player.certain) + unknown))
    if player.decided:
        text.append("\n" + t.say("has chosen"), style="green")
    return text


def banked(player: Player) -> str:
    return ", ".join(
        words.signed(POINTS[face]) + (f" ×{n}" if n > 1 else "") for face, n in player.bank.items()
    )


def certainties(t: Language, seen: Seen, names: Sequence[str]) -> list[RenderableType]:
    """Cards that this seat knows to be in one of several hands, without knowing in which."""
    lines: list[RenderableType] = []
    for pool in seen.somewhere:
        hands, cards = [names[seat] for seat in pool.seats], " ".join(in_points(pool.cards))
        text = t.say("Somewhere with %(names)s: %(cards)s", names=t.join(hands), cards=cards)
        lines.append(Text(text, style="dim"))
    return lines


def choices(t: Language, edition: Edition, seen: Seen, names: Sequence[str]) -> RenderableType:
    return listed(words, t, edition, seen, names)


def numbered(seen: Seen) -> bool:
    return True
