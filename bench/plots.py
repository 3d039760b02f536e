"""Decisions a second and memory: against tables, against stored games, against the length of a game.

    python bench/plots.py                  draw docs/hall.svg again, from the figures in bench/hall.json
    python bench/plots.py --measure        measure first (some minutes), and keep the figures

The application is called directly, as `bench/inside.py` does: JSON, a stream for each of four people a table,
everybody decides as soon as they are asked, everything is stored before it is acknowledged. Each point is a
process of its own, with a store of its own, and ends by itself. Nothing leaves this machine.

Decisions a second are those for which one core would be all that there is: one second by the processor time
that a decision takes, in all threads of the house and with what stands in for the clients. On a machine that
has other work as well that is steadier than a rate.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil
from inside import Run

from oppidum.tables import Hall, HumanSeat, Settings, looking, open_hall, playing, seating, takeback, visitors
from oppidum.web import logs
from oppidum.web.api.table_stream import frame

HERE = Path(__file__).resolve().parent
FIGURES = HERE / "hall.json"
PICTURE = HERE.parent / "docs" / "hall.svg"
POINTS = {
    "tables": (10, 50, 100, 200, 400),
    "stored": (0, 2_500, 5_000, 10_000),
    "length": (100, 500, 1_000, 2_000),
}
TABLES = 50  # where something else is looked at
SECONDS = 4.0
LIMIT = 300.0  # seconds, for one point
DECISIONS = 200  # of a long game that are counted
SHORTER_THAN = 300  # decisions: a game of `cartes` ends after some four hundred; longer ones are taken back

# ---------------------------------------------------------------- measuring


def memory() -> float:
    return psutil.Process().memory_info().rss / 2**20


def store_games(file: str, number: int) -> None:
    """So many games of a hundred events: one that is played, and copies of it."""
    with open_hall(file, work=False, durable=False) as hall:
        me, code = one_table(hall)
        play_on(hall, me, code, 100)
        original = hall.look(code).id
    first = original + 1
    with sqlite3.connect(file) as store:
        others = [
            name for _, name, *_ in store.execute("PRAGMA table_info(tables)") if name not in ("id", "code")
        ]
        rest = ", ".join(others)
        copies = [(table, f"copy{table:012}", original) for table in range(first, first + number)]
        store.executemany(
            f"INSERT INTO tables (id, code, {rest}) SELECT ?, ?, {rest} FROM tables WHERE id = ?",  # noqa: S608
            copies,
        )
        store.execute(
            """INSERT INTO events (table_id, seq, kind, seat, payload, time)
            SELECT copy.id, seq, kind, seat, payload, time FROM events, tables AS copy
            WHERE table_id = ? AND copy.id >= ?""",
            (original, first),
        )
        store.execute(
            """INSERT INTO seats (table_id, seat, visitor_id, name, bot)
            SELECT copy.id, seat, visitor_id, name, bot FROM seats, tables AS copy
            WHERE table_id = ? AND copy.id >= ?""",
            (original, first),
        )


def one_table(hall: Hall) -> tuple[str, str]:
    """Four seats of one visitor, who plays them all."""
    settings = Settings("cartes", (HumanSeat(),) * 4, options={"hands": "8"}, confirm=False, same_device=True)
    me = visitors.arrive(hall, "Bonemine").visitor.id
    return me, seating.play_now(hall, me, "cartes", settings=settings)


def play_on(hall: Hall, me: str, code: str, events: int) -> None:
    luck = random.Random(1)
    while (table := hall.look(code)).version < events:
        seat = min(table.questions)
        playing.move(hall, code, me, luck.choice(table.game.legal(table.position, seat)), seat=seat)
        if table.moves >= SHORTER_THAN:
            takeback.take_back(hall, code, me, seat=seat, ask=True)


def at_tables(tables: int, stored: int) -> dict[str, float]:
    """Many tables at once."""
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/hall.sqlite3"
        if stored:
            store_games(file, stored)
        with open_hall(file, work=False) as hall:
            run = Run(hall, argparse.Namespace(mode="json", game="cartes", patient=False))
            return {"decisions": 1 / asyncio.run(run(tables, SECONDS)), "memory": memory()}


def in_a_long_game(events: int) -> dict[str, float]:
    """One table: decisions and the four frames that follow from each."""
    with (
        tempfile.TemporaryDirectory() as folder,
        open_hall(f"{folder}/long.sqlite3", work=False, durable=False) as hall,
    ):
        me, code = one_table(hall)
        play_on(hall, me, code, events)
        used, luck = 0.0, random.Random(2)
        for _ in range(DECISIONS):
            table = hall.look(code)
            seat = min(table.questions)
            wanted = luck.choice(table.game.legal(table.position, seat))
            begun = time.process_time()
            playing.move(hall, code, me, wanted, seat=seat)
            for each in range(4):
                frame(looking.view(hall, code, me, as_seat=each, judge=False, choices=False))
            used += time.process_time() - begun
            if table.moves >= SHORTER_THAN:
                takeback.take_back(hall, code, me, seat=seat, ask=True)
        return {"decisions": DECISIONS / used, "memory": memory()}


def point(kind: str, number: int) -> dict[str, float]:
    if kind == "length":
        return in_a_long_game(number)
    return at_tables(number if kind == "tables" else TABLES, number if kind == "stored" else 0)


def measure() -> dict[str, Any]:
    found: dict[str, Any] = {"cores": os.cpu_count(), "load": round(os.getloadavg()[0], 1)}
    for kind, numbers in POINTS.items():
        for number in numbers:
            command = [sys.executable, __file__, "--point", kind, str(number)]
            done = subprocess.run(command, stdout=subprocess.PIPE, timeout=LIMIT, check=True, text=True)
            told = json.loads(done.stdout.strip().splitlines()[-1])
            found.setdefault(kind, []).append([number, round(told["decisions"]), round(told["memory"])])
            print(
                f"{kind} {number}: {told['decisions']:.0f} decisions/s, {told['memory']:.0f} MB", flush=True
            )
    return found


# ---------------------------------------------------------------- drawing

WIDTH, HEIGHT = 360, 200
LEFT, RIGHT, TOP, BOTTOM = 52, 16, 30, 34
WORDS = {
    "tables": "tables, four streams each",
    "stored": "games in the store",
    "length": "events of the game",
}
MEASURES = ("decisions a second of one core", "MB in memory")


def round_up(value: float) -> float:
    """To one, two or five of something."""
    size = 10 ** (len(str(int(value))) - 1)
    return next(size * n for n in (1, 2, 5, 10) if size * n >= value)


def panel(points: list[list[float]], measure: int, words: str, at: tuple[int, int]) -> str:
    """One curve, from zero: what is worse than linear bends."""
    across = max(row[0] for row in points)
    top = round_up(max(row[1 + measure] for row in points))

    def place(number: float, value: float) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * number / across
        y = HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / top
        return round(x, 1), round(y, 1)

    dots = [place(row[0], row[1 + measure]) for row in points]
    (left, bottom), (right, _) = place(0, 0), place(across, 0)
    lines = [
        f'<g transform="translate({at[0]} {at[1]})">',
        f'<text x="{LEFT}" y="18">{MEASURES[measure]}</text>',
    ]
    for level in (0, top / 2, top):
        y = place(0, level)[1]
        lines.append(f'<path class="level" d="M{left} {y}H{right}"/>')
        lines.append(f'<text class="number" x="{left - 6}" y="{y + 4}" text-anchor="end">{level:g}</text>')
    lines.append(f'<polyline points="{" ".join(f"{x},{y}" for x, y in dots)}"/>')
    lines += [f'<circle cx="{x}" cy="{y}" r="3"/>' for x, y in dots]
    lines.append(f'<text class="number" x="{left}" y="{bottom + 16}" text-anchor="middle">0</text>')
    lines.append(f'<text class="number" x="{right}" y="{bottom + 16}" text-anchor="end">{across:,}</text>')
    middle = (left + right) / 2
    lines.append(f'<text class="number" x="{middle:g}" y="{bottom + 28}" text-anchor="middle">{words}</text>')
    return "\n".join([*lines, "</g>"])


STYLE = """<style>
text { font: 13px sans-serif; fill: #333 }
.number { font-size: 11px; fill: #666 }
.level { stroke: #ccc }
polyline { fill: none; stroke: #1f5fa8; stroke-width: 2 }
circle { fill: #1f5fa8 }
</style>"""


def drawn(found: dict[str, Any]) -> str:
    parts = [
        panel(found[kind], measure, words, (measure * WIDTH, row * HEIGHT))
        for row, (kind, words) in enumerate(WORDS.items())
        for measure in (0, 1)
    ]
    size = f'viewBox="0 0 {2 * WIDTH} {len(WORDS) * HEIGHT}"'
    paper = '<rect width="100%" height="100%" fill="#fff"/>'
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', STYLE, paper, *parts, "</svg>", ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--point", nargs=2, metavar=("KIND", "NUMBER"), help="one measurement, as JSON")
    asked = parser.parse_args()
    if asked.point:
        logs.configure("error")
        print(json.dumps(point(asked.point[0], int(asked.point[1]))))
        return
    if asked.measure:
        FIGURES.write_text(json.dumps(measure(), indent=1) + "\n")
    PICTURE.write_text(drawn(json.loads(FIGURES.read_text())))


if __name__ == "__main__":
    main()
