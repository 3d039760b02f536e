"""Measuring an edition, thoroughly or briefly."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from oppidum.arena.balance import estimates
from oppidum.arena.balance.counting import Played, play, tally_of
from oppidum.arena.balance.racing import GAMES, suggest
from oppidum.arena.balance.report import (
    Report,
    Suggestion,
    figure_rows,
    root,
    seat_rows,
    single_measure,
    sure_for,
    thing_rows,
)
from oppidum.arena.intervals import Z
from oppidum.kernel.editions import Edition
from oppidum.kernel.game import Game

BOTS = "greedy"
QUICK = 10  # a quick look plays this part of the usual number of games


def default_games(game: Game) -> int:
    """As many as take some twenty seconds with everything."""
    return tally_of(game).GAMES


def default_players(game: Game) -> int:
    return min(4, game.about.max_players)


def total_games(number: int, compared: bool, advised: bool) -> int:
    """About how many games a measurement plays in all: for who shows how far it is."""
    return int(number * (1 + compared + (GAMES if advised else 0)))


def measure(
    game: Game,
    edition: Edition,
    against: Edition | None = None,
    players: int | None = None,
    number: int | None = None,
    seed: object = 0,
    advice: bool = True,
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """Play `number` games with an edition, and the same deals with another one to compare.

    With `advice` single changes are tried, too. The same seed gives the same report.
    """
    edition.check_for_new_games()
    players = default_players(game) if players is None else players
    number = default_games(game) if number is None else number
    done = 0

    def more(games: int) -> None:
        nonlocal done
        done += games
        progress(done)

    mine = play(game, edition, players, range(number), seed, more)
    theirs = play(game, against, players, range(number), seed, more) if against else None
    found = written(game, edition, against, mine, theirs, seed)
    if not advice:
        return found
    off = estimates.imbalance(mine)
    if off.value[0] <= Z * off.variance[0] ** 0.5:  # chance alone explains it
        return msgspec.structs.replace(found, suggestion=Suggestion(0))
    return msgspec.structs.replace(found, suggestion=suggest(game, edition, mine, players, seed, more))


def quick(
    game: Game,
    edition: Edition,
    players: int | None = None,
    number: int | None = None,
    seed: object = 0,
    progress: Callable[[float], None] = lambda done: None,
) -> Report:
    """A short look at an edition beside the game's own: seconds, and no advice."""
    number = max(100, default_games(game) // QUICK) if number is None else number
    whole = total_games(number, compared=True, advised=False)
    return measure(
        game,
        edition,
        game.default_edition(),
        players,
        number,
        seed,
        advice=False,
        progress=lambda done: progress(done / whole),
    )


def written(
    game: Game, edition: Edition, against: Edition | None, mine: Played, theirs: Played | None, seed: object
) -> Report:
    shown = sum(1 for thing in mine.things if thing.group)
    z = sure_for(mine.shares.shape[1] + 2 * shown + len(mine.asked) + 2)
    return Report(
        game.id,
        edition.id,
        edition.title,
        edition.sha256,
        against.title if against else None,
        BOTS,
        mine.shares.shape[1],
        len(mine),
        str(seed),
        root(float(estimates.imbalance(mine).value[0])),
        root(float(estimates.imbalance(theirs).value[0])) if theirs else None,
        seat_rows(mine, theirs, z),
        single_measure(estimates.ties(mine), estimates.ties(theirs) if theirs else None, z, share=True),
        single_measure(
            estimates.lengths(mine), estimates.lengths(theirs) if theirs else None, z, share=False
        ),
        mine.groups,
        thing_rows(mine, theirs, z),
        figure_rows(mine, theirs, z),
    )
