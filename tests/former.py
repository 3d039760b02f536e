"""Stores as former versions wrote them, kept in tests/fixtures."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

FOLDER = Path(__file__).parent / "fixtures"


def restore(file: Path, version: str = "0.1.0") -> Path:
    """A SQLite store of that version."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.executescript((FOLDER / version / "store.sql").read_text(encoding="utf-8"))
    return file
