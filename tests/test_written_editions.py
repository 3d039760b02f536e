"""Editions that Hypothesis writes, of every game, are played to the end, and the referee agrees.

Ours with some entries changed, taken out and added, as a visitor might do it; for `compagnie` also whole
boxes made up from the words of its language. Twenty-five of each game, with `--long` a thousand.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from tests.games.compagnie import writing
from tests.referees import Setting, play_with, refereed
from tests.test_strange_boxes import editions, handed_in

from oppidum import games
from oppidum.kernel.editions import Edition
from oppidum.kernel.errors import OppidumError

UNHURRIED: Any = list(HealthCheck)
MOST = 30_000  # decisions: a game of these takes some hundred


@st.composite
def changed(draw: st.DrawFn, game: str) -> Edition:
    """An edition of ours, changed, that is taken."""
    try:
        found = handed_in(draw(editions(game))).edition
    except OppidumError:
        found = None
    assume(found is not None)
    assert found is not None
    return found


def written(game: str) -> st.SearchStrategy[Edition]:
    return changed(game) | writing.editions() if game == "compagnie" else changed(game)


def play_written(game: str, number: int) -> list[int]:
    """So many editions, each played to the end; how many decisions each took."""
    about = games.load(game).about
    lengths: list[int] = []

    @settings(
        max_examples=number,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=UNHURRIED,
        phases=(Phase.generate,),  # a disagreement names its game: no hour is spent on a shorter one
    )
    @given(
        edition=written(game),
        players=st.integers(about.min_players, about.max_players),
        game_number=st.integers(0, 999),
    )
    def play(edition: Edition, players: int, game_number: int) -> None:
        played = play_with(edition, edition.data, Setting(game, players), game_number, most=MOST)
        assert played.decisions < MOST, "the game does not end"
        lengths.append(played.decisions)

    play()
    return lengths


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", refereed())
def test_written_editions_are_played_and_the_referee_agrees(game: str, long: bool):
    number = 1000 if long else 25
    assert len(play_written(game, number)) >= number
