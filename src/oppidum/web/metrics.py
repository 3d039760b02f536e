"""What Prometheus may ask. With several worker processes any of them answers for all."""

from __future__ import annotations

import multiprocessing
import os
from functools import lru_cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, values
from prometheus_client import generate_latest as written
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.values import MultiProcessValue

from oppidum.tables import Hall, host

SHARED = "PROMETHEUS_MULTIPROC_DIR"  # the folder where worker processes put their figures together

WORKER = "oppidum worker "


def name_of(number: int) -> str:
    """What a worker process is called."""
    return f"{WORKER}{number}"


def place_in(process: str) -> str | int:
    """Under what a process counts. Whoever takes a dead worker's place goes on with its figures: otherwise
    every worker that ever died would leave some more files, to be added up for ever."""
    return process.removeprefix(WORKER) if process.startswith(WORKER) else os.getpid()


if SHARED in os.environ:
    values.ValueClass = MultiProcessValue(lambda: place_in(multiprocessing.current_process().name))

disable_created_metrics()
registry = CollectorRegistry()

requests = Counter("oppidum_requests", "Requests answered.", ["method", "route", "status"], registry=registry)
seconds = Histogram(
    "oppidum_request_seconds",
    "Time to answer a request.",
    ["route"],
    registry=registry,
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
streams = Gauge(
    "oppidum_streams",
    "Live boards that are being watched now.",
    registry=registry,
    multiprocess_mode="livesum",
)
frames = Counter("oppidum_frames", "Boards sent over live streams.", registry=registry)
moves = Counter("oppidum_moves", "Decisions stored.", ["game", "by"], registry=registry)


# Of few labels, and asked for with every request: found once.


@lru_cache(maxsize=2000)
def answered(method: str, route: str, status: str) -> Counter:
    return requests.labels(method, route, status)


@lru_cache(maxsize=1000)
def took(route: str) -> Histogram:
    return seconds.labels(route)


@lru_cache(maxsize=100)
def moved(game: str, by: str) -> Counter:
    return moves.labels(game, by)


def count_request(method: str, route: str, status: int, in_seconds: float | None) -> None:
    """Without seconds: a stream, which is answered for as long as it lasts."""
    answered(method, route, str(status)).inc()
    if in_seconds is not None:
        took(route).observe(in_seconds)


def count_moves(game: str, by: str, n: int) -> None:
    moved(game, by).inc(n)


def exposition(hall: Hall) -> bytes:
    """Everything, in Prometheus' text format."""
    gathered = registry
    if SHARED in os.environ:
        gathered = CollectorRegistry()
        MultiProcessCollector(gathered)
    lines: list[str] = []
    for name, value in sorted(host.metrics(hall).items()):
        kind = f"# TYPE {name.partition('{')[0]} gauge\n"
        lines += [line for line in (kind,) if line not in lines]
        lines.append(f"{name} {value:.15g}\n")
    return written(gathered) + "".join(lines).encode()
