"""Records: nothing is lost on the way, and nothing that matters can be altered unnoticed."""

from __future__ import annotations

import copy
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from oppidum import games
from oppidum.kernel import fair, record
from oppidum.kernel.editions import Edition, EditionFile, content
from oppidum.kernel.errors import BadRecord, OppidumError
from oppidum.kernel.luck import luck_from, roll
from oppidum.kernel.record import Record, Seat, Shuffle

GAME = games.load("cartes")
SECRET = bytes(range(100, 132))
CONTRIBUTIONS = (b"first seat", b"\x00\x01", b"third")
Json = dict[str, Any]


def play(decisions: int | None = None, options: dict[str, object] | None = None) -> Record:
    """A game at a fair table of three, to its end or for some decisions."""
    options = options or {"hands": "1", "characters": "drawn"}
    key = fair.fair_key(SECRET, CONTRIBUTIONS)
    shuffle = Shuffle(
        key.hex(), fair.commitment(SECRET), SECRET.hex(), [given.hex() for given in CONTRIBUTIONS]
    )
    s = GAME.deal(3, key, options)
    seats = [Seat("Zoé"), Seat("a bot", "greedy"), Seat("")]
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
    assert list(data) == ["format", "game", "edition", "options", "seats", "shuffle", "moves", "result"]
    assert data["format"] == "oppidum/2"
    assert data["edition"] == {"id": "reconstituee", "sha256": GAME.default_edition().sha256}
    assert data["options"] == {"hands": "1", "characters": "drawn"}
    assert data["seats"][1] == {"name": "a bot", "bot": "greedy"}
    assert list(data["shuffle"]) == ["key", "commitment", "secret", "contributions"]
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
    data["seats"] = [{"name": "X"}, {"name": "Y", "bot": None}, {"name": "Z", "bot": "strong"}]
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
            assert list(GAME.standing(s).points) == told.result.points  # type: ignore[union-attr]
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
LISTS: list[Path] = [("result", "points"), ("result", "winners")]


@pytest.mark.parametrize("path", [*TEXTS, *WHOLES, *LISTS, ("seats", 0, "name")], ids=str)
@pytest.mark.parametrize("value", [5, None, True, {}, [], ["x"], {"x": 1}], ids=repr)
def test_a_field_of_another_kind(path: Path, value: Any):
    fine_without = {("shuffle", "commitment"), ("shuffle", "secret"), ("shuffle", "contributions")}
    if value is None and path in fine_without:
        assert "some but not all" in complaint(put(path, value))
    else:
        assert complaint(put(path, value))


NAMED = [path for path in TEXTS if isinstance(path[-1], str)]


@pytest.mark.parametrize("path", [*NAMED, *WHOLES, *LISTS, ("shuffle", "contributions")], ids=str)
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
    assert "key is not the one" in complaint(data)
    data["shuffle"]["key"] = fair.fair_key(other, CONTRIBUTIONS).hex()
    assert complaint(data).startswith("Move 1: after the deal chance brings '* character 1 ")


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
        GAME, edition, [record.Seat("a"), record.Seat("b")], {"hands": "1"}, Shuffle("00" * 32), s
    )
    told.format = form
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
