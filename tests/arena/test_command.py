"""`oppidum arena` as it is typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from oppidum.cli import app
from oppidum.kernel.errors import OppidumError

SHORT = ["--option", "hands=1"]


def arena(*words: str) -> str:
    result = CliRunner().invoke(app, ["arena", "cartes", *words, *SHORT], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_json_for_programs():
    found = json.loads(arena("greedy", "random", "--players", "2", "--games", "20", "--json"))
    assert [row["bot"] for row in found["bots"]] == ["greedy", "random"]
    assert found["bots"][0]["games"] == 20
    assert found["pairs"][0]["against"] == "random"


def test_a_table_for_people_and_no_progress_bar_in_a_pipe():
    text = arena("greedy", "random", "--games", "10")
    assert "10 games of cartes, 2 players" in text
    assert "95 % interval" in text
    assert "\x1b" not in text
    assert "\r" not in text


def test_the_sequential_test_says_what_it_found():
    text = arena("greedy", "random", "--games", "1000", "--sprt", "0.5", "0.55")
    assert "greedy against random: a share of at least 0.55, after" in text


@pytest.mark.parametrize(("name", "start"), [("a.png", b"\x89PNG"), ("a.svg", b"<?xml")])
def test_pictures(tmp_path: Path, name: str, start: bytes):
    arena("greedy", "random", "--games", "10", "--plot", str(tmp_path / name))
    assert (tmp_path / name).read_bytes().startswith(start)


def test_a_picture_of_an_unknown_kind_is_refused_before_anything_is_played(tmp_path: Path):
    with pytest.raises(OppidumError, match=r"\.png"):
        arena("greedy", "random", "--games", "10", "--plot", str(tmp_path / "a.doc"))


def test_resume(tmp_path: Path):
    file = tmp_path / "games.jsonl"
    first = arena("greedy", "random", "--games", "10", "--json", "--resume", str(file))
    assert len(file.read_text().splitlines()) == 11
    assert arena("greedy", "random", "--games", "10", "--json", "--resume", str(file)) == first


def test_another_edition(tmp_path: Path):
    from oppidum.games.cartes import edition

    text = (Path(edition.__file__).parent / "reconstituee.toml").read_text(encoding="utf-8")
    own = tmp_path / "own.toml"
    own.write_text(text.replace("id = ", "id = ", 1), encoding="utf-8")
    words = ("greedy", "random", "--games", "10", "--json")
    assert arena(*words, "--edition", str(own)) == arena(*words)
