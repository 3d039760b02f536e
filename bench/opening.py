"""How long the page of a table takes that nobody has looked at for a while, however long its game is.

    python bench/opening.py [EVENTS …]

The house has just started: the table comes from the store, from its snapshot and the events after it, and its
page is staged (all that a board is drawn from) for one of those who play. A game of `cartes` ends after some
four hundred decisions; longer ones take back as many as they decide.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time

from oppidum.tables import Hall, HumanSeat, Settings, open_hall, playing, seating, takeback, visitors
from oppidum.web.staging import stage
from oppidum.words import language

TRIES = 5
DECISIONS = 300


def play(hall: Hall, me: str, code: str, events: int) -> None:
    luck = random.Random(1)
    while (table := hall.look(code)).version < events:
        seat = min(table.questions)
        playing.move(hall, code, me, luck.choice(table.game.legal(table.position, seat)), seat=seat)
        if table.moves >= DECISIONS:
            takeback.take_back(hall, code, me, seat=seat, ask=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("events", nargs="*", type=int, default=[100, 400, 2000])
    asked = parser.parse_args()
    wanted = Settings("cartes", (HumanSeat(),) * 4, options={"hands": "8"}, confirm=False, same_device=True)
    for events in asked.events:
        with tempfile.TemporaryDirectory() as folder:
            store = f"{folder}/opening.sqlite3"
            with open_hall(store, work=False, durable=False) as hall:
                me = visitors.arrive(hall, "Bonemine").visitor.id
                code = seating.play_now(hall, me, "cartes", settings=wanted)
                play(hall, me, code, events)
            times: list[float] = []
            for _ in range(TRIES):
                with open_hall(store, work=False, durable=False) as hall:
                    stage(hall, seating.play_now(hall, me, "cartes"), me, language("en"))  # all is loaded
                    begun = time.perf_counter()
                    stage(hall, code, me, language("en"))
                    times.append(time.perf_counter() - begun)
            print(f"{events:6} events: {min(times) * 1000:6.1f} ms, the quickest of {TRIES}")


if __name__ == "__main__":
    main()
