"""Snapshots of running games: a shortcut to where their events lead.

A snapshot is only believed by the rules that made it: one of other rules is thrown away, and the game is
folded from its first event.
"""

from __future__ import annotations

import zlib
from functools import cache
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct, structs

from oppidum import games
from oppidum.kernel import cache as sources_of
from oppidum.kernel import sources
from oppidum.kernel.position import copy
from oppidum.tables.facts import Origin, Terms
from oppidum.tables.model import Status
from oppidum.tables.table import Asking, Chair, Decision, Line, Question, Said, Table
from oppidum.tables.tail import Tail

FORM = 5  # of a snapshot
FAST = 1  # compression: positions that follow each other differ little


class Picture(Struct, array_like=True):
    """A table as its snapshot holds it; positions by their place in one list."""

    made_by: str
    version: int
    status: Status
    terms: Terms
    host: str
    host_name: str
    secret: str
    commitment: str
    opened: float
    started: float
    updated: float
    chairs: list[Chair]
    edition: str
    contributions: tuple[str, ...]
    house: tuple[int, ...] | None
    key: bytes
    bits: bytes  # all positions, one after the other
    positions: tuple[int, list[int]]  # the number of the first one, and their places
    decisions: tuple[int, list[Decision]]
    decided: list[int]
    history: tuple[int, list[tuple[Line, int]]]  # with the place of its position, or -1
    questions: dict[int, Question]
    reserve: list[float]
    request: Asking | None
    chat: list[Said]
    heard: dict[str, float]
    origin: Origin | None


@cache
def made_by(game_id: str) -> str:
    """Which rules a snapshot was made by, to the byte."""
    game = games.load(game_id)
    return f"{FORM} {game.dtype.itemsize} {sources.digest(sources_of.rests_on(game.rules))}"


def taken(table: Table) -> bytes:
    """A snapshot of a table in play."""
    assert table.edition is not None
    places: dict[int, int] = {}
    bits: list[bytes] = []

    def place(position: Any) -> int:
        if position is None:
            return -1
        if id(position) not in places:
            places[id(position)] = len(bits)
            bits.append(position.tobytes())
        return places[id(position)]

    picture = Picture(
        made_by=made_by(table.settings.game),
        version=table.version,
        status=table.status,
        terms=Terms.of(table.settings),
        host=table.host,
        host_name=table.host_name,
        secret=table.secret,
        commitment=table.commitment,
        opened=table.opened,
        started=table.started,
        updated=table.updated,
        chairs=table.chairs,
        edition=table.edition.sha256,
        contributions=table.contributions,
        house=table.house,
        key=table.key,
        positions=(table.positions.first, [place(s) for s in table.positions.remembered()]),
        decisions=(table.decisions.first, table.decisions.remembered()),
        decided=table.decided,
        history=(
            table.history.first,
            [
                (structs.replace(line, position=None), place(line.position))
                for line in table.history.remembered()
            ],
        ),
        questions=table.questions,
        reserve=table.reserve,
        request=table.request,
        chat=table.chat,
        heard=table.heard,
        origin=table.origin,
        bits=b"".join(bits),
    )
    return zlib.compress(msgspec.msgpack.encode(picture), FAST)


def restored(picture: bytes, blank: Table) -> Table | None:
    """The table of a snapshot; none if it is not to be believed."""
    try:
        p = msgspec.msgpack.decode(zlib.decompress(picture), type=Picture)
    except (zlib.error, msgspec.MsgspecError):
        return None
    if p.terms.game not in games.catalogue() or p.made_by != made_by(p.terms.game):
        return None
    game = games.load(p.terms.game)
    # Each one a record of its own: of all together none could ever be let go.
    bits = [copy(s) for s in np.frombuffer(p.bits, game.dtype)]
    decisions = {decision.seq: decision for decision in p.decisions[1]}
    lines = [
        structs.replace(
            line, what=decisions.get(line.seq, line.what), position=None if place < 0 else bits[place]
        )
        for line, place in p.history[1]
    ]
    kept = blank.history.kept
    return structs.replace(
        blank,
        version=p.version,
        status=p.status,
        settings=p.terms.settings(),
        host=p.host,
        host_name=p.host_name,
        secret=p.secret,
        commitment=p.commitment,
        opened=p.opened,
        started=p.started,
        updated=p.updated,
        chairs=p.chairs,
        edition=blank.find_edition(game, p.edition),
        contributions=p.contributions,
        house=p.house,
        key=p.key,
        positions=Tail(blank.positions.kept, [bits[place] for place in p.positions[1]], p.positions[0]),
        decisions=Tail(kept, p.decisions[1], p.decisions[0]),
        decided=p.decided,
        history=Tail(kept, lines, p.history[0]),
        questions=p.questions,
        reserve=p.reserve,
        request=p.request,
        chat=p.chat,
        heard=p.heard,
        origin=p.origin,
    )
