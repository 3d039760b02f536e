"""Thinking about a position: the search as the rest of the program uses it."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from oppidum import games
from oppidum.kernel import position
from oppidum.kernel.errors import IllegalAction
from oppidum.kernel.game import Game
from oppidum.kernel.insight import NONE as NO_INSIGHT
from oppidum.kernel.insight import Insight, Knobs, by_dtype, outline, register, reopen
from oppidum.kernel.players_luck import luck_from, split
from oppidum.search.budget import Budget, Stop, Timer, cpu_seconds
from oppidum.search.fingerprint import Sketch
from oppidum.search.selection import DOUBT, ROUNDS, chance, in_question
from oppidum.search.tree import NODES, NONE, plant
from oppidum.search.walk import ROOT, best_known, search

BYTES_A_NODE = 784
MEGABYTE = 1 << 20
NODES_A_SECOND = 4_000_000  # more than anybody grows: a short thought need not plant a large tree
LONGEST_LINE = 24
SELDOM = 0.02  # options that a mixed choice takes less often than this are left out
LOOK = 256  # iterations after which who asks for no more than enough looks whether it is


@dataclass(frozen=True)
class OptionThought:
    """What the search thinks of one option."""

    action: int
    words: str
    visits: int
    value: float  # the share of the victory that the seat may expect of it
    probability: float  # with which the search would choose it


@dataclass(frozen=True)
class Thought:
    """What the search found out about a decision."""

    seat: int
    action: int
    value: tuple[float, ...]  # expected share of the victory, for each seat
    options: tuple[OptionThought, ...]  # the likeliest first
    line: tuple[tuple[int, str], ...]  # seat and words: what the search expects to happen, in one world
    iterations: int
    nodes: int
    mixed: bool  # decided at the same time as others, so drawn by lot among the options

    @property
    def chosen(self) -> OptionThought:
        """What it thinks of the action that it has chosen."""
        return next(option for option in self.options if option.action == self.action)

    def why(self, most: int = 3) -> str:
        """The best options in one line."""
        best = (f"{o.words} {o.probability:.0%} (worth {o.value:.0%})" for o in self.options[:most])
        return ", ".join(best)


@dataclass
class Mind:
    """One thread's tree and everything that its iterations write to."""

    game: Game
    insight: Insight
    view: Any
    seat: int
    luck: np.ndarray
    nodes: int
    knobs: np.ndarray
    done: int = 0

    def __post_init__(self) -> None:
        began = cpu_seconds()
        self.tree = plant(self.nodes)
        self.spent = cpu_seconds() - began  # more than some budgets have
        self.board = np.empty(2, self.game.dtype)
        self.board[ROOT] = self.view
        reopen(self.board[ROOT], self.seat)
        sketch = Sketch(self.game.dtype, self.insight.first)
        self.sketch, self.words = sketch.record, sketch.words
        self.key = np.zeros(8, np.int32)
        self.mask = np.zeros(self.game.actions, np.uint8)
        self.value = np.zeros(self.view.players, np.float64)
        self.total = np.zeros(self.view.players, np.float64)

    def iterate(self, n: int, stop: Stop) -> None:
        self.done += search(
            self.tree,
            self.board,
            self.sketch,
            self.words,
            self.seat,
            self.insight.public,
            self.luck,
            self.key,
            self.mask,
            self.value,
            self.total,
            self.insight.patience,
            self.knobs,
            n,
            stop.flag,
        )

    def work(
        self,
        iterations: int | None,
        seconds: float | None,
        deadline: float | None,
        stop: Stop,
        enough: bool = False,
    ) -> None:
        self.iterate(0, stop)  # loads what is compiled, which is no thinking
        timer = Timer(seconds, deadline, self.spent)
        looks = enough and iterations is not None
        while not stop.flag[0] and (iterations is None or self.done < iterations):
            n = timer.next(self.done)
            if n == 0:
                return
            left = n if iterations is None else iterations - self.done
            n = min(n, left)
            if looks:  # when must not depend on the clock
                n = min(n, LOOK - self.done % LOOK)
            self.iterate(n, stop)
            if looks and self.done % LOOK == 0 and self.is_decided(left - n):
                return

    def is_decided(self, left: int) -> bool:
        """Whether all options of a seat alone but one are given up, or cannot be visited most any more."""
        if self.mixes:
            return False
        if self.evenly:
            return in_question(self.tree, 0, self.knobs[DOUBT]) == 1
        first, second = sorted([0, 0, *(int(edge.visits) for edge in self.root_edges())])[:-3:-1]
        return first - second > left

    @property
    def evenly(self) -> bool:
        """Whether options at the root are tried alike, and the mean decides."""
        return bool(self.knobs[DOUBT] > 0.0) and not self.mixes

    @property
    def grows(self) -> bool:
        """Whether there is a tree beyond the first choice; otherwise all others go by the rules of thumb."""
        return bool(self.knobs[ROUNDS] == 0.0)

    @property
    def mixes(self) -> bool:
        """Whether lots are drawn: where others decide at the same time, and think."""
        return self.grows and together(self.game, self.board[ROOT])

    def line(self, best: int) -> list[tuple[int, str]]:
        """What the search expects, in one imagined world, for as long as it has looked often enough."""
        rules = self.game.rules
        world = position.copy(self.board[ROOT])
        rules.imagine(world, self.seat, self.key)
        least = max(4, self.done // 200)
        steps: list[tuple[int, str]] = []
        seat = self.seat
        while len(steps) < LONGEST_LINE:
            options = self.game.legal(world, seat)
            action = options[0]
            if not steps and self.evenly:  # visits do not tell it
                action = best
            elif len(options) > 1:
                rules.legal(world, seat, self.mask)
                self.sketch[0] = world
                outline(world, self.sketch[0], -1 if self.insight.public and seat != self.seat else seat)
                action = int(best_known(self.tree, self.words, seat, self.mask, least))
                if action == NONE:
                    break
            steps.append((seat, self.game.notation.write(world, seat, action)))
            rules.act(world, seat, action)
            waiting = self.game.waiting(world)
            if not waiting:
                break
            seat = waiting[0]
        return steps

    def root_edges(self) -> list[Any]:
        edges: list[Any] = []
        if self.tree.used[NODES] == 0:
            return edges
        edge = self.tree.nodes[0].first  # the first node ever made is the root's
        while edge != NONE:
            edges.append(self.tree.edges[edge])
            edge = self.tree.edges[edge].after
        return edges


@dataclass
class Tally:
    """What all threads found about one option."""

    visits: int = 0
    worth: float = 0.0
    share: float = 0.0

    @property
    def mean(self) -> float:
        return self.worth / self.visits if self.visits else 0.0


@dataclass
class Verdict:
    mixed: bool
    evenly: bool
    tallies: dict[int, Tally] = field(default_factory=dict)

    def probabilities(self) -> dict[int, float]:
        if self.mixed:
            weights = {action: tally.share for action, tally in self.tallies.items()}
            whole = sum(weights.values())
            if whole > 0:
                weights = {a: w if w >= SELDOM * whole else 0.0 for a, w in weights.items()}
        elif self.evenly:  # by lot among equals: who has won already would otherwise never end it
            best = max(tally.mean for tally in self.tallies.values())
            weights = {action: float(tally.mean == best) for action, tally in self.tallies.items()}
        else:
            weights = {action: float(tally.visits) for action, tally in self.tallies.items()}
        whole = sum(weights.values())
        if whole <= 0:
            return {action: 1 / len(weights) for action in weights}
        return {action: weight / whole for action, weight in weights.items()}


def consult(game: Game) -> Insight:
    """The game's own insight, loaded and registered."""
    if game.dtype not in by_dtype:
        own = games.part(game.id, "insight")
        register(game.dtype, own.insight if own else NO_INSIGHT)
    return by_dtype[game.dtype]


def think(
    game: Game,
    view: Any,
    seat: int,
    budget: Budget,
    seed: object = 0,
    stop: Stop | None = None,
    knobs: Knobs | None = None,
) -> Thought:
    """Think about a position in which this seat owes a decision, knowing what the seat may know.

    The same view, seed, iterations and threads give the same thought on every machine.
    """
    insight = consult(game)
    view = game.view(view, seat)  # whatever else was handed over
    legal = game.legal(view, seat)
    if not legal:
        raise IllegalAction(f"Seat {seat + 1} has nothing to decide now.", [])
    stop = stop or Stop()
    luck = luck_from("search", seed)
    minds = make_minds(game, insight, view, seat, luck, budget, knobs or insight.knobs_for(int(view.players)))
    if len(legal) > 1:
        let_work(minds, budget, stop)
    verdict = judge(minds, legal)
    return express(game, view, seat, minds, verdict, luck)


def make_minds(
    game: Game,
    insight: Insight,
    view: Any,
    seat: int,
    luck: np.ndarray,
    budget: Budget,
    knobs: Knobs,
) -> list[Mind]:
    room = budget.megabytes * MEGABYTE // BYTES_A_NODE // budget.threads
    if budget.iterations is not None:
        room = min(room, budget.iterations * (1 + int(view.players)) + 16)
    if budget.seconds is not None:
        room = min(room, int(budget.seconds * NODES_A_SECOND))
    minds: list[Mind] = []
    for thread in range(budget.threads):
        own = np.empty(4, np.int64)
        split(luck, thread, own)
        view_copy = position.copy(view)
        minds.append(Mind(game, insight, view_copy, seat, own, max(16, room), np.array(knobs, np.float64)))
    return minds


def let_work(minds: list[Mind], budget: Budget, stop: Stop) -> None:
    enough = budget.enough and len(minds) == 1  # what others have counted, a thread does not know
    shares: list[int | None] = [None] * len(minds)
    if budget.iterations is not None:
        n = len(minds)
        shares = [budget.iterations // n + (i < budget.iterations % n) for i in range(n)]
    limits = budget.seconds, budget.deadline(), stop, enough
    helpers = [
        threading.Thread(target=mind.work, args=(share, *limits), daemon=True)
        for mind, share in zip(minds[1:], shares[1:], strict=True)
    ]
    for helper in helpers:
        helper.start()
    minds[0].work(shares[0], *limits)
    for helper in helpers:
        helper.join()


def together(game: Game, root: Any) -> bool:
    """Whether several seats decide at the same time."""
    waiting = int(game.rules.waiting(root))
    return waiting & (waiting - 1) != 0


def judge(minds: list[Mind], legal: list[int]) -> Verdict:
    mixed = minds[0].mixes
    verdict = Verdict(mixed, minds[0].evenly, {action: Tally() for action in legal})
    for mind in minds:
        for edge in mind.root_edges():
            tally = verdict.tallies[int(edge.action)]
            tally.visits += int(edge.visits)
            tally.worth += float(edge.worth)
            tally.share += float(edge.share)
    return verdict


def express(
    game: Game, view: Any, seat: int, minds: list[Mind], verdict: Verdict, luck: np.ndarray
) -> Thought:
    done = sum(mind.done for mind in minds)
    total = sum((mind.total for mind in minds), np.zeros(view.players))
    value = total / done if done else np.full(view.players, 1 / view.players)
    chances = verdict.probabilities()
    options = [
        OptionThought(
            action,
            game.notation.write(view, seat, action),
            tally.visits,
            tally.worth / tally.visits if tally.visits else float(value[seat]),
            chances[action],
        )
        for action, tally in verdict.tallies.items()
    ]
    options.sort(key=lambda o: (-o.probability, -o.value, o.action))
    return Thought(
        seat=seat,
        action=draw_lot(options, luck) if verdict.mixed or verdict.evenly else options[0].action,
        value=tuple(float(v) for v in value),
        options=tuple(options),
        line=tuple(minds[0].line(options[0].action)) if done else (),
        iterations=done,
        nodes=sum(int(mind.tree.used[NODES]) for mind in minds),
        mixed=verdict.mixed,
    )


def draw_lot(options: list[OptionThought], luck: np.ndarray) -> int:
    left = chance(luck)
    for option in options:
        left -= option.probability
        if left < 0:
            return option.action
    return options[0].action
