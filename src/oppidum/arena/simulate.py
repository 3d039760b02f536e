"""Games written down: one record for each, whatever bots sit at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from oppidum import bots
from oppidum.arena.bulk import ORDER, Bulk, play_games, seat_luck
from oppidum.bots import guest_bots
from oppidum.bots.policies import PolicyBot
from oppidum.kernel import record
from oppidum.kernel.editions import Edition
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game, Standing
from oppidum.kernel.record import Record, Seat, Shuffle


def sit_down(name: Any, game: Game, seed: object, number: int, seat: int, edition: Edition) -> bots.Bot:
    name = bots.check_name(name, game.id)
    if name in bots.POLICIES:  # with the luck that it has in bulk
        return PolicyBot(name, game, luck=seat_luck(seed, number, seat))
    return bots.make(name, game, (seed, number, seat), edition=edition)


@dataclass(frozen=True)
class Written:
    """A game that was played and written down. Where a guest gave up, its record breaks off."""

    record: Record
    standing: Standing
    gave_up: str = ""


def play_written(
    game: Game,
    names: Sequence[Any],
    seed: object,
    number: int,
    options: Mapping[str, object] | None = None,
    edition: Edition | None = None,
) -> Written:
    """Game `number` of a series: the same game that `arena.bulk` plays."""
    edition = edition or game.default_edition()
    key = seed_key(seed, number)
    s = game.deal(len(names), key, options, edition)
    called = [guest_bots.name_of(name) for name in names]
    seats = [Seat(f"{name} {seat + 1}", name) for seat, name in enumerate(called)]
    written = record.begin(game, edition, seats, options or {}, Shuffle(key.hex()), s)
    order = seat_luck(seed, number, ORDER)
    players: list[bots.Bot] = []
    seat = 0
    try:
        for seat, name in enumerate(names):
            players.append(sit_down(name, game, seed, number, seat, edition))
        while (seat := game.next_to_answer(s, order)) is not None:
            action = players[seat].choose(game.view(s, seat), seat)
            words = game.notation.write(s, seat, action)
            game.act(s, seat, action)
            record.append(game, written, s, seat, words)
    except guest_bots.GaveUp as why:
        others = guest_bots.left_over(called, seat or 0)
        return Written(written, Standing(game.standing(s).points, others), f"Game {number + 1}: {why}")
    record.close(game, written, s)
    return Written(written, game.standing(s))


def play_record(
    game: Game,
    names: Sequence[Any],
    seed: object,
    number: int,
    options: Mapping[str, object] | None = None,
    edition: Edition | None = None,
) -> Record:
    """The record of game `number` of a series."""
    return play_written(game, names, seed, number, options, edition).record


def play_records(
    game: Game,
    names: Sequence[Any],
    games: int,
    seed: object,
    options: Mapping[str, object] | None = None,
    edition: Edition | None = None,
    complain: Callable[[str], None] = lambda why: None,
) -> Iterator[Record]:
    """One record a game; `complain` is told of each that a guest gave up."""
    for number in range(games):
        written = play_written(game, names, seed, number, options, edition)
        if written.gave_up:
            complain(written.gave_up)
        yield written.record


def play_series(
    game: Game,
    names: Sequence[Any],
    games: int,
    seed: object,
    options: Mapping[str, object] | None = None,
    edition: Edition | None = None,
    progress: Callable[[int], None] = lambda done: None,
    complain: Callable[[str], None] = lambda why: None,
) -> Bulk:
    """What a series of games brings: in bulk among policies, one by one where others sit at the table."""
    if all(name in bots.POLICIES for name in names):
        return play_games(game, names, games, seed, options, edition, progress)
    played = Bulk(
        np.zeros((games, len(names)), np.int64), np.zeros(games, np.int64), np.zeros(games, np.int64)
    )
    for number in range(games):
        written = play_written(game, names, seed, number, options, edition)
        if written.gave_up:
            complain(written.gave_up)
        played.points[number] = written.standing.points
        played.winners[number] = sum(1 << seat for seat in written.standing.winners)
        played.decisions[number] = sum(not move.startswith(record.CHANCE) for move in written.record.moves)
        progress(number + 1)
    return played
