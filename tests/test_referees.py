"""The rules agree with referees that were written from the documents alone.

Whoever wants more games than these: `make referee GAMES=10000`.
"""

from __future__ import annotations

import ast
import importlib
import os
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
GAMES, GAMES_OF_AN_EDITION = (5, 5) if UNCOMPILED else (200, 100)

SETTINGS = [setting for game_id in refereed() for setting in (*settings(game_id), *former_rules(game_id))]
OTHER_EDITIONS = [setting for game_id in refereed() for setting in other_editions(game_id)]


@pytest.mark.parametrize("path", sorted(REFEREES.glob("*.py")), ids=lambda path: path.stem)
def test_a_referee_imports_nothing_of_ours(path: Path) -> None:
    """The standard library and its neighbours: what it knows, it knows from the documents."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            assert {name.name.partition(".")[0] for name in node.names} <= sys.stdlib_module_names
        if isinstance(node, ast.ImportFrom):
            package = (node.module or "").partition(".")[0]
            assert node.level == 1 or (node.level == 0 and package in sys.stdlib_module_names)
        if isinstance(node, ast.Name):
            assert node.id not in {"__import__", "exec", "eval"}
            assert node.id != "importlib"


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
    """Settings of one kind share their games: all choices of an option, an edition for few and for many."""
    if setting.edition:
        return setting.edition, setting.game
    return setting.game, setting.rules, setting.players, *setting.options


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
        "an older copy, which is known",
        "borrowed from an album of others",
        "both camps at once",
        "no album left",
        "not for each of them",
        "nothing to draw",
    },
}


@pytest.mark.skipif(UNCOMPILED, reason="too few games are played uncompiled")
@pytest.mark.parametrize("game_id", RARE)
def test_the_games_meet_the_rare_rules(game_id: str) -> None:
    """The comparison is worth something only if the games go where the rules are awkward."""
    seen = Counter[str]()
    for setting in (*settings(game_id), *other_editions(game_id)):
        for number in range(0 if "hands" in setting.options else 8):  # more hands are more of the same
            seen += play(setting, number).notes
    assert set(seen) == RARE[game_id]


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_referee_agrees(setting: Setting) -> None:
    """Two hundred games for each number of players, and as many for each option."""
    for number in share(GAMES, setting, SETTINGS):
        play(setting, number)


@pytest.mark.slow
@pytest.mark.parametrize("setting", OTHER_EDITIONS, ids=str)
def test_the_referee_agrees_on_other_editions(setting: Setting) -> None:
    """A hundred games with each edition, at all numbers of players."""
    for number in share(GAMES_OF_AN_EDITION, setting, OTHER_EDITIONS):
        play(setting, number)
