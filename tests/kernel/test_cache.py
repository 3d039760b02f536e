"""Where compiled code is kept: another place after a change of what it rests on, and after no other."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numba import typeof
from numba.core import types
from tests import forked_command

from oppidum import games
from oppidum.kernel import cache, sources
from oppidum.kernel.compiled import compiled, compiles, inlined, part
from oppidum.search.tree import plant

CARTES, ROMAINS = games.load("cartes"), games.load("romains")


def forget() -> None:
    for known in (sources.file_of, sources.neighbours, sources.text_hash, sources.digest, cache.place_of):
        known.cache_clear()


@pytest.fixture
def own_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("OPPIDUM_CACHE", str(tmp_path / "cache"))
    forget()
    yield tmp_path / "cache"
    forget()


@pytest.fixture
def change(own_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """As if a module had got another line."""
    real = sources.file_of
    changed: dict[str, Path] = {}

    def do(module: str) -> None:
        path = real(module)
        assert path is not None
        changed[module] = tmp_path / f"{module}.py"
        changed[module].write_text(path.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
        forget()

    monkeypatch.setattr(sources, "file_of", lambda module: changed.get(module) or real(module))
    for known in (sources.neighbours, sources.text_hash, sources.digest, cache.place_of):
        known.cache_clear()
    real_clear = real.cache_clear
    monkeypatch.setattr(sources.file_of, "cache_clear", real_clear, raising=False)
    return do


def places() -> dict[str, Path]:
    """Some places of compiled code, each of a module for a game."""
    return {
        "cartes": cache.place_of(CARTES.rules, "oppidum.games.cartes.rules"),
        "romains": cache.place_of(ROMAINS.rules, "oppidum.games.romains.rules"),
        "cartes playouts": cache.place_of(CARTES.rules, "oppidum.kernel.playout"),
        "romains playouts": cache.place_of(ROMAINS.rules, "oppidum.kernel.playout"),
        "cartes search": cache.place_of(CARTES.rules, "oppidum.search.walk"),
        "luck": cache.place_of(None, "oppidum.kernel.players_luck"),
    }


EVERYWHERE = {"cartes", "romains", "cartes playouts", "romains playouts", "cartes search", "luck"}


@pytest.mark.parametrize(
    ("module", "moved"),
    [
        ("oppidum.games.cartes.rules", {"cartes", "cartes playouts", "cartes search"}),
        ("oppidum.games.cartes.bot", {"cartes", "cartes playouts", "cartes search"}),
        ("oppidum.games.romains.memory", {"romains", "romains playouts"}),
        ("oppidum.search.walk", {"cartes search"}),
        ("oppidum.kernel.playout", EVERYWHERE - {"luck"}),
        ("oppidum.kernel.stream", EVERYWHERE),
        ("oppidum.games.cartes.notation", set()),
        ("oppidum.web.server", set()),
        ("oppidum.arena.bulk", set()),
    ],
)
def test_a_change_moves_what_rests_on_it_and_nothing_else(
    change: Callable[[str], None], module: str, moved: set[str]
):
    before = places()
    change(module)
    after = places()
    assert {name for name in before if before[name] != after[name]} == moved


@pytest.mark.parametrize(
    ("brought", "module"), [("tally", "arena.balance.counting"), ("unseen", "arena.luck_value")]
)
def test_what_only_the_arena_calls_of_a_game_moves_the_arena_alone(
    change: Callable[[str], None], brought: str, module: str
):
    importlib.import_module(f"oppidum.{module}")
    before = places(), cache.place_of(CARTES.rules, f"oppidum.{module}")
    change(f"oppidum.games.cartes.{brought}")
    assert places() == before[0]
    assert cache.place_of(CARTES.rules, f"oppidum.{module}") != before[1]


def test_another_compiler_moves_everything(own_root: Path, monkeypatch: pytest.MonkeyPatch):
    before = places()
    monkeypatch.setattr(cache, "tools", lambda: "another one")
    forget()
    after = places()
    assert all(before[name] != after[name] for name in before)


def test_the_types_of_a_call_tell_the_game():
    position = typeof(CARTES.blanks(1)[0])
    tree = typeof(plant(16))
    assert cache.rules_in((types.int64, position)) is CARTES.rules
    assert cache.rules_in((tree, typeof(ROMAINS.blanks(2)))) is ROMAINS.rules
    assert cache.rules_in((types.Tuple((types.int64, position)),)) is CARTES.rules
    assert cache.rules_in((tree, types.int64)) is None


def test_a_function_of_the_kernel_is_kept_apart_for_each_game(own_root: Path):
    kept = cache.GameCache(cache.records)
    ours = kept.of((typeof(CARTES.blanks(1)[0]),))
    theirs = kept.of((typeof(ROMAINS.blanks(1)[0]),))
    assert ours.cache_path != theirs.cache_path
    assert kept.of((typeof(CARTES.blanks(1)[0]),)) is ours


def test_code_that_was_typed_in_is_not_kept(own_root: Path):
    code: dict[str, object] = {"__name__": "nowhere"}
    exec("def double(x):\n    return 2 * x\n", code)  # noqa: S102
    double = compiled(code["double"])
    assert double(4) == 8
    assert not own_root.exists() or not list(own_root.rglob("*.nbc"))


@pytest.mark.skipif(not compiles(), reason="nothing is compiled")
def test_compiled_code_is_found_again_by_another_process(own_root: Path):
    code = (
        "import numpy as np\n"
        "from oppidum.kernel.players_luck import luck_from, split\n"
        "out = np.empty(4, np.int64)\n"
        "split(luck_from('x'), 3, out)\n"
        "print(sum(split.stats.cache_hits.values()), sum(split.stats.cache_misses.values()), *out)\n"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout.split()
        for _ in range(2)
    ]
    assert runs[0][:2] == ["0", "1"]
    assert runs[1][:2] == ["1", "0"]
    assert runs[0][2:] == runs[1][2:]


@pytest.mark.parametrize("at_once", [2, 4])
def test_who_writes_at_the_same_time_neither_forgets_nor_mistakes(tmp_path: Path, at_once: int):
    """Each for types of its own, as processes that compile for the first time together."""

    def write(number: int) -> None:
        index = cache.SharedIndex(str(tmp_path), "function", "")
        for kind in range(20):
            index.save((number, kind), f"code of {number} for {kind}")
            assert index.load((number, kind)) == f"code of {number} for {kind}"

    with ThreadPoolExecutor(at_once) as pool:
        list(pool.map(write, range(at_once)))
    index = cache.SharedIndex(str(tmp_path), "function", "")
    for number in range(at_once):
        for kind in range(20):
            assert index.load((number, kind)) == f"code of {number} for {kind}"


def test_a_part_called_from_python_runs_as_python():
    def double(x: object) -> object:
        return [x, x]  # not what a compiled function of integers would do

    assert part(double)(3) == [3, 3]
    assert inlined(double)("a") == ["a", "a"]


def test_numba_is_loaded_without_linear_algebra_and_still_finds_it():
    code = (
        "import sys, oppidum.kernel.compiled\n"
        "assert 'numba.np.arraymath' in sys.modules\n"
        "assert 'scipy.linalg' not in sys.modules\n"
        "import scipy.linalg.cython_blas\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_old_folders_are_swept(own_root: Path):
    long_ago = time.time() - (cache.DAYS_A_FOLDER_IS_KEPT + 1) * 86400
    for name in ("compiled-old", "compiled-recent/old", "compiled-recent/recent", "something-else"):
        (own_root / name).mkdir(parents=True)
        (own_root / name / "code.nbi").write_bytes(b"")
    for name in ("compiled-old", "compiled-recent/old", "something-else"):
        os.utime(own_root / name, (long_ago, long_ago))
    folder = cache.use(own_root / "compiled-new" / "module")
    assert folder.is_dir()
    assert {path.name for path in own_root.iterdir()} == {"compiled-new", "compiled-recent", "something-else"}
    assert [path.name for path in (own_root / "compiled-recent").iterdir()] == ["recent"]


@pytest.mark.parametrize(
    ("swept", "unmarked"),
    [
        ("compiled-cartes-1/search", {"compiled-cartes-1"}),
        ("compiled-common-1/luck", {"compiled-cartes-1", "compiled-romains-1"}),
        ("compiled-common-1", {"compiled-cartes-1", "compiled-romains-1"}),
    ],
)
def test_no_mark_outlives_the_code_that_it_speaks_of(own_root: Path, swept: str, unmarked: set[str]):
    long_ago = time.time() - (cache.DAYS_A_FOLDER_IS_KEPT + 1) * 86400
    for folder in ("compiled-cartes-1/search", "compiled-romains-1/search", "compiled-common-1/luck"):
        (own_root / folder).mkdir(parents=True)
    marks = {name: own_root / name / "search-1.done" for name in ("compiled-cartes-1", "compiled-romains-1")}
    for mark in marks.values():
        mark.touch()
    os.utime(own_root / swept, (long_ago, long_ago))
    cache.sweep()
    assert not (own_root / swept).exists()
    assert {name for name, mark in marks.items() if not mark.exists()} == unmarked


def test_a_folder_in_use_stays_young(own_root: Path):
    folder = cache.use(own_root / "compiled-new" / "module")
    for path in (folder, folder.parent):
        os.utime(path, (0, 0))
    cache.use(folder)
    assert time.time() - folder.stat().st_mtime < 3600
    assert time.time() - folder.parent.stat().st_mtime < 3600


UNUSABLE = ("bench --game cartes", "simulate cartes --games 1", "play cartes", "compile cartes", "serve")


@pytest.mark.skipif(not compiles(), reason="nothing is compiled")
@pytest.mark.parametrize("command", UNUSABLE)
def test_an_unusable_folder_is_named_in_one_sentence(tmp_path: Path, command: str):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    said = sentence_about(blocked, tmp_path, command)
    assert "Not a directory" in said or "File exists" in said


@pytest.mark.skipif(not compiles(), reason="nothing is compiled")
@pytest.mark.parametrize("command", UNUSABLE)
def test_so_is_one_that_nobody_may_write_to(tmp_path: Path, command: str):
    """Also where it is there already, and root could write to any other: nobody makes a file in /proc."""
    said = sentence_about(Path("/proc/self/task"), tmp_path, command)
    assert said.startswith("Compiled code cannot be kept in /proc/self/task (")


def sentence_about(folder: Path, data: Path, command: str) -> str:
    words = [*command.split(), *(["--data", str(data), "--no-browser"] if command == "serve" else [])]
    run = forked_command.python("-m", "oppidum", *words, environment={"OPPIDUM_CACHE": str(folder)})
    assert run.returncode == 2, run.stderr
    assert run.stderr.count("\n") == 1, run.stderr
    assert str(folder) in run.stderr
    assert "OPPIDUM_CACHE" in run.stderr
    return run.stderr


def test_a_position_in_a_bigger_array_is_the_same_game():
    kinds = (typeof(np.zeros(3, CARTES.dtype)[1:]),)
    assert cache.rules_in(kinds) is CARTES.rules
