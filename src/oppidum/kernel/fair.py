"""Shuffles that can be checked.

Before the first card is dealt the house publishes a commitment to its secret; whoever plays then adds a
contribution of their own; the key of the chance stream is a hash of all of them; the secret is revealed at
the end. For bots, and for whoever gives nothing, the contribution follows from the secret: there is nothing
that the house could draw once it knows what the others gave. What this proves, and what it does not, is in
docs/record.md.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

SECRET_BYTES = 32
CONTRIBUTION_BYTES = 64  # at most, and at least one


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """What the house publishes before it knows any contribution."""
    return hashlib.sha256(b"oppidum commitment 1\n" + secret).hexdigest()


def house_contribution(secret: bytes, seat: int) -> bytes:
    """What the house gives for a seat, counted from 0: settled by the commitment, and different for each."""
    return hashlib.sha256(b"oppidum house 2\n" + secret + (seat + 1).to_bytes(4, "little")).digest()


def fair_key(secret: bytes, contributions: Sequence[bytes]) -> bytes:
    """The key: a hash of the house's secret and every seat's contribution, in the order of the seats."""
    digest = hashlib.sha256(b"oppidum key 1\n" + secret)
    for contribution in contributions:
        digest.update(len(contribution).to_bytes(4, "little") + contribution)
    return digest.digest()


def seed_key(seed: object, number: int = 0) -> bytes:
    """The key of game `number` of a simulation: reproducible, for whoever wants the same cards again."""
    return hashlib.sha256(f"oppidum seed 1\n{seed}\n{number}".encode()).digest()
