"""The page for researchers says what the code does."""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path

import numpy as np
import pytest

from oppidum import games
from oppidum.adapters.openspiel import parameters

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "research.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", list(games.catalogue()))
def test_observations_are_those_of_the_code(game: str):
    knowledge = importlib.import_module(f"oppidum.games.{game}.knowledge")
    text = inspect.getdoc(knowledge)
    assert text is not None
    assert f"### {game}\n\n{text}\n" in PAGE, "copy the docstring of knowledge.py to docs/research.md"


@pytest.mark.parametrize("game", list(games.catalogue()))
def test_all_actions_are_named(game: str):
    (line,) = re.findall(rf"^\*\*{game}\*\* \((\d+)\): (.*)$", PAGE, re.MULTILINE)
    bound = games.load(game).actions
    assert int(line[0]) == bound
    named: list[int] = []
    for piece in line[1].split(" · "):
        first, last = re.match(r"(\d+)(?:-(\d+))?", piece).groups()  # pyright: ignore[reportOptionalMemberAccess]
        named += range(int(first), int(last or first) + 1)
    assert named == list(range(bound))


@pytest.mark.parametrize("game", list(games.catalogue()))
def test_the_own_seat_is_the_last_that_is_observed(game: str):
    rules = games.load(game)
    first, seats = rules.features - rules.about.max_players, rules.about.max_players
    (row,) = re.findall(
        rf"^\| {first}(?:-{rules.features - 1} \|| \| {seats} \|) which seat this is", PAGE, re.MULTILINE
    )
    assert row
    s = rules.deal(seats, bytes(32))
    for seat in range(seats):
        assert np.flatnonzero(rules.observation(s, seat)[first:]).tolist() == [seat]


@pytest.mark.parametrize("game", list(games.catalogue()))
def test_all_parameters_are_explained(game: str):
    options = {option.name for option in games.about(game).options}
    for name in set(parameters(games.about(game))) - options:
        assert f"`{name}`" in PAGE


def test_the_snippets_run():
    for snippet in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(compile(snippet.replace("4096", "8"), "docs/research.md", "exec"), {})  # noqa: S102


@pytest.mark.parametrize("game", list(games.catalogue()))
def test_the_sizes_are_those_of_the_games(game: str):
    rules = games.load(game)
    players = f"{rules.about.min_players}-{rules.about.max_players}"
    assert f"| `{game}` | {players} | {rules.actions} | {rules.features} |" in PAGE
