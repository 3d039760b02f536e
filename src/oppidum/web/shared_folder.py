"""The folder in which the workers of a server count together, and what dead servers have left of theirs.

A server that is killed tidies nothing up. Whoever starts next does: a folder is in use as long as somebody
holds a part of the file in it, and the operating system lets go of that for whoever dies.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Generator
from pathlib import Path

from oppidum.web import shared_counts

PREFIX = "oppidum-workers-"
YOUNG = 60.0  # seconds: somebody may just be about to hold it
LIMITS = "limits"


@contextlib.contextmanager
def shared_folder() -> Generator[Path]:
    """A new one, gone when it is over."""
    tidy_up(Path(tempfile.gettempdir()))
    with tempfile.TemporaryDirectory(prefix=PREFIX) as folder:
        limits = Path(folder) / LIMITS
        shared_counts.prepare(limits)
        with shared_counts.held(limits):
            yield Path(folder)


def tidy_up(place: Path) -> None:
    """Away with what dead servers of this user have left there."""
    for folder in place.glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            if is_ours(folder.lstat()) and not shared_counts.in_use(folder / LIMITS):
                shutil.rmtree(folder, ignore_errors=True)


def is_ours(found: os.stat_result) -> bool:
    """A folder, not a link to one, of nobody else, and no new one."""
    whose = getattr(os, "getuid", lambda: found.st_uid)()
    return stat.S_ISDIR(found.st_mode) and found.st_uid == whose and time.time() - found.st_mtime > YOUNG
