"""Every game's reading says what a seat may know and may do, and nothing else."""

from __future__ import annotations

import pytest

from oppidum import games
from oppidum.testing import Case, cases
from oppidum.testing.reading import EVERY, check_reading, check_tags

EVERY_CASE = [case for game_id in games.catalogue() for case in cases(games.load(game_id))]


@pytest.mark.parametrize("case", EVERY_CASE, ids=str)
def test_a_reading_is_whole_and_keeps_secrets(case: Case, long: bool) -> None:
    check_reading(case, EVERY if long else 3 * EVERY)


@pytest.mark.parametrize("game_id", list(games.catalogue()))
def test_what_happens_is_named_after_its_game(game_id: str) -> None:
    check_tags(Case(games.load(game_id), games.about(game_id).min_players))
