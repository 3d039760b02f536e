"""What the contract is checked on: every player count, every option."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from oppidum.kernel.editions import Edition
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game
from oppidum.kernel.players_luck import luck_from, roll

MOST_DECISIONS = 20_000  # no game of ours comes near; one that does would never end


@dataclass(frozen=True)
class Case:
    game: Game
    players: int
    options: Mapping[str, object] = field(default_factory=dict[str, object])
    seed: int = 0
    edition: Edition | None = None  # None: the game's own

    def __str__(self) -> str:
        chosen = "".join(f" {name}={choice}" for name, choice in self.options.items())
        cards = f" {self.edition.id}" if self.edition else ""
        return f"{self.game.id} {self.players}{chosen}{cards} #{self.seed}"

    @property
    def key(self) -> bytes:
        return seed_key(f"contract {self}")

    def deal(self) -> Any:
        return self.game.deal(self.players, self.key, self.options, self.edition)

    def luck(self) -> np.ndarray:
        return luck_from("contract", str(self))

    def walk(self) -> Iterator[tuple[Any, int, int]]:
        """A game of random decisions: (position, seat, action) before each; ends with the game."""
        s = self.deal()
        for seat, action in self.decisions:
            yield s, seat, action
            self.game.rules.act(s, seat, action)

    @cached_property
    def decisions(self) -> list[tuple[int, int]]:
        """Seat and action, drawn once for all that is asked of this case.

        Among several seats that owe a decision any may come first.
        """
        s = self.deal()
        luck = self.luck()
        found: list[tuple[int, int]] = []
        for _ in range(MOST_DECISIONS):
            waiting = self.game.waiting(s)
            if not waiting:
                return found
            seat = waiting[int(roll(luck, len(waiting)))]
            legal = self.game.legal(s, seat)
            assert legal, f"{self}: seat {seat + 1} owes a decision and has none to choose from"
            action = legal[int(roll(luck, len(legal)))]
            found.append((seat, action))
            self.game.rules.act(s, seat, action)
        raise AssertionError(f"{self}: no end after {MOST_DECISIONS} decisions")

    def sample(self, every: int) -> Iterator[tuple[Any, int, int]]:
        """Some positions of a walk, in an irregular rhythm."""
        luck = luck_from("sample", str(self))
        wait = int(roll(luck, every))
        for moment in self.walk():
            if wait == 0:
                yield moment
                wait = int(roll(luck, 2 * every))
            else:
                wait -= 1


def cases(game: Game, seeds: int = 1) -> list[Case]:
    """Every player count with the default options, and every other choice of every option."""
    found: list[Case] = []
    about = game.about
    for players in range(about.min_players, about.max_players + 1):
        found += [Case(game, players, {}, seed) for seed in range(seeds)]
    for i, option in enumerate(about.options):
        for j, choice in enumerate(option.choices):
            if choice != option.default:
                players = about.min_players + (i + j) % (about.max_players - about.min_players + 1)
                found.append(Case(game, players, {option.name: choice}))
    return found
