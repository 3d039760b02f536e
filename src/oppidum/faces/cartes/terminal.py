"""The table of `cartes`: the card on offer, everybody's hand and captures, the score so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from oppidum.faces.cartes import words as words
from oppidum.faces.plain import terminal as plain
from oppidum.games.cartes.rules import total, worth_of
from oppidum.games.cartes.state import DECK, HIDDEN_BID, IDEFIX, NO_BID, PIRATES, RANKS, VALUES, Phase
from oppidum.kernel.editions import Edition
from oppidum.kernel.game import Game
from oppidum.words.language import Language


def board(
    t: Language, game: Game, edition: Edition, view: Any, seat: int, names: Sequence[str]
) -> RenderableType:
    return Group(heading(t, edition, view, seat), players(t, edition, view, seat, names))


def heading(t: Language, edition: Edition, view: Any, seat: int) -> RenderableType:
    number = min(view.hand_number + 1, view.hands_to_play)
    hand = t.say("Hand %(number)s of %(all)s", number=number, all=view.hands_to_play)
    left = DECK - 1 - view.offered
    deck = t.many("%(n)s card in the deck", "%(n)s cards in the deck", left)
    offered = view.deck[view.offered]
    lines = [Text(f"{hand} · {deck}", style="dim")]
    if view.phase == Phase.BID:
        style = "bold red" if offered >= RANKS else "bold yellow"
        lines.append(Text(t.say("On offer: %(card)s.", card=words.card(t, edition, offered)), style=style))
    elif view.phase == Phase.PEEK and view.peeker == seat:
        card = words.card(t, edition, view.deck[view.offered + 1])
        lines.append(Text(t.say("Only you see it: %(card)s.", card=card), style="bold magenta"))
    return Panel(Group(*lines), border_style="blue", expand=False)


def players(t: Language, edition: Edition, view: Any, seat: int, names: Sequence[str]) -> RenderableType:
    table = Table(border_style="dim", expand=False)
    table.add_column(t.say("Player"))
    table.add_column(t.say("Hand"))
    table.add_column(t.say("Captured"))
    table.add_column(t.say("Points"), justify="right")
    for other in range(view.players):
        table.add_row(
            Text(
                f"{names[other]}\n{words.character(t, edition, view.character[other])}",
                style="bold" if other == seat else "",
            ),
            hand(t, view, other),
            captures(t, edition, view, other),
            points(view, other),
        )
    return table


def points(view: Any, seat: int) -> Text:
    """What is on the sheet, and what the captures of this hand are worth so far, pirates apart."""
    text = Text(str(total(view, seat)))
    if view.phase != Phase.OVER:
        text.append(f"\n+{worth_of(view, view.captured[seat])}", style="dim")
    return text


def hand(t: Language, view: Any, seat: int) -> Text:
    """The Gauls in a hand, and a mark once a card lies face down."""
    gauls = view.gauls[seat]
    cards = [str(value + 1) if (gauls >> value) & 1 else "·" for value in range(VALUES)]
    cards.append(t.say("dog") if (gauls >> IDEFIX) & 1 else "·")
    text = Text(" ".join(cards))
    bid = view.bids[seat]
    if bid == HIDDEN_BID:
        text.append("\n" + t.say("has chosen"), style="green")
    elif bid != NO_BID:
        text.append(
            "\n" + t.say("has played %(card)s", card=bid + 1 if bid < IDEFIX else t.say("dog")), style="green"
        )
    return text


def captures(t: Language, edition: Edition, view: Any, seat: int) -> Text:
    parts: list[Text] = []
    for rank in range(RANKS):
        if n := view.captured[seat, rank]:
            several = f" ×{n}" if n > 1 else ""
            bonus = f" +{view.bonus[n]}" if view.bonus[n] else ""
            name = words.roman(t, edition, rank)
            parts.append(Text(f"{name} {view.worth[rank]}{several}{bonus}", style="yellow" if n > 1 else ""))
    parts += [
        Text(t.say("pirates: %(whom)s", whom=words.pirate(t, edition, pirate)), style="red")
        for pirate in range(PIRATES)
        if view.holder[pirate] == seat
    ]
    return Text(", ").join(parts)


def choices(
    t: Language,
    game: Game,
    edition: Edition,
    view: Any,
    seat: int,
    names: Sequence[str],
    legal: Sequence[int],
) -> RenderableType:
    if numbered(view):
        return plain.choices(t, game, edition, view, seat, names, legal)
    typed = [game.notation.write(view, seat, action).removeprefix("bid ") for action in legal]
    bottles = view.bottles[view.character[seat]]
    line = Text("  ")
    for action, word in zip(legal, typed, strict=True):
        line.append(word, style="bold cyan")
        if action < IDEFIX:
            line.append(f"({1 + ((bottles >> (2 * action)) & 3)})", style="dim")
        line.append("  ")
    return Group(line, Text("  " + t.say("(in brackets: bottles)"), style="dim"))


def numbered(view: Any) -> bool:
    """A number is a Gaul while cards are played."""
    return view.phase != Phase.BID
