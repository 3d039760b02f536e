"""Decisions: notation, numbers, freshness, the confirm step."""

import threading

import pytest

from oppidum.games import load
from oppidum.kernel import record as records
from oppidum.kernel.errors import BadNotation, IllegalAction
from oppidum.tables import NotAllowed, NotNow, Stale, Unconfirmed, looking, playing, replay


def test_a_decision_in_notation_or_as_a_number(gather):
    party = gather(2)
    moved = party.move(0, "bid 7")
    assert (moved.number, moved.words, moved.over) == (1, "bid 7", False)
    assert moved.version == party.view().version
    assert party.move(1, 4).words == "bid 5"


def test_what_is_refused_changes_nothing(gather, arrive):
    party = gather(2)
    before = party.view(0)
    stranger = arrive(1)[0]
    for visitor, what, error in [
        (party.people[0], "fly", BadNotation),
        (party.people[0], "keep", IllegalAction),
        (party.people[0], 999, IllegalAction),
        (party.people[0], -1, IllegalAction),
        (stranger, "bid 1", NotAllowed),
        ("nobody", "bid 1", NotAllowed),
    ]:
        with pytest.raises(error):
            playing.move(party.hall, party.code, visitor, what)
    with pytest.raises(NotAllowed, match="Seat 2 is not yours"):
        party.move(0, "bid 1", seat=1)
    assert party.view(0).version == before.version


def test_before_the_start_and_after_the_end_nothing_is_decided(gather):
    party = gather(2, start=False)
    with pytest.raises(NotNow, match="not started"):
        party.move(0, "bid 1")
    party = gather(2)
    party.play_to_end()
    with pytest.raises(NotNow, match="over"):
        party.move(0, "bid 1")


def test_an_answer_to_an_old_question_is_stale(gather):
    party = gather(2)
    seen = party.view(0).version
    party.move(0, "bid 7", seen=seen)
    with pytest.raises(Stale) as stale:  # the other tab
        party.move(0, "bid 6", seen=seen)
    assert (stale.value.version, stale.value.moves) == (party.view().version, 1)
    party.move(1, "bid 3", seen=seen)  # simultaneous: seat 1 was asked all along
    with pytest.raises(Stale):  # by now it is the next card
        party.move(0, "bid 6", seen=seen)
    party.move(0, "bid 6", seen=party.view(0).version)


def test_chat_does_not_make_a_decision_stale(gather):
    from oppidum.tables import chat

    party = gather(2)
    seen = party.view(0).version
    chat.say(party.hall, party.code, party.people[1], phrase="hello")
    assert party.move(0, seen=seen).number == 1


@pytest.mark.every_store
def test_two_at_the_same_instant_exactly_one_wins(gather, open_one):
    """Two tabs of one person, on two workers, over and over."""
    party = gather(2, confirm=False)
    halls = [party.hall, open_one()]
    for person in [0, 1] * 6:
        seen = party.view(person).version
        outcomes: list[str] = []
        gate = threading.Barrier(2)

        def tab(hall, visitor=party.people[person], seen=seen, gate=gate, outcomes=outcomes):
            gate.wait()
            try:
                words = looking.view(hall, party.code, visitor).choices[0].words
                playing.move(hall, party.code, visitor, words, seen=seen)
                outcomes.append("won")
            except (Stale, IndexError):
                outcomes.append("stale")

        moves = party.view().moves
        tabs = [threading.Thread(target=tab, args=(hall,)) for hall in halls]
        for thread in tabs:
            thread.start()
        for thread in tabs:
            thread.join()
        assert sorted(outcomes) == ["stale", "won"]
        assert party.view().moves == moves + 1
        assert looking.view(halls[1], party.code).version == party.view().version


def test_confirm_is_asked_where_a_turn_ends_and_reveals(gather):
    party = gather(2)
    party.move(0, "bid 7", confirmed=False)  # secret: can be taken back, needs no confirmation
    with pytest.raises(Unconfirmed, match="confirm"):
        party.move(1, "bid 3", confirmed=False)
    assert party.view().moves == 1
    assert party.move(1, "bid 3", confirmed=True).number == 2


def test_confirm_can_be_switched_off(gather):
    party = gather(2, confirm=False)
    party.move(0, "bid 7", confirmed=False)
    assert party.move(1, "bid 3", confirmed=False).number == 2


@pytest.mark.every_store
def test_a_whole_game_and_its_record(gather):
    party = gather(2, bots=1)
    party.play_to_end()
    view = party.view(0)
    assert view.status == "over"
    assert view.standing is not None
    assert view.standing.winners
    record = replay.record(party.hall, party.code)
    records.check(record, load)
    assert record.shuffle.commitment == view.fairness.commitment
    assert record.shuffle.secret == view.fairness.secret
    assert record.result is not None
    assert record.result.points == list(view.standing.points)


@pytest.mark.every_store
def test_a_second_worker_and_a_restart_see_the_same_table(gather, open_one):
    party = gather(2, bots=1)
    for _ in range(5):
        party.bots()
        for person in (0, 1):
            if party.view(person).choices:
                party.move(person)
    other = open_one()
    for person in (0, 1):
        mine, theirs = party.view(person), looking.view(other, party.code, party.people[person])
        assert theirs.position.tobytes() == mine.position.tobytes()
        assert (theirs.version, theirs.choices, theirs.seats) == (mine.version, mine.choices, mine.seats)
