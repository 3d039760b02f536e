"""Records: nothing is lost on the way, and nothing that matters can be altered unnoticed."""

from __future__ import annotations

import copy
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path as FilePath
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec import UNSET

from oppidum import games
from oppidum.cli import simulating
from oppidum.kernel import fair, record
from oppidum.kernel.editions import Edition, EditionFile, content
from oppidum.kernel.errors import BadRecord, OppidumError
from oppidum.kernel.players_luck import luck_from, roll
from oppidum.kernel.record import Record, Seat, Shuffle

GAME = games.load("cartes")
SECRET = bytes(range(100, 132))
CONTRIBUTIONS = (b"first seat", fair.house_contribution(SECRET, 1), b"third")  # the second seat is a bot's
Json = dict[str, Any]


def play(decisions: int | None = None, options: dict[str, object] | None = None) -> Record:
    """A game at a fair table of three, to its end or for some decisions."""
    options = options or {"hands": "1", "characters": "drawn"}
    key = fair.fair_key(SECRET, CONTRIBUTIONS)
    given = [given.hex() for given in CONTRIBUTIONS]
    shuffle = Shuffle(key.hex(), fair.commitment(SECRET), SECRET.hex(), given, [2])
    s = GAME.deal(3, key, options)
    seats = [Seat("Zoé", None), Seat("a bot", "greedy"), Seat("", None)]
    told = record.begin(GAME, GAME.default_edition(), seats, options, shuffle, s)
    luck = luck_from("record")
    made = 0
    while (waiting := GAME.waiting(s)) and made != decisions:
        legal = GAME.legal(s, waiting[0])
        action = legal[int(roll(luck, len(legal)))]
        words = GAME.notation.write(s, waiting[0], action)
        GAME.act(s, waiting[0], action)
        record.append(GAME, told, s, waiting[0], words)
        made += 1
    if not waiting:
        record.close(GAME, told, s)
    return told


@cache
def finished() -> str:
    return record.encode(play())


def check(line: str) -> None:
    record.check(record.decode(line), games.load)


def complaint(data: Json) -> str:
    """What is wrong with a record, in one sentence."""
    with pytest.raises(OppidumError) as caught:
        check(json.dumps(data))
    return str(caught.value)


# ---------------------------------------------------------------- records that are right


def test_record_json_record():
    told = play()
    again = record.decode(record.encode(told))
    assert again == told
    assert record.encode(again) == record.encode(told)
    check(record.encode(told))


def test_the_shape_of_the_json():
    data = json.loads(finished())
    fields = ["format", "game", "edition", "options", "seats", "shuffle", "moves", "result", "rules"]
    assert list(data) == fields
    assert (data["format"], data["rules"]) == ("oppidum/2", GAME.about.revision)
    assert data["edition"] == {"id": "reconstituee", "sha256": GAME.default_edition().sha256}
    assert data["options"] == {"hands": "1", "characters": "drawn"}
    assert data["seats"][1] == {"name": "a bot", "bot": "greedy"}
    assert list(data["shuffle"]) == ["key", "commitment", "secret", "contributions", "house"]
    assert data["moves"][0].startswith("* character 1 ")
    assert data["moves"][3].startswith("* deck ")
    assert re.fullmatch(r"[123]: \S.*", data["moves"][4])
    assert list(data["result"]) == ["points", "winners", "moves_sha256"]
    written = "".join(move + "\n" for move in data["moves"])
    assert data["result"]["moves_sha256"] == hashlib.sha256(written.encode()).hexdigest()


@pytest.mark.parametrize("decisions", [0, 1, 2, 30])
def test_running_games_are_records_without_result(decisions: int):
    told = play(decisions)
    assert told.result is None
    check(record.encode(told))
    assert sum(not move.startswith("*") for move in told.moves) == decisions


def test_a_simulation_may_give_the_key_alone():
    data = json.loads(finished())
    data["shuffle"] = {"key": data["shuffle"]["key"]}
    check(json.dumps(data))


def test_names_of_seats_may_change_freely():
    """A name says who somebody was called, which no card depends on: sites rename and anonymise players."""
    data = json.loads(finished())
    data["seats"] = [{"name": "X", "bot": None}, {"name": "Y", "bot": "strong"}, {"name": "", "bot": None}]
    check(json.dumps(data))
    data["seats"][1]["bot"] = None
    check(json.dumps(data))


def test_replay_gives_every_position_before_its_decision():
    told = record.decode(finished())
    decisions = [move for move in told.moves if not move.startswith("*")]
    replayed: list[str] = []
    for seat, action, s in record.replay(GAME, told, GAME.default_edition()):
        if seat >= 0:
            assert seat in GAME.waiting(s)
            replayed.append(f"{seat + 1}: {GAME.notation.write(s, seat, action)}")
        else:
            assert list(GAME.standing(s).points) == told.result.points  # pyright: ignore[reportOptionalMemberAccess]
    assert replayed == decisions


# ---------------------------------------------------------------- one thing altered


def flips(text: str) -> Iterator[str]:
    """The text with one character altered, at its start, in its middle and at its end; and one missing."""
    for at in {0, len(text) // 2, len(text) - 1}:
        other = "0" if text[at] != "0" else "1"
        yield text[:at] + other + text[at + 1 :]
    yield text[:-1]
    yield text + "0"


Path = tuple[str | int, ...]


def put(path: Path, value: Any) -> Json:
    """The finished record with another value in one place."""
    data = json.loads(finished())
    inner = data
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return data


def at(path: Path) -> Any:
    found: Any = json.loads(finished())
    for step in path:
        found = found[step]
    return found


TEXTS: list[Path] = [
    ("format",),
    ("game",),
    ("edition", "id"),
    ("edition", "sha256"),
    ("options", "hands"),
    ("options", "characters"),
    ("shuffle", "key"),
    ("shuffle", "commitment"),
    ("shuffle", "secret"),
    ("shuffle", "contributions", 0),
    ("shuffle", "contributions", 1),
    ("shuffle", "contributions", 2),
    ("result", "moves_sha256"),
]


@pytest.mark.parametrize("path", TEXTS, ids=str)
def test_one_altered_character(path: Path):
    for altered in flips(at(path)):
        assert complaint(put(path, altered))


@pytest.mark.parametrize("path", TEXTS, ids=str)
def test_another_spelling_of_the_same(path: Path):
    """Upper case, spaces around: a field has one spelling."""
    for altered in {at(path).upper(), f" {at(path)}", f"{at(path)} "} - {at(path)}:
        assert complaint(put(path, altered))


WHOLES: list[Path] = [("edition",), ("options",), ("seats",), ("shuffle",), ("moves",)]
LISTS: list[Path] = [("result", "points"), ("result", "winners"), ("shuffle", "house")]


@pytest.mark.parametrize(
    "path", [*TEXTS, *WHOLES, *LISTS, ("seats", 0, "name"), ("shuffle", "contributions")], ids=str
)
@pytest.mark.parametrize("value", [5, None, True, {}, [], ["x"], {"x": 1}], ids=repr)
def test_a_field_of_another_kind(path: Path, value: Any):
    assert complaint(put(path, value))


OTHERS: list[Path] = [("shuffle", "contributions"), ("seats", 0, "name"), ("seats", 0, "bot"), ("result",)]
NAMED = [path for path in TEXTS if isinstance(path[-1], str)]


@pytest.mark.parametrize("path", [*NAMED, *WHOLES, *LISTS, *OTHERS], ids=str)
def test_a_missing_field(path: Path):
    data = json.loads(finished())
    inner: Any = data
    for step in path[:-1]:
        inner = inner[step]
    del inner[path[-1]]
    assert complaint(data)


@pytest.mark.parametrize(
    "path", [(), ("edition",), ("seats", 1), ("shuffle",), ("result",), ("options",)], ids=str
)
def test_an_unknown_field(path: Path):
    assert complaint(put((*path, "surprise"), "x"))


def test_the_number_of_seats_counts():
    seats = at(("seats",))
    assert "contribution" in complaint(put(("seats",), seats[:2]))
    assert "contribution" in complaint(put(("seats",), [*seats, seats[0]]))
    assert "2 to 5 players" in complaint(put(("seats",), seats[:1]))
    assert "2 to 5 players" in complaint(put(("seats",), []))


def test_the_number_of_seats_counts_without_contributions_too():
    data = put(("shuffle",), {"key": at(("shuffle", "key"))})
    data["seats"] = data["seats"][:2]
    assert "Move" in complaint(data)


def test_seats_in_another_order_have_other_contributions():
    contributions = at(("shuffle", "contributions"))
    assert "key is not the one" in complaint(put(("shuffle", "contributions"), contributions[::-1]))
    assert "one contribution for each seat" in complaint(put(("shuffle", "contributions"), contributions[:2]))


def test_a_table_that_changes_its_secret_is_found_out():
    """The whole point: another secret gives other cards, but not the commitment that was published."""
    other = bytes(32)
    data = put(("shuffle", "secret"), other.hex())
    assert "not the one that the table committed itself to" in complaint(data)
    data["shuffle"]["commitment"] = fair.commitment(other)
    assert "What the house gave for seat 2 does not follow from its secret" in complaint(data)
    given = (CONTRIBUTIONS[0], fair.house_contribution(other, 1), CONTRIBUTIONS[2])
    data["shuffle"]["contributions"] = [each.hex() for each in given]
    assert "key is not the one" in complaint(data)
    data["shuffle"]["key"] = fair.fair_key(other, given).hex()
    assert complaint(data).startswith("Move 1: after the deal chance brings '* character 1 ")


# ---------------------------------------------------------------- a house that draws again


def begins_with(key: bytes, wanted: str) -> bool:
    s = GAME.deal(3, key, {"hands": "1", "characters": "seats"})
    return next(iter(GAME.notation.chance(s))).startswith(wanted)


def ground(seat: int, bot: str | None) -> Json:
    """A house that draws for one seat, again and again until the deck begins as it wishes.

    It knows the secret and what the other two have given; everything in its record fits.
    """
    given = [b"first", b"second", b"third"]
    for number in range(10_000):
        given[seat] = number.to_bytes(32)
        key = fair.fair_key(SECRET, given)
        if begins_with(key, "deck 15 "):
            break
    options = {"hands": "1", "characters": "seats"}
    house = [seat + 1]
    shuffle = Shuffle(key.hex(), fair.commitment(SECRET), SECRET.hex(), [c.hex() for c in given], house)
    seats = [Seat("", bot if each == seat else None) for each in range(3)]
    s = GAME.deal(3, key, options)
    told = json.loads(record.encode(record.begin(GAME, GAME.default_edition(), seats, options, shuffle, s)))
    assert told["moves"][0].startswith("* deck 15 ")
    return told


@pytest.mark.parametrize(("seat", "bot"), [(1, "greedy"), (0, None)], ids=["a bot", "who gave nothing"])
def test_a_house_that_draws_until_the_cards_please_is_caught(seat: int, bot: str | None):
    told = ground(seat, bot)
    assert complaint(told) == f"What the house gave for seat {seat + 1} does not follow from its secret."
    told["shuffle"]["house"] = []  # it was somebody else, says the house
    if bot:
        assert complaint(told) == f"Seat {seat + 1} is a bot's, but not among the seats of the house."
    else:  # this shows only to the one who sat there, and knows what they gave
        mine = fair.new_secret().hex()
        found = record.decode(json.dumps(told))
        record.check(found, games.load)
        with pytest.raises(BadRecord, match="neither the commitment nor a contribution of a person"):
            record.check_kept(found, [told["shuffle"]["commitment"], mine])


def test_an_older_format_does_not_hide_it():
    """The first format cannot tell what was drawn; nobody who reads the verdict believes that it could."""
    told = ground(1, "greedy")
    del told["shuffle"]["house"]
    assert "shuffle.house" in complaint(told)
    told = in_the_first_format(told)
    found = record.decode(json.dumps(told))
    record.check(found, games.load)
    assert record.binding(found) == "first"


def test_the_house_does_not_pass_for_a_person():
    assert (
        complaint(put(("shuffle", "house"), [])) == "What seat 2 gave is the house's, but not marked as such."
    )
    assert "seat 1 does not follow" in complaint(put(("shuffle", "house"), [1, 2]))
    assert "Seat 3 is a bot's" in complaint(put(("seats", 2, "bot"), "greedy"))


@pytest.mark.parametrize("house", [[2, 2], [0, 2], [2, 4], [-1, 2], [2, 99]], ids=str)
def test_seats_of_the_house_have_one_spelling(house: list[int]):
    assert "in ascending order" in complaint(put(("shuffle", "house"), house))


def test_the_house_needs_its_contributions_and_they_need_it():
    key = at(("shuffle", "key"))
    assert "nothing that they gave" in complaint(put(("shuffle",), {"key": key, "house": [2]}))


def test_what_a_shuffle_rests_on():
    found = record.decode(finished())
    assert record.binding(found) == "people"
    found.shuffle.house = [1, 2, 3]
    assert record.binding(found) == "house"
    assert record.binding(record.decode(json.dumps(first_format()))) == "first"
    assert record.binding(record.decode(json.dumps(put(("shuffle",), {"key": "00" * 32})))) == "key"


def test_what_was_kept_is_a_commitment_or_a_person_s_contribution():
    found = record.decode(finished())
    first, bots, third = (given.hex() for given in CONTRIBUTIONS)
    record.check_kept(found, [])
    record.check_kept(found, [first, third, fair.commitment(SECRET)])
    for text in (bots, "", SECRET.hex(), fair.commitment(SECRET).upper(), fair.commitment(bytes(32))):
        with pytest.raises(BadRecord):
            record.check_kept(found, [first, text])
    with pytest.raises(BadRecord):
        record.check_kept(record.decode(json.dumps(put(("shuffle",), {"key": "00" * 32}))), [first])


def first_format() -> Json:
    """The same game as an earlier version wrote it down."""
    data = in_the_first_format(json.loads(finished()))
    del data["shuffle"]["house"]
    data["seats"][2]["bot"] = "greedy"
    return data


def in_the_first_format(data: Json) -> Json:
    """It named the text of the edition's file, and knew the first revision of the rules alone."""
    del data["rules"]
    edition = {"id": data["edition"]["id"], "sha256": GAME.default_edition().file_sha256}
    return data | {"format": "oppidum/1", "edition": edition}


def test_records_of_the_first_format_are_read_and_checked():
    data = first_format()
    check(json.dumps(data))
    data["shuffle"]["house"] = [2]
    assert complaint(data) == "A record of the first format does not name the seats of the house."
    data = first_format()
    data["shuffle"]["contributions"][1] = "00"
    assert "key is not the one" in complaint(data)


def test_the_revision_of_the_rules_is_named_from_the_second_format_on():
    data = json.loads(finished())
    del data["rules"]
    assert complaint(data) == "The record does not name the revision of the rules (rules)."
    assert complaint(first_format() | {"rules": 1}) == (
        "The record of the first format names the revision of the rules (rules)."
    )
    assert "revision" in complaint(json.loads(finished()) | {"rules": 99})


def verify(file: FilePath, *records: Json, kept: tuple[str, ...] = ()) -> tuple[int, list[str]]:
    """What `oppidum verify` says of some records."""
    file.write_text("".join(json.dumps(each) + "\n" for each in records), encoding="utf-8")
    options = [word for text in kept for word in ("--kept", text)]
    done = CliRunner().invoke(simulating.verify, [*options, str(file)])
    return done.exit_code, done.output.replace(f"{file}:", "").splitlines()


def test_verify_claims_no_more_than_a_record_proves(tmp_path: FilePath):
    file = tmp_path / "games.jsonl"
    right, first = json.loads(finished()), first_format()
    key_alone = put(("shuffle",), {"key": at(("shuffle", "key"))})
    assert verify(file, right, key_alone) == (
        0,
        [
            "2 records are right, 0 are not.",
            "1 of the right ones: there is a key and no promise, so it is not proved that nobody chose it by "
            "the cards.",
        ],
    )
    assert verify(file, right, first, first)[1] == [
        "3 records are right, 0 are not.",
        "2 of the right ones: in the first format (oppidum/1) what the house itself drew for a shuffle is "
        "not bound.",
    ]
    given = [fair.house_contribution(SECRET, seat) for seat in range(3)]
    key = fair.fair_key(SECRET, given)
    shuffle = Shuffle(key.hex(), fair.commitment(SECRET), SECRET.hex(), [c.hex() for c in given], [1, 2, 3])
    options = {"hands": "1", "characters": "seats"}
    s = GAME.deal(3, key, options)
    seats = [Seat("", None)] * 3
    alone = json.loads(record.encode(record.begin(GAME, GAME.default_edition(), seats, options, shuffle, s)))
    assert verify(file, alone)[1][1] == (
        "1 of the right ones: nobody but the house gave to the shuffle, so it could have chosen its secret "
        "by the cards."
    )
    code, said = verify(file, ground(1, "greedy"), right)
    assert code == 1
    assert said == [
        "1: What the house gave for seat 2 does not follow from its secret.",
        "1 record is right, 1 is not.",
    ]


def test_verify_looks_for_what_somebody_kept(tmp_path: FilePath):
    file = tmp_path / "games.jsonl"
    right = json.loads(finished())
    kept = (fair.commitment(SECRET), CONTRIBUTIONS[0].hex())
    assert verify(file, right, kept=kept)[0] == 0
    code, said = verify(file, right, kept=(*kept, "abcd"))
    assert code == 1
    assert said[0] == "1: 'abcd' is neither the commitment nor a contribution of a person."


@pytest.mark.parametrize("given", ["", "00" * 65])
def test_a_contribution_has_1_to_64_bytes(given: str):
    assert "1 to 64 bytes" in complaint(put(("shuffle", "contributions", 0), given))


# ---------------------------------------------------------------- every move in turn


def broken_move(moves: list[str]) -> int:
    """The number of the move that the check names; 0 where it speaks of the result instead."""
    data = put(("moves",), moves)
    words = complaint(data)
    if found := re.match(r"Move (\d+)\b", words):
        return int(found[1])
    assert re.match(r"The (points|winners|moves) are|A result is given too early|The game is over", words), (
        words
    )
    return 0


def moves_of(text: str) -> list[str]:
    return json.loads(text)["moves"]


def first_difference(moves: list[str]) -> int:
    pairs = enumerate(zip(moves, moves_of(finished()), strict=False), 1)
    return next(
        (number for number, (a, b) in pairs if a != b), min(len(moves), len(moves_of(finished()))) + 1
    )


def delete(moves: list[str], i: int) -> None:
    del moves[i]


def duplicate(moves: list[str], i: int) -> None:
    moves.insert(i, moves[i])


def swap(moves: list[str], i: int) -> None:
    moves[i - 1], moves[i] = moves[i], moves[i - 1]


def garble(moves: list[str], i: int) -> None:
    moves[i] = moves[i][:-1] + ("x" if moves[i][-1] != "x" else "y")


def other_spelling(moves: list[str], i: int) -> None:
    moves[i] = moves[i].replace(" ", "  ", 1)


def capitals(moves: list[str], i: int) -> None:
    moves[i] = moves[i].upper()


def leading_zero(moves: list[str], i: int) -> None:
    moves[i] = f"0{moves[i]}"


def trailing_space(moves: list[str], i: int) -> None:
    moves[i] += " "


def empty(moves: list[str], i: int) -> None:
    moves[i] = ""


def another_script(moves: list[str], i: int) -> None:
    moves[i] = moves[i].replace("1", "١", 1) if "1" in moves[i] else moves[i] + "١"


def huge_seat(moves: list[str], i: int) -> None:
    moves[i] = "9" * 5000 + ": bid 1"


def seat_zero(moves: list[str], i: int) -> None:
    moves[i] = "0: bid 1"


def chance_from_nowhere(moves: list[str], i: int) -> None:
    moves.insert(i, "* roll white 6")


ALTERATIONS = [
    delete, duplicate, swap, garble, other_spelling, capitals, leading_zero, trailing_space, empty,
    another_script, huge_seat, seat_zero, chance_from_nowhere,
]  # fmt: skip


@pytest.mark.parametrize("alter", ALTERATIONS, ids=lambda alter: alter.__name__)
def test_every_move_altered_in_turn(alter: Callable[[list[str], int], None]):
    """Found in every line; and no later than at the line, or where the alteration first shows."""
    original = moves_of(finished())
    lines = len(original)
    for i in range(0, lines, 1 if lines < 120 else 2):
        moves = copy.copy(original)
        alter(moves, i)
        if moves == original:
            continue
        named = broken_move(moves)
        assert named == 0 or named >= min(first_difference(moves), lines), (alter.__name__, i, named)
        if alter not in (delete, duplicate, swap):  # these may stay legal for a while
            assert named == first_difference(moves), (alter.__name__, i, named)


def test_every_other_legal_decision_is_noticed():
    """Another legal bid in the place of any one: the replay breaks later, or the result, or its seal.

    The seal is for the bids that lose either way, and for bids of one reveal in another order: these
    change nothing else that a record tells.
    """
    told = record.decode(finished())
    number = 0
    for seat, action, s in record.replay(GAME, told, GAME.default_edition()):
        while number < len(told.moves) and told.moves[number].startswith("*"):
            number += 1
        others = [a for a in GAME.legal(s, seat) if a != action] if seat >= 0 else []
        if others:
            moves = copy.copy(told.moves)
            moves[number] = f"{seat + 1}: {GAME.notation.write(s, seat, others[-1])}"
            named = broken_move(moves)
            assert named == 0 or named > number, (number, named)
        number += 1


# ---------------------------------------------------------------- the result


def test_an_altered_result():
    points, winners = at(("result", "points")), at(("result", "winners"))
    for seat in range(3):
        for by in (-1, 1):
            wrong = [p + by * (i == seat) for i, p in enumerate(points)]
            assert complaint(put(("result", "points"), wrong)).startswith("The points are")
    assert complaint(put(("result", "points"), points[:2])).startswith("The points are")
    assert complaint(put(("result", "points"), [*points, 0])).startswith("The points are")
    for wrong in ([], [0], [4], [*winners, *winners], [w - 1 for w in winners], [1, 2, 3]):
        if wrong != winners:
            assert complaint(put(("result", "winners"), wrong)).startswith("The winners are")


def test_a_result_that_is_missing_or_too_early():
    assert complaint(put(("result",), None)) == "The game is over, but no result is given."
    early = json.loads(record.encode(play(20)))
    early["result"] = at(("result",))
    assert complaint(early) == "A result is given too early."


def test_moves_after_the_end():
    moves = [*moves_of(finished()), "1: bid 1"]
    assert (
        complaint(put(("moves",), moves))
        == f"Move {len(moves)}, '1: bid 1': Seat 1 has nothing to decide now."
    )


def test_a_record_cut_off_with_its_result_is_a_running_game():
    """It cannot be told from one; that is why `oppidum verify` says how many games are not over."""
    data = json.loads(finished())
    data["moves"], data["result"] = data["moves"][:-1], None
    check(json.dumps(data))


# ---------------------------------------------------------------- one spelling only


OBJECTS: list[Path] = [(), ("edition",), ("options",), ("seats", 0), ("seats", 2), ("shuffle",), ("result",)]


def twice(value: Any, path: Path, name: str) -> str:
    """JSON in which one object names a field twice, with the same value."""
    if not path:
        inside = ", ".join(f"{json.dumps(key)}: {json.dumps(each)}" for key, each in value.items())
        return f"{{{json.dumps(name)}: {json.dumps(value[name])}, {inside}}}"
    marked = copy.deepcopy(value)
    inner = marked
    for step in path[:-1]:
        inner = inner[step]
    found, inner[path[-1]] = inner[path[-1]], "HERE"
    return json.dumps(marked).replace('"HERE"', twice(found, (), name))


@pytest.mark.parametrize("path", OBJECTS, ids=str)
def test_no_field_stands_twice(path: Path):
    data = json.loads(finished())
    for name in at(path):
        line = twice(data, path, name)
        assert json.loads(line) == data
        with pytest.raises(BadRecord, match=f"names '{name}' twice"):
            check(line)


def test_a_field_twice_in_two_spellings_of_json():
    line = finished().replace('"moves":', '"mov\\u0065s":[],"moves":')
    with pytest.raises(BadRecord, match="names 'moves' twice"):
        check(line)


def test_numbers_have_one_spelling():
    points = at(("result", "points"))
    for spelt in ("-0", "1.0", "1e0", "01", "+1", '"1"'):
        line = finished().replace(
            f'"points":{json.dumps(points, separators=(",", ":"))}', f'"points":[{spelt}]'
        )
        assert line != finished()
        with pytest.raises(BadRecord):
            check(line)


def test_space_between_values_and_the_order_of_fields_do_not_count():
    data = json.loads(finished())
    check(json.dumps(dict(reversed(data.items())), indent=2))


# ---------------------------------------------------------------- lines that are no records


NO_RECORDS = [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"format": "oppidum/1"', b'"\\ud800"', b"1e999"]
BOTTOMLESS = [b"[" * 100_000, b'{"format":' * 5000]


@pytest.mark.parametrize("line", [*NO_RECORDS, *BOTTOMLESS], ids=lambda line: repr(line[:20]))
def test_lines_that_are_no_records(line: bytes):
    with pytest.raises(BadRecord, match=r"^The record "):
        record.decode(line)


def test_a_wrong_form_is_reported_with_its_field():
    with pytest.raises(BadRecord, match=r"`\$\.seats\[1\]\.name`"):
        record.decode(json.dumps(put(("seats", 1, "name"), 5)))


def test_numbers_without_end():
    text = finished().replace('"points":[', '"points":[' + "9" * 6000 + ",")
    with pytest.raises(BadRecord):
        check(text)


# ---------------------------------------------------------------- which edition


def named(form: str, edition: Edition, sha256: str) -> record.Record:
    """A game that was dealt from an edition, as a format names it."""
    s = GAME.deal(2, bytes(32), {"hands": "1"}, edition)
    told = record.begin(
        GAME, edition, [Seat("a", None), Seat("b", None)], {"hands": "1"}, Shuffle("00" * 32), s
    )
    told.format = form
    if form == "oppidum/1":
        told.rules = UNSET
    told.edition.sha256 = sha256
    return told


EARLIER = GAME.earlier_editions()[0]


@pytest.mark.parametrize("edition", [GAME.default_edition(), EARLIER], ids=["present", "earlier"])
def test_records_name_the_content_and_the_first_ones_the_file(edition: Edition):
    record.check(named("oppidum/1", edition, edition.file_sha256), games.load)
    record.check(named("oppidum/2", edition, edition.sha256), games.load)
    for form, sha256 in (
        ("oppidum/1", edition.sha256),
        ("oppidum/2", edition.file_sha256),
        ("oppidum/1", ""),
    ):
        with pytest.raises(BadRecord, match="not at hand: give its file with --edition"):
            record.check(named(form, edition, sha256), games.load)


def test_an_edition_that_is_handed_in_is_found_by_its_content():
    text = EditionFile.packaged("oppidum.games.cartes", "reconstituee.toml").text.replace(
        "pair = 20", "pair = 30"
    )
    mine = GAME.read_edition(EditionFile.parse("mine.toml", text))
    told = named("oppidum/2", mine, mine.sha256)
    with pytest.raises(BadRecord, match="not at hand"):
        record.check(told, games.load)
    record.check(told, games.load, [mine])
    record.check(told, games.load, [GAME.read_edition(EditionFile.parse("mine.json", content(mine.data)))])
    told.edition.id = "another"
    with pytest.raises(BadRecord, match="not at hand"):
        record.check(told, games.load, [mine])


def test_what_is_said_of_a_record_is_one_line_whatever_stands_in_it():
    data = json.loads(finished())
    assert "\n" not in complaint({**data, "opti\nons": {}})
    assert "\n" not in complaint({**data, "edition": {"id": "x\ny", "sha256": "\n\u2028" + "0" * 62}})
