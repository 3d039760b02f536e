"""What the first `make play` installs: seconds and megabytes, with a warm package cache.

    python bench/installing.py

In a fresh clone of what is committed, twice: the first time fills the caches of uv, pip and npm, the second
is measured. Only what `make play` does before it starts Oppidum.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LARGEST = 5


def install(folder: Path) -> float:
    subprocess.run(["git", "clone", "--quiet", ROOT, folder], check=True)
    clean = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    began = time.perf_counter()
    subprocess.run(["make", ".venv/.play"], cwd=folder, env=clean, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def megabytes(place: Path) -> float:
    """As the disk counts them."""
    files = [place, *place.rglob("*")] if place.is_dir() else [place]
    inodes = {(info.st_dev, info.st_ino): info.st_blocks for info in (file.lstat() for file in files)}
    return sum(inodes.values()) * 512 / 1e6


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="oppidum-install-") as name:
        install(Path(name) / "first")
        folder = Path(name) / "second"
        print(f"{install(folder):.0f} s, {megabytes(folder / '.venv'):.0f} MB in .venv, of that")
        (packages,) = (folder / ".venv").glob("lib/python*/site-packages")
        sizes = sorted(((megabytes(place), place.name) for place in packages.iterdir()), reverse=True)
        for size, what in sizes[:LARGEST]:
            print(f"{size:6.0f} MB  {what}")


if __name__ == "__main__":
    main()
