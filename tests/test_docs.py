"""The pages keep their word: code on them is run, commands on them are run, links lead somewhere."""

from __future__ import annotations

import fnmatch
import os
import re
import runpy
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
NAMES = {page: str(page.relative_to(ROOT)) for page in PAGES}


COMMAND = "from oppidum.cli import main; main()"


def run(code: str, *arguments: str, text_in: str = "", cwd: Path | None = None) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        input=text_in,
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**os.environ, "LANG": "C.UTF-8", "LC_ALL": ""},
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@pytest.mark.parametrize("page", PAGES, ids=NAMES.get)
def test_nothing_is_left_to_be_filled_in(page: Path):
    """Such as @ROWS@, which whoever measures puts where a table will be."""
    assert not re.findall(r"@[A-Z][A-Z0-9_]*@", page.read_text(encoding="utf-8"))


# ---------------------------------------------------------------- adding a game

ADDING = ROOT / "docs" / "adding-a-game.md"


def test_the_code_of_the_fourth_game_is_its_own():
    """`python scripts/adding_a_game.py` brings the page up to date."""
    script = runpy.run_path(str(ROOT / "scripts" / "adding_a_game.py"))
    text = ADDING.read_text(encoding="utf-8")
    assert script["refreshed"](text) == text
    assert len(script["BLOCK"].findall(text)) > 12


def test_the_page_names_every_file_of_the_fourth_game():
    text = ADDING.read_text(encoding="utf-8")
    package = ROOT / "examples" / "boars"
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "."],
        cwd=package, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    assert listed
    names = [name for name in listed if not name.endswith("__init__.py")]
    assert [name for name in names if Path(name).name not in text] == []


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


@pytest.mark.parametrize("page", PAGES, ids=NAMES.get)
def test_links_lead_somewhere(page: Path):
    for target, anchor in links(page):
        there = page.parent / target if target else page
        assert there.exists(), f"{page.name} points to {target}"
        if anchor and there.suffix == ".md":
            assert anchor in anchors(there), f"{page.name} points to {target}#{anchor}"


@pytest.mark.parametrize("gone", ["gone.md", "page.md#gone", "#gone"])
def test_links_that_lead_nowhere_are_noticed(gone: str, tmp_path: Path):
    page = tmp_path / "page.md"
    page.write_text(
        f"# What is here, and why\n[here](#what-is-here-and-why), [there]({gone})", encoding="utf-8"
    )
    with pytest.raises(AssertionError, match=f"page.md points to .*{gone}"):
        test_links_lead_somewhere(page)


def links(page: Path) -> list[tuple[str, str]]:
    """Files that a page links to, and the headings in them; "" is the page itself."""
    return re.findall(r"\]\((?!#?\))([^)#:\s]*)#?([^)\s:]*)\)", prose(page))


@cache
def anchors(page: Path) -> set[str]:
    """As GitHub makes them of headings: small letters, hyphens for spaces, no other signs."""
    headings = re.findall(r"^#+ (.+?)\s*$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def prose(page: Path) -> str:
    return re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=NAMES.get)
def test_places_in_the_source_exist(page: Path):
    """Whatever a page names in code type as if it were a file or folder of ours; `X` is any game."""
    named = set(re.findall(r"`([\w*-][\w.*-]*(?:/[\w.*-]+)*/?)`", prose(page))) - NOT_PLACES
    for path in sorted(named):
        if "/" in path or path.endswith(ENDINGS):
            wanted = re.sub(r"\b(X|GAME)\b", "*", path.rstrip("/"))
            assert any(fnmatch.fnmatchcase(place, wanted) for place in places()), f"{page.name} names {path}"


ENDINGS = (".py", ".html", ".css", ".js", ".toml", ".md", ".po", ".sh")
NOT_PLACES = {"oppidum/1", "oppidum/2", "dist/"}  # formats; what `make release` makes


@cache
def places() -> set[str]:
    """Every file and folder of ours, from whatever folder one looks at it: `web/api/`, `api/`."""
    found: set[str] = set()
    tops = ("src", "tests", "docs", "examples", "scripts", "bench", "deploy")
    for path in [*ROOT.glob("*"), *(path for top in tops for path in (ROOT / top).rglob("*"))]:
        parts = path.relative_to(ROOT).parts
        if "__pycache__" not in parts:
            found |= {"/".join(parts[start:]) for start in range(len(parts))}
    return found


@pytest.mark.parametrize(
    "gone", ["boards/GAME.py", "oppidum/words/aids/X.py", "src/oppidum/web/boards", "house.py"]
)
def test_places_that_are_gone_are_noticed(gone: str, tmp_path: Path):
    page = tmp_path / "page.md"
    page.write_text(f"A board is `{gone}`.", encoding="utf-8")
    with pytest.raises(AssertionError, match=r"page\.md names"):
        test_places_in_the_source_exist(page)


def test_the_page_of_the_public_names_is_made_of_their_docstrings():
    """`python scripts/api.py` makes it anew."""
    made = run("import sys; sys.path.insert(0, 'scripts'); import api; print(api.page(), end='')", cwd=ROOT)
    assert (ROOT / "docs" / "api.md").read_text(encoding="utf-8") == made


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
