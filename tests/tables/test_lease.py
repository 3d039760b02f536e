"""A process that dies in the middle of a bot's thought: whoever comes after it does not wait."""

import subprocess
import sys
import time

import pytest

from oppidum.tables import looking, watch
from oppidum.tables.house_time import SteadyTime

THINKER = """
import sys, time
from oppidum.tables import bots_at_work, open_hall

def think_for_ever(*_):
    print("thinking", flush=True)
    time.sleep(3600)

bots_at_work.choose = think_for_ever
with open_hall(sys.argv[1], durable=False, pace=float(sys.argv[2])):
    time.sleep(3600)
"""


@pytest.fixture
def die_while_thinking(database):
    def die(pace):
        thinker = subprocess.Popen(
            [sys.executable, "-c", THINKER, database, pace],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert thinker.stdout is not None
            assert thinker.stdout.readline() == "thinking\n"
        finally:
            thinker.kill()
            thinker.wait()

    return die


@pytest.mark.every_store
def test_the_next_one_thinks_at_once(gather, die_while_thinking, open_one, eventually, hours, monkeypatch):
    hours.value = time.time()
    party = gather(1, bots=2)
    die_while_thinking("0")
    monkeypatch.setattr(watch, "LATE", 1e9)  # nothing happens because somebody has waited long
    later = open_one(now=None, work=True)
    eventually(lambda: looking.view(later, party.code).waiting == (0,))


def test_what_is_due_a_little_later_is_not_left_undone_either(gather, open_one, eventually, monkeypatch):
    """It died while its bots still seemed to think: for a while the next one is not patient."""
    party = gather(1, bots=2)
    with party.hall.store.writing() as connection:
        connection.exec_driver_sql("UPDATE tables SET due = due + 0.5")
    monkeypatch.setattr(watch, "LATE", 1e9)
    monkeypatch.setattr(watch, "POLL_SECONDS", 0.05)
    began = party.hall.now()
    later = open_one(work=True, now=SteadyTime(began))
    eventually(lambda: looking.view(later, party.code).waiting == (0,))
