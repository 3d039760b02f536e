"""A decision is judged on what its seat knew, against the best it could have done; noise is no mistake."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from oppidum import games
from oppidum.analysis.grading import accuracy, level_of, size_of
from oppidum.analysis.judging import Judge
from oppidum.bots.levels import levels
from oppidum.kernel import position
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game
from oppidum.kernel.players_luck import luck_from
from oppidum.search import Budget, think

GAMES = list(games.catalogue())


def walk(game: Game, players: int, number: int, **options: str) -> Iterator[tuple[Any, int, int]]:
    """Positions of a game played at random, with the decision that follows."""
    s = game.deal(players, seed_key("judging", number), options)
    order, rng = luck_from("judging", number), np.random.default_rng(number)
    while (seat := game.next_to_answer(s, order)) is not None:
        action = int(rng.choice(game.legal(s, seat)))
        yield position.copy(s), seat, action
        game.act(s, seat, action)


def forced_end(game: Game, s: Any) -> Any | None:
    """The end of a game in which nobody has anything left to choose; None where somebody has."""
    s = position.copy(s)
    while seats := game.waiting(s):
        legal = game.legal(s, seats[0])
        if len(legal) > 1:
            return None
        game.act(s, seats[0], legal[0])
    return s


def certain_worth(game: Game, s: Any, seat: int) -> dict[int, float] | None:
    """What each option is worth in the end; None where somebody has something left to choose after one."""
    worth: dict[int, float] = {}
    for action in game.legal(s, seat):
        after = position.copy(s)
        game.act(after, seat, action)
        end = forced_end(game, after)
        if end is None:
            return None
        worth[action] = game.standing(end).share(seat)
    return worth


def last_choices(game: Game, number: int) -> Iterator[tuple[Any, int, dict[int, float]]]:
    """Positions from which every option leads to an end that who decides, alone, can foresee."""
    for s, seat, _ in walk(game, 2, number, hands="1"):
        if len(game.waiting(s)) > 1 or len(game.legal(s, seat)) < 2:
            continue
        worth = certain_worth(game, s, seat)
        view = game.view(s, seat)
        worlds = (game.imagine(view, seat, seed_key("world", n)) for n in range(60))
        if worth and all(certain_worth(game, world, seat) == worth for world in worlds):
            yield s, seat, worth


def test_a_planted_blunder_is_found_and_called_so(long: bool):
    """The last pirates: whom one lets escape decides who wins."""
    game = games.load("cartes")
    judge, found = Judge(game, 400), 0
    for number in range(600 if long else 150):
        for s, seat, worth in last_choices(game, number):
            if max(worth.values()) - min(worth.values()) < 0.5:
                continue
            found += 1
            for action, share in worth.items():
                judgement = judge.judge(s, seat, action)
                assert judgement is not None
                cost = max(worth.values()) - share
                assert judgement.cost == pytest.approx(cost, abs=1e-9)
                assert size_of(judgement) == ("blunder" if cost else size_of(judgement))
                assert worth[judgement.best.action] == max(worth.values())
                right = {option.action for option in judgement.options if option.right}
                assert right == {a for a, w in worth.items() if w == max(worth.values())}
    assert found > 0


def test_equal_choices_are_never_a_mistake():
    game = games.load("cartes")
    judge, found = Judge(game, 200), 0
    for number in range(60):
        for s, seat, worth in last_choices(game, number):
            if len(set(worth.values())) > 1:
                continue
            found += 1
            for action in worth:
                judgement = judge.judge(s, seat, action)
                assert judgement is not None
                assert judgement.cost == 0
                assert size_of(judgement) == "fine"
                assert all(option.right for option in judgement.options)
    assert found > 0


@pytest.mark.parametrize("game_id", GAMES)
def test_what_is_forced_is_not_judged(game_id: str):
    game = games.load(game_id)
    judge, found = Judge(game, 60), 0
    for s, seat, action in walk(game, 2, 1):
        if len(game.legal(s, seat)) == 1:
            found += 1
            assert judge.judge(s, seat, action) is None
            assert size_of(None) == "forced"
    assert found > 0 or game_id != "cartes"  # whoever has one card left plays it


@pytest.mark.parametrize("game_id", GAMES)
def test_hidden_cards_do_not_change_a_judgement(game_id: str):
    """Two worlds that the seat cannot tell apart are judged alike, to the last figure."""
    game = games.load(game_id)
    judge, differed = Judge(game, 90), 0
    for n, (s, seat, action) in enumerate(walk(game, 3, 2)):
        if n % 9 or len(game.legal(s, seat)) < 2:
            continue
        world = game.imagine(game.view(s, seat), seat, seed_key("another world", n))
        assert game.view(world, seat).tobytes() == game.view(s, seat).tobytes()
        differed += world.tobytes() != s.tobytes()
        assert judge.judge(world, seat, action) == judge.judge(s, seat, action)
    assert differed > 3


@pytest.mark.parametrize("game_id", GAMES)
def test_every_option_is_weighed_and_the_best_is_right(game_id: str):
    game = games.load(game_id)
    judge = Judge(game, 120)
    mixed = 0
    for n, (s, seat, action) in enumerate(walk(game, 2, 3)):
        if n % 7 or len(game.legal(s, seat)) < 2:
            continue
        judgement = judge.judge(s, seat, action)
        assert judgement is not None
        assert {option.action for option in judgement.options} == set(game.legal(s, seat))
        assert judgement.played.action == action
        assert judgement.best.right
        assert all(0 <= option.value <= 1 for option in judgement.options)
        assert judgement.cost == 0 or judgement.played.short > judgement.played.noise
        assert judgement.cost <= judgement.stake + 1e-9
        if judgement.mixed:
            mixed += 1
            assert sum(option.odds or 0 for option in judgement.options) == pytest.approx(1)
            value = sum((option.odds or 0) * option.value for option in judgement.options)
            assert judgement.played.short == pytest.approx(value - judgement.played.value)
    assert mixed or game_id != "cartes"


def test_company_is_judged_as_the_search_thinks_there():
    """At `romains` without a tree and without lots: what is clearly best is what the search would do."""
    game = games.load("romains")
    judge, together, clear = Judge(game, 900), 0, 0
    for n, (s, seat, action) in enumerate(walk(game, 4, 4)):
        if n % 4 or len(game.legal(s, seat)) < 2:
            continue
        judgement = judge.judge(s, seat, action)
        assert judgement is not None
        assert not judgement.mixed
        assert all(option.odds is None for option in judgement.options)
        together += len(game.waiting(s)) > 1
        best, second = judgement.options[:2]
        if second.short > 3 * second.noise:
            clear += 1
            assert think(game, game.view(s, seat), seat, Budget(iterations=900)).action == best.action
    assert together > 0
    assert clear > 3


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_a_bot_that_looks_ahead_is_more_accurate_than_one_that_does_not_look(game_id: str):
    """The measure agrees with who wins."""
    from oppidum.analysis.course import analyse, course_of
    from oppidum.arena.simulate import play_record

    game = games.load(game_id)
    found = []
    for bot in ("random", "search:300"):
        record = play_record(game, [bot] * 2, "accuracy", 0)
        accounts = analyse(course_of(game, record, game.default_edition()), effort=300).accounts
        found.append(np.mean([account.accuracy or 0.0 for account in accounts]))
    assert found[0] < found[1]


def test_accuracy_without_anything_to_lose_is_none():
    assert accuracy([]) is None
    assert level_of("cartes", None) is None


@pytest.mark.parametrize("game_id", GAMES)
def test_the_level_is_that_with_the_nearest_accuracy(game_id: str):
    measured = [level for level in levels(game_id) if level.accuracy is not None]
    assert [level.accuracy for level in measured] == sorted(level.accuracy or 0 for level in measured)
    for level in measured:
        assert level_of(game_id, level.accuracy) == level.id
