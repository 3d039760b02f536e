"""The first few thousand of the million inputs that `bench/fuzz.py` spoils; more with `--long`."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "bench"))

import fuzz

INPUTS = {
    "notation": 6000,
    "records": 1000,
    "editions": 200,
    "api": 800,
    "forms": 200,
    "heads": 100,
    "wires": 200,
}
LONGER = 20


@pytest.mark.parametrize("kind", list(INPUTS))
def test_nothing_breaks(kind: str, long: bool) -> None:
    wanted = INPUTS[kind] * (LONGER if long else 1)
    tallies, broken = fuzz.run(wanted, "tests", [kind])
    assert not broken, "\n".join(broken)
    assert tallies[kind].tried == wanted
    assert tallies[kind].right < wanted, "nothing was spoilt"


def test_it_notices_what_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    def attempt(luck: random.Random) -> bool:
        return bool(1 // luck.randrange(2))

    monkeypatch.setattr(fuzz, "notation", lambda: attempt)
    tallies, broken = fuzz.run(100, "tests", ["notation"])
    assert len(broken) == 20, "it goes on for ever"
    assert "ZeroDivisionError" in broken[0]
    assert tallies["notation"].tried < 100


def test_it_notices_a_wire_that_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oppidum.web.wire.UNREADABLE", ())
    monkeypatch.setattr("oppidum.web.wire.decode", lambda message: 1 // 0)
    _, broken = fuzz.run(40, "tests", ["wires"])
    assert any("ZeroDivisionError" in line for line in broken)
