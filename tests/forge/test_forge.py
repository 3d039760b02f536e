"""The forge: one smith for all houses, who ends with the house that called him; progress and wishes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from oppidum import games
from oppidum.bots import compile_steps
from oppidum.forge import loading, marks, progress, smith, want
from oppidum.kernel import cache, compiled

HOUSE = """
import time
from oppidum.forge.loading import call_smith
print(call_smith().pid, flush=True)
time.sleep(99)
"""


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A house that plays meanwhile, on an empty cache. Nothing here calls a rule."""
    monkeypatch.setenv("OPPIDUM_CACHE", str(tmp_path))
    monkeypatch.setattr(marks, "finished", set())
    monkeypatch.setattr(compiled.numba.config, "DISABLE_JIT", 0)
    monkeypatch.setattr(compiled, "house", type(compiled.house)())
    cache.place_of.cache_clear()
    compiled.play_meanwhile()
    yield tmp_path
    cache.place_of.cache_clear()


def finish(game_id: str, *steps: str) -> None:
    game = games.load(game_id)
    for step in compile_steps.STEPS:
        if not steps or step.name in steps:
            path = compile_steps.mark(game, step)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z" if Path("/proc").exists() else False


def until(true: Callable[[], object], tries: int = 600) -> bool:
    for _ in range(tries):
        if true():
            return True
        time.sleep(0.1)
    return False


# ---------------------------------------------------------------- how far


def test_progress_goes_from_nothing_to_none(empty: Path):
    assert progress() == 0.0
    finish("cartes")
    share = progress()
    assert share == pytest.approx(1 / 3)
    assert progress("cartes") is None
    finish("romains")
    finish("compagnie")
    assert progress() is None


def test_nobody_is_told_of_a_forge_where_everybody_waits(empty: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(compiled, "house", type(compiled.house)())
    assert progress() is None


def test_a_game_is_cold_stage_by_stage(empty: Path):
    game = games.load("cartes")
    assert compile_steps.is_cold(game)
    assert not compile_steps.can_think(game)
    finish("cartes", *(step.name for step in compile_steps.STEPS if step.stage == compile_steps.PLAYING))
    assert not compile_steps.is_cold(game)
    assert not compile_steps.can_think(game)
    finish("cartes")
    assert compile_steps.can_think(game)
    assert compile_steps.is_cold(games.load("romains")), "one game says nothing of another"


def test_nothing_is_cold_where_nothing_is_compiled(empty: Path, monkeypatch: pytest.MonkeyPatch):
    game = games.load("cartes")  # before: rules that are imported meanwhile would be Python for good
    monkeypatch.setattr(compiled.numba.config, "DISABLE_JIT", 1)
    assert not compile_steps.is_cold(game)


def test_the_shares_of_the_steps_are_a_whole():
    assert sum(step.share for step in compile_steps.STEPS) == pytest.approx(1.0)


# ---------------------------------------------------------------- what comes first


def steps_taken(monkeypatch: pytest.MonkeyPatch, before_each: Callable[[int], None]) -> list[tuple[str, str]]:
    taken: list[tuple[str, str]] = []

    def pretend(step: compile_steps.Step) -> Callable[[Any], None]:
        def take(game: Any) -> None:
            taken.append((game.id, step.name))
            before_each(len(taken))

        return take

    steps = tuple(
        compile_steps.Step(s.name, s.stage, s.share, pretend(s), s.modules) for s in compile_steps.STEPS
    )
    monkeypatch.setattr(compile_steps, "STEPS", steps)
    smith.work(games.catalogue())
    return taken


def test_who_is_played_comes_first_and_whoever_is_wanted_meanwhile_comes_next(
    empty: Path, monkeypatch: pytest.MonkeyPatch
):
    want("romains")

    def somebody_opens_another_game(number: int) -> None:
        if number == 2:
            later = time.time() + 5
            marks.wish_for("compagnie").touch()
            os.utime(marks.wish_for("compagnie"), (later, later))

    taken = steps_taken(monkeypatch, somebody_opens_another_game)
    order = [game for game, _step in taken]
    assert order[:2] == ["romains"] * 2
    n = len(compile_steps.STEPS)
    assert order[2 : 2 + n] == ["compagnie"] * n
    assert order[2 + n :] == ["romains"] * (n - 2) + ["cartes"] * n
    assert all(
        not compile_steps.is_cold(games.load(name), stage)
        for name in order
        for stage in ("playing", "thinking")
    )


def test_a_successor_goes_on_where_the_last_one_was(empty: Path, monkeypatch: pytest.MonkeyPatch):
    finish("cartes", "deal", "legal")
    finish("romains")
    taken = steps_taken(monkeypatch, lambda number: None)
    assert ("cartes", "deal") not in taken
    assert ("cartes", "act") in taken
    assert not [game for game, _ in taken if game == "romains"]


# ---------------------------------------------------------------- the smith and the house


def test_there_is_one_lock(empty: Path):
    assert not loading.smith_at_work()
    assert not (cache.root() / "forge.lock").exists()
    lock = loading.take_lock()
    assert lock is not None
    assert loading.take_lock() is None
    assert loading.smith_at_work()
    os.close(lock)
    assert not loading.smith_at_work()
    again = loading.take_lock()
    assert again is not None
    os.close(again)


def test_two_houses_have_one_smith_and_he_ends_with_the_house_that_called_him(empty: Path):
    first = subprocess.Popen([sys.executable, "-c", HOUSE], stdout=subprocess.PIPE, text=True)
    try:
        assert first.stdout is not None
        pid = int(first.stdout.readline())
        assert not gone(pid)
        assert loading.call_smith() is None, "one is at work already"
        usual = os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, pid) in (usual, 19)  # 19 as soon as he has come in
        first.send_signal(signal.SIGKILL)  # without a word of goodbye
        first.wait()
        assert until(lambda: gone(pid))
        assert until(lambda: loading.take_lock() is not None), "the lock has ended with him"
    finally:
        first.kill()
        first.wait()
        assert first.stdout is not None
        first.stdout.close()


def test_who_dies_gets_a_successor(empty: Path, monkeypatch: pytest.MonkeyPatch):
    called: list[subprocess.Popen[bytes]] = []

    def die() -> subprocess.Popen[bytes]:
        called.append(subprocess.Popen([sys.executable, "-c", "raise SystemExit(3)"], stdin=subprocess.PIPE))
        return called[-1]

    monkeypatch.setattr(loading, "call_smith", die)
    forge = loading.Forge()
    forge.see_to_a_smith()
    assert len(called) == 1
    called[0].wait()
    forge.see_to_a_smith()
    assert forge.smith is None, "not at once: whoever dies over and over must not keep the machine busy"
    assert forge.pause > loading.FIRST_PAUSE
    forge.not_before = 0.0
    forge.see_to_a_smith()
    assert len(called) == 2
    forge.close()
    assert called[1].poll() is not None


def test_nobody_is_called_where_nothing_is_left_to_do(empty: Path, monkeypatch: pytest.MonkeyPatch):
    for game_id in games.catalogue():
        finish(game_id)
    monkeypatch.setattr(loading, "call_smith", lambda: pytest.fail("there is nothing to do"))
    loading.Forge().see_to_a_smith()


def test_a_forge_loads_what_is_on_the_disk_and_no_more(empty: Path, monkeypatch: pytest.MonkeyPatch):
    loaded: list[tuple[str, str, bool]] = []

    def pretend(step: compile_steps.Step) -> Callable[[Any], None]:
        return lambda game: loaded.append((game.id, step.name, compiled.insistence.on_compiled))

    steps = tuple(
        compile_steps.Step(s.name, s.stage, s.share, pretend(s), s.modules) for s in compile_steps.STEPS
    )
    monkeypatch.setattr(loading, "STEPS", steps)
    forge = loading.Forge(["cartes", "romains"])
    assert not forge.load_one()
    finish("romains", "deal", "act")
    assert forge.load_one()
    assert not forge.load_one(), "in order: `legal` is missing"
    assert loaded == [("romains", "deal", True)]
    finish("romains")
    finish("cartes")
    want("cartes")
    while forge.load_one():
        pass
    assert forge.all_loaded()
    assert len(loaded) == 2 * len(steps)
    assert [game for game, _step, _waits in loaded[1 : 1 + len(steps)]] == ["cartes"] * len(steps)
    assert not compiled.insistence.on_compiled


def forge_that_misses(
    monkeypatch: pytest.MonkeyPatch, missing: Callable[[int], bool]
) -> tuple[loading.Forge, list[str]]:
    """The code of `legal` is not on the disk: the first time, or always."""
    taken: list[str] = []

    def pretend(step: compile_steps.Step) -> Callable[[Any], None]:
        def take(game: Any) -> None:
            taken.append(step.name)
            if step.name == "legal" and missing(taken.count("legal")):
                raise compiled.NotOnDisk("legal is not compiled yet.")

        return take

    steps = tuple(
        compile_steps.Step(s.name, s.stage, s.share, pretend(s), s.modules) for s in compile_steps.STEPS
    )
    monkeypatch.setattr(loading, "STEPS", steps)
    return loading.Forge(["cartes"]), taken


def test_a_mark_without_its_code_is_taken_back_and_the_smith_does_it_again(
    empty: Path, monkeypatch: pytest.MonkeyPatch
):
    for game_id in games.catalogue():
        finish(game_id)
    forge, taken = forge_that_misses(monkeypatch, lambda time: time == 1)
    assert progress() is None
    while forge.load_one():
        pass
    assert taken == ["deal", "legal"]
    assert not forge.all_loaded()
    assert progress() is not None, "so that a smith is called"
    finish("cartes", "legal")
    while forge.load_one():
        pass
    assert forge.all_loaded()
    assert taken.count("legal") == 2


def test_code_that_cannot_be_kept_is_done_again_only_once(empty: Path, monkeypatch: pytest.MonkeyPatch):
    finish("cartes")
    forge, taken = forge_that_misses(monkeypatch, lambda time: True)
    while forge.load_one():
        pass
    finish("cartes", "legal")
    while forge.load_one():
        pass
    assert forge.all_loaded()
    assert taken.count("legal") == 2


@pytest.mark.skipif(not compiled.compiles(), reason="nothing is compiled")
def test_a_house_compiles_nothing_itself(empty: Path):
    def half(x: int) -> int:
        return x // 2

    halve = compiled.compiled(half)
    assert halve(8) == 4, "as Python"
    with compiled.compiled_only(), pytest.raises(compiled.NotOnDisk, match="half is not compiled yet"):
        halve(8)
    assert not halve.overloads


def test_closing_a_house_dismisses_its_smith(empty: Path):
    forge = loading.Forge()
    forge.see_to_a_smith()
    assert forge.smith is not None
    pid = forge.smith.pid
    forge.close()
    assert until(lambda: gone(pid))
    assert progress() is not None
