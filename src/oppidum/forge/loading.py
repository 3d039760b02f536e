"""The forge inside a house: a smith at work somewhere, and what he has finished loaded into this process."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
import time

from oppidum import games
from oppidum.bots.compile_steps import STEPS, Step, done
from oppidum.forge import smith
from oppidum.forge.marks import most_wanted, progress, undo
from oppidum.kernel import cache
from oppidum.kernel.compiled import NotOnDisk, compiled_only, compiles, play_meanwhile
from oppidum.kernel.game import Game

try:
    import fcntl
except ImportError:  # no such locks there: every house has a smith of its own, which is only a waste
    fcntl = None

LOOK_SECONDS = 0.5
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0  # before a smith who has died gets a successor
log = logging.getLogger(__name__)


def take_lock() -> int | None:
    """The one lock of all houses, as an open file, and it ends with who holds that; None if it is taken."""
    file = os.open(cache.root() / "forge.lock", os.O_RDWR | os.O_CREAT, 0o644)
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(file)
            return None
    return file


def smith_at_work() -> bool:
    """Does some house have one now? Only looks: it makes no lock."""
    try:
        file = os.open(cache.root() / "forge.lock", os.O_RDONLY)
    except OSError:
        return False
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return False
    except OSError:
        return True
    finally:
        os.close(file)


def call_smith() -> subprocess.Popen[bytes] | None:
    """Start one, who holds the lock until he ends; None if there is one at work already."""
    lock = take_lock()
    if lock is None:
        return None
    try:
        return subprocess.Popen(
            [sys.executable, "-m", smith.__name__],
            stdin=subprocess.PIPE,  # he ends when nobody holds its other end
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the house
            pass_fds=(lock,) if fcntl is not None else (),
        )
    finally:
        os.close(lock)


class Forge(threading.Thread):
    """From its making on nobody in this process waits for the compiler. Close it at the end.

    A change-over needs no moment of its own: whatever has been loaded is called from then on, and gives the
    same bytes as before.
    """

    def __init__(self, game_ids: list[str] | None = None) -> None:
        super().__init__(name="oppidum-forge", daemon=True)
        if compiles():
            cache.prepare()
        play_meanwhile()
        self.game_ids = game_ids or list(games.catalogue())
        self.loaded: set[tuple[str, str]] = set()
        self.undone: set[tuple[str, str]] = set()
        self.smith: subprocess.Popen[bytes] | None = None
        self.pause = FIRST_PAUSE
        self.not_before = 0.0
        self.stopping = threading.Event()

    def run(self) -> None:
        while not self.stopping.is_set() and not self.all_loaded():
            try:
                self.see_to_a_smith()
                if not self.load_one():
                    self.stopping.wait(LOOK_SECONDS)
            except Exception:
                log.exception("the forge stumbled")
                self.stopping.wait(LONGEST_PAUSE)

    def close(self) -> None:
        self.stopping.set()
        if self.is_alive():
            self.join(timeout=5)
        if self.smith is not None:
            self.dismiss(self.smith)

    # ------------------------------------------------------------ compiling

    def see_to_a_smith(self) -> None:
        """Call one where something is left to do and nobody does it."""
        if self.smith is not None and self.smith.poll() is not None:
            if self.smith.returncode:
                log.warning("the smith has ended with %s; another one is called", self.smith.returncode)
            self.dismiss(self.smith)
            self.smith = None
            self.not_before = time.monotonic() + self.pause
            self.pause = min(2 * self.pause, LONGEST_PAUSE)
        if self.smith is None and time.monotonic() >= self.not_before and progress() is not None:
            self.smith = call_smith()

    def dismiss(self, one: subprocess.Popen[bytes]) -> None:
        assert one.stdin is not None
        one.stdin.close()
        if one.poll() is None:
            one.terminate()
            one.wait(timeout=5)

    # ------------------------------------------------------------ loading

    def steps_left(self, game: Game) -> list[Step]:
        return [step for step in STEPS if (game.id, step.name) not in self.loaded]

    def all_loaded(self) -> bool:
        return not any(self.steps_left(games.load(game_id)) for game_id in self.game_ids)

    def load_one(self) -> bool:
        """Load the next step that is on the disk; False if there is none."""
        ready = {}
        for game_id in self.game_ids:
            game = games.load(game_id)
            left = self.steps_left(game)
            if left and done(game, left[0]):
                ready[game_id] = (game, left[0])
        if not ready:
            return False
        game, step = ready[most_wanted(list(ready))]
        try:
            with compiled_only():
                step.take(game)
        except NotOnDisk as missing:
            if (game.id, step.name) not in self.undone:
                log.info("%s The smith shall do it again.", missing)
                self.undone.add((game.id, step.name))
                undo(game, step)
                return True
            log.warning("%s It cannot be kept on the disk, and stays Python.", missing)
        self.loaded.add((game.id, step.name))
        return True
