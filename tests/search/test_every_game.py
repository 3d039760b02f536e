"""The search at every game: blind, repeatable on any machine, and every level plays by the rules."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from oppidum import bots, games
from oppidum.bots.levels import levels
from oppidum.bots.lookahead import ThinkingBot
from oppidum.kernel.fair import seed_key
from oppidum.search import Budget, think
from oppidum.search.think import BYTES_A_NODE
from oppidum.search.tree import plant

GAMES = list(games.catalogue())
GOLDEN = Path(__file__).parent / "golden_thoughts.json"
FEW = Budget(iterations=40)
TABLES = {**{game_id: (game_id, 2) for game_id in GAMES}, "romains, 4 players": ("romains", 4)}


def later(game_id: str, decisions: int, players: int = 2) -> tuple[Any, int]:
    """A position after so many decisions, and a seat that has a choice there."""
    game = games.load(game_id)
    s = game.deal(players, seed_key(("search at", game_id)))
    for number in range(1000):
        seat = game.waiting(s)[0]
        legal = game.legal(s, seat)
        if number >= decisions and len(legal) > 1:
            return s, seat
        game.act(s, seat, legal[number * 7 % len(legal)])
    raise AssertionError("no choice came up")


def summary(table: str) -> dict[str, Any]:
    game_id, players = TABLES[table]
    game = games.load(game_id)
    s, seat = later(game_id, 6, players)
    thought = think(game, game.view(s, seat), seat, FEW, seed="golden")
    return {
        "words": thought.chosen.words,
        "visits": {option.words: option.visits for option in thought.options if option.visits},
        "value": [round(value, 12) for value in thought.value],
        "line": [words for _, words in thought.line],
    }


@pytest.mark.parametrize("table", TABLES)
def test_the_same_thought_on_every_machine(table: str) -> None:
    """Compiled or not, here or elsewhere; written down once (`python tests/search/test_every_game.py`)."""
    assert summary(table) == json.loads(GOLDEN.read_text(encoding="utf-8"))[table]


@pytest.mark.parametrize("game_id", GAMES)
def test_two_worlds_with_the_same_view_get_the_same_thought(game_id: str) -> None:
    game = games.load(game_id)
    s, seat = later(game_id, 9)
    view = game.view(s, seat)
    world = game.imagine(view, seat, bytes(range(32)))
    assert world.tobytes() != s.tobytes()
    assert think(game, game.view(world, seat), seat, FEW) == think(game, view, seat, FEW)
    assert think(game, world, seat, FEW) == think(game, view, seat, FEW)  # even if all cards lie open


@pytest.mark.parametrize("game_id", GAMES)
def test_every_level_plays_legally_on_every_machine_alike(game_id: str) -> None:
    game = games.load(game_id)
    s, seat = later(game_id, 12)
    for level in levels(game_id):
        if level.iterations <= 100 or type(game.rules.act).__name__ != "function":
            action = bots.make(level.id, game, 1).choose(game.view(s, seat), seat)
            assert action in game.legal(s, seat)
            assert action == bots.make(level.id, game, 1).choose(game.view(s, seat), seat)


def test_who_is_stopped_thinks_again_the_next_time() -> None:
    s, seat = later("cartes", 12)
    bot = ThinkingBot("search", games.load("cartes"), 1, FEW)
    bot.stop.now()
    assert bot.choose(s, seat) in games.load("cartes").legal(s, seat)
    assert bot.last is not None
    assert bot.last.iterations == 0
    bot.choose(s, seat)
    assert bot.last.iterations == FEW.iterations


def test_a_tree_takes_no_more_memory_than_it_may() -> None:
    for nodes in (1000, 1025, 2049):
        tree = plant(nodes)
        pools = [tree.slots, tree.nodes, tree.edges, tree.row_slots, tree.rows, tree.cells]
        assert sum(pool.nbytes for pool in pools) <= BYTES_A_NODE * nodes


def test_the_code_on_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "search.md").read_text(encoding="utf-8")
    (snippet,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(compile(snippet, "docs/search.md", "exec"), {})  # noqa: S102
    assert "worth" in capsys.readouterr().out


if __name__ == "__main__":
    found = {table: summary(table) for table in TABLES}
    GOLDEN.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
