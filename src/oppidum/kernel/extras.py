"""Libraries that playing does not need come with extras; who lacks one is told how to get it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from oppidum.kernel.errors import OppidumError

INSTALLER = Path(__file__).resolve().parents[3] / "scripts" / "install.sh"  # in the repository alone


class MissingExtra(OppidumError, ImportError):
    """An import that fails for want of an extra."""


def how_to_get(extra: str) -> str:
    """The command that brings an extra's libraries; who plays from the repository may have no pip at all."""
    return "make setup" if INSTALLER.is_file() else f"pip install oppidum[{extra}]"


def missing(extra: str, what: str, library: str) -> str:
    return f"{what} needs {library}, which is not installed: {how_to_get(extra)}."


@contextmanager
def needs(extra: str, what: str) -> Generator[None]:
    """Around the imports of an extra's libraries: one sentence where they are missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        raise MissingExtra(missing(extra, what, library)) from None
