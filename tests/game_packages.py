"""Games that come in packages of their own, as somebody who installs them has them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests import forked_command

ROOT = Path(__file__).resolve().parent.parent
BOARS = ROOT / "examples" / "boars"


def install(package: Path, place: Path) -> Path:
    """Build a package and install it into a folder of its own; nothing else of this machine changes."""
    uv = Path(sys.executable).parent / "uv"
    target = ["--python", sys.executable, "--target", str(place)]
    done = subprocess.run(
        [uv, "pip", "install", "--no-cache", "--no-deps", "--no-build-isolation", *target, str(package)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return place


def run(
    place: Path, *command: str, text_in: str = "", cwd: Path | None = None, code: int = 0, **environment: str
) -> str:
    """Run Python where that package is installed; what it prints. What went wrong is printed, too.

    Away from the tables of whoever runs the tests.
    """
    known = {"LANG": "C.UTF-8", "LC_ALL": "", "XDG_DATA_HOME": str(place / ".data")}
    known["PYTHONPATH"] = os.pathsep.join([str(place), *filter(None, [os.environ.get("PYTHONPATH")])])
    known |= environment
    done = forked_command.python(*command, environment=known, text_in=text_in, cwd=cwd, together=True)
    assert done.returncode == code, done.stdout[-3000:]
    return done.stdout
