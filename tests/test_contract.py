"""Every game keeps the contract: all player counts, all options."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from oppidum import games
from oppidum.kernel.editions import Edition
from oppidum.kernel.game import Game
from oppidum.testing import CHECKS, Case, cases
from oppidum.testing.contract import check_nothing_is_lost_or_made_up, check_the_game_ends, fingerprint

OWN_CASES = [case for game_id in games.catalogue() for case in cases(games.load(game_id))]
# Invented cards, which use every word of the language of powers.
INVENTED = Path(__file__).parents[1] / "docs" / "editions" / "compagnie-example.toml"
COMPAGNIE = games.load("compagnie")
OTHER_CASES = [replace(case, edition=COMPAGNIE.load_edition(str(INVENTED))) for case in cases(COMPAGNIE)]
EVERY_CASE = [*OWN_CASES, *OTHER_CASES]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
@pytest.mark.parametrize("case", EVERY_CASE, ids=str)
def test_contract(case: Case, check: Callable[[Case], None]) -> None:
    check(case)


def other_editions(game: Game) -> list[Edition]:
    """Those that came with former versions, and those that the referees are tried with."""
    files = sorted((Path(__file__).parent / "referee" / "editions").glob(f"{game.id}-*.toml"))
    return [*game.shipped_editions()[1:], *(game.load_edition(str(file)) for file in files)]


SMALL_BOXES: list[Any] = [
    pytest.param(replace(case, edition=edition), marks=[] if (box + turn) % 2 == 0 else [pytest.mark.long])
    for game_id in games.catalogue()
    for box, edition in enumerate(other_editions(games.load(game_id)))
    for turn, case in enumerate(cases(games.load(game_id)))
]


@pytest.mark.parametrize("case", SMALL_BOXES, ids=lambda case: f"{case} {case.edition.id}")
def test_other_editions_lose_nothing_and_make_nothing_up(case: Case) -> None:
    check_nothing_is_lost_or_made_up(case)
    check_the_game_ends(case)


PROGRAM = """
import json, sys
import numpy as np
from oppidum import games
from oppidum.kernel.position import Cells

def from_the_start(where):
    for index in where if isinstance(where, tuple) else (where,):
        assert isinstance(index, slice) or index >= 0, f"{where} counts from the end"
    return where

look_up = Cells.__getitem__
Cells.__getitem__ = lambda cells, where: look_up(cells, from_the_start(where))
Cells.__setitem__ = lambda cells, where, value: np.ndarray.__setitem__(cells, from_the_start(where), value)
from oppidum.testing import cases
from oppidum.testing.contract import fingerprint
wanted = set(json.loads(sys.argv[2]))
print(json.dumps({str(c): fingerprint(c) for c in cases(games.load(sys.argv[1])) if str(c) in wanted}))
"""


@pytest.mark.parametrize("game_id", list(games.catalogue()))
def test_compiled_and_uncompiled_play_agree(game_id: str) -> None:
    """The same source as ordinary Python plays the very same games, byte for byte.

    And no index counts from the end, which compiled rules do not look for (`CountFromTheStart`).
    """
    if os.environ.get("NUMBA_DISABLE_JIT"):
        pytest.skip("nothing is compiled in this run")
    chosen = [case for case in OWN_CASES if case.game.id == game_id][::2]
    done = subprocess.run(
        [
            sys.executable,
            "-W",
            "error::RuntimeWarning",
            "-c",
            PROGRAM,
            game_id,
            json.dumps([str(c) for c in chosen]),
        ],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {str(case): fingerprint(case) for case in chosen}
