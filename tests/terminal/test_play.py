"""`oppidum play` at a real (pseudo-)terminal: a whole game, nonsense, and every way to leave."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

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


def play(sit: Sit, *more: str) -> Terminal:
    return sit(
        "play", "cartes", "--players", "3", "--option", "hands=1", "--seed", "terminal", "--lang", "en", *more
    )


def open_choices(shown: str) -> list[str]:
    """What may be typed, from the last screen: `5(2)` among bids, the number of a line otherwise."""
    tail = shown.rstrip("> \n").splitlines()
    last = max(i for i, line in enumerate(tail) if line.strip() and not line.startswith("  "))  # the question
    lines = [line for line in tail[last:] if line.startswith("  ")]
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
    words = ["play", game, "--players", players, "--seed", "terminal", "--lang", language]
    table = sit(*words, *(["--option", "hands=1"] if game == "cartes" else []))
    chosen = random.Random(2)
    for _ in range(600):
        start = table.read_up_to
        table.expect(rf"\r?\n> $|{result}[\s\S]*└")
        shown = table.text[start : table.read_up_to].replace("\r", "")
        if result in shown:
            break
        assert not re.search(r"%\(|\{\w*\}", shown), shown
        choices = open_choices(shown)
        assert choices, shown
        table.type(chosen.choice(choices) + "\n")
    assert table.leave() == 0
    assert result in table.text


def test_looking_up_rules_and_taking_back(sit: Sit):
    table = play(sit)
    first = wait(table)
    assert "On offer" in first
    table.type("?\n")
    assert "3.2" in wait_prompt(table)
    table.type("u\n")
    assert "nothing to take back" in wait(table)
    table.type(open_choices(first)[0] + "\n")
    wait(table)
    table.type("u\n")
    back = wait(table)
    assert "taken back" in back
    assert set(re.findall(r"On offer: [^.]*", back)) == set(re.findall(r"On offer: [^.]*", first))
    table.type("q\n")
    assert table.leave() == 0
    assert "You leave the table" in table.text


def wait_prompt(table: Terminal) -> str:
    start = table.read_up_to
    table.expect(r"> $")
    return table.text[start : table.read_up_to]


def test_a_number_beyond_the_list_is_answered(sit: Sit):
    table = sit("play", "romains", "--players", "2", "--seed", "terminal", "--lang", "en")
    wait(table)
    for number in ("0", "3", "9" * 3000):
        table.type(number + "\n")
        assert "Type a number from 1 to 2." in wait_prompt(table)
    table.type("1\n")
    wait(table)
    table.type("U\n")
    assert "taken back" in wait(table)
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
