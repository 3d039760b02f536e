"""Games written down: one record for each, whatever bots sit at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from oppidum import bots
from oppidum.arena.bulk import ORDER, Bulk, play_games, seat_luck
from oppidum.bots.policies import PolicyBot
from oppidum.kernel import record
from oppidum.kernel.editions import Edition
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game
from oppidum.kernel.record import Record, Seat, Shuffle


def sit_down(name: str, game: Game, seed: object, number: int, seat: int) -> bots.Bot:
    name = bots.check_name(name, game.id)
    if name in bots.POLICIES:  # with the luck that it has in bulk
        return PolicyBot(name, game, luck=seat_luck(seed, number, seat))
    return bots.make(name, game, (seed, number, seat))


def play_record(
    game: Game,
    names: Sequence[str],
    seed: object,
    number: int,
    options: Mapping[str, object] | None = None,
    edition: Edition | None = None,
) -> Record:
    """Game `number` of a series, played to its end: the same game that `arena.bulk` plays."""
    edition = edition or game.default_edition()
    key = seed_key(seed, number)
    s = game.deal(len(names), key, options, edition)
    players = [sit_down(name, game, seed, number, seat) for seat, name in enumerate(names)]
    seats = [Seat(f"{name} {seat + 1}", name) for seat, name in enumerate(names)]
    written = record.begin(game, edition, seats, options or {}, Shuffle(key.hex()), s)
    order = seat_luck(seed, number, ORDER)
    while (seat := game.next_to_answer(s, order)) is not None:
        action = players[seat].choose(game.view(s, seat), seat)
        words = game.notation.write(s, seat, action)
        game.act(s, seat, action)
        record.append(game, written, s, seat, words)
    record.close(game, written, s)
    return written


def play_records(
    game: Game,
    names: Sequence[str],
    games: int,
    seed: object,
    options: Mapping[str, object] | None = None,
    edition: Edition | None = None,
) -> Iterator[Record]:
    for number in range(games):
        yield play_record(game, names, seed, number, options, edition)


def play_series(
    game: Game,
    names: Sequence[str],
    games: int,
    seed: object,
    options: Mapping[str, object] | None = None,
    edition: Edition | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Bulk:
    """What a series of games brings: in bulk among policies, one by one where somebody looks ahead."""
    if all(name in bots.POLICIES for name in names):
        return play_games(game, names, games, seed, options, edition, progress)
    played = Bulk(
        np.zeros((games, len(names)), np.int64), np.zeros(games, np.int64), np.zeros(games, np.int64)
    )
    for number, written in enumerate(play_records(game, names, games, seed, options, edition)):
        assert written.result is not None
        played.points[number] = written.result.points
        played.winners[number] = sum(1 << (seat - 1) for seat in written.result.winners)
        played.decisions[number] = sum(not move.startswith(record.CHANCE) for move in written.moves)
        progress(number + 1)
    return played
