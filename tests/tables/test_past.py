"""The past of one visitor: games, figures, records."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oppidum import games as all_games
from oppidum.kernel import record as record_format
from oppidum.tables import (
    Hall,
    Settings,
    absence,
    host,
    looking,
    past,
    playing,
    seating,
    track_record,
    visitors,
)
from oppidum.tables.model import HumanSeat
from oppidum.tables.past import Played, Sitter
from oppidum.tables.what_if import what_if

from .conftest import Arrive, Gather, Hours, Party

ME, FRIEND = "me", "friend"


def made_up(
    result: int | None, players: int = 2, *, game: str = "one", points: int = 10, number: int = 0
) -> Played:
    """A game that I won (1), lost (0), won together with the last seat (2), or that had no result."""
    last = players - 1
    others = [Sitter("Friend", FRIEND, None), *[Sitter("greedy", None, "greedy")] * (players - 2)]
    winners = {None: (), 0: (last,), 1: (0,), 2: (0, last)}[result]
    return Played(
        code=f"table {number}",
        game=game,
        ended=float(number),
        moves=7,
        sitters=(Sitter("Me", ME, None), *others),
        mine=(0,),
        points=() if result is None else (points, *[5] * last),
        winners=winners,
        played_on=False,
        challenge=None,
    )


results = st.lists(
    st.builds(
        made_up,
        st.sampled_from([None, 0, 1, 2]),
        st.integers(2, 4),
        game=st.sampled_from(["one", "two"]),
        points=st.integers(-20, 40),
    ),
    max_size=40,
)


@given(results)
def test_figures_agree_with_counting_by_hand(played: list[Played]) -> None:
    counted = [each for each in played if each.points]
    for of in track_record.by_game(played):
        mine = [each for each in counted if each.game == of.game]
        assert of.games == len(mine)
        assert of.won == sum(0 in each.winners for each in mine)
        assert of.best.own_points == max(each.points[0] for each in mine)
        assert of.mean == pytest.approx(sum(each.points[0] for each in mine) / len(mine))
        marks = "".join("W" if 0 in each.winners else "-" for each in reversed(mine))  # oldest first
        series = marks.split("-")
        assert of.streak == len(series[-1])
        assert of.longest == max(map(len, series))
    assert sum(of.games for of in track_record.by_game(played)) == len(counted)
    for other in track_record.against(played):
        together = [
            each
            for each in counted
            if any(who.bot == other.bot and (who.bot or who.visitor == FRIEND) for who in each.sitters[1:])
        ]
        assert other.games == len(together)
        assert other.won == sum(0 in each.winners for each in together)


@given(results, st.integers(1, 30))
def test_form_is_the_mean_of_the_latest(played: list[Played], latest: int) -> None:
    counted = [each for each in played if each.points][::-1]  # oldest first
    points = track_record.form(played, latest)
    assert len(points) == min(latest, len(counted))
    for back, point in enumerate(reversed(points)):
        upto = len(counted) - back
        window = counted[max(0, upto - track_record.WINDOW) : upto]
        assert point.played is window[-1]
        assert point.share == pytest.approx(sum(each.share for each in window) / len(window))
        assert 0 <= point.share <= 1
        assert point.fair == pytest.approx(sum(1 / len(each.sitters) for each in window) / len(window))


def test_who_has_won_against_whom() -> None:
    mine = [made_up(1, 3, number=3), made_up(0, 3, number=2), made_up(0, 2, number=1), made_up(2, 2)]
    friend, bots = track_record.against([replace(mine[0], sitters=renamed(mine[0], "Newest")), *mine[1:]])
    assert (friend.name, friend.bot) == ("Newest", None)
    assert (friend.games, friend.won, friend.lost) == (4, 2, 2)
    assert (bots.bot, bots.games, bots.won, bots.lost) == ("greedy", 2, 1, 1)


def renamed(played: Played, name: str) -> tuple[Sitter, ...]:
    return tuple(who._replace(name=name) if who.visitor == FRIEND else who for who in played.sitters)


def test_what_says_nothing_does_not_count() -> None:
    game = made_up(1)
    assert game.counts
    for other in (made_up(None), replace(game, played_on=True), replace(game, mine=(0, 1))):
        assert not other.counts
        assert track_record.by_game([other]) == []
        assert track_record.against([other]) == []
        assert track_record.form([other], 5) == []


# ---------------------------------------------------------------- from the store


@pytest.mark.every_store
def test_all_my_games_newest_first(hall: Hall, gather: Gather, hours: Hours) -> None:
    party = gather(2, 1)
    party.play_to_end()
    me, other = party.people
    hours.pass_by(100)
    second = seating.play_now(hall, me, "cartes", players=2, level="random")
    absence.ask_call_off(hall, second, me)
    hours.pass_by(100)
    third = what_if(hall, party.code, me, party.view().moves - 3, 0)
    Party(hall, third, [me]).play_to_end()
    running = seating.play_now(hall, me, "cartes", players=2, level="random")
    found = past.games(hall, me)
    assert running not in [each.code for each in found]
    assert [each.code for each in found if each.points] == [third, party.code]
    first = found[-1]
    table = hall.look(party.code)
    assert (first.points, first.winners, first.mine) == (table.points, table.winners, (0,))
    assert [who.name for who in first.sitters] == ["Bonemine", "Falbala", "random"]
    assert [who.bot for who in first.sitters] == [None, None, "random"]
    assert first.sitters[1].visitor == other
    assert found[0].played_on
    assert not first.played_on
    assert [each.code for each in past.games(hall, other)] == [party.code]
    assert past.games(hall, "nobody") == []


def test_records_are_those_of_the_tables_and_can_be_verified(hall: Hall, gather: Gather) -> None:
    party = gather(2, 1)
    me = party.people[0]
    party.play_to_end()
    code = what_if(hall, party.code, me, party.view().moves - 3, 0)
    Party(hall, code, [me]).play_to_end()
    seating.play_now(hall, me, "cartes", players=2, level="random")
    found = list(past.records(hall, me))
    assert len(found) == 2
    lines = [record_format.encode(each) for each in found]
    assert lines[0] == record_format.encode(next(iter(host.export(hall, party.code))))
    for line in lines:
        assert "\n" not in line
        document = record_format.decode(json.dumps(json.loads(line)))
        record_format.check(document, all_games.load)
    assert "secret" not in json.loads(lines[1])["shuffle"], "its cards were known: it promises nothing"
    assert [record_format.encode(each) for each in host.export(hall)] == lines, (
        "nor where the host exports all"
    )


def test_nobody_else_gets_my_games(hall: Hall, gather: Gather) -> None:
    party = gather(1, 1)
    party.play_to_end()
    stranger = visitors.arrive(hall, "Maestria").visitor.id
    assert past.games(hall, stranger) == []
    assert list(past.records(hall, stranger)) == []


def test_several_seats_of_mine_are_listed_and_not_counted(hall: Hall, arrive: Arrive) -> None:
    me = arrive(1)[0]
    settings = Settings("cartes", (HumanSeat(), HumanSeat()), {"hands": "1"}, same_device=True)
    code = seating.play_now(hall, me, "cartes", settings=settings)
    while (seen := looking.view(hall, code, me)).status == "playing":
        eyes = seen.waiting[0]
        playing.move(hall, code, me, looking.view(hall, code, me, as_seat=eyes).choices[0].words, seat=eyes)
    (found,) = past.games(hall, me)
    assert found.mine == (0, 1)
    assert not found.counts
