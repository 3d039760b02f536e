"""Two worlds that differ only in what a seat cannot know look the same to it, byte for byte."""

from __future__ import annotations

import hashlib
import json
import logging
from dataclasses import asdict, is_dataclass

import pytest
from msgspec import Struct, structs

from oppidum.games import catalogue
from oppidum.kernel.editions import Edition
from oppidum.kernel.errors import OppidumError
from oppidum.kernel.position import copy
from oppidum.tables import NotAllowed, NotNow, chat, hint, host, looking, overview, playing, replay, takeback
from oppidum.tables.happenings import Moved
from oppidum.tables.table import Decision
from oppidum.tables.tail import Tail


def flat(thing):
    """Anything that a verb returns, as text."""

    def plain(value):
        if isinstance(value, bytes):
            return value.hex()
        if hasattr(value, "tobytes"):
            return value.tobytes().hex()
        if isinstance(value, (set, frozenset)):
            return sorted(value)
        if isinstance(value, Edition):
            return value.sha256
        return structs.asdict(value) if isinstance(value, Struct) else asdict(value)

    if is_dataclass(thing) and not isinstance(thing, type):
        thing = {name: getattr(thing, name) for name in thing.__dataclass_fields__}
    elif isinstance(thing, Struct):
        thing = structs.asdict(thing)
    return json.dumps(thing, default=plain)


def flatten(things):
    return [flat(thing) for thing in things] if isinstance(things, list) else flat(things)


def plant(hall, code, seat):
    """Replace everything that the seat cannot know by something else that fits what it knows."""
    slot = hall._slot(code)
    table = slot.table.draft()
    game = table.game

    def another(s, number):
        world = game.imagine(game.view(s, seat), seat, hashlib.sha256(b"%d" % number).digest())
        world.stream_at = s.stream_at  # how often chance has spoken is no secret
        for i in range(s.told):  # neither is to whom a whisper went
            world.events[i] = s.events[i]
        world.told = s.told
        assert game.view(world, seat).tobytes() == game.view(s, seat).tobytes()
        return world

    worlds = {id(s): another(s, n) for n, s in enumerate(table.positions)}
    changed = sum(worlds[id(s)].tobytes() != s.tobytes() for s in table.positions)
    assert changed == len(table.positions), "the planted world is no other one"
    table.positions = Tail(None, [worlds[id(s)] for s in table.positions])

    def disguise(decision):
        return decision if decision.seat == seat else structs.replace(decision, words="secret", action=0)

    table.decisions = Tail(None, [disguise(d) for d in table.decisions])
    lines = [
        structs.replace(
            line,
            what=disguise(line.what) if isinstance(line.what, Decision) else line.what,
            position=None if line.position is None else worlds.get(id(line.position), copy(line.position)),
        )
        for line in table.history
    ]
    table.history = Tail(None, lines)
    table.secret = "5a" * 32
    table.key = b"\x5a" * 32
    slot.table = table


def everything_seen(hall, code, visitor, seat):
    """All that a visitor can get out of a running table, errors included."""
    seen = [
        flat(looking.view(hall, code, visitor)),
        flat(looking.view(hall, code, visitor, as_seat=-1)),
        flatten(looking.history(hall, code, visitor)),
        flatten(replay.steps(hall, code, visitor)),
        flatten(overview.running(hall, visitor)),
        flat(host.show(hall, code)),
    ]
    if looking.view(hall, code, visitor).can_hint:
        seen.append(flat(hint.hint(hall, code, visitor)))
    attempts = [
        lambda: playing.move(hall, code, visitor, f"give {seat + 1}", seat=seat),
        lambda: playing.move(hall, code, visitor, 10_000, seat=seat),
        lambda: playing.move(hall, code, visitor, "nonsense"),
        lambda: looking.view(hall, code, visitor, as_seat=1 - min(seat, 1)),
        lambda: replay.steps(hall, code, visitor, open_cards=True),
        lambda: replay.record(hall, code),
        lambda: list(host.export(hall, code)),
    ]
    if not looking.view(hall, code, visitor).can_take_back:
        attempts.append(lambda: takeback.take_back(hall, code, visitor))
    for attempt in attempts:
        with pytest.raises(OppidumError) as refused:
            attempt()
        seen.append(str(refused.value))
    return seen


@pytest.mark.parametrize("game", list(catalogue()))
@pytest.mark.parametrize("rounds", [0, 3, 9])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_cannot_tell_two_worlds_apart(gather, hours, game, rounds, seat, caplog):
    caplog.set_level(logging.DEBUG)
    party = gather(3, game=game)
    for number in range(rounds):
        for person in range(3):
            view = party.view(person)
            if view.choices:
                party.move(person, view.choices[(number * 5 + person * 3) % len(view.choices)].action)
    if 2 in party.view().waiting:
        party.move(2)  # a secret bid lies on the table
    visitor = party.people[seat]
    table = party.hall.look(party.code)
    before = everything_seen(party.hall, party.code, visitor, seat)
    plant(party.hall, party.code, seat)
    assert everything_seen(party.hall, party.code, visitor, seat) == before
    for secret in (table.secret, table.key.hex()):
        assert secret not in str(before) + caplog.text


def test_a_spectator_sees_no_bid_and_no_card_to_come(gather):
    party = gather(3)
    party.move(0, "bid 7")
    view = party.view()
    assert view.as_seat == -1
    assert view.choices == ()
    assert view.position.bids[0] != 6
    assert all(card < 0 for card in list(view.position.deck)[1:])
    assert [h.words for h in looking.history(party.hall, party.code) if isinstance(h, Moved)] == [None]
    mine = looking.history(party.hall, party.code, party.people[0])
    assert [h.words for h in mine if isinstance(h, Moved)] == ["bid 7"]


def test_open_cards_and_the_record_only_after_the_end(gather):
    party = gather(1, bots=1)
    party.bots()
    party.move(0)
    with pytest.raises(NotAllowed):
        replay.steps(party.hall, party.code, party.people[0], open_cards=True)
    with pytest.raises(NotAllowed):
        replay.steps(party.hall, party.code, party.people[0], as_seat=1)
    with pytest.raises(NotNow):
        replay.record(party.hall, party.code)
    assert party.view(0).fairness.secret is None
    party.play_to_end()
    steps = replay.steps(party.hall, party.code, open_cards=True)
    assert len(steps) == party.view().moves + 1 == replay.count(party.hall, party.code) + 1
    assert all(step.words for step in steps[1:])
    assert min(steps[0].position.deck) >= 0
    assert party.view().fairness.secret is not None


def test_a_replay_shows_what_the_seat_knew_at_the_time(gather):
    party = gather(2)
    for _ in range(3):
        for person in (0, 1):
            if party.view(person).choices:
                party.move(person)
    live = party.view(1).position.tobytes()
    steps = replay.steps(party.hall, party.code, party.people[1])
    assert steps[-1].position.tobytes() == live
    assert {step.words is None for step in steps if step.seat == 0} == {True}
    assert replay.steps(party.hall, party.code, party.people[1], first=2, last=3)[0].number == 2


def test_what_was_taken_back_stays_unsaid(gather):
    party = gather(3)
    party.move(0, "bid 7")
    takeback.take_back(party.hall, party.code, party.people[0])
    party.play_to_end()
    moves = [h for h in looking.history(party.hall, party.code, as_seat=1) if isinstance(h, Moved)]
    assert moves[0].undone
    assert moves[0].words is None
    assert all(move.words for move in moves[1:])


@pytest.mark.every_store
def test_the_house_does_not_show_secrets(gather):
    party = gather(2)
    party.move(0, "bid 7")
    chat.say(party.hall, party.code, party.people[0], text="hello")
    secret = party.hall.look(party.code).secret
    shown = [*flatten(host.tables(party.hall)), flat(host.metrics(party.hall)), flat(host.health(party.hall))]
    assert secret not in str(shown)
    assert list(host.export(party.hall)) == []
