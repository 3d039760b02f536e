"""Bots that others wrote: found by every name, shown nothing secret, and no harm to a contest."""

from __future__ import annotations

import json
import sys
import textwrap
import threading
from dataclasses import replace
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from oppidum import bots, games
from oppidum.adapters.gymnasium import vector_env
from oppidum.arena import simulate
from oppidum.arena.contest import run
from oppidum.arena.crews import processes
from oppidum.arena.fixtures import Contest
from oppidum.bots import guests, programs
from oppidum.kernel import record
from oppidum.kernel.errors import BadOption
from oppidum.kernel.fair import seed_key

CARTES = games.load("cartes")
SHORT = {"hands": "1", "characters": "seats"}
HERE = str(Path(__file__).parent)
sys.path.insert(0, HERE)  # for worker processes too, which get it from us
guests_at_play = import_module("guests_at_play")


def dealt(game_id: str = "cartes", players: int = 2):
    game = games.load(game_id)
    s = game.deal(players, seed_key("guests"))
    return game, s, game.waiting(s)[0]


# ---------------------------------------------------------------- by every name


@pytest.mark.parametrize(
    "bot",
    [
        "guests_at_play:first",
        "guests_at_play:Lowest",
        "guests_at_play:Knowing",
        guests_at_play.first,
        guests_at_play.Lowest,
        guests_at_play.Lowest(),
        guests_at_play.Knowing,
        guests_at_play.Meddles,
    ],
)
def test_it_plays(bot):
    game, s, seat = dealt()
    before = s.tobytes()
    action = bots.make(bot, game, seed=1).choose(game.view(s, seat), seat)
    assert action in game.legal(s, seat)
    assert s.tobytes() == before


def test_an_entry_point_is_a_name(monkeypatch: pytest.MonkeyPatch):
    entry = EntryPoint("lowest", "guests_at_play:Lowest", guests.GROUP)
    mine = EntryPoint("greedy", "guests_at_play:Nonsense", guests.GROUP)
    monkeypatch.setattr(guests, "entry_points", lambda group: [entry, mine] if group == guests.GROUP else [])
    guests.entries.cache_clear()
    try:
        game, s, seat = dealt()
        assert bots.make("lowest", game).choose(game.view(s, seat), seat) == game.legal(s, seat)[0]
        assert not isinstance(bots.make("greedy", game), guests.Guest)  # nobody takes our names
    finally:
        guests.entries.cache_clear()


def test_a_class_gets_what_it_asks_for():
    game, *_ = dealt()
    guest = bots.make(guests_at_play.Knowing, game, seed=("a", 7))
    knowing = guest.ask.__self__  # type: ignore[attr-defined]
    assert knowing.game is game
    assert knowing.seed == guests.own_seed(("a", 7)) != guests.own_seed(("a", 8))


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("no.such.module:Bot", "cannot be loaded: ModuleNotFoundError"),
        ("guests_at_play:Nobody", "cannot be loaded: AttributeError"),
        ("guests_at_play:no_bot", "has no `choose"),
        (7, "has no `choose"),
        ("cmd:", "Write a program as cmd:PROGRAM"),
        ("cmd:no-such-program-anywhere", "There is no program 'no-such-program-anywhere'"),
        ("nobody", "your own as package.module:Name or cmd:PROGRAM"),
    ],
)
def test_a_bot_that_is_not_there_is_one_sentence(name, says: str):
    with pytest.raises(BadOption, match=says):
        bots.make(name, CARTES)


def test_the_house_offers_none_of_them():
    """Whoever sits at a live table cannot name code to be run there."""
    for game_id in games.catalogue():
        assert not [name for name in bots.names(game_id) if guests.is_guest(name)]


# ---------------------------------------------------------------- what they see


@pytest.mark.parametrize("game_id", list(games.catalogue()))
def test_they_see_what_their_seat_may_see(game_id: str):
    game, s, seat = dealt(game_id)
    shown: list[bytes] = []

    def spy(view, seat):
        shown.append(view.tobytes())
        return game.legal(view, seat)[0]

    bots.make(spy, game).choose(s, seat)  # even if somebody hands over the whole position
    assert shown == [game.view(s, seat).tobytes()]


def seeds_told(play) -> list[int]:
    """What guests were given as their seeds while something was played."""
    told: list[int] = []

    class Tells(guests_at_play.Knowing):
        def __init__(self, game, seed):
            super().__init__(game, seed)
            told.append(seed)

    play(Tells)
    return told


def in_the_arena(seed: str):
    return lambda bot: run(Contest("cartes", (bot, "greedy"), 2, 8, seed, SHORT))


def in_a_series(seed: str):
    return lambda bot: simulate.play_series(CARTES, [bot, "greedy"], 8, seed, SHORT)


def in_an_environment(seed: str):
    def play(bot):
        envs = vector_env("cartes", 3, opponents=bot, hands=1)
        envs.reset(seed=len(seed))
        for _ in range(20):
            envs.step(envs.random_actions())

    return play


@pytest.mark.parametrize("playing", [in_the_arena, in_a_series, in_an_environment])
def test_a_guest_s_seed_is_its_own_and_tells_nothing_of_the_cards(playing):
    told = seeds_told(playing("a secret"))
    assert seeds_told(playing("a secret")) == told  # it plays the same way again
    assert not set(told) & set(seeds_told(playing("another")))
    assert len(set(told)) == len(told) >= 5  # games that share a deal do not show it
    for seed in told:
        assert type(seed) is int  # no seed of the contest, no number of the game
        assert 0 <= seed < 2**63


def test_from_its_seed_no_guest_can_deal_the_cards_again():
    """Whatever it takes its seed for, the cards of the contest do not follow from it."""
    what = Contest("cartes", ("random", "greedy"), 2, 8, "a secret", SHORT)
    dealt = {what.key(deal) for deal in range(8)}
    for seed in seeds_told(in_the_arena("a secret")):
        for made_of in (seed, str(seed), ("arena", seed), ("arena", str(seed))):
            assert not dealt & {seed_key(made_of, number) for number in range(8)}


# ---------------------------------------------------------------- what goes wrong


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Nonsense", "answered 'bid a hundred', which is no move."),
        ("Illegal", "answered 36, which is not open to it."),
        ("NoAnswer", "answered None, which is no move."),
        ("Dies", "failed: ZeroDivisionError: so much for that."),
        ("Leaves", "failed: RuntimeError: SystemExit: 1."),
        ("Hangs", "did not answer within 0.2 seconds."),
        ("NeverComes", "cannot be brought to the table: OSError: the weights are missing."),
    ],
)
def test_it_loses_its_games_and_the_contest_goes_on(name: str, says: str):
    bot = f"guests_at_play:{name}"
    found = run(Contest("cartes", (bot, "greedy"), 2, 2, "guests", SHORT, limit=0.2))
    assert found["games"] == 2
    assert [row["points_share"] for row in found["bots"]] == [0, 1]
    assert [(row["bot"], row["game"]) for row in found["gave_up"]] == [(bot, 1), (bot, 2)]
    assert all(row["why"].endswith(says) and row["why"].count("\n") == 0 for row in found["gave_up"])


def test_one_that_hangs_does_not_go_on_beside_later_games():
    game, s, seat = dealt()
    running = threading.active_count()
    with pytest.raises(guests.GaveUp):
        bots.make(guests_at_play.Hangs, game, seconds=0.05).choose(game.view(s, seat), seat)
    for worker in threading.enumerate():
        if worker.daemon and worker is not threading.current_thread():
            worker.join(20)
    assert threading.active_count() <= running


def test_among_three_the_others_share_the_victory():
    what = Contest("cartes", ("guests_at_play:Dies", "greedy", "random"), 3, 3, "guests", SHORT)
    shares = {row["bot"]: row["points_share"] for row in run(what)["bots"]}
    assert shares == {"guests_at_play:Dies": 0, "greedy": 0.5, "random": 0.5}


def test_objects_compete_and_a_file_remembers_them(tmp_path: Path):
    what = Contest("cartes", (guests_at_play.Lowest, "greedy", guests_at_play.Dies), 2, 4, "guests", SHORT)
    found = run(what, resume=str(tmp_path / "arena.jsonl"))
    assert [row["bot"] for row in found["bots"]] == ["Lowest", "greedy", "Dies"]
    assert len(found["gave_up"]) == 8
    assert run(what, resume=str(tmp_path / "arena.jsonl")) == found
    assert run(what, crew=processes(1)) == found
    with pytest.raises(BadOption, match="each named once"):
        run(replace(what, bots=("guests_at_play:first", "guests_at_play:first")))


def test_a_series_goes_on_and_its_records_are_right():
    told: list[str] = []
    names = ["guests_at_play:Dies", "guests_at_play:Lowest"]
    series = simulate.play_series(CARTES, names, 2, "guests", SHORT, complain=told.append)
    assert series.shares.tolist() == [[0, 1], [0, 1]]
    assert [line.partition(":")[0] for line in told] == ["Game 1", "Game 2"]
    for written in simulate.play_records(CARTES, names, 2, "guests", SHORT):
        assert written.result is None  # it breaks off where somebody gave up
        record.check(record.decode(record.encode(written)), games.load, [])
    fine = simulate.play_record(CARTES, ["guests_at_play:Lowest", "greedy"], "guests", 0, SHORT)
    assert fine.result is not None
    assert fine.seats[0].bot == "guests_at_play:Lowest"


# ---------------------------------------------------------------- programs


@pytest.fixture
def program(tmp_path: Path):
    """A program of these lines, as `cmd:…` names it; `asked` is what each line said."""

    def write(lines: str) -> str:
        path = tmp_path / "program.py"
        path.write_text(
            "import json, sys, time\nfor line in sys.stdin:\n    asked = json.loads(line)\n"
            + textwrap.indent(textwrap.dedent(lines), "    "),
            encoding="utf-8",
        )
        return f"cmd:{sys.executable} -I {path}"

    yield write
    programs.end_all()


ANSWERS = 'print(asked["choices"][0]["{}"], flush=True)'


@pytest.mark.parametrize("form", ["move", "number"])
def test_a_program_plays_by_notation_and_by_number(program, form: str):
    name = program(ANSWERS.format(form))
    found = run(Contest("cartes", (name, "guests_at_play:first"), 2, 4, "guests", SHORT))
    assert not found["gave_up"]
    assert len(programs.running) == 1  # one process for all games


@pytest.mark.parametrize("game_id", list(games.catalogue()))
def test_a_program_is_shown_what_its_seat_may_see(game_id: str):
    game, s, seat = dealt(game_id)
    view = game.view(s, seat)
    asked = json.loads(programs.Program("cmd:x", game, None, 5).question(view, seat))
    assert [choice["number"] for choice in asked["choices"]] == game.legal(view, seat)
    for choice in asked["choices"]:
        assert game.notation.read(view, seat, choice["move"]) == choice["number"]
    world = game.imagine(view, seat, seed_key("another world"))
    told = programs.Program("cmd:x", game, None, 5).question(game.view(world, seat), seat)
    assert json.loads(told) | {"number": 0} == asked | {"number": 0}


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("sys.exit(3)", r"has ended by itself \(code 3\)"),
        ("print('bid a hundred', flush=True)", "answered 'bid a hundred', which is no move"),
        ("print(99, flush=True)", "answered 99, which is not open to it"),
        ("time.sleep(1000)", "did not answer within 0.3 seconds"),
        ("print('x' * 100000, flush=True)", "answered 'xxx.*…, which is no move"),
    ],
)
def test_a_bad_program_loses(program, lines: str, says: str):
    game, s, seat = dealt()
    bot = bots.make(program(lines), game, seconds=0.3 if "sleep" in lines else 60)
    with pytest.raises(guests.GaveUp, match=says):
        bot.choose(game.view(s, seat), seat)


def test_a_program_that_died_is_started_again_for_the_next_game(program, tmp_path: Path):
    once = tmp_path / "once"
    name = program(
        f"""
        import pathlib
        if not pathlib.Path({str(once)!r}).exists():
            pathlib.Path({str(once)!r}).touch()
            sys.exit(1)
        print(asked["choices"][0]["move"], flush=True)
        """
    )
    found = run(Contest("cartes", (name, "guests_at_play:first"), 2, 4, "guests", SHORT))
    assert [row["game"] for row in found["gave_up"]] == [1]


def test_programs_are_ended_with_us(program):
    game, s, seat = dealt()
    bots.make(program(ANSWERS.format("move")), game).choose(game.view(s, seat), seat)
    (process,) = programs.running.values()
    programs.end_all()
    assert process.process.poll() == 0
    assert not programs.running
