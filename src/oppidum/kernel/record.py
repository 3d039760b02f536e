"""The record of a game: a document that anyone can check without this program.

Described field by field in docs/record.md. One JSON object a game, one game a line in bulk files.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from oppidum.kernel.editions import Edition
from oppidum.kernel.errors import BadNotation, BadRecord, IllegalAction
from oppidum.kernel.fair import (
    CONTRIBUTION_BYTES,
    SECRET_BYTES,
    commitment,
    fair_key,
    house_contribution,
)
from oppidum.kernel.game import Game
from oppidum.kernel.meaning import meaning

FORMAT = "oppidum/2"
FIRST_FORMAT = "oppidum/1"  # what the house gave to a shuffle was drawn, and is not marked
FORMATS = (FIRST_FORMAT, FORMAT)  # those that are read
CHANCE = "* "
SEATS = tuple(str(seat) for seat in range(1, 100))  # one spelling each: no 01, no digits of other scripts


class EditionName(msgspec.Struct, forbid_unknown_fields=True):
    """Which edition the game was dealt from."""

    id: Annotated[str, meaning("Its name.")]
    sha256: Annotated[str, meaning("The hash of its content.")]


class Seat(msgspec.Struct, forbid_unknown_fields=True):
    """Who played."""

    name: Annotated[str, meaning("The name of the player.")]
    bot: Annotated[
        str | None,
        meaning("The level of a bot; none: a person, who stays one in the record even if a bot played on."),
    ]


class Shuffle(msgspec.Struct, forbid_unknown_fields=True):
    """Where the cards came from. A live table gives all; a simulation only the key."""

    key: Annotated[str, meaning("What all chance of the game follows from.")]
    commitment: Annotated[str | UnsetType, meaning("The promise that was given before.")] = UNSET
    secret: Annotated[str | UnsetType, meaning("The secret that was promised.")] = UNSET
    contributions: Annotated[list[str] | UnsetType, meaning("What each seat gave to the shuffle.")] = UNSET
    house: Annotated[
        list[int] | UnsetType, meaning("The seats, from 1, whose contribution follows from the secret.")
    ] = UNSET


class Result(msgspec.Struct, forbid_unknown_fields=True):
    """How the game ended."""

    points: Annotated[list[int], meaning("The points of each seat.")]
    winners: Annotated[list[int], meaning("The seats that have won, from 1.")]
    moves_sha256: Annotated[
        str, meaning("A seal over the moves: a losing bid altered into another would still replay.")
    ]


class Record(msgspec.Struct, forbid_unknown_fields=True):
    """A game that anyone can check without this program."""

    format: Annotated[str, meaning("The format and its version.")]
    game: Annotated[str, meaning("The id of the game.")]
    edition: Annotated[EditionName, meaning("Which edition the game was dealt from.")]
    options: Annotated[dict[str, str], meaning("The options of the game, by their names.")]
    seats: Annotated[list[Seat], meaning("The players, by their seats.")]
    shuffle: Annotated[Shuffle, meaning("Where the cards came from.")]
    moves: Annotated[
        list[str], meaning('"2: bid 7" is a decision of seat 2, "* deck …" an outcome of chance.')
    ]
    result: Annotated[Result | None, meaning("How it ended; none while the game goes on.")]
    rules: Annotated[
        int | UnsetType, meaning("The revision of the rules; the first format knew no other than the first.")
    ] = UNSET


def encode(record: Record) -> str:
    """One line of JSON."""
    return msgspec.json.encode(record).decode()


def decode(line: str | bytes) -> Record:
    try:
        record = msgspec.json.decode(line, type=Record)
    except msgspec.ValidationError as error:
        raise BadRecord(f"The record does not have the right form: {on_one_line(error)}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRecord(f"The record is not JSON: {error}.") from None
    # Once more for what JSON leaves open: of two fields with one name other readers might take the other.
    try:
        json.loads(line, object_pairs_hook=named_once, parse_int=spelt_once)
    except ValueError as error:
        raise BadRecord(f"The record is not JSON: {error}.") from None
    return record


def on_one_line(said: object) -> str:
    """What may quote the record, whose names can have anything in them."""
    return "".join(letter if letter.isprintable() else " " for letter in str(said))


def named_once(pairs: list[tuple[str, Any]]) -> None:
    names: set[str] = set()
    for name, _ in pairs:
        if name in names:
            raise BadRecord(f"The record names {name!r} twice in one object.")
        names.add(name)


def spelt_once(number: str) -> None:
    if number == "-0":
        raise BadRecord("The record spells a number in an unusual way: -0.")


def begin(
    game: Game,
    edition: Edition,
    seats: Sequence[Seat],
    options: Mapping[str, object],
    shuffle: Shuffle,
    s: Any,
) -> Record:
    """The record of a game that has just been dealt.

    A live table that does not say which contributions are the house's was started before these followed
    from its secret: its record is one of the first format.
    """
    first = shuffle.commitment is not UNSET and shuffle.house is UNSET
    form = FIRST_FORMAT if first else FORMAT
    return Record(
        format=form,
        game=game.id,
        edition=name_of(edition, form),
        options=game.about.option_words(options),
        seats=list(seats),
        shuffle=shuffle,
        moves=[CHANCE + line for line in game.notation.chance(s)],
        result=None,
        rules=UNSET if first else game.revision_of(s),
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


def revision_of(record: Record) -> int:
    """The revision of the rules that a recorded game was played by."""
    return 1 if record.rules is UNSET else record.rules


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
    if all(part is UNSET for part in (shuffle.commitment, shuffle.secret, shuffle.contributions)):
        if shuffle.house is not UNSET:
            raise BadRecord("The shuffle names the seats of the house, but nothing that they gave.")
        return
    if shuffle.commitment is UNSET or shuffle.secret is UNSET or shuffle.contributions is UNSET:
        raise BadRecord("The shuffle names some but not all of commitment, secret and contributions.")
    secret = hex_bytes(shuffle.secret, "shuffle.secret", SECRET_BYTES)
    if commitment(secret) != shuffle.commitment:
        raise BadRecord("The secret is not the one that the table committed itself to.")
    if len(shuffle.contributions) != len(record.seats):
        raise BadRecord("The shuffle has not one contribution for each seat.")
    contributions = [
        hex_bytes(c, f"contribution of seat {i + 1}") for i, c in enumerate(shuffle.contributions)
    ]
    for seat, given in enumerate(contributions, 1):
        if not 1 <= len(given) <= CONTRIBUTION_BYTES:
            raise BadRecord(f"The contribution of seat {seat} does not have 1 to {CONTRIBUTION_BYTES} bytes.")
    if record.format == FIRST_FORMAT:
        if shuffle.house is not UNSET:
            raise BadRecord("A record of the first format does not name the seats of the house.")
    else:
        check_house(record, secret, contributions)
    if fair_key(secret, contributions).hex() != shuffle.key:
        raise BadRecord("The key is not the one that secret and contributions give.")


def check_house(record: Record, secret: bytes, contributions: Sequence[bytes]) -> None:
    """The house may have drawn nothing but its secret: what it gave for a seat follows from that."""
    house = record.shuffle.house
    if house is UNSET:
        raise BadRecord("The shuffle does not name the seats that the house gave for (shuffle.house).")
    if house != sorted(set(house)) or not set(house) <= set(range(1, len(contributions) + 1)):
        raise BadRecord("The seats of the house are not seats of the table in ascending order.")
    for seat, given in enumerate(contributions):
        derived = given == house_contribution(secret, seat)
        if seat + 1 in house and not derived:
            raise BadRecord(f"What the house gave for seat {seat + 1} does not follow from its secret.")
        if seat + 1 not in house and derived:
            raise BadRecord(f"What seat {seat + 1} gave is the house's, but not marked as such.")
        if seat + 1 not in house and record.seats[seat].bot is not None:
            raise BadRecord(f"Seat {seat + 1} is a bot's, but not among the seats of the house.")


def check_kept(record: Record, kept: Iterable[str]) -> None:
    """Are the commitment and the contributions in the record that somebody kept from the table?

    Only this tells that a record is that of the game one has played, and that one's own contribution counts.
    """
    shuffle = record.shuffle
    own: set[str] = set()
    if shuffle.commitment is not UNSET and shuffle.contributions is not UNSET:
        house = [] if shuffle.house is UNSET else shuffle.house
        given = enumerate(shuffle.contributions, 1)
        own = {shuffle.commitment, *(c for seat, c in given if seat not in house)}
    for text in kept:
        if text not in own:
            raise BadRecord(f"{text!r} is neither the commitment nor a contribution of a person.")


Binding = Literal["key", "first", "house", "people"]


def binding(record: Record) -> Binding:
    """What the shuffle of a right record rests on.

    `key`: nobody has promised anything; `first`: a record of the first format, in which the house may have
    drawn its contributions when it knew the others; `house`: nobody but the house gave anything, which
    settles the cards in advance but lets the house choose them; `people`: somebody's own contribution.
    """
    shuffle = record.shuffle
    if shuffle.commitment is UNSET:
        return "key"
    if shuffle.house is UNSET:
        return "first"
    return "house" if len(shuffle.house) == len(record.seats) else "people"


def replay(game: Game, record: Record, edition: Edition) -> Iterator[tuple[int, int, Any]]:
    """Play a record again; yields (seat, action, position) before each decision, and last (-1, -1, end).

    The position is one and the same object all along. Raises BadRecord at the first move that is not
    legal or not what chance brings.
    """
    key = hex_bytes(record.shuffle.key, "shuffle.key", 32)
    s = game.deal(len(record.seats), key, record.options, edition, revision_of(record))
    moves = enumerate(record.moves, 1)
    expect_chance(game, s, moves, 0, "the deal")
    for number, move in moves:
        seat, words = parse_decision(move, number)
        try:
            action = game.notation.read(s, seat, words)
            if game.notation.write(s, seat, action) != words:
                raise BadRecord(f"Move {number}, {move!r}, is not in the notation's own spelling.")
            if seat not in game.waiting(s) or not game.asked(s, seat)[action]:
                raise game.refusal(s, seat, action, game.legal(s, seat))
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
    if record.format not in FORMATS:
        raise BadRecord(f"The format is {record.format!r}; this program reads {' and '.join(FORMATS)}.")
    game = find_game(record.game)
    if (record.rules is UNSET) != (record.format == FIRST_FORMAT):
        told = "does not name" if record.rules is UNSET else "of the first format names"
        raise BadRecord(f"The record {told} the revision of the rules (rules).")
    if not {option.name for option in game.about.options} <= record.options.keys():
        raise BadRecord("The record does not name every option of the game.")
    edition = find_edition(game, record, editions)
    game.about.check_players(len(record.seats))
    check_promise(record)  # whether options and revision are the game's is asked when it is dealt
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


def name_of(edition: Edition, form: str = FORMAT) -> EditionName:
    """How records of a format name an edition: by its content; the first ones by the text of its file."""
    return EditionName(edition.id, edition.file_sha256 if form == FIRST_FORMAT else edition.sha256)


def find_edition(game: Game, record: Record, editions: Iterable[Edition]) -> Edition:
    for edition in (*game.shipped_editions(), *editions):
        if record.edition.sha256 and name_of(edition, record.format) == record.edition:
            return edition
    begins = on_one_line(record.edition.sha256[:12])
    raise BadRecord(
        f"The record was played with edition {record.edition.id!r} ({begins}…), "
        "which is not at hand: give its file with --edition."
    )
