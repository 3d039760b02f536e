"""Who is here: no accounts, a name and an identity that can be carried to another device.

Only hashes of recovery codes and tokens are stored: whoever reads the store can impersonate nobody.
"""

from __future__ import annotations

from dataclasses import dataclass

from oppidum.tables.hall import Hall

NAME_LENGTH = 32


@dataclass(frozen=True)
class Visitor:
    id: str  # no secret; the web signs it into the cookie
    name: str
    created: float


@dataclass(frozen=True)
class Arrival:
    visitor: Visitor
    recovery_code: str  # shown once


def arrive(hall: Hall, name: str) -> Arrival:
    """A new identity. The name is trimmed, 1 to 32 characters, without control characters; BadOption otherwise."""
    raise NotImplementedError


def find(hall: Hall, visitor: str) -> Visitor:
    """Raises NoSuchVisitor."""
    raise NotImplementedError


def rename(hall: Hall, visitor: str, name: str) -> Visitor:
    """A new name, also at the seats of tables not yet over."""
    raise NotImplementedError


def new_recovery_code(hall: Hall, visitor: str) -> str:
    """A fresh recovery code; the old one is void."""
    raise NotImplementedError


def recover(hall: Hall, code: str) -> Visitor:
    """The identity behind a recovery code (spaces, dashes and capitals do not matter). Raises NoSuchVisitor."""
    raise NotImplementedError


def new_token(hall: Hall, visitor: str, label: str = "") -> str:
    """A token for programs, shown once. At most 20 a visitor."""
    raise NotImplementedError


def by_token(hall: Hall, token: str) -> Visitor:
    """Raises NoSuchVisitor."""
    raise NotImplementedError


def revoke_tokens(hall: Hall, visitor: str) -> int:
    """All tokens of a visitor are void; returns how many there were."""
    raise NotImplementedError
