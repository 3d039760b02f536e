"""Who plays the games of a contest: this process, several processes here, or a Ray cluster.

Every crew takes jobs and yields what they brought, in whatever order they finish. A worker that is lost
costs nothing but time: its jobs are played again.
"""

from __future__ import annotations

import logging
import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from typing import Any

import oppidum
from oppidum.arena.jobs import play_job
from oppidum.arena.pairings import Job, Played
from oppidum.bots import guest_bots
from oppidum.kernel.errors import OppidumError
from oppidum.kernel.extras import needs

Crew = Callable[[Iterator[Job]], Iterator[list[Played]]]

TRIES = 5  # how often a job is begun before it counts as one that kills its workers


def alone(jobs: Iterator[Job]) -> Iterator[list[Played]]:
    """Here and now."""
    for job in jobs:
        yield play_job(job)


def processes(count: int) -> Crew:
    """Several processes on this machine. They are spawned: a fork of a process with threads may hang.

    Whoever wants no more games, after Ctrl-C or a clear answer, does not wait for those under way.
    """

    def crew(jobs: Iterator[Job]) -> Iterator[list[Played]]:
        context = multiprocessing.get_context("spawn")
        others = multiprocessing.active_children()
        again: list[Job] = []
        losses = 0
        while True:
            with ProcessPoolExecutor(count, mp_context=context, initializer=settle) as pool:
                running: dict[Future[list[Played]], Job] = {}
                try:
                    yield from keep_busy(pool, running, again, jobs, 2 * count)
                    return
                except BrokenProcessPool:
                    end_all_but(others)  # one that was just being started would wait for its work for ever
                    losses += 1
                    again[:0] = running.values()
                    if losses >= TRIES:
                        raise OppidumError(suspects(again)) from None
                except (GeneratorExit, KeyboardInterrupt):
                    end_all_but(others)
                    raise
                finally:
                    for future in running:
                        future.cancel()

    return crew


def end_all_but(others: Sequence[BaseProcess]) -> None:
    for child in multiprocessing.active_children():
        if child not in others:
            child.terminate()


def settle() -> None:
    """Ctrl-C reaches the workers too: they have nothing to say about it. What bots print is no report."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.stdout = sys.stderr


def suspects(jobs: list[Job]) -> str:
    """What can be said of games whose processes die each time: which bots of others were in all of them."""
    tables = [set(job.contest.meetings[job.meeting]) for job in jobs]
    bots = [jobs[0].contest.bots[place] for place in set.intersection(*tables)] if jobs else []
    named = sorted(guest_bots.name_of(bot) for bot in bots if guest_bots.is_guest(bot))
    if not named:
        return "The worker processes die again and again."
    return (
        f"The worker processes die again and again, each time with {' and '.join(named)} at the table. A bot "
        "that can take its process with it plays as a program of its own (cmd:…)."
    )


def keep_busy(
    pool: ProcessPoolExecutor,
    running: dict[Future[list[Played]], Job],
    again: list[Job],
    jobs: Iterator[Job],
    most: int,
) -> Iterator[list[Played]]:
    """Hand out jobs, those to be played again first; `running` always has those that are not done."""
    while True:
        while len(running) < most and (job := again.pop(0) if again else next(jobs, None)) is not None:
            try:
                running[pool.submit(play_job, job)] = job
            except BrokenProcessPool:
                again.insert(0, job)
                raise
        if not running:
            return
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            played = future.result()  # raises BrokenProcessPool while the job is still in `running`
            del running[future]
            yield played


def play_remotely(version: str, job: Job) -> list[Played]:
    """On a worker of a cluster, which may have been installed at another time."""
    if version != oppidum.__version__:
        raise OppidumError(f"This worker has Oppidum {oppidum.__version__}, the arena {version}.")
    return play_job(job)


def ray_cluster(address: str) -> Crew:
    """The workers of a Ray cluster, one game at a time on each of its cores."""
    with needs("ray", "--ray"):
        import ray
        from ray.exceptions import RayError

    def crew(jobs: Iterator[Job]) -> Iterator[list[Played]]:
        ours = not ray.is_initialized()
        if ours:
            try:
                ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
            except ConnectionError:
                raise OppidumError(f"No Ray cluster answers at {address!r}.") from None
        try:
            # Ray itself begins a task again when its worker or its whole machine is lost.
            remote = ray.remote(num_cpus=1, max_retries=TRIES)(play_remotely)
            most = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
            running: list[Any] = []
            while True:
                while len(running) < most and (job := next(jobs, None)) is not None:
                    running.append(remote.remote(oppidum.__version__, job))
                if not running:
                    return
                done, running = ray.wait(running)
                for result in done:
                    yield ray.get(result)
        except RayError as error:
            cause = getattr(error, "cause", None)
            raise OppidumError(f"The Ray cluster gave up: {cause or error}") from error
        finally:
            if ours:
                ray.shutdown()

    return crew
