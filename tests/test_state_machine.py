"""Whole games as Hypothesis plays them: cards conserved, legal actions accepted, others refused, an end."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test
from tests.taking_turns import examples

from oppidum import games
from oppidum.testing.machine import machine

EVERY_CHECK: Any = list(HealthCheck)
FOLDER = Path(__file__).parent / "games"
QUICK: dict[str, dict[str, object]] = {"cartes": {"hands": "2"}}  # two: the second hand starts afresh


def audit_of(game_id: str) -> Callable[[Any], None]:
    """A game's own books, `tests/games/<game>/audit.py`; a game without them is only played."""
    path = FOLDER / game_id / "audit.py"
    if not path.exists():
        return lambda s: None
    spec = importlib.util.spec_from_file_location(f"audit_of_{game_id}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.audit


@pytest.mark.parametrize("game_id", games.catalogue())
def test_whole_games(game_id: str):
    run_state_machine_as_test(
        machine(games.load(game_id), audit_of(game_id), QUICK.get(game_id)),
        settings=settings(
            max_examples=examples(6, 50),
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=EVERY_CHECK,
        ),
    )


@pytest.mark.parametrize(
    "spoil",
    [
        lambda s: s.deck.__setitem__(3, s.deck[4]) if s.deck[3] != s.deck[4] else s.deck.__setitem__(3, -1),
        lambda s: s.captured.__setitem__((0, 13), s.captured[0, 13] + 1),
        lambda s: s.holder.__setitem__(2, 0),
        lambda s: s.gauls.__setitem__(0, s.gauls[0] | 1 << 11),
        lambda s: s.bids.__setitem__(1, 3),
        lambda s: s.gauls.__setitem__(4, 1),
        lambda s: s.sheet.__setitem__((5, 0), 7),
    ],
    ids=["deck", "roman", "pirate", "hand", "bid", "empty chair", "sheet"],
)
def test_the_audit_of_cartes_notices(spoil: Callable[[Any], None]):
    """An audit that finds nothing wrong anywhere would be worth nothing."""
    audit = audit_of("cartes")
    game = games.load("cartes")
    s = game.deal(2, bytes(32))
    audit(s)
    spoil(s)
    with pytest.raises(AssertionError):
        audit(s)
