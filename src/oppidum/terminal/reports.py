"""Tables and pages that commands print."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from oppidum.arena import speed
from oppidum.faces.box_contents import Comparison
from oppidum.kernel.editions import Edition
from oppidum.kernel.errors import BadOption, OppidumError
from oppidum.kernel.game import Game
from oppidum.words import rulebook
from oppidum.words.language import Language

if TYPE_CHECKING:  # the store takes its time to load, and most reports need none
    from oppidum.tables.host import TableLine


def simulation(game: Game, names: Sequence[str], figures: Mapping[str, Any]) -> RenderableType:
    table = Table(title=f"{figures['games']} games of {game.id}", title_justify="left")
    for heading in ("seat", "bot", "points", "lowest", "highest", "victories", "95 % interval"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for row, name in zip(figures["seats"], names, strict=True):
        table.add_row(
            str(row["seat"]),
            name,
            f"{row['points']:.1f}",
            str(row["points_low"]),
            str(row["points_high"]),
            f"{row['share']:.1%}",
            f"{row['low']:.1%} to {row['high']:.1%}",
        )
    return Group(
        table,
        Text(f"{figures['decisions_per_game']:.1f} decisions a game"),
        Text(f"first seat: {first_seat(figures)}"),
    )


def first_seat(figures: Mapping[str, Any]) -> str:
    """What it is worth: a better bot that sits there all the time would look like a better seat."""
    if figures["first_seat_advantage"] is None:
        return "what it is worth shows only among bots that are alike; `oppidum arena` lets bots change seats"
    advantage, low, high = (
        f"{100 * figures[key]:+.1f}"
        for key in ("first_seat_advantage", "first_seat_advantage_low", "first_seat_advantage_high")
    )
    return f"{advantage} points of percentage above its fair share ({low} to {high})"


def arena_report(figures: Mapping[str, Any]) -> RenderableType:
    """Shares and ratings per bot, the best first; every pair; what a sequential test says."""
    title = f"{figures['games']} games of {figures['game']}, {figures['players']} players"
    bots = Table(title=title, title_justify="left")
    for heading in ("bot", "games", "victories", "95 % interval", "rating", "95 % interval"):
        bots.add_column(heading, justify="left" if heading == "bot" else "right")
    for row in sorted(figures["bots"], key=lambda row: -row["points_share"]):
        low, high = row["rating"] - 1.96 * row["rating_sd"], row["rating"] + 1.96 * row["rating_sd"]
        bots.add_row(
            row["bot"],
            str(row["games"]),
            f"{row['points_share']:.1%}",
            f"{row['low']:.1%} to {row['high']:.1%}",
            f"{row['rating']:.1f}",
            f"{low:.1f} to {high:.1f}",
        )
    pairs = Table(title="each against each", title_justify="left")
    for heading in ("bot", "against", "games", "share", "95 % interval"):
        pairs.add_column(heading, justify="left" if heading in ("bot", "against") else "right")
    for row in figures["pairs"]:
        interval = f"{row['low']:.1%} to {row['high']:.1%}"
        pairs.add_row(row["bot"], row["against"], str(row["games"]), f"{row['points_share']:.1%}", interval)
    verdicts = [
        Text(
            f"{row['bot']} against {row['against']}: a share of {row['answer']}, after {row['games']} games"
            if row["answer"] != "open"
            else f"{row['bot']} against {row['against']}: still open after {row['games']} games"
        )
        for row in figures.get("sprt", [])
    ]
    if figures["adjusted"]:
        verdicts.append(Text(adjusted(row["worth_games"] for row in figures["bots"])))
    return Group(bots, pairs, *verdicts, *given_up(figures.get("gave_up", [])))


def adjusted(worth: Iterable[float | None]) -> str:
    """What taking luck off was worth, where that can be told of every bot."""
    known = list(worth)
    told = [games for games in known if games is not None]
    if len(told) < len(known):
        return "Luck is taken off; how much that is worth these deals do not tell."
    return f"Luck is taken off: a game tells as much as {min(told):.1f} games with luck and all."


MOST_REASONS = 5


def given_up(rows: Sequence[Mapping[str, Any]]) -> list[Text]:
    """Who lost a game by something that is no move: each reason once, with how often it was given."""
    reasons = Counter(row["why"] for row in rows)
    told = reasons.most_common(MOST_REASONS)
    lines = [Text(f"Given up in {n} {'game' if n == 1 else 'games'}: {why}") for why, n in told]
    if others := len(reasons) - len(told):
        games = reasons.total() - sum(n for _, n in told)
        lines.append(Text(f"Given up in {games} more games, for {others} other reasons."))
    return lines


def rule_page(game_id: str, number: str | None, t: Language) -> RenderableType:
    chosen = [
        rule
        for rule in rulebook.rules(game_id, t.code)
        if number is None or rule.number == number or rule.number.startswith(f"{number}.")
    ]
    if not chosen:
        raise BadOption(f"{game_id} has no rule {number!r}.")
    lines: list[RenderableType] = []
    section = ""
    for rule in chosen:
        if rule.section != section:
            section = rule.section
            lines += [Text(""), Text(section, style="bold underline")]
        lines.append(Text.assemble((f"{rule.number:>5}  ", "bold"), rule.text))
    return Group(*lines)


def edition_page(edition: Edition, t: Language) -> RenderableType:
    """Every entry of an edition, with its source."""
    parts: list[RenderableType] = [Text(f"{edition.title} ({edition.id}, sha256 {edition.sha256[:12]}…)")]
    for kind, entries in edition.data.items():
        if isinstance(entries, Mapping):
            entries = [entries]
        table = Table(title=kind, title_justify="left")
        keys = [key for key in dict.fromkeys(k for entry in entries for k in entry) if key != "from"]
        for key in keys:
            table.add_column(key)
        table.add_column("from")
        for entry in entries:
            table.add_row(*(cell(entry.get(key), t) for key in keys), str(entry.get("from", "")))
        parts.append(table)
    return Group(*parts)


SIGNS = {"changed": "≠", "added": "+", "removed": "−"}


def comparison_lines(edition: Edition, compared: Comparison, t: Language) -> RenderableType:
    """Where a box differs from the one that comes with the game."""
    lines = [Text.assemble((f"{edition.title}: ", "bold"), compared.summary(t))]
    for each in compared.told(t):
        lines.append(Text(f"  {SIGNS[each.kind]} {each.name}", "bold"))
        lines += [
            Text(f"    {text}", style) for text, style in ((each.now, ""), (each.before, "dim")) if text
        ]
    return Group(*lines)


def cell(value: Any, t: Language) -> str:
    if value is None:
        return ""
    if isinstance(value, Mapping) and "fr" in value:
        return t.name(value)
    if isinstance(value, list):
        return " ".join(cell(item, t) for item in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {cell(item, t)}" for key, item in value.items())
    return str(value)


def table_lines(lines: Sequence[TableLine]) -> RenderableType:
    table = Table()
    for heading in ("table", "game", "status", "seats", "moves", "opened", "changed"):
        table.add_column(heading, justify="right" if heading == "moves" else "left", overflow="fold")
    for line in lines:
        table.add_row(
            line.code,
            line.game,
            line.status + ("" if line.listed else " (private)"),
            ", ".join(line.seats),
            str(line.moves),
            day(line.opened),
            day(line.updated),
        )
    return table


def day(when: float) -> str:
    return f"{datetime.fromtimestamp(when):%Y-%m-%d %H:%M}"


# ---------------------------------------------------------------- bench

SLOW = 0.8  # of a recorded figure: less than that is no accident of the measurement


def bench_report(
    game_ids: Sequence[str],
    players: int | None,
    seconds: float,
    *,
    as_json: bool,
    record: str | None,
    compare: str | None,
    load: Callable[[str], Game],
    console: Console,
    progress: Callable[[str, float], Any],
) -> list[str]:
    """Measure and print; returns what is slower than it was, where figures are compared."""
    before = read_figures(compare) if compare else {}
    loaded = [load(game_id) for game_id in game_ids]
    plan = [
        (game, count)
        for game in loaded
        for count in range(game.about.min_players, game.about.max_players + 1)
        if players in (None, count)
    ]
    if not plan and players is not None:
        for game in loaded:
            game.about.check_players(players)
    speeds: list[speed.Speed] = []
    with progress("Measuring", len(plan)) as show:
        reference = speed.reference()
        for done, (game, count) in enumerate(plan):
            show(done)
            speeds.append(speed.measure(game, count, seconds))
    if record:
        write_figures(record, relative_figures(reference, speeds))
    slower = [
        f"{name} (×{relative / before[name]:.2f})"
        for name, relative in relative_figures(reference, speeds).items()
        if name in before and relative < SLOW * before[name]
    ]
    if as_json:
        console.print_json(json.dumps([s.json() for s in speeds]))
        return slower
    console.print(speed_table(speeds, reference, before))
    with progress("Starting fresh interpreters", len(loaded)) as show:
        for done, game in enumerate(loaded):
            show(done)
            taken = speed.startup(game.id)
            console.print(
                f"{game.id}: import {taken['import']:.2f} s, "
                f"first start ever (compiles) {taken['cold']:.1f} s, later starts {taken['warm']:.2f} s"
            )
    return slower


def speed_table(
    speeds: Sequence[speed.Speed], reference: float, before: Mapping[str, float]
) -> RenderableType:
    table = Table(title="Random legal play, one core", title_justify="left")
    columns = ["game", "players", "decisions/s", "games/s", "bytes a position", "per reference"]
    for heading in [*columns, "before"] if before else columns:
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for s in speeds:
        relative = s.decisions_per_s / 1e6 / reference
        row = [
            s.game,
            str(s.players),
            f"{s.decisions_per_s / 1e6:.2f} million",
            f"{s.games_per_s:,.0f}",
            str(s.state_bytes),
            f"{relative:.4f}",
        ]
        if before:
            old = before.get(f"{s.game} {s.players}")
            row.append(f"×{relative / old:.2f}" if old else "new")
        table.add_row(*row)
    return Group(
        table,
        Text(
            f"reference: {reference:,.0f} million pseudo-random words/s on this machine in this run",
            style="dim",
        ),
    )


def relative_figures(reference: float, speeds: Sequence[speed.Speed]) -> dict[str, float]:
    """Decisions per reference word, by game and players."""
    return {f"{s.game} {s.players}": s.decisions_per_s / 1e6 / reference for s in speeds}


def write_figures(path: str, new: Mapping[str, float]) -> None:
    """Put figures into a file; others that are in it stay."""
    figures = read_figures(path) if Path(path).exists() else {}
    figures |= {name: round(value, 5) for name, value in new.items()}
    try:
        Path(path).write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise OppidumError(f"{path} cannot be written: {error.strerror}.") from None


def read_figures(path: str) -> dict[str, float]:
    """Decisions per reference word, by game and players."""
    try:
        return {str(k): float(v) for k, v in json.loads(Path(path).read_text(encoding="utf-8")).items()}
    except (OSError, ValueError, AttributeError):
        raise OppidumError(f"{path} holds no figures of an earlier bench.") from None
