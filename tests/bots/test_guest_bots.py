"""Bots that others wrote: found by every name, shown nothing secret, and no harm to a contest."""

from __future__ import annotations

import copy
import json
import os
import pickle
import sys
import textwrap
import threading
import time
from dataclasses import replace
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path

import psutil
import pytest

from oppidum import bots, games
from oppidum.adapters.gymnasium import vector_env
from oppidum.arena import crews, simulate
from oppidum.arena.contest import run
from oppidum.arena.crews import processes
from oppidum.arena.pairings import Contest
from oppidum.bots import guest_bots, programs
from oppidum.cli import app
from oppidum.kernel import record
from oppidum.kernel.errors import BadOption, OppidumError
from oppidum.kernel.fair import seed_key
from oppidum.terminal import reports

CARTES = games.load("cartes")
SHORT = {"hands": "1", "characters": "seats"}
HERE = str(Path(__file__).parent)
sys.path.insert(0, HERE)  # for worker processes too, which get it from us
guests_at_play = import_module("guests_at_play")


def line_of(words: str) -> str:
    """Where the guests have these words, as a report names it."""
    path = Path(HERE) / "guests_at_play.py"
    (number,) = [n for n, line in enumerate(path.read_text().splitlines(), 1) if words in line]
    return f"{path.name}:{number}"


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
    entry = EntryPoint("lowest", "guests_at_play:Lowest", guest_bots.GROUP)
    mine = EntryPoint("greedy", "guests_at_play:Nonsense", guest_bots.GROUP)
    monkeypatch.setattr(
        guest_bots, "entry_points", lambda group: [entry, mine] if group == guest_bots.GROUP else []
    )
    guest_bots.entries.cache_clear()
    try:
        game, s, seat = dealt()
        assert bots.make("lowest", game).choose(game.view(s, seat), seat) == game.legal(s, seat)[0]
        assert not isinstance(bots.make("greedy", game), guest_bots.Guest)  # nobody takes our names
    finally:
        guest_bots.entries.cache_clear()


def test_a_class_gets_what_it_asks_for():
    game, *_ = dealt()
    guest = bots.make(guests_at_play.Knowing, game, seed=("a", 7))
    knowing = guest.ask.__self__  # pyright: ignore[reportAttributeAccessIssue]
    assert knowing.game is game
    assert knowing.seed == guest_bots.own_seed(("a", 7)) != guest_bots.own_seed(("a", 8))


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
        assert not [name for name in bots.names(game_id) if guest_bots.is_guest(name)]


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
    what = Contest("cartes", ("guests_at_play:first", "greedy"), 2, 8, "a secret", SHORT)
    dealt = {what.key(what.deal_of(0, number)) for number in range(8)}
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
        ("Dies", f"failed: ZeroDivisionError: so much for that ({line_of('so much for that')})."),
        ("Wordless", "answered something of type Wordless, which is no move."),
        ("Countless", f"failed: ValueError: no number ({line_of('no number')})."),
        ("Brooding", "did not answer within 0.2 seconds."),
        ("DiesSilently", f"failed: Silent ({line_of('raise Silent')})."),
        ("DiesOddly", f"failed: ValueError: half a letter: ? ({line_of('half a letter')})."),
        ("Huge", "answered something of type int, which is not open to it."),
        ("HugeInWords", "0…, which is no move."),
        ("Leaves", f"failed: SystemExit: 1 ({line_of('SystemExit(1)')})."),
        ("Hangs", "did not answer within 0.2 seconds."),
        ("NeverComes", f": OSError: the weights are missing ({line_of('weights')})."),
        ("IsNeverReady", "cannot be brought to the table: it was not ready within 0.2 seconds."),
        ("LeavesAtOnce", f"cannot be brought to the table: SystemExit: 3 ({line_of('sys.exit(3)')})."),
    ],
)
def test_it_loses_its_games_and_the_contest_goes_on(name: str, says: str):
    bot = f"guests_at_play:{name}"
    found = run(Contest("cartes", (bot, "greedy"), 2, 2, "guests", SHORT, limit=0.2))
    assert found["games"] == 2
    assert [row["points_share"] for row in found["bots"]] == [0, 1]
    assert [(row["bot"], row["game"]) for row in found["gave_up"]] == [(bot, 1), (bot, 2)]
    assert all(row["why"].endswith(says) and row["why"].count("\n") == 0 for row in found["gave_up"])


@pytest.mark.parametrize("limit", [0, -1, float("nan"), float("inf"), "60"])
def test_limits_that_make_no_sense(limit):
    with pytest.raises(BadOption, match="A limit is a number of seconds above 0"):
        run(Contest("cartes", ("random", "greedy"), 2, 2, limit=limit))


def test_one_that_ends_its_process_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(crews, "TRIES", 2)
    what = Contest("cartes", (guests_at_play.TakesAllWithIt(), "greedy"), 2, 2, "guests", SHORT)
    with pytest.raises(OppidumError, match=r"with TakesAllWithIt at the table.*cmd:"):
        run(what, crew=processes(1))


def test_what_it_prints_is_no_part_of_the_report(capfd: pytest.CaptureFixture[str]):
    command = ["arena", "cartes", "guests_at_play:Talks", "greedy", "--games", "2", "-o", "hands=1", "--json"]
    app.main(command, standalone_mode=False)
    told = capfd.readouterr()
    assert json.loads(told.out)["games"] == 2
    assert "thinking" in told.err


def test_of_many_reasons_a_few_are_told():
    rows = [{"why": f"It failed for the {n}th time."} for n in range(9)] + [{"why": "It hung."}] * 3
    lines = [str(line) for line in reports.given_up(rows)]
    assert lines[0] == "Given up in 3 games: It hung."
    assert len(lines) == 6
    assert lines[-1] == "Given up in 5 more games, for 5 other reasons."


def test_one_that_hangs_does_not_go_on_beside_later_games():
    game, s, seat = dealt()
    before = set(threading.enumerate())
    with pytest.raises(guest_bots.GaveUp):
        bots.make(guests_at_play.Hangs, game, seconds=0.05).choose(game.view(s, seat), seat)
    for worker in set(threading.enumerate()) - before:
        worker.join(20)
    assert set(threading.enumerate()) <= before


def test_among_three_the_others_share_the_victory():
    what = Contest("cartes", ("guests_at_play:Dies", "greedy", "random"), 3, 3, "guests", SHORT)
    shares = {row["bot"]: row["points_share"] for row in run(what)["bots"]}
    assert shares == {"guests_at_play:Dies": 0, "greedy": 0.5, "random": 0.5}


def test_its_other_copy_does_not_win_what_it_gave_up():
    what = Contest("cartes", ("guests_at_play:Dies", "greedy"), 3, 6, "guests", SHORT)
    shares = {row["bot"]: row["points_share"] for row in run(what)["bots"]}
    assert shares["guests_at_play:Dies"] == 0
    assert guest_bots.left_over("aab", 0) == (2,)
    assert guest_bots.left_over("aaa", 1) == (0, 2)


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
    before = set(programs.running)
    name = program(ANSWERS.format(form))
    found = run(Contest("cartes", (name, "guests_at_play:first"), 2, 4, "guests", SHORT))
    assert not found["gave_up"]
    assert len(programs.running.keys() - before) == 1  # one process for all games


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
        ('print("--5", flush=True)', "answered '--5', which is no move."),
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
    with pytest.raises(guest_bots.GaveUp, match=says):
        bot.choose(game.view(s, seat), seat)


ANSWERS_UNASKED = """
while True:
    print(6, flush=True)
    time.sleep(0.001)
"""


def test_a_program_that_does_not_read_loses_in_time(program):
    """Its pipe is full after some questions: whoever writes into it would wait for ever."""
    process = programs.Process(program(ANSWERS_UNASKED))
    question = json.dumps("x" * 10_000)
    process.ask(question, 60)

    def go_on() -> None:
        for _ in range(100):
            process.ask(question, 2)

    with pytest.raises(guest_bots.GaveUp, match="did not read its question within 2 seconds"):
        go_on()
    assert process.process.poll() is not None


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="there are no groups of processes here")
def test_what_a_program_has_started_ends_with_it(tmp_path: Path):
    noted = tmp_path / "child"
    script = tmp_path / "wrapper.sh"
    script.write_text(f"sleep 4321 &\necho $! > {noted}\nwait\n", encoding="utf-8")
    game, s, seat = dealt()
    with pytest.raises(guest_bots.GaveUp, match="did not answer"):
        bots.make(f"cmd:sh {script}", game, seconds=1).choose(game.view(s, seat), seat)
    child = int(noted.read_text())
    for _ in range(200):
        if not is_running(child):
            break
        time.sleep(0.05)
    assert not is_running(child)


def is_running(pid: int) -> bool:
    """Not counting one that has ended and that nobody has asked about."""
    return psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE


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


@pytest.mark.parametrize("copied", [lambda thing: pickle.loads(pickle.dumps(thing)), copy.deepcopy])
def test_a_table_with_a_program_can_be_copied(program, copied):
    envs = vector_env("cartes", 2, opponents=program(ANSWERS.format("move")), hands=1)
    envs.reset(seed=1)
    for _ in range(3):
        envs.step(envs.random_actions())
    other = copied(envs)
    for _ in range(10):
        actions = envs.random_actions()
        for mine, its in zip(envs.step(actions)[:4], other.step(actions)[:4], strict=True):
            assert (mine == its).all()


def test_programs_are_ended_with_us(program):
    game, s, seat = dealt()
    bots.make(program(ANSWERS.format("move")), game).choose(game.view(s, seat), seat)
    (process,) = programs.running.values()
    programs.end_all()
    assert process.process.poll() == 0
    assert not programs.running
