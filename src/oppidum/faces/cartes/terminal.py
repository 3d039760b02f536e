"""The table of `cartes`: the card on offer, everybody's hand and captures, the score so far."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from oppidum.faces.cartes import words
from oppidum.faces.plain.terminal import listed
from oppidum.games.cartes.seen import Bid, Pirates, Player, Seen
from oppidum.kernel.editions import Edition
from oppidum.kernel.game import Standing
from oppidum.words.language import Language


def board(
    t: Language, edition: Edition, seen: Seen, seat: int, names: Sequence[str], standing: Standing
) -> RenderableType:
    # What is on offer stands beside the question: with many captures the rest is taller than a small screen.
    return Group(players(t, edition, seen, seat, names), heading(t, edition, seen))


def heading(t: Language, edition: Edition, seen: Seen) -> RenderableType:
    hand = t.say("Hand %(number)s of %(all)s", number=seen.hand, all=seen.hands)
    deck = t.many("%(n)s card in the deck", "%(n)s cards in the deck", seen.left)
    lines = [Text(f"{hand} · {deck}", style="dim")]
    if seen.phase == "bid":
        style = "bold red" if isinstance(seen.offer, Pirates) else "bold yellow"
        lines.append(Text(t.say("On offer: %(card)s.", card=words.card(t, edition, seen.offer)), style=style))
    elif seen.peek and seen.peek.card:
        card = words.card(t, edition, seen.peek.card)
        lines.append(Text(t.say("Only you see it: %(card)s.", card=card), style="bold magenta"))
    return Panel(Group(*lines), border_style="blue", expand=False)


def players(t: Language, edition: Edition, seen: Seen, seat: int, names: Sequence[str]) -> RenderableType:
    table = Table(border_style="dim", expand=False)
    table.add_column(t.say("Player"))
    table.add_column(t.say("Hand"))
    table.add_column(t.say("Captured"))
    table.add_column(t.say("Points"), justify="right")
    for player in seen.players:
        called = f"{names[player.seat]}\n{words.character(t, edition, player.character)}"
        table.add_row(
            Text(called, style="bold" if player.seat == seat else ""),
            hand(t, player),
            captures(t, edition, player),
            points(seen, player),
        )
    return table


def points(seen: Seen, player: Player) -> Text:
    """What is on the sheet, and what the captures of this hand are worth so far, pirates apart."""
    text = Text(str(player.total))
    if seen.phase != "over":
        text.append(f"\n+{player.worth}", style="dim")
    return text


def hand(t: Language, player: Player) -> Text:
    """The Gauls in a hand, and a mark once a card lies face down."""
    cards = [str(value) if value in player.gauls else "·" for value in range(1, len(player.bottles) + 1)]
    cards.append(t.say("dog") if player.idefix else "·")
    text = Text(" ".join(cards))
    if player.bid is not None:
        card = t.say("dog") if player.bid == "idefix" else player.bid
        text.append("\n" + t.say("has played %(card)s", card=card), style="green")
    elif player.chosen:
        text.append("\n" + t.say("has chosen"), style="green")
    return text


def captures(t: Language, edition: Edition, player: Player) -> Text:
    parts: list[Text] = []
    for group in reversed(player.taken):
        several = f" ×{group.n}" if group.n > 1 else ""
        bonus = f" +{group.bonus}" if group.bonus else ""
        name = words.rank(t, edition, group.rank)
        parts.append(Text(f"{name} {group.value}{several}{bonus}", style="yellow" if group.n > 1 else ""))
    parts += [
        Text(t.say("pirates: %(whom)s", whom=words.pirates(t, edition, frees)), style="red")
        for frees in player.pirates
    ]
    return Text(", ").join(parts)


def choices(t: Language, edition: Edition, seen: Seen, names: Sequence[str]) -> RenderableType:
    if numbered(seen):
        return listed(words, t, edition, seen, names)
    line = Text("  ")
    for choice in seen.choices:
        line.append(choice.move.removeprefix("bid "), style="bold cyan")
        if isinstance(choice, Bid):
            line.append(f"({choice.bottles})", style="dim")
        line.append("  ")
    return Group(line, Text("  " + t.say("(in brackets: bottles)"), style="dim"))


def numbered(seen: Seen) -> bool:
    """A number is a Gaul while cards are played."""
    return seen.phase != "bid"
