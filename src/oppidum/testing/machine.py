"""A whole game as a Hypothesis state machine: it looks for the shortest game that breaks a promise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from oppidum.kernel import position
from oppidum.kernel.errors import IllegalAction
from oppidum.kernel.extras import needs
from oppidum.kernel.game import Game
from oppidum.testing.cases import MOST_DECISIONS

with needs("testing", "A game as a state machine"):
    from hypothesis import strategies as st
    from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule


def machine(
    game: Game, audit: Callable[[Any], None] = lambda s: None, quick: dict[str, object] | None = None
) -> type[RuleBasedStateMachine]:
    """A state machine over whole games. `audit` checks a game's own invariants; `quick` are options."""

    class WholeGame(RuleBasedStateMachine):
        s: Any = None

        @initialize(
            players=st.integers(game.about.min_players, game.about.max_players),
            key=st.binary(min_size=32, max_size=32),
        )
        def deal(self, players: int, key: bytes) -> None:
            self.s = game.deal(players, key, quick)

        @precondition(lambda self: self.s is not None and bool(game.waiting(self.s)))
        @rule(choice=st.integers(0, 2**16), times=st.integers(1, 12))
        def decide(self, choice: int, times: int) -> None:
            for step in range(times):
                waiting = game.waiting(self.s)
                if not waiting:
                    return
                seat = waiting[(choice + step) % len(waiting)]
                legal = game.legal(self.s, seat)
                game.act(self.s, seat, legal[(choice // 7 + 31 * step) % len(legal)])
                audit(self.s)

        @precondition(lambda self: self.s is not None)
        @rule(seat=st.integers(-2, 7), action=st.integers(-2, game.actions + 2))
        def try_anything(self, seat: int, action: int) -> None:
            before = position.copy(self.s)
            try:
                game.act(self.s, seat, action)
            except IllegalAction:
                assert self.s.tobytes() == before.tobytes()
            else:
                assert action in game.legal(before, seat)

        @invariant()
        def nothing_is_lost(self) -> None:
            if self.s is not None:
                audit(self.s)

        def teardown(self) -> None:
            """However a game has gone so far, it comes to its end."""
            if self.s is None:
                return
            for step in range(MOST_DECISIONS):
                waiting = game.waiting(self.s)
                if not waiting:
                    assert game.standing(self.s).winners, "over, and nobody has won"
                    return
                seat = waiting[step % len(waiting)]
                legal = game.legal(self.s, seat)
                game.act(self.s, seat, legal[(step * 7) % len(legal)])
                audit(self.s)
            raise AssertionError(f"no end after {MOST_DECISIONS} more decisions")

    return WholeGame
