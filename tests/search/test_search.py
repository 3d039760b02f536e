"""The search on games whose right play is known."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
import pytest

from oppidum.kernel.errors import BadOption, IllegalAction
from oppidum.kernel.insight import USUAL
from oppidum.kernel.players_luck import luck_from
from oppidum.search import Budget, Stop, Thought, think
from oppidum.search.selection import FEWEST
from oppidum.search.think import OptionThought, Tally, Verdict, draw_lot
from oppidum.search.tree import EDGES, NODES

from .tiny import GAME, position

SLOW = GAME.rules.act.__class__.__name__ == "function"  # uncompiled
MANY = 800 if SLOW else 20_000


def think_about(kind: str, seat: int = 0, iterations: int = MANY, **more: Any) -> Thought:
    return think(GAME, GAME.view(position(kind), seat), seat, Budget(iterations=iterations), **more)


def chances(thought: Thought) -> list[float]:
    return [o.probability for o in sorted(thought.options, key=lambda o: o.action)]


@pytest.mark.parametrize("seat", [0, 1])
def test_who_chooses_at_the_same_time_mixes_as_in_equilibrium(seat: int) -> None:
    thought = think_about("scissors", seat)
    assert thought.mixed
    assert chances(thought) == pytest.approx([1 / 3] * 3, abs=0.08)
    assert thought.value == pytest.approx((0.5, 0.5), abs=0.1 if SLOW else 0.03)


@pytest.mark.parametrize("seat", [0, 1])
def test_an_equilibrium_that_is_not_even(seat: int) -> None:
    # Seat 0 wins (0, 0) and half of (1, 1): 0 once in three; the same for seat 1. Worth 1/3 to seat 0.
    thought = think_about("lopsided", seat)
    assert chances(thought) == pytest.approx([1 / 3, 2 / 3], abs=0.08)
    assert thought.value[0] == pytest.approx(1 / 3, abs=0.04)


def test_a_mixed_choice_is_drawn_by_lot() -> None:
    chosen = {think_about("scissors", iterations=300, seed=seed).action for seed in range(30)}
    assert chosen == {0, 1, 2}


def test_a_choice_already_made_in_secret_changes_nothing_for_the_other_seat() -> None:
    s = position("lopsided")
    GAME.act(s, 0, 0)
    one = GAME.view(s, 1)
    s = position("lopsided")
    GAME.act(s, 0, 1)
    other = GAME.view(s, 1)
    assert one.tobytes() == other.tobytes()
    budget = Budget(iterations=500)
    assert think(GAME, one, 1, budget) == think(GAME, other, 1, budget)


def test_who_chooses_alone_finds_the_winning_move_and_the_line() -> None:
    thought = think_about("nim")
    assert not thought.mixed
    assert thought.action == 2
    assert thought.value[0] > 0.8
    assert thought.line[0] == (0, "choose 2")
    assert [seat for seat, _ in thought.line][:3] == [0, 1, 0]


def test_enough_is_as_good_as_all() -> None:
    """The choice is the same, sooner; and where lots are drawn, every iteration counts."""
    view = GAME.view(position("nim"), 0)
    whole = think(GAME, view, 0, Budget(iterations=MANY))
    enough = think(GAME, view, 0, Budget(iterations=MANY, enough=True))
    assert enough.action == whole.action
    assert enough.iterations < whole.iterations
    assert enough == think(GAME, view, 0, Budget(iterations=MANY, enough=True))
    first, second = enough.options[:2]
    assert first.visits - second.visits > MANY - enough.iterations
    view = GAME.view(position("scissors"), 0)
    assert think(GAME, view, 0, Budget(iterations=100, enough=True)) == think(
        GAME, view, 0, Budget(iterations=100)
    )


def test_who_doubts_tries_all_options_alike_until_one_is_clearly_best() -> None:
    doubting = USUAL._replace(doubt=3.0)
    view = GAME.view(position("nim"), 0)
    few = think(GAME, view, 0, Budget(iterations=3 * FEWEST), knobs=doubting)
    assert [option.visits for option in few.options] == [FEWEST] * 3
    enough = think(GAME, view, 0, Budget(iterations=MANY, enough=True), knobs=doubting)
    assert enough.action == 2
    assert chances(enough) == [0, 1, 0]
    assert enough.iterations < MANY
    assert enough == think(GAME, view, 0, Budget(iterations=MANY, enough=True), knobs=doubting)
    whole = think(GAME, view, 0, Budget(iterations=MANY), knobs=doubting)
    assert whole.action == 2
    assert whole.options[0].visits > MANY / 2


def test_who_doubts_draws_lots_among_equals() -> None:
    """In a game that is won whatever one does, the first option again and again might never end it."""
    tallies = {0: Tally(10, 5.0), 1: Tally(5, 1.0), 2: Tally(20, 10.0)}
    assert Verdict(mixed=False, evenly=True, tallies=tallies).probabilities() == {0: 0.5, 1: 0, 2: 0.5}
    options = [OptionThought(action, str(action), 9, 0.5, 0.5) for action in range(2)]
    assert {draw_lot(options, luck_from("lots", seed)) for seed in range(20)} == {0, 1}


def test_who_only_glances_at_new_nodes_finds_it_too() -> None:
    """Every iteration but the first stops where the tree ends; visits tell what was met."""
    glances = USUAL._replace(glance=1.0)
    thought = think_about("nim", knobs=glances)
    assert thought.action == 2
    assert thought.value[0] > 0.8
    assert sum(option.visits for option in thought.options) == MANY
    few = think_about("nim", iterations=2, knobs=glances)
    assert few.nodes == 2
    assert [option.visits for option in few.options if option.visits] == [1, 1]


def test_what_is_hidden_is_not_used() -> None:
    thought = think_about("coin")
    assert thought.action == 1
    assert thought.chosen.value == pytest.approx(2 / 3, abs=0.05)
    assert thought.nodes == 1


def test_the_same_seed_gives_the_same_thought() -> None:
    assert think_about("nim", iterations=500, seed="a") == think_about("nim", iterations=500, seed="a")
    assert think_about("nim", iterations=500, seed="a") != think_about("nim", iterations=500, seed="b")


def test_threads_share_the_iterations_and_agree_every_time() -> None:
    view = GAME.view(position("nim"), 0)
    budget = Budget(iterations=901, threads=3)
    first, second = think(GAME, view, 0, budget), think(GAME, view, 0, budget)
    assert first == second
    assert first.iterations == 901
    assert sum(o.visits for o in first.options) == 901
    assert first.action == 2


def test_a_search_can_be_stopped_at_once_and_answers() -> None:
    think(GAME, GAME.view(position("nim"), 0), 0, Budget(iterations=10))
    thought = next(stopped for wait in (0.2, 2, 20) if (stopped := stopped_after(wait)).iterations > 0)
    assert thought.action in (1, 2, 3)


def stopped_after(seconds: float) -> Thought:
    """What an endless search answers; a busy machine may not have let it begin by then."""
    stop = Stop()
    thoughts: list[Thought] = []
    view = GAME.view(position("nim"), 0)

    def endless() -> None:
        thoughts.append(think(GAME, view, 0, Budget(seconds=3600.0), stop=stop))

    thread = threading.Thread(target=endless)
    thread.start()
    time.sleep(seconds)
    stop.now()
    thread.join(60)
    assert not thread.is_alive()
    return thoughts[0]


def test_stopped_before_it_began_it_still_answers_legally() -> None:
    stop = Stop()
    stop.now()
    thought = think(GAME, GAME.view(position("nim"), 0), 0, Budget(iterations=100), stop=stop)
    assert thought.iterations == 0
    assert thought.action in (1, 2, 3)


def test_time_is_a_budget_too() -> None:
    thought = think(GAME, GAME.view(position("nim"), 0), 0, Budget(seconds=0.05))
    assert thought.iterations > 0


@pytest.mark.parametrize(
    "sizes",
    [
        {},
        {"iterations": 0},
        {"seconds": -1.0},
        {"iterations": 9, "wait": 0.0},
        {"iterations": 9, "threads": 0},
        {"seconds": 1, "megabytes": 0},
    ],
)
def test_a_budget_that_lets_nobody_think_is_refused(sizes: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match="budget"):
        Budget(**sizes)


def test_memory_is_bounded_and_a_full_tree_goes_on_learning() -> None:
    from oppidum.kernel.insight import USUAL
    from oppidum.search.think import Mind, consult

    view = GAME.view(position("nim"), 0)
    mind = Mind(GAME, consult(GAME), view, 0, np.array([1, 2, 3, 4]), 3, np.array(USUAL))
    mind.iterate(400, Stop())
    assert mind.done == 400
    assert mind.tree.used[NODES] == 3
    assert mind.tree.used[EDGES] <= len(mind.tree.edges)
    assert sum(int(edge.visits) for edge in mind.root_edges()) == 400


def test_a_forced_move_needs_no_thought() -> None:
    s = position("nim")
    for seat, action in ((0, 3), (1, 3), (0, 3)):
        GAME.act(s, seat, action)
    thought = think(GAME, GAME.view(s, 1), 1, Budget(iterations=1000))
    assert (thought.action, thought.iterations) == (1, 0)


def test_a_seat_that_owes_nothing_cannot_think() -> None:
    with pytest.raises(IllegalAction):
        think_about("nim", seat=1)


def test_why_names_the_best_options() -> None:
    words = think_about("nim", iterations=500).why(2)
    assert words.startswith("choose 2 ")
    assert words.count("worth") == 2
