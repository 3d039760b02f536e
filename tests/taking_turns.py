"""Less on every change, everything with `--long`: parameters that take turns, fewer examples."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest
from hypothesis import settings


def taking_turns(*lists: Iterable[Any]) -> list[Any]:
    """All combinations; those in which the shorter lists do not keep step with the longest take long."""
    values = [list(each) for each in lists]
    steps = max(map(len, values))
    kept = {tuple(step % len(each) for each in values) for step in range(steps)}
    return [
        pytest.param(
            *(each[place] for each, place in zip(values, places, strict=True)),
            marks=[] if places in kept else [pytest.mark.long],
        )
        for places in product(*(range(len(each)) for each in values))
    ]


def examples(few: int, many: int) -> int:
    """How many examples Hypothesis tries: the profile of `tests/conftest.py` knows whether there is time."""
    return many if settings.get_current_profile_name() == "long" else few
