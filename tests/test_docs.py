"""The pages keep their word: code on them is run, commands on them are run, links lead somewhere."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from oppidum.kernel import cache

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def run(code: str, *arguments: str, text_in: str = "", cwd: Path | None = None) -> str:
    environment = {**os.environ, "LANG": "C.UTF-8", "LC_ALL": ""}
    if code.startswith(GUEST):  # a guest must leave nothing in the common cache that others cannot load
        environment["OPPIDUM_CACHE"] = f"{arguments[0]}-cache"
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        input=text_in,
        capture_output=True,
        text=True,
        cwd=cwd,
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


# ---------------------------------------------------------------- adding a game


def code_on_the_page() -> dict[str, str]:
    text = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    return dict(re.findall(r"\*\*`([\w./]+)`\*\*\n\n```\w+\n(.*?)```", text, re.DOTALL))


@pytest.fixture(scope="module")
def folder() -> Path:
    """The page's package, in a place that stays the same as long as the page does: compiled only once."""
    files = code_on_the_page()
    name = hashlib.sha256(repr(sorted(files.items())).encode()).hexdigest()[:12]
    place = cache.root() / f"page-{name}"
    for path, text in files.items():
        target = place / path
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
    return place


GUEST = "import sys; import oppidum.games as games; games.__path__.append(sys.argv.pop(1))\n"
CONTRACT = """
from oppidum import testing
game = games.load("boars")
found = testing.cases(game, seeds=2)
for case in found:
    testing.check_all(case)
print(len(found), game.state_bytes)
"""
FINGERPRINT = """
from oppidum import testing
from oppidum.testing.contract import fingerprint
print([fingerprint(case) for case in testing.cases(games.load("boars"))])
"""
COMMAND = "from oppidum.cli import main; main()"


def test_the_page_has_a_whole_game():
    assert set(code_on_the_page()) == {
        f"boars/{name}"
        for name in (
            "__init__.py", "state.py", "rules.py", "knowledge.py", "notation.py", "edition.toml",
            "edition.py", "game.py",
        )
    }  # fmt: skip


def test_the_game_on_the_page_keeps_the_contract(folder: Path):
    assert run(GUEST + CONTRACT, str(folder)).split()[0] == "4"


def test_the_game_on_the_page_plays_alike_compiled_and_not(folder: Path, monkeypatch: pytest.MonkeyPatch):
    compiled = run(GUEST + FINGERPRINT, str(folder))
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert run(GUEST + FINGERPRINT, str(folder)) == compiled


def test_the_game_on_the_page_is_at_home_in_the_commands(folder: Path, tmp_path: Path):
    def oppidum(*arguments: str, text_in: str = "") -> str:
        return run(GUEST + COMMAND, str(folder), *arguments, text_in=text_in, cwd=tmp_path)

    assert "boars" in oppidum("games")
    assert '"games": 50' in oppidum("simulate", "boars", "-n", "50", "--json")
    oppidum("simulate", "boars", "-n", "5", "--out", "boars.jsonl")
    assert oppidum("verify", "boars.jsonl") == "5 records are right, 0 are not.\n"
    played = oppidum("play", "boars", "--lang", "en", text_in="?\nchase\nfly\nu\nwait\nchase\nwait\n")
    assert "is no action of this game" in played
    assert "Result" in played


# ---------------------------------------------------------------- the record


def fits(shown: Any, found: Any) -> bool:
    """Is this what a page shows? … stands for the rest of a text, or of a list."""
    if isinstance(shown, str):
        start, dots, _ = shown.partition("…")
        return found.startswith(start) if dots else found == shown
    if isinstance(shown, dict):
        return list(shown) == list(found) and all(fits(each, found[name]) for name, each in shown.items())
    if isinstance(shown, list):
        if shown and shown[-1] == "…":
            shown, found = shown[:-1], found[: len(shown) - 1]
        return len(shown) == len(found) and all(map(fits, shown, found))
    return shown == found


def test_the_small_record_is_what_its_command_gives(tmp_path: Path):
    page = ROOT / "docs" / "record.md"
    section = page.read_text(encoding="utf-8").split("## A small record")[1]
    command = shlex.split(section.split("`")[1])
    assert command[0] == "oppidum"
    run(COMMAND, *command[1:], cwd=tmp_path)
    found = json.loads((tmp_path / command[-1]).read_text(encoding="utf-8"))
    shown = json.loads(blocks(page, "json")[0])
    assert fits(shown, found), (shown, found)
    assert not fits(shown | {"result": shown["result"] | {"points": [131, 124]}}, found)
    run(COMMAND, "verify", command[-1], cwd=tmp_path)


# ---------------------------------------------------------------- README and others


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(
        rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )


def test_code_of_the_readme(tmp_path: Path):
    """The blocks are one program."""
    run("\n".join(blocks(ROOT / "README.md", "python")), cwd=tmp_path)


def test_the_hash_of_an_edition_as_the_record_page_tells_it():
    from oppidum import games

    text = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    section = text[text.index("## Editions") : text.index("## Moves")]
    (code,) = re.findall(r"^```python\n(.*?)^```", section, re.DOTALL | re.MULTILINE)
    told: dict[str, Any] = {}
    exec(code, told)  # noqa: S102 (our own page)
    for game in games.catalogue():
        folder = ROOT / "src" / "oppidum" / "games" / game
        files = [folder / "reconstituee.toml", *sorted((folder / "earlier").glob("*.toml"))]
        for file, edition in zip(files, games.load(game).shipped_editions(), strict=True):
            assert told["edition_sha256"](file.read_text(encoding="utf-8")) == edition.sha256


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path):
    for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name} points to {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_places_in_the_source_exist(page: Path):
    """Paths that a page names in code type; `boars` is the guest of docs/adding-a-game.md."""
    for path in re.findall(
        r"`((?:src|tests|docs|examples|scripts)/[\w./-]+)`", page.read_text(encoding="utf-8")
    ):
        assert "boars" in path or (ROOT / path).exists(), f"{page.name} names {path}"


# ---------------------------------------------------------------- rulings


def rulings() -> list[str]:
    text = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    return re.findall(r"^\*\*([CRK]\d+)\*\* \S", text, re.MULTILINE)


def test_rulings_are_numbered_without_gaps():
    for letter in "CRK":
        numbers = [int(number[1:]) for number in rulings() if number[0] == letter]
        assert numbers == list(range(1, len(numbers) + 1))


def test_every_ruling_that_is_cited_exists():
    known = set(rulings())
    for path in [*(ROOT / "src").rglob("*.md"), *(ROOT / "src" / "oppidum" / "games").rglob("*.py")]:
        cited = set(re.findall(r"\b([CRK]\d{1,2})\b", path.read_text(encoding="utf-8")))
        assert cited <= known, f"{path.relative_to(ROOT)} cites {sorted(cited - known)}"
