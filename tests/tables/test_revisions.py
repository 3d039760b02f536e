"""A table goes on by the rules it began with; a new one begins with the newest."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from oppidum.kernel import record as records
from oppidum.kernel.errors import BadOption
from oppidum.kernel.fair import commitment
from oppidum.kernel.game import Game
from oppidum.kernel.players_luck import luck_from, roll
from oppidum.tables import facts
from oppidum.tables.model import HumanSeat, Settings
from oppidum.tables.replay import record_of
from oppidum.tables.seating import starting
from oppidum.tables.table import Table

SECRET = bytes(32)


def opened(game: str) -> Table:
    opening = facts.Opened(
        settings=facts.Terms.of(Settings(game, (HumanSeat(), HumanSeat()))),
        host="v",
        host_name="Vercingétorix",
        secret=SECRET.hex(),
        commitment=commitment(SECRET),
    )
    sat = [facts.Sat(seat=seat, visitor="v", name="V") for seat in range(2)]
    blank = Table.blank(1, "ABC", lambda game, sha256: game.default_edition(), whole=True)
    return blank.after([opening, *sat], 0.0)[0]


def started(game: str, rules: int | None = 0) -> Table:
    table = opened(game)
    (fact,) = starting(table)
    told: dict[str, Any] = msgspec.json.decode(facts.written(fact))
    if rules is None:  # as version 0.1.0 wrote it
        del told["rules"]
    elif rules:
        told["rules"] = rules
    return table.after([facts.read("started", -1, msgspec.json.encode(told).decode())], 1.0)[0]


def played(table: Table, most: int) -> Table:
    """Some decisions at random."""
    game: Game = table.game
    luck = luck_from("revisions")
    for _ in range(most):
        waiting = game.waiting(table.position)
        if not waiting:
            break
        legal = game.legal(table.position, waiting[0])
        action = legal[int(roll(luck, len(legal)))]
        words = game.notation.write(table.position, waiting[0], action)
        moved = facts.Move(seat=waiting[0], action=action, words=words, by="person")
        table = table.after([moved], 2.0)[0]
    return table


@pytest.mark.parametrize("game", ["cartes", "romains", "compagnie"])
def test_a_new_table_names_the_newest_rules(game: str):
    table = started(game)
    (fact,) = starting(opened(game))
    assert isinstance(fact, facts.Started)
    assert fact.rules == table.game.about.revision
    assert table.game.revision_of(table.position) == table.game.about.revision


def test_a_table_that_names_none_goes_on_by_the_first():
    table = played(started("compagnie", rules=None), 30)
    assert {s.revision for s in table.positions} == {1}
    back = table.after([facts.TakenBack(seat=0, to=12)], 3.0)[0]
    assert back.position.revision == 1
    assert {s.revision for s in played(back, 5).positions} == {1}


@pytest.mark.parametrize("rules", [None, 2])
def test_the_record_of_a_table_is_checked_by_its_own_rules(rules: int | None):
    table = played(started("compagnie", rules=rules), 100_000)
    assert not table.game.waiting(table.position)
    written = records.decode(records.encode(record_of(table)))
    assert records.revision_of(written) == (rules or 1)
    records.check(written, lambda _id: table.game)


def test_a_table_of_rules_to_come_is_refused_in_a_sentence():
    with pytest.raises(BadOption, match="not revision 3"):
        started("compagnie", rules=3)
