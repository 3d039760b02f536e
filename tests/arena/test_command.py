"""`oppidum arena` as it is typed."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from oppidum.arena import contest, crews, plot
from oppidum.arena.jobs import play_job
from oppidum.arena.pairings import Job, Played
from oppidum.cli import app, main
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


def test_a_picture_in_a_missing_folder_is_refused_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(contest, "run", None)
    for path in (tmp_path / "missing" / "a.png", tmp_path):
        name = path if path.suffix else path.rename(path.with_suffix(".png"))
        with pytest.raises(OppidumError, match="cannot be written"):
            arena("greedy", "random", "--plot", str(name))


def test_the_results_are_printed_before_they_are_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def full(*_: object) -> None:
        raise OppidumError("The disk is full.")

    monkeypatch.setattr(plot, "draw", full)
    words = ["arena", "cartes", "greedy", "random", "--games", "4", "--plot", str(tmp_path / "a.png"), *SHORT]
    result = CliRunner().invoke(app, words)
    assert str(result.exception) == "The disk is full."
    assert "4 games of cartes" in result.stdout


@pytest.mark.parametrize("kept", [True, False])
def test_ctrl_c_gets_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: bool):
    def interrupted(jobs: Iterator[Job]) -> Iterator[list[Played]]:
        yield play_job(next(jobs))
        raise KeyboardInterrupt

    monkeypatch.setattr(crews, "alone", interrupted)
    file = tmp_path / "games.jsonl"
    words = ["arena", "cartes", "greedy", "random", *SHORT, *(["--resume", str(file)] if kept else [])]
    result = CliRunner().invoke(app, words)
    what = f"go on with --resume {file}" if kept else "without --resume nothing was kept"
    assert result.exit_code == 130
    assert result.stderr == f"Interrupted after 64 games; {what}.\n"
    assert result.stdout == ""


def test_levels_by_any_of_their_names():
    with pytest.raises(OppidumError, match="each named once"):
        arena("level4", "Détritus")
    found = json.loads(arena("Bonemine", "LEVEL1", "--games", "2", "--json"))
    assert [row["bot"] for row in found["bots"]] == ["bonemine", "goudurix"]


def test_a_cluster_and_processes_are_too_much():
    with pytest.raises(OppidumError, match="give one of them"):
        arena("greedy", "random", "--ray", "auto", "--jobs", "2")


@pytest.mark.parametrize("junk", [b"nonsense\n", b"\xff\xfe\n", b"[1, 2]\n", b"no end of line"])
def test_a_file_that_cannot_be_resumed(tmp_path: Path, junk: bytes, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "junk.jsonl"
    file.write_bytes(junk)
    monkeypatch.setattr(
        sys, "argv", ["oppidum", "arena", "cartes", "greedy", "random", "--resume", str(file)]
    )
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert file.read_bytes() == junk


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
