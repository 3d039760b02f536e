"""Every puzzle that comes with a game, played again: a position, and an answer that `greedy` misses."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest

from oppidum import bots, games
from oppidum.analysis.judging import Judge
from oppidum.puzzles import Puzzle, shipped
from oppidum.puzzles.collection import file_of
from oppidum.puzzles.hardness import top_of
from oppidum.puzzles.making import ALIKE, CLEAR, MOST_SAME, ONE_PHASE, differing, is_clear
from oppidum.puzzles.posing import Posed, pose

GAMES = ("cartes", "romains", "compagnie")
MANY = 300
LARGEST = 200_000  # bytes of a file


@pytest.fixture(scope="module", params=GAMES)
def posed(request: pytest.FixtureRequest) -> list[Posed]:
    """All of one game, played up to their positions: that alone checks that every decision was legal."""
    return [pose.__wrapped__(puzzle) for puzzle in shipped(request.param)]


@pytest.mark.parametrize("game", GAMES)
def test_there_are_three_hundred_in_a_small_file(game: str) -> None:
    found = shipped(game)
    assert len(found) == MANY
    assert [puzzle.number for puzzle in found] == list(range(1, MANY + 1))
    assert len({puzzle.id for puzzle in found}) == MANY
    file = file_of(game)
    assert file is not None
    assert len(file.read_bytes()) < LARGEST


def test_the_answer_is_one_of_all_that_may_be_done_and_clearly_the_best(posed: list[Posed]) -> None:
    for each in posed:
        asked = each.puzzle.asked
        assert sorted(asked.values) == sorted(each.moves)
        values = list(asked.values.values())
        assert values == sorted(values, reverse=True)
        assert asked.answers == (next(iter(asked.values)),)
        assert values[0] - values[1] >= CLEAR - 0.002  # each was rounded
        assert values[0] - values[1] > asked.noise - 0.002
        assert 0.0 <= values[-1] <= values[0] <= 1.0


def test_the_rule_of_thumb_never_finds_it(posed: list[Posed]) -> None:
    game = posed[0].game
    for luck in range(20):
        thumb = bots.make("greedy", game, ("another seed", luck))
        for each in posed:
            chosen = game.notation.write(each.view, each.seat, thumb.choose(each.view, each.seat))
            assert not each.puzzle.is_right(chosen), each.puzzle.id


def test_nothing_leaves_a_position_but_what_its_seat_may_know(posed: list[Posed]) -> None:
    for each in posed:
        for past in each.recent:
            assert each.game.view(past.view, each.seat).tobytes() == past.view.tobytes()


def test_they_are_of_all_kinds(posed: list[Posed]) -> None:
    about = posed[0].game.about
    puzzles = [each.puzzle for each in posed]
    tables = range(about.min_players, about.max_players + 1)
    for players in tables:
        here = [puzzle for puzzle in puzzles if puzzle.players == players]
        assert len(here) == MANY / len(tables)
    answers = [puzzle.asked.answers[0] for puzzle in puzzles]
    assert max(answers.count(answer) for answer in set(answers)) <= MOST_SAME * MANY
    assert ONE_PHASE < 1


def test_no_two_are_alike(posed: list[Posed]) -> None:
    kinds: dict[object, list[np.ndarray]] = {}
    for each in posed:
        kind = (each.puzzle.players, each.puzzle.asked.answers)
        kinds.setdefault(kind, []).append(each.game.observation(each.view, each.seat))
    for seen in kinds.values():
        for i, one in enumerate(seen):
            assert all(differing(one, other) > ALIKE for other in seen[:i])


def test_neighbours_come_from_different_games(posed: list[Posed]) -> None:
    keys = [each.puzzle.source.key for each in posed]
    assert sum(one == other for one, other in pairwise(keys)) < MANY / 20


def some(game: str, number: int) -> list[Puzzle]:
    return random.Random(f"some of {game}").sample(shipped(game), number)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_new_search_comes_to_the_same_answers(game: str) -> None:
    """Some again, as deep as they were made, and by a search of another kind with luck of its own."""
    played = games.load(game)
    agreed = 0
    chosen = some(game, 12)
    for puzzle in chosen:
        each = pose(puzzle)
        answer = each.action(puzzle.asked.answers[0])
        judged = Judge(played, puzzle.heading.effort).judge(each.view, each.seat, answer)
        assert judged is not None
        assert judged.best.action == answer
        assert is_clear(judged)
        agreed += top_of(played, each.view, each.seat, 30_000, "a new search") == answer
    assert agreed >= len(chosen) - 1
