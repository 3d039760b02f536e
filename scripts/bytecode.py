"""Import what playing imports, so that its bytecode is kept and the first start is one like any other.

Run once when .venv is filled, also where the environment tells Python to keep none. To compile whole
libraries ahead would take three times as much room.
"""

from __future__ import annotations

import compileall
import importlib
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = False
ROOT = Path(__file__).resolve().parent.parent
LATER = (
    "alembic.command",
    "oppidum.web.connection",
    "oppidum.cli",
    "oppidum.arena.contest",
    "oppidum.terminal.sitting",
)


def main() -> None:
    compileall.compile_dir(ROOT / "src" / "oppidum", quiet=2)
    for name in LATER:
        importlib.import_module(name)
    import numba

    from oppidum.tables import open_hall
    from oppidum.web.app import create_app

    numba.njit(lambda: 0)()  # Numba loads its compiler when it first compiles
    with tempfile.TemporaryDirectory() as folder, open_hall(data=folder, work=False) as hall:
        create_app(hall)


if __name__ == "__main__":
    main()
