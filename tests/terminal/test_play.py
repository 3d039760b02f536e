"""`oppidum play` at a real (pseudo-)terminal: a whole game, nonsense, and every way to leave."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests import forked_command

from oppidum import games
from oppidum.kernel import record
from oppidum.tables import open_hall, overview, seating, visitors

from .terminal import Terminal

Sit = Callable[..., Terminal]


@pytest.fixture
def sit() -> Iterator[Sit]:
    opened: list[Terminal] = []

    def start(*arguments: str) -> Terminal:
        opened.append(Terminal(*arguments))
        return opened[-1]

    yield start
    for terminal in opened:
        terminal.close()


AT_ONCE = ("--pace", "0", "--lang", "en")  # bots do not pretend to think


def play(sit: Sit, *more: str) -> Terminal:
    return sit(
        "play", "cartes", "--players", "3", "--option", "hands=1", "--seed", "terminal", *AT_ONCE, *more
    )


def open_choices(shown: str) -> list[str]:
    """What may be typed, from the last screen: `5(2)` among bids, the number of a line otherwise."""
    tail = shown.rstrip("> \n").splitlines()
    asked = [i for i, line in enumerate(tail) if re.match(r"[^\s\d]", line)]  # a digit: the countdown
    lines = [line for line in tail[asked[-1] if asked else 0 :] if line.startswith("  ")]
    if bids := [bid for line in lines for bid in re.findall(r"(\d+)\(\d\)", line)]:
        return bids + ["idefix"] * ("idefix" in lines[0])
    return [number for line in lines for number in re.findall(r"^\s+(\d+)\s", line)]


def test_a_whole_game(sit: Sit):
    """Typed blindly from what the screen offers: the game comes to its end and says who won."""
    table = play(sit)
    chosen = random.Random(1)
    for _ in range(200):
        shown = wait(table)
        if "Result" in shown:
            break
        choices = open_choices(shown)
        assert choices, shown
        table.type(chosen.choice(choices) + "\n")
    assert table.leave() == 0
    assert "Result" in table.text
    assert re.search(r"│\s+\d+ │ wins", table.text)


def wait(table: Terminal) -> str:
    """Until the table asks, or the game is over."""
    start = table.read_up_to
    table.expect(r"\r?\n> $|Result[\s\S]*wins")
    return table.text[start : table.read_up_to].replace("\r", "")


def one_line(shown: str) -> str:
    """Without the line breaks of a long sentence: what is on offer is said in the same breath."""
    return " ".join(shown.split())


@pytest.mark.parametrize(
    ("game", "language", "players", "result"),
    [
        ("romains", "fr", "3", "Résultat"),
        ("romains", "cs", "2", "Výsledek"),
        ("compagnie", "de", "2", "Ergebnis"),
        ("cartes", "cs", "2", "Výsledek"),
    ],
)
def test_whole_games_by_number(sit: Sit, game: str, language: str, players: str, result: str):
    """Typed from the lists on the screen, in other languages: the game comes to its end."""
    words = ["play", game, "--players", players, "--pace", "0", "--lang", language]
    table = sit(*words, *(["--option", "hands=1"] if game == "cartes" else []))
    chosen, choices = random.Random(2), [""]
    for _ in range(600):
        start = table.read_up_to
        table.expect(rf"\r?\n> $|{result}[\s\S]*└")
        shown = table.text[start : table.read_up_to].replace("\r", "")
        if result in shown:
            break
        assert not re.search(r"%\(|\{\w*\}", shown), shown
        choices = open_choices(shown) or choices  # none: somebody was faster, and the answer was too late
        table.type(chosen.choice(choices) + "\n")
    assert table.leave() == 0
    assert result in table.text


def test_looking_up_rules_and_taking_back(sit: Sit):
    """What has been revealed is taken back only if all agree: bots do, but one has to say it twice."""
    table = play(sit)
    first = wait(table)
    assert "On offer" in first
    assert "whoever knows it knows them" in table.text, "a seed proves nothing, and the screen says so"
    table.type("?\n")
    assert "3.2" in wait_prompt(table)
    table.type("u\n")
    assert "have not decided anything yet" in wait_prompt(table)
    table.type(open_choices(first)[0] + "\n")
    wait(table)
    table.type("u\n")
    assert "cannot be taken back any more" in wait_prompt(table)
    table.type("?\n")
    wait_prompt(table)
    table.type("u\n")
    assert "cannot be taken back any more" in wait_prompt(table), "something else was typed in between"
    table.type("u\n")
    back = wait(table)
    assert "You take back a decision." in back
    assert set(re.findall(r"On offer: [^.]*", back)) == set(re.findall(r"On offer: [^.]*", first))
    table.type("q\n")
    assert table.leave() == 0
    assert "You leave the table" in table.text


def test_what_nobody_has_seen_is_taken_back_freely(sit: Sit):
    """A card face down, while the others still think."""
    table = sit("play", "cartes", "--players", "3", "--pace", "60", "--lang", "en")
    first = wait(table)
    table.type(open_choices(first)[0] + "\nu\n")
    back = wait(table)
    assert "You take back a decision." in back
    assert open_choices(back) == open_choices(first)
    table.type("q\n")
    assert table.leave() == 0


def test_the_first_turn_is_the_first(sit: Sit):
    table = sit("play", "romains", "--players", "2", "--seed", "x", "--countdown", "0", *AT_ONCE)
    seen = wait(table)
    assert "Turn 1 " in seen
    assert "Turn 0" not in seen
    table.type("q\n")
    assert table.leave() == 0


def test_a_thrown_die_stays_thrown(sit: Sit):
    table = sit("play", "romains", "--players", "2", "--countdown", "0", *AT_ONCE)
    while "white" not in wait(table):
        table.type("\n")
    table.type("white\n")
    wait(table)
    table.type("u\n")
    assert "cannot be taken back any more" in wait_prompt(table)
    table.type("q\n")
    assert table.leave() == 0


def test_time_to_react_runs_out(sit: Sit):
    """Whoever types nothing lets it pass, and is told that the time is up."""
    table = sit("play", "romains", "--players", "2", "--countdown", "1", "--pace", "0.01", "--lang", "en")
    for _ in range(40):
        shown = wait(table)
        if "Enter lets it pass" in shown:
            break
        table.type(open_choices(shown)[0] + "\n")
    table.expect(r"Time is up\.|calls? Exchange")
    wait(table)
    table.type("q\n")
    assert table.leave() == 0


def test_a_hint_says_what_the_list_says(sit: Sit):
    table = play(sit)
    wait(table)
    table.type("h\n")
    assert re.search(r"would: Play \w+", wait_prompt(table))
    table.type("q\n")
    assert table.leave() == 0


def wait_prompt(table: Terminal) -> str:
    start = table.read_up_to
    table.expect(r"> $")
    return table.text[start : table.read_up_to]


def test_a_number_beyond_the_list_is_answered(sit: Sit):
    table = sit("play", "romains", "--players", "2", "--seed", "terminal", "--countdown", "0", *AT_ONCE)
    while "white" not in wait(table):
        table.type("\n")  # somebody else begins: let it pass
    for number in ("0", "3", "9" * 3000):
        table.type(number + "\n")
        assert "Type a number from 1 to 2." in wait_prompt(table)
    table.type("Q\n")
    assert table.leave() == 0


def test_nonsense_is_answered_and_changes_nothing(sit: Sit):
    table = play(sit)
    wait(table)
    for nonsense in (
        "²",
        "٣",
        "bid 99",
        "keep",
        "9" * 3000,
        "[red]x[/red]",
        "%s %(n)s",
        "…é€漢",
        "bid",
        "-1",
    ):
        table.type(nonsense + "\n")
        answer = wait_prompt(table)
        assert "no action of this game" in answer or "may not" in answer, answer
    for raw in (b"\xff\xfe\x80", b"\xc3", b"\x01\x02\x1b[A\x1b[B", b"a\tb", b"   "):
        table.type(raw + b"\n")
        wait_prompt(table)
    table.type("q\n")
    assert table.leave() == 0


@pytest.mark.parametrize("seed", range(3))
def test_random_keys_never_break_it(sit: Sit, seed: int):
    """Keys as a cat presses them. Some are bids, most are nonsense; `q` on its own ends the game."""
    keys = random.Random(seed)
    table = play(sit)
    wait(table)
    for _ in range(40):
        length = keys.choice((1, 1, 2, 5, 30))
        line = bytes(
            keys.choice(list(range(32, 127)) + list(range(128, 256)) + [49, 50, 51]) for _ in range(length)
        )
        table.type(line.replace(b"q", b"w") + b"\n")
        shown = wait_prompt(table) if table.process.poll() is None else ""
        if "Result" in shown:
            break
    table.type("q\n")
    assert table.leave() == 0


def test_ctrl_c_leaves_cleanly(sit: Sit):
    table = play(sit)
    wait(table)
    table.interrupt()
    assert table.leave() == 0
    assert "You leave the table" in table.text


def test_end_of_input_leaves_cleanly(sit: Sit):
    table = play(sit)
    wait(table)
    table.type(b"\x04")
    assert table.leave() == 0
    assert "You leave the table" in table.text


def test_a_bar_on_a_terminal_and_ctrl_c_in_the_middle(sit: Sit):
    """A long run shows how far it is; interrupted, it gives the cursor back."""
    run = sit("simulate", "cartes", "--games", "5000000", "--option", "hands=1")
    run.expect(r"5000000 games .*\d+%")
    run.interrupt()
    assert run.leave() == 130


def test_verify_shows_a_bar_on_a_terminal(sit: Sit, tmp_path: Path):
    file = f"{tmp_path}/games.jsonl"
    written = sit("simulate", "cartes", "-n", "40", "--option", "hands=1", "--out", file)
    assert written.leave() == 0
    run = sit("verify", file)
    run.expect(r"40 records are right, 0 are not\.")
    assert run.leave() == 0
    assert "%" in run.text


# ---------------------------------------------------------------- a table like any other


def answer(table: Terminal, limit: int = 400) -> str:
    """Play on by what the screen offers, to the end; returns all that was shown."""
    chosen = random.Random(4)
    for _ in range(limit):
        shown = wait(table)
        if "Result" in shown:
            return table.text
        table.type(chosen.choice(open_choices(shown)) + "\n")
    raise AssertionError("this game does not end")


def test_the_record_proves_what_the_terminal_saw(sit: Sit, tmp_path: Path):
    """The promise before the deal, the own contribution, the secret at the end: `verify` finds them all."""
    file = tmp_path / "games.jsonl"
    table = sit("play", "cartes", "-p", "3", "-o", "hands=1", "--record", str(file), *AT_ONCE)
    promise = table.expect(r"The promise: [0-9a-f]{64}").split()[-1]
    given = table.expect(r"You give: [0-9a-f]+").split()[-1]
    table.expect("Hand 1 begins")  # after both
    answer(table)
    assert table.leave() == 0
    assert "The cards fell as promised." in table.text
    assert "what you gave is in the record" in " ".join(table.text.split())
    secret = re.search(r"table'ssecret:([0-9a-f]{64})", "".join(table.text.split()))  # on however many lines
    assert secret
    found = record.decode(file.read_bytes().strip())
    assert (found.shuffle.commitment, found.shuffle.secret) == (promise, secret[1])
    record.check_kept(found, (promise, given))
    assert record.binding(found) == "people"
    checked = forked_command.run("verify", str(file), "--kept", promise, "--kept", given)
    assert checked.stdout == "1 record is right, 0 are not.\n"


def test_a_seed_gives_the_same_game_and_proves_nothing(sit: Sit, tmp_path: Path):
    files = [tmp_path / f"{number}.jsonl" for number in range(2)]
    for file in files:
        table = play(sit, "--bots", "random,greedy", "--record", str(file))
        assert "The promise" not in answer(table)
        assert table.leave() == 0
    first, second = (record.decode(file.read_bytes().strip()) for file in files)
    assert record.binding(first) == "key"
    assert first.result
    assert second.result
    assert (first.shuffle, first.result.points) == (second.shuffle, second.result.points)
    assert sorted(first.moves) == sorted(second.moves)  # who laid a card first may differ


def test_a_kept_game_goes_on_later(sit: Sit, tmp_path: Path):
    """Ctrl-C in the middle, and on again; the browser of the same store lists it for the same person."""
    store = ("--data", str(tmp_path))
    table = sit(
        "play", "cartes", "-p", "2", "-o", "hands=1", "--keep", "--name", "Bonemine", *store, *AT_ONCE
    )
    recovery = table.expect(r"\w{4}-\w{4}-\w{4}-\w{4}")
    shown = wait(table)
    table.type(open_choices(shown)[0] + "\n")
    wait(table)
    table.interrupt()
    assert table.leave() == 0
    found = re.search(r"oppidum play --resume (\w{16}) --data", table.text)
    assert found, table.text[-500:]
    code = found[1]
    with open_hall(data=tmp_path, work=False) as hall:
        me = visitors.recover(hall, recovery)
        (running,) = overview.running(hall, me.id)
        assert (running.code, running.game, running.my_turn, me.name) == (code, "cartes", True, "Bonemine")
    again = sit("play", "--resume", code, *store, *AT_ONCE)
    again.expect(r"Revealed: you")  # what happened before
    answer(again)
    assert again.leave() == 0
    assert "The cards fell as promised." in again.text
    with open_hall(data=tmp_path, work=False) as hall:
        (over,) = overview.finished(hall, me.id)
        assert over.code == code
        assert overview.running(hall, me.id) == []
    finished = sit("play", "--resume", code, *store, *AT_ONCE)
    assert finished.leave() == 0
    assert "Result" in finished.text


def test_whoever_has_the_recovery_code_goes_on_with_games_of_the_browser(sit: Sit, tmp_path: Path):
    with open_hall(data=tmp_path, work=False) as hall:
        arrival = visitors.arrive(hall, "Falbala")
        code = seating.play_now(hall, arrival.visitor.id, "cartes", players=2, level="random")
    store = ("--data", str(tmp_path))
    refused = sit("play", "--resume", code, *store)
    assert refused.leave() == 2
    assert "You do not sit at this table" in refused.text
    table = sit("play", "--resume", code, "--recover", arrival.recovery_code, *store, *AT_ONCE)
    wait(table)
    table.type("q\n")
    assert table.leave() == 0
    remembered = sit("play", "--resume", code, *store, *AT_ONCE)
    wait(remembered)
    remembered.type("q\n")
    assert remembered.leave() == 0


def test_a_game_from_a_box_of_ones_own(sit: Sit, tmp_path: Path):
    box = tmp_path / "box.toml"
    (shipped,) = Path(games.__file__).parent.joinpath("cartes").glob("*.toml")
    text = shipped.read_text(encoding="utf-8")
    box.write_text(re.sub(r'(?m)^id = "\w+"', 'id = "mine"', text, count=1), encoding="utf-8")
    file = tmp_path / "games.jsonl"
    table = play(sit, "--edition", str(box), "--record", str(file))
    answer(table)
    assert table.leave() == 0
    right = forked_command.run("verify", str(file), "--edition", str(box))
    assert right.stdout.startswith("1 record is right, 0 are not.\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["cartes", "--seed", "1", "--keep"], "A game dealt from a seed is not kept"),
        (["cartes", "--data", "x"], "--recover, --data and --database go with --keep or --resume."),
        (["cartes", "--resume", "abcdefghijklmnop"], "--resume goes on with a table as it is"),
        (["--resume", "nowhere", "--data", "."], "There is no table with this code."),
        (["cartes", "-p", "2", "--people", "3"], "3 people do not fit at a table for 2: say --players 3."),
        (["cartes", "--people", "1", "--name", "A", "--name", "B"], "There are 2 names for 1 people."),
        (["cartes", "--bots", "search:500"], "There is no bot 'search:500'; there are random, greedy"),
        (["cartes", "--record", "/nowhere/x"], "/nowhere/x cannot be written"),
        (["cartes", "--keep", "--data", ".", "--recover", "x"], "Nobody has this recovery code."),
        (["cartes", "--keep", "--data", ".", "--name", "x" * 40], "The name is longer than 32 characters."),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_is_refused(words: list[str], sentence: str, tmp_path: Path):
    done = forked_command.run("play", *words, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(sentence)
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


def test_several_people_hand_the_keyboard_over(sit: Sit):
    """Nobody's cards are on the screen when the next one comes, nor above it."""
    words = ["play", "cartes", "-p", "2", "-o", "hands=1", "--name", "Anna", "--name", "Bob"]
    table = sit(*words, "--seed", "terminal", *AT_ONCE)
    table.expect("Anna takes the keyboard and presses Enter.")
    wait(table)
    table.type("\n")
    shown = wait(table)
    assert "Which card do you play?" in one_line(shown)
    start = len(table.raw)
    table.type(open_choices(shown)[0] + "\n")
    table.expect("Bob takes the keyboard and presses Enter.")
    between = table.raw[start:]
    assert b"\x1b[2J\x1b[3J" in between, "cleared, with what was scrolled off"
    after = between.rpartition(b"\x1b[3J")[2].decode()
    assert "Which card" not in after
    assert not re.search(r"\d\(\d\)", after)
    wait(table)
    table.type("\n")
    shown = wait(table)
    table.type(open_choices(shown)[0] + "\n")
    table.expect(r"Revealed: Anna \(\w+\), Bob \(\w+\)")
    table.type("q\n")
    assert table.leave() == 0


def test_a_bot_decides_while_the_keyboard_is_handed_over(sit: Sit):
    """The first screen says so while the bots bid; then the game goes on."""
    bots = ("-p", "4", "--people", "2", "--bots", "greedy")
    table = sit(
        "play",
        "cartes",
        *bots,
        "-o",
        "hands=1",
        "--name",
        "Anna",
        "--name",
        "Bob",
        "--pace",
        "0.3",
        "--lang",
        "en",
    )
    table.expect("Anna takes the keyboard and presses Enter.")
    wait(table)
    time.sleep(2)  # the bots have decided by then, and the one who waits has looked
    table.type("\n")
    assert "Which card do you play?" in one_line(wait(table))
    table.type("q\n")
    assert table.leave() == 0
