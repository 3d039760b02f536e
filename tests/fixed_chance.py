"""Chance that is the same in every run: what shuffles, secrets and names are drawn from while tests run."""

from __future__ import annotations

import os
import random
import secrets

LUCK = random.Random()


def fix(seed: str) -> None:
    """From here on this process draws what the seed says; each that splits off it draws something else."""
    if secrets.choice != LUCK.choice:
        secrets.token_bytes = lambda nbytes=None: LUCK.randbytes(nbytes or 32)
        secrets.choice = LUCK.choice
        os.register_at_fork(after_in_child=LUCK.seed)
    for chance in (LUCK, random):
        chance.seed(seed)
