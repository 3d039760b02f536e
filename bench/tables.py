"""How many moves a second are validated, stored and acknowledged.

    python bench/tables.py [DATABASE]

Without rendering; each move in a transaction of its own.
"""

from __future__ import annotations

import argparse
import tempfile
import threading
import time

from oppidum.tables import Hall, HumanSeat, Settings, looking, open_hall, playing, seating, visitors

SECONDS = 5.0


def run(hall: Hall, threads: int) -> float:
    """Moves a second, with so many tables played at the same time."""
    counts = [0] * threads

    def play(number: int) -> None:
        me = visitors.arrive(hall, "Bonemine").visitor.id
        settings = Settings(
            "cartes", (HumanSeat(),) * 4, options={"hands": "8"}, same_device=True, confirm=False
        )
        code = seating.play_now(hall, me, "cartes", settings=settings)
        while time.perf_counter() < end:
            table = hall.look(code)
            if not table.questions:
                code = seating.play_now(hall, me, "cartes", settings=settings)
                continue
            seat = min(table.questions)
            action = table.game.legal(table.position, seat)[0]
            playing.move(hall, code, me, action, seat=seat)
            counts[number] += 1

    end = time.perf_counter() + SECONDS
    workers = [threading.Thread(target=play, args=(number,)) for number in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return sum(counts) / SECONDS


def view_milliseconds(hall: Hall) -> float:
    me = visitors.arrive(hall, "Bonemine").visitor.id
    code = seating.play_now(hall, me, "cartes", players=4)
    looking.view(hall, code, me)
    begun = time.perf_counter()
    for _ in range(200):
        looking.view(hall, code, me)
    return (time.perf_counter() - begun) * 5


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("database", nargs="?", help="otherwise a new SQLite file")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = asked.database or f"{folder}/bench.sqlite3"
        for durable in (False, True):
            with open_hall(database, work=False, durable=durable) as hall:
                run(hall, 1)  # the first run also loads the compiled rules
                print("waiting for the disk" if durable else "not waiting for the disk (SQLite)")
                print(f"  one table    {run(hall, 1):8.0f} moves a second")
                print(f"  four tables  {run(hall, 4):8.0f} moves a second")
                print(f"  one view     {view_milliseconds(hall):8.2f} ms")


if __name__ == "__main__":
    main()
