"""Measuring an edition: here, briefly, or in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress

import msgspec

from oppidum import games
from oppidum.arena.balance import estimates
from oppidum.arena.balance.playing import Played, play, tally_of
from oppidum.arena.balance.racing import GAMES, suggest
from oppidum.arena.balance.report import (
    Report,
    Suggestion,
    figure_rows,
    one,
    root,
    seat_rows,
    sure_for,
    thing_rows,
)
from oppidum.arena.intervals import Z
from oppidum.kernel.editions import Edition, EditionFile, content
from oppidum.kernel.errors import BadEdition, OppidumError
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
) -> Report:
    """A short look at an edition beside the game's own: seconds, and no advice."""
    number = max(100, default_games(game) // QUICK) if number is None else number
    return measure(game, edition, game.default_edition(), players, number, seed, advice=False)


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
        one(estimates.ties(mine), estimates.ties(theirs) if theirs else None, z, share=True),
        one(estimates.lengths(mine), estimates.lengths(theirs) if theirs else None, z, share=False),
        mine.groups,
        thing_rows(mine, theirs, z),
        figure_rows(mine, theirs, z),
    )


# ---------------------------------------------------------------- in a process of its own


class Asked(msgspec.Struct):
    """What a house asks the process beside it."""

    game: str
    cards: str  # the content of the edition
    players: int | None = None
    number: int | None = None
    seed: str = "0"


class Answer(msgspec.Struct):
    report: Report | None = None
    problem: str = ""


def beside(
    game_id: str,
    edition: Edition,
    players: int | None = None,
    number: int | None = None,
    seed: object = 0,
    seconds: float = 120,
) -> Report:
    """`quick` in a process of its own, at the lowest priority and not longer than `seconds`.

    For a house: nobody compiles there, and a stranger's edition keeps none of its threads. OppidumError says
    in a sentence why there is no report.
    """
    asked = Asked(game_id, content(edition.data), players, number, str(seed))
    command = [sys.executable, "-m", "oppidum.arena.balance"]
    try:
        done = subprocess.run(
            command, input=msgspec.json.encode(asked), capture_output=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        raise OppidumError("It took too long to measure this edition.") from None
    try:
        answer = msgspec.json.decode(done.stdout, type=Answer)
    except msgspec.DecodeError:
        raise OppidumError("This edition could not be measured.") from None
    if answer.report is None:
        raise OppidumError(answer.problem)
    return answer.report


def answer_house() -> None:
    """What `beside` has started: a question on the one side, an answer on the other."""
    with suppress(OSError, AttributeError):
        os.nice(19)
    asked = msgspec.json.decode(sys.stdin.buffer.read(), type=Asked)
    try:
        game = games.load(asked.game)
        edition = game.read_edition(EditionFile.parse("edition", asked.cards))
        answer = Answer(quick(game, edition, asked.players, asked.number, asked.seed))
    except BadEdition as error:
        answer = Answer(problem="; ".join(error.problems))
    except OppidumError as error:
        answer = Answer(problem=str(error))
    sys.stdout.buffer.write(msgspec.json.encode(answer))
