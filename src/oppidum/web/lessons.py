"""Lessons: a game in five minutes, on real positions, one idea at a time.

A lesson is the file `lesson.toml` of a game's face: for every step a deal, the moves that lead to the
position, the answers that are right and what the others do then. The words are in `lesson.py` beside it.
Nothing is kept on the server: a step is its number and what the learner has tried so far, and both are in
the address. The rules engine plays everything, so that a step cannot show what the game would not allow.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Any, Literal

from oppidum import faces
from oppidum.faces.scene import Moment, moment
from oppidum.kernel import position
from oppidum.kernel.errors import BadNotation, IllegalAction
from oppidum.kernel.game import Game

LEARNER = 0  # the seat from which all lessons are seen
Verdict = Literal["asked", "on", "right", "wrong", "illegal"]


@dataclass(frozen=True)
class Step:
    id: str
    rules: tuple[str, ...]  # numbers of the rules that the step is about
    players: int
    key: bytes
    options: dict[str, str]
    moves: tuple[str, ...]  # "2: bid 7", as in a record
    right: tuple[tuple[str, ...], ...]  # ways to solve it: decisions one after the other; * stands for any
    replies: tuple[str, ...]  # what happens then

    @property
    def answer(self) -> tuple[str, ...]:
        """The way that the learner is shown on demand."""
        return self.right[0]


@dataclass(frozen=True)
class Shown:
    """A step after what the learner has done."""

    verdict: Verdict
    done: tuple[str, ...]  # the decisions that stand
    position: Any  # the whole position: redact it before showing
    moments: list[Moment]


@cache
def lesson(game_id: str) -> tuple[Step, ...]:
    """The steps of a game's lesson; none if it has no lesson."""
    file = faces.file(game_id, "lesson.toml")
    return tuple(step_in(entry) for entry in tomllib.loads(file.read_text("utf-8"))["step"]) if file else ()


def has_lesson(game_id: str) -> bool:
    return bool(lesson(game_id))


def step_in(entry: dict[str, Any]) -> Step:
    return Step(
        id=entry["id"],
        rules=tuple(entry["rules"]),
        players=entry["players"],
        key=int(entry["key"]).to_bytes(32, "big"),
        options=entry.get("options", {}),
        moves=listed(entry.get("moves", "")),
        right=tuple(tuple(part.strip() for part in way.split("/")) for way in entry["right"]),
        replies=listed(entry.get("replies", "")),
    )


def listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def play(game: Game, s: Any, moments: list[Moment], seat: int, words: str) -> None:
    """One decision, checked by the rules, and remembered as the learner may know it."""
    game.act(s, seat, game.notation.read(s, seat, words))
    remember(game, s, moments, seat)


def remember(game: Game, s: Any, moments: list[Moment], seat: int) -> None:
    view = game.view(s, LEARNER)
    moments.append(moment(game, game.default_edition(), len(moments), seat, view, LEARNER))


def play_all(game: Game, s: Any, moments: list[Moment], moves: tuple[str, ...]) -> None:
    for move in moves:
        seat, _, words = move.partition(":")
        play(game, s, moments, int(seat) - 1, words.strip())


def begin(game: Game, step: Step) -> tuple[Any, list[Moment]]:
    """The position that a step starts from."""
    s = game.deal(step.players, step.key, step.options)
    moments: list[Moment] = []
    remember(game, s, moments, -1)
    play_all(game, s, moments, step.moves)
    return s, moments


def fits(way: tuple[str, ...], tried: tuple[str, ...]) -> bool:
    """Is what was tried a beginning of this way?"""
    return len(tried) <= len(way) and all(
        fnmatchcase(words, wanted) for words, wanted in zip(tried, way, strict=False)
    )


def show(game: Game, step: Step, tried: tuple[str, ...]) -> Shown:
    """Where a learner stands who has tried this. The first decision that does not fit ends it."""
    s, moments = begin(game, step)
    for number, words in enumerate(tried):
        before, seen = position.copy(s), list(moments)
        done = tried[:number]
        try:
            play(game, s, moments, LEARNER, words)
        except (IllegalAction, BadNotation):
            return Shown("illegal", done, before, seen)
        so_far = tried[: number + 1]
        ways = [way for way in step.right if fits(way, so_far)]
        if not ways:
            return Shown("wrong", done, before, seen)
        if any(len(way) == len(so_far) for way in ways):
            play_all(game, s, moments, step.replies)
            return Shown("right", so_far, s, moments)
    return Shown("on" if tried else "asked", tried, s, moments)
