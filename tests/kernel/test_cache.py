"""The folder of compiled code: another one after any change, old ones swept, clear words when unusable."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from oppidum.kernel import compiled


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of a few files in the place of ours."""
    for room in compiled.ROOMS_WITH_COMPILED_CODE:
        (tmp_path / room).mkdir()
    (tmp_path / "kernel" / "stream.py").write_text("x = 1\n")
    (tmp_path / "games" / "toy").mkdir()
    (tmp_path / "games" / "toy" / "rules.py").write_text("y = 1\n")
    (tmp_path / "web").mkdir()
    monkeypatch.setattr(compiled, "PACKAGE", tmp_path)
    return tmp_path


def test_the_same_sources_share_a_folder(package: Path):
    assert compiled.cache_folder() == compiled.cache_folder()


@pytest.mark.parametrize("name", ["kernel/stream.py", "games/toy/rules.py"])
def test_any_change_of_rules_is_another_folder(package: Path, name: str):
    before = compiled.cache_folder()
    (package / name).write_text("x = 2\n")
    assert compiled.cache_folder() != before
    assert compiled.cache_folder().parent == before.parent


def test_new_gone_and_renamed_files_are_changes_too(package: Path):
    seen = {compiled.fingerprint()}
    file = package / "bots" / "toy.py"
    file.write_text("z = 1\n")
    seen.add(compiled.fingerprint())
    file.rename(package / "bots" / "toy2.py")
    seen.add(compiled.fingerprint())
    (package / "bots" / "toy2.py").rename(package / "search" / "toy2.py")
    seen.add(compiled.fingerprint())
    assert len(seen) == 4


def test_text_cannot_flow_from_one_file_into_the_next(package: Path):
    """Moving a line from the end of one file to the start of the next one is a change."""
    a, b = package / "arena" / "a.py", package / "arena" / "b.py"
    a.write_text("one\ntwo\n")
    b.write_text("three\n")
    before = compiled.fingerprint()
    a.write_text("one\n")
    b.write_text("two\nthree\n")
    assert compiled.fingerprint() != before


def test_what_is_never_compiled_changes_nothing(package: Path):
    before = compiled.fingerprint()
    (package / "web" / "server.py").write_text("w = 1\n")
    (package / "games" / "toy" / "edition.toml").write_text("[edition]\n")
    assert compiled.fingerprint() == before


def test_another_compiler_is_another_folder(package: Path, monkeypatch: pytest.MonkeyPatch):
    before = compiled.fingerprint()
    monkeypatch.setattr(compiled.numba, "__version__", "0.0.0")
    assert compiled.fingerprint() != before


def test_another_copy_of_the_package_is_another_folder(
    package: Path, tmp_path_factory: pytest.TempPathFactory
):
    """Its code is compiled anew, so it must not pass for warm."""
    before = compiled.fingerprint()
    copy = tmp_path_factory.mktemp("copy") / "oppidum"
    shutil.copytree(package, copy)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "PACKAGE", copy)
        assert compiled.fingerprint() != before


def test_every_room_with_compiled_code_counts():
    """Whoever writes `@compiled` or `@rule` elsewhere must add the room to the list."""
    root = Path(compiled.__file__).parent.parent
    rooms = {
        path.relative_to(root).parts[0]
        for path in root.rglob("*.py")
        if "oppidum.kernel.compiled import" in path.read_text(encoding="utf-8")
    }
    assert rooms <= {*compiled.ROOMS_WITH_COMPILED_CODE, "cli", "tables", "web", "terminal"}


def test_a_part_called_from_python_runs_as_python():
    def double(x: object) -> object:
        return [x, x]  # not what a compiled function of integers would do

    assert compiled.part(double)(3) == [3, 3]
    assert compiled.inlined(double)("a") == ["a", "a"]


def test_numba_is_loaded_without_linear_algebra_and_still_finds_it():
    code = (
        "import sys, oppidum.kernel.compiled\n"
        "assert 'numba.np.arraymath' in sys.modules\n"
        "assert 'scipy.linalg' not in sys.modules\n"
        "import scipy.linalg.cython_blas\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_old_folders_are_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPPIDUM_CACHE", str(tmp_path))
    monkeypatch.setattr(compiled.numba.config, "CACHE_DIR", "")
    long_ago = time.time() - (compiled.DAYS_A_FOLDER_IS_KEPT + 1) * 86400
    for name in ("compiled-old", "compiled-recent", "something-else"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "code.nbi").write_bytes(b"")
    for name in ("compiled-old", "something-else"):
        os.utime(tmp_path / name, (long_ago, long_ago))
    folder = compiled.prepare_cache()
    assert {path.name for path in tmp_path.iterdir()} == {folder.name, "compiled-recent", "something-else"}
    assert str(folder) == compiled.numba.config.CACHE_DIR


def test_a_folder_in_use_stays_young(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPPIDUM_CACHE", str(tmp_path))
    monkeypatch.setattr(compiled.numba.config, "CACHE_DIR", "")
    folder = compiled.prepare_cache()
    os.utime(folder, (0, 0))
    compiled.prepare_cache()
    assert time.time() - folder.stat().st_mtime < 3600


def test_an_unusable_folder_is_named_in_one_sentence(tmp_path: Path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    run = subprocess.run(
        [sys.executable, "-m", "oppidum", "bench", "--game", "cartes"],
        env={**os.environ, "OPPIDUM_CACHE": str(blocked)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 2
    assert "Traceback" not in run.stderr
    assert str(blocked) in run.stderr
    assert "OPPIDUM_CACHE" in run.stderr


def test_cold_until_compiled_to_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(compiled, "CACHE", tmp_path)
    monkeypatch.setattr(compiled.numba.config, "DISABLE_JIT", 0)
    assert compiled.is_cold("cartes")
    compiled.now_warm("cartes")
    assert not compiled.is_cold("cartes")
    assert compiled.is_cold("romains"), "one game says nothing of another"


def test_nothing_is_cold_where_nothing_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(compiled, "CACHE", tmp_path)
    monkeypatch.setattr(compiled.numba.config, "DISABLE_JIT", 1)
    assert not compiled.is_cold("cartes")
    compiled.now_warm("cartes")
    assert list(tmp_path.iterdir()) == []
