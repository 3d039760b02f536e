"""The independent check of shuffles agrees with the records, and finds what was altered."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from oppidum import games
from oppidum.kernel import fair, record
from oppidum.kernel.luck import luck_from, roll
from oppidum.kernel.record import Seat, Shuffle

SCRIPT = Path(__file__).resolve().parent.parent / "examples" / "check_shuffle.py"
GAME = games.load("cartes")


def fair_record(number: int, players: int, characters: str, promised: bool) -> dict[str, Any]:
    secret = bytes([number + 1] * 32)
    given = [bytes([seat, number])[: 1 + seat % 2] for seat in range(players)]
    key = fair.fair_key(secret, given)
    shuffle = Shuffle(key.hex())
    if promised:
        shuffle = Shuffle(key.hex(), fair.commitment(secret), secret.hex(), [c.hex() for c in given])
    options = {"hands": "3", "characters": characters}
    s = GAME.deal(players, key, options)
    seats = [Seat(f"seat {seat + 1}", None) for seat in range(players)]
    told = record.begin(GAME, GAME.default_edition(), seats, options, shuffle, s)
    luck = luck_from("examples", number)
    while waiting := GAME.waiting(s):
        legal = GAME.legal(s, waiting[0])
        action = legal[int(roll(luck, len(legal)))]
        words = GAME.notation.write(s, waiting[0], action)
        GAME.act(s, waiting[0], action)
        record.append(GAME, told, s, waiting[0], words)
    record.close(GAME, told, s)
    return json.loads(record.encode(told))


@pytest.fixture(scope="module")
def records() -> list[dict[str, Any]]:
    return [
        fair_record(number, players, characters, promised)
        for number, (players, characters, promised) in enumerate(
            [(2, "seats", True), (3, "drawn", True), (5, "drawn", False), (4, "seats", False)]
        )
    ]


def check(file: Path, *records: dict[str, Any]) -> tuple[int, str]:
    file.write_text("".join(json.dumps(r) + "\n" for r in records), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", str(SCRIPT), str(file)], capture_output=True, text=True, check=False
    )
    assert not done.stderr
    return done.returncode, done.stdout.strip()


def test_the_script_is_short_and_knows_nothing_of_us():
    text = SCRIPT.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 80
    assert "import oppidum" not in text
    assert "from oppidum" not in text


def test_real_records_pass(records: list[dict[str, Any]], tmp_path: Path):
    assert sum(move.startswith("* deck") for move in records[0]["moves"]) == 3
    assert check(tmp_path / "r.jsonl", *records) == (0, "The cards fell as promised.")


def test_altered_records_do_not(records: list[dict[str, Any]], tmp_path: Path):
    file = tmp_path / "r.jsonl"

    def altered(number: int, **shuffle: Any) -> dict[str, Any]:
        return records[number] | {"shuffle": records[number]["shuffle"] | shuffle}

    other = "00" * 32
    assert "not the one committed to" in check(file, altered(0, secret=other))[1]
    assert "not the one committed to" in check(file, altered(0, commitment=other))[1]
    contributions = records[1]["shuffle"]["contributions"][::-1]
    assert "key does not follow" in check(file, altered(1, contributions=contributions))[1]
    assert "chance brings '* deck " in check(file, altered(3, key=other))[1]
    moves = list(records[2]["moves"])
    moves[0], moves[1] = moves[1], moves[0]
    assert "chance brings '* character 1" in check(file, records[2] | {"moves": moves})[1]
    code, said = check(file, records[0], altered(3, key=other))
    assert code == 1
    assert said.startswith("line 2: ")
