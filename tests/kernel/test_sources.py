"""What a module rests on, read from the text: nothing forgotten, and nothing that it does not import."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

from oppidum import games
from oppidum.kernel import sources

ROOT = Path(sources.__file__).parent.parent
FILES = sorted(path for room in ("kernel", "games", "bots", "search") for path in (ROOT / room).rglob("*.py"))


def as_python_reads_it(text: str) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name.split(".")[0] == "oppidum"}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "oppidum":
            found |= {f"{node.module}", *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_import_is_missed(path: Path):
    text = path.read_text(encoding="utf-8")
    assert as_python_reads_it(text) <= sources.imported(text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_is_imported_in_a_way_that_the_text_does_not_tell(path: Path):
    """Relative imports and stars would be missed."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            assert all(alias.name != "*" for alias in node.names)


def test_what_is_imported_inside_a_function_counts_as_well():
    text = (
        "def later():\n    from oppidum.kernel import (  # why\n        bits,\n        stream as s,\n    )\n"
    )
    assert sources.imported(text) >= {"oppidum.kernel", "oppidum.kernel.bits", "oppidum.kernel.stream"}


def test_imports_are_followed_to_the_end():
    found = sources.closure(["oppidum.games.compagnie.bot"])
    assert {"oppidum.games.compagnie.matching", "oppidum.kernel.stream", "oppidum.kernel.position"} <= found
    assert not any(
        name.startswith(("oppidum.games.cartes", "oppidum.web", "oppidum.search")) for name in found
    )


@pytest.mark.parametrize("game_id", list(games.catalogue()))
def test_no_game_rests_on_another(game_id: str):
    roots = [f"oppidum.games.{game_id}.{part}" for part in ("game", "bot", "insight")]
    others = tuple(f"oppidum.games.{name}" for name in games.catalogue() if name != game_id)
    assert not [name for name in sources.closure(roots) if name.startswith(others)]


def test_every_module_that_calls_compiled_code_from_compiled_code_is_among_what_it_rests_on():
    """Whatever compiled function a module knows by name comes from a module that its text names."""
    for path in FILES:
        name = ".".join(("oppidum", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")
        if "kernel.compiled import" not in path.read_text(encoding="utf-8"):
            continue
        module = importlib.import_module(name)
        known = {
            value.py_func.__module__
            for value in vars(module).values()
            if getattr(value, "py_func", None) is not None
        }
        assert known <= sources.closure([name])


def test_a_module_that_is_nowhere_is_none():
    assert sources.file_of("oppidum.bots.nobody") is None
    assert sources.file_of("oppidum.nowhere.nobody") is None
    assert sources.closure(["oppidum.bots.nobody"]) == set()
