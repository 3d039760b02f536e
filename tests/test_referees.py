"""The rules agree with referees that were written from the documents alone.

Whoever wants more games than these: `make referee GAMES=10000`.
"""

from __future__ import annotations

import ast
import importlib
import os
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from oppidum import games
from oppidum.kernel import record

from .referee import romains
from .referee.stream import Stream
from .referees import (
    REFEREES,
    Disagreement,
    Setting,
    edition_of,
    edition_path,
    former_rules,
    other_editions,
    play,
    refereed,
    settings,
)

# Uncompiled games are slow, and other tests hold both kinds together.
UNCOMPILED = bool(os.environ.get("NUMBA_DISABLE_JIT"))
GAMES, GAMES_OF_AN_EDITION = (5, 5) if UNCOMPILED else (10, 8)
MORE = 24  # times as many with --long

SETTINGS = [setting for game_id in refereed() for setting in (*settings(game_id), *former_rules(game_id))]
OTHER_EDITIONS = [setting for game_id in refereed() for setting in other_editions(game_id)]


LIBRARY = sys.stdlib_module_names - {"importlib", "runpy", "pkgutil", "zipimport", "imp", "builtins", "sys"}
ROUNDABOUT = {"__import__", "__builtins__", "exec", "eval", "compile", "open", "getattr", "globals"}


def foreign(source: str) -> list[str]:
    """What a referee takes from elsewhere than the standard library and its neighbours, or may so take."""
    found: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names if name.name.partition(".")[0] not in LIBRARY]
        if isinstance(node, ast.ImportFrom):
            beside = node.level == 1 and (REFEREES / f"{node.module}.py").exists()
            if not beside and (node.level or (node.module or "").partition(".")[0] not in LIBRARY):
                found.append("." * node.level + (node.module or ""))
        if isinstance(node, ast.Name) and node.id in ROUNDABOUT:
            found.append(node.id)
    return found


@pytest.mark.parametrize("path", sorted(REFEREES.glob("*.py")), ids=lambda path: path.stem)
def test_a_referee_imports_nothing_of_ours(path: Path) -> None:
    """What it knows, it knows from the documents."""
    assert foreign(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "line",
    [
        "import oppidum",
        "from oppidum.games import load",
        "import json, oppidum.kernel.record",
        "import numpy",
        "from .. import referees",
        "from . import compagnie",
        "from ..referees import play",
        "import importlib",
        "import importlib.util as finder",
        "from importlib import import_module",
        "import sys; rules = sys.modules['oppidum']",
        "import runpy",
        "from builtins import exec as run",
        "rules = __import__('oppidum')",
        "exec('import oppidum')",
    ],
)
def test_no_way_round_is_left_to_a_referee(line: str) -> None:
    assert foreign(line)


def test_the_stream_of_the_referees_is_the_published_one() -> None:
    stream = Stream(bytes(32))
    assert [f"{stream.word():08x}" for _ in range(4)] == ["2fef003e", "d6405f89", "e8b85b7f", "a1a5091f"]


@pytest.mark.parametrize("what", ["legal", "asked", "chance", "points", "winners"])
def test_a_referee_who_errs_is_heard(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """Whatever a referee sees differently ends the game, with a record that says where."""

    class Erring(romains.Referee):
        def __getattribute__(self, name: str) -> Any:
            right = super().__getattribute__(name)
            if name != what:
                return right
            return [*right, "rain"] if name == "chance" else lambda *_: {"nothing"}

    monkeypatch.setattr(romains, "Referee", Erring)
    with pytest.raises(Disagreement) as found:
        play(Setting("romains", 3), 1)
    told = record.decode(found.value.game)
    assert f"after move {len(told.moves)}: " in found.value.sentence
    record.check(told, games.load)  # the game as the engine has played it so far


def share(games: int, setting: Setting, others: list[Setting]) -> range:
    """The games that this setting has among all that share their number, rounded up."""
    alike = [kind(other) for other in others].count(kind(setting))
    return range(-(-games // alike))


def kind(setting: Setting) -> tuple[object, ...]:
    """Settings of one kind share their games: all choices of an option, an edition for few and for many.

    Where several options are chosen at once, the first of them has these games among its own.
    """
    if setting.edition:
        return setting.edition, setting.game, setting.rules
    return setting.game, setting.rules, setting.players, *list(setting.options)[:1]


def test_the_settings_are_as_many_as_their_page_says() -> None:
    page = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text("utf-8")
    told = {
        game_id: int(number)
        for game_id, number in re.findall(r"`(\w+)` (?:has )?(\d+)(?= settings|,|:)", page)
    }
    every = {
        game_id: len([*settings(game_id), *former_rules(game_id), *other_editions(game_id)])
        for game_id in refereed()
    }
    assert told == every
    assert f"`GAMES=10000` are at least {10_000 // max(every.values())} games of each" in page


@pytest.mark.parametrize("game_id", refereed())
def test_a_referee_refuses_what_is_not_legal(game_id: str) -> None:
    edition = edition_of(edition_path(Setting(game_id, 2)), game_id)[1]
    options = games.load(game_id).about.option_words({})
    referee = importlib.import_module(f"tests.referee.{game_id}").Referee(bytes(32), 2, options, edition, 1)
    asked = min(referee.asked())
    with pytest.raises(ValueError):
        referee.act(asked, "sing")
    with pytest.raises(ValueError):
        referee.act(3, min(referee.legal(asked)))


RARE = {
    "cartes": {
        "Roman given",
        "Roman kept",
        "all play Idéfix",
        "bottles decide",
        "full tie beside a lone Idéfix",
        "full tie on a Roman",
        "full tie on a pirate",
        "given to somebody without cards",
        "lone Idéfix discarded",
        "nothing to look at",
        "pirate given",
        "pirate kept",
        "pirates asked about",
        "several Idéfix",
        "several asked about their pirates",
        "the last player draws",
        "too few for the last player",
    },
    "romains": {
        "a short pile",
        "banked nothing",
        "exchange on the last step",
        "exchange, and somebody is not asked any more",
        "jostle after a retreat",
        "jostle by choice among several",
        "jostle, and somebody is not asked any more",
        "no jostle in the camp",
        "no jostle without cards",
        "no second event",
        "no second jostle",
        "nobody can call",
        "return",
        "several called",
        "stumbled without cards",
        "the end at a cohort",
        "the end in the camp",
        "walk on",
    },
    "compagnie": {
        "a boar borrows",
        "a stolen copy is shown",
        "an older copy, which is known",
        "borrowed from an album of others",
        "both camps at once",
        "no album left",
        "not for each of them",
        "nothing to draw",
        "one of several alternatives",
    },
}


@pytest.mark.skipif(UNCOMPILED, reason="too few games are played uncompiled")
@pytest.mark.parametrize("game_id", RARE)
def test_the_games_meet_the_rare_rules(game_id: str, long: bool) -> None:
    """The comparison is worth something only if the games go where the rules are awkward."""
    seen = Counter[str]()
    every = (*settings(game_id), *other_editions(game_id))
    chosen = [setting for setting in every if "hands" not in setting.options]  # more hands: more of the same
    for number in range(8):
        if long or set(seen) != RARE[game_id]:
            for setting in chosen:
                seen += play(setting, number).notes
    assert set(seen) == RARE[game_id]


@pytest.mark.skipif(UNCOMPILED, reason="too few games are played uncompiled")
def test_games_of_the_first_revision_run_out_of_potions_and_go_on() -> None:
    """K23 holds since the second: in the first, engine and referee agree on reserves below zero."""
    seen = Counter[str]()
    for setting in former_rules("compagnie"):
        if setting.edition == "compagnie-borrowers.toml":  # five potions, and powers that give them to each
            for number in range(16):
                seen += play(setting, number).notes
    assert seen["a reserve below zero"]
    assert seen["a potion that fills the reserve"]


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_referee_agrees(setting: Setting, long: bool) -> None:
    """Some games for each number of players, and as many for each option."""
    for number in share(GAMES * (MORE if long else 1), setting, SETTINGS):
        play(setting, number)


@pytest.mark.slow
@pytest.mark.parametrize("setting", OTHER_EDITIONS, ids=str)
def test_the_referee_agrees_on_other_editions(setting: Setting, long: bool) -> None:
    """Some games with each edition, at all numbers of players."""
    for number in share(GAMES_OF_AN_EDITION * (MORE if long else 1), setting, OTHER_EDITIONS):
        play(setting, number)
