"""Games among equal bots, with everything counted that the game's module `tally` tells of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np

from oppidum import games
from oppidum.arena.bulk import BATCH, ORDER, part_of
from oppidum.bots.policies import GREEDY, decide, teach
from oppidum.kernel import bits
from oppidum.kernel.arrival import next_to_answer
from oppidum.kernel.compiled import outermost, part
from oppidum.kernel.editions import Edition
from oppidum.kernel.errors import BadEdition
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game
from oppidum.kernel.players_luck import luck_from, split
from oppidum.kernel.playout import deal_all
from oppidum.kernel.stream import key_words
from oppidum.kernel.tally import Figure, Group, Thing
from oppidum.kernel.verbs import act, redact, scores, stands_for, waiting

LINKS = ("tally",)  # of a game: what is compiled here calls it
MOST_DECISIONS = 20_000  # of a game; real ones take a few hundred


# ---------------------------------------------------------------- what a game counts


@part
def from_the_first(s):
    return 0


@part
def nothing_before(s, seat, action, chances, uses, figures, memo):
    pass


@part
def nothing_at_the_end(s, chances, uses, figures, memo):
    pass


SILENT = SimpleNamespace(
    GAMES=4_000,
    GROUPS=(),
    FIGURES=(),
    OPTIONS={},
    MEMO=0,
    things=lambda edition: [],
    changes=lambda edition: [],
    starts=from_the_first,
    before=nothing_before,
    after=nothing_before,
    closing=nothing_at_the_end,
)
tallies: dict[Any, Any] = {}


def tally_of(game: Game) -> Any:
    """What the game counts; nothing but seats and lengths where it does not tell."""
    if game.dtype not in tallies:
        found = games.part(game.id, "tally") or SILENT
        tallies[game.dtype] = found
        tallies[numba.from_dtype(game.dtype)] = found
    return tallies[game.dtype]


def starts(s: Any) -> int:
    return tallies[s.dtype].starts(s)


def before(s: Any, seat: int, action: int, chances: Any, uses: Any, figures: Any, memo: Any) -> None:
    tallies[s.dtype].before(s, seat, action, chances, uses, figures, memo)


def after(s: Any, seat: int, action: int, chances: Any, uses: Any, figures: Any, memo: Any) -> None:
    tallies[s.dtype].after(s, seat, action, chances, uses, figures, memo)


def closing(s: Any, chances: Any, uses: Any, figures: Any, memo: Any) -> None:
    tallies[s.dtype].closing(s, chances, uses, figures, memo)


def stand_for(name: Callable[..., Any]) -> None:
    stands_for(name, lambda record: getattr(tallies[record], name.__name__))


for name in (starts, before, after, closing):
    stand_for(name)


# ---------------------------------------------------------------- the games


@outermost
def count_all(states, luck, first, mask, memo, most, shares, decisions, chances, uses, wins, figures):
    """Play and count games `first`, `first` + 1, …; returns which one would not end, or -1."""
    players = shares.shape[1]
    views = np.empty_like(states[:1])
    lucks = np.empty((players, 4), np.int64)
    order = np.empty(4, np.int64)
    points = np.empty(players, np.int64)
    used = np.zeros((chances.shape[1], players), np.int64)
    for i in range(len(states)):
        s = states[i]
        for seat in range(players):
            split(luck, part_of(first + i, seat), lucks[seat])
        split(luck, part_of(first + i, ORDER), order)
        used[:] = 0
        memo[:] = 0
        start = starts(s)
        seats = waiting(s)
        while seats != 0:
            if decisions[i] == most:
                return first + i
            seat = next_to_answer(s, seats, order)
            views[0] = states[i]
            redact(views[0], seat)
            action = decide(views[0], seat, GREEDY, lucks[seat], mask)
            before(s, seat, action, chances[i], used, figures[i], memo)
            act(s, seat, action)
            after(s, seat, action, chances[i], used, figures[i], memo)
            decisions[i] += 1
            seats = waiting(s)
        closing(s, chances[i], used, figures[i], memo)
        winners = scores(s, points)
        share = 1.0 / bits.count(winners)
        for seat in range(players):
            won = share if (winners >> seat) & 1 else 0.0
            shares[i, (seat - start + players) % players] = won
            for thing in range(used.shape[0]):
                uses[i, thing] += used[thing, seat]
                wins[i, thing] += used[thing, seat] * won
    return -1


@dataclass(frozen=True)
class Played:
    """What a series of games brought, one row a game."""

    groups: tuple[Group, ...]
    things: tuple[Thing, ...]
    asked: tuple[Figure, ...]
    shares: np.ndarray  # of the victory, by seat
    decisions: np.ndarray
    chances: np.ndarray  # by thing
    uses: np.ndarray
    wins: np.ndarray  # each use times its user's share of the victory
    figures: np.ndarray  # by figure: a part and its whole

    def __len__(self) -> int:
        return len(self.shares)

    def and_then(self, other: Played) -> Played:
        """These games and some more of the same edition."""
        return Played(
            self.groups,
            self.things,
            self.asked,
            np.concatenate([self.shares, other.shares]),
            np.concatenate([self.decisions, other.decisions]),
            np.concatenate([self.chances, other.chances]),
            np.concatenate([self.uses, other.uses]),
            np.concatenate([self.wins, other.wins]),
            np.concatenate([self.figures, other.figures]),
        )


def play(
    game: Game,
    edition: Edition,
    players: int,
    games: range,
    seed: object,
    progress: Callable[[int], None] = lambda more: None,
) -> Played:
    """These games of a series: with the same seed and options, those that `simulate` plays."""
    teach(game)
    tally = tally_of(game)
    game.about.check_players(players)
    things = tuple(tally.things(edition))
    n = len(games)
    played = Played(
        tuple(tally.GROUPS),
        things,
        tuple(tally.FIGURES),
        np.zeros((n, players)),
        np.zeros(n, np.int64),
        np.zeros((n, len(things)), np.int32),
        np.zeros((n, len(things)), np.int32),
        np.zeros((n, len(things)), np.float32),
        np.zeros((n, len(tally.FIGURES), 2), np.int64),
    )
    luck = luck_from("bulk", seed)
    options = game.options(tally.OPTIONS)
    mask = np.zeros(game.actions, np.uint8)
    memo = np.zeros(tally.MEMO, np.int64)
    for begin in range(0, n, BATCH):
        rows = slice(begin, min(n, begin + BATCH))
        numbers = games[rows]
        states = game.blanks(len(numbers), edition)
        deal_all(states, players, options, np.array([key_words(seed_key(seed, k)) for k in numbers]))
        stuck = count_all(
            states,
            luck,
            numbers[0],
            mask,
            memo,
            MOST_DECISIONS,
            played.shares[rows],
            played.decisions[rows],
            played.chances[rows],
            played.uses[rows],
            played.wins[rows],
            played.figures[rows],
        )
        if stuck >= 0:
            what = f"game {stuck + 1} is not over after {MOST_DECISIONS:,} decisions: too long to be measured"
            raise BadEdition(edition.source or edition.id, [what])
        progress(len(numbers))
    return played
