"""What a visitor's games say: by game, against each opponent, and of late. Plain arithmetic.

Everything here takes games newest first, as `past.games` gives them, and leaves out those that do not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from oppidum.tables.past import Played

WINDOW = 10  # games that a point of the plot is the mean of


@dataclass(frozen=True)
class OfGame:
    """Somebody's record at one game."""

    game: str
    games: int
    won: int
    best: Played  # with the most points; of several the first
    mean: float  # points
    streak: int  # victories in a row up to now
    longest: int


@dataclass(frozen=True)
class Against:
    """Games with one person, or with bots of one level."""

    name: str
    bot: str | None  # a level
    games: int
    won: int  # by the visitor
    lost: int  # won by the other, or by a bot of that level


@dataclass(frozen=True)
class Point:
    """How it went up to a game: the mean share of the victory in it and in those before it."""

    played: Played
    share: float
    fair: float  # what everybody would have got if all were equally good


def counting(games: Iterable[Played]) -> list[Played]:
    return [each for each in games if each.counts]


def by_game(games: Iterable[Played]) -> list[OfGame]:
    """The game that was played most first."""
    of_each: dict[str, list[Played]] = {}
    for each in counting(games):
        of_each.setdefault(each.game, []).append(each)
    found = [of_game(game, played) for game, played in of_each.items()]
    return sorted(found, key=lambda of: (-of.games, of.game))


def of_game(game: str, played: Sequence[Played]) -> OfGame:
    in_a_row = streaks(played)
    return OfGame(
        game=game,
        games=len(played),
        won=sum(each.won for each in played),
        best=max(reversed(played), key=lambda each: each.own_points),
        mean=sum(each.own_points for each in played) / len(played),
        streak=in_a_row[0] if played[0].won else 0,
        longest=max(in_a_row, default=0),
    )


def streaks(played: Sequence[Played]) -> list[int]:
    """The lengths of all series of victories, newest first."""
    return [len(list(series)) for won, series in groupby(played, key=lambda each: each.won) if won]


def against(games: Iterable[Played]) -> list[Against]:
    """People first, then bots; those with whom one has played most first. A person is the same under every
    name, and called by the newest."""
    names: dict[tuple[bool, str], str] = {}
    counts: dict[tuple[bool, str], list[int]] = {}
    for each in counting(games):
        present: dict[tuple[bool, str], bool] = {}  # and whether they have won
        for seat, who in enumerate(each.sitters):
            key = (bool(who.bot), who.bot or who.visitor or "")
            if seat not in each.mine and key[1]:
                names.setdefault(key, who.name)
                present[key] = present.get(key, False) or seat in each.winners
        for key, has_won in present.items():
            count = counts.setdefault(key, [0, 0, 0])
            for i, more in enumerate((True, each.won, has_won)):
                count[i] += more
    found = [Against(names[key], key[1] if key[0] else None, *counts[key]) for key in counts]
    return sorted(found, key=lambda other: (other.bot is not None, -other.games, other.name))


def form(games: Iterable[Played], latest: int) -> list[Point]:
    """The latest games, oldest first, each with the `WINDOW - 1` before it; fewer at the very beginning."""
    played = counting(games)[: latest + WINDOW - 1][::-1]
    points: list[Point] = []
    for upto in range(1, len(played) + 1):
        window = played[max(0, upto - WINDOW) : upto]
        share = sum(each.share for each in window) / len(window)
        fair = sum(1 / len(each.sitters) for each in window) / len(window)
        points.append(Point(played[upto - 1], share, fair))
    return points[-latest:]
