"""The table of `compagnie`: the albums around the table with both camps, every player, one's own hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from oppidum.faces.compagnie import words
from oppidum.faces.compagnie.powers import album_text, constraint_text, entry, power_text, printed_text
from oppidum.faces.plain.terminal import choice_table
from oppidum.games.compagnie.seen import BONUSES, GOAL, Album, Camp, Card, HelmetName, Player, Seen, Would
from oppidum.kernel.editions import Edition
from oppidum.kernel.game import Standing
from oppidum.words.language import Language

STYLES = {"gaul": "blue", "roman": "red", "neutral": "magenta"}
SYMBOLS = {"gaul": "▲", "roman": "■", "neutral": "●"}  # colours never stand alone
BACKS = {"blue": "▲", "red": "■"}
ABREAST = 24  # columns that an album needs beside others
CLOSE = 5  # points below the goal from which a total is worth a look


def board(
    t: Language, edition: Edition, seen: Seen, seat: int, names: Sequence[str], standing: Standing
) -> RenderableType:
    parts = [albums(t, edition, seen, seat, names), players(t, edition, seen, seat, names)]
    return Group(*parts, own_hand(t, edition, seen, seat), *at_work(t, edition, seen))


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


def albums(t: Language, edition: Edition, seen: Seen, seat: int, names: Sequence[str]) -> RenderableType:
    around = [seen.albums[(seat + step) % len(seen.albums)] for step in range(len(seen.albums))]
    return Albums([panel(t, edition, seen, seat, album, names) for album in around])


def panel(
    t: Language, edition: Edition, seen: Seen, seat: int, album: Album, names: Sequence[str]
) -> RenderableType:
    lines = [Text(words.album(t, edition, album.album), style="bold")]
    if effect := album_text(t, edition, album.album):
        lines.append(Text(effect, style="italic"))
    for camp in (album.gaul, album.roman):
        lines += [camp_line(t, album, camp, names), *(character(t, edition, card) for card in camp.cards)]
    sides = {seat: t.say("your left album"), (seat - 1) % len(names): t.say("your right album")}
    mine = sides.get(album.place)
    title = f"{album.place + 1} · {mine}" if mine else f"{album.place + 1}"
    return Panel(Group(*lines), title=title, border_style="yellow" if mine else "dim", padding=0)


def camp_line(t: Language, album: Album, camp: Camp, names: Sequence[str]) -> Text:
    line = Text(f"{SYMBOLS[camp.camp]} ", style=STYLES[camp.camp], no_wrap=True, overflow="ellipsis")
    close = camp.total >= album.goal - CLOSE
    line.append(f"{camp.total}/{album.goal}", style="bold reverse" if close else "bold")
    line.append(f" {names[camp.seat]} · {words.side(t, camp.camp)}")
    return line


def character(t: Language, edition: Edition, card: Card) -> Text:
    printed = entry(edition, "character", card.character)
    colour, name = printed["colour"], words.character(t, edition, card.character)
    if card.ko:
        return Text.assemble(" ", (f"{SYMBOLS[colour]} {name}", "dim strike"), (" K.O.", "bold dim"))
    text = Text.assemble(" ", (f"{SYMBOLS[colour]} {name} {card.strength}", STYLES[colour]))
    if card.potion:
        text.append(" ×2 " + t.say("potion"), style="green")
    if printed["type"] in ("legionary", "centurion"):
        text.append(f" ({words.rank(t, printed['type'])})", style="dim")
    return text


# ---------------------------------------------------------------- players


def players(t: Language, edition: Edition, seen: Seen, seat: int, names: Sequence[str]) -> RenderableType:
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
    over = seen.phase == "over"
    for step in range(len(seen.players)):
        player = seen.players[(seat + step) % len(seen.players)]
        won = [words.album(t, edition, name) for name in player.albums]
        kept = [f"{n} × {words.bonus_name(t, bonus)}" for bonus in BONUSES if (n := player.bonuses[bonus])]
        worn: dict[HelmetName, str] = {"centurion": t.say("centurion"), "legionary": t.say("legionary")}
        helmets = [f"{n} × {name}" for helmet, name in worn.items() if (n := player.helmets[helmet])]
        called = [name for name in (names[player.seat], words.turns_due(t, player.turns)) if name]
        marker = "▶ " if player.seat == seen.decides else "  "
        table.add_row(
            Text(marker + " · ".join(called), style="bold" if player.seat == seat else ""),
            Text(str(player.sesterces), style="bold"),
            ", ".join(won) if over else str(len(won)),  # at the end with their titles
            ", ".join(helmets),
            ", ".join(kept),
            backs(t, edition, player, seat),
        )
    return Group(table, Text(" · ".join(piles(t, edition, seen)), style="dim"))


def piles(t: Language, edition: Edition, seen: Seen) -> list[str]:
    pile = t.many("%(n)s card on the pile", "%(n)s cards on the pile", seen.pile.cards)
    if seen.pile.back:
        colour = words.back_colour(t, seen.pile.back)
        coming = t.say("next back: %(colour)s", colour=colour)
        if seen.pile.known:
            known = ", ".join(words.character(t, edition, name) for name in seen.pile.known)
            coming = t.say("next card: %(back)s", back=known)
        pile += f" ({coming})"
    thrown = t.many("%(n)s discarded", "%(n)s discarded", len(seen.discard))
    left = t.many("%(n)s album left", "%(n)s albums left", seen.shelf)
    if seen.next_album:
        left += " (" + t.say("next: %(album)s", album=words.album(t, edition, seen.next_album)) + ")"
    return [pile, thrown, left]


def backs(t: Language, edition: Edition, player: Player, seat: int) -> Text:
    """The backs that everybody sees, and by name the cards that this seat knows."""
    labels: list[Text] = []
    for held in player.hand:
        known = held.character if player.seat != seat else None
        label = f"[{words.character(t, edition, known)}]" if known else BACKS[held.back]
        labels.append(Text(label, style=held.back))
    return Text(" ").join(labels)


# ---------------------------------------------------------------- one's own hand


def own_hand(t: Language, edition: Edition, seen: Seen, seat: int) -> RenderableType:
    table = Table(box=box.SIMPLE_HEAD, border_style="dim", show_edge=False, pad_edge=False)
    for heading in (t.say("Your hand"), t.say("Strength"), t.say("Type"), t.say("Power")):
        table.add_column(heading)
    for held in reversed(seen.players[seat].hand):
        if held.character is None:
            continue
        printed = entry(edition, "character", held.character)
        text = Text()
        if constraint := constraint_text(t, edition, held.character):
            text.append(f"{constraint} ", style="yellow")
        text.append(printed_text(t, edition, held.character))
        name = words.character(t, edition, held.character)
        table.add_row(
            Text(f"{SYMBOLS[printed['colour']]} {name}", style=STYLES[printed["colour"]]),
            str(printed["strength"]),
            words.rank(t, printed["type"]),
            text,
        )
    return Group(Text(), table)


def at_work(t: Language, edition: Edition, seen: Seen) -> list[RenderableType]:
    """What the running effect, or the album that is being turned, says."""
    running = seen.at_work
    album = (
        seen.albums[seen.turning].album if seen.turning is not None else running.album if running else None
    )
    if album:
        name, text = words.album(t, edition, album), album_text(t, edition, album)
    elif running and running.character:
        name = words.character(t, edition, running.character)
        says = constraint_text if running.of == "constraint" else power_text
        text = says(t, edition, running.character)
    else:
        return []
    return [Text(), Text.assemble((f"{name}: ", "bold"), (text, "italic"))]


# ---------------------------------------------------------------- choices


def choices(t: Language, edition: Edition, seen: Seen, names: Sequence[str]) -> RenderableType:
    table = choice_table()
    table.add_column(style="green", overflow="fold")
    for number, choice in enumerate(seen.choices, 1):
        said = words.action(t, edition, choice, names)
        table.add_row(str(number), choice.move, said, consequence(t, seen, choice.would, names))
    return table


def numbered(seen: Seen) -> bool:
    return True


def consequence(t: Language, seen: Seen, would: Would, names: Sequence[str]) -> str:
    """What is certain to follow: albums won, totals that change."""
    me = seen.decides
    if would.victor is not None:
        if would.victor == me:
            return t.say("You win the game!")
        return t.say("%(name)s wins the game!", name=names[would.victor])
    said = [won(t, seen, place=album.place, winner=album.seat, names=names) for album in would.wins]
    places = dict.fromkeys(change.place for change in would.totals)
    for place in places:
        now = {change.camp: change.then for change in would.totals if change.place == place}
        album = seen.albums[place]
        totals = [now.get(camp.camp, camp.total) for camp in (album.gaul, album.roman)]
        if max(totals) >= album.goal:
            winner = album.gaul.seat if totals[0] == max(totals) else album.roman.seat
            said.append(won(t, seen, place, winner, names))
        else:
            said.append(f"{place + 1}: {SYMBOLS['gaul']}{totals[0]} {SYMBOLS['roman']}{totals[1]}")
    return "; ".join(said)


def won(t: Language, seen: Seen, place: int, winner: int, names: Sequence[str]) -> str:
    me, goal = seen.decides, seen.albums[place].goal or GOAL
    if winner == me:
        return t.say("reaches %(goal)s: wins the album", goal=goal)
    if me is not None and place in (me, (me - 1) % len(seen.players)):
        return t.say("lets the other camp reach %(goal)s: loses the album", goal=goal)
    return t.say("%(name)s wins the album!", name=names[winner])
