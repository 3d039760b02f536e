"""Shuffles that can be checked.

Before the first card is dealt the table publishes a commitment to its secret; every seat adds a random
contribution of its own; the key of the chance stream is a hash of all of them; the secret is revealed at
the end. Nobody, the table included, can steer the key, and anybody can check it afterwards.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

SECRET_BYTES = 32


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """What the table publishes before it knows any contribution."""
    return hashlib.sha256(b"oppidum commitment 1\n" + secret).hexdigest()


def fair_key(secret: bytes, contributions: Sequence[bytes]) -> bytes:
    """The key: a hash of the table's secret and every seat's contribution, in the order of the seats."""
    digest = hashlib.sha256(b"oppidum key 1\n" + secret)
    for contribution in contributions:
        digest.update(len(contribution).to_bytes(4, "little") + contribution)
    return digest.digest()


def seed_key(seed: object, number: int = 0) -> bytes:
    """The key of game `number` of a simulation: reproducible, for whoever wants the same cards again."""
    return hashlib.sha256(f"oppidum seed 1\n{seed}\n{number}".encode()).digest()
