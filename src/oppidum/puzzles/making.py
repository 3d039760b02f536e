"""Looking for puzzles in games among bots.

A first look at every decision finds where the rule of thumb (`greedy`) errs; only there follows a deep one.
Both get what the seat knew, and nothing else. The same seed gives the same puzzles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace

from oppidum import bots
from oppidum.analysis.judging import Judge, Judgement
from oppidum.arena.simulate import play_record
from oppidum.kernel.errors import BadOption
from oppidum.kernel.game import Game
from oppidum.kernel.record import CHANCE, Record, parse_decision, replay
from oppidum.puzzles.collection import BETWEEN, FORMAT, Asked, Heading, Puzzle, Source
from oppidum.puzzles.hardness import rating_of, top_of
from oppidum.puzzles.posing import pose

FIRST_LOOK, SECOND_LOOK, EFFORT = 600, 6_000, 60_000  # games imagined for a decision
SECOND_OPINION = 20_000  # iterations of a search of another kind, with other luck
CLEAR = 0.04  # of a victory: by as much every other option falls short, at least
NEARLY_ALWAYS = 0.9  # where several decide at once: how often the mix takes the best option
THUMBS = 1000  # times that the rule of thumb is asked: it draws lots among what it thinks alike
A_GAME = 6  # puzzles of one game, at most
ALIKE = 0.1  # two positions are alike if no larger part of what there is to see differs
SAME_ANSWER, MOST_SAME = 0.12, 0.3  # of all puzzles may have the same answer: at first, and at last
ONE_PHASE = 0.5  # of those for so many players may be in the same third of the game
GAMES_A_PUZZLE = 100  # then it is given up


class Found(NamedTuple):
    """A position that a first look has marked."""

    step: int
    seat: int
    view: Any
    thumb: int
    best: str
    cost: float


@dataclass
class Quotas:
    """Variety: so many of each number of players, phase and answer, and no two positions alike."""

    game: Game
    count: int
    games: int = 0  # looked through so far
    taken: Counter[object] = field(default_factory=Counter)
    seen: dict[object, list[np.ndarray]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        about = self.game.about
        self.tables = list(range(about.min_players, about.max_players + 1))
        self.a_table = -(-self.count // len(self.tables))

    def wants(self, players: int) -> bool:
        return self.taken[players] < self.a_table

    def wants_phase(self, players: int, phase: int) -> bool:
        return self.wants(players) and self.taken[players, phase] < max(1, ONE_PHASE * self.a_table)

    def wants_answer(self, answer: str) -> bool:
        """The longer one looks for others in vain, the more may be the same."""
        share = min(MOST_SAME, SAME_ANSWER * (1 + self.games / self.count))
        return self.taken[answer] < max(1, share * self.count)

    def is_new(self, view: Any, seat: int, answer: str) -> bool:
        here = self.game.observation(view, seat)
        others = self.seen.get((int(view.players), answer), [])
        return all(differing(here, other) > ALIKE for other in others)

    def take(self, view: Any, seat: int, phase: int | None, answer: str) -> None:
        players = int(view.players)
        self.taken.update([players, (players, phase), answer])
        here = self.game.observation(view, seat)
        self.seen.setdefault((players, answer), []).append(here)


class Maker:
    """Makes puzzles of one game."""

    def __init__(self, game: Game, effort: int = EFFORT) -> None:
        name = bots.default_name(game.id)
        if name == "random":
            raise BadOption(f"{game.id} has no rule of thumb (greedy) that could miss anything.")
        self.game = game
        self.effort = effort
        self.first_look, self.second_look, self.judge = (
            Judge(game, each) for each in (FIRST_LOOK, SECOND_LOOK, effort)
        )
        self.thumbs = [bots.make(name, game, ("puzzles", n)) for n in range(THUMBS)]
        self.pool = (name, "search:200", name, "search:40")

    def heading(self) -> Heading:
        edition, rules = self.game.default_edition(), self.game.about.revision
        return Heading(FORMAT, self.game.id, edition.sha256, rules, self.effort)

    def make(
        self,
        count: int,
        seed: object,
        options: Sequence[Mapping[str, str]] = ({},),
        progress: Callable[[int], None] = lambda done: None,
        known: Sequence[Puzzle] = (),
    ) -> list[Source]:
        """Fewer than `count` only where so many games do not give more.

        Those `known` that the rule of thumb misses are kept and count; what is added is unlike them.
        """
        quotas = Quotas(self.game, count)
        sources = self.kept(known, quotas)
        done, number = sum(len(source.puzzles) for source in sources), 0
        while done < count and number < GAMES_A_PUZZLE * count:
            players = quotas.tables[number % len(quotas.tables)]
            if quotas.wants(players):
                chosen = options[number // len(quotas.tables) % len(options)]
                names = [self.pool[(number + seat) % len(self.pool)] for seat in range(players)]
                record = play_record(self.game, names, seed, number, chosen)
                puzzles = self.harvest(record, quotas, count - done)
                if puzzles:
                    sources.append(source_of(record, names, puzzles))
                    done += len(puzzles)
                    progress(done)
            number += 1
            quotas.games = number
        return sources

    def kept(self, known: Sequence[Puzzle], quotas: Quotas) -> list[Source]:
        """What still holds of puzzles that were made before, game by game."""
        left: dict[str, tuple[Source, list[Asked]]] = {}
        for puzzle in known:
            posed, asked = pose(puzzle), puzzle.asked
            if self.is_missed(posed.view, posed.seat, posed.action(asked.answers[0])):
                left.setdefault(puzzle.source.key, (puzzle.source, []))[1].append(asked)
                quotas.take(posed.view, posed.seat, None, asked.answers[0])
        return [cut(source, sorted(puzzles, key=lambda asked: asked.at)) for source, puzzles in left.values()]

    def is_missed(self, view: Any, seat: int, answer: int) -> bool:
        """By the rule of thumb, whatever its luck."""
        return all(thumb.choose(view, seat) != answer for thumb in self.thumbs)

    def harvest(self, record: Record, quotas: Quotas, most: int) -> list[Asked]:
        """The puzzles of one game, in its order."""
        players = len(record.seats)
        whole = sum(not move.startswith(CHANCE) for move in record.moves)
        left = self.marked(record)
        taken: dict[int, Asked] = {}
        apart = max(2, whole // (2 * A_GAME))
        while left and len(taken) < min(A_GAME, most):
            each = min(left, key=lambda each: (quotas.taken[each.best], -each.cost, each.step))  # rare first
            left.remove(each)
            phase = 3 * each.step // whole
            near = any(abs(each.step - step) < apart for step in taken)
            if near or not quotas.wants_phase(players, phase) or not quotas.wants_answer(each.best):
                continue
            asked = self.look_hard(each, quotas)
            if asked:
                taken[each.step] = asked
                quotas.take(each.view, each.seat, phase, asked.answers[0])
        return [taken[step] for step in sorted(taken)]

    def marked(self, record: Record) -> list[Found]:
        """Where the rule of thumb seems to err."""
        found: list[Found] = []
        edition = self.game.default_edition()
        for step, (seat, _, s) in enumerate(replay(self.game, record, edition)):
            if seat < 0:
                break
            view = self.game.view(s, seat)
            if len(self.game.legal(view, seat)) < 2:
                continue
            thumb = self.thumbs[0].choose(view, seat)
            judged = self.first_look.judge(view, seat, thumb)
            if judged and judged.cost >= CLEAR and judged.best.action != thumb:
                best = self.game.notation.write(view, seat, judged.best.action)
                found.append(Found(step, seat, view, thumb, best, judged.cost))
        return found

    def look_hard(self, found: Found, quotas: Quotas) -> Asked | None:
        """The puzzle, if there is one clear answer that the rule of thumb never gives."""
        view, seat = found.view, found.seat
        judged = self.second_look.judge(view, seat, found.thumb)
        if judged is None or not is_clear(judged):
            return None
        best = judged.best.action
        if not self.is_missed(view, seat, best):
            return None
        write = self.game.notation.write
        answer = write(view, seat, best)
        if not quotas.wants_answer(answer) or not quotas.is_new(view, seat, answer):
            return None
        judged = self.judge.judge(view, seat, found.thumb)
        if judged is None or judged.best.action != best or not is_clear(judged):
            return None
        if top_of(self.game, view, seat, SECOND_OPINION, "second opinion") != best:
            return None
        return Asked(
            at=found.step,
            seat=seat + 1,
            answers=(answer,),
            thumb=write(view, seat, found.thumb),
            # Of what was given up early the value is an estimate, and may be below nothing.
            values={
                write(view, seat, each.action): max(0.0, round(each.value, 3)) for each in judged.options
            },
            noise=round(min(rivals(judged), key=lambda other: other.short).noise, 3),
            rating=rating_of(self.game, view, seat, best),
        )


def differing(one: np.ndarray, other: np.ndarray) -> float:
    """What part differs of all that there is to see in one of two positions, or in both."""
    differ = np.abs(one - other) > 0.02
    return float(differ.sum() / max(1, ((one != 0) | (other != 0)).sum()))


def rivals(judged: Judgement) -> list[Any]:
    return [option for option in judged.options if option.action != judged.best.action]


def is_clear(judged: Judgement) -> bool:
    """Every other option falls short by more than the noise, and by something worth a puzzle."""
    if judged.best.odds is not None and judged.best.odds < NEARLY_ALWAYS:
        return False
    return all(not other.right and other.short >= CLEAR for other in rivals(judged))


def source_of(record: Record, names: Sequence[str], puzzles: Sequence[Asked]) -> Source:
    """The game up to the last of its puzzles, chance left out: it follows from the key."""
    decisions = [parse_decision(m, n) for n, m in enumerate(record.moves, 1) if not m.startswith(CHANCE)]
    moves = BETWEEN.join(f"{seat + 1} {words}" for seat, words in decisions)
    return cut(Source(record.shuffle.key, tuple(names), dict(record.options), moves, ()), puzzles)


def cut(source: Source, puzzles: Sequence[Asked]) -> Source:
    """With these puzzles, and no more decisions than they need."""
    moves = BETWEEN.join(source.moves.split(BETWEEN)[: puzzles[-1].at])
    return replace(source, moves=moves, puzzles=tuple(puzzles))


def every_option(choices: Mapping[str, Sequence[str]]) -> list[dict[str, str]]:
    """All combinations, which the games take turns with."""
    return [dict(zip(choices, each, strict=True)) for each in product(*choices.values())]
