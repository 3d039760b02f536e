"""Games played in the engine and before a referee at the same time, compared at every decision.

The referees themselves, in tests/referee, know nothing of Oppidum; this module knows both sides.
"""

from __future__ import annotations

import importlib
import random
import tomllib
from collections import Counter
from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from oppidum import bots, games
from oppidum.kernel import record
from oppidum.kernel.editions import Edition
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game

REFEREES = Path(__file__).parent / "referee"
PACKAGED = Path(__file__).parents[1] / "src" / "oppidum" / "games"
NEWER = {"compagnie-own-cards.toml"}  # of words that the former rules did not know
LONG = 600  # decisions of a game by former rules: with some editions it might not end (K11)
DEAR = (1, 1, 5, 20)  # how players lean from game to game; in the first of four, greedy plays


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
    """Engine and referee see something differently: how, and the game up to there as a record."""

    def __init__(self, sentence: str, game: str) -> None:
        super().__init__(sentence, game)
        self.sentence = sentence
        self.game = game

    def __str__(self) -> str:
        return f"{self.sentence}\n{self.game}"


def shown(side: object) -> str:
    return str(sorted(side)) if isinstance(side, Set) else str(side)


def refereed() -> list[str]:
    """The games that have a referee."""
    return [game_id for game_id in games.catalogue() if (REFEREES / f"{game_id}.py").exists()]


def settings(game_id: str) -> list[Setting]:
    """Every number of players: no option, every choice of every option alone, and all options at once."""
    about = games.load(game_id).about
    unusual = {
        option.name: [choice for choice in option.choices if choice != option.default]
        for option in about.options
    }
    chosen = [{}, *({name: choice} for name, choices in unusual.items() for choice in choices)]
    if len(unusual) > 1:
        chosen.append({name: choices[0] for name, choices in unusual.items()})
    return [
        Setting(game_id, players, options)
        for players in range(about.min_players, about.max_players + 1)
        for options in chosen
    ]


def former_rules(game_id: str) -> list[Setting]:
    """Each former revision of the rules at every number of players, with every edition of its time."""
    game = games.load(game_id)
    return [
        replace(setting, rules=rules)
        for rules in range(1, newest(game))
        for setting in (*settings(game_id), *other_editions(game_id))
        if not setting.options and setting.edition not in NEWER
    ]


def other_editions(game_id: str) -> list[Setting]:
    """Each edition of tests/referee/editions at every number of players."""
    about = games.load(game_id).about
    return [
        Setting(game_id, players, edition=path.name)
        for path in sorted((REFEREES / "editions").glob(f"{game_id}-*.toml"))
        for players in range(about.min_players, about.max_players + 1)
    ]


def edition_path(setting: Setting) -> Path:
    if setting.edition:
        return REFEREES / "editions" / setting.edition
    return PACKAGED / setting.game / "reconstituee.toml"


@cache
def edition_of(path: Path, game_id: str) -> tuple[Edition, dict[str, Any]]:
    """An edition as the engine has read it, and as it stands in the file."""
    return games.load(game_id).load_edition(str(path)), tomllib.loads(path.read_text("utf-8"))


def newest(game: Game) -> int:
    return getattr(game.about, "revision", 1)


class Words:
    """The legal actions of a seat by their words. What a seat was allowed before is not written anew."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.mask = np.zeros(game.actions, np.uint8)
        self.known: dict[tuple[int, bytes], dict[str, int]] = {}

    def __call__(self, s: Any, seat: int) -> dict[str, int]:
        self.game.rules.legal(s, seat, self.mask)
        allowed = seat, self.mask.tobytes()
        if allowed not in self.known:
            actions = np.flatnonzero(self.mask).tolist()
            self.known[allowed] = {self.game.notation.write(s, seat, action): action for action in actions}
        return self.known[allowed]


class Leaning:
    """A random player of a temper: some words are dear to a seat for a whole game."""

    def __init__(self, luck: random.Random, dear: int) -> None:
        self.luck = luck
        self.dear = dear  # how much more often it says them; 1: it is indifferent
        self.weights: dict[tuple[int, str], int] = {}

    def choose(self, seat: int, choices: list[str]) -> str:
        if self.dear == 1:
            return self.luck.choice(choices)
        for words in choices:
            if (seat, words) not in self.weights:
                self.weights[seat, words] = self.dear if self.luck.random() < 0.2 else 1
        return self.luck.choices(choices, [self.weights[seat, words] for words in choices])[0]


class Played(NamedTuple):
    decisions: int
    notes: Counter[str]  # the rare things that the referee has seen, where it takes notes
    most_chance: int  # outcomes that one decision has brought


def play(setting: Setting, number: int, seed: str = "") -> Played:
    """Play one game before both, by former rules no longer than LONG. Raises Disagreement."""
    edition, table = edition_of(edition_path(setting), setting.game)
    return play_with(edition, table, setting, number, seed, LONG if setting.rules else 0)


def play_with(
    edition: Edition, table: Mapping[str, Any], setting: Setting, number: int, seed: str = "", most: int = 0
) -> Played:
    """As `play`, with any edition at all; `most`: so many decisions only."""
    game = games.load(setting.game)
    key = seed_key(f"referee {seed} {setting}", number)
    rules = setting.rules or newest(game)

    former = {"revision": setting.rules} if setting.rules else {}
    s = game.deal(setting.players, key, setting.options, edition, **former)
    module = importlib.import_module(f"tests.referee.{setting.game}")
    options = game.about.option_words(setting.options)
    referee: Referee = module.Referee(key, setting.players, options, table, rules)
    seats = [record.Seat(f"player {seat + 1}", None) for seat in range(setting.players)]
    told = record.begin(game, edition, seats, setting.options, record.Shuffle(key.hex()), s)

    def agree(what: str, engine: object, referee: object) -> None:
        if engine != referee:
            sentence = (
                f"{setting}, game {number}, after move {len(told.moves)}: {what}: "
                f"the engine says {shown(engine)}, the referee {shown(referee)}."
            )
            raise Disagreement(sentence, record.encode(told))

    luck = random.Random(f"{seed} {setting} {number}")
    leaning = Leaning(luck, DEAR[number % len(DEAR)])
    greedy = bots.make("greedy", game, seed=number) if number % len(DEAR) == 0 else None
    words_of = Words(game)
    decisions = most_chance = 0
    points = referee.points()
    agree("chance", game.notation.chance(s), referee.chance)
    while waiting := game.waiting(s):
        agree("who is asked", {seat + 1 for seat in waiting}, referee.asked())
        agree("who has won", set(), referee.winners())
        choices: dict[int, dict[str, int]] = {}
        for seat in waiting:
            choices[seat] = words_of(s, seat)
            agree(f"what seat {seat + 1} may do", choices[seat].keys(), referee.legal(seat + 1))
        seat = luck.choice(waiting)
        if greedy:
            words = game.notation.write(s, seat, greedy.choose(game.view(s, seat), seat))
        else:
            words = leaning.choose(seat, list(choices[seat]))
        game.rules.act(s, seat, choices[seat][words])
        chance = game.notation.chance(s)
        told.moves += [record.write_decision(seat, words), *(record.CHANCE + line for line in chance)]
        try:
            referee.act(seat + 1, words)
        except Exception as error:
            agree(f"{words!r} of seat {seat + 1}", "yes", repr(error))
        agree("chance", chance, referee.chance)
        most_chance = max(most_chance, len(chance))
        if referee.points() != points:
            points = referee.points()
            agree("points", list(game.standing(s).points), points)
        decisions += 1
        if decisions == most:
            return Played(decisions, notes(referee), most_chance)
    record.close(game, told, s)
    agree("who is asked", set(), referee.asked())
    agree("points", list(game.standing(s).points), referee.points())
    agree("who has won", {seat + 1 for seat in game.standing(s).winners}, referee.winners())
    return Played(decisions, notes(referee), most_chance)


def notes(referee: Referee) -> Counter[str]:
    return Counter(getattr(referee, "notes", ()))
