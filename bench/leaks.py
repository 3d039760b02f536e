"""By the clock: does the time of an answer tell anything about hidden cards? Two worlds, two distributions.

    python bench/leaks.py [GAME] [--seconds 60] [--looks 2000] [--seed WORD]

- A bot's answer: tables of one person and two of the strongest bots, in a house with threads, at the usual
  pace. The time from the question to the moment when a rival who looks all the time sees the answer, for
  decisions whose thought took less than the median of their kind (a bid, a die, a call: everybody sees that)
  and for the others; what a thought took is noted inside the house, where nobody at the table can look. Only
  on a quiet machine: on a busy one bots think less and answer later, whatever they hold.
- A look: one table, in turn as it is and with other hidden cards that the reader cannot tell from these; how
  long the house takes to look, and to draw the board.

Kolmogorov-Smirnov and Mann-Whitney; the medians say how large an effect there might be. Ends with 1 if the
worlds can be told apart: if so small a p-value would come up by chance in less than one of a thousand such
runs, with all their comparisons; with 2 if nothing was there to compare. The same comparison without a clock,
which gives the same figures everywhere, is in `tests/tables/test_ahead.py` and `tests/web/test_leaks.py`.
"""

from __future__ import annotations

import argparse
import hashlib
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from scipy.stats import ks_2samp, mannwhitneyu

from oppidum import games
from oppidum.kernel.position import copy
from oppidum.tables import (
    BotSeat,
    Hall,
    HumanSeat,
    Settings,
    bots_at_work,
    looking,
    open_hall,
    playing,
    seating,
    visitors,
)

TABLES = 6
SUSPICIOUS = 0.001
FEWEST = 10
WORLDS = 7  # that differ in what nobody at the seat can see
kolmogorov_smirnov: Any = ks_2samp  # SciPy leaves open what it returns


def compared(what: str, one: list[float], other: list[float], unit: float = 1000.0) -> list[float]:
    """The p-values of both tests."""
    ks, mw = kolmogorov_smirnov(one, other).pvalue, mannwhitneyu(one, other).pvalue
    first, second = (unit * statistics.median(times) for times in (one, other))
    print(
        f"{what}: {len(one)} and {len(other)}, medians {first:.2f} and {second:.2f} ms, "
        f"p = {ks:.3f} (Kolmogorov-Smirnov), {mw:.3f} (Mann-Whitney)",
        flush=True,
    )
    return [ks, mw]


def can_be_told_apart(found: list[float]) -> bool:
    """The more often one compares, the smaller is the smallest p-value (Bonferroni)."""
    return min(found) < SUSPICIOUS / len(found)


# ---------------------------------------------------------------- bots


class Clocked:
    """Notes how long each thought takes."""

    def __init__(self) -> None:
        self.took: dict[tuple[str, int, int], float] = {}
        self.choose = bots_at_work.choose

    def __call__(self, hall: Hall, table: Any, seat: int, *rest: Any) -> Any:
        began = time.perf_counter()
        chosen = self.choose(hall, table, seat, *rest)
        self.took[table.code, table.questions[seat].seq, seat] = time.perf_counter() - began
        return chosen


def seated(hall: Hall, game: str, number: int) -> tuple[str, str]:
    person = visitors.arrive(hall, f"Person {number}").visitor.id
    level = bots_at_work.levels(game)[-1]
    seats = (HumanSeat(), BotSeat(level), BotSeat(level))
    code = seating.open_table(hall, person, Settings(game, seats, confirm=False))
    seating.sit(hall, code, person)
    seating.start(hall, code, person)
    return code, person


def play(hall: Hall, code: str, person: str, end: float, woken: list[tuple[str, int, float]]) -> None:
    """A rival who answers at once, and notes when each new version is there."""
    known = 0
    while time.monotonic() < end:
        view = looking.view(hall, code, person)
        woken.extend((code, version, hall.now()) for version in range(known + 1, view.version + 1))
        known = view.version
        if view.status != "playing":
            return
        if view.choices:
            playing.move(hall, code, person, view.choices[view.moves % len(view.choices)].action)
        else:
            time.sleep(0.002)


def bots(game: str, seconds: float) -> list[float]:
    clocked = Clocked()
    bots_at_work.choose = clocked
    woken: list[tuple[str, int, float]] = []
    with tempfile.TemporaryDirectory() as folder, open_hall(Path(folder) / "leaks.sqlite3") as hall:
        end = time.monotonic() + seconds
        tables = [seated(hall, game, number) for number in range(TABLES)]
        people = [
            threading.Thread(target=play, args=(hall, code, person, end, woken)) for code, person in tables
        ]
        for person in people:
            person.start()
        for person in people:
            person.join()
        told = answers(hall, [code for code, _ in tables], clocked, woken)
    bots_at_work.choose = clocked.choose
    thoughts = [took for _, took, _ in told]
    if len(thoughts) < FEWEST:
        print(f"{game}: only {len(thoughts)} answers of bots: more --seconds", file=sys.stderr)
        sys.exit(2)
    middle, most = statistics.median(thoughts), max(thoughts)
    print(f"{game}: thoughts took {1000 * middle:.1f} ms (median), {1000 * most:.0f} ms at most")
    # What kind of decision it was everybody sees, and some kinds take longer to think about and to tell.
    quick: list[float] = []
    long: list[float] = []
    for kind in sorted({kind for _, _, kind in told}):
        ours = [(waited, took) for waited, took, of in told if of == kind]
        usual, middle = (statistics.median(column) for column in zip(*ours, strict=True))
        quick += [waited - usual for waited, took in ours if took <= middle]
        long += [waited - usual for waited, took in ours if took > middle]
    return compared(
        f"{game}: answers after short and after long thoughts, beside those of their kind", quick, long
    )


def answers(
    hall: Hall, codes: list[str], clocked: Clocked, woken: list[tuple[str, int, float]]
) -> list[tuple[float, float, str]]:
    """How long each answer of a bot took to arrive, and its thought; and what kind of decision it was."""
    arrived = {(code, version): when for code, version, when in woken}
    found: list[tuple[float, float, str]] = []
    for code in codes:
        whole = hall.whole(code)
        times = {line.seq: line.time for line in whole.lines_after(0)}
        for decision in whole.decisions:
            asked = [seq for at, seq, seat in clocked.took if (at, seat) == (code, decision.seat)]
            seq = max((seq for seq in asked if seq < decision.seq), default=None)
            if decision.by == "bot" and seq in times and (code, decision.seq) in arrived:
                waited = arrived[code, decision.seq] - times[seq]
                found.append((waited, clocked.took[code, seq, decision.seat], decision.words.split()[0]))
    return found


# ---------------------------------------------------------------- looks


def looks(game: str, count: int, seed: str) -> list[float]:
    from oppidum.web.guest import Guest
    from oppidum.web.limits import Limits
    from oppidum.web.live import Watcher
    from oppidum.words import language

    with (
        tempfile.TemporaryDirectory() as folder,
        open_hall(Path(folder) / "leaks.sqlite3", pace=0.0, work=False, durable=False) as hall,
    ):
        code, person = seated(hall, game, 0)
        for _ in range(8):
            bots_at_work.work_now(hall)
            view = looking.view(hall, code, person)
            if view.choices:
                playing.move(hall, code, person, view.choices[0].action)
        bots_at_work.work_now(hall)
        slot = hall._slot(code)
        here = slot.table
        assert here is not None
        # As many copies of this world as there are others: what the processor still has at hand is quicker.
        ours = [with_position(here, copy(here.position)) for _ in range(WORLDS)]
        others = [other_world(here, seed, number) for number in range(WORLDS)]
        guest = Guest(hall, Limits(1e9), "bench", False, None, language("en"), {}, True)

        def look() -> None:
            looking.view(hall, code, person)

        def draw() -> None:
            Watcher(hall, replace(guest), code, None, 0, None).draw()

        found: list[float] = []
        for what, work in (("looking", look), ("drawing the board for a spectator", draw)):
            for world in [*ours, *others] * 4:
                slot.table = world
                work()
            one, other = in_turn(slot, ours, others, work, count)
            found += compared(f"{game}: {what}, in two worlds", one, other)
    return found


def other_world(table: Any, seed: str, number: int) -> Any:
    game, s = table.game, table.position
    key = hashlib.sha256(f"{seed} {number}".encode()).digest()
    return with_position(table, game.imagine(game.view(s, 0), 0, key))


def with_position(table: Any, position: Any) -> Any:
    planted = table.draft()
    planted.positions.items[-1] = position
    return planted


def in_turn(
    slot: Any, ours: list[Any], others: list[Any], work: Callable[[], None], count: int
) -> tuple[list[float], list[float]]:
    times: tuple[list[float], list[float]] = ([], [])
    for n in range(2 * count):
        kind = n % 2
        slot.table = (ours, others)[kind][n // 2 % WORLDS]
        began = time.perf_counter()
        work()
        times[kind].append(time.perf_counter() - began)
    return times


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="*", help=f"of {', '.join(games.catalogue())}; default: all")
    parser.add_argument("--seconds", type=float, default=60.0, help="to play, for each game")
    parser.add_argument("--looks", type=int, default=2000)
    parser.add_argument("--seed", default="oppidum")
    asked = parser.parse_args()
    found: list[float] = []
    for game in asked.game or list(games.catalogue()):
        found += bots(game, asked.seconds)
        found += looks(game, asked.looks, asked.seed)
    apart = can_be_told_apart(found)
    print(f"{'' if apart else 'not '}told apart: the lowest p-value of {len(found)} is {min(found):.4f}")
    sys.exit(1 if apart else 0)


if __name__ == "__main__":
    main()
