"""The record of a game: a document that anyone can check without this program.

Described field by field in docs/record.md. One JSON object a game, one game a line in bulk files.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from oppidum.kernel.editions import Edition
from oppidum.kernel.errors import BadNotation, BadRecord, IllegalAction
from oppidum.kernel.fair import SECRET_BYTES, commitment, fair_key
from oppidum.kernel.game import Game

FORMAT = "oppidum/1"
CHANCE = "* "
SEATS = tuple(str(seat) for seat in range(1, 100))  # one spelling each: no 01, no digits of other scripts


class EditionName(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    sha256: str


class Seat(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    bot: str | None = None


class Shuffle(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Where the cards came from. A live table gives all; a simulation only the key."""

    key: str
    commitment: str | None = None
    secret: str | None = None
    contributions: list[str] | None = None


class Result(msgspec.Struct, forbid_unknown_fields=True):
    points: list[int]
    winners: list[int]  # seats, from 1
    moves_sha256: str  # a seal: a losing bid altered into another would still replay


class Record(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    game: str
    edition: EditionName
    options: dict[str, str]
    seats: list[Seat]
    shuffle: Shuffle
    moves: list[str]  # "2: bid 7" is a decision of seat 2, "* deck …" a chance outcome
    result: Result | None = None  # none while the game goes on
    rules: int | msgspec.UnsetType = msgspec.UNSET  # their revision; not there: the first


def encode(record: Record) -> str:
    """One line of JSON."""
    return msgspec.json.encode(record).decode()


def decode(line: str | bytes) -> Record:
    try:
        return msgspec.json.decode(line, type=Record)
    except msgspec.ValidationError as error:
        raise BadRecord(f"The record does not have the right form: {error}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRecord(f"The record is not JSON: {error}.") from None


def begin(
    game: Game,
    edition: Edition,
    seats: Sequence[Seat],
    options: Mapping[str, object],
    shuffle: Shuffle,
    s: Any,
) -> Record:
    """The record of a game that has just been dealt."""
    revision = game.revision_of(s)
    return Record(
        format=FORMAT,
        game=game.id,
        edition=EditionName(edition.id, edition.sha256),
        options=game.about.option_words(options),
        seats=list(seats),
        shuffle=shuffle,
        moves=[CHANCE + line for line in game.notation.chance(s)],
        rules=revision if revision > 1 else msgspec.UNSET,
    )


def write_decision(seat: int, words: str) -> str:
    return f"{seat + 1}: {words}"


def append(game: Game, record: Record, s: Any, seat: int, words: str) -> None:
    """Add a decision, and what chance brought after it. `s` is the position after the decision."""
    record.moves.append(write_decision(seat, words))
    record.moves.extend(CHANCE + line for line in game.notation.chance(s))


def close(game: Game, record: Record, s: Any) -> None:
    """Add the result, once the game is over."""
    standing = game.standing(s)
    winners = [seat + 1 for seat in standing.winners]
    record.result = Result(list(standing.points), winners, seal(record.moves))


def seal(moves: Sequence[str]) -> str:
    """SHA-256 of the moves, each followed by a line feed, in UTF-8."""
    return hashlib.sha256("".join(f"{move}\n" for move in moves).encode()).hexdigest()


def parse_decision(move: str, number: int) -> tuple[int, str]:
    if move.startswith(CHANCE):
        raise BadRecord(f"Move {number}, {move!r}: chance brings nothing here.")
    seat, colon, words = move.partition(": ")
    if not colon or seat not in SEATS or not words:
        raise BadRecord(f"Move {number}, {move!r}, is neither a decision (SEAT: ACTION) nor chance (* …).")
    return SEATS.index(seat), words


def deal_of(game: Game, record: Record, edition: Edition) -> Any:
    """The position that a record starts from."""
    key = hex_bytes(record.shuffle.key, "shuffle.key", 32)
    return game.deal(len(record.seats), key, record.options, edition, revision_of(record))


def revision_of(record: Record) -> int:
    """The revision of the rules that a recorded game was played by."""
    return 1 if record.rules is msgspec.UNSET else record.rules


def hex_bytes(text: str, name: str, length: int | None = None) -> bytes:
    try:
        value = bytes.fromhex(text)
    except ValueError:
        raise BadRecord(f"{name} is not hexadecimal.") from None
    if value.hex() != text or (length is not None and len(value) != length):
        raise BadRecord(f"{name} is not {length or 'a whole number of'} bytes in lower-case hexadecimal.")
    return value


def check_promise(record: Record) -> None:
    """Was the key made as promised? Only where the record says how it was made."""
    shuffle = record.shuffle
    parts = (shuffle.commitment, shuffle.secret, shuffle.contributions)
    if all(part is None for part in parts):
        return
    if shuffle.secret is None or shuffle.commitment is None or shuffle.contributions is None:
        raise BadRecord("The shuffle names some but not all of commitment, secret and contributions.")
    secret = hex_bytes(shuffle.secret, "shuffle.secret", SECRET_BYTES)
    if commitment(secret) != shuffle.commitment:
        raise BadRecord("The secret is not the one that the table committed itself to.")
    if len(shuffle.contributions) != len(record.seats):
        raise BadRecord("The shuffle has not one contribution for each seat.")
    contributions = [
        hex_bytes(c, f"contribution of seat {i + 1}") for i, c in enumerate(shuffle.contributions)
    ]
    if fair_key(secret, contributions).hex() != shuffle.key:
        raise BadRecord("The key is not the one that secret and contributions give.")


def replay(game: Game, record: Record, edition: Edition) -> Iterator[tuple[int, int, Any]]:
    """Play a record again; yields (seat, action, position) before each decision, and last (-1, -1, end).

    The position is one and the same object all along. Raises BadRecord at the first move that is not
    legal or not what chance brings.
    """
    s = deal_of(game, record, edition)
    moves = enumerate(record.moves, 1)
    expect_chance(game, s, moves, 0, "the deal")
    for number, move in moves:
        seat, words = parse_decision(move, number)
        try:
            action = game.notation.read(s, seat, words)
            if game.notation.write(s, seat, action) != words:
                raise BadRecord(f"Move {number}, {move!r}, is not in the notation's own spelling.")
            legal = game.legal(s, seat)
            if action not in legal:
                raise game.refusal(s, seat, action, legal)
        except (BadNotation, IllegalAction) as error:
            raise BadRecord(f"Move {number}, {move!r}: {error}") from None
        yield seat, action, s
        game.rules.act(s, seat, action)
        expect_chance(game, s, moves, number, repr(move))
    yield -1, -1, s


def expect_chance(game: Game, s: Any, moves: Iterator[tuple[int, str]], number: int, after: str) -> None:
    """Read what chance brought after a decision; `number` is that of the decision."""
    for line in game.notation.chance(s):
        number += 1
        found, move = next(moves, (0, ""))
        if move != CHANCE + line:
            told = repr(move) if found else "the end of the record"
            raise BadRecord(f"Move {number}: after {after} chance brings {CHANCE + line!r}, not {told}.")


def check(record: Record, find_game: Callable[[str], Game], editions: Iterable[Edition] = ()) -> None:
    """Everything that can be checked of a record; raises BadRecord with the first thing that is wrong."""
    if record.format != FORMAT:
        raise BadRecord(f"The format is {record.format!r}; this program reads {FORMAT!r}.")
    game = find_game(record.game)
    edition = find_edition(game, record, editions)
    game.about.check_players(len(record.seats))
    game.about.check_revision(revision_of(record))
    if game.about.option_words(record.options) != record.options:
        raise BadRecord("The record does not name every option of the game.")
    check_promise(record)
    s = None
    for _seat, _action, position in replay(game, record, edition):
        s = position
    over = not game.waiting(s)
    if over != (record.result is not None):
        raise BadRecord(
            "The game is over, but no result is given." if over else "A result is given too early."
        )
    if record.result is not None:
        standing = game.standing(s)
        if list(standing.points) != record.result.points:
            raise BadRecord(f"The points are {list(standing.points)}, not {record.result.points}.")
        winners = [seat + 1 for seat in standing.winners]
        if winners != record.result.winners:
            raise BadRecord(f"The winners are {winners}, not {record.result.winners}.")
        if seal(record.moves) != record.result.moves_sha256:
            raise BadRecord("The moves are not those that the result was written for (result.moves_sha256).")


def find_edition(game: Game, record: Record, editions: Iterable[Edition]) -> Edition:
    for edition in (game.default_edition(), *editions):
        if edition.sha256 == record.edition.sha256 and edition.id == record.edition.id:
            return edition
    raise BadRecord(
        f"The record was played with edition {record.edition.id!r} ({record.edition.sha256[:12]}…), "
        "which is not at hand: give its file with --edition."
    )
