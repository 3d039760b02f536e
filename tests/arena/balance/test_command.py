"""`oppidum balance` as it is typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.arena.balance.editions import altered, more_bottles

from oppidum.arena import plot
from oppidum.arena.balance import counting
from oppidum.cli import app
from oppidum.kernel.editions import content
from oppidum.kernel.errors import OppidumError

FEW = ["--games", "80", "--players", "2", "--lang", "en"]


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("box") / "mine.json"
    path.write_text(content(altered("cartes", more_bottles).data), encoding="utf-8")
    return str(path)


def balance(*words: str) -> str:
    result = CliRunner().invoke(app, ["balance", *words], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_tables_for_people(box: str):
    text = balance(box, *FEW)
    assert "“Planted” (cartes): 80 games of 2, all seats played by greedy" in text
    assert "Imbalance: " in text
    assert "Asterix" in text
    assert "\x1b" not in text
    assert "Asterix" not in balance(box, *FEW[:-1], "fr", "--no-advice")


def test_json_for_programs(box: str):
    found = json.loads(balance(box, *FEW, "--json"))
    assert (found["game"], found["players"], found["games"]) == ("cartes", 2, 80)
    assert len(found["seats"]) == 2
    assert {"low", "high", "difference"} <= set(found["seats"][0]["share"])
    assert found["suggestion"]["tried"] >= 0
    assert json.loads(balance(box, *FEW, "--json")) == found


def test_a_game_by_its_name_is_not_compared():
    found = json.loads(balance("cartes", *FEW, "--json", "--no-advice"))
    assert found["against"] is None
    assert found["suggestion"] is None
    assert found["seats"][0]["share"]["difference"] is None


@pytest.mark.parametrize(("name", "start"), [("a.png", b"\x89PNG"), ("a.svg", b"<?xml")])
def test_pictures(tmp_path: Path, box: str, name: str, start: bytes):
    balance(box, *FEW, "--no-advice", "--plot", str(tmp_path / name))
    picture = (tmp_path / name).read_bytes()
    assert picture.startswith(start)
    assert len(picture) > 10_000


def refused(*words: str) -> OppidumError:
    with pytest.raises(OppidumError) as caught:
        CliRunner().invoke(app, ["balance", *words], catch_exceptions=False)
    return caught.value


def test_bad_input_is_told_in_a_sentence(tmp_path: Path, box: str, monkeypatch: pytest.MonkeyPatch):
    assert "No such file" in str(refused(str(tmp_path / "none.toml")))
    broken = tmp_path / "broken.toml"
    broken.write_text("[edition]\ngame = ", encoding="utf-8")
    assert "not TOML" in str(refused(str(broken)))
    broken.write_text('[edition]\ngame = "chess"\n', encoding="utf-8")
    assert "edition.game: expected one of" in str(refused(str(broken)))
    other = Path(box).read_text(encoding="utf-8").replace('"game":"cartes"', '"game":"romains"')
    broken.write_text(other, encoding="utf-8")
    assert "are these the cards of another game?" in str(refused(str(broken)))
    assert "cartes is for 2 to 5 players, not 7" in str(refused(box, "--players", "7"))
    assert "--plot writes" in str(refused(box, "--plot", str(tmp_path / "a.doc")))
    monkeypatch.setattr(counting, "MOST_DECISIONS", 30)
    assert "too long to be measured" in str(refused(box, *FEW))


def test_without_matplotlib_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, box: str
):
    monkeypatch.setattr(plot, "find_spec", lambda name: None)
    said = str(refused(box, "--plot", str(tmp_path / "a.png")))
    assert "matplotlib, which is not installed" in said
