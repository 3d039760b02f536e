"""The same deal: somebody else gets my cards, at my seat, against the same bots, and we compare."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from alembic import command

from oppidum.kernel.errors import BadOption
from oppidum.tables import (
    BotSeat,
    Hall,
    HumanSeat,
    NoSuchChallenge,
    NoSuchTable,
    NotAllowed,
    NotNow,
    Settings,
    absence,
    bots_at_work,
    host,
    looking,
    migrate,
    past,
    playing,
    replay,
    same_deal,
    schema,
    seating,
    takeback,
    visitors,
)
from oppidum.tables.table import Table
from oppidum.tables.what_if import what_if

from .conftest import Arrive, Gather, Party


def some(words: list[str], number: int) -> str:
    """Any decision, but not always the first one."""
    return words[(7 * number) % len(words)]


def play(hall: Hall, code: str, visitor: str, decide: Callable[[int, list[str]], str], quick: bool) -> None:
    """To the end; `quick`: the person decides before the bots do, where both are asked."""
    number = 0
    while looking.view(hall, code, visitor).status == "playing":
        if not quick:
            bots_at_work.work_now(hall)
        seen = looking.view(hall, code, visitor)
        if seen.choices:
            playing.move(hall, code, visitor, decide(number, [choice.words for choice in seen.choices]))
            number += 1
        if quick:
            bots_at_work.work_now(hall)


def own_words(table: Table, seat: int) -> list[str]:
    return [decision.words for decision in table.decisions if decision.seat == seat]


def by_seats(table: Table) -> list[list[str]]:
    return [own_words(table, seat) for seat in range(len(table.chairs))]


def dealt(hall: Hall, me: str, game: str, *levels: str, seat: int = 0, **options: str) -> str:
    """A finished game of mine against bots."""
    bots = [BotSeat(level) for level in levels]
    settings = Settings(game, (*bots[:seat], HumanSeat(), *bots[seat:]), options)
    code = seating.play_now(hall, me, game, settings=settings)
    play(hall, code, me, lambda number, words: some(words, number), quick=True)
    assert looking.view(hall, code, me).status == "over"
    return code


GAMES = [
    ("cartes", ("greedy", "goudurix", "detritus"), {"hands": "2"}, False),
    ("romains", ("greedy", "falbala"), {"calls": "draw"}, False),
    ("romains", ("greedy", "falbala"), {"calls": "arrival"}, True),  # who is quicker calls first
    ("compagnie", ("bonemine", "greedy"), {}, False),
]


@pytest.mark.parametrize(("game", "levels", "options", "quick"), GAMES)
def test_who_decides_alike_plays_the_same_game_to_the_end(
    hall: Hall, arrive: Arrive, game: str, levels: tuple[str, ...], options: dict[str, str], quick: bool
) -> None:
    """Whoever of those that decide at once is quicker."""
    me, friend = arrive(2)
    code = dealt(hall, me, game, *levels, seat=1, **options)
    link = same_deal.challenge(hall, code, me)
    again = same_deal.accept(hall, link, friend)
    first = hall.whole(code)
    mine = own_words(first, 1)
    play(hall, again, friend, lambda number, _: mine[number], quick=quick)
    second = hall.whole(again)
    assert by_seats(second) == by_seats(first)
    assert (second.points, second.winners) == (first.points, first.winners)
    found = same_deal.compare(hall, link, again, friend).games
    assert found.parting is None
    assert [one.points for one, _ in found.turns if one] == [two.points for _, two in found.turns if two]


def test_the_bot_that_looks_ahead_does_the_same_again(hall: Hall, arrive: Arrive, long: bool) -> None:
    me, friend = arrive(2)
    code = dealt(hall, me, "cartes", "prolix" if long else "detritus", hands="1")
    again = same_deal.accept(hall, same_deal.challenge(hall, code, me), friend)
    mine = own_words(hall.whole(code), 0)
    play(hall, again, friend, lambda number, _: mine[number], quick=False)
    assert by_seats(hall.whole(again)) == by_seats(hall.whole(code))


@pytest.mark.parametrize("game", ["cartes", "romains", "compagnie"])
def test_where_they_parted(hall: Hall, arrive: Arrive, game: str) -> None:
    """At the first decision that was not the same: an oracle that only compares what was decided."""
    me, friend = arrive(2)
    code = dealt(hall, me, game, "greedy")
    link = same_deal.challenge(hall, code, me)
    mine = own_words(hall.whole(code), 0)
    turned: list[int] = []

    def otherwise(number: int, words: list[str]) -> str:
        if not turned and number >= 3 and len(words) > 1:
            turned.append(number)
            return next(each for each in words if each != mine[number])
        return mine[number] if not turned else some(words, number)

    again = same_deal.accept(hall, link, friend)
    play(hall, again, friend, otherwise, quick=True)
    found = same_deal.compare(hall, link, again, me).games
    assert found.parting is not None
    assert found.parting.seat == 0
    both = hall.whole(code), hall.whole(again)
    for table, step in zip(both, found.parting.steps, strict=True):
        decided = table.decisions[step - 1]
        assert decided.seat == 0
        assert own_words(table, 0).index(decided.words) <= turned[0]
        before = [each for each in table.decisions[: step - 1] if each.seat == 0]
        assert len(before) == turned[0]
    assert found.standings[0].points == both[0].points
    assert [one.step for one, _ in found.turns if one] == [
        step for step, each in enumerate(both[0].decisions, 1) if each.seat == 0
    ]
    last = found.turns[len(mine) - 1][0]
    assert last is not None
    assert last.points == both[0].points[0]


def test_people_are_replaced_by_the_strongest_and_bots_stay(hall: Hall, gather: Gather) -> None:
    party = gather(2, 1)
    party.play_to_end()
    link = same_deal.challenge(hall, party.code, party.people[1])
    friend = visitors.arrive(hall, "Maestria").visitor.id
    seen = same_deal.look(hall, link, friend)
    assert (seen.seat, seen.name) == (1, "Falbala")
    assert seen.levels == ("prolix", "random")
    table = hall.whole(same_deal.accept(hall, link, friend))
    assert [chair.bot for chair in table.chairs] == ["prolix", None, "random"]
    assert table.positions[0].tobytes() == hall.whole(party.code).positions[0].tobytes()


# ---------------------------------------------------------------- what is not seen before the end


@pytest.fixture
def dared(hall: Hall, arrive: Arrive) -> tuple[str, str, str, str]:
    """Me, my friend, the code of my game, and the link."""
    me, friend = arrive(2)
    code = dealt(hall, me, "cartes", "random", hands="1")
    return me, friend, code, same_deal.challenge(hall, code, me)


def strings(found: Any) -> str:
    return msgspec.json.encode(found, enc_hook=str).decode()


def test_the_challenged_sees_the_other_game_only_after_their_own(
    hall: Hall, dared: tuple[str, str, str, str]
) -> None:
    me, friend, code, link = dared
    before = same_deal.look(hall, link, friend)
    assert code not in strings(before)
    assert (before.played, before.tries) == (None, ())
    again = same_deal.accept(hall, link, friend)
    seen = looking.view(hall, again, friend)
    assert seen.origin is None
    assert seen.challenge == link
    assert code not in strings([before, looking.history(hall, again, friend), seen.settings, seen.fairness])
    assert seen.fairness.secret is None
    assert same_deal.look(hall, link, friend).played is None
    with pytest.raises(NotNow):
        same_deal.compare(hall, link, again, friend)
    with pytest.raises(NotNow):
        same_deal.compare(hall, link, again, me)
    play(hall, again, friend, lambda _, words: words[0], quick=True)
    after = same_deal.look(hall, link, friend)
    assert after.played is not None
    assert after.played.code == code
    assert after.tries == (), "how others did is for the challenger"
    assert same_deal.compare(hall, link, again, friend).codes == (code, again)


def test_the_challenger_sees_who_has_tried_and_how_they_did(
    hall: Hall, dared: tuple[str, str, str, str]
) -> None:
    me, friend, code, link = dared
    other = visitors.arrive(hall, "Ielosubmarine").visitor.id
    again = same_deal.accept(hall, link, friend)
    play(hall, again, friend, lambda _, words: words[-1], quick=True)
    running = same_deal.accept(hall, link, other)
    mine = same_deal.look(hall, link, me)
    assert mine.mine
    assert mine.played is not None
    assert mine.played.points == hall.look(code).points[0]
    assert [(each.name, each.status) for each in mine.tries] == [
        ("Falbala", "over"),
        ("Ielosubmarine", "playing"),
    ]
    assert [each.code for each in mine.tries] == [again, running]
    assert mine.tries[0].points == hall.look(again).points[0]
    assert mine.tries[1].points is None
    with pytest.raises(NotAllowed):
        same_deal.compare(hall, link, again, other)


def test_everybody_has_one_try_and_nobody_who_knows_the_cards(
    hall: Hall, dared: tuple[str, str, str, str]
) -> None:
    me, friend, _, link = dared
    again = same_deal.accept(hall, link, friend)
    assert same_deal.accept(hall, link, friend) == again
    play(hall, again, friend, lambda _, words: words[0], quick=True)
    assert same_deal.accept(hall, link, friend) == again
    with pytest.raises(NotAllowed):
        same_deal.accept(hall, link, me)
    assert same_deal.look(hall, link, me).knows
    # Whoever has played on from a moment of that game knows its cards, too; and the cards stay the same.
    curious = visitors.arrive(hall, "Jolitorax").visitor.id
    what_if(hall, again, curious, 2, 0)
    with pytest.raises(NotAllowed):
        same_deal.accept(hall, link, curious)
    chain = same_deal.challenge(hall, again, friend)
    with pytest.raises(NotAllowed):
        same_deal.accept(hall, chain, me)


def test_a_game_that_was_tried_can_be_passed_on(hall: Hall, dared: tuple[str, str, str, str]) -> None:
    _, friend, code, link = dared
    again = same_deal.accept(hall, link, friend)
    play(hall, again, friend, lambda _, words: words[-1], quick=True)
    third = visitors.arrive(hall, "Maestria").visitor.id
    table = hall.whole(same_deal.accept(hall, same_deal.challenge(hall, again, friend), third))
    assert table.positions[0].tobytes() == hall.whole(code).positions[0].tobytes()
    assert table.origin is not None
    assert table.origin.first == code


def test_what_cannot_be_a_challenge(hall: Hall, gather: Gather) -> None:
    party = gather(2)
    me, other = party.people
    with pytest.raises(NotNow):
        same_deal.challenge(hall, party.code, me)
    absence.resign(hall, party.code, other)
    while party.view().status == "playing":
        party.bots()
        if party.view(0).choices:
            party.move(0)
    with pytest.raises(NotAllowed):
        same_deal.challenge(hall, party.code, other)
    with pytest.raises(NotAllowed):
        same_deal.challenge(hall, party.code, visitors.arrive(hall, "Maestria").visitor.id)
    with pytest.raises(NotAllowed):
        same_deal.challenge(hall, party.code, me, 1)
    middle = what_if(hall, party.code, me, party.view().moves - 3, 0)
    Party(hall, middle, [me]).play_to_end()
    with pytest.raises(NotNow):
        same_deal.challenge(hall, middle, me)
    link = same_deal.challenge(hall, party.code, me)
    assert same_deal.challenge(hall, party.code, me, 0) == link
    for wrong in ("", "x" * 16, "a" * 16, party.code, "\udc00", "a" * 10_000):
        with pytest.raises(NoSuchChallenge):
            same_deal.look(hall, wrong, me)
    with pytest.raises(NoSuchTable):
        same_deal.compare(hall, link, party.code, me)


def test_several_at_one_device_say_whose_cards(hall: Hall, arrive: Arrive) -> None:
    me = arrive(1)[0]
    settings = Settings("cartes", (HumanSeat(), HumanSeat()), {"hands": "1"}, same_device=True)
    code = seating.play_now(hall, me, "cartes", settings=settings)
    while (seen := looking.view(hall, code, me)).status == "playing":
        eyes = seen.waiting[0]
        choice = looking.view(hall, code, me, as_seat=eyes).choices[0]
        playing.move(hall, code, me, choice.words, seat=eyes)
    with pytest.raises(BadOption):
        same_deal.challenge(hall, code, me)
    assert same_deal.look(hall, same_deal.challenge(hall, code, me, 1), None).seat == 1


@pytest.mark.every_store
def test_with_the_game_its_challenge_is_gone(hall: Hall, dared: tuple[str, str, str, str]) -> None:
    me, friend, code, link = dared
    again = same_deal.accept(hall, link, friend)
    assert host.delete(hall, code=code) == 1
    with pytest.raises(NoSuchChallenge):
        same_deal.look(hall, link, me)
    play(hall, again, friend, lambda _, words: words[0], quick=True)
    assert looking.view(hall, again, friend).status == "over"
    assert len(list(past.records(hall, friend))) == 1


@pytest.mark.every_store
def test_two_clicks_at_once_make_one_table(hall: Hall, dared: tuple[str, str, str, str]) -> None:
    _, friend, _, link = dared
    found: list[str] = []
    clicks = [
        threading.Thread(target=lambda: found.append(same_deal.accept(hall, link, friend))) for _ in range(4)
    ]
    for click in clicks:
        click.start()
    for click in clicks:
        click.join()
    assert len(found) == 4
    assert len(set(found)) == 1


# ---------------------------------------------------------------- the luck of bots, and what is stored


def luck_of(bot: Any) -> list[int]:
    return bot.luck.tolist()


def test_who_has_to_decide_again_has_other_luck(hall: Hall, arrive: Arrive) -> None:
    me = arrive(1)[0]
    code = seating.play_now(hall, me, "cartes", players=2, level="goudurix")
    bots_at_work.work_now(hall)
    before = hall.look(code)
    words = looking.view(hall, code, me).choices[0].words
    playing.move(hall, code, me, words)
    bots_at_work.work_now(hall)
    takeback.take_back(hall, code, me, ask=True)
    bots_at_work.work_now(hall)
    assert hall.look(code).decided[0] == before.decided[0] + 1
    lucks = [luck_of(bots_at_work.bot(table, 0, "goudurix")) for table in (before, hall.look(code))]
    assert lucks[0] != lucks[1]
    assert hall.whole(code).decided == hall.look(code).decided


def test_a_record_of_a_try_promises_nothing(hall: Hall, dared: tuple[str, str, str, str]) -> None:
    _, friend, code, link = dared
    again = same_deal.accept(hall, link, friend)
    play(hall, again, friend, lambda _, words: words[0], quick=True)
    shuffle = replay.record(hall, again).shuffle
    assert shuffle is not None
    assert not shuffle.commitment
    own = replay.record(hall, code).shuffle
    assert own is not None
    assert shuffle.key == own.key


@pytest.mark.every_store
def test_a_store_of_before_learns_which_cards_are_the_same(hall: Hall, gather: Gather) -> None:
    party = gather(2)
    party.play_to_end()
    one = what_if(hall, party.code, party.people[0], party.view().moves - 3, 0)
    Party(hall, one, [party.people[0]]).play_to_end()
    two = what_if(hall, one, party.people[0], 1, 0)
    wanted = sa.select(schema.tables.c.code, schema.tables.c.origin).order_by(schema.tables.c.id)
    with hall.store.writing() as connection:
        command.downgrade(migrate.config(connection), "0004")
        migrate.upgrade(connection)
    with hall.store.reading() as connection:
        assert [tuple(row) for row in connection.execute(wanted)] == [
            (party.code, None),
            (one, party.code),
            (two, party.code),
        ]
