"""Every command that a page shows works: the quick ones are run, of the others the arguments are parsed.

Commands stand in fenced blocks (`console`, `sh`), on indented lines, and in sentences between backticks.
What is shown in a block or on a line of its own is run, in the order of its page and in one folder, unless
`NOT_RUN` says why not. Everything, in sentences too, must exist and accept the arguments it is shown with.
"""

from __future__ import annotations

import argparse
import importlib
import json
import re
import runpy
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import pytest

from oppidum.cli import app

from . import forked_command

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
NAMES = {page: str(page.relative_to(ROOT)) for page in PAGES}

# Shown, but not run here. The reason stands beside it; the arguments are parsed all the same.
NOT_RUN = {
    "git clone … && cd oppidum": "needs a network",
    "pip install examples/boars": "installed and played by tests/test_boars.py",
    "python -m pytest examples/boars/tests": "run by tests/test_boars.py",
    "pip install oppidum[research]": "needs a network",
    "pip install oppidum[ray]": "needs a network",
    "pip install oppidum[plots]": "needs a network",
    "pip install oppidum[postgres]": "needs a network",
    "uvx oppidum": "not published yet",
    "pipx install oppidum": "not published yet",
    "podman build --file deploy/Containerfile --tag oppidum .": "needs a container engine",
    "podman run --name house --publish 127.0.0.1:8000:8000 --volume oppidum:/data oppidum": (
        "needs a container engine"
    ),
    "podman exec house oppidum doctor --data /data": "needs a container engine",
    'pg_dump --format=custom --file=oppidum.dump "$DATABASE"': "run by tests/tables/test_keeping.py",
    'pg_restore --no-owner --exit-on-error --dbname="$FRESH" oppidum.dump': (
        "run by tests/tables/test_keeping.py"
    ),
    "make test-machine": "installs system packages",
    "make release": "run by tests/test_release.py",
    "make referee": "hours on one core; tests/test_referees.py plays some of it",
    "make play": "opens a browser and stays open; tests/web/test_server.py starts the server",
    "make setup": "has run before any test can",
    "make test": "runs this test",
    'make test ARGS="-k idefix"': "runs tests",
    "make check": "runs before the tests in `make test`",
    "make format": "changes the sources",
    "make coverage": "runs this test",
    ".venv/bin/pytest tests/kernel": "runs tests",
    '.venv/bin/pytest --rule "cartes 5.3"': "runs tests",
    "NUMBA_DISABLE_JIT=1 .venv/bin/pytest tests/…": "runs tests",
    "oppidum serve --host 0.0.0.0": "stays open, to the whole network",
    "oppidum serve --no-browser --behind-proxy --data /srv/oppidum": "stays open, in a folder of the system",
    "oppidum serve --workers 4 --database postgresql://oppidum@/oppidum --no-browser --behind-proxy": (
        "stays open, on a PostgreSQL that is set up"
    ),
    **dict.fromkeys(
        ("oppidum puzzles", "oppidum puzzles cartes", "oppidum puzzles romains --next"),
        "in the reader's own store; run in another by tests/terminal/test_puzzles.py",
    ),
    **dict.fromkeys(
        (
            "oppidum puzzles make cartes --count 300 --seed 1 -o hands=1,2 --out puzzles.jsonl.gz",
            "oppidum puzzles make romains --count 300 --seed 1 --out puzzles.jsonl.gz",
            "oppidum puzzles make compagnie --count 300 --seed 1 --out first.jsonl",
            "oppidum puzzles make compagnie --count 300 --seed 2 --more first.jsonl --out puzzles.jsonl.gz",
        ),
        "minutes on one core; tests/puzzles/test_making.py makes some",
    ),
    "oppidum balance YOUR-FILE": "the reader's own file",
    "oppidum balance docs/editions/cartes-strong-asterix.toml": "half a minute; compared with --long",
    "python bench/cartes_bottles.py --weights --games 150000 --seed 3": "minutes on one core",
    "python bench/cartes_bottles.py --games 100000 --seed 1": "minutes on one core",
    "python bench/romains_knowledge.py --games 30 --seed 1": "minutes on one core",
    "python bench/romains_tuning.py --games 10000 --seed 1": "minutes on one core",
    "PYTHONPATH=examples oppidum arena cartes dreamer:Dreamer greedy --games 100 -o hands=1": (
        "from the repository; run by tests/bots/test_writing_a_bot.py"
    ),
    'oppidum arena cartes "cmd:python3 examples/line_bot.py" random --games 20 -o hands=1': (
        "from the repository; run by tests/bots/test_writing_a_bot.py"
    ),
    "oppidum arena cartes greedy mypackage.mymodule:MyBot": "the reader's own bot",
    "oppidum simulate cartes --bots mypackage.mymodule:MyBot,greedy --out games.jsonl": (
        "the reader's own bot"
    ),
}

ELSEWHERE = ("pip", "git", ".venv/bin/pytest", "uvx", "pipx", "podman", "pg_dump", "pg_restore")
PROGRAMS = ("oppidum", "python", "make", *ELSEWHERE)


@dataclass(frozen=True)
class Shown:
    page: str
    text: str
    whole: bool  # on a line of its own: the whole command; in a sentence it may be the beginning of one

    @property
    def words(self) -> list[str]:
        words = shlex.split(self.text, comments=True)
        while words and re.fullmatch(r"[A-Z_]+=\S*", words[0]):  # NAME=value in front
            words.pop(0)
        if words[0].startswith("bench/"):
            words.insert(0, "python")
        return words


def without_comment(line: str) -> str:
    return re.sub(r"\s+#.*$", "", line).strip()


def is_command(line: str) -> bool:
    """Not `oppidum key 1` and the like: labels that go into a hash (docs/record.md)."""
    words = re.sub(r"^([A-Z_]+=[\w.]+ )+", "", line).split(" ")
    return words[0] in PROGRAMS and not re.fullmatch(r"oppidum \w+ \d", line)


def commands_on(page: Path) -> Iterator[Shown]:
    name, text = NAMES[page], page.read_text(encoding="utf-8")
    for language, block in re.findall(r"^```(\w*)\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        for line in block.splitlines():
            if language == "console" and line.startswith("$ "):
                yield Shown(name, without_comment(line[2:]), True)
            elif language in ("sh", "shell", "bash") and line.strip():
                yield Shown(name, without_comment(line), True)
    text = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    for line in re.findall(r"^    (\S.*)$", text, re.MULTILINE):
        if is_command(line):
            yield Shown(name, without_comment(line), True)
    for span in re.findall(r"`([^`\n]+)`", text):
        if (" " in span and is_command(span)) or re.match(r"bench/\w+\.py", span):
            yield Shown(name, span, False)


SHOWN = [shown for page in PAGES for shown in commands_on(page)]
WHOLE = [shown for shown in SHOWN if shown.whole]


def test_pages_show_commands():
    assert len(WHOLE) > 30
    assert len(SHOWN) > 70


def test_no_reason_outlives_its_command():
    assert set(NOT_RUN) <= {shown.text for shown in WHOLE}


# ---------------------------------------------------------------- run


def run(shown: Shown, folder: Path) -> str:
    program, *arguments = shown.words
    assert program in ("oppidum", "python"), f"{shown.page}: run {shown.text!r}, or say in NOT_RUN why not"
    if program == "oppidum":
        done = forked_command.run(*arguments, text_in="q\n" if arguments[0] == "play" else "", cwd=folder)
    else:
        command = [sys.executable, str(ROOT / arguments[0]), *arguments[1:]]
        done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    assert done.returncode == 0, f"{shown.page}: {shown.text}\n{done.stderr[-3000:]}"
    return done.stdout


def outputs_of(page: Path) -> dict[str, str]:
    """What `console` blocks show below a command: all of it, up to the next one."""
    shown: dict[str, str] = {}
    for block in re.findall(
        r"^```console\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    ):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            if output.strip():
                shown[without_comment(command)] = output
    return shown


def told_alike(shown: str, printed: str) -> bool:
    """`…` on a page stands for anything."""
    pattern = ".*".join(re.escape(" ".join(piece.split())) for piece in shown.split("…"))
    return re.fullmatch(rf"\s*{pattern}\s*", " ".join(printed.split()), re.DOTALL) is not None


@pytest.mark.parametrize("page", sorted({shown.page for shown in WHOLE}))
def test_commands_are_run(page: str, tmp_path: Path):
    """In the order of the page, in one folder: later ones use the files of earlier ones."""
    outputs = outputs_of(ROOT / page)
    for shown in WHOLE:
        if shown.page == page and shown.text not in NOT_RUN:
            printed = run(shown, tmp_path)
            if shown.text in outputs:
                assert told_alike(outputs[shown.text], printed), f"{page}: {shown.text} prints\n{printed}"


# ---------------------------------------------------------------- parsed


class Parsed(Exception):
    """The arguments were accepted; the script itself need not run."""


def parse_oppidum(shown: Shown) -> None:
    context = click.Context(app, info_name="oppidum")
    command: click.Command = app
    rest = [word for word in shown.words[1:] if word != "…"]
    while isinstance(command, click.Group):
        _, found, rest = command.resolve_command(context, rest)
        assert found is not None
        command = found
    try:
        command.make_context(command.name, rest, parent=context)
    except click.MissingParameter:
        assert not shown.whole, f"{shown.page}: {shown.text} lacks an argument"


def parse_script(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    script, *arguments = shown.words[1:]
    path = ROOT / script
    assert path.exists(), f"{shown.page}: there is no {script}"
    if not arguments and not shown.whole:  # the script is meant, not a call
        return
    parse = argparse.ArgumentParser.parse_args

    def parse_and_stop(parser: argparse.ArgumentParser, *given: Any, **more: Any) -> argparse.Namespace:
        parse(parser, *given, **more)
        raise Parsed

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", parse_and_stop)
    monkeypatch.setattr(sys, "argv", [script, *stand_ins(arguments)])
    monkeypatch.syspath_prepend(str(path.parent))
    with pytest.raises(Parsed):
        runpy.run_path(str(path), run_name="__main__")


def stand_ins(arguments: list[str]) -> list[str]:
    """Words in capitals stand for something of the reader's."""
    known = {"GAME": "cartes", "PEER": "mcts", "ENDGAMES": "12", "ITERATIONS": "100"}
    return [known.get(word, word) for word in arguments]


def parse_module(shown: Shown) -> None:
    module = shown.words[2]
    importlib.import_module(module)


def parse_make(shown: Shown) -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert shown.words[1] in targets, f"{shown.page}: there is no {shown.text}"


def parse_pytest(shown: Shown, config: pytest.Config) -> None:
    _, unknown = config._parser.parse_known_and_unknown_args(shown.words[1:])
    assert not unknown, f"{shown.page}: pytest does not know {unknown}"


@pytest.mark.parametrize(
    "shown", {shown.text: shown for shown in SHOWN}.values(), ids=lambda shown: shown.text
)
def test_commands_are_understood(shown: Shown, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config):
    match shown.words:
        case ["oppidum", _, "boars", *_]:
            pass  # the guest of docs/adding-a-game.md, run by tests/test_boars.py
        case ["oppidum", *_]:
            parse_oppidum(shown)
        case ["python", "-m", *_]:
            parse_module(shown)
        case ["python", *_]:
            parse_script(shown, monkeypatch)
        case ["make", *_]:
            parse_make(shown)
        case [".venv/bin/pytest", *_]:
            parse_pytest(shown, pytestconfig)
        case _:
            assert shown.text in NOT_RUN, f"{shown.page} shows {shown.text!r}, which nothing here checks"


# ---------------------------------------------------------------- figures


def matches(shown: Any, true: Any) -> bool:
    """Whether a value on a page is the true one; `…` stands for anything, also for the rest of a list."""
    if isinstance(shown, dict):
        return all(name in true and matches(value, true[name]) for name, value in shown.items())
    if isinstance(shown, list):
        if shown and shown[-1] == "…":
            return all(map(matches, shown[:-1], true))
        return len(shown) == len(true) and all(map(matches, shown, true))
    if isinstance(shown, str) and isinstance(true, str):
        return re.fullmatch(".*".join(map(re.escape, shown.split("…"))), true) is not None
    return shown == true


def test_the_small_record_is_the_one_that_its_command_writes(tmp_path: Path):
    """docs/record.md names a command and shows, shortened, what it writes."""
    text = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    ((command, file, shown),) = re.findall(
        r"`(oppidum simulate [^`]*--out (\S+))` gives.*?```json\n(.*?)```", text, re.DOTALL
    )
    run(Shown("docs/record.md", command, True), tmp_path)
    (line,) = (tmp_path / file).read_text(encoding="utf-8").splitlines()
    on_the_page, true = json.loads(shown), json.loads(line)
    assert set(on_the_page) == set(true)
    for name, value in on_the_page.items():
        assert matches(value, true[name]), f"{name} is {str(true[name])[:200]}"
    assert not matches(on_the_page["result"] | {"points": [131, 124]}, true["result"])
    run(Shown("docs/record.md", f"oppidum verify {file}", True), tmp_path)


@pytest.mark.parametrize(
    ("page", "says", "file"),
    [
        ("README.md", r"\(examples/play_a_game\.py\) has (\d+) lines", "examples/play_a_game.py"),
        ("docs/web.md", r"plays a whole game in (\d+) lines", "examples/play_a_game.py"),
    ],
)
def test_examples_are_as_long_as_pages_say(page: str, says: str, file: str):
    (lines,) = re.findall(says, (ROOT / page).read_text(encoding="utf-8"))
    assert int(lines) == len((ROOT / file).read_text(encoding="utf-8").splitlines())


MEASURED = r"\d ?%|± ?\d|\d a second|\d ms\b|\d kB"
HOW = r"(?:^    |^\$ |`)(?:python |oppidum \w|bench/\w+\.py|make \w)|`tests/[\w/]+\.py`"


@pytest.mark.parametrize("page", PAGES, ids=NAMES.get)
def test_measured_figures_stand_with_what_measures_them(page: Path):
    """A section with shares, intervals or speeds names the command, or the test, that they come from."""
    for section in re.split(r"^(?=## )", page.read_text(encoding="utf-8"), flags=re.MULTILINE):
        if re.search(MEASURED, section):
            assert re.search(HOW, section, re.MULTILINE), f"{NAMES[page]}, {section.splitlines()[0]}"


PRINTED_AS_SHOWN = [
    ("docs/editions/cartes.md", "python bench/cartes_bottles.py --weights --games 150000 --seed 3"),
    ("docs/editions/cartes.md", "python bench/cartes_bottles.py --games 100000 --seed 1"),
    ("docs/editions/romains.md", "python bench/romains_tuning.py --games 10000 --seed 1"),
]


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("page", "command"), PRINTED_AS_SHOWN)
def test_long_measurements_print_the_rows_of_their_page(page: str, command: str, tmp_path: Path):
    text = (ROOT / page).read_text(encoding="utf-8")
    rows = [row for row in run(Shown(page, command, True), tmp_path).splitlines() if re.search(r"\| \d", row)]
    assert len(rows) >= 4
    assert [row for row in rows if row not in text] == []


LADDER = re.findall(
    r"^\| \w+ \| [^|]+ \| \w+ \| ([\d,]+) \| (\S+% \(\S+% to \S+%\)) \| `(bench/levels\.py [^`]+)` \|$",
    (ROOT / "docs" / "search.md").read_text(encoding="utf-8"),
    re.MULTILINE,
)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("games", "figures", "command"), LADDER, ids=[row[2] for row in LADDER])
def test_the_levels_are_as_strong_as_their_page_says(games: str, figures: str, command: str, tmp_path: Path):
    found = json.loads(run(Shown("docs/search.md", command, True), tmp_path))
    assert f"{found['games']:,}" == games
    assert f"{found['share']:.1%} ({found['low']:.1%} to {found['high']:.1%})" == figures


def test_every_level_has_its_figure():
    assert len(LADDER) == 12


COMPANY = [
    (game, players, pair, figures.strip())
    for game, players, cells in re.findall(
        r"^\| (\w+) \| (\d) \| \S+% \| ((?:\S+% \(\S+% to \S+%\) \|? ?)+)$",
        (ROOT / "docs" / "search.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    for pair, figures in enumerate(cells.rstrip("| ").split("|"), 2)
]


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("game", "players", "pair", "figures"), COMPANY)
def test_the_levels_are_as_strong_in_company(
    game: str, players: str, pair: int, figures: str, tmp_path: Path
):
    size = "--games 600" if pair < 5 else "--games 300 --cap 500"
    command = f"bench/levels.py {game} --players {players} --pair {pair} {size}"
    found = json.loads(run(Shown("docs/search.md", command, True), tmp_path))
    assert f"{found['share']:.1%} ({found['low']:.1%} to {found['high']:.1%})" == figures


def test_every_level_has_its_figure_in_company():
    assert len(COMPANY) == 32


PARTS = re.findall(
    r"^\| .+ \| ([\d,]+) \| (\S+% \(\S+% to \S+%\)) \| `(bench/parts\.py [^`]+)` \|$",
    (ROOT / "docs" / "search.md").read_text(encoding="utf-8"),
    re.MULTILINE,
)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("games", "figures", "command"), PARTS, ids=[row[2] for row in PARTS])
def test_the_parts_are_worth_what_their_page_says(games: str, figures: str, command: str, tmp_path: Path):
    found = json.loads(run(Shown("docs/search.md", command, True), tmp_path))
    assert f"{found['games']:,}" == games
    assert f"{found['share']:.1%} ({found['low']:.1%} to {found['high']:.1%})" == figures


def test_parts_have_their_figures():
    assert len(PARTS) >= 2


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_the_balance_report_is_as_its_page_shows():
    page, command = "docs/balance.md", "oppidum balance docs/editions/cartes-strong-asterix.toml"
    assert told_alike(outputs_of(ROOT / page)[command], run(Shown(page, command, True), ROOT))


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_what_a_position_of_romains_misses_is_as_its_page_says(tmp_path: Path):
    page = "docs/knowledge-romains.md"
    text = (ROOT / page).read_text(encoding="utf-8")
    printed = run(Shown(page, "python bench/romains_knowledge.py --games 30 --seed 1", True), tmp_path)
    rows = re.findall(r"\| (\d) \| `\w+` \| ([\d,]+) \| ([\d.]+)% \| 0 \|", printed)
    assert len(rows) == 10
    assert [row for row in rows if f"{row[2]} % of {row[1]}" not in text] == []
