"""A real Ray cluster of two workers, one of which is killed at work."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterator
from typing import Any

import pytest

from oppidum.arena.contest import run
from oppidum.arena.crews import ray_cluster
from oppidum.arena.pairings import Contest
from oppidum.kernel.errors import OppidumError

psutil = pytest.importorskip("psutil")
ray = pytest.importorskip("ray")

CONTEST = Contest("cartes", ("greedy", "random"), 2, 3000, "ray", {"hands": "2", "characters": "seats"})


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    yield start_cluster().address_info["gcs_address"]
    ray.shutdown()


def start_cluster(tries: int = 4) -> Any:
    """Ray gives its own processes 15 s to start, which on a busy machine may be too few."""
    for left in reversed(range(tries)):
        try:
            return ray.init(
                num_cpus=2,
                include_dashboard=False,
                object_store_memory=80 * 2**20,
                log_to_driver=False,
                logging_level=logging.ERROR,
            )
        except Exception as error:
            if not left or "timed out during startup" not in str(error):
                raise
            ray.shutdown()
    raise AssertionError


def kill_a_worker_at_work(patience: float = 20.0) -> int | None:
    end = time.monotonic() + patience
    while time.monotonic() < end:
        for process in psutil.Process().children(recursive=True):
            try:
                if any("ray::play_remotely" in part for part in process.cmdline()):
                    process.kill()
                    return process.pid
            except psutil.Error:
                continue
    return None


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_a_cluster_gives_the_same_results_even_when_a_worker_is_killed(cluster: str):
    killed: list[int] = []

    def kill_once(done: int) -> None:
        if done and not killed and (pid := kill_a_worker_at_work()):
            killed.append(pid)

    found = run(CONTEST, crew=ray_cluster(cluster), progress=kill_once)
    assert killed, "no worker was seen at work"
    assert not psutil.pid_exists(killed[0])
    assert found == run(CONTEST)


@pytest.mark.timeout(120)
def test_no_cluster_no_games(monkeypatch: pytest.MonkeyPatch):
    if ray.is_initialized():
        ray.shutdown()
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    with pytest.raises(OppidumError, match="No Ray cluster answers"):
        run(CONTEST, crew=ray_cluster("auto"))
