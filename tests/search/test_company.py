"""In company: every option tried alike, then the rules of thumb for some rounds of the table, and no tree."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from oppidum import games
from oppidum.games.romains.state import Action, Phase
from oppidum.kernel import position as positions
from oppidum.kernel.fair import seed_key
from oppidum.kernel.insight import USUAL, Insight
from oppidum.kernel.players_luck import luck_from
from oppidum.search import Budget, Stop, Thought, think
from oppidum.search.selection import FEWEST
from oppidum.search.think import consult
from oppidum.search.walk import play_on

from .test_search import SLOW
from .tiny import GAME as TINY
from .tiny import position

ROMAINS = games.load("romains")
SIZES = range(3, ROMAINS.about.max_players + 1)
SOME = Budget(iterations=20 if SLOW else 200)
FEW = 4 if SLOW else FEWEST
BY_THUMB = USUAL._replace(doubt=3.0, rounds=1.0)


def asked(players: int, phase: Phase, number: int = 0) -> tuple[Any, int]:
    """A position of this phase from a game played at random, and a seat that decides there."""
    s = ROMAINS.deal(players, seed_key(("company", players, number)))
    rng = np.random.default_rng(number)
    while seats := ROMAINS.waiting(s):
        if s.phase == phase and s.turns > 2 * players:
            return s, seats[-1]
        ROMAINS.act(s, seats[0], int(rng.choice(ROMAINS.legal(s, seats[0]))))
    return asked(players, phase, number + 1)


def thought_of(s: Any, seat: int, budget: Budget = SOME, **more: Any) -> Thought:
    return think(ROMAINS, ROMAINS.view(s, seat), seat, budget, seed="company", **more)


def test_a_game_says_from_how_many_players_on_it_wishes_that() -> None:
    insight = consult(ROMAINS)
    assert insight.knobs_for(2).rounds == 0
    assert {insight.knobs_for(players).rounds for players in SIZES} == {2}
    assert Insight().knobs_for(5) == Insight().knobs_for(2) == USUAL


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("phase", [Phase.ROLL, Phase.CALL])
def test_every_option_is_tried_alike_and_no_tree_grows(players: int, phase: Phase) -> None:
    s, seat = asked(players, phase)
    thought = thought_of(s, seat, Budget(iterations=2 * FEW))
    assert thought.nodes == 1
    assert not thought.mixed
    assert [option.visits for option in thought.options] == [FEW] * len(thought.options)
    assert all(0 <= option.value <= 1 for option in thought.options)
    assert sum(option.probability for option in thought.options) == pytest.approx(1)
    assert sum(thought.value) == pytest.approx(1)
    assert thought.chosen.value == max(option.value for option in thought.options)
    assert thought.line[0] == (seat, thought.options[0].words)


def test_two_alone_have_their_tree_and_draw_lots() -> None:
    s, seat = asked(2, Phase.ROLL)
    assert thought_of(s, seat).nodes > 1
    s, seat = asked(2, Phase.JOSTLE)
    assert thought_of(s, seat).mixed


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_what_is_played_on_ends_between_two_moves_so_many_rounds_later(players: int, rounds: int) -> None:
    luck, mask = luck_from("playing on"), np.zeros(ROMAINS.actions, np.uint8)
    for phase in (Phase.ROLL, Phase.CALL):
        s, _ = asked(players, phase)
        root, value = positions.copy(s), np.zeros(players)
        play_on(s, root, luck, mask, value, consult(ROMAINS).patience, float(rounds))
        assert s.phase == Phase.ROLL or not ROMAINS.waiting(s)
        assert s.turns - root.turns == rounds * players or not ROMAINS.waiting(s)
        assert value.sum() == pytest.approx(1)


def test_nobody_is_told_apart_by_what_was_decided_in_secret() -> None:
    s, seat = asked(4, Phase.CALL)
    thoughts: list[Thought] = []
    for answer in (Action.PASS, Action.EXCHANGE):
        world = positions.copy(s)
        other = ROMAINS.waiting(world)[0]
        assert other != seat
        ROMAINS.act(world, other, answer)
        thoughts.append(thought_of(world, seat))
    assert thoughts[0] == thoughts[1] == thought_of(s, seat)


@pytest.mark.parametrize("phase", [Phase.ROLL, Phase.CALL])
def test_hidden_cards_change_nothing(phase: Phase) -> None:
    s, seat = asked(5, phase)
    world = ROMAINS.imagine(ROMAINS.view(s, seat), seat, bytes(range(32)))
    assert world.tobytes() != s.tobytes()
    assert thought_of(world, seat) == thought_of(s, seat)


def test_it_keeps_to_its_budget_and_is_repeatable() -> None:
    s, seat = asked(4, Phase.ROLL)
    threads = Budget(iterations=31, threads=3)
    first = thought_of(s, seat, threads)
    assert first == thought_of(s, seat, threads)
    assert first.iterations == sum(option.visits for option in first.options) == 31
    stop = Stop()
    stop.now()
    assert thought_of(s, seat, stop=stop).iterations == 0
    assert thought_of(s, seat, Budget(seconds=0.02)).iterations > 0


@pytest.mark.skipif(SLOW, reason="takes long uncompiled")
def test_it_stops_when_one_option_is_clearly_best() -> None:
    s, seat = asked(4, Phase.ROLL)
    many = Budget(iterations=20_000, enough=True)
    thought = thought_of(s, seat, many)
    assert thought.iterations < 20_000
    assert thought == thought_of(s, seat, many)


def test_without_a_count_of_turns_the_rules_of_thumb_go_on_to_the_end() -> None:
    """As flat Monte Carlo: what others choose at the same time is what the playout policy would."""
    flat = think(TINY, position("coin"), 0, Budget(iterations=600), knobs=BY_THUMB)
    assert flat.action == 1
    assert flat.chosen.value == pytest.approx(2 / 3, abs=0.08)
    flat = think(TINY, position("lopsided"), 0, Budget(iterations=600), knobs=BY_THUMB)
    assert not flat.mixed
    assert {o.action: o.value for o in flat.options} == pytest.approx({0: 1 / 2, 1: 1 / 4}, abs=0.08)
