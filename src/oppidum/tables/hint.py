"""What the strongest bot at hand would do, from what the seat may know."""

from __future__ import annotations

import contextlib
import hashlib
import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from oppidum import bots, games
from oppidum.bots.compile_steps import can_think
from oppidum.kernel.compiled import NotOnDisk, compiled_only
from oppidum.kernel.game import Game
from oppidum.search import Budget, OptionThought, think
from oppidum.tables import waiting
from oppidum.tables.bot_queue import Rank
from oppidum.tables.errors import NotAllowed, NotNow
from oppidum.tables.hall import Hall
from oppidum.tables.playing import must_be_playing, own_seat

GAMES = 4000  # imagined for one hint; a number of games, not of seconds: the same view gets the same hint


@dataclass(frozen=True)
class Hint:
    """`words` by `level`. Why, in numbers: in `games` games imagined from here the seat may expect `share` of
    the victory after it, and `next_share` after `next_words`, its second choice (none: there is no other).

    Where the house is still warming up, nobody looks ahead: no games, and the shares say nothing."""

    action: int
    words: str
    level: str
    games: int
    share: float
    next_words: str | None
    next_share: float | None
    noise: float = 0.0  # by how much the two shares may differ without meaning anything

    @property
    def alike(self) -> bool:
        """The search cannot tell the first choice from the second."""
        return self.next_share is not None and abs(self.share - self.next_share) <= self.noise

    @property
    def varied(self) -> bool:
        """Worth less than the second: where all decide at once it is good not to be foreseen."""
        return self.next_share is not None and self.next_share - self.share > self.noise


def hint(hall: Hall, code: str, visitor: str, *, seat: int | None = None) -> Hint:
    """For a seat of the visitor that owes a decision. NotAllowed where the table plays without hints."""
    table = hall.look(code)
    at = own_seat(table, visitor, seat)
    must_be_playing(table)
    if not table.settings.hints:
        raise NotAllowed("At this table everybody thinks for themselves: hints are switched off.")
    if at not in table.questions:
        raise NotNow("It is not your turn to decide.")
    view = table.game.view(table.position, at)
    if can_think(table.game):
        with contextlib.suppress(NotOnDisk):
            looked_at = (table.game.id, view.tobytes(), at)
            return waiting.result(hall.bot_queue.ask(Rank.HINT, visitor, lambda: remembered(*looked_at)))
    thumb = hall.bot_queue.ask(Rank.HINT, visitor, lambda: by_rules_of_thumb(table.game, view, at))
    return waiting.result(thumb)


@lru_cache(maxsize=256)
def remembered(game_id: str, view: bytes, seat: int) -> Hint:
    """Who asks twice is told the same, and it is thought of once."""
    game = games.load(game_id)
    return advise(game, np.frombuffer(view, game.dtype).copy()[0], seat)


def by_rules_of_thumb(game: Game, view: Any, seat: int) -> Hint:
    """What a house can say that has not compiled the search yet."""
    level = bots.default_name(game.id)
    action = bots.make(level, game, "hint").choose(view, seat)
    words = game.notation.write(view, seat, action)
    return Hint(action, words, level, games=0, share=0.0, next_words=None, next_share=None)


def advise(game: Game, view: Any, seat: int) -> Hint:
    """From the view alone: two worlds that the seat cannot tell apart get the same advice."""
    seed = hashlib.sha256(b"oppidum hint\n" + bytes([seat]) + view.tobytes()).hexdigest()
    with compiled_only():
        thought = think(game, view, seat, Budget(iterations=GAMES), seed)
    # Where all decide at once the bot would draw lots; a hint names what it does most often.
    first, second = [*thought.options[:2], None][:2]
    assert first is not None
    return Hint(
        action=first.action,
        words=first.words,
        level=bots.names(game.id)[-1],
        games=thought.iterations,
        share=first.value,
        next_words=second.words if second else None,
        next_share=second.value if second else None,
        noise=noise(first, second) if second else 0.0,
    )


def noise(one: OptionThought, other: OptionThought) -> float:
    """Two standard errors of the difference between two shares that were found by playing."""
    spread = (o.value * (1 - o.value) / max(1, o.visits) for o in (one, other))
    return 2 * math.sqrt(sum(spread))
