"""`oppidum analyse` as its users have it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.test_cli import answer, oppidum

from oppidum import games
from oppidum.arena.simulate import play_record
from oppidum.kernel.record import encode


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Two games, one of which breaks off."""
    game = games.load("romains")
    whole = play_record(game, ["greedy", "random"], "command", 0)
    broken = play_record(game, ["greedy", "random"], "command", 0)
    broken.result = None
    broken.moves = broken.moves[: len(broken.moves) // 2]
    path = tmp_path_factory.mktemp("records") / "games.jsonl"
    path.write_text(encode(whole) + "\n\n" + encode(broken) + "\n", encoding="utf-8")
    return str(path)


HEADINGS = {
    "en": ("Chances to win", "Luck and skill, apart", "Decisions"),
    "fr": ("Chances de victoire", "La chance et l’adresse", "Décisions"),
    "cs": ("Šance na vítězství", "Štěstí a umění", "Rozhodnutí"),
    "de": ("Gewinnchancen", "Glück und Können", "Entscheidungen"),
}


@pytest.mark.parametrize("language", list(HEADINGS))
def test_the_report_in_every_language(file: str, language: str):
    said = answer("analyse", file, "--seconds", "0.3", "--lang", language)
    for heading in HEADINGS[language]:
        assert heading in said
    assert "random 2" in said
    assert "▁" in said


def test_for_programs(file: str):
    found = json.loads(answer("analyse", file, "--seconds", "0.3", "--seat", "2", "--json"))
    assert found["format"] == "oppidum-analysis/1"
    assert {decision["seat"] for decision in found["decisions"]} == {2}
    for account in found["accounts"]:
        parts = sum(account[part] for part in ("fair", "luck", "own", "others"))
        assert parts == pytest.approx(account["result"], abs=1e-9)


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["--game", "2"], "The game is not over: only finished games are analysed."),
        (["--game", "3"], "holds 2 games, not 3."),
        (["--seat", "3"], "The seats are 1 to 2."),
        (["--lang", "la"], "There is no language 'la'"),
    ],
)
def test_what_cannot_be_analysed_gets_one_sentence(file: str, more: list[str], sentence: str):
    done = oppidum("analyse", file, *more)
    assert done.returncode != 0
    assert done.stdout == ""
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_files_that_are_none(tmp_path: Path):
    nothing = tmp_path / "nothing"
    assert "cannot be read" in oppidum("analyse", str(nothing)).stderr
    nothing.write_text("\n")
    assert "holds no record" in oppidum("analyse", str(nothing)).stderr
    nothing.write_text("{}\n")
    assert "does not have the right form" in oppidum("analyse", str(nothing)).stderr


def test_a_record_that_was_altered_is_not_analysed(file: str, tmp_path: Path):
    record = json.loads(Path(file).read_text(encoding="utf-8").splitlines()[0])
    record["result"]["points"][0] += 1
    altered = tmp_path / "altered.jsonl"
    altered.write_text(json.dumps(record), encoding="utf-8")
    done = oppidum("analyse", str(altered))
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1
