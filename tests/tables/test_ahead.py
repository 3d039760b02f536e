"""How long a bot thought, and so what it holds, cannot be told from when it answers.

Real tables, the real watch and the real queue on a simulated clock. The bots here think as long as what they
hold makes them, in the worst way: some hands are answered at once, others take all the time that there is.
What is known of a moment is compared between the two kinds: times, and who of several comes first.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from scipy.stats import binomtest, ks_2samp, mannwhitneyu

from oppidum import bots
from oppidum.bots.lookahead import LevelBot
from oppidum.games import catalogue
from oppidum.kernel.fair import seed_key
from oppidum.tables import (
    BotSeat,
    Hall,
    HumanSeat,
    Settings,
    bots_at_work,
    looking,
    playing,
    seating,
    visitors,
)
from oppidum.tables.ahead import LOOK_AHEAD, TICK, Allowance, on_grid

from .conftest import Hours
from .simulated import House

kolmogorov_smirnov: Any = ks_2samp  # SciPy leaves open what it returns
SLOW = 0.45  # seconds: nearly all that a bot is given
SURE = 0.01  # a difference that chance alone makes more often than that is none


class Told(NamedTuple):
    """A bot's answer as everybody at the table sees it, and what nobody may know of it."""

    table: str
    asked: int  # which question
    waited: float
    slow: bool
    number: int  # of the decision


class Brooder:
    """Thinks about one half of all hands, and answers the other half at once."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.slow: dict[tuple[str, int, int], bool] = {}  # by table, question and seat
        self.asked: dict[tuple[str, int, int], float] = {}

    def choose(self, hall: Hall, table: Any, seat: int, view: Any, allowance: Any) -> tuple[int, str]:
        hand = hashlib.sha256(bytes([seat]) + view.tobytes()).digest()
        question = table.questions[seat]
        slow = hand[0] % 2 == 1
        self.slow[table.code, question.seq, seat] = slow
        self.asked[table.code, question.seq, seat] = question.time
        self.house.minds.spent += min(SLOW, allowance.seconds) if slow else 0.0
        legal = table.game.legal(view, seat)
        return legal[hand[1] % len(legal)], "bot"

    def told(self, code: str) -> list[Told]:
        found: list[Told] = []
        for decision in self.house.hall.whole(code).decisions:
            asked = [seq for at, seq, seat in self.slow if (at, seat) == (code, decision.seat)]
            seq = max((seq for seq in asked if seq < decision.seq), default=None)
            if decision.by == "bot" and seq is not None:
                key = (code, seq, decision.seat)
                waited = round(decision.time - self.asked[key], 6)
                found.append(Told(code, seq, waited, self.slow[key], decision.seq))
        return found


def build(hall: Hall, hours: Hours, threads: int = 2) -> House:
    """The same cards at the same tables, whenever the test is run."""
    numbers = itertools.count()
    hall.new_secret = lambda: seed_key("a table", next(numbers))
    return House(hall, hours, threads)


@pytest.fixture
def house(open_one: Callable[..., Hall], hours: Hours) -> Iterator[House]:
    built = build(open_one(pace=1.0), hours)
    yield built
    built.hall.watch = None


@pytest.fixture
def brooder(house: House, monkeypatch: pytest.MonkeyPatch) -> Brooder:
    brooding = Brooder(house)
    monkeypatch.setattr(bots_at_work, "choose", brooding.choose)
    return brooding


def open_tables(
    house: House, tables: int, game: str, bots: int, level: str, host: str | None = None
) -> dict[str, str]:
    """Tables of one person each, or all of the same host."""
    found: dict[str, str] = {}
    for n in range(tables):
        person = host or visitors.arrive(house.hall, f"Person {n}").visitor.id
        seats = (HumanSeat(), *[BotSeat(level)] * bots)
        code = seating.open_table(house.hall, person, Settings(game, seats, confirm=False))
        seating.sit(house.hall, code, person)
        seating.start(house.hall, code, person)
        found[code] = person
    return found


def play(house: House, tables: dict[str, str], seconds: float) -> None:
    """So long; people answer within half a second."""
    for _ in range(int(2 * seconds)):
        for code, person in tables.items():
            view = looking.view(house.hall, code, person)
            if view.choices:
                playing.move(house.hall, code, person, view.choices[view.moves % len(view.choices)].action)
        house.pass_by(0.5)


def alike(told: list[Told]) -> bool:
    """Can nobody tell slow hands from quick ones by how long they took?"""
    slow = [one.waited for one in told if one.slow]
    quick = [one.waited for one in told if not one.slow]
    assert min(len(slow), len(quick)) > 50, "too few to tell anything"
    if len({*slow, *quick}) == 1:
        return True
    return kolmogorov_smirnov(slow, quick).pvalue > SURE and mannwhitneyu(slow, quick).pvalue > SURE


@pytest.mark.parametrize("level", ["prolix", "greedy"])
@pytest.mark.parametrize("game", list(catalogue()))
def test_on_a_machine_at_ease_every_answer_comes_when_it_is_due(
    house: House, brooder: Brooder, game: str, level: str
) -> None:
    tables = open_tables(house, 3, game, 1, level)
    play(house, tables, 150)
    told = [one for code in tables for one in brooder.told(code)]
    assert len(told) > 100
    due = {1.0} if game != "romains" else set()  # there some answers leave people time to be first
    assert due <= {one.waited for one in told}
    for code in tables:
        table = house.hall.look(code)
        assert table.moves > 20
    by_kind = {kind: {one.waited for one in told if one.slow is kind} for kind in (True, False)}
    if game != "romains":
        assert by_kind == {True: {1.0}, False: {1.0}}
    else:
        assert 1.0 in by_kind[True] & by_kind[False]
        assert alike(told)


@pytest.mark.parametrize("threads", [1, 2])
def test_on_a_busy_machine_times_say_nothing_either(
    open_one: Callable[..., Hall], hours: Hours, monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    house = build(open_one(pace=1.0), hours, threads)
    brooder = Brooder(house)
    monkeypatch.setattr(bots_at_work, "choose", brooder.choose)
    tables = open_tables(house, 12, "cartes", 3, "prolix")
    play(house, tables, 90)
    told = [one for code in tables for one in brooder.told(code)]
    house.hall.watch = None
    assert len({one.waited for one in told}) > 2, "nobody had to wait: a poor test"
    assert all(abs((one.waited - 1.0) / TICK - round((one.waited - 1.0) / TICK)) < 1e-6 for one in told)
    assert alike(told)


def test_told_as_soon_as_it_is_known_it_would_be_seen(house: House, brooder: Brooder) -> None:
    """The same comparison finds the leak where there is one: without a pace."""
    house.hall.paces.usual = 0.0
    tables = open_tables(house, 6, "cartes", 1, "prolix")
    play(house, tables, 60)
    told = [one for code in tables for one in brooder.told(code)]
    assert not alike(told)


@pytest.mark.parametrize("busy", [False, True])
def test_of_several_secret_bids_the_quick_ones_do_not_come_first(
    house: House, brooder: Brooder, busy: bool
) -> None:
    tables = open_tables(house, 10 if busy else 5, "cartes", 3, "prolix")
    play(house, tables, 60 if busy else 120)
    quick_first = slow_first = 0
    for code in tables:
        together: dict[int, list[Told]] = {}
        for one in brooder.told(code):
            together.setdefault(one.asked, []).append(one)
        for bids in together.values():
            first, last = min(bids, key=number), max(bids, key=number)
            if first.slow != last.slow:
                quick_first += last.slow
                slow_first += first.slow
    assert quick_first + slow_first > 100
    assert binomtest(quick_first, quick_first + slow_first).pvalue > SURE


def number(one: Told) -> int:
    return one.number


def test_the_grid() -> None:
    assert on_grid(10.0, 9.0, 0.5) == 10.0
    assert on_grid(10.0, 10.0, 0.5) == 10.0
    assert on_grid(10.0, 10.01, 0.5) == 10.5
    assert on_grid(10.0, 11.2, 0.5) == 11.5
    assert on_grid(10.0, 11.2, 0.0) == 11.2


def test_a_thought_that_comes_too_late_comes_at_the_next_tick(
    house: House, brooder: Brooder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machine itself was away for a while: no allowance helps against that."""
    monkeypatch.setattr(bots_at_work, "choose", stalled(brooder, 3.3))
    tables = open_tables(house, 1, "cartes", 1, "prolix")
    house.pass_by(30)
    (code,) = tables
    assert [one.waited for one in brooder.told(code)] == [3.5]


def stalled(brooder: Brooder, seconds: float) -> Callable[..., tuple[int, str]]:
    def choose(*asked: Any) -> tuple[int, str]:
        chosen = brooder.choose(*asked)
        brooder.house.minds.spent = seconds
        return chosen

    return choose


def test_bots_that_look_ahead_together_are_given_time_for_all_of_them(house: House, brooder: Brooder) -> None:
    tables = open_tables(house, 1, "cartes", 4, "prolix")
    house.pass_by(10)
    (code,) = tables
    assert [one.waited for one in brooder.told(code)] == [4 * LOOK_AHEAD] * 4


def test_many_tables_of_one_visitor_do_not_keep_a_stranger_waiting(house: House, brooder: Brooder) -> None:
    """Bots of all tables think as long as they may. The crowd's think less, and its tables know it."""
    one = visitors.arrive(house.hall, "Crowd").visitor.id
    crowd = open_tables(house, 35, "cartes", 3, "prolix", host=one)
    stranger = open_tables(house, 1, "cartes", 3, "prolix")
    play(house, crowd | stranger, 25)
    (code,) = stranger
    mine = [one.waited for one in brooder.told(code)]
    theirs = [one.waited for code in crowd for one in brooder.told(code)]
    assert len(mine) > 15
    assert max(mine) <= 3.5, "as long as two jobs of others and one's own"
    assert sum(theirs) / len(theirs) > sum(mine) / len(mine)
    assert max(theirs) < 40, "thoughts of a crowd get shorter, so that even it is served"
    assert min(house.hall.thinking_share(code) for code in crowd) == 1 / 8


def test_a_machine_at_ease_is_not_said_to_be_busy(house: House, brooder: Brooder) -> None:
    tables = open_tables(house, 2, "cartes", 3, "prolix")
    play(house, tables, 20)
    assert {house.hall.thinking_share(code) for code in tables} == {1.0}


def test_an_allowance_shortens_what_a_bot_looks_ahead(gather: Callable[..., Any]) -> None:
    party = gather(2)
    table = party.hall.look(party.code)
    bot: Any = bots.make("prolix", table.game, "allowance")
    usual = bot.mind.budget
    bot.allow(1 / 8, 30.0)
    bot.choose(table.game.view(table.position, 0), 0)
    assert bot.mind.last.iterations == usual.iterations // 8
    bot.allow(1.0, 0.25)
    assert bot.mind.budget == replace(usual, wait=0.25)
    quick: Any = bots.make("bonemine", table.game, "allowance")
    quick.allow(1 / 8, 30.0)  # who does not look ahead has nothing to leave out
    assert quick.choose(table.game.view(table.position, 0), 0) in table.game.legal(table.position, 0)


@pytest.mark.parametrize("seed", [None, "again"])
def test_where_a_game_shall_repeat_nobody_thinks_less(
    gather: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, seed: str | None
) -> None:
    party = gather(1, bots=1)
    party.hall.seed = seed
    given: list[float] = []
    monkeypatch.setattr(LevelBot, "allow", lambda self, share, seconds: given.append(share))
    table = party.hall.look(party.code)
    monkeypatch.setattr(bots_at_work, "bot", lambda *_: bots.make("prolix", table.game, "x"))
    bots_at_work.choose(party.hall, table, 1, bots_at_work.view_of(table, 1), Allowance(0.125, 1.0))
    assert given == ([] if seed else [0.125])
