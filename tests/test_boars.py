"""The guest of examples/boars: a game in a package of its own is as much at home as the three.

It is built and installed as a stranger would do it, into a folder of its own; everything runs in processes
that have this folder on their path.
"""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from oppidum import games
from oppidum.words import LANGUAGES, rulebook

from .game_packages import BOARS, ROOT, install, run
from .test_rules_have_tests import cited, figures, marks

FACE = BOARS / "oppidum_boars" / "face"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(BOARS, tmp_path_factory.mktemp("boars"))


def oppidum(place: Path, *words: str, text_in: str = "", cwd: Path | None = None, code: int = 0) -> str:
    return run(place, "-m", "oppidum", *words, text_in=text_in, cwd=cwd, code=code)


# ---------------------------------------------------------------- the game


def test_nothing_here_knows_its_name():
    for path in (ROOT / "src").rglob("*"):
        if path.suffix in (".py", ".html", ".css", ".js", ".md", ".toml", ".po"):
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"oppidum_boars|[\"'`/]boars[\"'`/.]", text), path


def test_who_writes_down_what_the_page_shows_can_play(tmp_path: Path):
    """docs/adding-a-game.md alone, without the files that it only links to."""
    block = runpy.run_path(str(ROOT / "scripts" / "adding_a_game.py"))["BLOCK"]
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    package, place = tmp_path / "package", tmp_path / "place"
    for _, name, text, _ in block.findall(page):
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text, encoding="utf-8")
    (package / "README.md").write_text("Mine.")
    install(package, place)
    oppidum(place, "simulate", "boars", "--games", "3")
    record = tmp_path / "games.jsonl"
    said = oppidum(place, "play", "boars", "--pace", "0", "--record", str(record), text_in="1\n" * 20)
    assert "The cards fell as promised." in said
    assert oppidum(place, "verify", str(record)).startswith("1 record is right")


def test_its_own_tests_pass(place: Path):
    """Its rules, one by one, and the contract that every game keeps."""
    own = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", BOARS / "pyproject.toml"]
    known = {**os.environ, "PYTHONPATH": str(place), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(
        [*own, BOARS / "tests"], cwd=place, env=known, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout


def test_every_rule_has_a_test():
    rules = rulebook.parse((FACE / "rules" / "en.md").read_text(encoding="utf-8"))
    source = (BOARS / "tests" / "test_rules.py").read_text(encoding="utf-8")
    named = {name for _line, names in marks(source) for name in names}
    assert named == {f"boars {rule.number}" for rule in rules}


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_every_language_has_the_same_rules(language: str):
    english, other = (
        rulebook.parse((FACE / "rules" / f"{code}.md").read_text(encoding="utf-8"))
        for code in ("en", language)
    )
    assert [rule.number for rule in other] == [rule.number for rule in english]
    for rule, original in zip(other, english, strict=True):
        assert rule.text != original.text
        assert figures(rule.text) == figures(original.text)
        assert cited(rule.text) == cited(original.text) == []


def test_its_editions_can_be_measured(place: Path, tmp_path: Path):
    """It tells nothing of its boars, so that seats, ties and lengths are all there is to say."""
    forest = (BOARS / "oppidum_boars" / "game" / "forest.toml").read_text(encoding="utf-8")
    entries = forest.split("[[boar]]")
    (tmp_path / "small.toml").write_text("[[boar]]".join(entries[:3]), encoding="utf-8")
    words = ("balance", "small.toml", "--games", "300", "--json")
    found = json.loads(oppidum(place, *words, cwd=tmp_path))
    assert (found["game"], found["players"], found["things"], found["figures"]) == ("boars", 2, [], [])
    assert abs(sum(row["share"]["value"] for row in found["seats"]) - 1) < 1e-9
    assert found["decisions"]["value"] == 6  # three rounds, two decisions each
    assert found["suggestion"] == {**found["suggestion"], "tried": 0, "edits": [], "helps": False}
    assert json.loads(oppidum(place, *words, cwd=tmp_path)) == found
    assert "Seats" in oppidum(place, "balance", "boars", "--games", "100", "--lang", "en", cwd=tmp_path)


FINGERPRINT = """
from oppidum import games, testing
from oppidum.testing.contract import fingerprint
print([fingerprint(case) for case in testing.cases(games.load("boars"))])
"""


def test_it_plays_alike_compiled_and_not(place: Path):
    assert run(place, "-c", FINGERPRINT) == run(place, "-c", FINGERPRINT, NUMBA_DISABLE_JIT="1")


# ---------------------------------------------------------------- the commands


def test_it_may_bring_puzzles_of_its_own(place: Path, tmp_path: Path):
    """Made by the same command, found by looking in its folder."""
    asked = ("puzzles", "make", "boars", "--count", "1", "--effort", "10000", "--out", "puzzles.jsonl.gz")
    oppidum(place, *asked, cwd=tmp_path)
    assert "There are no puzzles for boars yet." in oppidum(place, "puzzles", "boars", code=2)
    brought = place / "oppidum_boars" / "game" / "puzzles.jsonl.gz"
    shutil.copy(tmp_path / "puzzles.jsonl.gz", brought)
    try:
        here = ("puzzles", "boars", "--data", str(tmp_path), "--json")
        found = json.loads(oppidum(place, *here))
        assert len(found["moves"]) >= 2
        said = oppidum(place, *here, "--answer", found["moves"][0])
        told = json.loads(said[said.index("{") :])  # after the recovery code, which goes to standard error
        assert told["right"] == (told["answers"] == [found["moves"][0]])
    finally:
        brought.unlink()


def test_it_is_listed_with_its_options(place: Path):
    listed = oppidum(place, "games")
    assert re.search(r"boars +Boars \(.*\), 2 players, about 2 minutes\n +-o rounds=1\|3\|5", listed)
    assert "boars" in [game["id"] for game in json.loads(oppidum(place, "games", "--json"))]
    assert "boars is for 2 players, not 3." in oppidum(place, "simulate", "boars", "--players", "3", code=2)


def test_bots_play_it_and_the_record_can_be_checked(place: Path, tmp_path: Path):
    asked = ["simulate", "boars", "-n", "400", "--bots", "greedy,random", "--seed", "1", "--json"]
    figures = json.loads(oppidum(place, *asked))
    assert figures["games"] == 400
    oppidum(place, "simulate", "boars", "-n", "5", "--seed", "1", "--out", "boars.jsonl", cwd=tmp_path)
    said = oppidum(place, "verify", "boars.jsonl", cwd=tmp_path)
    assert said.startswith("5 records are right, 0 are not.\n")
    lines = (tmp_path / "boars.jsonl").read_text(encoding="utf-8").splitlines()
    (tmp_path / "bent.jsonl").write_text(lines[0].replace("chase", "wait", 1) + "\n", encoding="utf-8")
    assert "0 records are right, 1 is not." in oppidum(place, "verify", "bent.jsonl", cwd=tmp_path, code=1)


def test_the_arena_finds_the_better_hunter(place: Path):
    asked = ["arena", "boars", "greedy", "random", "--games", "600", "--seed", "1", "--json"]
    found = json.loads(oppidum(place, *asked))
    (greedy,) = [bot for bot in found["bots"] if bot["bot"] == "greedy"]
    assert greedy["low"] > 0.5


def test_the_search_plays_it(place: Path):
    asked = ["simulate", "boars", "-n", "4", "--bots", "prolix,search:50", "--seed", "1", "--json"]
    assert json.loads(oppidum(place, *asked))["games"] == 4


# In each language: the head of its board, what it says to who reads it, how rule 3.1 begins.
SAID = {
    "en": ("Round 1 of 3", "You chase.", "If only one chases"),
    "fr": ("Manche 1 sur 3", "Vous poursuivez.", "Si un seul poursuit"),
    "cs": ("Kolo 1 z 3", "Honíš.", "Honí-li jen jeden"),
    "de": ("Runde 1 von 3", "Du jagst.", "Jagt nur einer"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_played_in_the_terminal(place: Path, language: str):
    typed = "?\nfly\n" + "chase\n" * 3
    asked = ["play", "boars", "--lang", language, "--seed", "3", "--bots", "random", "--pace", "0"]
    played = " ".join(oppidum(place, *asked, text_in=typed).split())
    for said in SAID[language]:
        assert said in played
    assert "▰▱" in played


def test_its_rules_can_be_read(place: Path):
    assert SAID["cs"][2] in " ".join(oppidum(place, "rules", "boars", "3", "--lang", "cs").split())


def test_its_edition_is_shown_and_another_one_is_checked(place: Path, tmp_path: Path):
    assert "The boars of the forest" in oppidum(place, "edition", "show", "boars")
    text = (BOARS / "oppidum_boars" / "game" / "forest.toml").read_text(encoding="utf-8")
    (tmp_path / "own.toml").write_text(text.replace('"yearling"', '"piglet"', 1), encoding="utf-8")
    said = oppidum(place, "edition", "check", "own.toml", cwd=tmp_path, code=1)
    assert "boar.id of piglet: 'piglet' is there twice" in said


# ---------------------------------------------------------------- the doors

DOORS = """
import numpy as np
import pyspiel

import oppidum.adapters.openspiel
from oppidum.adapters.gymnasium import vector_env
from oppidum.adapters.pettingzoo import env, parallel_env

envs = vector_env("boars", num_envs=8, players=2, rounds=1)
envs.reset(seed=1)
ended = 0
for _ in range(20):
    _seen, rewards, over, _cut, _infos = envs.step(envs.random_actions())
    ended += int(over.sum())
assert ended == 80, ended  # a game of one round takes two decisions

luck = np.random.default_rng(1)
table = env("boars", players=2)
table.reset(seed=1)
total = dict.fromkeys(table.possible_agents, 0.0)
for agent in table.agent_iter():
    seen, reward, terminated, truncated, _info = table.last()
    total[agent] += reward
    over = terminated or truncated
    table.step(None if over else int(luck.choice(np.flatnonzero(seen["action_mask"]))))
assert abs(sum(total.values())) < 1e-6

both = parallel_env("boars", players=2)
seen, _infos = both.reset(seed=1)
steps = 0
while both.agents:
    seen, rewards, *_ = both.step({agent: 1 for agent in both.agents})
    steps += 1
assert steps == 3, steps  # both are asked at once, three times

state = pyspiel.load_game("oppidum_boars(players=2,rounds=1)").new_initial_state()
while not state.is_terminal():
    if state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    elif state.is_simultaneous_node():
        state.apply_actions([1, 0])
    else:
        state.apply_action(state.legal_actions()[-1])
print(state.returns())
"""


def test_it_stands_behind_the_doors(place: Path):
    """Who chases alone wins."""
    assert run(place, "-c", DOORS).splitlines()[-1] == "[1.0, -1.0]"


# ---------------------------------------------------------------- a game without a face


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same game in a package that has brought its rules, and nothing that people see or bots know."""
    package = tmp_path_factory.mktemp("bare") / "boars"
    for name in ("pyproject.toml", "README.md", "oppidum_boars/__init__.py"):
        copy(name, package, BOARS)
    for module in ("__init__", "state", "rules", "knowledge", "notation", "edition", "game", "pieces"):
        copy(f"oppidum_boars/game/{module}.py", package, BOARS)
    copy("oppidum_boars/game/forest.toml", package, BOARS)
    without(package / "pyproject.toml", r'\n\[project.entry-points."oppidum.faces"\]\n.*\n')
    without(package / "oppidum_boars" / "game" / "game.py", r"    reading=seen,\n", r" seen,(?= state)")
    return install(package, tmp_path_factory.mktemp("installed"))


def copy(name: str, to: Path, source: Path) -> None:
    target = to / name
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes((source / name).read_bytes())


def without(file: Path, *patterns: str) -> None:
    text = file.read_text(encoding="utf-8")
    for pattern in patterns:
        text, found = re.subn(pattern, "", text)
        assert found == 1
    file.write_text(text, encoding="utf-8")


def test_a_game_without_a_face_is_played_in_notation(bare: Path, tmp_path: Path):
    asked = ["play", "boars", "--lang", "en", "--seed", "3", "--pace", "0"]
    played = oppidum(bare, *asked, text_in="?\nfly\n" + "chase\n" * 3)
    assert "What do you do?" in played
    assert "is no action of this game" in played
    assert "Result" in played
    oppidum(bare, "simulate", "boars", "-n", "2", "--out", "bare.jsonl", cwd=tmp_path)
    assert oppidum(bare, "verify", "bare.jsonl", cwd=tmp_path).startswith("2 records are right, 0 are not.\n")
    assert "There are no rules of a game 'boars'" in oppidum(bare, "rules", "boars", code=2)


PAGES = """
import sys
from pathlib import Path

from oppidum.tables import open_hall
from oppidum.web.app import create_app
from tests.web.conftest import Person, choices_in, play_to_the_end

with open_hall(Path(sys.argv[1]) / "house.sqlite3", pace=0.0, work=False) as hall:
    me = Person(create_app(hall, rate=1000), hall)
    assert "A new game at this table." in me.page("/")
    assert 'name="option-rounds"' in me.page("/open?game=boars&players=2")
    code = me.go("/play", {"game": "boars", "level": "random"}).rsplit("/", 1)[1]
    me.bots()
    text = me.page(f"/t/{code}")
    assert choices_in(text) == ["wait", "chase"]
    assert "plain-board" in text
    assert 'data-status="over"' in play_to_the_end(me, code)
    me.page(f"/t/{code}/replay")
    seen = me.get(f"/api/tables/{code}").json()["seen"]
    assert seen == {"game": "plain", "choices": []}, seen
    assert "still to come" in me.page("/rules/boars")
    for path in ("/learn/boars", "/rules/boars/aid"):
        assert me.get(path).status_code == 404, path
        for page in ("/", "/rules", "/rules/boars", f"/t/{code}"):
            assert path not in me.page(page), (path, page)
print("played")
"""


def test_a_game_without_a_face_has_a_plain_board(bare: Path, tmp_path: Path):
    here = os.pathsep.join([str(bare), str(ROOT)])
    assert run(bare, "-c", PAGES, str(tmp_path), NUMBA_DISABLE_JIT="1", PYTHONPATH=here) == "played\n"


# ---------------------------------------------------------------- a package that is gone, or broken

HOUSE = """
import json
import sys
from pathlib import Path

from oppidum.tables import bots_at_work, open_hall
from oppidum.tables.host import replay_all
from oppidum.web.app import create_app
from tests.web.conftest import Person, play_to_the_end

folder = Path(sys.argv[1])
kept = folder / "kept.json"
with open_hall(folder / "house.sqlite3", pace=0.0, work=False) as hall:
    me = Person(create_app(hall, rate=1000), hall)
    if not kept.exists():
        running, over = (me.play_now("boars") for _ in range(2))
        play_to_the_end(me, over)
        seats = {"game": "boars", "players": 2, "seat1": "human", "seat2": "human", "listed": "yes"}
        codes = [running, over, me.go("/open", seats).rsplit("/", 1)[1]]
        kept.write_text(json.dumps([codes, dict(me.client.cookies)]))
    codes, cookies = json.loads(kept.read_text())
    me.client.cookies.update(cookies)
    home = me.page("/")
    print(*(int(code in home) for code in codes))
    print(*(me.get(f"/t/{code}").status_code for code in codes))
    print(*(problem.message for problem in replay_all(hall)))
    bots_at_work.work_now(hall)
"""


def test_a_package_that_is_gone_takes_only_its_tables_along(place: Path, tmp_path: Path):
    (tmp_path / "none").mkdir()
    found = [
        run(where, "-c", HOUSE, str(tmp_path), NUMBA_DISABLE_JIT="1", PYTHONPATH=f"{where}{os.pathsep}{ROOT}")
        for where in (place, tmp_path / "none", place)
    ]
    assert found[0] == found[2] == "1 1 1\n200 200 200\n\n"
    shown, pages, problem = found[1].splitlines()
    assert (shown, pages) == ("0 0 0", "400 400 400")
    assert problem.startswith("There is no game 'boars'")


BROKEN = """
import sys
from pathlib import Path

from oppidum import games
from oppidum.tables import open_hall
from oppidum.web.app import create_app
from tests.web.conftest import Person, choices_in

with open_hall(Path(sys.argv[1]) / "house.sqlite3", pace=0.0, work=False) as hall:
    me = Person(create_app(hall, rate=1000), hall)
    home = me.page("/")
    assert me.get("/rules").status_code == me.get("/api/games").status_code == 200
    assert me.get("/api/schema/openapi.json").status_code == 200
    if 'value="boars"' not in home:
        assert me.get("/open?game=boars&players=2").status_code == 400
        print(games.left_out()["boars"])
    else:
        code = me.go("/play", {"game": "boars", "level": "random"}).rsplit("/", 1)[1]
        me.bots()
        text = me.page(f"/t/{code}")
        assert choices_in(text) == ["wait", "chase"]
        print("plain" if "plain-board" in text else "its own")
"""


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("game/rules.py", "The game 'boars' cannot be loaded"),
        ("game/levels.py", "The game 'boars' cannot be loaded"),
        ("face/board.py", "plain"),
        ("face/art.py", "plain"),
    ],
)
def test_a_package_that_is_broken_anywhere_does_no_harm_to_others(
    place: Path, file: str, said: str, tmp_path: Path
):
    broken = tmp_path / "broken"
    shutil.copytree(place, broken)
    (broken / "oppidum_boars" / file).write_text("1 / 0\n", encoding="utf-8")
    here = os.pathsep.join([str(broken), str(ROOT)])
    told = run(broken, "-c", BROKEN, str(tmp_path), NUMBA_DISABLE_JIT="1", PYTHONPATH=here).splitlines()
    assert told[-1].startswith(said)
    assert sum("cannot be loaded" in line for line in told[:-1]) == 1, "said once"


@pytest.mark.parametrize(
    "text",
    [None, "", "import no_such_thing", "1 / 0", "about ="],
    ids=["gone", "empty", "lacks something", "fails", "no Python"],
)
def test_a_package_that_cannot_be_loaded_is_named_and_left_out(text: str | None, tmp_path: Path):
    if text is not None:
        (tmp_path / "no_such_chess.py").write_text(text, encoding="utf-8")
    there = tmp_path / "broken-1.0.dist-info"
    there.mkdir()
    (there / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n", encoding="utf-8")
    (there / "entry_points.txt").write_text(
        "[oppidum.games]\nchess = no_such_chess\n[oppidum.faces]\nchess = no_such_chess\n", encoding="utf-8"
    )
    sentence = "The game 'chess' cannot be loaded from no_such_chess"
    said = oppidum(tmp_path, "games")
    assert said.count(sentence) == 1
    assert all(f"{game}  " in said for game in games.catalogue())
    assert oppidum(tmp_path, "rules", "chess", code=2).count("\n") == 2  # left out, and therefore not there
    findings = json.loads("{" + oppidum(tmp_path, "doctor", "--json").partition("{")[2])["findings"]
    (found,) = [finding for finding in findings if finding["what"] == "game chess"]
    assert found["state"] == "optional"
    assert found["words"].startswith(sentence)
    face = "from oppidum.words import language; from oppidum import faces; print(*faces.packages())"
    assert "chess" not in run(tmp_path, "-c", face).splitlines()[-1]
