"""What there is to compile of a game, step by step: rules, bots without look-ahead, bots that look ahead.

A step does what a table does, and so compiles it, or loads it where it is compiled already. Each leaves a
mark on the disk when it is done: whoever goes on from there, in whatever process, need not begin anew, and a
face can show how far it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from oppidum import bots
from oppidum.kernel import cache, position
from oppidum.kernel.compiled import compiles, plays_meanwhile
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game
from oppidum.kernel.players_luck import luck_from

PLAYING, THINKING = "playing", "thinking"


@dataclass(frozen=True)
class Step:
    name: str
    stage: str  # PLAYING: enough for a table; THINKING: for bots that look ahead, and for hints
    share: float  # of all the time that a game takes to compile, about
    take: Callable[[Game], Any]
    modules: tuple[str, ...] = ()  # what it compiles beside the game's own


def dealt(game: Game) -> Any:
    return game.deal(game.about.min_players, seed_key("warm-up"))


def first(game: Game) -> tuple[Any, int]:
    s = dealt(game)
    return s, game.waiting(s)[0]


def ask(game: Game) -> None:
    s, seat = first(game)
    game.legal(s, seat)
    game.questions(s)
    game.next_to_answer(s, luck_from("warm-up"))
    game.rules.first_counts(s)
    if game.decline is not None:
        game.decline(s, seat)


def look(game: Game) -> None:
    s, seat = first(game)
    game.look(s, seat)
    game.standing(game.view(s, seat))
    game.standing(game.view(s, -1))
    game.imagine(game.view(s, seat), seat, seed_key("warm-up"))


def act(game: Game) -> None:
    s, seat = first(game)
    action = game.legal(s, seat)[0]
    game.act(position.copy(s), seat, action)
    game.answer(position.copy(s), seat, action)


def choose(game: Game) -> None:
    s, seat = first(game)
    bots.make("random", game).choose(game.view(s, seat), seat)  # compiled together with `greedy`


def think(game: Game) -> None:
    from oppidum.search import Budget, think
    from oppidum.search.selection import chance

    s, seat = first(game)
    think(game, game.view(s, seat), seat, Budget(iterations=1))
    chance(luck_from("warm-up"))  # where several decide at once


STEPS = (
    Step("deal", PLAYING, 0.08, dealt),
    Step("legal", PLAYING, 0.15, ask, ("oppidum.kernel.questions",)),
    Step("act", PLAYING, 0.20, act, ("oppidum.kernel.questions",)),
    Step("view", PLAYING, 0.06, look, ("oppidum.kernel.questions",)),
    Step("bots", PLAYING, 0.14, choose, ("oppidum.bots.policies",)),
    Step("search", THINKING, 0.37, think, ("oppidum.search.think",)),
)


def mark(game: Game, step: Step) -> Path:
    return cache.mark_of(game.rules, step.name, step.modules)


def done(game: Game, step: Step) -> bool:
    return not compiles() or mark(game, step).exists()


def is_cold(game: Game, stage: str = PLAYING) -> bool:
    """True until this stage has been compiled to the end: it will take its time to start."""
    return not all(done(game, step) for step in STEPS if step.stage == stage)


def compile_steps(game: Game, stages: tuple[str, ...] = (PLAYING, THINKING)) -> Iterator[Step]:
    """Whatever is not done yet. Yields each step before it is taken."""
    for step in STEPS:
        if step.stage in stages and not done(game, step):
            yield step
            step.take(game)
            with cache.keeping():
                path = mark(game, step)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.touch()


def can_think(game: Game) -> bool:
    """Whether bots can look ahead without keeping anybody waiting for the compiler."""
    return not plays_meanwhile() or not is_cold(game, THINKING)
