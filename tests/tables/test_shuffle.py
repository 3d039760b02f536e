"""Who gives what to a shuffle: people in answer to the commitment, the house nothing that it could choose."""

from __future__ import annotations

import json

import msgspec
import pytest

from oppidum.games import load
from oppidum.kernel import fair
from oppidum.kernel import record as records
from oppidum.kernel.errors import BadOption
from oppidum.tables import (
    BotSeat,
    Contribution,
    HumanSeat,
    NotNow,
    Settings,
    absence,
    facts,
    host,
    looking,
    rematch,
    replay,
    seating,
)
from oppidum.tables.table import Table

ONE_AND_BOTS = Settings("cartes", (HumanSeat(), BotSeat("random"), BotSeat("random")), {"hands": "1"})


def promise(hall, code):
    return looking.view(hall, code).fairness.commitment


def derived(hall, code, seat):
    return fair.house_contribution(bytes.fromhex(hall.look(code).secret), seat).hex()


def test_the_house_draws_nothing(gather):
    """Bots, and people who give nothing: everything follows from the secret, and is marked."""
    party = gather(2, bots=1, start=False)
    hall, code, (first, _second) = party.hall, party.code, party.people
    seating.start(hall, code, first, contribution=Contribution("aa", promise(hall, code)))
    fairness = party.view().fairness
    assert fairness.contributions == ("aa", derived(hall, code, 1), derived(hall, code, 2))
    assert fairness.house == (1, 2)
    party.play_to_end()
    record = replay.record(hall, code)
    assert record.format == "oppidum/2"
    assert record.shuffle.house == [2, 3]
    records.check(record, load)
    assert records.binding(record) == "people"


def test_in_one_call_the_house_gives_for_all(hall, arrive):
    (me,) = arrive(1)
    code = seating.play_now(hall, me, "cartes", settings=ONE_AND_BOTS)
    fairness = looking.view(hall, code).fairness
    assert fairness.house == (0, 1, 2)
    assert fairness.contributions == tuple(derived(hall, code, seat) for seat in range(3))


def test_in_two_calls_the_visitor_answers_the_promise(hall, arrive):
    (me,) = arrive(1)
    code = seating.play_now(hall, me, "cartes", settings=ONE_AND_BOTS, start=False)
    view = looking.view(hall, code, me)
    assert (view.status, view.my_seats, view.fairness.house) == ("open", (0,), None)
    assert view.fairness.contributions == (None, None, None)
    assert seating.ready(hall, code, me, contribution=Contribution("c0ffee", view.fairness.commitment))
    fairness = looking.view(hall, code).fairness
    assert fairness.contributions[0] == "c0ffee"
    assert fairness.house == (1, 2)


@pytest.mark.parametrize("seen", ["", "00" * 32])
def test_what_was_given_before_the_promise_does_not_count(gather, seen):
    party = gather(2, start=False)
    hall, code, (first, second) = party.hall, party.code, party.people
    early = Contribution("aa", seen)
    for refused in (
        lambda: seating.sit(hall, code, second, contribution=early),
        lambda: seating.ready(hall, code, second, contribution=early),
        lambda: seating.start(hall, code, first, contribution=early),
    ):
        with pytest.raises(BadOption, match="only together with the table's commitment"):
            refused()
    view = party.view()
    assert (view.status, view.fairness.contributions) == ("open", (None, None))
    assert not any(seat.ready for seat in view.seats)


def test_another_table_s_promise_does_not_count(gather):
    here, there = gather(2, start=False), gather(2, start=False)
    other = Contribution("aa", promise(there.hall, there.code))
    with pytest.raises(BadOption):
        seating.ready(here.hall, here.code, here.people[0], contribution=other)


def test_what_was_given_goes_along_to_another_seat(hall, arrive):
    host_, _ = arrive(2)
    code = seating.open_table(hall, host_, Settings("cartes", (HumanSeat(), HumanSeat())))
    seating.sit(hall, code, host_, 0, contribution=Contribution("aa", promise(hall, code)))
    seating.sit(hall, code, host_, 1)
    assert looking.view(hall, code).fairness.contributions == (None, "aa")
    seating.sit(hall, code, host_, 1, contribution=Contribution("bb", promise(hall, code)))
    assert looking.view(hall, code).fairness.contributions == (None, "bb")
    seating.leave(hall, code, host_)
    assert looking.view(hall, code).fairness.contributions == (None, None)


def test_several_seats_on_one_device_share_what_it_gave(hall, arrive):
    (me,) = arrive(1)
    seats = (HumanSeat(), BotSeat("random"), HumanSeat())
    code = seating.open_table(hall, me, Settings("cartes", seats, {"hands": "1"}, same_device=True))
    seating.start(hall, code, me, contribution=Contribution("ab", promise(hall, code)))
    fairness = looking.view(hall, code).fairness
    assert (fairness.contributions[0], fairness.contributions[2]) == ("ab", "ab")
    assert fairness.house == (1,)


def test_a_rematch_promises_before_anybody_gives(gather):
    party = gather(1, bots=1)
    hall, (me,) = party.hall, party.people
    party.play_to_end()
    code = rematch.rematch(hall, party.code, me, ready=False)
    view = looking.view(hall, code, me)
    assert (view.status, view.my_seats) == ("open", (1,))
    assert rematch.rematch(hall, party.code, me, ready=False) == code  # asked again: the same promise
    assert promise(hall, code) == view.fairness.commitment != promise(hall, party.code)
    assert seating.ready(hall, code, me, contribution=Contribution("aa", view.fairness.commitment))
    assert looking.view(hall, code).fairness.house == (0,)


def test_nothing_is_given_once_the_cards_are_dealt(gather):
    party = gather(2)
    hall, code, (first, second) = party.hall, party.code, party.people
    before = party.view().fairness
    late = Contribution("aa", before.commitment)
    for deed in (seating.start, seating.ready, seating.sit):
        with pytest.raises(NotNow):
            deed(hall, code, first, contribution=late)
    seating.leave(hall, code, second)
    absence.ask_takeover(hall, code, first, 1)
    absence.come_back(hall, code, second)
    assert party.view().fairness == before


def test_who_gives_the_seat_up_has_given_to_the_shuffle_all_the_same(gather):
    """In the record the seat stays a person's: a bot that only played on gave nothing."""
    party = gather(2, start=False)
    hall, code, (first, second) = party.hall, party.code, party.people
    for person, text in ((second, "bb"), (first, "aa")):
        seating.ready(hall, code, person, contribution=Contribution(text, promise(hall, code)))
    absence.resign(hall, code, second)
    while party.view().status == "playing":
        party.bots()
        if party.view(0).choices:
            party.move(0)
    record = replay.record(hall, code)
    records.check(record, load)
    assert [seat.bot for seat in record.seats] == [None, None]
    assert record.shuffle.house == []


def test_a_house_that_bends_the_deal_is_caught_by_its_own_record(gather):
    """It draws a bot's contribution anew instead of deriving it, and deals from that: its record shows it."""
    party = gather(1, bots=1, start=False)
    hall, code, (me,) = party.hall, party.code, party.people
    seating.ready(hall, code, me, contribution=Contribution("aa", promise(hall, code)))
    secret = bytes.fromhex(hall.look(code).secret)
    wanted = next(
        given
        for given in (number.to_bytes(16) for number in range(10_000))
        if deck(fair.fair_key(secret, [b"\xaa", given])).startswith("deck 15 ")
    )
    bent = folded(hall, code, {"contributions": ["aa", wanted.hex()]})
    assert deck(bent.key).startswith("deck 15 ")
    play_out(bent)
    with pytest.raises(records.BadRecord, match="What the house gave for seat 2 does not follow"):
        records.check(replay.record_of(bent), load)


def deck(key: bytes) -> str:
    game = load("cartes")
    return next(iter(game.notation.chance(game.deal(2, key, {"hands": "1"}))))


def folded(hall, code, started):
    """The table as a house would have it that altered its own event of the start."""
    with hall.store.reading() as connection:
        events = hall.store.events(connection, hall.look(code).id, 0)
    table = Table.blank(1, code, hall.boxes.find)
    for event in events:
        if isinstance(event.fact, facts.Started):
            table.apply(event._replace(fact=msgspec.structs.replace(event.fact, **started)))
        elif not isinstance(event.fact, facts.Move):
            table.apply(event)
    return table


def play_out(table):
    game = table.game
    while waiting := game.waiting(table.position):
        seat = waiting[0]
        action = game.legal(table.position, seat)[0]
        words = game.notation.write(table.position, seat, action)
        moved = facts.Move(seat=seat, action=action, words=words, by="bot")
        table.apply(facts.Event(table.version + 1, 0.0, moved))


def test_a_game_that_an_earlier_version_started_keeps_the_first_format(gather):
    """Its event of the start does not say which contributions are the house's."""
    party = gather(1, bots=1)
    table = folded(party.hall, party.code, {})
    assert table.edition is not None
    sat = {"visitor": "v", "name": "v", "contribution": "0a"}  # of the house or of the browser: who can tell
    edition = {"id": table.edition.id, "sha256": table.edition.sha256}
    started = {"edition": edition, "contributions": ["0a", "0b"]}
    with party.hall.store.reading() as connection:
        events = party.hall.store.events(connection, party.hall.look(party.code).id, 0)
    old = Table.blank(1, party.code, party.hall.boxes.find)
    for event in events:
        match event.fact:
            case facts.Sat(seat=seat):
                old.apply(event._replace(fact=facts.read("sat", seat, json.dumps(sat))))
                assert old.chairs[0].given is None
            case facts.Started():
                old.apply(event._replace(fact=facts.read("started", -1, json.dumps(started))))
            case facts.Opened():
                old.apply(event)
            case _:
                pass
    assert looking.fairness(old).contributions == ("0a", "0b")
    assert looking.fairness(old).house is None
    play_out(old)
    record = replay.record_of(old)
    assert record.format == "oppidum/1"
    assert records.encode(record).count('"house"') == 0
    records.check(record, load)
    assert records.binding(record) == "first"


def test_exported_records_are_those_of_the_tables(gather):
    party = gather(1, bots=1)
    party.play_to_end()
    (exported,) = host.export(party.hall)
    assert exported == replay.record(party.hall, party.code)
