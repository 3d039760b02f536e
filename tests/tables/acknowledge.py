"""Plays on until it is killed, over and over: the program of test_crash.py.

    acknowledge.py DATABASE KILLS WORKERS SEED

A worker is a child process that plays two games, one move after the other, and writes down what was
acknowledged. It is killed (-9) at a random moment. Then a fresh look at the store: every acknowledged move
is there, none twice, each game goes on. Prints how many moves were acknowledged.
"""

from __future__ import annotations

import os
import random
import select
import signal
import sys
import time

from oppidum.games import load
from oppidum.kernel import record as records
from oppidum.tables import (
    BotSeat,
    HumanSeat,
    NotNow,
    Settings,
    Stale,
    bots_at_work,
    looking,
    open_hall,
    playing,
    replay,
    seating,
    visitors,
)
from oppidum.tables.facts import Move
from oppidum.tables.store import Store

Ack = tuple[str, int, str]  # table, number of the move, words
READY = b"ready\n"


def work(database: str, seed: int, tables: dict[str, list[str]], out: int) -> None:
    """A worker: bots in its threads, and people who decide."""
    luck = random.Random(seed)
    hall = open_hall(database, durable=False, pace=0.0)
    os.write(out, READY)
    while True:
        code, people = luck.choice(list(tables.items()))
        person = luck.choice(people)
        view = looking.view(hall, code, person)
        if not view.choices:
            time.sleep(0.001)
            continue
        try:
            moved = playing.move(hall, code, person, luck.choice(view.choices).words, seen=view.version)
        except (Stale, NotNow):
            continue  # the other worker was faster
        os.write(out, f"{code} {moved.number} {moved.words}\n".encode())


def run_and_kill(
    database: str, workers: int, tables: dict[str, list[str]], luck: random.Random, first: bool
) -> list[Ack]:
    acks: list[Ack] = []
    children: list[tuple[int, int]] = []
    for _ in range(workers):
        inlet, outlet = os.pipe()
        seed = luck.randrange(2**32)
        child = os.fork()
        if child == 0:
            os.close(inlet)
            try:
                work(database, seed, tables, outlet)
            finally:
                os._exit(1)
        os.close(outlet)
        children.append((child, inlet))
    for _, inlet in children:
        assert os.read(inlet, len(READY)) == READY
    if first:  # however slow the machine is, something has been acknowledged before anybody is killed
        select.select([inlet for _, inlet in children], [], [])
    time.sleep(luck.uniform(0.0, 0.2))
    for child, _ in children:
        os.kill(child, signal.SIGKILL)
    for child, inlet in children:
        status = os.waitpid(child, 0)[1]
        assert os.WIFSIGNALED(status), "a worker ended by itself"
        with os.fdopen(inlet, "rb") as pipe:
            for line in pipe.read().decode().splitlines():
                code, number, words = line.split(" ", 2)
                acks.append((code, int(number), words))
    return acks


def check(database: str, acknowledged: dict[tuple[str, int], str]) -> None:
    store = Store(database, durable=False)
    with store.reading() as connection:
        for code in {code for code, _ in acknowledged}:
            found = store.find(connection, code)
            assert found
            events = store.events(connection, found[0], 0)
            assert [event.seq for event in events] == list(range(1, found[1] + 1))
            moves = [event.fact.words for event in events if isinstance(event.fact, Move)]
            for (at, number), words in acknowledged.items():
                if at == code:
                    assert number <= len(moves), f"move {number} of {code} is lost"
                    assert moves[number - 1] == words, f"move {number} of {code} is another one"
    store.close()


def finish(database: str, tables: dict[str, list[str]]) -> int:
    """Play every game to its end; returns the number of moves."""
    moves = 0
    with open_hall(database, durable=False, pace=0.0, work=False, now=lambda: time.time() + 1000) as hall:
        for code, people in tables.items():
            while looking.view(hall, code).status == "playing":
                bots_at_work.work_now(hall)
                for person in people:
                    view = looking.view(hall, code, person)
                    if view.choices:
                        playing.move(hall, code, person, view.choices[0].words, seen=view.version)
            record = replay.record(hall, code)
            records.check(record, load)
            moves += replay.count(hall, code)
    return moves


def main(database: str, kills: int, workers: int, seed: int) -> None:
    luck = random.Random(seed)
    tables: dict[str, list[str]] = {}
    with open_hall(database, durable=False, pace=0.0, work=False) as hall:
        for _ in range(2):
            people = [visitors.arrive(hall, name).visitor.id for name in ("Bonemine", "Falbala")]
            plan = (HumanSeat(), HumanSeat(), BotSeat("random"))
            settings = Settings("cartes", plan, options={"hands": str(min(8, kills))}, confirm=False)
            code = seating.open_table(hall, people[0], settings)
            for person in people:
                seating.sit(hall, code, person)
            seating.start(hall, code, people[0])
            tables[code] = people
        bots_at_work.work_now(hall)  # loads the compiled rules, once, before the children are made
        for code in tables:
            assert hall.look(code).moves
    acknowledged: dict[tuple[str, int], str] = {}
    for _ in range(kills):
        for code, number, words in run_and_kill(database, workers, tables, luck, not acknowledged):
            assert (code, number) not in acknowledged, f"move {number} of {code} was acknowledged twice"
            acknowledged[code, number] = words
        check(database, acknowledged)
    print(len(acknowledged), finish(database, tables))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
