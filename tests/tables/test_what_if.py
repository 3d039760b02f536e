"""What if: from any moment of a finished game somebody plays on, against bots."""

from __future__ import annotations

import numpy as np
import pytest

from oppidum.kernel.errors import BadOption
from oppidum.tables import Hall, NotNow, looking, replay
from oppidum.tables.what_if import what_if

from .conftest import Arrive, Gather, OpenHall, Party


def finished(gather: Gather, game: str = "cartes") -> Party:
    party = gather(2, 1, game=game)
    party.play_to_end()
    return party


@pytest.mark.parametrize("game", ["cartes", "romains", "compagnie"])
def test_the_same_cards_and_the_same_decisions_up_to_that_moment(hall: Hall, gather: Gather, game: str):
    party = finished(gather, game)
    after = party.view().moves // 2
    code = what_if(hall, party.code, party.people[1], after, 1)
    old, new = hall.whole(party.code), hall.whole(code)
    assert new.moves == after
    for was, now in zip(old.positions[: after + 1], new.positions[: after + 1], strict=True):
        assert was.tobytes() == now.tobytes()
    assert [chair.bot is None for chair in new.chairs] == [False, True, False]
    assert new.origin is not None
    assert (new.origin.code, new.origin.after) == (party.code, after)


def test_it_is_played_to_its_end_and_its_record_promises_nothing(hall: Hall, gather: Gather):
    party = finished(gather)
    code = what_if(hall, party.code, party.people[0], party.view().moves - 3, 0)
    again = Party(hall, code, [party.people[0]])
    again.play_to_end()
    assert again.view().status == "over"
    shuffle = replay.record(hall, code).shuffle
    assert shuffle is not None
    assert shuffle.commitment is None or not shuffle.commitment
    assert shuffle.key == replay.record(hall, party.code).shuffle.key


def test_who_only_looks_may_try_it_too_from_any_seat(hall: Hall, gather: Gather, arrive: Arrive):
    party = finished(gather)
    stranger = arrive(1)[0]
    code = what_if(hall, party.code, stranger, 0, 2)
    assert looking.view(hall, code, stranger).my_seats == (2,)
    assert looking.view(hall, party.code, party.people[0]).my_seats == (0,)


def test_only_of_games_that_are_over_and_at_moments_that_were(hall: Hall, gather: Gather):
    party = gather(2)
    with pytest.raises(NotNow):
        what_if(hall, party.code, party.people[0], 0, 0)
    party.play_to_end()
    moves = party.view().moves
    for after, seat in ((-1, 0), (moves, 0), (moves + 7, 0), (0, 2), (0, -1)):
        with pytest.raises(BadOption):
            what_if(hall, party.code, party.people[0], after, seat)


@pytest.mark.every_store
def test_another_process_finds_it_as_it_is(hall: Hall, gather: Gather, open_one: OpenHall):
    party = finished(gather)
    code = what_if(hall, party.code, party.people[0], 3, 0)
    other = open_one()
    assert other.look(code).origin == hall.look(code).origin
    assert np.array_equal(other.look(code).position, hall.look(code).position)
