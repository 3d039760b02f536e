"""The table of `compagnie`: the albums around the table with both camps, every player, one's own hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from oppidum.games.compagnie.knowledge import knows, next_album
from oppidum.games.compagnie.language import back_of
from oppidum.games.compagnie.notation import hand as hand_of
from oppidum.games.compagnie.state import (
    DISCARD,
    PILE,
    TABLE,
    Bonus,
    Camp,
    Colour,
    Ending,
    Helmet,
    Mark,
    Phase,
    Told,
)
from oppidum.games.compagnie.table import strength
from oppidum.kernel import position
from oppidum.kernel.editions import Edition
from oppidum.kernel.events import Event, events
from oppidum.kernel.game import Game
from oppidum.terminal.boards import plain
from oppidum.words import compagnie as words
from oppidum.words.compagnie_powers import album_text, constraint_text, power_text
from oppidum.words.language import Language

STYLES = {Colour.GAUL: "blue", Colour.ROMAN: "red", Colour.NEUTRAL: "magenta"}
SYMBOLS = {Colour.GAUL: "▲", Colour.ROMAN: "■", Colour.NEUTRAL: "●"}  # colours never stand alone
ABREAST = 24  # columns that an album needs beside others


def board(
    t: Language, game: Game, edition: Edition, view: Any, seat: int, names: Sequence[str]
) -> RenderableType:
    return Group(
        albums(t, edition, view, seat, names),
        players(t, game, edition, view, seat, names),
        own_hand(t, edition, view, seat),
    )


# ---------------------------------------------------------------- albums


@dataclass(frozen=True)
class Albums:
    """The circle of albums, from one's own left clockwise: abreast where they fit, or two by two."""

    panels: Sequence[RenderableType]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        table = Table.grid(padding=(0, 1), expand=True)
        abreast = len(self.panels) if options.max_width >= ABREAST * len(self.panels) else 2
        for _ in range(abreast):
            table.add_column(ratio=1)
        for first in range(0, len(self.panels), abreast):
            table.add_row(*self.panels[first : first + abreast])
        yield table


def albums(t: Language, edition: Edition, view: Any, seat: int, names: Sequence[str]) -> RenderableType:
    around = [(seat + step) % view.players for step in range(view.players)]
    return Albums([album(t, edition, view, seat, slot, names) for slot in around])


def album(
    t: Language, edition: Edition, view: Any, seat: int, slot: int, names: Sequence[str]
) -> RenderableType:
    number = view.contested[slot]
    gaul = view.gaul_seat[slot]
    sides = (gaul, slot + (slot + 1) % view.players - gaul)
    lines = [Text(words.album(t, edition, number), style="bold")]
    if effect := album_text(t, edition, number):
        lines.append(Text(effect, style="italic"))
    for camp, owner in zip(Camp, sides, strict=True):
        colour = Colour(int(camp))
        total, goal = view.total[slot, camp], view.goal[slot]
        head = Text(f"{SYMBOLS[colour]} ", style=STYLES[colour], no_wrap=True, overflow="ellipsis")
        head.append(f"{total}/{goal}", style="bold reverse" if total >= goal - 5 else "bold")
        head.append(f" {names[owner]} · {words.camp(t, camp)}")
        lines.append(head)
        lines += [character(t, edition, view, card) for card in standing(view, slot, camp)]
    mine = slot in (seat, (seat - 1) % view.players)
    title = f"{slot + 1}"
    if mine:
        title = f"{title} · {words.slot_name(t, view, seat, slot)}"
    return Panel(Group(*lines), title=title, border_style="yellow" if mine else "dim", padding=0)


def standing(view: Any, slot: int, camp: int) -> list[int]:
    """The cards of a camp, in the order in which they came."""
    found: list[int] = []
    card = view.head[TABLE]
    while card >= 0:
        if view.zone[card] == TABLE + 2 * slot + camp:
            found.append(card)
        card = view.after[card]
    return found[::-1]


def colour_of_kind(view: Any, kind: int) -> Colour:
    return Colour((view.character[kind] >> 4) & 3)


def character(t: Language, edition: Edition, view: Any, card: int) -> Text:
    colour = colour_of_kind(view, view.kind[card])
    name = words.card(t, edition, view, card)
    rank = edition.data["character"][view.kind[card]]["type"]
    if view.mark[card] & Mark.KO:
        return Text.assemble(" ", (f"{SYMBOLS[colour]} {name}", "dim strike"), (" K.O.", "bold dim"))
    text = Text.assemble(" ", (f"{SYMBOLS[colour]} {name} {int(strength(view, card))}", STYLES[colour]))
    if view.mark[card] & Mark.POTION:
        text.append(" ×2 " + t.say("potion"), style="green")
    if rank in ("legionary", "centurion"):
        text.append(f" ({t.say(rank)})", style="dim")
    return text


# ---------------------------------------------------------------- players


def players(
    t: Language, game: Game, edition: Edition, view: Any, seat: int, names: Sequence[str]
) -> RenderableType:
    table = Table(box=box.SIMPLE_HEAD, border_style="dim", show_edge=False, pad_edge=False)
    for heading in (
        t.say("Player"),
        t.say("Sesterces"),
        t.say("Albums"),
        t.say("Helmets"),
        t.say("Bonuses"),
        t.say("Hand"),
    ):
        table.add_column(heading)
    points = game.standing(view).points
    for step in range(view.players):
        other = (seat + step) % view.players
        won = [words.album(t, edition, i) for i in range(view.albums) if view.trophy[i] == other + 1]
        kept = [
            f"{view.bonus[other, bonus]} × {name}"
            for bonus, name in bonus_names(t).items()
            if view.bonus[other, bonus]
        ]
        worn = {Helmet.CENTURION: t.say("centurion"), Helmet.LEGIONARY: t.say("legionary")}
        helmets = [f"{n} × {name}" for helmet, name in worn.items() if (n := view.helmet[other, helmet])]
        style = "bold" if other == seat else ""
        marker = "▶ " if view.phase != Phase.OVER and view.actor == other else "  "
        table.add_row(
            Text(f"{marker}{names[other]}", style=style),
            Text(str(points[other]), style="bold"),
            ", ".join(won) if view.phase == Phase.OVER else str(len(won)),  # at the end with their titles
            ", ".join(helmets),
            ", ".join(kept),
            backs(t, edition, view, seat, other),
        )
    pile = t.many("%(n)s card on the pile", "%(n)s cards on the pile", view.held[PILE])
    thrown = t.many("%(n)s discarded", "%(n)s discarded", view.held[DISCARD])
    left = t.many("%(n)s album left", "%(n)s albums left", view.shelf)
    top, following = next_back(t, view), next_cover(t, edition, view)
    return Group(table, Text(f"{pile}{top} · {thrown} · {left}{following}", style="dim"))


def bonus_names(t: Language) -> dict[Bonus, str]:
    return {Bonus.POTION: t.say("Potion"), Bonus.FISH: t.say("Fish"), Bonus.BOAR: t.say("Boar")}


def next_cover(t: Language, edition: Edition, view: Any) -> str:
    album = int(next_album(view))
    if album < 0:
        return ""
    return " (" + t.say("next: %(album)s", album=words.album(t, edition, album)) + ")"


def next_back(t: Language, view: Any) -> str:
    if view.held[PILE] == 0:
        return ""
    back = back_of(view.character[view.kind[view.head[PILE]]])
    return " (" + t.say("next back: %(colour)s", colour=words.colour(t, int(back))) + ")"


def backs(t: Language, edition: Edition, view: Any, seat: int, other: int) -> Text:
    """The backs that everybody sees, and by name the cards that this seat knows."""
    labels: list[Text] = []
    for card in hand_of(view, other):
        red = bool(back_of(view.character[view.kind[card]]))
        style = "red" if red else "blue"
        known = other != seat and knows(view, seat, card)
        label = f"[{words.card(t, edition, view, card)}]" if known else "■" if red else "▲"
        labels.append(Text(label, style=style))
    return Text(" ").join(labels)


# ---------------------------------------------------------------- one's own hand


def own_hand(t: Language, edition: Edition, view: Any, seat: int) -> RenderableType:
    table = Table(box=box.SIMPLE_HEAD, border_style="dim", show_edge=False, pad_edge=False)
    for heading in (t.say("Your hand"), t.say("Strength"), t.say("Type"), t.say("Power")):
        table.add_column(heading)
    for card in reversed(hand_of(view, seat)):
        kind = view.kind[card]
        entry = edition.data["character"][kind]
        colour = colour_of_kind(view, kind)
        text = Text()
        if constraint := constraint_text(t, edition, kind):
            text.append(f"{constraint} ", style="yellow")
        text.append(power_text(t, edition, kind))
        table.add_row(
            Text(f"{SYMBOLS[colour]} {words.kind(t, edition, kind)}", style=STYLES[colour]),
            str(entry["strength"]),
            t.say(entry["type"]),
            text,
        )
    return Group(Text(), table)


# ---------------------------------------------------------------- choices


def choices(
    t: Language,
    game: Game,
    edition: Edition,
    view: Any,
    seat: int,
    names: Sequence[str],
    legal: Sequence[int],
) -> RenderableType:
    table = plain.choice_table()
    table.add_column(style="green", overflow="fold")
    for number, action in enumerate(legal, 1):
        said = words.action(t, game, edition, view, seat, action, names)
        certain = consequence(t, game, view, seat, action, names)
        typed = game.notation.write(view, seat, action)
        table.add_row(str(number), typed, said, certain)
    return table


numbered = plain.numbered


def consequence(t: Language, game: Game, view: Any, seat: int, action: int, names: Sequence[str]) -> str:
    """What is certain to follow, tried out on what the seat knows: albums won, totals that change."""
    after = position.copy(view)
    game.rules.act(after, seat, action)
    if after.ending == Ending.FIFTY:
        return outcome(t, names, after, seat)
    told = events(after)
    said = [won(t, view, event.c, event.a, seat, names) for event in told if event.kind == Told.WON_ALBUM]
    for slot in range(view.players):
        before, now = (tuple(int(x) for x in s.total[slot]) for s in (view, after))
        if before == now or after.contested[slot] != view.contested[slot]:
            continue
        if max(now) >= view.goal[slot] and not settled(told, slot):
            gaul = after.gaul_seat[slot]
            winner = gaul if now[0] == max(now) else slot + (slot + 1) % view.players - gaul
            said.append(won(t, view, slot, winner, seat, names))
        elif not settled(told, slot):
            gauls, romans = (f"{SYMBOLS[Colour(camp)]}{now[camp]}" for camp in (0, 1))
            said.append(f"{slot + 1}: {gauls} {romans}")
    return "; ".join(said)


def settled(told: Sequence[Event], slot: int) -> bool:
    return any(event.kind == Told.WON_ALBUM and event.c == slot for event in told)


def outcome(t: Language, names: Sequence[str], after: Any, seat: int) -> str:
    if after.winners >> seat & 1:
        return t.say("You win the game!")
    winner = next(other for other in range(after.players) if after.winners >> other & 1)
    return t.say("%(name)s wins the game!", name=names[winner])


def won(t: Language, view: Any, slot: int, winner: int, seat: int, names: Sequence[str]) -> str:
    goal = int(view.goal[slot])
    if winner == seat:
        return t.say("reaches %(goal)s: wins the album", goal=goal)
    if slot in (seat, (seat - 1) % view.players):
        return t.say("lets the other camp reach %(goal)s: loses the album", goal=goal)
    return t.say("%(name)s wins the album!", name=names[winner])
