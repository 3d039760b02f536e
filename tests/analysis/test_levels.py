"""The levels' own accuracies stand on the page and in the games, and are the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from oppidum import games
from oppidum.analysis.course import analyse, course_of
from oppidum.arena.simulate import play_record
from oppidum.bots.levels import levels

PAGE = Path(__file__).resolve().parents[2] / "docs" / "analysis.md"
ROW = re.compile(r"^\| (\w+) \|((?: [\d.]+ ± [\d.]+ \|){5})$", re.MULTILINE)


def test_the_page_shows_what_the_games_have():
    shown = {
        game: [float(cell.split(" ± ")[0]) for cell in cells.strip(" |").split(" | ")]
        for game, cells in ROW.findall(PAGE.read_text(encoding="utf-8"))
    }
    measured = {
        game: [round(100 * (level.accuracy or 0), 1) for level in levels(game)] for game in games.catalogue()
    }
    assert shown == measured
    for figures in shown.values():
        assert figures == sorted(figures)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game_id", list(games.catalogue()))
def test_the_lowest_level_is_as_accurate_as_its_page_says(game_id: str):
    """As bench/accuracy.py plays it."""
    game, lowest = games.load(game_id), levels(game_id)[0]
    found: list[float] = []
    for number in range(6):
        record = play_record(game, [lowest.id] * 2, "accuracy", number)
        accounts = analyse(course_of(game, record, game.default_edition())).accounts
        found += [account.accuracy for account in accounts if account.accuracy is not None]
    assert sum(found) / len(found) == pytest.approx(lowest.accuracy, abs=0.0006)
