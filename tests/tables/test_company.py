"""Visitors, chat, lobby, rematch, hints: the company around a game."""

import pytest

from oppidum.kernel.errors import BadOption
from oppidum.tables import (
    BotSeat,
    HumanSeat,
    NoSuchVisitor,
    NotAllowed,
    NotNow,
    Settings,
    TooMany,
    absence,
    chat,
    hint,
    looking,
    overview,
    rematch,
    seating,
    visitors,
)
from oppidum.tables.happenings import Moved
from oppidum.tables.listing import GIVEN_UP_AFTER, Neighbours

pytestmark = pytest.mark.every_store


def test_an_identity_can_be_carried_to_another_device(hall):
    arrival = visitors.arrive(hall, "  Bonemine  ")
    assert arrival.visitor.name == "Bonemine"
    untidy = arrival.recovery_code.upper().replace("-", " ")
    assert visitors.recover(hall, untidy) == arrival.visitor
    fresh = visitors.new_recovery_code(hall, arrival.visitor.id)
    found = visitors.recover(hall, fresh)
    assert (found.id, found.name) == (arrival.visitor.id, "Bonemine")
    assert found.stamp != arrival.visitor.stamp, "who is signed in elsewhere is so no longer"
    with pytest.raises(NoSuchVisitor):
        visitors.recover(hall, arrival.recovery_code)


def test_tokens_for_programs(hall):
    me = visitors.arrive(hall, "Bonemine").visitor
    token = visitors.new_token(hall, me.id, "my bot")
    assert visitors.by_token(hall, token) == me
    assert visitors.revoke_tokens(hall, me.id) == 1
    for wrong in (token, "", "\udc00", "x" * 10_000):
        with pytest.raises(NoSuchVisitor):
            visitors.by_token(hall, wrong)
    for _ in range(visitors.MOST_TOKENS):
        visitors.new_token(hall, me.id)
    with pytest.raises(TooMany):
        visitors.new_token(hall, me.id)


def test_no_secret_of_a_visitor_is_in_the_store(hall):
    import sqlalchemy as sa

    from oppidum.tables import schema

    arrival = visitors.arrive(hall, "Bonemine")
    token = visitors.new_token(hall, arrival.visitor.id)
    with hall.store.reading() as connection:
        stored = str([connection.execute(sa.select(t)).all() for t in schema.metadata.sorted_tables])
    assert arrival.visitor.id in stored
    assert token not in stored
    assert visitors.plain(arrival.recovery_code) not in stored


@pytest.mark.parametrize("name", ["", "   ", "x" * 33, "a\x00b", "a\u202eb", "\ud800"])
def test_names_are_short_and_visible(hall, name):
    with pytest.raises(BadOption):
        visitors.arrive(hall, name)


def test_chat_and_muting(gather, arrive):
    party = gather(2)
    hall, code, (host, friend) = party.hall, party.code, party.people
    guest = arrive(1)[0]
    chat.say(hall, code, friend, phrase="hello")
    chat.say(hall, code, guest, text="<b>Salve</b>")
    phrase, text = party.view(0).chat
    assert (phrase.seat, phrase.name, phrase.phrase, phrase.mine) == (1, "Falbala", "hello", False)
    assert (text.seat, text.text, text.phrase) == (-1, "<b>Salve</b>", None)
    chat.mute(hall, code, host, line=text.seq)
    assert [line.seq for line in party.view(0).chat] == [phrase.seq]
    assert len(party.view(1).chat) == 2
    chat.mute(hall, code, host)
    assert party.view(0).chat == ()
    assert party.view(0).chat_muted
    chat.unmute(hall, code, host)
    assert len(party.view(0).chat) == 2
    with pytest.raises(NotNow):
        chat.mute(hall, code, host, line=1)


@pytest.mark.parametrize(
    "said", [{}, {"text": ""}, {"text": "x" * 201}, {"phrase": "ave"}, {"text": "a\x00"}]
)
def test_what_cannot_be_said(gather, said):
    party = gather(2)
    with pytest.raises(BadOption):
        chat.say(party.hall, party.code, party.people[0], **said)


def test_nobody_floods_a_table(gather, hours):
    party = gather(2)
    for _ in range(chat.MOST_IN_A_ROW):
        chat.say(party.hall, party.code, party.people[0], phrase="hello")
    with pytest.raises(TooMany):
        chat.say(party.hall, party.code, party.people[0], phrase="hello")
    hours.pass_by(61)
    chat.say(party.hall, party.code, party.people[0], phrase="hello")


def test_only_listed_tables_with_a_free_seat_are_in_the_lobby(hall, arrive):
    host, friend = arrive(2)
    seats = (HumanSeat(), HumanSeat(), BotSeat("random"))
    seating.open_table(hall, host, Settings("cartes", seats))
    code = seating.open_table(hall, host, Settings("cartes", seats, listed=True))
    seating.sit(hall, code, host)
    (table,) = overview.listed(hall)
    assert (table.code, table.host, table.taken, table.free) == (code, "Bonemine", ("Bonemine", "random"), 1)
    assert overview.listed(hall, game="romains") == []
    seating.sit(hall, code, friend)
    assert overview.listed(hall) == []


def test_tables_that_their_host_has_given_up_are_not_in_the_lobby(hall, arrive, hours):
    gone, here = arrive(2)
    for_all = Settings("cartes", (HumanSeat(), HumanSeat()), listed=True)
    seating.open_table(hall, gone, for_all)
    code = seating.open_table(hall, here, for_all)
    hours.pass_by(GIVEN_UP_AFTER - 60)
    overview.mark_seen(hall, code, here, 1)  # who has opened it need not sit there
    hall.presence.write()
    hall.write(lambda connection: None)  # and that is written
    hours.pass_by(120)
    assert [table.code for table in overview.listed(hall)] == [code]


def test_neighbours_share_a_part_of_the_lobby(hall, arrive, hours):
    for_all = Settings("cartes", (HumanSeat(), HumanSeat()), listed=True)
    village, camp = Neighbours("village", 2), Neighbours("camp", 2)

    def open_one(host, neighbours, settings=for_all):
        hours.pass_by(1)
        return seating.open_table(hall, host, settings, neighbours=neighbours)

    people = arrive(4)
    first = open_one(people[0], camp)
    listed = [open_one(person, village) for person in people[1:3]]
    with pytest.raises(TooMany):
        open_one(people[3], village)
    open_one(people[3], village, Settings("cartes", (HumanSeat(), HumanSeat())))  # by link always
    # Whoever comes from elsewhere comes before the second of those, however many people they are.
    assert [table.code for table in overview.listed(hall)] == [listed[1], first, listed[0]]
    hours.pass_by(GIVEN_UP_AFTER)
    assert open_one(people[3], village) in {table.code for table in overview.listed(hall)}


def test_who_plays_on_after_a_listed_game_still_belongs_to_the_neighbours(hall, arrive):
    host, friend, late = arrive(3)
    for_all = Settings("cartes", (HumanSeat(), HumanSeat()), listed=True)
    village = Neighbours("village", 1)
    code = seating.open_table(hall, host, for_all, neighbours=village)
    for person in (host, friend):
        seating.sit(hall, code, person)
    seating.start(hall, code, host)
    for person in (host, friend):
        absence.resign(hall, code, person)
    rematch.rematch(hall, code, friend)
    with pytest.raises(TooMany):
        seating.open_table(hall, late, for_all, neighbours=village)


@pytest.mark.every_store
def test_who_plays_on_takes_no_more_of_the_lobby_than_the_neighbours_have(hall, arrive):
    people = arrive(2)
    for_all = Settings("cartes", (HumanSeat(), HumanSeat()), listed=True)
    village = Neighbours("village", 2)
    over = []
    for _ in range(4):
        code = seating.open_table(hall, people[0], for_all, neighbours=village)
        for person in people:
            seating.sit(hall, code, person)
        seating.start(hall, code, people[0])
        for person in people:
            absence.resign(hall, code, person)
        over.append(code)
    again = [rematch.rematch(hall, code, people[1], neighbours=village) for code in over]
    assert [looking.view(hall, code).settings.listed for code in again] == [True, True, False, False]
    assert {table.code for table in overview.listed(hall)} <= set(again[:2])
    with hall.store.reading() as connection:
        assert not village.have_room(connection, hall.now())
    assert rematch.rematch(hall, over[2], people[0], neighbours=village) == again[2]  # the same for all


def test_my_games_and_what_happened_since(gather, hours):
    party = gather(2)
    hall, code, (host, friend) = party.hall, party.code, party.people
    overview.mark_seen(hall, code, friend, party.view(1).version)
    party.move(1)
    (mine,) = overview.running(hall, friend)
    assert (mine.code, mine.my_turn, mine.waiting, mine.my_seats) == (code, False, (0,), (1,))
    overview.mark_seen(hall, code, friend, mine.version)
    party.move(0, "bid 10")
    (mine,) = overview.running(hall, friend)
    assert mine.my_turn
    since = looking.history(hall, code, friend, since=mine.seen)
    (moved,) = since
    assert isinstance(moved, Moved)
    assert (moved.seat, moved.words) == (0, None)
    assert moved.position is not None
    assert moved.position.told > 1  # what everybody saw: the bids, who took the card, the next one
    assert overview.running(hall, host)[0].seen == 0
    overview.mark_seen(hall, code, friend, 10**12)
    assert overview.running(hall, friend)[0].seen == mine.version


def test_my_finished_games(gather):
    party = gather(1, bots=1)
    party.play_to_end()
    (game,) = overview.finished(party.hall, party.people[0])
    standing = party.view().standing
    assert (game.code, game.points, game.winners) == (party.code, standing.points, standing.winners)
    assert (game.seats, game.my_seats, game.abandoned) == (("Bonemine", "random"), (0,), False)
    assert overview.finished(party.hall, party.people[0], before=game.ended) == []
    assert overview.running(party.hall, party.people[0]) == []


def test_a_rematch_moves_the_seats_on(gather, arrive):
    party = gather(2, bots=1)
    hall, (host, friend) = party.hall, party.people
    with pytest.raises(NotNow):
        rematch.rematch(hall, party.code, friend)
    party.play_to_end()
    with pytest.raises(NotAllowed):
        rematch.rematch(hall, party.code, arrive(1)[0])
    code = rematch.rematch(hall, party.code, friend)
    view = looking.view(hall, code, friend)
    assert [seat.name for seat in view.seats] == ["random", "Bonemine", "Falbala"]
    assert [seat.ready for seat in view.seats] == [True, False, True]
    assert view.status == "open"
    assert party.view().rematch == code
    assert rematch.rematch(hall, party.code, host) == code
    assert looking.view(hall, code).status == "playing"
    assert looking.view(hall, code).fairness.commitment != party.view().fairness.commitment


def test_a_hint_where_the_table_allows_it(gather):
    party = gather(2)
    hall, code, host = party.hall, party.code, party.people[0]
    advice = hint.hint(hall, code, host)
    assert advice.words in [choice.words for choice in party.view(0).choices]
    assert 0 <= advice.share <= 1
    assert advice.next_words != advice.words
    assert advice == hint.hint(hall, code, host)
    party.move(0, advice.words)
    with pytest.raises(NotNow):
        hint.hint(hall, code, host)
    strict = gather(2, hints=False)
    assert not strict.view(0).can_hint
    with pytest.raises(NotAllowed, match="hints"):
        hint.hint(hall, strict.code, strict.people[0])


def test_nobody_opens_tables_without_end(hall, arrive):
    (host,) = arrive(1)
    settings = Settings("cartes", (HumanSeat(), HumanSeat()))
    for _ in range(seating.MOST_UNFINISHED):
        seating.open_table(hall, host, settings)
    with pytest.raises(TooMany):
        seating.open_table(hall, host, settings)
