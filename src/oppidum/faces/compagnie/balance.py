"""Is an edition of `compagnie` fair? Many games among competent bots, and what they show.

    oppidum balance compagnie --games 100000 --out balance

Measured for every number of players: who wins albums (Gauls or Romans), who wins games (by seat), how
often each character is played when it could be and how its players fare, how long games last, and how
many end because everybody stalls (ruling K11).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from oppidum.bots import POLICIES
from oppidum.bots.policies import teach
from oppidum.faces.compagnie.tally import count_games
from oppidum.games.compagnie.counting import (
    CHARACTERS,
    ENDINGS,
    PLAYS,
    STALLED,
    STAYS,
    STAYS_PLAYED,
    TURNS,
)
from oppidum.kernel.editions import Edition
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game
from oppidum.kernel.luck import luck_from
from oppidum.kernel.playout import deal_all
from oppidum.kernel.stream import key_words

BATCH = 256
SECONDS_A_TURN = 20


@dataclass(frozen=True)
class Findings:
    """What the games with one number of players showed."""

    players: int
    games: int
    gaul_share: float  # of the albums won
    seats: list[float]  # share of the victories
    turns: list[int]  # of each game
    stalled: float
    open_plays: float  # different characters in hand with a legal place, on average at a turn
    mean_turn_rate: float  # over all characters
    characters: list[dict[str, Any]]

    @property
    def highest_mean(self) -> float:
        """What the mean turn rate would be if every single turn played a character."""
        return 1 / self.open_plays

    @property
    def median_turns(self) -> float:
        return float(np.median(self.turns))

    @property
    def minutes(self) -> float:
        return self.median_turns * SECONDS_A_TURN / 60

    def json(self) -> dict[str, Any]:
        return {
            "players": self.players,
            "games": self.games,
            "gaul_share": self.gaul_share,
            "seats": self.seats,
            "median_turns": self.median_turns,
            "median_minutes": self.minutes,
            "stalled": self.stalled,
            "open_plays": self.open_plays,
            "mean_turn_rate": self.mean_turn_rate,
            "characters": self.characters,
        }


def measure(
    game: Game,
    players: int,
    games: int,
    seed: object,
    bot: str = "greedy",
    edition: Edition | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Findings:
    teach(game)
    edition = edition or game.default_edition()
    counts = np.zeros((CHARACTERS, 4), np.int64)
    wins, plays = np.zeros(CHARACTERS), np.zeros(CHARACTERS)
    albums = np.zeros(2, np.int64)
    shares = np.zeros(players)
    turns = np.zeros(games, np.int64)
    endings = np.zeros(ENDINGS, np.int64)
    mask = np.zeros(game.actions, np.uint8)
    luck = luck_from("balance", seed, players)
    options = game.options()
    for first in range(0, games, BATCH):
        part = slice(first, min(games, first + BATCH))
        states = game.blanks(part.stop - first, edition)
        keys = np.array([key_words(seed_key(("balance", seed, players), n)) for n in range(first, part.stop)])
        deal_all(states, players, options, keys)
        count_games(
            states,
            POLICIES.index(bot),
            luck,
            first,
            mask,
            counts,
            wins,
            plays,
            albums,
            shares,
            turns[part],
            endings,
        )
        progress(part.stop)
    mean = float(wins.sum() / plays.sum())
    characters = [
        {
            "id": entry["id"],
            "turn_rate": ratio(counts[kind, PLAYS], counts[kind, TURNS]),
            "stay_rate": ratio(counts[kind, STAYS_PLAYED], counts[kind, STAYS]),
            "win_rate": ratio(wins[kind], plays[kind]),
            "above_mean": ratio(wins[kind], plays[kind]) - mean,
        }
        for kind, entry in enumerate(edition.data["character"])
    ]
    return Findings(
        players,
        games,
        float(albums[0] / albums.sum()),
        [float(x) for x in shares / games],
        [int(x) for x in turns],
        float(endings[STALLED:].sum() / games),
        ratio(counts[:, TURNS].sum(), turns.sum()),
        ratio(counts[:, PLAYS].sum(), counts[:, TURNS].sum()),
        characters,
    )


def ratio(part: float, whole: float) -> float:
    return float(part / whole) if whole else 0.0


# ---------------------------------------------------------------- the report

TARGETS: Mapping[str, str] = {
    "camp": "no camp wins more than 52 % of the albums",
    "seat": "no seat wins more than 3 points above its fair share",
    "turn_rate": "every character is played in 30 % of the turns in hand in which it has a place",
    "stay_rate": "every character is played in 30 % of its stays in a hand with a place for it",
    "win_rate": "the win rate of whoever plays a character is within 8 points of the mean",
    "minutes": f"the median game fits 35 minutes at {SECONDS_A_TURN} s a turn",
    "stalled": "fewer than 0.1 % of the games end by K11",
}


def verdicts(found: Findings) -> dict[str, tuple[str, bool]]:
    """For each target: the figure, and whether it is reached."""
    camp = max(found.gaul_share, 1 - found.gaul_share)
    seat = max(found.seats) - 1 / found.players
    least_turn = min(found.characters, key=lambda c: c["turn_rate"])
    least_stay = min(found.characters, key=lambda c: c["stay_rate"])
    farthest = max(found.characters, key=lambda c: abs(c["above_mean"]))
    return {
        "camp": (f"{camp:.1%} ({'Gauls' if found.gaul_share >= 0.5 else 'Romans'})", camp <= 0.52),
        "seat": (f"{100 * seat:+.1f} points", seat <= 0.03),
        "turn_rate": (f"{least_turn['turn_rate']:.0%} ({least_turn['id']})", least_turn["turn_rate"] >= 0.3),
        "stay_rate": (f"{least_stay['stay_rate']:.0%} ({least_stay['id']})", least_stay["stay_rate"] >= 0.3),
        "win_rate": (
            f"{100 * farthest['above_mean']:+.1f} points ({farthest['id']})",
            abs(farthest["above_mean"]) <= 0.08,
        ),
        "minutes": (f"{found.minutes:.0f} minutes", found.minutes <= 35),
        "stalled": (f"{found.stalled:.3%}", found.stalled < 0.001),
    }


def table(all_found: list[Findings]) -> str:
    """The report in Markdown."""
    heads = [f"{found.players} players" for found in all_found]
    lines = [
        f"{all_found[0].games:,} games for each number of players, greedy against greedy.",
        "",
        "| target | " + " | ".join(heads) + " |",
        "|---" * (len(heads) + 1) + "|",
    ]
    judged = [verdicts(found) for found in all_found]
    for key, target in TARGETS.items():
        cells = [f"{figure}{'' if good else ' **missed**'}" for figure, good in (v[key] for v in judged)]
        lines.append(f"| {target} | " + " | ".join(cells) + " |")
    figures = ", ".join(f"{found.open_plays:.1f}" for found in all_found)
    highest = ", ".join(percent(found.highest_mean) for found in all_found)
    means = ", ".join(percent(found.mean_turn_rate) for found in all_found)
    lines += [
        "",
        f"A turn plays one character at most, and a hand holds on average {figures} different ones that have "
        f"a place: over all characters the share of those turns cannot exceed {highest}; it is {means}.",
    ]
    lines += ["", "| seat | " + " | ".join(heads) + " |", "|---" * (len(heads) + 1) + "|"]
    for seat in range(max(found.players for found in all_found)):
        cells = [f"{found.seats[seat]:.1%}" if seat < found.players else "" for found in all_found]
        lines.append(f"| {seat + 1} | " + " | ".join(cells) + " |")
    lines += [
        "",
        "| character | played a turn | played a stay | win rate above the mean |",
        "|---|---|---|---|",
    ]
    for kind, first in enumerate(all_found[0].characters):
        rows = [found.characters[kind] for found in all_found]
        lines.append(
            f"| {first['id']} | "
            + " | ".join(
                " / ".join(form(row[key]) for row in rows)
                for key, form in (("turn_rate", percent), ("stay_rate", percent), ("above_mean", points))
            )
            + " |"
        )
    return "\n".join(lines) + "\n"


def percent(x: float) -> str:
    return f"{x:.0%}"


def points(x: float) -> str:
    return f"{100 * x:+.1f}"


def plot(all_found: list[Findings], path: Path) -> None:
    """Four pictures: camps, seats, characters, lengths."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(2, 2, figsize=(13, 10))
    counts = [found.players for found in all_found]
    axes[0, 0].bar([str(n) for n in counts], [100 * found.gaul_share for found in all_found], color="#2b6cb0")
    axes[0, 0].axhspan(48, 52, color="#cccccc", alpha=0.6)
    axes[0, 0].set(title="Albums won by Gauls", ylabel="%", xlabel="players", ylim=(40, 60))
    for found in all_found:
        above = [100 * (share - 1 / found.players) for share in found.seats]
        axes[0, 1].plot(range(1, found.players + 1), above, "o-", label=f"{found.players} players")
        axes[1, 0].scatter(
            [100 * c["stay_rate"] for c in found.characters],
            [100 * c["above_mean"] for c in found.characters],
            s=14,
            label=f"{found.players} players",
        )
        axes[1, 1].hist(
            [n * SECONDS_A_TURN / 60 for n in found.turns],
            bins=np.arange(0, 61),  # whole minutes: as many turns in each
            histtype="step",
            density=True,
            label=f"{found.players} players",
        )
    axes[0, 1].axhspan(-3, 3, color="#cccccc", alpha=0.6)
    axes[0, 1].set(
        title="Victories above the fair share", ylabel="points", xlabel="seat", xticks=[1, 2, 3, 4]
    )
    axes[1, 0].axhspan(-8, 8, color="#cccccc", alpha=0.4)
    axes[1, 0].axvline(30, color="#888888")
    axes[1, 0].set(
        title="Characters", xlabel="stays in hand that end in play, %", ylabel="win rate above the mean"
    )
    axes[1, 1].axvline(35, color="#888888")
    axes[1, 1].set(title="Length", xlabel=f"minutes at {SECONDS_A_TURN} s a turn")
    for axis in (axes[0, 1], axes[1, 0], axes[1, 1]):
        axis.legend()
    figure.tight_layout()
    figure.savefig(path, dpi=110)
    plt.close(figure)


def write_report(all_found: list[Findings], folder: Path) -> list[Path]:
    """The table, the figures and the plots as files."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"compagnie.{ending}" for ending in ("md", "json", "png")]
    paths[0].write_text(table(all_found), encoding="utf-8")
    paths[1].write_text(json.dumps([found.json() for found in all_found], indent=1) + "\n", encoding="utf-8")
    plot(all_found, paths[2])
    return paths
