"""The analyst: makes the analyses that were asked for, one after the other, in a process below all others."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import msgspec

from oppidum.analysis.report import Analysis
from oppidum.kernel.errors import OppidumError

if TYPE_CHECKING:
    from oppidum.tables.analyses import Claimed
    from oppidum.tables.hall import Hall

JOB = "oppidum.analysis.job"
POLL_SECONDS = 10.0  # for what other processes were asked and have left undone
WORD_SECONDS = 1.0  # how often the store is told how far it is
log = logging.getLogger(__name__)


class Analyst(threading.Thread):
    def __init__(self, hall: Hall) -> None:
        super().__init__(name="oppidum-analyst", daemon=True)
        self.hall = hall
        self.asked = threading.Event()
        self.stopping = False
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
        """Make one analysis; False if none was asked for."""
        from oppidum.tables.analyses import claim, note

        claimed = claim(self.hall)
        if claimed is None:
            return False
        result = self.made(claimed)
        if result is not None:
            note(self.hall, claimed.table_id, result=result, progress=1.0)
        elif self.stopping:
            note(self.hall, claimed.table_id, heard=0.0)  # whoever starts next goes on with it
        else:
            note(self.hall, claimed.table_id, failed=True)
            log.warning("an analysis has failed")
        return True

    def made(self, claimed: Claimed) -> bytes | None:
        """The analysis as JSON; None if its process has ended without one."""
        from oppidum.tables.analyses import finished, job_of, note

        task = msgspec.json.encode(job_of(finished(self.hall, claimed.code)))
        process = subprocess.Popen(
            [sys.executable, "-m", JOB],
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
            process.stdin.write(task + b"\n")
            process.stdin.flush()
            threading.Thread(target=self.vouch, args=(claimed.table_id, alive), daemon=True).start()
            told = 0.0
            for line in process.stdout:
                if line.startswith(b"{"):
                    msgspec.json.decode(line, type=Analysis)
                    result = line.rstrip()
                elif self.hall.now() - told >= WORD_SECONDS:
                    told = self.hall.now()
                    note(self.hall, claimed.table_id, progress=float(line), heard=told)
        except (BrokenPipeError, msgspec.DecodeError):
            log.warning("an analysis broke off")
        finally:
            alive.set()
            process.stdin.close()
            process.stdout.close()
            process.wait()
            self.process = None
        return result

    def vouch(self, table_id: int, done: threading.Event) -> None:
        """While it compiles it says nothing: let others know that it is at work."""
        from oppidum.tables.analyses import SILENT, note

        while not done.wait(SILENT / 3):
            try:
                note(self.hall, table_id, heard=self.hall.now())
            except OppidumError:
                return
