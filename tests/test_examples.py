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
from oppidum.kernel.players_luck import luck_from, roll
from oppidum.kernel.record import Seat, Shuffle

SCRIPT = Path(__file__).resolve().parent.parent / "examples" / "check_shuffle.py"
GAME = games.load("cartes")


def fair_record(number: int, players: int, characters: str, house: list[int] | None) -> dict[str, Any]:
    """A game in which these seats (from 1) are bots; none: it gives the key alone."""
    secret = bytes([number + 1] * 32)
    given = [
        fair.house_contribution(secret, seat)
        if seat + 1 in (house or ())
        else bytes([seat, number])[: 1 + seat % 2]
        for seat in range(players)
    ]
    key = fair.fair_key(secret, given)
    shuffle = Shuffle(key.hex())
    if house is not None:
        shuffle = Shuffle(key.hex(), fair.commitment(secret), secret.hex(), [c.hex() for c in given], house)
    options = {"hands": "3", "characters": characters}
    s = GAME.deal(players, key, options)
    seats = [Seat("", "greedy" if seat + 1 in (house or ()) else None) for seat in range(players)]
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
        fair_record(number, players, characters, house)
        for number, (players, characters, house) in enumerate(
            [(2, "seats", []), (3, "drawn", [2, 3]), (5, "drawn", None), (4, "seats", None)]
        )
    ]


def check(file: Path, *records: dict[str, Any], kept: tuple[str, ...] = ()) -> tuple[int, str]:
    file.write_text("".join(json.dumps(r) + "\n" for r in records), encoding="utf-8")
    command = [sys.executable, "-I", str(SCRIPT), str(file), *kept]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.stderr
    return done.returncode, done.stdout.strip()


def test_the_script_is_short_and_knows_nothing_of_us():
    text = SCRIPT.read_text(encoding="utf-8")
    assert 140 < len(text.splitlines()) < 160  # as README and docs/record.md say
    assert "import oppidum" not in text
    assert "from oppidum" not in text


def test_real_records_pass(records: list[dict[str, Any]], tmp_path: Path):
    assert sum(move.startswith("* deck") for move in records[0]["moves"]) == 3
    assert check(tmp_path / "r.jsonl", *records[:2]) == (0, "The cards fell as promised.")
    code, said = check(tmp_path / "r.jsonl", *records)
    assert code == 0
    assert said.splitlines()[1:] == [f"But line {n}: the key alone, no promise." for n in (3, 4)]


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


def test_a_house_that_draws_again_is_caught(records: list[dict[str, Any]], tmp_path: Path):
    """A bot's contribution drawn until the cards please, with key, cards and all else in order."""
    file = tmp_path / "r.jsonl"
    shuffle = records[1]["shuffle"]
    given = [*shuffle["contributions"][:2], "5eed"]
    key = fair.fair_key(bytes.fromhex(shuffle["secret"]), [bytes.fromhex(c) for c in given])
    ground = shuffle | {"contributions": given, "key": key.hex()}
    said = check(file, records[1] | {"shuffle": ground})[1]
    assert "what the house gave for seat 3 does not follow from its secret" in said
    said = check(file, records[1] | {"shuffle": ground | {"house": [2]}})[1]
    assert "seat 3 is a bot's, but not the house's" in said
    said = check(file, records[1] | {"shuffle": shuffle | {"house": [3]}})[1]
    assert "what the house gave for seat 2" in said


def test_what_somebody_kept_must_be_there(records: list[dict[str, Any]], tmp_path: Path):
    file = tmp_path / "r.jsonl"
    shuffle = records[1]["shuffle"]
    mine, bots = shuffle["contributions"][:2]
    assert check(file, records[1], kept=(shuffle["commitment"], mine))[0] == 0
    for other in ("00" * 32, "abcd", bots):
        assert check(file, records[1], kept=(mine, other)) == (1, f"line 1: {other} is not in the record")
    assert check(file, records[2], kept=(mine,))[0] == 1


def run(*arguments: str) -> tuple[int, str]:
    command = [sys.executable, "-I", str(SCRIPT), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    return done.returncode, (done.stdout + done.stderr).strip()


def test_lines_end_where_json_lines_end(records: list[dict[str, Any]], tmp_path: Path):
    """Empty lines do not count; what only looks like the end of a line is part of a name."""
    file = tmp_path / "r.jsonl"
    named = records[0] | {"seats": [{"name": "a\u2028b\x85c", "bot": None}, {"name": "\r", "bot": None}]}
    lines = ["", json.dumps(named, ensure_ascii=False) + "\r", "  ", json.dumps(records[1]), "", ""]
    file.write_bytes("\n".join(lines).encode())
    assert run(str(file)) == (0, "The cards fell as promised.")


def test_what_is_no_record_gets_one_sentence(records: list[dict[str, Any]], tmp_path: Path):
    file = tmp_path / "r.jsonl"
    romains = records[0] | {"game": "romains", "options": {"calls": "draw"}}
    for nonsense in (
        "nonsense",
        "{}",
        "[1]",
        "7",
        "[" * 9999,
        '{"shuffle": {"key": "x"}}',
        json.dumps(romains),
    ):
        file.write_text(nonsense + "\n", encoding="utf-8")
        assert run(str(file)) == (1, "line 1: no record of cartes")
    file.write_bytes(b"\xff\xfe\n")
    assert run(str(file)) == (1, "line 1: no record of cartes")
    file.write_bytes(b"\n\n")
    assert run(str(file)) == (1, "no record")
    assert run(str(tmp_path / "absent")) == (
        1,
        f"{tmp_path / 'absent'} cannot be read: No such file or directory.",
    )
    assert run(str(tmp_path)) == (1, f"{tmp_path} cannot be read: Is a directory.")
    assert run()[1].startswith("Say which file: ")


def test_the_first_format_and_its_limits(records: list[dict[str, Any]], tmp_path: Path):
    shuffle = {name: value for name, value in records[0]["shuffle"].items() if name != "house"}
    first = records[0] | {"format": "oppidum/1", "shuffle": shuffle}
    code, said = check(tmp_path / "r.jsonl", first)
    assert (code, said.splitlines()[1]) == (
        0,
        "But line 1: first format: what the house itself drew is not bound.",
    )
    alone = fair_record(7, 2, "seats", [1, 2])
    assert check(tmp_path / "r.jsonl", alone)[1].endswith("the house alone gave to the shuffle.")


def test_what_was_not_checked_is_not_called_right(records: list[dict[str, Any]], tmp_path: Path):
    file = tmp_path / "r.jsonl"
    shuffle = records[1]["shuffle"]
    assert check(file, records[0] | {"moves": []}) == (1, "line 1: no deck was shuffled")
    assert check(file, records[0] | {"game": "romains"}) == (1, "line 1: no record of cartes")
    unknown = check(file, records[0] | {"format": "oppidum/9"})
    assert unknown == (1, "line 1: the format 'oppidum/9' is not known here")
    for missing in ("commitment", "secret", "contributions", "house"):
        rest = {name: value for name, value in shuffle.items() if name != missing}
        code, said = check(file, records[1] | {"shuffle": rest})
        assert code == 1
        assert said.startswith(
            "line 1: a promise needs commitment, contributions, house, secret, but here is"
        )
    code, said = check(file, records[1] | {"format": "oppidum/1"})
    assert code == 1
    assert said.startswith("line 1: a promise needs commitment, contributions, secret, but here is")
    line = json.dumps(records[0])
    for twice in (
        line.replace('"key": ', '"key": "00", "key": ', 1),
        line.replace("{", '{"moves": [], ', 1),
    ):
        file.write_text(twice, encoding="utf-8")
        code, said = run(str(file))
        assert code == 1
        assert said.endswith(" is there twice in one object")
