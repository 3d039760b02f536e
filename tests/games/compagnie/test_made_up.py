"""What holds in every edition that the language of effects allows, on editions made up at random."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from oppidum.games.compagnie.state import Ending
from oppidum.kernel.editions import Edition
from oppidum.kernel.fair import seed_key
from oppidum.kernel.luck import luck_from, roll
from oppidum.testing import Case
from oppidum.testing.contract import (
    check_a_view_hides_what_is_hidden,
    check_decisions_show_nothing_else,
)

from .audit import audit
from .table import GAME, example
from .writing import editions, most_decisions

EXAMPLES = 6 if os.environ.get("NUMBA_DISABLE_JIT") else 40


class Beginning(Case):
    """Games of made-up editions may be long: the first hundred decisions say enough."""

    def walk(self) -> Iterator[tuple[Any, int, int]]:
        return islice(super().walk(), 100)


def play_out(s: Any, luck: Any, most: int) -> int:
    """A random game, audited after every decision; how many there were."""
    for decisions in range(most + 1):
        audit(s)
        waiting = GAME.waiting(s)
        if not waiting:
            return decisions
        legal = GAME.legal(s, waiting[0])
        assert legal, "asked, and nothing to choose"
        GAME.rules.act(s, waiting[0], legal[int(roll(luck, len(legal)))])
    raise AssertionError(f"no end after {most} decisions")


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    cards=editions(),
    players=st.integers(2, 4),
    options=st.fixed_dictionaries(
        {"boar": st.sampled_from(["any", "own"]), "cleopatra": st.sampled_from(["other", "any"])}
    ),
    seed=st.integers(0, 999),
)
@pytest.mark.rule("compagnie 7.5", "compagnie 7.6", "compagnie 8.1")
def test_nothing_is_lost_and_every_game_ends(
    cards: Edition, players: int, options: dict[str, str], seed: int
) -> None:
    s = GAME.deal(players, seed_key("made up", seed), options, cards)
    play_out(s, luck_from("made up", seed), most_decisions(cards, players))
    assert s.ending != Ending.RUNNING
    assert GAME.standing(s).winners


# Always the same editions: a discard that needs no question still tells, by not being asked, that the cards
# left in a hand are alike; other editions than these come upon it now and then.
@settings(
    max_examples=EXAMPLES // 3, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
@given(cards=editions(), players=st.integers(2, 4), seed=st.integers(0, 99))
def test_secrets_are_kept(cards: Edition, players: int, seed: int) -> None:
    case = Beginning(GAME, players, {}, seed, cards)
    check_a_view_hides_what_is_hidden(case)
    check_decisions_show_nothing_else(case)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_invented_cards_keep_the_books(players: int) -> None:
    for number in range(2):
        s = GAME.deal(players, seed_key("books", number), {}, example())
        play_out(s, luck_from("books", number), most_decisions(example(), players))
