"""What holds in every edition that the language of effects allows, on editions made up at random."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.referees import Setting, play_with
from tests.taking_turns import examples

from oppidum.games.compagnie.bonuses import bonuses_for
from oppidum.games.compagnie.matching import scope_of, suits
from oppidum.games.compagnie.power_language import ROW_FISH, ROW_POTION, ROW_REVIVE
from oppidum.games.compagnie.state import TABLE, Ending
from oppidum.kernel.editions import Edition
from oppidum.kernel.fair import seed_key
from oppidum.kernel.players_luck import luck_from, roll
from oppidum.testing import Case
from oppidum.testing.contract import (
    check_a_view_hides_what_is_hidden,
    check_decisions_show_nothing_else,
)

from .arranged import GAME, example
from .audit import audit, chain
from .writing import edition, editions, most_decisions

EVERY_CHECK: Any = list(HealthCheck)
EXAMPLES = int(os.environ.get("MADE_UP", 6)) if os.environ.get("NUMBA_DISABLE_JIT") else examples(8, 60)

OPTIONS = st.fixed_dictionaries(
    {"boar": st.sampled_from(["any", "own"]), "cleopatra": st.sampled_from(["other", "any"])}
)
LEANING = st.integers(0, 99).filter(lambda number: number % 4)  # random players: `greedy` takes too long here


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


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=EVERY_CHECK)
@given(
    cards=editions(),
    players=st.integers(2, 4),
    options=OPTIONS,
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


BONUS_ROWS = (ROW_POTION, ROW_FISH, ROW_REVIVE)


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=EVERY_CHECK)
@given(cards=editions(), players=st.integers(2, 4), seed=st.integers(0, 99))
@pytest.mark.rule("compagnie 4.2", "compagnie 5.2")
def test_bonuses_find_whom_their_rows_speak_of(cards: Edition, players: int, seed: int) -> None:
    """All three asked at once (`bonuses_for`), and each in the language of effects."""
    for s, seat, _action in Beginning(GAME, players, {}, seed, cards).walk():
        scopes = [scope_of(s, s.row[row], seat, 0) for row in BONUS_ROWS]
        for card in chain(s, TABLE):
            fitting = [
                bonus
                for bonus, (row, scope) in enumerate(zip(BONUS_ROWS, scopes, strict=True))
                if suits(s, s.row[row], scope, -1, card)
            ]
            assert bonuses_for(s, card) == sum(1 << bonus for bonus in fitting)


@settings(max_examples=EXAMPLES // 3, deadline=None, suppress_health_check=EVERY_CHECK)
@given(cards=editions(), players=st.integers(2, 4), seed=st.integers(0, 99))
@pytest.mark.rule("compagnie 9.2", "compagnie 9.18")
def test_secrets_are_kept(cards: Edition, players: int, seed: int) -> None:
    case = Beginning(GAME, players, {}, seed, cards)
    check_a_view_hides_what_is_hidden(case)
    check_decisions_show_nothing_else(case)


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=EVERY_CHECK)
@given(cards=editions(), players=st.integers(2, 4), options=OPTIONS, number=LEANING)
def test_the_referee_agrees(cards: Edition, players: int, options: dict[str, str], number: int) -> None:
    """On every legal set, every outcome of chance, every point: the language says what it seems to say."""
    play_with(cards, cards.data, Setting("compagnie", players, options), number, most=300)


DRAW_AND_LOSE: list[dict[str, Any]] = [
    {"do": "draw", "count": 9},
    {"do": "discard", "random": True, "count": 9},
]
BORROW = {"do": "use_power", "where": "anywhere"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_outcome_of_chance_is_missing_where_a_decision_brings_many(players: int) -> None:
    """As many cards by chance as the language allows, twice in one decision: more events than fit a page."""
    few = edition(
        [{"id": "few", "colour": "neutral", "copies": 9, "power": DRAW_AND_LOSE}]
        + [
            {"id": f"many-{n}", "colour": "neutral", "copies": 9, "power": [*DRAW_AND_LOSE, BORROW]}
            for n in range(3)
        ]
    )
    longest = 0
    for number in (1, 2, 3):
        played = play_with(few, few.data, Setting("compagnie", players), number, most=200)
        longest = max(longest, played.most_chance)
    assert longest >= 18  # nine cards lost twice, besides twice nine drawn


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_holds_has_done_nothing_for_what_comes_after(players: int) -> None:
    """`then` looks at the effect just before, also where that one only holds on the album."""
    chain = [{"do": "skip_turn"}, {"do": "strengthen", "by": -6}, {"do": "another_turn", "then": True}]
    cards = edition(
        [{"id": f"c{n}", "colour": "neutral", "copies": 9} for n in range(4)],
        starters=[{"id": f"start-{n}", "effect": chain} for n in range(1, 5)],
    )
    play_with(cards, cards.data, Setting("compagnie", players), 1, most=100)
    s = GAME.deal(players, seed_key("held", players), {}, cards)
    assert s.pace.max() <= 0, "somebody has got another turn"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_theft_that_is_not_shown_tells_nobody_else(players: int) -> None:
    """K17: of a character that exists once only thief and victim know."""
    thieves = [
        {"id": f"c{n}", "colour": "neutral", "power": [{"do": "steal", "who": "chosen", "count": 2}]}
        for n in range(24)
    ]
    cards = edition(thieves)
    case = Beginning(GAME, players, {}, 1, cards)
    check_a_view_hides_what_is_hidden(case)
    check_decisions_show_nothing_else(case)
    played = play_with(cards, cards.data, Setting("compagnie", players), 1, most=100)
    assert not played.notes["a stolen copy is shown"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_invented_cards_keep_the_books(players: int) -> None:
    for number in range(2):
        s = GAME.deal(players, seed_key("books", number), {}, example())
        play_out(s, luck_from("books", number), most_decisions(example(), players))
