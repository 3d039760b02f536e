"""Golden playthroughs: the rules play these games today as they did when the files were written."""

from pathlib import Path

import pytest

from oppidum import games
from oppidum.testing import cases
from oppidum.testing.golden import file_name, retell

FOLDER = Path(__file__).parent / "golden"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_golden_game(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert retell(text) == text


def test_every_case_has_its_golden_game() -> None:
    wanted = {file_name(case) for game_id in games.catalogue() for case in cases(games.load(game_id))}
    assert wanted <= {path.name for path in FOLDER.glob("*.txt")}
