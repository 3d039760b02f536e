"""Small endgames of `cartes` solved exactly, and what a strategy loses there to whoever knows it.

The setting: two players in the last hand, a few cards each, a few cards left in the deck whose kinds are
known and whose order is not. Bids are simultaneous and revealed at once, and a card that Idéfix has looked
at is laid open by what follows, so every round starts from common knowledge: backward induction over matrix
games, with chance for the cards that turn up, is exact. Each matrix game is a linear programme, solved by
SciPy (HiGHS): this module, and no other, needs it. It comes with oppidum[research].
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import permutations
from typing import Any

import numpy as np

from oppidum.games.cartes.rules import worth_of
from oppidum.games.cartes.state import DECK, IDEFIX, KINDS, RANKS, Phase
from oppidum.kernel import bits
from oppidum.kernel.events import forget
from oppidum.kernel.extras import needs
from oppidum.kernel.game import Game
from oppidum.kernel.position import copy

with needs("research", "Solving an endgame"):
    from scipy.optimize import linprog

Strategy = Callable[[Any, int], Mapping[int, float]]  # from a view and a seat: chances of the actions
Chances = list[tuple[float, Any]]


def first_unseen(s: Any) -> int:
    return s.offered + (2 if s.phase == Phase.PEEK else 1)


def outcomes(game: Game, s: Any, actions: list[tuple[int, int]]) -> Chances:
    """The positions that these actions lead to, over all orders of the cards that nobody has seen."""
    start = first_unseen(s)
    orders = sorted(set(permutations(int(card) for card in s.deck[start:])))
    weights: dict[bytes, float] = {}
    found: dict[bytes, Any] = {}
    for order in orders:
        world = copy(s)
        world.deck[start:] = order
        for seat, action in actions:
            game.rules.act(world, seat, action)
        tidy(world)
        key = world.tobytes()
        found[key] = world
        weights[key] = weights.get(key, 0.0) + 1 / len(orders)
    return [(weights[key], found[key]) for key in found]


def tidy(s: Any) -> None:
    """One and the same record for whatever is the same position."""
    forget(s)
    s.stream_at = 0
    rest = sorted(int(card) for card in s.deck[first_unseen(s) :])
    s.deck[first_unseen(s) :] = rest


def solve_matrix(m: np.ndarray) -> tuple[float, np.ndarray]:
    """Value and mixed strategy of the row player, who wants much."""
    low, high = m.min(axis=1), m.max(axis=0)
    if low.max() == high.min():  # a saddle point
        pure = np.zeros(len(m))
        pure[int(low.argmax())] = 1.0
        return float(low.max()), pure
    rows, columns = m.shape
    goal = np.append(np.zeros(rows), -1.0)
    limits = np.hstack([-m.T, np.ones((columns, 1))])
    answer = linprog(
        goal,
        A_ub=limits,
        b_ub=np.zeros(columns),
        A_eq=np.append(np.ones(rows), 0.0)[None],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
        method="highs",
    )
    return -float(answer.fun), answer.x[:rows]


class Endgame:
    """Values are the share of the victory of seat 0."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.values: dict[bytes, float] = {}
        self.answers: dict[bytes, float] = {}
        self.reached: set[float] = set()

    def over(self, s: Any) -> float | None:
        if self.game.waiting(s):
            return None
        value = self.game.standing(s).share(0)
        self.reached.add(value)
        return value

    def mean(self, s: Any, actions: list[tuple[int, int]], value: Callable[[Any], float]) -> float:
        return sum(p * value(after) for p, after in outcomes(self.game, s, actions))

    def matrix(self, s: Any, value: Callable[[Any], float]) -> tuple[list[int], list[int], np.ndarray]:
        rows, columns = self.game.legal(s, 0), self.game.legal(s, 1)
        m = np.array([[self.mean(s, [(0, a), (1, b)], value) for b in columns] for a in rows])
        return rows, columns, m

    def value(self, s: Any) -> float:
        """What the position is worth to seat 0 when both play perfectly."""
        key = s.tobytes()
        if key not in self.values:
            self.values[key] = self.work_out(s)
        return self.values[key]

    def work_out(self, s: Any) -> float:
        end = self.over(s)
        if end is not None:
            return end
        waiting = self.game.waiting(s)
        if len(waiting) == 2:
            return solve_matrix(self.matrix(s, self.value)[2])[0]
        seat = waiting[0]
        results = [self.mean(s, [(seat, a)], self.value) for a in self.game.legal(s, seat)]
        return max(results) if seat == 0 else min(results)

    def against(self, s: Any, strategy: Strategy) -> float:
        """What seat 0 gets with its strategy from an opponent who knows it and answers best."""
        key = s.tobytes()
        if key not in self.answers:
            self.answers[key] = self.answer(s, strategy)
        return self.answers[key]

    def answer(self, s: Any, strategy: Strategy) -> float:
        end = self.over(s)
        if end is not None:
            return end

        def value(after: Any) -> float:
            return self.against(after, strategy)

        waiting = self.game.waiting(s)
        if waiting == (1,):
            return min(self.mean(s, [(1, a)], value) for a in self.game.legal(s, 1))
        legal = self.game.legal(s, 0)
        chances = strategy(self.game.view(s, 0), 0) if len(legal) > 1 else {legal[0]: 1.0}
        if waiting == (0,):
            return sum(p * self.mean(s, [(0, a)], value) for a, p in chances.items() if p > 0)
        return min(
            sum(p * self.mean(s, [(0, a), (1, b)], value) for a, p in chances.items() if p > 0)
            for b in self.game.legal(s, 1)
        )


def compose(game: Game, rng: np.random.Generator, cards: int, unseen: int, lead: int = 12) -> Any:
    """A random endgame: so many cards each and so many in the deck, nobody far ahead."""
    while True:
        s = game.deal(2, rng.bytes(32), {"hands": 1})
        s.offered = DECK - 1 - unseen
        for seat in range(2):
            hand = rng.choice(IDEFIX + 1, cards, replace=False)
            s.gauls[seat] = sum(1 << int(card) for card in hand)
        for i in range(s.offered):
            card = int(s.deck[i])
            owner = int(rng.integers(4))  # half of the cards left play unclaimed
            if owner < 2 and card < RANKS:
                s.captured[owner, card] += 1
        only_idefix = any(bits.count(int(g) & ~(1 << IDEFIX)) == 0 for g in list(s.gauls)[:2])
        ahead = int(worth_of(s, s.captured[0])) - int(worth_of(s, s.captured[1]))
        assert all(0 <= card < KINDS for card in s.deck)
        if abs(ahead) <= lead and not only_idefix:
            tidy(s)
            return s
