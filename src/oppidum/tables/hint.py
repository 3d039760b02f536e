"""What the strongest bot at hand would do, from what the seat may know."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from oppidum import bots
from oppidum.arena.bulk import Bulk, play_all
from oppidum.bots.policies import GREEDY, teach
from oppidum.kernel.game import Game
from oppidum.kernel.luck import luck_from
from oppidum.kernel.position import copy
from oppidum.tables.errors import NotAllowed, NotNow
from oppidum.tables.hall import Hall
from oppidum.tables.playing import must_be_playing, own_seat

GAMES = 480  # imagined for one hint, over all choices
MOST_CHOICES = 24  # that are compared


@dataclass(frozen=True)
class Hint:
    """`words` by `level`. Why, in numbers: in `games` games imagined from here, sensibly played to the end,
    the seat wins `share` of them after it, and `next_share` after `next_words`, the best of the other
    choices (none if there is no other)."""

    action: int
    words: str
    level: str
    games: int
    share: float
    next_words: str | None
    next_share: float | None


def hint(hall: Hall, code: str, visitor: str, *, seat: int | None = None) -> Hint:
    """For a seat of the visitor that owes a decision. NotAllowed where the table plays without hints."""
    table = hall.look(code)
    at = own_seat(table, visitor, seat)
    must_be_playing(table)
    if not table.settings.hints:
        raise NotAllowed("At this table everybody thinks for themselves: hints are switched off.")
    if at not in table.questions:
        raise NotNow("Nothing is asked of you now.")
    return advise(table.game, table.game.view(table.position, at), at)


def advise(game: Game, view: Any, seat: int) -> Hint:
    """From the view alone: two worlds that the seat cannot tell apart get the same advice."""
    seed = hashlib.sha256(b"oppidum hint\n" + bytes([seat]) + view.tobytes()).digest()
    level = bots.names(game.id)[-1]
    action = int(bots.make(level, game, seed.hex()).choose(copy(view), seat))
    others = [a for a in game.legal(view, seat) if a != action][: MOST_CHOICES - 1]
    compared = [action, *others]
    games = max(8, GAMES // len(compared))
    shares = {a: share(game, view, seat, a, seed, games) for a in compared}
    best = max(others, key=lambda a: shares[a], default=None)
    return Hint(
        action=action,
        words=game.notation.write(view, seat, action),
        level=level,
        games=games,
        share=shares[action],
        next_words=None if best is None else game.notation.write(view, seat, best),
        next_share=None if best is None else shares[best],
    )


def share(game: Game, view: Any, seat: int, action: int, seed: bytes, games: int) -> float:
    """How many of the imagined games a choice wins; the same worlds for every choice."""
    teach(game)
    players = int(view.players)
    states = np.zeros(games, game.dtype)
    for i in range(games):
        world = game.imagine(view, seat, hashlib.sha256(seed + i.to_bytes(4, "little")).digest())
        game.rules.act(world, seat, action)
        states[i] = world
    played = play_out(game, states, players, seed)
    return float(played.shares[:, seat].mean())


def play_out(game: Game, states: np.ndarray, players: int, seed: object) -> Bulk:
    games = len(states)
    policies: Sequence[int] | np.ndarray = np.full(players, GREEDY, np.int64)
    points = np.zeros((games, players), np.int64)
    winners = np.zeros(games, np.int64)
    decisions = np.zeros(games, np.int64)
    mask = np.zeros(game.actions, np.uint8)
    play_all(states, policies, luck_from("hint", seed), 0, mask, points, winners, decisions)
    return Bulk(points, winners, decisions)
