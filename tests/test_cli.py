"""The command line as its users have it: a program, its output, its exit code. Never a traceback."""

from __future__ import annotations

import contextlib
import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
import threading
import tomllib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from tests.games.editions import line_of

from oppidum import __version__, games

from . import forked_command

COMMANDS = [
    "games", "play", "simulate", "verify", "compare", "analyse", "arena", "balance", "bench", "compile",
    "rules", "edition", "serve", "tables", "backup", "restore", "new-key", "doctor",
]  # fmt: skip
QUICK = ["--option", "hands=1", "--players", "3"]


def oppidum(*arguments: str, text_in: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command, piped; whatever happens, there is no traceback and no escape code."""
    if "PYTHONIOENCODING" in environment:  # counts from the start
        done = subprocess.run(
            [sys.executable, "-m", "oppidum", *arguments],
            input=text_in,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env={**os.environ, **forked_command.ENVIRONMENT, **environment},
            timeout=280,
            check=False,
        )
    elif environment:
        known = {**forked_command.ENVIRONMENT, **environment}
        done = forked_command.python("-m", "oppidum", *arguments, environment=known, text_in=text_in)
    else:
        done = forked_command.run(*arguments, text_in=text_in)
    for output in (done.stdout, done.stderr):
        assert "Traceback" not in output, output
        assert "\x1b" not in output, "escape codes in a pipe"
        assert "━━━━━━━━━━━━━━━━━━━━━━━━━━━━" not in done.stderr, "a progress bar in a pipe"
    return done


def answer(*arguments: str, **environment: str) -> str:
    done = oppidum(*arguments, **environment)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def refusal(*arguments: str, code: int = 2) -> str:
    """The one sentence with which a command is refused."""
    done = oppidum(*arguments)
    assert done.returncode == code, (done.returncode, done.stdout, done.stderr)
    assert done.stdout == ""
    said = done.stderr.strip()
    assert said
    assert "\n" not in said, said
    return said


# ---------------------------------------------------------------- help, games


def test_help_explains_every_command():
    text = answer("--help")
    for command in COMMANDS:
        assert re.search(rf"^\s*{command}\s+\S", text, re.MULTILINE), f"{command} is not explained"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str):
    assert "Usage" in answer(command, "--help")


LIGHT = """
import sys
import tomllib
sys.argv = ["oppidum", *sys.argv[1:]]
from oppidum.cli import main
try:
    main()
except SystemExit as leaving:
    assert not leaving.code, leaving.code
heavy = {"numba", "numpy", "scipy", "litestar", "sqlalchemy", "babel", "msgspec", "pydantic", "rich"}
heavy &= set(sys.modules)
print("heavy:", *sorted(heavy), file=sys.stderr)
"""


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["games"], ["games", "--json"], ["play", "--help"], ["tables", "--help"]],
    ids=" ".join,
)
def test_help_and_games_load_nothing_heavy(arguments: list[str]):
    done = subprocess.run(
        [sys.executable, "-c", LIGHT, *arguments], capture_output=True, text=True, check=True
    )
    assert done.stderr.strip() == "heavy:"


def test_games():
    text = answer("games")
    for about in games.catalogue().values():
        assert re.search(
            rf"^{about.id}\s.*{about.min_players} to {about.max_players} players", text, re.MULTILINE
        )
        for option in about.options:
            assert f"-o {option.name}={'|'.join(option.choices)}: " in text
            assert option.meaning in " ".join(text.split())
    assert "[default: draw; at a live table: arrival]" in " ".join(text.split())


def test_games_as_json():
    cards = json.loads(answer("games", "--json"))
    fields = ["id", "title", "min_players", "max_players", "options"]
    assert [list(card) for card in cards] == [fields] * len(cards)
    assert {card["id"] for card in cards} == set(games.catalogue())
    (cartes,) = [card for card in cards if card["id"] == "cartes"]
    assert (cartes["title"], cartes["min_players"], cartes["max_players"]) == (
        "Astérix, le jeu de cartes",
        2,
        5,
    )
    assert cartes["options"][1] == {
        "name": "characters",
        "choices": ["seats", "drawn"],
        "default": "seats",
        "meaning": "characters by seat, or by a fair draw",
    }


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize("command", ["play", "simulate", "rules", "verify", "compare", "backup", "restore"])
def test_a_missing_argument_gets_usage(command: str):
    done = oppidum(command)
    assert done.returncode == 2
    assert "Usage" in done.stderr
    assert "Missing argument" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["fly"],
        ["play", "cartes", "--wings"],
        ["simulate", "cartes", "--games", "many"],
        ["simulate", "cartes", "--games", "0"],
        ["bench", "--seconds", "-1"],
        ["edition"],
        ["edition", "check"],
        ["edition", "show"],
    ],
    ids=" ".join,
)
def test_words_that_no_command_knows_get_usage(arguments: list[str]):
    done = oppidum(*arguments)
    assert done.returncode == 2
    assert "Usage" in done.stderr + done.stdout


@pytest.mark.parametrize(
    "command", [["play"], ["simulate"], ["rules"], ["edition", "show"], ["bench", "--game"]], ids=" ".join
)
def test_unknown_games(command: list[str]):
    assert refusal(*command, "bridge").startswith("There is no game 'bridge'; there are cartes")


@pytest.mark.parametrize("command", ["play", "simulate"])
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--players", "6"], "cartes is for 2 to 5 players, not 6."),
        (["--players", "-1"], "cartes is for 2 to 5 players, not -1."),
        (["--option", "hands=9"], "option hands takes one of 1, 2, 3, 4, 5, 6, 7, 8; not '9'."),
        (["--option", "feet=2"], "cartes has no option 'feet'; its options: characters, hands."),
        (["--option", "hands"], "Write an option as NAME=CHOICE, not 'hands'."),
        (["--bots", "random,deep blue"], "There is no bot 'deep blue'; there are random, greedy"),
    ],
)
def test_bad_choices(command: str, arguments: list[str], sentence: str):
    assert refusal(command, "cartes", *arguments).startswith(sentence.rstrip("."))


def test_bad_languages():
    assert refusal("rules", "cartes", "--lang", "la").startswith("There is no language 'la'; there are fr")


def test_bad_rule_numbers():
    assert refusal("rules", "cartes", "99") == "cartes has no rule '99'."


def test_files_that_cannot_be_written(tmp_path: Path):
    for out in (tmp_path, tmp_path / "no" / "folder.jsonl"):
        said = refusal("simulate", "cartes", "-n", "1", *QUICK, "--out", str(out))
        assert said.startswith(f"{out} cannot be written: ")


# ---------------------------------------------------------------- rules, editions


@pytest.mark.parametrize("language", ["fr", "en", "cs", "de"])
def test_rules_in_every_language(language: str):
    text = answer("rules", "cartes", "--lang", language)
    assert re.search(r"^\s*1\.1\s", text, re.MULTILINE)
    assert re.search(r"^\s*7\.8\s", text, re.MULTILINE)


def test_rules_by_number():
    section, rule = answer("rules", "cartes", "4"), answer("rules", "cartes", "4.3")
    assert section.count("\n") > rule.count("\n")
    assert "4.3" in rule
    assert "4.4" not in rule


def test_the_language_of_the_system_is_spoken():
    assert "Romains" in answer("rules", "cartes", "1.1", LANG="fr_FR.UTF-8")
    assert "Römer" in answer("rules", "cartes", "1.1", LC_ALL="de_DE.UTF-8")
    assert "Romans" in answer("rules", "cartes", "1.1", LANG="ja_JP.UTF-8")


def default_edition() -> str:
    return (resources.files("oppidum.games.cartes") / "reconstituee.toml").read_text(encoding="utf-8")


def test_edition_show():
    text = answer("edition", "show", "cartes")
    assert "reconstituee" in text
    assert "Cacofonix" in text
    assert "reconstruction" in text


def test_edition_show_as_json():
    shown = json.loads(answer("edition", "show", "cartes", "--json"))
    assert shown["edition"]["id"] == "reconstituee"
    assert [len(gaul["bottles"]) for gaul in shown["gaul"]] == [10] * 5


def test_edition_check(tmp_path: Path):
    file = tmp_path / "mine.toml"
    file.write_text(default_edition().replace("reconstituee", "mine"), encoding="utf-8")
    assert answer("edition", "check", str(file)) == f"{file}: edition 'mine' of cartes is in order.\n"


def test_edition_check_warns_of_what_is_not_printed(tmp_path: Path):
    file = tmp_path / "mine.toml"
    file.write_text(default_edition().replace("pair = 20", "pair = 30"), encoding="utf-8")
    done = oppidum("edition", "check", str(file))
    assert done.returncode == 0
    line = line_of(file.read_text(encoding="utf-8"), "pair")
    warning = "scoring.pair: 30 can be played, but the printed game has 20"
    assert done.stderr == f"{file}: line {line}: {warning}\n"
    assert done.stdout == f"{file}: edition 'reconstituee' of cartes is in order.\n"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "line 1: edition: expected a section [edition]"),
        ("\n[editions]\n", "line 2: editions: unknown section; edition is meant?"),
        ("[edition]\n", "line 1: edition.game: expected one of cartes, compagnie, romains; got nothing"),
        ("[edition]\ngame = 1\n", "line 2: edition.game: expected one of cartes, compagnie, romains; got 1"),
        (
            "edition = 1\n",
            "line 1: edition: expected a section [edition]",
        ),
        ("[edition", "line 1: not TOML: Expected ']' at the end of a table declaration"),
    ],
)
def test_an_edition_of_no_game(text: str, problem: str, tmp_path: Path):
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    assert refusal("edition", "check", str(file), code=1) == f"{file}: {problem}"


def test_inferred_values_are_shown():
    text = " ".join(answer("edition", "show", "cartes").split())
    assert "value inferred" in text


def test_a_broken_edition_is_reported_line_by_line(tmp_path: Path):
    file = tmp_path / "mine.toml"
    text = default_edition().replace("pair = 20", 'pair = "twenty"').replace("value = 3\n", "value = 99\n")
    file.write_text(text, encoding="utf-8")
    done = oppidum("edition", "check", str(file))
    assert done.returncode == 1
    lines = done.stderr.splitlines()
    assert len(lines) >= 2
    for line in lines:
        assert re.match(rf"{re.escape(str(file))}: line \d+: (scoring|roman)\.\w+( of [a-z-]+)?: ", line)
    numbers = [int(re.findall(r"line (\d+): ", line)[0]) for line in lines]
    assert numbers == sorted(numbers)
    assert refusal("simulate", "cartes", "--edition", str(tmp_path / "absent"), code=1).endswith(
        "No such file or directory"
    )


def test_where_a_file_differs_from_ours_is_told_card_by_card(tmp_path: Path):
    file = tmp_path / "mine.toml"
    file.write_text(default_edition().replace("copies = 4", "copies = 3", 1).replace(
        "value = 15\ncopies = 1", "value = 15\ncopies = 2"), encoding="utf-8")  # fmt: skip
    lines = answer("edition", "compare", str(file), "--lang", "fr").splitlines()
    assert "2 cartes changées" in lines[0]
    assert [line.strip() for line in lines[1:3]] == ["≠ cuisinier", "Valeur 1, 3 cartes"]
    file.write_text(default_edition(), encoding="utf-8")
    assert "the same cards as ours" in answer("edition", "compare", str(file), "--lang", "en")


def test_a_house_is_not_opened_with_broken_boxes(tmp_path: Path):
    (tmp_path / "mine.toml").write_text(
        default_edition().replace("pair = 20", "pair = 200"), encoding="utf-8"
    )
    told = refusal("serve", "--editions", str(tmp_path), "--data", str(tmp_path / "data"), code=1)
    assert re.search(r"mine.toml: line \d+: scoring.pair: expected a whole number from 0 to 127", told)
    told = refusal("serve", "--editions", str(tmp_path / "absent"), "--data", str(tmp_path / "data"))
    assert told.endswith("absent is no folder.")


# ---------------------------------------------------------------- simulate, verify


def test_simulate_is_the_same_for_the_same_seed():
    command = ["simulate", "cartes", "-n", "30", "--json", *QUICK]
    first = answer(*command, "--seed", "a")
    assert answer(*command, "--seed", "a") == first
    assert answer(*command, "--seed", "b") != first


def test_simulate_as_json():
    figures = json.loads(answer("simulate", "cartes", "-n", "12", "--json", *QUICK))
    assert figures["games"] == 12
    assert [row["seat"] for row in figures["seats"]] == [1, 2, 3]
    for row in figures["seats"]:
        assert row["points_low"] <= row["points"] <= row["points_high"]
        assert 0 <= row["low"] <= row["share"] <= row["high"] <= 1
    assert sum(row["share"] for row in figures["seats"]) == pytest.approx(1)
    assert {"decisions_per_game", "first_seat_advantage", "first_seat_advantage_low"} < set(figures)


def test_simulate_shows_a_table():
    text = answer("simulate", "cartes", "-n", "12", "--bots", "random,greedy", *QUICK)
    assert "12 games of cartes" in text
    assert re.search(r"│\s+2 │ greedy │", text)
    assert "95 % interval" in text
    assert "first seat: what it is worth shows only among bots that are alike" in " ".join(text.split())


def test_simulate_tells_what_the_first_seat_is_worth_among_bots_that_are_alike():
    text = answer("simulate", "cartes", "-n", "12", "--bots", "random", *QUICK)
    assert re.search(r"first seat: [+-]\d+\.\d points of percentage", text)


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("records") / "games.jsonl"
    assert answer("simulate", "cartes", "-n", "3", *QUICK, "--seed", "r", "--out", str(file)) == ""
    return file


KEY_ALONE = (
    "of the right ones: there is a key and no promise, "
    "so it is not proved that nobody chose it by the cards.\n"
)


def test_records_are_those_of_the_summary(records: Path):
    figures = json.loads(answer("simulate", "cartes", "-n", "3", *QUICK, "--seed", "r", "--json"))
    points = [json.loads(line)["result"]["points"] for line in records.read_text().splitlines()]
    assert [row["points"] for row in figures["seats"]] == [
        pytest.approx(sum(p) / 3) for p in zip(*points, strict=True)
    ]


def test_verify_passes_what_simulate_wrote(records: Path):
    assert answer("verify", str(records)) == f"3 records are right, 0 are not.\n3 {KEY_ALONE}"
    twice = answer("verify", str(records), str(records))
    assert twice == f"6 records are right, 0 are not.\n6 {KEY_ALONE}"


@pytest.fixture(scope="module")
def same_deals(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """One deal, played by two kinds of bots; and another deal."""
    files = [tmp_path_factory.mktemp("deals") / f"{number}.jsonl" for number in range(3)]
    for file, bots, seed in zip(files, ("greedy", "random", "greedy"), "aab", strict=True):
        answer("simulate", "cartes", "-n", "1", *QUICK, "--bots", bots, "--seed", seed, "--out", str(file))
    return files


def test_compare_sets_two_games_side_by_side(same_deals: list[Path]):
    one, other = (json.loads(file.read_text()) for file in same_deals[:2])
    found = json.loads(answer("compare", str(same_deals[0]), str(same_deals[1]), "--seat", "2", "--json"))
    assert found["points"] == [each["result"]["points"][1] for each in (one, other)]
    assert found["won"] == [2 in each["result"]["winners"] for each in (one, other)]
    for game, side in ((one, 0), (other, 1)):
        decisions = [move for move in game["moves"] if not move.startswith("* ")]
        mine = [(n, move[3:]) for n, move in enumerate(decisions, 1) if move.startswith("2: ")]
        assert [(turn[0], turn[1]) for pair in found["turns"] if (turn := pair[side])] == mine
        step = found["parting"]["steps"][side]
        assert decisions[step - 1].startswith(f"{found['parting']['seat']}: ")
    shown = answer("compare", str(same_deals[0]), str(same_deals[1]), "--seat", "2")
    assert f"Seat 2: {found['points'][0]} points" in shown
    assert "They part at decision" in shown
    alike = answer("compare", str(same_deals[0]), str(same_deals[0]))
    assert alike.endswith("The games are the same, to the last decision.\n")


def test_compare_refuses_what_cannot_be_compared(same_deals: list[Path], records: Path, tmp_path: Path):
    first = str(same_deals[0])
    for other, more, told in (
        (str(same_deals[2]), [], "not dealt the same cards"),
        (str(records), [], "3 records"),
        (str(tmp_path / "none"), [], "cannot be read"),
        (first, ["--seat", "4"], "The seats are 1 to 3."),
    ):
        done = oppidum("compare", first, other, *more)
        assert done.returncode in (1, 2)
        assert told in done.stderr
        assert done.stdout == ""


def altered(records: Path, tmp_path: Path, line: int, **changes: Any) -> Path:
    lines = records.read_text().splitlines()
    lines[line] = json.dumps(json.loads(lines[line]) | changes)
    file = tmp_path / "altered.jsonl"
    file.write_text("\n".join(lines) + "\n")
    return file


def test_verify_names_the_first_broken_move(records: Path, tmp_path: Path):
    moves = json.loads(records.read_text().splitlines()[1])["moves"]
    moves[10] = "9: bid 1"
    file = altered(records, tmp_path, 1, moves=moves)
    done = oppidum("verify", str(file))
    assert done.returncode == 1
    assert done.stdout == (
        f"{file}:2: Move 11, '9: bid 1': There is no seat 9 at this table.\n"
        f"2 records are right, 1 is not.\n2 {KEY_ALONE}"
    )


def test_verify_as_json(records: Path, tmp_path: Path):
    assert json.loads(answer("verify", "--json", str(records))) == {
        "right": 3,
        "not_over": 0,
        "bound_by": {"people": 0, "house": 0, "first": 0, "key": 3},
        "wrong": 0,
        "problems": [],
    }
    file = altered(records, tmp_path, 1, moves=["9: bid 1"])
    done = oppidum("verify", "--json", str(file), str(tmp_path / "absent"))
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert (found["right"], found["wrong"]) == (2, 2)
    assert [(p["file"], p["line"]) for p in found["problems"]] == [
        (str(file), 2),
        (str(tmp_path / "absent"), None),
    ]


def test_verify_notices_a_wrong_result(records: Path, tmp_path: Path):
    result = json.loads(records.read_text().splitlines()[2])["result"]
    result["points"][0] += 1
    done = oppidum("verify", str(altered(records, tmp_path, 2, result=result)))
    assert done.returncode == 1
    assert ":3: The points are [" in done.stdout


def test_verify_says_when_a_game_is_not_over(records: Path, tmp_path: Path):
    moves = json.loads(records.read_text().splitlines()[0])["moves"]
    file = altered(records, tmp_path, 0, moves=moves[:20], result=None)
    assert answer("verify", str(file)) == (
        f"3 records are right (1 of a game that is not over), 0 are not.\n3 {KEY_ALONE}"
    )


def test_verify_needs_the_edition_that_was_played(records: Path, tmp_path: Path):
    mine = tmp_path / "mine.toml"
    mine.write_text(default_edition().replace('id = "reconstituee"', 'id = "mine"'), encoding="utf-8")
    file = tmp_path / "mine.jsonl"
    answer("simulate", "cartes", "-n", "1", *QUICK, "--edition", str(mine), "--out", str(file))
    done = oppidum("verify", str(file))
    assert done.returncode == 1
    assert "not at hand: give its file with --edition" in done.stdout
    said = answer("verify", str(file), "--edition", str(mine))
    assert said == f"1 record is right, 0 are not.\n1 {KEY_ALONE}"


def test_verify_takes_the_content_of_an_edition_and_leaves_other_games_alone(records: Path, tmp_path: Path):
    mine, content = tmp_path / "mine.toml", tmp_path / "mine.json"
    mine.write_text(default_edition().replace("pair = 20", "pair = 30"), encoding="utf-8")
    content.write_text(json.dumps(tomllib.loads(mine.read_text(encoding="utf-8"))), encoding="utf-8")
    file = tmp_path / "mine.jsonl"
    warning = "scoring.pair: 30 can be played, but the printed game has 20"
    for arguments, edition, said in [
        (("simulate", "cartes", "-n", "1", *QUICK, "--out", str(file)), mine, ""),
        (("verify", str(records), str(file)), content, f"4 records are right, 0 are not.\n4 {KEY_ALONE}"),
    ]:
        done = oppidum(*arguments, "--edition", str(edition))
        assert (done.returncode, done.stdout) == (0, said)
        assert re.fullmatch(rf"{re.escape(str(edition))}: line \d+: {warning}\n", done.stderr)
    romains = (resources.files("oppidum.games.romains") / "reconstituee.toml").read_text(encoding="utf-8")
    mine.write_text(romains, encoding="utf-8")
    assert "3 records are right" in answer("verify", str(records), "--edition", str(mine))


@pytest.mark.parametrize(
    "content", [b"", b"\n\n", b"nonsense\n", b"{}\n", b"\xff\xfe\x00", b'{"format":"oppidum/2"}']
)
def test_verify_of_what_is_no_record(content: bytes, tmp_path: Path):
    file = tmp_path / "broken.jsonl"
    file.write_bytes(content)
    done = oppidum("verify", str(file))
    assert done.returncode == 1
    assert done.stdout.startswith((f"{file}:1: The record ", "0 records are right"))


def test_verify_of_files_that_cannot_be_read(tmp_path: Path):
    for name in (tmp_path, tmp_path / "absent.jsonl"):
        done = oppidum("verify", str(name))
        assert done.returncode == 1
        assert "cannot be read: " in done.stdout


# ---------------------------------------------------------------- bench


def test_bench_as_json():
    rows = json.loads(answer("bench", "--game", "cartes", "--players", "4", "--seconds", "0.05", "--json"))
    (row,) = rows
    assert list(row) == ["game", "players", "decisions_per_s", "games_per_s", "state_bytes"]
    assert (row["game"], row["players"]) == ("cartes", 4)
    assert row["state_bytes"] <= 576
    assert row["decisions_per_s"] > row["games_per_s"] > 0


# ---------------------------------------------------------------- play, piped


def test_play_from_a_pipe_ends_with_its_input():
    done = oppidum("play", "cartes", *QUICK, "--seed", "1", text_in="?\nu\n²\n\x00\n5\n")
    assert done.returncode == 0
    assert "is no action of this game" in done.stdout
    assert "have not decided anything yet" in done.stdout
    assert "3.2" in done.stdout, "the rule that applies"
    assert "You leave the table" in done.stdout


def test_output_that_nobody_reads_is_no_error():
    reader = subprocess.Popen(["head", "-c", "10"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    done = subprocess.run(
        [sys.executable, "-m", "oppidum", "rules", "cartes"],
        stdout=reader.stdin,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert reader.stdin is not None
    reader.stdin.close()
    reader.wait()
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr


def test_a_terminal_without_our_letters_is_no_error():
    done = oppidum("games", PYTHONIOENCODING="ascii")
    assert "Ast?rix" in done.stdout


def test_two_commands_at_once():
    """Both write and read the same cache of compiled code."""
    runs = [
        subprocess.Popen(
            [sys.executable, "-m", "oppidum", "simulate", "cartes", "-n", "5", "--json", *QUICK],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    outputs = [run.communicate(timeout=280) for run in runs]
    assert outputs[0] == outputs[1]
    assert [run.returncode for run in runs] == [0, 0]


# ---------------------------------------------------------------- for who hosts


def test_the_version_is_said():
    assert answer("--version") == f"Oppidum {__version__}\n"


def doctor(*arguments: str, code: int = 0, **environment: str) -> dict[tuple[str, str], dict[str, str]]:
    done = oppidum("doctor", "--json", *arguments, **environment)
    assert done.returncode == code, done.stderr
    found = json.loads(done.stdout)
    assert found["ok"] == (code == 0)
    return {(finding["about"], finding["what"]): finding for finding in found["findings"]}


def test_the_doctor_finds_nothing(tmp_path: Path):
    found = doctor("--data", str(tmp_path / "house"))
    assert found["installed", "Oppidum"]["words"].startswith(__version__)
    for what in (("installed", "libraries"), ("installed", "web assets"), ("compiled", "cache")):
        assert found[what]["state"] == "ok"
    assert {what for about, what in found if about == "compiled"} == {"cache", *games.catalogue()}
    assert found["store", "SQLite"]["state"] == "optional"
    assert not (tmp_path / "house").exists()  # looking makes nothing
    answer("tables", "list", "--data", str(tmp_path / "house"))
    assert doctor("--data", str(tmp_path / "house"))["store", "SQLite"]["state"] == "ok"
    assert "All is well." in answer("doctor", "--data", str(tmp_path))


def test_the_doctor_says_what_is_broken(tmp_path: Path):
    (tmp_path / "file").write_text("no folder")
    (tmp_path / "oppidum.sqlite3").write_text("no store")
    found = doctor("--data", str(tmp_path), code=1)
    assert "no store of Oppidum" in found["store", "SQLite"]["words"]
    found = doctor("--data", str(tmp_path / "file" / "house"), code=1)
    assert found["store", "folder"]["state"] == "broken"
    found = doctor(code=1, OPPIDUM_CACHE=str(tmp_path / "file"))
    assert "OPPIDUM_CACHE" in found["compiled", "cache"]["words"]
    found = doctor("--database", "postgresql://nobody@127.0.0.1:1/none", code=1)
    assert found["store", "PostgreSQL"]["words"].startswith("It does not answer")


def test_the_doctor_looks_at_the_key_of_the_cookies(tmp_path: Path):
    def key(code: int, **environment: str) -> str:
        return doctor("--data", str(tmp_path), code=code, **environment)["store", "key of the cookies"][
            "words"
        ]

    file = tmp_path / "oppidum.sqlite3.key"
    assert "There is none yet" in key(0)
    file.write_text("k" * 64)
    file.chmod(0o644)
    assert "chmod 600" in key(1)
    file.chmod(0o600)
    assert str(file) in key(0)
    file.write_text("")
    assert "is damaged" in key(1)
    assert "in OPPIDUM_KEY" in key(0, OPPIDUM_KEY="k" * 64)
    assert "fewer than 32" in key(1, OPPIDUM_KEY="short")
    assert file.read_text() == ""


def test_the_doctor_changes_nothing(tmp_path: Path):
    found = doctor("--data", str(tmp_path / "data"), OPPIDUM_CACHE=str(tmp_path / "cache"))
    assert found["compiled", "cache"]["state"] == "ok"
    assert "There is none yet" in found["compiled", "cache"]["words"]
    assert list(tmp_path.iterdir()) == []


def test_the_doctor_leaves_nothing_beside_a_store(tmp_path: Path):
    def files() -> dict[str, bytes]:
        return {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.suffix != ".sqlite3-shm"}

    answer("tables", "list", "--data", str(tmp_path))
    assert list(files()) == ["oppidum.sqlite3"]
    before = files()
    assert doctor("--data", str(tmp_path))["store", "SQLite"]["state"] == "ok"
    assert files() == before
    assert not (tmp_path / "oppidum.sqlite3-shm").exists()
    # A house is open, or has crashed: what its journal says counts.
    with contextlib.closing(sqlite3.connect(tmp_path / "oppidum.sqlite3")) as house:
        house.execute("UPDATE alembic_version SET version_num = '9999'")
        house.commit()
        before = files()
        assert len(before["oppidum.sqlite3-wal"]) > 0
        names = sorted(file.name for file in tmp_path.iterdir())
        assert "newer Oppidum" in doctor("--data", str(tmp_path), code=1)["store", "SQLite"]["words"]
        assert files() == before
        assert sorted(file.name for file in tmp_path.iterdir()) == names


@pytest.mark.parametrize(
    ("told", "code", "what", "state", "words"),
    [
        ((200, {"ok": True, "message": "All is well."}), 0, "house", "ok", "sqlite, revision 0002"),
        ((503, {"ok": False, "message": "The watch has stopped."}), 1, "house", "broken", "The watch has"),
        ((200, {"ok": True, "message": "All is well.", "apart": 2.5}), 0, "house", "ok", "sqlite"),
        ((200, {"ok": True, "message": "", "apart": -90}), 0, "clock", "optional", "set by -90 seconds"),
        ((200, {"ok": True, "schema": None}), 0, None, "optional", "no house"),
        ((404, "nothing"), 0, None, "optional", "no house"),
    ],
)
def test_the_doctor_asks_the_house_that_is_open(
    told: tuple[int, Any], code: int, what: str | None, state: str, words: str, tmp_path: Path
):
    status, said = told
    if isinstance(said, dict) and "schema" not in said:
        said |= {"database": "sqlite", "schema": "0002"}

    class Stranger(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()
            self.wfile.write(json.dumps(said).encode() if self.path == "/health" else b"")

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Stranger) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        port = server.server_address[1]
        found = doctor("--data", str(tmp_path), "--port", str(port), code=code)
        server.shutdown()
    finding = found["network", what or f"port {port}"]
    assert finding["state"] == state
    assert words in finding["words"]


def test_a_port_where_nobody_answers_is_free(tmp_path: Path):
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    finding = doctor("--data", str(tmp_path), "--port", str(port))["network", f"port {port}"]
    assert finding["state"] == "ok"


def test_a_backup_is_restored(tmp_path: Path):
    house, copy = str(tmp_path / "house"), str(tmp_path / "copy")
    answer("backup", copy, "--data", house)
    assert answer("restore", copy, "--data", str(tmp_path / "new")).endswith(
        "oppidum.sqlite3 has 0 tables.\n"
    )
    assert "exists already" in refusal("restore", copy, "--data", house)
