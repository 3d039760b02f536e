"""Games played in the engine and before a referee at the same time, compared at every decision.

The referees themselves, in tests/referee, know nothing of Oppidum; this module knows both sides.
"""

from __future__ import annotations

import importlib
import random
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from oppidum import bots, games
from oppidum.kernel import record
from oppidum.kernel.editions import Edition
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game

HERE = Path(__file__).parent
PACKAGED = HERE.parent / "src" / "oppidum" / "games"
GREEDY_EVERY = 4  # games by greedy, who goes where chance seldom does; all others are random


class Referee(Protocol):
    chance: list[str]  # what chance has brought since the last decision

    def asked(self) -> set[int]: ...
    def legal(self, seat: int) -> set[str]: ...
    def act(self, seat: int, action: str) -> None: ...
    def points(self) -> list[int]: ...
    def winners(self) -> set[int]: ...


@dataclass(frozen=True)
class Setting:
    """What is played: a game, how many play it, their options, the edition, the revision of the rules."""

    game: str
    players: int
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    edition: str = ""  # the name of a file in tests/referee/editions; nothing: the packaged one
    rules: int = 0  # 0: the newest

    def __str__(self) -> str:
        chosen = "".join(f" {name}={choice}" for name, choice in self.options.items())
        rules = f" rules {self.rules}" if self.rules else ""
        return f"{self.game} {self.players}{chosen}{rules} {self.edition}".rstrip()


class Disagreement(AssertionError):
    """Engine and referee see something differently."""

    def __init__(self, what: str, engine: object, referee: object, told: record.Record) -> None:
        self.record = record.encode(told)
        self.move = len(told.moves)
        super().__init__(
            f"{what} after move {self.move}: the engine says {shown(engine)}, the referee {shown(referee)}.\n"
            f"{self.record}"
        )

    def __reduce__(self) -> tuple[Any, ...]:  # it comes back from another process as its words
        return AssertionError, (str(self),)


def shown(side: object) -> str:
    return str(sorted(side)) if isinstance(side, set) else str(side)


def settings(game_id: str) -> list[Setting]:
    """Every number of players with every choice of every option, as a table may combine them one by one."""
    about = games.load(game_id).about
    found: list[Setting] = []
    for players in range(about.min_players, about.max_players + 1):
        found.append(Setting(game_id, players))
        found += [
            Setting(game_id, players, {option.name: choice})
            for option in about.options
            for choice in option.choices
            if choice != option.default
        ]
    return found


def other_editions(game_id: str) -> list[Setting]:
    """Each edition of tests/referee/editions at every number of players."""
    about = games.load(game_id).about
    return [
        Setting(game_id, players, edition=path.name)
        for path in sorted((HERE / "referee" / "editions").glob(f"{game_id}-*.toml"))
        for players in range(about.min_players, about.max_players + 1)
    ]


def edition_path(setting: Setting) -> Path:
    if setting.edition:
        return HERE / "referee" / "editions" / setting.edition
    return PACKAGED / setting.game / "reconstituee.toml"


@cache
def edition_of(path: Path, game_id: str) -> tuple[Edition, dict[str, Any]]:
    """An edition as the engine has read it, and as it stands in the file."""
    return games.load(game_id).load_edition(str(path)), tomllib.loads(path.read_text("utf-8"))


def newest(game: Game) -> int:
    return getattr(game.about, "revision", 1)


def play(setting: Setting, number: int) -> int:
    """Play one game before both; how many decisions it had. Raises Disagreement."""
    game = games.load(setting.game)
    edition, table = edition_of(edition_path(setting), setting.game)
    key = seed_key(f"referee {setting}", number)
    options = game.about.option_words(setting.options)
    rules = setting.rules or newest(game)

    former = {} if rules == newest(game) else {"revision": rules}
    s = game.deal(setting.players, key, setting.options, edition, **former)
    module = importlib.import_module(f"tests.referee.{setting.game}")
    referee: Referee = module.Referee(key, setting.players, options, table, rules)
    seats = [record.Seat(f"player {seat + 1}") for seat in range(setting.players)]
    told = record.begin(game, edition, seats, setting.options, record.Shuffle(key.hex()), s)

    def agree(what: str, engine: object, other: object) -> None:
        if engine != other:
            raise Disagreement(what, engine, other, told)

    chooser = random.Random(f"{setting} {number}")
    greedy = bots.make("greedy", game, seed=number) if number % GREEDY_EVERY == GREEDY_EVERY - 1 else None
    agree("chance", game.notation.chance(s), referee.chance)
    decisions = 0
    while waiting := game.waiting(s):
        agree("who is asked", {seat + 1 for seat in waiting}, referee.asked())
        agree("winners", set(), referee.winners())
        words: dict[int, dict[str, int]] = {}
        for seat in waiting:
            words[seat] = {game.notation.write(s, seat, action): action for action in game.legal(s, seat)}
            agree(f"the choices of seat {seat + 1}", set(words[seat]), referee.legal(seat + 1))
        seat = chooser.choice(waiting)
        action = chooser.choice(sorted(words[seat]))
        if greedy:
            action = game.notation.write(s, seat, greedy.choose(game.view(s, seat), seat))
        game.rules.act(s, seat, words[seat][action])
        record.append(game, told, s, seat, action)
        try:
            referee.act(seat + 1, action)
        except Exception as error:
            raise Disagreement(f"{action!r} of seat {seat + 1}", "legal", repr(error), told) from error
        agree("chance", game.notation.chance(s), referee.chance)
        decisions += 1
    agree("who is asked", set(), referee.asked())
    agree("the points", list(game.standing(s).points), referee.points())
    agree("the winners", {seat + 1 for seat in game.standing(s).winners}, referee.winners())
    return decisions
