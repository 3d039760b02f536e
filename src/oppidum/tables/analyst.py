"""The analyst runs the house's errands (analyses, measurements of boxes), in a process below all others."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import msgspec

from oppidum.kernel.errors import OppidumError

if TYPE_CHECKING:
    from oppidum.tables.errands import Errand
    from oppidum.tables.hall import Hall

POLL_SECONDS = 10.0  # for what other processes were asked and have left undone
WORD_SECONDS = 1.0  # how often the store is told how far it is
log = logging.getLogger(__name__)


class Analyst(threading.Thread):
    def __init__(self, hall: Hall) -> None:
        super().__init__(name="oppidum-analyst", daemon=True)
        self.hall = hall
        self.asked = threading.Event()
        self.stopping = False
        self.evenly = True
        self.process: subprocess.Popen[bytes] | None = None

    def wake(self) -> None:
        self.asked.set()

    def stop(self) -> None:
        self.stopping = True
        self.asked.set()
        process = self.process
        if process is not None:
            process.terminate()
        self.join(timeout=5)

    def run(self) -> None:
        while not self.stopping:
            try:
                if not self.work_once():
                    self.asked.wait(POLL_SECONDS)
                    self.asked.clear()
            except OppidumError as error:
                log.warning("the analyst cannot use the store: %s", error)
                self.asked.wait(POLL_SECONDS)
            except Exception:
                log.exception("the analyst stumbled")
                self.asked.wait(POLL_SECONDS)

    def work_once(self) -> bool:
        """Run one errand; False if there is none. The kinds take turns in who is asked first."""
        from oppidum.tables import analyses, measurements

        kinds = [analyses, measurements] if self.evenly else [measurements, analyses]
        self.evenly = not self.evenly
        errand = next((found for kind in kinds if (found := kind.claim(self.hall))), None)
        if errand is None:
            return False
        result = self.made(errand)
        if result is not None:
            errand.kind.note(self.hall, errand.key, result=result, progress=1.0)
        elif self.stopping:
            errand.kind.note(self.hall, errand.key, heard=0.0)  # whoever starts next goes on with it
        else:
            errand.kind.note(self.hall, errand.key, failed=True)
            log.warning("%s has failed", errand.module)
        return True

    def made(self, errand: Errand) -> bytes | None:
        """What it brings, as JSON; None if its process has ended without it."""
        process = subprocess.Popen(
            [sys.executable, "-m", errand.module],
            stdin=subprocess.PIPE,  # it ends when nobody holds its other end
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the house
        )
        self.process = process
        if self.stopping:  # `stop` may have come before there was anything to end
            process.terminate()
        assert process.stdin is not None
        assert process.stdout is not None
        result = None
        alive = threading.Event()
        try:
            process.stdin.write(msgspec.json.encode(errand.task) + b"\n")
            process.stdin.flush()
            threading.Thread(target=self.vouch, args=(errand, alive), daemon=True).start()
            told = 0.0
            for line in process.stdout:
                if line.startswith(b"{"):
                    msgspec.json.decode(line, type=errand.brings)
                    result = line.rstrip()
                elif self.hall.now() - told >= WORD_SECONDS:
                    told = self.hall.now()
                    errand.kind.note(self.hall, errand.key, progress=float(line), heard=told)
        except (BrokenPipeError, msgspec.DecodeError):
            log.warning("%s broke off", errand.module)
        finally:
            alive.set()
            process.stdin.close()
            process.stdout.close()
            process.wait()
            self.process = None
        return result

    def vouch(self, errand: Errand, done: threading.Event) -> None:
        """While it compiles it says nothing: let others know that it is at work."""
        from oppidum.tables.errands import SILENT

        while not done.wait(SILENT / 3):
            try:
                errand.kind.note(self.hall, errand.key, heard=self.hall.now())
            except OppidumError:
                return
