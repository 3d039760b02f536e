"""The bench measures what it says. No test here asks how fast this machine is."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from oppidum import games
from oppidum.arena import speed
from oppidum.cli import app
from oppidum.cli.output import progress
from oppidum.kernel.errors import BadOption, OppidumError
from oppidum.terminal import reports


def test_a_measurement_counts_decisions_and_games():
    found = speed.measure(games.load("cartes"), 3, 0.01)
    assert list(found.json()) == ["game", "players", "decisions_per_s", "games_per_s", "state_bytes"]
    assert (found.game, found.players, found.state_bytes) == ("cartes", 3, games.load("cartes").state_bytes)
    # four hands of random cartes are some hundred decisions, whatever the machine
    assert 100 < found.decisions_per_s / found.games_per_s < 2000


def test_of_every_slice_the_fastest_time_counts(monkeypatch: pytest.MonkeyPatch):
    """A clock by which the first round of slices is disturbed: each takes a second, and later ones 10 ms."""
    slices = speed.GAMES // speed.SLICE
    readings = iter(range(10**6))
    now = 0.0

    def clock() -> float:
        nonlocal now
        reading = next(readings)
        if reading % 2:  # the end of a slice
            now += 1.0 if reading < 2 * slices else 0.01
        return now

    monkeypatch.setattr(speed.time, "perf_counter", clock)
    monkeypatch.setattr(speed, "playouts", lambda states, *_: 100 * len(states))
    found = speed.measure(games.load("cartes"), 3, slices + 0.05)
    assert found.decisions_per_s == pytest.approx(100 * speed.SLICE / 0.01)
    assert found.games_per_s == pytest.approx(speed.SLICE / 0.01)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Known figures: a report is about form."""
    monkeypatch.setattr(speed, "measure", lambda game, n, _: speed.Speed(game.id, n, 2e6, 4000.0, 400))
    monkeypatch.setattr(speed, "reference", lambda: 200.0)
    monkeypatch.setattr(speed, "startup", lambda _: {"import": 0.5, "cold": 12.0, "warm": 0.75})


def report(ids: list[str], players: int | None = None, **more: Any) -> str:
    console = Console(record=True, width=120, file=io.StringIO())
    settings: dict[str, Any] = {"as_json": False, "record": None, "compare": None} | more
    reports.bench_report(ids, players, 0.01, load=games.load, console=console, progress=progress, **settings)
    return console.export_text()


@pytest.mark.usefixtures("quick")
def test_the_report_names_every_player_count_and_the_start():
    text = report(["cartes"])
    for players in range(2, 6):
        assert f"cartes │       {players} │" in text
    assert "import 0.50 s, first start ever (compiles) 12.0 s, later starts 0.75 s" in text


@pytest.mark.usefixtures("quick")
def test_players_narrow_the_bench_to_the_games_that_can():
    ids = list(games.catalogue())
    assert "cartes" in report(ids, 5)
    with pytest.raises(BadOption, match="2 to 5 players, not 9"):
        report(["cartes"], 9)


@pytest.mark.usefixtures("quick")
def test_figures_are_kept_and_compared(tmp_path: Path):
    file = str(tmp_path / "figures.json")
    assert "before" not in report(["cartes"], 4, record=file)
    text = report(["cartes"], 4, compare=file)
    assert "before" in text
    assert "×1.00" in text


@pytest.mark.usefixtures("quick")
def test_figures_that_were_not_measured_stay(tmp_path: Path):
    file = tmp_path / "figures.json"
    file.write_text('{"cartes 4": 1.0, "vector cartes 2": 0.5}')
    report(["cartes"], 4, record=str(file))
    assert json.loads(file.read_text()) == {"cartes 4": 0.01, "vector cartes 2": 0.5}


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("recorded", "code"), [(0.0101, 0), (0.0124, 0), (0.0126, 1)])
def test_much_slower_than_recorded_is_a_failure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], recorded: float, code: int
):
    file = tmp_path / "figures.json"
    file.write_text(json.dumps({"cartes 4": recorded}))
    command = ["bench", "--game", "cartes", "--players", "4", "--json", "--compare", str(file)]
    assert (app.main(command, standalone_mode=False) or 0) == code
    assert ("of the recorded figure: cartes 4 (×0.79)" in capsys.readouterr().err) == bool(code)


@pytest.mark.usefixtures("quick")
def test_files_of_figures_that_are_none(tmp_path: Path):
    broken = tmp_path / "broken.json"
    for content in ("", "[1]", "{", '{"cartes 4": "fast"}'):
        broken.write_text(content)
        with pytest.raises(OppidumError, match="holds no figures"):
            report(["cartes"], 4, compare=str(broken))
    with pytest.raises(OppidumError, match="cannot be written"):
        report(["cartes"], 4, record=str(tmp_path / "no" / "folder.json"))
